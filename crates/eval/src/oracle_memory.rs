//! A memory that recalls exactly the relevant events: the bound of what recalling can do.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::{Digest, SimTime, UnitId};
use baselines::Nothing;
use memory::recall::take_within;
use memory::{
    Budget, Feedback, Log, MemoryError, MemorySystem, MemoryUnit, Question, Recall, Recalled,
    Trace, Work,
};

/// Keeps everything and recalls what it was told is relevant.
#[derive(Clone)]
pub struct OracleMemory {
    kept: Nothing,
    relevant: Arc<BTreeSet<UnitId>>,
}

impl OracleMemory {
    /// An empty memory that will recall these units once it holds them.
    pub fn new(relevant: Arc<BTreeSet<UnitId>>) -> Self {
        Self { kept: Nothing::new(), relevant }
    }
}

impl MemorySystem for OracleMemory {
    fn name(&self) -> &str {
        "oracle-memory"
    }

    fn record(&mut self, unit: MemoryUnit) -> Result<UnitId, MemoryError> {
        self.kept.record(unit)
    }

    fn associate(&mut self, id: UnitId) -> Result<(), MemoryError> {
        self.kept.associate(id)
    }

    /// The relevant units, those that name a thing of the question first, then the newest.
    fn recall(&self, question: &Question, budget: &Budget) -> Result<Recall, MemoryError> {
        let nouns = question.nouns();
        let mut held: Vec<(bool, UnitId, &MemoryUnit)> = self
            .relevant
            .iter()
            .filter_map(|id| Some((*id, self.kept.unit(*id)?)))
            .map(|(id, unit)| {
                let is_named =
                    nouns.iter().any(|noun| unit.entities.iter().any(|entity| noun.fits(entity)));
                (is_named, id, unit)
            })
            .collect();
        held.sort_by(|a, b| (b.0, b.2.lived, a.1).cmp(&(a.0, a.2.lived, b.1)));
        let mut work = Work { units_visited: held.len() as u64, ..Work::default() };
        let ordered = held
            .into_iter()
            .map(|(_, id, unit)| Recalled {
                id,
                unit: Arc::new(unit.clone()),
                trace: Trace::product(&[("relevant", 1.0)], vec![id]),
            })
            .collect();
        Ok(take_within(ordered, budget, &mut work))
    }

    fn feedback(&mut self, feedback: &Feedback) {
        self.kept.feedback(feedback);
    }

    fn consolidate(&mut self, now: SimTime) {
        self.kept.consolidate(now);
    }

    fn erase(&mut self, id: UnitId) -> bool {
        self.kept.erase(id)
    }

    fn unit(&self, id: UnitId) -> Option<&MemoryUnit> {
        self.kept.unit(id)
    }

    fn unit_ids(&self) -> Vec<UnitId> {
        self.kept.unit_ids()
    }

    fn digest(&self) -> Digest {
        self.kept.digest()
    }

    fn log(&self) -> Option<&Log> {
        self.kept.log()
    }

    fn boxed_clone(&self) -> Box<dyn MemorySystem> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_keeps_the_promises() {
        memory::conformance::check(|| Box::new(OracleMemory::new(Arc::default())));
    }

    #[test]
    fn it_recalls_what_is_relevant_and_nothing_else() {
        let [first, second] =
            ["I saw the mug.", "I saw the cup."].map(|w| MemoryUnit::new(w, 1, SimTime(1)));
        let relevant = Arc::new(BTreeSet::from([second.content_id()]));
        let mut memory = OracleMemory::new(relevant);
        for unit in [first, second.clone()] {
            memory.record(unit).expect("finite");
        }
        let question = Question::new(memory::Ask::Words("mug".to_owned()), SimTime(2));
        let recall = memory.recall(&question, &Budget::default()).expect("no model is asked");
        assert_eq!(recall.units.len(), 1);
        assert_eq!(recall.units[0].id, second.content_id());
    }
}
