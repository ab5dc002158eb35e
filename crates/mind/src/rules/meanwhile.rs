//! What goes on by itself: doing something else meanwhile, coming back in time, taking off.
//!
//! How long a thing takes comes from memory, with the procedure. One who does not know it waits beside
//! the pan until it is seen; so does one who has all the time in the world.

use base::time::TICKS_PER_SECOND;
use base::{Action, Condition, Noun, SimTime, State};

use super::RulesPlanner;
use super::following::{MOST_WAITS, WAIT_SECONDS};
use super::holding::is_perceived;
use crate::planner::{Remark, Situation};
use crate::procedure::Procedure;
use crate::skills::{Progress, Skills};

/// What a metre of the way back takes, with the turns in it, and what is kept in hand, ticks.
const WAY_BACK_TICKS_PER_M: f32 = 13.0;
const IN_HAND_TICKS: u64 = 6 * TICKS_PER_SECOND;

/// A procedure under way.
#[derive(Debug, Clone)]
pub(super) struct Running {
    pub(super) procedure: Procedure,
    pub(super) next_step: usize,
    pub(super) waits: u32,
    /// When the last step but waiting was done.
    pub(super) stepped: Option<SimTime>,
}

impl Running {
    pub(super) fn new(procedure: Procedure) -> Self {
        Self { procedure, next_step: 0, waits: 0, stepped: None }
    }

    /// What the procedure has put the thing in, where that is seen to be closed.
    pub(super) fn shut_away_in(&self, situation: &Situation<'_>) -> Option<Noun> {
        let thing = &self.procedure.thing;
        let around = self.procedure.steps.iter().rev().find_map(|step| match step {
            Action::PutIn(put, into) if put == thing => Some(into),
            _ => None,
        })?;
        let is_closed = situation
            .percepts
            .seen
            .iter()
            .any(|seen| around.fits(&seen.noun) && seen.states.contains(&(State::Open, false)));
        is_closed.then(|| around.clone())
    }

    /// Whether nothing but waiting is left to do.
    fn only_waits(&self) -> bool {
        self.next_step > 0
            && self.procedure.steps[self.next_step..]
                .iter()
                .all(|step| matches!(step, Action::Wait(_)))
    }

    /// When the result is to be expected, where that is known.
    fn due(&self) -> Option<SimTime> {
        Some(self.stepped? + self.procedure.takes?)
    }

    /// The piece of furniture at which it comes about: the last that something was put in or on.
    fn place(&self) -> Option<&Noun> {
        self.procedure.steps.iter().rev().find_map(|step| match step {
            Action::PutOn(_, at) | Action::PutIn(_, at) => Some(at),
            _ => None,
        })
    }

    /// Whether only waiting is left, time presses, and it is known how long it takes.
    pub(super) fn must_be_timed(&self, situation: &Situation<'_>) -> bool {
        let presses = situation.goal.is_some_and(|goal| goal.condition.walk().any(is_within));
        presses && self.only_waits() && self.due().is_some()
    }

    /// Whether there is time for something else before one must be back.
    pub(super) fn goes_on_by_itself(&self, situation: &Situation<'_>) -> bool {
        let back_at = situation.now() + self.way_back_ticks(situation) + IN_HAND_TICKS;
        self.must_be_timed(situation) && self.due().is_some_and(|due| back_at < due)
    }

    fn way_back_ticks(&self, situation: &Situation<'_>) -> u64 {
        let percepts = situation.percepts;
        let place = self.place().and_then(|at| percepts.landmarks.iter().find(|l| l.noun == *at));
        let metres = place.map_or(0.0, |place| {
            let [x, _, z] = place.position;
            let [dx, dz] = [x - percepts.feet[0], z - percepts.feet[2]];
            (dx * dx + dz * dz).sqrt()
        });
        (metres * WAY_BACK_TICKS_PER_M).ceil() as u64
    }

    /// Goes back to where it comes about, and waits there.
    pub(super) fn wait_beside(
        &mut self,
        skills: &mut Skills,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        if let Some(place) = self.place().cloned() {
            match skills.carry_out(&Action::Go(place), situation, remarks) {
                Progress::Done | Progress::Impossible => {}
                progress => return progress,
            }
        }
        if self.waits >= MOST_WAITS {
            return Progress::Impossible;
        }
        let left = self.due().map_or(0, |due| due.ticks_since(situation.now()));
        // Until shortly after it is due; what is seen to happen ends the wait.
        let seconds = (left.div_ceil(TICKS_PER_SECOND) as u32 + 2).min(WAIT_SECONDS);
        self.waits += u32::from(left == 0);
        Progress::Act(Action::Wait(seconds))
    }

