//! The states of things: which a kind can have, how they stand, and the one way to change them.

use base::{State, ThingId};
use bevy_ecs::prelude::*;
use scenario::checked::{Edge as EdgeOfKind, Kind, Work};

use crate::digest::touch;
use crate::heat::{self, Warmth};
use crate::liquid::Liquid;
use crate::moment::Moment;
use crate::noise::{self, Sound};
use crate::power::{has_power, stop_without_power};
use crate::processes;
use crate::things::{Became, Dial, Doses, Edge, Openable, Plug, Switch, ThingIndex, Things};

/// Every state of the thing that its kind can have, in the order of [`State::ALL`].
pub(crate) fn states_of(things: Things<'_>, id: ThingId) -> Vec<(State, bool)> {
    State::ALL.into_iter().filter_map(|state| Some((state, state_of(things, id, state)?))).collect()
}

/// How one state of the thing stands; none where its kind cannot be so.
pub(crate) fn state_of(things: Things<'_>, id: ThingId, state: State) -> Option<bool> {
    let kind = things.kind(id);
    let became = things.became(id).is(state);
    let can_be = |can: bool| (can || became).then_some(became);
    match state {
        State::Open => Some(things.get::<Openable>(id)?.is_open()),
        // Of most doors it is not worth saying.
        State::Ajar => things.get::<Openable>(id)?.is_ajar().then_some(true),
        State::Running => Some(things.get::<Switch>(id)?.running),
        State::Sharp => Some(things.get::<Edge>(id)?.sharpness >= EdgeOfKind::CUTS_FROM),
        State::Sliced => can_be(kind.sliceable),
        State::Cracked => can_be(kind.crackable),
        State::Toasted | State::Fried => can_be(becomes(kind, state)),
        State::Burnt => can_be(kind.burns_at_celsius.is_some() || becomes(kind, state)),
        State::Hot => {
            let hot = things.get::<Warmth>(id)?.hot;
            (hot || minds_heat(kind)).then_some(hot)
        }
        State::Broken => can_be(things.get::<Switch>(id).is_some()),
        State::Cold => Some(things.get::<Warmth>(id)?.cold).filter(|_| kind.chills),
        State::Frozen => Some(things.get::<Warmth>(id)?.frozen).filter(|_| kind.freezes),
        State::Melted => can_be(kind.melts_at_celsius.is_some()),
        State::Cooked => can_be(kind.cooks_at_celsius.is_some()),
        State::Dirty | State::Wet => can_be(kind.washable),
        // Of most things it is not worth saying.
        State::Stained | State::Soapy => became.then_some(true),
        State::Filled if kind.doses.is_some() => Some(things.get::<Doses>(id)?.0 > 0),
        State::Full if kind.doses.is_some() => Some(things.get::<Doses>(id)?.0 >= kind.doses?),
        State::Filled => Some(!things.get::<Liquid>(id)?.0.is_empty()),
        State::Full => {
            let capacity = kind.capacity_ml?;
            Some(things.get::<Liquid>(id)?.0.ml() >= capacity - capacity / 10)
        }
        State::Peeled => can_be(kind.can_be.contains(&Work::Peel)),
        State::Diced => can_be(kind.can_be.contains(&Work::Dice)),
        State::Mashed => can_be(kind.can_be.contains(&Work::Mash)),
        State::Stirred => can_be(kind.can_be.contains(&Work::Stir)),
        State::Seasoned => can_be(kind.can_be.contains(&Work::Season)),
        State::Covered => can_be(kind.can_be.contains(&Work::Spread)),
        State::Plugged => Some(things.get::<Plug>(id)?.0),
        State::Shattered => can_be(kind.fragile),
        State::Spoiled => can_be(kind.spoils_after_h.is_some()),
    }
}

fn becomes(kind: &Kind, state: State) -> bool {
    kind.heat_changes.iter().any(|change| change.becomes == state)
}

/// Whether it is worth saying of a thing of this kind that it is not hot.
fn minds_heat(kind: &Kind) -> bool {
    kind.conducts
        || kind.burns_at_celsius.is_some()
        || kind.cooks_at_celsius.is_some()
        || !kind.heat_changes.is_empty()
}

