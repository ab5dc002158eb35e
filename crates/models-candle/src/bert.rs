//! The BERT encoder: token ids of a text in, one row of numbers for each token out.
//!
//! Only what sentence embedders need: no padding, no second segment, no training, no task heads.
//! The same function as `candle-transformers`' `bert`, checked against it in the tests of
//! [`crate::sentence_bert`], written with [`crate::arithmetic`] so that its bits are the same on
//! every processor and in every batch.

use pulp::Arch;

use crate::arithmetic::attention::attend;
use crate::arithmetic::elementwise::gelu;
use crate::arithmetic::linear::Linear;
use crate::arithmetic::norm::LayerNorm;
use crate::arithmetic::packed::{BLOCK, Format, Packed, Rows};

pub(crate) mod config;
mod packed_file;
mod weights;

pub(crate) use config::Config;
pub(crate) use packed_file::PackedBert;

/// A BERT encoder with its weights.
#[derive(Debug)]
pub(crate) struct Bert {
    arch: Arch,
    width: usize,
    heads: usize,
    /// One row for each word piece.
    words: Words,
    /// One row for each place in a text, with the row of the first segment already added.
    places: Vec<f32>,
    norm: LayerNorm,
    layers: Vec<Layer>,
}

#[derive(Debug)]
struct Layer {
    /// Query, key and value side by side.
    joined: Matrix,
    attended: Matrix,
    attended_norm: LayerNorm,
    wide: Matrix,
    narrow: Matrix,
    narrow_norm: LayerNorm,
}

/// The rows of word pieces.
#[derive(Debug)]
enum Words {
    Plain(Vec<f32>),
    /// Blocks of the format `Q4_0`, unpacked when a row is asked for.
    Packed(Vec<u8>),
}

/// A matrix and what is added after it.
enum Matrix {
    Plain(Linear),
    Packed(Packed, Vec<f32>),
}

impl std::fmt::Debug for Matrix {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Plain(_) => "Plain",
            Self::Packed(..) => "Packed",
        })
    }
}

impl Matrix {
    /// The product for every row of `width` numbers, row after row.
    fn apply(&self, arch: Arch, width: usize, rows: &[f32]) -> Vec<f32> {
        match self {
            Self::Plain(matrix) => matrix.apply(arch, rows),
            Self::Packed(matrix, bias) => {
                let mut product = matrix.apply(arch, &Rows::new(arch, width, rows));
                for row in product.chunks_exact_mut(bias.len()) {
                    for (number, bias) in row.iter_mut().zip(bias) {
                        *number += bias;
                    }
                }
                product
            }
        }
    }
}

impl Words {
    /// Adds the row of a word piece at the end of `rows`.
    fn push(&self, id: usize, width: usize, rows: &mut Vec<f32>) {
        match self {
            Self::Plain(words) => rows.extend_from_slice(&words[id * width..][..width]),
            Self::Packed(words) => {
                let bytes = width / BLOCK * Format::Q4_0.block_bytes();
                Format::Q4_0.unpack(&words[id * bytes..][..bytes], rows);
            }
        }
    }
}

impl Bert {
    /// The same model on another kind of registers.
    #[cfg(test)]
    pub(crate) fn use_registers(&mut self, arch: Arch) {
        self.arch = arch;
    }

    /// How many numbers a row has.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The last layer's rows of several texts, one after the other; what a text gets does not
    /// depend on the others.
    ///
    /// # Panics
    ///
    /// When an id is not in the vocabulary or a text is longer than the model has places; the
    /// tokenizer is checked against both when the model is loaded.
    pub(crate) fn rows(&self, texts: &[Vec<u32>]) -> Vec<f32> {
        let mut rows = Vec::new();
        let mut places = Vec::new();
        for id in texts.iter().flatten() {
            self.words.push(*id as usize, self.width, &mut rows);
        }
        for text in texts {
            places.extend_from_slice(&self.places[..text.len() * self.width]);
        }
        self.norm.add_and_apply(self.arch, &mut rows, &places);
        for layer in &self.layers {
            self.pass(layer, texts, &mut rows);
        }
        rows
    }

    fn pass(&self, layer: &Layer, texts: &[Vec<u32>], rows: &mut [f32]) {
        let joined = layer.joined.apply(self.arch, self.width, rows);
        let mut seen = vec![0.0; rows.len()];
        let (mut joined_rest, mut seen_rest) = (joined.as_slice(), seen.as_mut_slice());
        for text in texts {
            let (joined, seen);
            (joined, joined_rest) = joined_rest.split_at(text.len() * 3 * self.width);
            (seen, seen_rest) = seen_rest.split_at_mut(text.len() * self.width);
            attend(self.arch, joined, self.width, self.heads, seen);
        }
        let attended = layer.attended.apply(self.arch, self.width, &seen);
        layer.attended_norm.add_and_apply(self.arch, rows, &attended);

        let mut wide = layer.wide.apply(self.arch, self.width, rows);
        gelu(self.arch, &mut wide);
        let width = wide.len() * self.width / rows.len();
        let narrow = layer.narrow.apply(self.arch, width, &wide);
        layer.narrow_norm.add_and_apply(self.arch, rows, &narrow);
    }
}
