//! Relations by a language model, alone and after the rules.

use std::sync::OnceLock;

use base::{Digest, Digester};
use memory::MemoryUnit;
use models::{Complete, ModelError, Prompt};

use super::{HeadJudge, Judge, Judgement, Label, LabelSet, RelationRules};
use crate::choice::likeliest;
use crate::lines::one_line;

const PROMPT: &str = include_str!("../../../../assets/language/relation.txt");
const PROMPT_TYPED: &str = include_str!("../../../../assets/language/relation-typed.txt");

/// A language model that weighs the labels. It never abstains.
///
/// A model likes some words whatever is asked: the small ones say "causes" of everything. So what
/// counts is by how much the two experiences make a label's word, with the line break that closes
/// it, more likely than two that say nothing (contextual calibration: Zhao et al. 2021, "Calibrate
/// Before Use").
#[derive(Debug)]
pub struct PromptedJudge<C> {
    name: String,
    model: C,
    set: LabelSet,
    /// How likely each label is when nothing is said.
    prior: OnceLock<Vec<f64>>,
}

/// What stands for an experience that says nothing.
const NOTHING: &str = "N/A";

impl<C: Complete> PromptedJudge<C> {
    /// A judge that asks this model; `name` is what tables call it.
    pub fn new(name: impl Into<String>, model: C, set: LabelSet) -> Self {
        Self { name: name.into(), model, set, prior: OnceLock::new() }
    }

    const fn prompt(set: LabelSet) -> &'static str {
        match set {
            LabelSet::BrainMem => PROMPT,
            LabelSet::CompassMem => PROMPT_TYPED,
        }
    }

    /// The log-likelihood of each label's word after two experiences.
    fn weigh(&self, a: &str, b: &str) -> Result<Vec<f64>, ModelError> {
        let labels = self.set.labels().iter();
        let words: Vec<String> =
            labels.map(|label| format!(" {}\n", self.set.word(*label))).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let shared = format!("{}\n\n", Self::prompt(self.set).trim_end());
        let prompt = Prompt { shared, own: format!("A: {a}\nB: {b}\nRelation of A to B:") };
        let scores = self.model.score(&prompt, &words)?;
        Ok(scores.iter().map(|score| score.log_likelihood).collect())
    }

    /// The fingerprint of the wording of the prompt for these labels.
    pub fn version(set: LabelSet) -> Digest {
        let mut digester = Digester::new("relation prompt");
        digester.str(Self::prompt(set));
        digester.finish()
    }
}

impl<C: Complete> Judge for PromptedJudge<C> {
    fn name(&self) -> &str {
        &self.name
    }

    fn judge(
        &self,
        older: &MemoryUnit,
        newer: &MemoryUnit,
    ) -> Result<Option<Judgement>, ModelError> {
        let prior = match self.prior.get() {
            Some(prior) => prior,
            None => {
                let prior = self.weigh(NOTHING, NOTHING)?;
                self.prior.get_or_init(|| prior)
            }
        };
        let [a, b] = [older, newer].map(|unit| one_line(&unit.words));
        let scores: Vec<f64> =
            self.weigh(&a, &b)?.iter().zip(prior).map(|(score, prior)| score - prior).collect();
        let choice = likeliest(&scores);
        let label = self.set.labels()[choice.index];
        Ok(Some(Judgement { label, confidence: choice.share }))
    }
}

/// The rules, and another judge where they abstain.
///
/// Neither a small model nor a head can tell what made a thing possible from what brought it about:
/// where it says either, what the newer unit is decides. What somebody did was made possible; what
/// happened by itself, and what failed, was caused.
#[derive(Debug)]
pub struct RulesThen<J> {
    name: String,
    rules: RelationRules,
    other: J,
}

/// The rules, and a language model where they abstain.
pub type RulesThenModel<C> = RulesThen<PromptedJudge<C>>;

/// The rules, and a head on embeddings where they abstain.
pub type RulesThenHead<E, H> = RulesThen<HeadJudge<E, H>>;

impl<J: Judge> RulesThen<J> {
    /// A judge that asks this other one where the rules abstain.
    pub fn asking(other: J, set: LabelSet) -> Self {
        let name = format!("rules + {}", other.name());
        Self { name, rules: RelationRules::new(set), other }
    }
}

impl<C: Complete> RulesThenModel<C> {
    /// A judge that asks this model where the rules abstain.
    pub fn new(name: impl Into<String>, model: C, set: LabelSet) -> Self {
        Self::asking(PromptedJudge::new(name, model, set), set)
    }
}

impl<J: Judge> Judge for RulesThen<J> {
    fn name(&self) -> &str {
        &self.name
    }

    fn judge(
        &self,
        older: &MemoryUnit,
        newer: &MemoryUnit,
    ) -> Result<Option<Judgement>, ModelError> {
        if let Some(judged) = self.rules.judge(older, newer)? {
            return Ok(Some(judged));
        }
        let judged = self.other.judge(older, newer)?;
        Ok(judged.map(|judged| match judged.label {
            Label::Premise | Label::Causes => {
                let was_done = !newer.actions.is_empty() && newer.valence >= 0.0;
                let label = if was_done { Label::Premise } else { Label::Causes };
                Judgement { label, ..judged }
            }
            _ => judged,
        }))
    }
}

#[cfg(test)]
mod tests {
    use base::State;
    use memory::testing;
    use models::testing::SharedWords;

    use super::*;

    #[test]
    fn the_model_is_asked_only_where_the_rules_abstain() {
        let judge = RulesThenModel::new("words", SharedWords::default(), LabelSet::BrainMem);
        let put = testing::put_in("bread", "toaster", 1, 1);
        let toasted = testing::noticed("bread", State::Toasted, 1, 9);
        let judged = judge.judge(&put, &toasted).expect("it cannot fail").expect("a rule decides");
        assert_eq!((judged.label, judged.confidence), (Label::Causes, f64::from(0.8_f32)));
        let (mug, pan) = (testing::took("red mug", 1, 1), testing::took("blue pan", 2, 9));
        let judged = judge.judge(&mug, &pan).expect("it cannot fail");
        assert!(judged.is_some(), "the model never abstains");
    }

    #[test]
    fn every_example_ends_in_a_label_of_the_set() {
        for set in [LabelSet::BrainMem, LabelSet::CompassMem] {
            let examples = PromptedJudge::<SharedWords>::prompt(set).lines();
            let given: Vec<&str> =
                examples.filter_map(|line| line.strip_prefix("Relation of A to B: ")).collect();
            for label in set.labels() {
                assert!(given.contains(&set.word(*label)), "{label:?} has no example");
            }
            let known = |word: &&str| set.labels().iter().any(|label| set.word(*label) == *word);
            assert!(given.iter().all(known), "{given:?}");
        }
    }
}
