//! The arguments, as they are typed.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use eval::language::REPORTED;
use eval::language::extraction::Words;
use eval::life::{ModelBudget, PlannerName};
use eval::records::Protocol;

/// Find out whether a memory makes an embodied agent better at household tasks.
#[derive(Debug, Parser)]
#[command(name = "brainmem", version, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run one scenario and tell it action by action
    Run(RunArgs),
    /// Compare memories on a suite of scenarios, paired and with statistics
    Compare(CompareArgs),
    /// Run the committed suite and compare it with its committed results
    Regress(RegressArgs),
    /// Say what is wrong with a scenario or a kitchen
    Check(CheckArgs),
    /// Write a starter file for a scenario or a kitchen of your own
    New(NewArgs),
    /// Draw a kitchen or a scenario as a plan, or watch an episode in the terminal
    Look(LookArgs),
    /// Turn other simulators' worlds into kitchens
    Import(ImportArgs),
    /// List, fetch and verify the local models
    Models(ModelsArgs),
    /// Live an episode of a run again, without any model, and check that it is the same
    Replay(ReplayArgs),
    /// Write an episode of a run as MCAP, for viewers of robots' logs
    #[cfg(feature = "mcap")]
    Export(ExportArgs),
    /// Run what other simulators recorded, and compare every step
    Conform(ConformArgs),
}

/// `run`.
#[derive(Debug, Parser)]
pub struct RunArgs {
    /// The scenario file
    pub scenario: PathBuf,
    /// The variant; the first one where none is named
    #[arg(long)]
    pub variant: Option<String>,
    /// The memory the agent lives by
    #[arg(long, default_value = "brainmem")]
    pub memory: String,
    /// The planner; a scripted scenario follows its script
    #[arg(long, value_enum, default_value_t)]
    pub planner: Planner,
    /// The seed
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Only the scored days, with the past lived as `compare` lives it
    #[arg(long)]
    pub scored: bool,
    /// Print the records as JSON, one a line, instead of the story
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub language: LanguageArgs,
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

/// `compare`.
#[derive(Debug, Clone, Parser)]
pub struct CompareArgs {
    /// `dev` or `test` of the built-in suite, `thor` (imported kitchens), `alfred` and
    /// `alfred-test` (demonstrated tasks in them), a scenario file or a
    /// folder of them
    #[arg(long, default_value = "dev")]
    pub suite: String,
    /// The memories, the first against each other one
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "brainmem,vector,vector-recency,hybrid,bm25,full-history,recent,last-seen,nothing,oracle-memory"
    )]
    pub memory: Vec<String>,
    /// The planner
    #[arg(long, value_enum, default_value_t)]
    pub planner: Planner,
    /// Whether every memory gets the identical past, or lives its own
    #[arg(long, value_enum, default_value_t)]
    pub protocol: ProtocolArg,
    /// The seeds, first to last and the last left out
    #[arg(long, default_value = "0..5", value_parser = seeds)]
    pub seeds: Range<u64>,
    /// Only these families
    #[arg(long, value_delimiter = ',')]
    pub family: Vec<u8>,
    /// Only these variants
    #[arg(long, value_delimiter = ',')]
    pub variant: Vec<String>,
    /// How many lives at once; the results do not depend on it
    #[arg(long)]
    pub threads: Option<usize>,
    /// With `--planner model`: how many lives share a thread, so that the model answers their questions
    /// together; the results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = at_least_one)]
    pub together: usize,
    /// Where the results go; `runs/<suite>` where none is named
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Begin anew instead of going on with an interrupted run
    #[arg(long)]
    pub fresh: bool,
    /// What must hold, such as "brainmem>vector:success:family=2"; exit code 1 where it does not
    #[arg(long)]
    pub require: Vec<String>,
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// `regress`.
#[derive(Debug, Parser)]
pub struct RegressArgs {
    /// How many lives at once
    #[arg(long)]
    pub threads: Option<usize>,
    /// Accept today's results as the committed ones
    #[arg(long)]
    pub accept: bool,
    /// The committed results
    #[arg(long, default_value = "assets/regress/results.jsonl")]
    pub against: PathBuf,
}

/// `check`.
#[derive(Debug, Parser)]
pub struct CheckArgs {
    /// A scenario or a kitchen
    pub file: PathBuf,
    /// Let everything settle for so many simulated seconds and report what moved
    #[arg(long)]
    pub settle: Option<f32>,
}

/// `new`.
#[derive(Debug, Parser)]
pub struct NewArgs {
    /// What to begin
    #[command(subcommand)]
    pub what: NewWhat,
}

