//! Why a language model could not be loaded.

use crate::store::NotUsable;

/// Why a GGUF file could not be loaded as a language model.
#[derive(Debug, thiserror::Error)]
pub enum GgufError {
    /// The file is not there, or is not what the manifest says.
    #[error(transparent)]
    NotUsable(#[from] NotUsable),
    /// The file is no GGUF file, or one of a version that is not known.
    #[error("{file} is no GGUF file that this program can read: {reason}")]
    NotGguf {
        /// Which file.
        file: String,
        /// What is wrong with its first bytes.
        reason: String,
    },
    /// The file ends before what it announces.
    #[error("{file} is cut off: {reason}; fetch it again")]
    CutOff {
        /// Which file.
        file: String,
        /// What is missing.
        reason: String,
    },
    /// The model needs code that is not here.
    #[error("{file} holds a model of the architecture {architecture:?}; this program runs {known}")]
    Architecture {
        /// Which file.
        file: String,
        /// What the file says.
        architecture: String,
        /// What it could be.
        known: String,
    },
    /// The file does not say something that must be known, or says something impossible.
    #[error("{file}: the entry {key:?} {problem}")]
    Entry {
        /// Which file.
        file: String,
        /// Which entry of its header.
        key: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A tensor that the architecture needs is not there.
    #[error(
        "{file} has no tensor {tensor:?}, which a model of the architecture {architecture:?} needs"
    )]
    NoTensor {
        /// Which file.
        file: String,
        /// Which tensor.
        tensor: String,
        /// Which architecture.
        architecture: String,
    },
    /// A tensor has another shape than the header says.
    #[error(
        "{file}: the tensor {tensor:?} has the shape {found:?}, the header asks for {expected:?}"
    )]
    Shape {
        /// Which file.
        file: String,
        /// Which tensor.
        tensor: String,
        /// Rows and columns that the header asks for.
        expected: Vec<usize>,
        /// What the tensor has.
        found: Vec<usize>,
    },
    /// The tokenizer in the file is of an unknown kind or does not fit the weights.
    #[error("{file}: the tokenizer cannot be used: {reason}")]
    Tokenizer {
        /// Which file.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A longer context was asked for than the model was trained for.
    #[error(
        "{file}: a context of {asked} tokens was asked for, the model was trained for {trained}"
    )]
    Context {
        /// Which file.
        file: String,
        /// How many tokens were asked for.
        asked: usize,
        /// How many the model was trained for.
        trained: usize,
    },
    /// The keys and values of a context would take more memory than they may.
    #[error(
        "{file}: a context of {asked} tokens needs {bytes} bytes for keys and values, {limit} are allowed; {fits} tokens fit"
    )]
    Memory {
        /// Which file.
        file: String,
        /// How many tokens were asked for.
        asked: usize,
        /// How many bytes they need.
        bytes: u64,
        /// How many are allowed.
        limit: u64,
        /// The longest context that fits.
        fits: u64,
    },
    /// The arithmetic library refuses a tensor.
    #[error("{file}: the tensor {tensor:?} cannot be loaded: {reason}")]
    Tensor {
        /// Which file.
        file: String,
        /// Which tensor.
        tensor: String,
        /// What the library says.
        reason: String,
    },
}
