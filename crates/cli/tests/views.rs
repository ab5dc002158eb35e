//! `look`, `new` and, where it is built in, `export`. See `docs/cli.md`.
//!
//! Memories that embed nothing are used, so no model is needed.

#![allow(clippy::disallowed_methods, reason = "tests start processes and read files")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn file(name: &str) -> String {
    root().join(name).display().to_string()
}

/// Runs the program in that folder.
fn brainmem(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brainmem"));
    command.args(args).current_dir(folder).output().expect("the program starts")
}

#[track_caller]
fn assert_code(output: &Output, code: i32) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{out}\n{error}");
    (out, error)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("it was written")
}

#[test]
fn a_kitchen_is_drawn_and_always_the_same() {
    let here = folder();
    let kitchen = file("assets/kitchens/galley.ron");
    assert_code(&brainmem(here.path(), &["look", &kitchen]), 0);
    let svg = read(here.path(), "galley.svg");
    assert!(svg.contains("Kitchen galley") && svg.contains("\ndining table\n"));
    assert_code(&brainmem(here.path(), &["look", &kitchen, "-o", "again.svg"]), 0);
    assert_eq!(svg, read(here.path(), "again.svg"));
    let elsewhere = ["look", &kitchen, "--at", "3.5,1.2,90", "-o", "there.svg"];
    assert_code(&brainmem(here.path(), &elsewhere), 0);
    assert_ne!(svg, read(here.path(), "there.svg"));
}

#[test]
fn a_scenario_is_drawn_on_the_morning_of_a_day() {
    let here = folder();
    let moved = file("scenarios/kitchen/moved.ron");
    let (out, _) = assert_code(&brainmem(here.path(), &["look", &moved, "--at", "3.8,1.2,90"]), 0);
    assert!(out.contains("moved.svg") && out.contains("1 of 7 loose things"), "{out}");
    let (_, error) = assert_code(&brainmem(here.path(), &["look", &moved, "--day", "9999"]), 2);
    assert!(error.contains("its days are 1, "), "{error}");
}

#[test]
fn what_cannot_be_looked_at_is_told() {
    let here = folder();
    let kitchen = file("assets/kitchens/galley.ron");
    for (args, says) in [
        (&["look", &kitchen, "--watch"][..], "no story to watch"),
        (&["look", &kitchen, "--at", "1"], "is not a place such as"),
        (&["look", &kitchen, "--at", "90,90"], "nobody can stand within"),
        (&["look", &kitchen, "--speed", "2"], "--watch"),
        (&["look", "no-such.ron"], "no-such.ron cannot be read"),
    ] {
        let (_, error) = assert_code(&brainmem(here.path(), args), 2);
        assert!(error.contains(says), "{args:?}: {error}");
    }
}

#[test]
fn watched_without_a_terminal_each_event_is_a_frame() {
    let here = folder();
    let breakfast = file("scenarios/kitchen/breakfast.ron");
    let args = ["look", &breakfast, "--watch", "--memory", "nothing"];
    let (out, _) = assert_code(&brainmem(here.path(), &args), 0);
    let frames = out.matches("day 1  07:").count();
    assert!(frames > 20, "{frames} frames");
    for words in
        ["breakfast/galley with nothing", "in hand: bread slice", "done      toggle toaster"]
    {
        assert!(out.contains(words), "{words} is missing");
    }
    assert!(!out.contains('\u{1b}'), "no codes for terminals");
    assert!(out.ends_with("day 1: success, 40 actions\n") || out.contains("day 1: success"));
    assert_eq!(out, assert_code(&brainmem(here.path(), &args), 0).0);
}

