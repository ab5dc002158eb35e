//! From a state to answers: the scores of continuations, and a text.

use models::{Finish, GenerateLimits, Generated};

use super::gguf::in_words;
use super::{LanguageModel, State};
use crate::arithmetic::likelihood::{greatest, log_likelihood};

/// How many rows of continuations go through the model at once. A pass with fewer is filled up: how
/// many rows are multiplied together changes the last bits, and a score must not depend on how many
/// others are asked for. Unpacked weights are read at the same cost for many rows as for few; packed
/// ones cost the more the more rows there are, so little should be filled up.
const ROWS_PER_PASS: Rows = Rows { unpacked: 64, packed: 16 };

struct Rows {
    unpacked: usize,
    packed: usize,
}

impl LanguageModel {
    /// The scores of continuations that have at least one token each.
    pub(super) fn score_all(
        &self,
        state: &State,
        continuations: &[Vec<u32>],
    ) -> candle_core::Result<Vec<f64>> {
        let mut scores: Vec<f64> = continuations
            .iter()
            .map(|tokens| log_likelihood(self.arch, &state.next, tokens[0] as usize))
            .collect();
        let most = match self.decoder.is_unpacked() {
            true => ROWS_PER_PASS.unpacked,
            false => ROWS_PER_PASS.packed,
        };
        for pass in passes(continuations, most) {
            // Nobody asks what comes after the last token.
            let asked = |at: &usize| &continuations[*at][..continuations[*at].len() - 1];
            let lists: Vec<&[u32]> = pass.iter().map(asked).collect();
            let rows = lists.iter().map(|list| list.len()).sum::<usize>();
            let rows = rows.next_multiple_of(most);
            let fed = self.decoder.feed(&state.past, &lists, rows)?;
            let next = self.decoder.logits(&fed.rows)?.flatten_all()?.to_vec1::<f32>()?;
            let mut rows = next.chunks_exact(self.decoder.vocabulary());
            for at in pass {
                for (token, row) in continuations[at][1..].iter().zip(rows.by_ref()) {
                    scores[at] += log_likelihood(self.arch, row, *token as usize);
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
        let words = |error: candle_core::Error| in_words(&error);
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
            let fed = self.decoder.feed(&state.past, &[&[next]], 1).map_err(words)?;
            let logits = self.decoder.logits(&fed.rows).and_then(|rows| rows.flatten_all());
            state.next = logits.and_then(|row| row.to_vec1()).map_err(words)?;
            // What is written is one segment, however long.
            match written.len() {
                1 => state.past.add(fed),
                _ => state.past.extend(fed),
            }
            .map_err(words)?;
        };
        Ok(Generated { text, tokens: written.len() as u32, finish })
    }
}

/// Which continuations of more than one token go through the model together: as many as fit into the
/// `most` rows of a pass, in their order. One that does not fit into any goes alone, in several times
/// as many rows.
pub(super) fn passes(continuations: &[Vec<u32>], most: usize) -> Vec<Vec<usize>> {
    let mut passes: Vec<Vec<usize>> = Vec::new();
    let mut free = 0;
    for (at, tokens) in continuations.iter().enumerate().filter(|(_, tokens)| tokens.len() > 1) {
        let rows = tokens.len() - 1;
        match passes.last_mut() {
            Some(pass) if rows <= free => pass.push(at),
            _ => {
                passes.push(vec![at]);
                free = if rows > most { 0 } else { most };
            }
        }
        free = free.saturating_sub(rows);
    }
    passes
}
