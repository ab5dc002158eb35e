//! Units by the direction of their embedding: an exact scan.
//!
//! Every stored vector is compared, so the answer is the true one and the same on every machine;
//! at ten thousand units of 384 numbers a scan takes about a millisecond. The index holds vectors
//! of one model only: a vector with another model's fingerprint is refused, whatever its length.

use std::cmp::Ordering;
use std::collections::HashMap;

use base::{SimTime, UnitId};

/// Vectors of length one, each under the id of its unit.
#[derive(Debug, Clone, Default)]
pub struct VectorIndex {
    /// The fingerprint of the model that made them all; none while the index is empty.
    model: Option<Box<str>>,
    dimension: usize,
    rows: Vec<(SimTime, UnitId)>,
    /// The numbers of all rows, one row after the other.
    numbers: Vec<f32>,
    row_of: HashMap<UnitId, usize>,
}

/// A vector does not belong with those of an index.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// It comes from another model.
    #[error("the vectors are of model {held} and the new one is of model {given}")]
    OtherModel {
        /// The fingerprint of the vectors held.
        held: String,
        /// The fingerprint of the given one.
        given: String,
    },
    /// It has another number of numbers, though it claims to be from the same model.
    #[error("the vectors have {held} numbers and the new one has {given}")]
    OtherDimension {
        /// How many numbers the vectors held have.
        held: usize,
        /// How many the given one has.
        given: usize,
    },
}

impl VectorIndex {
    /// Adds a vector of length one, made by the model with this fingerprint; an id that is there
    /// already stays as it is.
    ///
    /// # Errors
    ///
    /// When the vector is another model's, or of another dimension, than those held.
    pub fn add(
        &mut self,
        id: UnitId,
        lived: SimTime,
        model: &str,
        vector: &[f32],
    ) -> Result<(), Misfit> {
        if self.rows.is_empty() {
            self.model = Some(model.into());
            self.dimension = vector.len();
        }
        self.check(model, vector)?;
        if !self.row_of.contains_key(&id) {
            self.row_of.insert(id, self.rows.len());
            self.rows.push((lived, id));
            self.numbers.extend_from_slice(vector);
        }
        Ok(())
    }

    /// Says whether a vector of this model may be compared with those held.
    ///
    /// # Errors
    ///
    /// As [`VectorIndex::add`]. An empty index takes any vector.
    pub fn check(&self, model: &str, vector: &[f32]) -> Result<(), Misfit> {
        match self.model.as_deref() {
            Some(held) if held != model => {
                Err(Misfit::OtherModel { held: held.to_owned(), given: model.to_owned() })
            }
            Some(_) if vector.len() != self.dimension => {
                Err(Misfit::OtherDimension { held: self.dimension, given: vector.len() })
            }
            _ => Ok(()),
        }
    }

    /// Takes a vector out. Returns its numbers if it was there.
    pub fn remove(&mut self, id: UnitId) -> Option<Vec<f32>> {
        let row = self.row_of.remove(&id)?;
        let last = self.rows.len() - 1;
        let removed = self.row(row).to_vec();
        self.rows.swap_remove(row);
        let (start, from) = (row * self.dimension, last * self.dimension);
        self.numbers.copy_within(from..from + self.dimension, start);
        self.numbers.truncate(from);
        if let Some((_, moved)) = self.rows.get(row) {
            self.row_of.insert(*moved, row);
        }
        if self.rows.is_empty() {
            self.model = None;
        }
        Some(removed)
    }

    /// The numbers of a vector.
    pub fn get(&self, id: UnitId) -> Option<&[f32]> {
        self.row_of.get(&id).map(|row| self.row(*row))
    }

    /// How many vectors there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The fingerprint of the model that made the vectors; none while there are none.
    pub fn model(&self) -> Option<&str> {
        self.model.as_deref()
    }

