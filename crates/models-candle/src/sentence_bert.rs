//! An embedder for sentences: BERT, the mean of its tokens, length one.
//!
//! From the files of sentence-transformers (`config.json`, `tokenizer.json`, `model.safetensors`), or
//! with packed weights from one file beside a `tokenizer.json`: multilingual-e5-small, which wants
//! "query: " before every text and gets it here.
//!
//! This is what sentence-transformers does with all-MiniLM-L6-v2 and its relatives: a text is cut
//! into word pieces (at most 256, of e5 512, with the two marks around them, what is longer is cut off), each
//! gets a row from BERT, the mean of the rows is the direction of the text.
//!
//! A text's bits depend on that text alone. Texts of one call share passes over the weights, which
//! is faster and changes nothing: see `arithmetic`. Everything runs on the calling thread;
//! several threads may ask at once.

use std::fmt;
use std::io::Read as _;
use std::path::Path;

use models::{Embed, Fingerprint, ModelEntry, ModelError, Sha256, Vector};
use tokenizers::{Tokenizer, TruncationParams};

use crate::bert::{Bert, Config, PackedBert};
use crate::store::{NotUsable, Opened, Store};

/// An embedder that runs a BERT model from local files.
///
/// ```no_run
/// use models::Role;
/// use models_candle::{SentenceBert, manifest, store::{Store, default_directory}};
///
/// let store = Store::new(default_directory(|name| std::env::var_os(name))?);
/// let embedder = SentenceBert::load(&store, manifest().first(Role::Embed).ok_or("no embedder")?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SentenceBert {
    name: String,
    fingerprint: Fingerprint,
    tokenizer: Tokenizer,
    bert: Bert,
    /// Stands before every text.
    prefix: &'static str,
}

/// The files of a model in memory.
#[derive(Debug, Clone, Copy)]
pub struct ModelBytes<'a> {
    /// `config.json`: the shape.
    pub config: &'a [u8],
    /// `tokenizer.json`: how a text is cut.
    pub tokenizer: &'a [u8],
    /// `model.safetensors`: the numbers.
    pub weights: &'a [u8],
}

/// Why a model could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file is not there, or is not what the manifest says.
    #[error(transparent)]
    NotUsable(#[from] NotUsable),
    /// The model needs code that is not here.
    #[error(
        "model {model:?}: architecture {architecture:?} is not a sentence embedder that this program can run; \"bert\" and \"e5-packed\" are"
    )]
    Architecture {
        /// Which model.
        model: String,
        /// What the manifest says.
        architecture: String,
    },
    /// A file has the right bytes, or there is no manifest to compare with, and it still makes no
    /// sense.
    #[error("model {model:?}: {file} cannot be used: {reason}; run `brainmem models verify`")]
    Unreadable {
        /// Which model.
        model: String,
        /// Which of its files.
        file: &'static str,
        /// What is wrong.
        reason: String,
    },
}

/// The longest text in tokens, as the model was trained.
const LONGEST: usize = 256;

/// What else the answer depends on: changed whenever the same files would give other bits.
const RECIPE: &str = "sentence bert 1: mean of at most 256 tokens, length one";

/// How many rows share a pass over the weights. More would not fit into the cache beside them.
const ROWS_PER_PASS: usize = 192;

/// As [`RECIPE`], of packed weights.
const PACKED_RECIPE: &str =
    "sentence bert, packed 1: \"query: \", mean of at most 512 tokens, length one";

/// Packed weights and their shape.
const PACKED: &str = "model.bin";
const CONFIG: &str = "config.json";
const TOKENIZER: &str = "tokenizer.json";
const WEIGHTS: &str = "model.safetensors";

