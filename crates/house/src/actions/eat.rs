//! Eats a held thing. It is gone for good, but keeps its number.
//!
//! Refused when it cannot be eaten, when it is not held, and when something is in or on it.

use base::{Fact, Place, Refusal, Relation, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{must_hold, no};
use crate::agent::Site;
use crate::moving::relocate;
use crate::spots::release;
use crate::things::Parent;

/// Proof that the thing can be eaten now.
pub(crate) struct CanEat(ThingId);

pub(super) fn check(site: &Site<'_>, thing: ThingId) -> Result<CanEat, Refused> {
    if !site.things.kind(thing).edible || !site.things.contents(thing).is_empty() {
        return Err(no(Refusal::WrongKind));
    }
    must_hold(site, thing)?;
    Ok(CanEat(thing))
}

pub(super) fn apply(world: &mut World, agent: Entity, CanEat(thing): CanEat) -> Vec<Fact> {
    let frame = Site::of(world, agent).things.frame(thing);
    release(world, thing);
    relocate(world, thing, Parent::Gone, frame);
    let site = Site::of(world, agent);
    let in_hand = Place(Relation::HeldBy, site.name.clone());
    vec![Fact::NotAt(site.things.noun(thing).clone(), in_hand)]
}
