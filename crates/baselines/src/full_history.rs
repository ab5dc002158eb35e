//! The end of the transcript: every unit from the oldest to the newest, cut to the budget.
//!
//! What an agent without a memory does that puts its whole history before the model. When the
//! history is longer than the budget its beginning is lost: the newest unit is taken, then the one
//! before it, until one no longer fits. The question plays no part.
//!
//! It tells in the order of time and prefers nothing, so every score is 1. Under a budget that
//! bounds units as well as tokens it holds nearly the same units as [`crate::recent`]; under one
//! that bounds tokens alone it holds as much history as fits.

use base::UnitId;
use memory::recall::take_within;
use memory::{Budget, MemoryError, MemorySystem, MemoryUnit, Question, Recall, Shelf, Trace, Work};

/// The end of the transcript.
#[derive(Debug, Clone, Default)]
pub struct FullHistory {
    shelf: Shelf,
}

impl FullHistory {
    /// An empty memory.
    pub fn new() -> Self {
        Self::default()
    }
}

impl MemorySystem for FullHistory {
    fn name(&self) -> &str {
        "full-history"
    }

    fn record(&mut self, unit: MemoryUnit) -> Result<UnitId, MemoryError> {
        Ok(self.shelf.record(unit)?.id())
    }

    fn recall(&self, _: &Question, budget: &Budget) -> Result<Recall, MemoryError> {
        let mut tokens = 0_u32;
        let mut ids: Vec<UnitId> = self
            .shelf
            .newest_first()
            .take(budget.units as usize)
            .take_while(|(_, unit)| {
                tokens = tokens.saturating_add(unit.tokens());
                tokens <= budget.tokens
            })
            .map(|(id, _)| id)
            .collect();
        ids.reverse();
        let mut work = Work { units_visited: ids.len() as u64, ..Work::default() };
        let told = ids.into_iter().map(|id| {
            let trace = Trace::product(&[("history", 1.0)], vec![id]);
            self.shelf.recalled(id, trace)
        });
        Ok(take_within(told.collect(), budget, &mut work))
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
        memory::conformance::check(|| Box::new(FullHistory::new()));
        memory::conformance::check_order(|| Box::new(FullHistory::new()));
    }

    #[test]
    fn it_tells_the_end_of_the_history_in_the_order_of_time() {
        let mut memory = FullHistory::new();
        let life = testing::life(40);
        for unit in &life {
            memory.record(unit.clone()).expect("finite numbers");
        }
        let question = Question::new(Ask::Words("anything".to_owned()), SimTime::of_day(9, 0));
        let recall = memory.recall(&question, &Budget::default()).expect("it always answers");
        let told: Vec<&str> = recall.units.iter().map(|r| r.unit.words.as_str()).collect();
        let end: Vec<&str> = life[40 - told.len()..].iter().map(|u| u.words.as_str()).collect();
        assert_eq!(told, end);
        assert!(told.len() >= 8);
    }
}
