//! What compares memories: `compare` and `regress`.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use eval::records::Protocol;

use super::planner::{LanguageArgs, Planner};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_a_range() {
        assert_eq!(seeds("0..5"), Ok(0..5));
        assert!(seeds("5").is_err() && seeds("5..5").is_err() && seeds("a..b").is_err());
    }
}
