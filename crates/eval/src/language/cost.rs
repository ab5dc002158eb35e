//! What a model was asked, counted.

use std::sync::Mutex;

use models::{Chosen, Complete, Continuation, ModelError, Prompt};
use serde::{Deserialize, Serialize};

/// What was asked of a model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Prompts for which something was scored or chosen.
    pub calls: u64,
    /// Continuations to score or to choose from.
    pub continuations: u64,
    /// Tokens of these continuations; of a choice only those of the chosen one.
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

    fn count(&self, continuations: &[&str], tokens: u64) {
        let mut cost = self.cost.lock().expect("counting cannot fail");
        cost.calls += 1;
        cost.continuations += continuations.len() as u64;
        cost.tokens += tokens;
    }

    /// The model.
    pub const fn inner(&self) -> &C {
        &self.inner
    }
}

impl<C: Complete> Complete for Counted<C> {
    models::complete_through!(Self::inner, but score, choose);

    fn score(
        &self,
        prompt: &Prompt,
        continuations: &[&str],
    ) -> Result<Vec<Continuation>, ModelError> {
        let scores = self.inner.score(prompt, continuations)?;
        self.count(continuations, scores.iter().map(|score| u64::from(score.tokens)).sum());
        Ok(scores)
    }

    fn choose(&self, prompt: &Prompt, continuations: &[&str]) -> Result<Chosen, ModelError> {
        let chosen = self.inner.choose(prompt, continuations)?;
        self.count(continuations, u64::from(chosen.score.tokens));
        Ok(chosen)
    }
}
