//! ALFRED: tasks that people demonstrated and described, on the floor plans of AI2-THOR.
//!
//! A file has one demonstration a line. [`demonstrations`] reads it, and [`scenario()`] makes of one
//! demonstration a scenario on an imported home: its goal as a condition over the truth, in the
//! words of one of the people who described it.
//!
//! | task | goal |
//! |---|---|
//! | `pick_and_place_simple` | the thing is there |
//! | `pick_two_obj_and_place` | two of the kind are in or on the same place |
//! | `pick_and_place_with_movable_recep` | the thing is in the vessel, and that vessel is there |
//! | `pick_clean_then_place_in_recep` | the thing, dirty at first, is clean and there |
//! | `pick_heat_then_place_in_recep` | the thing is hot and there |
//! | `pick_cool_then_place_in_recep` | the thing is cold and there |
//!
//! Where the demonstration sliced the thing, it must be sliced. Things of which the floor plan has
//! too few are added.
//!
//! [`lives`] strings several tasks on one floor plan together, so that there is something to remember:
//! where things were seen on the days before.
//!
//! The goals are stricter than those of the source: there, what was hot once counts as hot for
//! ever, and cleaning means only that water ran over it.

mod bank;
mod demonstration;
mod task;

pub use bank::{Life, lives};
pub use demonstration::{AlfredError, Demonstration, TaskType, demonstrations};
pub use task::{NotPossible, scenario};
