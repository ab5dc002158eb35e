//! `brainmem import virtualhome`: a scene as a home, and recorded activities as scenarios in it.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use eval::shown::show;
use eval::simulation::Lived;
use import::virtualhome::{Graph, Imported, Node, Recorded, home, recorded, scenario};
use scenario::{Kinds, Scenario, parse_scenario};

use super::bddl::why_not;
use super::spread;
use crate::args::VirtualHomeArgs;
use crate::failure::{Done, Failure};
use crate::files::{self, ImportedHomes};
use crate::progress;
use crate::suites::embedded_kinds;

/// So many things for which the house finds no room are left out, one after the other.
const MOST_REFUSED: usize = 200;

/// An activity that runs.
struct Ready {
    scenario: Scenario,
    text: String,
}

pub fn run(args: &VirtualHomeArgs) -> Done {
    let kinds = embedded_kinds()?;
    let mut graph = read(&args.scene)?;
    if let Some(names) = &args.names {
        graph = graph.named_as(&read(names)?);
    }
    let tasks = match &args.tasks {
        Some(file) => recorded(&file.display().to_string(), &files::read(file)?)?,
        None => Vec::new(),
    };
    let tasks = spread(tasks, args.limit);
    let stem = args.scene.file_stem().map_or_else(String::new, |it| it.to_string_lossy().into());
    let name = stem.trim_end_matches("_graph").to_lowercase();
    let imported = furnished(&name, &graph, &tasks, &kinds)?;
    let home_path = format!("{name}.ron");
    println!("{name}: {} things, {} left out", imported.home.things.len(), imported.left_out.len());
    for left_out in &imported.left_out {
        eprintln!("left out: {}: {}", left_out.node, left_out.why);
    }
    let library = ImportedHomes(BTreeMap::from([(home_path.clone(), imported.text.clone())]));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut ready: Vec<Ready> = Vec::new();
    for task in &tasks {
        match made(task, &graph, &imported, &home_path, &library) {
            Ok(one) => ready.push(one),
            Err(why) => *counts.entry(why).or_default() += 1,
        }
    }
    if let Some(folder) = &args.out {
        files::write(&folder.join(&home_path), &imported.text)?;
        for one in &ready {
            files::write(&folder.join(format!("{}.ron", one.scenario.name)), &one.text)?;
        }
        println!("{}: the home and {} scenarios", folder.display(), ready.len());
    }
    if tasks.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let mut solved = 0;
    if args.solve {
        let bar = progress::bar("solving", ready.len(), "activities");
        for one in &ready {
            let life = one.scenario.life("scene", 0).map_err(Failure::in_file)?;
            let shown = show(&life)?;
            if shown.held_at_start {
                *counts.entry("the goal holds at the beginning".to_owned()).or_default() += 1;
            } else if shown.holds {
                solved += 1;
            } else {
                eprintln!("not solved: {}: {}", one.scenario.name, why_not(&shown));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    println!("{}", table(tasks.len(), ready.len(), args.solve.then_some(solved), &counts));
    Ok(ExitCode::SUCCESS)
}

fn read(path: &std::path::Path) -> Result<Graph, Failure> {
    Ok(Graph::read(&path.display().to_string(), &files::read(path)?)?)
}

/// The home of the scene, without what the house finds no room for.
fn furnished(
    name: &str,
    graph: &Graph,
    tasks: &[Recorded],
    kinds: &Kinds,
) -> Result<Imported, Failure> {
    let added: Vec<Node> =
        tasks.iter().flat_map(|task| task.init_delta.nodes_added.iter().cloned()).collect();
    let mut refused = BTreeSet::new();
    loop {
        let imported = home(name, graph, &added, kinds, &refused)
            .map_err(|why| Failure::new(format!("{name}: {why}")))?;
        let error = match house::Scene::build(&imported.home) {
            Ok(_) => return Ok(imported),
            Err(error) => error.to_string(),
        };
        let named = imported.home.things.iter().rev().find(|it| error.contains(it.noun.as_str()));
        match named {
            Some(thing) if refused.len() < MOST_REFUSED => refused.insert(thing.noun.clone()),
            _ => return Err(Failure::new(format!("{name}: {error}"))),
        };
    }
}

/// The scenario of an activity, or why there is none.
fn made(
    task: &Recorded,
    graph: &Graph,
    imported: &Imported,
    home_path: &str,
    library: &ImportedHomes,
) -> Result<Ready, String> {
    let task = scenario(task, graph, imported, home_path).map_err(|it| it.class().to_owned())?;
    let refused = |errors: scenario::Errors| {
        let first = errors.into_iter().next().map(|it| it.problem.to_string());
        format!("the scenario cannot be: {}", first.unwrap_or_default())
    };
    let scenario = parse_scenario(&task.name, &task.text, library).map_err(refused)?;
    scenario.check_all(0..1).map_err(refused)?;
    let life = scenario.life("scene", 0).map_err(refused)?;
    Lived::begin(&life).map_err(|error| format!("a beginning that cannot be: {error}"))?;
    Ok(Ready { scenario, text: task.text })
}

fn table(read: usize, run: usize, solved: Option<usize>, why: &BTreeMap<String, usize>) -> String {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(["activities", "number"]);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(110);
    if let Some(column) = table.column_mut(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.add_row(["read".to_owned(), read.to_string()]);
    table.add_row(["run".to_owned(), run.to_string()]);
    if let Some(solved) = solved {
        table.add_row(["  of these solved by the oracle".to_owned(), solved.to_string()]);
    }
    let mut why: Vec<(&String, &usize)> = why.iter().collect();
    why.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
    for (why, times) in why {
        table.add_row([format!("  {why}"), times.to_string()]);
    }
    table.to_string()
}
