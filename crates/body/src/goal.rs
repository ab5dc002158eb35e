//! What an agent has been asked for.

use base::{Condition, SimTime};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// The goal that the agent pursues. None: it is at rest.
#[derive(Component, Debug, Clone, Default)]
pub struct Goal(pub Option<GivenGoal>);

/// A goal as it was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenGoal {
    /// How it was said: "bring the blue mug to the table".
    pub words: String,
    /// What must be so.
    pub condition: Condition,
    /// When it was given.
    pub given: SimTime,
    /// How many actions may be spent on it, refused ones among them.
    pub action_budget: u32,
    /// Until when it may be pursued.
    pub until: SimTime,
}
