//! Turns a dial to a level: its own, or that of what a knob controls. At 0 it is off.
//!
//! Refused when there is no dial with that level, when it is shut away or out of reach or there
//! already, when it runs only while it is closed and is open, and when it has no power. The level is
//! felt in the heat and cannot be seen.

use base::{Fact, Refusal, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::toggle::gets_power;
use super::{can_handle, is, no, no_because};
use crate::agent::Site;
use crate::heat::is_stopped_by_its_door;
use crate::power::trip;
use crate::seeing::Seeing;
use crate::sensing::turn_to;
use crate::states::{set_level, set_state};
use crate::things::{Dial, Things};

/// Proof that the dial can be turned to the level now.
pub(crate) struct CanSetDial {
    thing: ThingId,
    dialled: ThingId,
    level: u8,
}

pub(super) fn check(site: &Site<'_>, thing: ThingId, level: u8) -> Result<CanSetDial, Refused> {
    let things = site.things;
    let Some(dialled) = dialled_by(things, thing) else {
        return Err(no(Refusal::WrongKind));
    };
    if things.kind(dialled).levels.is_none_or(|levels| level > levels) {
        return Err(no(Refusal::WrongKind));
    }
    can_handle(site, thing)?;
    if things.get::<Dial>(dialled).is_some_and(|dial| dial.0 == level) {
        return Err(no_because(Refusal::AlreadySo, is(site, thing, State::Running, level > 0)));
    }
    if level > 0 && is_stopped_by_its_door(things, dialled) {
        return Err(no_because(Refusal::Ajar, is(site, dialled, State::Open, true)));
    }
    if level > 0 && !gets_power(site, thing) {
        return Err(no(Refusal::NoPower));
    }
    Ok(CanSetDial { thing, dialled, level })
}

/// What the thing's dial sets: what it controls, or itself.
fn dialled_by(things: Things<'_>, thing: ThingId) -> Option<ThingId> {
    things.thing(thing).controls.or_else(|| things.kind(thing).switch.then_some(thing))
}

pub(super) fn apply(world: &mut World, agent: Entity, proof: CanSetDial) -> Vec<Fact> {
    let CanSetDial { thing, dialled, level } = proof;
    turn_to(world, agent, thing);
    set_state(world, thing, State::Running, level > 0);
    let works = Things::of(world).is_running(thing) == (level > 0);
    if works && dialled != thing {
        set_state(world, dialled, State::Running, level > 0);
    }
    if works {
        set_level(world, dialled, level);
    }
    trip(world);
    let site = Site::of(world, agent);
    let mut changes = vec![is(&site, thing, State::Running, site.things.is_running(thing))];
    if dialled != thing && Seeing::new(site).sees(dialled) {
        changes.push(is(&site, dialled, State::Running, site.things.is_running(dialled)));
    }
    changes
}
