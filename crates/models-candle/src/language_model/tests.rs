//! Language models that the tests make themselves, held against candle's own; and the model `tiny`,
//! where it was fetched.

#![allow(
    clippy::disallowed_methods,
    reason = "the files of these tests are temporary, and the last bits of what is compared with do not matter"
)]

use std::fs::File;

use candle_core::quantized::GgmlDType;
use candle_core::quantized::gguf_file::{Content, Value};
use candle_core::{D, Device, Tensor};
use candle_transformers::models::{quantized_llama, quantized_qwen2};
use expect_test::{Expect, expect};
use models::{Finish, Sampling};

use super::answer::Tree;
use super::*;
use crate::arithmetic::likelihood::greatest;

mod company;
mod errors;
mod families;
mod hidden;
mod real;
mod tiny_gguf;

use tiny_gguf::TinyGguf;

fn load(tiny: &TinyGguf) -> LanguageModel {
    load_with(tiny, &LanguageOptions::default())
}

fn load_with(tiny: &TinyGguf, options: &LanguageOptions) -> LanguageModel {
    let written = tiny.write();
    LanguageModel::open(&written.path, options).expect("a whole model")
}

fn prompt(shared: &str, own: &str) -> Prompt {
    Prompt { shared: shared.to_owned(), own: own.to_owned() }
}

fn free(tokens: u32, stop: &[&str]) -> GenerateLimits {
    let stop = stop.iter().map(|stop| (*stop).to_owned()).collect();
    GenerateLimits { stop, ..GenerateLimits::new(tokens) }
}

const CHOICES: [&str; 5] =
    [" the cup.", " the cup and the pot.", ".", " a", " on the 12 cups, or so"];

/// candle's own model of the file, which answers for the last token alone.
enum Reference {
    Llama(quantized_llama::ModelWeights),
    Qwen2(quantized_qwen2::ModelWeights),
}

impl Reference {
    fn open(path: &Path) -> Self {
        let mut file = File::open(path).expect("it is there");
        let content = Content::read(&mut file).expect("a header");
        let family = content.metadata["general.architecture"].to_string().expect("a text").clone();
        match family.as_str() {
            "llama" => Self::Llama(
                quantized_llama::ModelWeights::from_gguf(content, &mut file, &Device::Cpu)
                    .expect("a whole model"),
            ),
            _ => Self::Qwen2(
                quantized_qwen2::ModelWeights::from_gguf(content, &mut file, &Device::Cpu)
                    .expect("a whole model"),
            ),
        }
    }

    /// Logarithms of the likelihoods of what comes next.
    fn next(&mut self, tokens: &[u32]) -> Vec<f32> {
        let tokens = Tensor::new(tokens, &Device::Cpu).and_then(|ids| ids.unsqueeze(0));
        let tokens = tokens.expect("a row");
        let logits = match self {
            Self::Llama(model) => model.forward(&tokens, 0),
            Self::Qwen2(model) => model.forward(&tokens, 0),
        };
        let logits = logits.expect("it runs").flatten_all().expect("one row");
        let normal = candle_nn::ops::log_softmax(&logits, D::Minus1).expect("numbers");
        normal.to_vec1().expect("numbers")
    }

    fn score(&mut self, before: &[u32], continuation: &[u32]) -> f64 {
        let mut tokens = before.to_vec();
        let mut total = 0.0;
        for token in continuation {
            total += f64::from(self.next(&tokens)[*token as usize]);
            tokens.push(*token);
        }
        total
    }
}

/// All tokens of a prompt in a row.
fn row(model: &LanguageModel, prompt: &Prompt) -> Vec<u32> {
    model.cut_prompt(prompt).expect("it can be cut").concat()
}

/// What an agent may choose from: many continuations that begin alike.
fn many() -> Vec<String> {
    let verbs = [" take", " put the cup on", " put the pot on", " open", " open the pot and"];
    let things = [" the cup", " the pot", " a cup and a pot", " it", " the 12 cups, or so"];
    let both = |verb: &'static str| things.map(|thing| format!("{verb}{thing}."));
    verbs.into_iter().flat_map(both).chain([" the".to_owned(), ".".to_owned()]).collect()
}

