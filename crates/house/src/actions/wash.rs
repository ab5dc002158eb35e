//! Washes a dirty thing under running water.
//!
//! It is in a hand, and water runs in a basin within reach; or it lies in that basin. Refused when it
//! cannot be washed, is neither held nor in a basin, is shut away or out of reach, is clean, and when
//! no water runs there.

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
    if !things.became(thing).is(State::Dirty) && !is_covered(things, thing) {
        return Err(no_because(Refusal::AlreadySo, is(site, thing, State::Dirty, false)));
    }
    let basins: Vec<ThingId> = match around {
        Some(basin) => vec![basin],
        None => basins_within_reach(site),
    };
    if basins.iter().any(|basin| runs_in(things, *basin)) {
        return Ok(CanWash(thing));
    }
    let dry = basins.into_iter().map(|basin| is(site, basin, State::Running, false)).collect();
    Err(Refused { refusal: Refusal::NoWater, cause: dry })
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
    set_state(world, thing, State::Dirty, false);
    set_state(world, thing, State::Wet, true);
    let gone = wash_off(world, thing);
    let site = Site::of(world, agent);
    let mut changes =
        vec![is(&site, thing, State::Dirty, false), is(&site, thing, State::Wet, true)];
    changes.extend(gone.iter().map(|(what, _)| not_at(&site, what, Relation::On, thing)));
    changes
}

/// Whether something was poured, strewn or spread on the thing.
pub(super) fn is_covered(things: Things<'_>, thing: ThingId) -> bool {
    things.get::<Coat>(thing).is_some_and(|coat| !coat.0.is_empty())
}
