//! Units linked to units: directed, typed and weighted, one weight for each direction.
//!
//! A link has two parts. Its `weight` says how closely the two experiences belong together and
//! follows from them alone; `learned` is what use has added. A petgraph `StableGraph` lies behind
//! it, whose indices never leave this file: everything goes by [`UnitId`], and whoever walks gets
//! links in an order that does not depend on the order in which they came.

use std::collections::HashMap;

use base::{Digest, Digester, SetDigest, UnitId};
use petgraph::Direction;
use petgraph::stable_graph::{EdgeIndex, NodeIndex, StableDiGraph};
use petgraph::visit::EdgeRef;
use serde::{Deserialize, Serialize};

/// What a link means, read from where it starts: "A is followed by B" is `A --Next--> B`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LinkKind {
    /// It was followed by the other, in the same episode.
    Next,
    /// It came after the other, in the same episode.
    Previous,
    /// The other, newer, is about the same matter and takes its place.
    SupersededBy,
    /// It takes the place of the other, older, which is about the same matter.
    Supersedes,
    /// It is a premise of the other: taking the apple, of cutting it.
    PremiseOf,
    /// The other is a premise of it.
    HasPremise,
    /// It brought the other about.
    Causes,
    /// The other brought it about.
    CausedBy,
    /// Both are about the same thing; from the older to the newer.
    ThingLater,
    /// Both are about the same thing; from the newer to the older.
    ThingEarlier,
    /// They are alike: the same done to other things.
    Analogous,
    /// They are opposite: the same done with another result.
    Opposite,
    /// Both were used in a plan that succeeded.
    UsedTogether,
    /// They are related in a way that nobody kept.
    Related,
}

impl LinkKind {
    /// All kinds, in their order.
    pub const ALL: [Self; 14] = [
        Self::Next,
        Self::Previous,
        Self::SupersededBy,
        Self::Supersedes,
        Self::PremiseOf,
        Self::HasPremise,
        Self::Causes,
        Self::CausedBy,
        Self::ThingLater,
        Self::ThingEarlier,
        Self::Analogous,
        Self::Opposite,
        Self::UsedTogether,
        Self::Related,
    ];

    /// The kind of the link that goes the other way.
    pub const fn reverse(self) -> Self {
        match self {
            Self::Next => Self::Previous,
            Self::Previous => Self::Next,
            Self::SupersededBy => Self::Supersedes,
            Self::Supersedes => Self::SupersededBy,
            Self::PremiseOf => Self::HasPremise,
            Self::HasPremise => Self::PremiseOf,
            Self::Causes => Self::CausedBy,
            Self::CausedBy => Self::Causes,
            Self::ThingLater => Self::ThingEarlier,
            Self::ThingEarlier => Self::ThingLater,
            Self::Analogous => Self::Analogous,
            Self::Opposite => Self::Opposite,
            Self::UsedTogether => Self::UsedTogether,
            Self::Related => Self::Related,
        }
    }
}

/// A link from one unit to another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// What it means.
    pub kind: LinkKind,
    /// How closely the two belong together, from 0 to 1; follows from the two units.
    pub weight: f32,
    /// What use has added, from 0 to 1.
    pub learned: f32,
}

impl Link {
    /// What passes along the link: the weight, and of what it lacks to 1 the learned share.
    pub fn strength(&self) -> f32 {
        self.weight + self.learned * (1.0 - self.weight)
    }
}

/// Units and the links between them.
#[derive(Debug, Clone, Default)]
pub struct LinkGraph {
    graph: StableDiGraph<UnitId, Link>,
    node_of: HashMap<UnitId, NodeIndex>,
    digest: SetDigest,
}

impl LinkGraph {
    /// Adds a unit without links; one that is there already keeps its links.
    pub fn add_unit(&mut self, id: UnitId) {
        if !self.node_of.contains_key(&id) {
            let node = self.graph.add_node(id);
            self.node_of.insert(id, node);
        }
    }

    /// Removes a unit with every link from and to it. Returns how many links those were.
    pub fn remove_unit(&mut self, id: UnitId) -> usize {
        let Some(node) = self.node_of.remove(&id) else { return 0 };
        let mut edges: Vec<EdgeIndex> = [Direction::Outgoing, Direction::Incoming]
            .into_iter()
            .flat_map(|direction| self.graph.edges_directed(node, direction))
            .map(|edge| edge.id())
            .collect();
        edges.sort_unstable();
        edges.dedup();
        for edge in &edges {
            self.remove_edge(*edge);
        }
        self.graph.remove_node(node);
        edges.len()
    }

    /// Sets the weight of the link of this kind between two units; makes it where it is not yet.
    /// What it has learned stays. Nothing happens where a unit is unknown or both are the same.
    pub fn set_weight(&mut self, from: UnitId, to: UnitId, kind: LinkKind, weight: f32) {
        self.change(from, to, kind, |link| link.weight = weight);
    }

