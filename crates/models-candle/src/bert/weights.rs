//! The weights of a BERT model, from the bytes of a safetensors file.

use candle_core::safetensors::SliceSafetensors;
use candle_core::{DType, Device};
use pulp::Arch;

use super::{Bert, Config, Layer, Matrix, Words};
use crate::arithmetic::linear::Linear;
use crate::arithmetic::norm::LayerNorm;

impl Bert {
    /// Reads the weights and arranges them; says in words what is wrong with them.
    pub(crate) fn read(config: &Config, weights: &[u8]) -> Result<Self, String> {
        let file =
            File { tensors: SliceSafetensors::new(weights).map_err(|error| error.to_string())? };
        let width = config.hidden_size;
        let words =
            file.tensor("embeddings.word_embeddings.weight", &[config.vocab_size, width])?;
        let mut places = file.tensor(
            "embeddings.position_embeddings.weight",
            &[config.max_position_embeddings, width],
        )?;
        let segments = file
            .tensor("embeddings.token_type_embeddings.weight", &[config.type_vocab_size, width])?;
        for place in places.chunks_exact_mut(width) {
            for (number, segment) in place.iter_mut().zip(&segments) {
                *number += segment;
            }
        }
        Ok(Self {
            arch: Arch::new(),
            width,
            heads: config.num_attention_heads,
            words: Words::Plain(words),
            places,
            norm: file.norm("embeddings.LayerNorm", config)?,
            layers: (0..config.num_hidden_layers)
                .map(|at| file.layer(at, config))
                .collect::<Result<_, _>>()?,
        })
    }
}

struct File<'a> {
    tensors: SliceSafetensors<'a>,
}

impl File<'_> {
    fn layer(&self, at: usize, config: &Config) -> Result<Layer, String> {
        let (width, wide) = (config.hidden_size, config.intermediate_size);
        let name = |part: &str| format!("encoder.layer.{at}.{part}");
        let (mut joined, mut joined_bias) = (Vec::new(), Vec::new());
        for part in ["query", "key", "value"] {
            joined.extend(
                self.tensor(&name(&format!("attention.self.{part}.weight")), &[width, width])?,
            );
            joined_bias
                .extend(self.tensor(&name(&format!("attention.self.{part}.bias")), &[width])?);
        }
        Ok(Layer {
            joined: Matrix::Plain(Linear::new(width, 3 * width, &joined, &joined_bias)),
            attended: self.linear(&name("attention.output.dense"), width, width)?,
            attended_norm: self.norm(&name("attention.output.LayerNorm"), config)?,
            wide: self.linear(&name("intermediate.dense"), width, wide)?,
            narrow: self.linear(&name("output.dense"), wide, width)?,
            narrow_norm: self.norm(&name("output.LayerNorm"), config)?,
        })
    }

    fn linear(&self, name: &str, inputs: usize, outputs: usize) -> Result<Matrix, String> {
        let weight = self.tensor(&format!("{name}.weight"), &[outputs, inputs])?;
        let bias = self.tensor(&format!("{name}.bias"), &[outputs])?;
        Ok(Matrix::Plain(Linear::new(inputs, outputs, &weight, &bias)))
    }

    fn norm(&self, name: &str, config: &Config) -> Result<LayerNorm, String> {
        let scale = self.tensor(&format!("{name}.weight"), &[config.hidden_size])?;
        let shift = self.tensor(&format!("{name}.bias"), &[config.hidden_size])?;
        Ok(LayerNorm::new(scale, shift, config.layer_norm_eps))
    }

    /// The numbers of a tensor that must have this shape and be finite.
    fn tensor(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, String> {
        let says = |error: candle_core::Error| format!("tensor {name:?}: {error}");
        let tensor = self.tensors.load(name, &Device::Cpu).map_err(says)?;
        if tensor.dims() != shape {
            return Err(format!(
                "tensor {name:?} has shape {:?}, config.json says {shape:?}",
                tensor.dims()
            ));
        }
        let flat =
            tensor.to_dtype(DType::F32).and_then(|tensor| tensor.flatten_all()).map_err(says)?;
        let numbers = flat.to_vec1::<f32>().map_err(says)?;
        match numbers.iter().find(|number| !number.is_finite()) {
            Some(number) => Err(format!("tensor {name:?} holds {number}, which is not finite")),
            None => Ok(numbers),
        }
    }
}