#[test]
fn the_likeliest_is_the_one_that_scoring_all_finds() {
    for family in ["llama", "qwen2"] {
        let model = load(&TinyGguf::new(family, GgmlDType::F32));
        let texts = many();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        for prompt in [prompt("the cup is", " on the pot"), prompt("", "the"), prompt("a pot", "")]
        {
            let scores = model.score(&prompt, &texts).expect("it runs");
            for part in [0..texts.len(), 3..9, 20..texts.len(), 26..27, 0..1] {
                let scores = &scores[part.clone()];
                let chosen = model.choose(&prompt, &texts[part]).expect("there is a choice");
                let most = scores.iter().map(|score| score.log_likelihood).fold(f64::MIN, f64::max);
                assert_eq!(chosen.score.log_likelihood.to_bits(), most.to_bits());
                let first = scores.iter().position(|score| score.log_likelihood == most);
                assert_eq!(Some(chosen.index), first);
            }
        }
    }
}

#[test]
fn of_equally_likely_continuations_the_first_is_chosen() {
    let model = load(&TinyGguf::new("llama", GgmlDType::F32));
    let chosen = model.choose(&prompt("a", " cup"), &[" the pot.", " the pot."]);
    assert_eq!(chosen.expect("there is a choice").index, 0);
    let nothing = model.choose(&prompt("a", " cup"), &[]).expect_err("there is no choice");
    assert!(matches!(nothing, ModelError::NothingToChoose { .. }), "{nothing}");
}

fn check_that_candle_agrees(family: &str) {
    let tiny = TinyGguf::new(family, GgmlDType::F32);
    let written = tiny.write();
    let model = LanguageModel::open(&written.path, &LanguageOptions::default()).expect("whole");
    let mut reference = Reference::open(&written.path);
    for prompt in [prompt("the cup is", " on the pot"), prompt("", "the"), prompt("a pot", "")] {
        let before = row(&model, &prompt);
        let scores = model.score(&prompt, &CHOICES).expect("it runs");
        for (choice, score) in CHOICES.iter().zip(&scores) {
            let tokens = model.cut(choice).expect("it can be cut");
            let expected = reference.score(&before, &tokens);
            assert_eq!(score.tokens as usize, tokens.len());
            let apart = (score.log_likelihood - expected).abs();
            assert!(apart < 2e-4, "{prompt:?} {choice:?}: {score:?}, not {expected}");
        }

        let mut tokens = before;
        for _ in 0..12 {
            let next = greatest(&reference.next(&tokens)).expect("a token") as u32;
            tokens.push(next);
        }
        let written = &tokens[tokens.len() - 12..];
        let upto = written.iter().position(|token| *token == 1 || *token == 0).unwrap_or(12);
        let text = model.tokens.decode(&written[..upto]).expect("text");
        let generated = model.generate(&prompt, &free(12, &[])).expect("it runs");
        assert_eq!((generated.text, generated.tokens as usize), (text, upto));
    }
}

#[test]
fn a_llama_computes_what_candle_computes() {
    check_that_candle_agrees("llama");
}

#[test]
fn a_qwen2_computes_what_candle_computes() {
    check_that_candle_agrees("qwen2");
}

fn bits(scores: &[Continuation]) -> Vec<u64> {
    scores.iter().map(|score| score.log_likelihood.to_bits()).collect()
}

/// The same question gives the same bits with the state kept and not, and in any company.
fn check_that_the_way_does_not_matter(model: &LanguageModel, prompt: &Prompt, choices: &[&str]) {
    model.forget_prefixes();
    let fresh = model.score(prompt, choices).expect("it runs");
    let kept = model.score(prompt, choices).expect("it runs");
    assert_eq!(bits(&fresh), bits(&kept), "the kept state changes nothing");
    for (at, choice) in choices.iter().enumerate() {
        let alone = model.score(prompt, &[choice]).expect("it runs");
        assert_eq!(bits(&alone), bits(&fresh[at..=at]), "{choice:?} alone and in company");
    }
    let mut turned: Vec<&str> = choices.to_vec();
    turned.reverse();
    let mut scores = bits(&model.score(prompt, &turned).expect("it runs"));
    scores.reverse();
    assert_eq!(scores, bits(&fresh), "the order of the continuations");
    let limits = free(8, &[]);
    let kept = model.generate(prompt, &limits).expect("it runs");
    model.forget_prefixes();
    assert_eq!(model.generate(prompt, &limits).expect("it runs"), kept);
}

#[test]
fn kept_states_and_company_change_no_bit() {
    for family in ["llama", "qwen2"] {
        for kind in [GgmlDType::F32, GgmlDType::Q8_0, GgmlDType::Q4_1] {
            let model = load(&TinyGguf::new(family, kind));
            let prompt = prompt("the cup is on the", " pot and");
            check_that_the_way_does_not_matter(&model, &prompt, &CHOICES);
        }
    }
}

