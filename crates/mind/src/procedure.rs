//! Procedures: how something was done, read off the units of one past episode.

use base::{Action, ActionKind, Fact, Noun, SimTime, State, UnitId};
use memory::MemoryUnit;

use crate::beliefs::Beliefs;

/// Steps that brought a state about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    /// What got the state.
    pub thing: Noun,
    /// The state.
    pub state: State,
    /// What was done, in order.
    pub steps: Vec<Action<Noun>>,
    /// How long it took from the last step but waiting to the result, ticks; none where that is not
    /// known.
    pub takes: Option<u64>,
    /// The units it was read off, those of the steps and the one that tells the result.
    pub evidence: Vec<UnitId>,
}

impl Procedure {
    /// The same procedure for another thing of the same kind.
    pub fn for_thing(&self, thing: &Noun) -> Self {
        let swap = |noun: &Noun| if *noun == self.thing { thing.clone() } else { noun.clone() };
        Self {
            thing: thing.clone(),
            state: self.state,
            takes: self.takes,
            steps: self.steps.iter().map(|step| step.clone().map(|noun| swap(&noun))).collect(),
            evidence: self.evidence.clone(),
        }
    }
}

/// Procedures by which a thing like `thing` got `state`, those for the same thing and the newest
/// first. Given ones come before recalled ones.
pub fn procedures_for(beliefs: &Beliefs, thing: &Noun, state: State) -> Vec<Procedure> {
    let like = |other: &Noun| other.kind() == thing.kind();
    let mut found: Vec<Procedure> = beliefs
        .given_procedures()
        .iter()
        .filter(|given| given.state == state && like(&given.thing))
        .map(|given| given.for_thing(thing))
        .collect();
    let units: Vec<(UnitId, &MemoryUnit)> = beliefs.units().collect();
    for (index, (id, unit)) in units.iter().enumerate().rev() {
        let result = unit.after.iter().find_map(|fact| match fact {
            Fact::Is(noun, got, true) if *got == state && like(noun) => Some(noun.clone()),
            _ => None,
        });
        // A look at something that is already so tells nothing of how it came to be.
        let was_seen_to_happen = !unit.before.is_empty() || !unit.actions.is_empty();
        if let (Some(noun), true) = (result, was_seen_to_happen) {
            let earlier = units[..=index].iter().filter(|(_, step)| step.episode == unit.episode);
            let lived = unit.lived;
            if let Some(read) = read_off(earlier.copied(), &noun, state, (*id, lived)) {
                found.push(read.for_thing(thing));
            }
        }
    }
    let mut distinct: Vec<Procedure> = Vec::new();
    for procedure in found {
        if !distinct.iter().any(|known| known.steps == procedure.steps) {
            distinct.push(procedure);
        }
    }
    distinct
}

/// The steps of one episode that may have mattered for the result: everything done to things, from
/// the first time that the thing, or what it was put in, was handled.
fn read_off<'a>(
    units: impl Iterator<Item = (UnitId, &'a MemoryUnit)>,
    thing: &Noun,
    state: State,
    (result, came_about): (UnitId, SimTime),
) -> Option<Procedure> {
    let mut steps = Vec::new();
    let mut evidence = Vec::new();
    let mut takes = None;
    for (id, unit) in units {
        if unit.valence < 0.0 {
            continue;
        }
        for action in &unit.actions {
            if action.kind().entry().is_step {
                steps.push(action.clone());
                evidence.push(id);
                if action.kind() != ActionKind::Wait {
                    takes = Some(came_about.ticks_since(unit.lived));
                }
            }
        }
    }
    if evidence.last() != Some(&result) {
        evidence.push(result);
    }
    (!steps.is_empty()).then(|| Procedure { thing: thing.clone(), state, steps, takes, evidence })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use memory::{Recall, Recalled, Trace};

    use super::*;

    fn noun(text: &str) -> Noun {
        text.parse().expect("a noun")
    }

    fn lived(episode: u32, time: u64, actions: Vec<Action<Noun>>, after: Vec<Fact>) -> Recalled {
        let mut unit = MemoryUnit::new(format!("unit {time}"), episode, SimTime(time));
        unit.actions = actions;
        unit.after = after;
        if unit.actions.is_empty() {
            unit.before = vec![Fact::Is(noun("bagel"), State::Toasted, false)];
        }
        Recalled { id: UnitId(time), unit: Arc::new(unit), trace: Trace::default() }
    }

    #[test]
    fn a_procedure_has_the_steps_of_its_episode_in_order() {
        let toasted = Fact::Is(noun("old bagel"), State::Toasted, true);
        let mut beliefs = Beliefs::default();
        let units = vec![
            lived(2, 30, vec![], vec![toasted]),
            lived(2, 20, vec![Action::Toggle(noun("toaster"), true)], vec![]),
            lived(2, 10, vec![Action::PutIn(noun("old bagel"), noun("toaster"))], vec![]),
            lived(1, 5, vec![Action::PutIn(noun("old bagel"), noun("bin"))], vec![]),
            lived(2, 8, vec![Action::Take(noun("old bagel"))], vec![]),
        ];
        beliefs.fold_recall(&Recall { units, ..Recall::default() });
        let found = procedures_for(&beliefs, &noun("new bagel"), State::Toasted);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].steps,
            [
                Action::PutIn(noun("new bagel"), noun("toaster")),
                Action::Toggle(noun("toaster"), true)
            ]
        );
        assert_eq!(found[0].evidence, [UnitId(10), UnitId(20), UnitId(30)]);
        assert_eq!(found[0].takes, Some(10), "from the switch to the toast");
    }
}
