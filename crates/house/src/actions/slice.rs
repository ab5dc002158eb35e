//! Cuts a thing with a tool that is held.
//!
//! Refused when the thing cannot be cut or is cut already, when the tool has no edge or is not held,
//! when the thing is shut away or out of reach, and when the edge is blunt. Each cut wears the edge.

use base::{Fact, Refusal, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;
use scenario::checked::Edge as EdgeOfKind;

use super::{can_handle, is, must_hold, no, no_because};
use crate::agent::Site;
use crate::digest::touch;
use crate::sensing::turn_to;
use crate::states::set_state;
use crate::things::{Edge, ThingIndex, Things};

/// Proof that the thing can be cut with the tool now.
pub(crate) struct CanSlice {
    thing: ThingId,
    with: ThingId,
}

pub(super) fn check(site: &Site<'_>, thing: ThingId, with: ThingId) -> Result<CanSlice, Refused> {
    let Some(edge) = site.things.get::<Edge>(with) else {
        return Err(no(Refusal::WrongKind));
    };
    if !site.things.kind(thing).sliceable {
        return Err(no(Refusal::WrongKind));
    }
    must_hold(site, with)?;
    can_handle(site, thing)?;
    if site.things.became(thing).is(State::Sliced) {
        return Err(no_because(Refusal::AlreadySo, is(site, thing, State::Sliced, true)));
    }
    if edge.sharpness < EdgeOfKind::CUTS_FROM {
        return Err(no_because(Refusal::Blunt, is(site, with, State::Sharp, false)));
    }
    Ok(CanSlice { thing, with })
}

pub(super) fn apply(world: &mut World, CanSlice { thing, with }: CanSlice) -> Vec<Fact> {
    turn_to(world, thing);
    set_state(world, thing, State::Sliced, true);
    wear(world, with);
    vec![is(&Site::of(world), thing, State::Sliced, true)]
}

/// Wears the edge by one cut.
pub(super) fn wear(world: &mut World, tool: ThingId) {
    let wear = Things::of(world).kind(tool).edge.map_or(0.0, |edge| edge.wear);
    let entity = world.resource::<ThingIndex>().entity(tool);
    let mut edge = world.get_mut::<Edge>(entity).expect("checked: the tool has an edge");
    edge.sharpness = (edge.sharpness - wear).max(0.0);
    touch(world, tool);
}
