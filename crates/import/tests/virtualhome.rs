//! Scenes of VirtualHome as homes, and recorded activities as scenarios: small ones written by hand,
//! and the published scenes where the data is at hand.

#![allow(clippy::disallowed_methods, reason = "tests read the files of others")]

use std::collections::BTreeSet;

use base::{Noun, Relation, State};
use import::virtualhome::{
    Graph, Imported, Program, Recorded, Step, Task, Untold, Wanted, home, recorded, scenario,
    scenario_by_end, scripted,
};
use scenario::{Embedded, Kinds, Library, parse_kinds};

mod data;

const SCENE: &str = r#"{"nodes": [
    {"id": 1, "class_name": "kitchen", "category": "Rooms",
     "bounding_box": {"center": [0, 1.25, 0], "size": [6, 2.5, 5]}},
    {"id": 2, "class_name": "bedroom", "category": "Rooms",
     "bounding_box": {"center": [5.6, 1.25, 0], "size": [5.6, 2.5, 5]}},
    {"id": 3, "class_name": "wall", "category": "Walls",
     "bounding_box": {"center": [2.9, 1.25, 1.6], "size": [0.06, 2.5, 1.8]}},
    {"id": 4, "class_name": "wall", "category": "Walls",
     "bounding_box": {"center": [2.9, 1.25, -0.2], "size": [0.06, 2.5, 1.6]}},
    {"id": 5, "class_name": "door", "category": "Doors",
     "bounding_box": {"center": [2.9, 1, -0.2], "size": [0.1, 2, 0.9]}},
    {"id": 6, "class_name": "wall", "category": "Walls",
     "bounding_box": {"center": [-2, 1.25, -2], "size": [2.5, 2.5, 2.5]}},
    {"id": 10, "class_name": "kitchen_table", "category": "Furniture", "properties": ["SURFACES"],
     "bounding_box": {"center": [-1, 0.4, 1.5], "size": [1.4, 0.8, 0.8]}},
    {"id": 11, "class_name": "freezer", "category": "Appliances",
     "properties": ["CAN_OPEN", "CONTAINERS", "HAS_PLUG", "HAS_SWITCH"],
     "states": ["CLOSED", "OFF", "PLUGGED_IN", "CLEAN"],
     "bounding_box": {"center": [1, 0.9, -2.1], "size": [0.8, 1.8, 0.7]}},
    {"id": 12, "class_name": "cup", "category": "Props", "properties": ["GRABBABLE", "RECIPIENT"],
     "states": ["DIRTY"], "bounding_box": {"center": [-1, 0.85, 1.5], "size": [0.1, 0.1, 0.1]}},
    {"id": 13, "class_name": "shoes", "category": "Props", "properties": ["GRABBABLE"],
     "bounding_box": {"center": [4, 0.1, 1], "size": [0.2, 0.1, 0.3]}},
    {"id": 14, "class_name": "lamp", "category": "Lamps", "properties": ["HAS_SWITCH"],
     "bounding_box": {"center": [30, 1, 1], "size": [0.2, 0.4, 0.2]}},
    {"id": 15, "class_name": "character", "category": "Characters",
     "bounding_box": {"center": [0.5, 0.9, 0], "size": [0.5, 1.8, 0.5]}}],
  "edges": [
    {"from_id": 12, "relation_type": "ON", "to_id": 10}, [12, "INSIDE", 1], [13, "INSIDE", 2],
    [10, "INSIDE", 1], [11, "INSIDE", 1]]}"#;

fn kinds() -> Kinds {
    let text = Embedded.text("kinds.ron").expect("it comes with the program");
    parse_kinds("kinds.ron", &text).expect("our own kinds")
}

fn noun(text: &str) -> Noun {
    text.parse().expect("a noun")
}

fn imported(graph: &Graph, tasks: &str) -> Imported {
    let tasks = recorded("tasks.jsonl", tasks).expect("these are activities");
    let added: Vec<_> =
        tasks.iter().flat_map(|task| task.init_delta.nodes_added.iter().cloned()).collect();
    home("small", graph, &added, &kinds(), &BTreeSet::new()).expect("it is a home")
}

#[test]
fn a_scene_becomes_a_home() {
    let graph = Graph::read("scene.json", SCENE).expect("it is a scene");
    let Imported { home, nouns, left_out, .. } = imported(&graph, "");
    let thing = |name: &str| {
        let found = home.things.iter().find(|thing| thing.noun == noun(name));
        found.unwrap_or_else(|| panic!("there is no {name}"))
    };
    // The rooms share 20 cm, and the border is in the middle of them.
    assert_eq!((home.rooms[0].max[0], home.rooms[1].min[0]), (2.9, 2.9));
    assert_eq!(home.walls.len(), 1, "neither the one with the door nor the corner");
    assert_eq!(home.start.0, [0.5, 0.0]);
    let (table, freezer, cup) =
        (thing("no-1 kitchen-table"), thing("no-1 freezer"), thing("no-1 cup"));
    assert!(table.kind.fixed && table.kind.surface && !table.kind.opens);
    assert!(freezer.kind.opens && freezer.kind.holds && freezer.kind.switch && freezer.kind.plug);
    assert_eq!(freezer.states, []);
    assert_eq!(cup.parent, Some((Relation::On, table.id)));
    assert_eq!(cup.states, [(State::Dirty, true)]);
    assert_eq!(nouns[&12], noun("no-1 cup"));
    let told: Vec<&str> = left_out.iter().map(|it| it.why.as_str()).collect();
    assert_eq!(
        told,
        [
            "it lies on nothing and in nothing that is here",
            "\"no-1 lamp\" is outside of every room"
        ]
    );
}