/// Brings the state about, as far as the thing can have it. Returns whether anything changed.
///
/// What is out of order does not run, nor what must be closed for that and is open. What is switched
/// on or off heats its contents from now on, or no longer.
pub(crate) fn set_state(world: &mut World, id: ThingId, state: State, holds: bool) -> bool {
    let before = state_of(Things::of(world), id, state);
    let entity = world.resource::<ThingIndex>().entity(id);
    match state {
        State::Open | State::Ajar => {
            return set_openness(world, id, openness(state, holds));
        }
        State::Running => {
            let things = Things::of(world);
            let works = !things.became(id).is(State::Broken)
                && !heat::is_stopped_by_its_door(things, id)
                && has_power(things, id);
            if let Some(mut switch) = world.get_mut::<Switch>(entity) {
                switch.running = holds && works;
            }
            let levels = Things::of(world).kind(id).levels.unwrap_or(0);
            if let Some(mut dial) = world.get_mut::<Dial>(entity) {
                // Switched on without a word, it runs at full.
                dial.0 = match dial.0 {
                    _ if !(holds && works) => 0,
                    0 => levels,
                    level => level,
                };
            }
        }
        State::Sharp => {
            let new = Things::of(world).kind(id).edge.map_or(1.0, |edge| edge.sharpness);
            if let Some(mut edge) = world.get_mut::<Edge>(entity) {
                edge.sharpness = if holds { new } else { 0.0 };
            }
        }
        State::Hot | State::Cold | State::Frozen => {
            let now = world.resource::<Moment>().0;
            if let Some(mut warmth) = world.get_mut::<Warmth>(entity) {
                warmth.declare(now, state, holds);
            }
        }
        // How full a vessel is follows from what is poured.
        State::Filled | State::Full => {
            let most = Things::of(world).kind(id).doses.unwrap_or(0);
            if let Some(mut doses) = world.get_mut::<Doses>(entity) {
                doses.0 = if holds { most } else { 0 };
            }
        }
        State::Plugged => {
            if let Some(mut plug) = world.get_mut::<Plug>(entity) {
                plug.0 = holds;
                if !holds {
                    set_state(world, id, State::Running, false);
                }
            }
        }
        State::Sliced
        | State::Cracked
        | State::Toasted
        | State::Fried
        | State::Burnt
        | State::Broken
        | State::Melted
        | State::Cooked
        | State::Dirty
        | State::Stained
        | State::Soapy
        | State::Wet
        | State::Peeled
        | State::Diced
        | State::Mashed
        | State::Stirred
        | State::Seasoned
        | State::Covered
        | State::Shattered
        | State::Spoiled => {
            let mut became = world.get_mut::<Became>(entity).expect("every thing has it");
            became.set(state, holds);
            if state == State::Broken && holds {
                set_state(world, id, State::Running, false);
            }
        }
    }
    if state_of(Things::of(world), id, state) == before {
        return false;
    }
    touch(world, id);
    let is_noisy = Things::of(world).kind(id).noisy;
    if state == State::Running && is_noisy || state == State::Shattered && holds {
        let holds = state_of(Things::of(world), id, state) == Some(true);
        noise::make(world, id, Sound::Becomes(state, holds));
    }
    if state == State::Running && Things::of(world).kind(id).breaks_at_watts.is_some() {
        stop_without_power(world);
    }
    for affected in Things::of(world).with_contents(id) {
        processes::refresh(world, affected);
    }
    true
}

/// How far a door is open that is said to be ajar, hundredths.
const AJAR_PERCENT: u8 = 20;

/// How far what is, or is not, open or ajar is open, hundredths.
pub(crate) const fn openness(state: State, holds: bool) -> u8 {
    match (state, holds) {
        (_, false) => 0,
        (State::Ajar, true) => AJAR_PERCENT,
        (_, true) => 100,
    }
}

/// Opens or closes the thing so far that so many hundredths of it are open. Returns whether that
/// changed anything.
pub(crate) fn set_openness(world: &mut World, id: ThingId, percent: u8) -> bool {
    let entity = world.resource::<ThingIndex>().entity(id);
    let Some(mut openable) = world.get_mut::<Openable>(entity) else { return false };
    if openable.percent == percent {
        return false;
    }
    openable.percent = percent;
    if heat::is_stopped_by_its_door(Things::of(world), id) {
        set_state(world, id, State::Running, false);
    }
    touch(world, id);
    for affected in Things::of(world).with_contents(id) {
        processes::refresh(world, affected);
    }
    true
}

/// Turns the dial of what runs to the level: from now on it heats as much.
pub(crate) fn set_level(world: &mut World, id: ThingId, level: u8) {
    let entity = world.resource::<ThingIndex>().entity(id);
    let runs = Things::of(world).is_running(id);
    let Some(mut dial) = world.get_mut::<Dial>(entity) else { return };
    if !runs || dial.0 == level {
        return;
    }
    dial.0 = level;
    touch(world, id);
    for affected in Things::of(world).with_contents(id) {
        processes::refresh(world, affected);
    }
}

/// Changes how often the thing can still be used.
pub(crate) fn change_doses(world: &mut World, id: ThingId, change: impl FnOnce(u32) -> u32) {
    let entity = world.resource::<ThingIndex>().entity(id);
    if let Some(mut doses) = world.get_mut::<Doses>(entity) {
        doses.0 = change(doses.0);
        touch(world, id);
    }
}
