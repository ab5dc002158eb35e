//! A language model from a GGUF file: scores many continuations of one prompt, and writes one.
//!
//! Decoders of the Llama and Qwen2 families, with the tokenizer that is in the file. candle
//! multiplies; the rest of the pass is in `decoder`.
//!
//! **The same question always gives the same bits** on one kind of processor. How a text is cut into
//! calls changes the last bits of an answer, so the cuts are fixed: [`Prompt::shared`] is fed by
//! itself, in pieces of [`PIECE`] tokens, then [`Prompt::own`] in such pieces, then the
//! continuations. Keeping the state after `shared` saves time and changes nothing. Another kind of
//! processor may give other last bits, so decisions can be compared between machines and scores
//! cannot.
//!
//! **Threads.** Everything runs on one thread for each caller, with one exception: candle multiplies
//! packed blocks on a pool of its own, whose size it takes from the variable `CANDLE_NUM_THREADS`
//! when it is first used. [`threads`] says what it is. On a busy machine more than one is slower,
//! and the bits do not depend on it.

use std::collections::VecDeque;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use models::{
    Complete, Continuation, Fingerprint, Finish, GenerateLimits, Generated, ModelEntry, ModelError,
    Prompt,
};
use pulp::Arch;

use crate::arithmetic::likelihood::{greatest, log_likelihood};
use crate::store::{Opened, Store};

mod decoder;
mod error;
mod gguf;
mod shape;
mod tokenizer;
mod weights;

pub use error::GgufError;
pub use weights::SlowWeights;

use decoder::{Decoder, Past};
use gguf::{Gguf, in_words};
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
    /// States after beginnings that were asked about, oldest first.
    kept: Mutex<VecDeque<Kept>>,
    kept_prefixes: usize,
}

/// How a language model is loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageOptions {
    /// How many tokens prompt and continuation may have together; `None` for 4,096, or for what
    /// the model was trained for where that is less.
    pub context_tokens: Option<usize>,
    /// What becomes of weights that would be slow as they are.
    pub slow_weights: SlowWeights,
    /// After how many beginnings ([`Prompt::shared`]) the state is kept; the one that was not used
    /// for longest goes first. One of 350 tokens takes 20 MB with the model `planner`.
    pub kept_prefixes: usize,
}

impl Default for LanguageOptions {
    fn default() -> Self {
        Self { context_tokens: None, slow_weights: SlowWeights::default(), kept_prefixes: 4 }
    }
}

/// The longest list of tokens that goes through the model at once.
pub const PIECE: usize = 256;

/// The context when nobody asks for another.
const CONTEXT: usize = 4096;

/// What else the answer depends on: changed whenever the same file would give other bits.
const RECIPE: &str =
    "decoder 1: pieces of 256, continuations in passes of 16 rows, of 64 with unpacked weights";

/// How many rows of continuations go through the model at once. A pass with fewer is filled up: how
/// many rows are multiplied together changes the last bits, and a score must not depend on how many
/// others are asked for. Unpacked weights are read at the same cost for many rows as for few; packed
/// ones cost the more the more rows there are, so little should be filled up.
const ROWS_PER_PASS: Rows = Rows { unpacked: 64, packed: 16 };

struct Rows {
    unpacked: usize,
    packed: usize,
}

const FILE: &str = "model.gguf";

struct Kept {
    tokens: Vec<u32>,
    state: Arc<State>,
}

/// A model that has read something.
#[derive(Clone)]
struct State {
    past: Past,
    /// One number for each token that could come next.
    next: Vec<f32>,
}

/// How many threads candle multiplies packed blocks with in this process.
#[must_use]
pub fn threads() -> usize {
    candle_core::utils::barrier_pool().n_workers() + 1
}

thread_local! {
    /// candle's other loops take the pool that they are called in.
    static ONE_THREAD: Option<rayon::ThreadPool> =
        rayon::ThreadPoolBuilder::new().num_threads(1).build().ok();
}

