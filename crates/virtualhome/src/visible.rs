//! What the reference lets its agent see: a list of nodes, computed from containers alone.
//!
//! Only the nearest container counts. What is in a bowl is hidden, since a bowl is never OPEN; what
//! is in an open box is seen, though the box be in a closed cabinet.

use std::collections::BTreeSet;

use crate::home::Place;
use crate::scene::NodeId;
use crate::simulator::Simulator;
use crate::vocabulary::{Relation, State};

impl Simulator<'_> {
    /// The nodes that the reference lets the character see, in order of ids: all rooms, what is
    /// held, and of what is in the same room, at whatever depth, that which is in nothing closed.
    /// None where the character is nowhere.
    pub fn visible(&self) -> Option<Vec<NodeId>> {
        let container = |place: Place| self.in_order(place, Relation::Inside).pop();
        let room = container(self.me())?;
        let mut in_room = BTreeSet::new();
        let mut deeper = vec![room];
        while let Some(outer) = deeper.pop() {
            let inside: Vec<Place> = self.sources(Relation::Inside, outer).collect();
            // A box in itself is met again; the reference never comes to an end of it.
            deeper.extend(inside.into_iter().filter(|place| in_room.insert(*place)));
        }
        let is_seen = |place: &Place| {
            container(*place)
                .is_some_and(|outer| self.home.is_room(outer) || self.is(outer, State::Open))
        };
        let all = 0..self.home.nodes() as Place;
        let rooms = all.filter(|place| self.home.is_room(*place));
        let seen = in_room.iter().copied().filter(is_seen);
        let ids: BTreeSet<NodeId> =
            rooms.chain(seen).chain(self.held()).map(|place| self.home.id(place)).collect();
        Some(ids.into_iter().collect())
    }
}
