use expect_test::expect;
use models::{Classify, Example, Fingerprint};

use super::{Head, Recipe, TrainError};
use crate::arithmetic::tests::noise;

const CLASSES: [&str; 3] = ["left", "right", "inside"];

/// Points in a plane and six numbers of noise: left, right, or within a ring, which no line tells
/// from the others.
fn examples(count: usize, seed: u32) -> Vec<Example> {
    let numbers = noise(8 * count, seed);
    let rows = numbers.chunks_exact(8);
    let example = |row: &[f32]| {
        let (x, y) = (2.0 * row[0], 2.0 * row[1]);
        let class = if x * x + y * y < 0.3 { 2 } else { usize::from(x > 0.0) };
        let mut features = row.to_vec();
        (features[0], features[1]) = (x, y);
        Example { features, class }
    };
    rows.map(example).collect()
}

fn recipe(hidden: usize) -> Recipe {
    let numbers = Recipe { learning_rate: 0.01, weight_decay: 0.01, seed: 3, ..Recipe::default() };
    Recipe { hidden, epochs: 60, batch: 16, ..numbers }
}

fn learned(examples: &[Example], recipe: &Recipe) -> Result<Head, TrainError> {
    Head::train("test", &CLASSES, examples, &Fingerprint::of(&[("noise", "8")]), recipe)
}

fn trained(hidden: usize) -> Head {
    learned(&examples(600, 1), &recipe(hidden)).expect("it can be trained")
}

fn share_right(head: &Head) -> f64 {
    let others = examples(300, 2);
    let is_right = |example: &&Example| {
        let shares = head.classify(&example.features).expect("eight numbers");
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        shares.iter().all(|share| *share <= shares[example.class])
    };
    others.iter().filter(is_right).count() as f64 / others.len() as f64
}

#[test]
fn hidden_units_learn_what_one_layer_cannot() {
    let (one, two) = (share_right(&trained(0)), share_right(&trained(16)));
    assert!(two > 0.9 && one < two - 0.1, "{one} and {two}");
}

#[test]
fn the_same_training_gives_the_same_bits() {
    for hidden in [0, 16] {
        assert_eq!(trained(hidden).to_bytes(), trained(hidden).to_bytes());
    }
    let other = Recipe { seed: 4, ..recipe(0) };
    let other = learned(&examples(600, 1), &other).expect("it can be trained");
    assert_ne!(other.to_bytes(), trained(0).to_bytes(), "the seed decides");
}

#[test]
fn what_is_written_is_read() {
    for hidden in [0, 16] {
        let head = trained(hidden);
        let read = Head::from_bytes("test", &head.to_bytes()).expect("it was written");
        assert_eq!((read.classes(), read.fingerprint()), (head.classes(), head.fingerprint()));
        assert_eq!(read.trained_on(), head.trained_on());
        for example in examples(20, 5) {
            assert_eq!(read.classify(&example.features), head.classify(&example.features));
        }
        assert_eq!(read.to_bytes(), head.to_bytes());
    }
}

#[test]
fn answers_are_those_of_candle() {
    use candle_core::{Device, Tensor};
    let head = trained(16);
    let tensor = |numbers: &[f32], shape: &[usize]| {
        Tensor::from_slice(numbers, shape, &Device::Cpu).expect("numbers")
    };
    for example in examples(20, 6) {
        let mut row = tensor(&example.features, &[1, 8]);
        for (at, layer) in head.layers.iter().enumerate() {
            row = if at > 0 { row.relu().expect("a row") } else { row };
            let weight = tensor(&layer.weight, &[layer.outputs, layer.inputs]);
            let product = row.matmul(&weight.t().expect("a matrix")).expect("they fit");
            row = product.broadcast_add(&tensor(&layer.bias, &[layer.outputs])).expect("they fit");
        }
        let shares = candle_nn::ops::softmax(&row, 1).expect("a row");
        let shares: Vec<f32> = shares.flatten_all().and_then(|row| row.to_vec1()).expect("a row");
        for (ours, theirs) in head.classify(&example.features).expect("eight").iter().zip(shares) {
            assert!((ours - f64::from(theirs)).abs() < 1e-5, "{ours} and {theirs}");
        }
    }
}

