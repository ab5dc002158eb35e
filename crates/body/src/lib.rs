//! Where the house and the mind meet.
//!
//! The house writes [`Percepts`] and [`Outcome`]s, the mind writes an [`Intent`]; neither knows
//! the other. What is not in these types, no agent can know: there is no truth here, only what a
//! body sees, hears and feels.
//!
//! - [`step`]: the schedule `Step` and its nine stages, in which everything happens.
//! - [`percepts`]: what a body perceives.
//! - [`doing`]: what it intends, what it is at, and what came of it.
//! - [`goal`]: what it has been asked for.

pub mod doing;
pub mod goal;
pub mod percepts;
pub mod step;

pub use doing::{Activity, Intent, Outcome, Refused};
pub use goal::{GivenGoal, Goal};
pub use percepts::{Affords, Deed, Heard, Landmark, Percepts, Portion, Seen};
pub use step::{Agent, Clock, Step, StepSystems};
