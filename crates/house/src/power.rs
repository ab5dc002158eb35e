//! Electricity: plugs, and breakers that trip where too much runs at once.
//!
//! All breakers of a home are in one line: there is power while every one of them is on.

use base::{State, ThingId};
use bevy_ecs::prelude::*;

use crate::states::set_state;
use crate::things::{Plug, Things};

/// Whether the thing has the power that it needs.
pub(crate) fn has_power(things: Things<'_>, id: ThingId) -> bool {
    let kind = things.kind(id);
    let plugged = things.get::<Plug>(id).is_none_or(|plug| plug.0);
    let on = |breaker: ThingId| things.is_running(breaker);
    plugged && (kind.watts.is_none() || breakers(things).all(on))
}

fn breakers(things: Things<'_>) -> impl Iterator<Item = ThingId> {
    things.ids().filter(move |id| things.kind(*id).breaks_at_watts.is_some())
}

/// Trips what cannot bear what runs now.
pub(crate) fn trip(world: &mut World) {
    let things = Things::of(world);
    let running = things.ids().filter(|id| things.is_running(*id));
    let watts: u32 = running.filter_map(|id| things.kind(id).watts).sum();
    let overloaded: Vec<ThingId> = breakers(things)
        .filter(|id| things.is_running(*id))
        .filter(|id| things.kind(*id).breaks_at_watts.is_some_and(|most| watts > most))
        .collect();
    for breaker in overloaded {
        set_state(world, breaker, State::Running, false);
    }
}

/// Stops whatever has no power any more.
pub(crate) fn stop_without_power(world: &mut World) {
    let things = Things::of(world);
    let stopped: Vec<ThingId> =
        things.ids().filter(|id| things.is_running(*id) && !has_power(things, *id)).collect();
    for id in stopped {
        set_state(world, id, State::Running, false);
    }
}
