//! An embedder whose answers are kept in a transcript.

use super::notes::Placed;
use super::{Embedders, RecordedModel};
use crate::embed::Embed;
use crate::error::ModelError;
use crate::fingerprint::Fingerprint;
use crate::transcript::{Answer, QuestionDigest, Transcript};
use crate::vector::Vector;

/// An embedder that answers from a [`Transcript`] first. Each text is a question.
///
/// A replayed one never holds an `E`, so any embedder type will do for it: `Recorded<Arc<dyn
/// Embed>>` serves a caller that decides between recording and replaying when it runs.
pub type Recorded<E> = RecordedModel<E, Embedders>;

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
    pub fn record(inner: E, transcript: Transcript) -> Self {
        let (fingerprint, dimension) = (*inner.fingerprint(), inner.dimension());
        Self::with(Some(inner), fingerprint, dimension, transcript)
    }
}

impl<E: Embed> Embed for Recorded<E> {
    fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    fn dimension(&self) -> usize {
        self.size
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, ModelError> {
        let digests: Vec<QuestionDigest> =
            texts.iter().map(|text| self.question(PROMPT_VERSION, text)).collect();
        let compute = |missing: &[Placed]| {
            let texts: Vec<&str> = missing.iter().map(|(_, at)| texts[*at]).collect();
            let vectors = self.model(texts[0])?.embed(&texts)?;
            Ok(vectors.into_iter().map(Answer::Vector).collect())
        };
        let vector = |(answer, text): (Answer, &&str)| match answer {
            Answer::Vector(vector) => Ok(vector),
            _ => Err(self.wrong_kind(text)),
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
    use crate::recorded::{Counts, Mode, ReplayError};
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
