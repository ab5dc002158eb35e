//! Wipes a dirty thing clean with a cloth, a sponge or a towel that is held.
//!
//! Refused when the thing cannot be cleaned, when the other is no cloth, is not held or is the thing
//! itself, when the thing is shut away, out of reach or clean. The dirt goes into the cloth.

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
    if !site.things.became(thing).is(State::Dirty) && !is_covered(site.things, thing) {
        return Err(no_because(Refusal::AlreadySo, is(site, thing, State::Dirty, false)));
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
    set_state(world, thing, State::Dirty, false);
    let gone = wash_off(world, thing);
    let soils = Site::of(world, agent).things.kind(with).washable
        && set_state(world, with, State::Dirty, true);
    let site = Site::of(world, agent);
    let mut changes = vec![is(&site, thing, State::Dirty, false)];
    changes.extend(gone.iter().map(|(what, _)| not_at(&site, what, Relation::On, thing)));
    if soils {
        changes.push(is(&site, with, State::Dirty, true));
    }
    changes
}
