//! Labelled pairs of experiences, to measure judges of relations with and to train them.
//!
//! The relations are those of the causal log (`causal.rs`); to them come CompassMem's relations
//! to goals and of mere succession, and pairs without any relation.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base::Streams;
use language::{Label, LabelSet};
use memory::{MemoryUnit, Source};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::causal;
use super::lives::Lived;
use crate::life::Experience;

/// Two experiences and how they are truly related.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Pair {
    /// The older.
    pub older: Arc<MemoryUnit>,
    /// The newer.
    pub newer: Arc<MemoryUnit>,
    /// How the older stands to the newer.
    pub label: Label,
    /// The family of the scenario that it was lived in, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<u8>,
}

/// How far back a pair without a relation may reach, units of the same episode.
const NEAR: usize = 12;

/// The pairs of a life, with labels of this set: every true relation, and for each experience one
/// pair without any.
pub fn pairs(experience: &Experience, set: LabelSet) -> Vec<Pair> {
    let log = Log { units: &experience.units, related: causal::related(experience) };
    let mut stream = Streams::new(0).named(&["pairs without a relation"]);
    let unit = |at: usize| &experience.units[at];
    let mut pairs = Vec::new();
    let mut add = |older: usize, newer: usize, label: Label| {
        let [older, newer] = [older, newer].map(|at| Arc::clone(unit(at)));
        pairs.push(Pair { older, newer, label, family: None });
    };
    let wanted = set.labels();
    for (&(older, newer), &label) in &log.related {
        if wanted.contains(&label) {
            add(older, newer, label);
        }
    }
    for newer in 1..experience.units.len() {
        if set == LabelSet::CompassMem {
            for older in newer.saturating_sub(NEAR)..newer {
                if let Some(label) = log.about_a_goal(older, newer) {
                    add(older, newer, label);
                }
            }
            if log.merely_follows(newer - 1, newer) {
                add(newer - 1, newer, Label::Temporal);
            }
        }
        // Near ones are hard to tell, far ones easy: both occur among the candidates of a memory.
        let is_near = stream.random_range(0..2) == 0 && set == LabelSet::BrainMem;
        let from = if is_near { newer.saturating_sub(NEAR) } else { 0 };
        let older = stream.random_range(from..newer);
        let is_wanted = set == LabelSet::BrainMem || unit(older).episode != unit(newer).episode;
        if is_wanted && log.are_unrelated(older, newer) {
            add(older, newer, Label::None);
        }
    }
    pairs
}

/// The pairs of many lives, each with its family.
pub fn of_lives(lives: &[Lived], set: LabelSet) -> Vec<Pair> {
    let of_life = |lived: &Lived| {
        let family = Some(lived.life.family);
        pairs(&lived.experience, set).into_iter().map(move |pair| Pair { family, ..pair })
    };
    lives.iter().flat_map(of_life).collect()
}

/// Pairs without a relation that are hard to tell: what truly was brought about by something, with
/// something else that was done or seen shortly before and had nothing to do with it. Who goes by the
/// newer unit alone takes them for causes.
pub fn decoys(lives: &[Lived], set: LabelSet) -> Vec<Pair> {
    let of_life = |lived: &Lived| {
        let family = Some(lived.life.family);
        decoys_of(&lived.experience, set).into_iter().map(move |pair| Pair { family, ..pair })
    };
    lives.iter().flat_map(of_life).collect()
}

fn decoys_of(experience: &Experience, set: LabelSet) -> Vec<Pair> {
    let log = Log { units: &experience.units, related: causal::related(experience) };
    let unit = |at: usize| Arc::clone(&experience.units[at]);
    let brought_about: BTreeSet<usize> = log
        .related
        .iter()
        .filter(|(_, label)| **label == Label::Causes)
        .map(|((_, newer), _)| *newer)
        .collect();
    let mut pairs = Vec::new();
    for newer in brought_about {
        for older in newer.saturating_sub(NEAR)..newer {
            // For CompassMem what merely follows is a relation too.
            let follows = set == LabelSet::CompassMem && log.merely_follows(older, newer);
            if log.are_unrelated(older, newer) && !follows {
                let (older, newer) = (unit(older), unit(newer));
                pairs.push(Pair { older, newer, label: Label::None, family: None });
            }
        }
    }
    pairs
}

/// Draws so many pairs of each label, as far as there are; `name` names the random stream.
pub fn draw(mut pairs: Vec<Pair>, each: usize, set: LabelSet, name: &str) -> Vec<Pair> {
    let mut stream = Streams::new(super::DRAW).named(&["pairs", name]);
    let mut drawn = Vec::new();
    for label in set.labels() {
        // Of pairs that read the same, one is enough.
        let mut told = BTreeSet::new();
        let (mut of_label, others): (Vec<Pair>, Vec<Pair>) =
            pairs.into_iter().partition(|pair| pair.label == *label);
        of_label.retain(|pair| told.insert((pair.older.words.clone(), pair.newer.words.clone())));
        pairs = others;
        for _ in 0..each.min(of_label.len()) {
            drawn.push(of_label.swap_remove(stream.random_range(0..of_label.len())));
        }
    }
    drawn
}

