//! BrainMem: a memory that links, spreads, strengthens and forgets, after the article
//! "具身智能体记忆系统BrainMem" (a brain-like, evolving memory for embodied agents).
//!
//! One memory with many switches. [`Profile::seed`] is the article to the letter, faults and all;
//! [`Profile::plus`] is ours, and each difference between the two is a switch with a test of its
//! own (see [`profile`]).
//!
//! How a question is answered:
//!
//! 1. `cues`: the typed question finds units by what they state: the newest place of a thing, what
//!    made a condition true, what failed in the same way.
//! 2. `episode`: from the result of a past episode its steps are brought back (pattern completion).
//! 3. `indexes`: units whose words are like the question's become seeds too, each with a calibrated
//!    relevance.
//! 4. [`spread`]: activation spreads along the links that matter for this kind of question.
//! 5. `remembering`: the score is activation times how strongly a unit is held times how relevant,
//!    current and successful it is; the best within the budget come to mind.
//!
//! And how it changes: `linking` ties a new unit to its neighbours in time, by thing and by matter;
//! [`strength`] says what credit, blame and a night do; [`memory::relation`] and [`rules`] stand in
//! for the article's language model. What the [`memory::Log`] holds is enough to rebuild all of it.
//!
//! Deliberately absent: any clock, any change by reading, and any language model of its own; one that
//! judges relevance may be given to it ([`BrainMem::with_relevance`]).

pub mod profile;
pub mod rules;
pub mod spread;
pub mod strength;

mod cues;
mod episode;
mod indexes;
mod linking;
mod remembering;
mod resting;
mod store;

use std::sync::Arc;

use base::{Digest, Digester, SimTime, UnitId};
use memory::graph::LinkGraph;
use memory::shelf::Recorded;
use memory::{
    AssessRelevance, Budget, Feedback, Log, MemoryError, MemorySystem, MemoryUnit, Question, Recall,
};
use models::Embed;

pub use profile::{Numbers, Profile, Switches, UnknownSwitch};

use indexes::Indexes;
use store::Store;

/// The memory.
#[derive(Debug, Clone)]
pub struct BrainMem {
    profile: Profile,
    store: Store,
    graph: LinkGraph,
    indexes: Indexes,
    /// Judges the best candidates of a recall, where there is somebody to ask.
    relevance: Option<Arc<dyn AssessRelevance>>,
    nights: u32,
    compared: u64,
}

impl BrainMem {
    /// An empty memory whose units and questions this model embeds.
    pub fn new(profile: Profile, embedder: Arc<dyn Embed>) -> Self {
        Self::made(profile, Some(embedder))
    }

    /// An empty memory without a model: its seeds come from what units state and from shared words.
    pub fn without_embedder(profile: Profile) -> Self {
        Self::made(profile, None)
    }

    fn made(profile: Profile, embedder: Option<Arc<dyn Embed>>) -> Self {
        let indexes = Indexes::new(&profile, embedder);
        let (store, graph) = (Store::default(), LinkGraph::default());
        Self { profile, store, graph, indexes, relevance: None, nights: 0, compared: 0 }
    }

    /// The same memory with somebody who judges, at every recall, how relevant its best candidates
    /// are, as the article asks of a language model. Without, a rule does ([`rules::relevance`]).
    #[must_use]
    pub fn with_relevance(mut self, judge: Arc<dyn AssessRelevance>) -> Self {
        self.relevance = Some(judge);
        self
    }

    /// What is switched on, and the numbers.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The links between the units.
    pub fn graph(&self) -> &LinkGraph {
        &self.graph
    }

    /// Whether a unit was put aside: it is held, but comes to mind only by what it states or in a
    /// deep search. False for an unknown id.
    pub fn is_put_aside(&self, id: UnitId) -> bool {
        self.store.shelf.get(id).is_some() && self.store.entry(id).is_marginal
    }

    /// How many units come to mind by themselves, those put aside left out.
    pub fn near_units(&self) -> usize {
        self.indexes.near()
    }

    /// How many pairs of units were compared for linking so far: the work of `associate`, counted.
    pub fn compared(&self) -> u64 {
        self.compared
    }

    /// Takes another model. While units embedded by the former are held, recording and recalling
    /// are refused until [`BrainMem::re_embed`].
    pub fn set_embedder(&mut self, embedder: Arc<dyn Embed>) {
        self.indexes.set_embedder(embedder);
    }

