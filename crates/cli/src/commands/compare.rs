//! `brainmem compare`: memories on a suite, paired and with statistics.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use eval::decisions::{Decisions, written_decisions};
use eval::life::{Episode, Options, PlannerName};
use eval::manifest::Manifest;
use eval::matrix::{self, Job};
use eval::records::{EpisodeRecord, write_records};
use eval::report;
use eval::require::Requirement;
use eval::roster::Arm;
use eval::summary::{Summary, summarise};
use models::{Embed, Transcript};

use crate::args::CompareArgs;
use crate::failure::{Done, Failure};
use crate::language::{Askers, Language};
use crate::models::Embedder;
use crate::suites::Suite;
use crate::{files, models as local_models, progress, suites, tables};

mod partial;

use partial::Partial;

pub fn run(args: &CompareArgs) -> Done {
    let arms = arms(&args.memory)?;
    let requirements = requirements(&args.require, &arms)?;
    let mut suite = suites::load(&args.suite)?;
    if !args.family.is_empty() {
        suite.scenarios.retain(|scenario| args.family.contains(&scenario.family));
    }
    let mut jobs = matrix::jobs(&suite.scenarios, suite.split, args.seeds.clone());
    keep_variants(&mut jobs, &args.variant)?;
    if jobs.is_empty() {
        return Err(Failure::new(format!(
            "there is nothing to run: suite \"{}\" has no variant of the families asked for",
            args.suite
        )));
    }
    let embeds = arms.iter().any(Arm::embeds);
    let embedder = local_models::embedder_for(&arms, &args.language)?;
    let threads = args.threads.unwrap_or_else(available_threads);
    let askers = Askers { threads, together: args.together };
    let language = Language::open(args.planner.into(), &arms, &args.language, askers)?;
    let options = Options {
        protocol: args.protocol.into(),
        planner: args.planner.into(),
        language: language.as_ref().map(Language::planning),
        ..Options::default()
    };
    let mut manifest = manifest(args, &suite, &arms, &options, &embedder);
    manifest.language = language.as_ref().map(Language::of_run);
    let out = args.out.clone().unwrap_or_else(|| default_folder(&args.suite));
    let running = Running { embedder: &embedder, language: language.as_ref() };
    let Ran { records, decisions, answers } =
        run_matrix(&jobs, &arms, &options, &running, &manifest, &out, args)?;
    if embeds {
        local_models::keep_answers(&embedder)?;
    }
    let names: Vec<String> = arms.iter().map(|arm| arm.name.to_owned()).collect();
    let summary = summarise(&records, &names);
    let results =
        Results { records: &records, decisions: &decisions, answers: &answers, summary: &summary };
    write_results(&out, &manifest, &results, &arms, &running)?;
    println!("{}", tables::comparison(&summary, &names));
    if language.is_some() {
        println!("{}", tables::model_use(&records, &names));
    }
    println!("{}", out.join("report.html").display());
    let mut all_hold = true;
    for requirement in requirements {
        let verdict = requirement.judge(&records);
        all_hold &= verdict.holds;
        let word = if verdict.holds { "holds" } else { "DOES NOT HOLD" };
        println!("{word}: {} ({})", verdict.requirement, verdict.figures);
    }
    Ok(ExitCode::from(u8::from(!all_hold)))
}

/// Leaves out the jobs of other variants, where some are named.
fn keep_variants(jobs: &mut Vec<Job<'_>>, variants: &[String]) -> Result<(), Failure> {
    for wanted in variants {
        if jobs.iter().any(|job| job.variant == wanted) {
            continue;
        }
        let near = |job: &Job<'_>| strsim::jaro_winkler(job.variant, wanted);
        let nearest = jobs.iter().max_by(|a, b| near(a).total_cmp(&near(b)));
        let nearest =
            nearest.map_or_else(String::new, |job| format!("; did you mean \"{}\"?", job.variant));
        return Err(Failure::new(format!("the suite has no variant \"{wanted}\"{nearest}")));
    }
    if !variants.is_empty() {
        jobs.retain(|job| variants.iter().any(|variant| variant == job.variant));
    }
    Ok(())
}

