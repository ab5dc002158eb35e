//! Conformance mode: a graph simulator that follows VirtualHome's evolving graph to the letter,
//! its faults included.
//!
//! It exists to be compared: programs that the reference ran are run again, and every step must
//! change the same edges and states, or be refused for the same reason. What the house does
//! instead where the reference is wrong is told in `docs/virtualhome.md`.
//!
//! 1. [`Scene::read`] reads a home, [`Script::parse`] a program.
//! 2. [`Home::new`] makes the scene ready: places instead of ids, rows of bits instead of edges.
//! 3. [`Simulator::step`] does one step and tells what changed, or why it was refused.
//! 4. [`Program::read_all`] reads recorded programs, and [`Program::net_change`] tells what comes of one.
//! 5. [`Suite::read`] reads all that the reference recorded, and [`Suite::conform`] compares.
//!
//! ```
//! use virtualhome::{Home, Release, Scene, Script, Simulator};
//!
//! let scene = br#"{"nodes": [
//!     {"id": 1, "class_name": "kitchen", "category": "Rooms"},
//!     {"id": 2, "class_name": "bedroom", "category": "Rooms"},
//!     {"id": 3, "class_name": "door", "states": ["OPEN"]},
//!     {"id": 4, "class_name": "character"},
//!     {"id": 5, "class_name": "cup", "properties": ["GRABBABLE"]}],
//!   "edges": [[4, "INSIDE", 2], [5, "INSIDE", 1], [3, "BETWEEN", 1], [3, "BETWEEN", 2]]}"#;
//! let home = Home::new("home.json", &Scene::read("home.json", scene)?)?;
//! let script = Script::parse("[WALK] <cup> (1.5)\n[GRAB] <cup> (1.5)\n[DRINK] <cup> (1.5)")?;
//! let mut simulator = Simulator::new(&home, Release::V1);
//! let walked = simulator.step(&script.steps[0])?;
//! assert_eq!(walked.to_string(), "+(4 INSIDE 1) +(4 CLOSE 5) +(5 CLOSE 4) -(4 INSIDE 2)");
//! simulator.step(&script.steps[1])?;
//! let refusal = simulator.step(&script.steps[2]).expect_err("nothing to drink, nor from");
//! assert_eq!(
//!     refusal.message,
//!     "<cup> (5) is not drinkable or not recipient when executing \"[DRINK] <cup> (5) [3]\""
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Deliberately absent: files and clocks (the caller hands bytes in), a renderer, several
//! characters, and any program treated as a special case.

pub mod action;
pub mod delta;
pub mod input;
pub mod program;
pub mod refusal;
pub mod scene;
pub mod script;
pub mod simulator;
pub mod suite;
pub mod vocabulary;

mod hash_order;
mod home;
mod recorded;
mod report;
mod rules;
mod visible;

pub use action::Action;
pub use delta::Delta;
pub use home::Home;
pub use input::{BadInput, DataFolder};
pub use program::{NotDone, Program};
pub use refusal::{Reason, Refusal};
pub use report::{Difference, Part, Report};
pub use scene::{Edge, Node, NodeId, Scene, SceneChange};
pub use script::{Operand, Script, Step};
pub use simulator::{Release, Simulator};
pub use suite::Suite;
pub use vocabulary::{Properties, Property, Relation, State, States};
