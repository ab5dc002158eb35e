//! The matrix of a comparison: every variant with every seed for every arm.
//!
//! One life, one thread; many lives, many threads. Results are merged in the order of the matrix,
//! so the number of threads never shows in them.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use models::Embed;
use rayon::prelude::*;
use scenario::Scenario;
use scenario::checked::Split;

use crate::life::{Episode, Options, run_life};
use crate::records::{EpisodeRecord, Outcome, split_name};
use crate::roster::Arm;

/// One life to be run.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The name of the variant.
    pub variant: &'a str,
    /// Its split.
    pub split: Split,
    /// The seed.
    pub seed: u64,
}

impl Job<'_> {
    /// What the records of this job have in common.
    fn key(&self) -> (&str, &str, u64) {
        (&self.scenario.name, self.variant, self.seed)
    }
}

/// The jobs of these scenarios: every variant of the split (of both where none is named) with
/// every seed, in the order of the files.
pub fn jobs<'a>(
    scenarios: &'a [Scenario],
    split: Option<Split>,
    seeds: std::ops::Range<u64>,
) -> Vec<Job<'a>> {
    let mut jobs = Vec::new();
    for scenario in scenarios {
        for variant in &scenario.variants {
            if split.is_none_or(|split| split == variant.split) {
                jobs.extend(seeds.clone().map(|seed| Job {
                    scenario,
                    variant: &variant.name,
                    split: variant.split,
                    seed,
                }));
            }
        }
    }
    jobs
}

/// Runs the jobs that `already` does not hold the records of, and returns all records in the order
/// of the matrix.
///
/// `on_done` is called with the episodes of each job as it ends, from several threads and in any
/// order. A job that breaks off gives a crash record for each arm.
pub fn run(
    jobs: &[Job<'_>],
    arms: &[Arm],
    options: &Options,
    embedder: &Arc<dyn Embed>,
    threads: usize,
    already: Vec<EpisodeRecord>,
    on_done: &(dyn Fn(&[Episode]) + Sync),
) -> Result<Vec<EpisodeRecord>, rayon::ThreadPoolBuildError> {
    let mut kept: BTreeMap<(String, String, u64), Vec<EpisodeRecord>> = BTreeMap::new();
    for record in already {
        let key = (record.scenario.clone(), record.variant.clone(), record.seed);
        kept.entry(key).or_default().push(record);
    }
    let is_whole = |records: &Vec<EpisodeRecord>| {
        arms.iter().all(|arm| records.iter().any(|record| record.arm == arm.name))
    };
    let of_job = |job: &Job<'_>| {
        let (scenario, variant, seed) = job.key();
        if let Some(records) = kept.get(&(scenario.to_owned(), variant.to_owned(), seed))
            && is_whole(records)
        {
            let named = |record: &&EpisodeRecord| arms.iter().any(|arm| arm.name == record.arm);
            return records.iter().filter(named).cloned().collect();
        }
        let episodes = run_job(job, arms, options, embedder);
        on_done(&episodes);
        episodes.into_iter().map(|episode| episode.record).collect::<Vec<EpisodeRecord>>()
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let by_job: Vec<Vec<EpisodeRecord>> =
        pool.install(|| jobs.par_iter().with_max_len(1).map(of_job).collect());
    Ok(by_job.into_iter().flatten().collect())
}

fn run_job(
    job: &Job<'_>,
    arms: &[Arm],
    options: &Options,
    embedder: &Arc<dyn Embed>,
) -> Vec<Episode> {
    let lived = catch_unwind(AssertUnwindSafe(|| {
        let life = job.scenario.life(job.variant, job.seed).map_err(|errors| errors.to_string())?;
        run_life(&life, arms, options, embedder).map_err(|error| error.to_string())
    }));
    let reason = match lived {
        Ok(Ok(episodes)) => return episodes,
        Ok(Err(reason)) => reason,
        Err(panic) => panic_words(&*panic),
    };
    arms.iter().map(|arm| crashed(job, arm, options, &reason)).collect()
}

fn panic_words(panic: &(dyn std::any::Any + Send)) -> String {
    let words = panic
        .downcast_ref::<&str>()
        .map(|words| (*words).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    format!("panicked: {}", words.unwrap_or_else(|| "without a word".to_owned()))
}

fn crashed(job: &Job<'_>, arm: &Arm, options: &Options, reason: &str) -> Episode {
    let record = EpisodeRecord {
        episode: format!(
            "{}.{}.seed-{}.crashed.{}",
            job.scenario.name, job.variant, job.seed, arm.name
        ),
        family: job.scenario.family,
        scenario: job.scenario.name.clone(),
        variant: job.variant.to_owned(),
        split: split_name(job.split).to_owned(),
        day: 0,
        scored: true,
        protocol: options.protocol,
        arm: arm.name.to_owned(),
        memory: arm.memory.to_owned(),
        profile: arm.profile.to_owned(),
        planner: options.planner.name().to_owned(),
        seed: job.seed,
        outcome: Outcome::Crash,
        goal_rate: 0.0,
        actions: 0,
        ticks: 0,
        oracle_actions: 0,
        executability: 0.0,
        plan_match: 0.0,
        refusals: BTreeMap::new(),
        repeated_errors: 0,
        stale_actions: 0,
        relevant: None,
        coverage: None,
        precision: None,
        tokens: 0,
        model: None,
        memory_units: 0,
        digest: base::Digest::default(),
        note: Some(reason.to_owned()),
    };
    Episode { record, trace: crate::trace::Trace::default(), unmet: Vec::new(), decisions: None }
}
