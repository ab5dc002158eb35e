//! Lets a held thing fall to the floor, from as high as the hand is. Whether it breaks is decided when
//! it lands, see `breaking`.
//!
//! Refused when it is not held, and when there is no free floor before the feet.

use base::{Fact, Place, Refusal, Relation, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{must_hold, no};
use crate::agent::Site;
use crate::falling::{above, let_fall};
use crate::noise::{self, Sound};
use crate::solid::Frame;
use crate::spots::{release, spot_on_the_floor};

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

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanDrop { thing, spot }: CanDrop,
) -> Vec<Fact> {
    let start = above(&Site::of(world, agent), thing, spot);
    release(world, thing);
    let_fall(world, thing, start);
    let site = Site::of(world, agent);
    let in_hand = Place(Relation::HeldBy, site.name.clone());
    let changes = vec![Fact::NotAt(site.things.noun(thing).clone(), in_hand)];
    if !site.things.kind(thing).fragile {
        noise::make(world, thing, Sound::Falls);
    }
    changes
}
