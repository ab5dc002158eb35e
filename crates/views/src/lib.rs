//! Views of a home for people: a plan to look at, and a plan of characters to follow in a terminal.
//!
//! - [`picture`]: what there is to draw, gathered from a world: rooms, outlines, where everything
//!   is, where the agent stands and what it sees. Plain values, so a test can make one by hand.
//! - [`plan`]: the picture as SVG.
//! - [`terminal`]: the picture as lines of text, with what happens beside it.
//!
//! All of it are functions from values to text: no clock, no file, no terminal. What is seen is
//! what the house says is seen; nothing here decides about sight.

mod geometry;
pub mod picture;
pub mod plan;
pub mod terminal;

#[cfg(test)]
mod testing;