#[test]
fn what_continuations_share_is_fed_once() {
    let model = load(&TinyGguf::new("llama", GgmlDType::Q4_0));
    let prompt = prompt("the cup is on the", " pot and");
    let choices = [" the cup.", " the cup and", " the pot.", ".", " the cup."];
    let tokens: Vec<Vec<u32>> =
        choices.iter().map(|choice| model.cut(choice).expect("tokens")).collect();
    let mut beginnings: Vec<&[u32]> = Vec::new();
    for tokens in &tokens {
        beginnings.extend((1..tokens.len()).map(|length| &tokens[..length]));
    }
    let all = beginnings.len();
    beginnings.sort_unstable();
    beginnings.dedup();
    assert!(beginnings.len() < all, "some are shared");

    model.score(&prompt, &["."]).expect("it runs");
    let before = model.work();
    model.score(&prompt, &choices).expect("it runs");
    let after = model.work();
    let own = model.cut(&prompt.own).expect("tokens").len();
    assert_eq!(after.rows - before.rows, (own + beginnings.len()) as u64);
    // And what comes right after the prompt.
    assert_eq!(after.asked - before.asked, (1 + beginnings.len()) as u64);
}

#[test]
fn a_tree_has_every_beginning_once() {
    let tree = Tree::of(&[vec![1, 2, 3], vec![1, 2, 4], vec![2], vec![5, 2, 3], vec![1, 2]]);
    assert_eq!(tree.tokens, [1, 2, 5, 2]);
    assert_eq!(tree.before, [None, Some(0), None, Some(2)]);
    assert_eq!(Tree::of(&[vec![1], vec![2]]), Tree::default());
}

#[test]
fn how_a_text_is_cut_into_calls_changes_no_bit() {
    let model = load(&TinyGguf::new("qwen2", GgmlDType::Q5_1));
    let tokens = model.cut("the cup is on the pot and the pot is on the cup").expect("tokens");
    let state = |cuts: &[usize]| {
        let mut past = model.decoder.nothing();
        let mut rest = tokens.as_slice();
        let mut last = Vec::new();
        for cut in cuts.iter().chain([&tokens.len()]) {
            let piece;
            (piece, rest) = rest.split_at(*cut.min(&rest.len()));
            if !piece.is_empty() {
                let job = Job::line(past, piece, Asked::Last);
                Fed { past, next: last, .. } = model.decoder.run_one(job).expect("it runs");
            }
        }
        last.iter().map(|number| number.to_bits()).collect::<Vec<_>>()
    };
    let whole = state(&[]);
    for cuts in [&[1][..], &[3, 1, 1, 4], &[1; 20]] {
        assert_eq!(state(cuts), whole, "{cuts:?}");
    }
}

#[test]
fn a_long_continuation_stands_beside_short_ones() {
    let model = load(&TinyGguf::new("llama", GgmlDType::F32));
    let long = "pot ".repeat(30);
    let prompt = prompt("the", " cup");
    check_that_the_way_does_not_matter(&model, &prompt, &["x", &long, " the pot"]);
}

/// Rows are packed to eight bits on the way, so scores are near those of plain numbers and not equal.
#[test]
fn packed_weights_are_near_what_candle_unpacks() {
    for kind in
        [GgmlDType::Q4_0, GgmlDType::Q4_1, GgmlDType::Q5_0, GgmlDType::Q5_1, GgmlDType::Q8_0]
    {
        let packed = TinyGguf::new("llama", kind);
        let mut unpacked = TinyGguf::new("llama", kind);
        for tensor in unpacked.tensors.values_mut() {
            let numbers = tensor.dequantize(&Device::Cpu).expect("numbers");
            *tensor = candle_core::quantized::QTensor::quantize(&numbers, GgmlDType::F32)
                .expect("numbers");
        }
        let (packed, unpacked) = (load(&packed), load(&unpacked));
        let prompt = prompt("the cup", " is");
        let left = packed.score(&prompt, &CHOICES).expect("it runs");
        let right = unpacked.score(&prompt, &CHOICES).expect("it runs");
        for (left, right) in left.iter().zip(&right) {
            let per_token =
                (left.log_likelihood - right.log_likelihood).abs() / f64::from(left.tokens);
            assert!(per_token < 0.1, "{kind:?}: {left:?} and {right:?}");
        }
    }
}

