//! What BrainMem holds of each unit beside the experience itself.

use std::collections::HashMap;
use std::sync::Arc;

use base::{Digester, Fact, SimTime, UnitId};
use memory::postings::{Postings, Topic, matters_of, topics_of};
use memory::{MemoryUnit, Shelf};

/// The units, the lists they stand in, and how they are held.
#[derive(Debug, Clone, Default)]
pub(crate) struct Store {
    pub shelf: Shelf,
    pub postings: Postings,
    entries: HashMap<UnitId, Entry>,
}

/// How a unit is held.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// The topics by which it is linked, in order.
    pub linked_by: Arc<[Topic]>,
    /// Whether it was associated.
    pub is_associated: bool,
    /// Whether it was put aside: it has left the index and passes nothing on.
    pub is_marginal: bool,
    /// How useful it was, from -1 to 1.
    pub utility: f32,
    /// How often it was used, ever.
    pub uses: u32,
}

impl Store {
    /// Takes in a unit that is on the shelf already.
    pub fn add(&mut self, id: UnitId) {
        let unit = self.shelf.get(id).expect("added after it was put on the shelf");
        let linked_by = topics_of(unit).into_iter().filter(links_neighbours).collect();
        self.postings.add(id, unit);
        let entry =
            Entry { linked_by, is_associated: false, is_marginal: false, utility: 0.0, uses: 0 };
        self.entries.insert(id, entry);
    }

    /// Takes a unit out of everything. Returns it if it was there.
    pub fn remove(&mut self, id: UnitId) -> Option<Arc<MemoryUnit>> {
        let unit = self.shelf.erase(id)?;
        self.postings.remove(id, &unit);
        self.entries.remove(&id);
        Some(unit)
    }

    /// The unit with this id, which must be on the shelf: ids come from our own lists.
    pub fn unit(&self, id: UnitId) -> &Arc<MemoryUnit> {
        self.shelf.get(id).expect("lists and links name only units on the shelf")
    }

    /// How a unit is held.
    pub fn entry(&self, id: UnitId) -> &Entry {
        &self.entries[&id]
    }

    /// How a unit is held, to be changed; none for an unknown id.
    pub fn entry_mut(&mut self, id: UnitId) -> Option<&mut Entry> {
        self.entries.get_mut(&id)
    }

    /// Where a unit stands in the order of time.
    pub fn place_in_time(&self, id: UnitId) -> (SimTime, UnitId) {
        (self.unit(id).lived, id)
    }

    /// Whether newer evidence speaks about the matter of this fact of a unit.
    pub fn is_superseded(&self, id: UnitId, fact: &Fact) -> bool {
        let newest = |matter: &Topic| self.postings.newest(matter).map(|(_, newest)| newest);
        matters_of(fact).iter().any(|matter| newest(matter) != Some(id))
    }

    /// Whether the newest evidence about the matter of a fact says otherwise.
    pub fn is_overturned(&self, fact: &Fact) -> bool {
        let says_otherwise = |matter: &Topic| {
            self.postings.newest(matter).is_some_and(|(_, newest)| {
                let mut facts = self.unit(newest).evidence();
                !facts.any(|other| other == fact)
            })
        };
        matters_of(fact).iter().any(says_otherwise)
    }

    /// Whether the next unit about each matter of a look says the same, so that the look tells
    /// nothing that a newer one does not.
    pub fn is_repeated(&self, id: UnitId) -> bool {
        let at = self.place_in_time(id);
        let unit = self.unit(id);
        let mut facts = unit.evidence().peekable();
        if facts.peek().is_none() {
            return false;
        }
        facts.all(|fact| {
            let next_says_the_same = |matter: &Topic| {
                self.postings.after(matter, at).is_some_and(|(_, next)| {
                    let same_class = self.unit(next).class == unit.class;
                    same_class && self.unit(next).evidence().any(|other| other == fact)
                })
            };
            matters_of(fact).iter().all(next_says_the_same)
        })
    }

    /// Reads into a digest how the units are held, as far as it differs from new ones.
    pub fn digest_into(&self, digester: &mut Digester) {
        digester.digest(&self.shelf.digest());
        for (id, _) in self.shelf.iter() {
            let entry = self.entry(id);
            let is_as_new = !entry.is_marginal && entry.utility == 0.0 && entry.uses == 0;
            if !is_as_new {
                digester.u64(id.0).bool(entry.is_marginal).f32(entry.utility);
                digester.u64(u64::from(entry.uses));
            }
        }
    }
}

/// Whether units next to one another in the list of this topic are linked.
fn links_neighbours(topic: &Topic) -> bool {
    match topic {
        Topic::Episode(_)
        | Topic::Thing(_)
        | Topic::State(..)
        | Topic::Whereabouts(_)
        | Topic::Presence(..)
        | Topic::Handled(_)
        | Topic::DoneAlike(..) => true,
        Topic::All
        | Topic::Became(..)
        | Topic::ThingBecame(..)
        | Topic::Done(_)
        | Topic::DoneWith(..)
        | Topic::Refused(_) => false,
    }
}
