//! Recorded programs by themselves: from which scene they begin, what they do, and what comes of it.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::delta::Delta;
use crate::home::Home;
use crate::input::BadInput;
use crate::recorded::{Line, lines, script};
use crate::refusal::Refusal;
use crate::scene::{Edge, NodeId, Scene, SceneChange};
use crate::script::Script;
use crate::simulator::{Release, Simulator};
use crate::vocabulary::States;

/// A recorded program.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// Its name in the data.
    pub id: String,
    /// How its scene differs from the one that all begin with.
    pub change: SceneChange,
    /// What is done.
    pub script: Script,
    /// Where it was written.
    file: String,
    line: usize,
}

/// A program that was not done to its end.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NotDone {
    /// The scene is none.
    #[error(transparent)]
    Scene(#[from] BadInput),
    /// A step was refused.
    #[error("the reference refuses a step: {}", .0.message)]
    Refused(Refusal),
}

#[derive(Deserialize)]
struct Written {
    id: String,
    #[serde(default)]
    program: Vec<String>,
    #[serde(default)]
    init_delta: SceneChange,
}

impl Program {
    /// Reads recorded programs, one JSON object a line, packed or not; `name` is what errors call the
    /// file.
    ///
    /// # Errors
    ///
    /// [`BadInput`] with file, line and what is wrong.
    pub fn read_all(name: &str, bytes: Vec<u8>) -> Result<Vec<Self>, BadInput> {
        let written: Vec<Line<Written>> = lines(name, bytes)?;
        let program = |Line { number, of }: Line<Written>| {
            let wrong =
                |what| BadInput::new(name, Some(number), format!("program \"{}\": {what}", of.id));
            let script = script(&of.program).map_err(wrong)?;
            let (id, change, file) = (of.id.clone(), of.init_delta.clone(), name.to_owned());
            Ok(Self { id, change, script, file, line: number })
        };
        written.into_iter().map(program).collect()
    }

    /// What the program changes in the scene, from its beginning to its end.
    ///
    /// # Errors
    ///
    /// Where its own change does not fit the scene, and where a step is refused.
    pub fn net_change(&self, scene: &Scene) -> Result<Delta, NotDone> {
        let scene = scene.changed(&self.change).map_err(|what| {
            BadInput::new(&self.file, Some(self.line), format!("program \"{}\": {what}", self.id))
        })?;
        let home = Home::new(&self.file, &scene)?;
        let mut simulator = Simulator::new(&home, Release::V1);
        let begun = simulator.clone();
        let mut states: BTreeMap<NodeId, States> = BTreeMap::new();
        let mut edges: BTreeMap<Edge, bool> = BTreeMap::new();
        for step in &self.script.steps {
            let done = simulator.step(step).map_err(NotDone::Refused)?;
            states.extend(done.states);
            edges.extend(done.added.into_iter().map(|edge| (edge, true)));
            edges.extend(done.removed.into_iter().map(|edge| (edge, false)));
        }
        states.retain(|node, states| begun.states(*node) != Some(*states));
        edges.retain(|edge, there| begun.has_edge(*edge) != *there);
        let of = |wanted: bool| {
            let edges = edges.iter().filter(move |(_, there)| **there == wanted);
            edges.map(|(edge, _)| *edge).collect()
        };
        let (added, removed) = (of(true), of(false));
        Ok(Delta { states: states.into_iter().collect(), added, removed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = r#"{"nodes": [
        {"id": 1, "class_name": "kitchen", "category": "Rooms"},
        {"id": 2, "class_name": "character"},
        {"id": 3, "class_name": "fridge", "properties": ["CAN_OPEN"], "states": ["CLOSED"]},
        {"id": 4, "class_name": "cup", "properties": ["GRABBABLE"]},
        {"id": 5, "class_name": "bedroom", "category": "Rooms"},
        {"id": 6, "class_name": "door", "states": ["OPEN"]}],
      "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1], [4, "INSIDE", 1], [6, "BETWEEN", 1],
        [6, "BETWEEN", 5]]}"#;

    fn net(program: &str) -> Result<String, NotDone> {
        let scene = Scene::read("scene.json", SCENE.as_bytes()).expect("it is one");
        let line = format!(r#"{{"id": "a", "program": [{program}]}}"#);
        let programs = Program::read_all("p.jsonl", line.into_bytes()).expect("it is one");
        programs[0].net_change(&scene).map(|change| change.to_string())
    }

    #[test]
    fn what_is_undone_is_no_change() {
        let walk = r#""[WALK] <fridge> (1.3)", "[OPEN] <fridge> (1.3)""#;
        let opened = net(walk).expect("it is done");
        assert!(opened.starts_with("3 [OPEN] +("), "{opened}");
        let closed = net(&format!("{walk}, \"[CLOSE] <fridge> (1.3)\"")).expect("it is done");
        assert_eq!(closed, opened.trim_start_matches("3 [OPEN] "), "as it was, but for the body");
    }

    #[test]
    fn a_refused_step_and_a_change_that_does_not_fit_are_told() {
        let why = net(r#""[OPEN] <fridge> (1.3)""#).expect_err("it is not near").to_string();
        assert!(why.starts_with("the reference refuses a step: "), "{why}");
        let line = r#"{"id": "a", "program": [], "init_delta": {"nodes_changed": {"9": {}}}}"#;
        let programs = Program::read_all("p.jsonl", line.into()).expect("it is one");
        let scene = Scene::read("scene.json", SCENE.as_bytes()).expect("it is one");
        let why = programs[0].net_change(&scene).expect_err("there is no node 9").to_string();
        assert!(why.starts_with("p.jsonl:1: program \"a\": node 9"), "{why}");
        let broken =
            Program::read_all("p.jsonl", b"{\"id\": \"a\", \"program\": [\"[JMP]\"]}".to_vec());
        let why = broken.expect_err("no such action").to_string();
        assert!(why.contains("p.jsonl:1") && why.contains("JMP"), "{why}");
    }
}
