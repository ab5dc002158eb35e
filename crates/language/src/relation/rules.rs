//! Relations by rule, from what the two units state and nothing else.
//!
//! What makes possible, brings about, is like or undoes is said by [`memory::relation`], by which
//! memories link too. Here a judge is made of it:
//!
//! | relation | rule | confidence |
//! |---|---|---|
//! | premise, causes, analogous, opposite | see [`memory::relation`] | 0.7 to 0.9 |
//! | none | no thing, no place and no kind of action in common | 0.9 |
//! | motivational, part-of | a goal that was given, or how it ended, and what was done for it | 0.9 |
//! | none | hours apart (CompassMem alone) | 0.8 |
//! | temporal | nothing else, and done within a minute (CompassMem alone) | 0.6 |
//!
//! Everything else is left open.

use memory::{MemoryUnit, Pair, Related};
use models::ModelError;

use super::{Judge, Judgement, Label, LabelSet};

/// The judge.
#[derive(Debug, Clone, Copy)]
pub struct RelationRules {
    set: LabelSet,
}

impl RelationRules {
    /// A judge that chooses among these labels.
    pub const fn new(set: LabelSet) -> Self {
        Self { set }
    }
}

/// How soon what is done next follows upon it, ticks: a minute.
const SOON: u64 = 60 * base::time::TICKS_PER_SECOND;

impl Judge for RelationRules {
    fn name(&self) -> &str {
        "rules"
    }

    fn judge(
        &self,
        older: &MemoryUnit,
        newer: &MemoryUnit,
    ) -> Result<Option<Judgement>, ModelError> {
        let pair = Pair { older, newer };
        Ok(match self.set {
            LabelSet::BrainMem => of_the_article(pair),
            LabelSet::CompassMem => typed(pair),
        })
    }
}

const fn judged(label: Label, confidence: f64) -> Option<Judgement> {
    Some(Judgement { label, confidence })
}

fn of_the_article(pair: Pair<'_>) -> Option<Judgement> {
    let related = pair.relation().and_then(judgement);
    related
        .or_else(|| pair.is_strange().then_some(Judgement { label: Label::None, confidence: 0.9 }))
}

fn judgement(related: Related) -> Option<Judgement> {
    judged(Label::of_link(related.kind)?, f64::from(related.confidence))
}

/// CompassMem's labels. A goal that was given, and how it ended, are told by what they are about.
fn typed(pair: Pair<'_>) -> Option<Judgement> {
    let (older, newer) = (pair.older, pair.newer);
    let in_one_goal =
        older.episode == newer.episode && older.goal.is_some() && older.goal == newer.goal;
    if in_one_goal && states_nothing(older) && !newer.actions.is_empty() {
        return judged(Label::Motivational, 0.9);
    }
    if in_one_goal && states_nothing(newer) && !older.actions.is_empty() {
        return judged(Label::PartOf, 0.9);
    }
    if let Some(related) = pair.causes().or_else(|| pair.premise()) {
        return judgement(related);
    }
    let both_done = !older.actions.is_empty() && !newer.actions.is_empty();
    // What lies hours apart follows upon nothing.
    match (pair.is_far(), both_done && pair.ticks() <= SOON) {
        (true, _) => judged(Label::None, 0.8),
        (false, true) => judged(Label::Temporal, 0.6),
        (false, false) => None,
    }
}

/// Whether a unit tells of a goal, and not of the world.
fn states_nothing(unit: &MemoryUnit) -> bool {
    unit.actions.is_empty() && unit.after.is_empty() && unit.cause.is_empty()
}

#[cfg(test)]
mod tests {
    use base::State;
    use memory::testing;

    use super::*;

    fn label(set: LabelSet, older: &MemoryUnit, newer: &MemoryUnit) -> Option<Label> {
        let rules = RelationRules::new(set);
        rules.judge(older, newer).expect("rules cannot fail").map(|judged| judged.label)
    }

    #[test]
    fn what_the_rules_of_memory_see_is_a_label() {
        let put = testing::put_in("bread", "toaster", 1, 1);
        let toasted = testing::noticed("bread", State::Toasted, 1, 9);
        for set in [LabelSet::BrainMem, LabelSet::CompassMem] {
            assert_eq!(label(set, &put, &toasted), Some(Label::Causes));
        }
        let (red, blue) = (testing::took("red mug", 1, 1), testing::took("blue mug", 2, 9));
        assert_eq!(label(LabelSet::BrainMem, &red, &blue), Some(Label::Analogous));
        assert_eq!(label(LabelSet::CompassMem, &red, &blue), Some(Label::None), "a day apart");
    }

    #[test]
    fn strangers_are_told_and_acquaintances_left_open() {
        let take = testing::took("apple", 1, 1);
        let pear = testing::sliced("pear", "knife", 1, 2);
        assert_eq!(label(LabelSet::BrainMem, &take, &pear), Some(Label::None));
        let pan = testing::took("blue pan", 2, 9);
        assert_eq!(label(LabelSet::BrainMem, &take, &pan), None, "left open");
        assert_eq!(label(LabelSet::CompassMem, &take, &pear), Some(Label::Temporal));
    }

    #[test]
    fn every_label_has_a_word_of_its_own() {
        for set in [LabelSet::BrainMem, LabelSet::CompassMem] {
            let mut words: Vec<&str> = set.labels().iter().map(|label| set.word(*label)).collect();
            let count = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), count);
        }
    }
}
