//! Whoever can say, while a question is being answered, how relevant a unit is to it.

use std::fmt::Debug;

use crate::question::Question;
use crate::unit::MemoryUnit;

/// Judges how relevant units are to a question.
///
/// Asked for the few best candidates of a recall, all in one batch. The same question and units
/// always get the same answer, so that a recall stays a pure reading.
pub trait AssessRelevance: Debug + Send + Sync {
    /// For each unit how relevant it is, from 0 to 1, in the order of the units.
    ///
    /// # Errors
    ///
    /// Why it cannot say, in words.
    fn assess(&self, question: &Question, units: &[&MemoryUnit]) -> Result<Vec<f32>, String>;
}
