//! Lets a held thing fall to the floor.
//!
//! Refused when it is not held, and when there is no free floor before the feet.

use base::{Fact, Place, Refusal, Relation, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{must_hold, no};
use crate::agent::Site;
use crate::moving::relocate;
use crate::solid::Frame;
use crate::spots::{release, spot_on_the_floor};
use crate::things::Parent;

/// Proof that the thing can be dropped now.
pub(crate) struct CanDrop {
    thing: ThingId,
    spot: Frame,
}

pub(super) fn check(site: &Site<'_>, thing: ThingId) -> Result<CanDrop, Refused> {
    must_hold(site, thing)?;
    let spot = spot_on_the_floor(site, thing).ok_or_else(|| no(Refusal::NoRoom))?;
    Ok(CanDrop { thing, spot })
}

pub(super) fn apply(world: &mut World, CanDrop { thing, spot }: CanDrop) -> Vec<Fact> {
    release(world, thing);
    relocate(world, thing, Parent::None, spot);
    let site = Site::of(world);
    let in_hand = Place(Relation::HeldBy, site.name.clone());
    vec![Fact::NotAt(site.things.noun(thing).clone(), in_hand)]
}
