//! Remedies: what got over a refusal, read off the units of one past episode.

use base::{Action, Noun, Refusal, UnitId};
use memory::MemoryUnit;

use crate::beliefs::Beliefs;

/// What was done between a refusal and the same being done with success.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remedy {
    /// What was refused.
    pub failed: Action<Noun>,
    /// How.
    pub refusal: Refusal,
    /// What got over it, in order: only what does more than move things about.
    pub steps: Vec<Action<Noun>>,
    /// The units it was read off: the failure, the steps and the success. None for what is given.
    pub evidence: Vec<UnitId>,
}

impl Remedy {
    /// The steps, done about what is refused now instead of what was refused then.
    pub fn steps_for(&self, refused: &Action<Noun>) -> Vec<Action<Noun>> {
        let (then, now) = (self.failed.things().next(), refused.things().next());
        let swap = |noun: Noun| match (then, now) {
            (Some(then), Some(now)) if noun == *then => now.clone(),
            _ => noun,
        };
        self.steps.iter().map(|step| step.clone().map(swap)).collect()
    }
}

/// What is known to have got over such a refusal: what is given first, then what helped where the same
/// kind of action was refused, then the newest.
pub fn remedies_for(beliefs: &Beliefs, refused: &Action<Noun>, refusal: Refusal) -> Vec<Remedy> {
    let mut found: Vec<Remedy> =
        beliefs.given_remedies().iter().filter(|given| given.refusal == refusal).cloned().collect();
    let units: Vec<(UnitId, &MemoryUnit)> = beliefs.units().collect();
    let failures = units
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, (_, unit))| unit.valence < 0.0 && unit.refusal == Some(refusal));
    let mut read: Vec<Remedy> =
        failures.filter_map(|(index, _)| read_off(&units[index..], refusal)).collect();
    read.sort_by_key(|remedy| remedy.failed.kind() != refused.kind());
    for remedy in read {
        if !found.iter().any(|known| known.steps == remedy.steps) {
            found.push(remedy);
        }
    }
    found
}

/// Reads the steps from the failure, which is the first unit, to the success in the same episode.
fn read_off(units: &[(UnitId, &MemoryUnit)], refusal: Refusal) -> Option<Remedy> {
    let ((id, failure), later) = units.split_first()?;
    let failed = failure.actions.first()?.clone();
    let mut remedy = Remedy { failed, refusal, steps: Vec::new(), evidence: vec![*id] };
    for (id, unit) in later.iter().filter(|(_, unit)| unit.episode == failure.episode) {
        if unit.tells_of_success(&remedy.failed) {
            remedy.evidence.push(*id);
            return (!remedy.steps.is_empty()).then_some(remedy);
        }
        let helps = |action: &&Action<Noun>| unit.valence >= 0.0 && action.kind().gets_over();
        for action in unit.actions.iter().filter(helps).filter(|action| **action != remedy.failed) {
            remedy.steps.push(action.clone());
            remedy.evidence.push(*id);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use base::{Fact, SimTime, State};
    use memory::{Recall, Recalled, Trace};

    use super::*;

    fn noun(text: &str) -> Noun {
        text.parse().expect("a noun")
    }

    fn lived(time: u64, action: Action<Noun>, refusal: Option<Refusal>) -> Recalled {
        let mut unit = MemoryUnit::new(format!("unit {time}"), 1, SimTime(time));
        if let (Action::Toggle(thing, on), None) = (&action, refusal) {
            unit.after = vec![Fact::Is(thing.clone(), State::Running, *on)];
        }
        unit.valence = if refusal.is_some() { -1.0 } else { 0.0 };
        (unit.refusal, unit.actions) = (refusal, vec![action]);
        Recalled { id: UnitId(time), unit: Arc::new(unit), trace: Trace::default() }
    }

    fn told(units: Vec<Recalled>) -> Beliefs {
        let mut beliefs = Beliefs::default();
        beliefs.fold_recall(&Recall { units, ..Recall::default() });
        beliefs
    }

    #[test]
    fn what_lies_between_the_failure_and_the_success_got_over_it() {
        let on = |thing| Action::Toggle(noun(thing), true);
        let failure = lived(10, on("kettle"), Some(Refusal::NoPower));
        let breaker = lived(20, on("grey fuse-box"), None);
        let put = lived(25, Action::PutOn(noun("mug"), noun("table")), None);
        let success = lived(30, on("kettle"), None);
        let beliefs = told(vec![success, put, breaker.clone(), failure.clone()]);
        let found = remedies_for(&beliefs, &on("toaster"), Refusal::NoPower);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].steps_for(&on("toaster")), [on("grey fuse-box")]);
        assert_eq!(found[0].evidence, [UnitId(10), UnitId(20), UnitId(30)]);
        assert!(remedies_for(&beliefs, &on("toaster"), Refusal::Ajar).is_empty());
        let without_success = told(vec![breaker, failure]);
        assert!(remedies_for(&without_success, &on("toaster"), Refusal::NoPower).is_empty());
    }

    #[test]
    fn what_was_done_about_the_thing_itself_is_done_about_the_one_at_hand() {
        let on = |thing| Action::Toggle(noun(thing), true);
        let beliefs = told(vec![
            lived(10, on("kettle"), Some(Refusal::NoPower)),
            lived(20, Action::Plug(noun("kettle")), None),
            lived(30, on("kettle"), None),
        ]);
        let found = remedies_for(&beliefs, &on("toaster"), Refusal::NoPower);
        assert_eq!(found[0].steps_for(&on("toaster")), [Action::Plug(noun("toaster"))]);
    }
}