/// Runs `work` so that candle starts no threads for it. On a machine that gives no more threads it
/// runs all the same.
fn on_one_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    ONE_THREAD.with(|pool| match pool {
        Some(pool) => pool.install(work),
        None => work(),
    })
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
        let mut gguf = Gguf::read(opened.file, opened.path.display().to_string())?;
        let shape = Shape::read(&gguf)?;
        let trained = shape.trained_tokens;
        let context_tokens = options.context_tokens.unwrap_or(CONTEXT.min(trained));
        if context_tokens > trained {
            return Err(GgufError::Context { file: gguf.name, asked: context_tokens, trained });
        }
        // The tokenizer is quick to read and often what is wrong.
        let tokens = Tokens::read(&gguf, weights::rows(&gguf, weights::EMBEDDING))?;
        let file = gguf.name.clone();
        let decoder = on_one_thread(|| {
            let weights = Weights::read(&mut gguf, &shape, options.slow_weights)?;
            Decoder::new(shape, weights, context_tokens).map_err(|error| GgufError::Tensor {
                file,
                tensor: "the table of positions".to_owned(),
                reason: in_words(&error),
            })
        })?;
        let weights = opened.sha256.to_string();
        let slow = format!("{:?}", options.slow_weights);
        let parts = [("weights", weights.as_str()), ("slow weights", &slow), ("recipe", RECIPE)];
        Ok(Self {
            name: name.to_owned(),
            fingerprint: Fingerprint::of(&parts),
            decoder,
            tokens,
            context_tokens,
            arch: Arch::new(),
            kept: Mutex::new(VecDeque::new()),
            kept_prefixes: options.kept_prefixes,
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
            return self.read_on(&self.decoder.nothing(), own);
        }
        let state = match self.kept_state(shared) {
            Some(state) => state,
            None => {
                let state = Arc::new(self.read_on(&self.decoder.nothing(), shared)?);
                self.keep(shared, &state);
                state
            }
        };
        if own.is_empty() { Ok(State::clone(&state)) } else { self.read_on(&state.past, own) }
    }

    /// The state after `tokens`, of which there is at least one, when `past` came before.
    fn read_on(&self, past: &Past, tokens: &[u32]) -> candle_core::Result<State> {
        let mut past = past.clone();
        let mut next = Vec::new();
        for (at, piece) in tokens.chunks(PIECE).enumerate() {
            let fed = self.decoder.feed(&past, &[piece], piece.len())?;
            if (at + 1) * PIECE >= tokens.len() {
                let last = fed.rows.narrow(0, piece.len() - 1, 1)?;
                next = self.decoder.logits(&last)?.flatten_all()?.to_vec1()?;
            }
            past.add(fed)?;
        }
        Ok(State { past, next })
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        // A state is whole before it is put in, so a panic elsewhere has not damaged it.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept_state(&self, tokens: &[u32]) -> Option<Arc<State>> {
        let mut kept = self.kept();
        let at = kept.iter().position(|kept| kept.tokens == tokens)?;
        let used = kept.remove(at)?;
        let state = Arc::clone(&used.state);
        kept.push_back(used);
        Some(state)
    }

    fn keep(&self, tokens: &[u32], state: &Arc<State>) {
        let mut kept = self.kept();
        kept.push_back(Kept { tokens: tokens.to_vec(), state: Arc::clone(state) });
        while kept.len() > self.kept_prefixes {
            kept.pop_front();
        }
    }

    /// Forgets the states after beginnings; the next question about each reads it again.
    pub fn forget_prefixes(&self) {
        self.kept().clear();
    }

    /// The scores of continuations that have at least one token each.
    fn score_all(
        &self,
        state: &State,
        continuations: &[Vec<u32>],
    ) -> candle_core::Result<Vec<f64>> {
        let mut scores: Vec<f64> = continuations
            .iter()
            .map(|tokens| log_likelihood(self.arch, &state.next, tokens[0] as usize))
            .collect();
        let most = match self.decoder.is_unpacked() {
            true => ROWS_PER_PASS.unpacked,
            false => ROWS_PER_PASS.packed,
        };
        for pass in passes(continuations, most) {
            // Nobody asks what comes after the last token.
            let asked = |at: &usize| &continuations[*at][..continuations[*at].len() - 1];
            let lists: Vec<&[u32]> = pass.iter().map(asked).collect();
            let rows = lists.iter().map(|list| list.len()).sum::<usize>();
            let rows = rows.next_multiple_of(most);
            let fed = self.decoder.feed(&state.past, &lists, rows)?;
            let next = self.decoder.logits(&fed.rows)?.flatten_all()?.to_vec1::<f32>()?;
            let mut rows = next.chunks_exact(self.decoder.vocabulary());
            for at in pass {
                for (token, row) in continuations[at][1..].iter().zip(rows.by_ref()) {
                    scores[at] += log_likelihood(self.arch, row, *token as usize);
                }
            }
        }
        Ok(scores)
    }

    fn write(&self, mut state: State, limits: &GenerateLimits) -> Result<Generated, String> {
        let words = |error: candle_core::Error| in_words(&error);
        let mut written: Vec<u32> = Vec::new();
        let mut text = String::new();
        let finish = loop {
            let next = greatest(&state.next).ok_or("no token has a likelihood")? as u32;
            if self.tokens.ends.binary_search(&next).is_ok() {
                break Finish::Done;
            }
            if written.len() >= limits.tokens as usize {
                break Finish::Limit;
            }
            written.push(next);
            text = self.tokens.decode(&written)?;
            let stops = limits.stop.iter().filter(|stop| !stop.is_empty());
            if let Some(at) = stops.filter_map(|stop| text.find(stop.as_str())).min() {
                text.truncate(at);
                break Finish::Stop;
            }
            if written.len() >= limits.tokens as usize {
                break Finish::Limit;
            }
            let fed = self.decoder.feed(&state.past, &[&[next]], 1).map_err(words)?;
            let logits = self.decoder.logits(&fed.rows).and_then(|rows| rows.flatten_all());
            state.next = logits.and_then(|row| row.to_vec1()).map_err(words)?;
            // What is written is one segment, however long.
            match written.len() {
                1 => state.past.add(fed),
                _ => state.past.extend(fed),
            }
            .map_err(words)?;
        };
        Ok(Generated { text, tokens: written.len() as u32, finish })
    }
}

