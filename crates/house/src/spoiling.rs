//! Food goes off: slower where it is cold, not at all where it is frozen.
//!
//! Age is counted in quarters of a tick, so that cold food ages one where warm food ages four.

use base::{SimTime, State, ThingId};
use bevy_ecs::prelude::*;

use crate::digest::touch;
use crate::heat::Warmth;
use crate::things::{Became, ThingIndex, Things};

/// How old a perishable thing is, as it was at the last change.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Age {
    pub(crate) since: SimTime,
    /// Quarters of a tick.
    pub(crate) quarters: u64,
    /// Quarters of a tick for each tick that goes by.
    pub(crate) pace: u64,
}

impl Age {
    fn quarters_at(&self, now: SimTime) -> u64 {
        self.quarters + self.pace * now.ticks_since(self.since)
    }
}

const WARM_PACE: u64 = 4;
const COLD_PACE: u64 = 1;

/// Notes how fast the thing ages from now on.
pub(crate) fn redrive(world: &mut World, id: ThingId, now: SimTime) {
    let things = Things::of(world);
    let Some(&age) = things.get::<Age>(id) else { return };
    let pace = match things.get::<Warmth>(id) {
        Some(warmth) if warmth.frozen => 0,
        Some(warmth) if warmth.cold => COLD_PACE,
        _ => WARM_PACE,
    };
    if pace != age.pace {
        let entity = world.resource::<ThingIndex>().entity(id);
        *world.get_mut::<Age>(entity).expect("it has one") =
            Age { since: now, quarters: age.quarters_at(now), pace };
        touch(world, id);
    }
}

pub(crate) fn take_effect(world: &mut World, id: ThingId, now: SimTime) {
    redrive(world, id, now);
    if next_crossing(world, id).is_some_and(|due| due <= now) {
        let entity = world.resource::<ThingIndex>().entity(id);
        world.get_mut::<Became>(entity).expect("every thing has it").set(State::Spoiled, true);
        touch(world, id);
    }
}

/// When the thing will have spoiled; none where it never does, or has.
pub(crate) fn next_crossing(world: &World, id: ThingId) -> Option<SimTime> {
    let things = Things::of(world);
    let age = things.get::<Age>(id)?;
    let hours = things.kind(id).spoils_after_h?;
    if age.pace == 0 || things.became(id).is(State::Spoiled) {
        return None;
    }
    let all = u64::from(hours) * 3600 * base::time::TICKS_PER_SECOND * WARM_PACE;
    Some(age.since + all.saturating_sub(age.quarters).div_ceil(age.pace))
}
