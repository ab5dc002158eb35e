//! Whoever judges relevance for a memory that wants it, and what that asked of its model.

use std::sync::Arc;

use language::{Judged, PromptedRelevance};
use memory::AssessRelevance;
use models::Complete;

use super::{LifeError, Runner};
use crate::roster::Arm;

/// Judges relevance for one arm of one life, where the arm wants it.
pub(super) struct Judge(Option<Arc<PromptedRelevance<Arc<dyn Complete>>>>);

impl Judge {
    /// For the memory, that asks it.
    pub(super) fn asked(&self) -> Option<Arc<dyn AssessRelevance>> {
        self.0.as_ref().map(|judge| Arc::clone(judge) as Arc<dyn AssessRelevance>)
    }

    /// What it has asked of its model so far.
    pub(super) fn used(&self) -> Option<Judged> {
        self.0.as_ref().map(|judge| judge.used())
    }

    /// What it has asked since then.
    pub(super) fn used_since(&self, then: Option<Judged>) -> Option<Judged> {
        self.used().map(|now| now.since(then.unwrap_or_default()))
    }
}

impl Runner<'_> {
    /// The same, if there is all that these arms need.
    ///
    /// # Errors
    ///
    /// When one of them needs a judge and there is no language model to ask.
    pub(super) fn for_arms(self, arms: &[Arm]) -> Result<Self, LifeError> {
        match arms.iter().find(|arm| arm.asks_a_judge()) {
            Some(arm) if self.options.language.is_none() => {
                Err(LifeError::NoJudge { arm: arm.name })
            }
            _ => Ok(self),
        }
    }

    /// Whoever judges relevance for the arm. Each arm of each life has its own, so that what an
    /// episode asks does not depend on others.
    pub(super) fn judge(&self, arm: Arm) -> Judge {
        let language = self.options.language.as_ref().filter(|_| arm.asks_a_judge());
        Judge(
            language.map(|planning| Arc::new(PromptedRelevance::new(Arc::clone(&planning.model)))),
        )
    }
}
