//! Pours a liquid, powder or paste out of a held vessel: so much of it, or all, or as much as there is room for, into another or into a
//! basin. On a thing that is no vessel a thin layer stays, and no more than that is poured.
//!
//! Refused when the first holds none, or the second neither holds nor keeps any; when the first is not
//! held or is the second, when one is closed, in pieces or shut away, the second out of reach, when there
//! is not so much, when another liquid is in the second and they do not mix there, and when it would run
//! over.

use base::{Fact, Refusal, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::{at, can_handle, is, must_hold, no, no_because, not_at};
use crate::agent::Site;
use crate::liquid::{self, Coat, Ledger, Liquid, Mixture, mixes, room_ml, room_on};
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
    let Some(Liquid(held)) = things.get::<Liquid>(from) else {
        return Err(no(Refusal::WrongKind));
    };
    let covers = things.get::<Coat>(to).is_some();
    if !drains && !covers && things.get::<Liquid>(to).is_none() {
        return Err(no(Refusal::WrongKind));
    }
    must_hold(site, from)?;
    if from == to {
        return Err(no(Refusal::IntoItself));
    }
    can_handle(site, to)?;
    must_be_open(site, from)?;
    must_be_open(site, to)?;
    let there = held.ml();
    if there == 0 || ml.is_some_and(|ml| ml == 0 || ml > there) {
        return Err(no(Refusal::NotEnough));
    }
    if covers {
        let room = room_on(things, to, held).unwrap_or(0);
        let ml = ml.unwrap_or(room.min(there));
        return if ml > 0 && ml <= room {
            Ok(CanPour { from, to, ml })
        } else {
            Err(no(Refusal::NoRoom))
        };
    }
    if drains {
        return Ok(CanPour { from, to, ml: ml.unwrap_or(there) });
    }
    if !mixes(things, to, held) {
        return Err(no(Refusal::OtherLiquid));
    }
    let room = room_ml(things, to).unwrap_or(0);
    let ml = ml.unwrap_or(room.min(there));
    if ml == 0 || ml > room {
        return Err(no(Refusal::NoRoom));
    }
    Ok(CanPour { from, to, ml })
}

/// Whether all that is in the first can be poured into the second.
pub(super) fn check_all(site: &Site<'_>, from: ThingId, to: ThingId) -> Result<CanPour, Refused> {
    let all = site.things.get::<Liquid>(from).map(|held| held.0.ml());
    check(site, from, to, all)
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
    let (poured, celsius) = liquid::take(world, from, ml);
    let things = Site::of(world, agent).things;
    let into = if things.kind(to).basin {
        world.resource_mut::<Ledger>().drain(&poured);
        None
    } else if things.get::<Coat>(to).is_some() {
        liquid::add_on(world, to, &poured);
        Some(Relation::On)
    } else {
        // What is poured may become something else at once, where the vessel is hot.
        liquid::add(world, to, &poured, celsius);
        set_state(world, to, State::Stirred, false);
        Some(Relation::In)
    };
    let site = Site::of(world, agent);
    let mut changes = Vec::new();
    if let Some(relation) = into {
        let there = portions(&site, to, relation);
        let is_there = poured.iter().filter(|(what, _)| there.of(what) > 0);
        changes.extend(is_there.map(|(what, _)| at(&site, what, relation, to)));
    }
    if into == Some(Relation::In) {
        changes.extend(levels(&site, to));
    }
    changes.extend(levels(&site, from));
    let left = portions(&site, from, Relation::In);
    let gone = poured.iter().filter(|(what, _)| left.of(what) == 0);
    changes.extend(gone.map(|(what, _)| not_at(&site, what, Relation::In, from)));
    changes
}

/// What is in the thing, or on it, and can be poured.
fn portions(site: &Site<'_>, id: ThingId, relation: Relation) -> Mixture {
    let there = match relation {
        Relation::On => site.things.get::<Coat>(id).map(|coat| &coat.0),
        _ => site.things.get::<Liquid>(id).map(|liquid| &liquid.0),
    };
    there.cloned().unwrap_or_default()
}

/// How full the vessel is.
pub(super) fn levels(site: &Site<'_>, vessel: ThingId) -> [Fact; 2] {
    let stands = |state| crate::states::state_of(site.things, vessel, state).unwrap_or(false);
    [State::Filled, State::Full].map(|state| is(site, vessel, state, stands(state)))
}