/// The relations of a life and its units.
struct Log<'a> {
    units: &'a [Arc<MemoryUnit>],
    related: BTreeMap<(usize, usize), Label>,
}

impl Log<'_> {
    /// Whether nothing relates the two: no log entry, and nothing in which one might be seen.
    fn are_unrelated(&self, older: usize, newer: usize) -> bool {
        let (a, b) = (&self.units[older], &self.units[newer]);
        let same_matter = a.evidence().any(|x| b.evidence().any(|y| x.same_matter(y)));
        let same_act = a.actions.iter().any(|x| b.actions.iter().any(|y| x.kind() == y.kind()));
        let about_a_goal = [a, b].iter().any(|unit| tells_a_goal(unit));
        !self.related.contains_key(&(older, newer)) && !same_matter && !same_act && !about_a_goal
    }

    /// CompassMem's relations of what is done to the goal for which it is done.
    fn about_a_goal(&self, older: usize, newer: usize) -> Option<Label> {
        let (a, b) = (&self.units[older], &self.units[newer]);
        if a.goal.is_none() || a.goal != b.goal || a.episode != b.episode {
            return None;
        }
        match (tells_a_goal(a), tells_a_goal(b)) {
            (true, false) if is_act(b) && a.source == Source::Heard => Some(Label::Motivational),
            (false, true) if is_act(a) && b.valence > 0.0 => Some(Label::PartOf),
            _ => None,
        }
    }

    /// Whether the newer came right after the older and nothing else relates them.
    fn merely_follows(&self, older: usize, newer: usize) -> bool {
        let (a, b) = (&self.units[older], &self.units[newer]);
        let is_soon = b.lived.ticks_since(a.lived) < 60 * base::time::TICKS_PER_SECOND;
        let both_done = is_act(a) && is_act(b);
        a.episode == b.episode && is_soon && both_done && self.are_unrelated(older, newer)
    }
}

/// Whether a unit tells of a goal, and not of the world.
fn tells_a_goal(unit: &MemoryUnit) -> bool {
    unit.actions.is_empty() && unit.after.is_empty() && unit.cause.is_empty()
}

fn is_act(unit: &MemoryUnit) -> bool {
    !unit.actions.is_empty()
}

#[cfg(test)]
mod tests {
    use memory::testing;

    use super::*;
    use crate::truth::Truth;

    fn lived(set: LabelSet) -> Vec<Pair> {
        let units = testing::life(90).into_iter().map(Arc::new).collect();
        let experience =
            Experience { units, log: Default::default(), truth: Truth::default(), scored: None };
        pairs(&experience, set)
    }

    #[test]
    fn a_life_has_pairs_with_a_relation_and_without() {
        for set in [LabelSet::BrainMem, LabelSet::CompassMem] {
            let pairs = lived(set);
            assert!(pairs.iter().all(|pair| set.labels().contains(&pair.label)));
            assert!(pairs.iter().all(|pair| pair.older.lived < pair.newer.lived));
            for label in [Label::Premise, Label::None] {
                assert!(pairs.iter().any(|pair| pair.label == label), "{set:?} {label:?}");
            }
        }
    }

    #[test]
    fn a_decoy_comes_with_what_something_else_brought_about() {
        let put = testing::put_in("bread", "toaster", 1, 1);
        let took = testing::took("mug", 1, 2);
        let knife = testing::is("knife", base::State::Sharp, false);
        let heard = testing::heard("the knife is blunt", vec![knife.clone()], 1, 3);
        let slice = base::Action::Slice(testing::noun("pear"), testing::noun("knife"));
        let mut failed = testing::failed(slice, knife, 1, 4);
        failed.refusal = Some(base::Refusal::Blunt);
        let units = [put, took, heard, failed].map(Arc::new).to_vec();
        let experience =
            Experience { units, log: Default::default(), truth: Truth::default(), scored: None };
        let decoys = decoys_of(&experience, LabelSet::BrainMem);
        let words: Vec<&str> = decoys.iter().map(|pair| pair.older.words.as_str()).collect();
        assert_eq!(words, ["I put the bread in the toaster.", "I took the mug."]);
        assert!(decoys.iter().all(|pair| *pair.newer == *experience.units[3]));
    }

    #[test]
    fn a_draw_has_so_many_of_each_label_and_none_that_reads_the_same() {
        let set = LabelSet::BrainMem;
        let drawn = draw(lived(set), 5, set, "test");
        let mut told = BTreeSet::new();
        for label in set.labels() {
            assert!(drawn.iter().filter(|pair| pair.label == *label).count() <= 5);
        }
        for pair in &drawn {
            let words = (pair.label, pair.older.words.clone(), pair.newer.words.clone());
            assert!(told.insert(words), "{pair:?}");
        }
        let again = draw(lived(set), 5, set, "test");
        assert!(drawn.iter().zip(&again).all(|(a, b)| a.older == b.older && a.newer == b.newer));
    }
}
