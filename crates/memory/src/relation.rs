//! How an older experience is related to a newer one, by rule.
//!
//! A rule sees what the two units state and nothing else: what was done, what was found so before
//! and after, when and where. Confidences were set by hand, strengths as in the article's table of
//! links.
//!
//! | relation | rule | confidence | strength |
//! |---|---|---|---|
//! | causes | the older says so of what stood in the newer's way | 0.9 | 0.8 |
//! | causes | something was switched, and something is noticed to run, or no more, at once | 0.9 | 0.7 |
//! | causes | heat was put to work, and a change by heat is noticed | 0.8 | 0.7 |
//! | opposite | they state the contrary of one matter, or the same was done and once failed | 0.8 | 0.6 |
//! | premise | walked there, and then something was done there | 0.8 | 0.7 |
//! | premise | taken, and then used or put somewhere | 0.9 | 0.8 |
//! | premise | opened, and then something put in or taken out | 0.9 | 0.8 |
//! | premise | put somewhere, and then taken from there | 0.8 | 0.7 |
//! | analogous | the same was done to other things of the same kinds | 0.7 | 0.6 |
//!
//! Everything else is left open. How well the rules do against what truly came of what is measured
//! by `eval::language`; the figures are in `docs/language.md`.

use base::{Action, ActionKind, Fact, Noun, Place, Relation, State};

use crate::MemoryUnit;
use crate::graph::LinkKind;

/// What a rule says of two units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Related {
    /// The link from the older to the newer unit: premise, causes, analogous or opposite.
    pub kind: LinkKind,
    /// How sure the rule is, from 0 to 1.
    pub confidence: f32,
    /// How strong the relation is, from 0 to 1.
    pub strength: f32,
}

/// Two units, in the order in which they were lived.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    /// The older.
    pub older: &'a MemoryUnit,
    /// The newer.
    pub newer: &'a MemoryUnit,
}

/// How soon a switch shows what it does, ticks.
const AT_ONCE: u64 = 3 * base::time::TICKS_PER_SECOND;
/// For how long what was done bears on what comes next, ticks: ten minutes.
const FOR_A_WHILE: u64 = 600 * base::time::TICKS_PER_SECOND;

