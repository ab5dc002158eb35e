//! Puts a held thing on the floor under a piece of furniture.
//!
//! Refused when the other is no furniture, when the body does not stand on the floor, when the thing
//! is not held, when the furniture is shut away or out of reach, and when no free floor under it is
//! high enough and within reach. What is under what is for geometry to say: see [`crate::under`].

use base::{Fact, Refusal, Relation, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{at, can_handle, must_hold, no};
use crate::agent::{Posture, Site};
use crate::moving::relocate;
use crate::sensing::turn_to;
use crate::solid::Frame;
use crate::spots::release;
use crate::things::Parent;
use crate::under::spot_under;

/// Proof that the thing can be put there now.
pub(crate) struct CanPutUnder {
    thing: ThingId,
    of: ThingId,
    spot: Frame,
}

pub(super) fn check(site: &Site<'_>, thing: ThingId, of: ThingId) -> Result<CanPutUnder, Refused> {
    if !site.things.is_landmark(of) {
        return Err(no(Refusal::WrongKind));
    }
    if site.body.posture != Posture::Standing {
        return Err(no(Refusal::NotStanding));
    }
    must_hold(site, thing)?;
    can_handle(site, of)?;
    let spot = spot_under(site, thing, of).ok_or_else(|| no(Refusal::NoRoom))?;
    Ok(CanPutUnder { thing, of, spot })
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanPutUnder { thing, of, spot }: CanPutUnder,
) -> Vec<Fact> {
    turn_to(world, agent, of);
    release(world, thing);
    relocate(world, thing, Parent::None, spot);
    let site = Site::of(world, agent);
    vec![at(&site, site.things.noun(thing), Relation::Under, of)]
}
