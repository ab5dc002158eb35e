//! `brainmem models accuracy`: how well a model reads, relates and judges, beside the rules.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use eval::language::cost::Counted;
use eval::language::extraction::{Material, Words, measure};
use eval::language::lives::{Lived, live_all, material, questions};
use eval::language::nearest;
use eval::language::relevance::{self, Asked};
use eval::language::report::Report;
use language::extract::probe::{self, Slot};
use language::{Extract, Probed, Prompted, PromptedRelevance, Rules, RulesThenPrompted};
use memory::AssessRelevance;
use models::{Complete, Embed, RecordedComplete, Role, Transcript};
use models_candle::head::Probes;
use models_candle::{Head, HiddenStates, LanguageModel, LanguageOptions, SentenceBert, manifest};
use scenario::{Embedded, Scenario, parse_scenario};
use serde::Serialize;

use crate::args::{AccuracyArgs, AccuracyPart};
use crate::failure::{Done, Failure};
use crate::models::{embedder, fetched, is_here, keep_answers, read_answers, store, write_answers};
use crate::{cpu_time, files, progress};

mod probes;
mod relations;

type Model = Counted<RecordedComplete<Arc<dyn Complete>>>;

/// A model that is measured.
struct Opened {
    name: String,
    loaded: Arc<LanguageModel>,
    model: Arc<Model>,
    /// The same with the probes that come with the program, where some do.
    probed: Option<Arc<Model>>,
}

/// How many observations the rules read in each kind of words.
const READ_BY_RULES: usize = 2_000;
/// After how many observations the transcript is written.
const KEPT_EVERY: u64 = 10;

