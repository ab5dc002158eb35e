//! Numbers that name things and never change while a run lasts.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A thing of the house: furniture, an appliance, an egg. Only the house and the evaluation see it.
///
/// Assigned in the order of the scene's description, so it is the same in every run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ThingId(pub u32);

/// An agent that lives in the house.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct AgentId(pub u16);

/// What an agent calls a thing while it perceives it.
///
/// A landmark keeps its handle for ever. A loose thing gets a new one each time it comes into
/// view: a handle says nothing about whether this is the mug of yesterday.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Handle(pub u32);

/// A memory unit, named by the digest of what it holds: the same experience has the same id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u64);

impl fmt::Display for ThingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "thing {}", self.0)
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