/// What can be begun.
#[derive(Debug, Subcommand)]
pub enum NewWhat {
    /// A scenario: a thing is put away, days pass, and it is asked for
    Scenario {
        /// Its name, in small letters with hyphens
        name: String,
        /// The family that it belongs to, 1 to 13
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=13))]
        family: u8,
        /// The kitchen: the name of one that comes with the program, or a file
        #[arg(long, default_value = "galley")]
        kitchen: String,
        /// Where it goes; `NAME.ron` where none is named
        #[arg(short, long)]
        out: Option<PathBuf>,
    },
    /// A kitchen: a room, a row of furniture, a table
    Kitchen {
        /// Its name, in small letters with hyphens
        name: String,
        /// Where it goes; `NAME.ron` where none is named
        #[arg(short, long)]
        out: Option<PathBuf>,
    },
}

/// `look`.
#[derive(Debug, Parser)]
pub struct LookArgs {
    /// A kitchen or a scenario
    pub file: PathBuf,
    /// The variant; the first one where none is named
    #[arg(long)]
    pub variant: Option<String>,
    /// The seed
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// The morning of that day; the first one where none is named. With `--watch`, from that day on
    #[arg(long)]
    pub day: Option<u32>,
    /// Where the plan goes; named after FILE, in this folder, where none is named
    #[arg(short, long, conflicts_with = "watch")]
    pub out: Option<PathBuf>,
    /// Where the agent stands: x and z in metres, and where it looks in degrees
    #[arg(long, value_name = "X,Z[,YAW]", allow_hyphen_values = true, value_parser = spot, conflicts_with = "watch")]
    pub at: Option<Spot>,
    /// Play the episodes in the terminal; q ends, the space bar holds
    #[arg(long)]
    pub watch: bool,
    /// With `--watch`: the memory the agent lives by
    #[arg(long, default_value = "brainmem", requires = "watch")]
    pub memory: String,
    /// With `--watch`: the planner
    #[arg(long, value_enum, default_value_t, requires = "watch")]
    pub planner: Planner,
    /// With `--watch`: so many simulated seconds in one second
    #[arg(long, default_value_t = 8.0, value_parser = speed, requires = "watch")]
    pub speed: f64,
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// A place to stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// x and z, metres.
    pub feet: [f32; 2],
    /// Where to look, degrees.
    pub yaw_deg: Option<f32>,
}

/// `export`.
#[cfg(feature = "mcap")]
#[derive(Debug, Parser)]
pub struct ExportArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// The episode, as `results.jsonl` names it
    pub episode: String,
    /// Where the file goes
    #[arg(short, long)]
    pub out: PathBuf,
}

/// `import`.
#[derive(Debug, Parser)]
pub struct ImportArgs {
    /// From where
    #[command(subcommand)]
    pub from: ImportFrom,
}

/// What can be imported.
#[derive(Debug, Subcommand)]
pub enum ImportFrom {
    /// A kitchen of AI2-THOR from its JSON
    Thor {
        /// The JSON file
        file: PathBuf,
        /// Which floor plan
        #[arg(long)]
        plan: String,
        /// Where the kitchen goes
        #[arg(short, long)]
        out: PathBuf,
    },
    /// Demonstrated tasks of ALFRED as scenarios on the floor plans of AI2-THOR
    Alfred(AlfredArgs),
    /// Activities of BEHAVIOR, in BDDL, as scenarios
    Bddl(BddlArgs),
    /// Task definitions of TEACh as goals
    Teach(TeachArgs),
    /// A scene of VirtualHome as a home, and recorded activities as scenarios in it
    #[command(name = "virtualhome")]
    VirtualHome(VirtualHomeArgs),
}

/// `import teach`.
#[derive(Debug, Parser)]
pub struct TeachArgs {
    /// The folder with the definitions (JSON)
    pub folder: PathBuf,
    /// The JSON file with the classes of objects
    #[arg(long)]
    pub classes: Option<PathBuf>,
    /// The task whose goal is printed; without it, all tasks are listed
    #[arg(long)]
    pub task: Option<String>,
    /// What stands for #0, #1 and so on
    #[arg(long = "word")]
    pub words: Vec<String>,
}

/// `import virtualhome`.
#[derive(Debug, Parser)]
pub struct VirtualHomeArgs {
    /// The JSON file of a scene with a box for each node
    pub scene: PathBuf,
    /// A file of the same scene in which nodes are called as activities call them
    #[arg(long)]
    pub names: Option<PathBuf>,
    /// Recorded activities: one JSON object a line, also packed (`.gz`)
    #[arg(long)]
    pub tasks: Option<PathBuf>,
    /// At most so many activities, spread evenly over the file
    #[arg(long)]
    pub limit: Option<usize>,
    /// The folder for the home and the scenarios; nothing is written where none is named
    #[arg(short, long)]
    pub out: Option<PathBuf>,
    /// Make the programs scripts of scenarios, too
    #[arg(long)]
    pub programs: bool,
    /// Let the oracle planner solve each activity, and say why where it cannot
    #[arg(long)]
    pub solve: bool,
}

