//! What a step changed.

use std::fmt;

use crate::scene::{Edge, NodeId, SceneChange};
use crate::vocabulary::States;

/// What a step changed, net, in order of ids: what was removed and added again is in neither list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Delta {
    /// New states of nodes.
    pub states: Vec<(NodeId, States)>,
    /// New edges.
    pub added: Vec<Edge>,
    /// Edges that are gone.
    pub removed: Vec<Edge>,
}

impl Delta {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty() && self.added.is_empty() && self.removed.is_empty()
    }

    /// The change of a scene as a step's change.
    ///
    /// # Errors
    ///
    /// What a step cannot do: add or remove a node, or change more of one than its states.
    pub fn of_change(change: &SceneChange) -> Result<Self, String> {
        if !change.nodes_added.is_empty() || !change.nodes_removed.is_empty() {
            return Err("a step neither adds nor removes nodes".to_owned());
        }
        let mut states = Vec::with_capacity(change.nodes_changed.len());
        for (id, fields) in &change.nodes_changed {
            let number = id.parse().map_err(|_| format!("\"{id}\" is not the id of a node"))?;
            let new = fields.states.ok_or_else(|| format!("node {id} has no new states"))?;
            states.push((NodeId(number), new));
        }
        let mut delta = Self {
            states,
            added: change.edges_added.clone(),
            removed: change.edges_removed.clone(),
        };
        delta.states.sort_unstable();
        delta.added.sort_unstable();
        delta.removed.sort_unstable();
        Ok(delta)
    }
}

impl fmt::Display for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states = self.states.iter().map(|(node, states)| format!("{node} {states}"));
        let added = self.added.iter().map(|edge| format!("+({edge})"));
        let removed = self.removed.iter().map(|edge| format!("-({edge})"));
        let parts: Vec<String> = states.chain(added).chain(removed).collect();
        f.write_str(if parts.is_empty() { "nothing" } else { "" })?;
        f.write_str(&parts.join(" "))
    }
}
