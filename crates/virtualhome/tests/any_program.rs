//! What holds for every program, sensible or not: nothing panics, a refusal changes nothing, and a
//! delta tells exactly what changed.

use proptest::prelude::*;
use virtualhome::{Action, Edge, Home, NodeId, Operand, Relation, Release, Scene, Simulator, Step};

/// Two rooms and things that can do a bit of everything; 7 is in no room, and 99 does not exist.
const HOME: &str = r#"{"nodes": [
    {"id": 1, "class_name": "kitchen", "category": "Rooms"},
    {"id": 2, "class_name": "bedroom", "category": "Rooms"},
    {"id": 3, "class_name": "door", "properties": ["CAN_OPEN"], "states": ["OPEN"]},
    {"id": 4, "class_name": "character", "category": "Characters", "properties": ["PERSON"]},
    {"id": 5, "class_name": "bed", "properties": ["LIEABLE", "SITTABLE", "SURFACES"]},
    {"id": 6, "class_name": "box", "properties": ["CAN_OPEN", "GRABBABLE", "RECIPIENT", "CLOTHES"],
     "states": ["OPEN", "DIRTY"]},
    {"id": 7, "class_name": "knife", "properties": ["GRABBABLE", "EATABLE", "CUTTABLE", "READABLE"]},
    {"id": 8, "class_name": "tv", "properties": ["HAS_SWITCH", "HAS_PLUG", "LOOKABLE", "MOVABLE"],
     "states": ["OFF", "PLUGGED_IN"]},
    {"id": 9, "class_name": "water", "properties": ["POURABLE", "DRINKABLE"]}],
  "edges": [[3, "BETWEEN", 1], [3, "BETWEEN", 2], [4, "INSIDE", 1], [5, "INSIDE", 2],
    [3, "INSIDE", 1], [6, "INSIDE", 1], [7, "CLOSE", 6], [6, "CLOSE", 7], [8, "INSIDE", 2],
    [9, "INSIDE", 6], [9, "INSIDE", 1], [9, "CLOSE", 5], [9, "ON", 5], [9, "ON", 6],
    [8, "FACING", 5], [5, "FACING", 8]]}"#;

const IDS: [u32; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 99];

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let id = prop::sample::select(IDS.as_slice());
    let walks = prop::sample::select([Action::Walk, Action::Find, Action::Grab].as_slice());
    let action = prop_oneof![walks, prop::sample::select(Action::ALL)];
    let step = (action, id.clone(), id).prop_map(|(action, first, second)| {
        let operand = |id| Operand { name: "thing".into(), id: NodeId(id) };
        let operands = [first, second].into_iter().take(action.operands()).map(operand).collect();
        Step { action, operands, number: 1 }
    });
    prop::collection::vec(step, 1..60)
}

fn edges(simulator: &Simulator) -> Vec<Edge> {
    let every = IDS.into_iter().flat_map(|from| IDS.into_iter().map(move |to| (from, to)));
    every
        .flat_map(|(from, to)| {
            let edge = move |relation| Edge { from: NodeId(from), relation, to: NodeId(to) };
            Relation::ALL.iter().copied().map(edge)
        })
        .filter(|edge| simulator.has_edge(*edge))
        .collect()
}

proptest! {
    #[test]
    fn refusals_change_nothing_and_deltas_tell_what_changed(
        steps in steps(),
        release in prop::sample::select([Release::V1, Release::V2].as_slice()),
    ) {
        let scene = Scene::read("home.json", HOME.as_bytes()).expect("the home is right");
        let home = Home::new("home.json", &scene).expect("the home is right");
        let mut simulator = Simulator::new(&home, release);
        for step in &steps {
            let before = simulator.clone();
            match simulator.step(step) {
                Err(_) => prop_assert!(simulator.same_graph(&before), "{step}"),
                Ok(delta) => {
                    let (old, new) = (edges(&before), edges(&simulator));
                    let gone = |one: &[Edge], other: &[Edge]| {
                        let missing = one.iter().filter(|edge| !other.contains(edge));
                        let mut missing: Vec<Edge> = missing.copied().collect();
                        missing.sort_unstable();
                        missing
                    };
                    prop_assert_eq!(&delta.added, &gone(&new, &old), "{}", step);
                    prop_assert_eq!(&delta.removed, &gone(&old, &new), "{}", step);
                    for id in IDS.map(NodeId) {
                        let told = delta.states.iter().find(|(node, _)| *node == id);
                        let changed = simulator.states(id) != before.states(id);
                        prop_assert_eq!(told.is_some(), changed, "{}", step);
                    }
                }
            }
            simulator.visible();
        }
        simulator.restart();
        prop_assert!(simulator.same_graph(&Simulator::new(&home, release)));
    }
}
