//! `brainmem import alfred`: demonstrated tasks as scenarios, and whether they can be done.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use comfy_table::{CellAlignment, Table, presets};
use eval::life::{Episode, Options, PlannerName};
use eval::matrix;
use eval::records::EpisodeRecord;
use eval::roster::Arm;
use import::alfred::{Demonstration, TaskType, demonstrations, scenario};
use import::thor::{ImportError, Plans};
use models::Embed;
use scenario::checked::{Home, Split};
use scenario::{Kinds, Scenario, write_home};

use super::spread;
use crate::args::AlfredArgs;
use crate::commands::compare::available_threads;
use crate::failure::{Done, Failure};
use crate::files::ImportedHomes;
use crate::suites::{embedded_kinds, thor_file};
use crate::{files, models as local_models, progress};

/// The imported floor plans that are asked for, as far as the file of kitchens has them.
type Homes = BTreeMap<String, Home>;

/// What became of the demonstrations of one kind of task.
#[derive(Default)]
struct Count {
    read: u32,
    possible: u32,
    solved: u32,
    /// Why not, and how often.
    why: BTreeMap<String, u32>,
}

pub fn run(args: &AlfredArgs) -> Done {
    let text = files::read(&args.file)?;
    let mut all = demonstrations(&text, &args.file.display().to_string())?;
    if let Some(plan) = &args.plan {
        all.retain(|demonstration| demonstration.plan == *plan);
        if all.is_empty() {
            return Err(Failure::new(format!(
                "{}: no demonstration is on floor plan \"{plan}\"",
                args.file.display()
            )));
        }
    }
    let all = spread(all, args.limit);
    let kinds = embedded_kinds()?;
    let homes = homes(&all, args, &kinds)?;
    let library = library(&homes, &kinds);
    let mut counts: BTreeMap<TaskType, Count> = BTreeMap::new();
    let mut scenarios = Vec::new();
    for demonstration in &all {
        let count = counts.entry(demonstration.task).or_default();
        count.read += 1;
        match text_of(demonstration, &homes, &kinds)
            .and_then(|text| Ok((parsed(demonstration, &text, &library)?, text)))
        {
            Ok((scenario, text)) => {
                count.possible += 1;
                scenarios.push((demonstration.task, scenario, text));
            }
            Err(why) => *count.why.entry(why).or_default() += 1,
        }
    }
    if let Some(folder) = &args.out {
        write(folder, &library, &scenarios)?;
    }
    if args.solve {
        let tasks: Vec<TaskType> = scenarios.iter().map(|(task, ..)| *task).collect();
        let scenarios: Vec<Scenario> =
            scenarios.into_iter().map(|(_, scenario, _)| scenario).collect();
        for (task, record) in tasks.into_iter().zip(solve(&scenarios, args.threads)?) {
            let count = counts.entry(task).or_default();
            if record.is_success() {
                count.solved += 1;
            } else {
                *count.why.entry(why_not(&record)).or_default() += 1;
                eprintln!("not solved: {}: {}", record.scenario, why_not(&record));
            }
        }
    }
    println!("{}", table(&counts, args.solve));
    Ok(ExitCode::SUCCESS)
}

