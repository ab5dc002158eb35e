//! All families against a computation of their own: plain loops in `f64` over the tensors of a small
//! file, one token after the other, with nothing kept and nothing shared.

use std::collections::BTreeMap;

use super::*;

const WIDTH: usize = 64;
const HEADS: usize = 4;
const KEY_HEADS: usize = 2;
const LAYERS: usize = 2;
const EPSILON: f64 = 1e-5;

/// A model as its numbers.
struct Plain {
    family: &'static str,
    head_width: usize,
    tensors: BTreeMap<String, Vec<f64>>,
}

impl Plain {
    fn of(family: &'static str, tiny: &TinyGguf) -> Self {
        let numbers = |tensor: &candle_core::quantized::QTensor| -> Vec<f64> {
            let all = tensor.dequantize(&Device::Cpu).and_then(|all| all.flatten_all());
            let all: Vec<f32> = all.and_then(|all| all.to_vec1()).expect("numbers");
            all.into_iter().map(f64::from).collect()
        };
        let tensors =
            tiny.tensors.iter().map(|(name, tensor)| (name.clone(), numbers(tensor))).collect();
        let head_width = if matches!(family, "qwen3" | "gemma3") { 24 } else { 16 };
        Self { family, head_width, tensors }
    }

    fn is(&self, families: &[&str]) -> bool {
        families.contains(&self.family)
    }

    fn times(&self, name: &str, row: &[f64]) -> Vec<f64> {
        let weights = self.tensors[&format!("{name}.weight")].chunks_exact(row.len());
        let mut product: Vec<f64> =
            weights.map(|weights| weights.iter().zip(row).map(|(w, x)| w * x).sum()).collect();
        if let Some(bias) = self.tensors.get(&format!("{name}.bias")) {
            product.iter_mut().zip(bias).for_each(|(number, bias)| *number += bias);
        }
        product
    }

    fn norm(&self, name: &str, row: &[f64]) -> Vec<f64> {
        let scale = &self.tensors[&format!("{name}.weight")];
        let of_part = |part: &[f64]| {
            let mean = part.iter().map(|x| x * x).sum::<f64>() / part.len() as f64;
            let root = (mean + EPSILON).sqrt();
            part.iter().zip(scale).map(|(x, scale)| x / root * scale).collect::<Vec<_>>()
        };
        row.chunks_exact(scale.len()).flat_map(of_part).collect()
    }

    fn turn(&self, layer: usize, position: usize, row: &mut [f64]) {
        let base = if self.is(&["gemma3"]) && layer == 1 { 100_000.0 } else { 10_000.0 };
        for head in row.chunks_exact_mut(self.head_width) {
            for pair in 0..self.head_width / 2 {
                let exponent = 2.0 * pair as f64 / self.head_width as f64;
                let (sine, cosine) = libm::sincos(position as f64 / libm::pow(base, exponent));
                let (left, right) = match self.family {
                    "llama" => (2 * pair, 2 * pair + 1),
                    _ => (pair, pair + self.head_width / 2),
                };
                let (x, y) = (head[left], head[right]);
                head[left] = x * cosine - y * sine;
                head[right] = x * sine + y * cosine;
            }
        }
    }

    /// Logarithms of the likelihoods of what comes after the tokens.
    fn next(&self, tokens: &[u32]) -> Vec<f64> {
        let embedding = &self.tensors["token_embd.weight"];
        let scale = if self.is(&["gemma3"]) { (WIDTH as f64).sqrt() } else { 1.0 };
        let row = |token: &u32| {
            let row = &embedding[*token as usize * WIDTH..][..WIDTH];
            row.iter().map(|number| number * scale).collect::<Vec<f64>>()
        };
        let mut rows: Vec<Vec<f64>> = tokens.iter().map(row).collect();
        for layer in 0..LAYERS {
            self.layer(layer, &mut rows);
        }
        let last = self.norm("output_norm", rows.last().expect("a token"));
        let numbers: Vec<f64> = embedding
            .chunks_exact(WIDTH)
            .map(|row| row.iter().zip(&last).map(|(w, x)| w * x).sum())
            .collect();
        let greatest = numbers.iter().fold(f64::NEG_INFINITY, |most, number| most.max(*number));
        let total: f64 = numbers.iter().map(|number| libm::exp(number - greatest)).sum();
        numbers.iter().map(|number| number - greatest - libm::log(total)).collect()
    }

