//! `compare` and `replay`: the same bytes, interrupted runs, requirements.

use std::process::Command;

use crate::{ARMS, assert_code, brainmem, compare, root};

#[test]
fn two_processes_with_one_thread_and_two_write_the_same_bytes() {
    let [one, two] = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
    let (table, _) = assert_code(&compare(one.path(), &["--threads", "1"]), 0);
    assert!(table.contains("last-seen") && table.contains("success %"), "{table}");
    assert_code(&compare(two.path(), &["--threads", "2"]), 0);
    for file in ["results.jsonl", "summary.json", "manifest.json", "report.html"] {
        let [first, second] =
            [&one, &two].map(|folder| std::fs::read(folder.path().join(file)).expect("written"));
        assert!(!first.is_empty() && first == second, "{file} differs");
    }
    assert!(!one.path().join("unfinished.jsonl").exists());
}

#[test]
fn an_interrupted_run_is_gone_on_with() {
    let [whole, cut] = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
    assert_code(&compare(whole.path(), &[]), 0);
    // A run that was killed has left its first lives, and half a line.
    let results = std::fs::read_to_string(whole.path().join("results.jsonl")).expect("written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_brainmem"))
        .args(["compare", "--family", "2", "--seeds", "0..1", "--memory", ARMS, "--out"])
        .arg(cut.path())
        .stderr(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("the program starts");
    while !cut.path().join("unfinished.json").exists()
        && child.try_wait().expect("it can be asked").is_none()
    {
        std::thread::yield_now();
    }
    child.kill().expect("it can be stopped");
    child.wait().expect("it ends");
    let first_life: Vec<&str> = results.lines().take(4).collect();
    let unfinished = first_life.join("\n") + "\n" + &results[..20];
    if cut.path().join("unfinished.json").exists() {
        std::fs::write(cut.path().join("unfinished.jsonl"), unfinished).expect("it can be written");
        let (_, error) = assert_code(&compare(cut.path(), &[]), 0);
        assert!(error.contains("going on with an interrupted run: 4 episodes"), "{error}");
    }
    let again = std::fs::read_to_string(cut.path().join("results.jsonl")).expect("written");
    assert_eq!(again, results);
}

#[test]
fn a_requirement_that_does_not_hold_gives_exit_code_1() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, _) = assert_code(
        &compare(folder.path(), &["--require", "last-seen>nothing:success:family=2"]),
        0,
    );
    assert!(out.contains("holds: last-seen>nothing"), "{out}");
    let (out, _) = assert_code(&compare(folder.path(), &["--require", "nothing>last-seen"]), 1);
    assert!(out.contains("DOES NOT HOLD"), "{out}");
}

#[test]
fn an_episode_is_replayed_without_a_model() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_code(&compare(folder.path(), &[]), 0);
    let results = std::fs::read_to_string(folder.path().join("results.jsonl")).expect("written");
    let record = results.lines().next().expect("there is an episode");
    let episode = record.split('"').nth(3).expect("the episode comes first");
    let run = folder.path().display().to_string();
    let (out, _) = assert_code(&brainmem(&["replay", &run, episode]), 0);
    assert!(out.contains("the same, digest"), "{out}");
    let (_, error) = assert_code(&brainmem(&["replay", &run, "no-such-episode"]), 2);
    assert!(error.contains("did you mean"), "{error}");
}

#[test]
fn every_life_in_the_imported_kitchens_can_be_won() {
    if !root().join("../shared/data/ai2thor_procthor/kitchens.json").is_file()
        && std::env::var_os("BRAINMEM_DATA").is_none()
    {
        println!("skipped: the kitchens of AI2-THOR are not here (see $BRAINMEM_DATA)");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().display().to_string();
    let args = ["--suite", "thor", "--memory", "oracle-memory", "--seeds", "0..2", "--out", &out];
    assert_code(&brainmem(&[&["compare"], &args[..]].concat()), 0);
    let results = std::fs::read_to_string(folder.path().join("results.jsonl")).expect("written");
    assert_eq!(results.lines().count(), 48, "two families, twelve plans, two seeds");
    let lost: Vec<&str> =
        results.lines().filter(|line| !line.contains(r#""outcome":"success""#)).collect();
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}
