//! Going through the steps by which a thing once got a state, or trying what the house has to offer.

use base::{Action, Condition, Noun, Quality, State};
use memory::Ask;

use super::RulesPlanner;
use super::meanwhile::Running;
use super::pouring;
use crate::beliefs::Beliefs;
use crate::planner::{Remark, Situation};
use crate::procedure::{Procedure, procedures_for};
use crate::skills::Progress;

/// How long one wait for a result is, seconds.
pub(super) const WAIT_SECONDS: u32 = 30;

/// How many waits a procedure gets after its last step before it counts as failed.
pub(super) const MOST_WAITS: u32 = 6;

/// What breaks in on a wait within this time has kept one from waiting, ticks.
const AT_ONCE_TICKS: u64 = 5 * base::time::TICKS_PER_SECOND;

/// After how many of them one looks into what is closed around the thing.
const WAITS_BEFORE_LOOKING: u32 = 5;

impl RulesPlanner {
    /// The thing and the state of a procedure of which a step has been done, where that state is
    /// still to come.
    pub(super) fn under_way(&self, beliefs: &Beliefs) -> Option<(Noun, State)> {
        let running = self.running.as_ref().filter(|running| running.next_step > 0)?;
        let (thing, state) = (&running.procedure.thing, running.procedure.state);
        let is_done = self.known_with(thing, &[state], beliefs).is_some()
            || state == State::Filled && pouring::is_seen_somewhere(thing, beliefs);
        (!is_done).then(|| (thing.clone(), state))
    }

    /// Goes through the steps by which such a thing once got the state, or else tries what the
    /// house has to offer.
    pub(super) fn follow_procedure(
        &mut self,
        thing: &Noun,
        state: State,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let wanted = Condition::Exists(thing.clone(), vec![Quality::Is(state)]);
        let ask = Ask::WhatBringsAbout(wanted.clone());
        if !situation.asked.contains(&ask) {
            return Progress::Ask(ask);
        }
        loop {
            let is_for_this = |running: &Running| {
                running.procedure.thing == *thing && running.procedure.state == state
            };
            let mut running = match self.running.take().filter(is_for_this) {
                Some(running) => running,
                None => match self.next_procedure(thing, state, situation) {
                    Some(procedure) => {
                        remarks.extend(procedure.evidence.iter().map(|id| Remark::Used(*id)));
                        remarks.push(Remark::Because(in_words(&procedure)));
                        Running::new(procedure)
                    }
                    None => return Progress::Impossible,
                },
            };
            let progress = match running.procedure.steps.get(running.next_step) {
                _ if running.goes_on_by_itself(situation) => Progress::Later,
                _ if running.must_be_timed(situation) => {
                    running.wait_beside(&mut self.skills, situation, remarks)
                }
                Some(step) => self.skills.carry_out(step, situation, remarks),
                None if running.waits < MOST_WAITS => {
                    running.waits += u32::from(!was_interrupted(situation));
                    match running.shut_away_in(situation) {
                        Some(around) if running.waits == WAITS_BEFORE_LOOKING => {
                            self.skills.carry_out(&Action::Open(around), situation, remarks)
                        }
                        _ => Progress::Act(Action::Wait(WAIT_SECONDS)),
                    }
                }
                None => Progress::Impossible,
            };
            match progress {
                Progress::Done => {
                    if !matches!(running.procedure.steps[running.next_step], Action::Wait(_)) {
                        running.stepped = situation.last_outcome.map(|last| last.ended);
                    }
                    running.next_step += 1;
                    self.running = Some(running);
                }
                Progress::Impossible => self.failed.push(running.procedure),
                Progress::Act(_) | Progress::Ask(_) | Progress::Later => {
                    self.running = Some(running);
                    return progress;
                }
            }
        }
    }

