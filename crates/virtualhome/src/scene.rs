//! Scenes: the nodes and edges of a home, as files give them, and changes of them.
//!
//! Two forms of edges are read: `[from, "RELATION", to]` and
//! `{"from_id": .., "relation_type": .., "to_id": ..}`. Bounding boxes, prefabs and whatever else a
//! node carries take no part in the rules and are passed over.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;

use crate::input::BadInput;
use crate::vocabulary::{Properties, Property, Relation, State, States};

/// The id of a node in files and scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub struct NodeId(pub u32);

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A node, as files give it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Node {
    /// Its id.
    pub id: NodeId,
    /// Its class, such as `cutting_board`.
    pub class_name: String,
    /// Its category; that of a room is `Rooms`.
    #[serde(default)]
    pub category: Option<String>,
    /// What can be done with it.
    #[serde(default, deserialize_with = "properties")]
    pub properties: Properties,
    /// What it is in.
    #[serde(default, deserialize_with = "states")]
    pub states: States,
}

/// An edge, as files give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(from = "WrittenEdge")]
pub struct Edge {
    /// From this node.
    pub from: NodeId,
    /// How the first stands to the second.
    pub relation: Relation,
    /// To this node.
    pub to: NodeId,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.from, self.relation, self.to)
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum EdgeForms {
    Triple(NodeId, String, NodeId),
    Named { from_id: NodeId, relation_type: String, to_id: NodeId },
}

/// Both forms lead here, so that a wrong relation is told as such and not as a wrong form.
#[derive(Deserialize)]
#[serde(try_from = "EdgeForms")]
struct WrittenEdge(NodeId, Relation, NodeId);

impl TryFrom<EdgeForms> for WrittenEdge {
    type Error = crate::vocabulary::UnknownWord;

    fn try_from(form: EdgeForms) -> Result<Self, Self::Error> {
        let (from, word, to) = match form {
            EdgeForms::Triple(from, word, to) => (from, word, to),
            EdgeForms::Named { from_id, relation_type, to_id } => (from_id, relation_type, to_id),
        };
        Ok(Self(from, Relation::of(&word)?, to))
    }
}

impl From<WrittenEdge> for Edge {
    fn from(WrittenEdge(from, relation, to): WrittenEdge) -> Self {
        Self { from, relation, to }
    }
}

/// A home, as a file gives it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct Scene {
    /// The nodes. Where an id comes twice, the last node counts.
    pub nodes: Vec<Node>,
    /// The edges. Their order is kept: the reference walks its sets in an order that depends on it.
    pub edges: Vec<Edge>,
}

impl Scene {
    /// Reads the JSON of a scene; `name` is what errors call the file.
    ///
    /// # Errors
    ///
    /// [`BadInput`] with file, line and what is wrong.
    pub fn read(name: &str, json: &[u8]) -> Result<Self, BadInput> {
        let scene: Self =
            serde_json::from_slice(json).map_err(|error| BadInput::of_json(name, None, &error))?;
        scene.check().map_err(|what| BadInput::new(name, None, what))?;
        Ok(scene)
    }

    /// Whether every edge joins nodes that exist.
    fn check(&self) -> Result<(), String> {
        let known: BTreeSet<NodeId> = self.nodes.iter().map(|node| node.id).collect();
        let missing = self.edges.iter().find_map(|edge| {
            let end = [edge.from, edge.to].into_iter().find(|id| !known.contains(id))?;
            Some((edge, end))
        });
        match missing {
            None => Ok(()),
            Some((edge, end)) => Err(format!("the edge {edge} leads to {end}, and no node has it")),
        }
    }

    /// The scene after a change.
    ///
    /// # Errors
    ///
    /// What does not fit: a changed node or the end of an edge that does not exist.
    pub fn changed(&self, change: &SceneChange) -> Result<Self, String> {
        let gone: BTreeSet<NodeId> = change.nodes_removed.iter().copied().collect();
        let mut nodes: Vec<Node> =
            self.nodes.iter().filter(|node| !gone.contains(&node.id)).cloned().collect();
        nodes.extend(change.nodes_added.iter().cloned());
        let place: BTreeMap<NodeId, usize> =
            nodes.iter().enumerate().map(|(place, node)| (node.id, place)).collect();
        for (id, fields) in &change.nodes_changed {
            let place = id.parse().ok().and_then(|id| place.get(&NodeId(id)));
            let node = place.map(|place| &mut nodes[*place]);
            fields.apply(node.ok_or_else(|| format!("node {id} is changed, and there is none"))?);
        }
        let removed: BTreeSet<Edge> = change.edges_removed.iter().copied().collect();
        let mut edges: Vec<Edge> = self
            .edges
            .iter()
            .filter(|edge| !removed.contains(edge))
            .filter(|edge| !gone.contains(&edge.from) && !gone.contains(&edge.to))
            .copied()
            .collect();
        // The programs' preconditions name a thing's nearness to itself first, so that edge was
        // the first in the reference's graph; the order of the others is that of the file.
        edges.extend(change.edges_added.iter().filter(|edge| edge.from == edge.to));
        edges.extend(change.edges_added.iter().filter(|edge| edge.from != edge.to));
        let scene = Self { nodes, edges };
        scene.check()?;
        Ok(scene)
    }
}

