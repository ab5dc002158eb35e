//! The oracle: the rules planner with the truth for its beliefs. It bounds what a memory can do.

use base::{Action, Fact, Noun, Place, Relation, SimTime, State};
use mind::{Beliefs, Evidence, Procedure};
use scenario::checked::{HeatChange, Heating};

use crate::truth::{TrueThing, Truth};

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
    for thing in truth.things.iter().filter(|thing| !thing.kind.heat_changes.is_empty()) {
        for change in &thing.kind.heat_changes {
            let ways = ways_to_heat(truth, thing, change);
            ways.into_iter().for_each(|way| beliefs.give_procedure(way));
        }
    }
    beliefs
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
            Heating::Frying => match truth.vessel() {
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
        };
        steps.push(Action::Toggle(switch.clone(), true));
        ways.push(Procedure {
            thing: thing.noun.clone(),
            state: change.becomes,
            steps,
            evidence: Vec::new(),
        });
    }
    ways
}

fn put(thing: &Noun, relation: Relation, at: &Noun) -> Action<Noun> {
    match relation {
        Relation::In => Action::PutIn(thing.clone(), at.clone()),
        Relation::On | Relation::HeldBy => Action::PutOn(thing.clone(), at.clone()),
    }
}
