//! Getting things out of where they are: into the air, where what is frozen thaws and what is hot
//! cools down, or anywhere else.

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

    /// Takes the thing and puts it down anywhere but there.
    pub fn take_away(
        &mut self,
        thing: &Noun,
        from: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let held = get!(self.take(thing, &[], situation, remarks));
        self.put_down(held, std::slice::from_ref(from), situation)
    }
}
