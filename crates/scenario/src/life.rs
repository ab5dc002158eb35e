//! Makes a life: one variant with one seed, all draws made.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use base::{Noun, Relation, State, Streams, ThingId};

use crate::checked::{Fault, Home, Life, Person};
use crate::day::Days;
use crate::draw::{Lots, below, make_draws};
use crate::errors::{Errors, Report};
use crate::fill::Filler;
use crate::furnish::{Furnishing, furnish};
use crate::kinds::Kinds;
use crate::possible::can_be;
use crate::problem::Problem;
use crate::scenario::Scenario;
use crate::source::Spot;
use crate::tale::Tale;
use crate::values::Values;
use crate::written::{PlaceClass, Thing};
use crate::{fit, places, resolve};

/// The life of the variant at that place in the file.
pub(crate) fn make_life(scenario: &Scenario, variant: usize, seed: u64) -> Result<Life, Errors> {
    let mut report =
        Report::of(format!("variant {}, seed {seed}", scenario.variants[variant].name));
    let typed = &scenario.typed;
    let spot = scenario.source.spot();
    let (empty_home, kinds) = &scenario.homes[variant];
    let variant = &typed.variants[variant];
    let lots = Lots {
        streams: Streams::new(seed),
        prefix: [&typed.name, &variant.name],
        home: empty_home,
        kinds,
        things: &typed.things,
        words: Cell::default(),
    };
    let mut values = Values::default();
    for (name, value) in &variant.bind {
        values.set(name, value.clone());
    }
    make_draws(&lots, &typed.draw, &[], &mut values, spot.field("draw"), &mut report);
    // Whatever is wrong with the draws shows again in everything that uses them.
    if report.count() > 0 {
        return Err(report.fail());
    }
    let mut home = fill_home(empty_home, &typed.things, kinds, &lots, &values, spot, &mut report);
    set_states(&mut home, &typed.set, &values, spot.field("set"), &mut report);
    let faults = faults(scenario, &home, &values, &mut report);
    let people = people(scenario, &home, &values, &mut report);
    let names: Vec<&str> = std::iter::once(typed.agent.as_str())
        .chain(typed.people.iter().map(|person| person.name.as_str()))
        .collect();
    let mut days = Days {
        home: &home,
        names: &names,
        lots: &lots,
        report: &mut report,
        tale: Tale::new(&home),
        made: Vec::new(),
        next_number: None,
    };
    days.add(&typed.days, &[], &values, spot.field("days"));
    let days = days.made;
    report.finish(Life {
        scenario: typed.name.clone(),
        family: typed.family,
        variant: variant.name.clone(),
        split: variant.split,
        seed,
        home: Arc::new(home),
        agent: typed.agent.clone(),
        people,
        days,
        faults,
    })
}

/// The home with the things of the scenario.
fn fill_home(
    empty: &Home,
    things: &[Thing],
    kinds: &Kinds,
    lots: &Lots,
    values: &Values,
    spot: Spot,
    report: &mut Report,
) -> Home {
    let mut home = empty.clone();
    let mut filled: Vec<(Thing, Spot)> = Vec::with_capacity(things.len());
    for (index, thing) in things.iter().enumerate() {
        let spot = spot.field("things").item(index);
        filled.extend(Filler { values, report }.thing(thing, spot).map(|thing| (thing, spot)));
    }
    // How often a noun has been drawn a place for: look-alikes have streams of their own.
    let mut nth: BTreeMap<Noun, u32> = BTreeMap::new();
    let mut draw = |home: &Home, class: PlaceClass, noun: &Noun, size: [f32; 3]| {
        let nth = nth.entry(noun.clone()).or_default();
        *nth += 1;
        somewhere(lots, home, class, noun, *nth, size)
    };
    let filled = filled.iter().map(|(thing, spot)| (thing, *spot)).collect();
    furnish(&mut home, filled, &mut Furnishing { kinds, report, draw: Some(&mut draw) });
    home
}

