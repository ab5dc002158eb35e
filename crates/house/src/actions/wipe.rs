//! Wipes a dirty thing clean with a cloth, a sponge or a towel that is held.
//!
//! Refused when the thing cannot be cleaned, when the other is no cloth, is not held or is the thing
//! itself, when the thing is shut away, out of reach or clean, and when a stain is all that is on it and
//! neither is soapy. Dirt and soap go into the cloth.

use base::{Fact, Refusal, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::wash::is_covered;
use super::{can_handle, is, must_hold, no, no_because, not_at};
use crate::agent::Site;
use crate::liquid::wash_off;
use crate::sensing::turn_to;
use crate::states::set_state;

/// Proof that the thing can be wiped now.
pub(crate) struct CanWipe {
    thing: ThingId,
    with: ThingId,
}

pub(super) fn check(site: &Site<'_>, thing: ThingId, with: ThingId) -> Result<CanWipe, Refused> {
    can_rub(site, thing, with)?;
    let (became, cloth) = (site.things.became(thing), site.things.became(with));
    let is_soapy = became.is(State::Soapy) || cloth.is(State::Soapy);
    let comes_off =
        [became.is(State::Dirty), became.is(State::Soapy), is_covered(site.things, thing)];
    match became.is(State::Stained) {
        true if is_soapy => {}
        _ if comes_off.contains(&true) => {}
        true => return Err(no_because(Refusal::NoSoap, is(site, with, State::Soapy, false))),
        false => return Err(no_because(Refusal::AlreadySo, is(site, thing, State::Dirty, false))),
    }
    Ok(CanWipe { thing, with })
}

/// Whether the thing can be wiped or dried with the other, whatever it needs.
pub(super) fn can_rub(site: &Site<'_>, thing: ThingId, with: ThingId) -> Result<(), Refused> {
    if !site.things.kind(thing).washable || !site.things.kind(with).absorbent {
        return Err(no(Refusal::WrongKind));
    }
    must_hold(site, with)?;
    if thing == with {
        return Err(no(Refusal::IntoItself));
    }
    can_handle(site, thing)
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanWipe { thing, with }: CanWipe,
) -> Vec<Fact> {
    turn_to(world, agent, thing);
    let takes_in = Site::of(world, agent).things.kind(with).washable;
    let had_soap = set_state(world, thing, State::Soapy, false);
    let is_soapy = had_soap || Site::of(world, agent).things.became(with).is(State::Soapy);
    let unstained = is_soapy && set_state(world, thing, State::Stained, false);
    set_state(world, thing, State::Dirty, false);
    let gone = wash_off(world, thing);
    let soils = takes_in && set_state(world, with, State::Dirty, true);
    let soaps = takes_in && had_soap && set_state(world, with, State::Soapy, true);
    let site = Site::of(world, agent);
    let mut changes = vec![is(&site, thing, State::Dirty, false)];
    for (state, is_gone) in [(State::Stained, unstained), (State::Soapy, had_soap)] {
        changes.extend(is_gone.then(|| is(&site, thing, state, false)));
    }
    changes.extend(gone.iter().map(|(what, _)| not_at(&site, what, Relation::On, thing)));
    if soils {
        changes.push(is(&site, with, State::Dirty, true));
    }
    if soaps {
        changes.push(is(&site, with, State::Soapy, true));
    }
    changes
}
