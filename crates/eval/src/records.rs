//! One record for each scheduled episode, whatever became of it.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use base::Digest;
use language::relevance::Judged;
use mind::ModelReport;
pub use mind::UsedUp;
use scenario::checked::Split;
use serde::{Deserialize, Serialize};

/// How an episode came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The goal was reached.
    Success,
    /// It was not.
    Failure,
    /// The episode says nothing: the oracle cannot reach the goal either, or it held at the start.
    Invalid,
    /// The run broke off. Counts as a failure.
    Crash,
}

/// How the past of an episode was lived.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Every arm lived the identical past.
    #[default]
    Yoked,
    /// Each arm lived its own days.
    Lived,
}

impl Protocol {
    /// The name in records and in the names of episodes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yoked => "yoked",
            Self::Lived => "lived",
        }
    }
}

/// The name of a split in records.
pub const fn split_name(split: Split) -> &'static str {
    match split {
        Split::Dev => "dev",
        Split::Test => "test",
    }
}

/// One line of `results.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EpisodeRecord {
    /// The episode's name, unique within a run.
    pub episode: String,
    /// The scenario family, 1 to 13.
    pub family: u8,
    /// The scenario.
    pub scenario: String,
    /// Its variant.
    pub variant: String,
    /// `dev` or `test`.
    pub split: String,
    /// The day of the life.
    pub day: u32,
    /// Whether the episode counts.
    pub scored: bool,
    /// How its past was lived.
    pub protocol: Protocol,
    /// The arm: a memory with its profile.
    pub arm: String,
    /// The memory system.
    pub memory: String,
    /// The profile of the memory system, `default` where it has but one.
    pub profile: String,
    /// The planner.
    pub planner: String,
    /// The seed.
    pub seed: u64,
    /// How it came out.
    pub outcome: Outcome,
    /// The share of the goal's conditions that held at the end, 0 to 1.
    pub goal_rate: f64,
    /// Actions begun, refused ones among them.
    pub actions: u32,
    /// Simulated ticks from the goal being given to the end.
    pub ticks: u64,
    /// Actions that the oracle needed.
    pub oracle_actions: u32,
    /// The share of the actions that were not refused, 0 to 1; 1 where there were none.
    pub executability: f64,
    /// How well the done actions match the oracle's, in whichever valid order, 0 to 1.
    pub plan_match: f64,
    /// Refusals by code.
    pub refusals: BTreeMap<String, u32>,
    /// Refusals that had been met before for the same action on the same things.
    pub repeated_errors: u32,
    /// Times that the agent went by what it remembered and it was not so any more.
    pub stale_actions: u32,
    /// How many past events are relevant; none where nothing is known of that.
    #[serde(default)]
    pub relevant: Option<u32>,
    /// The share of the relevant past events that were recalled; none where nothing is relevant.
    pub coverage: Option<f64>,
    /// The share of the recalled events that are relevant; none where nothing was recalled.
    pub precision: Option<f64>,
    /// Tokens recalled.
    pub tokens: u64,
    /// What was asked of a language model; none where none was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelUse>,
    /// Units held in memory at the end.
    pub memory_units: u64,
    /// The fingerprint of everything that happened, and of the world and the memory at the end.
    pub digest: Digest,
    /// Why it is invalid or crashed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What an episode asked of a language model. All figures follow from its own questions: what other
/// lives asked at the same time, or what was recorded before, is not in them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelUse {
    /// Choices of a skill.
    pub choices: u32,
    /// Skills to choose from, over all choices.
    pub scored: u32,
    /// How many choices were what the oracle does; none without a guide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreed: Option<u32>,
    /// Tokens of prompts, as often as they were put.
    pub prompt_tokens: u64,
    /// Tokens of the skills chosen.
    pub chosen_tokens: u64,
    /// Choices before which the episode held the model's state after the beginning of the prompt.
    #[serde(default)]
    pub kept_used: u32,
    /// Tokens of prompts that therefore need not be read again.
    #[serde(default)]
    pub kept_tokens: u64,
    /// The most bytes of such states that the episode held at a time; 0 where nobody knows how many
    /// a token takes.
    #[serde(default)]
    pub kept_bytes: u64,
    /// Skills that could not be carried out, so that the model chose again.
    #[serde(default)]
    pub replans: u32,
    /// The part of the budget that was used up, where the agent gave up for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_up: Option<UsedUp>,
    /// Questions to the judge of relevance, where memory has one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub judge_calls: u64,
    /// Memories that it judged.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub judged: u64,
    /// Tokens of the questions to it, and of the memories that it judged.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub judge_tokens: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(figure: &u64) -> bool {
    *figure == 0
}

impl ModelUse {
    /// The figures of a planner and of a judge, where there are such.
    pub fn of(planner: Option<&ModelReport>, judge: Option<Judged>) -> Option<Self> {
        if planner.is_none() && judge.is_none() {
            return None;
        }
        let judge = judge.unwrap_or_default();
        Some(Self {
            judge_calls: judge.calls,
            judged: judge.memories,
            judge_tokens: judge.tokens,
            ..planner.map(Self::of_planner).unwrap_or_default()
        })
    }

    /// All tokens that the planner put.
    pub fn tokens(&self) -> u64 {
        self.prompt_tokens + self.chosen_tokens
    }

