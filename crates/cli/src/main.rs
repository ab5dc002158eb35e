//! The one binary: arguments, environment, files and the clock.
//!
//! Everything that decides something is in the other crates; here are only the ways in and out.
//! Exit codes: 0 done, 1 something required did not hold, 2 bad input or usage.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "files, the environment, the clock and talking belong to the command line"
)]

mod args;
mod commands;
mod cpu_time;
mod failure;
mod files;
mod language;
mod models;
mod progress;
mod screen;
mod suites;
mod tables;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

fn main() -> ExitCode {
    end_quietly_where_nobody_reads_on();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let done = match args.command {
        Command::Run(args) => commands::run::run(&args),
        Command::Compare(args) => commands::compare::run(&args),
        Command::Regress(args) => commands::regress::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::New(args) => commands::new::run(&args),
        Command::Look(args) => commands::look::run(&args),
        Command::Import(args) => commands::import::run(&args),
        Command::Models(args) => commands::models::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        #[cfg(feature = "mcap")]
        Command::Export(args) => commands::export::run(&args),
        Command::Conform(args) => commands::conform::run(&args),
    };
    match done {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}

/// Who closes the pipe, as `head` does, has read enough: that is no fault of the program.
fn end_quietly_where_nobody_reads_on() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let words = panic.payload_as_str().unwrap_or_default();
        if words.starts_with("failed printing to") && words.contains("Broken pipe") {
            std::process::exit(0);
        }
        usual(panic);
    }));
}
