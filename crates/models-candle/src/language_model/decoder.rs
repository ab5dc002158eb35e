//! The forward pass of a decoder: rows for new tokens, given what came before.
//!
//! What came before ([`Past`]) is a list of segments that many questions share. New tokens come as a
//! line, each after the one before, or as a tree, in which several may follow the same one
//! (Cai et al. 2024 call it tree attention); those of a tree are not kept.
//!
//! Every row's bits depend on its own token and on what came before that, and on nothing else: not on
//! the rows beside it, nor on how the tokens were cut into calls. See [`crate::arithmetic`].
//!
//! The architecture is that of Llama (Touvron et al. 2023): root mean square norms, rotary
//! positions (Su et al. 2021), grouped queries (Ainslie et al. 2023), a gated feed-forward part
//! (Shazeer 2020). What other families add is in [`Family`](super::shape::Family).

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use candle_core::{Device, Result, Tensor};
use pulp::Arch;

use super::shape::{Pairs, Shape};
use super::weights::{Input, Layer, Weights};
use crate::arithmetic::causal::{Heads, Seen, Segment, look};
use crate::arithmetic::elementwise::gated;
use crate::arithmetic::norm::RootMeanSquare;

/// A decoder that is ready to run.
pub(super) struct Decoder {
    pub(super) shape: Shape,
    arch: Arch,
    weights: Weights,
    rotary: Rotary,
    /// Of layers that look only a little back, where the model has some.
    local_rotary: Option<Rotary>,
    work: Work,
}

/// What a decoder has done, to measure work rather than seconds.
#[derive(Default)]
struct Work {
    rows: AtomicU64,
    asked: AtomicU64,
}

/// The angles that pairs of numbers are turned by, as cosines and sines.
struct Rotary {
    half: usize,
    /// Position by position.
    cosines: Vec<f32>,
    sines: Vec<f32>,
}

/// What came before: its keys and values. Cheap to copy.
#[derive(Clone)]
pub(super) struct Past {
    /// How many tokens it has.
    pub(super) tokens: usize,
    /// For each layer the segments in order.
    layers: Vec<Vec<Arc<Segment>>>,
}

impl Past {
    /// The segments of a layer after new tokens were added at the end. Nobody else sees the change:
    /// a segment that is shared is left as it is, and another begun.
    fn push(&mut self, layer: usize, heads: &Heads, keys: &[f32], values: &[f32]) {
        let segments = &mut self.layers[layer];
        match segments.last_mut().and_then(Arc::get_mut) {
            Some(last) => last.push(heads, keys, values),
            None => {
                let mut new = Segment::default();
                new.push(heads, keys, values);
                segments.push(Arc::new(new));
            }
        }
    }
}

impl Rotary {
    fn new(positions: usize, width: usize, base: f32, factors: Option<&[f32]>) -> Self {
        let half = width / 2;
        let speed = |pair: usize| {
            let exponent = (2 * pair) as f32 / width as f32;
            let factor = factors.map_or(1.0, |factors| factors[pair]);
            1.0 / libm::powf(base, exponent) / factor
        };
        let speeds: Vec<f32> = (0..half).map(speed).collect();
        let angles = |of: fn(f32) -> f32| -> Vec<f32> {
            let row = |position| speeds.iter().map(move |speed| of(position as f32 * speed));
            (0..positions).flat_map(row).collect()
        };
        Self { half, cosines: angles(libm::cosf), sines: angles(libm::sinf) }
    }

    /// Turns the pairs of every head of a row.
    fn turn(&self, pairs: Pairs, position: usize, row: &mut [f32]) {
        let cosines = &self.cosines[position * self.half..][..self.half];
        let sines = &self.sines[position * self.half..][..self.half];
        for head in row.chunks_exact_mut(2 * self.half) {
            for (pair, (cosine, sine)) in cosines.iter().zip(sines).enumerate() {
                let (left, right) = match pairs {
                    Pairs::Neighbours => (2 * pair, 2 * pair + 1),
                    Pairs::Halves => (pair, pair + self.half),
                };
                let (x, y) = (head[left], head[right]);
                head[left] = x * cosine - y * sine;
                head[right] = x * sine + y * cosine;
            }
        }
    }
}

impl Decoder {
    /// A decoder for texts of up to `positions` tokens.
    pub(super) fn new(arch: Arch, shape: Shape, weights: Weights, positions: usize) -> Self {
        let width = shape.head_width;
        let factors = weights.rotary_factors.as_deref();
        let rotary = Rotary::new(positions, width, shape.rotary_base, factors);
        let local = shape.local.as_ref();
        let local_rotary =
            local.map(|local| Rotary::new(positions, width, local.rotary_base, None));
        Self { shape, arch, weights, rotary, local_rotary, work: Work::default() }
    }

