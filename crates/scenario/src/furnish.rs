//! Puts things into a home: furniture into rooms, loose things into and onto furniture.
//!
//! Things may be written in any order; here each comes after what it is in or on.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::{Noun, Relation, ThingId};

use crate::checked::{COAT_ML, Home, Kind, Portion, Surface, Thing};
use crate::errors::Report;
use crate::fit;
use crate::home::is_inside;
use crate::kinds::{BIGGEST_M, Kinds};
use crate::numbers;
use crate::possible::can_be;
use crate::problem::Problem;
use crate::resolve;
use crate::source::Spot;
use crate::walls::check_cuboid;
use crate::written::{self, At, PlaceClass};

/// What windows and the like may stand out of a room, metres.
const MARGIN_M: f32 = 0.3;
/// More things are a mistake.
const MOST_THINGS: usize = 20_000;

/// Draws a place of the class for the thing, of the size, which is the nth with this noun.
pub(crate) type DrawPlace<'a> =
    dyn FnMut(&Home, PlaceClass, &Noun, [f32; 3]) -> Result<(Relation, ThingId), Problem> + 'a;

/// What furnishing needs.
pub(crate) struct Furnishing<'a> {
    pub(crate) kinds: &'a Kinds,
    pub(crate) report: &'a mut Report,
    /// How places are drawn; none in a home, where all places are fixed.
    pub(crate) draw: Option<&'a mut DrawPlace<'a>>,
}

/// A new thing whose noun and kind are known.
struct Known<'a> {
    typed: &'a written::Thing,
    spot: Spot<'a>,
    noun: Noun,
    kind: Arc<Kind>,
    /// What it is at: its index among the old things and, after them, the known new ones.
    parent: Option<usize>,
}

/// Adds the things to the home.
pub(crate) fn furnish(
    home: &mut Home,
    things: Vec<(&written::Thing, Spot)>,
    with: &mut Furnishing,
) {
    let count = home.things.len() + things.len();
    if let Some((_, spot)) = things.first().filter(|_| count > MOST_THINGS) {
        let (count, most) = (count as u64, MOST_THINGS as u64);
        with.report.say(*spot, Problem::TooMany { what: "things", count, most });
        return;
    }
    let mut unknown = Vec::new();
    let mut known: Vec<Known> = things
        .into_iter()
        .filter_map(|(typed, spot)| name(typed, spot, &mut unknown, with))
        .collect();
    find_parents(home, &mut known, &unknown, with.report);
    check_twice(home, &known, with.report);
    let order = parents_first(home, &known, with.report);
    // Where each known thing has ended up.
    let mut ids: Vec<Option<ThingId>> = vec![None; known.len()];
    let old = home.things.len();
    for index in order {
        let parent = known[index].parent.and_then(|parent| match parent.checked_sub(old) {
            None => Some(home.things[parent].id),
            Some(new) => ids[new],
        });
        let thing = place(home, &known[index], parent, with);
        ids[index] = Some(thing.id);
        home.things.push(thing);
    }
    for (known, id) in known.iter().zip(&ids) {
        add_parts(home, known, *id, with);
    }
    for (known, id) in known.iter().zip(ids) {
        if let (Some(controls), Some(id)) = (&known.typed.controls, id) {
            connect(home, id, controls, known.spot.field("controls"), &unknown, with.report);
        }
    }
}

/// What the parts of a thing are marked with, in order.
const ORDINALS: [&str; 8] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/// Adds what the thing falls into when it is sliced: nowhere yet, but with numbers of their own.
fn add_parts(home: &mut Home, known: &Known, whole: Option<ThingId>, with: &mut Furnishing) {
    let (Some(parts), Some(name)) = (known.kind.parts, &known.kind.part_kind) else { return };
    let Some(kind) = with.kinds.get(name).cloned() else {
        let all = with.kinds.iter().map(|kind| kind.name.as_str());
        with.report.say(known.spot, Problem::unknown("kind", name, "kinds.ron", all));
        return;
    };
    if kind.fixed {
        with.report.say(known.spot, Problem::Contradiction("what a thing falls into is loose"));
        return;
    }
    for ordinal in ORDINALS.iter().take(usize::from(parts)) {
        let marks: Vec<&str> = known.noun.marks().chain([*ordinal]).collect();
        home.things.push(Thing {
            id: ThingId(u32::try_from(home.things.len()).expect("at most MOST_THINGS, in parts")),
            noun: Noun::new(name, &marks),
            size: kind.size,
            kind: kind.clone(),
            parent: None,
            pose: None,
            solids: Vec::new(),
            surfaces: Vec::new(),
            states: Vec::new(),
            portions: Vec::new(),
            controls: None,
            part_of: whole,
        });
    }
}

