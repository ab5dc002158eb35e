//! The trait that every memory implements: one method per stage that touches memory.

use base::{Digest, SimTime, UnitId};
use serde::{Deserialize, Serialize};

use crate::log::Log;
use crate::question::{Budget, Question};
use crate::recall::Recall;
use crate::unit::MemoryUnit;

/// What came of a plan, told to the memory whose units it used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Feedback {
    /// The units whose evidence the plan used, in the order in which they were recalled.
    pub used: Vec<UnitId>,
    /// From -1 (it failed because of them) to 1 (it succeeded by them).
    pub credit: f32,
    /// When it was known.
    pub now: SimTime,
}

/// A memory could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    /// The embedder failed.
    #[error("memory \"{memory}\" could not embed a text: {reason}")]
    Embedding {
        /// The memory's name.
        memory: String,
        /// What the embedder said.
        reason: String,
    },
    /// Vectors of two models met.
    #[error(
        "memory \"{memory}\" holds vectors of model {held}, but was given one of model {given}; \
         re-embed its units with one model"
    )]
    MixedModels {
        /// The memory's name.
        memory: String,
        /// The fingerprint of the vectors it holds.
        held: String,
        /// The fingerprint of the vector it was given.
        given: String,
    },
    /// A judge of relevance failed.
    #[error("memory \"{memory}\" could not learn how relevant its units are: {reason}")]
    Judging {
        /// The memory's name.
        memory: String,
        /// What the judge said.
        reason: String,
    },
    /// A number that must be finite is not.
    #[error("the unit \"{words}\" has a {field} of {value}; it must be a finite number")]
    NotFinite {
        /// The unit's words.
        words: String,
        /// Which number.
        field: &'static str,
        /// Its value.
        value: f32,
    },
}

/// A memory that an agent lives by.
///
/// Promises that [`crate::conformance`] checks: nothing recorded is lost; recording the same
/// experience twice keeps one unit; reads are pure; what is erased is gone; the order in which
/// units of different times are recorded does not matter to what is held.
pub trait MemorySystem: Send + Sync {
    /// The name of the arm: `brainmem`, `vector`.
    fn name(&self) -> &str;

    /// Keeps an experience and returns its id, [`MemoryUnit::content_id`].
    ///
    /// # Errors
    ///
    /// When a number of the unit is not finite, or its words could not be embedded; then nothing
    /// was kept, and the caller still has to decide what becomes of the experience.
    fn record(&mut self, unit: MemoryUnit) -> Result<UnitId, MemoryError>;

    /// Links a recorded unit to what is held already. Nothing happens for an unknown id.
    ///
    /// # Errors
    ///
    /// When a model that judges relations failed.
    fn associate(&mut self, id: UnitId) -> Result<(), MemoryError>;

    /// What the question brings to mind, within the budget, best first. Changes nothing.
    ///
    /// # Errors
    ///
    /// When the question could not be embedded, or by another model than the units were.
    fn recall(&self, question: &Question, budget: &Budget) -> Result<Recall, MemoryError>;

    /// Credits or blames the units that a plan used. Unknown ids are passed over.
    fn feedback(&mut self, feedback: &Feedback);

    /// Strengthens, weakens and puts aside, as a night's rest does.
    fn consolidate(&mut self, now: SimTime);

    /// Removes a unit and every trace of it. Returns whether it was there.
    fn erase(&mut self, id: UnitId) -> bool;

    /// A unit as it is held, also one that was put aside.
    fn unit(&self, id: UnitId) -> Option<&MemoryUnit>;

    /// Every unit held, also those put aside, in the order of their ids.
    fn unit_ids(&self) -> Vec<UnitId>;

    /// The fingerprint of everything that can reach a result: units, links, strengths.
    fn digest(&self) -> Digest;

    /// The source of record, from which the memory can be rebuilt with [`Log::replay`]; none
    /// where somebody else keeps it.
    fn log(&self) -> Option<&Log> {
        None
    }

    /// A copy that lives on by itself: a past is lived once and then copied for each question
    /// that is put to it.
    fn boxed_clone(&self) -> Box<dyn MemorySystem>;
}

impl Clone for Box<dyn MemorySystem> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}
