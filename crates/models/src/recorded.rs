//! Models whose answers are kept in a transcript: an embedder, and a language model.
//!
//! Recording asks the inner model only for what the transcript does not hold; replaying has no
//! inner model at all. What ends up in the transcript and in the counts is the same on any number
//! of threads: when two threads ask the same new question, one asks the model and the other waits
//! for it.

use crate::embed::Embed;
use crate::error::ModelError;
use crate::fingerprint::Fingerprint;
use crate::transcript::{Answer, Question, QuestionDigest, Transcript};
use crate::vector::Vector;

mod complete;
mod notes;

pub use complete::RecordedComplete;
use notes::{Notes, Placed};

/// An embedder that answers from a [`Transcript`] first.
///
/// A replayed `Recorded` never holds an `E`, so any embedder type will do for it: `Recorded<Arc<dyn
/// Embed>>` serves a caller that decides between recording and replaying when it runs.
#[derive(Debug)]
pub struct Recorded<E> {
    /// `None` when replaying.
    inner: Option<E>,
    fingerprint: Fingerprint,
    dimension: usize,
    notes: Notes,
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
/// failed. For an embedder each text is a question.
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

/// The wording of an embedder's question: the text itself. A model that wants a prefix has it in
/// its recipe.
const PROMPT_VERSION: &str = "embed 1";

impl<E: Embed> Recorded<E> {
    /// Answers from the transcript where it can, asks `inner` for the rest and records that.
    ///
    /// # Panics
    ///
    /// When the transcript knows a model of the same fingerprint and another dimension: that is not
    /// the same model.
    #[must_use]
    pub fn record(inner: E, mut transcript: Transcript) -> Self {
        let (fingerprint, dimension) = (*inner.fingerprint(), inner.dimension());
        transcript.note_embedder(fingerprint, dimension);
        Self::new(Some(inner), fingerprint, dimension, transcript)
    }
}

impl<E> Recorded<E> {
    /// Answers from the transcript alone, as the model `wanted`.
    ///
    /// # Errors
    ///
    /// When that model never answered into this transcript.
    pub fn replay(transcript: Transcript, wanted: &Fingerprint) -> Result<Self, ReplayError> {
        let dimension = transcript
            .embedders()
            .find(|(fingerprint, _)| *fingerprint == wanted)
            .map(|(_, dimension)| dimension);
        match dimension {
            Some(dimension) => Ok(Self::new(None, *wanted, dimension, transcript)),
            None => {
                Err(ReplayError::UnknownModel { wanted: *wanted, found: fingerprints(&transcript) })
            }
        }
    }

    /// Answers from the transcript alone, as the one embedder it is of.
    ///
    /// # Errors
    ///
    /// When the transcript is of no embedder, or of several.
    pub fn replay_only(transcript: Transcript) -> Result<Self, ReplayError> {
        match *fingerprints(&transcript) {
            [fingerprint] => Self::replay(transcript, &fingerprint),
            ref found => Err(ReplayError::NotOneModel { found: found.to_vec() }),
        }
    }

    fn new(
        inner: Option<E>,
        fingerprint: Fingerprint,
        dimension: usize,
        transcript: Transcript,
    ) -> Self {
        Self { inner, fingerprint, dimension, notes: Notes::new(transcript) }
    }

    /// Whether new questions may be asked.
    #[must_use]
    pub fn mode(&self) -> Mode {
        if self.inner.is_some() { Mode::Record } else { Mode::Replay }
    }

    /// How many texts were asked for so far, and who answered.
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
        asked.note_embedder(self.fingerprint, self.dimension);
        self.notes.asked(asked)
    }

    /// The transcript, when nothing more will be asked.
    #[must_use]
    pub fn into_transcript(self) -> Transcript {
        self.notes.into_transcript()
    }
}

/// Another kind of answer under a question's digest can only be chance, or a file made by hand.
fn wrong_kind(model: &Fingerprint, text: &str) -> ModelError {
    ModelError::Failed {
        model: model.short(),
        text: text.to_owned(),
        reason: "the transcript holds another kind of answer".to_owned(),
    }
}

fn fingerprints(transcript: &Transcript) -> Vec<Fingerprint> {
    transcript.embedders().map(|(fingerprint, _)| *fingerprint).collect()
}

