//! What the rest of the house may know about models.
//!
//! A model is asked through a trait and nothing else: [`Embed`] turns text into [`Vector`]s,
//! [`Rerank`] scores candidates against a query, [`Complete`] scores or writes the continuation of
//! a prompt, [`Classify`] says of which class some numbers are. A [`Fingerprint`] says which model
//! answered, so that vectors of two models are never compared.
//!
//! A tour, most used first:
//!
//! - [`embed`], [`rerank`], [`complete`], [`classify`]: the four traits.
//! - [`vector`]: a unit vector and the cosine between two.
//! - [`recorded`]: wraps an embedder or a language model with a [`Transcript`], so that a run replays
//!   without the model.
//! - [`transcript`]: the recorded answers and their file format.
//! - [`manifest`]: `assets/models.toml`, which says where each model's files come from and what
//!   they must hash to.
//! - [`complete_through!`]: for a language model that stands before another one and passes on what it
//!   does not answer itself.
//! - [`testing`]: models without weights, for tests only.
//!
//! Absent on purpose: candle, the network, the clock and the file system. Files are read and
//! written by the caller, who hands in a `std::io::Read` or `std::io::Write`. The models themselves
//! live in `models-candle`.

pub mod classify;
pub mod complete;
pub mod embed;
pub mod error;
pub mod fingerprint;
pub mod manifest;
pub mod recorded;
pub mod rerank;
pub mod sha256;
pub mod testing;
pub mod transcript;
pub mod vector;

mod hex;

pub use classify::{Classify, Example};
pub use complete::{
    Chosen, Complete, Continuation, Finish, GenerateLimits, Generated, Prompt, Sampling,
};
pub use embed::Embed;
pub use error::ModelError;
pub use fingerprint::Fingerprint;
pub use manifest::{Manifest, ManifestError, ModelEntry, Role};
pub use recorded::{Counts, Mode, Recorded, RecordedComplete, RecordedModel, ReplayError};
pub use rerank::Rerank;
pub use sha256::Sha256;
pub use transcript::{Answer, Question, QuestionDigest, Transcript, TranscriptError};
pub use vector::{Vector, VectorError};
