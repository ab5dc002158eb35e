//! A vocabulary of sentence pieces (Kudo and Richardson 2018) whose pieces were joined pair by pair.
//!
//! The file has a score for each piece and not the pairs. They are found again: whatever a piece can be
//! cut into, if both parts are pieces, is a pair, and pairs are joined in the order of the scores of what
//! they make. A letter that is no piece is cut into bytes.

use candle_core::quantized::gguf_file::Value;
use tokenizers::models::bpe::BPE;
use tokenizers::normalizers::replace::Replace;
use tokenizers::{Tokenizer, decoders};

use super::{Gguf, GgufError, vocabulary};

/// Stands for a blank.
const BLANK: char = '\u{2581}';

/// The tokenizer of a file.
pub(super) fn read(
    gguf: &Gguf,
    words: &[&str],
    unknown: Option<String>,
) -> Result<Tokenizer, GgufError> {
    let unusable = |reason: String| GgufError::Tokenizer { file: gguf.name.clone(), reason };
    if !matches!(gguf.entry("tokenizer.ggml.add_space_prefix"), Some(Value::Bool(false))) {
        // Prompt and continuation are cut separately.
        return Err(unusable(
            "it adds a blank before every text; this program knows sentence pieces without that"
                .to_owned(),
        ));
    }
    let key = "tokenizer.ggml.scores";
    let scores: Option<Vec<f32>> = match gguf.entry(key) {
        Some(Value::Array(scores)) => scores
            .iter()
            .map(|score| match score {
                Value::F32(score) => Some(*score),
                _ => None,
            })
            .collect(),
        _ => None,
    };
    let scores = scores.filter(|scores| scores.len() == words.len());
    let scores =
        scores.ok_or_else(|| gguf.wrong(key, "should be a list with a number for each token"))?;

    let pieces = vocabulary(words);
    let mut pairs: Vec<(f32, u32, u32)> = Vec::new();
    for (word, score) in words.iter().zip(&scores) {
        for (at, _) in word.char_indices().skip(1) {
            let (left, right) = word.split_at(at);
            if let (Some(left), Some(right)) = (pieces.get(left), pieces.get(right)) {
                pairs.push((*score, *left, *right));
            }
        }
    }
    pairs.sort_by(|one, other| {
        other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2)))
    });
    let word = |id: u32| words[id as usize].to_owned();
    let pairs = pairs.into_iter().map(|(_, left, right)| (word(left), word(right))).collect();
    let mut model =
        BPE::builder().vocab_and_merges(pieces, pairs).byte_fallback(true).fuse_unk(true);
    if let Some(unknown) = unknown {
        model = model.unk_token(unknown);
    }
    let refused = |error: tokenizers::Error| unusable(error.to_string());
    let mut tokenizer = Tokenizer::new(model.build().map_err(refused)?);
    let blanks = Replace::new(" ", BLANK.to_string()).map_err(refused)?;
    tokenizer.with_normalizer(Some(blanks)).map_err(refused)?;
    let blanks = Replace::new(BLANK.to_string(), " ").map_err(refused)?;
    tokenizer.with_decoder(Some(decoders::sequence::Sequence::new(vec![
        blanks.into(),
        decoders::byte_fallback::ByteFallback::new().into(),
        decoders::fuse::Fuse::new().into(),
    ])));
    Ok(tokenizer)
}

/// The bytes that a piece stands for.
pub(super) fn bytes(piece: &str) -> Vec<u8> {
    let byte = piece.strip_prefix("<0x").and_then(|rest| rest.strip_suffix('>'));
    match byte.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
        Some(byte) => vec![byte],
        None => piece.replace(BLANK, " ").into_bytes(),
    }
}
