//! What went on in a mind, for the story of an episode and for its records.

use base::{Action, AgentId, Noun, SimTime, UnitId};
use bevy_ecs::prelude::*;
use memory::{Ask, Recalled};

/// Something that an agent thought.
#[derive(Message, Debug, Clone)]
pub struct Thought {
    /// Who.
    pub agent: AgentId,
    /// When.
    pub time: SimTime,
    /// What.
    pub content: Content,
}

/// What was thought.
#[derive(Debug, Clone)]
pub enum Content {
    /// Memory was asked, and this came to mind.
    Recalled {
        /// The question.
        ask: Ask,
        /// The answer, best first.
        units: Vec<Recalled>,
    },
    /// A reason, in words.
    Because(String),
    /// The agent went by what it remembered, and it was not so any more.
    Stale(UnitId),
    /// The agent decided to do this.
    Decided(Action<Noun>),
    /// The agent holds its goal, or its script, to be done.
    Done,
}