    /// Nothing came before.
    pub(super) fn nothing(&self) -> Past {
        Past { tokens: 0, layers: vec![Vec::new(); self.shape.layers] }
    }

    /// How many tokens the model knows.
    pub(super) fn vocabulary(&self) -> usize {
        self.weights.tokens()
    }

    /// How many rows were fed, and for how many of them it was asked what comes next.
    pub(super) fn work(&self) -> (u64, u64) {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        (read(&self.work.rows), read(&self.work.asked))
    }

    /// Feeds tokens in a row after `past` and adds them to it. Gives back the row of the last one.
    pub(super) fn feed(&self, past: &mut Past, tokens: &[u32]) -> Result<Vec<f32>> {
        let first = past.tokens;
        let positions: Vec<usize> = (first..first + tokens.len()).collect();
        let mut rows = self.pass(tokens, &positions, |at, heads, queries, keys, values| {
            past.push(at, heads, &keys, &values);
            let segments = &past.layers[at];
            self.each_row(heads, queries, |row, scratch, query, output| {
                let seen = self.visible(at, segments, first + row + 1, first + row + 1);
                let seen = Seen { before: &seen, last: &[] };
                look(self.arch, heads, query, &seen, scratch, output);
            })
        })?;
        past.tokens += tokens.len();
        Ok(rows.split_off(rows.len() - self.shape.width))
    }

    /// Feeds tokens of which number `i` comes after number `before[i]`, which is less than `i`, or
    /// right after `past`. Gives back the rows of all.
    pub(super) fn feed_tree(
        &self,
        past: &Past,
        tokens: &[u32],
        before: &[Option<usize>],
    ) -> Result<Vec<f32>> {
        self.grow(past, &mut self.sprout(), tokens, before)
    }

    /// A tree without tokens.
    pub(super) fn sprout(&self) -> Branches {
        let nothing = (Vec::new(), Vec::new());
        Branches { lines: Vec::new(), layers: vec![nothing; self.shape.layers] }
    }

    /// As [`Decoder::feed_tree`], for more tokens of a tree of which some were fed before: the first
    /// new one has the number after theirs. Gives back the rows of the new ones.
    pub(super) fn grow(
        &self,
        past: &Past,
        tree: &mut Branches,
        tokens: &[u32],
        before: &[Option<usize>],
    ) -> Result<Vec<f32>> {
        let Branches { lines, layers } = tree;
        let first = lines.len();
        for (row, before) in before.iter().enumerate() {
            let mut line = before.map_or_else(Vec::new, |before| lines[before].clone());
            line.push(first + row);
            lines.push(line);
        }
        let new = &lines[first..];
        let positions: Vec<usize> = new.iter().map(|line| past.tokens + line.len() - 1).collect();
        self.pass(tokens, &positions, |at, heads, queries, new_keys, new_values| {
            let width = heads.asked * heads.width;
            let (keys, values) = &mut layers[at];
            keys.extend(new_keys);
            values.extend(new_values);
            self.each_row(heads, queries, |row, scratch, query, output| {
                let line = &new[row];
                let position = past.tokens + line.len();
                let seen = self.visible(at, &past.layers[at], past.tokens, position);
                let hidden = self.hidden(at, position).saturating_sub(past.tokens);
                let last: Vec<_> = line[hidden..]
                    .iter()
                    .map(|row| {
                        let part = row * width..(row + 1) * width;
                        (&keys[part.clone()], &values[part])
                    })
                    .collect();
                let seen = Seen { before: &seen, last: &last };
                look(self.arch, heads, query, &seen, scratch, output);
            })
        })
    }

    /// One number for each token that could come after each of the rows, not normalised.
    pub(super) fn logits(&self, rows: &[f32]) -> Vec<f32> {
        let count = rows.len() / self.shape.width;
        self.work.asked.fetch_add(count as u64, Ordering::Relaxed);
        let normed = self.weights.norm.of(self.arch, rows);
        self.weights.output.of(&Input::new(self.arch, self.shape.width, &normed))
    }

