//! Plugs a thing in, or pulls its plug: then it no longer runs.
//!
//! Refused when it has no plug, is shut away or out of reach, or is so already.

use base::{Fact, Refusal, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{can_handle, is, no, no_because};
use crate::agent::Site;
use crate::sensing::turn_to;
use crate::states::set_state;
use crate::things::{Plug, Things};

/// Proof that the thing can be plugged in, or unplugged, now.
pub(crate) struct CanPlug {
    thing: ThingId,
    plugged: bool,
}

pub(super) fn check(site: &Site<'_>, thing: ThingId, plugged: bool) -> Result<CanPlug, Refused> {
    let Some(plug) = site.things.get::<Plug>(thing) else {
        return Err(no(Refusal::WrongKind));
    };
    can_handle(site, thing)?;
    if plug.0 == plugged {
        return Err(no_because(Refusal::AlreadySo, is(site, thing, State::Plugged, plugged)));
    }
    Ok(CanPlug { thing, plugged })
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanPlug { thing, plugged }: CanPlug,
) -> Vec<Fact> {
    turn_to(world, agent, thing);
    let ran = Things::of(world).is_running(thing);
    set_state(world, thing, State::Plugged, plugged);
    let site = Site::of(world, agent);
    let mut changes = vec![is(&site, thing, State::Plugged, plugged)];
    if ran && !site.things.is_running(thing) {
        changes.push(is(&site, thing, State::Running, false));
    }
    changes
}
