//! `brainmem regress`: the committed suite against its committed results.

use std::collections::BTreeMap;
use std::io::BufReader;
use std::process::ExitCode;
use std::sync::Arc;

use eval::life::Options;
use eval::matrix;
use eval::records::{EpisodeRecord, read_records, write_records};
use models::Embed;

use crate::args::RegressArgs;
use crate::commands::compare::{arms, available_threads};
use crate::failure::{Done, Failure};
use crate::{files, models as local_models, suites};

/// The arms of the committed suite.
const ARMS: [&str; 5] = ["brainmem", "vector", "last-seen", "nothing", "oracle-memory"];

pub fn run(args: &RegressArgs) -> Done {
    let suite = suites::load("dev")?;
    let jobs = matrix::jobs(&suite.scenarios, suite.split, 0..1);
    let arms = arms(&ARMS.map(str::to_owned))?;
    let kept = local_models::embedder()?;
    let embedder: Arc<dyn Embed> = Arc::clone(&kept) as Arc<dyn Embed>;
    let threads = args.threads.unwrap_or_else(available_threads);
    let options = Options::default();
    let now = matrix::run(&jobs, &arms, &options, &embedder, threads, Vec::new(), &|_| {})?;
    local_models::keep_answers(&kept)?;
    if args.accept {
        let mut lines = Vec::new();
        write_records(&now, &mut lines)?;
        files::write(&args.against, lines)?;
        println!("{}: {} episodes accepted", args.against.display(), now.len());
        return Ok(ExitCode::SUCCESS);
    }
    let committed = committed(args)?;
    let differences = differences(&committed, &now);
    for line in &differences.lines {
        println!("{line}");
    }
    println!(
        "{} episodes: {} flipped, {} otherwise changed, {} new, {} gone",
        now.len(),
        differences.flipped,
        differences.changed,
        differences.new,
        differences.gone
    );
    let is_same = differences.lines.is_empty();
    if !is_same {
        println!("read the changes; `brainmem regress --accept` commits to them");
    }
    Ok(ExitCode::from(u8::from(!is_same)))
}

/// The committed results: the file where it is, else those that came with the program.
fn committed(args: &RegressArgs) -> Result<Vec<EpisodeRecord>, Failure> {
    let name = args.against.display().to_string();
    let (records, was_cut_off) = if args.against.is_file() {
        read_records(&name, BufReader::new(std::fs::File::open(&args.against)?))?
    } else {
        read_records(&name, COMMITTED.as_bytes())?
    };
    if was_cut_off {
        return Err(Failure::new(format!("{name}: the last line is cut off")));
    }
    Ok(records)
}

const COMMITTED: &str = include_str!("../../../../assets/regress/results.jsonl");

#[derive(Default)]
struct Differences {
    lines: Vec<String>,
    flipped: usize,
    changed: usize,
    new: usize,
    gone: usize,
}

fn differences(committed: &[EpisodeRecord], now: &[EpisodeRecord]) -> Differences {
    let by_name = |records: &[EpisodeRecord]| -> BTreeMap<String, EpisodeRecord> {
        records.iter().map(|record| (record.episode.clone(), record.clone())).collect()
    };
    let (then, now) = (by_name(committed), by_name(now));
    let mut found = Differences::default();
    for (name, record) in &now {
        match then.get(name) {
            None => {
                found.new += 1;
                found.lines.push(format!("new      {name}: {:?}", record.outcome));
            }
            Some(before) if before.outcome != record.outcome => {
                found.flipped += 1;
                let line = format!("FLIPPED  {name}: {:?} -> {:?}", before.outcome, record.outcome);
                found.lines.push(line);
            }
            Some(before) if before != record => {
                found.changed += 1;
                let line = format!(
                    "changed  {name}: {} actions -> {}, digest {} -> {}",
                    before.actions,
                    record.actions,
                    before.digest.short(),
                    record.digest.short()
                );
                found.lines.push(line);
            }
            Some(_) => {}
        }
    }
    for name in then.keys().filter(|name| !now.contains_key(*name)) {
        found.gone += 1;
        found.lines.push(format!("gone     {name}"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_results_can_be_read() {
        let (records, was_cut_off) =
            read_records("assets/regress/results.jsonl", COMMITTED.as_bytes()).expect("records");
        assert!(!was_cut_off);
        assert!(differences(&records, &records).lines.is_empty());
        if let Some(first) = records.first() {
            let mut flipped = first.clone();
            flipped.outcome = eval::records::Outcome::Crash;
            let found = differences(std::slice::from_ref(first), &[flipped]);
            assert_eq!((found.flipped, found.changed), (1, 0));
        }
    }
}
