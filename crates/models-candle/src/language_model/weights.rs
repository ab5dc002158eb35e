//! The weights of a decoder, in the form in which they are multiplied fastest.
//!
//! candle has quick kernels for some block formats and widths and slow ones for the rest; see
//! [`SlowWeights`] for what becomes of those. The rows of the embedding are looked up in the format
//! of the file, so that no table of `f32` is made of them.

use std::sync::Arc;

use candle_core::quantized::{GgmlDType, QTensor};
use candle_core::{Device, Result, Tensor};

use super::error::GgufError;
use super::gguf::Gguf;
use super::shape::{Family, Shape};

/// What becomes of weights whose block format or width has no quick kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SlowWeights {
    /// They are unpacked to `f32` when the model is loaded: four bytes for each, prompts about
    /// three times as fast as otherwise.
    #[default]
    Unpack,
    /// They are packed anew to eight bits when the model is loaded: about one byte for each.
    Pack,
}

/// The tensor with one row for each token.
pub(super) const EMBEDDING: &str = "token_embd.weight";

/// What reading weights gives, or what is wrong with the file.
type Checked<T> = std::result::Result<T, GgufError>;

/// A matrix that rows are multiplied with.
pub(super) enum Matrix {
    /// Numbers, outputs first.
    Dense(Tensor),
    /// Blocks, outputs first.
    Packed(Arc<QTensor>),
}

/// A matrix and, where the architecture has one, what is added after it.
pub(super) struct Linear {
    matrix: Matrix,
    bias: Option<Tensor>,
}

/// One layer of a decoder.
pub(super) struct Layer {
    pub(super) attention_norm: Tensor,
    pub(super) query: Linear,
    pub(super) key: Linear,
    pub(super) value: Linear,
    pub(super) output: Matrix,
    pub(super) feed_norm: Tensor,
    pub(super) gate: Matrix,
    pub(super) up: Matrix,
    pub(super) down: Matrix,
}

/// All weights of a decoder.
pub(super) struct Weights {
    /// One row for each token.
    pub(super) embedding: Arc<QTensor>,
    pub(super) layers: Vec<Layer>,
    pub(super) norm: Tensor,
    /// From the last layer's rows to one number for each token.
    pub(super) output: Matrix,
    /// What the rotary angles are divided by, one for each pair, where the file says.
    pub(super) rotary_factors: Option<Vec<f32>>,
}

impl Matrix {
    /// Rows times this matrix: `[rows, inputs]` to `[rows, outputs]`.
    pub(super) fn of(&self, rows: &Tensor) -> Result<Tensor> {
        match self {
            Self::Dense(weights) => rows.matmul(&weights.t()?),
            Self::Packed(weights) => rows.apply_op1_no_bwd(weights.as_ref()),
        }
    }

    fn new(stored: Arc<QTensor>, slow: SlowWeights) -> Result<Self> {
        let columns = stored.shape().dims2()?.1;
        let unpacked = || stored.dequantize(&Device::Cpu);
        Ok(match (stored.dtype(), slow) {
            (GgmlDType::F32 | GgmlDType::F16 | GgmlDType::BF16, _) => Self::Dense(unpacked()?),
            (kind, _) if is_quick(kind, columns) => Self::Packed(stored),
            (_, SlowWeights::Unpack) => Self::Dense(unpacked()?),
            // Slower than in a width that the best kernel takes, but not scalar.
            (GgmlDType::Q4_0 | GgmlDType::Q8_0, SlowWeights::Pack) => Self::Packed(stored),
            (_, SlowWeights::Pack) => {
                Self::Packed(Arc::new(QTensor::quantize(&unpacked()?, GgmlDType::Q8_0)?))
            }
        })
    }
}

/// Whether candle 0.11 has a kernel for these blocks that is as fast as the processor allows: one
/// that unpacks nothing and works on whole tiles.
fn is_quick(kind: GgmlDType, columns: usize) -> bool {
    /// The width of the tiles, and of a block of the `K` formats.
    const TILE: usize = 256;
    match kind {
        GgmlDType::Q2K | GgmlDType::Q3K | GgmlDType::Q4K | GgmlDType::Q5K | GgmlDType::Q6K => true,
        GgmlDType::Q8_0 => columns.is_multiple_of(TILE),
        _ => false,
    }
}

