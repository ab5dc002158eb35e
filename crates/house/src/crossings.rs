//! When something about a thing next changes by itself: a queue of whole ticks.

use std::collections::{BTreeMap, BTreeSet};

use base::{SimTime, ThingId};
use bevy_ecs::prelude::*;

/// The next crossing of each thing about which something will change by itself.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Crossings {
    queue: BTreeSet<(SimTime, ThingId)>,
    of: BTreeMap<ThingId, SimTime>,
}

impl Crossings {
    pub(crate) fn next(&self) -> Option<SimTime> {
        self.queue.first().map(|(time, _)| *time)
    }

    pub(crate) fn set(&mut self, id: ThingId, at: Option<SimTime>) {
        if let Some(before) = self.of.remove(&id) {
            self.queue.remove(&(before, id));
        }
        if let Some(at) = at {
            self.of.insert(id, at);
            self.queue.insert((at, id));
        }
    }

    pub(crate) fn pop_due(&mut self, now: SimTime) -> Option<ThingId> {
        let (time, id) = *self.queue.first()?;
        if time > now {
            return None;
        }
        self.set(id, None);
        Some(id)
    }
}
