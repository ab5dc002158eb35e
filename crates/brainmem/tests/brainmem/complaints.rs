//! What users of such systems complain about, row by row of the project's list of complaints.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use base::{Action, Fact, Relation, SimTime, State, UnitId};
use brainmem::{BrainMem, Profile};
use memory::testing::{at, failed, heard, is, life, noun, put_in, saw, took};
use memory::{Ask, Class, Log, LogError, MemoryError, MemorySystem, MemoryUnit, Record};
use models::testing::HashedWords;
use models::{Embed, Fingerprint, ModelError, Vector};
use proptest::prelude::*;

use crate::{asked, credit, empty, live, lived, nights, strength, words};

/// Row 1 (mem0#1674): adding the same memory twice deleted it.
#[test]
fn adding_the_same_memory_twice_keeps_one() {
    let unit = put_in("gold cup", "drawer", 1, 10);
    let mut memory = lived(Profile::plus(), &[unit.clone(), unit.clone()]);
    assert_eq!(memory.unit_ids(), [unit.content_id()]);
    assert_eq!(memory.unit(unit.content_id()), Some(&unit));
    credit(&mut memory, &[unit.content_id()], 1.0);
    let held = memory.unit(unit.content_id()).cloned();
    live(&mut memory, std::slice::from_ref(&unit));
    assert_eq!(memory.unit(unit.content_id()).cloned(), held, "and forgets nothing of its use");
}

/// Row 2 (MemOS#881): near-duplicates were all recalled, and nobody knew what they came from.
#[test]
fn of_many_equal_looks_one_comes_to_mind_and_all_are_held() {
    let units: Vec<_> = (0..10)
        .map(|n| saw("gold cup", Relation::On, "counter", n, u64::from(n) * 9_000))
        .collect();
    let mut memory = lived(Profile::plus(), &units);
    nights(&mut memory, 1);
    let told = asked(&memory, Ask::WhereIs(noun("gold cup")));
    assert_eq!(told.units.len(), 1);
    assert_eq!(told.units[0].id, units[9].content_id(), "the newest");
    assert_eq!(memory.unit_ids().len(), 10);
}

/// Row 5 (ruflo#2584): the storage was malformed after a while. Here: cut off anywhere, changed
/// anywhere, and what was written whole before is a memory again.
#[test]
fn a_torn_log_gives_back_the_memory_up_to_the_tear() {
    let units = life(30);
    let whole = lived(Profile::plus(), &units);
    let bytes = whole.log().expect("it keeps one").to_bytes();
    for cut in [bytes.len() - 1, bytes.len() / 2, bytes.len() / 3] {
        let (log, reading) = Log::from_bytes(&bytes[..cut]).expect("it begins as a log");
        assert!(reading.cut_off_bytes > 0);
        let mut rebuilt = empty(Profile::plus());
        log.replay(&mut rebuilt).expect("hashing cannot fail");
        assert_eq!(rebuilt.digest(), lived(Profile::plus(), &units[..reading.records]).digest());
    }
}

/// Row 8 (MemoryOS): a corrupt file became "initializing new memory".
#[test]
fn a_corrupt_log_is_an_error_and_never_an_empty_memory() {
    assert!(matches!(Log::from_bytes(b"{broken"), Err(LogError::NotALog { bytes: 7 })));
    assert!(matches!(Log::from_bytes(b""), Err(LogError::NotALog { bytes: 0 })));
}

/// Row 9 (mem0#4540): facts were lost and the call "succeeded".
#[test]
fn what_could_not_be_kept_is_an_error_and_what_has_no_facts_is_kept_as_words() {
    let failing = Failing::default();
    let mut memory = BrainMem::new(Profile::plus(), Arc::new(failing.clone()));
    live(&mut memory, &[took("mug", 1, 10)]);
    let before = (memory.digest(), memory.unit_ids());
    failing.fail_from_now_on();
    let refused = memory.record(took("pan", 1, 20));
    assert!(matches!(refused, Err(MemoryError::Embedding { .. })), "{refused:?}");
    assert_eq!((memory.digest(), memory.unit_ids()), before, "nothing half done");

    let only_words = MemoryUnit::new("The plumber left a blue note.", 1, SimTime(5));
    let memory = lived(Profile::plus(), &[only_words]);
    let told = words(&memory, Ask::Words("the plumber's note".to_owned()));
    assert_eq!(told, ["The plumber left a blue note."]);
}

