//! What a transcript notes of models, by their kind.

use crate::fingerprint::Fingerprint;
use crate::transcript::Transcript;

/// Which list of a transcript the models of a kind are in.
pub trait Kind {
    /// Notes a model in the list, with its size.
    ///
    /// # Panics
    ///
    /// When the list has the model with another size: that is not the same model.
    fn note(transcript: &mut Transcript, fingerprint: Fingerprint, size: usize);

    /// The models in the list, each with its size.
    fn known(transcript: &Transcript) -> impl Iterator<Item = (&Fingerprint, usize)>;
}

/// Embedders; their size is how many numbers a vector has.
#[derive(Debug, Clone, Copy)]
pub struct Embedders;

impl Kind for Embedders {
    fn note(transcript: &mut Transcript, fingerprint: Fingerprint, size: usize) {
        transcript.note_embedder(fingerprint, size);
    }

    fn known(transcript: &Transcript) -> impl Iterator<Item = (&Fingerprint, usize)> {
        transcript.embedders()
    }
}

/// Language models; their size is how many tokens the context has.
#[derive(Debug, Clone, Copy)]
pub struct Writers;

impl Kind for Writers {
    fn note(transcript: &mut Transcript, fingerprint: Fingerprint, size: usize) {
        transcript.note_writer(fingerprint, size);
    }

    fn known(transcript: &Transcript) -> impl Iterator<Item = (&Fingerprint, usize)> {
        transcript.writers()
    }
}
