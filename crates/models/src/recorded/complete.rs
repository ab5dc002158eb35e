//! A language model whose answers are kept in a transcript.

use super::notes::Placed;
use super::{RecordedModel, Writers};
use crate::complete::{Chosen, Complete, Continuation, GenerateLimits, Generated, Prompt};
use crate::error::ModelError;
use crate::fingerprint::Fingerprint;
use crate::transcript::{Answer, QuestionDigest, Transcript};

/// A language model that answers from a [`Transcript`] first.
///
/// The score of a continuation does not depend on the others, so each is a question of its own: a
/// prompt that is asked again with one more continuation asks the model for that one alone. So is each
/// choice, and each text to be written or counted.
pub type RecordedComplete<C> = RecordedModel<C, Writers>;

/// The kinds of questions and the version of how each is put.
const SCORE: &str = "score 1";
const CHOOSE: &str = "choose 1";
const WRITE: &str = "write 1";
const COUNT: &str = "count tokens 1";
const STATE: &str = "state bytes 1";

impl<C: Complete> RecordedComplete<C> {
    /// Answers from the transcript where it can, asks `inner` for the rest and records that.
    ///
    /// # Panics
    ///
    /// When the transcript knows a model of the same fingerprint and another context: that is not
    /// the same model.
    #[must_use]
    pub fn record(inner: C, transcript: Transcript) -> Self {
        let (fingerprint, context_tokens) = (*inner.fingerprint(), inner.context_tokens());
        Self::with(Some(inner), fingerprint, context_tokens, transcript)
    }
}

impl<C> RecordedComplete<C> {
    fn digest(&self, prompt_version: &str, parts: &[&str]) -> QuestionDigest {
        // Each part with its length, so that no two lists of parts run into each other.
        let text: String = parts.iter().map(|part| format!("{}:{part}", part.len())).collect();
        self.question(prompt_version, &text)
    }

    fn score_digests(&self, prompt: &Prompt, continuations: &[&str]) -> Vec<QuestionDigest> {
        let parts = |text| [prompt.shared.as_str(), prompt.own.as_str(), text];
        continuations.iter().map(|text| self.digest(SCORE, &parts(text))).collect()
    }

    /// The likeliest of continuations that were all scored before: the same that choosing finds.
    fn known_best(&self, prompt: &Prompt, continuations: &[&str]) -> Option<Chosen> {
        let known = self.notes.known(&self.score_digests(prompt, continuations))?;
        let score = |answer| match answer {
            Answer::Score(score) => Some(score),
            _ => None,
        };
        Chosen::among(&known.into_iter().map(score).collect::<Option<Vec<Continuation>>>()?)
    }

    fn one(
        &self,
        digest: QuestionDigest,
        compute: impl Fn() -> Result<Answer, ModelError>,
    ) -> Result<Answer, ModelError> {
        let mut answers = self.notes.answers(&[digest], |_| Ok(vec![compute()?]))?;
        Ok(answers.remove(0))
    }
}

impl<C: Complete> Complete for RecordedComplete<C> {
    fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    fn context_tokens(&self) -> usize {
        self.size
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        let answer = self.one(self.digest(COUNT, &[text]), || {
            let tokens = self.model(text)?.count_tokens(text)?;
            Ok(Answer::Tokens(tokens as u64))
        })?;
        match answer {
            Answer::Tokens(tokens) => Ok(tokens as usize),
            _ => Err(self.wrong_kind(text)),
        }
    }

    fn score(
        &self,
        prompt: &Prompt,
        continuations: &[&str],
    ) -> Result<Vec<Continuation>, ModelError> {
        let digests = self.score_digests(prompt, continuations);
        let compute = |missing: &[Placed]| {
            let texts: Vec<&str> = missing.iter().map(|(_, at)| continuations[*at]).collect();
            let scores = self.model(&prompt.own)?.score(prompt, &texts)?;
            Ok(scores.into_iter().map(Answer::Score).collect())
        };
        let answers = self.notes.answers(&digests, compute)?;
        let score = |answer| match answer {
            Answer::Score(score) => Ok(score),
            _ => Err(self.wrong_kind(&prompt.own)),
        };
        answers.into_iter().map(score).collect()
    }

    fn choose(&self, prompt: &Prompt, continuations: &[&str]) -> Result<Chosen, ModelError> {
        let mut parts = vec![prompt.shared.as_str(), prompt.own.as_str()];
        parts.extend(continuations);
        let answer = self.one(self.digest(CHOOSE, &parts), || {
            let chosen = match self.known_best(prompt, continuations) {
                Some(chosen) => chosen,
                None => self.model(&prompt.own)?.choose(prompt, continuations)?,
            };
            Ok(Answer::Choice(chosen))
        })?;
        match answer {
            Answer::Choice(chosen) if chosen.index < continuations.len() => Ok(chosen),
            _ => Err(self.wrong_kind(&prompt.own)),
        }
    }

    fn generate(&self, prompt: &Prompt, limits: &GenerateLimits) -> Result<Generated, ModelError> {
        // All that limits the writing is part of the question.
        let limits_text =
            serde_json::to_string(limits).expect("limits are numbers, texts and lists");
        let digest = self.digest(WRITE, &[&prompt.shared, &prompt.own, &limits_text]);
        let answer = self.one(digest, || {
            let model = self.model(&prompt.own)?;
            Ok(Answer::Text(model.generate(prompt, limits)?))
        })?;
        match answer {
            Answer::Text(text) => Ok(text),
            _ => Err(self.wrong_kind(&prompt.own)),
        }
    }