impl Pair<'_> {
    /// How the older stands to the newer; none where no rule sees a relation. The first rule of the
    /// table that applies decides.
    pub fn relation(self) -> Option<Related> {
        self.causes()
            .or_else(|| self.opposite())
            .or_else(|| self.premise())
            .or_else(|| self.analogous())
    }

    /// Whether the older brought the newer about.
    pub fn causes(self) -> Option<Related> {
        let (older, newer) = (self.older, self.newer);
        let related =
            |confidence, strength| Some(Related { kind: LinkKind::Causes, confidence, strength });
        if older.after.iter().any(|fact| newer.cause.contains(fact)) {
            return related(0.9, 0.8);
        }
        let is_noticed = newer.actions.is_empty() && newer.tells_of_a_change();
        let worked = older.valence >= 0.0 && !older.actions.is_empty();
        if !is_noticed || !worked || self.is_far() {
            return None;
        }
        let Some(Fact::Is(thing, state, holds)) = newer.after.first() else { return None };
        let switched = older.actions.iter().find_map(|action| match action {
            Action::Toggle(_, on) => Some(*on),
            _ => None,
        });
        match (*state, switched) {
            (State::Running, Some(on)) if on == *holds && self.ticks() <= AT_ONCE => {
                related(0.9, 0.7)
            }
            (state, Some(true)) if *holds && comes_of_heat(state) => related(0.8, 0.7),
            (state, None) if *holds && comes_of_heat(state) => {
                let moved = older.actions.iter().any(|action| puts(action) == Some(thing));
                if moved { related(0.8, 0.7) } else { None }
            }
            _ => None,
        }
    }

    /// Whether the newer undoes the older, or turned out the contrary.
    pub fn opposite(self) -> Option<Related> {
        let (older, newer) = (self.older, self.newer);
        let contrary = older.evidence().any(|a| newer.evidence().any(|b| contradicts(a, b)));
        let turned_out_otherwise = (older.valence < 0.0) != (newer.valence < 0.0)
            && older.actions.iter().any(|action| newer.actions.contains(action));
        let related = Related { kind: LinkKind::Opposite, confidence: 0.8, strength: 0.6 };
        (contrary || turned_out_otherwise).then_some(related)
    }

    /// Whether the older made the newer possible.
    pub fn premise(self) -> Option<Related> {
        let (older, newer) = (self.older, self.newer);
        if older.valence < 0.0 || newer.valence < 0.0 {
            return None;
        }
        let (before, now) = (older.actions.first()?, newer.actions.first()?);
        let soon = !self.is_far();
        let related =
            |confidence, strength| Related { kind: LinkKind::PremiseOf, confidence, strength };
        let (certain, likely) = (related(0.9, 0.8), related(0.8, 0.7));
        match before {
            Action::Go(to) if soon && now.kind() != ActionKind::Go => {
                let is_there = newer.place.as_ref() == Some(to) || now.things().any(|t| t == to);
                let reaches = now.kind().entry().needs.iter();
                let reaches = reaches.into_iter().any(|need| need.0 == base::Refusal::OutOfReach);
                (is_there && reaches).then_some(likely)
            }
            Action::Take(thing) if soon => {
                let is_used = now.things().any(|t| t == thing)
                    && !matches!(now.kind(), ActionKind::Take | ActionKind::Go);
                is_used.then_some(certain)
            }
            Action::Open(container) | Action::Search(container) if soon => {
                let puts_in = matches!(now, Action::PutIn(_, into) if into == container);
                let takes_out = matches!(now, Action::Take(_))
                    && newer.before.iter().any(|fact| {
                        matches!(fact, Fact::At(_, Place(Relation::In, at)) if at == container)
                    });
                (puts_in || takes_out).then_some(certain)
            }
            Action::PutOn(thing, _) | Action::PutIn(thing, _) => {
                let is_taken = matches!(now, Action::Take(taken) if taken == thing);
                let from_there = older.after.iter().any(|fact| newer.before.contains(fact));
                (is_taken && from_there).then_some(likely)
            }
            _ => None,
        }
    }

    /// Whether the same was done to other things of the same kinds.
    pub fn analogous(self) -> Option<Related> {
        let (older, newer) = (self.older, self.newer);
        let both_worked = older.valence >= 0.0 && newer.valence >= 0.0;
        let alike = both_worked
            && older.actions.iter().any(|a| newer.actions.iter().any(|b| are_analogous(a, b)));
        let related = Related { kind: LinkKind::Analogous, confidence: 0.7, strength: 0.6 };
        alike.then_some(related)
    }

    /// Whether they have no thing, no place and no kind of action in common.
    pub fn is_strange(self) -> bool {
        let (older, newer) = (self.older, self.newer);
        let share_a_thing =
            older.entities.iter().any(|thing| newer.entities.binary_search(thing).is_ok());
        let share_an_act =
            older.actions.iter().any(|a| newer.actions.iter().any(|b| a.kind() == b.kind()));
        let share_a_place = older.place.is_some() && older.place == newer.place && !self.is_far();
        !share_a_thing && !share_an_act && !share_a_place
    }

    /// How long after the older the newer was lived, ticks.
    pub fn ticks(self) -> u64 {
        self.newer.lived.ticks_since(self.older.lived)
    }

    /// Whether they lie too far apart for the one to have led to the other: in two episodes, or more
    /// than ten minutes.
    pub fn is_far(self) -> bool {
        self.older.episode != self.newer.episode || self.ticks() > FOR_A_WHILE
    }
}

const fn comes_of_heat(state: State) -> bool {
    matches!(
        state,
        State::Toasted | State::Fried | State::Burnt | State::Hot | State::Cooked | State::Melted
    )
}

/// What an action puts somewhere.
const fn puts(action: &Action<Noun>) -> Option<&Noun> {
    match action {
        Action::PutOn(thing, _) | Action::PutIn(thing, _) | Action::Crack(thing, _) => Some(thing),
        _ => None,
    }
}

