//! Units by the cosine of their words' embedding with the question's: vector memory, the usual
//! rival.
//!
//! What "vector RAG" does per unit: embed, cosine, top k. Each unit keeps its time stamp, and with
//! a weight on recency the newer of two alike units comes first, as in Park and others,
//! "Generative Agents" (2023), where relevance and recency are summed. Words are embedded, time
//! stamps never.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::UnitId;
use memory::recall::best_within;
use memory::vectors::keep_best;
use memory::{Budget, MemoryError, MemorySystem, MemoryUnit, Question, Recall, Shelf, Trace, Work};
use models::Embed;
use serde::{Deserialize, Serialize};

use crate::embedded::Embedded;

/// What can be tuned.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct VectorParams {
    /// How many of the best are offered to the budget: the k of top k.
    pub candidates: usize,
    /// What recency weighs beside the cosine; 0 leaves the cosine alone.
    pub recency_weight: f32,
    /// After how many days a unit is half as new.
    pub half_after_days: f32,
}

impl Default for VectorParams {
    fn default() -> Self {
        Self { candidates: 50, recency_weight: 0.0, half_after_days: 1.0 }
    }
}

/// Units by closeness of their embedding.
#[derive(Debug, Clone)]
pub struct Vector {
    params: VectorParams,
    shelf: Shelf,
    embedded: Embedded,
}

const NAME: &str = "vector";

impl Vector {
    /// An empty memory whose units and questions this model embeds.
    pub fn new(embedder: Arc<dyn Embed>) -> Self {
        Self::with(VectorParams::default(), embedder)
    }

    /// An empty memory with these parameters.
    pub fn with(params: VectorParams, embedder: Arc<dyn Embed>) -> Self {
        Self { params, shelf: Shelf::default(), embedded: Embedded::new(NAME, embedder) }
    }

    /// Takes another model. While units of the former are held, recording and recalling are
    /// refused until [`Vector::re_embed`].
    pub fn set_embedder(&mut self, embedder: Arc<dyn Embed>) {
        self.embedded.set_embedder(embedder);
    }

    /// Embeds every unit anew with the model at hand. Returns how many there were.
    ///
    /// # Errors
    ///
    /// When the model fails; then everything is as it was.
    pub fn re_embed(&mut self) -> Result<usize, MemoryError> {
        self.embedded.re_embed(&self.shelf)
    }
}

impl MemorySystem for Vector {
    fn name(&self) -> &str {
        NAME
    }

    fn record(&mut self, unit: MemoryUnit) -> Result<UnitId, MemoryError> {
        unit.check_finite()?;
        let id = unit.content_id();
        if self.shelf.get(id).is_none() {
            // Embedded before it is kept, so that a failure leaves nothing half done.
            let vector = self.embedded.embed(&unit.words)?;
            self.embedded.add(id, unit.lived, &vector)?;
            self.shelf.record(unit)?;
        }
        Ok(id)
    }

    fn recall(&self, question: &Question, budget: &Budget) -> Result<Recall, MemoryError> {
        let VectorParams { candidates, recency_weight, half_after_days } = self.params;
        let recency = |lived| crate::recency(question.now, lived, half_after_days);
        let trace_score = |cosine: f32, lived| cosine + recency(lived) * recency_weight;
        let trace = |id, cosine, lived| {
            let signals = [("cosine", cosine, 1.0), ("recency", recency(lived), recency_weight)];
            Trace::sum(&signals, vec![id])
        };
        let scan = self.embedded.scan(&question.ask.to_string())?;
        let work = Work { units_visited: scan.scored().len() as u64, ..Work::default() };
        let mut best: Vec<_> = scan
            .scored()
            .iter()
            .map(|&(cosine, lived, id)| (trace_score(cosine, lived), lived, id))
            .collect();
        keep_best(&mut best, candidates);
        let best: BTreeSet<UnitId> = best.into_iter().map(|(.., id)| id).collect();
        let recalled = scan
            .scored()
            .iter()
            .filter(|(.., id)| best.contains(id))
            .map(|&(cosine, lived, id)| self.shelf.recalled(id, trace(id, cosine, lived)));
        Ok(best_within(recalled.collect(), budget, work))
    }

    fn erase(&mut self, id: UnitId) -> bool {
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

    fn memory(recency_weight: f32) -> Vector {
        let params = VectorParams { recency_weight, ..VectorParams::default() };
        Vector::with(params, Arc::new(HashedWords::default()))
    }

    fn words(memory: &Vector, ask: Ask) -> Vec<String> {
        let question = Question::new(ask, SimTime::of_day(30, 0));
        let recall = memory.recall(&question, &Budget::default()).expect("it always answers");
        recall.units.iter().map(|recalled| recalled.unit.words.clone()).collect()
    }

    #[test]
    fn it_keeps_the_promises() {
        for weight in [0.0, 0.5] {
            memory::conformance::check(|| Box::new(memory(weight)));
            memory::conformance::check_order(|| Box::new(memory(weight)));
        }
    }

    #[test]
    fn recency_brings_the_newer_of_two_alike_units_forward() {
        let asked = || Ask::Words("I saw the blue mug on the counter.".to_owned());
        let day = |day| SimTime::of_day(day, 0).0;
        for (weight, first) in [(0.0, "counter"), (0.5, "table")] {
            let mut memory = memory(weight);
            for unit in [
                testing::saw("blue mug", Relation::On, "counter", 1, day(2)),
                testing::saw("blue mug", Relation::On, "table", 2, day(30)),
            ] {
                memory.record(unit).expect("hashing cannot fail");
            }
            assert!(words(&memory, asked())[0].contains(first));
        }
    }

    #[test]
    fn another_model_of_the_same_size_is_refused_until_everything_is_embedded_anew() {
        let mut memory = Vector::new(Arc::new(HashedWords::new(64)));
        for unit in testing::life(10) {
            memory.record(unit).expect("hashing cannot fail");
        }
        let before = memory.unit_ids();
        memory.set_embedder(Arc::new(HashedWords::new(128)));
        let unit = testing::saw("new mug", Relation::On, "table", 9, 9);
        let refused = memory.record(unit.clone());
        assert!(matches!(refused, Err(MemoryError::MixedModels { .. })), "{refused:?}");
        let question = Question::new(Ask::Words("mug".to_owned()), SimTime(9));
        let refused = memory.recall(&question, &Budget::default());
        assert!(matches!(refused, Err(MemoryError::MixedModels { .. })));
        assert_eq!(memory.unit_ids(), before, "what was refused left nothing behind");
        assert_eq!(memory.re_embed().expect("hashing cannot fail"), 10);
        memory.record(unit).expect("one model again");
        assert_eq!(memory.unit_ids().len(), 11);
    }
}
