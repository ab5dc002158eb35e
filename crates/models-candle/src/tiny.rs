//! A BERT model that a test makes itself: small, whole, and with numbers that mean nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::arithmetic::tests::noise;
use crate::sentence_bert::ModelBytes;

/// The files of a tiny model.
pub(crate) struct Tiny {
    pub(crate) config: Vec<u8>,
    pub(crate) tokenizer: Vec<u8>,
    pub(crate) weights: Vec<u8>,
}

const WORDS: [&str; 12] =
    ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "cup", "is", "red", "blue", "kettle", "##s", "on"];
const WIDTH: usize = 24;
const WIDE: usize = 40;
const LAYERS: usize = 2;
const HEADS: usize = 3;
const PLACES: usize = 16;

impl Tiny {
    /// A model whose numbers are always the same.
    pub(crate) fn new() -> Self {
        let config = format!(
            r#"{{"vocab_size": {}, "hidden_size": {WIDTH}, "num_hidden_layers": {LAYERS},
            "num_attention_heads": {HEADS}, "intermediate_size": {WIDE}, "max_position_embeddings": {PLACES},
            "type_vocab_size": 2, "layer_norm_eps": 1e-12, "hidden_act": "gelu", "hidden_dropout_prob": 0.1,
            "initializer_range": 0.02, "pad_token_id": 0, "model_type": "bert"}}"#,
            WORDS.len()
        );
        Self {
            config: config.into_bytes(),
            tokenizer: tokenizer().into_bytes(),
            weights: safetensors(&tensors()),
        }
    }

    pub(crate) fn bytes(&self) -> ModelBytes<'_> {
        ModelBytes { config: &self.config, tokenizer: &self.tokenizer, weights: &self.weights }
    }

    /// The files under their names.
    pub(crate) fn files(&self) -> [(&'static str, &[u8]); 3] {
        [
            ("config.json", self.config.as_slice()),
            ("tokenizer.json", self.tokenizer.as_slice()),
            ("model.safetensors", self.weights.as_slice()),
        ]
    }
}

/// A tokenizer that would pad and cut, as the published ones do, so that it shows when nobody stops
/// it.
fn tokenizer() -> String {
    let words: Vec<String> =
        WORDS.iter().enumerate().map(|(id, word)| format!("{word:?}: {id}")).collect();
    format!(
        r###"{{"version": "1.0",
        "truncation": {{"max_length": 5, "strategy": "LongestFirst", "stride": 0, "direction": "Right"}},
        "padding": {{"strategy": {{"Fixed": 12}}, "direction": "Right", "pad_to_multiple_of": null, "pad_id": 0,
            "pad_type_id": 0, "pad_token": "[PAD]"}},
        "added_tokens": [],
        "normalizer": {{"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
            "strip_accents": null, "lowercase": true}},
        "pre_tokenizer": {{"type": "BertPreTokenizer"}},
        "post_processor": {{"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]}},
        "decoder": null,
        "model": {{"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": {{{}}}}}}}"###,
        words.join(", ")
    )
}

/// Shape and numbers by name.
pub(crate) type Tensors = BTreeMap<String, (Vec<usize>, Vec<f32>)>;

fn tensors() -> Tensors {
    let mut tensors = Tensors::new();
    let mut add = |name: &str, shape: &[usize]| {
        let seed = tensors.len() as u32 + 1;
        let numbers = noise(shape.iter().product(), seed);
        tensors.insert(name.to_owned(), (shape.to_vec(), numbers));
    };
    add("embeddings.word_embeddings.weight", &[WORDS.len(), WIDTH]);
    add("embeddings.position_embeddings.weight", &[PLACES, WIDTH]);
    add("embeddings.token_type_embeddings.weight", &[2, WIDTH]);
    let mut norms = vec!["embeddings.LayerNorm".to_owned()];
    for layer in 0..LAYERS {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        for (part, outputs, inputs) in [
            ("attention.self.query", WIDTH, WIDTH),
            ("attention.self.key", WIDTH, WIDTH),
            ("attention.self.value", WIDTH, WIDTH),
            ("attention.output.dense", WIDTH, WIDTH),
            ("intermediate.dense", WIDE, WIDTH),
            ("output.dense", WIDTH, WIDE),
        ] {
            add(&name(&format!("{part}.weight")), &[outputs, inputs]);
            add(&name(&format!("{part}.bias")), &[outputs]);
        }
        norms.extend([name("attention.output.LayerNorm"), name("output.LayerNorm")]);
    }
    for norm in norms {
        add(&format!("{norm}.weight"), &[WIDTH]);
        add(&format!("{norm}.bias"), &[WIDTH]);
    }
    tensors
}

/// The safetensors format: the length of the header, the header, the numbers.
pub(crate) fn safetensors(tensors: &Tensors) -> Vec<u8> {
    let mut header = String::from("{");
    let mut numbers = Vec::new();
    for (name, (shape, values)) in tensors {
        let start = numbers.len();
        numbers.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        let comma = if start == 0 { "" } else { "," };
        let end = numbers.len();
        write!(
            header,
            r#"{comma}{name:?}:{{"dtype":"F32","shape":{shape:?},"data_offsets":[{start},{end}]}}"#
        )
        .expect("a string can be written to");
    }
    header.push('}');
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(header.as_bytes());
    file.extend_from_slice(&numbers);
    file
}
