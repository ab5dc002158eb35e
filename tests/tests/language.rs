//! What language models truly answered, asked again without them.
//!
//! The folders in `tests/transcripts` were written by `brainmem models accuracy --keep`: the observations
//! and pairs with what is true of them, and the model's answers. A prompt or a candidate that is
//! worded otherwise asks a question that is not in the transcript, and fails: measure anew and keep
//! the new answers.

#![allow(clippy::disallowed_methods, reason = "this test reads what is kept beside it")]

use std::path::{Path, PathBuf};

use eval::language::extraction::{self, ExtractionScore, Words};
use eval::language::pairs::Pair;
use eval::language::relations::{self, RelationScore};
use eval::language::wording::Observation;
use language::{Extract, LabelSet, Prompted, RulesThenModel, RulesThenPrompted};
use models::testing::SharedWords;
use models::{ModelError, RecordedComplete, Transcript};
use serde::de::DeserializeOwned;

type Replayed = RecordedComplete<SharedWords>;

fn folder(kept: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts").join(kept)
}

/// What the planner model answered as it is, and by its probes.
const ALONE: &str = "answers.transcript";
const PROBED: &str = "answers-probed.transcript";

fn replayed(kept: &str, answers: &str) -> Replayed {
    let path = folder(kept).join(answers);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let transcript = Transcript::from_bytes(&bytes, &path.display().to_string());
    let transcript = transcript.unwrap_or_else(|error| panic!("{error}"));
    Replayed::replay_only(transcript).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn lines<T: DeserializeOwned>(kept: &str, name: &str) -> Vec<T> {
    let path = folder(kept).join(name);
    let text = std::fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let read = |(at, line)| {
        serde_json::from_str(line)
            .unwrap_or_else(|error| panic!("{}:{}: {error}", path.display(), at + 1))
    };
    text.lines().enumerate().map(read).collect()
}

/// Where observations are kept that the planner model read, and in which words.
const READ: &str = "planner-extraction";
const HELD_OUT: (Words, &str) = (Words::HeldOutTemplates, "held-out-templates.jsonl");
const FREE: (Words, &str) = (Words::Paraphrases, "paraphrases.jsonl");

fn measure(reader: &dyn Extract, words: Words, observations: &[Observation]) -> ExtractionScore {
    let score = extraction::measure(reader, words, observations, || Ok::<(), ModelError>(()));
    score.unwrap_or_else(|error| panic!("{error}"))
}

fn read(answers: &str, words: Words, file: &str) -> ExtractionScore {
    let observations: Vec<Observation> = lines(READ, file);
    assert!(observations.len() >= 45, "{file} holds {}", observations.len());
    let reader = Prompted::new("planner", replayed(READ, answers));
    measure(&reader, words, &observations)
}

#[test]
fn the_planner_with_its_probes_reads_held_out_templates() {
    let [alone, probed] = [ALONE, PROBED].map(|answers| read(answers, HELD_OUT.0, HELD_OUT.1));
    let [without, with] = [&alone, &probed].map(|score| score.share_right().mean);
    assert!(with >= 0.85, "{with}: {:#?}", probed.wrong);
    assert!(with > without + 0.05, "with probes {with}, without {without}");
}

#[test]
fn rules_and_planner_together_read_held_out_templates() {
    let observations: Vec<Observation> = lines(READ, HELD_OUT.1);
    let rules = measure(&language::Rules, HELD_OUT.0, &observations).share_right().mean;
    for answers in [ALONE, PROBED] {
        let both = RulesThenPrompted::new("planner", replayed(READ, answers));
        let both = measure(&both, HELD_OUT.0, &observations);
        let right = both.share_right().mean;
        assert!(right >= 0.9 && right > rules, "{right}, rules {rules}: {:#?}", both.wrong);
    }
}

#[test]
fn the_planner_reads_free_english_that_no_rule_reads() {
    let observations: Vec<Observation> = lines(READ, FREE.1);
    let rules = measure(&language::Rules, FREE.0, &observations).share_right().mean;
    for (answers, least) in [(ALONE, 0.7), (PROBED, 0.85)] {
        let right = read(answers, FREE.0, FREE.1).share_right().mean;
        assert!(right >= least && right > rules + 0.5, "{answers}: {right}, rules {rules}");
    }
}

#[test]
fn rules_and_planner_together_tell_relations() {
    let kept = "planner-relations";
    for (set, file) in [
        (LabelSet::BrainMem, "pairs-brainmem.jsonl"),
        (LabelSet::CompassMem, "pairs-compassmem.jsonl"),
    ] {
        let pairs: Vec<Pair> = lines(kept, file);
        let judge = RulesThenModel::new("planner", replayed(kept, ALONE), set);
        let score: RelationScore = relations::measure(&judge, set, &pairs)
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(score.macro_f1() >= 0.7, "{file}: {:#?}", score.confusion);
        assert_eq!(score.abstained(), 0, "the model never abstains");
    }
}
