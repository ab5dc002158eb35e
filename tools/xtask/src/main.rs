//! `cargo xtask`: what is done to the workspace as a whole.
//!
//! It starts the commands that a person could type, one after the other, and says how long each
//! took. It knows none of our crates: the project's own work is done by the `brainmem` binary and
//! by the tests.
//!
//! - [`step`]: a command, run and timed; on failure it names the command that repeats it.
//! - [`ci`]: everything that must hold before a change is kept.
//! - [`soak`]: long tests over many seeds, until the time is up.
//! - [`tally`]: adds up the closing lines of `cargo test`.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "the build tool runs programs, reads the environment and the clock, and talks"
)]

mod ci;
mod soak;
mod step;
mod tally;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::step::Step;

/// Builds, checks and measures the workspace.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Checks everything: format, lints, documentation, tests, the committed suite.
    Ci,
    /// Runs the long tests over many seeds until the time is up.
    Soak(soak::Arguments),
    /// Rewrites the golden files with what comes out now. Read the difference before keeping it.
    Accept {
        /// Only tests whose name contains this.
        filter: Option<String>,
    },
    /// Measures speed.
    Bench {
        /// Only measurements whose name contains this.
        filter: Option<String>,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Ci => ci::run(),
        Task::Soak(arguments) => soak::run(&arguments),
        Task::Accept { filter } => accept(filter),
        Task::Bench { filter } => bench(filter),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            println!("\n{failure}");
            ExitCode::FAILURE
        }
    }
}

fn accept(filter: Option<String>) -> step::Done {
    Step::cargo("accept", &["test", "--workspace", "--locked", "--no-fail-fast"])
        .args(filter)
        .env("UPDATE_EXPECT", "1")
        .run()?;
    println!("Golden files are rewritten. `git diff` shows what changed; the commit says why.");
    Ok(())
}

/// The benches of all crates, and not their unit tests, which `cargo bench` would build as well.
fn bench(filter: Option<String>) -> step::Done {
    Step::cargo("bench", &["bench", "--workspace", "--bench", "*", "--locked"]).args(filter).run()
}