/// The arms with these names, each once.
pub fn arms(names: &[String]) -> Result<Vec<Arm>, Failure> {
    let mut arms = Vec::new();
    for name in names {
        let arm = Arm::named(name.trim())?;
        if !arms.contains(&arm) {
            arms.push(arm);
        }
    }
    Ok(arms)
}

fn requirements(texts: &[String], arms: &[Arm]) -> Result<Vec<Requirement>, Failure> {
    let mut requirements = Vec::new();
    for text in texts {
        let requirement: Requirement = text.parse()?;
        for name in requirement.arms() {
            if !arms.iter().any(|arm| arm.name == name) {
                Arm::named(name)?;
                return Err(Failure::new(format!("\"{text}\" needs --memory to name {name}")));
            }
        }
        requirements.push(requirement);
    }
    Ok(requirements)
}

fn default_folder(suite: &str) -> PathBuf {
    let name = Path::new(suite).file_stem().map_or_else(|| suite.into(), |stem| stem.to_owned());
    Path::new("runs").join(name)
}

/// What the run is made of.
fn manifest(
    args: &CompareArgs,
    suite: &Suite,
    arms: &[Arm],
    options: &Options,
    embedder: &Embedder,
) -> Manifest {
    let libraries = [("bevy_ecs", "0.20.1"), ("rapier3d", "0.36.1"), ("rand_chacha", "0.10.0")];
    Manifest {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        libraries: libraries.map(|(name, version)| (name.to_owned(), version.to_owned())).into(),
        features: vec!["rapier3d/enhanced-determinism".to_owned()],
        target: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
        cpu_class: cpu_class(),
        suite: args.suite.clone(),
        files: suite.files.clone(),
        families: args.family.clone(),
        variants: args.variant.clone(),
        arms: arms.iter().map(|arm| arm.name.to_owned()).collect(),
        planner: PlannerName::from(args.planner).name().to_owned(),
        protocol: options.protocol,
        seeds: [args.seeds.start, args.seeds.end],
        budget: options.budget,
        embedder: embedder.fingerprint().to_string(),
        language: None,
    }
}

/// The instruction sets on which the results of models may depend.
pub fn cpu_class() -> String {
    #[cfg(target_arch = "x86_64")]
    {
        let sets = [
            ("avx512f", std::arch::is_x86_feature_detected!("avx512f")),
            ("avx2", std::arch::is_x86_feature_detected!("avx2")),
            ("fma", std::arch::is_x86_feature_detected!("fma")),
        ];
        let has: Vec<&str> = sets.into_iter().filter(|set| set.1).map(|set| set.0).collect();
        if has.is_empty() { "x86_64".to_owned() } else { format!("x86_64+{}", has.join("+")) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        std::env::consts::ARCH.to_owned()
    }
}

/// The models of a run.
struct Running<'a> {
    embedder: &'a Embedder,
    language: Option<&'a Language>,
}

impl Running<'_> {
    /// What they were asked in this process.
    fn asked(&self) -> Result<Transcript, Failure> {
        let mut asked = self.embedder.asked();
        if let Some(language) = self.language {
            asked.merge(&language.asked())?;
        }
        Ok(asked)
    }
}

/// What was lived, also before an interruption.
struct Ran {
    records: Vec<EpisodeRecord>,
    /// Of episodes that asked a language model, in the order of the records.
    decisions: Vec<Decisions>,
    answers: Transcript,
}

