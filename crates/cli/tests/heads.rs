//! The heads that come with the program, on pairs of scenes from which they have not learned.
//!
//! `tests/transcripts/head-relations` was written by `brainmem models accuracy --part relations
//! --split test --pairs 8 --keep`: pairs with what is true of them, and the vectors of their words,
//! so that no embedder is needed here.

#![allow(clippy::disallowed_methods, reason = "this test reads what is kept beside it")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eval::language::pairs::Pair;
use eval::language::relations::measure;
use language::{HeadJudge, LabelSet, RelationRules, RulesThen};
use models::{Embed, Recorded, Transcript};
use models_candle::head::{RELATIONS_LEFT_OPEN, Shipped, TYPED_RELATIONS_LEFT_OPEN};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts/head-relations")
}

fn vectors() -> Arc<dyn Embed> {
    let path = folder().join("vectors.transcript");
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let transcript = Transcript::from_bytes(&bytes, &path.display().to_string());
    let transcript = transcript.unwrap_or_else(|error| panic!("{error}"));
    let replayed: Recorded<Arc<dyn Embed>> =
        Recorded::replay_only(transcript).unwrap_or_else(|error| panic!("{error}"));
    Arc::new(replayed)
}

#[track_caller]
fn check(shipped: Shipped, set: LabelSet, file: &str) {
    let text = std::fs::read_to_string(folder().join(file)).expect("it is kept");
    let pairs: Vec<Pair> =
        text.lines().map(|line| serde_json::from_str(line).expect("a pair")).collect();
    assert!(pairs.len() >= 8 * set.labels().len(), "{file} holds {}", pairs.len());
    let head = shipped.load().unwrap_or_else(|error| panic!("{error}"));
    let head = HeadJudge::new("head", vectors(), head, set).expect("it is for these vectors");
    let with_head = measure(&RulesThen::asking(head, set), set, &pairs);
    let with_head = with_head.unwrap_or_else(|error| panic!("{file}: {error}"));
    let rules = measure(&RelationRules::new(set), set, &pairs).expect("rules cannot fail");
    assert_eq!(with_head.abstained(), 0, "a head never abstains");
    let (with_head, rules) = (with_head.macro_f1(), rules.macro_f1());
    assert!(with_head >= 0.9 && with_head >= rules, "{file}: {with_head}, rules {rules}");
}

#[test]
fn rules_and_head_tell_relations_in_scenes_that_it_never_saw() {
    check(RELATIONS_LEFT_OPEN, LabelSet::BrainMem, "pairs-brainmem.jsonl");
}

#[test]
fn rules_and_head_tell_the_relations_of_compassmem() {
    check(TYPED_RELATIONS_LEFT_OPEN, LabelSet::CompassMem, "pairs-compassmem.jsonl");
}
