//! The command line as scripts use it: exit codes, files, messages. See `docs/cli.md`.
//!
//! Memories that embed nothing are used, so no model is needed; what needs one says so and is
//! skipped where it is not here.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "tests start processes, read files and say what they skip"
)]

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
fn breakfast_is_told_and_settles() {
    let breakfast = scenario("kitchen/breakfast.ron");
    let (story, _) = assert_code(&brainmem(&["run", &breakfast, "--memory", "nothing"]), 0);
    for line in ["toggle toaster on", "the bread slice is toasted", "success: 100 %"] {
        assert!(story.contains(line), "{line} is not in\n{story}");
    }
    let (records, _) =
        assert_code(&brainmem(&["run", &breakfast, "--memory", "nothing", "--json"]), 0);
    assert!(records.lines().all(|line| line.starts_with('{') && line.contains("\"digest\"")));
    let (report, _) = assert_code(&brainmem(&["check", &breakfast, "--settle", "2"]), 0);
    assert!(report.contains("0 of"), "{report}");
}

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

/// A home with a cup and a door, a program that takes the cup, and the same without its first step.
fn recorded(folder: &Path) {
    let home = r#"{"nodes": [
        {"id": 1, "class_name": "kitchen", "category": "Rooms"},
        {"id": 2, "class_name": "bedroom", "category": "Rooms"},
        {"id": 3, "class_name": "door", "states": ["OPEN"]},
        {"id": 4, "class_name": "character"},
        {"id": 5, "class_name": "cup", "properties": ["GRABBABLE"]}],
      "edges": [[4, "INSIDE", 1], [5, "INSIDE", 1], [3, "BETWEEN", 1], [3, "BETWEEN", 2]]}"#;
    let trace = concat!(
        r#"{"id": "cup", "program": ["[WALK] <cup> (1.5)", "[GRAB] <cup> (1.5)"], "step_deltas": ["#,
        r#"{"edges_added": [[4, "CLOSE", 5], [5, "CLOSE", 4]]}, "#,
        r#"{"edges_added": [[4, "CLOSE", 4], [4, "HOLDS_RH", 5]]}], "goal": {"vh_goal": {"actions": ["GRAB"], "#,
        r#""goal": [{"from_id": 4, "relation_type": "HOLDS_RH", "to_id": 5}]}}}"#,
    );
    let mutant = concat!(
        r#"{"program": "cup", "dropped": 0, "executable": false, "fail_step": 0, "#,
        r#""message": "<cup> (5) cannot be found when executing \"[GRAB] <cup> (5) [1]\""}"#,
    );
    let files = [
        ("base_scene.json", home),
        ("reference_traces.jsonl.gz", trace),
        ("mutants_drop_one_step.jsonl.gz", mutant),
    ];
    let folder = folder.join("virtualhome_eai");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("it can be written");
    }
}

fn conform(folder: &Path) -> Output {
    brainmem(&["conform", "virtualhome", "--data", &folder.display().to_string()])
}

#[test]
fn recorded_programs_are_compared_and_a_difference_is_exit_code_1() {
    let folder = tempfile::tempdir().expect("a folder");
    recorded(folder.path());
    let (table, _) = assert_code(&conform(folder.path()), 0);
    for line in ["absent: ", "cross_scene_kitchen.jsonl.gz", "steps per CPU-second"] {
        assert!(table.contains(line), "{line} is not in\n{table}");
    }
    let traces = folder.path().join("virtualhome_eai/reference_traces.jsonl.gz");
    let right = std::fs::read_to_string(&traces).expect("it is there");
    let wrong = right.replace("HOLDS_RH\", 5]]}]", "HOLDS_LH\", 5]]}]");
    std::fs::write(&traces, wrong).expect("it can be written");
    let (table, _) = assert_code(&conform(folder.path()), 1);
    for line in
        ["programs: cup, step 2\n", "expected +(4 CLOSE 4) +(4 HOLDS_LH 5)", "+(4 HOLDS_RH 5)"]
    {
        assert!(table.contains(line), "{line} is not in\n{table}");
    }
    std::fs::write(&traces, "\n").expect("it can be written");
    let (table, _) = assert_code(&conform(folder.path()), 0);
    assert!(table.contains("one step dropped: 1 not run"), "{table}");
}

