//! Episodes, scores, statistics and records: what turns a simulator and memories into a verdict.
//!
//! - [`records`]: one record for each scheduled episode.
//! - [`statistics`] and [`summary`]: from records to numbers with intervals.
//! - [`require`]: what a comparison must show.

pub mod records;
pub mod require;
pub mod statistics;
pub mod summary;
