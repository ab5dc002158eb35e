//! The moment whose state the world is in.

use base::SimTime;
use bevy_ecs::prelude::*;

/// The time of the world's state: what the clock says, or, once the stage `Physics` has moved the
/// world on, the moment of the coming step.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Moment(pub(crate) SimTime);