    /// Recorded, so that a replay accounts for the same bytes; 0 where it was not.
    fn state_bytes_per_token(&self) -> u64 {
        let answer = self.one(self.digest(STATE, &[]), || {
            Ok(Answer::Tokens(self.model("state bytes")?.state_bytes_per_token()))
        });
        match answer {
            Ok(Answer::Tokens(bytes)) => bytes,
            _ => 0,
        }
    }

    fn release(&self, shared: &str) {
        if let Some(inner) = &self.inner {
            inner.release(shared);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::recorded::{Counts, Mode, ReplayError};
    use crate::testing::SharedWords;

    /// Takes down what the model is asked.
    struct Watched {
        inner: SharedWords,
        scored: Mutex<Vec<String>>,
    }

    impl Watched {
        fn inner(&self) -> &SharedWords {
            &self.inner
        }
    }

    impl Complete for Watched {
        crate::complete_through!(Self::inner, but score);

        fn score(
            &self,
            prompt: &Prompt,
            continuations: &[&str],
        ) -> Result<Vec<Continuation>, ModelError> {
            let mut scored = self.scored.lock().expect("no test panics inside");
            scored.extend(continuations.iter().map(|text| (*text).to_owned()));
            self.inner.score(prompt, continuations)
        }
    }

    fn prompt(own: &str) -> Prompt {
        Prompt { shared: "I am in a kitchen. ".into(), own: own.into() }
    }

    fn limits() -> GenerateLimits {
        GenerateLimits { stop: vec![".".into()], ..GenerateLimits::new(4) }
    }

    #[test]
    fn each_continuation_is_asked_for_once() {
        let model = Watched { inner: SharedWords::default(), scored: Mutex::default() };
        let recorded = RecordedComplete::record(model, Transcript::new());
        let first = recorded.score(&prompt("Now"), &["take the cup.", "open the drawer."]);
        let first = first.expect("words can be compared");
        let again = recorded.score(&prompt("Now"), &["wait.", "take the cup.", "wait."]);
        assert_eq!(again.expect("words can be compared")[1], first[0]);
        recorded.score(&prompt("Then"), &["wait."]).expect("another prompt is another question");
        let inner = recorded.inner.as_ref().expect("it records");
        assert_eq!(
            *inner.scored.lock().expect("no thread panicked"),
            ["take the cup.", "open the drawer.", "wait.", "wait."]
        );
        assert_eq!(recorded.counts(), Counts { asked: 6, recalled: 2, computed: 4 });
    }

    #[test]
    fn a_replay_gives_the_same_bits_without_the_model() {
        let recorded = RecordedComplete::record(SharedWords::default(), Transcript::new());
        let scores = recorded.score(&prompt("Now"), &["take the cup.", "wait."]);
        let written = recorded.generate(&prompt("Now"), &limits());
        let tokens = recorded.count_tokens("take the cup");
        let chosen = recorded.choose(&prompt("Now"), &["take the cup.", "wait.", "now."]);
        assert_eq!(chosen.as_ref().map(|chosen| chosen.index), Ok(2));
        let nothing = recorded.choose(&prompt("Now"), &[]).expect_err("there is no choice");
        assert!(matches!(nothing, ModelError::NothingToChoose { .. }), "{nothing}");
        assert_eq!(recorded.state_bytes_per_token(), 8);
        let bytes = recorded.into_transcript().to_bytes();

        let scorer = RecordedComplete::record(SharedWords::default(), Transcript::new());
        scorer.score(&prompt("Now"), &["take the cup.", "wait.", "now."]).expect("it answers");
        let scored = scorer.into_transcript();
        let replayed = RecordedComplete::<SharedWords>::replay_only(scored).expect("one model");
        assert_eq!(
            replayed.choose(&prompt("Now"), &["take the cup.", "wait.", "now."]),
            chosen,
            "what was scored can be chosen among"
        );

        let transcript = Transcript::from_bytes(&bytes, "run").expect("its own bytes");
        let replayed = RecordedComplete::<SharedWords>::replay_only(transcript);
        let replayed = replayed.expect("of one model");
        assert_eq!(replayed.mode(), Mode::Replay);
        assert_eq!(replayed.context_tokens(), SharedWords::default().context_tokens());
        assert_eq!(replayed.score(&prompt("Now"), &["take the cup.", "wait."]), scores);
        assert_eq!(replayed.generate(&prompt("Now"), &limits()), written);
        assert_eq!(replayed.count_tokens("take the cup"), tokens);
        assert_eq!(replayed.state_bytes_per_token(), 8, "it was recorded");
        assert_eq!(replayed.choose(&prompt("Now"), &["take the cup.", "wait.", "now."]), chosen);
    }

    #[test]
    fn a_replay_names_what_it_cannot_answer() {
        let recorded = RecordedComplete::record(SharedWords::default(), Transcript::new());
        recorded.score(&prompt("Now"), &["wait."]).expect("words can be compared");
        let transcript = recorded.into_transcript();
        let replayed = RecordedComplete::<SharedWords>::replay_only(transcript);
        let replayed = replayed.expect("of one model");
        let error = replayed.score(&prompt("Later"), &["wait."]).expect_err("never asked");
        assert!(matches!(error, ModelError::NotRecorded { text, .. } if text == "Later"));
        let mut longer = limits();
        longer.tokens += 1;
        replayed.generate(&prompt("Now"), &longer).expect_err("other limits, another question");
        assert_eq!(replayed.state_bytes_per_token(), 0, "nobody wrote it down");
    }

    #[test]
    fn a_transcript_of_embeddings_is_of_no_language_model() {
        let error = RecordedComplete::<SharedWords>::replay_only(Transcript::new());
        assert_eq!(error.expect_err("empty"), ReplayError::NotOneModel { found: vec![] });
    }
}
