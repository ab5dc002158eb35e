//! The promises that every memory keeps, as tests to call.
//!
//! ```ignore
//! #[test]
//! fn it_keeps_the_promises() {
//!     memory::conformance::check(|| Box::new(MyMemory::default()));
//! }
//! ```
//!
//! [`check`] holds every memory to this:
//!
//! - **Nothing lost**: what was recorded is held, whatever else happens, until it is erased.
//! - **Once is once**: the same experience recorded again changes nothing.
//! - **Reads are pure**: a recall changes nothing, and the same recall gives the same answer.
//! - **Budgets hold**: never more units or tokens than allowed, no unit twice, best first.
//! - **Reasons given**: each score can be computed again from its trace, to the bit.
//! - **Erasure is complete**: what is erased never comes back, and its words are in no byte of the
//!   log.
//! - **Bad input is refused**: numbers that are not finite; ids that are unknown are passed over.
//! - **Copies are apart**: what happens to a copy does not happen to the original.
//! - **Rebuildable**: a memory told its log again is the same memory.
//! - **Order does not matter (weak)**: units recorded in any order, and *then* associated in any
//!   order, give the same answers.
//!
//! [`check_order`] asks for more, and a memory that keeps it says so by calling it too:
//!
//! - **Order does not matter (strong)**: recorded and associated one by one in any order, late news
//!   among them, the digest is the same.
//! - **Erased as if never seen**: the digest after erasing a unit, with no feedback and no rest
//!   between, is that of a memory that never saw it.

use std::collections::BTreeSet;

use base::{Action, Condition, Digest, Quality, Refusal, Relation, SimTime, State, UnitId};

use crate::log::Log;
use crate::question::{Ask, Budget, Question};
use crate::recall::Recall;
use crate::system::{Feedback, MemoryError, MemorySystem};
use crate::testing::{self, noun};
use crate::unit::MemoryUnit;

/// How many units of [`testing::life`] the promises are checked with.
const UNITS: usize = 90;

/// Checks the promises that every memory keeps. Panics at the first that is broken.
pub fn check(make: impl Fn() -> Box<dyn MemorySystem>) {
    let make: Make = &make;
    an_empty_memory_recalls_nothing(make);
    unknown_ids_are_harmless(make);
    what_is_recorded_is_held(make);
    recording_twice_keeps_one(make);
    nothing_is_lost_in_a_hundred_nights(make);
    reads_change_nothing(make);
    budgets_hold(make);
    scores_follow_from_their_traces(make);
    erasure_is_complete(make);
    numbers_that_are_not_finite_are_refused(make);
    copies_are_apart(make);
    a_log_rebuilds_its_memory(make);
    recorded_in_any_order_then_associated(make);
}

/// Checks the strong promises about order and erasure. Panics at the first that is broken.
pub fn check_order(make: impl Fn() -> Box<dyn MemorySystem>) {
    let make: Make = &make;
    lived_in_any_order(make);
    erased_as_if_never_seen(make);
}

type Make<'a> = &'a dyn Fn() -> Box<dyn MemorySystem>;

/// One question of each kind, about things of [`testing::life`].
pub fn questions() -> Vec<Question> {
    let is = |thing: &str, state| Condition::Exists(noun(thing), vec![Quality::Is(state)]);
    let on_table = Quality::At(Relation::On, noun("table"));
    let asks = [
        Ask::WhereIs(noun("blue mug")),
        Ask::WhereIs(noun("mug")),
        Ask::WhereIs(noun("no-such-thing")),
        Ask::WhatBringsAbout(is("white bread", State::Toasted)),
        Ask::WhatBringsAbout(Condition::All(vec![
            is("bread", State::Sliced),
            Condition::Exists(noun("plate"), vec![on_table]),
        ])),
        Ask::HowWasDone {
            words: "make toast of the red bread".to_owned(),
            condition: is("red bread", State::Toasted),
        },
        Ask::WhatStoodInTheWay(Action::Slice(noun("red bread"), noun("red knife"))),
        Ask::WhatStoodInTheWay(Action::Look),
        Ask::WhatGotOver {
            action: Action::Toggle(noun("toaster"), true),
            refusal: Refusal::NoPower,
        },
        Ask::WhatHappened(SimTime::of_day(2, 30_000)),
        Ask::Words("what did Ann say about the knife?".to_owned()),
        Ask::Words(String::new()),
    ];
    let ask = |ask| Question::new(ask, SimTime::of_day(20, 0));
    asks.map(ask).to_vec()
}

