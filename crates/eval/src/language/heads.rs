//! Heads on embeddings: what they are trained on, and how they do on families that they never saw.

use std::collections::BTreeSet;

use language::{Judge, LabelSet, RelationRules, relation};
use models::{Embed, Example, ModelError};
use serde::{Deserialize, Serialize};

use super::pairs::Pair;
use super::relations::{RelationScore, measure};

/// What a head was trained on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trained {
    /// The judge that it is, or is a part of.
    pub judge: String,
    /// Its labels.
    pub set: LabelSet,
    /// How many examples it was trained on.
    pub examples: usize,
    /// How many weights it has.
    pub weights: usize,
    /// Of the pairs that it judged, how many read like one of the examples.
    pub known: usize,
}

/// The pairs as examples.
///
/// # Errors
///
/// When the embedder fails.
pub fn examples(
    pairs: &[Pair],
    set: LabelSet,
    embedder: &dyn Embed,
) -> Result<Vec<Example>, ModelError> {
    let example =
        |pair: &Pair| relation::example(embedder, &pair.older, &pair.newer, pair.label, set);
    pairs.iter().map(example).collect()
}

/// The pairs from which the rules abstain.
///
/// # Errors
///
/// Never: rules cannot fail.
pub fn left_open(pairs: &[Pair], set: LabelSet) -> Result<Vec<Pair>, ModelError> {
    let rules = RelationRules::new(set);
    let mut open = Vec::new();
    for pair in pairs {
        if rules.judge(&pair.older, &pair.newer)?.is_none() {
            open.push(pair.clone());
        }
    }
    Ok(open)
}

/// How many of the pairs read like one of the others, word by word.
pub fn read_alike(pairs: &[Pair], others: &[Pair]) -> usize {
    let words = |pair: &Pair| (pair.older.words.clone(), pair.newer.words.clone());
    let known: BTreeSet<(String, String)> = others.iter().map(words).collect();
    pairs.iter().filter(|pair| known.contains(&words(pair))).count()
}

/// Cross-validation by family: the pairs of each family are judged by what `fit` makes when it may
/// learn from all other families. Pairs without a family are a family of their own.
///
/// # Errors
///
/// When a judge cannot be made, or fails.
pub fn leaving_out_families<E: From<ModelError>>(
    set: LabelSet,
    measured: &[Pair],
    fit: &dyn Fn(Option<u8>) -> Result<Box<dyn Judge>, E>,
) -> Result<Option<RelationScore>, E> {
    let families: BTreeSet<Option<u8>> = measured.iter().map(|pair| pair.family).collect();
    let mut sum: Option<RelationScore> = None;
    for family in families {
        let judge = fit(family)?;
        let of_family = measured.iter().filter(|pair| pair.family == family);
        let score = measure(&*judge, set, &of_family.cloned().collect::<Vec<Pair>>())?;
        match &mut sum {
            Some(sum) => sum.add(&score),
            None => sum = Some(score),
        }
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use language::{Judgement, Label};
    use memory::{MemoryUnit, testing};

    use super::*;

    /// Says `analogous` of what it was fitted on, and `none` of everything else.
    struct ByHeart(Vec<Pair>);

    impl Judge for ByHeart {
        fn name(&self) -> &str {
            "by heart"
        }
        fn judge(
            &self,
            older: &MemoryUnit,
            newer: &MemoryUnit,
        ) -> Result<Option<Judgement>, ModelError> {
            let knows = self.0.iter().any(|pair| *pair.older == *older && *pair.newer == *newer);
            let label = if knows { Label::Analogous } else { Label::None };
            Ok(Some(Judgement { label, confidence: 1.0 }))
        }
    }

    fn pairs() -> Vec<Pair> {
        let pair = |(at, thing): (usize, &str)| Pair {
            older: Arc::new(testing::took(&format!("red {thing}"), 1, 1)),
            newer: Arc::new(testing::took(&format!("blue {thing}"), 1, 9)),
            label: Label::Analogous,
            family: Some(at as u8 / 2),
        };
        ["mug", "pan", "pot", "cup", "jar"].into_iter().enumerate().map(pair).collect()
    }

    #[test]
    fn no_judge_has_seen_the_family_that_it_judges() {
        let pairs = pairs();
        let fit = |family: Option<u8>| -> Result<Box<dyn Judge>, ModelError> {
            let others = pairs.iter().filter(|pair| pair.family != family);
            Ok(Box::new(ByHeart(others.cloned().collect())))
        };
        let score = leaving_out_families(LabelSet::BrainMem, &pairs, &fit);
        let score = score.expect("it cannot fail").expect("there are pairs");
        assert_eq!((score.pairs(), score.confusion[2][4]), (5, 5), "{score:?}");
    }

    #[test]
    fn what_reads_alike_is_counted() {
        let pairs = pairs();
        assert_eq!(read_alike(&pairs, &pairs[..2]), 2);
        let open = left_open(&pairs, LabelSet::BrainMem).expect("rules cannot fail");
        assert!(open.is_empty(), "the rules call them analogous");
    }
}
