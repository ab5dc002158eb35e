//! The weights of a decoder, in the form in which they are multiplied fastest.
//!
//! Blocks of four to eight bits stay packed ([`Packed`]); plain numbers and the formats that are rare
//! are unpacked to `f32`. There is one copy of each: a tensor of the file is arranged anew when it is
//! read and then dropped. The rows of the embedding are looked up in the format of the file.

use std::cell::OnceCell;

use candle_core::Device;
use candle_core::quantized::QTensor;
use pulp::Arch;

use super::error::GgufError;
use super::gguf::Gguf;
use super::shape::Shape;
use crate::arithmetic::linear;
use crate::arithmetic::norm::RootMeanSquare;
use crate::arithmetic::packed::{Format, Packed, Rows};

/// The tensor with one row for each token.
pub(super) const EMBEDDING: &str = "token_embd.weight";

/// What reading weights gives, or what is wrong with the file.
type Checked<T> = std::result::Result<T, GgufError>;

/// A matrix that rows are multiplied with.
pub(super) enum Matrix {
    Dense(linear::Linear),
    Packed(Packed),
}

/// Rows on their way into one or several matrices.
pub(super) struct Input<'a> {
    arch: Arch,
    width: usize,
    numbers: &'a [f32],
    /// Packed once for all matrices that want them so.
    packed: OnceCell<Rows>,
}

/// A matrix and, where the architecture has one, what is added after it.
pub(super) struct Linear {
    matrix: Matrix,
    bias: Option<Vec<f32>>,
}

/// One layer of a decoder.
pub(super) struct Layer {
    pub(super) attention_norm: RootMeanSquare,
    pub(super) query: Linear,
    pub(super) key: Linear,
    pub(super) value: Linear,
    /// Of each head of the queries.
    pub(super) query_norm: Option<RootMeanSquare>,
    pub(super) key_norm: Option<RootMeanSquare>,
    pub(super) output: Matrix,
    /// Of what attention gives.
    pub(super) attended_norm: Option<RootMeanSquare>,
    pub(super) feed_norm: RootMeanSquare,
    pub(super) gate: Matrix,
    pub(super) up: Matrix,
    pub(super) down: Matrix,
    /// Of what the feed-forward part gives.
    pub(super) fed_norm: Option<RootMeanSquare>,
}

/// All weights of a decoder.
pub(super) struct Weights {
    /// One row for each token.
    pub(super) embedding: QTensor,
    pub(super) layers: Vec<Layer>,
    pub(super) norm: RootMeanSquare,
    /// From the last layer's rows to one number for each token.
    pub(super) output: Matrix,
    /// What the rotary angles are divided by, one for each pair, where the file says.
    pub(super) rotary_factors: Option<Vec<f32>>,
}

impl<'a> Input<'a> {
    /// Rows of `width` numbers.
    pub(super) fn new(arch: Arch, width: usize, numbers: &'a [f32]) -> Self {
        Self { arch, width, numbers, packed: OnceCell::new() }
    }
}

impl Matrix {
    /// Rows times this matrix: `[rows, inputs]` to `[rows, outputs]`.
    pub(super) fn of(&self, input: &Input<'_>) -> Vec<f32> {
        match self {
            Self::Dense(weights) => weights.apply(input.arch, input.numbers),
            Self::Packed(weights) => {
                let pack = || Rows::new(input.arch, input.width, input.numbers);
                weights.apply(input.arch, input.packed.get_or_init(pack))
            }
        }
    }

    fn new(stored: &QTensor) -> candle_core::Result<Self> {
        let (outputs, inputs) = stored.shape().dims2()?;
        Ok(match Format::of(stored.dtype()) {
            Some(format) => Self::Packed(Packed::new(format, inputs, outputs, &stored.data()?)),
            None => {
                let numbers = stored.dequantize(&Device::Cpu)?.flatten_all()?.to_vec1::<f32>()?;
                Self::Dense(linear::Linear::new(inputs, outputs, &numbers, &vec![0.0; outputs]))
            }
        })
    }
}

impl Linear {
    /// Rows times the matrix, and the bias added: `[rows, inputs]` to `[rows, outputs]`.
    pub(super) fn of(&self, input: &Input<'_>) -> Vec<f32> {
        let mut product = self.matrix.of(input);
        if let Some(bias) = &self.bias {
            for row in product.chunks_exact_mut(bias.len()) {
                for (number, bias) in row.iter_mut().zip(bias) {
                    *number += bias;
                }
            }
        }
        product
    }
}

