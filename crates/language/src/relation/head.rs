//! Relations by a small trained classifier on the embeddings of the two units' words.
//!
//! It sees the words and nothing else: no fact, no time, no place. Its numbers are those of sentence
//! pairs in InferSent (Conneau et al. 2017, "Supervised Learning of Universal Sentence
//! Representations"): both vectors, how far they are apart in each number, and their product.

use memory::MemoryUnit;
use models::{Classify, Embed, Example, ModelError, Vector};

use super::{Judge, Judgement, Label, LabelSet};
use crate::heads::{WrongHead, check};

/// A head on an embedder. It never abstains.
#[derive(Debug)]
pub struct HeadJudge<E, H> {
    name: String,
    embedder: E,
    head: H,
    labels: Vec<Label>,
}

impl<E: Embed, H: Classify> HeadJudge<E, H> {
    /// A judge of this head over this embedder; `name` is what tables call it.
    ///
    /// # Errors
    ///
    /// When the head was trained for other labels, or on another embedder.
    pub fn new(
        name: impl Into<String>,
        embedder: E,
        head: H,
        set: LabelSet,
    ) -> Result<Self, WrongHead> {
        let words: Vec<String> =
            set.labels().iter().map(|label| set.word(*label).to_owned()).collect();
        check(&head, &embedder, PARTS, &words)?;
        Ok(Self { name: name.into(), embedder, head, labels: set.labels().to_vec() })
    }
}

impl<E: Embed, H: Classify> Judge for HeadJudge<E, H> {
    fn name(&self) -> &str {
        &self.name
    }

    fn judge(
        &self,
        older: &MemoryUnit,
        newer: &MemoryUnit,
    ) -> Result<Option<Judgement>, ModelError> {
        let shares = self.head.classify(&features(&self.embedder, older, newer)?)?;
        let mut best: Option<Judgement> = None;
        for (label, confidence) in self.labels.iter().zip(shares) {
            if best.is_none_or(|best| confidence > best.confidence) {
                best = Some(Judgement { label: *label, confidence });
            }
        }
        Ok(best)
    }
}

/// Both vectors, their difference and their product.
const PARTS: usize = 4;

/// What a head sees of two units: four numbers for each dimension of the embedder.
///
/// # Errors
///
/// When the embedder fails.
pub fn features(
    embedder: &dyn Embed,
    older: &MemoryUnit,
    newer: &MemoryUnit,
) -> Result<Vec<f32>, ModelError> {
    let vectors = embedder.embed(&[older.words.as_str(), newer.words.as_str()])?;
    match vectors.as_slice() {
        [a, b] => Ok(joined(a, b)),
        other => Err(ModelError::WrongCount { asked: 2, answered: other.len() }),
    }
}

/// A pair of units as an example; the classes are the labels of the set.
///
/// # Errors
///
/// When the embedder fails.
///
/// # Panics
///
/// When the set has no such label.
pub fn example(
    embedder: &dyn Embed,
    older: &MemoryUnit,
    newer: &MemoryUnit,
    label: Label,
    set: LabelSet,
) -> Result<Example, ModelError> {
    let class = set.labels().iter().position(|other| *other == label);
    let class = class.expect("a pair has a label of its set");
    Ok(Example { features: features(embedder, older, newer)?, class })
}

/// The numbers of a vector of length one are small, the more of them the smaller: they are scaled so
/// that each is about 1 in size, and their products too.
fn joined(a: &Vector, b: &Vector) -> Vec<f32> {
    let scale = (a.dimension() as f32).sqrt();
    let pairs = || a.as_slice().iter().zip(b.as_slice()).map(|(a, b)| (a * scale, b * scale));
    let mut joined = Vec::with_capacity(PARTS * a.dimension());
    joined.extend(pairs().map(|(a, _)| a));
    joined.extend(pairs().map(|(_, b)| b));
    joined.extend(pairs().map(|(a, b)| (a - b).abs()));
    joined.extend(pairs().map(|(a, b)| a * b));
    joined
}

#[cfg(test)]
mod tests {
    use memory::testing;
    use models::Fingerprint;
    use models::testing::HashedWords;