/// Reads the noun and finds the kind. The noun of a thing whose kind nobody knows is noted in
/// `unknown`: whoever is at that thing is not to blame.
fn name<'a>(
    typed: &'a written::Thing,
    spot: Spot<'a>,
    unknown: &mut Vec<Noun>,
    with: &mut Furnishing,
) -> Option<Known<'a>> {
    let plain = |c: char| c.is_alphanumeric() || "-' ".contains(c);
    let noun = match typed.noun.parse::<Noun>() {
        Ok(noun) if noun.as_str().chars().all(plain) => noun,
        Ok(_) => {
            let (what, name) = ("a thing", typed.noun.clone());
            let must = "a noun is made of letters, digits, hyphens and blanks";
            with.report.say(spot.field("noun"), Problem::BadName { what, name, must });
            return None;
        }
        Err(problem) => {
            with.report.say(spot.field("noun"), problem.into());
            return None;
        }
    };
    let kind = typed.kind.as_deref().unwrap_or_else(|| noun.kind());
    let Some(kind) = with.kinds.get(kind).cloned() else {
        let field = if typed.kind.is_some() { "kind" } else { "noun" };
        let known = with.kinds.iter().map(|kind| kind.name.as_str());
        with.report.say(spot.field(field), Problem::unknown("kind", kind, "kinds.ron", known));
        unknown.push(noun);
        return None;
    };
    Some(Known { typed, spot, noun, kind, parent: None })
}

/// Whether the name means one of these.
fn means_one_of(name: &str, nouns: &[Noun]) -> bool {
    name.parse::<Noun>().is_ok_and(|name| nouns.iter().any(|noun| name.fits(noun)))
}

fn find_parents(home: &Home, known: &mut [Known], unknown: &[Noun], report: &mut Report) {
    let nouns: Vec<Noun> = home
        .things
        .iter()
        .map(|thing| &thing.noun)
        .chain(known.iter().map(|known| &known.noun))
        .cloned()
        .collect();
    let nouns: Vec<&Noun> = nouns.iter().collect();
    for known in known {
        let Some(At::On(name) | At::In(name)) = &known.typed.at else {
            continue;
        };
        match resolve::the_one(name, &nouns, &resolve::place_of(home)) {
            Ok(parent) => known.parent = Some(parent),
            Err(Problem::Unknown { .. }) if means_one_of(name, unknown) => {}
            Err(problem) => report.say(known.spot.field("at").item(0), problem),
        }
    }
}

/// Agents tell furniture by its noun alone.
fn check_twice(home: &Home, known: &[Known], report: &mut Report) {
    let mut landmarks: BTreeSet<&Noun> =
        home.things.iter().filter(|thing| thing.kind.fixed).map(|thing| &thing.noun).collect();
    for known in known.iter().filter(|known| known.kind.fixed) {
        if !landmarks.insert(&known.noun) {
            let twice = Problem::Twice { what: "landmarks", name: known.noun.to_string() };
            report.say(known.spot.field("noun"), twice);
        }
    }
}

/// The order in which each comes after its parent and otherwise as it was written. Those that are
/// at one another in a circle are left out.
fn parents_first(home: &Home, known: &[Known], report: &mut Report) -> Vec<usize> {
    let old = home.things.len();
    let parent_of = |index: usize| known[index].parent.and_then(|parent| parent.checked_sub(old));
    let mut order = Vec::with_capacity(known.len());
    let mut done = vec![false; known.len()];
    for index in 0..known.len() {
        let mut chain = Vec::new();
        let mut next = Some(index);
        while let Some(at) = next.filter(|at| !done[*at]) {
            if chain.contains(&at) {
                let names = chain.iter().chain([&at]).map(|at| known[*at].noun.to_string());
                let names: Vec<String> =
                    names.skip_while(|name| *name != known[at].noun.to_string()).collect();
                report.say(known[at].spot.field("at"), Problem::Circle(names));
                chain.iter().for_each(|at| done[*at] = true);
                chain.clear();
                break;
            }
            chain.push(at);
            next = parent_of(at);
        }
        for at in chain.into_iter().rev() {
            done[at] = true;
            order.push(at);
        }
    }
    order
}

