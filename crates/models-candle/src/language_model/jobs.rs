//! What goes through a decoder: tokens of one question, after what came before them.

use std::ops::Range;

use super::decoder::Past;

/// New tokens of one question, at least one.
pub(super) struct Job {
    pub(super) tokens: Vec<u32>,
    past: Past,
    /// The tree that they are of, and for each what it comes after; none for a line.
    tree: Option<(Branches, Vec<Option<usize>>)>,
    asked: Asked,
}

/// Of which new tokens it is asked what comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// Of none.
    Nothing,
    /// Of the last one.
    Last,
    /// Of each.
    Each,
    /// Of none; but what the last one is after the layer with this number, from 0.
    Hidden(usize),
}

impl Job {
    /// Tokens in a row after `past`, to which they are added.
    pub(super) fn line(past: Past, tokens: &[u32], asked: Asked) -> Self {
        Self { tokens: tokens.to_vec(), past, tree: None, asked }
    }

    /// More tokens of a tree after `past`: the first has the number after those that were fed, and
    /// each comes after the one of the tree that `before` names, or right after `past`. What comes
    /// after each is asked.
    pub(super) fn tree(
        past: Past,
        branches: Branches,
        tokens: &[u32],
        before: &[Option<usize>],
    ) -> Self {
        let tree = Some((branches, before.to_vec()));
        Self { tokens: tokens.to_vec(), past, tree, asked: Asked::Each }
    }

    /// How many rows it has.
    pub(super) fn rows(&self) -> usize {
        self.tokens.len()
    }
}

/// A job that was run.
pub(super) struct Fed {
    /// What came before, and the tokens of a line.
    pub(super) past: Past,
    /// The tree, with the new tokens; none for a line.
    pub(super) branches: Option<Branches>,
    /// For each token that was asked about, a number for each token that could come next, not
    /// normalised. What the last one is in between, where that is asked.
    pub(super) next: Vec<f32>,
}

/// A tree of tokens that was fed, with its keys and values.
pub(super) struct Branches {
    /// For each token those before it and itself.
    pub(super) lines: Vec<Vec<usize>>,
    /// For each layer the keys and the values, token by token.
    pub(super) layers: Vec<(Vec<f32>, Vec<f32>)>,
}

/// A job on its way through the layers.
pub(super) struct Part {
    /// Which rows of the pass are its own.
    pub(super) rows: Range<usize>,
    pub(super) past: Past,
    pub(super) tree: Option<Growing>,
    asked: Asked,
    /// What its last row was after the layer that is asked about.
    hidden: Vec<f32>,
}

/// A tree that grows.
pub(super) struct Growing {
    pub(super) branches: Branches,
    /// How many of its tokens were fed before this pass.
    pub(super) fed_before: usize,
}

impl Part {
    /// A job whose first row is number `first` of the pass.
    pub(super) fn new(job: Job, first: usize) -> Self {
        let rows = first..first + job.tokens.len();
        let tree = job.tree.map(|(mut branches, before)| {
            let fed_before = branches.lines.len();
            for (row, before) in before.iter().enumerate() {
                let mut line =
                    before.map_or_else(Vec::new, |before| branches.lines[before].clone());
                line.push(fed_before + row);
                branches.lines.push(line);
            }
            Growing { branches, fed_before }
        });
        Self { rows, past: job.past, tree, asked: job.asked, hidden: Vec::new() }
    }

    /// The position of each of its rows in its own text.
    pub(super) fn positions(&self) -> Vec<usize> {
        let first = self.past.tokens;
        match &self.tree {
            None => (first..first + self.rows.len()).collect(),
            Some(Growing { branches, fed_before }) => {
                let new = branches.lines[*fed_before..].iter();
                new.map(|line| first + line.len() - 1).collect()
            }
        }
    }

    /// Which rows of the pass it asks about.
    pub(super) fn asked_rows(&self) -> Range<usize> {
        let Range { start, end } = self.rows;
        match self.asked {
            Asked::Nothing | Asked::Hidden(_) => end..end,
            Asked::Last => end - 1..end,
            Asked::Each => start..end,
        }
    }

    /// Takes note of what the rows of the pass, `width` numbers each, are after a layer.
    pub(super) fn look_in(&mut self, layer: usize, rows: &[f32], width: usize) {
        if self.asked == Asked::Hidden(layer) {
            self.hidden = rows[(self.rows.end - 1) * width..self.rows.end * width].to_vec();
        }
    }

    /// The job when its rows went through all layers.
    pub(super) fn fed(mut self, mut next: Vec<f32>) -> Fed {
        next.append(&mut self.hidden);
        if self.tree.is_none() {
            self.past.tokens += self.rows.len();
        }
        Fed { past: self.past, branches: self.tree.map(|growing| growing.branches), next }
    }
}
