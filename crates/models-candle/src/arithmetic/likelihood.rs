//! The likelihood of one choice among many, from numbers that are not normalised.

use pulp::Arch;

use super::elementwise::exp_of_negative;
use super::{sum, widely};

/// The natural logarithms of likelihoods: of a choice, its number minus the logarithm of the sum of all
/// `exp`. The sum is made in lane order after the greatest number was taken off.
pub(crate) struct LogLikelihoods<'a> {
    numbers: &'a [f32],
    greatest: f32,
    log_total: f64,
}

impl<'a> LogLikelihoods<'a> {
    pub(crate) fn new(arch: Arch, numbers: &'a [f32]) -> Self {
        let greatest = greatest(numbers).map_or(0.0, |at| numbers[at]);
        let total = widely(
            arch,
            #[inline(always)]
            || sum(numbers.iter().map(|number| exp_of_negative(number - greatest))),
        );
        Self { numbers, greatest, log_total: libm::log(f64::from(total)) }
    }

    /// That of one choice.
    ///
    /// # Panics
    ///
    /// When there is no such choice.
    pub(crate) fn of(&self, choice: usize) -> f64 {
        f64::from(self.numbers[choice]) - f64::from(self.greatest) - self.log_total
    }
}

/// Where the greatest number stands, the first of equals. Numbers that are no numbers never win.
pub(crate) fn greatest(numbers: &[f32]) -> Option<usize> {
    let mut best: Option<(usize, f32)> = None;
    for (at, &number) in numbers.iter().enumerate() {
        if !number.is_nan() && best.is_none_or(|(_, most)| number > most) {
            best = Some((at, number));
        }
    }
    best.map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::tests::noise;

    #[test]
    fn likelihoods_add_up_to_one() {
        let numbers: Vec<f32> = noise(1003, 5).iter().map(|number| number * 20.0).collect();
        let total: f64 = (0..numbers.len())
            .map(|choice| libm::exp(LogLikelihoods::new(Arch::new(), &numbers).of(choice)))
            .sum();
        assert!((total - 1.0).abs() < 1e-5, "{total}");
    }

    #[test]
    fn two_equal_choices_are_half_as_likely() {
        let half = LogLikelihoods::new(Arch::new(), &[3.0, 3.0]).of(1);
        assert!((half + std::f64::consts::LN_2).abs() < 1e-7, "{half}");
    }

    #[test]
    fn the_bits_are_the_same_on_every_kind_of_register() {
        let numbers = noise(4099, 9);
        let on = |arch| LogLikelihoods::new(arch, &numbers).of(17).to_bits();
        assert_eq!(on(Arch::new()), on(Arch::Scalar));
    }

    #[test]
    fn the_first_of_equals_wins() {
        assert_eq!(greatest(&[1.0, f32::NAN, 2.0, 2.0]), Some(2));
        assert_eq!(greatest(&[f32::NEG_INFINITY]), Some(0));
        assert_eq!(greatest(&[f32::NAN]), None);
    }
}
