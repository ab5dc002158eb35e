//! From a state to answers: the scores of continuations, and a text.

use std::collections::BTreeMap;

use models::{Finish, GenerateLimits, Generated, ModelError};

use super::choose::{Choice, repeats};
use super::gguf::in_words;
use super::{Asked, Fed, Job, LanguageModel, Seat, State};
use crate::arithmetic::likelihood::LogLikelihoods;

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
        seat: &Seat<'_>,
        state: &State,
        continuations: &[Vec<u32>],
    ) -> candle_core::Result<Vec<f64>> {
        let first = LogLikelihoods::new(self.arch, &state.next);
        let mut scores: Vec<f64> =
            continuations.iter().map(|tokens| first.of(tokens[0] as usize)).collect();
        let tree = Tree::of(continuations);
        let mut branches = self.decoder.sprout();
        // A token comes after those before it, so the likelihoods of each continuation are added in
        // the order of its tokens.
        let parts = tree.tokens.chunks(ASKED).zip(tree.before.chunks(ASKED));
        for ((tokens, before), asked) in parts.zip(tree.asked.chunks(ASKED)) {
            let fed = seat.feed(Job::tree(state.past.clone(), branches, tokens, before))?;
            branches = fed.branches.expect("a tree stays a tree");
            for (next, asked) in fed.next.chunks_exact(self.decoder.vocabulary()).zip(asked) {
                let next = LogLikelihoods::new(self.arch, next);
                for (at, token) in asked {
                    scores[*at] += next.of(*token as usize);
                }
            }
        }
        Ok(scores)
    }

    /// Writes a continuation, token by token; `text` is what complaints are about.
    pub(super) fn write(
        &self,
        seat: &Seat<'_>,
        mut state: State,
        limits: &GenerateLimits,
        text: &str,
    ) -> Result<Generated, ModelError> {
        let model = || self.name.clone();
        let mut choice = Choice::new(limits.sampling.as_ref())
            .map_err(|reason| ModelError::Sampling { model: model(), reason })?;
        let unwritable = |reason| ModelError::Schema { model: model(), reason };
        let begin =
            |schema: &String| self.schemas.begin(schema, &self.tokens, self.decoder.vocabulary());
        let mut followed =
            limits.json_schema.as_ref().map(begin).transpose().map_err(unwritable)?;
        let failed = |reason: &str| self.failed(text, reason);

        let mut written: Vec<u32> = Vec::new();
        let mut answer = String::new();
        let finish = loop {
            if let Some(followed) = &mut followed {
                followed.mask(&mut state.next).map_err(unwritable)?;
            }
            let next =
                choice.next(&state.next).ok_or_else(|| failed("no token has a likelihood"))?;
            if self.tokens.ends.binary_search(&next).is_ok() {
                break Finish::Done;
            }
            if written.len() >= limits.tokens as usize {
                break Finish::Limit;
            }
            written.push(next);
            answer = self.tokens.decode(&written).map_err(|reason| failed(&reason))?;
            let stops = limits.stop.iter().filter(|stop| !stop.is_empty());
            if let Some(at) = stops.filter_map(|stop| answer.find(stop.as_str())).min() {
                answer.truncate(at);
                break Finish::Stop;
            }
            if let Some(followed) = &mut followed
                && followed.take(next).map_err(unwritable)?
            {
                break Finish::Done;
            }
            if repeats(&written) {
                break Finish::Repeats;
            }
            if written.len() >= limits.tokens as usize {
                break Finish::Limit;
            }
            let fed = seat.feed(Job::line(state.past, &[next], Asked::Last));
            let Fed { past, next, .. } = fed.map_err(|error| failed(&in_words(&error)))?;
            state = State { past, next };
        };
        Ok(Generated { text: answer, tokens: written.len() as u32, finish })
    }
}
