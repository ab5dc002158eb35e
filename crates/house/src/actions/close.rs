//! Closes a thing that has a door or a lid or is a drawer.
//!
//! Refused when it has none, is closed already, is out of reach or is shut away itself.

use base::{Fact, Refusal, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{can_handle, is, no, no_because};
use crate::agent::Site;
use crate::sensing::turn_to;
use crate::states::set_state;
use crate::things::Openable;

/// Proof that the thing can be closed now.
pub(crate) struct CanClose(ThingId);

pub(super) fn check(site: &Site<'_>, thing: ThingId) -> Result<CanClose, Refused> {
    let Some(openable) = site.things.get::<Openable>(thing) else {
        return Err(no(Refusal::WrongKind));
    };
    can_handle(site, thing)?;
    if openable.percent == 0 {
        return Err(no_because(Refusal::AlreadySo, is(site, thing, State::Open, false)));
    }
    Ok(CanClose(thing))
}

pub(super) fn apply(world: &mut World, agent: Entity, CanClose(thing): CanClose) -> Vec<Fact> {
    turn_to(world, agent, thing);
    set_state(world, thing, State::Open, false);
    vec![is(&Site::of(world, agent), thing, State::Open, false)]
}
