//! A small classifier on top of numbers that another model made, such as two embeddings.
//!
//! One layer, or two with a row of hidden units (rectified) between; the probabilities are the
//! softmax of what comes out. [`Head::train`] trains one with candle; it is written to and read from
//! safetensors, with its classes in the metadata. [`Shipped`] are those that come with the program.
//!
//! **The same numbers give the same bits**, on every processor: answering uses our own arithmetic.
//! Training gives the same bits each time on one machine; candle adds in another order on another
//! processor.

use models::{Classify, Fingerprint, ModelError, Sha256};
use pulp::Arch;

use crate::arithmetic::linear::Linear;

mod file;
mod shipped;
mod train;

pub use file::HeadError;
pub use shipped::{
    PROBE, PROBED_LAYER, Probes, RELATIONS_LEFT_OPEN, Shipped, TYPED_RELATIONS_LEFT_OPEN,
};
pub use train::{Recipe, TrainError};

/// A trained classifier.
#[derive(Debug)]
pub struct Head {
    name: String,
    fingerprint: Fingerprint,
    about: About,
    layers: Vec<Layer>,
}

/// What is known of a head beside its weights.
#[derive(Debug, Clone, PartialEq, Eq)]
struct About {
    classes: Vec<String>,
    trained_on: Fingerprint,
}

/// `outputs` rows of `inputs` weights, and a bias each.
#[derive(Debug)]
struct Layer {
    inputs: usize,
    outputs: usize,
    weight: Vec<f32>,
    bias: Vec<f32>,
    arranged: Linear,
}

impl Layer {
    fn new(inputs: usize, outputs: usize, weight: Vec<f32>, bias: Vec<f32>) -> Self {
        let arranged = Linear::new(inputs, outputs, &weight, &bias);
        Self { inputs, outputs, weight, bias, arranged }
    }
}

/// What else the answer depends on.
const RECIPE: &str = "head 1: linear layers, rectified between, softmax";

impl Head {
    fn made(name: &str, about: About, layers: Vec<Layer>) -> Self {
        let bytes = file::written(&about, &layers);
        let weights = Sha256::of(&bytes).to_string();
        let fingerprint = Fingerprint::of(&[("weights", &weights), ("recipe", RECIPE)]);
        Self { name: name.to_owned(), fingerprint, about, layers }
    }

    /// The head as the bytes of a safetensors file. Equal heads give equal bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        file::written(&self.about, &self.layers)
    }

    /// How many weights and biases it has.
    pub fn size(&self) -> usize {
        self.layers.iter().map(|layer| layer.weight.len() + layer.bias.len()).sum()
    }
}

impl Classify for Head {
    fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    fn trained_on(&self) -> &Fingerprint {
        &self.about.trained_on
    }

    fn classes(&self) -> &[String] {
        &self.about.classes
    }

    fn features(&self) -> usize {
        self.layers.first().map_or(0, |layer| layer.inputs)
    }

    fn classify(&self, features: &[f32]) -> Result<Vec<f64>, ModelError> {
        let failed = |reason: String| ModelError::Failed {
            model: self.name.clone(),
            text: format!("{} numbers", features.len()),
            reason,
        };
        if features.len() != self.features() {
            return Err(failed(format!("it takes {} numbers", self.features())));
        }
        let mut row = features.to_vec();
        for (at, layer) in self.layers.iter().enumerate() {
            if at > 0 {
                row.iter_mut().for_each(|number| *number = number.max(0.0));
            }
            row = layer.arranged.apply(Arch::new(), &row);
        }
        let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let shares: Vec<f64> =
            row.iter().map(|number| libm::exp(f64::from(*number) - f64::from(most))).collect();
        let all: f64 = shares.iter().sum();
        if !all.is_finite() {
            return Err(failed("what comes out is not finite".to_owned()));
        }
        Ok(shares.into_iter().map(|share| share / all).collect())
    }
}

#[cfg(test)]
mod tests;