/// Row 11 (graphiti#871): a made-up index went out of range.
#[test]
fn unknown_ids_are_passed_over() {
    let mut memory = lived(Profile::plus(), &life(20));
    let before = memory.digest();
    memory.associate(UnitId(7)).expect("nothing happens");
    credit(&mut memory, &[UnitId(7), UnitId(8)], 1.0);
    assert!(!memory.erase(UnitId(7)));
    assert_eq!(memory.digest(), before);
}

/// Row 13 (graphiti#1299): inserting what is known already needed a model all the same. Row 12:
/// and thousands of calls.
#[test]
fn a_structured_unit_is_linked_and_found_without_any_model() {
    let units = [put_in("gold cup", "box", 1, 10), put_in("box", "pantry", 2, 9_000)];
    let mut memory = BrainMem::without_embedder(Profile::plus());
    live(&mut memory, &units);
    assert!(!memory.graph().is_empty());
    assert_eq!(words(&memory, Ask::WhereIs(noun("gold cup"))).len(), 2);

    let counting = Failing::default();
    let mut memory = BrainMem::new(Profile::plus(), Arc::new(counting.clone()));
    live(&mut memory, &units);
    nights(&mut memory, 3);
    let all = memory.unit_ids();
    credit(&mut memory, &all, 1.0);
    assert_eq!(counting.asked(), 2, "one embedding a unit and nothing else");
}

/// Row 14 (mem0#3944): the day of telling was taken for the day of the event.
#[test]
fn news_told_late_count_from_when_they_happened() {
    let mut told_late = heard(
        "on Monday I put the gold cup in the drawer",
        vec![at("gold cup", Relation::In, "drawer")],
        3,
        1_000,
    );
    told_late.learned = SimTime(90_000);
    let units = [told_late, saw("gold cup", Relation::On, "table", 2, 50_000)];
    let memory = lived(Profile::plus(), &units);
    let told = words(&memory, Ask::WhereIs(noun("gold cup")));
    assert_eq!(told[0], "I saw the gold cup on the table.");
}

/// Row 16 (graphiti#139): late and historical facts were not reconciled.
#[test]
fn the_same_facts_in_any_order_are_the_same_memory() {
    let units = life(60);
    let in_time = lived(Profile::plus(), &units);
    let mut late_news: Vec<MemoryUnit> = units.clone();
    late_news.rotate_left(25);
    assert_eq!(lived(Profile::plus(), &late_news).digest(), in_time.digest());
    late_news.reverse();
    assert_eq!(lived(Profile::plus(), &late_news).digest(), in_time.digest());
}

/// Row 17 (graphiti#1865): the same sentence in two intervals collapsed into one.
#[test]
fn the_same_sentence_at_two_times_is_two_memories() {
    let units = [
        saw("gold cup", Relation::On, "table", 1, 10),
        saw("gold cup", Relation::In, "sink", 2, 20_000),
        saw("gold cup", Relation::On, "table", 3, 40_000),
    ];
    let memory = lived(Profile::plus(), &units);
    assert_eq!(memory.unit_ids().len(), 3);
    let around = |time| asked(&memory, Ask::WhatHappened(SimTime(time))).units[0].id;
    for unit in &units {
        assert_eq!(around(unit.lived.0), unit.content_id());
    }
}

