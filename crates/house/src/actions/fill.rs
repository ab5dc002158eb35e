//! Fills a held vessel at a basin in which water runs, or at a machine that gives a liquid.
//!
//! Refused when the vessel holds no liquid or the source gives none, when the vessel is not held, one
//! is closed or shut away, the source out of reach or not running, when another liquid is in the
//! vessel, and when it is full.

use base::{Fact, Refusal, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;

use super::pour::{levels, must_be_open};
use super::{at, can_handle, is, must_hold, no, no_because};
use crate::agent::Site;
use crate::liquid::{self, Ledger, Liquid, Mixture, mixes, room_ml};
use crate::rinse::{Stream, stream_of};
use crate::sensing::turn_to;

/// Proof that the vessel can be filled now.
pub(crate) struct CanFill {
    vessel: ThingId,
    source: ThingId,
    stream: Stream,
    ml: u32,
}

pub(super) fn check(site: &Site<'_>, vessel: ThingId, source: ThingId) -> Result<CanFill, Refused> {
    let things = site.things;
    let Some(stream) = stream_of(things, source).filter(|_| things.get::<Liquid>(vessel).is_some())
    else {
        return Err(no(Refusal::WrongKind));
    };
    must_hold(site, vessel)?;
    can_handle(site, source)?;
    must_be_open(site, vessel)?;
    must_be_open(site, source)?;
    if !things.is_running(source) {
        return Err(no_because(Refusal::NoWater, is(site, source, State::Running, false)));
    }
    if !mixes(things, vessel, &Mixture::of_one(&stream.liquid, 1)) {
        return Err(no(Refusal::OtherLiquid));
    }
    match room_ml(things, vessel) {
        Some(ml) if ml > 0 => Ok(CanFill { vessel, source, stream, ml }),
        _ => Err(no_because(Refusal::NoRoom, is(site, vessel, State::Full, true))),
    }
}

pub(super) fn apply(world: &mut World, agent: Entity, proof: CanFill) -> Vec<Fact> {
    let CanFill { vessel, source, stream, ml } = proof;
    turn_to(world, agent, source);
    world.resource_mut::<Ledger>().of(&stream.liquid).given += u64::from(ml);
    liquid::add(world, vessel, &Mixture::of_one(&stream.liquid, ml), stream.celsius);
    let site = Site::of(world, agent);
    let mut changes = vec![at(&site, &stream.liquid, Relation::In, vessel)];
    changes.extend(levels(&site, vessel));
    changes
}