#[test]
fn long_prompts_go_through_in_pieces() {
    let mut tiny = TinyGguf::new("llama", GgmlDType::F32);
    tiny.entries.insert("llama.context_length".into(), Value::U32(1024));
    let written = tiny.write();
    let model = LanguageModel::open(&written.path, &LanguageOptions::default()).expect("whole");
    let prompt = prompt(&"a pot, ".repeat(PIECE / 2), &"the cup; ".repeat(PIECE / 3));
    let before = row(&model, &prompt);
    assert!(before.len() > 2 * PIECE, "{} tokens", before.len());
    let score = model.score(&prompt, &[" cup."]).expect("it runs")[0];
    let mut reference = Reference::open(&written.path);
    let expected = reference.score(&before, &model.cut(" cup.").expect("tokens"));
    assert!((score.log_likelihood - expected).abs() < 1e-3, "{score:?}, not {expected}");
}

#[test]
fn writing_stops_where_it_should() {
    let model = load(&TinyGguf::new("llama", GgmlDType::F32));
    let prompt = prompt("the cup", " is");
    let all = model.generate(&prompt, &free(10, &[])).expect("it runs");
    assert_eq!((all.tokens, all.finish), (10, Finish::Limit));
    let middle: String = all.text.chars().skip(2).take(2).collect();
    let stopped = model.generate(&prompt, &free(10, &["never written", &middle])).expect("it runs");
    assert_eq!(stopped.finish, Finish::Stop);
    let upto = all.text.find(&middle).expect("it is in there");
    assert_eq!(stopped.text, all.text[..upto]);
    let none = model.generate(&prompt, &free(0, &[])).expect("it runs");
    assert_eq!((none.text.as_str(), none.tokens, none.finish), ("", 0, Finish::Limit));
}