/// Row 19 (mem0#3245, mcp-memory-service#632): deleting left the graph full of orphans.
#[test]
fn erasing_leaves_no_orphan_and_no_neighbour_goes_along() {
    let units = life(120);
    let mut memory = lived(Profile::plus(), &units);
    let (gone, rest): (Vec<_>, Vec<_>) =
        units.iter().enumerate().partition(|(index, _)| index % 3 == 0);
    for (_, unit) in &gone {
        assert!(memory.erase(unit.content_id()));
    }
    assert_eq!(memory.graph().units(), rest.len());
    for (_, unit) in &rest {
        for (to, _) in memory.graph().links(unit.content_id()) {
            assert!(memory.unit(to).is_some(), "a link leads nowhere");
        }
    }
    let kept: Vec<MemoryUnit> = rest.into_iter().map(|(_, unit)| unit.clone()).collect();
    assert_eq!(memory.digest(), lived(Profile::plus(), &kept).digest());
}

/// Row 20 (cognee#3526): a forgotten fact still surfaced.
#[test]
fn what_was_erased_is_in_no_byte_and_in_no_answer() {
    let mut units = life(60);
    let secret =
        heard("the safe opens with 4711", vec![is("safe", State::Open, true)], 99, 9_999_999);
    units.push(secret.clone());
    let mut memory = lived(Profile::plus(), &units);
    credit(&mut memory, &[secret.content_id(), units[0].content_id()], 1.0);
    nights(&mut memory, 2);
    memory.erase(secret.content_id());
    let bytes = memory.log().expect("it keeps one").to_bytes();
    assert!(!bytes.windows(4).any(|window| window == b"4711"));
    assert!(!format!("{memory:?}").contains("4711"), "nor anywhere else in it");
    let told = words(&memory, Ask::Words("the safe opens with 4711".to_owned()));
    assert!(!told.iter().any(|told| told.contains("4711")));
    assert!(
        memory
            .log()
            .expect("it keeps one")
            .records()
            .contains(&Record::Erased(secret.content_id()))
    );
}

/// Row 21 (automem#78): decay drove everything to nothing, and yet nothing changed.
#[test]
fn a_used_memory_keeps_its_rank() {
    let units = life(300);
    let mut memory = lived(Profile::plus(), &units);
    let used: Vec<UnitId> = units.iter().take(5).map(MemoryUnit::content_id).collect();
    let mean = |memory: &BrainMem| {
        let ids = memory.unit_ids();
        ids.iter().map(|id| strength(memory, *id)).sum::<f32>() / ids.len() as f32
    };
    let mut means = Vec::new();
    for night in 0..200 {
        if night % 5 == 0 {
            credit(&mut memory, &used, 1.0);
        }
        nights(&mut memory, 1);
        means.push(mean(&memory));
    }
    let unused = units.iter().skip(5).map(|unit| strength(&memory, unit.content_id()));
    let strongest_unused = unused.fold(0.0, f32::max);
    for id in &used {
        assert!(strength(&memory, *id) > strongest_unused, "a used one keeps its rank");
        assert!(!memory.is_put_aside(*id));
    }
    assert!(strongest_unused < 0.9, "an unused one sinks: {strongest_unused}");
    let (late, end) = (means[150], means[199]);
    assert!((late - end).abs() < 0.03, "the mean has come to rest: {late}, {end}");
    assert!(end > 0.05, "not all is gone: {end}");
}

/// Row 22 (mycelium-memory PR#5): consolidation erased what was pinned.
#[test]
fn consolidation_keeps_a_pinned_unit_and_forgetting_can_be_undone() {
    let mut pinned = heard("never put metal in the microwave", vec![], 1, 10);
    pinned.class = Class::Core;
    let quiet = put_in("thimble", "sewing box", 1, 20);
    let mut memory = lived(Profile::plus(), &[pinned.clone(), quiet.clone()]);
    nights(&mut memory, 500);
    assert_eq!(strength(&memory, pinned.content_id()), 1.0);
    assert!(!memory.is_put_aside(pinned.content_id()));
    assert!(memory.is_put_aside(quiet.content_id()));
    let told = words(&memory, Ask::WhereIs(noun("thimble")));
    assert_eq!(told, ["I put the thimble in the sewing box."], "put aside is not gone");
    credit(&mut memory, &[quiet.content_id()], 0.5);
    assert!(!memory.is_put_aside(quiet.content_id()));
}

