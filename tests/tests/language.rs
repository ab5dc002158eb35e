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

fn replayed(kept: &str) -> Replayed {
    let path = folder(kept).join("answers.transcript");
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

fn measure(reader: &dyn Extract, words: Words, observations: &[Observation]) -> ExtractionScore {
    let score = extraction::measure(reader, words, observations, || Ok::<(), ModelError>(()));
    score.unwrap_or_else(|error| panic!("{error}"))
}

fn read(kept: &str, words: Words, file: &str) -> ExtractionScore {
    let observations: Vec<Observation> = lines(kept, file);
    assert!(observations.len() >= 50, "{file} holds {}", observations.len());
    let reader = Prompted::new("planner", replayed(kept));
    measure(&reader, words, &observations)
}

#[test]
fn rules_and_planner_together_read_held_out_templates() {
    let (words, file) = (Words::HeldOutTemplates, "held-out-templates.jsonl");
    let observations: Vec<Observation> = lines("planner-extraction", file);
    let both = RulesThenPrompted::new("planner", replayed("planner-extraction"));
    let both = measure(&both, words, &observations);
    let right = both.share_right().mean;
    let alone = read("planner-extraction", words, file).share_right().mean;
    let rules = measure(&language::Rules, words, &observations).share_right().mean;
    assert!(right >= 0.9, "{right}: {:#?}", both.wrong);
    assert!(right > alone.max(rules) + 0.1, "together {right}, planner {alone}, rules {rules}");
}

#[test]
fn the_planner_reads_free_english_that_no_rule_reads() {
    let score = read("planner-extraction", Words::Paraphrases, "paraphrases.jsonl");
    let observations: Vec<Observation> = lines("planner-extraction", "paraphrases.jsonl");
    let rules = measure(&language::Rules, Words::Paraphrases, &observations).share_right().mean;
    let right = score.share_right().mean;
    assert!(right >= 0.75 && right > rules + 0.5, "{right}, rules {rules}");
}

#[test]
fn rules_and_planner_together_tell_relations() {
    let kept = "planner-relations";
    for (set, file) in [
        (LabelSet::BrainMem, "pairs-brainmem.jsonl"),
        (LabelSet::CompassMem, "pairs-compassmem.jsonl"),
    ] {
        let pairs: Vec<Pair> = lines(kept, file);
        let judge = RulesThenModel::new("planner", replayed(kept), set);
        let score: RelationScore = relations::measure(&judge, set, &pairs)
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(score.macro_f1() >= 0.7, "{file}: {:#?}", score.confusion);
        assert_eq!(score.abstained(), 0, "the model never abstains");
    }
}
