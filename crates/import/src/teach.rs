//! TEACh: tasks defined by what must be so in the end, one built of others.
//!
//! A definition has components (a thing with conditions, or another task) with determiners, and
//! relations between them: which are in or on which, all in the same one or each in any. [`Tasks`] reads
//! a folder of definitions, and [`Tasks::goal`] makes a [`base::Condition`] of one, to be judged over the
//! truth like any other.
//!
//! | definition | goal |
//! |---|---|
//! | `a`, a number, `all` | `Exists`, `Count`, `ForAll` |
//! | a relation to `the` one | `Together`: all in or on one and the same |
//! | a relation to `a` one | each in or on any |
//! | a task as a component | its anchor with the anchor's conditions, and the task's own relations |
//! | `objectType: "BreadSliced"` | a bread that is sliced |
//! | `simbotObjectClass` | any of the kinds of the class |
//! | `isCooked`, `simbotIsCooked` | toasted bread, a fried egg, anything else cooked |
//!
//! What the house does not know (boiling, what is filled with a class of liquids, several of a task that
//! has relations of its own) is told as a reason and not left out.

mod definition;
mod goal;

pub use definition::{Tasks, TeachError};
pub use goal::NotPossible;

/// The goal as one writes it into a scenario: the value of `wants`, in RON.
pub fn in_ron(goal: &base::Condition) -> String {
    ron::to_string(goal).expect("a condition can be written")
}
