//! What recorded models share: answers that are looked up, waited for or asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::Counts;
use crate::error::ModelError;
use crate::transcript::{Answer, QuestionDigest, Transcript};

/// A transcript that many threads read and add to.
#[derive(Debug, Default)]
pub(super) struct Notes {
    state: Mutex<State>,
    /// Rings whenever a claim is given back, with or without an answer.
    settled: Condvar,
}

#[derive(Debug, Default)]
struct State {
    transcript: Transcript,
    /// Questions that some thread is asking the model right now.
    claimed: BTreeSet<QuestionDigest>,
    /// Questions that were asked of us, whoever answered.
    asked: BTreeSet<QuestionDigest>,
    counts: Counts,
}

/// One question of a call: its digest, and its place in the call.
pub(super) type Placed = (QuestionDigest, usize);

impl Notes {
    pub(super) fn new(transcript: Transcript) -> Self {
        Self { state: Mutex::new(State { transcript, ..State::default() }), ..Self::default() }
    }

    pub(super) fn counts(&self) -> Counts {
        self.lock().counts
    }

    pub(super) fn transcript(&self) -> Transcript {
        self.lock().transcript.clone()
    }

    pub(super) fn into_transcript(self) -> Transcript {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).transcript
    }

    /// The answers to what was asked so far, added to `asked`.
    pub(super) fn asked(&self, mut asked: Transcript) -> Transcript {
        let state = self.lock();
        for digest in &state.asked {
            if let Some(answer) = state.transcript.get(digest) {
                asked.record(*digest, answer.clone()).expect("each question comes once");
            }
        }
        asked
    }

    /// The answers to these questions, where every one is known.
    pub(super) fn known(&self, digests: &[QuestionDigest]) -> Option<Vec<Answer>> {
        let state = self.lock();
        digests.iter().map(|digest| state.transcript.get(digest).cloned()).collect()
    }

    /// The answers to these questions, in their order.
    ///
    /// `compute` is given the questions that nobody has answered, each once and in the order of the
    /// call, and returns as many answers. When two threads ask the same new question, one asks the
    /// model and the other waits for it.
    ///
    /// # Errors
    ///
    /// Those of `compute`; it is then as if it had not been called.
    pub(super) fn answers(
        &self,
        digests: &[QuestionDigest],
        compute: impl Fn(&[Placed]) -> Result<Vec<Answer>, ModelError>,
    ) -> Result<Vec<Answer>, ModelError> {
        let mut seen = BTreeSet::new();
        let questions: Vec<Placed> = digests
            .iter()
            .enumerate()
            .map(|(place, digest)| (*digest, place))
            .filter(|(digest, _)| seen.insert(*digest))
            .collect();

        let mut computed = 0;
        let mut state = self.lock();
        state.counts.asked += digests.len() as u64;
        state.asked.extend(questions.iter().map(|(digest, _)| *digest));
        loop {
            let missing =
                || questions.iter().filter(|(digest, _)| state.transcript.get(digest).is_none());
            if missing().next().is_none() {
                break;
            }
            let free: Vec<Placed> =
                missing().filter(|(digest, _)| !state.claimed.contains(digest)).copied().collect();
            if free.is_empty() {
                state = self.settled.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            state.claimed.extend(free.iter().map(|(digest, _)| *digest));
            drop(state);
            let claim = Claim { notes: self, questions: &free };
            let answers = compute(&free)?;
            if answers.len() != free.len() {
                let (asked, answered) = (free.len(), answers.len());
                return Err(ModelError::WrongCount { asked, answered });
            }
            state = self.lock();
            for ((digest, _), answer) in free.iter().zip(answers) {
                state
                    .transcript
                    .record(*digest, answer)
                    .expect("a claimed question is answered by its claimant alone");
            }
            computed += free.len() as u64;
            state.counts.computed += free.len() as u64;
            drop(state);
            drop(claim);
            state = self.lock();
        }
        state.counts.recalled += digests.len() as u64 - computed;
        let found: BTreeMap<QuestionDigest, Answer> = questions
            .iter()
            .map(|(digest, _)| {
                let answer = state.transcript.get(digest);
                // The loop ends when every question has an answer, and answers are never removed.
                (*digest, answer.expect("every question has an answer by now").clone())
            })
            .collect();
        drop(state);
        Ok(digests.iter().map(|digest| found[digest].clone()).collect())
    }

    /// A thread that panics inside the lock leaves a whole state behind: every change is one
    /// insertion or removal.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Questions that this thread asks and others wait for. Dropping gives them back, also after an
/// error or a panic, so that no thread waits forever.
struct Claim<'a> {
    notes: &'a Notes,
    questions: &'a [Placed],
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        let mut state = self.notes.lock();
        for (digest, _) in self.questions {
            state.claimed.remove(digest);
        }
        drop(state);
        self.notes.settled.notify_all();
    }
}
