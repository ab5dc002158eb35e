//! The ground floor: words and tools that every other crate shares.
//!
//! - [`time`]: simulated time in ticks; there is no other clock.
//! - [`ids`]: numbers that name things, agents and memories, and never change.
//! - [`streams`]: randomness by name, equal on every platform.
//! - [`digest`]: fingerprints of worlds and episodes, kept up to date cheaply.
//! - [`noun`], [`fact`], [`condition`], [`action`], [`refusal`]: the words in which
//!   the house, the agents, the memories and the scenarios speak to one another.
//!
//! Nothing here knows an ECS, a file, a model or a wall clock.

pub mod action;
pub mod condition;
pub mod digest;
pub mod fact;
pub mod ids;
pub mod noun;
pub mod refusal;
pub mod streams;
pub mod time;

pub use action::{Action, ActionKind};
pub use condition::{Condition, Quality};
pub use digest::{Digest, Digester, SetDigest};
pub use fact::{Fact, Place, Relation, State};
pub use ids::{AgentId, Handle, ThingId, UnitId};
pub use noun::Noun;
pub use refusal::Refusal;
pub use streams::{Stream, Streams};
pub use time::SimTime;
