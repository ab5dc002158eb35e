//! The most likely of several continuations.

/// What a model chose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// Which candidate; of equally likely ones the first.
    pub index: usize,
    /// Its share of the likelihood of all candidates, from 0 to 1.
    pub share: f64,
}

/// The greatest of several log-likelihoods, with its share of the likelihood of all.
///
/// # Panics
///
/// When there are none.
pub fn likeliest(scores: &[f64]) -> Choice {
    let mut index = 0;
    for (other, score) in scores.iter().enumerate() {
        if *score > scores[index] {
            index = other;
        }
    }
    let all: f64 = scores.iter().map(|score| libm::exp(score - scores[index])).sum();
    Choice { index, share: 1.0 / all }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equally_likely_ones_the_first_is_chosen() {
        let choice = likeliest(&[-3.0, -1.0, -1.0]);
        assert_eq!(choice.index, 1);
        assert!((choice.share - 1.0 / (2.0 + libm::exp(-2.0))).abs() < 1e-12);
    }
}
