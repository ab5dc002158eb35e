//! Heating and cooling, in closed form since the last change.
//!
//! A loose thing is drawn towards one temperature at one rate: that of the running source it is in
//! or on, of the source that the vessel it is in passes on, or else of the air. Nothing is computed
//! while nothing crosses a threshold: the next crossing of each thing waits on a queue of whole
//! ticks, and the temperature in between is a formula. So a night costs as much as a tick.

use base::time::SECONDS_PER_TICK;
use base::{Relation, SimTime, State, ThingId};
use bevy_ecs::prelude::*;
use scenario::checked::{HeatSource, Heating, Kind};

use crate::digest::touch;
use crate::liquid::Liquid;
use crate::noise::{self, Sound};
use crate::things::{Became, Dial, Openable, ThingIndex, Things};

/// The temperature of the air, degrees Celsius.
pub const AIR_CELSIUS: f32 = 22.0;
/// From this temperature a thing is hot, degrees Celsius.
pub const HOT_FROM_CELSIUS: f32 = 60.0;
/// Below this temperature a thing is cold, degrees Celsius.
pub const COLD_BELOW_CELSIUS: f32 = 10.0;
/// Below this temperature what freezes is frozen, degrees Celsius.
const FROZEN_BELOW_CELSIUS: f32 = 0.0;
/// From this temperature a liquid boils, degrees Celsius.
const BOILS_FROM_CELSIUS: f32 = 99.0;
/// The share of the difference to the air that goes in one second.
const COOLING_PER_S: f32 = 0.005;
/// How warm a thing is that is declared hot, cold or frozen, degrees Celsius.
pub(crate) const DECLARED_CELSIUS: [(State, f32); 3] =
    [(State::Hot, 80.0), (State::Cold, 4.0), (State::Frozen, -18.0)];

/// Towards which temperature a thing is drawn, how fast, and by what.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Drive {
    pub(crate) celsius: f32,
    pub(crate) rate_per_s: f32,
    pub(crate) mode: Option<Heating>,
}

impl Drive {
    const AIR: Self = Self { celsius: AIR_CELSIUS, rate_per_s: COOLING_PER_S, mode: None };
}

/// The temperature of a loose thing, as it was at the last change and as it goes on from there.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Warmth {
    /// When it was last changed.
    pub(crate) since: SimTime,
    /// How warm it was then, degrees Celsius.
    pub(crate) celsius: f32,
    pub(crate) drive: Drive,
    /// Whether it is at least [`HOT_FROM_CELSIUS`] now.
    pub(crate) hot: bool,
    /// Whether it is less than [`COLD_BELOW_CELSIUS`] now.
    pub(crate) cold: bool,
    /// Whether it is less than 0 degrees now.
    pub(crate) frozen: bool,
    /// Whether the liquid in it boils now, where that is heard.
    pub(crate) boiling: bool,
}

impl Warmth {
    /// As warm as the air.
    pub(crate) const fn of_air(since: SimTime) -> Self {
        Self {
            since,
            celsius: AIR_CELSIUS,
            drive: Drive::AIR,
            hot: false,
            cold: false,
            frozen: false,
            boiling: false,
        }
    }

    /// How warm the thing is at this moment, degrees Celsius.
    pub fn celsius_at(&self, time: SimTime) -> f32 {
        self.celsius_after(time.ticks_since(self.since))
    }

    fn celsius_after(&self, ticks: u64) -> f32 {
        let target = f64::from(self.drive.celsius);
        let exponent = log_left_per_s(self.drive.rate_per_s) * seconds(ticks);
        (target + (f64::from(self.celsius) - target) * libm::exp(exponent)) as f32
    }

    /// How it stands with hot, cold and frozen; none for other states.
    pub(crate) fn is(&self, state: State) -> Option<bool> {
        match state {
            State::Hot => Some(self.hot),
            State::Cold => Some(self.cold),
            State::Frozen => Some(self.frozen),
            _ => None,
        }
    }

    /// Makes it hot, cold or frozen, or no longer so.
    pub(crate) fn declare(&mut self, now: SimTime, state: State, holds: bool) {
        if self.is(state) == Some(holds) {
            return;
        }
        let declared = DECLARED_CELSIUS.iter().find(|(declared, _)| *declared == state);
        let celsius = declared.filter(|_| holds).map_or(AIR_CELSIUS, |(_, celsius)| *celsius);
        *self = Self { drive: self.drive, celsius, ..Self::of_air(now) };
    }