impl Linear {
    /// Rows times the matrix, and the bias added: `[rows, inputs]` to `[rows, outputs]`.
    pub(super) fn of(&self, rows: &Tensor) -> Result<Tensor> {
        let product = self.matrix.of(rows)?;
        match &self.bias {
            Some(bias) => product.broadcast_add(bias),
            None => Ok(product),
        }
    }
}

impl Weights {
    /// Reads all weights; the number of tokens is the number of rows of the embedding.
    pub(super) fn read(gguf: &mut Gguf, shape: &Shape, slow: SlowWeights) -> Checked<Self> {
        const OUTPUT: &str = "output.weight";
        let rows = gguf.rows(EMBEDDING)?;
        let mut reader = Reader { gguf, slow };
        let embedding = Arc::new(reader.gguf.tensor(EMBEDDING, &[rows, shape.width])?);
        let output = match reader.gguf.has(OUTPUT) {
            true => reader.matrix(OUTPUT, rows, shape.width)?,
            // The rows of the embedding serve in both directions.
            false => reader.made(EMBEDDING, Arc::clone(&embedding))?,
        };
        let factors = "rope_freqs.weight";
        let rotary_factors = match reader.gguf.has(factors) {
            true => Some(reader.numbers(factors, shape.head_width / 2)?.to_vec1()),
            false => None,
        };
        let rotary_factors =
            rotary_factors.transpose().map_err(|error| reader.gguf.refused(factors, &error))?;
        Ok(Self {
            embedding,
            layers: (0..shape.layers).map(|at| reader.layer(at, shape)).collect::<Checked<_>>()?,
            norm: reader.numbers("output_norm.weight", shape.width)?,
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
    gguf: &'a mut Gguf,
    slow: SlowWeights,
}

impl Reader<'_> {
    fn layer(&mut self, at: usize, shape: &Shape) -> Checked<Layer> {
        let name = |part: &str| format!("blk.{at}.{part}.weight");
        let asking = shape.heads * shape.head_width;
        let asked = shape.key_heads * shape.head_width;
        let (width, wide) = (shape.width, shape.wide);
        Ok(Layer {
            attention_norm: self.numbers(&name("attn_norm"), width)?,
            query: self.linear(at, "attn_q", asking, shape)?,
            key: self.linear(at, "attn_k", asked, shape)?,
            value: self.linear(at, "attn_v", asked, shape)?,
            output: self.matrix(&name("attn_output"), width, asking)?,
            feed_norm: self.numbers(&name("ffn_norm"), width)?,
            gate: self.matrix(&name("ffn_gate"), wide, width)?,
            up: self.matrix(&name("ffn_up"), wide, width)?,
            down: self.matrix(&name("ffn_down"), width, wide)?,
        })
    }

    fn linear(&mut self, at: usize, part: &str, outputs: usize, shape: &Shape) -> Checked<Linear> {
        let matrix = self.matrix(&format!("blk.{at}.{part}.weight"), outputs, shape.width)?;
        let bias = match shape.family {
            Family::Llama => None,
            Family::Qwen2 => Some(self.numbers(&format!("blk.{at}.{part}.bias"), outputs)?),
        };
        Ok(Linear { matrix, bias })
    }

    fn matrix(&mut self, name: &str, outputs: usize, inputs: usize) -> Checked<Matrix> {
        let stored = self.gguf.tensor(name, &[outputs, inputs])?;
        self.made(name, Arc::new(stored))
    }

    fn made(&self, name: &str, stored: Arc<QTensor>) -> Checked<Matrix> {
        Matrix::new(stored, self.slow).map_err(|error| self.gguf.refused(name, &error))
    }

    /// A list of numbers.
    fn numbers(&mut self, name: &str, count: usize) -> Checked<Tensor> {
        let stored = self.gguf.tensor(name, &[count])?;
        stored.dequantize(&Device::Cpu).map_err(|error| self.gguf.refused(name, &error))
    }
}
