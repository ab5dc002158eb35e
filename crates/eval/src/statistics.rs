//! The statistics of a paired comparison.
//!
//! Episodes of one variant are alike, so whatever is resampled is resampled by variant first
//! (hierarchical bootstrap) and permuted by variant. Success of two arms on the same episodes is
//! compared by McNemar's exact test. Everything is seeded: the same records give the same numbers.

use base::Streams;
use rand::RngExt;
use serde::Serialize;
use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};

/// How many times a bootstrap draws.
pub const BOOTSTRAP_DRAWS: usize = 2_000;
/// Up to how many variants every sign pattern is tried, beyond that a sample of them.
const MOST_VARIANTS_EXACT: usize = 13;
/// How many sign patterns are sampled beyond that.
const PERMUTATION_DRAWS: usize = 10_000;

/// A value with the bounds of its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// How two arms differ on the same episodes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Difference {
    /// The first arm's mean less the second's.
    pub difference: f64,
    /// The lower bound of its 95 % interval.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// The probability of a difference so large if there were none.
    pub p: f64,
    /// How many pairs of episodes.
    pub n: usize,
}

/// Values grouped by variant: one inner list for each.
pub type ByVariant = [Vec<f64>];

/// The mean of all values; 0 where there are none.
pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) =
        values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count == 0.0 { 0.0 } else { sum / count }
}

