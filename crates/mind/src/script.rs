//! The planner that does what it is told, step by step.

use std::collections::VecDeque;

use base::{Action, Noun};

use crate::planner::{Decision, Planner, Remark, Situation};
use crate::skills::{Progress, Skills};

/// Does the steps of a script in order, each with the walking, opening and taking that it needs.
/// A step that cannot be done is left out, with a remark.
#[derive(Debug, Clone)]
pub struct ScriptPlanner {
    steps: VecDeque<Action<Noun>>,
    skills: Skills,
}

impl ScriptPlanner {
    /// A planner for these steps.
    pub fn new(steps: impl IntoIterator<Item = Action<Noun>>) -> Self {
        Self { steps: steps.into_iter().collect(), skills: Skills::default() }
    }
}

impl Planner for ScriptPlanner {
    fn name(&self) -> &'static str {
        "script"
    }

    fn decide(&mut self, situation: &Situation<'_>, remarks: &mut Vec<Remark>) -> Decision {
        self.skills.note_outcome(situation);
        while let Some(step) = self.steps.front() {
            match self.skills.carry_out(step, situation, remarks) {
                Progress::Act(action) => return Decision::Act(action),
                Progress::Ask(ask) => return Decision::Ask(ask),
                Progress::Later | Progress::Done => {}
                Progress::Impossible => {
                    remarks.push(Remark::Because(format!("\"{step}\" cannot be done")));
                }
            }
            self.steps.pop_front();
            self.skills.forgive();
        }
        Decision::Done
    }
}
