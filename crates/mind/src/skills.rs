//! How to handle things: the steps that a novice knows for finding, taking, putting and switching.
//!
//! Nothing in here knows how things *change*: that bread becomes toast, or which knife cuts, comes
//! from memory.

use std::collections::{BTreeMap, BTreeSet};

use base::time::TICKS_PER_SECOND;
use base::{Action, Handle, Noun, Relation, SimTime, State};
use body::{Landmark, Outcome};
use memory::Ask;

use crate::beliefs::Sighting;
use crate::planner::{Remark, Situation};

/// How far a skill has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// This is to be done next.
    Act(Action<Handle>),
    /// Memory is to be asked.
    Ask(Ask),
    /// It comes about by itself, and not yet: something else can be done meanwhile.
    Later,
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
mod climbing;
mod finding;
mod hands;
mod household;

pub use self::cleaning::known_cloth;

/// How often a thing is gone to without doing anything in between.
const MOST_VISITS: u32 = 3;
/// How often an action that the world refused is tried again when the refusal was bad luck.
const MOST_TRIES: u32 = 4;
/// How long one waits for somebody to get out of the way, seconds.
const PATIENCE_S: u32 = 5;

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
    /// What the body stands on, where it is not the floor.
    up_on: Option<Noun>,
    /// What was set down last to be stood on.
    set_down: Option<Noun>,
    /// Where one has looked around for something to stand on.
    looked_from: Vec<[f32; 3]>,
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
            let may_succeed_yet = refusal.by_chance() || refusal.passes();
            *tries += if may_succeed_yet { 1 } else { MOST_TRIES };
        }
        match situation.last_outcome {
            Some(Outcome { action: Action::Go(to), result: Ok(()), .. }) => {
                *self.gone_to.entry(to.clone()).or_default() += 1;
            }
            Some(Outcome { result: Ok(()), .. }) => self.gone_to.clear(),
            _ => {}
        }
        self.note_footing(situation);
    }

    /// Forgets that this was refused: what stood in its way has been got over.
    pub fn forgive_one(&mut self, action: &Action<Noun>) {
        self.refused.remove(action);
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
        if !self.may_try(situation, &action) {
            return Progress::Impossible;
        }
        // Whoever stands in the way gets a moment to leave.
        let is_in_the_way = situation.just_refused().is_some_and(|(_, refusal)| refusal.passes());
        Progress::Act(if is_in_the_way { Action::Wait(PATIENCE_S) } else { action })
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
            Action::TakeIn(thing, hand) => self.take_in(thing, *hand, situation, remarks),
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

    /// What must be done to have the thing open; none where it is, or has no door.
    fn opened(&self, thing: Handle, situation: &Situation<'_>) -> Option<Progress> {
        let seen = situation.percepts.seen(thing)?;
        let is_closed = seen.affords.opening && seen.states.contains(&(State::Open, false));
        is_closed.then(|| self.act(situation, Action::Open(thing)))
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
