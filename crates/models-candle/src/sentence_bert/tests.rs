//! The embedder with a tiny model, held against candle's own BERT, and with the real one where it
//! is at hand.

use std::io::Write as _;

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::{BertModel, Config as CandleConfig};
use models::Role;

use super::*;
use crate::store::default_directory;
use crate::tiny::Tiny;

const TEXTS: [&str; 7] = [
    "the cup is red",
    "the kettle is on",
    "cups",
    "",
    "the red cup is on the blue kettle and the cups are on the cup",
    "quite unknown words!",
    "the cup is red",
];

fn tiny() -> SentenceBert {
    SentenceBert::from_bytes("tiny", &Tiny::new().bytes()).expect("a whole model")
}

fn bits(vector: &Vector) -> Vec<u32> {
    vector.as_slice().iter().map(|number| number.to_bits()).collect()
}

/// The promise of [`Embed`]: a text's bits depend on that text alone.
fn check_that_company_does_not_matter(embedder: &SentenceBert, texts: &[&str]) {
    let alone: Vec<_> = texts
        .iter()
        .map(|text| bits(&embedder.embed_one(text).expect("it can be embedded")))
        .collect();
    let together: Vec<_> =
        embedder.embed(texts).expect("they can be embedded").iter().map(bits).collect();
    assert_eq!(together, alone, "one call for all");
    let turned: Vec<&str> = texts.iter().rev().copied().collect();
    let turned: Vec<_> =
        embedder.embed(&turned).expect("they can be embedded").iter().rev().map(bits).collect();
    assert_eq!(turned, alone, "in another order");
    for size in [2, 3, 5] {
        let parts =
            texts.chunks(size).flat_map(|part| embedder.embed(part).expect("they can be embedded"));
        assert_eq!(
            parts.map(|vector| bits(&vector)).collect::<Vec<_>>(),
            alone,
            "{size} at a time"
        );
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    embedder.embed(texts).expect("they can be embedded").iter().map(bits).collect()
                })
            })
            .collect();
        for thread in threads {
            let own: Vec<_> = thread.join().expect("it does not panic");
            assert_eq!(own, alone, "on several threads");
        }
    });
}

/// The same texts through candle's BERT, one at a time.
fn by_candle(bytes: &ModelBytes<'_>, embedder: &SentenceBert, texts: &[&str]) -> Vec<Vector> {
    let config: CandleConfig = serde_json::from_slice(bytes.config).expect("a whole config");
    let tensors =
        candle_core::safetensors::load_buffer(bytes.weights, &Device::Cpu).expect("whole weights");
    let variables = VarBuilder::from_tensors(tensors, DType::F32, &Device::Cpu);
    let model = BertModel::load(variables, &config).expect("the tensors fit");
    let embed = |text: &&str| {
        let ids = Tensor::new(vec![embedder.tokens(text).expect("it has tokens")], &Device::Cpu)?;
        let rows = model.forward(&ids, &ids.zeros_like()?, None)?;
        rows.mean(1)?.squeeze(0)?.to_vec1::<f32>()
    };
    let rows: Result<Vec<_>, candle_core::Error> = texts.iter().map(embed).collect();
    rows.expect("candle can run it")
        .into_iter()
        .map(|row| Vector::unit(row).expect("a direction"))
        .collect()
}

fn check_against_candle(bytes: &ModelBytes<'_>, embedder: &SentenceBert, texts: &[&str]) {
    let ours = embedder.embed(texts).expect("they can be embedded");
    for ((ours, candle), text) in ours.iter().zip(by_candle(bytes, embedder, texts)).zip(texts) {
        let pairs = ours.as_slice().iter().zip(candle.as_slice());
        let worst = pairs.map(|(left, right)| (left - right).abs()).fold(0.0, f32::max);
        assert!(worst < 2e-6, "{text:?}: a number differs from candle's by {worst}");
    }
}

#[test]
fn company_does_not_matter() {
    check_that_company_does_not_matter(&tiny(), &TEXTS);
    let many: Vec<&str> = TEXTS.iter().cycle().take(100).copied().collect();
    check_that_company_does_not_matter(&tiny(), &many);
}

#[test]
fn it_computes_what_candle_computes() {
    check_against_candle(&Tiny::new().bytes(), &tiny(), &TEXTS);
}

#[test]
fn narrow_registers_give_the_same_bits() {
    let (wide, mut narrow) = (tiny(), tiny());
    narrow.bert.use_registers(pulp::Arch::Scalar);
    assert_eq!(wide.embed(&TEXTS), narrow.embed(&TEXTS));
}

/// The same bits on every processor is a promise, so they are written down.
#[test]
fn the_bits_are_fixed() {
    let vectors = tiny().embed(&TEXTS).expect("they can be embedded");
    let bytes: Vec<u8> =
        vectors.iter().flat_map(|vector| vector.as_slice()).flat_map(|n| n.to_le_bytes()).collect();
    expect_test::expect!["9993bedd6dd5e7aaa830d0ff0c8d795cded27ed10e3698dfe5dcd87186cc8a69"]
        .assert_eq(&Sha256::of(&bytes).to_string());
}

