//! Which token comes next: the most likely one, or a drawn one.

use models::Sampling;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::arithmetic::likelihood::greatest;

/// Chooses token after token.
pub(super) enum Choice {
    /// The greatest number; of equals the lower id.
    Likeliest,
    /// Drawn. Every token takes one number of the stream.
    Drawn {
        /// What numbers are divided by.
        temperature: f64,
        /// The share that the likeliest tokens reach together; the rest is left out.
        share: f64,
        stream: Box<ChaCha8Rng>,
    },
}

impl Choice {
    /// As a question asks, or what is wrong with its numbers.
    pub(super) fn new(sampling: Option<&Sampling>) -> Result<Self, String> {
        let Some(sampling) = sampling else { return Ok(Self::Likeliest) };
        if sampling.temperature_permille == 0 {
            return Err("a temperature is above zero; without sampling the likeliest tokens are \
                        written"
                .to_owned());
        }
        if !(1..=1000).contains(&sampling.top_p_permille) {
            let found = sampling.top_p_permille;
            return Err(format!("a share is from 1 to 1000 thousandths, not {found}"));
        }
        Ok(Self::Drawn {
            temperature: f64::from(sampling.temperature_permille) / 1000.0,
            share: f64::from(sampling.top_p_permille) / 1000.0,
            stream: Box::new(ChaCha8Rng::seed_from_u64(sampling.seed)),
        })
    }

    /// The next token; `None` where no number is a number. Minus infinity is never chosen.
    pub(super) fn next(&mut self, numbers: &[f32]) -> Option<u32> {
        let greatest = greatest(numbers).filter(|at| numbers[*at] > f32::NEG_INFINITY)?;
        let Self::Drawn { temperature, share, stream } = self else {
            return Some(greatest as u32);
        };
        let most = f64::from(numbers[greatest]);
        let mut likely: Vec<(f64, u32)> = numbers
            .iter()
            .zip(0..)
            .map(|(number, id)| (libm::exp((f64::from(*number) - most) / *temperature), id))
            .filter(|(weight, _)| *weight > 0.0)
            .collect();
        likely.sort_unstable_by(|(left, low), (right, high)| {
            right.total_cmp(left).then(low.cmp(high))
        });
        let total: f64 = likely.iter().map(|(weight, _)| weight).sum();
        let mut reached = 0.0;
        let kept = likely.iter().take_while(|(weight, _)| {
            let is_short = reached < *share * total;
            reached += weight;
            is_short
        });
        let kept = kept.count();
        likely.truncate(kept);
        let total: f64 = likely.iter().map(|(weight, _)| weight).sum();
        let mut rest = stream.random::<f64>() * total;
        for (weight, id) in &likely {
            rest -= weight;
            if rest < 0.0 {
                return Some(*id);
            }
        }
        likely.last().map(|(_, id)| *id)
    }
}

/// Whether the end of a text is the same few tokens over and over: up to [`LONGEST`] of them, four
/// times in a row, [`LEAST`] tokens at least.
pub(super) fn repeats(tokens: &[u32]) -> bool {
    const TIMES: usize = 4;
    const LEAST: usize = 24;
    const LONGEST: usize = 64;
    (1..=LONGEST).any(|period| {
        let times = TIMES.max(LEAST.div_ceil(period));
        let Some(from) = tokens.len().checked_sub(period * times) else { return false };
        let end = &tokens[from..];
        end.iter().zip(&end[period..]).all(|(one, next)| one == next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(temperature_permille: u32, top_p_permille: u32, seed: u64) -> Choice {
        Choice::new(Some(&Sampling { temperature_permille, top_p_permille, seed }))
            .unwrap_or_else(|reason| panic!("{reason}"))
    }

    /// How often each of four tokens with the likelihoods 0.1, 0.5, 0.3 and 0.1 is drawn of 10,000.
    fn counts(mut choice: Choice) -> [usize; 4] {
        let numbers = [0.1_f32, 0.5, 0.3, 0.1].map(libm::logf);
        let mut counts = [0; 4];
        for _ in 0..10_000 {
            counts[choice.next(&numbers).expect("a token") as usize] += 1;
        }
        counts
    }

    #[test]
    fn tokens_come_as_often_as_they_are_likely() {
        let found = counts(drawn(1000, 1000, 1));
        for (found, expected) in found.into_iter().zip([1000, 5000, 3000, 1000]) {
            assert!(found.abs_diff(expected) < 200, "{found}, not {expected}");
        }
        // Squares: 0.01, 0.25, 0.09, 0.01 of 0.36.
        let found = counts(drawn(500, 1000, 1));
        for (found, expected) in found.into_iter().zip([278, 6944, 2500, 278]) {
            assert!(found.abs_diff(expected) < 200, "{found}, not {expected}");
        }
    }

    #[test]
    fn unlikely_tokens_are_left_out() {
        let found = counts(drawn(1000, 800, 1));
        assert_eq!((found[0], found[3]), (0, 0), "{found:?}");
        assert!(found[1].abs_diff(6250) < 200, "{found:?}");
        assert_eq!(counts(drawn(1000, 500, 1)), [0, 10_000, 0, 0]);
        // The share is passed by the first of two equals.
        let found = counts(drawn(1000, 850, 1));
        assert!(found[0] > 0 && found[3] == 0, "{found:?}");
    }

    #[test]
    fn a_seed_always_draws_the_same() {
        assert_eq!(counts(drawn(700, 900, 5)), counts(drawn(700, 900, 5)));
        assert_ne!(counts(drawn(700, 900, 5)), counts(drawn(700, 900, 6)));
    }

    #[test]
    fn nothing_is_chosen_where_nothing_is_likely() {
        let all = [f32::NEG_INFINITY, f32::NAN];
        assert_eq!(Choice::Likeliest.next(&all), None);
        assert_eq!(drawn(1000, 1000, 1).next(&all), None);
        assert_eq!(drawn(1000, 1000, 1).next(&[f32::NAN, 0.0]), Some(1));
    }

    #[test]
    fn impossible_numbers_are_refused() {
        let refused = |temperature_permille, top_p_permille| {
            Choice::new(Some(&Sampling { temperature_permille, top_p_permille, seed: 0 })).is_err()
        };
        assert!(refused(0, 900) && refused(700, 0) && refused(700, 1001));
        assert!(!refused(1, 1) && !refused(5000, 1000));
    }

    #[test]
    fn repetitions_are_seen() {
        assert!(!repeats(&[]));
        assert!(!repeats(&[7; 23]));
        assert!(repeats(&[7; 24]));
        let list: Vec<u32> = (0..40).flat_map(|number| [1, 2, number]).collect();
        assert!(!repeats(&list), "a list is no repetition");
        let mut text: Vec<u32> = (0..10).collect();
        for _ in 0..4 {
            text.extend(100..110);
        }
        assert!(repeats(&text));
        assert!(!repeats(&text[..text.len() - 1]));
    }
}
