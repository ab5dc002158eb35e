//! What goes on by itself in a thing: it warms, cools, is rinsed, goes off.
//!
//! Each process is a formula since the last change, and says when it next crosses a threshold.
//! Nothing is computed in between, so a night costs as much as a tick.

use base::{SimTime, ThingId};
use bevy_ecs::prelude::*;

use crate::crossings::Crossings;
use crate::moment::Moment;
use crate::{heat, recipes, rinse, spoiling};

/// Takes up what goes on in a thing anew after something about it has changed.
pub(crate) fn refresh(world: &mut World, id: ThingId) {
    let now = world.resource::<Moment>().0;
    heat::redrive(world, id, now);
    rinse::redrive(world, id, now);
    take_effect(world, id, now);
}

/// Lets every crossing up to now take effect.
pub(crate) fn cross(world: &mut World) {
    let now = world.resource::<Moment>().0;
    while let Some(id) = world.resource_mut::<Crossings>().pop_due(now) {
        take_effect(world, id, now);
    }
}

/// Brings about what is due, and notes when something is due next.
fn take_effect(world: &mut World, id: ThingId, now: SimTime) {
    heat::take_effect(world, id, now);
    rinse::take_effect(world, id, now);
    spoiling::take_effect(world, id, now);
    recipes::take_effect(world, id, now);
    let next = [
        heat::next_crossing(world, id, now),
        rinse::next_crossing(world, id),
        spoiling::next_crossing(world, id),
        recipes::next_crossing(world, id, now),
    ];
    let next = next.into_iter().flatten().min();
    world.resource_mut::<Crossings>().set(id, next);
}