    fn of_planner(report: &ModelReport) -> Self {
        let guided = report.choices.iter().filter_map(|choice| choice.agrees);
        let is_guided = report.choices.iter().any(|choice| choice.agrees.is_some());
        Self {
            choices: report.choices.len() as u32,
            scored: report.choices.iter().map(|choice| choice.among).sum(),
            agreed: is_guided.then(|| guided.filter(|agrees| *agrees).count() as u32),
            prompt_tokens: report.prompt_tokens,
            chosen_tokens: report.chosen_tokens,
            kept_used: report.kept_used,
            kept_tokens: report.kept_tokens,
            kept_bytes: report.kept_bytes,
            replans: report.replans,
            used_up: report.used_up,
            ..Self::default()
        }
    }
}

impl EpisodeRecord {
    /// Whether the goal was reached.
    pub fn is_success(&self) -> bool {
        self.outcome == Outcome::Success
    }

    /// What pairs the episode with the same one of another arm.
    pub fn pairing(&self) -> (u8, &str, &str, u64, u32) {
        (self.family, &self.scenario, &self.variant, self.seed, self.day)
    }
}

/// A line of a results file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The reader failed.
    #[error("{source_name}: {error}")]
    Read {
        /// The file.
        source_name: String,
        /// What the reader said.
        error: std::io::Error,
    },
    /// A line is not a record.
    #[error("{source_name}:{line}: not an episode record: {error}")]
    Parse {
        /// The file.
        source_name: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

/// Writes records, one a line. Errors are the writer's.
pub fn write_records(records: &[EpisodeRecord], mut to: impl Write) -> std::io::Result<()> {
    for record in records {
        serde_json::to_writer(&mut to, record)?;
        to.write_all(b"\n")?;
    }
    Ok(())
}

/// Reads records written by [`write_records`].
///
/// A last line without its line end was cut off while being written: it is left out, and the
/// second value says so.
pub fn read_records(
    source_name: &str,
    mut from: impl BufRead,
) -> Result<(Vec<EpisodeRecord>, bool), RecordError> {
    let mut records = Vec::new();
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let read = from
            .read_line(&mut line)
            .map_err(|error| RecordError::Read { source_name: source_name.to_owned(), error })?;
        if read == 0 {
            break;
        }
        if !line.ends_with('\n') {
            return Ok((records, true));
        }
        let record = serde_json::from_str(&line).map_err(|error| RecordError::Parse {
            source_name: source_name.to_owned(),
            line: number,
            error,
        })?;
        records.push(record);
    }
    Ok((records, false))
}

/// A record for the tests of this crate.
#[cfg(test)]
pub(crate) fn example(arm: &str, variant: &str, seed: u64, outcome: Outcome) -> EpisodeRecord {
    EpisodeRecord {
        episode: format!("moved.{variant}.seed-{seed}.day-9.{arm}"),
        family: 2,
        scenario: "moved".to_owned(),
        variant: variant.to_owned(),
        split: "dev".to_owned(),
        day: 9,
        scored: true,
        protocol: Protocol::Yoked,
        arm: arm.to_owned(),
        memory: arm.to_owned(),
        profile: "default".to_owned(),
        planner: "rules".to_owned(),
        seed,
        outcome,
        goal_rate: if outcome == Outcome::Success { 1.0 } else { 0.5 },
        actions: 8,
        ticks: 900,
        oracle_actions: 6,
        executability: 1.0,
        plan_match: 0.8,
        refusals: BTreeMap::new(),
        repeated_errors: 0,
        stale_actions: 1,
        relevant: Some(2),
        coverage: Some(0.5),
        precision: None,
        tokens: 120,
        model: None,
        memory_units: 40,
        digest: Digest::default(),
        note: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_cut_off_while_being_written_is_left_out() {
        let records = [
            example("vector", "a", 0, Outcome::Success),
            example("vector", "a", 1, Outcome::Crash),
        ];
        let mut text = Vec::new();
        write_records(&records, &mut text).expect("a vector takes every byte");
        let (whole, cut) = read_records("results.jsonl", &text[..]).expect("whole records");
        assert_eq!((whole.as_slice(), cut), (&records[..], false));
        let (rest, cut) =
            read_records("results.jsonl", &text[..text.len() - 9]).expect("one record");
        assert_eq!((rest.as_slice(), cut), (&records[..1], true));
    }

    #[test]
    fn figures_read_back_to_the_last_bit() {
        let mut record = example("vector", "a", 0, Outcome::Success);
        // These come back different from a reader that rounds.
        record.executability = 51.24817837550540_4 / 60.0;
        record.plan_match = 0.1 + 0.2;
        record.coverage = Some(1.0 / 12.0);
        let mut text = Vec::new();
        write_records(std::slice::from_ref(&record), &mut text).expect("a vector takes all");
        assert_eq!(read_records("x", &text[..]).expect("a record").0, [record]);
    }

    #[test]
    fn a_line_that_is_no_record_is_named() {
        let error = read_records("runs/a/results.jsonl", &b"{}\n"[..]).expect_err("not a record");
        assert!(error.to_string().starts_with("runs/a/results.jsonl:1: not an episode record"));
    }
}
