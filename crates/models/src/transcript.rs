//! What models answered, so that a run replays without them.
//!
//! An answer is stored under the digest of its question, never under its place in the run: two runs
//! that ask the same questions in another order, or on another number of threads, make the same
//! transcript. Questions themselves are not stored. The file format is in [`mod@file`].

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::{Deserialize, Serialize};

use crate::complete::{Chosen, Continuation, Generated};
use crate::fingerprint::Fingerprint;
use crate::hex::digest_text;
use crate::vector::Vector;

pub mod file;

pub use file::TranscriptError;

/// Answers of models under the digests of their questions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Transcript {
    /// The dimension of each embedder that answered, so that a replay knows it without the model.
    embedders: BTreeMap<Fingerprint, u32>,
    /// The context of each language model that answered, in tokens.
    writers: BTreeMap<Fingerprint, u32>,
    answers: BTreeMap<QuestionDigest, Answer>,
}

/// What a model was asked.
///
/// Everything that may change the answer is in here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question<'a> {
    /// The model that is asked.
    pub fingerprint: &'a Fingerprint,
    /// Which wording turns the question into a prompt, such as `"embed 1"`: changed whenever the
    /// wording changes.
    pub prompt_version: &'a str,
    /// The question.
    pub text: &'a str,
}

/// Names a [`Question`], shown as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuestionDigest([u8; 32]);

digest_text!(QuestionDigest);

/// What a model answered. New kinds of answers go to the end: files hold the place in this list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Answer {
    /// An embedder's answer.
    Vector(Vector),
    /// How likely a language model finds a continuation.
    Score(Continuation),
    /// What a language model wrote.
    Text(Generated),
    /// How many tokens a text has.
    Tokens(u64),
    /// Which continuation a language model finds the likeliest.
    Choice(Chosen),
}

/// One question has two different answers.
///
/// The model is not the same on both sides, whatever its fingerprint says, or its arithmetic
/// differs between machines.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "question {question} has two different answers; the transcripts come from models or machines that differ: \
     record them again on one machine"
)]
pub struct Conflict {
    /// The question.
    pub question: QuestionDigest,
}

impl Question<'_> {
    /// The digest that names this question.
    #[must_use]
    pub fn digest(&self) -> QuestionDigest {
        let mut hasher = blake3::Hasher::new_derive_key("brainmem model question 1");
        hasher.update(self.fingerprint.as_bytes());
        for part in [self.prompt_version, self.text] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        QuestionDigest(*hasher.finalize().as_bytes())
    }
}

impl Transcript {
    /// A transcript without answers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The answer to a question, if it was recorded.
    #[must_use]
    pub fn get(&self, question: &QuestionDigest) -> Option<&Answer> {
        self.answers.get(question)
    }

    /// Records an answer. Recording the same answer again changes nothing.
    ///
    /// # Errors
    ///
    /// When the question has another answer already; that one is kept.
    pub fn record(&mut self, question: QuestionDigest, answer: Answer) -> Result<(), Conflict> {
        match self.answers.entry(question) {
            Entry::Vacant(place) => {
                place.insert(answer);
                Ok(())
            }
            Entry::Occupied(place) if *place.get() == answer => Ok(()),
            Entry::Occupied(_) => Err(Conflict { question }),
        }
    }

    /// Adds everything another transcript holds, so that many runs can share one.
    ///
    /// # Errors
    ///
    /// At the first question that has different answers on the two sides; then nothing is added.
    pub fn merge(&mut self, other: &Self) -> Result<(), Conflict> {
        let differs = |(question, answer): &(&QuestionDigest, &Answer)| {
            self.answers.get(question).is_some_and(|own| own != *answer)
        };
        if let Some((&question, _)) = other.answers.iter().find(differs) {
            return Err(Conflict { question });
        }
        self.answers
            .extend(other.answers.iter().map(|(question, answer)| (*question, answer.clone())));
        self.embedders.extend(&other.embedders);
        self.writers.extend(&other.writers);
        Ok(())
    }

