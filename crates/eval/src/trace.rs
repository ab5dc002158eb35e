//! Everything that happened in one episode, and the figures read off it.

use std::collections::{BTreeMap, BTreeSet};

use base::{Action, ActionKind, Digest, Digester, Noun, SimTime, UnitId};
use body::Outcome;
use mind::Ending;
pub use mind::{Content, Thought};

/// What happened in one episode, in order.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// What happened.
    pub events: Vec<Event>,
    /// When the episode began.
    pub began: SimTime,
    /// When it ended.
    pub ended: SimTime,
    /// How the agent ended it.
    pub ending: Option<Ending>,
    /// Why it broke off, where it did.
    pub broke_off: Option<String>,
}

/// One thing that happened.
#[derive(Debug, Clone)]
pub enum Event {
    /// An action ended or was refused.
    Outcome(Outcome),
    /// The agent thought something.
    Thought(Thought),
    /// Something was heard.
    Heard(SimTime, String),
    /// Something was seen to happen.
    Noticed(SimTime, String),
    /// Somebody else was seen to do something, or to try.
    Watched(SimTime, String),
    /// Symbols and geometry have come apart: a fault of the simulator.
    Drift(SimTime, String),
}

/// What was done to what and why it was refused: two such are the same error.
pub type Failure = (ActionKind, Vec<Noun>, String);

impl Trace {
    /// Every outcome, in order.
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        self.events.iter().filter_map(|event| match event {
            Event::Outcome(outcome) => Some(outcome),
            _ => None,
        })
    }

    /// The contents of all thoughts, in order.
    pub fn thoughts(&self) -> impl Iterator<Item = &Content> {
        self.events.iter().filter_map(|event| match event {
            Event::Thought(thought) => Some(&thought.content),
            _ => None,
        })
    }

    /// The actions that were done, without those refused and without giving up.
    pub fn done(&self) -> Vec<Action<Noun>> {
        self.outcomes()
            .filter(|outcome| outcome.result.is_ok() && outcome.action != Action::GiveUp)
            .map(|outcome| outcome.action.clone())
            .collect()
    }

    /// Actions begun, refused ones among them, without giving up.
    pub fn actions(&self) -> u32 {
        self.outcomes().filter(|outcome| outcome.action != Action::GiveUp).count() as u32
    }

    /// The share of the actions that were not refused; 1 where there were none.
    pub fn executability(&self) -> f64 {
        let all = self.actions();
        if all == 0 { 1.0 } else { self.done().len() as f64 / f64::from(all) }
    }

    /// Refusals by code.
    pub fn refusals(&self) -> BTreeMap<String, u32> {
        let mut by_code = BTreeMap::new();
        for (_, _, code) in self.failures() {
            *by_code.entry(code).or_default() += 1;
        }
        by_code
    }

    /// Every refusal, in order.
    pub fn failures(&self) -> Vec<Failure> {
        self.outcomes()
            .filter_map(|outcome| {
                let refused = outcome.result.as_ref().err()?;
                let things = outcome.action.things().cloned().collect();
                Some((outcome.action.kind(), things, refused.refusal.code().to_owned()))
            })
            .collect()
    }

    /// Refusals that had been met before, in `past` or earlier in this episode.
    pub fn repeated_errors(&self, past: &BTreeSet<Failure>) -> u32 {
        let mut met = past.clone();
        self.failures().into_iter().filter(|failure| !met.insert(failure.clone())).count() as u32
    }

    /// Times that the agent went by what it remembered and it was not so any more.
    pub fn stale_actions(&self) -> u32 {
        self.thoughts().filter(|content| matches!(content, Content::Stale(_))).count() as u32
    }

    /// Every unit that came to mind, each once.
    pub fn recalled(&self) -> BTreeSet<UnitId> {
        self.thoughts()
            .filter_map(|content| match content {
                Content::Recalled { units, .. } => Some(units.iter().map(|unit| unit.id)),
                _ => None,
            })
            .flatten()
            .collect()
    }

    /// The fingerprint of everything that happened.
    pub fn digest(&self, world: &Digest, memory: &Digest) -> Digest {
        let mut digester = Digester::new("episode");
        digester.u64(self.began.0).u64(self.ended.0).str(&format!("{:?}", self.ending));
        for event in &self.events {
            match event {
                Event::Outcome(outcome) => {
                    digester.str("outcome").str(&outcome.action.to_string());
                    digester.u64(outcome.started.0).u64(outcome.ended.0);
                    digester.str(&format!("{:?} {:?}", outcome.result, outcome.changes));
                }
                Event::Thought(thought) => digest_thought(&mut digester, thought),
                Event::Heard(time, words) => {
                    digester.str("heard").u64(time.0).str(words);
                }
                Event::Noticed(time, words) => {
                    digester.str("noticed").u64(time.0).str(words);
                }
                Event::Watched(time, words) => {
                    digester.str("watched").u64(time.0).str(words);
                }
                Event::Drift(time, words) => {
                    digester.str("drift").u64(time.0).str(words);
                }
            }
        }
        digester.digest(world).digest(memory).finish()
    }
}

fn digest_thought(digester: &mut Digester, thought: &Thought) {
    digester.str("thought").u64(thought.time.0);
    match &thought.content {
        // Which units came and in which order decides; scores may differ in their last bits
        // between kinds of processors.
        Content::Recalled { ask, units } => {
            digester.str(&ask.to_string()).u64(units.len() as u64);
            for unit in units {
                digester.u64(unit.id.0);
            }
        }
        Content::Because(words) => {
            digester.str(words);
        }
        Content::Stale(id) => {
            digester.u64(id.0);
        }
        Content::Decided(action) => {
            digester.str(&action.to_string());
        }
        Content::Done => {
            digester.str("done");
        }
    }
}
