//! Rules in the place of the article's language model: how two units are related, and how relevant
//! a unit is to a question.
//!
//! The article asks a model whether one experience is a premise of another, its cause, analogous
//! or opposite to it, and how sure it is. Units carry typed facts and actions, so rules can answer
//! the same question, at no cost and the same every time:
//!
//! | relation | rule | confidence |
//! |---|---|---|
//! | opposite | they state the contrary of the same matter, or the same was done and once failed | 0.8 |
//! | cause | the older brought about what stood in the newer's way | 0.9 |
//! | cause | something was done to a thing, and a change of it was noticed in the same episode | 0.7 |
//! | premise | the older made so what the newer found so, in the same episode | 0.9 |
//! | premise | a thing was handled, and then handled again, in the same episode | 0.8 |
//! | analogous | the same was done to other things of the same kinds | 0.7 |

use base::{Action, Fact, Noun};
use memory::MemoryUnit;
use memory::graph::LinkKind;

/// What a rule says about two units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judgement {
    /// The link from the older to the newer unit.
    pub kind: LinkKind,
    /// How sure the rule is, from 0 to 1.
    pub confidence: f32,
    /// How strong the relation is, from 0 to 1.
    pub strength: f32,
}

/// How the older unit stands to the newer. None: no relation is seen.
pub fn relation(older: &MemoryUnit, newer: &MemoryUnit) -> Option<Judgement> {
    let judged = |kind, confidence, strength| Some(Judgement { kind, confidence, strength });
    let same_episode = older.episode == newer.episode;
    if older.after.iter().any(|fact| newer.cause.contains(fact)) {
        return judged(LinkKind::Causes, 0.9, 0.8);
    }
    if are_opposite(older, newer) {
        return judged(LinkKind::Opposite, 0.8, 0.6);
    }
    let older_worked = older.valence >= 0.0 && !older.actions.is_empty();
    if same_episode && older_worked {
        if older.after.iter().any(|fact| newer.before.contains(fact)) && !newer.actions.is_empty() {
            return judged(LinkKind::PremiseOf, 0.9, 0.8);
        }
        if newer.actions.is_empty()
            && newer.tells_of_a_change()
            && changed_what_was_handled(older, newer)
        {
            return judged(LinkKind::Causes, 0.7, 0.7);
        }
        if newer.actions.iter().any(|action| action.things().any(|thing| handled(older, thing))) {
            return judged(LinkKind::PremiseOf, 0.8, 0.7);
        }
    }
    let alike = older_worked
        && newer.valence >= 0.0
        && older.actions.iter().any(|a| newer.actions.iter().any(|b| are_analogous(a, b)));
    if alike { judged(LinkKind::Analogous, 0.7, 0.6) } else { None }
}

/// How relevant a unit is to a question about these things: the share of them that occur in it, or
/// the cosine of the words where that is greater.
pub fn relevance(unit: &MemoryUnit, asked: &[Noun], cosine: f32) -> f32 {
    let met = asked.iter().filter(|noun| unit.entities.iter().any(|thing| noun.fits(thing)));
    let share = met.count() as f32 / asked.len().max(1) as f32;
    share.max(cosine.clamp(0.0, 1.0))
}

/// Whether two actions are the same in kind and in the kinds of their things, but not the same.
pub fn are_analogous(a: &Action<Noun>, b: &Action<Noun>) -> bool {
    a != b
        && a.kind() == b.kind()
        && a.things().count() > 0
        && a.things().map(Noun::kind).eq(b.things().map(Noun::kind))
}

fn are_opposite(older: &MemoryUnit, newer: &MemoryUnit) -> bool {
    let contrary = older.evidence().any(|a| newer.evidence().any(|b| contradicts(a, b)));
    let turned_out_otherwise = older.valence * newer.valence < 0.0
        && older.actions.iter().any(|action| newer.actions.contains(action));
    contrary || turned_out_otherwise
}

/// Whether both are about one state, or one place, and say the contrary.
fn contradicts(a: &Fact, b: &Fact) -> bool {
    match (a, b) {
        (Fact::Is(.., holds_a), Fact::Is(.., holds_b)) => holds_a != holds_b && a.same_matter(b),
        (Fact::At(..), Fact::NotAt(..)) | (Fact::NotAt(..), Fact::At(..)) => a.same_matter(b),
        _ => false,
    }
}

fn handled(unit: &MemoryUnit, thing: &Noun) -> bool {
    unit.actions.iter().any(|action| action.things().any(|handled| handled == thing))
}

fn changed_what_was_handled(older: &MemoryUnit, newer: &MemoryUnit) -> bool {
    newer.after.iter().any(|fact| handled(older, fact.subject()))
}

#[cfg(test)]
mod tests {
    use base::{Relation, State};
    use memory::testing::{self, is, noun};

    use super::*;

    fn kind(older: &MemoryUnit, newer: &MemoryUnit) -> Option<LinkKind> {
        relation(older, newer).map(|judgement| judgement.kind)
    }

    #[test]
    fn taking_the_apple_is_a_premise_of_cutting_it() {
        let take = testing::took("apple", 1, 1);
        assert_eq!(
            kind(&take, &testing::sliced("apple", "knife", 1, 2)),
            Some(LinkKind::PremiseOf)
        );
        assert_eq!(kind(&take, &testing::sliced("pear", "knife", 1, 2)), None);
        assert_eq!(kind(&take, &testing::sliced("apple", "knife", 2, 2)), None);
    }

    #[test]
    fn putting_bread_in_the_toaster_causes_toast() {
        let put = testing::put_in("bread", "toaster", 1, 1);
        let toasted = testing::noticed("bread", State::Toasted, 1, 9);
        assert_eq!(kind(&put, &toasted), Some(LinkKind::Causes));
    }

    #[test]
    fn what_made_the_knife_blunt_causes_the_failure() {
        let slice = Action::Slice(noun("bread"), noun("red knife"));
        let blunted = testing::heard(
            "the red knife is blunt now",
            vec![is("red knife", State::Sharp, false)],
            1,
            1,
        );
        let failure = testing::failed(slice, is("red knife", State::Sharp, false), 2, 9);
        assert_eq!(kind(&blunted, &failure), Some(LinkKind::Causes));
        let sharpened =
            testing::heard("I sharpened it", vec![is("red knife", State::Sharp, true)], 3, 20);
        assert_eq!(kind(&failure, &sharpened), Some(LinkKind::Opposite));
    }

    #[test]
    fn the_same_done_to_another_thing_is_analogous() {
        let (red, blue) = (testing::took("red mug", 1, 1), testing::took("blue mug", 2, 9));
        assert_eq!(kind(&red, &blue), Some(LinkKind::Analogous));
        assert_eq!(kind(&red, &testing::took("blue pan", 2, 9)), None);
    }

    #[test]
    fn two_looks_are_not_related_by_rule() {
        let look = |time| testing::saw("mug", Relation::On, "table", 1, time);
        assert_eq!(kind(&look(1), &look(2)), None);
    }

    #[test]
    fn relevance_is_the_share_of_the_asked_things_or_the_cosine() {
        let unit = testing::put_in("blue mug", "drawer", 1, 1);
        assert_eq!(relevance(&unit, &[noun("mug"), noun("pan")], 0.2), 0.5);
        assert_eq!(relevance(&unit, &[noun("red mug")], 0.2), 0.2);
        assert_eq!(relevance(&unit, &[], -0.4), 0.0);
    }
}
