//! The published activities, one and all.
//!
//! Reads `$BRAINMEM_DATA`, or `../shared/data` beside the repository; without either it says so and
//! tests nothing.

#![allow(clippy::print_stdout, reason = "the counts are of use to whoever reads the tests")]

mod data;

use std::collections::BTreeMap;

use bddl::{
    Domain, Inventory, Problem, Source, State, Vocabulary, judge, lint, read_domain, read_problem,
};

fn read(name: &str, text: &str) -> Problem {
    read_problem(&Source::new(name, text), &Domain::built_in())
        .unwrap_or_else(|errors| panic!("{errors}"))
}

fn check(texts: &BTreeMap<String, String>) {
    let mut sizes = (0, 0);
    for (name, text) in texts {
        let problem = read(name, text);
        let written = problem.to_string();
        assert_eq!(read(name, &written), problem, "{name}");
        assert_eq!(read(name, &written).to_string(), written, "{name}");

        let mut state = State::at_start_of(&problem);
        let verdict =
            judge(&problem.goal, &state).unwrap_or_else(|error| panic!("{name}: {error}"));
        let credit = verdict.credit();
        assert!((0.0..=1.0).contains(&credit), "{name}: {credit}");
        let lines = verdict.to_string().lines().count();
        let missing: Vec<_> = verdict.missing().cloned().collect();
        assert_eq!(lines, 1 + missing.len() + verdict.exceeded.len(), "{name}: {verdict}");
        sizes.0 = sizes.0.max(verdict.part().1);
        sizes.1 += verdict.part().1;

        // What is missing is all that is missing.
        missing.iter().for_each(|condition| state.set(condition.atom.clone(), condition.wanted));
        let verdict =
            judge(&problem.goal, &state).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(verdict.satisfied || !verdict.exceeded.is_empty(), "{name}: {verdict}");
    }
    println!("{} activities; longest way {}, all {}", texts.len(), sizes.0, sizes.1);
}

#[test]
fn every_activity_of_kitchens_is_read_written_and_judged() {
    let Some(texts) = data::kitchens() else { return };
    assert!(texts.len() >= 284, "{}", texts.len());
    check(&texts);
}

#[test]
fn every_activity_is_read_written_and_judged() {
    let Some((texts, _)) = data::everything() else { return };
    assert!(texts.len() >= 1016, "{}", texts.len());
    check(&texts);
}

#[test]
fn the_published_domains_are_those_that_are_built_in() {
    let Some((_, domains)) = data::everything() else { return };
    for text in domains {
        let domain = read_domain(&Source::new("domain.bddl", &text)).expect("it is sound");
        assert!(Domain::built_in().contains(&domain), "{}", domain.name.it);
    }
}

/// Wherever a file is cut off, it says so.
#[test]
fn an_activity_that_is_cut_off_is_an_error() {
    let Some(texts) = data::kitchens() else { return };
    for (name, text) in texts.iter().step_by(12) {
        let text = text.trim_end();
        let places = text.char_indices().map(|(at, _)| at);
        for at in places.step_by(7) {
            let source = Source::new(name, &text[..at]);
            let errors = read_problem(&source, &Domain::built_in()).expect_err("it is cut off");
            assert!(errors.iter().next().expect("an error").line >= 1);
        }
    }
}

#[test]
fn little_is_wrong_with_the_published_activities() {
    let Some((texts, _)) = data::everything() else { return };
    let synsets = data::text("generated_data/synsets.csv").expect("it is beside them");
    let rooms = data::text("generated_data/allowed_room_types.csv").expect("it is beside them");
    let vocabulary = Vocabulary::from_tables(&synsets, &rooms).expect("the right tables");
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, text) in &texts {
        let source = Source::new(name, text);
        let problem = read(name, text);
        for finding in lint(&problem, &source, Some(&vocabulary)) {
            *kinds.entry(finding.mistake.code()).or_default() += 1;
            println!("{finding}");
        }
    }
    println!("{kinds:#?}");
    let all: usize = kinds.values().sum();
    assert!(all * 10 <= texts.len(), "{all} findings in {} activities", texts.len());
    let never = ["bddl::empty_goal", "bddl::impossible", "bddl::too_big"];
    assert!(never.iter().all(|code| !kinds.contains_key(code)), "{kinds:#?}");
}

#[test]
fn the_words_of_the_kitchens_are_counted() {
    let Some(texts) = data::kitchens() else { return };
    let mut sum = Inventory::default();
    for (name, text) in &texts {
        let problem = read(name, text);
        let inventory = Inventory::of(&problem);
        assert!(inventory.beyond(|_| true, |_| true).is_empty());
        assert_eq!(inventory.beyond(|_| false, |_| true).types.len(), 0);
        sum.add(&inventory);
    }
    for (predicate, uses) in &sum.predicates {
        println!("{predicate:14} init {:5} goal {:5}", uses.init, uses.goal);
    }
    let mut types: Vec<_> = sum.types.iter().collect();
    types.sort_by_key(|(of, count)| (std::cmp::Reverse(**count), (*of).clone()));
    let shown: Vec<_> = types.iter().take(60).map(|(of, count)| format!("{of} {count}")).collect();
    println!("{} types: {}", types.len(), shown.join(", "));
    println!("{:?}\n{:?}\n{:?}", sum.connectives, sum.rooms, sum.wildcards);
    assert!(sum.predicates.len() >= 19 && types.len() >= 600, "{}", types.len());
}
