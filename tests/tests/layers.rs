//! Which crate may use which, and why; and the walls that no arrow may get around.
//!
//! A new arrow is a decision: it gets a line here with its reason. An arrow that is gone loses its
//! line. `tests` and `xtask` are outside the house and stand in no list.

#![allow(clippy::disallowed_methods, reason = "this test asks cargo and reads manifests")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::process::Command;
use std::sync::LazyLock;

use cargo_metadata::{
    CargoOpt, DependencyKind, Metadata, MetadataCommand, Package, PackageId, PackageName,
};

/// From, to, why.
type Arrow = (&'static str, &'static str, &'static str);

/// The floor of each crate. A crate uses only crates on floors below its own.
const FLOORS: &[(u8, &[&str])] = &[
    (5, &["brainmem-cli"]),
    (4, &["eval", "views"]),
    (3, &["brainmem", "baselines", "language", "mind", "house", "import", "models-candle"]),
    (2, &["memory", "models", "body", "scenario", "bddl", "virtualhome"]),
    (1, &["base"]),
];

/// Every arrow between our crates that ships. `bddl` has none: it judges goals over any world that
/// implements its trait, and its words are those of the files that it reads. `virtualhome` has none:
/// it follows another simulator and stands alone.
const ARROWS: &[Arrow] = &[
    ("memory", "base", "units, questions and traces are made of the shared words"),
    ("body", "base", "percepts, intents and outcomes are made of the shared words"),
    ("scenario", "base", "goals are conditions, scripts are actions, draws come from streams"),
    ("brainmem", "base", "time, ids and nouns"),
    ("brainmem", "memory", "implements `MemorySystem`"),
    ("brainmem", "models", "asks an embedder for vectors, through the trait"),
    ("baselines", "base", "time, ids and nouns"),
    ("baselines", "memory", "implements `MemorySystem`, once for each rival"),
    ("baselines", "models", "the vector arms ask an embedder, through the trait"),
    ("language", "base", "its vocabulary is that of the tables of actions, states and refusals"),
    ("language", "memory", "reads words into units, relates them, judges their relevance"),
    ("language", "models", "asks a language model, through the trait"),
    ("mind", "base", "facts, conditions and actions are what it thinks in"),
    ("mind", "body", "reads percepts and outcomes, writes intents"),
    ("mind", "memory", "records, asks and credits whatever memory it was given"),
    ("mind", "models", "the model planner asks a language model, through the trait"),
    ("house", "base", "time, states, refusals, digests, the streams of the fault tape"),
    ("house", "body", "writes percepts and outcomes, takes intents"),
    ("house", "scenario", "is built from a checked home and lives its days"),
    ("import", "bddl", "reads activities and makes scenarios of them"),
    ("import", "base", "nouns, states and relations of the imported things"),
    ("import", "scenario", "what it makes of foreign files is a scenario's home"),
    ("models-candle", "models", "implements the traits and reads the manifest"),
    ("eval", "base", "time, digests and refusal codes in the records"),
    ("eval", "memory", "gives each arm its memory and reads the traces of its recalls"),
    ("eval", "models", "hands the embedder to the arms, wrapped in a transcript"),
    ("eval", "body", "adds the step, gives the goal, watches intents and outcomes"),
    ("eval", "scenario", "schedules the lives of a suite"),
    ("eval", "brainmem", "the roster names it"),
    ("eval", "baselines", "the roster names them"),
    ("eval", "language", "measures readers and judges against the truth"),
    ("eval", "mind", "puts a mind and a house into one world"),
    ("eval", "house", "puts a mind and a house into one world; its oracle sees the truth"),
    ("views", "base", "relations and states, as a plan draws and tells them"),
    ("views", "body", "the percepts say what is seen, the clock what time it is"),
    ("views", "house", "draws the truth of a world: outlines, places, the agent"),
    ("views", "scenario", "a home's rooms, walls and furniture"),
    ("brainmem-cli", "base", "prints times, digests and refusals"),
    ("brainmem-cli", "bddl", "reads activities, and judges their goals as they are written"),
    ("brainmem-cli", "body", "`check --settle` runs the step of a home without a mind"),
    ("brainmem-cli", "eval", "`run`, `compare`, `regress` and `replay` are its work"),
    ("brainmem-cli", "house", "`check` lets a home settle and reports what moved"),
    ("brainmem-cli", "import", "`import` is its work"),
    ("brainmem-cli", "language", "`models accuracy` gives a model to its readers and judges"),
    ("brainmem-cli", "memory", "`models accuracy` hands a judge of relevance to a memory"),
    ("brainmem-cli", "models", "reads the manifest and the transcripts"),
    ("brainmem-cli", "models-candle", "the only place that chooses how models are run"),
    ("brainmem-cli", "scenario", "`check` reads scenarios and prints their errors"),
    ("brainmem-cli", "views", "`look` is its work"),
    ("brainmem-cli", "virtualhome", "`conform virtualhome` is its work"),
];

/// Every arrow between our crates that exists for tests alone.
const DEV_ARROWS: &[Arrow] = &[
    ("import", "body", "a scripted agent lives in the imported kitchens"),
    ("import", "house", "the imported kitchens are brought to life, and must not drift"),
];

/// Parts of the workspace that are no room of the house.
const OUTSIDE: &[&str] = &["tests", "xtask"];

#[test]
fn every_arrow_is_listed_and_every_listed_arrow_exists() {
    compare("ARROWS", ARROWS, &arrows_that_exist(|kind| kind != DependencyKind::Development));
}

#[test]
fn every_arrow_of_tests_is_listed_and_every_listed_one_exists() {
    compare(
        "DEV_ARROWS",
        DEV_ARROWS,
        &arrows_that_exist(|kind| kind == DependencyKind::Development),
    );
}

#[test]
fn a_crate_uses_only_crates_on_floors_below() {
    let floor: BTreeMap<&str, u8> = FLOORS
        .iter()
        .flat_map(|&(floor, crates)| crates.iter().map(move |&name| (name, floor)))
        .collect();
    for package in rooms() {
        let name = package.name.as_str();
        assert!(floor.contains_key(name), "{name} has no floor yet: add it to FLOORS");
    }
    for (from, to) in arrows_that_exist(|kind| kind != DependencyKind::Development) {
        assert!(
            floor[from.as_str()] > floor[to.as_str()],
            "{from} (floor {}) uses {to} (floor {}), which is not below it",
            floor[from.as_str()],
            floor[to.as_str()],
        );
    }
}

#[test]
fn the_mind_cannot_reach_the_truth() {
    // An activity in BDDL says where everything is at the beginning.
    wall("mind", |name| matches!(name, "house" | "scenario" | "import" | "eval" | "bddl"));
}

#[test]
fn what_meets_in_the_body_knows_neither_side() {
    wall("body", |name| matches!(name, "house" | "scenario" | "mind" | "memory"));
}

#[test]
fn the_house_knows_nothing_of_minds_and_memories() {
    wall("house", |name| matches!(name, "mind" | "memory" | "models"));
}

#[test]
fn memories_know_no_ecs_and_no_candle() {
    for memory in ["memory", "brainmem", "baselines", "language"] {
        wall(memory, |name| is_ecs(name) || is_candle(name) || name == "body");
    }
}

#[test]
fn shared_words_and_model_traits_know_no_ecs_and_no_candle() {
    for crate_name in ["base", "models", "scenario", "import", "bddl", "virtualhome"] {
        wall(crate_name, |name| is_ecs(name) || is_candle(name));
    }
}

#[test]
fn the_conformance_mode_stands_alone() {
    let rooms: BTreeSet<String> = rooms().map(|package| package.name.to_string()).collect();
    wall("virtualhome", |name| name != "virtualhome" && rooms.contains(name));
}

#[test]
fn only_models_candle_names_candle() {
    for package in METADATA.workspace_packages() {
        for dependency in &package.dependencies {
            assert!(
                !is_candle(&dependency.name) || package.name == "models-candle",
                "{} names {}; ask through the traits in `models`",
                package.name,
                dependency.name
            );
        }
    }
}

#[test]
fn only_the_command_line_uses_models_candle() {
    for package in rooms() {
        let uses = package.dependencies.iter().any(|used| used.name == "models-candle");
        assert!(
            !uses || package.name == "brainmem-cli",
            "{} uses models-candle; take `&dyn Embed` from the caller",
            package.name
        );
    }
}

#[test]
fn nobody_brings_an_http_client() {
    // Models come through the package client or the hub's own tool, which know the machine's
    // proxies, mirrors and certificates.
    const CLIENTS: &[&str] =
        &["reqwest", "hyper", "ureq", "curl", "isahc", "attohttpc", "minreq", "hf-hub"];
    for package in rooms() {
        wall(package.name.as_str(), |name| CLIENTS.contains(&name));
    }
}

#[test]
fn nobody_uses_what_is_outside_the_house() {
    for package in METADATA.workspace_packages() {
        for dependency in &package.dependencies {
            let name = dependency.name.as_str();
            assert!(!OUTSIDE.contains(&name), "{} uses {name}", package.name);
        }
    }
}

#[test]
fn the_build_tool_builds_without_any_of_our_crates() {
    let rooms: BTreeSet<String> = rooms().map(|package| package.name.to_string()).collect();
    wall("xtask", |name| rooms.contains(name));
}

#[test]
#[should_panic(expected = "a hole: brainmem-cli -> models-candle -> candle-core")]
fn a_hole_in_a_wall_is_found_and_the_way_is_shown() {
    wall("brainmem-cli", is_candle);
}

#[test]
fn every_crate_keeps_the_lints_of_the_workspace() {
    for package in METADATA.workspace_packages() {
        let manifest = std::fs::read_to_string(&package.manifest_path)
            .unwrap_or_else(|error| panic!("{}: {error}", package.manifest_path));
        assert!(
            manifest.contains("[lints]\nworkspace = true"),
            "{} does not say `[lints] workspace = true`",
            package.manifest_path
        );
    }
}

/// What cargo knows of the workspace: all features on, so that no wall has a door behind a feature;
/// for this platform alone, since the others' dependencies may never have been downloaded.
static METADATA: LazyLock<Metadata> = LazyLock::new(|| {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(&rustc).arg("-vV").output().expect("rustc runs");
    let version = String::from_utf8(version.stdout).expect("rustc writes text");
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("`rustc -vV` names its host");
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .other_options(["--locked", "--filter-platform", host].map(str::to_owned).to_vec())
        .exec()
        .expect("cargo describes the workspace")
});

/// The packages that are rooms of the house.
fn rooms() -> impl Iterator<Item = &'static Package> {
    METADATA
        .workspace_packages()
        .into_iter()
        .filter(|package| !OUTSIDE.contains(&package.name.as_str()))
}