    /// Embeds every indexed unit anew with the model at hand; words, links and strengths stay.
    /// Returns how many there were.
    ///
    /// # Errors
    ///
    /// When the model fails; then everything is as it was.
    pub fn re_embed(&mut self) -> Result<usize, MemoryError> {
        self.indexes.re_embed(&self.store.shelf)
    }
}

impl MemorySystem for BrainMem {
    fn name(&self) -> &str {
        &self.profile.name
    }

    fn record(&mut self, unit: MemoryUnit) -> Result<UnitId, MemoryError> {
        unit.check_finite()?;
        let id = unit.content_id();
        if self.store.shelf.get(id).is_some() {
            return Ok(id);
        }
        // Embedded before it is kept, so that a failure leaves nothing half done.
        let vector = self.indexes.embed(&unit.words)?;
        self.indexes.add(id, &unit, vector.as_ref())?;
        let recorded = self.store.shelf.record(unit)?;
        debug_assert_eq!(recorded, Recorded::New(id));
        self.store.add(id);
        self.graph.add_unit(id);
        Ok(id)
    }

    fn associate(&mut self, id: UnitId) -> Result<(), MemoryError> {
        match self.store.entry_mut(id) {
            Some(entry) if !entry.is_associated => entry.is_associated = true,
            Some(_) | None => return Ok(()),
        }
        let link = if self.profile.switches.bounded_linking {
            linking::link_to_neighbours
        } else {
            linking::link_to_candidates
        };
        self.compared += link(&self.store, &mut self.graph, &self.profile, id);
        Ok(())
    }

    fn recall(&self, question: &Question, budget: &Budget) -> Result<Recall, MemoryError> {
        remembering::recall(self, question, budget)
    }

    fn feedback(&mut self, feedback: &Feedback) {
        self.store.shelf.log_feedback(feedback);
        resting::learn(self, feedback);
    }

    fn consolidate(&mut self, now: SimTime) {
        self.store.shelf.log_rest(now);
        resting::rest(self);
    }

    fn erase(&mut self, id: UnitId) -> bool {
        let Some(unit) = self.store.shelf.get(id).cloned() else { return false };
        let pairs = linking::pairs_around(&self.store, id);
        self.store.remove(id);
        self.graph.remove_unit(id);
        self.indexes.remove(id);
        if self.profile.switches.bounded_linking {
            for (older, newer) in pairs {
                linking::link_pair(&self.store, &mut self.graph, &self.profile, older, newer);
            }
        }
        resting::settle_looks_at(self, &unit);
        true
    }

    fn unit(&self, id: UnitId) -> Option<&MemoryUnit> {
        self.store.shelf.get(id).map(|unit| &**unit)
    }

    fn unit_ids(&self) -> Vec<UnitId> {
        self.store.shelf.ids()
    }

    fn digest(&self) -> Digest {
        let mut digester = Digester::new("brainmem");
        self.store.digest_into(&mut digester);
        digester.digest(&self.graph.digest()).u64(u64::from(self.nights));
        digester.finish()
    }

    fn log(&self) -> Option<&Log> {
        Some(self.store.shelf.log())
    }

    fn boxed_clone(&self) -> Box<dyn MemorySystem> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use models::testing::HashedWords;

    use super::*;

    fn made(profile: Profile) -> Box<dyn MemorySystem> {
        Box::new(BrainMem::new(profile, Arc::new(HashedWords::default())))
    }

    #[test]
    fn the_article_keeps_the_promises_of_every_memory() {
        memory::conformance::check(|| made(Profile::seed()));
    }

    #[test]
    fn ours_keeps_them_whatever_the_order() {
        memory::conformance::check(|| made(Profile::plus()));
        memory::conformance::check_order(|| made(Profile::plus()));
    }

    #[test]
    fn ours_keeps_them_without_a_model() {
        let made =
            || -> Box<dyn MemorySystem> { Box::new(BrainMem::without_embedder(Profile::plus())) };
        memory::conformance::check(made);
        memory::conformance::check_order(made);
    }

    #[test]
    fn every_single_switch_keeps_the_promises() {
        for switch in Switches::NAMES {
            let without = Profile::plus().without(switch).expect("it is a switch");
            memory::conformance::check(|| made(without.clone()));
            let with = Profile::seed().with(switch).expect("it is a switch");
            memory::conformance::check(|| made(with.clone()));
        }
    }
}
