//! `config.json` of a BERT model: its shape.

use serde::Deserialize;

/// The shape of a BERT model. Keys that do not change the arithmetic are ignored.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Config {
    pub(crate) vocab_size: usize,
    pub(crate) hidden_size: usize,
    pub(crate) num_hidden_layers: usize,
    pub(crate) num_attention_heads: usize,
    pub(crate) intermediate_size: usize,
    pub(crate) max_position_embeddings: usize,
    pub(crate) type_vocab_size: usize,
    pub(crate) layer_norm_eps: f32,
    hidden_act: String,
    #[serde(default = "bert")]
    model_type: String,
    #[serde(default = "absolute")]
    position_embedding_type: String,
}

fn bert() -> String {
    "bert".to_owned()
}

fn absolute() -> String {
    "absolute".to_owned()
}

impl Config {
    /// Reads `config.json` and refuses what this encoder cannot do.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let config: Self = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let sizes = [
            ("vocab_size", config.vocab_size),
            ("hidden_size", config.hidden_size),
            ("num_hidden_layers", config.num_hidden_layers),
            ("num_attention_heads", config.num_attention_heads),
            ("intermediate_size", config.intermediate_size),
            ("max_position_embeddings", config.max_position_embeddings),
            ("type_vocab_size", config.type_vocab_size),
        ];
        if let Some((name, _)) = sizes.iter().find(|(_, size)| *size == 0) {
            return Err(format!("{name} is zero"));
        }
        if !config.hidden_size.is_multiple_of(config.num_attention_heads) {
            return Err(format!(
                "hidden_size {} cannot be shared evenly by {} heads",
                config.hidden_size, config.num_attention_heads
            ));
        }
        if config.model_type != "bert" {
            return Err(format!("model_type is {:?}, only \"bert\" is known", config.model_type));
        }
        if config.hidden_act != "gelu" {
            return Err(format!("hidden_act is {:?}, only \"gelu\" is known", config.hidden_act));
        }
        if config.position_embedding_type != "absolute" {
            return Err(format!(
                "position_embedding_type is {:?}, only \"absolute\" is known",
                config.position_embedding_type
            ));
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"vocab_size": 9, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2,
        "intermediate_size": 16, "max_position_embeddings": 16, "type_vocab_size": 2, "layer_norm_eps": 1e-12,
        "hidden_act": "gelu", "use_cache": true}"#;

    #[test]
    fn unknown_shapes_are_refused() {
        assert!(Config::parse(GOOD.as_bytes()).is_ok());
        let wrong = |from: &str, to: &str| {
            Config::parse(GOOD.replace(from, to).as_bytes()).expect_err("it is wrong")
        };
        assert_eq!(wrong("\"gelu\"", "\"relu\""), "hidden_act is \"relu\", only \"gelu\" is known");
        assert_eq!(
            wrong("heads\": 2", "heads\": 3"),
            "hidden_size 8 cannot be shared evenly by 3 heads"
        );
        assert_eq!(wrong("vocab_size\": 9", "vocab_size\": 0"), "vocab_size is zero");
        assert!(wrong("\"hidden_size\": 8,", "").contains("missing field `hidden_size`"));
    }
}
