//! Turns once around and looks.

use base::Fact;
use bevy_ecs::prelude::*;

use crate::agent::Body;

/// One can always look.
pub(crate) struct CanLook(());

pub(super) fn check() -> CanLook {
    CanLook(())
}

pub(super) fn apply(world: &mut World, agent: Entity, CanLook(()): CanLook) -> Vec<Fact> {
    let mut body = world.get_mut::<Body>(agent).expect("the agent has a body");
    let yaw_deg = body.yaw_deg;
    body.look_ahead(yaw_deg);
    body.gaze.around = true;
    Vec::new()
}