#[test]
fn malformed_records_are_told_with_file_line_and_nearest_word() {
    let folder = tempfile::tempdir().expect("a folder");
    recorded(folder.path());
    let traces = folder.path().join("virtualhome_eai/reference_traces.jsonl.gz");
    let right = std::fs::read_to_string(&traces).expect("it is there");
    for (old, new, says) in [
        ("[GRAB]", "[GRABB]", "did you mean \"GRAB\""),
        ("HOLDS_RH\", 5]", "HOLD_RH\", 5]", "did you mean \"HOLDS_RH\""),
        ("(1.5)", "(1.x)", "is not an operand such as <cup> (1.201)"),
        ("{\"id\"", "{\"id", "jsonl.gz:2:"),
    ] {
        std::fs::write(&traces, format!("\n{}", right.replace(old, new))).expect("written");
        let (_, error) = assert_code(&conform(folder.path()), 2);
        assert!(error.contains("reference_traces.jsonl.gz:2") && error.contains(says), "{error}");
    }
    std::fs::write(&traces, [0x1f, 0x8b, 0, 1]).expect("it can be written");
    let (_, error) = assert_code(&conform(folder.path()), 2);
    assert!(error.contains("is a damaged gzip"), "{error}");
    assert_code(&conform(&folder.path().join("nowhere")), 2);
}

#[test]
fn what_virtualhome_recorded_goes_as_it_went() {
    let data = std::env::var_os("BRAINMEM_DATA")
        .map_or_else(|| root().join("../shared/data"), PathBuf::from);
    if !data.join("virtualhome_eai").is_dir() {
        println!("skipped: there is no {}; set BRAINMEM_DATA", data.display());
        return;
    }
    let (table, _) = assert_code(&conform(&data), 0);
    assert!(table.contains("other homes"), "{table}");
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

const CUPS: &str = "(define (problem tidy_cups-0) (:domain omnigibson)
    (:objects cup.n.01_1 cup.n.01_2 - cup.n.01 sink.n.01_1 - sink.n.01 table.n.02_1 - table.n.02
        stain.n.01_1 - stain.n.01 floor.n.01_1 - floor.n.01 agent.n.01_1 - agent.n.01)
    (:init (ontop cup.n.01_1 table.n.02_1) (ontop cup.n.01_2 table.n.02_1)
        (covered cup.n.01_1 stain.n.01_1) (inroom sink.n.01_1 kitchen)
        (inroom table.n.02_1 kitchen) (inroom floor.n.01_1 kitchen)
        (ontop agent.n.01_1 floor.n.01_1))
    (:goal (and (not (covered ?cup.n.01_1 ?stain.n.01_1))
        (forall (?cup.n.01 - cup.n.01) (inside ?cup.n.01 ?sink.n.01_1)))))";

