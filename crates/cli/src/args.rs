//! The arguments, as they are typed: a file for each group of commands.

mod compare;
mod episode;
mod files;
mod models;
mod planner;
mod simulators;

use clap::{Parser, Subcommand};

pub use self::compare::{CompareArgs, RegressArgs};
#[cfg(feature = "mcap")]
pub use self::episode::ExportArgs;
pub use self::episode::{LookArgs, ReplayArgs, RunArgs, Spot};
pub use self::files::{CheckArgs, NewArgs, NewWhat};
pub use self::models::{AccuracyArgs, AccuracyPart, BenchArgs, ModelsArgs, ModelsWhat, SplitArg};
pub use self::planner::{LanguageArgs, TranscriptArg};
pub use self::simulators::{
    AlfredArgs, BddlArgs, ConformArgs, ConformWith, ImportArgs, ImportFrom, TeachArgs,
    VirtualHomeArgs,
};

/// Find out whether a memory makes an embodied agent better at household tasks.
#[derive(Debug, Parser)]
#[command(name = "brainmem", version, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run one scenario and tell it action by action
    Run(RunArgs),
    /// Compare memories on a suite of scenarios, paired and with statistics
    Compare(CompareArgs),
    /// Run the committed suite and compare it with its committed results
    Regress(RegressArgs),
    /// Say what is wrong with a scenario or a kitchen
    Check(CheckArgs),
    /// Write a starter file for a scenario or a kitchen of your own
    New(NewArgs),
    /// Draw a kitchen or a scenario as a plan, or watch an episode in the terminal
    Look(LookArgs),
    /// Turn other simulators' worlds into kitchens
    Import(ImportArgs),
    /// List, fetch and verify the local models
    Models(ModelsArgs),
    /// Live an episode of a run again, without any model, and check that it is the same
    Replay(ReplayArgs),
    /// Write an episode of a run as MCAP, for viewers of robots' logs
    #[cfg(feature = "mcap")]
    Export(ExportArgs),
    /// Run what other simulators recorded, and compare every step
    Conform(ConformArgs),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_fit_together() {
        Args::command().debug_assert();
    }
}
