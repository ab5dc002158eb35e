//! The forward pass of a decoder: rows for new tokens, given what came before.
//!
//! What came before ([`Past`]) is a list of segments that are never copied: many questions share
//! the segments of one beginning, and a batch of candidates shares them too. Queries are therefore
//! multiplied with each segment by itself; one softmax runs over all of them.
//!
//! New tokens come as one or several lists that know nothing of each other. Their rows are multiplied
//! together, and each list looks at what came before and at itself: the shapes of that depend on its
//! own length alone, so that company changes nothing as long as the number of rows is the same.
//!
//! The architecture is that of Llama (Touvron et al. 2023): root mean square norms, rotary
//! positions (Su et al. 2021), grouped queries (Ainslie et al. 2023), a gated feed-forward part
//! (Shazeer 2020).

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::ops::{rms_norm, silu, softmax_last_dim};
use candle_nn::rotary_emb::{rope, rope_i};

use super::shape::{Family, Shape};
use super::weights::{Layer, Matrix, Weights};

/// A decoder that is ready to run.
pub(super) struct Decoder {
    pub(super) shape: Shape,
    weights: Weights,
    /// `[positions, head_width / 2]` each.
    cosines: Tensor,
    sines: Tensor,
}

/// What came before: its keys and values. Cheap to copy.
#[derive(Clone)]
pub(super) struct Past {
    /// How many tokens it has.
    pub(super) tokens: usize,
    /// For each layer the segments in order.
    layers: Vec<Vec<Segment>>,
}

/// The keys and values of some tokens in one layer: `[key_heads, tokens, head_width]` each.
#[derive(Clone)]
struct Segment {
    keys: Tensor,
    values: Tensor,
}

/// What new tokens give.
pub(super) struct Fed {
    /// `[rows, width]`, before the last norm.
    pub(super) rows: Tensor,
    /// Of all rows, one for each layer.
    segments: Vec<Segment>,
}

impl Past {
    /// Nothing came before.
    pub(super) fn nothing(layers: usize) -> Self {
        Self { tokens: 0, layers: vec![Vec::new(); layers] }
    }

    /// Adds what a single list has given, as a segment of its own.
    pub(super) fn add(&mut self, fed: Fed) -> Result<()> {
        self.tokens += fed.rows.dim(0)?;
        for (segments, new) in self.layers.iter_mut().zip(fed.segments) {
            segments.push(new);
        }
        Ok(())
    }

    /// Adds what a single list has given to the last segment.
    pub(super) fn extend(&mut self, fed: Fed) -> Result<()> {
        self.tokens += fed.rows.dim(0)?;
        for (segments, new) in self.layers.iter_mut().zip(fed.segments) {
            let joined = match segments.pop() {
                Some(last) => last.followed_by(&new)?,
                None => new,
            };
            segments.push(joined);
        }
        Ok(())
    }
}

impl Segment {
    /// Some of the tokens.
    fn narrow(&self, from: usize, tokens: usize) -> Result<Self> {
        Ok(Self {
            keys: self.keys.narrow(1, from, tokens)?.contiguous()?,
            values: self.values.narrow(1, from, tokens)?.contiguous()?,
        })
    }

    fn followed_by(&self, next: &Self) -> Result<Self> {
        Ok(Self {
            keys: Tensor::cat(&[&self.keys, &next.keys], 1)?,
            values: Tensor::cat(&[&self.values, &next.values], 1)?,
        })
    }
}

