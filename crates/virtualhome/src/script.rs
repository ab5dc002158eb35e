//! Scripts: one action a line, such as `[WALK] <dining_room> (1.201)`.
//!
//! The number in brackets is the id of a node; in the longer form it follows the point. The name
//! takes no part in finding the node, as in the reference, yet it is what the reference remembers
//! a found node by.

use std::fmt;
use std::sync::Arc;

use crate::action::Action;
use crate::scene::NodeId;
use crate::vocabulary::UnknownWord;

/// What an action is done with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// The name, in lower case and with underscores.
    pub name: Arc<str>,
    /// The node.
    pub id: NodeId,
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}> ({})", self.name, self.id)
    }
}

/// One line of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub action: Action,
    /// With what; as many as [`Action::operands`].
    pub operands: Vec<Operand>,
    /// Its place in the script, the first being 1.
    pub number: usize,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.action)?;
        for operand in &self.operands {
            write!(f, " {operand}")?;
        }
        write!(f, " [{}]", self.number)
    }
}

/// What is wrong with a line of a script.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// It does not begin with an action in square brackets.
    #[error("\"{0}\" does not begin with an action such as [WALK]")]
    NoAction(String),
    /// The action is unknown.
    #[error(transparent)]
    UnknownAction(#[from] UnknownWord),
    /// An operand cannot be read.
    #[error("\"{0}\" is not an operand such as <cup> (1.201)")]
    Operand(String),
    /// There are too many or too few operands.
    #[error("{action} takes {expected} operands, and here are {got}")]
    Operands {
        /// The action.
        action: Action,
        /// How many it takes.
        expected: usize,
        /// How many are there.
        got: usize,
    },
}

/// An error, and the line that it is in; the first line is 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct ScriptErrorAt {
    /// The line.
    pub line: usize,
    /// What is wrong with it.
    pub error: ScriptError,
}

/// A program of actions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Script {
    /// The steps, in order.
    pub steps: Vec<Step>,
}

impl Script {
    /// Reads a script. Empty lines, lines of comment (`#`) and lines without an action, such as a
    /// title, are passed over, as the reference does.
    ///
    /// # Errors
    ///
    /// [`ScriptErrorAt`] with the line and what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, ScriptErrorAt> {
        Self::of_lines(text.lines())
    }

    /// Reads a script whose lines are apart already; see [`Script::parse`].
    ///
    /// # Errors
    ///
    /// [`ScriptErrorAt`] with the line and what is wrong with it.
    pub fn of_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, ScriptErrorAt> {
        let mut script = Self::default();
        for (index, line) in lines.into_iter().enumerate() {
            let line = line.trim();
            if !line.contains('[') || line.starts_with('#') {
                continue;
            }
            let step = step(line, script.steps.len() + 1)
                .map_err(|error| ScriptErrorAt { line: index + 1, error })?;
            script.steps.push(step);
        }
        Ok(script)
    }

    /// The same script with one step left out, and the steps after it renumbered.
    #[must_use]
    pub fn without(&self, dropped: usize) -> Self {
        let kept = self.steps.iter().enumerate().filter(|(index, _)| *index != dropped);
        let renumber = |(index, (_, step)): (usize, (usize, &Step))| Step {
            number: index + 1,
            ..step.clone()
        };
        Self { steps: kept.enumerate().map(renumber).collect() }
    }
}

fn step(line: &str, number: usize) -> Result<Step, ScriptError> {
    let (word, mut rest) = line
        .strip_prefix('[')
        .and_then(|line| line.split_once(']'))
        .ok_or_else(|| ScriptError::NoAction(line.to_owned()))?;
    let action = Action::of(word.trim())?;
    let mut operands = Vec::with_capacity(action.operands());
    while rest.contains(['<', '(']) {
        let (operand, after) =
            operand(rest).ok_or_else(|| ScriptError::Operand(rest.trim().to_owned()))?;
        operands.push(operand);
        rest = after;
    }
    let (expected, got) = (action.operands(), operands.len());
    if expected == got {
        Ok(Step { action, operands, number })
    } else {
        Err(ScriptError::Operands { action, expected, got })
    }
}

fn operand(text: &str) -> Option<(Operand, &str)> {
    let (_, text) = text.split_once('<')?;
    let (name, text) = text.split_once('>')?;
    let (between, text) = text.split_once('(')?;
    let (number, rest) = text.split_once(')')?;
    let number = number.rsplit('.').next().unwrap_or(number).trim();
    if name.is_empty() || !between.trim().is_empty() {
        return None;
    }
    let name = name.to_lowercase().replace(' ', "_").into();
    Some((Operand { name, id: NodeId(number.parse().ok()?) }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_operands_are_read() {
        let text =
            "A title\n\n# a remark\n[Walk] <Dining Room> (1.201)\n[PUTIN] <cup> (3) <box>(4)";
        let script = Script::parse(text).expect("it is right");
        let lines: Vec<String> = script.steps.iter().map(Step::to_string).collect();
        assert_eq!(lines, ["[WALK] <dining_room> (201) [1]", "[PUTIN] <cup> (3) <box> (4) [2]"]);
        assert_eq!(script.without(0).steps[0].number, 1);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, says) in [
            ("\n[WLAK] <cup> (1)", "line 2: there is no action \"WLAK\"; did you mean \"WALK\"?"),
            ("x [WALK] <cup> (1)", "does not begin with an action"),
            ("[WALK] <cup> (one)", "\"<cup> (one)\" is not an operand"),
            ("[WALK] <cup>", "is not an operand"),
            ("[WALK] <cup> (1.-3)", "is not an operand"),
            ("[STANDUP] <cup> (1)", "STANDUP takes 0 operands, and here are 1"),
            ("[PUTIN] <cup> (1)", "PUTIN takes 2 operands, and here are 1"),
        ] {
            let error = Script::parse(text).expect_err(text).to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