impl SentenceBert {
    /// Loads a model of the manifest from the store.
    ///
    /// # Errors
    ///
    /// When the model's architecture is another one, a file is missing or differs from the
    /// manifest, or the files make no sense together.
    pub fn load(store: &Store, model: &ModelEntry) -> Result<Self, LoadError> {
        let read = |path: &str| store.read(model, path);
        match model.architecture.as_str() {
            "bert" => {}
            "e5-packed" => {
                let (tokenizer, weights) = (read(TOKENIZER)?, read(PACKED)?);
                let digests = [tokenizer.sha256, weights.sha256];
                return Self::build_packed(&model.name, &tokenizer.bytes, &weights.bytes, digests);
            }
            other => {
                let architecture = other.to_owned();
                return Err(LoadError::Architecture { model: model.name.clone(), architecture });
            }
        }
        let (config, tokenizer, weights) = (read(CONFIG)?, read(TOKENIZER)?, read(WEIGHTS)?);
        let bytes = ModelBytes {
            config: &config.bytes,
            tokenizer: &tokenizer.bytes,
            weights: &weights.bytes,
        };
        let digests = [config.sha256, tokenizer.sha256, weights.sha256];
        Self::build(&model.name, &bytes, digests)
    }

    /// Loads a model that no manifest names: a folder as sentence-transformers writes it, with
    /// `config.json`, `tokenizer.json` and `model.safetensors`.
    ///
    /// # Errors
    ///
    /// When a file is missing, or the files make no sense together or need other code.
    pub fn open(folder: &Path) -> Result<Self, LoadError> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let read = |path: &str| -> Result<(Vec<u8>, Sha256), NotUsable> {
            let mut opened = Opened::any(&folder.join(path))?;
            let mut bytes = Vec::new();
            opened
                .file
                .read_to_end(&mut bytes)
                .map_err(|source| NotUsable::NoFile { path: opened.path.clone(), source })?;
            Ok((bytes, opened.sha256))
        };
        let (config, tokenizer, weights) = (read(CONFIG)?, read(TOKENIZER)?, read(WEIGHTS)?);
        let bytes = ModelBytes { config: &config.0, tokenizer: &tokenizer.0, weights: &weights.0 };
        Self::build(&name, &bytes, [config.1, tokenizer.1, weights.1])
    }

    fn build_packed(
        name: &str,
        tokenizer: &[u8],
        weights: &[u8],
        digests: [Sha256; 2],
    ) -> Result<Self, LoadError> {
        let unreadable = |file| {
            move |reason: String| LoadError::Unreadable { model: name.to_owned(), file, reason }
        };
        let PackedBert { bert, vocabulary, places } =
            PackedBert::read(weights).map_err(unreadable(PACKED))?;
        let tokenizer =
            read_tokenizer(tokenizer, vocabulary, places).map_err(unreadable(TOKENIZER))?;
        let [tokens, weights] = digests.map(|digest| digest.to_string());
        let parts =
            [("weights", weights.as_str()), ("tokenizer", &tokens), ("recipe", PACKED_RECIPE)];
        let fingerprint = Fingerprint::of(&parts);
        Ok(Self { name: name.to_owned(), fingerprint, tokenizer, bert, prefix: "query: " })
    }

    /// A model from bytes in memory; `name` is for messages.
    ///
    /// # Errors
    ///
    /// When the bytes make no sense together.
    pub fn from_bytes(name: &str, bytes: &ModelBytes<'_>) -> Result<Self, LoadError> {
        Self::build(name, bytes, [bytes.config, bytes.tokenizer, bytes.weights].map(Sha256::of))
    }

    fn build(name: &str, bytes: &ModelBytes<'_>, digests: [Sha256; 3]) -> Result<Self, LoadError> {
        let unreadable = |file| {
            move |reason: String| LoadError::Unreadable { model: name.to_owned(), file, reason }
        };
        let config = Config::parse(bytes.config).map_err(unreadable(CONFIG))?;
        let longest = LONGEST.min(config.max_position_embeddings);
        let tokenizer = read_tokenizer(bytes.tokenizer, config.vocab_size, longest)
            .map_err(unreadable(TOKENIZER))?;
        let bert = Bert::read(&config, bytes.weights).map_err(unreadable(WEIGHTS))?;
        let [config, tokens, weights] = digests.map(|digest| digest.to_string());
        let parts = [
            ("weights", weights.as_str()),
            ("tokenizer", &tokens),
            ("config", &config),
            ("recipe", RECIPE),
        ];
        let fingerprint = Fingerprint::of(&parts);
        Ok(Self { name: name.to_owned(), fingerprint, tokenizer, bert, prefix: "" })
    }

    fn tokens(&self, text: &str) -> Result<Vec<u32>, ModelError> {
        let encoded = self.tokenizer.encode_fast(format!("{}{text}", self.prefix), true).map_err(
            |error| ModelError::Tokens {
                model: self.name.clone(),
                text: text.to_owned(),
                reason: error.to_string(),
            },
        )?;
        if encoded.is_empty() {
            // The marks around a text are tokens too, so only a tokenizer without marks comes here.
            let reason = "it has no tokens".to_owned();
            return Err(ModelError::Tokens {
                model: self.name.clone(),
                text: text.to_owned(),
                reason,
            });
        }
        Ok(encoded.get_ids().to_vec())
    }

    /// The vectors of texts that share a pass over the weights.
    fn pass(&self, texts: &[&str], tokens: &[Vec<u32>]) -> Result<Vec<Vector>, ModelError> {
        let rows = self.bert.rows(tokens);
        let mut rest = rows.as_slice();
        let mut vectors = Vec::with_capacity(texts.len());
        for (text, tokens) in texts.iter().zip(tokens) {
            let own;
            (own, rest) = rest.split_at(tokens.len() * self.bert.width());
            let vector = Vector::unit(mean(own, self.bert.width())).map_err(|source| {
                ModelError::NoVector { model: self.name.clone(), text: (*text).to_owned(), source }
            })?;
            vectors.push(vector);
        }
        Ok(vectors)
    }
}