#[test]
fn what_cannot_be_trained_says_why() {
    let good = examples(4, 1);
    let error = |examples: &[Example], recipe: &Recipe| {
        learned(examples, recipe).expect_err("it cannot be").to_string()
    };
    let spoilt = |spoil: fn(&mut Example)| {
        let mut examples = good.clone();
        spoil(&mut examples[2]);
        error(&examples, &recipe(0))
    };
    expect![[r#"head "test" cannot be trained on no examples, or for no classes"#]]
        .assert_eq(&error(&[], &recipe(0)));
    expect![[r#"head "test": example 2 has 7 features, the first has 8"#]]
        .assert_eq(&spoilt(|example| example.features.truncate(7)));
    expect![[r#"head "test": example 2 has a feature that is not finite"#]]
        .assert_eq(&spoilt(|example| example.features[1] = f32::NAN));
    expect![[r#"head "test": example 2 is of class 3, there are 3"#]]
        .assert_eq(&spoilt(|example| example.class = 3));
    expect![[r#"head "test": batch cannot be 0"#]]
        .assert_eq(&error(&good, &Recipe { batch: 0, ..recipe(0) }));
    expect![[r#"head "test": weight decay cannot be -1"#]]
        .assert_eq(&error(&good, &Recipe { weight_decay: -1.0, ..recipe(0) }));
}

#[test]
fn a_damaged_file_says_what_is_wrong() {
    let head = trained(16);
    let bytes = head.to_bytes();
    let error = |bytes: &[u8]| {
        Head::from_bytes("a.safetensors", bytes).expect_err("it is damaged").to_string()
    };
    expect![[r#"head "a.safetensors" cannot be used: header too small"#]]
        .assert_eq(&error(&bytes[..4]));
    expect![[
        r#"head "a.safetensors" cannot be used: incomplete metadata, file not fully covered"#
    ]]
    .assert_eq(&error(&bytes[..bytes.len() - 1]));
    let replaced = |from: &str, to: &str| {
        let at = bytes.windows(from.len()).position(|part| part == from.as_bytes());
        let at = at.expect("it is in the header");
        let mut bytes = bytes.clone();
        bytes[at..at + from.len()].copy_from_slice(to.as_bytes());
        error(&bytes)
    };
    expect![[r#"head "a.safetensors" cannot be used: its metadata names no "classes""#]]
        .assert_eq(&replaced("classes", "klasses"));
    expect![[r#"head "a.safetensors" cannot be used: there is no tensor "0.weight""#]]
        .assert_eq(&replaced("0.weight", "9.weight"));
    expect![[r#"head "a.safetensors" cannot be used: it has 2 classes and 3 outputs"#]]
        .assert_eq(&replaced(r#"\"left\","#, "         "));
    let fingerprint = head.trained_on().to_string();
    let spoilt = fingerprint.replace(|digit: char| digit.is_ascii_digit(), "x");
    expect![[r#"head "a.safetensors" cannot be used: "trained_on" of its metadata: 'x' is not a hexadecimal digit"#]].assert_eq(&replaced(&fingerprint, &spoilt));
    let mut endless = bytes.clone();
    let last = endless.len() - 4;
    endless[last..].copy_from_slice(&f32::INFINITY.to_le_bytes());
    expect![[r#"head "a.safetensors" cannot be used: number 2 of tensor "1.bias" is not finite"#]]
        .assert_eq(&error(&endless));
}

#[test]
fn another_number_of_features_is_an_error() {
    let error = trained(0).classify(&[0.0; 7]).expect_err("seven are too few").to_string();
    expect![[r#"model "test" failed on "7 numbers": it takes 8 numbers"#]].assert_eq(&error);
}

#[test]
fn standardized_features_of_any_size_are_learned_alike() {
    let stretched = |examples: Vec<Example>| -> Vec<Example> {
        let stretch = |(at, number): (usize, &f32)| (number + 2.0) * [1e-3, 1.0, 300.0][at % 3];
        let features =
            |example: &Example| example.features.iter().enumerate().map(stretch).collect();
        examples.iter().map(|one| Example { features: features(one), class: one.class }).collect()
    };
    let recipe = Recipe { standardized: true, ..recipe(0) };
    let flat = learned(&examples(600, 1), &recipe).expect("it can be trained");
    let wide = learned(&stretched(examples(600, 1)), &recipe).expect("it can be trained");
    assert!(share_right(&flat) >= share_right(&trained(0)) - 0.05);
    for (plain, example) in examples(300, 2).iter().zip(stretched(examples(300, 2))) {
        let [a, b] = [(&flat, plain), (&wide, &example)]
            .map(|(head, example)| head.classify(&example.features).expect("eight numbers"));
        assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-2), "{a:?} {b:?}");
    }
}
