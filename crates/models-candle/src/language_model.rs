//! A language model from a GGUF file: scores many continuations of one prompt, and writes one.
//!
//! Decoders of the Llama, Qwen2, Qwen3 and Gemma 3 families, with the tokenizer that is in the file.
//! candle reads the file; the arithmetic is ours, see `arithmetic.rs`.
//!
//! **The same question always gives the same bits**, on every processor. A score depends on the
//! prompt and on its own continuation: not on other continuations, not on what is kept of a prompt's
//! beginning, not on how the tokens are cut into calls. Continuations that begin alike share the rows
//! of what they share.
//!
//! **Threads.** Everything runs on the calling thread; several may ask at once.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use models::{
    Chosen, Complete, Continuation, Fingerprint, GenerateLimits, Generated, ModelEntry, ModelError,
    Prompt,
};
use pulp::Arch;

use crate::store::{Opened, Store};

mod answer;
mod choose;
mod decoder;
mod error;
mod gguf;
mod kept;
mod likeliest;
mod schema;
mod shape;
mod tokenizer;
mod weights;

pub use error::GgufError;

use decoder::{Decoder, Past};
use gguf::{Gguf, in_words};
use kept::Kept;
use schema::Schemas;
use shape::Shape;
use tokenizer::Tokens;
use weights::Weights;

/// A language model that runs from a local GGUF file.
///
/// ```no_run
/// use models::{Complete, Prompt};
/// use models_candle::{LanguageModel, LanguageOptions, manifest, store::{Store, default_directory}};
///
/// let store = Store::new(default_directory(|name| std::env::var_os(name))?);
/// let model = LanguageModel::load(&store, manifest().model("planner")?, &LanguageOptions::default())?;
/// let prompt = Prompt { shared: "The opposite of hot is".into(), own: String::new() };
/// let scores = model.score(&prompt, &[" cold.", " warm."])?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LanguageModel {
    name: String,
    fingerprint: Fingerprint,
    decoder: Decoder,
    tokens: Tokens,
    context_tokens: usize,
    arch: Arch,
    schemas: Schemas,
    /// States after beginnings that were asked about.
    kept: Kept<State>,
}

/// How a language model is loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageOptions {
    /// How many tokens prompt and continuation may have together; `None` for 4,096, or for what
    /// the model was trained for where that is less.
    pub context_tokens: Option<usize>,
    /// After how many beginnings ([`Prompt::shared`]) the state is kept; the one that was not used
    /// for longest goes first. One of 350 tokens takes 20 MB with the model `planner`.
    pub kept_prefixes: usize,
    /// How many bytes the keys and values of a text as long as the context may take. A context that
    /// would need more is refused when the model is loaded.
    pub cache_bytes: u64,
}

impl Default for LanguageOptions {
    fn default() -> Self {
        Self { context_tokens: None, kept_prefixes: 4, cache_bytes: 1 << 30 }
    }
}

/// How many tokens of a prompt go through the model at once: enough to read the weights seldom, few
/// enough for little memory.
pub const PIECE: usize = 256;

/// The context when nobody asks for another.
const CONTEXT: usize = 4096;

/// What else the answer depends on: changed whenever the same file would give other bits.
const RECIPE: &str = "decoder 2: rows in eight bits, 32 numbers to a scale; sums in their order";

const FILE: &str = "model.gguf";

/// Work that a model has done, in units that do not depend on the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// Tokens that went through all layers.
    pub rows: u64,
    /// Tokens of which it was asked what comes next.
    pub asked: u64,
}

/// A model that has read something.
#[derive(Clone)]
struct State {
    past: Past,
    /// One number for each token that could come next.
    next: Vec<f32>,
}

impl LanguageModel {
    /// Loads a model of the manifest from the store.
    ///
    /// # Errors
    ///
    /// When its file is missing or differs from the manifest, is cut off, holds another kind of
    /// model, lacks a tensor, or its tokenizer is not known.
    pub fn load(
        store: &Store,
        model: &ModelEntry,
        options: &LanguageOptions,
    ) -> Result<Self, GgufError> {
        Self::build(&model.name, store.open(model, FILE)?, options)
    }

