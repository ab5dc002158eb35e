//! The tokenizer inside a GGUF file: byte pairs with the pre-tokenizer that the file names.
//!
//! Three things are told apart by `tokenizer.ggml.pre`: how a text is cut before pairs are joined,
//! whether it is normalised, and how digits are treated. A name that is not known is an error and
//! no guess: a wrong cut gives answers that look right and are worse.

use candle_core::quantized::gguf_file::Value;
use tokenizers::decoders::byte_level::ByteLevel;
use tokenizers::models::bpe::{BPE, Vocab};
use tokenizers::normalizers::unicode::NFC;
use tokenizers::pre_tokenizers::PreTokenizerWrapper;
use tokenizers::pre_tokenizers::digits::Digits;
use tokenizers::pre_tokenizers::sequence::Sequence;
use tokenizers::pre_tokenizers::split::{Split, SplitPattern};
use tokenizers::tokenizer::SplitDelimiterBehavior;
use tokenizers::{AddedToken, Tokenizer};

use super::error::GgufError;
use super::gguf::{Gguf, whole};

/// Cuts texts into tokens and joins tokens to texts.
pub(super) struct Tokens {
    tokenizer: Tokenizer,
    /// What a prompt begins with, where the model wants that.
    pub(super) begin: Option<u32>,
    /// Any of these ends an answer. Sorted.
    pub(super) ends: Vec<u32>,
}

/// Letters with the sign before them, single digits, signs, line breaks, blanks.
const QWEN2: &str = r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";

/// As [`QWEN2`], with digits in groups of up to three.
const LLAMA3: &str = r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";

/// The pre-tokenizers that are known, for messages.
const KNOWN: &str = "\"qwen2\", \"smollm\", \"llama-bpe\" and \"gpt-2\"";

/// `tokenizer.ggml.token_type` of marks such as `<|im_end|>`.
const CONTROL: u64 = 3;
/// `tokenizer.ggml.token_type` of what its users have added.
const USER_DEFINED: u64 = 4;

impl Tokens {
    /// The tokenizer of the file, for a model with `rows` rows of embeddings.
    pub(super) fn read(gguf: &Gguf, rows: usize) -> Result<Self, GgufError> {
        let unusable = |reason: String| GgufError::Tokenizer { file: gguf.name.clone(), reason };
        let kind = gguf.text("tokenizer.ggml.model")?;
        if kind != "gpt2" {
            return Err(unusable(format!(
                "its kind is {kind:?}; this program knows byte pairs, which are called \"gpt2\""
            )));
        }
        let words = gguf.texts("tokenizer.ggml.tokens")?;
        if words.len() > rows {
            return Err(unusable(format!(
                "it has {} tokens, the weights have rows for {rows}",
                words.len()
            )));
        }
        let vocabulary: Vocab =
            words.iter().zip(0..).map(|(word, id)| ((*word).to_owned(), id)).collect();
        let merges = gguf.texts("tokenizer.ggml.merges")?;
        let pair = |merge: &&str| match merge.split_once(' ') {
            Some((left, right)) => Ok((left.to_owned(), right.to_owned())),
            None => Err(unusable(format!("the merge {merge:?} is no pair"))),
        };
        let merges = merges.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        let id = |key: &str| gguf.entry(key).and_then(whole).and_then(|id| u32::try_from(id).ok());
        let mut pairs = BPE::builder().vocab_and_merges(vocabulary, merges);
        // A byte that no token stands for is not left out in silence where the file has a mark for it.
        if let Some(unknown) = id("tokenizer.ggml.unknown_token_id")
            && let Some(word) = words.get(unknown as usize)
        {
            pairs = pairs.unk_token((*word).to_owned());
        }
        let pairs = pairs.build().map_err(|error| unusable(error.to_string()))?;
        let mut tokenizer = Tokenizer::new(pairs);
        prepare(&mut tokenizer, gguf.text("tokenizer.ggml.pre")?).map_err(unusable)?;

        let types = match gguf.entry("tokenizer.ggml.token_type") {
            Some(Value::Array(types)) => types.iter().map(whole).collect(),
            _ => Vec::new(),
        };
        let of_type = |wanted: u64| {
            let chosen = words.iter().zip(&types).filter(move |(_, found)| **found == Some(wanted));
            chosen.map(|(word, _)| (*word).to_owned())
        };
        let marks = of_type(CONTROL).map(|word| AddedToken::from(word, true));
        tokenizer.add_special_tokens(marks).map_err(|error| unusable(error.to_string()))?;
        let added =
            of_type(USER_DEFINED).map(|word| AddedToken::from(word, false).normalized(false));
        tokenizer.add_tokens(added).map_err(|error| unusable(error.to_string()))?;

        let known = |id: &u32| (*id as usize) < words.len();
        let mut ends: Vec<u32> = ["eos", "eot", "eom"]
            .iter()
            .filter_map(|end| id(&format!("tokenizer.ggml.{end}_token_id")))
            .filter(known)
            .collect();
        // Headers name one end; an instructed model ends a turn with the other of these marks.
        ends.extend(
            ["<|im_end|>", "<|endoftext|>", "<|eot_id|>"]
                .iter()
                .filter_map(|mark| tokenizer.token_to_id(mark)),
        );
        ends.sort_unstable();
        ends.dedup();
        let adds_begin =
            matches!(gguf.entry("tokenizer.ggml.add_bos_token"), Some(Value::Bool(true)));
        let begin = id("tokenizer.ggml.bos_token_id").filter(known).filter(|_| adds_begin);
        Ok(Self { tokenizer, begin, ends })
    }

    /// The tokens of a text; none for an empty one. Marks such as `<|im_end|>` count as one.
    pub(super) fn encode(&self, text: &str) -> Result<Vec<u32>, String> {
        let encoded = self.tokenizer.encode_fast(text, false).map_err(|error| error.to_string())?;
        Ok(encoded.get_ids().to_vec())
    }

    /// The text of tokens, with marks as they are written.
    pub(super) fn decode(&self, tokens: &[u32]) -> Result<String, String> {
        self.tokenizer.decode(tokens, false).map_err(|error| error.to_string())
    }
}

/// Sets what happens to a text before and after its pairs are joined.
fn prepare(tokenizer: &mut Tokenizer, pre: &str) -> Result<(), String> {
    let split = |pattern: &str| -> Result<PreTokenizerWrapper, String> {
        let pattern = SplitPattern::Regex(pattern.to_owned());
        let split = Split::new(pattern, SplitDelimiterBehavior::Isolated, false)
            .map_err(|error| error.to_string())?;
        Ok(Sequence::new(vec![split.into(), ByteLevel::new(false, false, false).into()]).into())
    };
    let cut: PreTokenizerWrapper = match pre {
        "qwen2" => {
            tokenizer.with_normalizer(Some(NFC)).map_err(|error| error.to_string())?;
            split(QWEN2)?
        }
        "llama-bpe" | "llama3" => split(LLAMA3)?,
        // Every digit by itself, then as GPT-2 does it.
        "smollm" => {
            let bytes = ByteLevel::new(false, false, true);
            Sequence::new(vec![Digits::new(true).into(), bytes.into()]).into()
        }
        "gpt-2" | "gpt2" => ByteLevel::new(false, false, true).into(),
        other => {
            return Err(format!("its pre-tokenizer is {other:?}; this program knows {KNOWN}"));
        }
    };
    tokenizer.with_pre_tokenizer(Some(cut));
    tokenizer.with_decoder(Some(ByteLevel::new(false, false, false)));
    Ok(())
}