/// Whether two actions are the same in kind and in the kinds of their things, done to another thing.
/// Walking is like all walking, which says nothing.
fn are_analogous(a: &Action<Noun>, b: &Action<Noun>) -> bool {
    a.kind() == b.kind()
        && a.kind() != ActionKind::Go
        && a.things().next() != b.things().next()
        && a.things().count() > 0
        && a.things().map(Noun::kind).eq(b.things().map(Noun::kind))
}

/// Whether both are about one state, or one place, and say the contrary.
fn contradicts(a: &Fact, b: &Fact) -> bool {
    match (a, b) {
        (Fact::Is(.., holds_a), Fact::Is(.., holds_b)) => holds_a != holds_b && a.same_matter(b),
        (Fact::At(..), Fact::NotAt(..)) | (Fact::NotAt(..), Fact::At(..)) => a.same_matter(b),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{self, is, noun};

    fn kind(older: &MemoryUnit, newer: &MemoryUnit) -> Option<LinkKind> {
        Pair { older, newer }.relation().map(|related| related.kind)
    }

    #[test]
    fn taking_is_a_premise_of_cutting_in_the_same_episode() {
        let take = testing::took("apple", 1, 1);
        let cut = |thing, episode| testing::sliced(thing, "knife", episode, 2);
        assert_eq!(kind(&take, &cut("apple", 1)), Some(LinkKind::PremiseOf));
        assert_eq!(kind(&take, &cut("pear", 1)), None);
        assert_eq!(kind(&take, &cut("apple", 2)), None);
    }

    #[test]
    fn to_handle_a_thing_again_is_no_premise() {
        let put = testing::put_in("mug", "drawer", 1, 1);
        assert_eq!(kind(&put, &testing::sliced("bread", "knife", 1, 2)), None);
        let taken = testing::took("mug", 1, 3);
        assert_eq!(kind(&put, &taken), None, "it does not say where it was taken from");
        let mut from_there = taken;
        from_there.before = put.after.clone();
        assert_eq!(kind(&put, &from_there), Some(LinkKind::PremiseOf));
    }

    #[test]
    fn heat_causes_toast() {
        let put = testing::put_in("bread", "toaster", 1, 1);
        let toasted = testing::noticed("bread", State::Toasted, 1, 9);
        let switched = testing::switched_on("toaster", 1, 2);
        assert_eq!(kind(&put, &toasted), Some(LinkKind::Causes));
        assert_eq!(kind(&switched, &toasted), Some(LinkKind::Causes));
        let egg = testing::put_in("egg", "bowl", 1, 1);
        assert_eq!(kind(&egg, &toasted), None);
        assert!(Pair { older: &egg, newer: &toasted }.is_strange());
        let later = testing::noticed("bread", State::Toasted, 1, 2 + FOR_A_WHILE);
        assert_eq!(kind(&put, &later), None, "by then it is cold");
    }

    #[test]
    fn what_made_the_knife_blunt_causes_the_failure_and_sharpening_is_its_opposite() {
        let blunt = is("red knife", State::Sharp, false);
        let heard = testing::heard("the red knife is blunt", vec![blunt.clone()], 1, 1);
        let slice = Action::Slice(noun("bread"), noun("red knife"));
        let failure = testing::failed(slice, blunt, 2, 9);
        assert_eq!(kind(&heard, &failure), Some(LinkKind::Causes));
        let sharp = vec![is("red knife", State::Sharp, true)];
        let sharpened = testing::heard("I sharpened it", sharp, 3, 20);
        assert_eq!(kind(&failure, &sharpened), Some(LinkKind::Opposite));
    }

    #[test]
    fn the_same_done_to_another_is_analogous() {
        let (red, blue) = (testing::took("red mug", 1, 1), testing::took("blue mug", 2, 9));
        assert_eq!(kind(&red, &blue), Some(LinkKind::Analogous));
        assert_eq!(kind(&red, &testing::took("blue pan", 2, 9)), None);
        assert_eq!(kind(&red, &testing::took("red mug", 2, 9)), None, "the very same");
    }

    #[test]
    fn two_looks_are_not_related_by_rule() {
        let look = |time| testing::saw("mug", Relation::On, "table", 1, time);
        assert_eq!(kind(&look(1), &look(2)), None);
    }
}
