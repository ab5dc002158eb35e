//! Training a head: softmax regression, or one hidden layer, by AdamW on shuffled batches.
//!
//! The loss is the cross-entropy. AdamW is candle's (Loshchilov and Hutter 2019, "Decoupled Weight
//! Decay Regularization"). Weights begin uniform in ±1/√inputs, drawn from the seed, as does the
//! order of the examples in every epoch.

use candle_core::{Device, Tensor, Var};
use candle_nn::optim::{AdamW, Optimizer, ParamsAdamW};
use models::{Example, Fingerprint};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{About, Head, Layer};

/// How a head is trained.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recipe {
    /// Hidden units; 0 for a single layer.
    pub hidden: usize,
    /// How often every example is seen.
    pub epochs: usize,
    /// Examples in a step.
    pub batch: usize,
    /// How far a step goes.
    pub learning_rate: f64,
    /// Which part of a weight, times the learning rate, every step takes away.
    pub weight_decay: f64,
    /// Where weights begin and in which order examples come.
    pub seed: u64,
    /// Whether it learns from features of mean 0 and deviation 1 over the examples, where some are
    /// much larger than others. What it then takes are features as they are.
    pub standardized: bool,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            hidden: 0,
            epochs: 30,
            batch: 32,
            learning_rate: 1e-3,
            weight_decay: 0.1,
            seed: 0,
            standardized: false,
        }
    }
}

