//! Who plans: the planner, and the language model that it or a memory asks.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use eval::life::{ModelBudget, PlannerName};

/// The planners.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Planner {
    /// Deterministic, over beliefs
    #[default]
    Rules,
    /// Knows the truth: the upper bound
    Oracle,
    /// Does anything that looks possible: the lower bound
    Random,
    /// Does what the scenario's script says
    Script,
    /// A language model chooses among skills, with what comes to mind in its prompt
    Model,
    /// A language model chooses, the oracle's skill is done: how often do they agree?
    ModelGuided,
}

impl From<Planner> for PlannerName {
    fn from(planner: Planner) -> Self {
        match planner {
            Planner::Rules => Self::Rules,
            Planner::Oracle => Self::Oracle,
            Planner::Random => Self::Random,
            Planner::Script => Self::Script,
            Planner::Model => Self::Model,
            Planner::ModelGuided => Self::ModelGuided,
        }
    }
}

/// The language model of a planner, or of a memory that asks one.
#[derive(Debug, Clone, Parser)]
pub struct LanguageArgs {
    /// With `--planner model` or the memory `brainmem-relevance`: the language model, by its name
    /// (`brainmem models list`) or as the path of a GGUF file
    #[arg(long, default_value = "planner")]
    pub model: String,
    /// With `--planner model`: the most choices in an episode, then the agent gives up
    #[arg(long, value_name = "N", default_value_t = ModelBudget::default().choices)]
    pub model_choices: u32,
    /// With `--planner model`: the most tokens of prompts and chosen skills in an episode, then the
    /// agent gives up
    #[arg(long, value_name = "N", default_value_t = ModelBudget::default().tokens)]
    pub model_tokens: u64,
    /// With `--planner model`: the most MiB of the model's states that an episode holds; what has no
    /// room is read again
    #[arg(long, value_name = "MIB", default_value_t = ModelBudget::default().kept_bytes >> 20)]
    pub model_kept: u64,
    /// With `--planner model`: whether questions that were never asked may be asked now
    #[arg(long, value_enum, default_value_t)]
    pub transcript: TranscriptArg,
    /// With `--planner model`: the file of recorded answers; one beside the models where none is
    /// named
    #[arg(long)]
    pub answers: Option<PathBuf>,
}

/// What may answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum TranscriptArg {
    /// What is not recorded is asked of the model, and recorded
    #[default]
    Record,
    /// Only recorded answers: no model is loaded, and a new question ends the episode
    Strict,
}
