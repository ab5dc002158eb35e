//! Puts a held thing down on another, where there is room.
//!
//! Refused when it is not held, when the other has no surface, is the thing itself or in or on it,
//! is shut away or out of reach, and when there is no free spot within reach.

use base::{Fact, Refusal, Relation, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{at, can_handle, must_hold, no};
use crate::agent::Site;
use crate::sensing::turn_to;
use crate::solid::Frame;
use crate::spots::{put_down, spot_on};

/// Proof that the thing can be put there now.
pub(crate) struct CanPutOn {
    thing: ThingId,
    on: ThingId,
    spot: Frame,
}

pub(super) fn check(site: &Site<'_>, thing: ThingId, on: ThingId) -> Result<CanPutOn, Refused> {
    if !site.things.kind(on).surface {
        return Err(no(Refusal::WrongKind));
    }
    must_hold(site, thing)?;
    if site.things.is_within(on, thing) {
        return Err(no(Refusal::IntoItself));
    }
    can_handle(site, on)?;
    let spot = spot_on(site, thing, on).ok_or_else(|| no(Refusal::NoRoom))?;
    Ok(CanPutOn { thing, on, spot })
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanPutOn { thing, on, spot }: CanPutOn,
) -> Vec<Fact> {
    turn_to(world, agent, on);
    put_down(world, thing, Relation::On, on, spot);
    let site = Site::of(world, agent);
    vec![at(&site, site.things.noun(thing), Relation::On, on)]
}