/// Why a head could not be trained.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TrainError {
    /// There is nothing to learn from.
    #[error("head {head:?} cannot be trained on no examples, or for no classes")]
    Nothing {
        /// Which head.
        head: String,
    },
    /// An example that is not like the others.
    #[error("head {head:?}: example {at} {reason}")]
    BadExample {
        /// Which head.
        head: String,
        /// Which example, counted from 0.
        at: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The recipe makes no sense.
    #[error("head {head:?}: {what} cannot be {value}")]
    BadRecipe {
        /// Which head.
        head: String,
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// The arithmetic failed.
    #[error("head {head:?} could not be trained: {reason}")]
    Failed {
        /// Which head.
        head: String,
        /// What went wrong.
        reason: String,
    },
}

impl Head {
    /// Trains a head that tells these classes apart, on numbers of the model with the fingerprint
    /// `trained_on`; `name` is what messages call it. Takes one thread, and gives the same bits for
    /// the same arguments.
    ///
    /// # Errors
    ///
    /// When there are no examples, one has another number of features than the first, a feature
    /// that is not finite or a class that there is not, when a number of the recipe makes no sense,
    /// or when training runs away.
    pub fn train(
        name: &str,
        classes: &[&str],
        examples: &[Example],
        trained_on: &Fingerprint,
        recipe: &Recipe,
    ) -> Result<Self, TrainError> {
        check(name, classes.len(), examples, recipe)?;
        let failed = |reason: String| TrainError::Failed { head: name.to_owned(), reason };
        // candle multiplies with as many threads as there are; here it finds one.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let pool = pool.map_err(|error| failed(error.to_string()))?;
        let scales = recipe.standardized.then(|| Scales::of(examples));
        let standardized: Option<Vec<Example>> =
            scales.as_ref().map(|scales| examples.iter().map(|one| scales.apply(one)).collect());
        let learned_from = standardized.as_deref().unwrap_or(examples);
        let mut layers = pool
            .install(|| trained(classes.len(), learned_from, recipe))
            .map_err(|error| failed(error.to_string()))?;
        if let (Some(scales), Some(first)) = (scales, layers.first_mut()) {
            *first = scales.undone(first);
        }
        let is_finite =
            |layer: &Layer| layer.weight.iter().chain(&layer.bias).all(|number| number.is_finite());
        if !layers.iter().all(is_finite) {
            return Err(failed("the weights ran away; take a smaller learning rate".to_owned()));
        }
        let classes = classes.iter().map(|class| (*class).to_owned()).collect();
        Ok(Self::made(name, About { classes, trained_on: *trained_on }, layers))
    }
}

/// The mean and the deviation of each feature.
struct Scales(Vec<(f64, f64)>);

impl Scales {
    /// Those of at least one example, equally many features each. What does not vary is left as wide
    /// as it is.
    fn of(examples: &[Example]) -> Self {
        let count = examples.len() as f64;
        let of_feature = |at: usize| {
            let numbers = || examples.iter().map(|example| f64::from(example.features[at]));
            let mean = numbers().sum::<f64>() / count;
            let variance = numbers().map(|number| (number - mean) * (number - mean)).sum::<f64>();
            let deviation = libm::sqrt(variance / count);
            (mean, if deviation > f64::EPSILON { deviation } else { 1.0 })
        };
        Self((0..examples[0].features.len()).map(of_feature).collect())
    }

    fn apply(&self, example: &Example) -> Example {
        let scaled = example.features.iter().zip(&self.0);
        let features =
            scaled.map(|(number, (mean, width))| ((f64::from(*number) - mean) / width) as f32);
        Example { features: features.collect(), class: example.class }
    }

    /// The layer that makes of features as they are what this one makes of scaled ones.
    fn undone(&self, layer: &Layer) -> Layer {
        let Layer { inputs, outputs, .. } = *layer;
        let mut weight = Vec::with_capacity(layer.weight.len());
        let mut bias = Vec::with_capacity(outputs);
        for (row, of_row) in layer.weight.chunks_exact(inputs).zip(&layer.bias) {
            let mut shifted = f64::from(*of_row);
            for (number, (mean, width)) in row.iter().zip(&self.0) {
                let scaled = f64::from(*number) / width;
                shifted -= scaled * mean;
                weight.push(scaled as f32);
            }
            bias.push(shifted as f32);
        }
        Layer::new(inputs, outputs, weight, bias)
    }
}

fn check(
    head: &str,
    classes: usize,
    examples: &[Example],
    recipe: &Recipe,
) -> Result<(), TrainError> {
    let head = || head.to_owned();
    let width = examples.first().map_or(0, |example| example.features.len());
    if width == 0 || classes == 0 {
        return Err(TrainError::Nothing { head: head() });
    }
    let is_bad = |value: f64, least: f64| !value.is_finite() || value < least;
    for (what, value, least) in [
        ("batch", recipe.batch as f64, 1.0),
        ("learning rate", recipe.learning_rate, f64::MIN_POSITIVE),
        ("weight decay", recipe.weight_decay, 0.0),
    ] {
        if is_bad(value, least) {
            return Err(TrainError::BadRecipe { head: head(), what, value });
        }
    }
    for (at, example) in examples.iter().enumerate() {
        let reason = if example.features.len() != width {
            format!("has {} features, the first has {width}", example.features.len())
        } else if example.features.iter().any(|number| !number.is_finite()) {
            "has a feature that is not finite".to_owned()
        } else if example.class >= classes {
            format!("is of class {}, there are {classes}", example.class)
        } else {
            continue;
        };
        return Err(TrainError::BadExample { head: head(), at, reason });
    }
    Ok(())
}

fn trained(
    classes: usize,
    examples: &[Example],
    recipe: &Recipe,
) -> candle_core::Result<Vec<Layer>> {
    let mut stream = ChaCha8Rng::seed_from_u64(recipe.seed);
    let width = examples[0].features.len();
    let sides = match recipe.hidden {
        0 => vec![width, classes],
        hidden => vec![width, hidden, classes],
    };
    let mut layers: Vec<(Var, Var)> = Vec::new();
    for pair in sides.windows(2) {
        let (inputs, outputs) = (pair[0], pair[1]);
        let most = 1.0 / (inputs as f32).sqrt();
        let weight: Vec<f32> =
            (0..inputs * outputs).map(|_| stream.random_range(-most..most)).collect();
        let weight = Tensor::from_vec(weight, (outputs, inputs), &Device::Cpu)?;
        let bias = Tensor::zeros(outputs, candle_core::DType::F32, &Device::Cpu)?;
        layers.push((Var::from_tensor(&weight)?, Var::from_tensor(&bias)?));
    }
    let numbers = ParamsAdamW {
        lr: recipe.learning_rate,
        weight_decay: recipe.weight_decay,
        ..ParamsAdamW::default()
    };
    let all = layers.iter().flat_map(|(weight, bias)| [weight.clone(), bias.clone()]).collect();
    let mut optimizer = AdamW::new(all, numbers)?;
    let mut order: Vec<usize> = (0..examples.len()).collect();
    for _ in 0..recipe.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, stream.random_range(0..=last));
        }
        for batch in order.chunks(recipe.batch) {
            let rows: Vec<f32> =
                batch.iter().flat_map(|at| examples[*at].features.iter().copied()).collect();
            let classes: Vec<u32> = batch.iter().map(|at| examples[*at].class as u32).collect();
            let rows = Tensor::from_vec(rows, (batch.len(), width), &Device::Cpu)?;
            let classes = Tensor::from_vec(classes, batch.len(), &Device::Cpu)?;
            let loss = candle_nn::loss::cross_entropy(&outputs(&layers, rows)?, &classes)?;
            optimizer.backward_step(&loss)?;
        }
    }
    layers.into_iter().map(read).collect()
}

/// What the layers make of rows of features.
fn outputs(layers: &[(Var, Var)], mut rows: Tensor) -> candle_core::Result<Tensor> {
    for (at, (weight, bias)) in layers.iter().enumerate() {
        if at > 0 {
            rows = rows.relu()?;
        }
        rows = rows.matmul(&weight.t()?)?.broadcast_add(bias)?;
    }
    Ok(rows)
}

fn read((weight, bias): (Var, Var)) -> candle_core::Result<Layer> {
    let (outputs, inputs) = weight.dims2()?;
    Ok(Layer::new(inputs, outputs, weight.flatten_all()?.to_vec1()?, bias.to_vec1()?))
}
