//! Everything that must hold before a change is kept.
//!
//! The order is the cheapest first. Dependencies are compiled once for checking (lints, and most of
//! documentation) and once for running (build, tests, suite). All of it is the dev profile and the
//! whole workspace: a part of it, or another profile, would compile them anew.

use std::time::Instant;

use crate::step::{Done, Step, told};
use crate::tally::Tally;

/// Runs all steps, up to the first that fails.
pub(crate) fn run() -> Done {
    let started = Instant::now();
    format().run()?;
    lints().run()?;
    documentation().run()?;
    build().run()?;
    fetch_models()?;
    fetch_language_model();
    let tally = tests()?;
    regress().run()?;
    println!("\nAll of it holds, in {}. Tests: {tally}.", told(started.elapsed()));
    Ok(())
}

fn format() -> Step {
    Step::cargo("format", &["fmt", "--all", "--check"])
}

fn lints() -> Step {
    let args = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    Step::cargo("lints", &args)
}

/// Binaries are left out: they are documented by `docs/cli.md`, and `brainmem` is both a binary and
/// a library, whose pages would overwrite one another.
fn documentation() -> Step {
    Step::cargo("documentation", &["doc", "--workspace", "--no-deps", "--lib", "--locked"])
        .env("RUSTDOCFLAGS", "-D warnings")
}

/// Builds the binary and the tests in one go, so that both use the same dependencies.
fn build() -> Step {
    Step::cargo("build", &["build", "--workspace", "--bins", "--tests", "--locked"])
}

/// Puts the embedding model where the tests look for it. Tests that need it say so and pass where
/// it is missing, so without it they prove less: in CI that is a failure.
fn fetch_models() -> Done {
    match Step::brainmem("models", &["models", "fetch", "embed"]).run() {
        Err(failure) if !in_ci() => {
            println!("{failure}");
            println!("Going on without the model: tests that need it are left out.");
            Ok(())
        }
        done => done,
    }
}

/// Puts the smallest language model where the tests look for it; what other tests prove does not hang
/// on it.
fn fetch_language_model() {
    if let Err(failure) = Step::brainmem("models", &["models", "fetch", "tiny"]).run() {
        println!("{failure}");
        println!("Going on without the language model: tests that need it are left out.");
    }
}

/// All tests, also after one has failed: a person wants to see every failure at once.
fn tests() -> Result<Tally, crate::step::Failure> {
    let mut tally = Tally::default();
    let tests = Step::cargo("tests", &["test", "--workspace", "--locked", "--no-fail-fast"]);
    let done = tests.run_and_read(&mut |line| tally.read(line));
    println!("== tests: {tally}");
    done.map(|()| tally)
}

fn regress() -> Step {
    Step::brainmem("regress", &["regress"])
}

fn in_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}
