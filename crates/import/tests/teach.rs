//! TEACh's definitions as goals.

#![allow(clippy::disallowed_methods, reason = "tests read the files of others")]

mod data;

use base::{Condition, Noun, Quality, Relation, Share, State};
use import::teach::{NotPossible, Tasks};
use scenario::{Embedded, Kinds, Library};

fn kinds() -> Kinds {
    let text = Embedded.text("kinds.ron").expect("it comes with the program");
    scenario::parse_kinds("kinds.ron", &text).expect("good kinds")
}

fn published() -> Option<Tasks> {
    let folder = data::folder()?.join("teach");
    let mut tasks = Tasks::default();
    let classes =
        std::fs::read_to_string(folder.join("ai2thor_resources/custom_object_classes.json"))
            .expect("it is in the data");
    tasks.set_classes("custom_object_classes.json", &classes).expect("it is read");
    let mut files: Vec<_> = std::fs::read_dir(folder.join("task_definitions"))
        .expect("it is in the data")
        .map(|entry| entry.expect("it can be listed").path())
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        tasks.add(&file.display().to_string(), &text).unwrap_or_else(|error| panic!("{error}"));
    }
    Some(tasks)
}

fn goal(tasks: &Tasks, name: &str, words: &[&str]) -> Result<Condition, NotPossible> {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    tasks.goal(name, &words, &kinds())
}

fn noun(text: &str) -> Noun {
    text.parse().expect("a noun")
}

#[test]
fn a_plate_of_toast_is_toast_on_a_plate_that_is_clean() {
    let Some(tasks) = published() else { return };
    let toast = Share {
        of: noun("bread"),
        that: vec![Quality::Is(State::Toasted), Quality::Is(State::Sliced)],
        at_least: 1,
    };
    let Ok(Condition::All(parts)) = goal(&tasks, "Plate Of Toast", &[]) else {
        panic!("it is a goal")
    };
    let [Condition::Together { each, relation, at, that }] = &parts[..] else {
        panic!("one relation: {parts:?}")
    };
    assert_eq!((relation, at), (&Relation::On, &noun("plate")));
    assert_eq!(that, &[Quality::IsNot(State::Dirty)]);
    let [share] = &each[..] else { panic!("one thing: {each:?}") };
    assert_eq!((&share.of, share.at_least), (&toast.of, 1));
    assert!(toast.that.iter().all(|quality| share.that.contains(quality)), "{share:?}");
}

#[test]
fn a_sandwich_has_all_that_is_counted_on_one_plate() {
    let Some(tasks) = published() else { return };
    let Ok(Condition::All(parts)) = goal(&tasks, "Sandwich", &["1", "0"]) else {
        panic!("it is a goal")
    };
    let [Condition::Together { each, .. }] = &parts[..] else { panic!("{parts:?}") };
    let counted: Vec<(&str, u32)> =
        each.iter().map(|share| (share.of.as_str(), share.at_least)).collect();
    assert_eq!(counted, [("bread", 2), ("lettuce", 1)], "no tomato is asked for");
}

#[test]
fn all_in_one_means_no_two_apart() {
    let Some(tasks) = published() else { return };
    let asked = goal(&tasks, "Put All X In One Y", &["Apple", "in", "Bowl"]).expect("a goal");
    let text = asked.to_string();
    let apart = Condition::Apart {
        of: noun("apple"),
        that: vec![],
        at_least: 2,
        relation: Relation::In,
        at: noun("bowl"),
    };
    assert!(text.contains(&Condition::Not(Box::new(apart)).to_string()), "{text}");
    let any = goal(&tasks, "Put All X On Y", &["Apple", "on", "CounterTop"]).expect("a goal");
    let all =
        Condition::ForAll(noun("apple"), vec![Quality::At(Relation::On, noun("counter-top"))]);
    assert_eq!(any, Condition::All(vec![Condition::All(vec![all])]));
}

#[test]
fn every_definition_is_read_and_what_the_house_does_not_know_is_told() {
    let Some(tasks) = published() else { return };
    // Words that such a task may be given.
    let words = |name: &str, count: usize| -> Vec<&str> {
        match name {
            "Put All X On Y" | "Put All X In One Y" => vec!["Apple", "on", "Plate"],
            "Toggle X All Y" => vec!["off", "0", "Faucet"],
            "N Cooked Slices Of X In Y" => vec!["2", "Potato", "on", "Plate"],
            "N Slices Of X In Y" => vec!["2", "Tomato", "in", "Bowl"],
            "Breakfast" => vec![
                "1",
                "1",
                "0",
                "Plate",
                "1",
                "Plate",
                "0",
                "0",
                "0",
                "0",
                "0",
                "0",
                "0",
                "DiningTable",
            ],
            "Boil X" | "Sliced X" | "Cooked Slice Of X" => vec!["Potato"],
            "Clean X" | "Clean All X" => vec!["Drinkware"],
            _ => vec!["1"; count],
        }
    };
    let all: Vec<(String, usize)> =
        tasks.iter().map(|(name, count, _)| (name.to_owned(), count)).collect();
    assert_eq!(all.len(), 25);
    let mut not_possible = Vec::new();
    for (name, count) in &all {
        match goal(&tasks, name, &words(name, *count)) {
            Ok(asked) => assert!(!asked.nouns().is_empty(), "{name}: {asked}"),
            Err(why) => not_possible.push(format!("{name}: {why}")),
        }
    }
    assert_eq!(
        not_possible,
        [
            "Boil X: the house knows no \"simbotIsBoiled\"",
            "Custom Properties Kitchen Tasks: the house knows no \"simbotIsBoiled\"",
            "Poach Egg: the house knows no \"simbotIsBoiled\"",
        ]
    );
}

#[test]
fn mistakes_are_told() {
    let Some(mut tasks) = published() else { return };
    let error = goal(&tasks, "Toasst", &[]).expect_err("no such task");
    assert_eq!(error.to_string(), "no task is called \"Toasst\"; did you mean \"Toast\"?");
    let error = goal(&tasks, "Sliced X", &[]).expect_err("a word is missing");
    assert_eq!(error.to_string(), "\"Sliced X\" takes 1 words, not 0");
    let error = tasks.add("broken.json", "{\n  \"task_name\": 3\n}").expect_err("no text");
    assert!(error.to_string().starts_with("broken.json:2:"), "{error}");
    let circle = r#"{"task_name": "Ring", "task_nparams": 0, "desc": "Go round.", "components":
        {"ring": {"determiner": "a", "task_name": "Ring", "task_params": []}}}"#;
    tasks.add("ring.json", circle).expect("it is read");
    let error = goal(&tasks, "Ring", &[]).expect_err("it never ends");
    assert_eq!(error.to_string(), "\"Ring\" is a part of itself");
}
