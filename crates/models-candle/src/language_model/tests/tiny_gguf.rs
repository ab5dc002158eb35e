//! A GGUF file that a test makes itself: a whole decoder with numbers that mean nothing.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use candle_core::quantized::gguf_file::{self, Value};
use candle_core::quantized::{GgmlDType, QTensor};
use candle_core::{Device, Tensor};
use tempfile::TempDir;

use crate::arithmetic::tests::noise;

/// A GGUF file as its parts, to be spoilt at will.
pub(super) struct TinyGguf {
    pub(super) entries: BTreeMap<String, Value>,
    pub(super) tensors: BTreeMap<String, QTensor>,
}

/// A file in a directory that is removed with it.
pub(super) struct Written {
    _directory: TempDir,
    pub(super) path: PathBuf,
}

const WIDTH: usize = 64;
const WIDE: usize = 96;
const HEADS: usize = 4;
const KEY_HEADS: usize = 2;
const LAYERS: usize = 2;
pub(super) const CONTEXT: usize = 128;

/// The character that stands for a byte in byte-level vocabularies: itself where it can be printed,
/// else one from 256 on, in order.
fn stands_for(byte: u8) -> char {
    let prints = |byte: u8| matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
    match prints(byte) {
        true => char::from(byte),
        false => {
            let before = (0..byte).filter(|other| !prints(*other)).count() as u32;
            char::from_u32(256 + before).expect("there are letters from 256 on")
        }
    }
}

fn words() -> (Vec<String>, Vec<String>) {
    let mut words: Vec<String> = vec!["<|endoftext|>".into(), "<|im_end|>".into()];
    words.extend((0..=255).map(|byte| stands_for(byte).to_string()));
    let merges = ["c u", "cu p", "Ġ cup", "p o", "po t", "Ġ pot", "t h", "th e"];
    words.extend(merges.iter().map(|merge| merge.replace(' ', "")));
    (words, merges.map(str::to_owned).to_vec())
}

fn texts(texts: Vec<String>) -> Value {
    Value::Array(texts.into_iter().map(Value::String).collect())
}

impl TinyGguf {
    /// A model of one of the known families whose matrices are stored as `kind`.
    pub(super) fn new(family: &str, kind: GgmlDType) -> Self {
        // Newer families say how wide a head is; it need not be a part of a row's width.
        let head_width = if matches!(family, "qwen3" | "gemma3") { 24 } else { WIDTH / HEADS };
        let (words, merges) = words();
        let count = words.len();
        let types = (0..count).map(|id| Value::I32(if id < 2 { 3 } else { 1 })).collect();
        let mut entries = BTreeMap::from([
            ("general.architecture".to_owned(), Value::String(family.to_owned())),
            ("tokenizer.ggml.model".to_owned(), Value::String("gpt2".into())),
            ("tokenizer.ggml.pre".to_owned(), Value::String("qwen2".into())),
            ("tokenizer.ggml.tokens".to_owned(), texts(words)),
            ("tokenizer.ggml.merges".to_owned(), texts(merges)),
            ("tokenizer.ggml.token_type".to_owned(), Value::Array(types)),
            ("tokenizer.ggml.eos_token_id".to_owned(), Value::U32(1)),
        ]);
        for (key, value) in [
            ("block_count", LAYERS),
            ("context_length", CONTEXT),
            ("embedding_length", WIDTH),
            ("feed_forward_length", WIDE),
            ("attention.head_count", HEADS),
            ("attention.head_count_kv", KEY_HEADS),
            ("rope.dimension_count", head_width),
            ("attention.key_length", head_width),
            ("attention.value_length", head_width),
        ] {
            entries.insert(format!("{family}.{key}"), Value::U32(value as u32));
        }
        entries.insert(format!("{family}.attention.layer_norm_rms_epsilon"), Value::F32(1e-5));
        // Unlike that of layers that look a little back.
        let base = if family == "gemma3" { 100_000.0 } else { 10_000.0 };
        entries.insert(format!("{family}.rope.freq_base"), Value::F32(base));

        if family == "gemma3" {
            // The first of the two layers looks a little back.
            for (key, value) in [("sliding_window", 5), ("sliding_window_pattern", 2)] {
                entries.insert(format!("gemma3.attention.{key}"), Value::U32(value));
            }
        }

        let mut tiny = Self { entries, tensors: BTreeMap::new() };
        tiny.add("token_embd.weight", &[count, WIDTH], kind, 0.0);
        tiny.add("output_norm.weight", &[WIDTH], GgmlDType::F32, 1.0);
        let (asking, asked) = (head_width * HEADS, head_width * KEY_HEADS);
        for layer in 0..LAYERS {
            let name = |part: &str| format!("blk.{layer}.{part}");
            for (part, outputs, inputs) in [
                ("attn_q", asking, WIDTH),
                ("attn_k", asked, WIDTH),
                ("attn_v", asked, WIDTH),
                ("attn_output", WIDTH, asking),
                ("ffn_gate", WIDE, WIDTH),
                ("ffn_up", WIDE, WIDTH),
                ("ffn_down", WIDTH, WIDE),
            ] {
                tiny.add(&name(&format!("{part}.weight")), &[outputs, inputs], kind, 0.0);
                if family == "qwen2" && matches!(part, "attn_q" | "attn_k" | "attn_v") {
                    tiny.add(&name(&format!("{part}.bias")), &[outputs], GgmlDType::F32, 0.0);
                }
            }
            let mut norms = vec![("attn_norm", WIDTH), ("ffn_norm", WIDTH)];
            if matches!(family, "qwen3" | "gemma3") {
                norms.extend([("attn_q_norm", head_width), ("attn_k_norm", head_width)]);
            }
            if family == "gemma3" {
                norms.extend([("post_attention_norm", WIDTH), ("post_ffw_norm", WIDTH)]);
            }
            for (norm, width) in norms {
                tiny.add(&name(&format!("{norm}.weight")), &[width], GgmlDType::F32, 1.0);
            }
        }
        tiny
    }

    fn add(&mut self, name: &str, shape: &[usize], kind: GgmlDType, middle: f32) {
        let seed = self.tensors.len() as u32 + 1;
        let numbers = noise(shape.iter().product(), seed).into_iter().map(|number| number + middle);
        let numbers = Tensor::from_iter(numbers, &Device::Cpu).and_then(|all| all.reshape(shape));
        let stored =
            QTensor::quantize(&numbers.expect("a tensor"), kind).expect("it can be packed");
        self.tensors.insert(name.to_owned(), stored);
    }

    /// The bytes of the file.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let entries: Vec<(&str, &Value)> =
            self.entries.iter().map(|(key, value)| (key.as_str(), value)).collect();
        let tensors: Vec<(&str, &QTensor)> =
            self.tensors.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
        let mut file = Cursor::new(Vec::new());
        gguf_file::write(&mut file, &entries, &tensors).expect("memory can be written");
        file.into_inner()
    }

    pub(super) fn write(&self) -> Written {
        Written::new(&self.bytes())
    }
}

impl Written {
    pub(super) fn new(bytes: &[u8]) -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("toy.gguf");
        fs::write(&path, bytes).expect("a file can be written");
        Self { _directory: directory, path }
    }
}
