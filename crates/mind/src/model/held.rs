//! Which states of the model an episode holds, so that it stays within its bytes.
//!
//! A model may keep its state after the beginning of a prompt, and reads that beginning once for
//! several questions. This is the account of one episode, from its own questions alone: what a model
//! truly keeps depends also on who else asks it, and must not show in a record.

use std::collections::VecDeque;

use models::{Complete, ModelError};

use crate::planner::ModelReport;

/// The beginnings of which an episode holds the states, the last used last.
#[derive(Debug, Default)]
pub(super) struct Held {
    states: VecDeque<State>,
}

#[derive(Debug)]
struct State {
    shared: String,
    tokens: u64,
    bytes: u64,
}

impl Held {
    /// Takes down that the model was asked about this beginning, and has it forget what the episode
    /// may not hold: what was not used for longest, or a state that alone takes more than `most` bytes;
    /// with `most` 0, any.
    /// Returns how many tokens the beginning has.
    ///
    /// # Errors
    ///
    /// When the beginning cannot be cut into tokens.
    pub(super) fn note(
        &mut self,
        model: &dyn Complete,
        shared: &str,
        most: u64,
        report: &mut ModelReport,
    ) -> Result<u64, ModelError> {
        if shared.is_empty() {
            return Ok(0);
        }
        if let Some(at) = self.states.iter().position(|state| state.shared == shared) {
            let state = self.states.remove(at).expect("it was found there");
            let tokens = state.tokens;
            self.states.push_back(state);
            report.kept_used += 1;
            report.kept_tokens += tokens;
            return Ok(tokens);
        }
        let tokens = model.count_tokens(shared)? as u64;
        let bytes = tokens.saturating_mul(model.state_bytes_per_token());
        if most == 0 || bytes > most {
            model.release(shared);
            return Ok(tokens);
        }
        self.states.push_back(State { shared: shared.to_owned(), tokens, bytes });
        while self.bytes() > most
            && let Some(first) = self.states.pop_front()
        {
            model.release(&first.shared);
        }
        report.kept_bytes = report.kept_bytes.max(self.bytes());
        Ok(tokens)
    }

    fn bytes(&self) -> u64 {
        self.states.iter().map(|state| state.bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use models::testing::SharedWords;

    use super::*;

    /// Takes down what it is to forget.
    #[derive(Default)]
    struct Watched {
        inner: SharedWords,
        released: Mutex<Vec<String>>,
    }

    impl Watched {
        fn inner(&self) -> &SharedWords {
            &self.inner
        }
    }

    impl Complete for Watched {
        models::complete_through!(Self::inner, but state_bytes_per_token, release);

        fn state_bytes_per_token(&self) -> u64 {
            100
        }
        fn release(&self, shared: &str) {
            self.released.lock().expect("no test panics inside").push(shared.to_owned());
        }
    }

    #[test]
    fn an_episode_holds_no_more_than_it_may() {
        let (model, mut held, mut report) =
            (Watched::default(), Held::default(), ModelReport::default());
        let mut note = |shared: &str| {
            held.note(&model, shared, 500, &mut report).expect("words can be counted")
        };
        // Two words, three words, two again: 200, 500, 500 bytes.
        assert_eq!([note("a cup"), note("a red cup"), note("a cup"), note("")], [2, 3, 2, 0]);
        // The one of three words was not used for longest.
        note("a pan");
        assert_eq!(*model.released.lock().expect("whole"), ["a red cup"]);
        // It alone takes more than there may be; the others stay.
        note("one two three four five six");
        note("a cup");
        assert_eq!(
            *model.released.lock().expect("whole"),
            ["a red cup", "one two three four five six"]
        );
        assert_eq!((report.kept_used, report.kept_tokens, report.kept_bytes), (2, 4, 500));
    }

    #[test]
    fn who_may_hold_nothing_saves_nothing() {
        let (model, mut held, mut report) =
            (Watched::default(), Held::default(), ModelReport::default());
        for _ in 0..3 {
            held.note(&model, "a cup", 0, &mut report).expect("words can be counted");
        }
        assert_eq!((report.kept_used, report.kept_tokens, report.kept_bytes), (0, 0, 0));
        assert_eq!(model.released.lock().expect("whole").len(), 3);
    }
}
