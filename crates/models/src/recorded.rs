//! Models whose answers are kept in a transcript: an embedder, and a language model.
//!
//! Recording asks the inner model only for what the transcript does not hold; replaying has no
//! inner model at all. What ends up in the transcript and in the counts is the same on any number
//! of threads: when two threads ask the same new question, one asks the model and the other waits
//! for it.

use std::marker::PhantomData;

use crate::error::ModelError;
use crate::fingerprint::Fingerprint;
use crate::transcript::{Question, QuestionDigest, Transcript};

mod complete;
mod embed;
mod kind;
mod notes;

pub use complete::RecordedComplete;
pub use embed::Recorded;
use kind::{Embedders, Kind, Writers};
use notes::Notes;

/// A model of the kind `K` that answers from a [`Transcript`] first: a [`Recorded`] or a
/// [`RecordedComplete`].
#[derive(Debug)]
pub struct RecordedModel<M, K> {
    /// `None` when replaying.
    inner: Option<M>,
    fingerprint: Fingerprint,
    /// What the transcript notes of a model of this kind: numbers in a vector, or tokens of context.
    size: usize,
    notes: Notes,
    kind: PhantomData<K>,
}

/// Whether new questions may be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// What the transcript does not hold is asked of the model and recorded.
    Record,
    /// Only the transcript answers.
    Replay,
}

/// How many questions were asked, and who answered: `asked == recalled + computed` unless the model
/// failed. A question is a text that is embedded, counted or continued freely, a continuation that is
/// scored, or a choice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Questions asked, each as often as it was asked.
    pub asked: u64,
    /// Of these, answered from the transcript, or by an equal question of the same call.
    pub recalled: u64,
    /// Of these, computed by the inner model.
    pub computed: u64,
}

/// Why a transcript cannot stand in for a model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The model that is to be replayed never answered into this transcript.
    #[error("the transcript holds no answers of model {}, only of {}", wanted.short(), known(found))]
    UnknownModel {
        /// The model that is to be replayed.
        wanted: Fingerprint,
        /// The models of that kind that the transcript knows.
        found: Vec<Fingerprint>,
    },
    /// The transcript must be of one model of the kind and is of none or of several.
    #[error("the transcript should be of one such model and is of {}", known(found))]
    NotOneModel {
        /// The models of that kind that the transcript knows.
        found: Vec<Fingerprint>,
    },
}

fn known(found: &[Fingerprint]) -> String {
    if found.is_empty() {
        return "none".to_owned();
    }
    found.iter().map(Fingerprint::short).collect::<Vec<_>>().join(", ")
}

impl<M, K: Kind> RecordedModel<M, K> {
    /// Answers from the transcript alone, as the model `wanted`.
    ///
    /// # Errors
    ///
    /// When that model never answered into this transcript.
    pub fn replay(transcript: Transcript, wanted: &Fingerprint) -> Result<Self, ReplayError> {
        let found = K::known(&transcript).find(|(fingerprint, _)| *fingerprint == wanted);
        match found.map(|(_, size)| size) {
            Some(size) => Ok(Self::with(None, *wanted, size, transcript)),
            None => {
                let found = fingerprints::<K>(&transcript);
                Err(ReplayError::UnknownModel { wanted: *wanted, found })
            }
        }
    }

    /// Answers from the transcript alone, as the one model of the kind it is of.
    ///
    /// # Errors
    ///
    /// When the transcript is of no model of the kind, or of several.
    pub fn replay_only(transcript: Transcript) -> Result<Self, ReplayError> {
        match *fingerprints::<K>(&transcript) {
            [fingerprint] => Self::replay(transcript, &fingerprint),
            ref found => Err(ReplayError::NotOneModel { found: found.to_vec() }),
        }
    }

    /// # Panics
    ///
    /// When the transcript knows a model of the same fingerprint and another size.
    fn with(
        inner: Option<M>,
        fingerprint: Fingerprint,
        size: usize,
        mut transcript: Transcript,
    ) -> Self {
        K::note(&mut transcript, fingerprint, size);
        Self { inner, fingerprint, size, notes: Notes::new(transcript), kind: PhantomData }
    }

    /// Whether new questions may be asked.
    #[must_use]
    pub fn mode(&self) -> Mode {
        if self.inner.is_some() { Mode::Record } else { Mode::Replay }
    }

    /// How many questions were asked so far, and who answered.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.notes.counts()
    }

    /// The transcript as it is now.
    #[must_use]
    pub fn transcript(&self) -> Transcript {
        self.notes.transcript()
    }

    /// The answers to what was asked so far, without others that the transcript held before: what
    /// this run needs to be replayed.
    #[must_use]
    pub fn asked(&self) -> Transcript {
        let mut asked = Transcript::new();
        K::note(&mut asked, self.fingerprint, self.size);
        self.notes.asked(asked)
    }

    /// The transcript, when nothing more will be asked.
    #[must_use]
    pub fn into_transcript(self) -> Transcript {
        self.notes.into_transcript()
    }

    /// The digest of a question, put in this way.
    fn question(&self, prompt_version: &str, text: &str) -> QuestionDigest {
        Question { fingerprint: &self.fingerprint, prompt_version, text }.digest()
    }

    /// The model, to be asked about this text.
    fn model(&self, text: &str) -> Result<&M, ModelError> {
        self.inner.as_ref().ok_or_else(|| ModelError::NotRecorded {
            fingerprint: self.fingerprint,
            text: text.to_owned(),
        })
    }

    /// Another kind of answer under a question's digest can only be chance, or a file made by hand.
    fn wrong_kind(&self, text: &str) -> ModelError {
        ModelError::Failed {
            model: self.fingerprint.short(),
            text: text.to_owned(),
            reason: "the transcript holds another kind of answer".to_owned(),
        }
    }
}

fn fingerprints<K: Kind>(transcript: &Transcript) -> Vec<Fingerprint> {
    K::known(transcript).map(|(fingerprint, _)| *fingerprint).collect()
}
