//! The most likely of several continuations.

use models::{Complete, ModelError, Prompt};

/// What a model chose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// Which candidate; of equally likely ones the first.
    pub index: usize,
    /// Its share of the likelihood of all candidates, from 0 to 1.
    pub share: f64,
}

/// Chooses among continuations of a prompt by their summed log-likelihood.
///
/// # Errors
///
/// When the model fails.
///
/// # Panics
///
/// When there are no candidates.
pub fn choose<C: Complete + ?Sized>(
    model: &C,
    prompt: &Prompt,
    candidates: &[&str],
) -> Result<Choice, ModelError> {
    assert!(!candidates.is_empty(), "there is something to choose from");
    let scores = model.score(prompt, candidates)?;
    let mut index = 0;
    for (other, score) in scores.iter().enumerate() {
        if score.log_likelihood > scores[index].log_likelihood {
            index = other;
        }
    }
    let best = scores[index].log_likelihood;
    let all: f64 = scores.iter().map(|score| libm::exp(score.log_likelihood - best)).sum();
    Ok(Choice { index, share: 1.0 / all })
}
