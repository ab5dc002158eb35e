//! The tokenizer inside a GGUF file: byte pairs with the pre-tokenizer that the file names, or sentence
//! pieces.
//!
//! Of byte pairs, three things are told apart by `tokenizer.ggml.pre`: how a text is cut before pairs are joined,
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

mod sentence_pieces;

/// Cuts texts into tokens and joins tokens to texts.
pub(super) struct Tokens {
    tokenizer: Tokenizer,
    kind: Kind,
    /// What a prompt begins with, where the model wants that.
    pub(super) begin: Option<u32>,
    /// Any of these ends an answer. Sorted.
    pub(super) ends: Vec<u32>,
    /// Tokens that are no text. Sorted.
    marks: Vec<u32>,
}

/// What the words of a vocabulary are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Letters that stand for bytes.
    BytePairs,
    /// Text.
    SentencePieces,
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
        let words = gguf.texts("tokenizer.ggml.tokens")?;
        if words.len() > rows {
            return Err(unusable(format!(
                "it has {} tokens, the weights have rows for {rows}",
                words.len()
            )));
        }
        let id = |key: &str| gguf.entry(key).and_then(whole).and_then(|id| u32::try_from(id).ok());
        // What stands for text that no token stands for, where the file has a mark for it.
        let unknown = id("tokenizer.ggml.unknown_token_id");
        let unknown = unknown.and_then(|id| words.get(id as usize)).map(|word| (*word).to_owned());
        let (mut tokenizer, kind) = match gguf.text("tokenizer.ggml.model")? {
            "gpt2" => (byte_pairs(gguf, &words, unknown)?, Kind::BytePairs),
            "llama" => (sentence_pieces::read(gguf, &words, unknown)?, Kind::SentencePieces),
            other => {
                return Err(unusable(format!(
                    "its kind is {other:?}; this program knows byte pairs, which are called \"gpt2\", and sentence pieces, which are called \"llama\""
                )));
            }
        };

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
            ["<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<end_of_turn>"]
                .iter()
                .filter_map(|mark| tokenizer.token_to_id(mark)),
        );
        ends.sort_unstable();
        ends.dedup();
        let adds_begin =
            matches!(gguf.entry("tokenizer.ggml.add_bos_token"), Some(Value::Bool(true)));
        let begin = id("tokenizer.ggml.bos_token_id").filter(known).filter(|_| adds_begin);
        let marks = types.iter().zip(0..).filter(|(found, _)| **found == Some(CONTROL));
        let marks = marks.map(|(_, id)| id).collect();
        Ok(Self { tokenizer, kind, begin, ends, marks })
    }

    /// The tokens of a text; none for an empty one. Marks such as `<|im_end|>` count as one.
    pub(super) fn encode(&self, text: &str) -> Result<Vec<u32>, String> {
        let encoded = self.tokenizer.encode_fast(text, false).map_err(|error| error.to_string())?;
        Ok(encoded.get_ids().to_vec())
    }

    /// The bytes that a token stands for. Marks begin with a byte that is in no text, so that no text
    /// asks for them.
    pub(super) fn bytes(&self, id: u32) -> Vec<u8> {
        let Some(word) = self.tokenizer.id_to_token(id) else { return Vec::new() };
        if self.marks.binary_search(&id).is_ok() {
            return [b"\xff", word.as_bytes()].concat();
        }
        match self.kind {
            Kind::BytePairs => {
                let of_letter = |letter: char| match byte_of(letter) {
                    Some(byte) => vec![byte],
                    None => String::from(letter).into_bytes(),
                };
                word.chars().flat_map(of_letter).collect()
            }
            Kind::SentencePieces => sentence_pieces::bytes(&word),
        }
    }

    /// The text of tokens, with marks as they are written.
    pub(super) fn decode(&self, tokens: &[u32]) -> Result<String, String> {
        self.tokenizer.decode(tokens, false).map_err(|error| error.to_string())
    }
}

/// The tokenizer of a file whose tokens are joined pair by pair, from bytes on.
fn byte_pairs(
    gguf: &Gguf,
    words: &[&str],
    unknown: Option<String>,
) -> Result<Tokenizer, GgufError> {
    let unusable = |reason: String| GgufError::Tokenizer { file: gguf.name.clone(), reason };
    let merges = gguf.texts("tokenizer.ggml.merges")?;
    let pair = |merge: &&str| match merge.split_once(' ') {
        Some((left, right)) => Ok((left.to_owned(), right.to_owned())),
        None => Err(unusable(format!("the merge {merge:?} is no pair"))),
    };
    let merges = merges.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
    let mut pairs = BPE::builder().vocab_and_merges(vocabulary(words), merges);
    if let Some(unknown) = unknown {
        pairs = pairs.unk_token(unknown);
    }
    let pairs = pairs.build().map_err(|error| unusable(error.to_string()))?;
    let mut tokenizer = Tokenizer::new(pairs);
    prepare(&mut tokenizer, gguf.text("tokenizer.ggml.pre")?).map_err(unusable)?;
    Ok(tokenizer)
}

/// The words with their numbers.
fn vocabulary(words: &[&str]) -> Vocab {
    words.iter().zip(0..).map(|(word, id)| ((*word).to_owned(), id)).collect()
}

/// The byte that a letter of a byte-level vocabulary stands for: its own where it can be printed; the
/// others are numbered from letter 256 on (Radford et al. 2019).
fn byte_of(letter: char) -> Option<u8> {
    let prints = |byte: &u8| matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
    match u32::from(letter) {
        code @ 0..=255 => Some(code as u8).filter(prints),
        code => (0..=255).filter(|byte| !prints(byte)).nth(code as usize - 256),
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