#[test]
fn a_long_text_is_cut_and_nothing_is_padded() {
    let embedder = tiny();
    assert_eq!(embedder.tokens("the cup").expect("tokens").len(), 4);
    assert_eq!(embedder.tokens("").expect("tokens").len(), 2);
    let long = "cup ".repeat(50);
    assert_eq!(embedder.tokens(&long).expect("tokens").len(), 16, "the tiny model has 16 places");
    embedder.embed_one(&long).expect("it can be embedded");
    assert_eq!(embedder.embed(&[]), Ok(vec![]));
}

#[test]
fn every_file_is_part_of_the_fingerprint() {
    let (tiny, mut other) = (Tiny::new(), Tiny::new());
    let fingerprint = |tiny: &Tiny| {
        *SentenceBert::from_bytes("x", &tiny.bytes()).expect("a whole model").fingerprint()
    };
    *other.weights.last_mut().expect("it has bytes") ^= 1;
    assert_ne!(fingerprint(&tiny), fingerprint(&other));
    assert_eq!(
        fingerprint(&tiny),
        *SentenceBert::from_bytes("y", &tiny.bytes()).expect("whole").fingerprint()
    );
}

#[test]
fn broken_files_are_named() {
    let check = |change: &dyn Fn(&mut Tiny), expected: expect_test::Expect| {
        let mut tiny = Tiny::new();
        change(&mut tiny);
        let error = SentenceBert::from_bytes("tiny", &tiny.bytes()).expect_err("it is broken");
        expected.assert_eq(&error.to_string());
    };
    check(
        &|tiny| tiny.weights.truncate(9000),
        expect_test::expect![[
            r#"model "tiny": model.safetensors cannot be used: incomplete metadata, file not fully covered; run `brainmem models verify`"#
        ]],
    );
    check(
        &|tiny| tiny.weights.clear(),
        expect_test::expect![[
            r#"model "tiny": model.safetensors cannot be used: header too small; run `brainmem models verify`"#
        ]],
    );
    check(
        &|tiny| tiny.config = tiny.config.replacen(b"24", b"48"),
        expect_test::expect![[
            r#"model "tiny": model.safetensors cannot be used: tensor "embeddings.word_embeddings.weight" has shape [12, 24], config.json says [12, 48]; run `brainmem models verify`"#
        ]],
    );
    check(
        &|tiny| tiny.config = tiny.config.replacen(b"\": 12", b"\": 11"),
        expect_test::expect![[
            r#"model "tiny": tokenizer.json cannot be used: it has a token with id 11, config.json says there are 11; run `brainmem models verify`"#
        ]],
    );
    check(
        &|tiny| tiny.tokenizer.truncate(99),
        expect_test::expect![[
            r#"model "tiny": tokenizer.json cannot be used: EOF while parsing a value at line 2 column 80; run `brainmem models verify`"#
        ]],
    );
    check(
        &|tiny| tiny.config.clear(),
        expect_test::expect![[
            r#"model "tiny": config.json cannot be used: EOF while parsing a value at line 1 column 0; run `brainmem models verify`"#
        ]],
    );
}

trait ReplaceBytes {
    fn replacen(&self, from: &[u8], to: &[u8]) -> Vec<u8>;
}

impl ReplaceBytes for Vec<u8> {
    fn replacen(&self, from: &[u8], to: &[u8]) -> Vec<u8> {
        let text = |bytes: &[u8]| {
            String::from_utf8(bytes.to_vec()).expect("the files that are changed are text")
        };
        text(self).replacen(&text(from), &text(to), 1).into_bytes()
    }
}

