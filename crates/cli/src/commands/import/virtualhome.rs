//! `brainmem import virtualhome`: a scene as a home, and recorded activities as scenarios in it.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::Arc;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use eval::life::{Options, run_days};
use eval::roster::Arm;
use eval::shown::show;
use eval::simulation::Lived;
use import::virtualhome::{
    Graph, Imported, Node, Program, Recorded, Step, Task, Untold, Wanted, home, recorded, scenario,
    scenario_by_end, scripted,
};
use models::Embed;
use scenario::{Kinds, Scenario, parse_scenario};
use virtualhome::{Delta, NodeId, NotDone};

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
    let is_needed = args.programs || tasks.iter().any(|task| task.goal.is_none());
    let programs = if is_needed { programs(args)? } else { BTreeMap::new() };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut steps = Steps::default();
    let (mut ready, mut by_end) = (Vec::new(), 0);
    for task in &tasks {
        let program = programs.get(&task.id);
        let goal = match (scenario(task, &graph, &imported, &home_path), program) {
            (Err(Untold::NoGoal), Some(Ok(program))) => {
                by_end += 1;
                scenario_by_end(task, program, &graph, &imported, &home_path)
            }
            (made, _) => made,
        };
        match checked(goal, &library) {
            Ok(one) => ready.push(one),
            Err(why) => *counts.entry(why).or_default() += 1,
        }
        if args.programs {
            let told = match program {
                Some(Ok(program)) => {
                    checked(scripted(task, program, &graph, &imported, &home_path), &library)
                }
                Some(Err(why)) => Err(why.clone()),
                None => Err("it has no program".to_owned()),
            };
            steps.note(told);
        }
    }
    if let Some(folder) = &args.out {
        files::write(&folder.join(&home_path), &imported.text)?;
        for one in ready.iter().chain(&steps.ready) {
            files::write(&folder.join(format!("{}.ron", one.scenario.name)), &one.text)?;
        }
        let written = ready.len() + steps.ready.len();
        println!("{}: the home and {written} scenarios", folder.display());
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
    let mut rows = vec![
        ("read".to_owned(), tasks.len()),
        ("  of these without a written goal: it is how their programs end".to_owned(), by_end),
        ("run".to_owned(), ready.len()),
    ];
    rows.extend(args.solve.then(|| ("  of these solved by the oracle".to_owned(), solved)));
    println!("{}", table("activities", rows, &counts));
    if args.programs {
        let mut rows = vec![
            ("read".to_owned(), tasks.len()),
            ("every step of them can be said here".to_owned(), steps.ready.len()),
        ];
        if args.solve {
            let (ended_so, endless) = steps.live()?;
            rows.push(("  of these end as in VirtualHome".to_owned(), ended_so));
            rows.push(("  of these leave nothing behind there either".to_owned(), endless));
        }
        println!("{}", table("programs", rows, &steps.why_not));
    }
    Ok(ExitCode::SUCCESS)
}

/// Programs as scripts.
#[derive(Default)]
struct Steps {
    ready: Vec<Ready>,
    why_not: BTreeMap<String, usize>,
}

impl Steps {
    fn note(&mut self, made: Result<Ready, String>) {
        match made {
            Ok(one) => self.ready.push(one),
            Err(why) => *self.why_not.entry(why).or_default() += 1,
        }
    }

    /// Lives each script that promises an end. Returns how many end as they do in VirtualHome, and how
    /// many promise nothing; tells why the others do not end so.
    fn live(&self) -> Result<(usize, usize), Failure> {
        let embedder = crate::models::no_model() as Arc<dyn Embed>;
        let bar = progress::bar("living", self.ready.len(), "programs");
        let (mut ended_so, mut endless) = (0, 0);
        for one in &self.ready {
            bar.inc(1);
            let life = one.scenario.life("scene", 0).map_err(Failure::in_file)?;
            if life.days.iter().all(|day| day.expect.is_empty()) {
                endless += 1;
                continue;
            }
            let days = run_days(&life, Arm::named("nothing")?, &Options::default(), &embedder)?;
            let unmet: Vec<&str> =
                days.iter().flat_map(|day| &day.unmet).map(String::as_str).collect();
            if unmet.is_empty() {
                ended_so += 1;
            } else {
                eprintln!("ends otherwise: {}: {}", one.scenario.name, unmet.join("; "));
            }
        }
        bar.finish_and_clear();
        Ok((ended_so, endless))
    }
}