/// Row 23 (agentmemory#1191): the stores grew without bound under repetition.
#[test]
fn the_index_does_not_grow_with_repetition() {
    let mut memory = empty(Profile::plus());
    let mut sizes = Vec::new();
    for day in 0..30 {
        let looks: Vec<_> = (0..10)
            .flat_map(|n| {
                let time = u64::from(day) * 864_000 + n * 100;
                ["gold cup", "iron pan"].map(|thing| saw(thing, Relation::On, "counter", day, time))
            })
            .collect();
        live(&mut memory, &looks);
        nights(&mut memory, 1);
        sizes.push(memory.near_units());
    }
    assert_eq!(sizes[29], sizes[5], "{sizes:?}");
    assert_eq!(memory.unit_ids().len(), 600, "and nothing is lost");
}

/// Row 24 (statewave#421): another model of the same dimension mixed its vectors in. Row 25: no
/// way to embed anew.
#[test]
fn another_model_is_refused_until_everything_was_embedded_anew() {
    let mut memory = lived(Profile::plus(), &life(40));
    nights(&mut memory, 60);
    let before = memory.digest();
    let other = Failing::default();
    assert_eq!(other.dimension(), HashedWords::default().dimension());
    memory.set_embedder(Arc::new(other));
    let refused = memory.record(took("new pan", 99, 9_999_999));
    assert!(matches!(refused, Err(MemoryError::MixedModels { .. })), "{refused:?}");
    assert_eq!(memory.digest(), before);
    assert_eq!(memory.re_embed().expect("it answers"), 40, "also what was put aside");
    assert_eq!(memory.digest(), before, "words, links and strengths stay");
    live(&mut memory, &[took("new pan", 99, 9_999_999)]);
    let told = words(&memory, Ask::Words("I took the new pan".to_owned()));
    assert_eq!(told[0], "I took the new pan.");
}

/// Row 26 (jcode#1105): the trace that should say why was empty.
#[test]
fn every_answer_says_why() {
    let memory = lived(Profile::plus(), &life(200));
    for question in memory::conformance::questions() {
        let recall = memory.recall(&question, &memory::Budget::default()).expect("an answer");
        for recalled in recall.units {
            let trace = recalled.trace;
            assert!(trace.signals.iter().any(|signal| signal.name == "activation"));
            assert!(trace.signals.iter().any(|signal| signal.name == "strength"));
            assert_eq!(trace.recomputed().to_bits(), trace.score.to_bits());
            assert_eq!(trace.path.last(), Some(&recalled.id));
            assert!(trace.path.iter().all(|id| memory.unit(*id).is_some()));
        }
    }
}

/// Row 31 (shodh audit): reading changed ranks, ties were broken at random, and the loser of a
/// contradiction was gone.
#[test]
fn the_same_question_gets_the_same_answer_and_the_loser_is_still_there() {
    let units = [
        saw("gold cup", Relation::On, "table", 1, 10),
        saw("gold cup", Relation::In, "sink", 2, 20_000),
    ];
    let mut memory = lived(Profile::plus(), &units);
    let ask = || asked(&memory, Ask::WhereIs(noun("gold cup")));
    let ids = |recall: &memory::Recall| recall.units.iter().map(|r| r.id).collect::<Vec<_>>();
    let first = ids(&ask());
    assert_eq!(first, [units[1].content_id(), units[0].content_id()]);
    (0..50).for_each(|_| assert_eq!(ids(&ask()), first));
    memory.erase(units[1].content_id());
    let after = asked(&memory, Ask::WhereIs(noun("gold cup")));
    assert_eq!(ids(&after), [units[0].content_id()], "the loser takes its place again");
}

