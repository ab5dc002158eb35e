//! One file for each command.

pub mod accuracy;
pub mod check;
pub mod compare;
pub mod conform;
#[cfg(feature = "mcap")]
pub mod export;
pub mod import;
pub mod look;
pub mod models;
pub mod new;
pub mod regress;
pub mod replay;
pub mod run;
pub mod watch;
