//! Cracks a held thing over a vessel, so that its inside falls into it.
//!
//! Refused as [`super::put_in`] is, and when the thing has no shell or it is cracked already.

use base::{Fact, Refusal, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::put_in::{self, CanPutIn};
use super::{is, no, no_because};
use crate::agent::Site;
use crate::states::set_state;

/// Proof that the thing can be cracked into the vessel now.
pub(crate) struct CanCrack(CanPutIn);

pub(super) fn check(site: &Site<'_>, thing: ThingId, into: ThingId) -> Result<CanCrack, Refused> {
    if !site.things.kind(thing).crackable {
        return Err(no(Refusal::WrongKind));
    }
    if site.things.became(thing).is(State::Cracked) {
        return Err(no_because(Refusal::AlreadySo, is(site, thing, State::Cracked, true)));
    }
    Ok(CanCrack(put_in::check(site, thing, into)?))
}

pub(super) fn apply(world: &mut World, agent: Entity, CanCrack(into): CanCrack) -> Vec<Fact> {
    let thing = into.thing;
    let mut changes = put_in::apply(world, agent, into);
    set_state(world, thing, State::Cracked, true);
    changes.insert(0, is(&Site::of(world, agent), thing, State::Cracked, true));
    changes
}
