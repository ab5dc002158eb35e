//! VirtualHome: scene graphs as homes, and recorded activities as scenarios in them.
//!
//! A scene says of each node what it is called, which box it fills, what can be done with it and what
//! it is on or in. That is enough to make a home of it, with kinds of its own: nothing is known of a
//! class but its properties. What has no place in a home is left out, with a reason.
//!
//! - `graph`: the files as they are. `kind`: what the properties of a class make of its kind.
//! - `scene`: [`home`], the home of a scene.
//! - `task`: [`scenario()`], a recorded activity whose goal is about states and places.
//!
//! Appliances heat and cool nothing, since the scenes say nothing of it. `docs/virtualhome.md` has
//! what becomes of what.

mod graph;
mod kind;
mod scene;
mod task;

pub use graph::{BadGraph, Change, Graph, Node, Recorded, recorded};
pub use scene::{Imported, LeftOut, home};
pub use task::{Task, Untold, scenario};
