//! `brainmem replay`: lives an episode of a run again, without any model.

use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use eval::life::{Options, PlannerName, run_life};
use eval::manifest::Manifest;
use eval::records::{EpisodeRecord, read_records};
use eval::roster::Arm;
use eval::story;
use models::Embed;

use crate::args::ReplayArgs;
use crate::failure::{Done, Failure};
use crate::{files, models as local_models, suites};

pub fn run(args: &ReplayArgs) -> Done {
    let manifest: Manifest = serde_json::from_str(&files::read(&args.run.join("manifest.json"))?)?;
    let record = find(&args.run.join("results.jsonl"), &args.episode)?;
    let suite = suites::load(&manifest.suite)?;
    let changed: Vec<&String> = manifest
        .files
        .iter()
        .filter(|(path, digest)| suite.files.get(*path) != Some(digest))
        .map(|(path, _)| path)
        .collect();
    if let Some(path) = changed.first() {
        return Err(Failure::new(format!(
            "{path} has changed since the run ({} of its files have); the episode cannot be the same",
            changed.len()
        )));
    }
    let scenario =
        suite.scenarios.iter().find(|scenario| scenario.name == record.scenario).ok_or_else(
            || Failure::new(format!("the suite has no scenario \"{}\"", record.scenario)),
        )?;
    let life = scenario.life(&record.variant, record.seed).map_err(Failure::in_file)?;
    let planner = PlannerName::ALL
        .into_iter()
        .find(|planner| planner.name() == record.planner)
        .ok_or_else(|| Failure::new(format!("no planner is named \"{}\"", record.planner)))?;
    let options =
        Options { protocol: record.protocol, planner, budget: manifest.budget, shuffle_seed: None };
    let embedder: Arc<dyn Embed> = local_models::replaying(&args.run.join("answers.transcript"))?;
    let episodes = run_life(&life, &[Arm::named(&record.arm)?], &options, &embedder)?;
    let again = episodes
        .iter()
        .find(|episode| episode.record.episode == record.episode)
        .ok_or_else(|| Failure::new("the episode did not come up again"))?;
    println!("{}", story::tell(again));
    let is_same = again.record == record;
    if is_same {
        println!("the same, digest {}", record.digest);
    } else {
        println!(
            "DIFFERENT: recorded {:?} with digest {}, now {:?} with digest {}",
            record.outcome, record.digest, again.record.outcome, again.record.digest
        );
    }
    Ok(ExitCode::from(u8::from(!is_same)))
}

fn find(results: &Path, episode: &str) -> Result<EpisodeRecord, Failure> {
    let file = std::fs::File::open(results)
        .map_err(|error| Failure::new(format!("{}: {error}", results.display())))?;
    let (records, _) = read_records(&results.display().to_string(), BufReader::new(file))?;
    let nearest = records
        .iter()
        .max_by(|a, b| {
            let near = |record: &EpisodeRecord| strsim::jaro_winkler(&record.episode, episode);
            near(a).total_cmp(&near(b))
        })
        .map(|record| record.episode.clone());
    records.into_iter().find(|record| record.episode == episode).ok_or_else(|| {
        Failure::new(format!(
            "{} has no episode \"{episode}\"; did you mean \"{}\"?",
            results.display(),
            nearest.unwrap_or_default()
        ))
    })
}
