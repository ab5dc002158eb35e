//! The shelf: units by id and by time, with the log that they came by and their digest.
//!
//! What nearly every memory begins with. It keeps and gives back; what comes to mind is decided
//! elsewhere.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base::{Digest, Digester, SetDigest, SimTime, UnitId};

use crate::log::{Log, Record};
use crate::recall::{Recalled, Trace};
use crate::system::{Feedback, MemoryError};
use crate::unit::MemoryUnit;

/// Units by id and by time, and the log of everything that was told.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    units: BTreeMap<UnitId, Arc<MemoryUnit>>,
    newest_first: BTreeSet<(Reverse<SimTime>, UnitId)>,
    log: Log,
    digest: SetDigest,
}

/// Where a recorded experience is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    /// It was not there before.
    New(UnitId),
    /// It was there already, and is as it was.
    Known(UnitId),
}

/// How a unit is held: the part of it that a memory system may change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Held {
    /// How strongly; 1 when new.
    pub strength: f32,
    /// How often it was used since the last consolidation.
    pub access_count: u32,
    /// How much it had to do with the goal of its time, from 0 to 1.
    pub goal_relevance: f32,
}

impl Held {
    fn of(unit: &MemoryUnit) -> Self {
        Self {
            strength: unit.strength,
            access_count: unit.access_count,
            goal_relevance: unit.goal_relevance,
        }
    }
}

impl Recorded {
    /// The id, new or known.
    pub fn id(self) -> UnitId {
        let (Self::New(id) | Self::Known(id)) = self;
        id
    }
}

impl Shelf {
    /// Keeps an experience. One that is there already stays as it is held.
    ///
    /// # Errors
    ///
    /// [`MemoryError::NotFinite`], and then nothing is kept.
    pub fn record(&mut self, unit: MemoryUnit) -> Result<Recorded, MemoryError> {
        unit.check_finite()?;
        let id = unit.content_id();
        if self.units.contains_key(&id) {
            return Ok(Recorded::Known(id));
        }
        let unit = Arc::new(unit);
        self.digest.add(&held_digest(id, &unit));
        self.newest_first.insert((Reverse(unit.lived), id));
        self.log.push(Record::Unit(Arc::clone(&unit)));
        self.units.insert(id, unit);
        Ok(Recorded::New(id))
    }

    /// Logs what came of a plan.
    pub fn log_feedback(&mut self, feedback: &Feedback) {
        self.log.push(Record::Feedback(feedback.clone()));
    }

    /// Logs a rest.
    pub fn log_rest(&mut self, now: SimTime) {
        self.log.push(Record::Rest(now));
    }

    /// Removes a unit from here and from the log, and returns it.
    pub fn erase(&mut self, id: UnitId) -> Option<Arc<MemoryUnit>> {
        let unit = self.units.remove(&id)?;
        self.digest.remove(&held_digest(id, &unit));
        self.newest_first.remove(&(Reverse(unit.lived), id));
        self.log.erase(id, &unit);
        Some(unit)
    }

    /// Changes how a unit is held. The experience itself cannot be reached from here, since it
    /// names the unit. An unknown id is passed over.
    pub fn hold(&mut self, id: UnitId, change: impl FnOnce(&mut Held)) {
        let Some(unit) = self.units.get_mut(&id) else { return };
        let before = held_digest(id, unit);
        let mut held = Held::of(unit);
        change(&mut held);
        if held == Held::of(unit) {
            return;
        }
        let unit = Arc::make_mut(unit);
        unit.strength = held.strength;
        unit.access_count = held.access_count;
        unit.goal_relevance = held.goal_relevance;
        self.digest.remove(&before);
        self.digest.add(&held_digest(id, unit));
    }

    /// A unit as it is held.
    pub fn get(&self, id: UnitId) -> Option<&Arc<MemoryUnit>> {
        self.units.get(&id)
    }

    /// A unit with the reason why it comes to mind.
    ///
    /// # Panics
    ///
    /// When the id is not here: an index named a unit that was never recorded, or was erased.
    pub fn recalled(&self, id: UnitId, trace: Trace) -> Recalled {
        let unit = self.units.get(&id).expect("every index names only units on the shelf");
        Recalled { id, unit: Arc::clone(unit), trace }
    }

    /// Every unit, in the order of ids.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, &Arc<MemoryUnit>)> {
        self.units.iter().map(|(id, unit)| (*id, unit))
    }

    /// Every id, in order.
    pub fn ids(&self) -> Vec<UnitId> {
        self.units.keys().copied().collect()
    }

    /// Every unit from the newest to the oldest; those of the same moment in the order of ids.
    pub fn newest_first(&self) -> impl Iterator<Item = (UnitId, &Arc<MemoryUnit>)> {
        self.newest_first.iter().map(|(_, id)| (*id, &self.units[id]))
    }

    /// How many units there are.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Everything that was told.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The digest of the units and how they are held, whatever the order of recording.
    pub fn digest(&self) -> Digest {
        self.digest.digest()
    }
}

fn held_digest(id: UnitId, unit: &MemoryUnit) -> Digest {
    let mut digester = Digester::new("held unit");
    digester.u64(id.0).f32(unit.goal_relevance);
    digester.u64(u64::from(unit.access_count)).f32(unit.strength);
    digester.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn shelf(units: &[MemoryUnit]) -> Shelf {
        let mut shelf = Shelf::default();
        for unit in units {
            shelf.record(unit.clone()).expect("finite numbers");
        }
        shelf
    }

    #[test]
    fn recording_again_keeps_how_the_unit_is_held() {
        let units = testing::life(3);
        let mut shelf = shelf(&units);
        let id = units[0].content_id();
        shelf.hold(id, |unit| unit.strength = 0.25);
        let before = shelf.digest();
        assert_eq!(shelf.record(units[0].clone()).expect("finite"), Recorded::Known(id));
        assert_eq!(shelf.get(id).expect("held").strength, 0.25);
        assert_eq!((shelf.digest(), shelf.len(), shelf.log().records().len()), (before, 3, 3));
    }

    #[test]
    fn the_digest_forgets_the_order_and_what_was_erased() {
        let units = testing::life(6);
        let mut all = shelf(&units);
        let mut reversed = units.clone();
        reversed.reverse();
        assert_eq!(all.digest(), shelf(&reversed).digest());
        all.hold(units[4].content_id(), |unit| unit.access_count = 3);
        all.erase(units[4].content_id());
        let without: Vec<_> = units.iter().filter(|unit| **unit != units[4]).cloned().collect();
        assert_eq!(all.digest(), shelf(&without).digest());
        assert_eq!(all.erase(units[4].content_id()), None);
    }

    #[test]
    fn units_are_walked_from_the_newest() {
        let units = testing::life(20);
        let times: Vec<_> = shelf(&units).newest_first().map(|(_, unit)| unit.lived).collect();
        assert!(times.is_sorted_by(|a, b| a >= b));
    }
}
