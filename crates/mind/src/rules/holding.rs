//! What was seen to hold in this episode. What is only remembered does not count: somebody may have
//! changed it.

use base::{Condition, Noun, Quality, Relation, State};

use super::joint;
use super::unwanted::is_believed_somewhere;
use crate::beliefs::{Beliefs, Evidence, Sighting};

pub(super) fn is_perceived(noun: &Noun, state: State, holds: bool, beliefs: &Beliefs) -> bool {
    beliefs
        .state(noun, state)
        .is_some_and(|belief| belief.holds == holds && belief.evidence == Evidence::Perceived)
}

/// Where exactly this thing was seen last.
pub(super) fn own_place<'a>(beliefs: &'a Beliefs, noun: &Noun) -> Option<&'a Sighting> {
    beliefs.where_is(noun).into_iter().find(|sighting| sighting.noun == *noun)
}

/// Whether exactly this thing was seen in this episode to have all these qualities.
pub(super) fn is_seen_to_be(noun: &Noun, that: &[Quality], beliefs: &Beliefs) -> bool {
    that.iter().all(|quality| match quality {
        Quality::Is(state) => is_perceived(noun, *state, true, beliefs),
        Quality::IsNot(state) => is_perceived(noun, *state, false, beliefs),
        Quality::Holds(what) => beliefs.has_seen_portion(noun, Relation::In, what),
        Quality::CoveredWith(what) => beliefs.has_seen_portion(noun, Relation::On, what),
        Quality::FilledWith(what) => beliefs.portions().any(|(at, how, there, belief)| {
            let is_it = at == noun && how == Relation::In && what.fits(there);
            is_it && belief.fills && belief.evidence == Evidence::Perceived
        }),
        Quality::At(relation, at) => own_place(beliefs, noun).is_some_and(|sighting| {
            sighting.evidence == Evidence::Perceived
                && sighting.place.0 == *relation
                && at.fits(&sighting.place.1)
        }),
    })
}

/// Whether the condition was seen to hold in this episode. What is only remembered does not count:
/// somebody may have changed it.
pub fn is_seen_to_hold(condition: &Condition, beliefs: &Beliefs) -> bool {
    let has_all = |noun: &Noun, that: &[Quality]| is_seen_to_be(noun, that, beliefs);
    match condition {
        Condition::Exists(of, that) => {
            beliefs.known_fitting(of).into_iter().any(|noun| has_all(noun, that))
        }
        Condition::ForAll(of, that) => {
            let known = beliefs.known_fitting(of);
            !known.is_empty() && known.into_iter().all(|noun| has_all(noun, that))
        }
        Condition::Count { of, that, at_least, at_most } => {
            let known = beliefs.known_fitting(of);
            let count = known.into_iter().filter(|noun| has_all(noun, that)).count() as u32;
            count >= *at_least && at_most.is_none_or(|most| count <= most)
        }
        Condition::Together { at, .. } => beliefs.known_fitting(at).into_iter().any(|place| {
            let there = condition.at_place(place).expect("it has a place");
            is_seen_to_hold(&there, beliefs)
        }),
        Condition::Apart { of, that, at_least, relation, at } => {
            joint::places_with(of, that, *relation, at, beliefs).len() >= *at_least as usize
        }
        Condition::All(parts) | Condition::InOrder(parts) | Condition::AtOnce(parts) => {
            parts.iter().all(|part| is_seen_to_hold(part, beliefs))
        }
        Condition::Any(parts) => parts.iter().any(|part| is_seen_to_hold(part, beliefs)),
        Condition::Within(_, part) => is_seen_to_hold(part, beliefs),
        // Where a thing is remembered to be, it may well be: that must be seen to.
        Condition::Not(part) if is_believed_somewhere(part, beliefs) => false,
        Condition::Not(part) | Condition::Never(part) => !is_seen_to_hold(part, beliefs),
    }
}
