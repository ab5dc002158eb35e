//! What goes wrong by chance.
//!
//! Each draw has a stream of its own, named by scenario, day, thing, kind of fault and how often
//! the occasion has come on this day, so agents that act differently meet the same faults, and a
//! draw for one thing never shifts another's.

use std::collections::BTreeMap;
use std::sync::Arc;

use base::{Noun, SimTime, Streams, ThingId};
use bevy_ecs::prelude::*;
use rand::RngExt;
use scenario::checked::{Fault, FaultKind};

/// The faults that may befall things on this day.
#[derive(Resource, Debug, Clone)]
pub(crate) struct Faults {
    scenario: Arc<str>,
    streams: Streams,
    faults: Arc<[Fault]>,
    pub(crate) day: u32,
    /// How often the occasion for a fault has come today.
    occasions: BTreeMap<(ThingId, FaultKind), u32>,
}

impl Faults {
    pub(crate) fn new(scenario: &str, seed: u64, faults: &[Fault], day: u32) -> Self {
        Self {
            scenario: scenario.into(),
            streams: Streams::new(seed),
            faults: faults.into(),
            day,
            occasions: BTreeMap::new(),
        }
    }

    pub(crate) fn begin_day(&mut self, day: u32) {
        self.day = day;
        self.occasions.clear();
    }

    /// The lot that somebody draws at a moment: who drew less comes first.
    pub(crate) fn lot(&self, now: SimTime, name: &Noun) -> u64 {
        let moment = format!("tick {}", now.0);
        self.streams.named(&["lots", &self.scenario, &moment, name.as_str()]).random()
    }

    /// Whether any fault is of this kind.
    pub(crate) fn has(&self, kind: FaultKind) -> bool {
        self.faults.iter().any(|fault| fault.kind == kind)
    }

    /// Counts an occasion on which the thing comes into view, and says what it is taken for, where it
    /// is mistaken: of several faults that apply, for what the first says.
    pub(crate) fn mistakes(&mut self, id: ThingId, noun: &Noun) -> Option<Noun> {
        if !self.befalls(FaultKind::Mistaken, id, noun) {
            return None;
        }
        let applies = |fault: &&Fault| fault.kind == FaultKind::Mistaken && fault.thing.fits(noun);
        self.faults.iter().find(applies)?.taken_for.clone()
    }

    /// Counts an occasion, and says whether the fault befalls the thing on it.
    pub(crate) fn befalls(&mut self, kind: FaultKind, id: ThingId, noun: &Noun) -> bool {
        let applies = |fault: &&Fault| fault.kind == kind && fault.thing.fits(noun);
        let chances = self.faults.iter().filter(applies).map(|fault| f64::from(fault.chance));
        // Several faults of one kind: it befalls where any of them does.
        let spared: f64 = chances.map(|chance| 1.0 - chance.clamp(0.0, 1.0)).product();
        if spared >= 1.0 {
            return false;
        }
        let occasion = self.occasions.entry((id, kind)).or_default();
        *occasion += 1;
        let name = match kind {
            FaultKind::Stuck => "stuck",
            FaultKind::Slips => "slips",
            FaultKind::Unseen => "unseen",
            FaultKind::Mistaken => "mistaken",
        };
        let mut stream = self.streams.named(&[
            "faults",
            &self.scenario,
            &format!("day {}", self.day),
            noun.as_str(),
            &id.to_string(),
            name,
            &occasion.to_string(),
        ]);
        stream.random::<f64>() >= spared
    }
}
