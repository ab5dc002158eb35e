//! What is done with one episode: `run`, `look`, `replay` and `export`.

use std::path::PathBuf;

use clap::Parser;

use super::planner::{LanguageArgs, Planner};

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

/// `replay`.
#[derive(Debug, Parser)]
pub struct ReplayArgs {
    /// The folder of the run
    pub run: PathBuf,
    /// The episode, as `results.jsonl` names it
    pub episode: String,
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
    use super::*;

    #[test]
    fn a_spot_is_two_numbers_or_three() {
        assert_eq!(spot("1.5, -2"), Ok(Spot { feet: [1.5, -2.0], yaw_deg: None }));
        assert_eq!(spot("0,1,90").map(|spot| spot.yaw_deg), Ok(Some(90.0)));
        assert!(spot("1").is_err() && spot("a,b").is_err() && spot("NaN,1").is_err());
        assert!(speed("0").is_err() && speed("-1").is_err() && speed("4").is_ok());
    }
}
