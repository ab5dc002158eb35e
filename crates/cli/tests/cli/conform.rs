//! `conform`: recorded programs, and records that are malformed.

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::{assert_code, brainmem, root};

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
