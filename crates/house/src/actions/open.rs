//! Opens a thing that has a door or a lid or is a drawer, wide or only so far.
//!
//! What runs only while it is closed stops. Refused when it has none, is open (so far) already, is out of reach or is shut away itself.

use base::{Fact, Refusal, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{can_handle, is, no, no_because};
use crate::agent::Site;
use crate::sensing::turn_to;
use crate::states::{set_openness, state_of};
use crate::things::{Openable, Things};

/// Proof that the thing can be opened now.
pub(crate) struct CanOpen {
    thing: ThingId,
    percent: u8,
}

/// Wide open, hundredths.
pub(super) const WIDE: u8 = 100;

/// Whether the thing can be opened, or closed, so far that so many hundredths of it are open.
pub(super) fn check(site: &Site<'_>, thing: ThingId, percent: u8) -> Result<CanOpen, Refused> {
    let Some(openable) = site.things.get::<Openable>(thing) else {
        return Err(no(Refusal::WrongKind));
    };
    if !(1..=WIDE).contains(&percent) {
        return Err(no(Refusal::WrongKind));
    }
    can_handle(site, thing)?;
    if openable.is_open() && percent == WIDE || openable.percent == percent {
        let so = is(site, thing, State::Open, openable.is_open());
        return Err(no_because(Refusal::AlreadySo, so));
    }
    Ok(CanOpen { thing, percent })
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanOpen { thing, percent }: CanOpen,
) -> Vec<Fact> {
    turn_to(world, agent, thing);
    set_open(world, agent, thing, percent)
}

/// Opens it so far. Returns what that changed: it may have been running.
pub(super) fn set_open(world: &mut World, agent: Entity, thing: ThingId, percent: u8) -> Vec<Fact> {
    let ran = Things::of(world).is_running(thing);
    let was_open = Things::of(world).is_open(thing);
    if !set_openness(world, thing, percent) {
        return Vec::new();
    }
    let site = Site::of(world, agent);
    let is_open = site.things.is_open(thing);
    let mut changes = Vec::new();
    if is_open != was_open {
        changes.push(is(&site, thing, State::Open, is_open));
    }
    if state_of(site.things, thing, State::Ajar).is_some() {
        changes.push(is(&site, thing, State::Ajar, true));
    }
    if ran && !site.things.is_running(thing) {
        changes.push(is(&site, thing, State::Running, false));
    }
    changes
}
