//! Opens a thing that has a door or a lid or is a drawer.
//!
//! What runs only while it is closed stops. Refused when it has none, is open already, is out of reach or is shut away itself.

use base::{Fact, Refusal, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{can_handle, is, no, no_because};
use crate::agent::Site;
use crate::sensing::turn_to;
use crate::states::set_state;
use crate::things::{Openable, Things};

/// Proof that the thing can be opened now.
pub(crate) struct CanOpen(ThingId);

pub(super) fn check(site: &Site<'_>, thing: ThingId) -> Result<CanOpen, Refused> {
    let Some(openable) = site.things.get::<Openable>(thing) else {
        return Err(no(Refusal::WrongKind));
    };
    can_handle(site, thing)?;
    if openable.open {
        return Err(no_because(Refusal::AlreadySo, is(site, thing, State::Open, true)));
    }
    Ok(CanOpen(thing))
}

pub(super) fn apply(world: &mut World, agent: Entity, CanOpen(thing): CanOpen) -> Vec<Fact> {
    turn_to(world, agent, thing);
    set_open(world, agent, thing)
}

/// Opens it, where it is closed. Returns what that changed: it may have been running.
pub(super) fn set_open(world: &mut World, agent: Entity, thing: ThingId) -> Vec<Fact> {
    let ran = Things::of(world).is_running(thing);
    if !set_state(world, thing, State::Open, true) {
        return Vec::new();
    }
    let site = Site::of(world, agent);
    let mut changes = vec![is(&site, thing, State::Open, true)];
    if ran && !site.things.is_running(thing) {
        changes.push(is(&site, thing, State::Running, false));
    }
    changes
}
