//! Attention within one text: every token looks at every token.
//!
//! For each head: a score is the sum of `query[d] * key[d]` for `d = 0, 1, 2, …`, then times `1 /
//! sqrt(size)`; the weights are `exp(score - greatest)`, divided by their sum in lane order; a
//! result is the sum of `weight[token] * value[token]` for `token = 0, 1, 2, …`.

use pulp::Arch;

use super::elementwise::exp_of_negative;
use super::{sum, widely};

/// Adds up the values of one text. `joined` has, for each token, its query, key and value, each as
/// wide as `width`; `output` gets one row of `width` for each token.
pub(crate) fn attend(arch: Arch, joined: &[f32], width: usize, heads: usize, output: &mut [f32]) {
    let size = width / heads;
    let tokens = joined.len() / (3 * width);
    assert_eq!(output.len(), tokens * width, "one row for each token");
    widely(
        arch,
        #[inline(always)]
        || {
            let scale = 1.0 / (size as f32).sqrt();
            let mut keys = vec![0.0; size * tokens];
            let mut scores = vec![0.0; tokens];
            for head in 0..heads {
                let column = head * size;
                // Keys are turned round, so that neighbouring tokens lie beside each other.
                for (token, row) in joined.chunks_exact(3 * width).enumerate() {
                    for (d, key) in row[width + column..][..size].iter().enumerate() {
                        keys[d * tokens + token] = *key;
                    }
                }
                for (row, output) in
                    joined.chunks_exact(3 * width).zip(output.chunks_exact_mut(width))
                {
                    let query = &row[column..column + size];
                    score(query, &keys, scale, &mut scores);
                    weigh(&mut scores);
                    let output = &mut output[column..column + size];
                    for (weight, row) in scores.iter().zip(joined.chunks_exact(3 * width)) {
                        let value = &row[2 * width + column..][..size];
                        for (number, value) in output.iter_mut().zip(value) {
                            *number += weight * value;
                        }
                    }
                }
            }
        },
    );
}

#[inline(always)]
fn score(query: &[f32], keys: &[f32], scale: f32, scores: &mut [f32]) {
    scores.fill(0.0);
    for (query, keys) in query.iter().zip(keys.chunks_exact(scores.len())) {
        for (score, key) in scores.iter_mut().zip(keys) {
            *score += query * key;
        }
    }
    for score in scores {
        *score *= scale;
    }
}

/// Turns scores into weights that add up to one.
#[inline(always)]
pub(super) fn weigh(scores: &mut [f32]) {
    let greatest = scores
        .iter()
        .fold(f32::NEG_INFINITY, |most, score| if *score > most { *score } else { most });
    for score in scores.iter_mut() {
        *score = exp_of_negative(*score - greatest);
    }
    let total = sum(scores.iter().copied());
    for score in scores {
        *score /= total;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::noise;
    use super::*;

    #[test]
    fn equal_scores_give_the_mean_of_the_values() {
        // Queries are zero, so every token counts the same.
        let joined = [[0.0, 0.0, 1.0, 2.0, 3.0, 10.0], [0.0, 0.0, -4.0, 5.0, 5.0, 20.0]].concat();
        let mut output = vec![0.0; 4];
        attend(Arch::new(), &joined, 2, 1, &mut output);
        assert_eq!(output, [4.0, 15.0, 4.0, 15.0]);
    }

    #[test]
    fn a_far_greater_score_takes_it_all() {
        let joined = [[90.0, 1.0, 3.0], [90.0, 0.0, 8.0]].concat();
        let mut output = vec![0.0; 2];
        attend(Arch::new(), &joined, 1, 1, &mut output);
        assert_eq!(output, [3.0, 3.0]);
    }

    #[test]
    fn the_bits_are_the_same_on_every_kind_of_register() {
        let joined = noise(21 * 3 * 24, 6);
        let (mut wide, mut narrow) = (vec![0.0; 21 * 24], vec![0.0; 21 * 24]);
        attend(Arch::new(), &joined, 24, 3, &mut wide);
        attend(Arch::Scalar, &joined, 24, 3, &mut narrow);
        assert!(wide.iter().zip(&narrow).all(|(left, right)| left.to_bits() == right.to_bits()));
    }
}
