//! The forward pass of a decoder: rows for new tokens, given what came before.
//!
//! What came before ([`Past`]) is a list of segments that many questions share. New tokens come as a
//! line, each after the one before, or as a tree, in which several may follow the same one
//! (Cai et al. 2024 call it tree attention); those of a tree are not kept. Several questions may go
//! through the layers in one pass ([`Decoder::run`]).
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

use super::jobs::{Branches, Fed, Growing, Job, Part};
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
    passes: AtomicU64,
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
    /// How many bytes its keys and values take.
    pub(super) fn bytes(&self) -> u64 {
        self.layers.iter().flatten().map(|segment| segment.bytes()).sum()
    }

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

    /// How many rows were fed, for how many of them it was asked what comes next, and in how many
    /// passes.
    pub(super) fn work(&self) -> [u64; 3] {
        let Work { rows, asked, passes } = &self.work;
        [rows, asked, passes].map(|count| count.load(Ordering::Relaxed))
    }

    /// Feeds the tokens of all jobs in one pass, and answers in their order. A job whose tokens the
    /// model does not know fails alone.
    pub(super) fn run(&self, jobs: Vec<Job>) -> Vec<Result<Fed>> {
        let embedded: Vec<Result<Vec<f32>>> =
            jobs.iter().map(|job| self.embed(&job.tokens)).collect();
        let mut rows = Vec::new();
        let mut positions = Vec::new();
        let mut failed = Vec::new();
        let mut parts: Vec<Part> = Vec::new();
        for (job, embedded) in jobs.into_iter().zip(embedded) {
            match embedded {
                Ok(embedded) => {
                    let part = Part::new(job, positions.len());
                    positions.extend(part.positions());
                    rows.extend(embedded);
                    parts.push(part);
                    failed.push(None);
                }
                Err(error) => failed.push(Some(error)),
            }
        }
        if !parts.is_empty() {
            self.pass(&mut rows, &positions, &mut parts);
        }
        let width = self.shape.width;
        let asked = parts.iter().flat_map(Part::asked_rows);
        let asked: Vec<f32> =
            asked.flat_map(|row| &rows[row * width..(row + 1) * width]).copied().collect();
        let mut next = if asked.is_empty() { Vec::new() } else { self.logits(&asked) };
        let mut parts = parts.into_iter();
        let mut fed = Vec::with_capacity(failed.len());
        for failed in failed {
            fed.push(match failed {
                Some(error) => Err(error),
                None => {
                    let part = parts.next().expect("a job that did not fail is a part");
                    let rest = next.split_off(part.asked_rows().len() * self.vocabulary());
                    Ok(part.fed(std::mem::replace(&mut next, rest)))
                }
            });
        }
        fed
    }

    /// As [`Decoder::run`], for one job.
    pub(super) fn run_one(&self, job: Job) -> Result<Fed> {
        self.run(vec![job]).pop().expect("one answer for one job")
    }

    /// The rows that tokens begin with.
    fn embed(&self, tokens: &[u32]) -> Result<Vec<f32>> {
        let ids = Tensor::new(tokens, &Device::Cpu)?;
        let rows = self.weights.embedding.embedding(&ids)?.flatten_all()?;
        let mut rows = rows.to_vec1::<f32>()?;
        if let Some(scale) = self.shape.embedding_scale {
            rows.iter_mut().for_each(|number| *number *= scale);
        }
        Ok(rows)
    }

    /// What the new rows of a part see in a layer, whose keys and values are added to it.
    fn attend(
        &self,
        at: usize,
        heads: &Heads,
        part: &mut Part,
        queries: &[f32],
        new_keys: &[f32],
        new_values: &[f32],
    ) -> Vec<f32> {
        let first = part.past.tokens;
        let Some(Growing { branches, fed_before, .. }) = &mut part.tree else {
            part.past.push(at, heads, new_keys, new_values);
            let segments = &part.past.layers[at];
            return self.each_row(heads, queries, |row, scratch, query, output| {
                let seen = self.visible(at, segments, first + row + 1, first + row + 1);
                let seen = Seen { before: &seen, last: &[] };
                look(self.arch, heads, query, &seen, scratch, output);
            });
        };
        let width = heads.asked * heads.width;
        let Branches { lines, layers } = branches;
        let new = &lines[*fed_before..];
        let (keys, values) = &mut layers[at];
        keys.extend(new_keys);
        values.extend(new_values);
        self.each_row(heads, queries, |row, scratch, query, output| {
            let line = &new[row];
            let position = first + line.len();
            let seen = self.visible(at, &part.past.layers[at], first, position);
            let hidden = self.hidden(at, position).saturating_sub(first);
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
    }

    /// A tree without tokens.
    pub(super) fn sprout(&self) -> Branches {
        let nothing = (Vec::new(), Vec::new());
        Branches { lines: Vec::new(), layers: vec![nothing; self.shape.layers] }
    }

    /// One number for each token that could come after each of the rows, not normalised.
    fn logits(&self, rows: &[f32]) -> Vec<f32> {
        let count = rows.len() / self.shape.width;
        self.work.asked.fetch_add(count as u64, Ordering::Relaxed);
        let normed = self.weights.norm.of(self.arch, rows);
        self.weights.output.of(&Input::new(self.arch, self.shape.width, &normed))
    }

    /// What could come after a row that went through all layers.
    #[cfg(test)]
    pub(super) fn next_after(&self, row: &[f32]) -> Vec<f32> {
        self.logits(row)
    }

    /// All layers, in place.
    fn pass(&self, rows: &mut [f32], positions: &[usize], parts: &mut [Part]) {
        let Shape { heads, key_heads, head_width, width, .. } = self.shape;
        self.work.rows.fetch_add(positions.len() as u64, Ordering::Relaxed);
        self.work.passes.fetch_add(1, Ordering::Relaxed);
        let shared = Heads {
            asking: heads,
            asked: key_heads,
            width: head_width,
            scale: 1.0 / (head_width as f32).sqrt(),
        };
        let (asking, asked) = (heads * head_width, key_heads * head_width);
        for (at, layer) in self.weights.layers.iter().enumerate() {
            let normed = layer.attention_norm.of(self.arch, rows);
            let input = Input::new(self.arch, width, &normed);
            let [mut queries, mut keys] = [&layer.query, &layer.key].map(|part| part.of(&input));
            let values = layer.value.of(&input);
            self.prepare(at, layer.query_norm.as_ref(), heads, positions, &mut queries);
            self.prepare(at, layer.key_norm.as_ref(), key_heads, positions, &mut keys);
            let mut seen = Vec::with_capacity(queries.len());
            for part in parts.iter_mut() {
                let of = |width: usize| part.rows.start * width..part.rows.end * width;
                let (of_queries, of_keys) = (of(asking), of(asked));
                let (queries, keys) = (&queries[of_queries], &keys[of_keys.clone()]);
                seen.extend(self.attend(at, &shared, part, queries, keys, &values[of_keys]));
            }
            let seen = layer.output.of(&Input::new(self.arch, asking, &seen));
            self.add(rows, seen, layer.attended_norm.as_ref());
            let fed = self.feed_forward(layer, rows);
            self.add(rows, fed, layer.fed_norm.as_ref());
            parts.iter_mut().for_each(|part| part.look_in(at, rows, width));
        }
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

/// How many bytes the keys and values of one token take in all layers.
pub(super) fn bytes_per_token(shape: &Shape) -> u64 {
    let numbers = 2 * shape.layers * shape.key_heads * shape.head_width;
    numbers as u64 * size_of::<f32>() as u64
}
