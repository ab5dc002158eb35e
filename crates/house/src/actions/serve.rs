//! Puts a held thing down before somebody: on a piece of furniture that a hand of both reaches.
//!
//! Refused when it is not held, when the other is no person, and when there is no such spot.

use base::{Fact, Refusal, Relation, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{at, must_hold, no};
use crate::agent::{Body, Site};
use crate::sensing::turn_to;
use crate::solid::Frame;
use crate::spots::{put_down, spot_before};

/// Proof that the thing can be served now.
pub(crate) struct CanServe {
    thing: ThingId,
    on: ThingId,
    spot: Frame,
}

pub(super) fn check(site: &Site<'_>, thing: ThingId, who: ThingId) -> Result<CanServe, Refused> {
    must_hold(site, thing)?;
    let guest = site.things.person(who).ok_or_else(|| no(Refusal::WrongKind))?;
    let guest: &Body = site.things.of_agent(guest).expect("an agent has a body");
    let (on, spot) = spot_before(site, thing, guest).ok_or_else(|| no(Refusal::NoRoom))?;
    Ok(CanServe { thing, on, spot })
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanServe { thing, on, spot }: CanServe,
) -> Vec<Fact> {
    turn_to(world, agent, on);
    put_down(world, thing, Relation::On, on, spot);
    let site = Site::of(world, agent);
    vec![at(&site, site.things.noun(thing), Relation::On, on)]
}
