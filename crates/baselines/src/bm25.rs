//! Units by the words that they share with the question: BM25 over stemmed words.
//!
//! Robertson and Zaragoza (2009); see [`memory::lexical`]. The question is asked in the words of
//! its [`std::fmt::Display`], as every memory that compares texts is asked.

use base::UnitId;
use memory::lexical::LexicalIndex;
use memory::recall::best_within;
use memory::shelf::Recorded;
use memory::{Budget, MemoryError, MemorySystem, MemoryUnit, Question, Recall, Shelf, Trace, Work};
use serde::{Deserialize, Serialize};

/// What can be tuned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bm25Params {
    /// How many of the best are offered to the budget.
    pub candidates: usize,
}

impl Default for Bm25Params {
    fn default() -> Self {
        Self { candidates: 50 }
    }
}

/// Units by shared words.
#[derive(Debug, Clone, Default)]
pub struct Bm25 {
    params: Bm25Params,
    shelf: Shelf,
    index: LexicalIndex,
}

impl Bm25 {
    /// An empty memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty memory with these parameters.
    pub fn with(params: Bm25Params) -> Self {
        Self { params, ..Self::default() }
    }
}

impl MemorySystem for Bm25 {
    fn name(&self) -> &str {
        "bm25"
    }

    fn record(&mut self, unit: MemoryUnit) -> Result<UnitId, MemoryError> {
        let (words, lived) = (unit.words.clone(), unit.lived);
        let recorded = self.shelf.record(unit)?;
        if let Recorded::New(id) = recorded {
            self.index.add(id, lived, &words);
        }
        Ok(recorded.id())
    }

    fn recall(&self, question: &Question, budget: &Budget) -> Result<Recall, MemoryError> {
        let found = self.index.search(&question.ask.to_string(), self.params.candidates);
        let work = Work { units_visited: found.len() as u64, ..Work::default() };
        let candidates = found.into_iter().map(|(id, score)| {
            self.shelf.recalled(id, Trace::product(&[("bm25", score)], vec![id]))
        });
        Ok(best_within(candidates.collect(), budget, work))
    }

    fn erase(&mut self, id: UnitId) -> bool {
        self.index.remove(id);
        self.shelf.erase(id).is_some()
    }

    crate::kept_on_the_shelf!();
}

#[cfg(test)]
mod tests {
    use base::{Relation, SimTime};
    use memory::{Ask, testing};

    use super::*;

    #[test]
    fn it_keeps_the_promises() {
        memory::conformance::check(|| Box::new(Bm25::new()));
        memory::conformance::check_order(|| Box::new(Bm25::new()));
    }

    #[test]
    fn the_rarest_shared_word_decides() {
        let mut memory = Bm25::new();
        for (time, thing) in ["red mug", "blue mug", "red plate", "red pan"].iter().enumerate() {
            let unit = testing::saw(thing, Relation::On, "table", 1, time as u64);
            memory.record(unit).expect("finite numbers");
        }
        let question = Question::new(Ask::WhereIs(testing::noun("blue mug")), SimTime(9));
        let recall = memory.recall(&question, &Budget::default()).expect("it always answers");
        assert_eq!(recall.units[0].unit.words, "I saw the blue mug on the table.");
    }
}
