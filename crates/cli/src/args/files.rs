//! What is done with files that people write: `check` and `new`.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// `check`.
#[derive(Debug, Parser)]
pub struct CheckArgs {
    /// A scenario or a kitchen
    pub file: PathBuf,
    /// Let everything settle for so many simulated seconds and report what moved
    #[arg(long)]
    pub settle: Option<f32>,
}

/// `new`.
#[derive(Debug, Parser)]
pub struct NewArgs {
    /// What to begin
    #[command(subcommand)]
    pub what: NewWhat,
}

/// What can be begun.
#[derive(Debug, Subcommand)]
pub enum NewWhat {
    /// A scenario: a thing is put away, days pass, and it is asked for
    Scenario {
        /// Its name, in small letters with hyphens
        name: String,
        /// The family that it belongs to, 1 to 13
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=13))]
        family: u8,
        /// The kitchen: the name of one that comes with the program, or a file
        #[arg(long, default_value = "galley")]
        kitchen: String,
        /// Where it goes; `NAME.ron` where none is named
        #[arg(short, long)]
        out: Option<PathBuf>,
    },
    /// A kitchen: a room, a row of furniture, a table
    Kitchen {
        /// Its name, in small letters with hyphens
        name: String,
        /// Where it goes; `NAME.ron` where none is named
        #[arg(short, long)]
        out: Option<PathBuf>,
    },
}
