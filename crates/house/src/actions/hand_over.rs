//! Hands what is in the hand to somebody near by, who takes it into a free hand.
//!
//! Refused when it is not in the hand, when the second is no person, is out of reach, has no hand free for
//! it, or would burn a bare hand on it.

use base::{Fact, Refusal, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::take::{into_hand, put_in_hand};
use super::{can_handle, held, must_hold, no};
use crate::agent::{Hands, Name, Site};
use crate::sensing::turn_to;
use crate::spots::release;

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
    let name: &Name = site.things.of_agent(to).expect("an agent has a name");
    let hand = into_hand(site, thing, None, hands, &name.0)?;
    Ok(CanHandOver { thing, figure, to, hand })
}

pub(super) fn apply(world: &mut World, agent: Entity, proof: CanHandOver) -> Vec<Fact> {
    let CanHandOver { thing, figure, to, hand } = proof;
    turn_to(world, agent, figure);
    release(world, thing);
    put_in_hand(world, to, thing, hand);
    vec![held(&Site::of(world, to), thing)]
}
