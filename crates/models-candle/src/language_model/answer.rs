//! From a state to answers: the scores of continuations, and a text.

use std::collections::BTreeMap;

use models::{Finish, GenerateLimits, Generated};

use super::gguf::in_words;
use super::{LanguageModel, State};
use crate::arithmetic::likelihood::{LogLikelihoods, greatest};

/// For how many rows at once it is asked what comes next: each takes a number for every token.
const ASKED: usize = 48;

/// Beginnings of continuations, each once however many share it. Only what somebody asks about is
/// there: what comes after the last token is asked by nobody.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Tree {
    pub(super) tokens: Vec<u32>,
    /// Which one comes before; `None` for those that follow the prompt.
    pub(super) before: Vec<Option<usize>>,
    /// For each the questions: which continuation, and which of its tokens comes next.
    asked: Vec<Vec<(usize, u32)>>,
}

impl Tree {
    /// The tree of continuations that have at least one token each.
    pub(super) fn of(continuations: &[Vec<u32>]) -> Self {
        let mut tree = Self::default();
        let mut known: BTreeMap<(Option<usize>, u32), usize> = BTreeMap::new();
        for (at, tokens) in continuations.iter().enumerate() {
            let mut before = None;
            for pair in tokens.windows(2) {
                let row = *known.entry((before, pair[0])).or_insert_with(|| {
                    tree.tokens.push(pair[0]);
                    tree.before.push(before);
                    tree.asked.push(Vec::new());
                    tree.tokens.len() - 1
                });
                tree.asked[row].push((at, pair[1]));
                before = Some(row);
            }
        }
        tree
    }

    /// For each beginning those that are one token longer.
    pub(super) fn after(&self) -> Vec<Vec<usize>> {
        let mut after = vec![Vec::new(); self.tokens.len()];
        for (row, before) in self.before.iter().enumerate() {
            if let Some(before) = before {
                after[*before].push(row);
            }
        }
        after
    }

    /// The continuations of which one token is left after this beginning, and the token.
    pub(super) fn ends<'a>(
        &'a self,
        row: usize,
        continuations: &'a [Vec<u32>],
    ) -> impl Iterator<Item = (usize, u32)> {
        let mut length = 1;
        let mut before = self.before[row];
        while let Some(row) = before {
            length += 1;
            before = self.before[row];
        }
        let asked = self.asked[row].iter().copied();
        asked.filter(move |(at, _)| continuations[*at].len() == length + 1)
    }
}

impl LanguageModel {
    /// The scores of continuations that have at least one token each.
    pub(super) fn score_all(
        &self,
        state: &State,
        continuations: &[Vec<u32>],
    ) -> candle_core::Result<Vec<f64>> {
        let first = LogLikelihoods::new(self.arch, &state.next);
        let mut scores: Vec<f64> =
            continuations.iter().map(|tokens| first.of(tokens[0] as usize)).collect();
        let tree = Tree::of(continuations);
        if tree.tokens.is_empty() {
            return Ok(scores);
        }
        let rows = self.decoder.feed_tree(&state.past, &tree.tokens, &tree.before)?;
        let width = self.decoder.shape.width;
        // A token comes after those before it, so the likelihoods of each continuation are added in
        // the order of its tokens.
        for (rows, asked) in rows.chunks(ASKED * width).zip(tree.asked.chunks(ASKED)) {
            let next = self.decoder.logits(rows);
            for (next, asked) in next.chunks_exact(self.decoder.vocabulary()).zip(asked) {
                let next = LogLikelihoods::new(self.arch, next);
                for (at, token) in asked {
                    scores[*at] += next.of(*token as usize);
                }
            }
        }
        Ok(scores)
    }

    /// Writes the most likely continuation, token by token; says in words what went wrong.
    pub(super) fn write(
        &self,
        mut state: State,
        limits: &GenerateLimits,
    ) -> Result<Generated, String> {
        let mut written: Vec<u32> = Vec::new();
        let mut text = String::new();
        let finish = loop {
            let next = greatest(&state.next).ok_or("no token has a likelihood")? as u32;
            if self.tokens.ends.binary_search(&next).is_ok() {
                break Finish::Done;
            }
            if written.len() >= limits.tokens as usize {
                break Finish::Limit;
            }
            written.push(next);
            text = self.tokens.decode(&written)?;
            let stops = limits.stop.iter().filter(|stop| !stop.is_empty());
            if let Some(at) = stops.filter_map(|stop| text.find(stop.as_str())).min() {
                text.truncate(at);
                break Finish::Stop;
            }
            if written.len() >= limits.tokens as usize {
                break Finish::Limit;
            }
            let row = self.decoder.feed(&mut state.past, &[next]);
            state.next = self.decoder.logits(&row.map_err(|error| in_words(&error))?);
        };
        Ok(Generated { text, tokens: written.len() as u32, finish })
    }
}
