//! `brainmem models bench`: what language models cost on this machine.
//!
//! Time is the CPU time of this thread, on which models compute, where the system tells it; so other
//! work on the machine spoils little. Compare figures within one report. How well models answer
//! (`models accuracy`) joins in where it is asked for.

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use comfy_table::{CellAlignment, Table, presets};
use eval::language::report::Report as Accuracy;
use models::{Complete, GenerateLimits, ModelEntry, Prompt, Role};
use models_candle::store::FileState;
use models_candle::{LanguageModel, LanguageOptions, manifest};
use serde::Serialize;

use crate::args::{AccuracyArgs, BenchArgs};
use crate::commands::accuracy::measured;
use crate::failure::{Done, Failure};
use crate::models::{model, store};
use crate::{cpu_time, files};

/// A whole report.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// What each model costs.
    pub models: Vec<Cost>,
    /// How well each answers, by its name, where that was asked for.
    pub accuracy: BTreeMap<String, Accuracy>,
}

/// What one model costs. Times are in CPU seconds of one thread.
#[derive(Debug, Serialize)]
pub struct Cost {
    /// The model.
    pub model: String,
    /// Reading the file and arranging the weights.
    pub load_s: f64,
    /// How fast a prompt is read.
    pub prompt_tokens_per_s: f64,
    /// How fast a text is written.
    pub written_tokens_per_s: f64,
    /// Tokens of the question that the choices are about: what is shared, and what is its own.
    pub question_tokens: [usize; 2],
    /// One of twelve continuations, with the state after the shared beginning kept.
    pub choice_kept_s: f64,
    /// The same with nothing kept.
    pub choice_s: f64,
    /// Tokens that went through the model for a choice, kept and not.
    pub choice_rows: [u64; 2],
    /// The most memory of the process since the model was loaded, in bytes.
    pub peak_bytes: Option<u64>,
}

/// What a robot may do next, as the twelve continuations of a question.
const NEXT: [&str; 12] = [
    " take the knife\n",
    " boil the water\n",
    " slice the bread\n",
    " open the fridge\n",
    " sit on the chair\n",
    " wash the plate\n",
    " go to the bedroom\n",
    " open the drawer\n",
    " put the cup on the table\n",
    " switch on the lamp\n",
    " close the door\n",
    " wait\n",
];
const EXAMPLES: [&str; 4] = [
    "Goal: a hot cup of tea. Seen: a kettle, a cup, a tap. Next: fill the kettle\n",
    "Goal: a clean plate. Seen: a dirty plate, a basin, a sponge. Next: wash the plate\n",
    "Goal: a cold drink. Seen: a fridge, a glass, a shelf. Next: open the fridge\n",
    "Goal: toast. Seen: a toaster, bread, a plug that is out. Next: plug in the toaster\n",
];
const OWN: &str = "Memory: the knife is in the drawer; the bread was on the table an hour ago, and the \
                   drawer was closed. Goal: a slice of bread. Seen: a table, a drawer, bread. Next:";
/// Tokens of the shared beginning, at least.
const SHARED: usize = 350;
/// Tokens that are written.
const WRITTEN: u32 = 32;
/// Of so many times the quickest counts.
const TIMES: usize = 3;

