//! The command line as scripts use it: exit codes, files, messages. See `docs/cli.md`.
//!
//! Memories that embed nothing are used, so no model is needed; what needs one says so and is
//! skipped where it is not here.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "tests start processes, read files and say what they skip"
)]

mod compare;
mod conform;
mod import;
mod model_planner;
mod run;
mod usage;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ARMS: &str = "last-seen,bm25,nothing,oracle-memory";

fn brainmem(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_brainmem")).args(args).output().expect("the program starts")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn scenario(name: &str) -> String {
    root().join("scenarios").join(name).display().to_string()
}

#[track_caller]
fn assert_code(output: &Output, code: i32) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{out}\n{error}");
    (out, error)
}

fn compare(out: &Path, more: &[&str]) -> Output {
    let out = out.display().to_string();
    let args = ["compare", "--family", "2", "--seeds", "0..1", "--memory", ARMS, "--out", &out];
    brainmem(&[&args, more].concat())
}