    use super::*;

    /// Takes so many numbers, and finds the class likeliest that is the last but one.
    struct LastButOne {
        fingerprint: Fingerprint,
        trained_on: Fingerprint,
        classes: Vec<String>,
        features: usize,
    }

    impl LastButOne {
        fn of(set: LabelSet, features: usize) -> Self {
            let classes = set.labels().iter().map(|label| set.word(*label).to_owned()).collect();
            let trained_on = *HashedWords::new(WIDTH).fingerprint();
            Self { fingerprint: Fingerprint::of(&[]), trained_on, classes, features }
        }
    }

    impl Classify for LastButOne {
        fn fingerprint(&self) -> &Fingerprint {
            &self.fingerprint
        }
        fn trained_on(&self) -> &Fingerprint {
            &self.trained_on
        }
        fn classes(&self) -> &[String] {
            &self.classes
        }
        fn features(&self) -> usize {
            self.features
        }
        fn classify(&self, features: &[f32]) -> Result<Vec<f64>, ModelError> {
            assert_eq!(features.len(), self.features);
            let mut shares = vec![0.1; self.classes.len()];
            shares[self.classes.len() - 2] = 0.6;
            Ok(shares)
        }
    }

    const WIDTH: usize = 64;

    #[test]
    fn the_likeliest_class_is_the_label() {
        let (mug, pan) = (testing::took("red mug", 1, 1), testing::took("blue pan", 2, 9));
        let label = |set: LabelSet| {
            let head = LastButOne::of(set, PARTS * WIDTH);
            let judge = HeadJudge::new("head", HashedWords::new(WIDTH), head, set);
            let judged = judge.expect("they fit").judge(&mug, &pan).expect("hashing cannot fail");
            judged.map(|judged| (judged.label, judged.confidence))
        };
        assert_eq!(label(LabelSet::BrainMem), Some((Label::Opposite, 0.6)));
        assert_eq!(label(LabelSet::CompassMem), Some((Label::Temporal, 0.6)));
    }

    #[test]
    fn a_head_for_something_else_is_refused() {
        let refused = |head: LastButOne| {
            let judge = HeadJudge::new("head", HashedWords::new(WIDTH), head, LabelSet::BrainMem);
            judge.err().expect("it is refused").to_string()
        };
        let other = refused(LastButOne::of(LabelSet::CompassMem, PARTS * WIDTH));
        assert!(other.starts_with("a head with the classes [\"causal\","), "{other}");
        let head = LastButOne::of(LabelSet::BrainMem, PARTS * WIDTH);
        let stranger = refused(LastButOne { trained_on: Fingerprint::of(&[]), ..head });
        assert!(stranger.starts_with("a head for vectors of model "), "{stranger}");
        let narrow = refused(LastButOne::of(LabelSet::BrainMem, 7));
        assert!(narrow.contains("takes 7 numbers") && narrow.contains("the 256 that"), "{narrow}");
    }

    #[test]
    fn a_head_sees_both_and_how_they_differ() {
        let embedder = HashedWords::new(WIDTH);
        let unit = testing::took("red mug", 1, 1);
        let seen = features(&embedder, &unit, &unit).expect("hashing cannot fail");
        let parts: Vec<&[f32]> = seen.chunks_exact(WIDTH).collect();
        assert_eq!(parts.len(), PARTS);
        assert_eq!(parts[0], parts[1]);
        assert!(parts[2].iter().all(|number| *number == 0.0), "the same words do not differ");
        let mean: f32 = parts[3].iter().sum::<f32>() / WIDTH as f32;
        assert!((mean - 1.0).abs() < 1e-5, "{mean}");
        let other = testing::put_in("red mug", "drawer", 1, 2);
        let [there, back] = [(&unit, &other), (&other, &unit)]
            .map(|(a, b)| features(&embedder, a, b).expect("hashing cannot fail"));
        assert_ne!(there, back, "the order of the two is seen");
        let example = example(&embedder, &unit, &other, Label::Premise, LabelSet::BrainMem);
        assert_eq!(example, Ok(Example { features: there, class: 0 }));
    }
}
