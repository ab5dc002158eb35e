//! Puts a held thing down beside another: on what that stands on, as near as there is room.
//!
//! Refused when the other stands on nothing that has a name, and as [`super::put_on`] is.

use base::{Fact, Refusal, Relation, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{at, can_handle, must_hold, no};
use crate::agent::Site;
use crate::sensing::turn_to;
use crate::solid::Frame;
use crate::spots::{put_down, spot_beside};
use crate::things::Parent;

/// Proof that the thing can be put there now.
pub(crate) struct CanPutBeside {
    thing: ThingId,
    on: ThingId,
    spot: Frame,
}

pub(super) fn check(
    site: &Site<'_>,
    thing: ThingId,
    beside: ThingId,
) -> Result<CanPutBeside, Refused> {
    let Parent::At(Relation::On, on) = site.things.parent(beside) else {
        return Err(no(Refusal::WrongKind));
    };
    must_hold(site, thing)?;
    if site.things.is_within(beside, thing) {
        return Err(no(Refusal::IntoItself));
    }
    can_handle(site, beside)?;
    let spot = spot_beside(site, thing, on, beside).ok_or_else(|| no(Refusal::NoRoom))?;
    Ok(CanPutBeside { thing, on, spot })
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanPutBeside { thing, on, spot }: CanPutBeside,
) -> Vec<Fact> {
    turn_to(world, agent, on);
    put_down(world, thing, Relation::On, on, spot);
    let site = Site::of(world, agent);
    vec![at(&site, site.things.noun(thing), Relation::On, on)]
}
