//! Bad usage, broken files, models that are not here, a pipe that is closed.

use std::process::Command;

use crate::{assert_code, brainmem, scenario};

#[test]
fn bad_usage_is_told_with_exit_code_2() {
    for (args, says) in [
        (&["dance"][..], "unrecognized subcommand"),
        (&["compare", "--memory", "brainmen"], "did you mean \"brainmem\""),
        (&["compare", "--seeds", "5..5"], "not a range of seeds"),
        (&["compare", "--memory", "nothing", "--require", "nothing>bm25"], "needs --memory"),
        (&["compare", "--memory", "nothing", "--require", "good"], "is not a requirement"),
        (&["run", "no-such-file.ron", "--memory", "nothing"], "no-such-file.ron cannot be read"),
        (&["models", "fetch", "no-such-model"], "no-such-model"),
        (&["import", "thor", "no.json", "--plan", "FloorPlan1", "-o", "x.ron"], "no.json"),
    ] {
        let (_, error) = assert_code(&brainmem(args), 2);
        assert!(error.contains(says), "{args:?}: {error}");
    }
}

#[test]
fn a_broken_scenario_is_told_with_line_and_nearest_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = std::fs::read_to_string(scenario("kitchen/breakfast.ron")).expect("it is there");
    let path = folder.path().join("broken.ron");
    let check = |text: &str| {
        std::fs::write(&path, text).expect("it can be written");
        brainmem(&["check", &path.display().to_string()])
    };
    let (_, error) = assert_code(&check(&good.replace("\"toaster\"", "\"toastr\"")), 2);
    assert!(error.contains("broken.ron:") && error.contains("did you mean \"toaster\""), "{error}");
    let (_, error) = assert_code(&check(&good[..good.len() / 2]), 2);
    assert!(error.contains("broken.ron:"), "{error}");
    assert_code(&check(&good), 0);
}

#[test]
fn models_are_listed_without_being_fetched() {
    let empty = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_brainmem"))
        .args(["models", "list"])
        .env("BRAINMEM_MODELS", empty.path())
        .output()
        .expect("the program starts");
    let (out, _) = assert_code(&output, 0);
    assert!(out.contains("all-minilm-l6-v2") && out.contains("no"), "{out}");
    let output = Command::new(env!("CARGO_BIN_EXE_brainmem"))
        .args(["models", "verify"])
        .env("BRAINMEM_MODELS", empty.path())
        .output()
        .expect("the program starts");
    assert_code(&output, 1);
    let output = Command::new(env!("CARGO_BIN_EXE_brainmem"))
        .args(["models", "bench"])
        .env("BRAINMEM_MODELS", empty.path())
        .output()
        .expect("the program starts");
    let (_, error) = assert_code(&output, 2);
    assert!(error.contains("run `brainmem models fetch small`"), "{error}");
}

#[test]
fn who_closes_the_pipe_has_read_enough() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_brainmem"))
        .args(["models", "list"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(program.stdout.take());
    let ended = program.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(!told.contains("panicked"), "{told}");
}
