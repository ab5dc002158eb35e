//! What is wrong with a file or a question is said, with the place.

use super::tiny_gguf::Written;
use super::*;

fn refused(bytes: &[u8], options: &LanguageOptions) -> GgufError {
    let written = Written::new(bytes);
    LanguageModel::open(&written.path, options).expect_err("it is spoilt")
}

/// The message without the directory.
fn message(error: &GgufError) -> String {
    let text = error.to_string();
    let at = text.find("toy.gguf").unwrap_or_else(|| panic!("it names the file: {text}"));
    text[at..].to_owned()
}

fn spoilt(spoil: impl FnOnce(&mut TinyGguf), expected: Expect) -> GgufError {
    let mut tiny = TinyGguf::new("qwen2", GgmlDType::F32);
    spoil(&mut tiny);
    let error = refused(&tiny.bytes(), &LanguageOptions::default());
    expected.assert_eq(&message(&error));
    error
}

fn entry(key: &'static str, value: Value) -> impl FnOnce(&mut TinyGguf) {
    move |tiny| {
        tiny.entries.insert(key.to_owned(), value);
    }
}

fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

#[test]
fn a_file_that_is_cut_off() {
    let bytes = TinyGguf::new("llama", GgmlDType::F32).bytes();
    for length in [bytes.len() - 5000, bytes.len() / 2, 3000, 100, 10] {
        let error = refused(&bytes[..length], &LanguageOptions::default());
        assert!(matches!(error, GgufError::CutOff { .. }), "{length} bytes: {error}");
    }
    let error = refused(&bytes[..bytes.len() - 5000], &LanguageOptions::default());
    expect!["toy.gguf is cut off: its tensors end after 320768 bytes, the file after 315768; fetch it again"].assert_eq(&message(&error));
    let error = refused(&bytes[..3000], &LanguageOptions::default());
    expect!["toy.gguf is cut off: it ends inside its header, after 3000 bytes; fetch it again"]
        .assert_eq(&message(&error));
}

#[test]
fn a_file_of_another_kind() {
    let error = refused(b"PK\x03\x04 and so on", &LanguageOptions::default());
    expect![[
        r#"toy.gguf is no GGUF file that this program can read: it does not begin with "GGUF""#
    ]]
    .assert_eq(&message(&error));
    let error = refused(b"", &LanguageOptions::default());
    assert!(matches!(error, GgufError::NotGguf { .. }), "{error}");
    let error =
        refused(b"GGUF\x63\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", &LanguageOptions::default());
    expect!["toy.gguf is no GGUF file that this program can read: gguf: unsupported magic/version Gguf/99"].assert_eq(&message(&error));
}

#[test]
fn a_file_that_is_not_there() {
    let error = LanguageModel::open(Path::new("no/such.gguf"), &LanguageOptions::default())
        .expect_err("it is not there");
    expect!["cannot read no/such.gguf: No such file or directory (os error 2)"]
        .assert_eq(&error.to_string());
}

#[test]
fn a_tensor_that_is_missing_or_of_another_shape() {
    let error = spoilt(
        |tiny| drop(tiny.tensors.remove("blk.1.ffn_up.weight")),
        expect![[
            r#"toy.gguf has no tensor "blk.1.ffn_up.weight", which a model of the architecture "qwen2" needs"#
        ]],
    );
    assert!(matches!(error, GgufError::NoTensor { .. }));
    spoilt(
        |tiny| drop(tiny.tensors.remove("token_embd.weight")),
        expect![[
            r#"toy.gguf has no tensor "token_embd.weight", which a model of the architecture "qwen2" needs"#
        ]],
    );
    spoilt(
        |tiny| drop(tiny.tensors.remove("blk.0.attn_q.bias")),
        expect![[
            r#"toy.gguf has no tensor "blk.0.attn_q.bias", which a model of the architecture "qwen2" needs"#
        ]],
    );
    let error = spoilt(
        entry("qwen2.feed_forward_length", Value::U32(128)),
        expect![[
            r#"toy.gguf: the tensor "blk.0.ffn_gate.weight" has the shape [96, 64], the header asks for [128, 64]"#
        ]],
    );
    assert!(matches!(error, GgufError::Shape { .. }));
}