/// Sets the states in which things are at first.
fn set_states(
    home: &mut Home,
    set: &[(String, State, bool)],
    values: &Values,
    spot: Spot,
    report: &mut Report,
) {
    for (index, (name, state, holds)) in set.iter().enumerate() {
        let spot = spot.item(index);
        let Some(noun) = (Filler { values, report }).noun(name, spot.item(0)) else {
            continue;
        };
        if let Err(problem) = resolve::anything(home, &noun) {
            report.say(spot.item(0), problem);
        }
        for thing in home.things.iter_mut().filter(|thing| noun.fits(&thing.noun)) {
            if let Err(why) = can_be(&thing.kind, *state) {
                let (thing, state, holds) = (thing.noun.to_string(), *state, *holds);
                report.say(spot, Problem::NeverSo { thing, state, holds, why });
                continue;
            }
            thing.states.retain(|(other, _)| other != state);
            thing.states.push((*state, *holds));
        }
    }
}

/// A place of the class with room for the thing, drawn by the seed.
fn somewhere(
    lots: &Lots,
    home: &Home,
    class: PlaceClass,
    noun: &Noun,
    nth: u32,
    size: [f32; 3],
) -> Result<(Relation, ThingId), Problem> {
    let places: Vec<(Relation, ThingId)> = places::of_class(home, class)
        .filter_map(|place| Some((places::relation(place, class)?, place)))
        .filter(|(relation, place)| {
            let mut sizes = fit::loose_sizes(home, place.id, *relation);
            sizes.push(size);
            fit::fits(size, place, *relation)
                && fit::surely_has_room(home, &sizes, place, *relation)
        })
        .map(|(relation, place)| (relation, place.id))
        .collect();
    if places.is_empty() {
        let why = format!("no place of class {class:?} has room for the {}", noun.words());
        return Err(Problem::NothingToDraw { name: noun.to_string(), why });
    }
    let mut stream = lots.stream(&["somewhere", noun.as_str(), &nth.to_string()]);
    Ok(places[below(&mut stream, places.len())])
}

/// Who lives there beside the agent, each at a landmark of the home.
fn people(scenario: &Scenario, home: &Home, values: &Values, report: &mut Report) -> Vec<Person> {
    let mut people = Vec::with_capacity(scenario.typed.people.len());
    for (index, person) in scenario.typed.people.iter().enumerate() {
        let spot = scenario.source.spot().field("people").item(index).field("at");
        let at = person.at.as_ref().and_then(|at| {
            let name = Filler { values, report }.noun(at, spot)?;
            match resolve::the_landmark(home, name.as_str()) {
                Ok(landmark) => Some(landmark),
                Err(problem) => {
                    report.say(spot, problem);
                    None
                }
            }
        });
        // Whoever is called like a thing would be taken for it.
        if let Ok(noun) = person.name.parse::<Noun>()
            && resolve::anything(home, &noun).is_ok()
        {
            let spot = scenario.source.spot().field("people").item(index).field("name");
            let (what, name) = ("people and things", person.name.clone());
            report.say(spot, Problem::Twice { what, name });
        }
        people.push(Person { name: person.name.clone(), at });
    }
    people
}

fn faults(scenario: &Scenario, home: &Home, values: &Values, report: &mut Report) -> Vec<Fault> {
    let mut faults = Vec::with_capacity(scenario.typed.faults.len());
    for (index, fault) in scenario.typed.faults.iter().enumerate() {
        let spot = scenario.source.spot().field("faults").item(index).field("thing");
        let as_spot = scenario.source.spot().field("faults").item(index).field("taken_for");
        let Some(thing) = Filler { values, report }.noun(&fault.thing, spot) else {
            continue;
        };
        if let Err(problem) = resolve::anything(home, &thing) {
            report.say(spot, problem);
        }
        let taken_for = fault.taken_for.as_ref();
        let taken_for = taken_for.and_then(|name| Filler { values, report }.noun(name, as_spot));
        faults.push(Fault { thing, kind: fault.kind, chance: fault.chance, taken_for });
    }
    faults
}
