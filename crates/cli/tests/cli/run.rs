//! `run`: scenarios as they come with the program, and as one writes them.

use crate::{assert_code, brainmem, scenario};

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