fn homes(all: &[Demonstration], args: &AlfredArgs, kinds: &Kinds) -> Result<Homes, Failure> {
    let file = match &args.kitchens {
        Some(file) => file.clone(),
        None => thor_file()?,
    };
    let plans = Plans::read(&files::read(&file)?, &file.display().to_string())?;
    let wanted: BTreeSet<&String> = all.iter().map(|demonstration| &demonstration.plan).collect();
    let mut homes = Homes::new();
    for plan in wanted {
        match plans.import(plan, kinds) {
            Ok(imported) => {
                homes.insert(plan.clone(), imported.home);
            }
            Err(ImportError::UnknownPlan { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(homes)
}

fn library(homes: &Homes, kinds: &Kinds) -> ImportedHomes {
    let texts = homes.iter().map(|(plan, home)| (home_path(plan), write_home(home, kinds)));
    ImportedHomes(texts.collect())
}

fn home_path(plan: &str) -> String {
    format!("{plan}.ron")
}

fn text_of(demonstration: &Demonstration, homes: &Homes, kinds: &Kinds) -> Result<String, String> {
    let home = homes.get(&demonstration.plan).ok_or("the floor plan is not among the kitchens")?;
    let path = home_path(&demonstration.plan);
    scenario(demonstration, &[], home, &path, Split::Dev, kinds).map_err(|error| error.to_string())
}

/// The scenario, or the first thing that is wrong with it: it asks for what cannot be.
fn parsed(
    demonstration: &Demonstration,
    text: &str,
    library: &ImportedHomes,
) -> Result<Scenario, String> {
    let why = |errors: scenario::Errors| {
        errors.into_iter().next().map(|error| error.problem.to_string()).unwrap_or_default()
    };
    let scenario = scenario::parse_scenario(&demonstration.id, text, library).map_err(why)?;
    scenario.check_all(0..1).map_err(why)?;
    Ok(scenario)
}

fn write(
    folder: &Path,
    library: &ImportedHomes,
    scenarios: &[(TaskType, Scenario, String)],
) -> Result<(), Failure> {
    for (path, text) in &library.0 {
        files::write(&folder.join(path), text)?;
    }
    for (_, scenario, text) in scenarios {
        files::write(&folder.join(format!("{}.ron", scenario.name)), text)?;
    }
    println!("{}: {} scenarios", folder.display(), scenarios.len());
    Ok(())
}

/// Lets the oracle do each, one record each in their order.
fn solve(scenarios: &[Scenario], threads: Option<usize>) -> Result<Vec<EpisodeRecord>, Failure> {
    let jobs = matrix::jobs(scenarios, None, 0..1);
    let bar = progress::bar("solving", jobs.len(), "tasks");
    let options = Options { planner: PlannerName::Oracle, ..Options::default() };
    let embedder: Arc<dyn Embed> = local_models::no_model();
    let threads = threads.unwrap_or_else(available_threads);
    let arms = [Arm::named("nothing")?];
    let on_done = |_: &[Episode]| bar.inc(1);
    let records = matrix::run(&jobs, &arms, &options, &embedder, threads, Vec::new(), &on_done)?;
    bar.finish_and_clear();
    Ok(records)
}

fn why_not(record: &EpisodeRecord) -> String {
    let mut why = record.note.clone().unwrap_or_else(|| "the budget ran out".to_owned());
    for (code, count) in &record.refusals {
        why += &format!("; {count} x {code}");
    }
    why
}

fn table(counts: &BTreeMap<TaskType, Count>, solved: bool) -> String {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    let mut header = vec!["task", "demonstrations", "scenarios"];
    if solved {
        header.extend(["solved by the oracle", "of the scenarios %"]);
    }
    table.set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut sum = Count::default();
    for (task, count) in counts {
        table.add_row(row(task.name(), count, solved));
        sum.read += count.read;
        sum.possible += count.possible;
        sum.solved += count.solved;
        for (why, times) in &count.why {
            *sum.why.entry(why.clone()).or_default() += times;
        }
    }
    table.add_row(row("all", &sum, solved));
    let mut why: Vec<(&String, &u32)> = sum.why.iter().collect();
    why.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
    let lines = why.iter().map(|(why, times)| format!("\n{times:>6}  {why}"));
    let heading = if why.is_empty() { "" } else { "\nNot possible, or not solved:" };
    format!("{table}{heading}{}", lines.collect::<String>())
}

fn row(name: &str, count: &Count, solved: bool) -> Vec<String> {
    let mut row = vec![name.to_owned(), count.read.to_string(), count.possible.to_string()];
    if solved {
        row.push(count.solved.to_string());
        let share = 100.0 * f64::from(count.solved) / f64::from(count.possible.max(1));
        row.push(format!("{share:.1}"));
    }
    row
}
