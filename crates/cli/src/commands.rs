//! One file for each command.

pub mod check;
pub mod compare;
pub mod conform;
pub mod import;
pub mod models;
pub mod regress;
pub mod replay;
pub mod run;