    fn layer(&self, layer: usize, rows: &mut [Vec<f64>]) {
        let name = |part: &str| format!("blk.{layer}.{part}");
        let (mut asked, mut values, mut asking) = (Vec::new(), Vec::new(), Vec::new());
        for (position, row) in rows.iter().enumerate() {
            let normed = self.norm(&name("attn_norm"), row);
            let mut query = self.times(&name("attn_q"), &normed);
            let mut key = self.times(&name("attn_k"), &normed);
            if self.is(&["qwen3", "gemma3"]) {
                query = self.norm(&name("attn_q_norm"), &query);
                key = self.norm(&name("attn_k_norm"), &key);
            }
            self.turn(layer, position, &mut query);
            self.turn(layer, position, &mut key);
            asking.push(query);
            asked.push(key);
            values.push(self.times(&name("attn_v"), &normed));
        }
        let window = if self.is(&["gemma3"]) && layer == 0 { 5 } else { usize::MAX };
        for position in 0..rows.len() {
            let first = (position + 1).saturating_sub(window);
            let mut seen = vec![0.0; HEADS * self.head_width];
            for head in 0..HEADS {
                let from = head / (HEADS / KEY_HEADS) * self.head_width;
                let query = &asking[position][head * self.head_width..][..self.head_width];
                let weights: Vec<f64> = (first..=position)
                    .map(|other| {
                        let key = &asked[other][from..][..self.head_width];
                        let score: f64 = query.iter().zip(key).map(|(q, k)| q * k).sum();
                        libm::exp(score / (self.head_width as f64).sqrt())
                    })
                    .collect();
                let total: f64 = weights.iter().sum();
                for (other, weight) in (first..=position).zip(&weights) {
                    for d in 0..self.head_width {
                        let value = values[other][from + d];
                        seen[head * self.head_width + d] += weight / total * value;
                    }
                }
            }
            let mut given = self.times(&name("attn_output"), &seen);
            if self.is(&["gemma3"]) {
                given = self.norm(&name("post_attention_norm"), &given);
            }
            rows[position].iter_mut().zip(&given).for_each(|(row, given)| *row += given);

            let normed = self.norm(&name("ffn_norm"), &rows[position]);
            let gate = self.times(&name("ffn_gate"), &normed);
            let up = self.times(&name("ffn_up"), &normed);
            let bent: Vec<f64> = gate.iter().zip(&up).map(|(x, up)| self.bent(*x) * up).collect();
            let mut given = self.times(&name("ffn_down"), &bent);
            if self.is(&["gemma3"]) {
                given = self.norm(&name("post_ffw_norm"), &given);
            }
            rows[position].iter_mut().zip(&given).for_each(|(row, given)| *row += given);
        }
    }

    fn bent(&self, x: f64) -> f64 {
        match self.family {
            "gemma3" => {
                let inner = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x * x * x);
                0.5 * x * (1.0 + libm::tanh(inner))
            }
            _ => x / (1.0 + libm::exp(-x)),
        }
    }
}

#[test]
fn every_family_computes_what_plain_loops_compute() {
    for family in ["llama", "qwen2", "qwen3", "gemma3"] {
        let tiny = TinyGguf::new(family, GgmlDType::F32);
        let (model, plain) = (load(&tiny), Plain::of(family, &tiny));
        let prompt = prompt("the cup is on", " the pot and the");
        let before = row(&model, &prompt);
        assert!(before.len() > 7, "longer than what the first layer of gemma3 sees");
        let scores = model.score(&prompt, &CHOICES).expect("it runs");
        for (choice, score) in CHOICES.iter().zip(&scores) {
            let mut tokens = before.clone();
            let mut expected = 0.0;
            for token in model.cut(choice).expect("tokens") {
                expected += plain.next(&tokens)[token as usize];
                tokens.push(token);
            }
            let apart = (score.log_likelihood - expected).abs();
            assert!(apart < 1e-3, "{family}, {choice:?}: {score:?}, not {expected}");
        }
    }
}

#[test]
fn in_every_family_kept_states_and_company_change_no_bit() {
    for family in ["qwen3", "gemma3"] {
        let model = load(&TinyGguf::new(family, GgmlDType::Q8_0));
        let prompt = prompt("the cup is on the", " pot and the other cup");
        check_that_the_way_does_not_matter(&model, &prompt, &CHOICES);
    }
}

#[test]
fn what_a_family_needs_is_missed() {
    for (family, tensor) in [
        ("qwen3", "blk.0.attn_q_norm.weight"),
        ("gemma3", "blk.1.post_ffw_norm.weight"),
        ("gemma3", "blk.0.post_attention_norm.weight"),
    ] {
        let mut tiny = TinyGguf::new(family, GgmlDType::F32);
        tiny.tensors.remove(tensor).expect("it was there");
        let written = tiny.write();
        let error = LanguageModel::open(&written.path, &LanguageOptions::default());
        match error.expect_err("it is spoilt") {
            GgufError::NoTensor { tensor: missing, .. } => assert_eq!(missing, tensor),
            other => panic!("{other}"),
        }
    }
}