/// Says so past the test harness, which would keep it to itself.
fn skipped(why: &str) {
    writeln!(std::io::stderr(), "SKIPPED the test of the real model: {why}")
        .expect("stderr is open");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the environment says where the real model is")]
fn the_real_model_knows_what_sentences_mean() {
    let model = crate::manifest().first(Role::Embed).expect("there is a default embedder");
    let Ok(directory) = default_directory(|name| std::env::var_os(name)) else {
        return skipped("no models directory is set");
    };
    let store = Store::new(directory);
    let embedder = match SentenceBert::load(&store, model) {
        Err(LoadError::NotUsable(NotUsable::Missing { path, .. })) => {
            let path = path.display();
            return skipped(&format!(
                "there is no {path}; run `brainmem models fetch {}`",
                model.name
            ));
        }
        other => other.expect("what is there is usable"),
    };
    // The first four and their cosines are the example on the model's page.
    let texts = [
        "That is a happy person",
        "That is a happy dog",
        "That is a very happy person",
        "Today is a sunny day",
        "The quarterly report is due on Friday, and nobody has started the spreadsheet that it needs.",
        "That is a happy person",
    ];
    let vectors = embedder.embed(&texts).expect("they can be embedded");
    for (other, expected) in [(1, 0.695), (2, 0.943), (3, 0.257)] {
        let found = vectors[0].cosine(&vectors[other]);
        assert!((found - expected).abs() < 6e-4, "{:?}: {found}, not {expected}", texts[other]);
    }
    assert_eq!(vectors[0], vectors[5]);

    // The same bits on every processor.
    let bytes: Vec<u8> =
        vectors.iter().flat_map(|vector| vector.as_slice()).flat_map(|n| n.to_le_bytes()).collect();
    expect_test::expect!["4e80971824b9b1e48960c8b284f84f5d49636b3696ae45d71880ec87af80340a"]
        .assert_eq(&Sha256::of(&bytes).to_string());

    check_that_company_does_not_matter(&embedder, &texts);
    let [config, tokenizer, weights] = [CONFIG, TOKENIZER, WEIGHTS]
        .map(|file| store.read(model, file).expect("it was read before").bytes);
    let bytes = ModelBytes { config: &config, tokenizer: &tokenizer, weights: &weights };
    check_against_candle(&bytes, &embedder, &texts);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the files of this test are temporary")]
fn a_folder_is_a_model() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tiny = Tiny::new();
    for (name, bytes) in tiny.files() {
        std::fs::write(folder.path().join(name), bytes).expect("a file can be written");
    }
    let opened = SentenceBert::open(folder.path()).expect("a whole model");
    let in_memory = super::tests::tiny();
    assert_eq!(opened.fingerprint(), in_memory.fingerprint());
    let vector = |model: &SentenceBert| model.embed_one("the cup is red").expect("it runs");
    assert_eq!(bits(&vector(&opened)), bits(&vector(&in_memory)));

    // Positions of XLM-RoBERTa count from two, so its weights would give wrong vectors in silence.
    let config = tiny.config.replacen(b"\"bert\"", b"\"xlm-roberta\"");
    std::fs::write(folder.path().join(CONFIG), config).expect("a file can be written");
    let error = SentenceBert::open(folder.path()).expect_err("another family").to_string();
    assert!(error.contains("model_type is \"xlm-roberta\", only \"bert\" is known"), "{error}");
    std::fs::remove_file(folder.path().join(WEIGHTS)).expect("it is there");
    let error = SentenceBert::open(folder.path()).expect_err("no weights").to_string();
    assert!(error.contains(WEIGHTS), "{error}");
}

/// English and Chinese, each sentence followed by its translation.
const PAIRS: [&str; 8] = [
    "The cup is on the table in the kitchen.",
    "杯子在厨房的桌子上。",
    "Ann opens the fridge and takes out the milk.",
    "安打开冰箱，拿出牛奶。",
    "The knife is too blunt to cut the bread.",
    "这把刀太钝了，切不动面包。",
    "The egg is frying in the pan.",
    "鸡蛋正在平底锅里煎。",
];

/// The first numbers of the vectors of [`PAIRS`] as the C engine gives them that the weights come with.
const BY_ITS_OWN_ENGINE: [[f32; 4]; 8] = [
    [0.039270, -0.002083, -0.084399, -0.049989],
    [0.045514, -0.007275, -0.030957, -0.041758],
    [0.040243, -0.029184, -0.030883, -0.044760],
    [0.074399, -0.009891, -0.030464, -0.053174],
    [0.032697, -0.064617, -0.043995, -0.107063],
    [0.071654, 0.010771, -0.047664, -0.075707],
    [0.037973, -0.023567, -0.025782, -0.027150],
    [0.058095, -0.014008, -0.014488, -0.053552],
];

#[test]
#[expect(clippy::disallowed_methods, reason = "the environment says where the real model is")]
fn the_multilingual_model_knows_translations() {
    let model = crate::manifest().model("embed-multilingual").expect("the manifest has it");
    let Ok(directory) = default_directory(|name| std::env::var_os(name)) else {
        return skipped("no models directory is set");
    };
    let embedder = match SentenceBert::load(&Store::new(directory), model) {
        Err(LoadError::NotUsable(NotUsable::Missing { .. })) => {
            return skipped("run `brainmem models fetch embed-multilingual`");
        }
        other => other.expect("what is there is usable"),
    };
    let vectors = embedder.embed(&PAIRS).expect("they can be embedded");
    for (vector, expected) in vectors.iter().zip(BY_ITS_OWN_ENGINE) {
        for (found, expected) in vector.as_slice().iter().zip(expected) {
            assert!((found - expected).abs() < 4e-3, "{found}, not {expected}");
        }
    }
    for (at, vector) in vectors.iter().enumerate() {
        let translation = vector.cosine(&vectors[at ^ 1]);
        for (other, of_other) in vectors.iter().enumerate() {
            // Within one language everything is nearer, so only sentences of the other one compete.
            if other % 2 != at % 2 && other != at ^ 1 {
                let cosine = vector.cosine(of_other);
                assert!(translation > cosine, "{} and {}", PAIRS[at], PAIRS[other]);
            }
        }
    }
    check_that_company_does_not_matter(&embedder, &PAIRS);
}