#[test]
fn sentence_pieces_are_cut_and_joined() {
    let mut tiny = TinyGguf::new("gemma3", GgmlDType::F32);
    let text = |text: &str| Value::String(text.to_owned());
    let mut words: Vec<String> = vec!["<unk>".into(), "<end_of_turn>".into(), "<bos>".into()];
    words.extend((0..=255).map(|byte| format!("<0x{byte:02X}>")));
    // The last ones are joined first: "cu" and "p" before "up".
    let pieces = ["\u{2581}", "c", "u", "p", "up", "cu", "cup"];
    words.extend(pieces.map(str::to_owned));
    assert_eq!(words.len(), 266);
    let scores = (0..words.len()).map(|id| match id {
        0..259 => Value::F32(0.0),
        263 => Value::F32(-3.0),
        264 => Value::F32(-2.0),
        265 => Value::F32(-1.0),
        _ => Value::F32(-1000.0),
    });
    let types = (0..words.len()).map(|id| Value::I32(if id < 3 { 3 } else { 1 }));
    for (key, value) in [
        ("model", text("llama")),
        ("scores", Value::Array(scores.collect())),
        ("token_type", Value::Array(types.collect())),
        ("tokens", Value::Array(words.iter().map(|word| text(word)).collect())),
        ("unknown_token_id", Value::U32(0)),
        ("bos_token_id", Value::U32(2)),
        ("add_bos_token", Value::Bool(true)),
        ("add_space_prefix", Value::Bool(false)),
    ] {
        tiny.entries.insert(format!("tokenizer.ggml.{key}"), value);
    }
    let model = load(&tiny);
    let cut = |text: &str| -> Vec<String> {
        let tokens = model.cut(text).expect("tokens");
        assert_eq!(model.tokens.decode(&tokens).expect("text"), text);
        tokens.iter().map(|token| words[*token as usize].clone()).collect()
    };
    assert_eq!(cut(" cup"), ["\u{2581}", "cup"]);
    assert_eq!(cut("upcu"), ["up", "cu"]);
    assert_eq!(cut("cä"), ["c", "<0xC3>", "<0xA4>"]);
    assert_eq!(model.tokens.bytes(3 + 0xc3), [0xc3]);
    assert_eq!(model.tokens.bytes(259), b" ");
    let parts = model.cut_prompt(&prompt(" cup", "up")).expect("tokens");
    assert_eq!(parts[0][0], 2, "a prompt begins with the mark of a beginning");

    let json_schema = Some(r#"{"enum": ["cup up", 12]}"#.to_owned());
    let limits = GenerateLimits { json_schema, ..GenerateLimits::new(30) };
    let found = model.generate(&prompt("cup", ""), &limits).expect("it runs");
    assert!([r#""cup up""#, "12"].contains(&found.text.as_str()), "{found:?}");

    tiny.entries.remove("tokenizer.ggml.add_space_prefix");
    let written = tiny.write();
    let error = LanguageModel::open(&written.path, &LanguageOptions::default());
    assert!(matches!(error.expect_err("blanks"), GgufError::Tokenizer { .. }));
}

#[test]
fn drawn_texts_are_those_of_their_seed() {
    let model = load(&TinyGguf::new("llama", GgmlDType::F32));
    let prompt = prompt("the cup", " is");
    let drawn = |seed, temperature_permille| {
        let sampling = Sampling { temperature_permille, top_p_permille: 900, seed };
        let limits = GenerateLimits { sampling: Some(sampling), ..GenerateLimits::new(12) };
        model.generate(&prompt, &limits).expect("it runs").text
    };
    assert_eq!(drawn(1, 1000), drawn(1, 1000));
    assert_ne!(drawn(1, 1000), drawn(2, 1000));
    let likeliest = model.generate(&prompt, &free(12, &[])).expect("it runs").text;
    assert_eq!(drawn(1, 1), likeliest, "next to no temperature");
}

#[test]
fn endless_repetitions_end() {
    let mut tiny = TinyGguf::new("llama", GgmlDType::F32);
    // Every token is followed by the same one: a last norm of zeros leaves nothing to tell them by.
    let zeros = Tensor::zeros(64, candle_core::DType::F32, &Device::Cpu).expect("a tensor");
    let zeros = candle_core::quantized::QTensor::quantize(&zeros, GgmlDType::F32).expect("zeros");
    tiny.tensors.insert("output_norm.weight".into(), zeros);
    tiny.entries.insert("tokenizer.ggml.eos_token_id".into(), Value::U32(9));
    tiny.entries.insert("tokenizer.ggml.tokens".into(), {
        let Some(Value::Array(words)) = tiny.entries.get("tokenizer.ggml.tokens") else {
            panic!("it has tokens")
        };
        let mut words = words.clone();
        words[0] = Value::String("again".into());
        words[1] = Value::String("more".into());
        Value::Array(words)
    });
    let model = load(&tiny);
    let found = model.generate(&prompt("the", " cup"), &free(100, &[])).expect("it runs");
    assert_eq!((found.finish, found.tokens), (Finish::Repeats, 24));
}

const SCHEMA: &str = r#"{"type": "object", "additionalProperties": false, "required": ["do", "to", "times", "hot"],
    "properties": {"do": {"enum": ["open", "close"]}, "to": {"type": "string", "maxLength": 6},
    "times": {"type": "integer", "minimum": 1, "maximum": 9}, "hot": {"type": "boolean"}}}"#;

#[test]
fn what_is_written_by_a_schema_follows_it() {
    for sampling in
        [None, Some(Sampling { temperature_permille: 2000, top_p_permille: 1000, seed: 3 })]
    {
        let model = load(&TinyGguf::new("qwen2", GgmlDType::F32));
        let json_schema = Some(SCHEMA.to_owned());
        let limits = GenerateLimits { json_schema, sampling, ..GenerateLimits::new(80) };
        let found = model.generate(&prompt("the cup", " is"), &limits).expect("it runs");
        assert_eq!(found.finish, Finish::Done, "{found:?}");
        let value: serde_json::Value = serde_json::from_str(&found.text).expect("whole JSON");
        assert!(matches!(value["do"].as_str(), Some("open" | "close")), "{value}");
        assert!(value["to"].as_str().is_some_and(|text| text.chars().count() <= 6), "{value}");
        assert!(value["times"].as_i64().is_some_and(|times| (1..=9).contains(&times)), "{value}");
        assert!(value["hot"].is_boolean(), "{value}");

        // Cut off in the middle, the answer says so.
        let limits = GenerateLimits { tokens: 5, ..limits };
        let found = model.generate(&prompt("the cup", " is"), &limits).expect("it runs");
        assert_eq!((found.finish, found.tokens), (Finish::Limit, 5));
    }
}

#[test]
fn an_end_mark_ends_the_writing() {
    let mut tiny = TinyGguf::new("llama", GgmlDType::F32);
    let prompt = prompt("the cup", " is");
    let model = load(&tiny);
    let parts = model.cut_prompt(&prompt).expect("tokens");
    let state = model.read(&model.sit_down(), &parts, Asked::Last).expect("it runs");
    // Whatever it would write first is declared to be the end.
    let first = greatest(&state.next).expect("a token") as u32;
    tiny.entries.insert("tokenizer.ggml.eos_token_id".into(), Value::U32(first));
    let ended = load(&tiny).generate(&prompt, &free(3, &[])).expect("it runs");
    assert_eq!((ended.text.as_str(), ended.tokens, ended.finish), ("", 0, Finish::Done));
}
