//! Washes a dirty thing under running water.
//!
//! It is in a hand, and water runs in a basin within reach; or it lies in that basin. Soap goes, and
//! with it a stain, which water alone leaves where it is. Refused when it cannot be washed, is neither
//! held nor in a basin, is shut away or out of reach, is clean, when no water runs there, and when a
//! stain is all that is on it.

use base::{Fact, Refusal, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{can_handle, is, no, no_because, not_at};
use crate::agent::Site;
use crate::liquid::{Coat, wash_off};
use crate::rinse::runs_in;
use crate::seeing::Seeing;
use crate::sensing::turn_to;
use crate::states::set_state;
use crate::things::{Parent, Things};

/// Proof that the thing can be washed now.
pub(crate) struct CanWash(ThingId);

pub(super) fn check(site: &Site<'_>, thing: ThingId) -> Result<CanWash, Refused> {
    let things = site.things;
    if !things.kind(thing).washable {
        return Err(no(Refusal::WrongKind));
    }
    let around = match things.parent(thing) {
        Parent::At(Relation::In, basin) if things.kind(basin).basin => Some(basin),
        _ if site.hands.holds(thing) => None,
        _ => return Err(no(Refusal::NotHeld)),
    };
    can_handle(site, thing)?;
    let became = things.became(thing);
    let is_all_stain = !is_soiled(things, thing) && became.is(State::Stained);
    if !is_soiled(things, thing) && !is_all_stain {
        return Err(no_because(Refusal::AlreadySo, is(site, thing, State::Dirty, false)));
    }
    let basins: Vec<ThingId> = match around {
        Some(basin) => vec![basin],
        None => basins_within_reach(site),
    };
    if !basins.iter().any(|basin| runs_in(things, *basin)) {
        let dry = basins.into_iter().map(|basin| is(site, basin, State::Running, false)).collect();
        return Err(Refused { refusal: Refusal::NoWater, cause: dry });
    }
    if is_all_stain {
        return Err(no_because(Refusal::NoSoap, is(site, thing, State::Soapy, false)));
    }
    Ok(CanWash(thing))
}

/// The basins in view that a hand reaches, in order.
fn basins_within_reach(site: &Site<'_>) -> Vec<ThingId> {
    let mut seeing = Seeing::new(*site);
    let mut basins: Vec<ThingId> =
        site.things.ids().filter(|id| site.things.kind(*id).basin).collect();
    basins.retain(|id| can_handle(site, *id).is_ok() && seeing.sees(*id));
    basins
}

pub(super) fn apply(world: &mut World, agent: Entity, CanWash(thing): CanWash) -> Vec<Fact> {
    turn_to(world, agent, thing);
    let soaped_off = soap_off(world, thing);
    set_state(world, thing, State::Dirty, false);
    set_state(world, thing, State::Wet, true);
    let gone = wash_off(world, thing);
    let site = Site::of(world, agent);
    let mut changes =
        vec![is(&site, thing, State::Dirty, false), is(&site, thing, State::Wet, true)];
    changes.extend(soaped_off.into_iter().map(|state| is(&site, thing, state, false)));
    changes.extend(gone.iter().map(|(what, _)| not_at(&site, what, Relation::On, thing)));
    changes
}

/// Takes the soap off the thing and, with it, a stain. Returns which of the two were there.
fn soap_off(world: &mut World, thing: ThingId) -> Vec<State> {
    if !Things::of(world).became(thing).is(State::Soapy) {
        return Vec::new();
    }
    let mut gone = vec![State::Stained, State::Soapy];
    gone.retain(|state| set_state(world, thing, *state, false));
    gone
}

/// Whether water takes something off the thing: dirt, soap, or what was poured on it.
fn is_soiled(things: Things<'_>, thing: ThingId) -> bool {
    let became = things.became(thing);
    became.is(State::Dirty) || became.is(State::Soapy) || is_covered(things, thing)
}

/// Whether something was poured, strewn or spread on the thing.
pub(super) fn is_covered(things: Things<'_>, thing: ThingId) -> bool {
    things.get::<Coat>(thing).is_some_and(|coat| !coat.0.is_empty())
}
