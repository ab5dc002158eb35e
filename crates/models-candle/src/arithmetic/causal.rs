//! Attention to what came before: each token looks at earlier ones and at itself.
//!
//! For each head: a score is the sum of `query[d] * key[d]` for `d = 0, 1, 2, …`, then times a scale;
//! the weights are `exp(score - greatest)`, divided by their sum in lane order; a result is the sum of
//! `weight[token] * value[token]` in the order of the tokens. Several heads that ask may share one
//! that is asked (Ainslie et al. 2023). How tokens are shared out over segments changes no bit.

use std::ops::Range;

use pulp::Arch;

use super::attention::weigh;
use super::widely;

/// Tokens whose keys lie beside each other in memory.
const TILE: usize = 64;

/// The shape of one layer's heads.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Heads {
    /// Heads that ask.
    pub(crate) asking: usize,
    /// Heads that are asked; they divide those that ask.
    pub(crate) asked: usize,
    /// Numbers in one head.
    pub(crate) width: usize,
    /// What scores are multiplied with.
    pub(crate) scale: f32,
}

/// Keys and values of some tokens in a row.
#[derive(Debug, Clone, Default)]
pub(crate) struct Segment {
    tokens: usize,
    /// Tile by tile, head by head, number by number: that number of [`TILE`] tokens.
    keys: Vec<f32>,
    /// Token by token.
    values: Vec<f32>,
}

impl Segment {
    /// How many tokens it has.
    pub(crate) fn tokens(&self) -> usize {
        self.tokens
    }

    /// How many bytes its keys and values take.
    pub(crate) fn bytes(&self) -> u64 {
        ((self.keys.len() + self.values.len()) * size_of::<f32>()) as u64
    }

    /// Adds tokens at the end: their keys and values, token by token.
    pub(crate) fn push(&mut self, heads: &Heads, keys: &[f32], values: &[f32]) {
        let row = heads.asked * heads.width;
        for (key, value) in keys.chunks_exact(row).zip(values.chunks_exact(row)) {
            let (tile, lane) = (self.tokens / TILE, self.tokens % TILE);
            if lane == 0 {
                self.keys.resize((tile + 1) * row * TILE, 0.0);
            }
            let tile = &mut self.keys[tile * row * TILE..];
            for (number, lanes) in key.iter().zip(tile.chunks_exact_mut(TILE)) {
                lanes[lane] = *number;
            }
            self.values.extend_from_slice(value);
            self.tokens += 1;
        }
    }
}

/// What one token looks at, in the order of the tokens.
pub(crate) struct Seen<'a> {
    /// Parts of segments.
    pub(crate) before: &'a [(&'a Segment, Range<usize>)],
    /// Keys and values of single tokens after them.
    pub(crate) last: &'a [(&'a [f32], &'a [f32])],
}

/// Writes what one token sees: its query and `output` have a row of each head that asks.
pub(crate) fn look(
    arch: Arch,
    heads: &Heads,
    query: &[f32],
    seen: &Seen<'_>,
    scores: &mut Vec<f32>,
    output: &mut [f32],
) {
    widely(
        arch,
        #[inline(always)]
        || {
            let (width, row) = (heads.width, heads.asked * heads.width);
            let queries = query.chunks_exact(width).zip(output.chunks_exact_mut(width));
            for (head, (query, output)) in queries.enumerate() {
                let from = head / (heads.asking / heads.asked) * width;
                scores.clear();
                for (segment, range) in seen.before {
                    score(segment, range, row, from, query, scores);
                }
                for (key, _) in seen.last {
                    let key = &key[from..from + width];
                    scores.push(query.iter().zip(key).fold(0.0, |sum, (q, k)| sum + q * k));
                }
                for score in scores.iter_mut() {
                    *score *= heads.scale;
                }
                weigh(scores);
                let mut place = 0;
                while place < width {
                    let column = from + place;
                    let output = &mut output[place..];
                    place += match width - place {
                        64.. => mix::<64>(seen, row, column, scores, output),
                        16.. => mix::<16>(seen, row, column, scores, output),
                        _ => mix::<1>(seen, row, column, scores, output),
                    };
                }
            }
        },
    );
}

/// Scores of one head for a part of a segment.
#[inline(always)]
fn score(
    segment: &Segment,
    range: &Range<usize>,
    row: usize,
    from: usize,
    query: &[f32],
    scores: &mut Vec<f32>,
) {
    let mut token = range.start;
    while token < range.end {
        let tile = token / TILE;
        let keys = &segment.keys[(tile * row + from) * TILE..][..query.len() * TILE];
        let (keys, _) = keys.as_chunks::<TILE>();
        let mut sums = [0.0_f32; TILE];
        for (query, keys) in query.iter().zip(keys) {
            for (sum, key) in sums.iter_mut().zip(keys) {
                *sum += query * key;
            }
        }
        let end = range.end.min((tile + 1) * TILE);
        scores.extend_from_slice(&sums[token - tile * TILE..end - tile * TILE]);
        token = end;
    }
}

