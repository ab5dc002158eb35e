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
        let Some(last) = situation.last_outcome.filter(|last| Some(last.ended) != self.noted)
        else {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use base::{AgentId, Fact, Handle, UnitId};
    use body::{Affords, Landmark, Outcome, Percepts, Refused, Seen};
    use memory::{MemoryUnit, Recall, Recalled, Trace};

    use super::*;
    use crate::beliefs::Evidence;

    fn noun(text: &str) -> Noun {
        text.parse().expect("a noun")
    }

    fn outcome(action: Action<Noun>, refusal: Option<Refusal>, ended: u64) -> Outcome {
        let refused = |refusal| Refused { refusal, cause: Vec::new() };
        Outcome {
            agent: AgentId(0),
            action,
            started: SimTime(0),
            ended: SimTime(ended),
            result: refusal.map_or(Ok(()), |refusal| Err(refused(refusal))),
            changes: Vec::new(),
        }
    }

    fn remembered(time: u64, action: Action<Noun>, refusal: Option<Refusal>) -> Recalled {
        let mut unit = MemoryUnit::new(format!("unit {time}"), 1, SimTime(time));
        unit.valence = if refusal.is_some() { -1.0 } else { 0.0 };
        (unit.refusal, unit.actions) = (refusal, vec![action]);
        Recalled { id: UnitId(time), unit: Arc::new(unit), trace: Trace::default() }
    }

    /// That a chair helped where a cupboard was too high.
    fn the_climb() -> Vec<Recalled> {
        vec![
            remembered(10, Action::Open(noun("attic cupboard")), Some(Refusal::TooHigh)),
            remembered(20, Action::ClimbOnto(noun("red chair")), None),
            remembered(30, Action::Open(noun("attic cupboard")), None),
        ]
    }

    fn thing(handle: u32, name: &str, height_m: f32, bearing: bool) -> Seen {
        Seen {
            handle: Handle(handle),
            noun: noun(name),
            place: None,
            states: Vec::new(),
            portions: Vec::new(),
            position: [3.0, height_m * 0.5, 3.0],
            affords: Affords { carrying: true, bearing, ..Affords::default() },
            in_reach: true,
            seen_whole: false,
        }
    }

    /// What comes after the cupboard was found too high, once every question has been asked.
    fn next(recalled: Vec<Recalled>, facts: &[Fact], seen: Vec<Seen>) -> Progress {
        let cupboard = Landmark {
            handle: Handle(1),
            noun: noun("attic cupboard"),
            room: noun("kitchen"),
            position: [0.0, 2.3, 0.0],
            affords: Affords::default(),
        };
        let percepts =
            Percepts { landmarks: Arc::new(vec![cupboard]), seen, ..Percepts::default() };
        let mut beliefs = Beliefs::default();
        beliefs.fold_recall(&Recall { units: recalled, ..Recall::default() });
        for fact in facts {
            beliefs.fold_fact(fact, SimTime(40), Evidence::Unit(UnitId(40)));
        }
        let last = outcome(Action::Open(noun("attic cupboard")), Some(Refusal::TooHigh), 50);
        let (mut getting_over, mut skills) = (GettingOver::default(), Skills::default());
        let mut asked: Vec<Ask> = Vec::new();
        loop {
            let situation = Situation {
                percepts: &percepts,
                beliefs: &beliefs,
                goal: None,
                last_outcome: Some(&last),
                asked: &asked,
            };
            match getting_over.go_on(&mut skills, &situation, &mut Vec::new()) {
                Progress::Ask(ask) => {
                    assert!(!asked.contains(&ask), "asked twice: {ask}");
                    asked.push(ask);
                }
                progress => {
                    assert!(matches!(asked[0], Ask::WhatGotOver { .. }));
                    return progress;
                }
            }
        }
    }

    #[test]
    fn a_novice_has_no_idea_that_one_can_stand_on_things() {
        let seen = vec![thing(2, "red chair", 0.46, true)];
        assert_eq!(next(Vec::new(), &[], seen), Progress::Impossible);
    }

    #[test]
    fn what_helped_then_is_fetched() {
        let seen = vec![thing(2, "red chair", 0.46, true), thing(3, "old crate", 0.6, true)];
        assert_eq!(next(the_climb(), &[], seen), Progress::Act(Action::Take(Handle(2))));
    }

    #[test]
    fn where_it_gives_way_the_highest_that_a_step_reaches_and_looks_stout_will_do() {
        let gives_way = Fact::Is(noun("red chair"), State::Broken, true);
        let seen = vec![
            thing(2, "red chair", 0.46, true),
            thing(3, "low crate", 0.2, true),
            thing(4, "old crate", 0.32, true),
            thing(5, "bar chair", 0.78, true),
            thing(6, "brown carton", 0.4, false),
        ];
        let progress = next(the_climb(), &[gives_way], seen);
        assert_eq!(progress, Progress::Act(Action::Take(Handle(4))));
    }

    #[test]
    fn what_was_climbed_onto_in_vain_is_left_alone() {
        let mut recalled = the_climb();
        let planter = Action::ClimbOnto(noun("clay planter"));
        recalled.push(remembered(35, planter, Some(Refusal::WrongKind)));
        let seen = vec![thing(2, "clay planter", 0.4, true), thing(3, "old crate", 0.32, true)];
        assert_eq!(next(recalled, &[], seen), Progress::Act(Action::Take(Handle(3))));
    }

    #[test]
    fn one_who_sees_nothing_to_stand_on_looks_around() {
        assert_eq!(next(the_climb(), &[], Vec::new()), Progress::Act(Action::Look));
    }
}
