//! BM25 and vector memory together: their ranks, fused.
//!
//! Reciprocal rank fusion: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms
//! Condorcet and individual Rank Learning Methods" (2009). A unit scores 1 / (60 + rank) in each
//! list in which it stands, ranks counted from 1. A vector-only rival would be a straw man where
//! names matter; this one has both.

use std::collections::BTreeMap;
use std::sync::Arc;

use base::UnitId;
use memory::lexical::LexicalIndex;
use memory::recall::best_within;
use memory::{Budget, MemoryError, MemorySystem, MemoryUnit, Question, Recall, Shelf, Trace, Work};
use models::Embed;
use serde::{Deserialize, Serialize};

use crate::embedded::Embedded;

/// What can be tuned.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HybridParams {
    /// How many of the best of each list are fused.
    pub candidates: usize,
    /// How little the first ranks stand out; 60 in the article.
    pub rank_offset: f32,
    /// What recency weighs beside a first rank; 0 leaves the ranks alone.
    pub recency_weight: f32,
    /// After how many days a unit is half as new.
    pub half_after_days: f32,
}

impl Default for HybridParams {
    fn default() -> Self {
        Self { candidates: 50, rank_offset: 60.0, recency_weight: 0.0, half_after_days: 1.0 }
    }
}

/// Units by shared words and by closeness of their embedding.
#[derive(Debug, Clone)]
pub struct Hybrid {
    params: HybridParams,
    shelf: Shelf,
    lexical: LexicalIndex,
    embedded: Embedded,
}

const NAME: &str = "hybrid";

impl Hybrid {
    /// An empty memory whose units and questions this model embeds.
    pub fn new(embedder: Arc<dyn Embed>) -> Self {
        Self::with(HybridParams::default(), embedder)
    }

    /// An empty memory with these parameters.
    pub fn with(params: HybridParams, embedder: Arc<dyn Embed>) -> Self {
        let embedded = Embedded::new(NAME, embedder);
        Self { params, shelf: Shelf::default(), lexical: LexicalIndex::default(), embedded }
    }
}

impl MemorySystem for Hybrid {
    fn name(&self) -> &str {
        NAME
    }

    fn record(&mut self, unit: MemoryUnit) -> Result<UnitId, MemoryError> {
        unit.check_finite()?;
        let id = unit.content_id();
        if self.shelf.get(id).is_none() {
            let vector = self.embedded.embed(&unit.words)?;
            self.embedded.add(id, unit.lived, &vector)?;
            self.lexical.add(id, unit.lived, &unit.words);
            self.shelf.record(unit)?;
        }
        Ok(id)
    }

    fn recall(&self, question: &Question, budget: &Budget) -> Result<Recall, MemoryError> {
        let params = self.params;
        let words = question.ask.to_string();
        let lists = [
            self.lexical.search(&words, params.candidates),
            self.embedded.scan(&words)?.best(params.candidates),
        ];
        let mut fused: BTreeMap<UnitId, [f32; 2]> = BTreeMap::new();
        for (list, found) in lists.iter().enumerate() {
            for (rank, (id, _)) in found.iter().enumerate() {
                let score = 1.0 / (params.rank_offset + (rank + 1) as f32);
                fused.entry(*id).or_default()[list] = score;
            }
        }
        let work = Work { units_visited: fused.len() as u64, ..Work::default() };
        // In units of a first rank, so that the weight of recency does not depend on the offset.
        let recency_weight = params.recency_weight / (params.rank_offset + 1.0);
        let recalled = fused.into_iter().map(|(id, [by_words, by_vector])| {
            let lived = self.shelf.get(id).expect("every index names units on the shelf").lived;
            let recency = crate::recency(question.now, lived, params.half_after_days);
            let signals = [
                ("rank by words", by_words, 1.0),
                ("rank by vector", by_vector, 1.0),
                ("recency", recency, recency_weight),
            ];
            self.shelf.recalled(id, Trace::sum(&signals, vec![id]))
        });
        Ok(best_within(recalled.collect(), budget, work))
    }

    fn erase(&mut self, id: UnitId) -> bool {
        self.lexical.remove(id);
        self.embedded.remove(id);
        self.shelf.erase(id).is_some()
    }

    crate::kept_on_the_shelf!();
}

#[cfg(test)]
mod tests {
    use base::{Relation, SimTime};
    use memory::{Ask, testing};
    use models::testing::HashedWords;

    use super::*;

    fn memory() -> Hybrid {
        Hybrid::new(Arc::new(HashedWords::default()))
    }

    #[test]
    fn it_keeps_the_promises() {
        memory::conformance::check(|| Box::new(memory()));
        memory::conformance::check_order(|| Box::new(memory()));
    }

    #[test]
    fn a_unit_in_both_lists_beats_one_in_a_single_list() {
        let mut memory = memory();
        for (time, thing) in ["red mug", "blue mug", "blue plate"].iter().enumerate() {
            let unit = testing::saw(thing, Relation::On, "table", 1, time as u64);
            memory.record(unit).expect("hashing cannot fail");
        }
        let question = Question::new(Ask::WhereIs(testing::noun("blue mug")), SimTime(9));
        let recall = memory.recall(&question, &Budget::default()).expect("it always answers");
        assert_eq!(recall.units[0].unit.words, "I saw the blue mug on the table.");
        let first = &recall.units[0].trace;
        assert_eq!(first.signals[0].value, 1.0 / 61.0);
        assert_eq!(first.signals[1].value, 1.0 / 61.0);
    }
}
