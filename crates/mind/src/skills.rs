//! How to handle things: the steps that a novice knows for finding, taking, putting and switching.
//!
//! Nothing in here knows how things *change*: that bread becomes toast, or which knife cuts, comes
//! from memory.

use std::collections::{BTreeMap, BTreeSet};

use base::time::TICKS_PER_SECOND;
use base::{Action, Handle, Noun, Relation, SimTime, State};
use body::{Landmark, Outcome, Seen};
use memory::Ask;

use crate::beliefs::{Evidence, Sighting};
use crate::planner::{Remark, Situation};

/// How far a skill has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// This is to be done next.
    Act(Action<Handle>),
    /// Memory is to be asked.
    Ask(Ask),
    /// It is done.
    Done,
    /// There is no way that has not been tried.
    Impossible,
}

/// What holds one thing in view: go on with its handle, or first do something else.
enum Got {
    Thing(Handle),
    First(Progress),
}

macro_rules! get {
    ($got:expr) => {
        match $got {
            Got::Thing(handle) => handle,
            Got::First(progress) => return progress,
        }
    };
}

mod airing;
mod cleaning;
mod household;

pub use self::cleaning::known_cloth;

/// How many things deep a believed place is followed: the egg in the bowl on the tray on the table.
const MOST_NESTED_PLACES: u32 = 4;
/// How often a thing is gone to without doing anything in between.
const MOST_VISITS: u32 = 3;
/// How often an action that the world refused is tried again when the refusal was bad luck.
const MOST_TRIES: u32 = 4;

/// What was tried in this episode, so that nothing is tried for ever.
#[derive(Debug, Clone, Default)]
pub struct Skills {
    refused: BTreeMap<Action<Noun>, u32>,
    has_looked: BTreeSet<Noun>,
    /// How often each thing was gone to since anything else was done: to and fro leads nowhere.
    gone_to: BTreeMap<Noun, u32>,
    /// Ticks waited for the wait step under way; something noticed ends a wait early.
    waited: u64,
    /// When the last outcome ended that was counted as tried.
    noted: Option<SimTime>,
    /// When the last outcome ended by which a step was done: one outcome does one step.
    counted: Option<SimTime>,
    /// The place that is being gone to on the evidence of memory.
    heading_for: Option<Sighting>,
    /// Whether a place is being gone to only to put something down there.
    freeing_a_hand: bool,
    /// Things in view that must not be taken for what is sought.
    pub avoid: BTreeSet<Noun>,
}

impl Skills {
    /// Takes note of what came of the last action. Call at each decision, before anything else.
    pub fn note_outcome(&mut self, situation: &Situation<'_>) {
        let ended = situation.last_outcome.map(|last| last.ended);
        if ended == self.noted {
            return;
        }
        self.noted = ended;
        if let Some((action, refusal)) = situation.just_refused() {
            let tries = self.refused.entry(action.clone()).or_default();
            *tries += if refusal.by_chance() { 1 } else { MOST_TRIES };
        }
        match situation.last_outcome {
            Some(Outcome { action: Action::Go(to), result: Ok(()), .. }) => {
                *self.gone_to.entry(to.clone()).or_default() += 1;
            }
            Some(Outcome { result: Ok(()), .. }) => self.gone_to.clear(),
            _ => {}
        }
    }

    /// Forgets refusals: the world has changed.
    pub fn forgive(&mut self) {
        self.refused.clear();
    }

    fn may_try(&self, situation: &Situation<'_>, action: &Action<Handle>) -> bool {
        let named =
            action.clone().try_map(|handle| situation.percepts.noun(handle).cloned().ok_or(()));
        named.is_ok_and(|named| {
            let is_to_and_fro = matches!(&named, Action::Go(to)
                if self.gone_to.get(to).is_some_and(|visits| *visits >= MOST_VISITS));
            !is_to_and_fro && self.refused.get(&named).is_none_or(|tries| *tries < MOST_TRIES)
        })
    }

    fn act(&self, situation: &Situation<'_>, action: Action<Handle>) -> Progress {
        if self.may_try(situation, &action) { Progress::Act(action) } else { Progress::Impossible }
    }