impl Decoder {
    /// A decoder for texts of up to `positions` tokens.
    pub(super) fn new(shape: Shape, weights: Weights, positions: usize) -> Result<Self> {
        let half = shape.head_width / 2;
        let mut cosines = Vec::with_capacity(positions * half);
        let mut sines = Vec::with_capacity(positions * half);
        let speeds: Vec<f32> = (0..half)
            .map(|pair| {
                let exponent = (2 * pair) as f32 / shape.head_width as f32;
                let factor = weights.rotary_factors.as_ref().map_or(1.0, |factors| factors[pair]);
                1.0 / libm::powf(shape.rotary_base, exponent) / factor
            })
            .collect();
        for position in 0..positions {
            for speed in &speeds {
                let angle = position as f32 * speed;
                cosines.push(libm::cosf(angle));
                sines.push(libm::sinf(angle));
            }
        }
        let table = |numbers| Tensor::from_vec(numbers, (positions, half), &Device::Cpu);
        Ok(Self { cosines: table(cosines)?, sines: table(sines)?, shape, weights })
    }

    /// Nothing came before.
    pub(super) fn nothing(&self) -> Past {
        Past::nothing(self.shape.layers)
    }

    /// Feeds lists of tokens after `past`, each as if it were alone, in the first of `rows` rows;
    /// the others are filled with something.
    pub(super) fn feed(&self, past: &Past, lists: &[&[u32]], rows: usize) -> Result<Fed> {
        let mut ids = lists.concat();
        ids.resize(rows, 0);
        let ids = Tensor::new(ids, &Device::Cpu)?;
        let asked = self.ask(past.tokens, lists, rows)?;
        let mut rows = self.weights.embedding.embedding(&ids)?;
        let mut segments = Vec::with_capacity(self.shape.layers);
        for (layer, before) in self.weights.layers.iter().zip(&past.layers) {
            let normed = rms_norm(&rows, &layer.attention_norm, self.shape.epsilon)?;
            let (attended, new) = self.attend(layer, &normed, before, &asked)?;
            rows = (rows + attended)?;
            let normed = rms_norm(&rows, &layer.feed_norm, self.shape.epsilon)?;
            let gated = (silu(&layer.gate.of(&normed)?)? * layer.up.of(&normed)?)?;
            rows = (rows + layer.down.of(&gated)?)?;
            segments.push(new);
        }
        Ok(Fed { rows, segments })
    }

    /// One number for each token that could come next: `[rows, width]` to `[rows, tokens]`, not
    /// normalised.
    pub(super) fn logits(&self, rows: &Tensor) -> Result<Tensor> {
        self.weights.output.of(&rms_norm(rows, &self.weights.norm, self.shape.epsilon)?)
    }

    /// What is the same in all layers.
    fn ask(&self, position: usize, lists: &[&[u32]], rows: usize) -> Result<Asked> {
        let lengths: Vec<usize> = lists.iter().map(|list| list.len()).collect();
        let mut masks = BTreeMap::new();
        for &length in lengths.iter().filter(|length| **length > 1) {
            if let Entry::Vacant(free) = masks.entry(length) {
                free.insert(self.mask(length)?);
            }
        }
        let places = lengths.iter().flat_map(|length| position..position + length);
        let mut places: Vec<u32> = places.map(|place| place as u32).collect();
        places.resize(rows, 0);
        let places = Tensor::new(places, &Device::Cpu)?;
        Ok(Asked {
            cosines: self.cosines.index_select(&places, 0)?,
            sines: self.sines.index_select(&places, 0)?,
            lengths,
            masks,
        })
    }

    /// `[group * length, length]`: minus infinity where a token would look at a later one.
    fn mask(&self, length: usize) -> Result<Tensor> {
        let group = self.shape.heads / self.shape.key_heads;
        let hidden = |row: usize, column: usize| match column > row % length {
            true => f32::NEG_INFINITY,
            false => 0.0,
        };
        let numbers: Vec<f32> = (0..group * length)
            .flat_map(|row| (0..length).map(move |column| hidden(row, column)))
            .collect();
        Tensor::from_vec(numbers, (group * length, length), &Device::Cpu)
    }

