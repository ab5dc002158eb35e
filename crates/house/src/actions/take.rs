//! Takes a thing into a free hand, the right one first; what is in or on it comes along.
//!
//! Refused when it is fixed or too heavy, in the hand already, shut away or out of reach, and when
//! both hands are full.

use base::{Fact, Refusal, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{can_handle, held, no};
use crate::agent::{Hands, Site, TheAgent};
use crate::moving::relocate;
use crate::sensing::turn_to;
use crate::things::{Origin, Parent, ThingIndex};

/// What is heavier than this cannot be carried in one hand, kilograms.
const TOO_HEAVY_KG: f32 = 15.0;

/// Proof that the thing can be taken now.
pub(crate) struct CanTake {
    thing: ThingId,
    hand: u8,
}

pub(super) fn check(site: &Site<'_>, thing: ThingId) -> Result<CanTake, Refused> {
    let kind = site.things.kind(thing);
    if kind.fixed || kind.mass_kg > TOO_HEAVY_KG {
        return Err(no(Refusal::NotPortable));
    }
    if site.hands.holds(thing) {
        return Err(Refused { refusal: Refusal::AlreadySo, cause: vec![held(site, thing)] });
    }
    can_handle(site, thing)?;
    let Some(hand) = site.hands.free() else {
        let cause = site.hands.0.iter().flatten().map(|in_hand| held(site, *in_hand)).collect();
        return Err(Refused { refusal: Refusal::HandsFull, cause });
    };
    Ok(CanTake { thing, hand })
}

pub(super) fn apply(world: &mut World, CanTake { thing, hand }: CanTake) -> Vec<Fact> {
    turn_to(world, thing);
    let site = Site::of(world);
    let (agent, frame) = (site.agent, site.body.hand(hand));
    let from = site.things.parent(thing);
    let taken = world.resource::<ThingIndex>().entity(thing);
    if let Some(mut origin) = world.get_mut::<Origin>(taken) {
        origin.0 = from;
    }
    relocate(world, thing, Parent::Hand(agent, hand), frame);
    let entity = world.resource::<TheAgent>().0;
    let mut hands = world.get_mut::<Hands>(entity).expect("the agent has hands");
    hands.0[usize::from(hand)] = Some(thing);
    vec![held(&Site::of(world), thing)]
}