#[test]
fn a_header_that_makes_no_sense() {
    spoilt(
        |tiny| drop(tiny.entries.remove("qwen2.block_count")),
        expect![[r#"toy.gguf: the entry "qwen2.block_count" is missing"#]],
    );
    spoilt(
        entry("qwen2.block_count", text("two")),
        expect![[r#"toy.gguf: the entry "qwen2.block_count" should be a whole number above zero"#]],
    );
    spoilt(
        entry("qwen2.attention.head_count_kv", Value::U32(3)),
        expect![[
            r#"toy.gguf: the entry "qwen2.attention.head_count_kv" is 3, which does not divide 4"#
        ]],
    );
    spoilt(
        entry("qwen2.rope.scaling.type", text("yarn")),
        expect![[
            r#"toy.gguf: the entry "qwen2.rope.scaling.type" is "yarn"; this program does not stretch positions"#
        ]],
    );
    spoilt(
        entry("qwen2.rope.dimension_count", Value::U32(8)),
        expect![[
            r#"toy.gguf: the entry "qwen2.rope.dimension_count" is 8; this program turns whole heads of an even width, here 16"#
        ]],
    );
    spoilt(
        entry("qwen2.attention.layer_norm_rms_epsilon", Value::F32(-1.0)),
        expect![[
            r#"toy.gguf: the entry "qwen2.attention.layer_norm_rms_epsilon" should be a number above zero"#
        ]],
    );
    spoilt(
        entry("qwen2.attention.head_count", Value::U32(1000)),
        expect![[
            r#"toy.gguf: the entry "qwen2.attention.head_count" is 1000, more than a row has numbers"#
        ]],
    );
    spoilt(
        entry("qwen2.expert_count", Value::U32(8)),
        expect![[
            r#"toy.gguf: the entry "qwen2.expert_count" asks for a mixture of experts, which this program cannot run"#
        ]],
    );
    let error = spoilt(
        entry("general.architecture", text("mamba")),
        expect![[
            r#"toy.gguf holds a model of the architecture "mamba"; this program runs "llama", "qwen2", "qwen3", "gemma3""#
        ]],
    );
    assert!(matches!(error, GgufError::Architecture { .. }));
}

#[test]
fn a_tensor_beyond_all_bounds() {
    let tiny = TinyGguf::new("llama", GgmlDType::F32);
    let mut bytes = tiny.bytes();
    let name = b"blk.0.attn_k.weight";
    let at = bytes.windows(name.len()).position(|text| text == name).expect("it is there");
    // The name is followed by the number of dimensions and then by the dimensions.
    let dims = at + name.len() + 4;
    bytes[dims..dims + 16].fill(0xff);
    let error = refused(&bytes, &LanguageOptions::default());
    assert!(matches!(error, GgufError::CutOff { .. }), "{error}");
}

#[test]
fn weights_that_are_no_numbers() {
    let mut tiny = TinyGguf::new("llama", GgmlDType::F32);
    let nan = candle_core::Tensor::full(f32::NAN, 64, &Device::Cpu).expect("a tensor");
    let nan = candle_core::quantized::QTensor::quantize(&nan, GgmlDType::F32).expect("a tensor");
    tiny.tensors.insert("output_norm.weight".into(), nan);
    let model = load(&tiny);
    let error = model.score(&prompt("a", "b"), &["c"]).expect_err("nothing is likely");
    assert!(matches!(error, ModelError::Failed { .. }), "{error}");
    let error = model.generate(&prompt("a", "b"), &free(3, &[])).expect_err("nothing is likely");
    assert!(matches!(error, ModelError::Failed { .. }), "{error}");
}

#[test]
fn a_wrong_tokenizer() {
    let is_tokenizer = |error: &GgufError| matches!(error, GgufError::Tokenizer { .. });
    let error = spoilt(
        entry("tokenizer.ggml.model", text("llama")),
        expect![[
            r#"toy.gguf: the tokenizer cannot be used: its kind is "llama"; this program knows byte pairs, which are called "gpt2""#
        ]],
    );
    assert!(is_tokenizer(&error));
    let error = spoilt(
        entry("tokenizer.ggml.pre", text("deepseek-llm")),
        expect![[
            r#"toy.gguf: the tokenizer cannot be used: its pre-tokenizer is "deepseek-llm"; this program knows "qwen2", "smollm", "llama-bpe" and "gpt-2""#
        ]],
    );
    assert!(is_tokenizer(&error));
    let more = |tiny: &mut TinyGguf| {
        let Some(Value::Array(words)) = tiny.entries.get_mut("tokenizer.ggml.tokens") else {
            panic!("it has tokens");
        };
        words.extend((0..40).map(|number| text(&format!("more{number}"))));
    };
    let error = spoilt(
        more,
        expect![
            "toy.gguf: the tokenizer cannot be used: it has 306 tokens, the weights have rows for 266"
        ],
    );
    assert!(is_tokenizer(&error));
    let merges = Value::Array(vec![text("c u"), text("x yz")]);
    let error = spoilt(
        entry("tokenizer.ggml.merges", merges),
        expect!["toy.gguf: the tokenizer cannot be used: Token `yz` out of vocabulary"],
    );
    assert!(is_tokenizer(&error));
    spoilt(
        |tiny| drop(tiny.entries.remove("tokenizer.ggml.merges")),
        expect![[r#"toy.gguf: the entry "tokenizer.ggml.merges" is missing"#]],
    );
}

#[test]
fn a_context_that_is_too_long() {
    let options = LanguageOptions { context_tokens: Some(200), ..LanguageOptions::default() };
    let error = refused(&TinyGguf::new("llama", GgmlDType::F32).bytes(), &options);
    expect!["toy.gguf: a context of 200 tokens was asked for, the model was trained for 128"]
        .assert_eq(&message(&error));
}

#[test]
fn a_context_that_takes_too_much_memory() {
    let mut tiny = TinyGguf::new("llama", GgmlDType::F32);
    let most = u32::MAX;
    tiny.entries.insert("llama.context_length".into(), Value::U32(most));
    let options =
        LanguageOptions { context_tokens: Some(most as usize), ..LanguageOptions::default() };
    let error = refused(&tiny.bytes(), &options);
    assert!(matches!(error, GgufError::Memory { .. }), "{error}");
    expect!["toy.gguf: a context of 4294967295 tokens needs 2199023255040 bytes for keys and values, 1073741824 are allowed; 2097152 tokens fit"].assert_eq(&message(&error));
}

#[test]
fn questions_that_cannot_be_answered() {
    let options = LanguageOptions { context_tokens: Some(20), ..LanguageOptions::default() };
    let model = load_with(&TinyGguf::new("llama", GgmlDType::F32), &options);
    assert_eq!(model.context_tokens(), 20);
    let long = prompt("the cup is on the pot", " and the pot is");
    let error = model.score(&long, &["."]).expect_err("it is too long");
    expect![[r#"model "toy" can read 20 tokens; "the cup is on the pot and the pot is" and what is to follow it have 22"#]].assert_eq(&error.to_string());
    let short = prompt("the", "");
    model.score(&short, &["."]).expect("it fits");
    let error = model.generate(&short, &free(20, &[])).expect_err("the answer would not fit");
    assert!(matches!(error, ModelError::TooLong { .. }), "{error}");
    let error = model.score(&short, &["a", ""]).expect_err("nothing to score");
    expect![[r#"model "toy" failed on "": a continuation needs at least one token"#]]
        .assert_eq(&error.to_string());
    let error = model.score(&prompt("", ""), &["a"]).expect_err("nothing to go on");
    expect![[r#"model "toy" failed on "": the prompt is empty"#]].assert_eq(&error.to_string());
    let limits = GenerateLimits { json_schema: Some("{}".into()), ..free(3, &[]) };
    let error = model.generate(&short, &limits).expect_err("it knows no schemas");
    expect![[
        r#"model "toy" cannot write by a JSON schema; ask for free text, or score the choices"#
    ]]
    .assert_eq(&error.to_string());
    assert_eq!(model.score(&short, &[]).expect("nothing was asked"), []);
}
