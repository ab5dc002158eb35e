//! What it buys to have a model judge relevance at recall time.
//!
//! The questions are those that the rules planner truly put to BrainMem on scored days, and the
//! relevant events those that the oracle's plan needed. Both memories were told the same past and
//! get the same questions and budget.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::UnitId;
use brainmem::{BrainMem, Profile};
use memory::{Ask, AssessRelevance, Budget, MemoryError, MemorySystem, Question};
use models::Embed;
use serde::{Deserialize, Serialize};

use crate::life::Experience;

/// What came to mind of what was relevant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RelevanceScore {
    /// The memory.
    pub memory: String,
    /// Lives.
    pub lives: usize,
    /// Questions asked.
    pub questions: usize,
    /// Units that came to mind, each once a life.
    pub recalled: usize,
    /// Of these, relevant.
    pub hits: usize,
    /// Relevant units that there are.
    pub relevant: usize,
    /// Tokens that the recalled units take in a prompt.
    pub tokens: u64,
}

impl RelevanceScore {
    /// The share of what came to mind that was relevant.
    pub fn precision(&self) -> f64 {
        self.hits as f64 / self.recalled.max(1) as f64
    }

    /// The share of what is relevant that came to mind.
    pub fn coverage(&self) -> f64 {
        self.hits as f64 / self.relevant.max(1) as f64
    }
}

/// A life and the questions that are put to its memory.
#[derive(Debug, Clone)]
pub struct Asked<'a> {
    /// The life.
    pub experience: &'a Experience,
    /// The questions, each once.
    pub asks: Vec<Ask>,
}

/// Puts the questions to BrainMem, with a judge of relevance or without.
///
/// # Errors
///
/// When the embedder or the judge fails.
pub fn measure(
    name: &str,
    asked: &[Asked<'_>],
    embedder: &Arc<dyn Embed>,
    judge: Option<&Arc<dyn AssessRelevance>>,
) -> Result<RelevanceScore, MemoryError> {
    let mut score =
        RelevanceScore { memory: name.to_owned(), lives: asked.len(), ..RelevanceScore::default() };
    for Asked { experience, asks } in asked {
        let Some(day) = &experience.scored else { continue };
        let mut memory = BrainMem::new(Profile::plus(), Arc::clone(embedder));
        experience.log.replay(&mut memory)?;
        if let Some(judge) = judge {
            memory = memory.with_relevance(Arc::clone(judge));
        }
        let now = experience.units.last().map(|unit| unit.learned).unwrap_or_default();
        let mut recalled: BTreeSet<UnitId> = BTreeSet::new();
        for ask in asks {
            let mut question = Question::new(ask.clone(), now);
            question.goal = Some(day.goal.words.clone());
            let recall = memory.recall(&question, &Budget::default())?;
            score.tokens += u64::from(recall.work.tokens);
            recalled.extend(recall.units.iter().map(|unit| unit.id));
        }
        score.questions += asks.len();
        score.recalled += recalled.len();
        score.hits += recalled.intersection(&day.relevant).count();
        score.relevant += day.relevant.len();
    }
    Ok(score)
}
