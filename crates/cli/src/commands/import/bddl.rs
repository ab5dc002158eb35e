//! `brainmem import bddl`: activities as scenarios, what becomes of each, and whether they can be
//! done.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use base::{Noun, Relation, State};
use bddl::{Domain, Problem, Source, judge, read_problem};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use eval::shown::{Shown, show};
use eval::simulation::Lived;
use eval::truth::Truth;
use import::bddl::{Activity, Facts, HOME, Reason, Synsets};
use scenario::checked::Home;
use scenario::{Embedded, Kinds, Library, Scenario};

use super::spread;
use crate::args::BddlArgs;
use crate::commands::compare::available_threads;
use crate::failure::{Done, Failure};
use crate::suites::embedded_kinds;
use crate::{files, progress};

/// What became of an activity: exactly one of these.
enum Verdict {
    /// It runs, and nobody tried to do it.
    Runs,
    /// The oracle did it, in so many actions.
    Solved(u32),
    /// The oracle could not do it.
    NotSolved(String),
    /// It cannot run.
    NotYet {
        /// The sort of reason.
        class: String,
        /// What it is about.
        about: String,
    },
}

/// An activity that runs.
struct Ready {
    activity: Activity,
    problem: Problem,
    scenario: Scenario,
}

pub fn run(args: &BddlArgs) -> Done {
    let problems = read_all(&args.path)?;
    let problems = spread(problems, args.limit);
    let kinds = embedded_kinds()?;
    let home = home(&kinds)?;
    let synsets = Synsets::built_in();
    let mut verdicts: Vec<(String, Verdict)> = Vec::new();
    let mut ready: Vec<(usize, Ready)> = Vec::new();
    for problem in problems {
        let name = problem.name.it.clone();
        match made(problem, &synsets, &home, &kinds) {
            Ok(one) => {
                ready.push((verdicts.len(), one));
                verdicts.push((name, Verdict::Runs));
            }
            Err(verdict) => verdicts.push((name, verdict)),
        }
    }
    if let Some(folder) = &args.out {
        for (_, one) in &ready {
            files::write(&folder.join(format!("{}.ron", one.activity.name)), &one.activity.text)?;
        }
        println!("{}: {} scenarios", folder.display(), ready.len());
    }
    if args.solve {
        let threads = args.threads.unwrap_or_else(available_threads);
        for ((at, _), verdict) in ready.iter().zip(solve(&ready, threads)?) {
            verdicts[*at].1 = verdict;
        }
    }
    for (name, verdict) in &verdicts {
        if let Verdict::NotSolved(why) = verdict {
            eprintln!("not solved: {name}: {why}");
        }
    }
    println!("{}", table(&verdicts, args.solve));
    Ok(ExitCode::SUCCESS)
}

/// Every activity at the path, in the order of the paths.
fn read_all(path: &Path) -> Result<Vec<Problem>, Failure> {
    let mut paths = vec![path.to_owned()];
    if path.is_dir() {
        paths = files::below(path, "bddl")?;
        paths.retain(|path| !is_domain(path));
        if paths.is_empty() {
            return Err(Failure::new(format!("{}: no file in it ends in .bddl", path.display())));
        }
    }
    let domain = Domain::built_in();
    let mut problems = Vec::new();
    let mut wrong = Vec::new();
    for path in paths {
        let source = Source::new(&path.display().to_string(), &files::read(&path)?);
        match read_problem(&source, &domain) {
            Ok(problem) => problems.push(problem),
            Err(errors) => wrong.extend(errors),
        }
    }
    if wrong.is_empty() {
        return Ok(problems);
    }
    let told = wrong.into_iter().map(|error| {
        let line = error.to_string();
        format!("{line}\n{:?}", miette::Report::new(error))
    });
    Err(Failure::new(told.collect::<Vec<_>>().join("\n")))
}

/// Published activities lie beside the files of their domains.
fn is_domain(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("domain_"))
}

fn home(kinds: &Kinds) -> Result<Home, Failure> {
    let text = Embedded.text(HOME).map_err(Failure::new)?;
    scenario::parse_home(HOME, &text, kinds).map_err(Failure::in_file)
}

/// The scenario of an activity, or why there is none.
fn made(problem: Problem, synsets: &Synsets, home: &Home, kinds: &Kinds) -> Result<Ready, Verdict> {
    let not_yet = |reason: Reason| Verdict::NotYet {
        class: reason.class().to_owned(),
        about: reason.about(),
    };
    let activity = import::bddl::import(&problem, synsets, home, kinds).map_err(not_yet)?;
    let refused = |errors: scenario::Errors| Verdict::NotYet {
        class: "the scenario cannot be".to_owned(),
        about: errors.into_iter().next().map(|it| it.problem.to_string()).unwrap_or_default(),
    };
    let scenario =
        scenario::parse_scenario(&activity.name, &activity.text, &Embedded).map_err(refused)?;
    scenario.check_all(0..1).map_err(refused)?;
    let life = scenario.life("workshop", 0).map_err(refused)?;
    if let Err(error) = Lived::begin(&life) {
        let beginning = Reason::Beginning(error.to_string());
        return Err(not_yet(beginning));
    }
    Ok(Ready { activity, problem, scenario })
}

