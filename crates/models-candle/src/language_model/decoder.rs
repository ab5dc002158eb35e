//! The forward pass of a decoder: rows for new tokens, given what came before.
//!
//! What came before ([`Past`]) is a list of segments that are never copied: many questions share
//! the segments of one beginning, and a batch of candidates shares them too. Queries are therefore
//! multiplied with each segment by itself; one softmax runs over all of them.
//!
//! New tokens come as a batch of equally long lists. Short ones are filled up at their end: a token
//! never looks at a later one, so the filling changes nothing.
//!
//! The architecture is that of Llama (Touvron et al. 2023): root mean square norms, rotary
//! positions (Su et al. 2021), grouped queries (Ainslie et al. 2023), a gated feed-forward part
//! (Shazeer 2020).

use candle_core::{Device, Result, Tensor};
use candle_nn::ops::{rms_norm, silu, softmax_last_dim};
use candle_nn::rotary_emb::{rope, rope_i};

use super::shape::{Family, Shape};
use super::weights::{Layer, Weights};

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

/// The keys and values of some tokens in one layer: `[key_heads, tokens, head_width]`, or with the
/// batch after the heads where they are new.
#[derive(Clone)]
struct Segment {
    keys: Tensor,
    values: Tensor,
}

/// What new tokens give.
pub(super) struct Fed {
    /// `[batch * tokens, width]`, before the last norm.
    pub(super) rows: Tensor,
    segments: Vec<Segment>,
    tokens: usize,
}

impl Past {
    /// Nothing came before.
    pub(super) fn nothing(layers: usize) -> Self {
        Self { tokens: 0, layers: vec![Vec::new(); layers] }
    }

    /// Adds what a batch of one has given, as a segment of its own.
    pub(super) fn add(&mut self, fed: Fed) -> Result<()> {
        self.tokens += fed.tokens;
        for (segments, new) in self.layers.iter_mut().zip(fed.segments) {
            segments.push(new.of_one()?);
        }
        Ok(())
    }

    /// Adds what a batch of one has given to the last segment.
    pub(super) fn extend(&mut self, fed: Fed) -> Result<()> {
        self.tokens += fed.tokens;
        for (segments, new) in self.layers.iter_mut().zip(fed.segments) {
            let new = new.of_one()?;
            let last = segments.pop().map_or(Ok(new.clone()), |last| last.followed_by(&new))?;
            segments.push(last);
        }
        Ok(())
    }
}

