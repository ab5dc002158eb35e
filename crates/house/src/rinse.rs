//! What runs out of a tap or a machine: it fills the vessel under it, and water makes what lies in
//! the basin wet and clean, after a while. Soap is rinsed off, and a stain with it.

use base::{Noun, Relation, SimTime, State, ThingId};
use bevy_ecs::prelude::*;

use crate::digest::touch;
use crate::heat::AIR_CELSIUS;
use crate::liquid::{self, Coat, Ledger, Mixture, liquid_noun, mixes, room_ml, wash_off};
use crate::things::{Became, Parent, ThingIndex, Things};

/// How long water must run over a thing to clean it, ticks.
const RINSE_TICKS: u64 = 30;
/// How much runs out in a tick, millilitres.
const ML_PER_TICK: u32 = 5;

/// Since when something has been running over or into a thing, where it does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Rinse(pub(crate) Option<SimTime>);

/// What a source gives.
pub(crate) struct Stream {
    pub(crate) liquid: Noun,
    pub(crate) celsius: f32,
    pub(crate) applies: Relation,
}

/// What the thing gives while it runs: a basin water, a machine what its kind says.
pub(crate) fn stream_of(things: Things<'_>, source: ThingId) -> Option<Stream> {
    let kind = things.kind(source);
    if kind.basin {
        let applies = Relation::In;
        return Some(Stream { liquid: liquid_noun("water"), celsius: AIR_CELSIUS, applies });
    }
    let gives = kind.gives.as_ref()?;
    let liquid = liquid_noun(&gives.liquid);
    Some(Stream { liquid, celsius: gives.celsius, applies: gives.applies })
}

/// Whether water runs in the thing.
pub(crate) fn runs_in(things: Things<'_>, basin: ThingId) -> bool {
    things.kind(basin).basin && things.is_running(basin)
}

/// What runs over or into the thing now.
fn stream_over(things: Things<'_>, id: ThingId) -> Option<Stream> {
    let Parent::At(relation, source) = things.parent(id) else { return None };
    if !things.is_running(source) {
        return None;
    }
    stream_of(things, source).filter(|stream| stream.applies == relation)
}

/// Notes that something has begun or ceased to run over the thing.
pub(crate) fn redrive(world: &mut World, id: ThingId, now: SimTime) {
    let things = Things::of(world);
    let Some(rinse) = things.get::<Rinse>(id) else { return };
    let is_under = stream_over(things, id).is_some();
    if rinse.0.is_some() != is_under {
        let entity = world.resource::<ThingIndex>().entity(id);
        world.get_mut::<Rinse>(entity).expect("it has one").0 = is_under.then_some(now);
        touch(world, id);
    }
}

pub(crate) fn take_effect(world: &mut World, id: ThingId, now: SimTime) {
    if rinsed_at(Things::of(world), id).is_some_and(|due| due <= now) {
        let entity = world.resource::<ThingIndex>().entity(id);
        let mut became = world.get_mut::<Became>(entity).expect("every thing has it");
        if became.is(State::Soapy) {
            became.set(State::Soapy, false);
            became.set(State::Stained, false);
        }
        became.set(State::Dirty, false);
        became.set(State::Wet, true);
        wash_off(world, id);
        touch(world, id);
    }
    if filled_at(Things::of(world), id).is_some_and(|due| due <= now) {
        fill_up(world, id);
    }
}

/// Fills the vessel with what runs into it.
fn fill_up(world: &mut World, id: ThingId) {
    let things = Things::of(world);
    let (Some(stream), Some(ml)) = (stream_over(things, id), room_ml(things, id)) else { return };
    world.resource_mut::<Ledger>().of(&stream.liquid).given += u64::from(ml);
    liquid::add(world, id, &Mixture::of_one(&stream.liquid, ml), stream.celsius);
}

pub(crate) fn next_crossing(world: &World, id: ThingId) -> Option<SimTime> {
    let things = Things::of(world);
    [rinsed_at(things, id), filled_at(things, id)].into_iter().flatten().min()
}

/// When the water will have done its work; none where it has nothing to do.
fn rinsed_at(things: Things<'_>, id: ThingId) -> Option<SimTime> {
    let since = things.get::<Rinse>(id)?.0?;
    let became = things.became(id);
    let is_bare = things.get::<Coat>(id).is_none_or(|coat| coat.0.is_empty());
    let is_clean = !became.is(State::Dirty) && !became.is(State::Soapy);
    let is_done = became.is(State::Wet) && is_clean && is_bare;
    let is_rinsed = things.kind(id).washable
        && matches!(things.parent(id), Parent::At(Relation::In, basin) if runs_in(things, basin));
    (is_rinsed && !is_done).then(|| since + RINSE_TICKS)
}

/// When the vessel will be full; none where it is, or holds something else.
fn filled_at(things: Things<'_>, id: ThingId) -> Option<SimTime> {
    let since = things.get::<Rinse>(id)?.0?;
    let stream = stream_over(things, id)?;
    let room = room_ml(things, id).filter(|room| *room > 0)?;
    let fills = mixes(things, id, &Mixture::of_one(&stream.liquid, 1)) && things.is_open(id);
    fills.then(|| since + u64::from(room.div_ceil(ML_PER_TICK)))
}
