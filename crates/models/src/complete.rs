//! A prompt in, scored or written continuations out.
//!
//! A completion is the most likely one, or a drawn one with the seed in the question: asking again gives
//! the same answer. Chat templates are absent too: whoever writes the prompt knows the model it is for and
//! puts its marks into the text.

mod through;

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::error::ModelError;
use crate::fingerprint::Fingerprint;

/// A language model that continues text.
pub trait Complete: Send + Sync {
    /// Which model this is.
    fn fingerprint(&self) -> &Fingerprint;

    /// How many tokens prompt and continuation may have together.
    fn context_tokens(&self) -> usize;

    /// How many tokens a text has, for budgets.
    ///
    /// # Errors
    ///
    /// When the text cannot be cut into tokens.
    fn count_tokens(&self, text: &str) -> Result<usize, ModelError>;

    /// How likely each continuation is after the prompt, in the order of the continuations.
    ///
    /// A continuation ends with the mark that closes it (a quote, a line break), else short ones
    /// win unfairly. The score of one does not depend on the others. Prompt and continuation are
    /// cut into tokens separately.
    ///
    /// # Errors
    ///
    /// When prompt and continuation do not fit into the context, or the model fails.
    fn score(
        &self,
        prompt: &Prompt,
        continuations: &[&str],
    ) -> Result<Vec<Continuation>, ModelError>;

    /// Which continuation is the likeliest; of equally likely ones the first.
    ///
    /// The same as scoring all and taking the greatest, to the bit. A model need not score all: one
    /// whose beginning is less likely than another whole continuation cannot be the likeliest.
    ///
    /// # Errors
    ///
    /// As [`Complete::score`], and when there is no continuation.
    fn choose(&self, prompt: &Prompt, continuations: &[&str]) -> Result<Chosen, ModelError> {
        let scores = self.score(prompt, continuations)?;
        Chosen::among(&scores)
            .ok_or_else(|| ModelError::NothingToChoose { text: prompt.own.clone() })
    }

    /// Writes the most likely continuation of the prompt, token by token; of equally likely tokens
    /// the lower id. With [`GenerateLimits::sampling`] tokens are drawn instead.
    ///
    /// # Errors
    ///
    /// When the prompt does not fit into the context, the JSON schema makes no sense or cannot be
    /// followed, the sampling asks for the impossible, or the model fails.
    fn generate(&self, prompt: &Prompt, limits: &GenerateLimits) -> Result<Generated, ModelError>;

    /// How many bytes the state after a beginning ([`Prompt::shared`]) takes for each of its tokens
    /// while it is kept; 0 where no states are kept, or where nobody knows.
    fn state_bytes_per_token(&self) -> u64 {
        0
    }

    /// Forgets what is kept after this beginning; the next question about it reads it again. Changes
    /// no answer.
    fn release(&self, _shared: &str) {}
}

/// What a model is to continue.
///
/// The two parts are fed one after the other, always cut at this place: where a prompt is cut
/// changes the last bits of a score, so the cut is part of the question.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Prompt {
    /// What many prompts begin with (instructions, examples). A model may keep its state after it.
    /// May be empty.
    pub shared: String,
    /// What only this prompt says.
    pub own: String,
}

/// How likely a model finds one continuation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Continuation {
    /// The natural logarithm of the likelihood: zero or less, summed over the tokens.
    pub log_likelihood: f64,
    /// How many tokens the continuation has.
    pub tokens: u32,
}

/// The likeliest of some continuations.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Chosen {
    /// Its place among them, from 0.
    pub index: usize,
    /// How likely it is.
    pub score: Continuation,
}

impl Chosen {
    /// The likeliest of these scores, of equals the first; none where there are none.
    pub fn among(scores: &[Continuation]) -> Option<Self> {
        let better = |best: usize, at: usize| {
            let is_greater = scores[at].log_likelihood > scores[best].log_likelihood;
            if is_greater { at } else { best }
        };
        let index = (0..scores.len()).reduce(better)?;
        Some(Self { index, score: scores[index] })
    }
}

/// When to stop writing, and in which shape to write. The default writes nothing: set the tokens.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GenerateLimits {
    /// The most tokens to write.
    pub tokens: u32,
    /// Texts that end the writing; the one that did is not part of the answer.
    pub stop: Vec<String>,
    /// A JSON schema that the answer follows, token by token; `None` for free text.
    pub json_schema: Option<String>,
    /// How tokens are drawn; `None` for the most likely ones.
    #[serde(default)]
    pub sampling: Option<Sampling>,
}

impl GenerateLimits {
    /// Free text of at most so many tokens, the most likely ones.
    #[must_use]
    pub fn new(tokens: u32) -> Self {
        Self { tokens, ..Self::default() }
    }
}

/// How tokens are drawn: from the most likely ones that together reach a share (nucleus sampling,
/// Holtzman et al. 2020), after the temperature. The numbers are whole, so that a question has one
/// digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sampling {
    /// In thousandths, above zero: 1000 draws as the model finds likely, less is surer.
    pub temperature_permille: u32,
    /// In thousandths, from 1 to 1000: 1000 leaves no token out.
    pub top_p_permille: u32,
    /// The same seed draws the same tokens.
    pub seed: u64,
}

/// What a model wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generated {
    /// The text.
    pub text: String,
    /// How many tokens it has.
    pub tokens: u32,
    /// Why it ends where it ends.
    pub finish: Finish,
}

/// Why a generated text ends where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Finish {
    /// The model said that it is done, or the JSON value is complete.
    Done,
    /// One of [`GenerateLimits::stop`] came.
    Stop,
    /// [`GenerateLimits::tokens`] were written, so the text may break off in the middle.
    Limit,
    /// The same tokens came over and over, so that the rest would be more of them.
    Repeats,
}

impl<T: Complete + ?Sized> Complete for &T {
    crate::complete_through!(Deref::deref);
}

impl<T: Complete + ?Sized> Complete for Arc<T> {
    crate::complete_through!(Deref::deref);
}

impl<T: Complete + ?Sized> Complete for Box<T> {
    crate::complete_through!(Deref::deref);
}
