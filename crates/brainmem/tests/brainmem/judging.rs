//! Somebody who judges relevance while memory is asked.

use std::sync::{Arc, Mutex};

use brainmem::Profile;
use memory::testing::{noun, put_in, saw, took};
use memory::{Ask, AssessRelevance, Budget, MemoryError, MemorySystem, MemoryUnit, Question};

use crate::{LATER, lived, signal, words};

/// Finds relevant what contains a word, and counts how many units it was asked about.
#[derive(Debug)]
struct ByWord {
    word: &'static str,
    asked: Mutex<Vec<usize>>,
}

impl AssessRelevance for ByWord {
    fn assess(&self, _: &Question, units: &[&MemoryUnit]) -> Result<Vec<f32>, String> {
        self.asked.lock().expect("no test panics inside").push(units.len());
        let relevance = |unit: &&MemoryUnit| f32::from(unit.words.contains(self.word));
        Ok(units.iter().map(relevance).collect())
    }
}

#[derive(Debug)]
struct Broken;

impl AssessRelevance for Broken {
    fn assess(&self, _: &Question, _: &[&MemoryUnit]) -> Result<Vec<f32>, String> {
        Err("no model is here".to_owned())
    }
}

fn units() -> Vec<MemoryUnit> {
    let mut units = vec![
        put_in("blue mug", "left drawer", 1, 10),
        took("red mug", 1, 20),
        saw("blue mug", base::Relation::In, "left drawer", 2, 30),
    ];
    units.extend((0..30).map(|at| put_in("blue mug", &format!("box-{at}"), 3, 40 + at)));
    units
}

fn ask() -> Ask {
    Ask::Words("what about the blue mug in the left drawer".to_owned())
}

#[test]
fn what_was_judged_beside_the_point_does_not_come_to_mind() {
    let judge = Arc::new(ByWord { word: "left drawer", asked: Mutex::default() });
    let plain = lived(Profile::plus(), &units());
    let all = words(&plain, ask());
    assert!(all.iter().any(|words| !words.contains("left drawer")), "{all:?}");

    let judged = plain.with_relevance(judge.clone());
    let question = Question::new(ask(), LATER);
    let recall = judged.recall(&question, &Budget::default()).expect("it cannot fail");
    let asked = judge.asked.lock().expect("no test panicked inside").clone();
    assert_eq!(asked.len(), 1, "one batch a recall");
    assert!(asked[0] <= 10, "only the best are judged: {asked:?}");
    let first = recall.units.first().expect("something comes to mind");
    assert!(first.unit.words.contains("left drawer"), "{}", first.unit.words);
    assert_eq!(signal(&recall, first.id, "judged"), Some(1.0));
    for recalled in &recall.units {
        assert_eq!(recalled.trace.recomputed().to_bits(), recalled.trace.score.to_bits());
    }
}

#[test]
fn without_the_switch_nobody_is_asked() {
    let judge = Arc::new(ByWord { word: "left drawer", asked: Mutex::default() });
    let profile = Profile::plus().without("judged_relevance").expect("it is a switch");
    let memory = lived(profile, &units());
    let plain = words(&memory, ask());
    let with_judge = memory.with_relevance(judge.clone());
    assert_eq!(words(&with_judge, ask()), plain);
    assert!(judge.asked.lock().expect("no test panicked inside").is_empty());
}

#[test]
fn a_judge_that_fails_is_an_error_that_names_the_memory() {
    let memory = lived(Profile::plus(), &units()).with_relevance(Arc::new(Broken));
    let question = Question::new(Ask::WhereIs(noun("blue mug")), LATER);
    let error = memory.recall(&question, &Budget::default()).expect_err("the judge fails");
    assert!(matches!(error, MemoryError::Judging { .. }));
    assert!(error.to_string().contains("brainmem") && error.to_string().contains("no model"));
}