/// The programs of the activities, run by the rules of VirtualHome; or why one was not done.
fn programs(args: &VirtualHomeArgs) -> Result<BTreeMap<String, Result<Program, String>>, Failure> {
    let Some(tasks) = &args.tasks else { return Ok(BTreeMap::new()) };
    let scene = args.names.as_ref().unwrap_or(&args.scene);
    let name = scene.display().to_string();
    let scene = virtualhome::Scene::read(&name, files::read(scene)?.as_bytes())?;
    let name = tasks.display().to_string();
    let read = virtualhome::Program::read_all(&name, files::read(tasks)?.into_bytes())?;
    let run = |program: virtualhome::Program| {
        let run = match program.net_change(&scene) {
            Ok(_) if program.script.steps.is_empty() => Err("it has no program"),
            Ok(change) => Ok(told(&program, &change, &scene)),
            Err(NotDone::Refused(_)) => Err("the reference refuses a step of its program"),
            Err(NotDone::Scene(_)) => Err("its program is not one of this scene"),
        };
        (program.id, run.map_err(str::to_owned))
    };
    Ok(read.into_iter().map(run).collect())
}

/// The steps of a program, and what is so at its end, in the words of activities.
fn told(program: &virtualhome::Program, change: &Delta, scene: &virtualhome::Scene) -> Program {
    let nodes = || scene.nodes.iter().chain(&program.change.nodes_added);
    let class_of = |id: NodeId| nodes().find(|node| node.id == id).map(|it| it.class_name.clone());
    let begun = |id: NodeId| {
        let changed = program.change.nodes_changed.get(&id.to_string());
        let changed = changed.and_then(|fields| fields.states);
        changed.or_else(|| nodes().find(|node| node.id == id).map(|node| node.states))
    };
    let states = change.states.iter().flat_map(|(id, states)| {
        let before = begun(*id).unwrap_or_default();
        let new = states.iter().filter(move |state| !before.has(*state));
        let class_name = class_of(*id).unwrap_or_default();
        new.map(move |state| Wanted::State {
            id: id.0,
            class_name: class_name.clone(),
            state: state.word().to_owned(),
        })
    });
    let edges = change.added.iter().map(|edge| Wanted::Edge {
        from_id: edge.from.0,
        relation_type: edge.relation.word().to_owned(),
        to_id: edge.to.0,
    });
    let steps = program.script.steps.iter().map(|step| Step {
        action: step.action.word().to_owned(),
        nodes: step.operands.iter().map(|operand| operand.id.0).collect(),
    });
    Program { end: states.chain(edges).collect(), steps: steps.collect() }
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

/// The scenario that was made, where it can be lived; or why there is none.
fn checked(made: Result<Task, Untold>, library: &ImportedHomes) -> Result<Ready, String> {
    let task = made.map_err(|it| it.class().to_owned())?;
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

fn table(of: &str, rows: Vec<(String, usize)>, why: &BTreeMap<String, usize>) -> String {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header([of, "number"]);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(110);
    if let Some(column) = table.column_mut(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for (what, number) in rows {
        table.add_row([what, number.to_string()]);
    }
    let mut why: Vec<(&String, &usize)> = why.iter().collect();
    why.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
    for (why, times) in why {
        table.add_row([format!("  {why}"), times.to_string()]);
    }
    table.to_string()
}