fn told(goal: &str, delta: &str) -> Result<String, Untold> {
    // One activity stands in one line.
    let (goal, delta) = (goal.replace('\n', " "), delta.replace('\n', " "));
    let line = format!(
        r#"{{"id": "file1_2", "title": "Tidy up", "init_delta": {delta}, "goal": {{"vh_goal": {{"actions": [], "goal": {goal}}}}}}}"#
    );
    let graph = Graph::read("scene.json", SCENE).expect("it is a scene");
    let imported = imported(&graph, &line);
    let task = &recorded("tasks.jsonl", &line).expect("it is an activity")[0];
    let task = scenario(task, &graph, &imported, "small.ron")?;
    assert_eq!(task.name, "tidy-up-file1-2");
    let library =
        std::collections::BTreeMap::from([("small.ron".to_owned(), imported.text.clone())]);
    let with_kinds = WithKinds(library);
    let read = scenario::parse_scenario("tidy-up.ron", &task.text, &with_kinds);
    read.and_then(|it| it.check_all(0..1))
        .unwrap_or_else(|errors| panic!("{errors}\n{}", task.text));
    let wants = task.text.lines().find_map(|line| line.trim().strip_prefix("wants: "));
    Ok(wants.expect("a scenario wants something").trim_end_matches(',').to_owned())
}

struct WithKinds(std::collections::BTreeMap<String, String>);

impl Library for WithKinds {
    fn text(&self, path: &str) -> Result<String, String> {
        self.0.text(path).or_else(|_| Embedded.text(path))
    }
}

const FOOD: &str = r#"{"nodes_added": [{"id": 1000, "class_name": "food_food",
    "properties": ["GRABBABLE", "EATABLE"], "states": ["CLEAN"]}], "edges_added": [[1000, "INSIDE", 1]]}"#;

#[test]
fn goals_about_states_and_places_become_conditions() {
    let goal = r#"[{"id": 11, "class_name": "freezer", "state": "OPEN"},
        {"from_id": 1000, "relation_type": "INSIDE", "to_id": 11},
        {"from_id": 15, "relation_type": "HOLDS_RH", "to_id": 12}]"#;
    assert_eq!(
        told(goal, FOOD).expect("it runs"),
        "All([Exists(\"no-1 freezer\", [Is(Open)]), Exists(\"added-1000 food-food\", [At(In, \"no-1 \
         freezer\")]), Exists(\"no-1 cup\", [At(HeldBy, \"robot\")])])"
    );
}

