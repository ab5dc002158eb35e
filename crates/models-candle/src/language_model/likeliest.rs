//! The likeliest of many continuations, without scoring all of them.
//!
//! Best-first search over the tree of their beginnings (Hart, Nilsson and Raphael 1968, with nothing
//! for the way that is left): a beginning is at least as likely as whatever goes on from it, so one
//! that is less likely than a whole continuation need not be gone into. The likeliest beginnings are
//! fed together, a few at once. Since no row depends on the others, the score that is found is the
//! one that scoring all would give, to the bit.

use super::answer::Tree;
use super::{Job, LanguageModel, Seat, State};
use crate::arithmetic::likelihood::LogLikelihoods;

/// How many beginnings are fed at once: two take little longer than one, and more are mostly in vain. Of
/// 2, 4, 6, 8 and 12 this cost least in choices of 70 skills, alone and in company.
const AT_ONCE: usize = 2;

/// By so much a likelihood may exceed that of its beginning, by rounding.
const SLACK: f64 = 1e-3;

/// The best whole continuation so far.
struct Best(Option<(usize, f64)>);

impl Best {
    /// Of equally likely ones the first counts.
    fn offer(&mut self, at: usize, score: f64) {
        let is_better = self
            .0
            .is_none_or(|(best, most)| score > most || score == most && at < best || most.is_nan());
        if is_better {
            self.0 = Some((at, score));
        }
    }

    fn may_be_beaten_by(&self, beginning: f64) -> bool {
        self.0.is_none_or(|(_, most)| beginning + SLACK >= most)
    }
}

impl LanguageModel {
    /// The place of the likeliest continuation, and its score. There is at least one, and each has at
    /// least one token.
    pub(super) fn likeliest(
        &self,
        seat: &Seat<'_>,
        state: &State,
        continuations: &[Vec<u32>],
    ) -> candle_core::Result<(usize, f64)> {
        let tree = Tree::of(continuations);
        let first = LogLikelihoods::new(self.arch, &state.next);
        let mut best = Best(None);
        for (at, tokens) in continuations.iter().enumerate().filter(|(_, tokens)| tokens.len() == 1)
        {
            best.offer(at, first.of(tokens[0] as usize));
        }
        // What can be fed next: numbers in the tree, each with the likelihood up to and with it.
        let follows_prompt = |row: &usize| tree.before[*row].is_none();
        let mut open: Vec<(usize, f64)> = (0..tree.tokens.len())
            .filter(follows_prompt)
            .map(|row| (row, first.of(tree.tokens[row] as usize)))
            .collect();
        let after = tree.after();
        let mut branches = self.decoder.sprout();
        // Where the branches have what the tree numbers.
        let mut fed_as: Vec<Option<usize>> = vec![None; tree.tokens.len()];
        let mut fed = 0;
        loop {
            open.retain(|(_, score)| best.may_be_beaten_by(*score));
            // The least likely first, so that the likeliest are taken off the end.
            open.sort_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
            let batch = open.split_off(open.len().saturating_sub(AT_ONCE));
            if batch.is_empty() {
                break;
            }
            let tokens: Vec<u32> = batch.iter().map(|(row, _)| tree.tokens[*row]).collect();
            let before: Vec<Option<usize>> = batch
                .iter()
                .map(|(row, _)| tree.before[*row].and_then(|row| fed_as[row]))
                .collect();
            for (row, _) in &batch {
                fed_as[*row] = Some(fed);
                fed += 1;
            }
            let feeding = seat.feed(Job::tree(state.past.clone(), branches, &tokens, &before))?;
            branches = feeding.branches.expect("a tree stays a tree");
            for ((row, score), next) in
                batch.iter().zip(feeding.next.chunks_exact(self.decoder.vocabulary()))
            {
                let next = LogLikelihoods::new(self.arch, next);
                for (at, token) in tree.ends(*row, continuations) {
                    best.offer(at, score + next.of(token as usize));
                }
                for row in &after[*row] {
                    open.push((*row, score + next.of(tree.tokens[*row] as usize)));
                }
            }
        }
        best.0.ok_or_else(|| candle_core::Error::Msg("no continuation has a likelihood".to_owned()))
    }
}
