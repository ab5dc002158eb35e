//! How well language is handled: what sees the truth to measure it.
//!
//! - [`lives`]: the days of the built-in scenarios, lived once, from which everything is made.
//! - [`happenings`], [`wording`], [`paraphrases`]: what truly happened, and words for it.
//! - [`extraction`]: observations read by an extractor, field by field.
//! - `causal`, [`pairs`], [`relations`]: what truly came of what, and how judges see it.
//! - [`heads`]: trained on pairs, and measured on families that they never saw.
//! - [`probes`]: on hidden states, and measured in words that they never saw.
//! - [`relevance`]: what a judge of relevance buys at recall time.
//! - [`nearest`]: observations in Chinese, by the nearest example.
//! - [`report`], [`cost`]: what was measured, as JSON and as tables, and what the model was asked.

/// Which draw of pairs is measured.
const DRAW: u64 = 1;

/// Which draw of observations is reported. Draws 0 to 2 were looked at while prompts and the order of
/// slots were chosen.
pub const REPORTED: u64 = 3;

mod causal;
pub mod cost;
pub mod extraction;
pub mod happenings;
pub mod heads;
pub mod lives;
pub mod nearest;
pub mod pairs;
pub mod paraphrases;
pub mod probes;
pub mod relations;
pub mod relevance;
pub mod report;
pub mod wording;