    /// Loads a GGUF file that no manifest names.
    ///
    /// # Errors
    ///
    /// As [`LanguageModel::load`].
    pub fn open(path: &Path, options: &LanguageOptions) -> Result<Self, GgufError> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self::build(&name, Opened::any(path)?, options)
    }

    fn build(name: &str, opened: Opened, options: &LanguageOptions) -> Result<Self, GgufError> {
        let gguf = Gguf::read(opened.file, opened.path.display().to_string())?;
        let shape = Shape::read(&gguf)?;
        let context_tokens = check_context(&gguf, &shape, options)?;
        // The tokenizer is quick to read and often what is wrong.
        let tokens = Tokens::read(&gguf, gguf.rows(weights::EMBEDDING)?)?;
        let weights = Weights::read(&gguf, &shape)?;
        let arch = Arch::new();
        let digest = opened.sha256.to_string();
        let parts = [("weights", digest.as_str()), ("recipe", RECIPE)];
        Ok(Self {
            name: name.to_owned(),
            fingerprint: Fingerprint::of(&parts),
            decoder: Decoder::new(arch, shape, weights, context_tokens),
            tokens,
            context_tokens,
            arch,
            schemas: Schemas::default(),
            kept: Kept::new(options.kept_prefixes),
        })
    }

    fn cut(&self, text: &str) -> Result<Vec<u32>, ModelError> {
        self.tokens.encode(text).map_err(|reason| ModelError::Tokens {
            model: self.name.clone(),
            text: text.to_owned(),
            reason,
        })
    }

    fn failed(&self, text: &str, reason: impl fmt::Display) -> ModelError {
        ModelError::Failed {
            model: self.name.clone(),
            text: text.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// The two parts of a prompt as tokens, the mark of a beginning before the first that is not
    /// empty.
    fn cut_prompt(&self, prompt: &Prompt) -> Result<[Vec<u32>; 2], ModelError> {
        let mut parts = [self.cut(&prompt.shared)?, self.cut(&prompt.own)?];
        let first = usize::from(parts[0].is_empty());
        if let Some(begin) = self.tokens.begin {
            parts[first].insert(0, begin);
        }
        if parts.iter().all(Vec::is_empty) {
            return Err(self.failed("", "the prompt is empty"));
        }
        Ok(parts)
    }

    /// A prompt and continuations as tokens.
    #[expect(clippy::type_complexity, reason = "the two parts of a prompt, and the continuations")]
    fn cut_question(
        &self,
        prompt: &Prompt,
        continuations: &[&str],
    ) -> Result<([Vec<u32>; 2], Vec<Vec<u32>>), ModelError> {
        let parts = self.cut_prompt(prompt)?;
        let mut tokens = Vec::with_capacity(continuations.len());
        for continuation in continuations {
            let cut = self.cut(continuation)?;
            if cut.is_empty() {
                return Err(self.failed(continuation, "a continuation needs at least one token"));
            }
            tokens.push(cut);
        }
        let longest = tokens.iter().map(Vec::len).max().unwrap_or_default();
        self.check_length(prompt, parts[0].len() + parts[1].len() + longest)?;
        Ok((parts, tokens))
    }

    fn check_length(&self, prompt: &Prompt, tokens: usize) -> Result<(), ModelError> {
        if tokens <= self.context_tokens {
            return Ok(());
        }
        Err(ModelError::TooLong {
            model: self.name.clone(),
            text: format!("{}{}", prompt.shared, prompt.own),
            tokens,
            context: self.context_tokens,
        })
    }

    /// The state after a prompt.
    fn read(&self, [shared, own]: &[Vec<u32>; 2]) -> candle_core::Result<State> {
        if shared.is_empty() {
            return self.read_on(self.decoder.nothing(), own);
        }
        let state = match self.kept.after(shared) {
            Some(state) => state,
            None => {
                let state = Arc::new(self.read_on(self.decoder.nothing(), shared)?);
                self.kept.put(shared, &state);
                state
            }
        };
        if own.is_empty() {
            Ok(State::clone(&state))
        } else {
            self.read_on(state.past.clone(), own)
        }
    }

    /// The state after `tokens`, of which there is at least one, when `past` came before.
    fn read_on(&self, mut past: Past, tokens: &[u32]) -> candle_core::Result<State> {
        let mut last = Vec::new();
        for piece in tokens.chunks(PIECE) {
            last = self.decoder.feed(&mut past, piece)?;
        }
        Ok(State { past, next: self.decoder.logits(&last) })
    }

    /// Forgets the states after beginnings; the next question about each reads it again.
    pub fn forget_prefixes(&self) {
        self.kept.clear();
    }

    /// What the model has done since it was loaded.
    #[must_use]
    pub fn work(&self) -> Work {
        let (rows, asked) = self.decoder.work();
        Work { rows, asked }
    }
}

/// The context that is asked for, if the model was trained for it and its keys and values fit.
fn check_context(
    gguf: &Gguf,
    shape: &Shape,
    options: &LanguageOptions,
) -> Result<usize, GgufError> {
    let trained = shape.trained_tokens;
    let tokens = options.context_tokens.unwrap_or(CONTEXT.min(trained));
    if tokens > trained {
        return Err(GgufError::Context { file: gguf.name.clone(), asked: tokens, trained });
    }
    let per_token = decoder::bytes_per_token(shape);
    let bytes = per_token.saturating_mul(tokens as u64);
    if bytes > options.cache_bytes {
        return Err(GgufError::Memory {
            file: gguf.name.clone(),
            asked: tokens,
            bytes,
            limit: options.cache_bytes,
            fits: options.cache_bytes / per_token,
        });
    }
    Ok(tokens)
}

impl Complete for LanguageModel {
    fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    fn context_tokens(&self) -> usize {
        self.context_tokens
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(self.cut(text)?.len())
    }

    fn score(
        &self,
        prompt: &Prompt,
        continuations: &[&str],
    ) -> Result<Vec<Continuation>, ModelError> {
        let (parts, tokens) = self.cut_question(prompt, continuations)?;
        let scored = self.read(&parts).and_then(|state| self.score_all(&state, &tokens));
        let scored = scored.map_err(|error| self.failed(&prompt.own, in_words(&error)))?;
        if scored.iter().any(|score| score.is_nan()) {
            return Err(self.failed(&prompt.own, "a score is not a number"));
        }
        let with_count = |(log_likelihood, tokens): (f64, &Vec<u32>)| Continuation {
            log_likelihood,
            tokens: tokens.len() as u32,
        };
        Ok(scored.into_iter().zip(&tokens).map(with_count).collect())
    }

    fn choose(&self, prompt: &Prompt, continuations: &[&str]) -> Result<Chosen, ModelError> {
        let (parts, tokens) = self.cut_question(prompt, continuations)?;
        if tokens.is_empty() {
            return Err(ModelError::NothingToChoose { text: prompt.own.clone() });
        }
        let chosen = self.read(&parts).and_then(|state| self.likeliest(&state, &tokens));
        let (index, log_likelihood) =
            chosen.map_err(|error| self.failed(&prompt.own, in_words(&error)))?;
        if log_likelihood.is_nan() {
            return Err(self.failed(&prompt.own, "a score is not a number"));
        }
        let score = Continuation { log_likelihood, tokens: tokens[index].len() as u32 };
        Ok(Chosen { index, score })
    }

    fn generate(&self, prompt: &Prompt, limits: &GenerateLimits) -> Result<Generated, ModelError> {
        let parts = self.cut_prompt(prompt)?;
        self.check_length(prompt, parts[0].len() + parts[1].len() + limits.tokens as usize)?;
        let state = self.read(&parts);
        let state = state.map_err(|error| self.failed(&prompt.own, in_words(&error)))?;
        self.write(state, limits, &prompt.own)
    }
}

impl fmt::Debug for LanguageModel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("LanguageModel")
            .field("name", &self.name)
            .field("fingerprint", &self.fingerprint)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