/// Runs the matrix, goes on with what an interrupted run left, and shows a bar.
fn run_matrix(
    jobs: &[Job<'_>],
    arms: &[Arm],
    options: &Options,
    models: &Running<'_>,
    manifest: &Manifest,
    out: &Path,
    args: &CompareArgs,
) -> Result<Ran, Failure> {
    let partial = Partial::open(out, manifest, args.fresh)?;
    let already = partial.already.clone();
    let bar = progress::bar(args.suite.clone(), jobs.len(), "lives");
    let done_before = already.len() / arms.len().max(1);
    bar.inc(done_before as u64);
    bar.reset_eta();
    let tell_unkept = |kept: Option<Result<(), Failure>>| {
        if let Some(Err(error)) = kept {
            bar.suspend(|| eprintln!("the answers so far cannot be kept: {error}"));
        }
    };
    let sink = Mutex::new(partial);
    let on_done = |episodes: &[Episode]| {
        let mut sink = sink.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Err(error) = sink.add(episodes, || models.asked()) {
            bar.suspend(|| eprintln!("the results so far cannot be kept: {error}"));
        }
        // A model's answers took longest: an interrupted run does not ask for them again.
        tell_unkept(models.language.map(Language::keep_answers_now_and_then));
        bar.inc(1);
    };
    let mut threads = args.threads.unwrap_or_else(available_threads);
    // Lives that share a thread only help each other where a model computes.
    if options.planner.asks_a_model() && models.language.is_some_and(Language::may_ask) {
        threads = threads.saturating_mul(args.together);
    }
    let embedder: Arc<dyn Embed> = Arc::clone(models.embedder) as Arc<dyn Embed>;
    let records = matrix::run(jobs, arms, options, &embedder, threads, already, &on_done);
    // Also where a life could not be run.
    tell_unkept(models.language.map(Language::keep_answers));
    let mut partial = sink.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let asked = models.asked()?;
    partial.keep(&asked)?;
    let records = records?;
    bar.finish_and_clear();
    let Partial { mut decisions, mut answers, .. } = partial;
    answers.merge(&asked)?;
    let decisions = records.iter().filter_map(|record| decisions.remove(&record.episode)).collect();
    Ok(Ran { records, decisions, answers })
}

/// As many threads as the machine has cores.
pub fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// What came of a run.
struct Results<'a> {
    records: &'a [EpisodeRecord],
    /// Of episodes that asked a language model, in the order of the records.
    decisions: &'a [Decisions],
    /// What models answered, also before an interruption.
    answers: &'a Transcript,
    summary: &'a Summary,
}

fn write_results(
    out: &Path,
    manifest: &Manifest,
    results: &Results<'_>,
    arms: &[Arm],
    models: &Running<'_>,
) -> Result<(), Failure> {
    let Results { records, decisions, answers, summary } = *results;
    let mut lines = Vec::new();
    write_records(records, &mut lines)?;
    files::write(&out.join("results.jsonl"), lines)?;
    let of_decisions = out.join("decisions.jsonl");
    if models.language.is_some() {
        files::write(&of_decisions, written_decisions(decisions)?)?;
    } else {
        // Those of an earlier run in this folder are not of this one.
        let _ = fs::remove_file(of_decisions);
    }
    files::write(&out.join("summary.json"), serde_json::to_string_pretty(summary)? + "\n")?;
    files::write(&out.join("manifest.json"), serde_json::to_string_pretty(manifest)? + "\n")?;
    local_models::write_answers(answers, &out.join("answers.transcript"))?;
    let arms: Vec<(String, String)> =
        arms.iter().map(|arm| (arm.name.to_owned(), arm.about.to_owned())).collect();
    let heading = report::Heading {
        run: &format!("brainmem compare, suite {}", manifest.suite),
        about: &about(manifest),
        manifest: &facts(manifest)?,
        arms: &arms,
        records,
        decisions,
        model_budget: manifest.language.as_ref().map(|language| &language.budget),
        folder: &default_folder(&manifest.suite).display().to_string(),
    };
    files::write(&out.join("report.html"), report::page(&heading, summary))?;
    Partial::remove(out);
    Ok(())
}

fn about(manifest: &Manifest) -> String {
    let past = match manifest.protocol {
        eval::records::Protocol::Yoked => "every memory got the identical past",
        eval::records::Protocol::Lived => "each memory lived its own days",
    };
    format!(
        "Planner {}, seeds {} to {}; {past}, the same questions and {} tokens for each recall.",
        manifest.planner,
        manifest.seeds[0],
        manifest.seeds[1] - 1,
        manifest.budget.tokens
    )
}

fn facts(manifest: &Manifest) -> Result<Vec<(String, String)>, Failure> {
    let fields: BTreeMap<String, serde_json::Value> =
        serde_json::from_value(serde_json::to_value(manifest)?)?;
    Ok(fields
        .into_iter()
        .filter(|(name, _)| name != "files")
        .map(|(name, value)| match value {
            serde_json::Value::String(text) => (name, text),
            other => (name, other.to_string()),
        })
        .collect())
}
