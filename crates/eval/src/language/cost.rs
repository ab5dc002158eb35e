//! What a model was asked, counted.

use std::sync::Mutex;

use models::{Complete, Continuation, Fingerprint, GenerateLimits, Generated, ModelError, Prompt};
use serde::{Deserialize, Serialize};

/// What was asked of a model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Prompts for which something was scored.
    pub calls: u64,
    /// Continuations scored.
    pub continuations: u64,
    /// Tokens of these continuations.
    pub tokens: u64,
    /// CPU seconds, where somebody looked at a clock and every answer was computed.
    pub cpu_seconds: Option<f64>,
}

/// A model whose questions are counted.
#[derive(Debug)]
pub struct Counted<C> {
    inner: C,
    cost: Mutex<Cost>,
}

impl<C> Counted<C> {
    /// Counts from nothing.
    pub fn new(inner: C) -> Self {
        Self { inner, cost: Mutex::default() }
    }

    /// What was asked since it was last taken.
    pub fn take(&self) -> Cost {
        std::mem::take(&mut *self.cost.lock().expect("counting cannot fail"))
    }

    /// The model.
    pub const fn inner(&self) -> &C {
        &self.inner
    }
}

impl<C: Complete> Complete for Counted<C> {
    fn fingerprint(&self) -> &Fingerprint {
        self.inner.fingerprint()
    }

    fn context_tokens(&self) -> usize {
        self.inner.context_tokens()
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        self.inner.count_tokens(text)
    }

    fn score(
        &self,
        prompt: &Prompt,
        continuations: &[&str],
    ) -> Result<Vec<Continuation>, ModelError> {
        let scores = self.inner.score(prompt, continuations)?;
        let mut cost = self.cost.lock().expect("counting cannot fail");
        cost.calls += 1;
        cost.continuations += scores.len() as u64;
        cost.tokens += scores.iter().map(|score| u64::from(score.tokens)).sum::<u64>();
        drop(cost);
        Ok(scores)
    }

    fn generate(&self, prompt: &Prompt, limits: &GenerateLimits) -> Result<Generated, ModelError> {
        self.inner.generate(prompt, limits)
    }
}