fn arrows_that_exist(wanted: impl Fn(DependencyKind) -> bool) -> BTreeSet<(String, String)> {
    let names: BTreeSet<&PackageName> = rooms().map(|package| &package.name).collect();
    rooms()
        .flat_map(|package| {
            let ours = package.dependencies.iter().filter(|used| {
                wanted(used.kind) && names.iter().any(|name| name.as_str() == used.name)
            });
            ours.map(|used| (package.name.to_string(), used.name.clone()))
        })
        .collect()
}

fn compare(list: &str, listed: &[Arrow], exist: &BTreeSet<(String, String)>) {
    let mut wrong = Vec::new();
    let mut names = BTreeSet::new();
    for &(from, to, why) in listed {
        let arrow = (from.to_owned(), to.to_owned());
        if !exist.contains(&arrow) {
            wrong.push(format!("{from} -> {to} is listed but does not exist: take out its line"));
        }
        if why.is_empty() {
            wrong.push(format!("{from} -> {to} has no reason"));
        }
        if !names.insert(arrow) {
            wrong.push(format!("{from} -> {to} is listed twice"));
        }
    }
    for (from, to) in exist.difference(&names) {
        wrong.push(format!("{from} -> {to} is new: is it wanted? Then list it with its reason"));
    }
    assert!(wrong.is_empty(), "{list} in tests/tests/layers.rs:\n  {}", wrong.join("\n  "));
}

