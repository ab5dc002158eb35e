//! Switches a thing on or off; a knob also what it controls.
//!
//! Refused when it has no switch, is so already, is shut away or out of reach, or runs only while it
//! is closed and is open. What is broken can be
//! switched on, but does not run: the agent sees that it does not.

use base::{Fact, Refusal, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{can_handle, is, no, no_because};
use crate::agent::Site;
use crate::heat::is_stopped_by_its_door;
use crate::power::{has_power, trip};
use crate::seeing::Seeing;
use crate::sensing::turn_to;
use crate::states::set_state;
use crate::things::Things;

/// Proof that the thing can be switched so now.
pub(crate) struct CanToggle {
    thing: ThingId,
    on: bool,
}

pub(super) fn check(site: &Site<'_>, thing: ThingId, on: bool) -> Result<CanToggle, Refused> {
    if !site.things.kind(thing).switch && site.things.thing(thing).controls.is_none() {
        return Err(no(Refusal::WrongKind));
    }
    can_handle(site, thing)?;
    if site.things.is_running(thing) == on {
        return Err(no_because(Refusal::AlreadySo, is(site, thing, State::Running, on)));
    }
    if on && is_stopped_by_its_door(site.things, thing) {
        return Err(no_because(Refusal::Ajar, is(site, thing, State::Open, true)));
    }
    if on && !gets_power(site, thing) {
        return Err(no(Refusal::NoPower));
    }
    Ok(CanToggle { thing, on })
}

/// Whether the thing has power, and what it controls.
pub(super) fn gets_power(site: &Site<'_>, thing: ThingId) -> bool {
    let controlled = site.things.thing(thing).controls;
    std::iter::once(thing).chain(controlled).all(|id| has_power(site.things, id))
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanToggle { thing, on }: CanToggle,
) -> Vec<Fact> {
    turn_to(world, agent, thing);
    set_state(world, thing, State::Running, on);
    let works = Things::of(world).is_running(thing) == on;
    let controlled = Things::of(world).thing(thing).controls.filter(|_| works);
    if let Some(controlled) = controlled {
        set_state(world, controlled, State::Running, on);
    }
    trip(world);
    let runs = Things::of(world).is_running(thing);
    let mut changes = vec![is(&Site::of(world, agent), thing, State::Running, runs)];
    if let Some(controlled) = controlled {
        let site = Site::of(world, agent);
        if Seeing::new(site).sees(controlled) {
            let runs = site.things.is_running(controlled);
            changes.push(is(&site, controlled, State::Running, runs));
        }
    }
    changes
}