/// `import bddl`.
#[derive(Debug, Parser)]
pub struct BddlArgs {
    /// An activity, or a folder with activities at any depth (`.bddl`)
    pub path: PathBuf,
    /// At most so many, spread evenly over the folder
    #[arg(long)]
    pub limit: Option<usize>,
    /// The folder for the scenarios; nothing is written where none is named
    #[arg(short, long)]
    pub out: Option<PathBuf>,
    /// Let the oracle planner solve each, and say why where it cannot
    #[arg(long)]
    pub solve: bool,
    /// How many at once
    #[arg(long)]
    pub threads: Option<usize>,
}

/// `import alfred`.
#[derive(Debug, Parser)]
pub struct AlfredArgs {
    /// The demonstrations: one JSON object a line, also packed (`.gz`)
    pub file: PathBuf,
    /// The JSON file of the floor plans; the one in `$BRAINMEM_DATA` where none is named
    #[arg(long)]
    pub kitchens: Option<PathBuf>,
    /// Only demonstrations on this floor plan
    #[arg(long)]
    pub plan: Option<String>,
    /// At most so many, spread evenly over the file
    #[arg(long)]
    pub limit: Option<usize>,
    /// The folder for the scenarios and their kitchens; nothing is written where none is named
    #[arg(short, long)]
    pub out: Option<PathBuf>,
    /// Let the oracle planner solve each, and say why where it cannot
    #[arg(long)]
    pub solve: bool,
    /// How many at once
    #[arg(long)]
    pub threads: Option<usize>,
}

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
    /// With `dev`, also cross-validate every recipe among which that of the heads was chosen
    #[arg(long)]
    pub grid: bool,
    /// With `test`, a folder for the heads that were trained for what the rules leave open
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

/// `replay`.
#[derive(Debug, Parser)]
pub struct ReplayArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// The episode, as `results.jsonl` names it
    pub episode: String,
}

/// `conform`.
#[derive(Debug, Parser)]
pub struct ConformArgs {
    /// With which simulator
    #[command(subcommand)]
    pub with: ConformWith,
}

/// What can be compared with.
#[derive(Debug, Subcommand)]
pub enum ConformWith {
    /// The evolving graph of VirtualHome
    #[command(name = "virtualhome")]
    VirtualHome {
        /// The folder of the data; `$BRAINMEM_DATA`, else `shared/data` beside or above here
        #[arg(long)]
        data: Option<PathBuf>,
        /// How many differences are shown
        #[arg(long, default_value_t = 10)]
        show: usize,
    },
}

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

/// The protocols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ProtocolArg {
    /// Every memory gets the identical past
    #[default]
    Yoked,
    /// Each memory lives its own days
    Lived,
}

impl From<ProtocolArg> for Protocol {
    fn from(protocol: ProtocolArg) -> Self {
        match protocol {
            ProtocolArg::Yoked => Self::Yoked,
            ProtocolArg::Lived => Self::Lived,
        }
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..) => Ok(number),
        _ => Err(format!("\"{text}\" is not a number above zero")),
    }
}

fn seeds(text: &str) -> Result<Range<u64>, String> {
    let wrong = || format!("\"{text}\" is not a range of seeds such as 0..5");
    let (first, end) = text.split_once("..").ok_or_else(wrong)?;
    let (first, end) =
        (first.trim().parse().map_err(|_| wrong())?, end.trim().parse().map_err(|_| wrong())?);
    if first >= end {
        Err(format!("{}: the first seed must be below the last", wrong()))
    } else {
        Ok(first..end)
    }
}

fn spot(text: &str) -> Result<Spot, String> {
    let wrong = || format!("\"{text}\" is not a place such as 1.5,2 or 1.5,2,90");
    let numbers: Vec<f32> = text
        .split(',')
        .map(|number| number.trim().parse().ok().filter(|number: &f32| number.is_finite()))
        .collect::<Option<_>>()
        .ok_or_else(wrong)?;
    match numbers[..] {
        [x, z] => Ok(Spot { feet: [x, z], yaw_deg: None }),
        [x, z, yaw_deg] => Ok(Spot { feet: [x, z], yaw_deg: Some(yaw_deg) }),
        _ => Err(wrong()),
    }
}

fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|speed: &f64| speed.is_finite() && *speed > 0.0);
    speed.ok_or_else(|| format!("\"{text}\" is not a number above 0"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_fit_together() {
        Args::command().debug_assert();
    }

    #[test]
    fn a_spot_is_two_numbers_or_three() {
        assert_eq!(spot("1.5, -2"), Ok(Spot { feet: [1.5, -2.0], yaw_deg: None }));
        assert_eq!(spot("0,1,90").map(|spot| spot.yaw_deg), Ok(Some(90.0)));
        assert!(spot("1").is_err() && spot("a,b").is_err() && spot("NaN,1").is_err());
        assert!(speed("0").is_err() && speed("-1").is_err() && speed("4").is_ok());
    }

    #[test]
    fn seeds_are_a_range() {
        assert_eq!(seeds("0..5"), Ok(0..5));
        assert!(seeds("5").is_err() && seeds("5..5").is_err() && seeds("a..b").is_err());
    }
}
