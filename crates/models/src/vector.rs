//! A direction in a model's space: what an embedder answers and memories compare.
//!
//! A [`Vector`] has length one from the moment it exists, so the cosine is a plain dot product. It
//! does not know which model made it; whoever keeps a vector keeps the model's
//! [`Fingerprint`](crate::Fingerprint) beside it.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A vector of length one. Cloning shares the numbers.
///
/// Numbers are finite and no zero is negative, so equality is equality of bits.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector(Arc<[f32]>);

impl Eq for Vector {}

/// Why numbers are not a [`Vector`].
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum VectorError {
    /// There are no numbers, or all of them are zero: no direction.
    #[error("{dimension} numbers that are all zero point nowhere; a vector needs a direction")]
    NoDirection {
        /// How many numbers there are.
        dimension: usize,
    },
    /// A number is infinite or not a number.
    #[error("number {at} of the vector is {value}, which is not finite")]
    NotFinite {
        /// Which number, counted from 0.
        at: usize,
        /// The number.
        value: f32,
    },
    /// Numbers that were stored as a unit vector do not have length one.
    #[error(
        "a stored vector has length {length}, not 1; it was not written by this program or has been damaged"
    )]
    NotUnit {
        /// Their length.
        length: f64,
    },
}

/// How far the length of stored numbers may be from one. Rounding 384 numbers to `f32` costs under
/// 1e-6.
const UNIT_TOLERANCE: f64 = 1e-4;

impl Vector {
    /// The direction of `numbers`, scaled to length one.
    ///
    /// # Errors
    ///
    /// When a number is not finite, or when all are zero.
    pub fn unit(numbers: Vec<f32>) -> Result<Self, VectorError> {
        let length = length(&numbers)?;
        if length == 0.0 {
            return Err(VectorError::NoDirection { dimension: numbers.len() });
        }
        // Adding a positive zero turns a negative zero into a positive one and leaves every other
        // number alone.
        let scaled = numbers.into_iter().map(|number| (f64::from(number) / length) as f32 + 0.0);
        Ok(Self(scaled.collect()))
    }

    /// Numbers that already are a unit vector, bit for bit: for reading back what was stored.
    ///
    /// # Errors
    ///
    /// When a number is not finite, or when the length is not one.
    pub fn stored(numbers: Vec<f32>) -> Result<Self, VectorError> {
        let length = length(&numbers)?;
        if (length - 1.0).abs() > UNIT_TOLERANCE {
            return Err(VectorError::NotUnit { length });
        }
        Ok(Self(numbers.into_iter().map(|number| number + 0.0).collect()))
    }

    /// The cosine of the angle between two vectors: 1 for the same direction, 0 for a right angle.
    ///
    /// The order of summation is fixed, so the same two vectors give the same bits on every
    /// machine: products are rounded to `f32`; product `i` is added to lane `i % 8` in order of
    /// `i`; the lanes are added as `((0+4)+(2+6)) + ((1+5)+(3+7))`. The result may leave -1..=1 by
    /// a rounding error and is not clamped, because clamping would make ties.
    ///
    /// # Panics
    ///
    /// When the dimensions differ: such vectors come from different models, and nobody may compare
    /// them.
    #[must_use]
    pub fn cosine(&self, other: &Self) -> f32 {
        assert_eq!(
            self.dimension(),
            other.dimension(),
            "vectors of two models were compared: keep the fingerprint beside a vector and compare within one model"
        );
        dot(&self.0, &other.0)
    }

    /// How many numbers the vector has.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.0.len()
    }

    /// The numbers.
    #[must_use]
    pub fn as_slice(&self) -> &[f32] {
        &self.0
    }
}

/// The length of `numbers`, summed in order in `f64`.
fn length(numbers: &[f32]) -> Result<f64, VectorError> {
    if let Some((at, &value)) = numbers.iter().enumerate().find(|(_, number)| !number.is_finite()) {
        return Err(VectorError::NotFinite { at, value });
    }
    Ok(numbers.iter().map(|&number| f64::from(number) * f64::from(number)).sum::<f64>().sqrt())
}

/// Lanes that are summed side by side, so that the processor can add them at once.
const LANES: usize = 8;

fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let (left_blocks, left_rest) = left.as_chunks::<LANES>();
    let (right_blocks, right_rest) = right.as_chunks::<LANES>();
    for (left_block, right_block) in left_blocks.iter().zip(right_blocks) {
        for lane in 0..LANES {
            lanes[lane] += left_block[lane] * right_block[lane];
        }
    }
    for (lane, (left, right)) in left_rest.iter().zip(right_rest).enumerate() {
        lanes[lane] += left * right;
    }
    ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6]))
        + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))
}

impl Serialize for Vector {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Vector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let numbers = Vec::<f32>::deserialize(deserializer)?;
        Self::stored(numbers).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(numbers: &[f32]) -> Vector {
        Vector::unit(numbers.to_vec()).expect("the test gives a direction")
    }

    #[test]
    fn the_cosine_of_known_angles() {
        assert_eq!(vector(&[1.0, 0.0]).cosine(&vector(&[0.0, 5.0])), 0.0);
        assert_eq!(vector(&[3.0, 0.0]).cosine(&vector(&[2.0, 0.0])), 1.0);
        assert_eq!(vector(&[3.0, 0.0]).cosine(&vector(&[-2.0, 0.0])), -1.0);
        assert!((vector(&[1.0, 1.0]).cosine(&vector(&[1.0, 0.0])) - 0.5_f32.sqrt()).abs() < 1e-6);
    }

    #[test]
    fn lanes_and_rest_are_summed_in_the_documented_order() {
        let left: Vec<f32> = (0..19).map(|i| 1.0 / (i as f32 + 1.5)).collect();
        let right: Vec<f32> = (0..19).map(|i| (i as f32 - 7.0) * 0.37).collect();
        let mut lane = [0.0_f32; 8];
        for i in 0..19 {
            lane[i % 8] += left[i] * right[i];
        }
        let expected = ((lane[0] + lane[4]) + (lane[2] + lane[6]))
            + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
        assert_eq!(dot(&left, &right).to_bits(), expected.to_bits());
    }

    #[test]
    fn the_cosine_is_the_same_both_ways() {
        let left = vector(&(0..384).map(|i| 1.0 / (i as f32 - 50.5)).collect::<Vec<_>>());
        let right = vector(&(0..384).map(|i| (i as f32 - 99.0) * 0.37).collect::<Vec<_>>());
        assert_eq!(left.cosine(&right).to_bits(), right.cosine(&left).to_bits());
        assert!((left.cosine(&left) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn what_points_nowhere_is_refused() {
        assert_eq!(Vector::unit(vec![0.0, -0.0]), Err(VectorError::NoDirection { dimension: 2 }));
        assert_eq!(Vector::unit(vec![]), Err(VectorError::NoDirection { dimension: 0 }));
        assert!(matches!(
            Vector::unit(vec![1.0, f32::NAN]),
            Err(VectorError::NotFinite { at: 1, .. })
        ));
        assert!(matches!(
            Vector::unit(vec![f32::INFINITY]),
            Err(VectorError::NotFinite { at: 0, .. })
        ));
    }

    #[test]
    fn equal_vectors_have_equal_bits() {
        let numbers = vector(&[1.0, -0.0]);
        assert_eq!(numbers.as_slice()[1].to_bits(), 0.0_f32.to_bits());
    }

    #[test]
    fn stored_vectors_come_back_bit_for_bit() {
        let one = vector(&[0.3, -0.7, 0.11]);
        let bytes = postcard::to_stdvec(&one).expect("a vector can be written");
        assert_eq!(postcard::from_bytes::<Vector>(&bytes).expect("its own bytes"), one);
        let text = serde_json::to_string(&one).expect("a vector can be written");
        assert_eq!(serde_json::from_str::<Vector>(&text).expect("its own text"), one);
    }

    #[test]
    fn a_stored_vector_of_another_length_is_refused() {
        let error = serde_json::from_str::<Vector>("[0.5, 0.5]").expect_err("its length is not 1");
        assert!(error.to_string().contains("not 1"), "{error}");
    }

    #[test]
    #[should_panic(expected = "vectors of two models")]
    fn vectors_of_two_models_are_not_compared() {
        let _ = vector(&[1.0]).cosine(&vector(&[1.0, 0.0]));
    }
}
