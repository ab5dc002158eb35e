//! What the agent calls what it sees.
//!
//! A landmark has its handle for ever. A loose thing gets a fresh one each time it comes into view
//! and keeps it while it stays in view or in hand. Fresh handles are given in order of noun and
//! place, so what is hidden has no part in them.

use std::collections::{BTreeMap, BTreeSet};

use base::{Handle, Noun, ThingId};
use bevy_ecs::prelude::*;

/// The handles of what is in view, and what was missed or mistaken.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct View {
    /// The handle of each loose thing in view.
    of: BTreeMap<ThingId, Handle>,
    things: BTreeMap<Handle, ThingId>,
    /// How many handles have been given to loose things.
    given: u32,
    /// What is in view but was missed when it came into view.
    pub(crate) missed: BTreeSet<ThingId>,
    /// What things in view are taken for.
    pub(crate) mistaken: BTreeMap<ThingId, Noun>,
}

impl View {
    /// The handle of a loose thing in view.
    pub(crate) fn handle(&self, id: ThingId) -> Option<Handle> {
        self.of.get(&id).copied()
    }

    /// The loose thing in view that has the handle.
    pub(crate) fn thing(&self, handle: Handle) -> Option<ThingId> {
        self.things.get(&handle).copied()
    }

    /// What the thing looks like: what it is, where it is not mistaken.
    pub(crate) fn noun<'a>(&'a self, id: ThingId, is: &'a Noun) -> &'a Noun {
        self.mistaken.get(&id).unwrap_or(is)
    }

    /// Forgets what went out of view and gives handles to what has come: `in_view` is every loose
    /// thing in view, new ones in the order in which they are to be numbered.
    pub(crate) fn renew(&mut self, in_view: &[ThingId], landmarks: u32) {
        let mut of = BTreeMap::new();
        for id in in_view {
            let handle = self.of.get(id).copied().unwrap_or_else(|| {
                self.given += 1;
                Handle(landmarks + self.given)
            });
            of.insert(*id, handle);
        }
        self.mistaken.retain(|id, _| of.contains_key(id));
        self.things = of.iter().map(|(id, handle)| (*handle, *id)).collect();
        self.of = of;
    }
}
