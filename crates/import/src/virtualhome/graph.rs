//! Scene graphs and recorded activities as their files have them.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A box along the axes, metres, y up.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Cube {
    /// Its middle.
    pub center: [f32; 3],
    /// Width, height and depth.
    pub size: [f32; 3],
}

/// A node of a scene.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Node {
    /// Its number.
    pub id: u32,
    /// What it is.
    pub class_name: String,
    /// What sort of node: `Rooms`, `Walls`, `Furniture`.
    #[serde(default)]
    pub category: String,
    /// What can be done with it: `GRABBABLE`.
    #[serde(default)]
    pub properties: Vec<String>,
    /// How it is: `CLOSED`.
    #[serde(default)]
    pub states: Vec<String>,
    /// The box that it fills; none for what was added to a scene.
    #[serde(default)]
    pub bounding_box: Option<Cube>,
}

impl Node {
    /// Whether it has the property.
    pub fn has(&self, property: &str) -> bool {
        self.properties.iter().any(|it| it == property)
    }

    /// Whether it is in the state.
    pub fn is(&self, state: &str) -> bool {
        self.states.iter().any(|it| it == state)
    }
}

/// How one node stands to another. Files write it in two ways.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "WrittenEdge")]
pub struct Edge {
    /// The one.
    pub from: u32,
    /// How: `INSIDE`, `ON`.
    pub relation: String,
    /// The other.
    pub to: u32,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenEdge {
    Triple(u32, String, u32),
    Named { from_id: u32, relation_type: String, to_id: u32 },
}

impl From<WrittenEdge> for Edge {
    fn from(written: WrittenEdge) -> Self {
        match written {
            WrittenEdge::Triple(from, relation, to) => Self { from, relation, to },
            WrittenEdge::Named { from_id: from, relation_type: relation, to_id: to } => {
                Self { from, relation, to }
            }
        }
    }
}

/// A scene.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Graph {
    /// Its nodes.
    pub nodes: Vec<Node>,
    /// How they stand to one another.
    pub edges: Vec<Edge>,
}

/// How a scene differs from another.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct Change {
    /// Nodes that come.
    pub nodes_added: Vec<Node>,
    /// States that nodes get, by their numbers.
    pub nodes_changed: BTreeMap<String, Changed>,
    /// Edges that come.
    pub edges_added: Vec<Edge>,
    /// Edges that go.
    pub edges_removed: Vec<Edge>,
}

/// What a node becomes.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct Changed {
    /// Its states, where they change.
    pub states: Option<Vec<String>>,
}

/// A recorded activity.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Recorded {
    /// Its name in the data.
    pub id: String,
    /// What is done: `Put groceries in Fridge`.
    #[serde(default)]
    pub title: String,
    /// How its scene differs from the one that all begin with.
    #[serde(default)]
    pub init_delta: Change,
    /// What is to be reached; none where nobody has written it down.
    #[serde(default)]
    pub goal: Option<Goal>,
}

/// The goal of an activity.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Goal {
    /// In VirtualHome's own form.
    pub vh_goal: VhGoal,
}

/// A goal in VirtualHome's own form.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct VhGoal {
    /// What must have been done.
    #[serde(default)]
    pub actions: Vec<String>,
    /// What must be so.
    #[serde(default)]
    pub goal: Vec<Wanted>,
}

/// Something that must be so.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Wanted {
    /// A node is in a state.
    State {
        /// Which.
        id: u32,
        /// What it is.
        class_name: String,
        /// How it is to be.
        state: String,
    },
    /// A node stands so to another.
    Edge {
        /// The one.
        from_id: u32,
        /// How.
        relation_type: String,
        /// The other.
        to_id: u32,
    },
}

/// A file that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: this is no {what}: {why}")]
pub struct BadGraph {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What it should be.
    pub what: &'static str,
    /// What is wrong.
    pub why: String,
}

impl Graph {
    /// Reads the JSON of a scene; `file` is what errors call it.
    ///
    /// # Errors
    /// The line that cannot be read, or an edge to a node that is not there.
    pub fn read(file: &str, json: &str) -> Result<Self, BadGraph> {
        let bad = |line, why| BadGraph { file: file.to_owned(), line, what: "scene", why };
        let graph: Self =
            serde_json::from_str(json).map_err(|error| bad(error.line(), error.to_string()))?;
        let lost = graph.edges.iter().find(|edge| {
            [edge.from, edge.to].iter().any(|id| !graph.nodes.iter().any(|node| node.id == *id))
        });
        match lost {
            Some(Edge { from, relation, to }) => {
                Err(bad(1, format!("the edge {from} {relation} {to} leads to no node")))
            }
            None => Ok(graph),
        }
    }

    /// The node with this number.
    pub fn node(&self, id: u32) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }

    /// The scene with the names, states and properties that another file has for the same nodes:
    /// the boxes are in one file, what the activities call things in another.
    pub fn named_as(mut self, other: &Self) -> Self {
        for node in &mut self.nodes {
            if let Some(named) = other.node(node.id) {
                let bounding_box = node.bounding_box;
                *node = Node { bounding_box, ..named.clone() };
            }
        }
        self
    }
}

/// Reads recorded activities: one JSON object a line, blank lines left out.
///
/// # Errors
/// The first line that is none.
pub fn recorded(file: &str, lines: &str) -> Result<Vec<Recorded>, BadGraph> {
    let lines = lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = lines.map(|(index, line)| {
        serde_json::from_str(line).map_err(|error| BadGraph {
            file: file.to_owned(),
            line: index + 1,
            what: "recorded activity",
            why: error.to_string(),
        })
    });
    read.collect()
}