    /// The first tick, after the last change, at which it is at least so warm; or, where it is that
    /// warm at the change already, at which it no longer is.
    fn ticks_to_cross(&self, threshold: f32) -> Option<u64> {
        let (start, target) = (self.celsius_after(0), self.drive.celsius);
        let rises = start < threshold;
        let is_across = |ticks: u64| (self.celsius_after(ticks) >= threshold) == rises;
        if (rises && target <= threshold) || (!rises && target >= threshold) {
            return None;
        }
        let left = f64::from(target - threshold) / f64::from(target - start);
        let crossing_s = libm::log(left) / log_left_per_s(self.drive.rate_per_s);
        let mut ticks = (crossing_s / f64::from(SECONDS_PER_TICK)).ceil().max(1.0) as u64;
        // The formula and its inverse round differently: settle on the first tick that is across.
        while ticks > 1 && is_across(ticks - 1) {
            ticks -= 1;
        }
        let last_tried = ticks + 100;
        while !is_across(ticks) {
            ticks += 1;
            if ticks > last_tried {
                return None;
            }
        }
        Some(ticks)
    }
}

fn seconds(ticks: u64) -> f64 {
    ticks as f64 / base::time::TICKS_PER_SECOND as f64
}

/// The logarithm of the share of the difference that is left after a second.
fn log_left_per_s(rate_per_s: f32) -> f64 {
    libm::log(1.0 - f64::from(rate_per_s).clamp(1e-6, 0.999))
}

/// What draws the thing's temperature now: what it is in or on, as far as that passes heat on, or
/// the air. What heats or cools its inside reaches all that is in there, whatever it stands in.
fn drive_of(things: Things<'_>, id: ThingId) -> Drive {
    if let Some(heat) = &things.kind(id).heat
        && heat.applies == Relation::In
        && has_liquid(things, id)
        && works(things, id, heat)
    {
        // A kettle heats what is poured in it.
        let celsius = celsius_at_dial(things, id, heat);
        return Drive { celsius, rate_per_s: heat.rate_per_s, mode: Some(heat.mode) };
    }
    let mut is_passed_on = true;
    for (relation, parent) in things.ancestors(id) {
        let kind = things.kind(parent);
        if let Some(heat) = &kind.heat
            && heat.applies == relation
            && (is_passed_on || relation == Relation::In)
            && works(things, parent, heat)
        {
            return Drive {
                celsius: celsius_at_dial(things, parent, heat),
                rate_per_s: heat.rate_per_s,
                mode: Some(heat.mode),
            };
        }
        is_passed_on &= relation == Relation::In && kind.conducts;
    }
    Drive::AIR
}

fn has_liquid(things: Things<'_>, id: ThingId) -> bool {
    things.get::<Liquid>(id).is_some_and(|liquid| !liquid.0.is_empty())
}

/// Whether boiling in the thing is heard, and there is something in it to boil.
fn may_whistle(things: Things<'_>, id: ThingId) -> bool {
    things.kind(id).whistles && has_liquid(things, id)
}

/// To what temperature the source heats now: as its kind says at the highest level of its dial, and
/// at lower ones by as much less above the air.
fn celsius_at_dial(things: Things<'_>, source: ThingId, heat: &HeatSource) -> f32 {
    match (things.kind(source).levels, things.get::<Dial>(source)) {
        (Some(levels), Some(dial)) if dial.0 < levels => {
            AIR_CELSIUS + (heat.celsius - AIR_CELSIUS) * f32::from(dial.0) / f32::from(levels)
        }
        _ => heat.celsius,
    }
}

fn works(things: Things<'_>, source: ThingId, heat: &HeatSource) -> bool {
    (!heat.needs_on || things.is_running(source))
        && (!heat.needs_closed || !is_ajar(things, source))
}

/// Whether its door is open ever so little, where it has one.
pub(crate) fn is_ajar(things: Things<'_>, id: ThingId) -> bool {
    things.get::<Openable>(id).is_some_and(|openable| openable.percent > 0)
}

/// Whether the thing runs only while it is closed, and is open.
pub(crate) fn is_stopped_by_its_door(things: Things<'_>, id: ThingId) -> bool {
    things.kind(id).heat.is_some_and(|heat| heat.stops_when_opened()) && is_ajar(things, id)
}

/// Notes what draws the thing's temperature from now on.
pub(crate) fn redrive(world: &mut World, id: ThingId, now: SimTime) {
    let entity = world.resource::<ThingIndex>().entity(id);
    let Some(&warmth) = world.get::<Warmth>(entity) else { return };
    let drive = drive_of(Things::of(world), id);
    if drive != warmth.drive {
        let celsius = warmth.celsius_at(now);
        *world.get_mut::<Warmth>(entity).expect("it has one") =
            Warmth { since: now, celsius, drive, ..warmth };
        touch(world, id);
    }
}