pub fn run(args: &BenchArgs) -> Done {
    let mut report = Report::default();
    for name in chosen(args)? {
        eprintln!("measuring {name}");
        report.models.push(measure(&name)?);
    }
    println!("{}", costs(&report.models));
    if args.accuracy {
        for cost in &report.models {
            eprintln!("asking {}", cost.model);
            let accuracy = measured(&AccuracyArgs::of(&cost.model))?;
            println!("\n{}\n{}", cost.model, accuracy.tables());
            report.accuracy.insert(cost.model.clone(), accuracy);
        }
    }
    if let Some(path) = &args.json {
        files::write(path, serde_json::to_string_pretty(&report)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The models that are named, or those of the manifest that are here.
fn chosen(args: &BenchArgs) -> Result<Vec<String>, Failure> {
    if !args.models.is_empty() {
        return Ok(args.models.clone());
    }
    let store = store()?;
    let is_here = |model: &&ModelEntry| {
        let files = store.list(model);
        files.iter().all(|file| matches!(file.state, FileState::Verified | FileState::Present))
    };
    let of_role = manifest().models.iter().filter(|model| model.role == Role::Complete);
    let here: Vec<String> = of_role.filter(is_here).map(|model| model.name.clone()).collect();
    if here.is_empty() {
        let missing = "no language model is here; run `brainmem models fetch small`";
        return Err(Failure::new(missing));
    }
    Ok(here)
}

fn measure(name: &str) -> Result<Cost, Failure> {
    forget_peak();
    let options = LanguageOptions::default();
    let (loaded, load_s) = timed(|| -> Result<LanguageModel, Failure> {
        match Path::new(name).extension().is_some_and(|ending| ending == "gguf") {
            true => Ok(LanguageModel::open(Path::new(name), &options)?),
            false => Ok(LanguageModel::load(&store()?, model(name)?, &options)?),
        }
    });
    let model = loaded?;
    let mut shared = String::from("A robot keeps house and does one thing at a time.\n");
    for example in EXAMPLES.iter().cycle() {
        if model.count_tokens(&shared)? >= SHARED {
            break;
        }
        shared.push_str(example);
    }
    let question_tokens = [model.count_tokens(&shared)?, model.count_tokens(OWN)?];
    let question = Prompt { shared: shared.clone(), own: OWN.to_owned() };
    let choose = || model.score(&question, &NEXT);

    let before = model.work().rows;
    let (answer, mut choice_s) = timed(choose);
    answer?;
    let all_rows = model.work().rows - before;
    let mut choice_kept_s = f64::INFINITY;
    for _ in 0..TIMES {
        model.forget_prefixes();
        choice_s = choice_s.min(timed(|| black_box(choose())).1);
        choice_kept_s = choice_kept_s.min(timed(|| black_box(choose())).1);
    }
    let before = model.work().rows;
    choose()?;
    let kept_rows = model.work().rows - before;

    // What is shared is kept now, so these are the prompt alone and the writing alone.
    let alone = Prompt { shared: String::new(), own: shared.clone() };
    let (answer, read_s) = timed(|| model.score(&alone, &["."]));
    answer?;
    let kept = Prompt { shared, own: String::new() };
    let (written, write_s) = timed(|| model.generate(&kept, &GenerateLimits::new(WRITTEN)));
    Ok(Cost {
        model: name.to_owned(),
        load_s,
        prompt_tokens_per_s: question_tokens[0] as f64 / read_s,
        written_tokens_per_s: f64::from(written?.tokens) / write_s,
        question_tokens,
        choice_kept_s,
        choice_s,
        choice_rows: [kept_rows, all_rows],
        peak_bytes: peak_bytes(),
    })
}

/// What `work` gives, and the CPU time of this thread that it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let (before, started) = (cpu_time::thread_s(), Instant::now());
    let done = work();
    let by_the_clock = started.elapsed().as_secs_f64();
    let spent = before.zip(cpu_time::thread_s()).map(|(before, after)| after - before);
    (done, spent.unwrap_or(by_the_clock))
}

/// Lets the peak of memory begin anew, where the system does that.
fn forget_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

fn peak_bytes() -> Option<u64> {
    let told = fs::read_to_string("/proc/self/status").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

fn costs(models: &[Cost]) -> Table {
    let header = [
        "model",
        "load",
        "prompt\ntokens/s",
        "writing\ntokens/s",
        "choice of 12,\nbeginning kept",
        "nothing\nkept",
        "ratio",
        "rows\nkept / not",
        "memory",
    ];
    let row = |cost: &Cost| {
        let [kept, all] = cost.choice_rows;
        let memory = cost.peak_bytes.map(|bytes| format!("{:.2} GB", bytes as f64 / 1e9));
        vec![
            cost.model.clone(),
            format!("{:.1} s", cost.load_s),
            format!("{:.0}", cost.prompt_tokens_per_s),
            format!("{:.1}", cost.written_tokens_per_s),
            format!("{:.2} s", cost.choice_kept_s),
            format!("{:.2} s", cost.choice_s),
            format!("{:.1}", cost.choice_s / cost.choice_kept_s),
            format!("{kept} / {all}"),
            memory.unwrap_or_else(|| "-".to_owned()),
        ]
    };
    let rows: Vec<Vec<String>> = models.iter().map(row).collect();
    table(&header.map(str::to_owned), &rows)
}

fn table(header: &[String], rows: &[Vec<String>]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(header.to_vec());
    for row in rows {
        table.add_row(row.clone());
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
