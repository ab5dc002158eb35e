//! Getting over a refusal by what got over one like it before.
//!
//! A novice has no idea what to do where something is too high or has no power. Memory is asked what
//! helped then, and the same is done now; where the thing that helped is not to be had, one that looks
//! as if it would do.

use std::collections::BTreeSet;

use base::{Action, Noun, Refusal, SimTime, State};
use memory::Ask;

use crate::beliefs::Beliefs;
use crate::planner::{Remark, Situation};
use crate::remedy::{Remedy, remedies_for};
use crate::skills::{Progress, Skills};

/// Which refusals are being got over, and what has been tried.
#[derive(Debug, Clone, Default)]
pub(super) struct GettingOver {
    obstacle: Option<Obstacle>,
    /// When the refusal ended that was noted last.
    noted: Option<SimTime>,
    /// What was done about the refusals of this action, and did not help.
    about: Option<Action<Noun>>,
    in_vain: BTreeSet<Vec<Action<Noun>>>,
}

/// A refusal that is being got over.
#[derive(Debug, Clone)]
struct Obstacle {
    action: Action<Noun>,
    refusal: Refusal,
    attempt: Option<Attempt>,
}

/// What is being done about it.
#[derive(Debug, Clone)]
struct Attempt {
    steps: Vec<Action<Noun>>,
    next_step: usize,
}

/// Refusals that a novice can do nothing about. For the others there are skills.
fn is_beyond_a_novice(refusal: Refusal) -> bool {
    matches!(refusal, Refusal::TooHigh | Refusal::NoPower)
}

impl GettingOver {
    /// The next step towards getting over what was refused; done or impossible where there is nothing
    /// to get over, or no way that has not been tried.
    pub(super) fn go_on(
        &mut self,
        skills: &mut Skills,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        self.note_outcome(situation);
        let Some(mut obstacle) = self.obstacle.take() else { return Progress::Done };
        let (action, refusal) = (obstacle.action.clone(), obstacle.refusal);
        let ask = Ask::WhatGotOver { action: action.clone(), refusal };
        if !situation.asked.contains(&ask) {
            self.obstacle = Some(obstacle);
            return Progress::Ask(ask);
        }
        loop {
            let mut attempt = match obstacle.attempt.take() {
                Some(attempt) => attempt,
                None => match self.next_attempt(&action, refusal, skills, situation, remarks) {
                    Next::Try(steps) => Attempt { steps, next_step: 0 },
                    Next::Ask(ask) => {
                        self.obstacle = Some(obstacle);
                        return Progress::Ask(ask);
                    }
                    Next::Nothing if knows_to_climb(&action, refusal, situation) => {
                        let Some(look) = skills.look_from_afar(situation) else {
                            return Progress::Impossible;
                        };
                        self.obstacle = Some(obstacle);
                        return Progress::Act(look);
                    }
                    Next::Nothing => return Progress::Impossible,
                },
            };
            let progress = match attempt.steps.get(attempt.next_step) {
                Some(Action::ClimbOnto(stand)) => match high_thing(&action) {
                    Some(high) => skills.climb_below(stand, high, situation, remarks),
                    None => Progress::Impossible,
                },
                Some(step) => skills.carry_out(step, situation, remarks),
                None => {
                    skills.forgive_one(&action);
                    self.in_vain.insert(attempt.steps);
                    return Progress::Done;
                }
            };
            match progress {
                Progress::Done => attempt.next_step += 1,
                Progress::Impossible => {
                    self.in_vain.insert(attempt.steps);
                    continue;
                }
                Progress::Act(_) | Progress::Ask(_) | Progress::Later => {
                    obstacle.attempt = Some(attempt);
                    self.obstacle = Some(obstacle);
                    return progress;
                }
            }
            obstacle.attempt = Some(attempt);
        }
    }

    fn note_outcome(&mut self, situation: &Situation<'_>) {
        let Some(last) = situation.last_outcome.filter(|last| Some(last.ended) != self.noted) else {
            return;
        };
        self.noted = Some(last.ended);
        match &last.result {
            Ok(()) if self.about.as_ref() == Some(&last.action) => {
                // What was done about it did help, and may help again.
                self.in_vain.clear();
            }
            Err(refused) if is_beyond_a_novice(refused.refusal) && self.obstacle.is_none() => {
                if self.about.as_ref() != Some(&last.action) {
                    self.in_vain.clear();
                    self.about = Some(last.action.clone());
                }
                let (action, refusal) = (last.action.clone(), refused.refusal);
                self.obstacle = Some(Obstacle { action, refusal, attempt: None });
            }
            _ => {}
        }
    }