impl Segment {
    /// Without the batch, which is one.
    fn of_one(&self) -> Result<Self> {
        Ok(Self { keys: self.keys.squeeze(1)?, values: self.values.squeeze(1)? })
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

    /// Feeds a batch of token lists of one length after `past`; `tokens` has them one after the
    /// other.
    pub(super) fn feed(&self, past: &Past, tokens: &[u32], batch: usize) -> Result<Fed> {
        let length = tokens.len() / batch;
        let ids = Tensor::new(tokens, &Device::Cpu)?;
        let mut rows = self.weights.embedding.embedding(&ids)?;
        let mask = self.mask(length)?;
        let mut segments = Vec::with_capacity(self.shape.layers);
        for (layer, before) in self.weights.layers.iter().zip(&past.layers) {
            let normed = rms_norm(&rows, &layer.attention_norm, self.shape.epsilon)?;
            let asked = Asked { before, position: past.tokens, batch, mask: mask.as_ref() };
            let (attended, new) = self.attend(layer, &normed, &asked)?;
            rows = (rows + attended)?;
            let normed = rms_norm(&rows, &layer.feed_norm, self.shape.epsilon)?;
            let gated = (silu(&layer.gate.of(&normed)?)? * layer.up.of(&normed)?)?;
            rows = (rows + layer.down.of(&gated)?)?;
            segments.push(new);
        }
        Ok(Fed { rows, segments, tokens: length })
    }

    /// One number for each token that could come next: `[rows, width]` to `[rows, tokens]`, not
    /// normalised.
    pub(super) fn logits(&self, rows: &Tensor) -> Result<Tensor> {
        self.weights.output.of(&rms_norm(rows, &self.weights.norm, self.shape.epsilon)?)
    }

    /// `[group * length, length]`: minus infinity where a token would look at a later one.
    fn mask(&self, length: usize) -> Result<Option<Tensor>> {
        if length == 1 {
            return Ok(None);
        }
        let group = self.shape.heads / self.shape.key_heads;
        let hidden = |row: usize, column: usize| match column > row % length {
            true => f32::NEG_INFINITY,
            false => 0.0,
        };
        let numbers: Vec<f32> = (0..group * length)
            .flat_map(|row| (0..length).map(move |column| hidden(row, column)))
            .collect();
        Tensor::from_vec(numbers, (group * length, length), &Device::Cpu).map(Some)
    }

    fn attend(&self, layer: &Layer, rows: &Tensor, asked: &Asked<'_>) -> Result<(Tensor, Segment)> {
        let Shape { heads, key_heads, head_width, .. } = self.shape;
        let (batch, group) = (asked.batch, heads / key_heads);
        let length = rows.dim(0)? / batch;

        let queries = layer.query.of(rows)?;
        let queries = queries
            .reshape((batch, length, key_heads, group, head_width))?
            .permute((2, 0, 3, 1, 4))?
            .contiguous()?
            .reshape((key_heads, batch * group, length, head_width))?;
        let by_head = |all: Tensor| {
            all.reshape((batch, length, key_heads, head_width))?.permute((2, 0, 1, 3))?.contiguous()
        };
        let queries = (self.turn(&queries, asked.position)? / f64::from(head_width as f32).sqrt())?;
        let queries = queries.reshape((key_heads, batch, group * length, head_width))?;
        let keys = self.turn(&by_head(layer.key.of(rows)?)?, asked.position)?;
        let values = by_head(layer.value.of(rows)?)?;

        // Each segment is asked by all of the batch at once.
        let together = queries.reshape((key_heads, batch * group * length, head_width))?;
        let mut scores = Vec::with_capacity(asked.before.len() + 1);
        for segment in asked.before {
            let score = together.matmul(&segment.keys.t()?)?;
            scores.push(score.reshape((key_heads, batch, group * length, ()))?);
        }
        let own = queries.matmul(&keys.t()?)?;
        scores.push(match asked.mask {
            Some(mask) => own.broadcast_add(mask)?,
            None => own,
        });
        let shares = softmax_last_dim(&Tensor::cat(&scores, 3)?)?;

        let own_from = asked.position;
        let own = shares.narrow(3, own_from, length)?.contiguous()?;
        let mut mixed = own.matmul(&values)?;
        let mut from = 0;
        for segment in asked.before {
            let tokens = segment.keys.dim(1)?;
            let share = shares.narrow(3, from, tokens)?.contiguous()?.reshape((
                key_heads,
                batch * group * length,
                tokens,
            ))?;
            mixed = (mixed
                + share.matmul(&segment.values)?.reshape((
                    key_heads,
                    batch,
                    group * length,
                    head_width,
                ))?)?;
            from += tokens;
        }
        let mixed = mixed
            .reshape((key_heads, batch, group, length, head_width))?
            .permute((1, 3, 0, 2, 4))?
            .contiguous()?
            .reshape((batch * length, heads * head_width))?;
        Ok((layer.output.of(&mixed)?, Segment { keys, values }))
    }

    /// Turns the pairs of `[_, _, tokens, head_width]` by their positions.
    fn turn(&self, rows: &Tensor, position: usize) -> Result<Tensor> {
        let length = rows.dim(2)?;
        let cosines = self.cosines.narrow(0, position, length)?;
        let sines = self.sines.narrow(0, position, length)?;
        match self.shape.family {
            Family::Llama => rope_i(rows, &cosines, &sines),
            Family::Qwen2 => rope(rows, &cosines, &sines),
        }
    }

    /// How many tokens the model knows.
    pub(super) fn vocabulary(&self) -> usize {
        self.weights.tokens()
    }
}

/// What attention looks at besides the new rows.
struct Asked<'a> {
    before: &'a [Segment],
    /// Of the first new token.
    position: usize,
    batch: usize,
    mask: Option<&'a Tensor>,
}
