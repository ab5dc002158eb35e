//! Takes a thing into a free hand, the right one first; what is in or on it comes along.
//!
//! Refused when it is fixed or too heavy, in the hand already, shut away or out of reach, and when
//! both hands are full.

use base::{Fact, Refusal, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{can_handle, held, is, no, no_because};
use crate::agent::{Hands, Site};
use crate::heat::Warmth;
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
    if kind.two_handed && site.hands.0.iter().any(Option::is_some) {
        let cause = site.hands.0.iter().flatten().map(|in_hand| held(site, *in_hand)).collect();
        return Err(Refused { refusal: Refusal::HandsFull, cause });
    }
    let is_hot = site.things.get::<Warmth>(thing).is_some_and(|warmth| warmth.hot);
    let has_mitt = site.hands.0.iter().flatten().any(|held| site.things.kind(*held).mitt);
    if kind.hot_to_touch && is_hot && !has_mitt {
        return Err(no_because(Refusal::TooHot, is(site, thing, State::Hot, true)));
    }
    if site.things.became(thing).is(State::Shattered) {
        return Err(no_because(Refusal::Shattered, is(site, thing, State::Shattered, true)));
    }
    Ok(CanTake { thing, hand })
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanTake { thing, hand }: CanTake,
) -> Vec<Fact> {
    turn_to(world, agent, thing);
    let site = Site::of(world, agent);
    let (by, frame) = (site.agent, site.body.hand(hand));
    let (from, two_handed) = (site.things.parent(thing), site.things.kind(thing).two_handed);
    let taken = world.resource::<ThingIndex>().entity(thing);
    if let Some(mut origin) = world.get_mut::<Origin>(taken) {
        origin.0 = from;
    }
    relocate(world, thing, Parent::Hand(by, hand), frame);
    let mut hands = world.get_mut::<Hands>(agent).expect("the agent has hands");
    hands.0[usize::from(hand)] = Some(thing);
    if two_handed {
        hands.0 = [Some(thing); 2];
    }
    vec![held(&Site::of(world, agent), thing)]
}
