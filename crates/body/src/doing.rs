//! What a body intends, what it is at, and what came of it.

use base::{Action, AgentId, Fact, Handle, Noun, Refusal, SimTime};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// What the agent wants to do next. The mind sets it, the house takes it.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Intent(pub Option<Action<Handle>>);

/// What the body is doing. None: it is free for the next intent.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Activity(pub Option<Ongoing>);

/// An action under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ongoing {
    /// What is done.
    pub action: Action<Handle>,
    /// Since when.
    pub started: SimTime,
    /// Until when, if nothing comes between.
    pub ends: SimTime,
}

/// A refusal, and what it told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Why.
    pub refusal: Refusal,
    /// The facts that stand in the way, as far as they show: the knife is blunt.
    pub cause: Vec<Fact>,
}

/// An action has ended, or was refused.
#[derive(Message, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who did it.
    pub agent: AgentId,
    /// What was done, in nouns.
    pub action: Action<Noun>,
    /// When it began.
    pub started: SimTime,
    /// When it ended.
    pub ended: SimTime,
    /// Whether it was done.
    pub result: Result<(), Refused>,
    /// What it changed, as the agent perceives it: the drawer is open, the mug is on the table.
    pub changes: Vec<Fact>,
}