impl<E: Embed> Embed for Recorded<E> {
    fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, ModelError> {
        let digests: Vec<QuestionDigest> = texts
            .iter()
            .map(|text| {
                Question { fingerprint: &self.fingerprint, prompt_version: PROMPT_VERSION, text }
                    .digest()
            })
            .collect();
        let compute = |missing: &[Placed]| {
            let texts: Vec<&str> = missing.iter().map(|(_, at)| texts[*at]).collect();
            let Some(inner) = &self.inner else {
                let text = texts[0].to_owned();
                return Err(ModelError::NotRecorded { fingerprint: self.fingerprint, text });
            };
            Ok(inner.embed(&texts)?.into_iter().map(Answer::Vector).collect())
        };
        let vector = |(answer, text): (Answer, &&str)| match answer {
            Answer::Vector(vector) => Ok(vector),
            _ => Err(wrong_kind(&self.fingerprint, text)),
        };
        let answers = self.notes.answers(&digests, compute)?;
        answers.into_iter().zip(texts).map(vector).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::testing::HashedWords;

    /// Counts what the model is asked, and fails where a test says so.
    struct Watched {
        words: HashedWords,
        asked: AtomicUsize,
        failing: Option<&'static str>,
    }

    impl Watched {
        fn new() -> Self {
            Self { words: HashedWords::default(), asked: AtomicUsize::new(0), failing: None }
        }
    }

    impl Embed for Watched {
        fn fingerprint(&self) -> &Fingerprint {
            self.words.fingerprint()
        }
        fn dimension(&self) -> usize {
            self.words.dimension()
        }
        fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, ModelError> {
            self.asked.fetch_add(texts.len(), Ordering::SeqCst);
            if let Some(text) = texts.iter().find(|text| Some(**text) == self.failing) {
                return Err(ModelError::Failed {
                    model: "watched".into(),
                    text: (*text).into(),
                    reason: "told to".into(),
                });
            }
            self.words.embed(texts)
        }
    }

    #[test]
    fn what_was_asked_is_kept_apart_from_what_was_known() {
        let first = Recorded::record(HashedWords::default(), Transcript::new());
        first.embed(&["a mug", "a cup"]).expect("hashing cannot fail");
        let second = Recorded::record(HashedWords::default(), first.transcript());
        second.embed(&["a cup"]).expect("hashing cannot fail");
        assert_eq!((second.transcript().len(), second.asked().len()), (2, 1));
    }

    #[test]
    fn only_what_is_new_is_computed() {
        let recorded = Recorded::record(Watched::new(), Transcript::new());
        let first = recorded.embed(&["cup", "kettle", "cup"]).expect("hashing cannot fail");
        let again = recorded.embed(&["kettle", "knife"]).expect("hashing cannot fail");
        assert_eq!(first[0], first[2]);
        assert_eq!(first[1], again[0]);
        assert_eq!(recorded.counts(), Counts { asked: 5, recalled: 2, computed: 3 });
        assert_eq!(
            recorded.inner.as_ref().map(|inner| inner.asked.load(Ordering::SeqCst)),
            Some(3)
        );
        assert_eq!(recorded.embed(&[]), Ok(vec![]));
    }

    #[test]
    fn a_replay_gives_the_same_bits_without_the_model() {
        let recorded = Recorded::record(HashedWords::default(), Transcript::new());
        let lived = recorded.embed(&["cup", "kettle"]).expect("hashing cannot fail");
        let bytes = recorded.into_transcript().to_bytes();

        let transcript = Transcript::from_bytes(&bytes, "run").expect("its own bytes");
        let replayed =
            Recorded::<Arc<dyn Embed>>::replay_only(transcript).expect("of one embedder");
        assert_eq!(replayed.mode(), Mode::Replay);
        assert_eq!(replayed.dimension(), HashedWords::default().dimension());
        assert_eq!(replayed.embed(&["cup", "kettle"]), Ok(lived));
        assert_eq!(replayed.counts(), Counts { asked: 2, recalled: 2, computed: 0 });
    }

    #[test]
    fn a_replay_names_what_it_cannot_answer() {
        let recorded = Recorded::record(HashedWords::default(), Transcript::new());
        recorded.embed(&["cup"]).expect("hashing cannot fail");
        let replayed = Recorded::<HashedWords>::replay_only(recorded.into_transcript())
            .expect("of one embedder");
        let error = replayed.embed(&["cup", "spoon"]).expect_err("never asked");
        let fingerprint = *HashedWords::default().fingerprint();
        assert_eq!(error, ModelError::NotRecorded { fingerprint, text: "spoon".into() });
    }

    #[test]
    fn a_replay_of_another_model_is_refused() {
        let recorded = Recorded::record(HashedWords::new(64), Transcript::new());
        let transcript = recorded.into_transcript();
        let wanted = *HashedWords::new(128).fingerprint();
        let error =
            Recorded::<HashedWords>::replay(transcript, &wanted).expect_err("another model");
        assert_eq!(
            error,
            ReplayError::UnknownModel { wanted, found: vec![*HashedWords::new(64).fingerprint()] }
        );
        let error = Recorded::<HashedWords>::replay_only(Transcript::new()).expect_err("empty");
        assert_eq!(error.to_string(), "the transcript should be of one such model and is of none");
    }

    #[test]
    fn a_failure_records_nothing_and_blocks_nobody() {
        let failing = Watched { failing: Some("knife"), ..Watched::new() };
        let recorded = Recorded::record(failing, Transcript::new());
        recorded.embed(&["cup", "knife"]).expect_err("told to fail");
        assert!(recorded.transcript().is_empty());
        recorded.embed(&["cup"]).expect("the claim was given back");
    }

    #[test]
    fn threads_ask_each_question_once_and_agree() {
        let texts: Vec<String> = (0..40).map(|i| format!("thing number {i}")).collect();
        let alone = Recorded::record(HashedWords::default(), Transcript::new());
        for text in &texts {
            alone.embed_one(text).expect("hashing cannot fail");
        }
        let shared = Recorded::record(Watched::new(), Transcript::new());
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (shared, texts) = (&shared, &texts);
                scope.spawn(move || {
                    for step in 0..texts.len() {
                        let at = (step * 7 + thread * 11) % texts.len();
                        let pair = [texts[at].as_str(), texts[(at + 1) % texts.len()].as_str()];
                        shared.embed(&pair).expect("hashing cannot fail");
                    }
                });
            }
        });
        assert_eq!(shared.counts(), Counts { asked: 320, recalled: 280, computed: 40 });
        assert_eq!(shared.into_transcript().to_bytes(), alone.into_transcript().to_bytes());
    }
}
