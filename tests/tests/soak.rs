//! Long tests over many seeds: `cargo xtask soak` runs them with one seed after the other.
//!
//! Each takes its seed from `SOAK_SEED` and does a bounded amount of work with it, so that a failure
//! can be repeated. A short piece of the same work is among the everyday tests.

#![allow(clippy::disallowed_methods, reason = "the seed comes from the environment")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use base::{Stream, Streams};
use rand::RngExt;
use scenario::{
    Embedded, Errors, Kinds, Library, parse_home, parse_kinds, parse_scenario, write_home,
};

#[test]
#[ignore = "soak"]
fn broken_files_are_told_and_never_a_panic() {
    let seed = match std::env::var("SOAK_SEED") {
        Ok(text) => text.parse().expect("SOAK_SEED is a number"),
        Err(_) => 0,
    };
    read_broken_files(seed, 4_000);
}

#[test]
fn a_few_broken_files_are_told_and_never_a_panic() {
    read_broken_files(0, 200);
}

/// Breaks files that come with the program and reads them.
fn read_broken_files(seed: u64, cases: u32) {
    let kinds_text = Embedded.text("kinds.ron").expect("the kinds are embedded");
    let kinds = parse_kinds("kinds.ron", &kinds_text).expect("the kinds are in order");
    let files = Embedded.files();
    for case in 0..cases {
        let mut stream = Streams::new(seed).named(&["soak", "broken files", &case.to_string()]);
        let (path, text) = files[stream.random_range(0..files.len())];
        let broken = broken(text, &mut stream);
        let read = || read_as_its_kind(path, &broken, &kinds);
        if catch_unwind(AssertUnwindSafe(read)).is_err() {
            panic!(
                "seed {seed}, case {case}: the panic above came of reading this {path}:\n{broken}"
            );
        }
    }
}

fn read_as_its_kind(path: &str, text: &str, kinds: &Kinds) {
    if path == "kinds.ron" {
        parse_kinds(path, text).map_or_else(|errors| look_at(&errors), drop);
        return;
    }
    if path.starts_with("scenarios/") {
        match parse_scenario(path, text, &Embedded) {
            Err(errors) => look_at(&errors),
            Ok(scenario) => {
                for variant in &scenario.variants {
                    if let Err(errors) = scenario.life(&variant.name, 2) {
                        look_at(&errors);
                    }
                }
            }
        }
        return;
    }
    match parse_home(path, text, kinds) {
        Err(errors) => look_at(&errors),
        Ok(home) => {
            let written = write_home(&home, kinds);
            let again = parse_home(path, &written, kinds);
            let again = again.unwrap_or_else(|errors| panic!("written, then refused:\n{errors}"));
            assert_eq!(home, again, "written and read again, it is another home");
        }
    }
}

/// Whoever made the mistakes must be able to find them.
fn look_at(errors: &Errors) {
    assert!(errors.iter().next().is_some(), "a file is refused for no reason");
    for error in errors.iter() {
        assert!(error.line >= 1 && error.column >= 1, "no place is given: {error}");
        let told = error.to_string();
        assert!(!told.contains('\n'), "an error takes one line, this one does not: {told}");
        error.snippet();
    }
}

/// The text with one to six things wrong in it.
fn broken(text: &str, stream: &mut Stream) -> String {
    let mut words = words_of(text);
    for _ in 0..stream.random_range(1..=6) {
        break_once(&mut words, stream);
    }
    words.concat()
}

/// What authors and broken programs write where something else is expected.
const ODDITIES: &[&str] = &[
    "",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    "\"",
    "\"\"",
    "'",
    "//",
    "/*",
    "*/",
    "#![enable(unwrap_newtypes)]",
    "Some(",
    "None",
    "true",
    "inf",
    "-inf",
    "NaN",
    "0",
    "-0.0",
    "-1",
    "1e999",
    "1e-45",
    "3.4e38",
    "99999999999999999999",
    "r#\"",
    "\\",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "é",
    "🥚",
    "\t",
    "\r\n",
];

/// Deeper than any author nests.
const DEEP: usize = 2_000;

fn break_once(words: &mut Vec<String>, stream: &mut Stream) {
    if words.is_empty() {
        words.push("(".to_owned());
        return;
    }
    let at = stream.random_range(0..words.len());
    let other = stream.random_range(0..words.len());
    let some = stream.random_range(1..=40).min(words.len() - at);
    match stream.random_range(0..9) {
        // Two names or numbers change places: a thing in itself, a door without width.
        0 => words.swap(at, other),
        1 => words[at] = words[other].clone(),
        2 => words[at] = ODDITIES[stream.random_range(0..ODDITIES.len())].to_owned(),
        3 => words.insert(at, ODDITIES[stream.random_range(0..ODDITIES.len())].to_owned()),
        4 => drop(words.drain(at..at + some)),
        5 => {
            let copied = words[at..at + some].to_vec();
            words.splice(other..other, copied);
        }
        6 => words.truncate(at),
        7 => {
            // Slips of the finger: a letter less, a letter twice.
            let letters: Vec<char> = words[at].chars().collect();
            let slip = stream.random_range(0..letters.len().max(1));
            let twice = stream.random::<bool>();
            let spelled = letters.iter().enumerate().flat_map(|(index, &letter)| {
                let times = if index != slip { 1 } else { 2 * usize::from(twice) };
                std::iter::repeat_n(letter, times)
            });
            words[at] = spelled.collect();
        }
        _ => words.insert(at, ["(", "[", "Some("][stream.random_range(0..3)].repeat(DEEP)),
    }
}

/// Runs of letters, digits and what belongs to numbers and names; everything else one by one.
fn words_of(text: &str) -> Vec<String> {
    let belongs = |letter: char| letter.is_alphanumeric() || "_-.".contains(letter);
    let mut words: Vec<String> = Vec::new();
    let mut in_word = false;
    for letter in text.chars() {
        match words.last_mut() {
            Some(word) if in_word && belongs(letter) => word.push(letter),
            _ => words.push(letter.to_string()),
        }
        in_word = belongs(letter);
    }
    words
}