/// Fails where `from`, through whatever it ships, reaches a package that is forbidden to it; the
/// message shows the way.
fn wall(from: &str, forbidden: impl Fn(&str) -> bool) {
    let start = METADATA
        .workspace_packages()
        .into_iter()
        .find(|package| package.name == from)
        .unwrap_or_else(|| panic!("there is no crate {from}"));
    let mut came_from: BTreeMap<&PackageId, &PackageId> = BTreeMap::new();
    let mut queue = VecDeque::from([&start.id]);
    while let Some(id) = queue.pop_front() {
        if *id != start.id && forbidden(METADATA[id].name.as_str()) {
            let mut way = vec![METADATA[id].name.to_string()];
            let mut at = id;
            while let Some(before) = came_from.get(at) {
                way.push(METADATA[*before].name.to_string());
                at = before;
            }
            way.reverse();
            panic!("the wall around {from} has a hole: {}", way.join(" -> "));
        }
        for next in shipped_by(id) {
            if *next != start.id && !came_from.contains_key(next) {
                came_from.insert(next, id);
                queue.push_back(next);
            }
        }
    }
}

/// What the package is built from, tests left out.
fn shipped_by(id: &PackageId) -> impl Iterator<Item = &'static PackageId> {
    static USES: LazyLock<BTreeMap<&PackageId, Vec<&PackageId>>> = LazyLock::new(|| {
        let resolve = METADATA.resolve.as_ref().expect("cargo resolved the dependencies");
        let shipped = |used: &&cargo_metadata::NodeDep| {
            used.dep_kinds.iter().any(|kind| kind.kind != DependencyKind::Development)
        };
        resolve
            .nodes
            .iter()
            .map(|node| {
                (&node.id, node.deps.iter().filter(shipped).map(|used| &used.pkg).collect())
            })
            .collect()
    });
    USES.get(id).into_iter().flatten().copied()
}

fn is_ecs(name: &str) -> bool {
    name.starts_with("bevy_")
}

fn is_candle(name: &str) -> bool {
    name.starts_with("candle-")
}
