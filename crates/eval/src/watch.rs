//! Looking on while episodes are lived: for displays and exports, never for an agent.
//!
//! Whoever looks on sees the world after each step and changes nothing, so a watched episode is the
//! same to the byte as one that nobody watches.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

use bevy_ecs::prelude::*;
use house::Scene;

use crate::trace::Event;

/// A world after a step.
pub struct Moment<'a> {
    /// The world.
    pub world: &'a World,
    /// The home that it is built from.
    pub scene: &'a Scene,
    /// The agent.
    pub agent: Entity,
    /// What this step brought, in order.
    pub events: &'a [Event],
}

/// Looks on.
pub trait Watch {
    /// Is shown the world after each step; may end the episode.
    fn look_on(&mut self, moment: &Moment<'_>) -> ControlFlow<()>;
}

/// Somebody who looks on, shared by the simulations of one life.
pub type Watcher = Rc<RefCell<dyn Watch>>;