    /// How many answers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Whether there is no answer.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// The answers in order of their questions' digests.
    pub fn iter(&self) -> impl Iterator<Item = (&QuestionDigest, &Answer)> {
        self.answers.iter()
    }

    /// The embedders whose answers may be in here, each with its dimension, in order of
    /// fingerprints.
    pub fn embedders(&self) -> impl Iterator<Item = (&Fingerprint, usize)> {
        self.embedders.iter().map(|(fingerprint, &dimension)| (fingerprint, dimension as usize))
    }

    /// The language models whose answers may be in here, each with its context in tokens, in order
    /// of fingerprints.
    pub fn writers(&self) -> impl Iterator<Item = (&Fingerprint, usize)> {
        self.writers.iter().map(|(fingerprint, &tokens)| (fingerprint, tokens as usize))
    }

    /// Notes a language model that is going to answer.
    pub(crate) fn note_writer(&mut self, fingerprint: Fingerprint, context_tokens: usize) {
        let tokens =
            u32::try_from(context_tokens).expect("no context has four thousand million tokens");
        let noted = *self.writers.entry(fingerprint).or_insert(tokens);
        assert_eq!(noted, tokens, "one fingerprint is one model, and a model has one context");
    }

    /// Notes an embedder that is going to answer.
    pub(crate) fn note_embedder(&mut self, fingerprint: Fingerprint, dimension: usize) {
        let dimension =
            u32::try_from(dimension).expect("no vector has four thousand million numbers");
        let noted = *self.embedders.entry(fingerprint).or_insert(dimension);
        assert_eq!(noted, dimension, "one fingerprint is one model, and a model has one dimension");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(text: &str) -> QuestionDigest {
        let fingerprint = Fingerprint::of(&[("weights", "aa")]);
        Question { fingerprint: &fingerprint, prompt_version: "embed 1", text }.digest()
    }

    fn answer(first: f32) -> Answer {
        Answer::Vector(Vector::unit(vec![first, 1.0]).expect("a direction"))
    }

    #[test]
    fn every_part_of_a_question_counts() {
        let one = Fingerprint::of(&[("weights", "aa")]);
        let other = Fingerprint::of(&[("weights", "ab")]);
        let question = Question { fingerprint: &one, prompt_version: "1", text: "cup" };
        assert_ne!(question.digest(), Question { fingerprint: &other, ..question }.digest());
        assert_ne!(question.digest(), Question { prompt_version: "2", ..question }.digest());
        assert_ne!(question.digest(), Question { text: "mug", ..question }.digest());
        let shifted = Question { prompt_version: "1c", text: "up", ..question };
        assert_ne!(question.digest(), shifted.digest());
    }

    /// Committed transcripts are found by digest, so its way of hashing may not change unnoticed.
    #[test]
    fn the_way_of_hashing_is_fixed() {
        expect_test::expect!["1073466350f1bd340c9449f63998d0f12a568eabc4d97f7420140e610e7a9361"]
            .assert_eq(&digest("where is the cup").to_string());
    }

    #[test]
    fn the_first_answer_is_kept_and_a_second_one_is_a_conflict() {
        let mut transcript = Transcript::new();
        transcript.record(digest("cup"), answer(1.0)).expect("new");
        transcript.record(digest("cup"), answer(1.0)).expect("the same");
        let conflict = transcript.record(digest("cup"), answer(2.0)).expect_err("another answer");
        assert_eq!(conflict, Conflict { question: digest("cup") });
        assert_eq!(transcript.get(&digest("cup")), Some(&answer(1.0)));
    }

    #[test]
    fn a_merge_with_a_conflict_adds_nothing() {
        let mut left = Transcript::new();
        left.record(digest("cup"), answer(1.0)).expect("new");
        let mut right = Transcript::new();
        right.record(digest("mug"), answer(3.0)).expect("new");
        let mut bad = right.clone();
        bad.record(digest("cup"), answer(2.0)).expect("new");

        let before = left.clone();
        assert_eq!(left.merge(&bad), Err(Conflict { question: digest("cup") }));
        assert_eq!(left, before);
        left.merge(&right).expect("no question is in both");
        assert_eq!(left.len(), 2);
    }
}