pub fn run(args: &AccuracyArgs) -> Done {
    let report = measured(args)?;
    println!("{}", report.tables());
    if let Some(path) = &args.json {
        files::write(path, serde_json::to_vec_pretty(&report)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What these arguments ask to be measured.
pub fn measured(args: &AccuracyArgs) -> Result<Report, Failure> {
    let scenarios = built_in()?;
    let lives = live_all(&scenarios, args.split.into(), 0)?;
    let material = material(&lives);
    let opened = args.model.as_deref().map(|name| Opened::new(name, args)).transpose()?;
    let model = opened.as_ref().map(|opened| &opened.model);
    let mut report = Report::default();
    let wants = |part: AccuracyPart| args.part.is_empty() || args.part.contains(&part);
    if wants(AccuracyPart::Extraction) {
        extraction(args, &material, opened.as_ref(), &mut report)?;
    }
    // Training takes long, and gives what comes with the program.
    if args.part.contains(&AccuracyPart::Probes) {
        report.probes = probes::trained(args, &material, opened.as_ref())?;
    }
    if wants(AccuracyPart::Relations) {
        relations::measured(args, &scenarios, &lives, model, &mut report)?;
    }
    if wants(AccuracyPart::Relevance) {
        relevance(args, &lives, model, &mut report)?;
    }
    if wants(AccuracyPart::Chinese) {
        let observations = nearest::parse(nearest::CHINESE.0, nearest::CHINESE.1)?;
        let embedder = embedder()?;
        report.nearest = nearest::measure("embed", &embedder, &observations)?;
        keep_answers(&embedder)?;
        // The other embedders of the manifest, where they are here.
        for entry in manifest().models.iter().filter(|entry| entry.role == Role::Embed).skip(1) {
            let store = store()?;
            if is_here(entry, &store) {
                let loaded = SentenceBert::load(&store, entry)?;
                report.nearest.extend(nearest::measure(&entry.name, &loaded, &observations)?);
            }
        }
    }
    Ok(report)
}

/// Every scenario of the kitchens that comes with the program.
fn built_in() -> Result<Vec<Scenario>, Failure> {
    let of_kitchens =
        Embedded.files().iter().filter(|(path, _)| path.starts_with("scenarios/kitchen/"));
    of_kitchens
        .map(|(path, text)| parse_scenario(path, text, &Embedded).map_err(Failure::in_file))
        .collect()
}

impl Opened {
    fn new(name: &str, args: &AccuracyArgs) -> Result<Self, Failure> {
        let store = store()?;
        let options = LanguageOptions::default();
        let loaded = Arc::new(LanguageModel::load(&store, fetched(name, &store)?, &options)?);
        let known = known(args)?;
        let model = recorded(Arc::clone(&loaded) as Arc<dyn Complete>, known.clone());
        let probed = match Probes::of(name) {
            Some(probes) => Self::probed(&loaded, &model, &probes)?,
            None => None,
        };
        let probed = probed.map(|probed| recorded(Arc::new(probed), known));
        Ok(Self { name: name.to_owned(), loaded, model, probed })
    }

    /// The model with the probes that come for it. None where they were trained for other acts than
    /// there are now: that is told, and the model is measured as it is.
    fn probed(
        loaded: &Arc<LanguageModel>,
        model: &Arc<Model>,
        of: &Probes,
    ) -> Result<Option<Probed<Arc<Model>, HiddenStates, Head>>, Failure> {
        let states = HiddenStates::new(Arc::clone(loaded), probe::BEGINNING, of.layer)?;
        let probes = vec![(Slot::Event, of.event.load()?), (Slot::Act, of.act.load()?)];
        match Probed::new(Arc::clone(model), states, probes) {
            Ok(probed) => Ok(Some(probed)),
            Err(error) => {
                let train = "`brainmem models accuracy --part probes --keep-heads assets/language`";
                eprintln!("{}: no probes: {error}; {train} trains them anew", of.model);
                Ok(None)
            }
        }
    }

    /// Writes what was asked, for a test to ask again.
    fn keep(&self, args: &AccuracyArgs) -> Result<(), Failure> {
        if let (Some(folder), Some(probed)) = (&args.keep, &self.probed) {
            write_answers(&probed.inner().asked(), &folder.join("answers-probed.transcript"))?;
        }
        keep(args, &self.model)?;
        self.keep_transcript(args)
    }

    fn keep_transcript(&self, args: &AccuracyArgs) -> Result<(), Failure> {
        let Some(path) = &args.transcript else { return Ok(()) };
        let mut all = self.model.inner().transcript();
        if let Some(probed) = &self.probed {
            all.merge(&probed.inner().transcript())?;
        }
        write_answers(&all, path)
    }

    /// Those who are asked: as it is, and with its probes.
    fn models(&self) -> impl Iterator<Item = (String, &Arc<Model>)> {
        let probed = self.probed.iter().map(|model| (format!("{} + probes", self.name), model));
        std::iter::once((self.name.clone(), &self.model)).chain(probed)
    }
}

fn recorded(model: Arc<dyn Complete>, known: Transcript) -> Arc<Model> {
    Arc::new(Counted::new(RecordedComplete::record(model, known)))
}

/// The answers that need not be asked for again.
fn known(args: &AccuracyArgs) -> Result<Transcript, Failure> {
    match &args.transcript {
        Some(path) if path.exists() => read_answers(path),
        _ => Ok(Transcript::new()),
    }
}

/// Writes what was measured with as lines of JSON, where it is to be kept.
fn keep_lines<T: Serialize>(args: &AccuracyArgs, name: &str, values: &[T]) -> Result<(), Failure> {
    let Some(folder) = &args.keep else { return Ok(()) };
    let mut lines = Vec::new();
    for value in values {
        serde_json::to_writer(&mut lines, value)?;
        lines.push(b'\n');
    }
    files::write(&folder.join(name), lines)
}

fn keep(args: &AccuracyArgs, model: &Model) -> Result<(), Failure> {
    if let Some(folder) = &args.keep {
        write_answers(&model.inner().asked(), &folder.join("answers.transcript"))?;
    }
    keep_transcript(args, model)
}

fn keep_transcript(args: &AccuracyArgs, model: &Model) -> Result<(), Failure> {
    match &args.transcript {
        Some(path) => write_answers(&model.inner().transcript(), path),
        None => Ok(()),
    }
}

fn extraction(
    args: &AccuracyArgs,
    material: &Material,
    opened: Option<&Opened>,
    report: &mut Report,
) -> Result<(), Failure> {
    for words in Words::ALL {
        let observations = material.observations(words, READ_BY_RULES, args.draw);
        let score = measure(&Rules, words, &observations, || Ok::<(), Failure>(()))?;
        report.extraction.push(score);
    }
    let Some(opened) = opened else { return Ok(()) };
    for words in args.words.iter().copied().map(Words::from) {
        let observations = material.observations(words, args.observations, args.draw);
        keep_lines(args, &format!("{}.jsonl", words.name().replace(' ', "-")), &observations)?;
        for (name, model) in opened.models() {
            let readers: [Box<dyn Extract + '_>; 2] = [
                Box::new(Prompted::new(name.as_str(), model)),
                Box::new(RulesThenPrompted::new(&name, model)),
            ];
            for reader in &readers {
                let bar = progress::bar(
                    format!("{} reads {}", reader.name(), words.name()),
                    observations.len(),
                    "observations",
                );
                let clock = Clock::start(vec![model, &opened.model]);
                let score = measure(&**reader, words, &observations, || {
                    bar.inc(1);
                    // What was answered so far is not asked again after an interruption.
                    if bar.position() % KEPT_EVERY == 0 {
                        opened.keep_transcript(args)
                    } else {
                        Ok(())
                    }
                })?;
                bar.finish_and_clear();
                report.extraction.push(score);
                let part = format!("extraction, {}, {}", reader.name(), words.name());
                clock.stop(&part, report);
                opened.keep(args)?;
            }
        }
    }
    Ok(())
}

fn relevance(
    args: &AccuracyArgs,
    lives: &[Lived],
    model: Option<&Arc<Model>>,
    report: &mut Report,
) -> Result<(), Failure> {
    let recorded = embedder()?;
    let embedder: Arc<dyn Embed> = recorded.clone();
    let scored: Vec<&Lived> =
        lives.iter().filter(|lived| lived.experience.scored.is_some()).collect();
    let mut asked = Vec::new();
    // Spread evenly over the families, which come one after the other.
    for at in 0..args.lives.min(scored.len()) {
        let lived = scored[at * scored.len() / args.lives.min(scored.len())];
        let asks = questions(lived, &embedder)?;
        asked.push(Asked { experience: &lived.experience, asks });
    }
    report.relevance.push(relevance::measure("brainmem", &asked, &embedder, None)?);
    if let (Some(model), Some(name)) = (model, &args.model) {
        let judge: Arc<dyn AssessRelevance> = Arc::new(PromptedRelevance::new(Arc::clone(model)));
        let clock = Clock::start(vec![model]);
        let name = format!("brainmem, judged by {name}");
        report.relevance.push(relevance::measure(&name, &asked, &embedder, Some(&judge))?);
        clock.stop("relevance", report);
        keep(args, model)?;
    }
    keep_answers(&recorded)
}

/// What a part costs the first of these models, which may ask the others.
struct Clock<'a> {
    models: Vec<&'a Model>,
    cpu_s: Option<f64>,
    wall: Instant,
    recalled: u64,
}

impl<'a> Clock<'a> {
    fn start(models: Vec<&'a Model>) -> Self {
        models[0].take();
        let recalled = recalled(&models);
        Self { models, cpu_s: cpu_time::process_s(), wall: Instant::now(), recalled }
    }

    fn stop(self, part: &str, report: &mut Report) {
        let mut cost = self.models[0].take();
        // What came out of the transcript cost nothing now, and says nothing about the model.
        let all_computed = recalled(&self.models) == self.recalled;
        let spent = match (self.cpu_s, cpu_time::process_s()) {
            (Some(before), Some(after)) => after - before,
            _ => self.wall.elapsed().as_secs_f64(),
        };
        cost.cpu_seconds = all_computed.then_some(spent);
        report.costs.push((part.to_owned(), cost));
    }
}

/// How many answers came out of a transcript so far.
fn recalled(models: &[&Model]) -> u64 {
    models.iter().map(|model| model.inner().counts().recalled).sum()
}