fn record(memory: &mut dyn MemorySystem, unit: &MemoryUnit) -> UnitId {
    let id = memory.record(unit.clone()).expect("a sound unit is recorded");
    assert_eq!(id, unit.content_id(), "{}: the id names the experience", memory.name());
    id
}

fn live(make: Make, units: &[MemoryUnit]) -> Box<dyn MemorySystem> {
    let mut memory = make();
    for unit in units {
        let id = record(&mut *memory, unit);
        memory.associate(id).expect("a recorded unit is associated");
    }
    memory
}

fn lived(make: Make) -> Box<dyn MemorySystem> {
    live(make, &testing::life(UNITS))
}

fn recall(memory: &dyn MemorySystem, question: &Question, budget: &Budget) -> Recall {
    memory.recall(question, budget).expect("a question is answered")
}

/// What a recall says, without the units' own contents.
fn said(recall: &Recall) -> Vec<(UnitId, u32, Vec<UnitId>)> {
    let parts = |r: &crate::recall::Recalled| (r.id, r.trace.score.to_bits(), r.trace.path.clone());
    recall.units.iter().map(parts).collect()
}

fn all_said(memory: &dyn MemorySystem) -> Vec<Vec<(UnitId, u32, Vec<UnitId>)>> {
    let answer = |question| said(&recall(memory, &question, &Budget::default()));
    questions().into_iter().map(answer).collect()
}

