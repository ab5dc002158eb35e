//! Letting things become as warm as the air: what is frozen thaws, what is hot cools down.

use base::{Action, Noun};

use super::{Got, Progress, Skills};
use crate::planner::{Remark, Situation};

/// How long one wait is, seconds.
const WAIT_SECONDS: u32 = 60;

impl Skills {
    /// Takes the thing into a hand, away from whatever cools or heats it, and waits.
    pub fn leave_to_the_air(
        &mut self,
        thing: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let _ = get!(self.take(thing, &[], situation, remarks));
        Progress::Act(Action::Wait(WAIT_SECONDS))
    }
}
