//! Hands what is in the hand to somebody near by, who takes it into a free hand.
//!
//! Refused when it is not in the hand, when the second is no person, is out of reach, has no hand free for
//! it, or would burn a bare hand on it.

use base::{Fact, Place, Refusal, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{can_handle, is, must_hold, no, no_because};
use crate::agent::{Hands, Name, Site};
use crate::heat::Warmth;
use crate::moving::relocate;
use crate::sensing::turn_to;
use crate::spots::release;
use crate::things::Parent;

/// Proof that the thing can be handed over now.
pub(crate) struct CanHandOver {
    thing: ThingId,
    figure: ThingId,
    to: Entity,
    hand: u8,
}

pub(super) fn check(
    site: &Site<'_>,
    thing: ThingId,
    figure: ThingId,
) -> Result<CanHandOver, Refused> {
    must_hold(site, thing)?;
    let to = site.things.person(figure).ok_or_else(|| no(Refusal::WrongKind))?;
    can_handle(site, figure)?;
    let hands: &Hands = site.things.of_agent(to).expect("an agent has hands");
    let room = match site.things.kind(thing).two_handed {
        true => hands.0.iter().all(Option::is_none).then_some(0),
        false => hands.free(),
    };
    let hand = room.ok_or_else(|| {
        let name: &Name = site.things.of_agent(to).expect("an agent has a name");
        let in_hand = |held: &ThingId| {
            Fact::At(site.things.noun(*held).clone(), Place(Relation::HeldBy, name.0.clone()))
        };
        Refused {
            refusal: Refusal::HandsFull,
            cause: hands.0.iter().flatten().map(in_hand).collect(),
        }
    })?;
    let is_hot = site.things.get::<Warmth>(thing).is_some_and(|warmth| warmth.hot);
    let has_mitt = hands.0.iter().flatten().any(|held| site.things.kind(*held).mitt);
    if site.things.kind(thing).hot_to_touch && is_hot && !has_mitt {
        return Err(no_because(Refusal::TooHot, is(site, thing, State::Hot, true)));
    }
    Ok(CanHandOver { thing, figure, to, hand })
}

pub(super) fn apply(world: &mut World, agent: Entity, proof: CanHandOver) -> Vec<Fact> {
    let CanHandOver { thing, figure, to, hand } = proof;
    turn_to(world, agent, figure);
    release(world, thing);
    let receiver = Site::of(world, to);
    let (by, frame) = (receiver.agent, receiver.body.hand(hand));
    let two_handed = receiver.things.kind(thing).two_handed;
    let what = receiver.things.noun(thing).clone();
    let place = Place(Relation::HeldBy, receiver.name.clone());
    relocate(world, thing, Parent::Hand(by, hand), frame);
    let mut hands = world.get_mut::<Hands>(to).expect("an agent has hands");
    hands.0[usize::from(hand)] = Some(thing);
    if two_handed {
        hands.0 = [Some(thing); 2];
    }
    vec![Fact::At(what, place)]
}