/// Brings about what the thing's temperature makes of it now.
pub(crate) fn take_effect(world: &mut World, id: ThingId, now: SimTime) {
    let entity = world.resource::<ThingIndex>().entity(id);
    let things = Things::of(world);
    let Some(&warmth) = things.get::<Warmth>(id) else { return };
    let celsius = warmth.celsius_at(now);
    let before = things.became(id);
    let became = effects(things, id, &warmth, celsius);
    let felt = Warmth {
        hot: celsius >= HOT_FROM_CELSIUS,
        cold: celsius < COLD_BELOW_CELSIUS,
        frozen: celsius < FROZEN_BELOW_CELSIUS,
        boiling: celsius >= BOILS_FROM_CELSIUS && may_whistle(things, id),
        ..warmth
    };
    if became != before || felt != warmth {
        *world.get_mut::<Became>(entity).expect("every thing has it") = became;
        *world.get_mut::<Warmth>(entity).expect("it has one") = felt;
        touch(world, id);
    }
    if felt.boiling && !warmth.boiling {
        noise::make(world, id, Sound::Becomes(State::Hot, true));
    }
}

/// What the thing has become once its temperature has done its work.
fn effects(things: Things<'_>, id: ThingId, warmth: &Warmth, celsius: f32) -> Became {
    let kind = things.kind(id);
    let mut became = things.became(id);
    // One change may be what the next needs, so once for each.
    for _ in &kind.heat_changes {
        for change in &kind.heat_changes {
            let ready = change.needs.is_none_or(|needs| became.is(needs));
            if warmth.drive.mode == Some(change.by) && ready && celsius >= change.at_celsius {
                became.set(change.becomes, true);
            }
        }
    }
    for (state, from) in for_good(kind) {
        if celsius >= from {
            became.set(state, true);
        }
    }
    became
}

/// What a thing of the kind becomes for good, by whatever heat, and from which temperature.
fn for_good(kind: &Kind) -> impl Iterator<Item = (State, f32)> {
    let thresholds = [
        (State::Burnt, kind.burns_at_celsius),
        (State::Cooked, kind.cooks_at_celsius),
        (State::Melted, kind.melts_at_celsius),
    ];
    thresholds.into_iter().filter_map(|(state, from)| Some((state, from?)))
}

/// When the thing's temperature next crosses a threshold that matters.
pub(crate) fn next_crossing(world: &World, id: ThingId, now: SimTime) -> Option<SimTime> {
    let things = Things::of(world);
    let kind = things.kind(id);
    let became = things.became(id);
    let warmth = things.get::<Warmth>(id)?;
    let celsius = warmth.celsius_at(now);
    let changes = kind.heat_changes.iter().filter(|change| {
        let ready = change.needs.is_none_or(|needs| became.is(needs));
        warmth.drive.mode == Some(change.by) && ready && !became.is(change.becomes)
    });
    let for_good = for_good(kind).filter(|(state, _)| !became.is(*state));
    let thresholds = changes
        .map(|change| change.at_celsius)
        .chain(for_good.map(|(_, from)| from))
        .filter(|threshold| celsius < *threshold)
        .chain(may_whistle(things, id).then_some(BOILS_FROM_CELSIUS))
        .chain([HOT_FROM_CELSIUS, COLD_BELOW_CELSIUS, FROZEN_BELOW_CELSIUS]);
    thresholds
        .filter_map(|threshold| warmth.ticks_until(now, threshold))
        .min()
        .map(|ticks| now + ticks.max(1))
}

impl Warmth {
    /// Ticks from `now` to the next crossing of the threshold.
    pub(crate) fn ticks_until(&self, now: SimTime, threshold: f32) -> Option<u64> {
        let is_above = |celsius: f32| celsius >= threshold;
        let started_above = is_above(self.celsius);
        if is_above(self.celsius_at(now)) != started_above {
            // It has crossed since the last change, and one drive crosses but once.
            return None;
        }
        let crossing = self.since + self.ticks_to_cross(threshold)?;
        Some(crossing.ticks_since(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warmth(celsius: f32, towards: f32) -> Warmth {
        let drive = Drive { celsius: towards, rate_per_s: 0.03, mode: None };
        Warmth { celsius, drive, ..Warmth::of_air(SimTime(100)) }
    }

    #[test]
    fn a_crossing_is_the_first_tick_that_is_across() {
        for (from, to) in [(22.0, 250.0), (22.0, 61.0), (200.0, 22.0), (61.0, 22.0)] {
            let warmth = warmth(from, to);
            let ticks = warmth.ticks_to_cross(60.0).expect("it crosses");
            let is_above = |ticks| warmth.celsius_after(ticks) >= 60.0;
            assert_ne!(is_above(ticks), from >= 60.0, "{from} to {to}");
            assert_eq!(is_above(ticks - 1), from >= 60.0, "{from} to {to}");
        }
        assert_eq!(warmth(22.0, 60.0).ticks_to_cross(60.0), None, "only ever nearer");
        assert_eq!(warmth(22.0, 50.0).ticks_to_cross(60.0), None);
    }

    #[test]
    fn a_second_takes_its_share_of_the_difference() {
        let after = warmth(100.0, 0.0).celsius_at(SimTime(110));
        assert!((after - 97.0).abs() < 1e-3, "{after}");
    }
}