    /// Does one remembered or scripted step with everything that it needs.
    pub fn carry_out(
        &mut self,
        step: &Action<Noun>,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let ended = situation.last_outcome.map(|last| last.ended);
        // One wait done may be but a part of the wait step; `wait` counts for itself.
        let is_wait = matches!(step, Action::Wait(_));
        if !is_wait && situation.just_did(step) && self.counted != ended {
            self.counted = ended;
            return Progress::Done;
        }
        match step {
            Action::Go(to) => {
                let handle = get!(self.bring_into_view(to, situation, remarks));
                if situation.percepts.standing_at == Some(handle) {
                    Progress::Done
                } else {
                    self.act(situation, Action::Go(handle))
                }
            }
            Action::Look => Progress::Act(Action::Look),
            Action::Search(thing) => {
                let handle = get!(self.bring_into_reach(thing, situation, remarks));
                self.act(situation, Action::Search(handle))
            }
            Action::Open(thing) => self.set_open(thing, true, situation, remarks),
            Action::Close(thing) => self.set_open(thing, false, situation, remarks),
            Action::Take(thing) => {
                let _ = get!(self.take(thing, &[], situation, remarks));
                Progress::Done
            }
            Action::PutOn(thing, on) => self.put(thing, Relation::On, on, situation, remarks),
            Action::PutIn(thing, into) => self.put(thing, Relation::In, into, situation, remarks),
            Action::Toggle(thing, on) => self.toggle(thing, *on, situation, remarks),
            Action::Slice(thing, with) => self.slice(thing, with, situation, remarks),
            Action::Crack(thing, into) => self.crack(thing, into, situation, remarks),
            Action::Wait(seconds) => self.wait(*seconds, situation),
            Action::GiveUp => Progress::Act(Action::GiveUp),
            Action::Wash(thing) => self.wash(thing, situation, remarks),
            Action::Wipe(thing, with) => self.rub(thing, with, Action::Wipe, situation, remarks),
            Action::Dry(thing, with) => self.rub(thing, with, Action::Dry, situation, remarks),
            step => self.keep_house(step, situation, remarks),
        }
    }

    /// Waits so many seconds in all, also when something noticed ends a wait early.
    fn wait(&mut self, seconds: u32, situation: &Situation<'_>) -> Progress {
        if let Some(last) = situation.last_outcome
            && matches!(last.action, Action::Wait(_))
            && self.counted != Some(last.ended)
        {
            self.counted = Some(last.ended);
            self.waited += last.ended.ticks_since(last.started);
        }
        let left = (u64::from(seconds) * TICKS_PER_SECOND).saturating_sub(self.waited);
        if left == 0 {
            self.waited = 0;
            return Progress::Done;
        }
        Progress::Act(Action::Wait(left.div_ceil(TICKS_PER_SECOND) as u32))
    }

    /// Puts a thing somewhere, fetching it first.
    pub fn put(
        &mut self,
        thing: &Noun,
        relation: Relation,
        at: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        if self.seen_at(situation, thing, relation, at).is_some() {
            return Progress::Done;
        }
        if self.is_known_to_be_refused(thing, relation, at) {
            return Progress::Impossible;
        }
        let held = get!(self.take(thing, std::slice::from_ref(at), situation, remarks));
        let there = get!(self.bring_into_reach(at, situation, remarks));
        if there == held {
            return Progress::Impossible;
        }
        if relation == Relation::In
            && let Some(opening) = self.opened(there, situation)
        {
            return opening;
        }
        match relation {
            Relation::On => self.act(situation, Action::PutOn(held, there)),
            Relation::In => self.act(situation, Action::PutIn(held, there)),
            Relation::Under => self.act(situation, Action::PutUnder(held, there)),
            Relation::HeldBy => Progress::Impossible,
        }
    }

    /// Whether putting the thing there was refused for good, so that there is no going there.
    fn is_known_to_be_refused(&self, thing: &Noun, relation: Relation, at: &Noun) -> bool {
        let action = match relation {
            Relation::On => Action::PutOn(thing.clone(), at.clone()),
            Relation::In => Action::PutIn(thing.clone(), at.clone()),
            Relation::Under => Action::PutUnder(thing.clone(), at.clone()),
            Relation::HeldBy => return false,
        };
        self.refused.get(&action).is_some_and(|tries| *tries >= MOST_TRIES)
    }

    /// Switches a thing on or off.
    pub fn toggle(
        &mut self,
        thing: &Noun,
        on: bool,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let handle = get!(self.bring_into_reach(thing, situation, remarks));
        if seen_state(situation, handle, State::Running) == Some(on) {
            return Progress::Done;
        }
        self.act(situation, Action::Toggle(handle, on))
    }

