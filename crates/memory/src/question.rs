//! What a memory is asked.
//!
//! Questions are typed and the same for every memory system. A system may expand a question inside
//! as it likes, within the one budget that all get.

use std::fmt;

use base::{Action, Condition, Fact, Noun, Refusal, SimTime};
use serde::{Deserialize, Serialize};

/// The question itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ask {
    /// Where is a thing that the noun fits?
    WhereIs(Noun),
    /// What brings this condition about?
    WhatBringsAbout(Condition),
    /// How was a thing like this goal done?
    HowWasDone {
        /// The goal as it was said.
        words: String,
        /// What must be so.
        condition: Condition,
    },
    /// What stood in the way of this action?
    WhatStoodInTheWay(Action<Noun>),
    /// What got over it, when an action like this was refused so?
    WhatGotOver {
        /// The action that is refused.
        action: Action<Noun>,
        /// How.
        refusal: Refusal,
    },
    /// What happened around that time?
    WhatHappened(SimTime),
    /// Free words.
    Words(String),
}

/// A question in its situation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The question itself.
    pub ask: Ask,
    /// The words of the goal that is pursued, if there is one.
    pub goal: Option<String>,
    /// What is perceived now, as far as it bears on the question.
    pub situation: Vec<Fact>,
    /// When it is asked.
    pub now: SimTime,
}

impl Question {
    /// The question without a goal and a situation.
    pub fn new(ask: Ask, now: SimTime) -> Self {
        Self { ask, goal: None, situation: Vec::new(), now }
    }

    /// The things that the question names, each once, in the order of writing.
    pub fn nouns(&self) -> Vec<Noun> {
        let mut nouns: Vec<Noun> = Vec::new();
        let mut add = |noun: &Noun| {
            if !nouns.contains(noun) {
                nouns.push(noun.clone());
            }
        };
        match &self.ask {
            Ask::WhereIs(noun) => add(noun),
            Ask::WhatBringsAbout(condition) | Ask::HowWasDone { condition, .. } => {
                condition.nouns().into_iter().for_each(&mut add);
            }
            Ask::WhatStoodInTheWay(action) | Ask::WhatGotOver { action, .. } => {
                action.things().for_each(&mut add);
            }
            Ask::WhatHappened(_) | Ask::Words(_) => {}
        }
        nouns
    }
}

/// The question as words, for memories that compare texts.
impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WhereIs(noun) => write!(f, "Where is the {}?", noun.words()),
            Self::WhatBringsAbout(condition) => write!(f, "How to get that {condition}?"),
            Self::HowWasDone { words, .. } => write!(f, "How to {words}?"),
            Self::WhatStoodInTheWay(action) => {
                write!(f, "What stood in the way when {}?", action.told_by("I"))
            }
            Self::WhatGotOver { action, refusal } => {
                write!(f, "It failed when {}: {refusal}. What helped?", action.told_by("I"))
            }
            Self::WhatHappened(time) => write!(f, "What happened around {time}?"),
            Self::Words(words) => f.write_str(words),
        }
    }
}

/// What one recall may cost. The caller sees every bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// The most tokens of words recalled.
    pub tokens: u32,
    /// The most units recalled.
    pub units: u32,
    /// The most links followed from a seed.
    pub hops: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self { tokens: 160, units: 10, hops: 3 }
    }
}
