//! BEHAVIOR: activities in BDDL as scenarios in the home `kitchens/workshop.ron`.
//!
//! [`import`] makes of an activity a scenario of one scored day, or says why it cannot run. What is
//! not known is a reason, never a guess: an activity that runs asks for what the original asks for.
//!
//! - `synsets`: what the words of the activities are called here.
//! - `cast`: who plays whom: which thing or piece of furniture each object of the activity is.
//! - `poured`: where there is anything to be poured, and what recipes make of it.
//! - `begin`: what is where, and how, at the beginning.
//! - `meaning`: what one predicate said of given objects asks for. `wants`: the goal as a
//!   condition; `wish`: conditions while they are put together.
//! - `judged`: the truth of a house in the words of the activity, so that [`bddl::judge`] can
//!   check the end by its own lights.
//!
//! `docs/bddl.md` has the table of what becomes what.

mod activity;
mod begin;
mod cast;
mod judged;
mod meaning;
mod poured;
mod reason;
mod synsets;
mod wants;
mod wish;

pub use activity::{Activity, import};
pub use judged::{Facts, Judged};
pub use reason::Reason;
pub use synsets::{NotSynsets, Synsets};

/// The home of imported activities.
pub const HOME: &str = "kitchens/workshop.ron";
