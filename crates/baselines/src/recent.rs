//! The newest units, newest first. The question plays no part.
//!
//! The sliding window of most agent frameworks (`ConversationBufferWindowMemory` of LangChain).

use base::UnitId;
use memory::recall::take_within;
use memory::{Budget, MemoryError, MemorySystem, MemoryUnit, Question, Recall, Shelf, Trace, Work};

/// The newest units, as many as the budget allows.
#[derive(Debug, Clone, Default)]
pub struct Recent {
    shelf: Shelf,
}

impl Recent {
    /// An empty memory.
    pub fn new() -> Self {
        Self::default()
    }
}

impl MemorySystem for Recent {
    fn name(&self) -> &str {
        "recent"
    }

    fn record(&mut self, unit: MemoryUnit) -> Result<UnitId, MemoryError> {
        Ok(self.shelf.record(unit)?.id())
    }

    fn recall(&self, question: &Question, budget: &Budget) -> Result<Recall, MemoryError> {
        let newest: Vec<_> = self
            .shelf
            .newest_first()
            .take(budget.units as usize)
            .map(|(id, unit)| {
                let recency = crate::recency(question.now, unit.lived, 1.0);
                self.shelf.recalled(id, Trace::product(&[("recency", recency)], vec![id]))
            })
            .collect();
        let mut work = Work { units_visited: newest.len() as u64, ..Work::default() };
        Ok(take_within(newest, budget, &mut work))
    }

    fn erase(&mut self, id: UnitId) -> bool {
        self.shelf.erase(id).is_some()
    }

    crate::kept_on_the_shelf!();
}

#[cfg(test)]
mod tests {
    use base::SimTime;
    use memory::{Ask, testing};

    use super::*;

    #[test]
    fn it_keeps_the_promises() {
        memory::conformance::check(|| Box::new(Recent::new()));
        memory::conformance::check_order(|| Box::new(Recent::new()));
    }

    #[test]
    fn the_newest_comes_first() {
        let mut memory = Recent::new();
        let life = testing::life(40);
        for unit in &life {
            memory.record(unit.clone()).expect("finite numbers");
        }
        let question = Question::new(Ask::Words("anything".to_owned()), SimTime::of_day(9, 0));
        let budget = Budget { units: 3, ..Budget::default() };
        let recall = memory.recall(&question, &budget).expect("it always answers");
        assert_eq!(recall.units.len(), 3);
        assert_eq!(*recall.units[0].unit, life[39]);
    }
}
