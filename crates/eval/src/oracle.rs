//! The oracle: the rules planner with the truth for its beliefs. It bounds what a memory can do.

use base::{Action, Fact, Noun, Place, Refusal, Relation, SimTime, State};
use house::{AIR_CELSIUS, COLD_BELOW_CELSIUS, HOT_FROM_CELSIUS};
use mind::{Beliefs, Evidence, Procedure, Remedy};
use scenario::checked::{HeatChange, HeatSource, Heating};

use crate::truth::{TrueThing, Truth};

mod products;

/// A source that needs longer is no way, seconds.
const LONGEST_WAIT_S: u32 = 3600;

/// Everything that one who knows the home believes at `now`.
pub fn true_beliefs(truth: &Truth, now: SimTime) -> Beliefs {
    let mut beliefs = Beliefs::default();
    for thing in &truth.things {
        if let Some((relation, at)) = &thing.parent
            && *relation != Relation::HeldBy
        {
            let fact = Fact::At(thing.noun.clone(), Place(*relation, at.clone()));
            beliefs.fold_fact(&fact, now, Evidence::Given);
        }
        for (state, holds) in &thing.states {
            let fact = Fact::Is(thing.noun.clone(), *state, *holds);
            beliefs.fold_fact(&fact, now, Evidence::Given);
        }
    }
    for thing in &truth.things {
        for change in &thing.kind.heat_changes {
            let ways = ways_to_heat(truth, thing, change);
            ways.into_iter().for_each(|way| beliefs.give_procedure(way));
        }
        let ways = ways_to_a_temperature(truth, thing);
        ways.into_iter().for_each(|way| beliefs.give_procedure(way));
        for (relation, what, ml) in &thing.portions {
            let fills = thing.kind.capacity_ml.is_some_and(|capacity| 2 * ml >= capacity);
            beliefs.give_portion(&thing.noun, *relation, what, fills, Evidence::Given);
        }
    }
    for remedy in remedies(truth) {
        beliefs.give_remedy(remedy);
    }
    products::ways_to_make(truth).into_iter().for_each(|way| beliefs.give_procedure(way));
    beliefs
}

/// What gets over a refusal here and now: standing on what can be brought and bears, breakers that are
/// off, plugs that are out.
fn remedies(truth: &Truth) -> impl Iterator<Item = Remedy> {
    let step = |thing: &TrueThing| {
        let (kind, noun) = (&thing.kind, thing.noun.clone());
        if kind.bears && !kind.fixed && !thing.is(State::Broken) {
            Some((Refusal::TooHigh, Action::ClimbOnto(noun)))
        } else if kind.breaks_at_watts.is_some() && !thing.is(State::Running) {
            Some((Refusal::NoPower, Action::Toggle(noun, true)))
        } else if kind.plug && !thing.is(State::Plugged) {
            Some((Refusal::NoPower, Action::Plug(noun)))
        } else {
            None
        }
    };
    truth.things.iter().filter_map(step).map(|(refusal, step)| Remedy {
        failed: Action::Look,
        refusal,
        steps: vec![step],
        evidence: Vec::new(),
    })
}

/// The procedures by which the change can be brought about here and now.
fn ways_to_heat(truth: &Truth, thing: &TrueThing, change: &HeatChange) -> Vec<Procedure> {
    let sources = truth.things.iter().filter_map(|source| {
        let heat = source.kind.heat?;
        let is_hot_enough = heat.celsius > change.at_celsius;
        let works = !source.is(State::Broken);
        (heat.mode == change.by && is_hot_enough && works).then_some((source, heat.applies))
    });
    let mut ways = Vec::new();
    for (source, applies) in sources {
        let Some(switch) = truth.switch_of(source) else {
            continue;
        };
        let mut steps = match change.by {
            Heating::Toasting => vec![put(&thing.noun, applies, &source.noun)],
            Heating::Frying => match truth.vessel_for(thing) {
                Some(vessel) => {
                    let first = if change.needs == Some(State::Cracked) {
                        Action::Crack(thing.noun.clone(), vessel.noun.clone())
                    } else {
                        Action::PutIn(thing.noun.clone(), vessel.noun.clone())
                    };
                    vec![first, put(&vessel.noun, applies, &source.noun)]
                }
                None => continue,
            },
            Heating::Warming | Heating::Cooling => vec![put(&thing.noun, applies, &source.noun)],
        };
        steps.push(Action::Toggle(switch.clone(), true));
        let takes = source.kind.heat.and_then(|heat| seconds_across(change.at_celsius, &heat));
        ways.push(Procedure {
            thing: thing.noun.clone(),
            state: change.becomes,
            steps,
            takes: takes.map(|seconds| u64::from(seconds) * base::time::TICKS_PER_SECOND),
            evidence: Vec::new(),
        });
    }
    ways
}