/// Wilson's 95 % interval of a rate (Wilson 1927).
pub fn wilson(successes: usize, trials: usize) -> Estimate {
    if trials == 0 {
        return Estimate { mean: 0.0, low: 0.0, high: 1.0 };
    }
    let z = Normal::standard().inverse_cdf(0.975);
    let n = trials as f64;
    let rate = successes as f64 / n;
    let center = (rate + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let spread = z / (1.0 + z * z / n) * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
    Estimate { mean: rate, low: (center - spread).max(0.0), high: (center + spread).min(1.0) }
}

/// The mean and its 95 % interval by the hierarchical bootstrap: variants are drawn with
/// replacement, then episodes within each. `name` names the random stream.
pub fn bootstrap(values: &ByVariant, name: &str) -> Estimate {
    let observed = mean(values.iter().flatten().copied());
    let filled: Vec<&Vec<f64>> = values.iter().filter(|variant| !variant.is_empty()).collect();
    if filled.is_empty() {
        return Estimate { mean: 0.0, low: 0.0, high: 0.0 };
    }
    let mut stream = Streams::new(0).named(&["bootstrap", name]);
    let mut means: Vec<f64> = (0..BOOTSTRAP_DRAWS)
        .map(|_| {
            let (mut sum, mut count) = (0.0, 0_usize);
            for _ in 0..filled.len() {
                let variant = filled[stream.random_range(0..filled.len())];
                for _ in 0..variant.len() {
                    sum += variant[stream.random_range(0..variant.len())];
                    count += 1;
                }
            }
            sum / count as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    Estimate { mean: observed, low: quantile(&means, 0.025), high: quantile(&means, 0.975) }
}

/// McNemar's exact two-sided test: `only_first` pairs in which only the first arm succeeded,
/// `only_second` in which only the second did (McNemar 1947, exact binomial form).
pub fn mcnemar(only_first: u64, only_second: u64) -> f64 {
    let discordant = only_first + only_second;
    if discordant == 0 {
        return 1.0;
    }
    let binomial = Binomial::new(0.5, discordant).expect("one half is a probability");
    (2.0 * binomial.cdf(only_first.min(only_second))).min(1.0)
}

/// The two-sided p-value of paired differences under random signs, one sign a variant.
///
/// Every sign pattern is tried for up to 13 variants, a seeded sample of 10,000 beyond.
pub fn sign_flips(differences: &ByVariant, name: &str) -> f64 {
    let sums: Vec<f64> = differences.iter().map(|variant| variant.iter().sum()).collect();
    let observed = sums.iter().sum::<f64>().abs();
    let tolerance = 1e-12 * (1.0 + observed);
    let is_extreme = |sum: f64| sum.abs() >= observed - tolerance;
    if sums.len() <= MOST_VARIANTS_EXACT {
        let patterns = 1_u32 << sums.len();
        let extreme = (0..patterns)
            .filter(|pattern| {
                let signed = sums
                    .iter()
                    .enumerate()
                    .map(|(bit, sum)| if pattern >> bit & 1 == 1 { *sum } else { -sum });
                is_extreme(signed.sum())
            })
            .count();
        return extreme as f64 / f64::from(patterns);
    }
    let mut stream = Streams::new(0).named(&["sign flips", name]);
    let extreme = (0..PERMUTATION_DRAWS)
        .filter(|_| {
            is_extreme(sums.iter().map(|sum| if stream.random() { *sum } else { -sum }).sum())
        })
        .count();
    (extreme + 1) as f64 / (PERMUTATION_DRAWS + 1) as f64
}

/// Holm's step-down adjustment of several p-values, in their order (Holm 1979).
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut greatest: f64 = 0.0;
    for (rank, index) in order.into_iter().enumerate() {
        let scaled = p_values[index] * (p_values.len() - rank) as f64;
        greatest = greatest.max(scaled).min(1.0);
        adjusted[index] = greatest;
    }
    adjusted
}

/// How many pairs McNemar's test needs to find `difference` in success rates with power 0.8 at
/// level 0.05, when `discordance` of the pairs differ (Connor 1987).
pub fn pairs_needed(difference: f64, discordance: f64) -> f64 {
    let normal = Normal::standard();
    let [z_alpha, z_beta] = [0.975, 0.8].map(|p| normal.inverse_cdf(p));
    let spread = (discordance - difference * difference).max(0.0).sqrt();
    let root = (z_alpha * discordance.sqrt() + z_beta * spread) / difference;
    (root * root).ceil()
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    let position = share * (sorted.len() - 1) as f64;
    let below = position.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    let part = position - below as f64;
    sorted[below] * (1.0 - part) + sorted[above] * part
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() < tolerance, "{a} is not near {b}");
    }

    #[test]
    fn wilson_gives_the_textbook_interval() {
        let interval = wilson(8, 10);
        near(interval.low, 0.4902, 1e-4);
        near(interval.high, 0.9433, 1e-4);
        assert_eq!(wilson(0, 0).high, 1.0);
        near(wilson(0, 10).high, 0.2775, 1e-4);
    }

    #[test]
    fn mcnemar_is_exact() {
        near(mcnemar(1, 9), 0.021_484_375, 1e-9);
        near(mcnemar(9, 1), 0.021_484_375, 1e-9);
        assert_eq!(mcnemar(0, 0), 1.0);
        assert_eq!(mcnemar(5, 5), 1.0);
    }

    #[test]
    fn few_variants_make_a_wide_interval() {
        let alike: Vec<Vec<f64>> = vec![vec![1.0; 5], vec![0.0; 5]];
        let spread: Vec<Vec<f64>> = (0..10).map(|index| vec![f64::from(index % 2)]).collect();
        let [wide, narrow] = [&alike, &spread].map(|values| bootstrap(values, "test"));
        assert_eq!((wide.mean, narrow.mean), (0.5, 0.5));
        assert!(wide.high - wide.low > narrow.high - narrow.low);
        assert_eq!(bootstrap(&alike, "test"), wide, "the same numbers each time");
    }

    #[test]
    fn sign_flips_count_variants_and_not_episodes() {
        let three = vec![vec![1.0; 5]; 3];
        near(sign_flips(&three, "test"), 0.25, 1e-12);
        let twelve = vec![vec![1.0; 5]; 12];
        near(sign_flips(&twelve, "test"), 2.0 / 4096.0, 1e-12);
        let many = vec![vec![1.0]; 30];
        assert!(sign_flips(&many, "test") < 0.001);
        assert_eq!(sign_flips(&[vec![0.0]], "test"), 1.0);
    }

    #[test]
    fn holm_steps_down() {
        let adjusted = holm(&[0.01, 0.04, 0.03]);
        near(adjusted[0], 0.03, 1e-12);
        near(adjusted[1], 0.06, 1e-12);
        near(adjusted[2], 0.06, 1e-12);
    }

    #[test]
    fn the_power_note_agrees_with_the_published_table() {
        // +10 points at 25 % discordance needs 194 pairs, +20 at 30 % needs 56.
        near(pairs_needed(0.10, 0.25), 194.0, 4.0);
        near(pairs_needed(0.20, 0.30), 56.0, 3.0);
    }
}
