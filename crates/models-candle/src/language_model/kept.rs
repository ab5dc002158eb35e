//! States that are kept for the next question with the same beginning.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// States after some beginnings; the one that was not used for longest goes first.
pub(super) struct Kept<S> {
    /// Each with its tokens, the last used last.
    states: Mutex<VecDeque<(Vec<u32>, Arc<S>)>>,
    most: usize,
}

impl<S> Kept<S> {
    /// Keeps up to `most` states.
    pub(super) fn new(most: usize) -> Self {
        Self { states: Mutex::default(), most }
    }

    fn states(&self) -> MutexGuard<'_, VecDeque<(Vec<u32>, Arc<S>)>> {
        // A state is whole before it is put in, so a panic elsewhere has not damaged it.
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state after these tokens, if it is kept.
    pub(super) fn after(&self, tokens: &[u32]) -> Option<Arc<S>> {
        let mut states = self.states();
        let at = states.iter().position(|(kept, _)| kept == tokens)?;
        let used = states.remove(at)?;
        let state = Arc::clone(&used.1);
        states.push_back(used);
        Some(state)
    }

    /// Keeps the state after these tokens. Two who worked it out at the same time have the same one.
    pub(super) fn put(&self, tokens: &[u32], state: &Arc<S>) {
        let mut states = self.states();
        states.retain(|(kept, _)| kept != tokens);
        states.push_back((tokens.to_vec(), Arc::clone(state)));
        while states.len() > self.most {
            states.pop_front();
        }
    }

    /// Forgets all of them.
    pub(super) fn clear(&self) {
        self.states().clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_that_was_not_used_for_longest_goes_first() {
        let kept = Kept::new(2);
        for (tokens, state) in [([1], "one"), ([2], "two")] {
            kept.put(&tokens, &Arc::new(state));
        }
        assert_eq!(kept.after(&[1]).as_deref(), Some(&"one"));
        kept.put(&[3], &Arc::new("three"));
        assert_eq!(kept.after(&[2]), None);
        assert_eq!(kept.after(&[1]).as_deref(), Some(&"one"));
        assert_eq!(kept.after(&[3]).as_deref(), Some(&"three"));
        kept.put(&[3], &Arc::new("three again"));
        assert_eq!(kept.after(&[1]).as_deref(), Some(&"one"), "one place for one beginning");
        kept.clear();
        assert_eq!(kept.after(&[3]), None);
    }

    #[test]
    fn none_are_kept_where_none_are_wanted() {
        let kept = Kept::new(0);
        kept.put(&[1], &Arc::new("one"));
        assert_eq!(kept.after(&[1]), None);
    }
}