fn place(home: &Home, known: &Known, parent: Option<ThingId>, with: &mut Furnishing) -> Thing {
    let Known { typed, spot, noun, kind, .. } = known;
    let spot = *spot;
    let size = typed.size.unwrap_or(kind.size);
    let problems = with.report.count();
    numbers::size(with.report, spot.field("size"), size, BIGGEST_M);
    let sane = with.report.count() == problems;
    let parent = match (&typed.at, parent) {
        (Some(At::On(_)), Some(parent)) => Some((Relation::On, parent)),
        (Some(At::In(_)), Some(parent)) => Some((Relation::In, parent)),
        (Some(At::Somewhere(class)), _) => {
            let drawn = match &mut with.draw {
                Some(draw) => draw(home, *class, noun, size),
                None => {
                    Err(Problem::Contradiction("only a scenario draws places; a home says them"))
                }
            };
            drawn.map_err(|problem| with.report.say(spot.field("at"), problem)).ok()
        }
        _ => None,
    };
    let pose = pose(home, known, size, parent, with.report);
    let thing = Thing {
        id: ThingId(u32::try_from(home.things.len()).expect("at most MOST_THINGS")),
        noun: noun.clone(),
        kind: kind.clone(),
        size,
        parent,
        pose,
        solids: typed.solids.clone(),
        surfaces: surfaces(known, size, pose, with.report),
        states: typed.states.clone(),
        portions: portions(known, with.report),
        controls: None,
        part_of: None,
    };
    let says_twice = typed.stands.is_some() && typed.center.is_some();
    let unplaced = typed.at.is_none() && pose.is_none() && !says_twice;
    if kind.fixed && pose.is_none() && !says_twice || unplaced {
        let noun = noun.to_string();
        with.report.say(spot, Problem::NeedsPosition { noun, fixed: kind.fixed });
    }
    if sane {
        check_parent(home, &thing, spot.field("at"), with.report);
    }
    check_parts(&thing, spot, with.report);
    check_states(&thing, spot.field("states"), with.report);
    if let Some((center, _)) = pose {
        check_inside(home, &thing, center, spot, with.report);
    }
    thing
}

/// Where the thing says that it is: the middle of its box, and its turn.
fn pose(
    home: &Home,
    known: &Known,
    size: [f32; 3],
    parent: Option<(Relation, ThingId)>,
    report: &mut Report,
) -> Option<([f32; 3], f32)> {
    let Known { typed, spot, noun, kind, .. } = known;
    numbers::degrees(report, spot.field("yaw_deg"), typed.yaw_deg);
    let center = match (typed.stands, typed.center) {
        (Some([x, z]), None) => {
            let parent = parent.and_then(|(relation, id)| {
                let parent = home.thing(id);
                let (center, _) = parent.pose?;
                let half = parent.size[1] / 2.0;
                Some(if relation == Relation::On { center[1] + half } else { center[1] - half })
            });
            let bottom = typed.bottom.or(parent).unwrap_or(0.0);
            numbers::coordinates(report, spot.field("stands"), &[x, z]);
            numbers::between(report, spot.field("bottom"), "height", bottom, [-10.0, 100.0]);
            [x, bottom + size[1] / 2.0, z]
        }
        (None, Some(center)) => {
            numbers::coordinates(report, spot.field("center"), &center);
            center
        }
        (Some(_), Some(_)) => {
            let noun = noun.to_string();
            report.say(spot.field("center"), Problem::NeedsPosition { noun, fixed: kind.fixed });
            return None;
        }
        (None, None) => return None,
    };
    Some((center, typed.yaw_deg))
}

/// What is in and on it at the start.
fn portions(known: &Known, report: &mut Report) -> Vec<Portion> {
    let Known { typed, spot, noun, kind, .. } = known;
    let mut portions = Vec::new();
    let lists = [
        (Relation::In, &typed.filled, spot.field("filled")),
        (Relation::On, &typed.covered, spot.field("covered")),
    ];
    for (relation, list, spot) in lists {
        if list.is_empty() {
            continue;
        }
        let most = match relation {
            Relation::In => kind.capacity_ml.unwrap_or(0),
            _ if kind.can_be_covered() => list.len() as u32 * COAT_ML,
            _ => 0,
        };
        let mut sum = 0_u32;
        for (index, (what, ml)) in list.iter().enumerate() {
            let spot = spot.item(index);
            match what.parse::<Noun>() {
                Ok(what) => portions.push(Portion { relation, what, ml: *ml }),
                Err(problem) => report.say(spot.item(0), problem.into()),
            }
            sum = sum.saturating_add(*ml);
            let of_its_own = if relation == Relation::On { COAT_ML } else { most };
            if *ml == 0 || *ml > of_its_own || sum > most {
                let must = if most == 0 {
                    format!("0: nothing is ever poured {relation} a {}", kind.name)
                } else {
                    format!(
                        "at least 1, and at most {most} in all, as there is no more room \
                             {relation} \"{noun}\""
                    )
                };
                let what = "number of millilitres";
                report.say(spot.item(1), Problem::BadNumber { what, must, number: ml.to_string() });
            }
        }
    }
    portions
}

