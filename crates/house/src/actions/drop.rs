//! Lets a held thing fall to the floor. What is fragile shatters.
//!
//! Refused when it is not held, and when there is no free floor before the feet.

use base::{Fact, Place, Refusal, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{is, must_hold, no, not_at};
use crate::agent::Site;
use crate::liquid::{self, Ledger, Liquid};
use crate::moving::relocate;
use crate::noise::{self, Sound};
use crate::solid::Frame;
use crate::spots::{release, spot_on_the_floor};
use crate::states::set_state;
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

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanDrop { thing, spot }: CanDrop,
) -> Vec<Fact> {
    release(world, thing);
    relocate(world, thing, Parent::None, spot);
    let site = Site::of(world, agent);
    let in_hand = Place(Relation::HeldBy, site.name.clone());
    let mut changes = vec![Fact::NotAt(site.things.noun(thing).clone(), in_hand)];
    if site.things.kind(thing).fragile {
        changes.extend(shatter(world, agent, thing));
    } else {
        noise::make(world, thing, Sound::Falls);
    }
    changes
}

/// Breaks the thing to pieces. What was in it is spilt.
fn shatter(world: &mut World, agent: Entity, thing: ThingId) -> Vec<Fact> {
    set_state(world, thing, State::Shattered, true);
    let site = Site::of(world, agent);
    let mut changes = vec![is(&site, thing, State::Shattered, true)];
    let ml = site.things.get::<Liquid>(thing).map_or(0, |liquid| liquid.0.ml());
    if ml > 0 {
        let (spilt, _) = liquid::take(world, thing, ml);
        world.resource_mut::<Ledger>().drain(&spilt);
        let site = Site::of(world, agent);
        changes.extend(spilt.iter().map(|(what, _)| not_at(&site, what, Relation::In, thing)));
    }
    changes
}