#[test]
fn a_new_kitchen_and_a_new_scenario_work_as_they_are() {
    let here = folder();
    let run = |args: &[&str]| assert_code(&brainmem(here.path(), args), 0);
    run(&["new", "kitchen", "my-kitchen"]);
    let (out, _) = run(&["check", "my-kitchen.ron", "--settle", "2"]);
    assert!(out.contains("0 of "), "{out}");
    run(&["new", "scenario", "my-story", "--kitchen", "my-kitchen.ron", "-o", "own/story.ron"]);
    run(&["check", "own/story.ron"]);
    let (out, _) = run(&["run", "own/story.ron", "--memory", "last-seen"]);
    assert!(out.contains("take brass key") && out.contains("success"), "{out}");
    run(&["look", "own/story.ron"]);
    // What moves is at work in family 2 and a comment elsewhere.
    run(&["new", "scenario", "moved", "--family", "2"]);
    assert!(!read(here.path(), "moved.ron").contains("// Day("));
    let (out, _) = run(&["run", "moved.ron", "--memory", "last-seen"]);
    assert!(out.contains("Ann says: the brass key is in the"), "{out}");
}

#[test]
fn a_new_scenario_fits_every_kitchen_and_family() {
    let here = folder();
    for kitchen in ["galley", "corner", "studio", "horseshoe", "island", "farmhouse", "pantry"] {
        for family in ["1", "2"] {
            let name = format!("{kitchen}-{family}");
            let args = ["new", "scenario", &name, "--kitchen", kitchen, "--family", family];
            assert_code(&brainmem(here.path(), &args), 0);
            assert_code(&brainmem(here.path(), &["check", &format!("{name}.ron")]), 0);
        }
    }
}

#[test]
fn nothing_is_overwritten_and_wrong_names_are_told() {
    let here = folder();
    assert_code(&brainmem(here.path(), &["new", "kitchen", "mine"]), 0);
    let before = read(here.path(), "mine.ron");
    for (args, says) in [
        (&["new", "kitchen", "mine"][..], "mine.ron is there already"),
        (&["new", "scenario", "mine"], "mine.ron is there already"),
        (&["new", "kitchen", "My Kitchen"], "small letters"),
        (&["new", "scenario", "x", "--kitchen", "galey"], "there are corner, farmhouse, galley"),
        (&["new", "scenario", "x", "--family", "14"], "14"),
    ] {
        let (_, error) = assert_code(&brainmem(here.path(), args), 2);
        assert!(error.contains(says), "{args:?}: {error}");
    }
    assert_eq!(before, read(here.path(), "mine.ron"));
    assert!(!here.path().join("x.ron").exists());
}

#[cfg(feature = "mcap")]
#[test]
fn an_episode_is_exported_with_every_topic_and_in_order() {
    use std::collections::BTreeSet;

    let here = folder();
    let moved = file("scenarios/kitchen/moved.ron");
    let args = ["--memory", "last-seen", "--seeds", "0..1", "--out", "run"];
    assert_code(&brainmem(here.path(), &[&["compare", "--suite", &moved][..], &args].concat()), 0);
    let results = read(&here.path().join("run"), "results.jsonl");
    let first = results.lines().next().expect("there is a record");
    let record: serde_json::Value = serde_json::from_str(first).expect("a record is JSON");
    let episode = record["episode"].as_str().expect("it has a name");
    assert_code(&brainmem(here.path(), &["export", "run", episode, "-o", "one.mcap"]), 0);
    let bytes = std::fs::read(here.path().join("one.mcap")).expect("it was written");
    let (mut topics, mut last) = (BTreeSet::new(), 0);
    for message in mcap::MessageStream::new(&bytes).expect("it is a container") {
        let message = message.expect("every message can be read");
        assert!(message.log_time >= last, "simulated time does not run back");
        last = message.log_time;
        serde_json::from_slice::<serde_json::Value>(&message.data).expect("it is JSON");
        assert!(message.channel.schema.is_some());
        topics.insert(message.channel.topic.clone());
    }
    let all = ["/action", "/outcome", "/percepts", "/plan", "/pose", "/recall"];
    assert_eq!(topics.iter().map(String::as_str).collect::<Vec<_>>(), all);
    assert_code(&brainmem(here.path(), &["export", "run", episode, "-o", "two.mcap"]), 0);
    assert_eq!(bytes, std::fs::read(here.path().join("two.mcap")).expect("it was written"));
}
