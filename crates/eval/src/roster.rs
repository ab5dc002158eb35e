//! The memories that can be compared, by the names of their arms.
//!
//! To add one: a line in [`ARMS`] and an arm in [`Arm::build`].

use std::collections::BTreeSet;
use std::sync::Arc;

use base::UnitId;
use baselines::{Bm25, FullHistory, Hybrid, LastSeen, Nothing, Recent, Vector, VectorParams};
use brainmem::{BrainMem, Profile};
use memory::{AssessRelevance, MemorySystem};
use models::Embed;

use crate::oracle_memory::OracleMemory;

/// Every arm: its name, its memory system, its profile, and what it is.
pub const ARMS: &[(&str, &str, &str, &str)] = &[
    ("brainmem", "brainmem", "plus", "BrainMem, the article's faults mended"),
    ("brainmem-seed", "brainmem", "seed", "BrainMem as the article states it"),
    (
        "brainmem-relevance",
        "brainmem",
        "relevance",
        "BrainMem, a language model judging at recall what is relevant",
    ),
    ("vector", "vector", "default", "cosine over embedded words, with time stamps"),
    ("vector-recency", "vector", "recency", "the same, newer units preferred"),
    ("hybrid", "hybrid", "default", "ranks of bm25 and vector, fused"),
    ("bm25", "bm25", "default", "shared words, weighted by rarity"),
    ("full-history", "full-history", "default", "the end of the transcript, to the budget"),
    ("recent", "recent", "default", "the newest units"),
    ("last-seen", "last-seen", "default", "a table of the newest fact about each thing"),
    ("nothing", "nothing", "default", "recalls nothing: the lower bound"),
    (
        "oracle-memory",
        "oracle-memory",
        "default",
        "recalls exactly what is relevant: the upper bound",
    ),
];

/// Relevance and recency summed. Of nine settings (weights 0.1 to 1.6, half-lives of 1 to 30 days)
/// this one did best over all dev families with seeds 0 to 4: 61 % against 38 % without recency.
const WITH_RECENCY: VectorParams =
    VectorParams { candidates: 50, recency_weight: 0.8, half_after_days: 10.0 };

/// A memory with its profile, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arm {
    /// The name, as in `--memory`.
    pub name: &'static str,
    /// The memory system.
    pub memory: &'static str,
    /// Its profile.
    pub profile: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
}

/// No arm has that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no memory is named \"{name}\"; did you mean \"{nearest}\"? There are {all}")]
pub struct UnknownArm {
    name: String,
    nearest: &'static str,
    all: String,
}

impl Arm {
    /// All arms, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        ARMS.iter().map(|&(name, memory, profile, about)| Self { name, memory, profile, about })
    }

    /// The arm with this name.
    pub fn named(name: &str) -> Result<Self, UnknownArm> {
        Self::all().find(|arm| arm.name == name).ok_or_else(|| {
            let names: Vec<&'static str> = ARMS.iter().map(|arm| arm.0).collect();
            let nearest = names
                .iter()
                .max_by(|a, b| {
                    strsim::jaro_winkler(a, name).total_cmp(&strsim::jaro_winkler(b, name))
                })
                .expect("there are arms");
            UnknownArm { name: name.to_owned(), nearest, all: names.join(", ") }
        })
    }

    /// Whether the arm needs an embedder.
    pub fn embeds(&self) -> bool {
        matches!(self.memory, "brainmem" | "vector" | "hybrid")
    }

    /// Whether the arm needs a language model to judge relevance.
    pub fn asks_a_judge(&self) -> bool {
        self.profile == "relevance"
    }

    /// A new, empty memory. `relevant` is told to the oracle memory alone, and `judge` is asked by arms
    /// that need one ([`Arm::asks_a_judge`]).
    ///
    /// # Panics
    ///
    /// When the arm needs a judge and there is none; `life` refuses to begin then.
    pub fn build(
        &self,
        embedder: &Arc<dyn Embed>,
        relevant: &Arc<BTreeSet<UnitId>>,
        judge: Option<Arc<dyn AssessRelevance>>,
    ) -> Box<dyn MemorySystem> {
        let embedder = || Arc::clone(embedder);
        match self.name {
            "brainmem" => Box::new(BrainMem::new(Profile::plus(), embedder())),
            "brainmem-seed" => Box::new(BrainMem::new(Profile::seed(), embedder())),
            "brainmem-relevance" => {
                let judge = judge.expect("checked when the life began");
                Box::new(BrainMem::new(Profile::plus(), embedder()).with_relevance(judge))
            }
            "vector" => Box::new(Vector::new(embedder())),
            "vector-recency" => Box::new(Vector::with(WITH_RECENCY, embedder())),
            "hybrid" => Box::new(Hybrid::new(embedder())),
            "bm25" => Box::new(Bm25::new()),
            "full-history" => Box::new(FullHistory::new()),
            "recent" => Box::new(Recent::new()),
            "last-seen" => Box::new(LastSeen::new()),
            "nothing" => Box::new(Nothing::new()),
            "oracle-memory" => Box::new(OracleMemory::new(Arc::clone(relevant))),
            other => unreachable!("\"{other}\" is in ARMS and must be built here"),
        }
    }
}

#[cfg(test)]
mod tests {
    use language::PromptedRelevance;

    use super::*;

    #[test]
    fn every_arm_can_be_built() {
        let embedder: Arc<dyn Embed> = Arc::new(models::testing::HashedWords::new(64));
        let model = models::testing::SharedWords::default();
        let judge: Arc<dyn AssessRelevance> = Arc::new(PromptedRelevance::new(model));
        for arm in Arm::all() {
            let judge = arm.asks_a_judge().then(|| Arc::clone(&judge));
            let memory = arm.build(&embedder, &Arc::default(), judge);
            assert!(memory.unit_ids().is_empty(), "{}", arm.name);
        }
    }

    #[test]
    fn an_unknown_arm_is_named_with_its_nearest() {
        let error = Arm::named("brainmen").expect_err("no such arm").to_string();
        assert!(error.contains("did you mean \"brainmem\""), "{error}");
    }
}
