//! The models of the manifest, where they were fetched. Their scores are compared with each other
//! and not with fixed numbers: the last bits differ between kinds of processors.

use super::*;
use crate::arithmetic::likelihood::LogLikelihoods;
use crate::store::{NotUsable, default_directory};

/// The model of that name, or `None`, said aloud, where it was not fetched.
fn real(name: &str) -> Option<(LanguageModel, std::path::PathBuf)> {
    let skipped = |why: &str| {
        let line = format!("SKIPPED a test: {why}\n");
        let _ = std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes());
        None
    };
    let Ok(directory) = default_directory(|name| std::env::var_os(name)) else {
        return skipped("no models directory is set");
    };
    let store = Store::new(directory);
    let entry = crate::manifest().model(name).expect("the manifest has it");
    match LanguageModel::load(&store, entry, &LanguageOptions::default()) {
        Err(GgufError::NotUsable(NotUsable::Missing { path, .. })) => {
            skipped(&format!("there is no {}; run `brainmem models fetch {name}`", path.display()))
        }
        other => {
            let path = store.path(entry, entry.weights());
            Some((other.expect("what is there is usable"), path))
        }
    }
}

const SHARED: &str = "A robot keeps house.\n\
    Goal: a hot cup of tea. Next: boil the water\n\
    Goal: a clean plate. Next: wash the plate\n\
    Goal: a cold drink. Next: open the fridge\n";
const OWN: &str = "Goal: a slice of bread. Next:";
const NEXT: [&str; 6] = [
    " take the knife\n",
    " boil the water\n",
    " slice the bread\n",
    " open the fridge\n",
    " sit\n",
    " wash the plate\n",
];

/// The score of a continuation when everything is fed in one call, without any state.
fn plain(model: &LanguageModel, prompt: &Prompt, continuation: &str) -> f64 {
    let mut tokens = row(model, prompt);
    let before = tokens.len();
    tokens.extend(model.cut(continuation).expect("tokens"));
    let line: Vec<Option<usize>> = (0..tokens.len()).map(|row| row.checked_sub(1)).collect();
    let (past, nothing) = (model.decoder.nothing(), model.decoder.sprout());
    let fed = model.decoder.run_one(Job::tree(past, nothing, &tokens, &line)).expect("it runs");
    let asked = fed.next.chunks_exact(model.decoder.vocabulary()).skip(before - 1);
    let asked = asked.zip(&tokens[before..]);
    asked.map(|(row, token)| LogLikelihoods::new(Arch::new(), row).of(*token as usize)).sum()
}

/// Everything that must hold of any model: the ways agree, in bits where they are ours.
fn check(name: &str) {
    let Some((model, path)) = real(name) else { return };
    let prompt = prompt(SHARED, OWN);
    check_that_the_way_does_not_matter(&model, &prompt, &NEXT);
    let scores = model.score(&prompt, &NEXT).expect("it runs");

    for (choice, score) in NEXT.iter().zip(&scores) {
        assert_eq!(plain(&model, &prompt, choice), score.log_likelihood, "{choice:?}");
    }

    // candle's own code would go on with the same token.
    let parts = model.cut_prompt(&prompt).expect("tokens");
    let ours = greatest(&model.read(&model.sit_down(), &parts, Asked::Last).expect("it runs").next);
    assert_eq!(greatest(&Reference::open(&path).next(&parts.concat())), ours);

    let (again, _) = real(name).expect("it was there a moment ago");
    assert_eq!(bits(&again.score(&prompt, &NEXT).expect("it runs")), bits(&scores));
    let limits = free(12, &["\n"]);
    let written = model.generate(&prompt, &limits).expect("it runs");
    assert_eq!(again.generate(&prompt, &limits).expect("it runs"), written);
    assert_eq!(again.fingerprint(), model.fingerprint());
    assert!(!written.text.trim().is_empty() && !written.text.contains('\n'), "{written:?}");
}

#[test]
fn the_ways_of_the_model_tiny_agree() {
    check("tiny");
}

#[test]
fn the_ways_of_the_model_small_agree() {
    check("small");
}

#[test]
fn the_ways_of_the_model_planner_agree() {
    check("planner");
}

#[test]
fn the_model_tiny_cuts_as_its_authors_do() {
    let Some((model, _)) = real("tiny") else { return };
    let pieces = |text: &str| -> Vec<String> {
        let tokens = model.cut(text).expect("tokens");
        tokens.iter().map(|token| model.tokens.decode(&[*token]).expect("text")).collect()
    };
    // No blank before the first word, every digit by itself, marks whole.
    assert_eq!(pieces("Hello 123 cups"), ["Hello", " ", "1", "2", "3", " cups"]);
    assert_eq!(pieces("<|im_start|>user\n"), ["<|im_start|>", "user", "\n"]);
}
