//! Long tests over many seeds, until the time is up.
//!
//! A long test is a test marked `#[ignore]` that takes its seed from `SOAK_SEED` and does a bounded
//! amount of work with it. The clock is ours alone: a test that stopped by the clock could not be
//! repeated.

use std::time::{Duration, Instant};

use crate::step::{Done, Step, told};

/// What is asked of a soak.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// No new seed is begun after so many minutes.
    #[arg(long, default_value_t = 10)]
    minutes: u64,
    /// The first seed; the others count up from it.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Only tests whose name contains this.
    filter: Option<String>,
}

/// Runs the long tests with one seed after the other; at least with one.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let started = Instant::now();
    let limit = Duration::from_secs(60 * arguments.minutes);
    let mut seed = arguments.seed;
    loop {
        long_tests(seed, arguments.filter.clone()).run()?;
        seed += 1;
        if started.elapsed() >= limit {
            break;
        }
    }
    let (first, last) = (arguments.seed, seed - 1);
    println!("\nNothing failed with seeds {first} to {last}, in {}.", told(started.elapsed()));
    Ok(())
}

/// One seed. The command line of the step is also what repeats a failure.
fn long_tests(seed: u64, filter: Option<String>) -> Step {
    let args = ["test", "--workspace", "--locked", "--tests", "--"];
    Step::cargo(&format!("soak with seed {seed}"), &args)
        .args(["--ignored".to_owned()])
        .args(filter)
        .env("SOAK_SEED", seed.to_string())
}
