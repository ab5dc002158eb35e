//! What language does for a memory: reading observations, relating experiences, judging relevance.
//!
//! The article has a language model do all three. Here each is a trait with two implementations, a
//! rule and a model, so that they can be measured against each other (`eval::language`,
//! `docs/language.md`):
//!
//! - [`extract`]: the words of an observation -> a [`Reading`], and from it a memory unit.
//! - [`relation`]: two units -> how they are related.
//! - [`relevance`]: a question and units -> how relevant each is.
//!
//! Models are asked through [`models::Complete`]; prompts are files in `assets/language`, each with a
//! version that is the digest of its words.
//!
//! Deliberately absent: free text from a model. Every answer is one of the candidates that it was
//! given.

pub mod acts;
pub mod choice;
pub mod extract;
mod heads;
mod lines;
pub mod reading;
pub mod relation;
pub mod relevance;

pub use extract::{Extract, Extracted, Probed, Prompted, Quality, Rules, RulesThenPrompted, Tally};
pub use heads::WrongHead;
pub use reading::{Event, Reading, Situation};
pub use relation::{
    HeadJudge, Judge, Judgement, Label, LabelSet, PromptedJudge, RelationRules, RulesThen,
    RulesThenHead, RulesThenModel,
};
pub use relevance::{Judged, PromptedRelevance};
