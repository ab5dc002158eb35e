//! How two experiences are related.
//!
//! The article's labels are premise, causes, analogous, opposite and none; CompassMem has a set of its
//! own ([`LabelSet`]). Whoever judges implements [`Judge`]: [`RelationRules`], which see what the
//! units state; [`PromptedJudge`], which has a language model weigh the labels; [`HeadJudge`], a small
//! classifier trained on embeddings; and [`RulesThen`], which asks one of these where the rules abstain.

mod head;
mod judges;
mod rules;

use memory::MemoryUnit;
use memory::graph::LinkKind;
use models::ModelError;
use serde::{Deserialize, Serialize};

pub use head::{HeadJudge, example, features};
pub use judges::{PromptedJudge, RulesThen, RulesThenHead, RulesThenModel};
pub use rules::RelationRules;

/// How an older unit stands to a newer one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// The older made the newer possible.
    Premise,
    /// The older brought the newer about.
    Causes,
    /// The same was done to other things of the same kinds.
    Analogous,
    /// The newer undoes the older, or turned out the contrary.
    Opposite,
    /// The older is the reason for which the newer was done (CompassMem).
    Motivational,
    /// The older is a part of the newer (CompassMem).
    PartOf,
    /// The newer followed the older, and no more (CompassMem).
    Temporal,
    /// Nothing of that.
    None,
}

/// Which labels there are to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelSet {
    /// Those of the BrainMem article.
    BrainMem,
    /// The typed relations of CompassMem; its `causal` and `conditional` are causes and premise.
    CompassMem,
}

impl LabelSet {
    /// The labels, in the order of tables.
    pub const fn labels(self) -> &'static [Label] {
        use Label as L;
        match self {
            Self::BrainMem => &[L::Premise, L::Causes, L::Analogous, L::Opposite, L::None],
            Self::CompassMem => {
                &[L::Causes, L::Premise, L::Motivational, L::PartOf, L::Temporal, L::None]
            }
        }
    }

    /// The word for a label of this set.
    pub const fn word(self, label: Label) -> &'static str {
        match (self, label) {
            (Self::CompassMem, Label::Causes) => "causal",
            (Self::CompassMem, Label::Premise) => "conditional",
            (_, Label::Premise) => "premise",
            (_, Label::Causes) => "causes",
            (_, Label::Analogous) => "analogous",
            (_, Label::Opposite) => "opposite",
            (_, Label::Motivational) => "motivational",
            (_, Label::PartOf) => "part-of",
            (_, Label::Temporal) => "temporal",
            (_, Label::None) => "none",
        }
    }
}

impl Label {
    /// The link that the relation makes from the older unit to the newer.
    pub const fn link(self) -> Option<LinkKind> {
        match self {
            Self::Premise => Some(LinkKind::PremiseOf),
            Self::Causes => Some(LinkKind::Causes),
            Self::Analogous => Some(LinkKind::Analogous),
            Self::Opposite => Some(LinkKind::Opposite),
            Self::Temporal => Some(LinkKind::Next),
            Self::Motivational | Self::PartOf | Self::None => None,
        }
    }

    /// The relation that such a link from an older unit to a newer one tells of, where it tells of one.
    pub const fn of_link(kind: LinkKind) -> Option<Self> {
        match kind {
            LinkKind::PremiseOf => Some(Self::Premise),
            LinkKind::Causes => Some(Self::Causes),
            LinkKind::Analogous => Some(Self::Analogous),
            LinkKind::Opposite => Some(Self::Opposite),
            LinkKind::Next => Some(Self::Temporal),
            _ => None,
        }
    }
}

/// What a judge says of two units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judgement {
    /// The relation.
    pub label: Label,
    /// How sure, from 0 to 1.
    pub confidence: f64,
}

/// Says how two units are related.
pub trait Judge: Send + Sync {
    /// What it is called in tables.
    fn name(&self) -> &str;

    /// How the older unit stands to the newer; none where the judge abstains.
    ///
    /// # Errors
    ///
    /// When a model fails.
    fn judge(
        &self,
        older: &MemoryUnit,
        newer: &MemoryUnit,
    ) -> Result<Option<Judgement>, ModelError>;
}
