//! Washing, wiping and drying: what a novice knows of sinks, taps and cloths.

use base::{Action, Handle, Noun, State};
use body::{Affords, Landmark};

use super::{Got, Progress, Skills, by_distance, seen_state};
use crate::planner::{Remark, Situation};

impl Skills {
    /// Washes a thing: takes it to a basin, lets the water run there and washes it. What nobody
    /// carries is wiped.
    pub fn wash(
        &mut self,
        thing: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let is_furniture = situation.percepts.landmarks.iter().any(|l| thing.fits(&l.noun));
        if is_furniture {
            let Some(cloth) = known_cloth(situation) else {
                return self.explore(situation);
            };
            return self.rub(thing, &cloth, Action::Wipe, situation, remarks);
        }
        let held = get!(self.take(thing, &[], situation, remarks));
        let Some(basin) = nearest(situation, |affords| affords.rinsing) else {
            return Progress::Impossible;
        };
        let basin = basin.noun.clone();
        let there = get!(self.bring_into_reach(&basin, situation, remarks));
        if seen_state(situation, there, State::Running) == Some(false) {
            return self.let_run(there, situation, remarks);
        }
        self.act(situation, Action::Wash(held))
    }

    /// Soaps and washes a thing that is stained, having looked at it where it is not known. What nobody
    /// carries is wiped with a soapy cloth.
    pub fn remove_stain(
        &mut self,
        thing: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let Some(is_stained) = is_known_to_be(thing, State::Stained, situation) else {
            let _ = get!(self.bring_into_view(thing, situation, remarks));
            return Progress::Done;
        };
        if !is_stained {
            return Progress::Done;
        }
        let is_furniture = situation.percepts.landmarks.iter().any(|l| thing.fits(&l.noun));
        let soaped = match known_cloth(situation).filter(|_| is_furniture) {
            Some(cloth) => cloth,
            None if is_furniture => return self.explore(situation),
            None => thing.clone(),
        };
        if is_known_to_be(&soaped, State::Soapy, situation) == Some(true) {
            return self.wash(thing, situation, remarks);
        }
        match known(&SOAPS, situation) {
            Some(soap) => self.rub(&soaped, &soap, Action::Soap, situation, remarks),
            None => self.explore(situation),
        }
    }

    /// Lets the water run in a basin, or switches a machine on.
    pub(super) fn let_run(
        &mut self,
        source: Handle,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        match tap_of(source, situation) {
            Some(tap) => self.toggle(&tap, true, situation, remarks),
            None => Progress::Impossible,
        }
    }

    /// Wipes or dries a thing with a cloth, fetching the cloth and going to the thing.
    pub fn rub(
        &mut self,
        thing: &Noun,
        with: &Noun,
        action: fn(Handle, Handle) -> Action<Handle>,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let cloth = get!(self.take(with, std::slice::from_ref(thing), situation, remarks));
        let target = get!(self.bring_into_reach(thing, situation, remarks));
        self.act(situation, action(target, cloth))
    }
}

/// Whether a thing is in a state that is shown only where it holds: as it is seen, else as it was.
fn is_known_to_be(thing: &Noun, state: State, situation: &Situation<'_>) -> Option<bool> {
    let in_view = situation.percepts.seen.iter().find(|seen| thing.fits(&seen.noun));
    match in_view {
        Some(seen) => Some(seen.states.contains(&(state, true))),
        None => situation.beliefs.state(thing, state).map(|belief| belief.holds),
    }
}

/// A cloth, a sponge or a towel that is in view; or else one of which is known where it is.
pub fn known_cloth(situation: &Situation<'_>) -> Option<Noun> {
    let in_view = situation.percepts.seen.iter().find(|seen| seen.affords.wiping);
    in_view.map(|seen| seen.noun.clone()).or_else(|| known(&CLOTHS, situation))
}

/// What one wipes and dries with, in the order in which it is looked for.
const CLOTHS: [&str; 9] = [
    "towel",
    "cloth",
    "sponge",
    "dish-sponge",
    "hand-towel",
    "rag",
    "dish-towel",
    "paper-towel",
    "mop",
];
/// What one soaps with.
const SOAPS: [&str; 3] = ["soap-bottle", "soap-bar", "soap-dispenser"];

/// A thing of one of these kinds that is in view or in a hand; or else one of which it is known where it
/// is.
fn known(kinds: &[&str], situation: &Situation<'_>) -> Option<Noun> {
    let in_view = situation.percepts.seen.iter().map(|seen| &seen.noun);
    in_view.clone().find(|noun| kinds.contains(&noun.kind())).cloned().or_else(|| {
        kinds.iter().find_map(|kind| {
            let noun = Noun::new(kind, &[]);
            situation.beliefs.where_is(&noun).first().map(|sighting| sighting.noun.clone())
        })
    })
}

fn nearest<'a>(
    situation: &Situation<'a>,
    serves: impl Fn(&Affords) -> bool,
) -> Option<&'a Landmark> {
    let percepts = situation.percepts;
    let serving = percepts.landmarks.iter().filter(|landmark| serves(&landmark.affords));
    serving.min_by(|a, b| by_distance(percepts.feet, a, b))
}

/// The tap that is nearest to the basin, which may be the basin's own.
fn tap_of(basin: Handle, situation: &Situation<'_>) -> Option<Noun> {
    let basin = situation.percepts.landmark(basin)?;
    if basin.affords.switching {
        return Some(basin.noun.clone());
    }
    let taps = situation.percepts.landmarks.iter().filter(|landmark| landmark.affords.watering);
    taps.min_by(|a, b| by_distance(basin.position, a, b)).map(|tap| tap.noun.clone())
}
