//! States that are kept for the next question with the same beginning.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// States after some beginnings; the one that was not used for longest goes first.
pub(super) struct Kept<S> {
    shelf: Mutex<Shelf<S>>,
    most: usize,
    most_bytes: u64,
}

struct Shelf<S> {
    /// The last used last.
    states: VecDeque<One<S>>,
    /// The bytes of all of them.
    bytes: u64,
    /// How often one was there, and how many tokens were therefore not read.
    used: (u64, u64),
}

struct One<S> {
    tokens: Vec<u32>,
    state: Arc<S>,
    bytes: u64,
}

impl<S> Shelf<S> {
    fn take(&mut self, tokens: &[u32]) -> Option<One<S>> {
        let at = self.states.iter().position(|one| one.tokens == tokens)?;
        let one = self.states.remove(at)?;
        self.bytes -= one.bytes;
        Some(one)
    }

    fn put(&mut self, one: One<S>) {
        self.bytes += one.bytes;
        self.states.push_back(one);
    }
}

impl<S> Kept<S> {
    /// Keeps up to `most` states of up to `most_bytes` together.
    pub(super) fn new(most: usize, most_bytes: u64) -> Self {
        let shelf = Shelf { states: VecDeque::new(), bytes: 0, used: (0, 0) };
        Self { shelf: Mutex::new(shelf), most, most_bytes }
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf<S>> {
        // A state is whole before it is put in, so a panic elsewhere has not damaged it.
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state after these tokens, if it is kept.
    pub(super) fn after(&self, tokens: &[u32]) -> Option<Arc<S>> {
        let mut shelf = self.shelf();
        let one = shelf.take(tokens)?;
        let state = Arc::clone(&one.state);
        shelf.put(one);
        shelf.used.0 += 1;
        shelf.used.1 += tokens.len() as u64;
        Some(state)
    }

    /// The state after the longest beginning of these tokens that is kept, and how long that is: more
    /// than `beyond` tokens, and not all.
    pub(super) fn after_beginning(&self, tokens: &[u32], beyond: usize) -> Option<(Arc<S>, usize)> {
        let begins = |one: &&One<S>| {
            let length = one.tokens.len();
            length > beyond && length < tokens.len() && tokens.starts_with(&one.tokens)
        };
        let longest = {
            let shelf = self.shelf();
            let one = shelf.states.iter().filter(begins).max_by_key(|one| one.tokens.len())?;
            one.tokens.clone()
        };
        Some((self.after(&longest)?, longest.len()))
    }

    /// Keeps the state after these tokens, which takes so many bytes, if it is not too large. Two who
    /// worked it out at the same time have the same one.
    pub(super) fn put(&self, tokens: &[u32], state: &Arc<S>, bytes: u64) {
        let mut shelf = self.shelf();
        shelf.take(tokens);
        if bytes > self.most_bytes {
            return;
        }
        shelf.put(One { tokens: tokens.to_vec(), state: Arc::clone(state), bytes });
        while shelf.states.len() > self.most || shelf.bytes > self.most_bytes {
            let Some(first) = shelf.states.pop_front() else { break };
            shelf.bytes -= first.bytes;
        }
    }

    /// Forgets the state after these tokens.
    pub(super) fn forget(&self, tokens: &[u32]) {
        self.shelf().take(tokens);
    }

    /// Forgets every state after something that begins with these tokens.
    pub(super) fn forget_all_after(&self, tokens: &[u32]) {
        let mut shelf = self.shelf();
        let Shelf { states, bytes, .. } = &mut *shelf;
        states.retain(|one| {
            let stays = !one.tokens.starts_with(tokens);
            *bytes -= if stays { 0 } else { one.bytes };
            stays
        });
    }

    /// Forgets all of them.
    pub(super) fn clear(&self) {
        let mut shelf = self.shelf();
        shelf.states.clear();
        shelf.bytes = 0;
    }

    /// How often a state was there, and how many tokens were therefore not read.
    pub(super) fn used(&self) -> (u64, u64) {
        self.shelf().used
    }

    /// The bytes of all that are kept.
    pub(super) fn bytes(&self) -> u64 {
        self.shelf().bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_that_was_not_used_for_longest_goes_first() {
        let kept = Kept::new(2, 100);
        for (tokens, state) in [([1], "one"), ([2], "two")] {
            kept.put(&tokens, &Arc::new(state), 10);
        }
        assert_eq!(kept.after(&[1]).as_deref(), Some(&"one"));
        kept.put(&[3], &Arc::new("three"), 10);
        assert_eq!(kept.after(&[2]), None);
        assert_eq!(kept.after(&[1]).as_deref(), Some(&"one"));
        assert_eq!(kept.after(&[3]).as_deref(), Some(&"three"));
        assert_eq!(kept.used(), (3, 3));
        kept.put(&[3], &Arc::new("three again"), 10);
        assert_eq!(kept.after(&[1]).as_deref(), Some(&"one"), "one place for one beginning");
        assert_eq!(kept.bytes(), 20);
        kept.forget(&[1]);
        assert_eq!((kept.after(&[1]), kept.bytes()), (None, 10));
        kept.clear();
        assert_eq!((kept.after(&[3]), kept.bytes()), (None, 0));
    }

    #[test]
    fn the_longest_beginning_is_found_and_goes_with_all_that_begins_so() {
        let kept = Kept::new(9, 100);
        for tokens in [&[1, 2][..], &[1, 2, 3], &[1, 2, 3, 4], &[1, 9]] {
            kept.put(tokens, &Arc::new(tokens.len()), 10);
        }
        let found = |tokens: &[u32], beyond| {
            kept.after_beginning(tokens, beyond).map(|(state, length)| (*state, length))
        };
        assert_eq!(found(&[1, 2, 3, 4], 1), Some((3, 3)), "not all of them");
        assert_eq!(found(&[1, 2, 3, 5], 2), Some((3, 3)));
        assert_eq!(found(&[1, 2, 3, 5], 3), None);
        assert_eq!(found(&[2, 3], 0), None);
        kept.forget_all_after(&[1, 2]);
        assert_eq!((kept.bytes(), found(&[1, 9, 9], 0)), (10, Some((2, 2))));
    }

    #[test]
    fn none_are_kept_where_none_are_wanted() {
        let kept = Kept::new(0, 100);
        kept.put(&[1], &Arc::new("one"), 10);
        assert_eq!(kept.after(&[1]), None);
    }

    #[test]
    fn together_they_take_no_more_bytes_than_they_may() {
        let kept = Kept::new(9, 100);
        for (token, bytes) in [(1, 40), (2, 40), (3, 30)] {
            kept.put(&[token], &Arc::new(token), bytes);
        }
        assert_eq!((kept.after(&[1]), kept.bytes()), (None, 70));
        kept.put(&[4], &Arc::new(4), 101);
        assert_eq!((kept.after(&[4]), kept.bytes()), (None, 70), "the others stay");
        kept.put(&[5], &Arc::new(5), 100);
        assert_eq!((kept.after(&[5]).as_deref(), kept.bytes()), (Some(&5), 100));
    }
}
