//! Pushes a loose thing half a metre away, however heavy to carry, with all that is in or on it; or over
//! the edge of what it stands on, where it falls to the floor.
//!
//! Refused when it is fixed or heavier than anybody pushes, is in something or in a hand, when the
//! body does not stand on the floor, when the thing is shut away or out of reach, when something is in
//! the way, and when it would lose what it stands on and there is no free way down, or something stands
//! on it.

use base::{Fact, Refusal, Relation, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{at, can_handle, no, not_at};
use crate::agent::{Posture, Site};
use crate::falling::{let_fall, over_the_edge};
use crate::moving::relocate;
use crate::sensing::turn_to;
use crate::solid::Frame;
use crate::spots::spot_pushed_to;
use crate::things::Parent;
use crate::under::landmark_over;

/// What is heavier than this nobody pushes, kilograms.
const TOO_HEAVY_KG: f32 = 60.0;

/// Proof that the thing can be pushed away now.
pub(crate) struct CanPush {
    thing: ThingId,
    to: To,
}

/// Where it comes to be.
enum To {
    /// On what it stands on.
    Spot(Frame),
    /// From there it falls.
    Fall(Frame),
}

pub(super) fn check(site: &Site<'_>, thing: ThingId) -> Result<CanPush, Refused> {
    let things = site.things;
    if things.is_landmark(thing) || things.kind(thing).mass_kg > TOO_HEAVY_KG {
        return Err(no(Refusal::NotPortable));
    }
    if things.is_stowed(thing) {
        return Err(no(Refusal::WrongKind));
    }
    if site.body.posture != Posture::Standing {
        return Err(no(Refusal::NotStanding));
    }
    can_handle(site, thing)?;
    let spot = || spot_pushed_to(site, thing).map(To::Spot);
    let to = spot().or_else(|| over_the_edge(site, thing).map(To::Fall));
    Ok(CanPush { thing, to: to.ok_or_else(|| no(Refusal::NoRoom))? })
}

pub(super) fn apply(world: &mut World, agent: Entity, CanPush { thing, to }: CanPush) -> Vec<Fact> {
    let site = Site::of(world, agent);
    let (parent, was_under) = (site.things.parent(thing), landmark_over(&site, thing));
    match to {
        To::Spot(spot) => relocate(world, thing, parent, spot),
        To::Fall(from) => let_fall(world, thing, from),
    }
    turn_to(world, agent, thing);
    let has_fallen = Site::of(world, agent).things.parent(thing) != parent;
    let site = Site::of(world, agent);
    let is_under = landmark_over(&site, thing);
    let what = site.things.noun(thing);
    match (parent, was_under, is_under) {
        (Parent::At(relation, on), ..) if has_fallen => vec![not_at(&site, what, relation, on)],
        (Parent::At(relation, on), ..) => vec![at(&site, what, relation, on)],
        (_, _, Some(over)) => vec![at(&site, what, Relation::Under, over)],
        (_, Some(over), None) => vec![not_at(&site, what, Relation::Under, over)],
        _ => Vec::new(),
    }
}
