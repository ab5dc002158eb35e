//! Layer normalisation: every row gets mean 0 and variance 1, then a scale and a shift. And its
//! relative that leaves the mean where it is.

use pulp::Arch;

use super::{sum, widely};

/// Scale, shift and the small number that keeps a flat row from dividing by zero.
#[derive(Debug)]
pub(crate) struct LayerNorm {
    scale: Vec<f32>,
    shift: Vec<f32>,
    epsilon: f32,
}

impl LayerNorm {
    /// A normalisation of rows as long as `scale` and `shift`.
    pub(crate) fn new(scale: Vec<f32>, shift: Vec<f32>, epsilon: f32) -> Self {
        assert_eq!(scale.len(), shift.len(), "scale and shift belong to the same rows");
        Self { scale, shift, epsilon }
    }

    /// Adds `more` to `rows`, number by number, and normalises each row.
    ///
    /// Mean and variance are sums in the lane order of [`sum`] divided by the length; a number
    /// becomes `((x - mean) / sqrt(variance + epsilon)) * scale + shift`.
    pub(crate) fn add_and_apply(&self, arch: Arch, rows: &mut [f32], more: &[f32]) {
        assert_eq!(rows.len(), more.len(), "both have the same rows");
        let width = self.scale.len();
        widely(
            arch,
            #[inline(always)]
            || {
                for (row, more) in rows.chunks_exact_mut(width).zip(more.chunks_exact(width)) {
                    for (number, more) in row.iter_mut().zip(more) {
                        *number += *more;
                    }
                    let mean = sum(row.iter().copied()) / width as f32;
                    let variance = sum(row.iter().map(|number| (number - mean) * (number - mean)))
                        / width as f32;
                    let deviation = (variance + self.epsilon).sqrt();
                    for ((number, scale), shift) in row.iter_mut().zip(&self.scale).zip(&self.shift)
                    {
                        *number = ((*number - mean) / deviation) * scale + shift;
                    }
                }
            },
        );
    }
}

/// Root mean square normalisation (Zhang and Sennrich 2019): every row gets the mean square 1, then a
/// scale.
#[derive(Debug)]
pub(crate) struct RootMeanSquare {
    scale: Vec<f32>,
    epsilon: f32,
}

impl RootMeanSquare {
    /// A normalisation of rows as long as `scale`.
    pub(crate) fn new(scale: Vec<f32>, epsilon: f32) -> Self {
        Self { scale, epsilon }
    }

    /// Normalises each row: the mean is a sum in the lane order of [`sum`] divided by the length; a
    /// number becomes `x / sqrt(mean + epsilon) * scale`.
    pub(crate) fn apply(&self, arch: Arch, rows: &mut [f32]) {
        let width = self.scale.len();
        widely(
            arch,
            #[inline(always)]
            || {
                for row in rows.chunks_exact_mut(width) {
                    let mean = sum(row.iter().map(|number| number * number)) / width as f32;
                    let root = (mean + self.epsilon).sqrt();
                    for (number, scale) in row.iter_mut().zip(&self.scale) {
                        *number = *number / root * scale;
                    }
                }
            },
        );
    }

    /// A normalised copy of the rows.
    pub(crate) fn of(&self, arch: Arch, rows: &[f32]) -> Vec<f32> {
        let mut rows = rows.to_vec();
        self.apply(arch, &mut rows);
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::noise;
    use super::*;

    #[test]
    fn a_row_gets_mean_zero_and_variance_one() {
        let norm = LayerNorm::new(vec![1.0; 48], vec![0.0; 48], 1e-12);
        let mut rows = noise(96, 4);
        norm.add_and_apply(Arch::new(), &mut rows, &noise(96, 5));
        for row in rows.chunks_exact(48) {
            let mean = row.iter().sum::<f32>() / 48.0;
            let variance = row.iter().map(|number| number * number).sum::<f32>() / 48.0;
            assert!(
                mean.abs() < 1e-6 && (variance - 1.0).abs() < 1e-5,
                "mean {mean}, variance {variance}"
            );
        }
    }

    #[test]
    fn a_row_gets_the_mean_square_one() {
        let norm = RootMeanSquare::new(vec![2.0; 48], 1e-12);
        for row in norm.of(Arch::new(), &noise(96, 4)).chunks_exact(48) {
            let mean = row.iter().map(|number| number * number).sum::<f32>() / 48.0;
            assert!((mean - 4.0).abs() < 1e-4, "{mean}");
        }
        let (wide, narrow) = (noise(150, 3), noise(150, 3));
        let norm = RootMeanSquare::new(noise(50, 1), 1e-6);
        let (wide, narrow) = (norm.of(Arch::new(), &wide), norm.of(Arch::Scalar, &narrow));
        assert!(wide.iter().zip(&narrow).all(|(left, right)| left.to_bits() == right.to_bits()));
    }

    #[test]
    fn the_bits_are_the_same_on_every_kind_of_register() {
        let norm = LayerNorm::new(noise(50, 1), noise(50, 2), 1e-12);
        let (mut wide, mut narrow) = (noise(150, 3), noise(150, 3));
        norm.add_and_apply(Arch::new(), &mut wide, &noise(150, 4));
        norm.add_and_apply(Arch::Scalar, &mut narrow, &noise(150, 4));
        assert!(wide.iter().zip(&narrow).all(|(left, right)| left.to_bits() == right.to_bits()));
    }
}
