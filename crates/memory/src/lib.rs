//! What every memory is made of, and the one trait that they share.
//!
//! Plain Rust: no ECS, no model, no clock. An idea about memory can be tried in a ten-line test.
//!
//! - [`unit`]: the memory unit, one remembered experience.
//! - [`question`]: what a memory is asked, typed and the same for every memory.
//! - [`recall`]: what it answers, with the trace that explains each score.
//! - [`system`]: the trait [`MemorySystem`], one method per stage.

pub mod question;
pub mod recall;
pub mod system;
pub mod unit;

pub use question::{Ask, Budget, Question};
pub use recall::{Recall, Recalled, Signal, Trace, Work};
pub use system::{Feedback, MemoryError, MemorySystem};
pub use unit::{Class, MemoryUnit, Source};
