//! The ground floor: words and tools that every other crate shares.
//!
//! - [`time`]: simulated time in ticks; there is no other clock.
//! - [`ids`]: numbers that name things, agents and memories, and never change.
//! - [`streams`]: randomness by name, equal on every platform.
//! - [`digest`]: fingerprints of worlds and episodes, kept up to date cheaply.
//! - [`noun`], [`fact`], [`condition`], [`action`], [`hand`], [`refusal`]: the words in which
//!   the house, the agents, the memories and the scenarios speak to one another.
//! - [`action_table`]: what each action takes, needs and does, as data.
//!
//! Nothing here knows an ECS, a file, a model or a wall clock.

pub mod action;
pub mod action_kind;
pub mod action_table;
pub mod condition;
pub mod digest;
pub mod fact;
pub mod hand;
pub mod ids;
pub mod noun;
pub mod refusal;
pub mod streams;
pub mod time;
mod told;

pub use action::Action;
pub use action_kind::ActionKind;
pub use action_table::{ActionEntry, Chance};
pub use condition::{Condition, Quality, Share};
pub use digest::{Digest, Digester, SetDigest};
pub use fact::{Fact, Place, Relation, State};
pub use hand::Hand;
pub use ids::{AgentId, Handle, ThingId, UnitId};
pub use noun::Noun;
pub use refusal::Refusal;
pub use streams::{Stream, Streams};
pub use time::SimTime;
