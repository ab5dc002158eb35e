//! Probes on hidden states: what they learn from, and how they do in words that they never saw.

use std::collections::BTreeMap;

use language::extract::probe::Slot;
use models::{Classify, Example, ModelError};
use serde::{Deserialize, Serialize};

use super::extraction::{Material, Words};
use super::wording::Observation;

/// How many observations a probe learns from: in free English, and by templates. There are many acts,
/// so that their probe takes more.
const fn learned(slot: Slot) -> [(Words, usize); 2] {
    match slot {
        Slot::Event => [(Words::DevParaphrases, 450), (Words::Templates, 250)],
        Slot::Act => [(Words::DevParaphrases, 450), (Words::Templates, 900)],
    }
}

/// In how many parts cross-validation cuts the wordings.
pub const FOLDS: usize = 10;

/// The observations that a probe learns from: no held-out template and no paraphrase that is reported
/// is among them.
pub fn learned_from(material: &Material, slot: Slot) -> Vec<Observation> {
    let of = |(words, count)| material.observations(words, count, 0);
    let all = learned(slot).into_iter().flat_map(of);
    all.filter(|observation| slot.class(&observation.truth).is_some()).collect()
}

/// How a probe filled a slot.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbeScore {
    /// The model whose hidden states it sees.
    pub model: String,
    /// Which slot.
    pub slot: String,
    /// After which layer, from 0.
    pub layer: usize,
    /// In how many wordings.
    pub wordings: usize,
    /// For each class that was true of something, how often it was, and how often that was said.
    pub classes: BTreeMap<String, (usize, usize)>,
}

impl ProbeScore {
    /// How many observations it was asked about.
    pub fn observations(&self) -> usize {
        self.classes.values().map(|(all, _)| all).sum()
    }

    /// The share of them that it told right.
    pub fn share_right(&self) -> f64 {
        let right: usize = self.classes.values().map(|(_, right)| right).sum();
        right as f64 / self.observations().max(1) as f64
    }

    /// Counts what a probe says of examples.
    ///
    /// # Errors
    ///
    /// When it takes another number of features.
    pub fn count(&mut self, probe: &dyn Classify, examples: &[&Example]) -> Result<(), ModelError> {
        let classes = probe.classes();
        for example in examples {
            let shares = probe.classify(&example.features)?;
            let said = language::choice::likeliest(&shares).index;
            let (all, right) = self.classes.entry(classes[example.class].clone()).or_default();
            *all += 1;
            *right += usize::from(said == example.class);
        }
        Ok(())
    }
}

/// Cross-validation by wording: the observations of a template or a paraphrase are told by a probe that
/// has learned from none of its words. `examples` are those of the observations, in their order.
///
/// # Errors
///
/// When a probe cannot be trained, or takes another number of features.
pub fn leaving_out_wordings<H: Classify, E: From<ModelError>>(
    observations: &[Observation],
    examples: &[Example],
    fit: impl Fn(&[Example]) -> Result<H, E>,
) -> Result<ProbeScore, E> {
    let mut wordings: BTreeMap<&str, Vec<&Example>> = BTreeMap::new();
    for (observation, example) in observations.iter().zip(examples) {
        wordings.entry(&observation.wording).or_default().push(example);
    }
    let mut score = ProbeScore { wordings: wordings.len(), ..ProbeScore::default() };
    for fold in 0..FOLDS.min(wordings.len()) {
        let (mut left_out, mut learned): (Vec<&Example>, Vec<Example>) = Default::default();
        for (at, of_wording) in wordings.values().enumerate() {
            if at % FOLDS == fold {
                left_out.extend(of_wording);
            } else {
                learned.extend(of_wording.iter().map(|example| (*example).clone()));
            }
        }
        score.count(&fit(&learned)?, &left_out)?;
    }
    Ok(score)
}

#[cfg(test)]
mod tests {
    use language::{Event, Reading};
    use models::Fingerprint;

    use super::*;

    /// Knows the numbers that it has seen, and takes everything else for the first class.
    struct ByHeart(Vec<Example>, Fingerprint, Vec<String>);

    fn by_heart(learned: &[Example]) -> ByHeart {
        ByHeart(learned.to_vec(), Fingerprint::of(&[]), Slot::Event.classes())
    }

    impl Classify for ByHeart {
        fn fingerprint(&self) -> &Fingerprint {
            &self.1
        }
        fn trained_on(&self) -> &Fingerprint {
            &self.1
        }
        fn classes(&self) -> &[String] {
            &self.2
        }
        fn features(&self) -> usize {
            1
        }
        fn classify(&self, features: &[f32]) -> Result<Vec<f64>, ModelError> {
            let known = self.0.iter().find(|example| example.features == features);
            let class = known.map_or(0, |example| example.class);
            Ok((0..4).map(|at| f64::from(u8::from(at == class))).collect())
        }
    }

    #[test]
    fn no_probe_has_seen_the_wording_that_it_is_asked_about() {
        let observation = |at: usize| Observation {
            words: String::new(),
            truth: Reading::of(Event::Saw),
            wording: format!("wording {}", at / 2),
        };
        let observations: Vec<Observation> = (0..60).map(observation).collect();
        // Two of a wording have the same numbers.
        let example = |at: usize| Example { features: vec![(at / 2) as f32], class: 3 };
        let examples: Vec<Example> = (0..60).map(example).collect();
        let fit = |learned: &[Example]| -> Result<ByHeart, ModelError> {
            assert_eq!(learned.len(), 54);
            Ok(by_heart(learned))
        };
        let score = leaving_out_wordings(&observations, &examples, fit);
        let score = score.expect("it cannot fail");
        assert_eq!((score.wordings, score.classes["saw"]), (30, (60, 0)));
        assert!((score.share_right() - 0.0).abs() < 1e-9);
        let all = by_heart(&examples);
        let mut known = ProbeScore::default();
        known.count(&all, &examples.iter().collect::<Vec<_>>()).expect("it cannot fail");
        assert!((known.share_right() - 1.0).abs() < 1e-9);
    }
}
