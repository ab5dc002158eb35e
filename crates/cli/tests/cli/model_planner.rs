//! `compare --planner model` by recorded answers: no model is needed.

use std::path::Path;
use std::process::Output;

use crate::{assert_code, brainmem, root, scenario};

/// Answers of the model `planner`, recorded with
/// `compare --suite scenarios/kitchen/how-was-it-made-egg.ron --variant galley-egg-1 --seeds 0..1
/// --memory brainmem,nothing --planner model`: the `answers.transcript` of that run.
const FRYING: &str = "tests/transcripts/model-planner/answers.transcript";

fn fry_by_recorded_answers(out: &Path, variant: &str) -> Output {
    let bounds = ["--require", "brainmem>=1.0:success", "--require", "nothing<=0.0:success"];
    fry_as_told(out, variant, "brainmem,nothing", &bounds)
}

/// The same with these memories, and with whatever else is told.
fn fry_as_told(out: &Path, variant: &str, memories: &str, more: &[&str]) -> Output {
    let (out, answers) = (out.display().to_string(), root().join(FRYING).display().to_string());
    let suite = scenario("kitchen/how-was-it-made-egg.ron");
    let mut told = vec![
        "compare",
        "--suite",
        &suite,
        "--variant",
        variant,
        "--seeds",
        "0..1",
        "--memory",
        memories,
        "--planner",
        "model",
        "--transcript",
        "strict",
        "--answers",
        &answers,
        "--out",
        &out,
    ];
    told.extend(more);
    brainmem(&told)
}

#[test]
fn recorded_answers_of_a_model_plan_again_without_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, _) = assert_code(&fry_by_recorded_answers(folder.path(), "galley-egg-1"), 0);
    assert!(out.contains("What the planner asked of its language model"), "{out}");
    let run = folder.path().display().to_string();
    let episode = "how-was-it-made-egg.galley-egg-1.seed-0.day-19.yoked.brainmem";
    let (out, _) = assert_code(&brainmem(&["replay", &run, episode]), 0);
    assert!(out.contains("the same, digest"), "{out}");
}

#[test]
fn the_report_shows_what_the_model_decided_and_is_the_same_each_time() {
    let folders = [0; 2].map(|_| tempfile::tempdir().expect("a folder"));
    let reports = folders.each_ref().map(|folder| {
        // The folder is named in the report.
        let out = folder.path().join("run");
        assert_code(&fry_by_recorded_answers(&out, "galley-egg-1"), 0);
        let read = |name: &str| std::fs::read_to_string(out.join(name)).expect("it was written");
        assert!(!out.join("unfinished-decisions.jsonl").exists());
        [read("report.html"), read("decisions.jsonl"), read("results.jsonl")]
    });
    assert_eq!(reports[0], reports[1]);
    let [report, decisions, results] = &reports[0];
    assert_eq!(decisions.lines().count(), 2, "one for each episode");
    let life = "how-was-it-made-egg.galley-egg-1.seed-0.day-19.yoked";
    for part in [
        "What the language model was asked",
        &format!("<summary>{life}.brainmem: success</summary>"),
        &format!("<summary>{life}.nothing: failure</summary>"),
        "nothing comes to mind",
        "log-likelihood -",
    ] {
        assert!(report.contains(part), "{part} is not in the report");
    }
    // 57,344 bytes for each token of a beginning: it was recorded.
    assert!(results.contains("\"kept_bytes\":8314880"), "{results}");
    let at = |part: &str| decisions.find(part).expect("it is in there");
    assert!(at("\"what\":\"recalled\"") < at("\"what\":\"chosen\""), "{decisions}");
}

#[test]
fn decisions_and_answers_survive_an_interrupted_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let lives = "galley-egg-1,studio-egg-3";
    let run = |out: &Path| fry_as_told(out, lives, "brainmem,nothing", &["--threads", "1"]);
    let read = |path: &Path| std::fs::read_to_string(path).expect("it was written");
    let files = ["results.jsonl", "decisions.jsonl"];
    let whole = folder.path().join("whole");
    assert_code(&run(&whole), 0);
    // Where the results cannot be written, all that was lived stays unfinished.
    let cut = folder.path().join("cut");
    let in_the_way = cut.join("results.jsonl");
    std::fs::create_dir_all(&in_the_way).expect("a folder");
    let (_, error) = assert_code(&run(&cut), 2);
    assert!(error.contains("results.jsonl cannot be written"), "{error}");
    std::fs::remove_dir(&in_the_way).expect("it is empty");
    // As if the run had been killed while it wrote down the second life.
    let unfinished = [cut.join("unfinished.jsonl"), cut.join("unfinished-decisions.jsonl")];
    for (file, path) in files.iter().zip(&unfinished) {
        let all = read(path);
        assert_eq!(all, read(&whole.join(file)), "{file}");
        let lines: Vec<&str> = all.split_inclusive('\n').collect();
        // Two for the first life, one for each memory.
        let half_of_third = &lines[2][..lines[2].len() / 2];
        std::fs::write(path, lines[..2].concat() + half_of_third).expect("it can be written");
    }
    let (_, error) = assert_code(&run(&cut), 0);
    assert!(error.contains("going on with an interrupted run: 2 episodes are done"), "{error}");
    for file in files {
        assert_eq!(read(&cut.join(file)), read(&whole.join(file)), "{file}");
    }
    let answers = |of: &Path| std::fs::read(of.join("answers.transcript")).expect("written");
    assert!(answers(&cut) == answers(&whole), "those of before the interruption are there too");
    let out = cut.display().to_string();
    let first = "how-was-it-made-egg.galley-egg-1.seed-0.day-19.yoked.brainmem";
    let (told, _) = assert_code(&brainmem(&["replay", &out, first]), 0);
    assert!(told.contains("the same, digest"), "{told}");
    assert!(unfinished.iter().all(|path| !path.exists()));
}

#[test]
fn a_budget_for_the_model_ends_the_episode_and_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().display().to_string();
    let budget = ["--model-choices", "2", "--model-kept", "0"];
    let output = fry_as_told(folder.path(), "galley-egg-1", "nothing", &budget);
    assert_code(&output, 0);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("written");
    let record = read("results.jsonl");
    assert!(record.contains("\"outcome\":\"failure\""), "{record}");
    assert!(record.contains("the model's budget of 2 choices is used up"), "{record}");
    assert!(record.contains("\"used_up\":\"choices\""), "{record}");
    assert!(record.contains("\"kept_used\":0"), "{record}");
    assert!(read("manifest.json").contains("\"choices\": 2"));
    let episode = "how-was-it-made-egg.galley-egg-1.seed-0.day-19.yoked.nothing";
    // With the budget of the run.
    let (told, _) = assert_code(&brainmem(&["replay", &out, episode]), 0);
    assert!(told.contains("the same, digest"), "{told}");
}

#[test]
fn a_strict_transcript_fails_on_a_question_that_was_never_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, _) = assert_code(&fry_by_recorded_answers(folder.path(), "studio-egg-3"), 1);
    assert!(out.contains("record the run again"), "{out}");
    let (_, error) = assert_code(
        &brainmem(&[
            "run",
            &scenario("kitchen/moved.ron"),
            "--planner",
            "model",
            "--transcript",
            "strict",
            "--answers",
            "none.transcript",
        ]),
        2,
    );
    assert!(error.contains("none.transcript"), "{error}");
}
