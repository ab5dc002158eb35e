//! VirtualHome: scene graphs as homes, and recorded activities as scenarios in them.
//!
//! A scene says of each node what it is called, which box it fills, what can be done with it and what
//! it is on or in. That is enough to make a home of it, with kinds of its own: nothing is known of a
//! class but its properties. What has no place in a home is left out, with a reason.
//!
//! - `graph`: the files as they are. `kind`: what the properties of a class make of its kind.
//! - `scene`: [`home`], the home of a scene.
//! - `task`: [`scenario()`], a recorded activity whose goal is about states and places.
//! - `program`: [`scenario_by_end`], one without a written goal; [`scripted`], the steps of one as a script.
//!   What a program does is for its caller to run: the rules of VirtualHome are not known here.
//!
//! Appliances heat and cool nothing, since the scenes say nothing of it. `docs/virtualhome.md` has
//! what becomes of what.

mod graph;
mod kind;
mod program;
mod scene;
mod task;

pub use graph::{BadGraph, Change, Graph, Node, Recorded, Wanted, recorded};
pub use program::{Program, Step, scenario_by_end, scripted};
pub use scene::{Imported, LeftOut, home};
pub use task::{Task, Untold, scenario};
