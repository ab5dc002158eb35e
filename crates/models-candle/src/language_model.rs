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
//! **Threads.** Everything runs on the threads of those who ask. Several may ask at once, and their rows
//! may go through the weights together ([`LanguageOptions::together`]).

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
mod hidden;
mod jobs;
mod kept;
mod likeliest;
mod meeting;
mod schema;
mod shape;
mod tokenizer;
mod weights;

pub use error::GgufError;
pub use hidden::HiddenStates;

use decoder::{Decoder, Past};
use gguf::{Gguf, in_words};
use jobs::{Asked, Fed, Job};
use kept::Kept;
use meeting::{Meeting, Seat};
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
    /// What came before the ends of the last questions.
    latest: Kept<Past>,
    /// Where those who ask at once put their rows together.
    meeting: Meeting,
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
    /// How many bytes kept states may take together; one that alone takes more is not kept. A tenth of
    /// them is for what is their own of the last questions.
    pub kept_bytes: u64,
    /// How many who ask at the same time put their rows together; 1 for each on its own. Answers do
    /// not depend on it. It is of use where more ask at once than there are processors: those who put
    /// their rows together compute on one.
    pub together: usize,
    /// In how many groups they do so: as many as there are processors for them.
    pub groups: usize,
    /// How many bytes the keys and values of a text as long as the context may take. A context that
    /// would need more is refused when the model is loaded.
    pub cache_bytes: u64,
}

impl Default for LanguageOptions {
    fn default() -> Self {
        Self {
            context_tokens: None,
            kept_prefixes: 16,
            kept_bytes: 320 << 20,
            together: 1,
            groups: 1,
            cache_bytes: 1 << 30,
        }
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

/// After how many of the last questions the state is kept, for questions that go on from there as
/// the slots of a form do.
const LATEST: usize = 8;

/// Which part of the bytes of kept states is for these.
const OF_LATEST: u64 = 10;

/// Work that a model has done, in units that do not depend on the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// Tokens that went through all layers.
    pub rows: u64,
    /// Tokens of which it was asked what comes next.
    pub asked: u64,
    /// How often the weights were gone through for them.
    pub passes: u64,
    /// Questions of which the state after a beginning was kept.
    pub kept_used: u64,
    /// Tokens that were therefore not read again.
    pub kept_tokens: u64,
}

/// A model that has read something.
#[derive(Clone)]
struct State {
    past: Past,
    /// One number for each token that could come next.
    next: Vec<f32>,
}

impl State {
    /// How many bytes it takes.
    fn bytes(&self) -> u64 {
        self.past.bytes() + size_of_val(self.next.as_slice()) as u64
    }
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
        let of_latest = options.kept_bytes / OF_LATEST;
        let parts = [("weights", digest.as_str()), ("recipe", RECIPE)];
        Ok(Self {
            name: name.to_owned(),
            fingerprint: Fingerprint::of(&parts),
            decoder: Decoder::new(arch, shape, weights, context_tokens),
            tokens,
            context_tokens,
            arch,
            schemas: Schemas::default(),
            kept: Kept::new(options.kept_prefixes, options.kept_bytes - of_latest),
            latest: Kept::new(LATEST.min(options.kept_prefixes), of_latest),
            meeting: Meeting::new(options.groups.max(1), options.together),
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

    /// The state after a prompt. Where it goes on from a question that was asked a moment ago, only
    /// the rest is read; else what comes after the beginning, whose state is kept.
    fn read(
        &self,
        seat: &Seat<'_>,
        [shared, own]: &[Vec<u32>; 2],
        asked: Asked,
    ) -> candle_core::Result<State> {
        if own.is_empty() && asked == Asked::Last {
            return Ok(State::clone(&*self.after_shared(seat, shared)?));
        }
        let all = [shared.as_slice(), own].concat();
        let (past, known) = match self.latest.after_beginning(&all, shared.len()) {
            Some((past, known)) => (Past::clone(&past), known),
            None if shared.is_empty() || own.is_empty() => (self.decoder.nothing(), 0),
            None => (self.after_shared(seat, shared)?.past.clone(), shared.len()),
        };
        let state = read_on(seat, past, &all[known..], asked)?;
        let bytes = decoder::bytes_per_token(&self.decoder.shape) * own.len() as u64;
        self.latest.put(&all, &Arc::new(state.past.clone()), bytes);
        Ok(state)
    }

    /// The state after the beginning of a prompt, of at least one token.
    fn after_shared(&self, seat: &Seat<'_>, shared: &[u32]) -> candle_core::Result<Arc<State>> {
        if let Some(state) = self.kept.after(shared) {
            return Ok(state);
        }
        let state = Arc::new(read_on(seat, self.decoder.nothing(), shared, Asked::Last)?);
        self.kept.put(shared, &state, state.bytes());
        Ok(state)
    }

    /// A seat for a question, among those who ask at the same time.
    fn sit_down(&self) -> Seat<'_> {
        self.meeting.sit_down(&self.decoder)
    }

    /// Forgets the states after beginnings; the next question about each reads it again.
    pub fn forget_prefixes(&self) {
        self.kept.clear();
        self.latest.clear();
    }

    /// What the model has done since it was loaded.
    #[must_use]
    pub fn work(&self) -> Work {
        let [rows, asked, passes] = self.decoder.work();
        let [(beginnings, of_beginnings), (questions, of_questions)] =
            [self.kept.used(), self.latest.used()];
        let (kept_used, kept_tokens) = (beginnings + questions, of_beginnings + of_questions);
        Work { rows, asked, passes, kept_used, kept_tokens }
    }

    /// How many bytes the states take that are kept now.
    #[must_use]
    pub fn kept_bytes(&self) -> u64 {
        self.kept.bytes() + self.latest.bytes()
    }
}

/// The state after `tokens`, of the last of which is asked what `asked_last` says, and of which there is at least one, when `past` came before.
fn read_on(
    seat: &Seat<'_>,
    mut past: Past,
    tokens: &[u32],
    asked_last: Asked,
) -> candle_core::Result<State> {
    let mut next = Vec::new();
    let mut pieces = tokens.chunks(PIECE).peekable();
    while let Some(piece) = pieces.next() {
        let asked = if pieces.peek().is_some() { Asked::Nothing } else { asked_last };
        Fed { past, next, .. } = seat.feed(Job::line(past, piece, asked))?;
    }
    Ok(State { past, next })
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
        let seat = self.sit_down();
        let scored = self
            .read(&seat, &parts, Asked::Last)
            .and_then(|state| self.score_all(&seat, &state, &tokens));
        drop(seat);
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
        let seat = self.sit_down();
        let chosen = self
            .read(&seat, &parts, Asked::Last)
            .and_then(|state| self.likeliest(&seat, &state, &tokens));
        drop(seat);
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
        let seat = self.sit_down();
        let state = self.read(&seat, &parts, Asked::Last);
        let state = state.map_err(|error| self.failed(&prompt.own, in_words(&error)))?;
        self.write(&seat, state, limits, &prompt.own)
    }

    fn state_bytes_per_token(&self) -> u64 {
        decoder::bytes_per_token(&self.decoder.shape)
    }

    fn release(&self, shared: &str) {
        // What cannot be cut was never read.
        let prompt = Prompt { shared: shared.to_owned(), own: String::new() };
        if let Ok([shared, _]) = self.cut_prompt(&prompt) {
            self.kept.forget(&shared);
            if !shared.is_empty() {
                self.latest.forget_all_after(&shared);
            }
        }
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