    /// What to try next, with the reasons for it.
    fn next_attempt(
        &self,
        action: &Action<Noun>,
        refusal: Refusal,
        skills: &Skills,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Next {
        for remedy in remedies_for(situation.beliefs, action, refusal) {
            for steps in ways(&remedy, action, skills, situation) {
                if self.in_vain.contains(&steps) {
                    continue;
                }
                // Whether it bears anybody may be known.
                if let (Some(climb @ Action::ClimbOnto(_)), false) =
                    (steps.first(), remedy.evidence.is_empty())
                {
                    let ask = Ask::WhatStoodInTheWay(climb.clone());
                    if !situation.asked.contains(&ask) {
                        return Next::Ask(ask);
                    }
                }
                remarks.extend(remedy.evidence.iter().map(|id| Remark::Used(*id)));
                remarks.push(Remark::Because(in_words(&remedy, action, &steps)));
                return Next::Try(steps);
            }
        }
        Next::Nothing
    }
}

/// What to do next about an obstacle.
enum Next {
    Try(Vec<Action<Noun>>),
    Ask(Ask),
    Nothing,
}

/// What the remedy comes to here and now: as it was done then, and, where something was climbed onto,
/// with whatever else looks as if one could stand on it.
fn ways(
    remedy: &Remedy,
    action: &Action<Noun>,
    skills: &Skills,
    situation: &Situation<'_>,
) -> Vec<Vec<Action<Noun>>> {
    let steps = remedy.steps_for(action);
    let Some(Action::ClimbOnto(then)) = steps.iter().rfind(|step| is_climb(step)).cloned() else {
        return vec![steps];
    };
    let in_view = skills.stands_in_view(situation);
    let mut stands: Vec<Noun> = in_view.iter().filter(|stand| **stand == then).cloned().collect();
    if !remedy.evidence.is_empty() {
        stands.extend(in_view.into_iter().filter(|stand| *stand != then));
    }
    stands.retain(|stand| !is_known_to_fail(stand, situation.beliefs));
    // From up there one has to look around anew.
    stands.into_iter().map(|stand| vec![Action::ClimbOnto(stand), Action::Look]).collect()
}

fn is_climb(step: &Action<Noun>) -> bool {
    matches!(step, Action::ClimbOnto(_))
}

/// Whether standing on something would help, if only there were something.
fn knows_to_climb(action: &Action<Noun>, refusal: Refusal, situation: &Situation<'_>) -> bool {
    let remedies = remedies_for(situation.beliefs, action, refusal);
    remedies.iter().any(|remedy| remedy.steps.iter().any(is_climb))
}

/// Whether the thing is believed to give way, or was climbed onto in vain as far as is remembered.
fn is_known_to_fail(stand: &Noun, beliefs: &Beliefs) -> bool {
    let gives_way = beliefs.state(stand, State::Broken);
    if let Some(belief) = gives_way {
        return belief.holds;
    }
    beliefs.units().any(|(_, unit)| {
        let about_it = |action: &Action<Noun>| *action == Action::ClimbOnto(stand.clone());
        unit.valence < 0.0
            && matches!(unit.refusal, Some(Refusal::WrongKind | Refusal::TooHigh))
            && unit.actions.iter().any(about_it)
    })
}

/// What a hand would have to reach for the action: where it is put, or else what it is done to.
fn high_thing(action: &Action<Noun>) -> Option<&Noun> {
    match action {
        Action::PutOn(_, at) | Action::PutIn(_, at) => Some(at),
        action => action.things().next(),
    }
}

fn in_words(remedy: &Remedy, action: &Action<Noun>, steps: &[Action<Noun>]) -> String {
    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
    let source = match remedy.evidence.is_empty() {
        true => "as is known".to_owned(),
        false => format!("as when it failed that {}", remedy.failed.told_by("I")),
    };
    format!("to {action} although {}: {} ({source})", remedy.refusal, steps.join("; "))
}
