//! Reads activities that are written in BDDL, the language of the BEHAVIOR benchmarks, and judges
//! their goals over any world.
//!
//! A world is anything that implements [`Truth`]; [`State`] is one that is nothing but a set of
//! facts. This crate knows no house and no agent, and reads no files: it is handed texts.
//!
//! ```
//! use bddl::{Domain, Source, State, judge, read_problem};
//!
//! let text = "(define (problem set_two_cups-0)
//!     (:domain omnigibson)
//!     (:objects cup.n.01_1 cup.n.01_2 - cup.n.01  table.n.02_1 - table.n.02)
//!     (:init (ontop cup.n.01_1 table.n.02_1) (inroom table.n.02_1 kitchen))
//!     (:goal (forall (?cup.n.01 - cup.n.01) (ontop ?cup.n.01 ?table.n.02_1))))";
//! let problem = read_problem(&Source::new("cups.bddl", text), &Domain::built_in())?;
//!
//! let mut state = State::at_start_of(&problem);
//! let verdict = judge(&problem.goal, &state)?;
//! assert_eq!(verdict.credit(), 0.5);
//! assert_eq!(
//!     verdict.to_string(),
//!     "not satisfied: 1 of 2 conditions hold\n  missing  ontop  cup.n.01_2  table.n.02_1"
//! );
//!
//! state.set("ontop cup.n.01_2 table.n.02_1".parse()?, true);
//! assert!(judge(&problem.goal, &state)?.satisfied);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where what is decided:
//!
//! - `tree`: parentheses and words. `sections`, `read`, `read_formula`, `domain`: what they mean.
//!   `write`: the way back.
//! - `words`, `formula`, `problem`: what has been read, with the place of each part.
//! - `errors`, `mistake`, `nearest`, `source`: what is wrong, where, and what was probably meant.
//! - `truth`: what a world answers. `ground`: a goal with objects in it, and whether it holds.
//!   `options`, `matching`: the best way to reach it. `verdict`: the two, in words.
//! - `lint`, `vocabulary`: what is hardly meant. `inventory`: which words an activity uses.
//!
//! `docs/bddl.md` explains the language and how it is judged.

mod domain;
mod errors;
pub mod formula;
mod ground;
mod inventory;
mod lint;
mod matching;
mod mistake;
mod nearest;
mod options;
pub mod problem;
mod read;
mod read_formula;
mod sections;
mod source;
mod tree;
mod truth;
mod verdict;
mod vocabulary;
pub mod words;
mod write;

pub use domain::{Domain, Signature, read_domain};
pub use errors::{Error, Errors};
pub use formula::Formula;
pub use ground::TooBig;
pub use inventory::{Beyond, Inventory, Uses};
pub use lint::lint;
pub use mistake::Mistake;
pub use problem::{GroundAtom, Problem};
pub use read::read_problem;
pub use source::Source;
pub use truth::{State, Truth};
pub use verdict::{Condition, Verdict, judge};
pub use vocabulary::{Vocabulary, WrongTable};
