//! What must not be so: things that are to be away from where they are.

use base::{Condition, Noun, Quality, Relation};

use super::RulesPlanner;
use super::holding::own_place;
use crate::beliefs::Beliefs;
use crate::planner::{Remark, Situation};
use crate::skills::Progress;

/// What must not be so, of all that the condition asks for.
pub(super) fn unwanted(condition: &Condition) -> Vec<&Condition> {
    match condition {
        Condition::All(parts) => parts.iter().flat_map(unwanted).collect(),
        Condition::Within(_, part) => unwanted(part),
        Condition::Not(_) => vec![condition],
        _ => Vec::new(),
    }
}

/// Whether the thing is there, as far as anything is known.
fn is_believed_at(noun: &Noun, relation: Relation, at: &Noun, beliefs: &Beliefs) -> bool {
    own_place(beliefs, noun)
        .is_some_and(|sighting| sighting.place.0 == relation && at.fits(&sighting.place.1))
}

/// Whether the condition says no more than where a thing is, and it is believed to be there.
pub(super) fn is_believed_somewhere(condition: &Condition, beliefs: &Beliefs) -> bool {
    let Condition::Exists(of, that) = condition else { return false };
    if let [Quality::Holds(what)] = &that[..] {
        return beliefs.portions().any(|(vessel, how, there, _)| {
            how == Relation::In && of.fits(vessel) && what.fits(there)
        });
    }
    let [Quality::At(relation, at)] = &that[..] else { return false };
    beliefs.known_fitting(of).into_iter().any(|it| is_believed_at(it, *relation, at, beliefs))
}

impl RulesPlanner {
    /// Takes a thing from where it must not be.
    pub(super) fn take_away(
        &mut self,
        of: &Noun,
        that: &[Quality],
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        if let [Quality::Holds(what) | Quality::FilledWith(what)] = that {
            return self.pour_away(of, what, situation, remarks);
        }
        let [Quality::At(relation, at)] = that else { return Progress::Impossible };
        let is_there = |noun: &Noun| is_believed_at(noun, *relation, at, situation.beliefs);
        let Some(thing) = self.candidates(of, situation.beliefs).find(|noun| is_there(noun)) else {
            return Progress::Done;
        };
        let thing = thing.clone();
        self.skills.take_away(&thing, at, situation, remarks)
    }
}
