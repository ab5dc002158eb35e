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

pub(crate) mod config;
mod weights;

pub(crate) use config::Config;

/// A BERT encoder with its weights.
#[derive(Debug)]
pub(crate) struct Bert {
    arch: Arch,
    width: usize,
    heads: usize,
    /// One row for each word piece.
    words: Vec<f32>,
    /// One row for each place in a text, with the row of the first segment already added.
    places: Vec<f32>,
    norm: LayerNorm,
    layers: Vec<Layer>,
}

#[derive(Debug)]
struct Layer {
    /// Query, key and value side by side.
    joined: Linear,
    attended: Linear,
    attended_norm: LayerNorm,
    wide: Linear,
    narrow: Linear,
    narrow_norm: LayerNorm,
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
            rows.extend_from_slice(&self.words[*id as usize * self.width..][..self.width]);
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
        let joined = layer.joined.apply(self.arch, rows);
        let mut seen = vec![0.0; rows.len()];
        let (mut joined_rest, mut seen_rest) = (joined.as_slice(), seen.as_mut_slice());
        for text in texts {
            let (joined, seen);
            (joined, joined_rest) = joined_rest.split_at(text.len() * layer.joined.outputs());
            (seen, seen_rest) = seen_rest.split_at_mut(text.len() * self.width);
            attend(self.arch, joined, self.width, self.heads, seen);
        }
        let attended = layer.attended.apply(self.arch, &seen);
        layer.attended_norm.add_and_apply(self.arch, rows, &attended);

        let mut wide = layer.wide.apply(self.arch, rows);
        gelu(self.arch, &mut wide);
        let narrow = layer.narrow.apply(self.arch, &wide);
        layer.narrow_norm.add_and_apply(self.arch, rows, &narrow);
    }
}
