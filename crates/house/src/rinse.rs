//! Running water makes what lies in the basin wet and clean, after a while.

use base::{Relation, SimTime, State, ThingId};
use bevy_ecs::prelude::*;

use crate::digest::touch;
use crate::things::{Became, Parent, ThingIndex, Things};

/// How long water must run over a thing, ticks.
const RINSE_TICKS: u64 = 30;

/// Since when water has been running over a washable thing, where it does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Rinse(pub(crate) Option<SimTime>);

/// Whether water runs in the thing.
pub(crate) fn runs_in(things: Things<'_>, basin: ThingId) -> bool {
    things.kind(basin).basin && things.is_running(basin)
}

fn is_under_water(things: Things<'_>, id: ThingId) -> bool {
    matches!(things.parent(id), Parent::At(Relation::In, basin) if runs_in(things, basin))
}

/// Notes that water has begun or ceased to run over the thing.
pub(crate) fn redrive(world: &mut World, id: ThingId, now: SimTime) {
    let things = Things::of(world);
    let Some(rinse) = things.get::<Rinse>(id) else { return };
    let is_under = is_under_water(things, id);
    if rinse.0.is_some() != is_under {
        let entity = world.resource::<ThingIndex>().entity(id);
        world.get_mut::<Rinse>(entity).expect("it has one").0 = is_under.then_some(now);
        touch(world, id);
    }
}

pub(crate) fn take_effect(world: &mut World, id: ThingId, now: SimTime) {
    let things = Things::of(world);
    let is_due = due(things, id).is_some_and(|due| due <= now);
    if is_due {
        let entity = world.resource::<ThingIndex>().entity(id);
        let mut became = world.get_mut::<Became>(entity).expect("every thing has it");
        became.set(State::Dirty, false);
        became.set(State::Wet, true);
        touch(world, id);
    }
}

pub(crate) fn next_crossing(world: &World, id: ThingId) -> Option<SimTime> {
    due(Things::of(world), id)
}

/// When the water will have done its work; none where it has nothing to do.
fn due(things: Things<'_>, id: ThingId) -> Option<SimTime> {
    let since = things.get::<Rinse>(id)?.0?;
    let became = things.became(id);
    let is_done = became.is(State::Wet) && !became.is(State::Dirty);
    (!is_done).then(|| since + RINSE_TICKS)
}
