//! What a planner is given and what it decides.

use base::{Action, Handle, Noun, Refusal, SimTime, UnitId};
use body::{GivenGoal, Outcome, Percepts};
use memory::Ask;
use serde::{Deserialize, Serialize};

use crate::beliefs::Beliefs;

/// Everything a planner may look at. There is no truth in it.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// What is perceived now.
    pub percepts: &'a Percepts,
    /// What is believed.
    pub beliefs: &'a Beliefs,
    /// The goal that is pursued, if one was given.
    pub goal: Option<&'a GivenGoal>,
    /// What came of the last action of this episode.
    pub last_outcome: Option<&'a Outcome>,
    /// What was already asked of memory in this episode.
    pub asked: &'a [Ask],
}

impl Situation<'_> {
    /// Now.
    pub fn now(&self) -> SimTime {
        self.percepts.time
    }

    /// Whether the last action was this one, and was done.
    pub fn just_did(&self, action: &Action<Noun>) -> bool {
        self.last_outcome.is_some_and(|last| last.result.is_ok() && last.action == *action)
    }

    /// Why the last action was refused, where it was.
    pub fn just_refused(&self) -> Option<(&Action<Noun>, Refusal)> {
        let last = self.last_outcome?;
        let refused = last.result.as_ref().err()?;
        Some((&last.action, refused.refusal))
    }
}

/// What a planner wants to happen next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Do this.
    Act(Action<Handle>),
    /// Ask memory this, and plan again with the answer.
    Ask(Ask),
    /// The goal is reached, or the script is done.
    Done,
    /// The planner itself has failed, for this reason: the episode breaks off.
    BreakOff(String),
}

/// What a planner asked of a language model in one episode.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelReport {
    /// Each choice of a skill, in order.
    pub choices: Vec<SkillChoice>,
    /// Tokens of the prompts, as often as they were put.
    pub prompt_tokens: u64,
    /// Tokens of the skills that were chosen.
    pub chosen_tokens: u64,
    /// Questions of which the episode held the state after the beginning of the prompt.
    pub kept_used: u32,
    /// Tokens of prompts that therefore need not be read again.
    pub kept_tokens: u64,
    /// The most bytes of such states that the episode held at a time.
    pub kept_bytes: u64,
    /// Skills that could not be carried out; each is told to the model before it chooses again.
    pub replans: u32,
    /// The part of the budget that was used up, where the agent gave up for that.
    pub used_up: Option<UsedUp>,
}

/// A part of a model's budget for an episode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UsedUp {
    /// All choices were made.
    Choices,
    /// All tokens were put.
    Tokens,
}

impl ModelReport {
    /// All tokens.
    pub fn tokens(&self) -> u64 {
        self.prompt_tokens + self.chosen_tokens
    }
}

/// One choice of a skill.
#[derive(Debug, Clone, PartialEq)]
pub struct SkillChoice {
    /// What the model chose.
    pub chosen: Action<Noun>,
    /// The natural logarithm of how likely it found that.
    pub log_likelihood: f64,
    /// What was done instead, where a guide decides and does otherwise.
    pub instead: Option<Action<Noun>>,
    /// Among how many.
    pub among: u32,
    /// Whether it was what the guide does next; none without a guide.
    pub agrees: Option<bool>,
}

impl SkillChoice {
    /// The choice in words, as it is remarked when it is made.
    pub fn in_words(&self) -> String {
        let Self { among, chosen, log_likelihood, .. } = self;
        format!("of {among} skills the likeliest is {chosen} ({log_likelihood:.1})")
    }
}

/// What a planner found out on its way, for feedback and for the story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// The plan rests on the evidence of this unit.
    Used(UnitId),
    /// The plan went by the evidence of this unit, and it was not so any more.
    Stale(UnitId),
    /// Why something is done, in words.
    Because(String),
}

/// Chooses the next action. Deterministic: the same situations give the same decisions.
pub trait Planner: Send + Sync {
    /// The name, as in `--planner rules`.
    fn name(&self) -> &'static str;

    /// Decides. What it found out goes into `remarks`.
    fn decide(&mut self, situation: &Situation<'_>, remarks: &mut Vec<Remark>) -> Decision;

    /// What was asked of a language model; none for planners without one.
    fn model_report(&self) -> Option<&ModelReport> {
        None
    }
}