    /// The cosine of the question's vector with every vector held.
    ///
    /// # Errors
    ///
    /// When the question's vector is another model's.
    pub fn scan(&self, model: &str, question: &[f32]) -> Result<Scan, Misfit> {
        self.check(model, question)?;
        let scored = self
            .rows
            .iter()
            .enumerate()
            .map(|(row, &(lived, id))| (dot(question, self.row(row)), lived, id))
            .collect();
        Ok(Scan { scored })
    }

    fn row(&self, row: usize) -> &[f32] {
        &self.numbers[row * self.dimension..(row + 1) * self.dimension]
    }
}

/// How close every vector of an index is to a question.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scan {
    scored: Vec<(f32, SimTime, UnitId)>,
}

/// What closeness is common in an index, against which a single one is judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Background {
    /// The mean cosine.
    pub mean: f32,
    /// The standard deviation of the cosines.
    pub deviation: f32,
}

impl Scan {
    /// The closest vectors, at most so many. Ties go to the newer, then to the lower id.
    pub fn best(&self, most: usize) -> Vec<(UnitId, f32)> {
        let mut found: Vec<(f32, SimTime, UnitId)> = Vec::with_capacity(2 * most + 1);
        let mut least = f32::NEG_INFINITY;
        for scored in self.scored.iter().filter(|_| most > 0) {
            if scored.0 < least {
                continue;
            }
            found.push(*scored);
            if found.len() > 2 * most {
                keep_best(&mut found, most);
                least = found[most - 1].0;
            }
        }
        keep_best(&mut found, most);
        found.into_iter().map(|(score, _, id)| (id, score)).collect()
    }

    /// Every score with its time and id, in no particular order.
    pub fn scored(&self) -> &[(f32, SimTime, UnitId)] {
        &self.scored
    }

    /// The mean and the deviation of all scores; none where there are none.
    ///
    /// Summed in whole numbers, so that the order in which vectors were added cannot show.
    pub fn background(&self) -> Option<Background> {
        let count = self.scored.len() as i64;
        if count == 0 {
            return None;
        }
        let (mut sum, mut squares) = (0_i64, 0_i64);
        for (score, ..) in &self.scored {
            let whole = (score * FIXED_POINT) as i64;
            sum += whole;
            squares += whole * whole;
        }
        let mean = sum as f64 / count as f64;
        let variance = squares as f64 / count as f64 - mean * mean;
        let unit = f64::from(FIXED_POINT);
        Some(Background {
            mean: (mean / unit) as f32,
            deviation: (variance.max(0.0).sqrt() / unit) as f32,
        })
    }
}

/// A power of two that leaves room for the squares of millions of cosines.
const FIXED_POINT: f32 = (1_u64 << 20) as f32;

/// The order of what was found: score, then newer, then lower id.
pub fn best_first(a: &(f32, SimTime, UnitId), b: &(f32, SimTime, UnitId)) -> Ordering {
    b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.cmp(&b.2))
}

/// Keeps the `most` best of what was found, in order, without sorting the rest.
pub fn keep_best(found: &mut Vec<(f32, SimTime, UnitId)>, most: usize) {
    if most == 0 {
        found.clear();
    } else if found.len() > most {
        found.select_nth_unstable_by(most - 1, best_first);
        found.truncate(most);
    }
    found.sort_unstable_by(best_first);
}

/// Lanes that are summed side by side, so that the processor can add them at once.
const LANES: usize = 8;

