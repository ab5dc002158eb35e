//! BrainMem as those see it who use it: what it recalls, which faults of the article it mends,
//! what each switch does, and which complaints about such systems do not apply to it.

mod complaints;
mod faults;
mod judging;
mod recalling;
mod switches;

use std::sync::Arc;

use base::{SimTime, UnitId};
use brainmem::{BrainMem, Profile};
use memory::{Ask, Budget, Feedback, MemorySystem, MemoryUnit, Question, Recall};
use models::testing::HashedWords;

/// An empty memory with this profile and the test embedder.
fn empty(profile: Profile) -> BrainMem {
    BrainMem::new(profile, Arc::new(HashedWords::default()))
}

/// A memory with this profile that has lived these units.
fn lived(profile: Profile, units: &[MemoryUnit]) -> BrainMem {
    let mut memory = empty(profile);
    live(&mut memory, units);
    memory
}

fn live(memory: &mut BrainMem, units: &[MemoryUnit]) {
    for unit in units {
        let id = memory.record(unit.clone()).expect("hashing cannot fail");
        memory.associate(id).expect("rules cannot fail");
    }
}

/// Half a year after the first day: later than everything that a test lives.
const LATER: SimTime = SimTime::of_day(180, 0);

fn asked(memory: &BrainMem, ask: Ask) -> Recall {
    let question = Question::new(ask, LATER);
    memory.recall(&question, &Budget::default()).expect("hashing cannot fail")
}

/// The words of what comes to mind, best first.
fn words(memory: &BrainMem, ask: Ask) -> Vec<String> {
    asked(memory, ask).units.iter().map(|recalled| recalled.unit.words.clone()).collect()
}

fn nights(memory: &mut BrainMem, count: u32) {
    for night in 0..count {
        memory.consolidate(SimTime::of_day(200 + night, 0));
    }
}

fn credit(memory: &mut BrainMem, used: &[UnitId], credit: f32) {
    memory.feedback(&Feedback { used: used.to_vec(), credit, now: LATER });
}

fn strength(memory: &BrainMem, id: UnitId) -> f32 {
    memory.unit(id).expect("held").strength
}

fn signal(recall: &Recall, id: UnitId, name: &str) -> Option<f32> {
    let recalled = recall.units.iter().find(|recalled| recalled.id == id)?;
    recalled.trace.signals.iter().find(|signal| signal.name == name).map(|signal| signal.value)
}