impl Embed for SentenceBert {
    fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    fn dimension(&self) -> usize {
        self.bert.width()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, ModelError> {
        let tokens = texts.iter().map(|text| self.tokens(text)).collect::<Result<Vec<_>, _>>()?;
        let mut vectors = Vec::with_capacity(texts.len());
        let mut first = 0;
        while first < texts.len() {
            let mut rows = 0;
            let fitting = tokens[first..].iter().take_while(|tokens| {
                rows += tokens.len();
                rows <= ROWS_PER_PASS
            });
            let end = first + fitting.count().max(1);
            vectors.extend(self.pass(&texts[first..end], &tokens[first..end])?);
            first = end;
        }
        Ok(vectors)
    }
}

impl fmt::Debug for SentenceBert {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SentenceBert")
            .field("name", &self.name)
            .field("fingerprint", &self.fingerprint)
            .finish_non_exhaustive()
    }
}

/// The mean of rows, added in their order.
fn mean(rows: &[f32], width: usize) -> Vec<f32> {
    let mut sums = vec![0.0; width];
    for row in rows.chunks_exact(width) {
        for (sum, number) in sums.iter_mut().zip(row) {
            *sum += number;
        }
    }
    let count = (rows.len() / width) as f32;
    sums.iter().map(|sum| sum / count).collect()
}

/// The tokenizer, made to cut texts of more than `longest` tokens and to add no padding, whatever its
/// file says, for a model with rows for `vocabulary` tokens.
fn read_tokenizer(bytes: &[u8], vocabulary: usize, longest: usize) -> Result<Tokenizer, String> {
    let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(|error| error.to_string())?;
    tokenizer.with_padding(None);
    tokenizer
        .with_truncation(Some(TruncationParams {
            max_length: longest,
            ..TruncationParams::default()
        }))
        .map_err(|error| error.to_string())?;
    #[expect(clippy::disallowed_methods, reason = "the greatest is the same in any order")]
    let largest = tokenizer.get_vocab(true).into_values().max().unwrap_or_default() as usize;
    if largest >= vocabulary {
        return Err(format!(
            "it has a token with id {largest}, config.json says there are {vocabulary}"
        ));
    }
    Ok(tokenizer)
}

#[cfg(test)]
mod tests;