impl Weights {
    /// Reads all weights; the number of tokens is the number of rows of the embedding.
    pub(super) fn read(gguf: &Gguf, shape: &Shape) -> Checked<Self> {
        const OUTPUT: &str = "output.weight";
        let rows = gguf.rows(EMBEDDING)?;
        let reader = Reader { gguf, shape };
        let embedding = gguf.tensor(EMBEDDING, &[rows, shape.width])?;
        let output = match gguf.has(OUTPUT) {
            true => reader.matrix(OUTPUT, rows, shape.width)?,
            // The rows of the embedding serve in both directions.
            false => reader.made(EMBEDDING, &embedding)?,
        };
        let factors = "rope_freqs.weight";
        let rotary_factors = match gguf.has(factors) {
            true => Some(reader.numbers(factors, shape.head_width / 2)?),
            false => None,
        };
        Ok(Self {
            embedding,
            layers: (0..shape.layers).map(|at| reader.layer(at)).collect::<Checked<_>>()?,
            norm: reader.norm("output_norm.weight", shape.width)?,
            output,
            rotary_factors,
        })
    }

    /// How many tokens there are.
    pub(super) fn tokens(&self) -> usize {
        self.embedding.shape().dims()[0]
    }
}

struct Reader<'a> {
    gguf: &'a Gguf,
    shape: &'a Shape,
}

impl Reader<'_> {
    fn layer(&self, at: usize) -> Checked<Layer> {
        let Shape { family, width, wide, head_width, .. } = *self.shape;
        let name = |part: &str| format!("blk.{at}.{part}.weight");
        let asking = self.shape.heads * head_width;
        let asked = self.shape.key_heads * head_width;
        let norm = |is_there: bool, part: &str, width: usize| match is_there {
            true => self.norm(&name(part), width).map(Some),
            false => Ok(None),
        };
        Ok(Layer {
            attention_norm: self.norm(&name("attn_norm"), width)?,
            query: self.linear(at, "attn_q", asking)?,
            key: self.linear(at, "attn_k", asked)?,
            value: self.linear(at, "attn_v", asked)?,
            query_norm: norm(family.has_head_norms(), "attn_q_norm", head_width)?,
            key_norm: norm(family.has_head_norms(), "attn_k_norm", head_width)?,
            output: self.matrix(&name("attn_output"), width, asking)?,
            attended_norm: norm(family.has_norms_after(), "post_attention_norm", width)?,
            feed_norm: self.norm(&name("ffn_norm"), width)?,
            gate: self.matrix(&name("ffn_gate"), wide, width)?,
            up: self.matrix(&name("ffn_up"), wide, width)?,
            down: self.matrix(&name("ffn_down"), width, wide)?,
            fed_norm: norm(family.has_norms_after(), "post_ffw_norm", width)?,
        })
    }

    fn linear(&self, at: usize, part: &str, outputs: usize) -> Checked<Linear> {
        let matrix = self.matrix(&format!("blk.{at}.{part}.weight"), outputs, self.shape.width)?;
        let bias = match self.shape.family.has_biases() {
            true => Some(self.numbers(&format!("blk.{at}.{part}.bias"), outputs)?),
            false => None,
        };
        Ok(Linear { matrix, bias })
    }

    fn matrix(&self, name: &str, outputs: usize, inputs: usize) -> Checked<Matrix> {
        self.made(name, &self.gguf.tensor(name, &[outputs, inputs])?)
    }

    fn made(&self, name: &str, stored: &QTensor) -> Checked<Matrix> {
        Matrix::new(stored).map_err(|error| self.gguf.refused(name, &error))
    }

    fn norm(&self, name: &str, count: usize) -> Checked<RootMeanSquare> {
        Ok(RootMeanSquare::new(self.numbers(name, count)?, self.shape.epsilon))
    }

    /// A list of numbers.
    fn numbers(&self, name: &str, count: usize) -> Checked<Vec<f32>> {
        let stored = self.gguf.tensor(name, &[count])?;
        let numbers = stored.dequantize(&Device::Cpu).and_then(|numbers| numbers.to_vec1());
        numbers.map_err(|error| self.gguf.refused(name, &error))
    }
}