#[test]
fn an_activity_becomes_a_scenario_and_is_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    let deep = folder.path().join("some/tidy_cups");
    std::fs::create_dir_all(&deep).expect("a folder");
    std::fs::write(deep.join("problem0.bddl"), CUPS).expect("it can be written");
    let filled =
        CUPS.replace("tidy_cups", "fill_cups").replace("(not (covered", "(not (not (covered");
    let filled =
        filled.replace("stain.n.01_1))\n        (forall", "stain.n.01_1)))\n        (forall");
    std::fs::write(folder.path().join("fill_cups.bddl"), filled).expect("it can be written");
    let path = folder.path().display().to_string();
    let out = folder.path().join("out");
    let args = ["import", "bddl", &path, "--solve", "-o", &out.display().to_string()];
    let (told, error) = assert_code(&brainmem(&args), 0);
    assert!(!error.contains("not solved"), "{error}");
    let row = |what: &str, number: &str| {
        let line = told.lines().find(|line| line.contains(what)).unwrap_or_default();
        assert!(line.contains(&format!(" {number} ")), "{what}: {told}");
    };
    row("read", "2");
    row("solved by the oracle", "1");
    row("a liquid", "1");
    let written = out.join("tidy-cups.ron").display().to_string();
    assert_code(&brainmem(&["check", &written]), 0);
    assert_code(&brainmem(&["run", &written, "--planner", "oracle", "--scored"]), 0);
}

const THAW: &str = "(define (problem empty_the_freezer-0) (:domain omnigibson)
    (:objects trout.n.01_1 - trout.n.01 apple.n.01_1 apple.n.01_2 - apple.n.01
        half__apple.n.01_1 half__apple.n.01_2 - half__apple.n.01 plate.n.04_1 - plate.n.04
        electric_refrigerator.n.01_1 - electric_refrigerator.n.01 table.n.02_1 - table.n.02
        floor.n.01_1 - floor.n.01 agent.n.01_1 - agent.n.01)
    (:init (inside trout.n.01_1 electric_refrigerator.n.01_1) (frozen trout.n.01_1)
        (inside apple.n.01_1 electric_refrigerator.n.01_1)
        (inside apple.n.01_2 electric_refrigerator.n.01_1) (ontop plate.n.04_1 table.n.02_1)
        (future half__apple.n.01_1) (future half__apple.n.01_2)
        (inroom electric_refrigerator.n.01_1 kitchen) (inroom table.n.02_1 kitchen)
        (inroom floor.n.01_1 kitchen) (ontop agent.n.01_1 floor.n.01_1))
    (:goal (and (not (frozen ?trout.n.01_1)) (not (inside ?apple.n.01_2 ?electric_refrigerator.n.01_1))
        (or (exists (?apple.n.01 - apple.n.01) (nextto ?apple.n.01 ?table.n.02_1))
            (forall (?half__apple.n.01 - half__apple.n.01) (ontop ?half__apple.n.01 ?plate.n.04_1)))
        (not (open ?electric_refrigerator.n.01_1)))))";

#[test]
fn the_oracle_thaws_slices_and_takes_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("thaw.bddl");
    std::fs::write(&path, THAW).expect("it can be written");
    let args = ["import", "bddl", &path.display().to_string(), "--solve"];
    let (told, error) = assert_code(&brainmem(&args), 0);
    assert!(!error.contains("not solved"), "{error}");
    assert!(told.contains("solved by the oracle"), "{told}");
}

#[test]
fn a_broken_activity_is_told_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cups.bddl");
    std::fs::write(&path, CUPS.replace("(inside", "(insde")).expect("it can be written");
    let path = path.display().to_string();
    let (_, error) = assert_code(&brainmem(&["import", "bddl", &path]), 2);
    assert!(error.contains("cups.bddl:9:"), "{error}");
    assert!(error.contains("did you mean \"inside\"?"), "{error}");
    let nothing = folder.path().join("nothing");
    std::fs::create_dir(&nothing).expect("a folder");
    let (_, error) = assert_code(&brainmem(&["import", "bddl", &nothing.display().to_string()]), 2);
    assert!(error.contains("no file in it ends in .bddl"), "{error}");
}

