//! What is done with other simulators: `import` and `conform`.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

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