/// Which continuations of more than one token go through the model together: as many as fit into the
/// `most` rows of a pass, in their order. One that does not fit into any goes alone, in several times
/// as many rows.
fn passes(continuations: &[Vec<u32>], most: usize) -> Vec<Vec<usize>> {
    let mut passes: Vec<Vec<usize>> = Vec::new();
    let mut free = 0;
    for (at, tokens) in continuations.iter().enumerate().filter(|(_, tokens)| tokens.len() > 1) {
        let rows = tokens.len() - 1;
        match passes.last_mut() {
            Some(pass) if rows <= free => pass.push(at),
            _ => {
                passes.push(vec![at]);
                free = if rows > most { 0 } else { most };
            }
        }
        free = free.saturating_sub(rows);
    }
    passes
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
        let scored = on_one_thread(|| self.score_all(&self.read(&parts)?, &tokens));
        let scored = scored.map_err(|error| self.failed(&prompt.own, in_words(&error)))?;
        let with_count = |(log_likelihood, tokens): (f64, &Vec<u32>)| Continuation {
            log_likelihood,
            tokens: tokens.len() as u32,
        };
        Ok(scored.into_iter().zip(&tokens).map(with_count).collect())
    }

    /// # Errors
    ///
    /// As the trait says; a JSON schema cannot be followed yet.
    fn generate(&self, prompt: &Prompt, limits: &GenerateLimits) -> Result<Generated, ModelError> {
        if limits.json_schema.is_some() {
            return Err(ModelError::NoSchema { model: self.name.clone() });
        }
        let parts = self.cut_prompt(prompt)?;
        self.check_length(prompt, parts[0].len() + parts[1].len() + limits.tokens as usize)?;
        let written = on_one_thread(|| {
            let state = self.read(&parts).map_err(|error| in_words(&error))?;
            self.write(state, limits)
        });
        written.map_err(|reason| self.failed(&prompt.own, reason))
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