/// `N` numbers of the weighted sum of values; gives back `N`.
#[inline(always)]
fn mix<const N: usize>(
    seen: &Seen<'_>,
    row: usize,
    column: usize,
    weights: &[f32],
    output: &mut [f32],
) -> usize {
    let mut sums = [0.0_f32; N];
    let mut add = |weight: f32, values: &[f32]| {
        let (values, _) = values.as_chunks::<N>();
        for (sum, value) in sums.iter_mut().zip(&values[0]) {
            *sum += weight * value;
        }
    };
    let mut weights = weights.iter();
    for (segment, range) in seen.before {
        let rows = segment.values[range.start * row..range.end * row].chunks_exact(row);
        // The rows come first: a zip that ends has taken one more of what comes first.
        for (values, weight) in rows.zip(weights.by_ref()) {
            add(*weight, &values[column..]);
        }
    }
    for ((_, values), weight) in seen.last.iter().zip(weights) {
        add(*weight, &values[column..]);
    }
    output[..N].copy_from_slice(&sums);
    N
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::tests::noise;

    const HEADS: Heads = Heads { asking: 4, asked: 2, width: 83, scale: 0.11 };
    const TOKENS: usize = 150;

    fn bits(numbers: &[f32]) -> Vec<u32> {
        numbers.iter().map(|number| number.to_bits()).collect()
    }

    /// What a query sees when the tokens are shared out over segments of these lengths, and the rest
    /// stands alone.
    fn seen(arch: Arch, lengths: &[usize]) -> Vec<f32> {
        let row = HEADS.asked * HEADS.width;
        let (keys, values) = (noise(TOKENS * row, 1), noise(TOKENS * row, 2));
        let mut segments = Vec::new();
        let mut from = 0;
        for length in lengths {
            let mut segment = Segment::default();
            let part = from * row..(from + length) * row;
            segment.push(&HEADS, &keys[part.clone()], &values[part]);
            segments.push(segment);
            from += length;
        }
        let before: Vec<_> =
            segments.iter().map(|segment| (segment, 0..segment.tokens())).collect();
        let last: Vec<_> =
            keys.chunks_exact(row).zip(values.chunks_exact(row)).skip(from).collect();
        let mut output = vec![0.0; HEADS.asking * HEADS.width];
        let query = noise(output.len(), 3);
        let seen = Seen { before: &before, last: &last };
        look(arch, &HEADS, &query, &seen, &mut Vec::new(), &mut output);
        output
    }

    #[test]
    fn how_tokens_are_shared_out_changes_no_bit() {
        let whole = bits(&seen(Arch::new(), &[TOKENS]));
        for lengths in [&[][..], &[1, 64, 80], &[63, 2, 64], &[149]] {
            assert_eq!(bits(&seen(Arch::new(), lengths)), whole, "{lengths:?}");
        }
        assert_eq!(bits(&seen(Arch::Scalar, &[100])), whole);
    }

    #[test]
    fn it_is_the_softmax_of_the_scores() {
        let found = seen(Arch::new(), &[TOKENS]);
        let row = HEADS.asked * HEADS.width;
        let (keys, values) = (noise(TOKENS * row, 1), noise(TOKENS * row, 2));
        let query = noise(HEADS.asking * HEADS.width, 3);
        for head in 0..HEADS.asking {
            let column = head / 2 * HEADS.width;
            let scores: Vec<f64> = (0..TOKENS)
                .map(|token| {
                    let key = &keys[token * row + column..][..HEADS.width];
                    let query = &query[head * HEADS.width..][..HEADS.width];
                    let products = query.iter().zip(key).map(|(q, k)| f64::from(q * k));
                    libm::exp(products.sum::<f64>() * 0.11)
                })
                .collect();
            let total: f64 = scores.iter().sum();
            for d in 0..HEADS.width {
                let exact: f64 = (0..TOKENS)
                    .map(|token| {
                        scores[token] / total * f64::from(values[token * row + column + d])
                    })
                    .sum();
                let found = f64::from(found[head * HEADS.width + d]);
                assert!((found - exact).abs() < 1e-5, "{found}, not {exact}");
            }
        }
    }

    #[test]
    fn a_part_of_a_segment_is_that_part_alone() {
        let row = HEADS.asked * HEADS.width;
        let (keys, values) = (noise(TOKENS * row, 1), noise(TOKENS * row, 2));
        let mut all = Segment::default();
        all.push(&HEADS, &keys, &values);
        let mut part = Segment::default();
        part.push(&HEADS, &keys[70 * row..140 * row], &values[70 * row..140 * row]);
        let query = noise(HEADS.asking * HEADS.width, 3);
        let through = |segment: &Segment, range: Range<usize>| {
            let mut output = vec![0.0; query.len()];
            let seen = Seen { before: &[(segment, range)], last: &[] };
            look(Arch::new(), &HEADS, &query, &seen, &mut Vec::new(), &mut output);
            bits(&output)
        };
        assert_eq!(through(&all, 70..140), through(&part, 0..70));
    }
}