/// The procedures by which the thing becomes hot, cold, frozen, cooked or melted here and now.
fn ways_to_a_temperature(truth: &Truth, thing: &TrueThing) -> Vec<Procedure> {
    let kind = &thing.kind;
    if kind.fixed {
        return Vec::new();
    }
    let wanted = [
        (State::Hot, Some(HOT_FROM_CELSIUS)),
        (State::Cold, kind.chills.then_some(COLD_BELOW_CELSIUS)),
        (State::Frozen, kind.freezes.then_some(0.0)),
        (State::Cooked, kind.cooks_at_celsius),
        (State::Melted, kind.melts_at_celsius),
    ];
    let mut ways = Vec::new();
    for (state, threshold) in wanted {
        let Some(threshold) = threshold else { continue };
        for source in truth.things.iter().filter(|source| !source.is(State::Broken)) {
            let Some(heat) = source.kind.heat else { continue };
            let Some(seconds) = seconds_to(threshold, &heat) else { continue };
            let Some(mut steps) = steps_to_heat(truth, thing, source, heat.applies) else {
                continue;
            };
            if heat.needs_closed {
                steps.push(Action::Close(source.noun.clone()));
            }
            if heat.needs_on {
                let Some(switch) = truth.switch_of(source) else { continue };
                steps.push(Action::Toggle(switch.clone(), true));
            }
            steps.push(Action::Wait(seconds));
            if heat.needs_closed {
                steps.push(Action::Open(source.noun.clone()));
            }
            let thing = thing.noun.clone();
            let way = Procedure { thing, state, steps, takes: None, evidence: Vec::new() };
            ways.push((seconds, way));
        }
    }
    ways.sort_by_key(|(seconds, _)| *seconds);
    ways.into_iter().map(|(_, way)| way).collect()
}

/// How long the source needs to bring a thing across the threshold and well beyond; none where it
/// never does.
fn seconds_to(threshold: f32, heat: &HeatSource) -> Option<u32> {
    seconds_across(threshold, heat).map(|seconds| seconds + seconds / 2 + 10)
}

/// How long the source needs to bring a thing from the warmth of the air across the threshold; none
/// where it never does.
fn seconds_across(threshold: f32, heat: &HeatSource) -> Option<u32> {
    let crosses = (AIR_CELSIUS < threshold) != (heat.celsius < threshold);
    if !crosses {
        return None;
    }
    let mut celsius = AIR_CELSIUS;
    let mut seconds = 0;
    while (celsius < threshold) == (AIR_CELSIUS < threshold) && seconds < LONGEST_WAIT_S {
        celsius += (heat.celsius - celsius) * heat.rate_per_s;
        seconds += 1;
    }
    (seconds < LONGEST_WAIT_S).then_some(seconds)
}

/// How the thing gets to where the source heats it.
fn steps_to_heat(
    truth: &Truth,
    thing: &TrueThing,
    source: &TrueThing,
    applies: Relation,
) -> Option<Vec<Action<Noun>>> {
    if thing.noun == source.noun {
        return None;
    }
    if applies == Relation::In {
        return Some(vec![put(&thing.noun, applies, &source.noun)]);
    }
    if thing.kind.conducts {
        return Some(vec![put(&thing.noun, applies, &source.noun)]);
    }
    let vessel = truth.vessel_for(thing)?;
    let into = Action::PutIn(thing.noun.clone(), vessel.noun.clone());
    Some(vec![into, put(&vessel.noun, applies, &source.noun)])
}

fn put(thing: &Noun, relation: Relation, at: &Noun) -> Action<Noun> {
    match relation {
        Relation::In => Action::PutIn(thing.clone(), at.clone()),
        Relation::On | Relation::HeldBy => Action::PutOn(thing.clone(), at.clone()),
        Relation::Under => Action::PutUnder(thing.clone(), at.clone()),
    }
}
