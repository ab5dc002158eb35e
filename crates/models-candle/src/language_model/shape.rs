//! The shape of a decoder, from the header of its file.

use super::error::GgufError;
use super::gguf::Gguf;
use crate::arithmetic::elementwise::Gate;

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
    /// What the rows of the embedding are multiplied with.
    pub(super) embedding_scale: Option<f32>,
    /// How layers differ that look only a little back.
    pub(super) local: Option<Local>,
}

/// Layers that look only a little back.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Local {
    /// How many tokens they see, the last one among them.
    pub(super) window: usize,
    /// As [`Shape::rotary_base`].
    pub(super) rotary_base: f32,
    /// Each layer whose number, from 1, is a multiple of this sees everything.
    pub(super) period: usize,
}

/// Architectures that differ in little.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// The plain one.
    Llama,
    /// Queries, keys and values have biases.
    Qwen2,
    /// Each head of queries and keys is normalised.
    Qwen3,
    /// As Qwen3; what a part gives is normalised too, and most layers look only a little back.
    Gemma3,
}

/// Which two numbers of a head are turned together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pairs {
    /// Number `2 i` with `2 i + 1`.
    Neighbours,
    /// Number `i` with `i + half`.
    Halves,
}

impl Family {
    /// The architectures that are known, in the words of their files.
    const KNOWN: [(&str, Self); 4] = [
        ("llama", Self::Llama),
        ("qwen2", Self::Qwen2),
        ("qwen3", Self::Qwen3),
        ("gemma3", Self::Gemma3),
    ];

    /// Which numbers are turned together.
    pub(super) fn pairs(self) -> Pairs {
        if self == Self::Llama { Pairs::Neighbours } else { Pairs::Halves }
    }

    /// How the feed-forward part is bent.
    pub(super) fn gate(self) -> Gate {
        if self == Self::Gemma3 { Gate::TanhGelu } else { Gate::Silu }
    }

    /// Whether queries, keys and values have biases.
    pub(super) fn has_biases(self) -> bool {
        self == Self::Qwen2
    }

    /// Whether each head of queries and keys is normalised.
    pub(super) fn has_head_norms(self) -> bool {
        matches!(self, Self::Qwen3 | Self::Gemma3)
    }

    /// Whether what a part gives is normalised before it is added.
    pub(super) fn has_norms_after(self) -> bool {
        self == Self::Gemma3
    }
}

impl Shape {
    /// Reads the shape and refuses what the decoder does not do.
    pub(super) fn read(gguf: &Gguf) -> Result<Self, GgufError> {
        let known = Family::KNOWN.iter().find(|(name, _)| *name == gguf.architecture);
        let Some((_, family)) = known else {
            let names = Family::KNOWN.map(|(name, _)| format!("{name:?}"));
            return Err(GgufError::Architecture {
                file: gguf.name.clone(),
                architecture: gguf.architecture.clone(),
                known: names.join(", "),
            });
        };
        let family = *family;
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
        let value_width = gguf.count_or("attention.value_length", head_width)?;
        if value_width != head_width {
            let key = gguf.own_key("attention.value_length");
            let problem =
                format!("is {value_width}; this program wants that of keys, {head_width}");
            return Err(gguf.wrong(&key, problem));
        }
        Self::refuse(gguf)?;
        let gemma = family == Family::Gemma3;
        Ok(Self {
            family,
            layers: gguf.count("block_count")?,
            width,
            wide: gguf.count("feed_forward_length")?,
            heads,
            key_heads,
            head_width,
            epsilon: gguf.number_or("attention.layer_norm_rms_epsilon", None)?,
            rotary_base: gguf
                .number_or("rope.freq_base", Some(if gemma { 1_000_000.0 } else { 10_000.0 }))?,
            trained_tokens: gguf.count("context_length")?,
            embedding_scale: gemma.then(|| (width as f32).sqrt()),
            local: if gemma { Some(Local::read(gguf)?) } else { None },
        })
    }

    /// Refuses what would be left out in silence.
    fn refuse(gguf: &Gguf) -> Result<(), GgufError> {
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
        for capping in ["attn_logit_softcapping", "final_logit_softcapping"] {
            let key = gguf.own_key(capping);
            if gguf.entry(&key).is_some() {
                return Err(gguf.wrong(&key, "asks for capped scores, which this program has not"));
            }
        }
        Ok(())
    }

    /// Whether a layer, counted from zero, looks only a little back.
    pub(super) fn is_local(&self, layer: usize) -> bool {
        self.local.as_ref().is_some_and(|local| !(layer + 1).is_multiple_of(local.period))
    }
}

impl Local {
    /// As Gemma 3 does it; its files name the window alone.
    fn read(gguf: &Gguf) -> Result<Self, GgufError> {
        Ok(Self {
            window: gguf.count("attention.sliding_window")?,
            rotary_base: gguf.number_or("rope.local.freq_base", Some(10_000.0))?,
            period: gguf.count_or("attention.sliding_window_pattern", 6)?,
        })
    }
}