    /// Changes what a link has learned; makes a link of weight 0 where there is none yet. Nothing
    /// happens where a unit is unknown or both are the same.
    pub fn learn(
        &mut self,
        from: UnitId,
        to: UnitId,
        kind: LinkKind,
        learned: impl FnOnce(f32) -> f32,
    ) {
        self.change(from, to, kind, |link| link.learned = learned(link.learned).clamp(0.0, 1.0));
    }

    /// Removes the link of this kind between two units. Returns whether it was there.
    pub fn unlink(&mut self, from: UnitId, to: UnitId, kind: LinkKind) -> bool {
        let edge = self.edge(from, to, kind);
        if let Some(edge) = edge {
            self.remove_edge(edge);
        }
        edge.is_some()
    }

    /// Every link from one unit to another, in the order of kinds.
    pub fn between(&self, from: UnitId, to: UnitId) -> Vec<Link> {
        let (Some(from), Some(to)) = (self.node_of.get(&from), self.node_of.get(&to)) else {
            return Vec::new();
        };
        let edges = self.graph.edges_connecting(*from, *to);
        let mut links: Vec<Link> = edges.map(|edge| *edge.weight()).collect();
        links.sort_unstable_by_key(|link| link.kind);
        links
    }

    /// Every link from a unit: the strongest first, then by the other's id, then by kind.
    pub fn links(&self, from: UnitId) -> Vec<(UnitId, Link)> {
        let Some(node) = self.node_of.get(&from) else { return Vec::new() };
        let edges = self.graph.edges(*node);
        let mut links: Vec<(UnitId, Link)> =
            edges.map(|edge| (self.graph[edge.target()], *edge.weight())).collect();
        links.sort_unstable_by(|a, b| {
            b.1.strength()
                .total_cmp(&a.1.strength())
                .then(a.0.cmp(&b.0))
                .then(a.1.kind.cmp(&b.1.kind))
        });
        links
    }

    /// How many links go from a unit.
    pub fn degree(&self, from: UnitId) -> usize {
        self.node_of.get(&from).map_or(0, |node| self.graph.edges(*node).count())
    }

    /// Lets all that links have learned fade to this share of itself, and prunes: below `least` it
    /// is forgotten, and a link that then weighs nothing is removed.
    pub fn fade(&mut self, share: f32, least: f32) {
        let learned: Vec<EdgeIndex> =
            self.graph.edge_indices().filter(|edge| self.graph[*edge].learned > 0.0).collect();
        for edge in learned {
            let link = self.graph[edge];
            let faded = link.learned * share;
            let learned = if faded < least { 0.0 } else { faded };
            if learned == 0.0 && link.weight == 0.0 {
                self.remove_edge(edge);
            } else {
                self.write(edge, Link { learned, ..link });
            }
        }
    }

    /// Whether the unit is there.
    pub fn contains(&self, id: UnitId) -> bool {
        self.node_of.contains_key(&id)
    }

    /// How many units there are.
    pub fn units(&self) -> usize {
        self.graph.node_count()
    }

    /// How many links there are, each direction counted by itself.
    pub fn len(&self) -> usize {
        self.graph.edge_count()
    }

    /// Whether there are no links.
    pub fn is_empty(&self) -> bool {
        self.graph.edge_count() == 0
    }

    /// The digest of all links, whatever the order in which they were made.
    pub fn digest(&self) -> Digest {
        self.digest.digest()
    }

    fn change(&mut self, from: UnitId, to: UnitId, kind: LinkKind, set: impl FnOnce(&mut Link)) {
        let known = self.node_of.get(&from).zip(self.node_of.get(&to));
        let Some((&from_node, &to_node)) = known.filter(|_| from != to) else { return };
        let there = self.edge(from, to, kind);
        let mut link = there.map_or(Link { kind, weight: 0.0, learned: 0.0 }, |e| self.graph[e]);
        set(&mut link);
        match there {
            Some(edge) => self.write(edge, link),
            None => {
                self.digest.add(&link_digest(from, to, &link));
                self.graph.add_edge(from_node, to_node, link);
            }
        }
    }

    fn write(&mut self, edge: EdgeIndex, link: Link) {
        let (from, to) = self.ends(edge);
        let held = &mut self.graph[edge];
        if *held != link {
            self.digest.remove(&link_digest(from, to, held));
            self.digest.add(&link_digest(from, to, &link));
            *held = link;
        }
    }

    fn remove_edge(&mut self, edge: EdgeIndex) {
        let (from, to) = self.ends(edge);
        if let Some(link) = self.graph.remove_edge(edge) {
            self.digest.remove(&link_digest(from, to, &link));
        }
    }

    fn ends(&self, edge: EdgeIndex) -> (UnitId, UnitId) {
        let (from, to) = self.graph.edge_endpoints(edge).expect("the edge is in the graph");
        (self.graph[from], self.graph[to])
    }

