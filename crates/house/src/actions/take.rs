//! Takes a thing into a free hand, the right one first, or into the one that was chosen; what is in
//! or on it comes along.
//!
//! Refused when it is fixed or too heavy, in the hand already, shut away or out of reach, and when
//! both hands are full, or the chosen one is.

use base::{Fact, Hand, Noun, Place, Refusal, Relation, State, ThingId};
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

pub(super) fn check(
    site: &Site<'_>,
    thing: ThingId,
    chosen: Option<Hand>,
) -> Result<CanTake, Refused> {
    let kind = site.things.kind(thing);
    if kind.fixed || kind.mass_kg > TOO_HEAVY_KG {
        return Err(no(Refusal::NotPortable));
    }
    if site.hands.holds(thing) {
        return Err(Refused { refusal: Refusal::AlreadySo, cause: vec![held(site, thing)] });
    }
    can_handle(site, thing)?;
    let hand = into_hand(site, thing, chosen, site.hands, site.name)?;
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
    let from = Site::of(world, agent).things.parent(thing);
    let taken = world.resource::<ThingIndex>().entity(thing);
    if let Some(mut origin) = world.get_mut::<Origin>(taken) {
        origin.0 = from;
    }
    put_in_hand(world, agent, thing, hand);
    vec![held(&Site::of(world, agent), thing)]
}

/// Into which of these hands, which are those of who is called so, the thing can come: the chosen one,
/// else the first that is free. What takes two hands is counted as in the right one.
///
/// Refused where none is free, or not both for what takes two, or not the chosen one, and where it would
/// burn a bare hand.
pub(super) fn into_hand(
    site: &Site<'_>,
    thing: ThingId,
    chosen: Option<Hand>,
    hands: &Hands,
    name: &Noun,
) -> Result<u8, Refused> {
    let things = site.things;
    let kind = things.kind(thing);
    let held = || hands.0.iter().flatten();
    let at = Place(Relation::HeldBy, name.clone());
    let in_hand = |held: &ThingId| Fact::At(things.noun(*held).clone(), at.clone());
    let free = hands.free().filter(|_| !kind.two_handed || held().next().is_none());
    let free = free.ok_or_else(|| Refused {
        refusal: Refusal::HandsFull,
        cause: held().map(in_hand).collect(),
    })?;
    let hand = match chosen.filter(|_| !kind.two_handed) {
        Some(chosen) => match &hands.0[chosen.index()] {
            Some(held) => return Err(no_because(Refusal::HandFull, in_hand(held))),
            None => chosen.index() as u8,
        },
        None => free,
    };
    let is_hot = things.get::<Warmth>(thing).is_some_and(|warmth| warmth.hot);
    let has_mitt = held().any(|held| things.kind(*held).mitt);
    if kind.hot_to_touch && is_hot && !has_mitt {
        return Err(no_because(Refusal::TooHot, is(site, thing, State::Hot, true)));
    }
    Ok(hand)
}

/// Brings the thing into that hand of the agent; what takes two hands into both.
pub(super) fn put_in_hand(world: &mut World, agent: Entity, thing: ThingId, hand: u8) {
    let site = Site::of(world, agent);
    let (by, frame) = (site.agent, site.body.hand(hand));
    let two_handed = site.things.kind(thing).two_handed;
    relocate(world, thing, Parent::Hand(by, hand), frame);
    let mut hands = world.get_mut::<Hands>(agent).expect("an agent has hands");
    hands.0[usize::from(hand)] = Some(thing);
    if two_handed {
        hands.0 = [Some(thing); 2];
    }
}
