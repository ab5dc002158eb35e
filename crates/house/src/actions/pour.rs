//! Pours a liquid out of a held vessel: so much of it, or all, into another or into a basin.
//!
//! Refused when either holds no liquid, the first is not held or is the second, when one is closed, in
//! pieces or shut away, the second out of reach, when there is not so much, when another liquid is in the
//! second, and when it would run over.

use base::{Fact, Refusal, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{at, can_handle, is, must_hold, no, no_because, not_at};
use crate::agent::Site;
use crate::liquid::{self, Ledger, Liquid, mixes, room_ml};
use crate::sensing::turn_to;
use crate::states::set_state;

/// Proof that so much can be poured now.
pub(crate) struct CanPour {
    from: ThingId,
    to: ThingId,
    ml: u32,
}

pub(super) fn check(
    site: &Site<'_>,
    from: ThingId,
    to: ThingId,
    ml: Option<u32>,
) -> Result<CanPour, Refused> {
    let things = site.things;
    let drains = things.kind(to).basin;
    let Some(held) = things.get::<Liquid>(from) else {
        return Err(no(Refusal::WrongKind));
    };
    if !drains && things.get::<Liquid>(to).is_none() {
        return Err(no(Refusal::WrongKind));
    }
    must_hold(site, from)?;
    if from == to {
        return Err(no(Refusal::IntoItself));
    }
    can_handle(site, to)?;
    must_be_open(site, from)?;
    must_be_open(site, to)?;
    let ml = ml.unwrap_or(held.ml);
    let liquid = match &held.what {
        Some(liquid) if ml > 0 && ml <= held.ml => liquid,
        _ => return Err(no(Refusal::NotEnough)),
    };
    if !drains {
        if !mixes(things, to, liquid) {
            return Err(no(Refusal::OtherLiquid));
        }
        if room_ml(things, to).is_some_and(|room| ml > room) {
            return Err(no(Refusal::NoRoom));
        }
    }
    Ok(CanPour { from, to, ml })
}

/// Whether the thing is in one piece, and what is in it can be got at.
pub(super) fn must_be_open(site: &Site<'_>, thing: ThingId) -> Result<(), Refused> {
    if site.things.became(thing).is(State::Shattered) {
        return Err(no_because(Refusal::Shattered, is(site, thing, State::Shattered, true)));
    }
    if site.things.is_open(thing) {
        return Ok(());
    }
    Err(no_because(Refusal::Closed, is(site, thing, State::Open, false)))
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanPour { from, to, ml }: CanPour,
) -> Vec<Fact> {
    turn_to(world, agent, to);
    let (what, celsius) = liquid::take(world, from, ml);
    let drains = Site::of(world, agent).things.kind(to).basin;
    if drains {
        world.resource_mut::<Ledger>().of(&what).drained += u64::from(ml);
    } else {
        liquid::add(world, to, &what, ml, celsius);
        set_state(world, to, State::Stirred, false);
    }
    let site = Site::of(world, agent);
    let mut changes = Vec::new();
    if !drains {
        changes.push(at(&site, &what, Relation::In, to));
        changes.extend(levels(&site, to));
    }
    changes.extend(levels(&site, from));
    if site.things.get::<Liquid>(from).is_some_and(|left| left.ml == 0) {
        changes.push(not_at(&site, &what, Relation::In, from));
    }
    changes
}

/// How full the vessel is.
pub(super) fn levels(site: &Site<'_>, vessel: ThingId) -> [Fact; 2] {
    let stands = |state| crate::states::state_of(site.things, vessel, state).unwrap_or(false);
    [State::Filled, State::Full].map(|state| is(site, vessel, state, stands(state)))
}