/// What makes one scene of another.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct SceneChange {
    /// New nodes.
    pub nodes_added: Vec<Node>,
    /// Nodes that are gone, and their edges with them.
    pub nodes_removed: Vec<NodeId>,
    /// What is new about a node, by its id.
    pub nodes_changed: BTreeMap<String, ChangedFields>,
    /// New edges.
    pub edges_added: Vec<Edge>,
    /// Edges that are gone.
    pub edges_removed: Vec<Edge>,
}

/// What is new about a node; what is left out stays.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct ChangedFields {
    /// Its class.
    pub class_name: Option<String>,
    /// Its category.
    pub category: Option<String>,
    /// All its properties.
    #[serde(deserialize_with = "some_properties")]
    pub properties: Option<Properties>,
    /// All its states.
    #[serde(deserialize_with = "some_states")]
    pub states: Option<States>,
}

impl ChangedFields {
    fn apply(&self, node: &mut Node) {
        if let Some(class_name) = &self.class_name {
            node.class_name.clone_from(class_name);
        }
        if self.category.is_some() {
            node.category.clone_from(&self.category);
        }
        node.properties = self.properties.unwrap_or(node.properties);
        node.states = self.states.unwrap_or(node.states);
    }
}

fn properties<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Properties, D::Error> {
    Ok(Vec::<Property>::deserialize(from)?.into_iter().collect())
}

fn states<'de, D: serde::Deserializer<'de>>(from: D) -> Result<States, D::Error> {
    Ok(Vec::<State>::deserialize(from)?.into_iter().collect())
}

fn some_properties<'de, D: serde::Deserializer<'de>>(
    from: D,
) -> Result<Option<Properties>, D::Error> {
    properties(from).map(Some)
}

fn some_states<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<States>, D::Error> {
    states(from).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = r#"{
        "nodes": [{"id": 1, "class_name": "kitchen", "category": "Rooms"},
                  {"id": 2, "class_name": "cup", "properties": ["GRABBABLE"], "states": []}],
        "edges": [[2, "INSIDE", 1], {"from_id": 2, "relation_type": "CLOSE", "to_id": 2}]}"#;

    #[test]
    fn both_forms_of_edges_are_read() {
        let scene = Scene::read("home.json", HOME.as_bytes()).expect("it is right");
        let edges: Vec<String> = scene.edges.iter().map(Edge::to_string).collect();
        assert_eq!(edges, ["2 INSIDE 1", "2 CLOSE 2"]);
    }

    #[test]
    fn what_is_wrong_is_told_with_file_line_and_nearest_word() {
        for (from, to, says) in [
            ("GRABBABLE", "GRABABLE", "home.json:3"),
            ("GRABBABLE", "GRABABLE", "did you mean \"GRABBABLE\""),
            ("\"INSIDE\"", "\"INSIED\"", "did you mean \"INSIDE\""),
            ("\"id\": 2", "\"id\": -2", "home.json:3"),
            ("[2, \"INSIDE\", 1]", "[2, \"INSIDE\", 7]", "the edge 2 INSIDE 7 leads to 7"),
            ("}]}", "}]", "home.json:4"),
        ] {
            let wrong = HOME.replace(from, to);
            let error = Scene::read("home.json", wrong.as_bytes()).expect_err(to).to_string();
            assert!(error.contains(says), "{to}: {error}");
        }
    }

    #[test]
    fn a_change_of_a_node_that_does_not_exist_is_refused() {
        let scene = Scene::read("home.json", HOME.as_bytes()).expect("it is right");
        let change: SceneChange =
            serde_json::from_str(r#"{"nodes_changed": {"9": {"states": ["ON"]}}}"#).expect("JSON");
        assert!(scene.changed(&change).expect_err("there is no node 9").contains("node 9"));
    }
}