    /// Opens or closes a thing.
    fn set_open(
        &mut self,
        thing: &Noun,
        open: bool,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let handle = get!(self.bring_into_reach(thing, situation, remarks));
        if seen_state(situation, handle, State::Open) == Some(open) {
            return Progress::Done;
        }
        let action = if open { Action::Open(handle) } else { Action::Close(handle) };
        self.act(situation, action)
    }

    /// Cuts a thing with a tool, fetching the tool and going to the thing.
    pub fn slice(
        &mut self,
        thing: &Noun,
        with: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let tool = get!(self.take(with, &[], situation, remarks));
        let target = get!(self.bring_into_reach(thing, situation, remarks));
        if seen_state(situation, target, State::Sliced) == Some(true) {
            return Progress::Done;
        }
        if situation.percepts.holds(target) && target != tool {
            return self.put_down(target, &[], situation);
        }
        self.act(situation, Action::Slice(target, tool))
    }

    /// Cracks a thing into a vessel.
    fn crack(
        &mut self,
        thing: &Noun,
        into: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let done =
            situation.percepts.seen.iter().any(|seen| {
                thing.fits(&seen.noun) && seen.states.contains(&(State::Cracked, true))
            });
        if done {
            return Progress::Done;
        }
        let held = get!(self.take(thing, std::slice::from_ref(into), situation, remarks));
        let vessel = get!(self.bring_into_reach(into, situation, remarks));
        self.act(situation, Action::Crack(held, vessel))
    }

