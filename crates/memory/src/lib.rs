//! What every memory is made of, and the one trait that they share.
//!
//! Plain Rust: no ECS, no model, no clock. An idea about memory can be tried in a ten-line test.
//!
//! The words of the trade:
//!
//! - [`mod@unit`]: the memory unit, one remembered experience.
//! - [`question`]: what a memory is asked, typed and the same for every memory.
//! - [`recall`]: what it answers, with the trace that explains each score.
//! - [`relevance`]: whoever judges, while a question is answered, how relevant a unit is to it.
//! - [`system`]: the trait [`MemorySystem`], one method per stage.
//!
//! Parts from which memories are put together, each by itself deterministic:
//!
//! - [`log`]: everything that was recorded, the source of record; also on disk.
//! - [`shelf`]: the units by id and by time, with their log and their digest.
//! - [`postings`]: which units are about what, each list in the order of time.
//! - [`lexical`]: units by the words they share with a question (BM25).
//! - [`vectors`]: units by the direction of their embedding.
//! - [`graph`]: units linked to units.
//! - [`mod@relation`]: how two units are related, by rules that see what they state.
//!
//! And for those who write one:
//!
//! - [`conformance`]: the promises that every memory keeps, as tests to call.
//! - [`testing`]: small household lives to test with.

pub mod conformance;
pub mod graph;
pub mod lexical;
pub mod log;
pub mod postings;
pub mod question;
pub mod recall;
pub mod relation;
pub mod relevance;
pub mod shelf;
pub mod system;
pub mod testing;
pub mod unit;
pub mod vectors;

pub use log::{Log, LogError, Record};
pub use question::{Ask, Budget, Question};
pub use recall::{Recall, Recalled, Rule, Signal, Trace, Work};
pub use relation::{Pair, Related};
pub use relevance::AssessRelevance;
pub use shelf::Shelf;
pub use system::{Feedback, MemoryError, MemorySystem};
pub use unit::{Class, MemoryUnit, Source};