/// The written surfaces, and those of its levels.
fn surfaces(
    known: &Known,
    size: [f32; 3],
    pose: Option<([f32; 3], f32)>,
    report: &mut Report,
) -> Vec<Surface> {
    let mut surfaces = known.typed.surfaces.clone();
    if let Some(levels) = known.typed.levels {
        let spot = known.spot.field("levels");
        let sane = (1..=20).contains(&levels) && known.kind.holds;
        match pose {
            Some((center, yaw_deg)) if sane && yaw_deg % 90.0 == 0.0 => {
                let turned = (yaw_deg / 90.0) as i32 % 2 != 0;
                surfaces.extend(fit::floors(size, center, turned, levels));
            }
            _ => {
                let must = "from 1 to 20, and the thing one that holds others and whose turn is a multiple of 90 degrees".to_owned();
                let number = levels.to_string();
                report.say(spot, Problem::BadNumber { what: "number of levels", must, number });
            }
        }
    }
    surfaces
}

fn check_parent(home: &Home, thing: &Thing, spot: Spot, report: &mut Report) {
    let Some((relation, id)) = thing.parent else {
        return;
    };
    let place = home.thing(id);
    let is_place = !fit::levels(place, relation).is_empty();
    if !is_place || thing.pose.is_none() && !fit::fits(thing.size, place, relation) {
        report.say(spot, fit::problem(thing, place, relation));
    } else if thing.pose.is_none() && !fit::may_have_room(home, thing.size, id, relation) {
        let (thing, place) = (thing.noun.to_string(), place.noun.to_string());
        report.say(spot, Problem::NoRoom { thing, relation: relation.to_string(), place });
    }
}

fn check_parts(thing: &Thing, spot: Spot, report: &mut Report) {
    for (index, solid) in thing.solids.iter().enumerate() {
        check_cuboid(solid, spot.field("solids").item(index), report);
    }
    for (index, surface) in thing.surfaces.iter().enumerate() {
        let spot = spot.field("surfaces").item(index);
        numbers::coordinates(report, spot.field("min"), &surface.min);
        numbers::coordinates(report, spot.field("max"), &surface.max);
        numbers::coordinates(report, spot.field("height"), &[surface.height]);
        numbers::positive(report, spot.field("clearance"), "clearance", surface.clearance, 100.0);
        for axis in 0..2 {
            let length = surface.max[axis] - surface.min[axis];
            let spot = spot.field("max").item(axis);
            numbers::positive(report, spot, "length of a surface", length, 100.0);
        }
    }
}

fn check_states(thing: &Thing, spot: Spot, report: &mut Report) {
    for (index, (state, holds)) in thing.states.iter().enumerate() {
        let spot = spot.item(index);
        if let Err(why) = can_be(&thing.kind, *state) {
            let (thing, state, holds) = (thing.noun.to_string(), *state, *holds);
            report.say(spot, Problem::NeverSo { thing, state, holds, why });
        }
        if thing.states[..index].iter().any(|(other, _)| other == state) {
            let name = format!("{state:?}");
            report.say(spot, Problem::Twice { what: "states of one thing", name });
        }
    }
}

fn check_inside(home: &Home, thing: &Thing, center: [f32; 3], spot: Spot, report: &mut Report) {
    let is_number = center.iter().all(|number| number.is_finite());
    let at = [center[0], center[2]];
    if is_number && !home.rooms.iter().any(|room| is_inside(room, at, MARGIN_M)) {
        report.say(spot, Problem::Outside(format!("\"{}\"", thing.noun)));
    }
}

fn connect(
    home: &mut Home,
    switch: ThingId,
    controls: &str,
    spot: Spot,
    unknown: &[Noun],
    report: &mut Report,
) {
    let thing = match resolve::the_thing(home, controls) {
        Ok(thing) => thing,
        Err(Problem::Unknown { .. }) if means_one_of(controls, unknown) => return,
        Err(problem) => return report.say(spot, problem),
    };
    let (kind, controlled) = (&home.thing(switch).kind, home.thing(thing));
    let why = if switch == thing {
        Some("it is the same thing")
    } else if !kind.switch {
        Some("it has no switch itself")
    } else if controlled.kind.heat.is_none() && !controlled.kind.switch && !controlled.kind.basin {
        Some("that neither heats nor has a switch")
    } else {
        None
    };
    if let Some(why) = why {
        let [switch, thing] = [switch, thing].map(|id| home.thing(id).noun.to_string());
        report.say(spot, Problem::CannotControl { switch, thing, why });
    }
    home.things[switch.0 as usize].controls = Some(thing);
}
