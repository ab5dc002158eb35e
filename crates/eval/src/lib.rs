//! Episodes, scores, statistics and records: what turns a simulator and memories into a verdict.
//!
//! From the scenario to the verdict:
//!
//! - [`roster`]: the memories that can be compared, by name.
//! - [`simulation`]: a house and a mind in one world.
//! - [`life`]: the past lived once, then the scored day for each memory.
//! - [`shown`]: one goal shown by the oracle, without a memory.
//! - [`matrix`]: every variant, seed and arm, on several threads.
//! - [`records`]: one record for each scheduled episode; [`trace`]: what happened in it, and
//!   [`story`]: the same told; [`watch`]: looking on while it happens.
//! - [`statistics`], [`summary`], [`require`], [`report`], [`manifest`]: from records to a verdict.
//!
//! What must see the truth lives here: [`truth`], [`goal_watch`], the [`oracle`] and the [`random`] planner,
//! [`relevance`] and the [`oracle_memory`] that goes by it, and [`plan_match`].

pub mod decisions;
pub mod goal_watch;
pub mod language;
pub mod life;
pub mod manifest;
pub mod matrix;
pub mod oracle;
pub mod oracle_memory;
pub mod plan_match;
pub mod random;
pub mod records;
pub mod relevance;
pub mod report;
pub mod require;
pub mod roster;
pub mod shown;
pub mod simulation;
pub mod statistics;
pub mod story;
pub mod summary;
pub mod trace;
pub mod truth;
pub mod watch;
