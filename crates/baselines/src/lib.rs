//! The rivals: memories that BrainMem is measured against, one finished file each.
//!
//! - [`nothing`]: keeps everything and recalls nothing; the lower bound.
//! - [`full_history`]: the end of the transcript, as much as the budget holds.
//! - [`recent`]: the newest units.
//! - [`bm25`]: by shared words.
//! - [`vector`]: by the direction of an embedding, with an optional taste for what is newer.
//! - [`hybrid`]: the ranks of both, fused.
//! - [`last_seen`]: a plain table with the newest fact about every matter, and the failures.
//!
//! All of them get the same units and the same typed questions as BrainMem, and answer within the
//! same budget. None consolidates, and none learns from feedback: both are only logged. Parameters
//! are public structs, since each rival is tuned on dev as carefully as we are.
//!
//! Each file is meant to be copied by whoever adds a rival: a [`memory::Shelf`] that keeps, an
//! index that finds, and one test that holds it to `memory::conformance`.

pub mod bm25;
pub mod full_history;
pub mod hybrid;
pub mod last_seen;
pub mod nothing;
pub mod recent;
pub mod vector;

mod embedded;

pub use bm25::{Bm25, Bm25Params};
pub use full_history::FullHistory;
pub use hybrid::{Hybrid, HybridParams};
pub use last_seen::LastSeen;
pub use nothing::Nothing;
pub use recent::Recent;
pub use vector::{Vector, VectorParams};

/// What every rival does in the same way: keep, look up, log.
///
/// The type has a field `shelf`; `feedback` and `consolidate` change nothing that reaches a recall.
macro_rules! kept_on_the_shelf {
    () => {
        fn feedback(&mut self, feedback: &memory::Feedback) {
            self.shelf.log_feedback(feedback);
        }

        fn consolidate(&mut self, now: base::SimTime) {
            self.shelf.log_rest(now);
        }

        fn associate(&mut self, _: base::UnitId) -> Result<(), memory::MemoryError> {
            Ok(())
        }

        fn unit(&self, id: base::UnitId) -> Option<&memory::MemoryUnit> {
            self.shelf.get(id).map(|unit| &**unit)
        }

        fn unit_ids(&self) -> Vec<base::UnitId> {
            self.shelf.ids()
        }

        fn digest(&self) -> base::Digest {
            self.shelf.digest()
        }

        fn log(&self) -> Option<&memory::Log> {
            Some(self.shelf.log())
        }

        fn boxed_clone(&self) -> Box<dyn memory::MemorySystem> {
            Box::new(self.clone())
        }
    };
}

use kept_on_the_shelf;

/// How new a unit is at the time of a question: 1 when it was lived just now, 1/2 after so many
/// days, 1/3 after twice as many.
///
/// A hyperbola, as forgetting curves are (Rubin and Wenzel, "One Hundred Years of Forgetting",
/// 1996), and plain division, so the bits are the same on every machine.
fn recency(now: base::SimTime, lived: base::SimTime, half_after_days: f32) -> f32 {
    1.0 / (1.0 + now.days_since(lived) as f32 / half_after_days)
}
