//! What is done with models: `models` and what is below it.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use eval::language::REPORTED;
use eval::language::extraction::Words;
use models_candle::head::PROBED_LAYER;

/// `models`.
#[derive(Debug, Parser)]
pub struct ModelsArgs {
    /// What to do with them
    #[command(subcommand)]
    pub what: ModelsWhat,
}

/// What can be done with models.
#[derive(Debug, Subcommand)]
pub enum ModelsWhat {
    /// Which models there are, how large, and which are here
    List {
        /// The name or the role: lists its files with their digests and sources
        model: Option<String>,
    },
    /// Fetch a model: its name, or `embed`. A fetch that was broken off goes on where it was
    Fetch {
        /// The name or the role
        model: String,
    },
    /// Measure what the language models that are here cost: prompt, writing, a choice of 12, memory
    Bench(BenchArgs),
    /// Read every file again and compare its sha256 with the manifest
    Verify {
        /// The name or the role; all where none is named
        model: Option<String>,
    },
    /// How well a language model reads observations, relates and judges them, beside the rules
    Accuracy(AccuracyArgs),
}

/// `models accuracy`.
#[derive(Debug, Parser)]
pub struct AccuracyArgs {
    /// The language model; only the rules where none is named
    #[arg(long)]
    pub model: Option<String>,
    /// Only these parts
    #[arg(long, value_enum, value_delimiter = ',')]
    pub part: Vec<AccuracyPart>,
    /// How many observations the model reads in each kind of words
    #[arg(long, default_value_t = 50)]
    pub observations: usize,
    /// Which variants of the scenarios are lived; heads learn from `dev` alone, and on `dev` each family
    /// is judged by heads that learned from the others
    #[arg(long, value_enum, default_value_t)]
    pub split: SplitArg,
    /// In which words the model reads them
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [ReadWords::HeldOut, ReadWords::Paraphrases])]
    pub words: Vec<ReadWords>,
    /// Which draw of observations; prompts are written and chosen with others than is reported
    #[arg(long, default_value_t = REPORTED)]
    pub draw: u64,
    /// How many pairs of each label the model judges
    #[arg(long, default_value_t = 20)]
    pub pairs: usize,
    /// From how many pairs of each label heads learn at most
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub head_pairs: usize,
    /// With `dev`, also cross-validate every recipe among which that of heads or probes was chosen
    #[arg(long)]
    pub grid: bool,
    /// After which layer, from 0, a probe sees the model's hidden states
    #[arg(long, default_value_t = PROBED_LAYER)]
    pub layer: usize,
    /// A folder for the probe that was trained and, with `test`, for the heads for what the rules leave
    /// open
    #[arg(long, value_name = "FOLDER")]
    pub keep_heads: Option<PathBuf>,
    /// In how many lives relevance is judged
    #[arg(long, default_value_t = 15)]
    pub lives: usize,
    /// A folder for what the models were asked and what they answered, for a test to ask again without
    /// them
    #[arg(long, value_name = "FOLDER")]
    pub keep: Option<PathBuf>,
    /// Also write the report as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// A file of the model's answers: what it holds is not asked again, and what is asked is added
    #[arg(long, value_name = "FILE", requires = "model")]
    pub transcript: Option<PathBuf>,
}

impl AccuracyArgs {
    /// All parts, for this model.
    pub fn of(model: &str) -> Self {
        Self::parse_from(["accuracy", "--model", model])
    }
}

/// A part of the variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum SplitArg {
    /// For building and tuning
    #[default]
    Dev,
    /// For reporting alone
    Test,
}

impl From<SplitArg> for scenario::checked::Split {
    fn from(split: SplitArg) -> Self {
        match split {
            SplitArg::Dev => Self::Dev,
            SplitArg::Test => Self::Test,
        }
    }
}

/// In which words observations are read by a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReadWords {
    /// By the templates that rules and prompts were written with
    Templates,
    /// By templates that were held out
    HeldOut,
    /// In free English that prompts were written with
    DevParaphrases,
    /// In free English that nothing was written with
    Paraphrases,
}

impl From<ReadWords> for Words {
    fn from(words: ReadWords) -> Self {
        match words {
            ReadWords::Templates => Self::Templates,
            ReadWords::HeldOut => Self::HeldOutTemplates,
            ReadWords::DevParaphrases => Self::DevParaphrases,
            ReadWords::Paraphrases => Self::Paraphrases,
        }
    }
}

/// A part of what `models accuracy` measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AccuracyPart {
    /// Observations read
    Extraction,
    /// A probe trained that tells kinds of event by the model's hidden states; only where it is named
    Probes,
    /// Relations between experiences judged
    Relations,
    /// What a judge of relevance buys at recall time
    Relevance,
    /// Actions of Chinese observations, by the embedder
    Chinese,
}

/// `models bench`.
#[derive(Debug, Parser)]
pub struct BenchArgs {
    /// The names of language models, or GGUF files; all of the manifest that are here where none is named
    pub models: Vec<String>,
    /// Also measure how well each answers, as `models accuracy` does: this takes long
    #[arg(long)]
    pub accuracy: bool,
    /// Also write the report as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}