/// The dot product, each product added to lane `i % 8` and the lanes then added pairwise: a fixed
/// order, so the same two vectors give the same bits on every machine.
pub fn dot(left: &[f32], right: &[f32]) -> f32 {
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

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: &str = "model a";

    fn index(rows: &[(u64, u64, [f32; 2])]) -> VectorIndex {
        let mut index = VectorIndex::default();
        for (id, lived, vector) in rows {
            index.add(UnitId(*id), SimTime(*lived), MODEL, vector).expect("one model");
        }
        index
    }

    fn best(index: &VectorIndex, question: [f32; 2]) -> Vec<u64> {
        let scan = index.scan(MODEL, &question).expect("one model");
        scan.best(10).into_iter().map(|(id, _)| id.0).collect()
    }

    #[test]
    fn the_closest_comes_first() {
        let index = index(&[(1, 1, [1.0, 0.0]), (2, 2, [0.0, 1.0]), (3, 3, [0.6, 0.8])]);
        assert_eq!(best(&index, [1.0, 0.0]), [1, 3, 2]);
        assert_eq!(index.scan(MODEL, &[1.0, 0.0]).expect("one model").best(1).len(), 1);
    }

    #[test]
    fn ties_go_to_the_newer_and_then_to_the_lower_id() {
        let one = [1.0, 0.0];
        assert_eq!(best(&index(&[(3, 5, one), (1, 5, one), (2, 9, one)]), one), [2, 1, 3]);
    }

    #[test]
    fn what_is_removed_is_gone_and_the_rest_is_found_where_it_was() {
        let rows = [(1, 1, [1.0, 0.0]), (2, 2, [0.0, 1.0]), (3, 3, [0.6, 0.8])];
        for removed in 1..=3 {
            let mut some = index(&rows);
            assert_eq!(
                some.remove(UnitId(removed)).as_deref(),
                Some(&rows[removed as usize - 1].2[..])
            );
            let rest: Vec<_> = rows.iter().copied().filter(|(id, ..)| *id != removed).collect();
            assert_eq!(best(&some, [0.6, 0.8]), best(&index(&rest), [0.6, 0.8]));
            for (id, _, vector) in &rest {
                assert_eq!(some.get(UnitId(*id)), Some(&vector[..]));
            }
            assert_eq!(some.remove(UnitId(removed)), None);
        }
    }

    #[test]
    fn vectors_of_two_models_do_not_mix_even_when_they_are_as_long() {
        let mut index = index(&[(1, 1, [1.0, 0.0])]);
        let refused = index.add(UnitId(2), SimTime(2), "model b", &[0.0, 1.0]);
        assert!(matches!(refused, Err(Misfit::OtherModel { .. })), "{refused:?}");
        assert!(index.scan("model b", &[1.0, 0.0]).is_err());
        let refused = index.add(UnitId(2), SimTime(2), MODEL, &[1.0]);
        assert_eq!(refused, Err(Misfit::OtherDimension { held: 2, given: 1 }));
        index.remove(UnitId(1));
        assert!(index.add(UnitId(2), SimTime(2), "model b", &[1.0]).is_ok());
    }

    #[test]
    fn the_background_is_the_same_in_any_order() {
        let rows: Vec<_> = (0..50_u64)
            .map(|n| {
                let angle = n as f32 * 0.37;
                (n, n, [libm::cosf(angle), libm::sinf(angle)])
            })
            .collect();
        let mut reversed = rows.clone();
        reversed.reverse();
        let background = |rows: &[_]| {
            index(rows).scan(MODEL, &[0.6, 0.8]).expect("one model").background().expect("rows")
        };
        assert_eq!(background(&rows), background(&reversed));
        assert!(background(&rows).deviation > 0.5);
        assert_eq!(Scan::default().background(), None);
    }

    #[test]
    fn the_best_are_those_of_sorting_all() {
        let rows: Vec<_> = (0..200_u64)
            .map(|n| {
                let angle = (n * 7_919 % 97) as f32 * 0.13;
                (n, n / 3, [libm::cosf(angle), libm::sinf(angle)])
            })
            .collect();
        let scan = index(&rows).scan(MODEL, &[0.6, 0.8]).expect("one model");
        let mut sorted = scan.scored().to_vec();
        sorted.sort_by(best_first);
        for most in [0, 1, 7, 199, 200, 300] {
            let expected: Vec<_> = sorted.iter().take(most).map(|(s, _, id)| (*id, *s)).collect();
            assert_eq!(scan.best(most), expected);
        }
    }

    #[test]
    fn the_lanes_are_summed_in_the_documented_order() {
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
}
