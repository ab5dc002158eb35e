//! Models that run on this machine's processor, and the files they are made of.
//!
//! Two halves that meet in [`SentenceBert::load`] and [`LanguageModel::load`]:
//!
//! - [`sentence_bert`]: the embedder. Same bits for a text in every batch, on every thread, on
//!   every processor.
//! - [`language_model`]: scores and writes continuations. Same bits for a question, cached or not,
//!   on every processor.
//! - [`head`]: a small classifier on top of embeddings, trained here.
//! - [`store`]: the models directory. Lists, verifies and fetches the files that
//!   `assets/models.toml` names.
//!
//! This is the only crate that names candle: it reads weights and trains heads through it, and its
//! tests hold the arithmetic against candle's own. The arithmetic is ours (`arithmetic`), because candle's order of
//! additions differs between processors and shapes.
//!
//! Absent on purpose: environment variables and the clock. The caller says which directory, which
//! programs and how progress is shown.

mod arithmetic;
mod bert;
pub mod head;
pub mod language_model;
pub mod sentence_bert;
pub mod store;
#[cfg(test)]
mod tiny;

use std::sync::LazyLock;

use models::Manifest;

pub use head::Head;
pub use language_model::{GgufError, HiddenStates, LanguageModel, LanguageOptions, Work};
pub use sentence_bert::{LoadError, ModelBytes, SentenceBert};
pub use store::{Clients, Store};

/// The manifest of the project, `assets/models.toml`, as it was when the program was built.
#[must_use]
pub fn manifest() -> &'static Manifest {
    static MANIFEST: LazyLock<Manifest> = LazyLock::new(|| {
        let text = include_str!("../../../assets/models.toml");
        Manifest::parse("assets/models.toml", text).unwrap_or_else(|error| {
            panic!("a test reads the manifest before anybody builds a release: {error}")
        })
    });
    &MANIFEST
}

#[cfg(test)]
mod tests {
    use models::Role;

    #[test]
    fn the_manifest_of_the_project_is_good() {
        let embedder = super::manifest().first(Role::Embed).expect("there is a default embedder");
        assert_eq!(
            (embedder.name.as_str(), embedder.architecture.as_str()),
            ("all-minilm-l6-v2", "bert")
        );
        assert!(embedder.file("model.safetensors").is_some());
    }
}