#[test]
fn the_oracle_solves_most_activities_that_run() {
    let data = std::env::var_os("BRAINMEM_DATA")
        .map_or_else(|| root().join("../shared/data"), std::path::PathBuf::from);
    let folder = data.join("behavior1k_bddl/kitchen_activities");
    if !folder.is_dir() {
        println!("skipped: the activities of BEHAVIOR are not here (see $BRAINMEM_DATA)");
        return;
    }
    // It fails where the two judges of a goal differ.
    let (told, error) =
        assert_code(&brainmem(&["import", "bddl", &folder.display().to_string(), "--solve"]), 0);
    let unsolved = error.lines().filter(|line| line.starts_with("not solved")).count();
    assert!(unsolved <= 12, "{told}\n{error}");
    let row = told.lines().find(|line| line.contains("solved by the oracle")).expect("a row");
    let solved = row.split('┆').find_map(|cell| cell.trim().parse::<u32>().ok()).expect("a number");
    assert!(solved >= SOLVED_AT_LEAST, "{told}\n{error}");
}

const TIDY: &str = r#"Scenario(
    name: "tidy", family: 13, summary: "Mugs are put together, and forks apart.",
    variants: [Variant(name: "galley", split: Dev, home: "kitchens/galley.ron")],
    things: [
        Thing(noun: "plain red mug", at: Somewhere(Surface)),
        Thing(noun: "plain blue mug", at: Somewhere(Surface)),
        Thing(noun: "long fork", at: Somewhere(Surface)),
        Thing(noun: "short fork", at: Somewhere(Surface)),
    ],
    days: [Day(goal: Goal(words: "tidy up", wants: All([
        Together(each: [(of: "mug", at_least: 2)], relation: In, at: "drawer", that: [IsNot(Open)]),
        Apart(of: "fork", at_least: 2, relation: In, at: "drawer"),
    ]), actions: TimesOracle(2.0), seconds: 3600), scored: true)],
)"#;

#[test]
fn things_are_put_together_and_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tidy.ron");
    std::fs::write(&path, TIDY).expect("it can be written");
    let path = path.display().to_string();
    for seed in ["0", "1", "2"] {
        let args = ["run", &path, "--planner", "oracle", "--scored", "--seed", seed];
        assert_code(&brainmem(&args), 0);
    }
}

const STAINED: &str = r#"Scenario(
    name: "stained", family: 13, summary: "A stain takes soap.",
    variants: [Variant(name: "workshop", split: Dev, home: "kitchens/workshop.ron")],
    things: [
        Thing(noun: "old mug", at: Somewhere(Surface)),
        Thing(noun: "dish-towel", at: Somewhere(Surface)),
        Thing(noun: "green soap-bottle", at: Somewhere(Surface)),
    ],
    set: [("old mug", Stained, true), ("old mug", Dirty, true)],
    days: [Day(goal: Goal(words: "wash the old mug", wants: All([
        Exists("old mug", [IsNot(Stained), IsNot(Dirty)]),
    ]), actions: TimesOracle(2.0), seconds: 3600), scored: true)],
)"#;

#[test]
fn a_stained_mug_is_soaped_and_washed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stained.ron");
    std::fs::write(&path, STAINED).expect("it can be written");
    let path = path.display().to_string();
    for seed in ["0", "1"] {
        let args = ["run", &path, "--planner", "oracle", "--scored", "--seed", seed];
        let (told, _) = assert_code(&brainmem(&args), 0);
        assert!(told.contains("soap old mug, green soap-bottle"), "{told}");
    }
}