    fn next_procedure(
        &self,
        thing: &Noun,
        state: State,
        situation: &Situation<'_>,
    ) -> Option<Procedure> {
        let known = procedures_for(situation.beliefs, thing, state);
        let guesses = guesses(thing, state, situation);
        known
            .into_iter()
            .chain(guesses)
            .find(|procedure| !self.failed.iter().any(|failed| failed.steps == procedure.steps))
    }
}

/// Whether the last thing done was a wait that something broke in on at once: it does not count.
fn was_interrupted(situation: &Situation<'_>) -> bool {
    situation.last_outcome.is_some_and(|last| {
        matches!(last.action, Action::Wait(_))
            && last.ended.ticks_since(last.started) < AT_ONCE_TICKS
    })
}

fn in_words(procedure: &Procedure) -> String {
    let steps: Vec<String> = procedure.steps.iter().map(ToString::to_string).collect();
    let source = if procedure.evidence.is_empty() { "a guess" } else { "as it was done before" };
    format!(
        "to get the {} {}: {} ({source})",
        procedure.thing.words(),
        procedure.state.adjective(true),
        steps.join("; ")
    )
}

/// What a curious novice tries with a thing that should change: each appliance that it fits into
/// and that has a switch, then each place beside a knob.
fn guesses(thing: &Noun, state: State, situation: &Situation<'_>) -> Vec<Procedure> {
    let percepts = situation.percepts;
    let mut landmarks: Vec<_> = percepts.landmarks.iter().collect();
    let distance = |position: [f32; 3]| {
        let [dx, dz] = [position[0] - percepts.feet[0], position[2] - percepts.feet[2]];
        dx * dx + dz * dz
    };
    landmarks.sort_by(|a, b| {
        distance(a.position).total_cmp(&distance(b.position)).then_with(|| a.noun.cmp(&b.noun))
    });
    let procedure = |steps: Vec<Action<Noun>>| Procedure {
        thing: thing.clone(),
        state,
        steps,
        takes: None,
        evidence: Vec::new(),
    };
    let appliances = landmarks
        .iter()
        .filter(|landmark| landmark.affords.putting_in && !landmark.affords.rinsing)
        .filter(|landmark| match state {
            State::Cold | State::Frozen => ["fridge", "freezer"].contains(&landmark.noun.kind()),
            _ => landmark.affords.switching,
        })
        .map(|landmark| {
            let noun = &landmark.noun;
            let mut steps = vec![Action::PutIn(thing.clone(), noun.clone())];
            if landmark.affords.opening {
                steps.push(Action::Close(noun.clone()));
            }
            if landmark.affords.switching {
                steps.push(Action::Toggle(noun.clone(), true));
            }
            procedure(steps)
        });
    let has_shell =
        percepts.seen.iter().any(|seen| thing.fits(&seen.noun) && seen.affords.being_cracked);
    let vessel = percepts
        .seen
        .iter()
        .find(|seen| seen.affords.carrying && seen.affords.putting_in)
        .map(|seen| seen.noun.clone());
    let knobs = landmarks.iter().filter(|landmark| {
        let affords = landmark.affords;
        affords.switching && !affords.putting_in && !affords.putting_on && !affords.watering
    });
    let is_burner = |noun: &Noun| noun.kind() == "burner" || noun.kind() == "stove-burner";
    let by_knob = knobs.flat_map(|knob| {
        let burners = landmarks.iter().filter(|landmark| is_burner(&landmark.noun));
        let vessel = &vessel;
        burners.filter_map(move |burner| {
            let vessel = vessel.clone()?;
            let put_in = if has_shell {
                Action::Crack(thing.clone(), vessel.clone())
            } else {
                Action::PutIn(thing.clone(), vessel.clone())
            };
            Some(procedure(vec![
                put_in,
                Action::PutOn(vessel, burner.noun.clone()),
                Action::Toggle(knob.noun.clone(), true),
            ]))
        })
    });
    appliances.chain(by_knob).collect()
}