    /// What was switched on for it and is still on, as far as the steps tell.
    fn switched_on(&self) -> Option<&Noun> {
        let mut on = None;
        for step in &self.procedure.steps[..self.next_step] {
            match step {
                Action::Toggle(thing, true) => on = Some(thing),
                Action::Toggle(thing, false) if on == Some(thing) => on = None,
                _ => {}
            }
        }
        on
    }
}

impl RulesPlanner {
    /// Whether what is under way needs nobody now.
    pub(super) fn goes_on_by_itself(&self, situation: &Situation<'_>) -> bool {
        self.running.as_ref().is_some_and(|running| running.goes_on_by_itself(situation))
    }

    /// Stays with what is under way, where there is nothing else to do.
    pub(super) fn tend(
        &mut self,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        match &mut self.running {
            Some(running) => running.wait_beside(&mut self.skills, situation, remarks),
            None => Progress::Impossible,
        }
    }

    /// Switches off what has done its work, where there is something that must never be so: heat goes
    /// on working.
    pub(super) fn take_off(
        &mut self,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let is_careful = situation.goal.is_some_and(|goal| goal.condition.walk().any(is_never));
        let Some(running) = self.running.as_ref().filter(|_| is_careful) else {
            return Progress::Done;
        };
        let Procedure { thing, state, .. } = &running.procedure;
        let is_done = is_perceived(thing, *state, true, situation.beliefs);
        let Some(switch) = running.switched_on().filter(|_| is_done && running.only_waits()) else {
            return Progress::Done;
        };
        let off = Action::Toggle(switch.clone(), false);
        let progress = self.skills.carry_out(&off, situation, remarks);
        if matches!(progress, Progress::Done | Progress::Impossible) {
            self.running = None;
        }
        progress
    }
}

fn is_within(condition: &Condition) -> bool {
    matches!(condition, Condition::Within(..))
}

fn is_never(condition: &Condition) -> bool {
    matches!(condition, Condition::Never(_))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use base::{Handle, Quality};
    use body::{Affords, GivenGoal, Landmark, Percepts};

    use super::*;
    use crate::beliefs::Beliefs;

    fn noun(text: &str) -> Noun {
        text.parse().expect("a noun")
    }

    /// Whether one who turned on the knob at second 10, and stands so far from the burner, has time
    /// for something else at that second.
    fn has_time(at_second: u64, metres: f32, takes_s: Option<u64>, is_hurried: bool) -> bool {
        let burner = Landmark {
            handle: Handle(1),
            noun: noun("burner"),
            room: noun("kitchen"),
            position: [metres, 0.9, 0.0],
            affords: Affords::default(),
        };
        let percepts = Percepts {
            landmarks: Arc::new(vec![burner]),
            time: SimTime(at_second * TICKS_PER_SECOND),
            ..Percepts::default()
        };
        let fried = Condition::Exists(noun("egg"), vec![Quality::Is(State::Fried)]);
        let condition = if is_hurried { Condition::Within(300, Box::new(fried)) } else { fried };
        let goal = GivenGoal {
            words: "fry the egg".to_owned(),
            condition,
            given: SimTime(0),
            action_budget: 9,
            until: SimTime(9_000),
        };
        let procedure = Procedure {
            thing: noun("egg"),
            state: State::Fried,
            steps: vec![
                Action::PutOn(noun("pan"), noun("burner")),
                Action::Toggle(noun("knob"), true),
                Action::Wait(60),
            ],
            takes: takes_s.map(|seconds| seconds * TICKS_PER_SECOND),
            evidence: Vec::new(),
        };
        let mut running = Running::new(procedure);
        (running.next_step, running.stepped) = (2, Some(SimTime(10 * TICKS_PER_SECOND)));
        let situation = Situation {
            percepts: &percepts,
            beliefs: &Beliefs::default(),
            goal: Some(&goal),
            last_outcome: None,
            asked: &[],
        };
        running.goes_on_by_itself(&situation)
    }

    #[test]
    fn there_is_time_until_one_must_go_back() {
        assert!(has_time(20, 2.0, Some(100), true));
        assert!(has_time(100, 2.0, Some(100), true));
        assert!(!has_time(102, 2.0, Some(100), true), "2 m and 6 s before second 110");
        assert!(!has_time(100, 4.0, Some(100), true), "it is farther");
        assert!(!has_time(120, 0.0, Some(100), true), "it is due");
    }

    #[test]
    fn who_does_not_know_how_long_it_takes_or_is_in_no_hurry_stays() {
        assert!(!has_time(20, 2.0, None, true));
        assert!(!has_time(20, 2.0, Some(100), false));
    }
}
