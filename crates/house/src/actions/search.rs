//! Opens a container where it is closed, and looks through all that is in it.
//!
//! A thing that holds nothing inside but on which things can stand is looked over closely.

use base::{Fact, Refusal, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::open::{WIDE, set_open};
use super::{can_handle, no};
use crate::agent::{Body, Site};
use crate::sensing::turn_to;
use crate::things::Things;

/// Proof that the thing can be searched now.
pub(crate) struct CanSearch(ThingId);

pub(super) fn check(site: &Site<'_>, thing: ThingId) -> Result<CanSearch, Refused> {
    let kind = site.things.kind(thing);
    if !kind.holds && !kind.opens && !kind.surface {
        return Err(no(Refusal::WrongKind));
    }
    can_handle(site, thing)?;
    Ok(CanSearch(thing))
}

pub(super) fn apply(world: &mut World, agent: Entity, CanSearch(thing): CanSearch) -> Vec<Fact> {
    turn_to(world, agent, thing);
    let opens = !Things::of(world).is_open(thing);
    let changes = if opens { set_open(world, agent, thing, WIDE) } else { Vec::new() };
    world.get_mut::<Body>(agent).expect("the agent has a body").gaze.into = Some(thing);
    changes
}