/// The units in an order that has nothing to do with time.
fn shuffled(units: &[MemoryUnit], salt: u64) -> Vec<MemoryUnit> {
    let mut units = units.to_vec();
    units.sort_by_key(|unit| (unit.content_id().0 ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    units
}

fn some_feedback(memory: &mut dyn MemorySystem) {
    let answer = recall(memory, &questions()[0], &Budget::default());
    let used = answer.units.iter().map(|recalled| recalled.id).collect();
    memory.feedback(&Feedback { used, credit: 1.0, now: SimTime::of_day(20, 10) });
}

fn an_empty_memory_recalls_nothing(make: Make) {
    let mut memory = make();
    for question in questions() {
        let answer = recall(&*memory, &question, &Budget::default());
        assert!(answer.units.is_empty(), "{}: {:?} from nothing", memory.name(), question.ask);
    }
    memory.consolidate(SimTime::of_day(2, 0));
    assert!(memory.unit_ids().is_empty());
}

fn unknown_ids_are_harmless(make: Make) {
    let mut memory = lived(make);
    let unknown = UnitId(42);
    let before = (memory.digest(), memory.unit_ids());
    memory.associate(unknown).expect("nothing happens for an unknown id");
    let used = vec![unknown, unknown];
    memory.feedback(&Feedback { used, credit: 1.0, now: SimTime::of_day(20, 0) });
    assert!(!memory.erase(unknown));
    assert!(memory.unit(unknown).is_none());
    assert_eq!(before, (memory.digest(), memory.unit_ids()), "{}", memory.name());

    // Credit that is no number counts as none.
    let used = memory.unit_ids();
    memory.feedback(&Feedback { used, credit: f32::NAN, now: SimTime::of_day(20, 0) });
    for question in questions() {
        let answer = recall(&*memory, &question, &Budget::default());
        assert!(answer.units.iter().all(|recalled| recalled.trace.score.is_finite()));
    }
}

fn holds_exactly(memory: &dyn MemorySystem, units: &[MemoryUnit]) {
    let mut ids: Vec<UnitId> = units.iter().map(MemoryUnit::content_id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(memory.unit_ids(), ids, "{} holds what was recorded", memory.name());
    for unit in units {
        let held = memory.unit(unit.content_id()).expect("every id has its unit");
        assert_eq!(held.content_id(), unit.content_id(), "the experience itself never changes");
    }
}

fn what_is_recorded_is_held(make: Make) {
    let units = testing::life(UNITS);
    let mut memory = make();
    for unit in &units {
        record(&mut *memory, unit);
    }
    // Also without association.
    holds_exactly(&*memory, &units);
}

fn recording_twice_keeps_one(make: Make) {
    let units = testing::life(UNITS);
    let mut memory = live(make, &units);
    some_feedback(&mut *memory);
    memory.consolidate(SimTime::of_day(21, 0));
    let before = memory.digest();
    for unit in &units {
        let id = record(&mut *memory, unit);
        memory.associate(id).expect("a recorded unit is associated");
    }
    assert_eq!(memory.digest(), before, "{}: recorded twice is recorded once", memory.name());
    holds_exactly(&*memory, &units);
}

fn nothing_is_lost_in_a_hundred_nights(make: Make) {
    let units = testing::life(UNITS);
    let mut memory = live(make, &units);
    for night in 0..100 {
        if night % 7 == 0 {
            some_feedback(&mut *memory);
        }
        memory.consolidate(SimTime::of_day(30 + night, 0));
    }
    holds_exactly(&*memory, &units);
    for question in questions() {
        let answer = recall(&*memory, &question, &Budget::default());
        assert!(answer.units.iter().all(|recalled| recalled.trace.score.is_finite()));
    }
}

fn reads_change_nothing(make: Make) {
    let mut memory = lived(make);
    some_feedback(&mut *memory);
    let before = memory.digest();
    let first = all_said(&*memory);
    let second = all_said(&*memory);
    assert_eq!(first, second, "{}: the same question, the same answer", memory.name());
    assert_eq!(memory.digest(), before, "{}: recall changes nothing", memory.name());
    for (question, answer) in questions().iter().zip(&first) {
        for (id, ..) in answer {
            assert!(memory.unit(*id).is_some(), "{:?} recalled what is not held", question.ask);
        }
    }
}

fn budgets_hold(make: Make) {
    let memory = lived(make);
    for budget in [
        Budget::default(),
        Budget { tokens: 0, ..Budget::default() },
        Budget { units: 0, ..Budget::default() },
        Budget { hops: 0, ..Budget::default() },
        Budget { tokens: 30, units: 2, hops: 1 },
        Budget { tokens: u32::MAX, units: u32::MAX, hops: 6 },
    ] {
        for question in questions() {
            let answer = recall(&*memory, &question, &budget);
            let tokens: u32 = answer.units.iter().map(|recalled| recalled.unit.tokens()).sum();
            let about = format!("{}: {:?} within {budget:?}", memory.name(), question.ask);
            assert!(tokens <= budget.tokens, "{about} took {tokens} tokens");
            assert!(answer.units.len() as u64 <= u64::from(budget.units), "{about}");
            assert_eq!(answer.work.tokens, tokens, "{about} counts its tokens");
            let distinct: BTreeSet<UnitId> = answer.units.iter().map(|r| r.id).collect();
            assert_eq!(distinct.len(), answer.units.len(), "{about} recalled a unit twice");
        }
    }
}

fn scores_follow_from_their_traces(make: Make) {
    let mut memory = lived(make);
    some_feedback(&mut *memory);
    memory.consolidate(SimTime::of_day(21, 0));
    for question in questions() {
        let answer = recall(&*memory, &question, &Budget::default());
        for recalled in &answer.units {
            let trace = &recalled.trace;
            let about = format!("{}: {:?} recalled {trace:?}", memory.name(), question.ask);
            assert_eq!(trace.recomputed().to_bits(), trace.score.to_bits(), "{about}");
            assert!(trace.score.is_finite() && !trace.signals.is_empty(), "{about}");
            assert_eq!(trace.path.last(), Some(&recalled.id), "{about} ends at the unit");
            assert_eq!(recalled.unit.content_id(), recalled.id, "{about}");
        }
        let scores: Vec<f32> = answer.units.iter().map(|r| r.trace.score).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{}: {scores:?}", memory.name());
    }
}

fn erasure_is_complete(make: Make) {
    let units = testing::life(UNITS);
    let mut memory = live(make, &units);
    let mut gone = units[UNITS / 2].clone();
    gone.words = "My secret hiding place is the chimney.".to_owned();
    gone.after = vec![testing::at("secret key", Relation::In, "chimney")];
    gone.collect_entities();
    let id = record(&mut *memory, &gone);
    memory.associate(id).expect("a recorded unit is associated");
    memory.feedback(&Feedback { used: vec![id], credit: 1.0, now: SimTime::of_day(20, 0) });
    memory.consolidate(SimTime::of_day(21, 0));
    assert!(memory.erase(id), "it was there");
    assert!(!memory.erase(id), "it is there no longer");
    assert!(memory.unit(id).is_none());
    let mut asked = questions();
    let of_it = [Ask::WhereIs(noun("secret key")), Ask::Words(gone.words.clone())];
    asked.extend(of_it.map(|ask| Question::new(ask, SimTime::of_day(22, 0))));
    memory.consolidate(SimTime::of_day(22, 0));
    for question in asked {
        let budget = Budget { tokens: u32::MAX, units: u32::MAX, hops: 4 };
        let answer = recall(&*memory, &question, &budget);
        for recalled in &answer.units {
            let path = &recalled.trace.path;
            assert!(recalled.id != id && !path.contains(&id), "{}: came back", memory.name());
        }
    }
    if let Some(log) = memory.log() {
        let bytes = log.to_bytes();
        for part in ["secret", "chimney", "My secret hiding place"] {
            let found = bytes.windows(part.len()).any(|window| window == part.as_bytes());
            assert!(!found, "{}: \"{part}\" is still in the log", memory.name());
        }
    }
    holds_exactly(&*memory, &units);
}

fn numbers_that_are_not_finite_are_refused(make: Make) {
    let mut memory = lived(make);
    let before = (memory.digest(), memory.unit_ids());
    let unit = MemoryUnit::new("I felt something that is no number.", 1, SimTime(5));
    let spoilt: [fn(&mut MemoryUnit); 3] = [
        |unit| unit.valence = f32::NAN,
        |unit| unit.goal_relevance = f32::INFINITY,
        |unit| unit.strength = f32::NEG_INFINITY,
    ];
    for spoil in spoilt {
        let mut unit = unit.clone();
        spoil(&mut unit);
        let refused = memory.record(unit);
        assert!(matches!(refused, Err(MemoryError::NotFinite { .. })), "{refused:?}");
    }
    assert_eq!(before, (memory.digest(), memory.unit_ids()), "{}", memory.name());
}

fn copies_are_apart(make: Make) {
    let mut original = lived(make);
    some_feedback(&mut *original);
    let copy = original.boxed_clone();
    assert_eq!(copy.digest(), original.digest());
    assert_eq!(all_said(&*copy), all_said(&*original));
    assert_eq!(copy.name(), original.name());
    let before = (copy.digest(), copy.unit_ids());
    record(&mut *original, &testing::saw("new mug", Relation::On, "shelf", 99, 9_999_999));
    original.consolidate(SimTime::of_day(23, 0));
    let first = original.unit_ids()[0];
    original.erase(first);
    assert_eq!(before, (copy.digest(), copy.unit_ids()), "{}: copies are apart", copy.name());
}

fn a_log_rebuilds_its_memory(make: Make) {
    let mut memory = lived(make);
    some_feedback(&mut *memory);
    memory.consolidate(SimTime::of_day(21, 0));
    some_feedback(&mut *memory);
    let Some(log) = memory.log() else { return };
    let (read, reading) = Log::from_bytes(&log.to_bytes()).expect("its own bytes");
    assert!(reading.is_whole());
    let mut rebuilt = make();
    read.replay(&mut *rebuilt).expect("what was told once can be told again");
    assert_eq!(rebuilt.digest(), memory.digest(), "{}: rebuilt from its log", memory.name());
    assert_eq!(all_said(&*rebuilt), all_said(&*memory));
}

fn recorded_in_any_order_then_associated(make: Make) {
    let units = testing::life(UNITS);
    let said_after = |units: &[MemoryUnit], salt: u64| {
        let mut memory = make();
        for unit in units {
            record(&mut *memory, unit);
        }
        for unit in shuffled(units, salt) {
            memory.associate(unit.content_id()).expect("a recorded unit is associated");
        }
        all_said(&*memory)
    };
    let in_time = said_after(&units, 0);
    for salt in 1..4 {
        let other = said_after(&shuffled(&units, salt), salt + 7);
        assert!(in_time == other, "{}: the order of recording shows", make().name());
    }
}

fn lived_in_any_order(make: Make) {
    let units = testing::life(UNITS);
    let in_time = live(make, &units);
    for salt in 1..4 {
        let other = live(make, &shuffled(&units, salt));
        let digests: [Digest; 2] = [other.digest(), in_time.digest()];
        assert_eq!(digests[0], digests[1], "{}: the order of living shows", in_time.name());
        assert!(all_said(&*other) == all_said(&*in_time), "{}", in_time.name());
    }
}

fn erased_as_if_never_seen(make: Make) {
    let units = testing::life(UNITS);
    for gone in [0, UNITS / 2, UNITS / 2 + 3, UNITS - 1] {
        let mut memory = live(make, &units);
        assert!(memory.erase(units[gone].content_id()), "it was there");
        let mut rest = units.clone();
        rest.remove(gone);
        let never = live(make, &rest);
        assert_eq!(memory.digest(), never.digest(), "{}: unit {gone}", memory.name());
        assert!(all_said(&*memory) == all_said(&*never), "{}: unit {gone}", memory.name());
    }
}