    /// Gets a thing into a hand. `keep` stays in hand if it is there.
    fn take(
        &mut self,
        thing: &Noun,
        keep: &[Noun],
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Got {
        let held = situation.percepts.hands.into_iter().flatten().find(|handle| {
            situation.percepts.noun(*handle).is_some_and(|noun| self.may_be(thing, noun))
        });
        if let Some(handle) = held {
            return Got::Thing(handle);
        }
        // Who went away to put something down does so before going back.
        if std::mem::take(&mut self.freeing_a_hand) && !situation.percepts.has_free_hand() {
            return Got::First(self.free_a_hand(keep, situation));
        }
        let handle = match self.bring_into_reach(thing, situation, remarks) {
            Got::Thing(handle) => handle,
            first @ Got::First(_) => return first,
        };
        if !situation.percepts.has_free_hand() {
            let progress = self.free_a_hand(keep, situation);
            self.freeing_a_hand = matches!(progress, Progress::Act(Action::Go(_)));
            return Got::First(progress);
        }
        Got::First(self.act(situation, Action::Take(handle)))
    }

    /// Puts down what is held and need not be kept.
    fn free_a_hand(&self, keep: &[Noun], situation: &Situation<'_>) -> Progress {
        let percepts = situation.percepts;
        let is_spare = |held: &Handle| {
            percepts.noun(*held).is_none_or(|noun| !keep.iter().any(|kept| kept.fits(noun)))
        };
        match percepts.hands.into_iter().flatten().rfind(is_spare) {
            Some(spare) => self.put_down(spare, keep, situation),
            None => Progress::Impossible,
        }
    }

    /// Puts what is held on the nearest surface.
    fn put_down(&self, held: Handle, avoid: &[Noun], situation: &Situation<'_>) -> Progress {
        let percepts = situation.percepts;
        let serves = |noun: &Noun| !avoid.iter().any(|other| other.fits(noun));
        let in_reach = percepts
            .seen
            .iter()
            .filter(|seen| percepts.landmark(seen.handle).is_some())
            .filter(|seen| seen.in_reach && seen.affords.putting_on && !seen.affords.switching)
            .filter(|seen| serves(&seen.noun))
            .map(|seen| Action::PutOn(held, seen.handle))
            .find(|action| self.may_try(situation, action));
        if let Some(action) = in_reach {
            return Progress::Act(action);
        }
        let mut surfaces: Vec<&Landmark> = percepts
            .landmarks
            .iter()
            .filter(|landmark| landmark.affords.putting_on && !landmark.affords.switching)
            .filter(|landmark| serves(&landmark.noun))
            .filter(|landmark| percepts.standing_at != Some(landmark.handle))
            .filter(|landmark| {
                self.may_try(situation, &Action::Go(landmark.handle))
                    && self.may_try(situation, &Action::PutOn(held, landmark.handle))
            })
            .collect();
        surfaces.sort_by(|a, b| by_distance(percepts.feet, a, b));
        match surfaces.first() {
            Some(surface) => Progress::Act(Action::Go(surface.handle)),
            None => Progress::Impossible,
        }
    }

    /// What must be done to have the thing open; none where it is, or has no door.
    fn opened(&self, thing: Handle, situation: &Situation<'_>) -> Option<Progress> {
        let seen = situation.percepts.seen(thing)?;
        let is_closed = seen.affords.opening && seen.states.contains(&(State::Open, false));
        is_closed.then(|| self.act(situation, Action::Open(thing)))
    }

    /// A thing in view that the noun fits and that is in, or on, a thing that `at` fits. What is to
    /// be left alone does not count.
    pub fn seen_at<'a>(
        &self,
        situation: &Situation<'a>,
        thing: &Noun,
        relation: Relation,
        at: &Noun,
    ) -> Option<&'a Seen> {
        let percepts = situation.percepts;
        percepts.seen.iter().filter(|seen| self.may_be(thing, &seen.noun)).find(|seen| {
            seen.place.is_some_and(|(seen_relation, handle)| {
                seen_relation == relation && percepts.noun(handle).is_some_and(|noun| at.fits(noun))
            })
        })
    }

    fn may_be(&self, wanted: &Noun, noun: &Noun) -> bool {
        wanted.fits(noun) && !self.avoid.contains(noun)
    }

    /// Gets a thing that the noun fits to where a hand reaches it.
    fn bring_into_reach(
        &mut self,
        thing: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Got {
        let handle = match self.bring_into_view(thing, situation, remarks) {
            Got::Thing(handle) => handle,
            first @ Got::First(_) => return first,
        };
        let in_reach = situation.percepts.seen(handle).is_some_and(|seen| seen.in_reach);
        if in_reach {
            Got::Thing(handle)
        } else {
            Got::First(self.act(situation, Action::Go(handle)))
        }
    }

    /// Gets a thing that the noun fits into view, or a landmark that can be gone to.
    fn bring_into_view(
        &mut self,
        thing: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Got {
        if let Some(seen) = self.best_in_view(thing, situation) {
            self.heading_for = None;
            return Got::Thing(seen.handle);
        }
        let percepts = situation.percepts;
        let landmark = percepts.landmarks.iter().find(|landmark| thing.fits(&landmark.noun));
        if let Some(landmark) = landmark {
            return Got::Thing(landmark.handle);
        }
        self.note_if_stale(situation, remarks);
        for sighting in situation.beliefs.where_is(thing) {
            if !self.may_be(thing, &sighting.noun) {
                continue;
            }
            // One look around costs less than a walk to where the thing may no longer be.
            if let (Evidence::Unit(_), Some(look)) = (sighting.evidence, self.look_first(situation))
            {
                return Got::First(look);
            }
            if let Some(progress) = self.approach(sighting, 0, situation) {
                self.head_for(sighting, remarks);
                return Got::First(progress);
            }
        }
        let ask = Ask::WhereIs(thing.clone());
        if !situation.asked.contains(&ask) {
            return Got::First(Progress::Ask(ask));
        }
        Got::First(self.explore(situation))
    }

    fn best_in_view<'a>(&self, thing: &Noun, situation: &Situation<'a>) -> Option<&'a Seen> {
        let percepts = situation.percepts;
        percepts
            .seen
            .iter()
            .filter(|seen| self.may_be(thing, &seen.noun))
            .filter(|seen| {
                // One that cannot be gone to is as good as out of view.
                seen.in_reach || self.may_try(situation, &Action::Go(seen.handle))
            })
            .min_by(|a, b| {
                b.in_reach.cmp(&a.in_reach).then_with(|| {
                    distance(percepts.feet, a.position)
                        .total_cmp(&distance(percepts.feet, b.position))
                })
            })
    }

    /// The next step towards a believed place; none where nothing more can be done about it.
    fn approach(
        &self,
        sighting: &Sighting,
        depth: u32,
        situation: &Situation<'_>,
    ) -> Option<Progress> {
        let percepts = situation.percepts;
        let place = &sighting.place.1;
        let landmark = percepts.landmarks.iter().find(|landmark| landmark.noun == *place);
        let Some(landmark) = landmark else {
            // In or on a loose thing: where that is, this is.
            if depth >= MOST_NESTED_PLACES {
                return None;
            }
            if let Some(vessel) = percepts.seen.iter().find(|seen| seen.noun == *place) {
                if !vessel.in_reach {
                    let go = Action::Go(vessel.handle);
                    return self.may_try(situation, &go).then_some(Progress::Act(go));
                }
                return self.opened(vessel.handle, situation);
            }
            let outer = situation.beliefs.where_is(place);
            let ask = Ask::WhereIs(place.clone());
            let is_certain =
                outer.first().is_some_and(|outer| !matches!(outer.evidence, Evidence::Unit(_)));
            if !is_certain && !situation.asked.contains(&ask) {
                return Some(Progress::Ask(ask));
            }
            return outer.into_iter().find_map(|outer| self.approach(outer, depth + 1, situation));
        };
        let seen = percepts.seen(landmark.handle);
        if !seen.is_some_and(|seen| seen.in_reach) {
            let go = Action::Go(landmark.handle);
            return self.may_try(situation, &go).then_some(Progress::Act(go));
        }
        match self.opened(landmark.handle, situation) {
            Some(Progress::Impossible) => None,
            Some(progress) => Some(progress),
            None if !situation.beliefs.was_seen_whole(&landmark.noun) => {
                let search = Action::Search(landmark.handle);
                self.may_try(situation, &search).then_some(Progress::Act(search))
            }
            None => None,
        }
    }

    fn head_for(&mut self, sighting: &Sighting, remarks: &mut Vec<Remark>) {
        if self.heading_for.as_ref() == Some(sighting) {
            return;
        }
        remarks.push(Remark::Because(format!(
            "the {} was {} ({})",
            sighting.noun.words(),
            sighting.place,
            sighting.time
        )));
        self.heading_for = Some(sighting.clone());
    }

    /// Where the place that was gone to on the evidence of memory turned out not to hold the
    /// thing, that memory is stale.
    fn note_if_stale(&mut self, situation: &Situation<'_>, remarks: &mut Vec<Remark>) {
        let still_believed = |sighting: &Sighting| {
            situation.beliefs.where_is(&sighting.noun).iter().any(|s| s.place == sighting.place)
        };
        if let Some(sighting) = self.heading_for.take_if(|sighting| !still_believed(sighting))
            && let Evidence::Unit(id) = sighting.evidence
        {
            remarks.push(Remark::Stale(id));
        }
    }

    /// A look around, where this room has not been looked around in.
    fn look_first(&mut self, situation: &Situation<'_>) -> Option<Progress> {
        let room = situation.percepts.room.as_ref()?;
        self.has_looked.insert(room.clone()).then_some(Progress::Act(Action::Look))
    }

    /// Looks around, then searches containers and surfaces, the nearest first.
    pub fn explore(&mut self, situation: &Situation<'_>) -> Progress {
        if let Some(look) = self.look_first(situation) {
            return look;
        }
        let percepts = situation.percepts;
        let mut unseen: Vec<&Landmark> = percepts
            .landmarks
            .iter()
            .filter(|landmark| landmark.affords.putting_in || landmark.affords.putting_on)
            .filter(|landmark| !situation.beliefs.was_seen_whole(&landmark.noun))
            .filter(|landmark| {
                self.may_try(situation, &Action::Go(landmark.handle))
                    && self.may_try(situation, &Action::Search(landmark.handle))
            })
            .collect();
        unseen.sort_by(|a, b| by_distance(percepts.feet, a, b));
        match unseen.first() {
            Some(landmark) => {
                let in_reach = percepts.seen(landmark.handle).is_some_and(|seen| seen.in_reach);
                Progress::Act(if in_reach {
                    Action::Search(landmark.handle)
                } else {
                    Action::Go(landmark.handle)
                })
            }
            None => Progress::Impossible,
        }
    }
}

/// Whether a thing in view shows that state; none where it does not show.
pub fn seen_state(situation: &Situation<'_>, thing: Handle, state: State) -> Option<bool> {
    let seen = situation.percepts.seen(thing)?;
    seen.states.iter().find(|(shown, _)| *shown == state).map(|(_, holds)| *holds)
}

/// Squared distance on the floor, metres².
fn distance(feet: [f32; 3], position: [f32; 3]) -> f32 {
    let [dx, dz] = [position[0] - feet[0], position[2] - feet[2]];
    dx * dx + dz * dz
}

fn by_distance(feet: [f32; 3], a: &Landmark, b: &Landmark) -> std::cmp::Ordering {
    distance(feet, a.position)
        .total_cmp(&distance(feet, b.position))
        .then_with(|| a.noun.cmp(&b.noun))
}
