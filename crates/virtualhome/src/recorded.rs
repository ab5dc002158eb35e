//! What the reference recorded, as its files give it: a JSON a line, read and checked.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::action::Action;
use crate::delta::Delta;
use crate::input::{BadInput, unpacked};
use crate::scene::{Edge, NodeId, SceneChange};
use crate::script::Script;
use crate::vocabulary::{Relation, State};

/// A line of a file, and where it is.
pub(crate) struct Line<T> {
    pub number: usize,
    pub of: T,
}

/// Reads a file of lines; empty ones are passed over.
pub(crate) fn lines<T: DeserializeOwned>(
    name: &str,
    bytes: Vec<u8>,
) -> Result<Vec<Line<T>>, BadInput> {
    let text = unpacked(name, bytes)?;
    let filled = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    filled
        .map(|(index, line)| match serde_json::from_str(line) {
            Ok(of) => Ok(Line { number: index + 1, of }),
            Err(error) => Err(BadInput::of_json(name, Some(index + 1), &error)),
        })
        .collect()
}

/// A program that was run in the base scene.
#[derive(Deserialize)]
pub(crate) struct WrittenTrace {
    pub id: String,
    pub program: Vec<String>,
    #[serde(default)]
    pub init_delta: SceneChange,
    pub step_deltas: Vec<SceneChange>,
    pub goal: Option<WrittenGoal>,
}

/// A program that was run in one of the other homes.
#[derive(Deserialize)]
pub(crate) struct WrittenCrossing {
    pub scene: u32,
    pub id: String,
    pub program: Vec<String>,
    #[serde(default)]
    pub init_delta: SceneChange,
    pub step_deltas: Vec<SceneChange>,
    #[serde(flatten)]
    pub verdict: WrittenVerdict,
}

/// A program of the base scene without one of its steps.
#[derive(Deserialize)]
pub(crate) struct WrittenMutant {
    pub program: String,
    pub dropped: usize,
    #[serde(flatten)]
    pub verdict: WrittenVerdict,
    pub same_final: Option<bool>,
}

#[derive(Deserialize)]
pub(crate) struct WrittenVerdict {
    pub executable: bool,
    pub fail_step: Option<usize>,
    pub message: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct WrittenGoal {
    pub vh_goal: WrittenConditions,
}

#[derive(Deserialize)]
pub(crate) struct WrittenConditions {
    #[serde(default)]
    pub actions: Vec<String>,
    #[serde(default)]
    pub goal: Vec<WrittenCondition>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum WrittenCondition {
    State { id: NodeId, state: String },
    Edge { from_id: NodeId, relation_type: String, to_id: NodeId },
}

/// What must be so at the end of a program.
#[derive(Debug)]
pub(crate) enum Condition {
    State(NodeId, State),
    Edge(Edge),
    /// One of these was done, after what the condition before it asks.
    Done(Vec<Action>),
}

impl std::fmt::Display for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::State(node, state) => write!(f, "{node} {state}"),
            Self::Edge(edge) => edge.fmt(f),
            Self::Done(actions) => {
                let words: Vec<&str> = actions.iter().map(|action| action.word()).collect();
                write!(f, "{} was done", words.join(" or "))
            }
        }
    }
}

impl WrittenGoal {
    pub(crate) fn conditions(&self) -> Result<Vec<Condition>, String> {
        let mut conditions = Vec::new();
        for choice in &self.vh_goal.actions {
            let actions: Result<Vec<Action>, _> = choice.split('|').map(Action::of).collect();
            conditions.push(Condition::Done(actions.map_err(|error| error.to_string())?));
        }
        for written in &self.vh_goal.goal {
            conditions.push(match written {
                WrittenCondition::State { id, state } => {
                    Condition::State(*id, State::of(state).map_err(|error| error.to_string())?)
                }
                WrittenCondition::Edge { from_id, relation_type, to_id } => {
                    let relation =
                        Relation::of(relation_type).map_err(|error| error.to_string())?;
                    Condition::Edge(Edge { from: *from_id, relation, to: *to_id })
                }
            });
        }
        Ok(conditions)
    }
}

/// The script of a recorded program.
pub(crate) fn script(program: &[String]) -> Result<Script, String> {
    let script = Script::of_lines(program.iter().map(String::as_str));
    script.map_err(|error| format!("of its program, {error}"))
}

/// The changes of the steps that were done, of which there are so many.
pub(crate) fn deltas(written: &[SceneChange], steps: usize) -> Result<Vec<Delta>, String> {
    if written.len() != steps {
        return Err(format!("has {} step_deltas for {steps} steps that were done", written.len()));
    }
    let delta = |(index, change)| {
        Delta::of_change(change).map_err(|what| format!("of step {}: {what}", index + 1))
    };
    written.iter().enumerate().map(delta).collect()
}
