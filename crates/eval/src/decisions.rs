//! What an episode that asks a language model decided, step by step: what came to mind, what was chosen,
//! what came of it. Nothing in it depends on other episodes or on the machine.

use base::SimTime;
use mind::{Content, Ending, SkillChoice};
use serde::{Deserialize, Serialize};

use crate::records::RecordError;
use crate::trace::{Event, Trace};

/// How many memories of one question are written down.
const MOST_MEMORIES: usize = 12;

/// The decisions of one episode: a line of `decisions.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Decisions {
    /// The episode's name.
    pub episode: String,
    /// What happened, in order.
    pub steps: Vec<Step>,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// When, in seconds since midnight.
    pub second: u64,
    /// What.
    #[serde(flatten)]
    pub what: What,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "lowercase")]
pub enum What {
    /// Memory was asked.
    Recalled {
        /// The question.
        ask: String,
        /// What came to mind, best first, in words.
        memories: Vec<String>,
        /// How many more came.
        more: usize,
    },
    /// The model chose a skill.
    Chosen {
        /// The skill.
        skill: String,
        /// Among how many.
        among: u32,
        /// The natural logarithm of how likely the model found it.
        log_likelihood: f64,
        /// What was done instead, by a guide that does otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instead: Option<String>,
    },
    /// An action was done.
    Done {
        /// The action.
        action: String,
    },
    /// An action was refused.
    Refused {
        /// The action.
        action: String,
        /// Why.
        why: String,
    },
    /// The episode ended.
    Ended {
        /// How.
        how: String,
    },
}

impl Decisions {
    /// The decisions of an episode, read off its trace and its choices, which are in the order of time.
    pub fn of(episode: &str, trace: &Trace, choices: &[SkillChoice]) -> Self {
        let mut steps = Vec::new();
        let mut choices = choices.iter().peekable();
        for event in &trace.events {
            // In one tick memory is asked first, then the planner chooses, then something is done.
            let (upto, what) = match event {
                Event::Thought(thought) => match &thought.content {
                    Content::Recalled { ask, units } => {
                        let words = units.iter().take(MOST_MEMORIES);
                        let what = What::Recalled {
                            ask: ask.to_string(),
                            memories: words.map(|recalled| recalled.unit.words.clone()).collect(),
                            more: units.len().saturating_sub(MOST_MEMORIES),
                        };
                        (thought.time.0, Step::at(thought.time, what))
                    }
                    _ => continue,
                },
                Event::Outcome(outcome) => {
                    let action = outcome.action.to_string();
                    let what = match &outcome.result {
                        Ok(()) => What::Done { action },
                        Err(refused) => What::Refused { action, why: refused.refusal.to_string() },
                    };
                    (outcome.ended.0 + 1, Step::at(outcome.ended, what))
                }
                _ => continue,
            };
            while let Some(choice) = choices.next_if(|choice| choice.at.0 < upto) {
                steps.push(chosen(choice));
            }
            steps.push(what);
        }
        steps.extend(choices.map(chosen));
        let how = match (&trace.broke_off, trace.ending) {
            (Some(reason), _) => format!("it broke off: {reason}"),
            (None, Some(Ending::Done)) => "the agent holds it to be done".to_owned(),
            (None, Some(Ending::GaveUp)) => "the agent gave up".to_owned(),
            (None, Some(Ending::OutOfBudget)) => "actions or time are used up".to_owned(),
            (None, None) => "it broke off".to_owned(),
        };
        steps.push(Step::at(trace.ended, What::Ended { how }));
        Self { episode: episode.to_owned(), steps }
    }
}

impl Step {
    fn at(time: SimTime, what: What) -> Self {
        Self { second: u64::from(time.second_of_day()), what }
    }
}

fn chosen(choice: &SkillChoice) -> Step {
    let what = What::Chosen {
        skill: choice.chosen.to_string(),
        among: choice.among,
        log_likelihood: choice.log_likelihood,
        instead: choice.instead.as_ref().map(ToString::to_string),
    };
    Step::at(choice.at, what)
}

/// Reads what was written a line each; a last line that was cut off is left out.
///
/// # Errors
///
/// When a whole line is something else.
pub fn read_decisions(source_name: &str, text: &str) -> Result<Vec<Decisions>, RecordError> {
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n')).enumerate();
    let read = |(index, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| RecordError::Parse {
            source_name: source_name.to_owned(),
            line: index + 1,
            error,
        })
    };
    whole.map(read).collect()
}

/// The lines of these, in their order.
pub fn written_decisions<'a>(
    decisions: impl IntoIterator<Item = &'a Decisions>,
) -> serde_json::Result<String> {
    let mut lines = String::new();
    for one in decisions {
        lines.push_str(&serde_json::to_string(one)?);
        lines.push('\n');
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use base::{Action, Noun};

    use super::*;

    fn choice(at: u64) -> SkillChoice {
        SkillChoice {
            at: SimTime(at),
            chosen: Action::Wait(at as u32),
            log_likelihood: -1.5,
            instead: None,
            among: 9,
            agrees: None,
        }
    }

    fn recalled(at: u64) -> Event {
        let ask = memory::Ask::Words("cup".to_owned());
        let content = Content::Recalled { ask, units: Vec::new() };
        Event::Thought(mind::Thought { agent: base::AgentId(0), time: SimTime(at), content })
    }

    fn done(started: u64, ended: u64) -> Event {
        Event::Outcome(body::Outcome {
            agent: base::AgentId(0),
            action: Action::<Noun>::Wait(3),
            started: SimTime(started),
            ended: SimTime(ended),
            result: Ok(()),
            changes: Vec::new(),
        })
    }

    #[test]
    fn a_choice_comes_after_what_was_recalled_for_it_and_before_what_came_of_it() {
        let trace = Trace {
            events: vec![recalled(10), done(10, 20), recalled(30), done(30, 30)],
            ended: SimTime(40),
            ending: Some(Ending::GaveUp),
            ..Trace::default()
        };
        let decisions = Decisions::of("e", &trace, &[choice(10), choice(30), choice(39)]);
        let kinds: Vec<&str> = decisions
            .steps
            .iter()
            .map(|step| match &step.what {
                What::Recalled { .. } => "recalled",
                What::Chosen { .. } => "chosen",
                What::Done { .. } => "done",
                What::Refused { .. } => "refused",
                What::Ended { .. } => "ended",
            })
            .collect();
        assert_eq!(
            kinds,
            ["recalled", "chosen", "done", "recalled", "chosen", "done", "chosen", "ended"]
        );
        let lines = written_decisions([&decisions, &decisions]).expect("it can be written");
        let cut = &lines[..lines.len() - 3];
        assert_eq!(
            read_decisions("d", &lines).expect("whole"),
            [decisions.clone(), decisions.clone()]
        );
        assert_eq!(read_decisions("d", cut).expect("one is whole"), [decisions]);
        let error = read_decisions("d.jsonl", "{}\n").expect_err("something else").to_string();
        assert!(error.starts_with("d.jsonl:1:"), "{error}");
    }
}
