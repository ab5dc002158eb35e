//! The shape of a decoder, from the header of its file.

use super::error::GgufError;
use super::gguf::Gguf;

/// How many of what a decoder has. Widths are in numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shape {
    pub(super) family: Family,
    pub(super) layers: usize,
    /// Of a token's row between the layers.
    pub(super) width: usize,
    /// Of the layer in the middle of each feed-forward part.
    pub(super) wide: usize,
    /// Heads that ask.
    pub(super) heads: usize,
    /// Heads that are asked; each serves `heads / key_heads` of the others.
    pub(super) key_heads: usize,
    /// Of one head.
    pub(super) head_width: usize,
    /// The root mean square never falls below the root of this.
    pub(super) epsilon: f32,
    /// The rotary angles of neighbours shrink by this to the power of `-2 / head_width`.
    pub(super) rotary_base: f32,
    /// The longest text in tokens that the model was trained for.
    pub(super) trained_tokens: usize,
}

/// Architectures that differ in little: which pairs of numbers are turned, and what has a bias.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// Neighbouring numbers are turned; no biases.
    Llama,
    /// Number `i` is turned with `i + half`; queries, keys and values have biases.
    Qwen2,
}

/// The architectures that are known, for messages.
const KNOWN: &str = "\"llama\" and \"qwen2\"";

impl Shape {
    /// Reads the shape and refuses what the decoder does not do.
    pub(super) fn read(gguf: &Gguf) -> Result<Self, GgufError> {
        let family = match gguf.architecture.as_str() {
            "llama" => Family::Llama,
            "qwen2" => Family::Qwen2,
            other => {
                return Err(GgufError::Architecture {
                    file: gguf.name.clone(),
                    architecture: other.to_owned(),
                    known: KNOWN.to_owned(),
                });
            }
        };
        let (width, heads) = (gguf.count("embedding_length")?, gguf.count("attention.head_count")?);
        let key_heads = gguf.count_or("attention.head_count_kv", heads)?;
        if !heads.is_multiple_of(key_heads) {
            let key = gguf.own_key("attention.head_count_kv");
            return Err(gguf.wrong(&key, format!("is {key_heads}, which does not divide {heads}")));
        }
        let head_width = gguf.count_or("attention.key_length", width / heads)?;
        if head_width == 0 {
            let key = gguf.own_key("attention.head_count");
            return Err(gguf.wrong(&key, format!("is {heads}, more than a row has numbers")));
        }
        let turned = gguf.count_or("rope.dimension_count", head_width)?;
        if turned != head_width || head_width % 2 != 0 {
            let key = gguf.own_key("rope.dimension_count");
            let problem = format!(
                "is {turned}; this program turns whole heads of an even width, here {head_width}"
            );
            return Err(gguf.wrong(&key, problem));
        }
        let experts = gguf.own_key("expert_count");
        if gguf.entry(&experts).is_some() && gguf.count_or("expert_count", 1).unwrap_or(0) > 1 {
            return Err(gguf
                .wrong(&experts, "asks for a mixture of experts, which this program cannot run"));
        }
        let scaling = gguf.own_key("rope.scaling.type");
        if gguf.entry(&scaling).is_some() && gguf.text(&scaling)? != "none" {
            let problem =
                format!("is {:?}; this program does not stretch positions", gguf.text(&scaling)?);
            return Err(gguf.wrong(&scaling, problem));
        }
        Ok(Self {
            family,
            layers: gguf.count("block_count")?,
            width,
            wide: gguf.count("feed_forward_length")?,
            heads,
            key_heads,
            head_width,
            epsilon: gguf.number_or("attention.layer_norm_rms_epsilon", None)?,
            rotary_base: gguf.number_or("rope.freq_base", Some(10_000.0))?,
            trained_tokens: gguf.count("context_length")?,
        })
    }
}