#[test]
fn scenes_become_homes_in_which_recorded_activities_are_done() {
    let data = std::env::var_os("BRAINMEM_DATA")
        .map_or_else(|| root().join("../shared/data"), std::path::PathBuf::from);
    let file = |path: &str| data.join(path).display().to_string();
    let scene = file("virtualhome/scenes/TestScene1_graph.json");
    if !std::path::Path::new(&scene).is_file() {
        println!("skipped: the scenes of VirtualHome are not here (see $BRAINMEM_DATA)");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().display().to_string();
    let (names, tasks) = (
        file("virtualhome_eai/base_scene.json"),
        file("virtualhome_eai/reference_traces.jsonl.gz"),
    );
    let args = ["import", "virtualhome", &scene, "--names", &names, "--tasks", &tasks, "--solve"];
    let more = ["--programs", "--out", &out];
    let (told, error) = assert_code(&brainmem(&[&args[..], &more].concat()), 0);
    let number = |what: &str| {
        let row = told.lines().find(|line| line.contains(what)).expect("a row");
        let mut cells = row.split('┆').map(|cell| cell.trim_matches([' ', '│']));
        cells.find_map(|cell| cell.parse::<u32>().ok()).expect("a number")
    };
    // 100 and 75 were, when this was written.
    assert!(number("solved by the oracle") >= 95, "{told}\n{error}");
    assert!(number("end as in VirtualHome") >= 70, "{told}\n{error}");
    let home = folder.path().join("testscene1.ron").display().to_string();
    let plan = folder.path().join("plan.svg").display().to_string();
    assert_code(&brainmem(&["look", &home, "--out", &plan]), 0);
    assert!(std::fs::read_to_string(&plan).expect("it is written").contains("<svg"));
}

/// So many of the 284 activities of kitchens are solved at least; 212 were, when this was written.
const SOLVED_AT_LEAST: u32 = 205;

#[test]
fn a_broken_demonstration_is_told_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("demonstrations.jsonl");
    std::fs::write(&path, "\n{\"id\": \"a\", \"task_type\": ").expect("it can be written");
    let (_, error) = assert_code(&brainmem(&["import", "alfred", &path.display().to_string()]), 2);
    assert!(error.contains("demonstrations.jsonl:2: this is no demonstration: EOF"), "{error}");
}

#[test]
fn the_oracle_solves_demonstrated_tasks() {
    let data = root().join("../shared/data/alfred/train_kitchens.jsonl.gz");
    if !data.is_file() {
        println!("skipped: the demonstrations of ALFRED are not here (see $BRAINMEM_DATA)");
        return;
    }
    let args = ["import", "alfred", &data.display().to_string(), "--limit", "100", "--solve"];
    let (out, error) = assert_code(&brainmem(&args), 0);
    let all = out.lines().find(|line| line.starts_with("│ all")).expect("a row of sums");
    let figures: Vec<f32> = all
        .split('┆')
        .filter_map(|cell| cell.trim().trim_end_matches('│').trim().parse().ok())
        .collect();
    assert_eq!(figures.len(), 4, "{all}");
    assert!(figures[1] >= 60.0 && figures[3] >= 95.0, "{all}\n{error}");
}

#[test]
fn tasks_of_teach_are_goals_to_write_down() {
    let folder = std::env::temp_dir().join(format!("brainmem-teach-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let toast = r#"{"task_name": "Toast", "task_nparams": 0, "desc": "Make a slice of toast.",
        "components": {"toast": {"determiner": "a",
            "conditions": {"objectType": "BreadSliced", "isCooked": 1}}}, "relations": []}"#;
    std::fs::write(folder.join("toast.json"), toast).expect("a file");
    let path = folder.display().to_string();
    let (out, _) = assert_code(&brainmem(&["import", "teach", &path]), 0);
    assert!(out.contains("Make a slice of toast."), "{out}");
    let (out, _) = assert_code(&brainmem(&["import", "teach", &path, "--task", "Toast"]), 0);
    let goal = "wants: All([Exists(\"bread\",[Is(Toasted),Is(Sliced)])]),";
    assert!(out.contains(goal), "{out}");
    let (_, err) = assert_code(&brainmem(&["import", "teach", &path, "--task", "Tost"]), 2);
    assert!(err.contains("did you mean \"Toast\"?"), "{err}");
    std::fs::write(folder.join("broken.json"), "{").expect("a file");
    let (_, err) = assert_code(&brainmem(&["import", "teach", &path]), 2);
    assert!(err.contains("broken.json:1:1"), "{err}");
    std::fs::remove_dir_all(&folder).expect("it is ours");
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
