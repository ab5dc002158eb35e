//! What a person writes to set up a home and a story, and what may run of it.
//!
//! A file from outside takes one road: [`written`] is what the author typed, [`checked`] is what
//! may run. A scenario names variants and draws; one variant with one seed is a
//! [`checked::Life`]. This crate reads no files: it is handed texts, and a [`Library`] gives it
//! those that other texts name.
//!
//! ```
//! use scenario::{Embedded, Library, parse_scenario};
//!
//! let path = "scenarios/kitchen/moved.ron";
//! let scenario = parse_scenario(path, &Embedded.text(path)?, &Embedded)?;
//! scenario.check_all(1..3)?;
//! let life = scenario.life(&scenario.variants[0].name, 7)?;
//! assert_eq!(life, scenario.life("galley-mugs", 7)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where what is decided:
//!
//! - `syntax`, `outline`, `source`: RON, and where in a file each value stands. `errors`,
//!   `problem`, `nearest`: what is wrong, where, and what was probably meant.
//! - `kinds`, `home`, `walls`, `furnish`, `fit`: from a typed home to a checked one. `write`: the
//!   way back.
//! - `scenario`, `life`, `day`, `timeline`: from a typed scenario to a life. `values`, `fill`,
//!   `draw`, `places`: variables and what the seed decides.
//! - `script`, `goal`, `possible`, `tale`: what can be done, what can be reached, and what is so
//!   already.
//! - `recipes`: what becomes of what is together in one vessel.
//! - `reference`: the page that lists every field.
//!
//! `docs/scenarios.md` explains the formats to authors.

pub mod checked;
mod clock;
mod day;
mod draw;
mod errors;
mod fill;
mod fit;
mod furnish;
mod fuzz;
mod goal;
mod home;
mod kinds;
mod library;
mod life;
mod nearest;
mod numbers;
mod outline;
mod places;
mod possible;
mod problem;
mod recipes;
mod reference;
mod resolve;
mod scenario;
mod script;
mod source;
mod syntax;
mod tale;
#[cfg(test)]
mod testing;
mod timeline;
mod values;
mod walls;
mod write;
pub mod written;

pub use errors::{Error, Errors};
pub use fit::{SUPPORTED_SHARE, fits};
pub use fuzz::fuzz_entry;
pub use home::parse_home;
pub use kinds::{Kinds, parse_kinds};
pub use library::{Embedded, Library};
pub use places::REACH_UP_M;
pub use problem::Problem;
pub use recipes::{Ingredient, Making, NotRecipes, Recipe, Recipes};
pub use reference::reference;
pub use scenario::{Scenario, VariantInfo, parse_scenario};
pub use tale::holds_at_start;
pub use write::write_home;
