//! What an episode that asks a language model decided, step by step: what came to mind, what was chosen,
//! what came of it. Nothing in it depends on other episodes or on the machine.

use base::SimTime;
use memory::{Ask, Recalled};
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
    /// The decisions of an episode, read off its trace. `choices` are those of its planner, in order;
    /// each is found in the trace by the words in which it was remarked.
    pub fn of(episode: &str, trace: &Trace, choices: &[SkillChoice]) -> Self {
        let mut choices = choices.iter().peekable();
        let mut steps = Vec::new();
        for event in &trace.events {
            let (time, what) = match event {
                Event::Thought(thought) => {
                    let what = match &thought.content {
                        Content::Recalled { ask, units } => recalled(ask, units),
                        Content::Because(words) => {
                            match choices.next_if(|choice| choice.in_words() == *words) {
                                Some(choice) => chosen(choice),
                                None => continue,
                            }
                        }
                        _ => continue,
                    };
                    (thought.time, what)
                }
                Event::Outcome(outcome) => {
                    let action = outcome.action.to_string();
                    let what = match &outcome.result {
                        Ok(()) => What::Done { action },
                        Err(refused) => What::Refused { action, why: refused.refusal.to_string() },
                    };
                    (outcome.ended, what)
                }
                _ => continue,
            };
            steps.push(Step::at(time, what));
        }
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
        Self { second: time.second_of_day(), what }
    }
}

fn recalled(ask: &Ask, units: &[Recalled]) -> What {
    let told = units.iter().take(MOST_MEMORIES);
    What::Recalled {
        ask: ask.to_string(),
        memories: told.map(|recalled| recalled.unit.words.clone()).collect(),
        more: units.len().saturating_sub(MOST_MEMORIES),
    }
}

fn chosen(choice: &SkillChoice) -> What {
    What::Chosen {
        skill: choice.chosen.to_string(),
        among: choice.among,
        log_likelihood: choice.log_likelihood,
        instead: choice.instead.as_ref().map(ToString::to_string),
    }
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

    fn choice(seconds: u32) -> SkillChoice {
        SkillChoice {
            chosen: Action::Wait(seconds),
            log_likelihood: -1.5,
            instead: None,
            among: 9,
            agrees: None,
        }
    }

    fn thought(at: u64, content: Content) -> Event {
        Event::Thought(mind::Thought { agent: base::AgentId(0), time: SimTime(at), content })
    }

    fn remarked(at: u64, words: &str) -> Event {
        thought(at, Content::Because(words.to_owned()))
    }

    fn asked(at: u64) -> Event {
        let ask = Ask::Words("cup".to_owned());
        thought(at, Content::Recalled { ask, units: Vec::new() })
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
    fn what_happened_is_in_order_and_other_remarks_are_no_choices() {
        let [first, second] = [choice(10), choice(30)];
        let trace = Trace {
            events: vec![
                asked(10),
                remarked(10, "it is cold"),
                remarked(10, &first.in_words()),
                done(10, 20),
                remarked(20, &second.in_words()),
                asked(21),
                done(21, 30),
            ],
            ended: SimTime(40),
            ending: Some(Ending::GaveUp),
            ..Trace::default()
        };
        let decisions = Decisions::of("e", &trace, &[first, second]);
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
        assert_eq!(kinds, ["recalled", "chosen", "done", "chosen", "recalled", "done", "ended"]);
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