/// Lets the oracle do each, in their order.
fn solve(ready: &[(usize, Ready)], threads: usize) -> Result<Vec<Verdict>, Failure> {
    let bar = progress::bar("solving", ready.len(), "activities");
    let next = AtomicUsize::new(0);
    let done: Mutex<BTreeMap<usize, Result<Verdict, Failure>>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, ready.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((_, one)) = ready.get(index) else { break };
                    let verdict = solve_one(one);
                    done.lock().expect("nobody panics holding it").insert(index, verdict);
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    done.into_inner().expect("nobody panics holding it").into_values().collect()
}

/// What the oracle makes of one. The end is judged twice, as a condition of the house and as the
/// goal was written.
fn solve_one(one: &Ready) -> Result<Verdict, Failure> {
    let life = one.scenario.life("workshop", 0).map_err(Failure::in_file)?;
    let shown = show(&life)?;
    let facts = Truths(&shown.after);
    let written = judge(&one.problem.goal, &one.activity.judged(&facts))?;
    if written.satisfied != shown.holds {
        let here = if shown.holds { "holds" } else { "does not hold" };
        return Err(Failure::new(format!(
            "{}: as a condition the goal {here}, as it is written: {written}",
            one.problem.name.it
        )));
    }
    Ok(if shown.held_at_start {
        Verdict::NotYet {
            class: "a goal that holds at the beginning".to_owned(),
            about: String::new(),
        }
    } else if shown.holds {
        Verdict::Solved(shown.trace.actions())
    } else {
        Verdict::NotSolved(why_not(&shown))
    })
}

/// The truth of a house for whoever judges the goal as it was written.
struct Truths<'a>(&'a Truth);

impl Facts for Truths<'_> {
    fn is(&self, thing: &Noun, state: State) -> bool {
        self.0.things.iter().any(|it| it.noun == *thing && it.is(state))
    }

    fn poured(&self, thing: &Noun, relation: Relation, what: &Noun) -> u32 {
        let thing = self.0.things.iter().find(|it| it.noun == *thing);
        let there = thing.into_iter().flat_map(|thing| &thing.portions);
        there.filter(|(how, of, _)| *how == relation && of == what).map(|(.., ml)| ml).sum()
    }

    fn place(&self, thing: &Noun) -> Option<(Relation, Noun)> {
        self.0.place_of(thing).cloned()
    }
}

/// What is missing first, and what was refused last.
pub(super) fn why_not(shown: &Shown) -> String {
    let ending = match &shown.trace.ending {
        Some(ending) => format!("{ending:?}"),
        None => "broke off".to_owned(),
    };
    let missing = shown.missing.first().map(String::as_str).unwrap_or("nothing");
    let refused = match shown.trace.failures().last() {
        Some((kind, things, code)) => {
            let things: Vec<&str> = things.iter().map(Noun::as_str).collect();
            format!("last refused: {} {}: {code}", kind.verb(), things.join(", "))
        }
        None => "nothing was refused".to_owned(),
    };
    format!("{missing} ({refused}; {} actions, {ending})", shown.trace.actions())
}

/// How many of each verdict, and the reasons with what each is about, the most frequent first.
fn table(verdicts: &[(String, Verdict)], solved: bool) -> String {
    let count = |wanted: fn(&Verdict) -> bool| {
        verdicts.iter().filter(|(_, verdict)| wanted(verdict)).count()
    };
    let not_yet = count(|verdict| matches!(verdict, Verdict::NotYet { .. }));
    let mut rows = vec![("run".to_owned(), verdicts.len() - not_yet, String::new())];
    if solved {
        let failed = count(|verdict| matches!(verdict, Verdict::NotSolved(_)));
        let actions: u32 = verdicts
            .iter()
            .map(|(_, verdict)| if let Verdict::Solved(actions) = verdict { *actions } else { 0 })
            .sum();
        let solved = count(|verdict| matches!(verdict, Verdict::Solved(_)));
        let mean = format!("{:.1} actions each", f64::from(actions) / (solved.max(1) as f64));
        rows.push(("  of these solved by the oracle".to_owned(), solved, mean));
        rows.push(("  of these not solved".to_owned(), failed, String::new()));
    }
    rows.push(("do not run yet".to_owned(), not_yet, String::new()));
    let mut classes: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (_, verdict) in verdicts {
        if let Verdict::NotYet { class, about } = verdict {
            *classes.entry(class).or_default().entry(about).or_default() += 1;
        }
    }
    let mut classes: Vec<_> = classes.into_iter().collect();
    classes.sort_by_key(|(_, about)| std::cmp::Reverse(about.values().sum::<usize>()));
    for (class, about) in classes {
        let sum = about.values().sum();
        let mut about: Vec<(&str, usize)> = about.into_iter().collect();
        about.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        let about: Vec<String> = about
            .into_iter()
            .filter(|(about, _)| !about.is_empty())
            .map(
                |(about, times)| {
                    if times > 1 { format!("{about} ({times})") } else { about.to_owned() }
                },
            )
            .collect();
        rows.push((format!("  {class}"), sum, about.join(", ")));
    }
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(["activities", "number", "what about"]);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(110);
    if let Some(column) = table.column_mut(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.add_row(["read".to_owned(), verdicts.len().to_string(), String::new()]);
    for (what, number, about) in rows {
        table.add_row([what, number.to_string(), about]);
    }
    table.to_string()
}
