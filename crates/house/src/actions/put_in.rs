//! Puts a held thing into another, where there is room.
//!
//! Refused when it is not held, when the other holds nothing inside, is closed or in pieces, is the thing itself
//! or in or on it, is shut away or out of reach, and when it does not fit.

use base::{Fact, Refusal, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{at, can_handle, is, must_hold, no, no_because};
use crate::agent::Site;
use crate::sensing::turn_to;
use crate::solid::Frame;
use crate::spots::{put_down, spot_in};

/// Proof that the thing can be put there now.
pub(crate) struct CanPutIn {
    pub(super) thing: ThingId,
    into: ThingId,
    spot: Frame,
}

pub(super) fn check(site: &Site<'_>, thing: ThingId, into: ThingId) -> Result<CanPutIn, Refused> {
    if !site.things.kind(into).holds {
        return Err(no(Refusal::WrongKind));
    }
    must_hold(site, thing)?;
    if site.things.is_within(into, thing) {
        return Err(no(Refusal::IntoItself));
    }
    can_handle(site, into)?;
    if site.things.became(into).is(State::Shattered) {
        return Err(no_because(Refusal::Shattered, is(site, into, State::Shattered, true)));
    }
    if !site.things.is_open(into) {
        return Err(no_because(Refusal::Closed, is(site, into, State::Open, false)));
    }
    let spot = spot_in(site.things, thing, into).ok_or_else(|| no(Refusal::NoRoom))?;
    Ok(CanPutIn { thing, into, spot })
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanPutIn { thing, into, spot }: CanPutIn,
) -> Vec<Fact> {
    turn_to(world, agent, into);
    put_down(world, thing, Relation::In, into, spot);
    let site = Site::of(world, agent);
    vec![at(&site, site.things.noun(thing), Relation::In, into)]
}