fn any_unit() -> impl Strategy<Value = MemoryUnit> {
    let thing = prop::sample::select(vec!["red mug", "blue mug", "knife", "pan"]);
    let place = prop::sample::select(vec!["drawer", "sink", "box"]);
    (thing, place, 0..6_u64, 0..4_u32, 0..4_u8).prop_map(|(thing, place, time, episode, kind)| {
        let time = time * 1_000;
        match kind {
            0 => saw(thing, Relation::In, place, episode, time),
            1 => put_in(thing, place, episode, time),
            2 => heard("news", vec![is(thing, State::Sharp, true)], episode, time),
            _ => {
                let action = Action::Slice(noun("bread"), noun(thing));
                failed(action, is(thing, State::Sharp, false), episode, time)
            }
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Row 15 (graphiti#1728): unrelated facts invalidated each other. Row 18: causality ran
    /// backwards in time.
    #[test]
    fn only_newer_evidence_on_the_same_matter_takes_a_place_and_causes_come_first(
        units in prop::collection::vec(any_unit(), 1..14),
    ) {
        let memory = lived(Profile::plus(), &units);
        for id in memory.unit_ids() {
            let from = memory.unit(id).expect("held");
            for (to, link) in memory.graph().links(id) {
                let to = memory.unit(to).expect("no link leads nowhere");
                match link.kind {
                    memory::graph::LinkKind::SupersededBy => {
                        let same = |a: &Fact| to.evidence().any(|b| a.same_matter(b));
                        prop_assert!(from.evidence().any(same), "{} by {}", from.words, to.words);
                        prop_assert!(from.lived <= to.lived);
                    }
                    memory::graph::LinkKind::Causes | memory::graph::LinkKind::PremiseOf => {
                        prop_assert!(from.lived <= to.lived, "{} before {}", from.words, to.words);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Rows 16 and 19, for any units, any order and any erasure.
    #[test]
    fn neither_the_order_nor_what_was_erased_shows(
        units in prop::collection::vec(any_unit(), 1..14),
        turn in 0..14_usize,
        erased in prop::collection::vec(any::<bool>(), 14),
    ) {
        let mut turned = units.clone();
        turned.rotate_left(turn % units.len());
        turned.reverse();
        let mut memory = lived(Profile::plus(), &turned);
        prop_assert_eq!(memory.digest(), lived(Profile::plus(), &units).digest());
        let gone = |unit: &MemoryUnit| {
            let first = units.iter().position(|other| other == unit).expect("one of them");
            erased[first]
        };
        for unit in units.iter().filter(|unit| gone(unit)) {
            memory.erase(unit.content_id());
        }
        let kept: Vec<MemoryUnit> = units.iter().filter(|unit| !gone(unit)).cloned().collect();
        prop_assert_eq!(memory.digest(), lived(Profile::plus(), &kept).digest());
    }
}

/// The test embedder under another name, that counts and can be made to fail.
#[derive(Clone)]
struct Failing {
    words: HashedWords,
    fingerprint: Fingerprint,
    asked: Arc<AtomicUsize>,
    fails: Arc<AtomicUsize>,
}

impl Default for Failing {
    fn default() -> Self {
        Self {
            words: HashedWords::default(),
            fingerprint: Fingerprint::of(&[("recipe", "hashed words that can fail")]),
            asked: Arc::default(),
            fails: Arc::default(),
        }
    }
}

impl Failing {
    fn fail_from_now_on(&self) {
        self.fails.store(1, Ordering::Relaxed);
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Embed for Failing {
    fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    fn dimension(&self) -> usize {
        self.words.dimension()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, ModelError> {
        self.asked.fetch_add(texts.len(), Ordering::Relaxed);
        if self.fails.load(Ordering::Relaxed) > 0 {
            return Err(ModelError::WrongCount { asked: texts.len(), answered: 0 });
        }
        self.words.embed(texts)
    }
}
