//! `brainmem replay`: lives an episode of a run again, without any model.

use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use eval::life::{Episode, Options, PlannerName, run_life, run_life_watched};
use eval::manifest::Manifest;
use eval::records::{EpisodeRecord, read_records};
use eval::roster::Arm;
use eval::story;
use eval::watch::Watcher;
use models::Embed;
use scenario::checked::Life;

use crate::args::ReplayArgs;
use crate::failure::{Done, Failure};
use crate::language::Language;
use crate::{files, models as local_models, suites};

pub fn run(args: &ReplayArgs) -> Done {
    let recorded = Recorded::read(&args.run, &args.episode)?;
    let again = recorded.live(None)?;
    println!("{}", story::tell(&again));
    let record = recorded.record;
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

/// An episode of a run, and everything that it takes to live it again.
pub struct Recorded {
    /// What came of it.
    pub record: EpisodeRecord,
    life: Life,
    options: Options,
    embedder: Arc<dyn Embed>,
}

impl Recorded {
    /// Finds the episode of the run in that folder.
    pub fn read(run: &Path, episode: &str) -> Result<Self, Failure> {
        let manifest: Manifest = serde_json::from_str(&files::read(&run.join("manifest.json"))?)?;
        let record = find(&run.join("results.jsonl"), episode)?;
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
        let answers = local_models::read_answers(&run.join("answers.transcript"))?;
        let options = Options {
            protocol: record.protocol,
            planner,
            budget: manifest.budget,
            shuffle_seed: None,
            language: Language::replaying(answers.clone(), manifest.language.as_ref())?
                .as_ref()
                .map(Language::planning),
        };
        let embedder: Arc<dyn Embed> = local_models::replaying(answers)?;
        Ok(Self { record, life, options, embedder })
    }

    /// Lives it again, without any model; somebody may look on.
    pub fn live(&self, watcher: Option<Watcher>) -> Result<Episode, Failure> {
        let (life, options) = (&self.life, &self.options);
        let arms = [Arm::named(&self.record.arm)?];
        let episodes = match watcher {
            None => run_life(life, &arms, options, &self.embedder)?,
            Some(watcher) => run_life_watched(life, &arms, options, &self.embedder, watcher)?,
        };
        episodes
            .into_iter()
            .find(|episode| episode.record.episode == self.record.episode)
            .ok_or_else(|| Failure::new("the episode did not come up again"))
    }
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