#[test]
fn what_cannot_run_says_why() {
    let why = |goal: &str| told(goal, "{}").expect_err("it cannot run").to_string();
    assert_eq!(
        why(r#"[{"id": 15, "class_name": "character", "state": "SITTING"}]"#),
        "the goal is about how the body stands: sitting of 15"
    );
    assert_eq!(
        why(r#"[{"id": 99, "class_name": "stereo", "state": "ON"}]"#),
        "nothing says where node 99 is, or it has no place in the home"
    );
    assert_eq!(
        why(r#"[{"id": 10, "class_name": "kitchen_table", "state": "OPEN"}]"#),
        "kitchen-table can never be open"
    );
    assert_eq!(
        why(r#"[{"from_id": 12, "relation_type": "FACING", "to_id": 10}]"#),
        "no state or place here stands for facing"
    );
    assert_eq!(why("[]"), "it has no goal");
}

type Made = fn(&Recorded, &Program, &Graph, &Imported, &str) -> Result<Task, Untold>;

/// What is made of a program in the small scene, in lines; it must be a scenario.
fn made_of(program: &Program, made: Made) -> Result<Vec<String>, Untold> {
    let line = format!(
        r#"{{"id": "file1_2", "title": "Tidy up", "init_delta": {}}}"#,
        FOOD.replace('\n', " ")
    );
    let graph = Graph::read("scene.json", SCENE).expect("it is a scene");
    let imported = imported(&graph, &line);
    let task = &recorded("tasks.jsonl", &line).expect("it is an activity")[0];
    let task = made(task, program, &graph, &imported, "small.ron")?;
    let library =
        std::collections::BTreeMap::from([("small.ron".to_owned(), imported.text.clone())]);
    let read = scenario::parse_scenario("tidy-up.ron", &task.text, &WithKinds(library));
    read.and_then(|it| it.check_all(0..1))
        .unwrap_or_else(|errors| panic!("{errors}\n{}", task.text));
    Ok(task.text.lines().map(|line| line.trim().to_owned()).collect())
}

fn step(action: &str, nodes: &[u32]) -> Step {
    Step { action: action.to_owned(), nodes: nodes.to_vec() }
}

fn edge(from_id: u32, relation: &str, to_id: u32) -> Wanted {
    Wanted::Edge { from_id, relation_type: relation.to_owned(), to_id }
}

#[test]
fn how_a_program_ends_becomes_a_goal() {
    let state = |id, class_name: &str, state: &str| Wanted::State {
        id,
        class_name: class_name.to_owned(),
        state: state.to_owned(),
    };
    let about_the_body =
        [state(15, "character", "SITTING"), edge(15, "CLOSE", 11), edge(15, "INSIDE", 1)];
    let nothing = Program { end: about_the_body.to_vec(), ..Program::default() };
    assert_eq!(made_of(&nothing, scenario_by_end), Err(Untold::Nothing));
    let lasting = [
        state(11, "freezer", "OPEN"),
        edge(1000, "INSIDE", 11),
        edge(1000, "INSIDE", 1),
        edge(15, "HOLDS_LH", 12),
    ];
    let end = about_the_body.into_iter().chain(lasting).collect();
    let lines = made_of(&Program { end, ..Program::default() }, scenario_by_end).expect("it runs");
    let wants = "wants: All([Exists(\"no-1 freezer\", [Is(Open)]), Exists(\"added-1000 food-food\", \
                 [At(In, \"no-1 freezer\")]), Exists(\"no-1 cup\", [At(HeldBy, \"robot\")])]),";
    assert!(lines.iter().any(|line| line == wants), "{lines:#?}");
}

#[test]
fn the_steps_of_a_program_become_a_script() {
    let steps = vec![
        step("WALK", &[1]),
        step("FIND", &[1000]),
        step("GRAB", &[1000]),
        step("FIND", &[1000]),
        step("WALK", &[11]),
        step("OPEN", &[11]),
        step("PUTIN", &[1000, 11]),
        step("SWITCHON", &[11]),
        step("TURNTO", &[12]),
    ];
    let end = vec![edge(1000, "INSIDE", 11)];
    let lines = made_of(&Program { steps, end }, scripted).expect("it can be said");
    let from = lines.iter().position(|line| line == "script: [").expect("it has a script");
    assert_eq!(
        lines[from + 1..from + 10],
        [
            "Go(\"added-1000 food-food\"),",
            "Take(\"added-1000 food-food\"),",
            "Go(\"no-1 freezer\"),",
            "Open(\"no-1 freezer\"),",
            "PutIn(\"added-1000 food-food\", \"no-1 freezer\"),",
            "Toggle(\"no-1 freezer\", true),",
            "Look,",
            "],",
            "expect: [Holds(All([Exists(\"added-1000 food-food\", [At(In, \"no-1 freezer\")])]))],",
        ]
    );
}

#[test]
fn a_step_that_cannot_be_said_says_so() {
    let why = |step: Step| {
        let program = Program { steps: vec![step], ..Program::default() };
        made_of(&program, scripted).expect_err("it cannot be said").to_string()
    };
    assert_eq!(why(step("READ", &[12])), "no action here stands for read");
    assert_eq!(why(step("WIPE", &[10])), "no action here stands for wipe");
    assert_eq!(why(step("PUTIN", &[12])), "no action here stands for putin");
    assert_eq!(why(step("GRAB", &[11])), "freezer can never be carried");
    assert_eq!(
        why(step("OPEN", &[99])),
        "nothing says where node 99 is, or it has no place in the home"
    );
    assert_eq!(why(step("WALK", &[1])), "nothing comes of its program but where the body is");
}

#[test]
fn broken_files_are_told_with_their_line() {
    let bad = Graph::read("scene.json", "{\"nodes\": [\n{\"id\": \"x\"}]}").expect_err("broken");
    assert!(bad.to_string().starts_with("scene.json:2: this is no scene: "), "{bad}");
    let lost = SCENE.replace("[12, \"INSIDE\", 1]", "[12, \"INSIDE\", 77]");
    let bad = Graph::read("scene.json", &lost).expect_err("an edge leads nowhere");
    assert!(bad.to_string().contains("the edge 12 INSIDE 77 leads to no node"), "{bad}");
    let bad = recorded("tasks.jsonl", "\n{\"id\": 3}").expect_err("broken");
    assert!(bad.to_string().starts_with("tasks.jsonl:2: this is no recorded activity: "), "{bad}");
}

#[test]
fn every_published_scene_becomes_a_home() {
    for number in 1..=6 {
        let name = format!("TestScene{number}_graph.json");
        let Some(text) = data::text(&format!("virtualhome/scenes/{name}")) else { return };
        let graph = Graph::read(&name, &text).unwrap_or_else(|error| panic!("{error}"));
        let imported = home(&name, &graph, &[], &kinds(), &BTreeSet::new())
            .unwrap_or_else(|why| panic!("{name}: {why}"));
        let things = imported.home.things.len();
        assert!((4..=5).contains(&imported.home.rooms.len()), "{name}");
        assert!(things >= 160 && things > 2 * imported.left_out.len(), "{name}: {things}");
    }
}