    fn edge(&self, from: UnitId, to: UnitId, kind: LinkKind) -> Option<EdgeIndex> {
        let (from, to) = (self.node_of.get(&from)?, self.node_of.get(&to)?);
        let mut edges = self.graph.edges_connecting(*from, *to);
        edges.find(|edge| edge.weight().kind == kind).map(|edge| edge.id())
    }
}

fn link_digest(from: UnitId, to: UnitId, link: &Link) -> Digest {
    let mut digester = Digester::new("link");
    digester.u64(from.0).u64(to.0).u64(link.kind as u64).f32(link.weight).f32(link.learned);
    digester.finish()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn graph(units: u64) -> LinkGraph {
        let mut graph = LinkGraph::default();
        (0..units).for_each(|id| graph.add_unit(UnitId(id)));
        graph
    }

    const A: UnitId = UnitId(0);
    const B: UnitId = UnitId(1);
    const C: UnitId = UnitId(2);

    #[test]
    fn each_direction_has_its_own_kind_and_weight() {
        let mut graph = graph(2);
        graph.set_weight(A, B, LinkKind::Next, 0.5);
        graph.set_weight(B, A, LinkKind::Previous, 0.25);
        assert_eq!(graph.between(A, B)[0].weight, 0.5);
        assert_eq!(graph.between(B, A)[0].kind, LinkKind::Previous);
        for kind in LinkKind::ALL {
            assert_eq!(kind.reverse().reverse(), kind);
        }
    }

    #[test]
    fn a_removed_unit_leaves_no_orphan_and_takes_no_neighbour_along() {
        let mut graph = graph(3);
        let before = graph.digest();
        graph.set_weight(A, B, LinkKind::Next, 0.5);
        graph.set_weight(B, A, LinkKind::Previous, 0.5);
        graph.set_weight(B, C, LinkKind::Causes, 0.5);
        assert_eq!(graph.remove_unit(B), 3);
        assert_eq!((graph.len(), graph.units(), graph.digest()), (0, 2, before));
        assert!(graph.contains(A) && graph.contains(C) && graph.links(A).is_empty());
    }

    #[test]
    fn what_was_learned_fades_and_is_pruned_but_a_link_of_its_own_weight_stays() {
        let mut graph = graph(2);
        graph.set_weight(A, B, LinkKind::Next, 0.5);
        graph.learn(A, B, LinkKind::Next, |learned| learned + 0.4);
        graph.learn(B, A, LinkKind::UsedTogether, |learned| learned + 0.4);
        assert!((graph.between(A, B)[0].strength() - 0.7).abs() < 1e-6);
        graph.fade(0.5, 0.01);
        assert_eq!(graph.between(A, B)[0].learned, 0.2);
        (0..10).for_each(|_| graph.fade(0.5, 0.01));
        assert_eq!(
            graph.between(A, B)[0],
            Link { kind: LinkKind::Next, weight: 0.5, learned: 0.0 }
        );
        assert!(graph.between(B, A).is_empty());
    }

    #[test]
    fn unknown_units_and_loops_are_passed_over() {
        let mut graph = graph(1);
        graph.set_weight(A, B, LinkKind::Next, 0.5);
        graph.set_weight(A, A, LinkKind::Related, 0.5);
        assert!(graph.is_empty() && !graph.unlink(A, B, LinkKind::Next));
        assert_eq!(graph.remove_unit(B), 0);
    }

    proptest! {
        /// The same links made in another order, some made and removed again: one digest, one walk.
        #[test]
        fn the_order_of_making_does_not_show(
            links in prop::collection::vec((0..6_u64, 0..6_u64, 0..14_usize, 0.0..1.0_f32), 0..30),
            gone in 0..6_u64,
        ) {
            let mut forward = graph(6);
            for (from, to, kind, weight) in &links {
                forward.set_weight(UnitId(*from), UnitId(*to), LinkKind::ALL[*kind], *weight);
            }
            let mut last: Vec<_> = Vec::new();
            for link in links.iter().rev() {
                if !last.iter().any(|(from, to, kind, _)| (*from, *to, *kind) == (link.0, link.1, link.2)) {
                    last.push(*link);
                }
            }
            let mut backward = graph(6);
            for (from, to, kind, weight) in last {
                backward.set_weight(UnitId(from), UnitId(to), LinkKind::ALL[kind], weight);
            }
            prop_assert_eq!(forward.digest(), backward.digest());
            for id in 0..6 {
                prop_assert_eq!(forward.links(UnitId(id)), backward.links(UnitId(id)));
            }
            forward.remove_unit(UnitId(gone));
            for id in (0..6).filter(|id| *id != gone) {
                prop_assert!(forward.links(UnitId(id)).iter().all(|(to, _)| to.0 != gone));
            }
            let counted: usize = (0..6).map(|id| forward.degree(UnitId(id))).sum();
            prop_assert_eq!(counted, forward.len());
        }
    }
}
