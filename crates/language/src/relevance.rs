//! How relevant a unit is to a question, by a language model.
//!
//! All candidates are weighed in one batch. The question is the prompt; each candidate is scored twice
//! as its continuation, once closed by "yes" and once by "no". The unit's own words are equally likely
//! in both, so the difference of the two is the log-odds of its being relevant.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use base::{Digest, Digester};
use memory::{AssessRelevance, MemoryUnit, Question};
use models::{Complete, ModelError, Prompt};

use crate::lines::one_line;

const PROMPT: &str = include_str!("../../../assets/language/relevance.txt");

/// What a judge of relevance has asked of its model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Judged {
    /// Questions put.
    pub calls: u64,
    /// Memories judged.
    pub memories: u64,
    /// Tokens of the questions, and of the memories closed by yes and by no.
    pub tokens: u64,
}

impl Judged {
    /// What was asked since then.
    #[must_use]
    pub fn since(self, then: Self) -> Self {
        Self {
            calls: self.calls - then.calls,
            memories: self.memories - then.memories,
            tokens: self.tokens - then.tokens,
        }
    }
}

/// Judges relevance by the log-odds of yes and no. What was judged is kept and not asked again.
pub struct PromptedRelevance<C> {
    model: C,
    notes: Mutex<Notes>,
}

#[derive(Default)]
struct Notes {
    judged: BTreeMap<(String, String), f32>,
    used: Judged,
}

impl<C: Complete> PromptedRelevance<C> {
    /// A judge that asks this model.
    pub fn new(model: C) -> Self {
        Self { model, notes: Mutex::default() }
    }

    /// The fingerprint of the wording of the prompt.
    pub fn version() -> Digest {
        let mut digester = Digester::new("relevance prompt");
        digester.str(PROMPT);
        digester.finish()
    }

    /// How many pairs of a question and a unit were judged so far.
    pub fn judged(&self) -> usize {
        self.notes().judged.len()
    }

    /// What the model was asked so far.
    pub fn used(&self) -> Judged {
        self.notes().used
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(
        &self,
        question: &str,
        memories: &[String],
        used: &mut Judged,
    ) -> Result<Vec<f32>, ModelError> {
        let prompt = Prompt {
            shared: format!("{}\n", PROMPT.trim_end()),
            own: format!("Question: {question}\n"),
        };
        let closed: Vec<String> = memories
            .iter()
            .flat_map(|words| {
                ["yes", "no"].map(|answer| format!("Memory: {words}\nHelps: {answer}\n"))
            })
            .collect();
        let closed: Vec<&str> = closed.iter().map(String::as_str).collect();
        let scores = self.model.score(&prompt, &closed)?;
        let put =
            self.model.count_tokens(&prompt.shared)? + self.model.count_tokens(&prompt.own)?;
        let weighed: u64 = scores.iter().map(|score| u64::from(score.tokens)).sum();
        used.calls += 1;
        used.memories += memories.len() as u64;
        used.tokens += put as u64 + weighed;
        let odds = |pair: &[models::Continuation]| {
            let log_odds = pair[0].log_likelihood - pair[1].log_likelihood;
            (1.0 / (1.0 + libm::exp(-log_odds))) as f32
        };
        Ok(scores.chunks_exact(2).map(odds).collect())
    }
}

impl<C: Complete> AssessRelevance for PromptedRelevance<C> {
    fn assess(&self, question: &Question, units: &[&MemoryUnit]) -> Result<Vec<f32>, String> {
        let asked = one_line(&question.ask.to_string());
        let memories: Vec<String> = units.iter().map(|unit| one_line(&unit.words)).collect();
        let Notes { judged, used } = &mut *self.notes();
        let mut missing: Vec<String> = Vec::new();
        for words in &memories {
            let is_known = judged.contains_key(&(asked.clone(), words.clone()));
            if !is_known && !missing.contains(words) {
                missing.push(words.clone());
            }
        }
        if !missing.is_empty() {
            let relevances = self.ask(&asked, &missing, used).map_err(|error| error.to_string())?;
            let keys = missing.into_iter().map(|words| (asked.clone(), words));
            judged.extend(keys.zip(relevances));
        }
        Ok(memories.into_iter().map(|words| judged[&(asked.clone(), words)]).collect())
    }
}

impl<C> fmt::Debug for PromptedRelevance<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromptedRelevance").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use base::SimTime;
    use memory::{Ask, testing};
    use models::testing::SharedWords;

    use super::*;

    #[test]
    fn what_was_judged_is_not_asked_again() {
        let judge = PromptedRelevance::new(SharedWords::default());
        let mug = testing::put_in("mug", "drawer", 1, 1);
        let pan = testing::took("pan", 1, 2);
        let question = Question::new(Ask::WhereIs(testing::noun("mug")), SimTime(9));
        let first = judge.assess(&question, &[&mug, &pan, &mug]).expect("it cannot fail");
        assert_eq!((first.len(), judge.judged()), (3, 2));
        assert_eq!(first[0].to_bits(), first[2].to_bits());
        assert!(first.iter().all(|relevance| (0.0..=1.0).contains(relevance)));
        let again = judge.assess(&question, &[&pan]).expect("it cannot fail");
        assert_eq!((again[0].to_bits(), judge.judged()), (first[1].to_bits(), 2));
        let used = judge.used();
        assert_eq!((used.calls, used.memories), (1, 2));
        assert!(used.tokens > 4, "{used:?}");
        assert_eq!(used.since(used), Judged::default());
    }
}
