//! The random planner: the other bound.

use base::{Stream, Streams};
use mind::admissible::admissible;
use mind::rules::is_seen_to_hold;
use mind::{Decision, Planner, Remark, Situation};
use rand::RngExt;

/// Does anything that looks possible, drawn from a named stream.
pub struct RandomPlanner {
    stream: Stream,
}

impl RandomPlanner {
    /// A planner for this seed.
    pub fn new(seed: u64) -> Self {
        Self { stream: Streams::new(seed).named(&["random planner"]) }
    }
}

impl Planner for RandomPlanner {
    fn name(&self) -> &'static str {
        "random"
    }

    fn decide(&mut self, situation: &Situation<'_>, _: &mut Vec<Remark>) -> Decision {
        let is_done =
            situation.goal.is_none_or(|goal| is_seen_to_hold(&goal.condition, situation.beliefs));
        if is_done {
            return Decision::Done;
        }
        let mut actions = admissible(situation.percepts);
        Decision::Act(actions.swap_remove(self.stream.random_range(0..actions.len())))
    }
}