    /// All layers; `attend` turns queries, keys and values of one into what the rows see.
    fn pass(
        &self,
        tokens: &[u32],
        positions: &[usize],
        mut attend: impl FnMut(usize, &Heads, &[f32], Vec<f32>, Vec<f32>) -> Vec<f32>,
    ) -> Result<Vec<f32>> {
        let Shape { heads, key_heads, head_width, width, .. } = self.shape;
        self.work.rows.fetch_add(tokens.len() as u64, Ordering::Relaxed);
        let ids = Tensor::new(tokens, &Device::Cpu)?;
        let rows = self.weights.embedding.embedding(&ids)?.flatten_all()?;
        let mut rows = rows.to_vec1::<f32>()?;
        if let Some(scale) = self.shape.embedding_scale {
            rows.iter_mut().for_each(|number| *number *= scale);
        }
        let shared = Heads {
            asking: heads,
            asked: key_heads,
            width: head_width,
            scale: 1.0 / (head_width as f32).sqrt(),
        };
        for (at, layer) in self.weights.layers.iter().enumerate() {
            let normed = layer.attention_norm.of(self.arch, &rows);
            let input = Input::new(self.arch, width, &normed);
            let [mut queries, mut keys] = [&layer.query, &layer.key].map(|part| part.of(&input));
            let values = layer.value.of(&input);
            self.prepare(at, layer.query_norm.as_ref(), heads, positions, &mut queries);
            self.prepare(at, layer.key_norm.as_ref(), key_heads, positions, &mut keys);
            let seen = attend(at, &shared, &queries, keys, values);
            let seen = layer.output.of(&Input::new(self.arch, heads * head_width, &seen));
            self.add(&mut rows, seen, layer.attended_norm.as_ref());
            let fed = self.feed_forward(layer, &rows);
            self.add(&mut rows, fed, layer.fed_norm.as_ref());
        }
        Ok(rows)
    }

    fn feed_forward(&self, layer: &Layer, rows: &[f32]) -> Vec<f32> {
        let normed = layer.feed_norm.of(self.arch, rows);
        let input = Input::new(self.arch, self.shape.width, &normed);
        let mut gate = layer.gate.of(&input);
        gated(self.arch, self.shape.family.gate(), &mut gate, &layer.up.of(&input));
        layer.down.of(&Input::new(self.arch, self.shape.wide, &gate))
    }

    /// Adds what a part gives to the rows, normalised where the family does that.
    fn add(&self, rows: &mut [f32], mut part: Vec<f32>, norm: Option<&RootMeanSquare>) {
        if let Some(norm) = norm {
            norm.apply(self.arch, &mut part);
        }
        for (row, part) in rows.iter_mut().zip(&part) {
            *row += part;
        }
    }

    /// Normalises each head, where the family does that, and turns it by its position.
    fn prepare(
        &self,
        layer: usize,
        norm: Option<&RootMeanSquare>,
        heads: usize,
        positions: &[usize],
        rows: &mut [f32],
    ) {
        if let Some(norm) = norm {
            norm.apply(self.arch, rows);
        }
        let local = self.local_rotary.as_ref().filter(|_| self.shape.is_local(layer));
        let rotary = local.unwrap_or(&self.rotary);
        let pairs = self.shape.family.pairs();
        let rows = rows.chunks_exact_mut(heads * self.shape.head_width);
        for (row, position) in rows.zip(positions) {
            rotary.turn(pairs, *position, row);
        }
    }

    /// Calls `look` for every row, with room for its scores.
    fn each_row(
        &self,
        heads: &Heads,
        queries: &[f32],
        mut look: impl FnMut(usize, &mut Vec<f32>, &[f32], &mut [f32]),
    ) -> Vec<f32> {
        let mut output = vec![0.0; queries.len()];
        let mut scratch = Vec::new();
        let width = heads.asking * heads.width;
        let rows = queries.chunks_exact(width).zip(output.chunks_exact_mut(width));
        for (row, (query, output)) in rows.enumerate() {
            look(row, &mut scratch, query, output);
        }
        output
    }

    /// How many tokens at the beginning are too far back for the last of `tokens`.
    fn hidden(&self, layer: usize, tokens: usize) -> usize {
        match &self.shape.local {
            Some(local) if self.shape.is_local(layer) => tokens.saturating_sub(local.window),
            _ => 0,
        }
    }

    /// What the last of `tokens` sees of the first `upto` tokens in the segments.
    fn visible<'a>(
        &self,
        layer: usize,
        segments: &'a [Arc<Segment>],
        upto: usize,
        tokens: usize,
    ) -> Vec<(&'a Segment, Range<usize>)> {
        let hidden = self.hidden(layer, tokens);
        let mut first = 0;
        let mut seen = Vec::with_capacity(segments.len());
        for segment in segments {
            let from = hidden.saturating_sub(first).min(segment.tokens());
            let end = upto.saturating_sub(first).min(segment.tokens());
            if from < end {
                seen.push((segment.as_ref(), from..end));
            }
            first += segment.tokens();
        }
        seen
    }
}

/// A tree of tokens that was fed, with its keys and values.
pub(super) struct Branches {
    /// For each token those before it and itself.
    lines: Vec<Vec<usize>>,
    /// For each layer the keys and the values, token by token.
    layers: Vec<(Vec<f32>, Vec<f32>)>,
}

/// How many bytes the keys and values of one token take in all layers.
pub(super) fn bytes_per_token(shape: &Shape) -> u64 {
    let numbers = 2 * shape.layers * shape.key_heads * shape.head_width;
    numbers as u64 * size_of::<f32>() as u64
}