    /// Attention of all lists, and the keys and values of all rows.
    fn attend(
        &self,
        layer: &Layer,
        rows: &Tensor,
        before: &[Segment],
        asked: &Asked,
    ) -> Result<(Tensor, Segment)> {
        let Shape { heads, key_heads, head_width, .. } = self.shape;
        let count = rows.dim(0)?;
        let by_head = |all: Tensor, heads: usize| {
            all.reshape((count, heads, head_width))?.transpose(0, 1)?.contiguous()
        };
        let queries = self.turn(&by_head(layer.query.of(rows)?, heads)?, asked)?;
        let queries = (queries / f64::from(head_width as f32).sqrt())?;
        let all = Segment {
            keys: self.turn(&by_head(layer.key.of(rows)?, key_heads)?, asked)?,
            values: by_head(layer.value.of(rows)?, key_heads)?,
        };

        let mut mixed = Vec::with_capacity(asked.lengths.len() + 1);
        let mut from = 0;
        for &length in &asked.lengths {
            let queries = queries.narrow(1, from, length)?.contiguous()?;
            let queries = queries.reshape((key_heads, heads / key_heads * length, head_width))?;
            let own = all.narrow(from, length)?;
            let one = look(&queries, before, &own, asked.masks.get(&length))?;
            let one = one.reshape((heads, length, head_width))?.transpose(0, 1)?.contiguous()?;
            mixed.push(one.reshape((length, heads * head_width))?);
            from += length;
        }
        if from < count {
            let filling = (count - from, heads * head_width);
            mixed.push(Tensor::zeros(filling, DType::F32, &Device::Cpu)?);
        }
        Ok((layer.output.of(&Tensor::cat(&mixed, 0)?)?, all))
    }

    /// Turns the pairs of `[heads, rows, head_width]` by the rows' positions.
    fn turn(&self, rows: &Tensor, asked: &Asked) -> Result<Tensor> {
        let rows = rows.unsqueeze(0)?;
        let turned = match self.shape.family {
            Family::Llama => rope_i(&rows, &asked.cosines, &asked.sines),
            Family::Qwen2 => rope(&rows, &asked.cosines, &asked.sines),
        };
        turned?.squeeze(0)
    }

    /// Whether the layers' matrices are plain numbers.
    pub(super) fn is_unpacked(&self) -> bool {
        self.weights.layers.iter().any(|layer| matches!(layer.up, Matrix::Dense(_)))
    }

    /// How many tokens the model knows.
    pub(super) fn vocabulary(&self) -> usize {
        self.weights.tokens()
    }
}

/// What all layers of one pass share.
struct Asked {
    /// Of each list, in the order of the rows.
    lengths: Vec<usize>,
    /// By length, where a list has more than one token.
    masks: BTreeMap<usize, Tensor>,
    /// One row for each row.
    cosines: Tensor,
    sines: Tensor,
}

/// What one list sees in what came before and in itself: queries of
/// `[key_heads, group * length, head_width]` to values of the same shape.
fn look(
    queries: &Tensor,
    before: &[Segment],
    own: &Segment,
    mask: Option<&Tensor>,
) -> Result<Tensor> {
    let mut scores = Vec::with_capacity(before.len() + 1);
    for segment in before {
        scores.push(queries.matmul(&segment.keys.t()?)?);
    }
    let last = queries.matmul(&own.keys.t()?)?;
    scores.push(match mask {
        Some(mask) => last.broadcast_add(mask)?,
        None => last,
    });
    let shares = softmax_last_dim(&Tensor::cat(&scores, 2)?)?;
    let mut from = 0;
    let mut seen: Option<Tensor> = None;
    for segment in before.iter().chain([own]) {
        let tokens = segment.keys.dim(1)?;
        let part = shares.narrow(2, from, tokens)?.contiguous()?.matmul(&segment.values)?;
        seen = Some(match seen {
            Some(seen) => (seen + part)?,
            None => part,
        });
        from += tokens;
    }
    Ok(seen.expect("a list sees at least itself"))
}
