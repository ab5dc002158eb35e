//! How a new unit is linked to those that are held.
//!
//! **Bounded.** A unit stands in a dozen lists by topic: its episode, its things, the matters it
//! speaks about, what was done alike. In each it is linked to the one before it and the one after
//! it, and a link between those two goes where they are no longer next to each other. Finding the
//! neighbours takes logarithmic time, and the links follow from the set of units: in whatever
//! order they come, late news among them, the graph is the same. Far-apart units about one thing
//! are joined by the chain between them.
//!
//! **As in the article.** The new unit is compared with every unit; the five strongest candidates
//! (close in time; with common things) are judged, and those with enough confidence are linked.

use std::collections::BTreeSet;

use base::UnitId;
use memory::graph::{LinkGraph, LinkKind};
use memory::postings::Topic;
use memory::{MemoryUnit, Pair};

use crate::profile::Profile;
use crate::store::Store;

/// Links a unit to its neighbours in every list. Returns how many units were looked at.
pub(crate) fn link_to_neighbours(
    store: &Store,
    graph: &mut LinkGraph,
    profile: &Profile,
    id: UnitId,
) -> u64 {
    let at = store.place_in_time(id);
    let mut pairs: BTreeSet<(UnitId, UnitId)> = BTreeSet::new();
    for topic in store.entry(id).linked_by.iter() {
        let before = store.postings.before(topic, at).map(|(_, before)| before);
        let after = store.postings.after(topic, at).map(|(_, after)| after);
        pairs.extend(before.map(|before| (before, id)));
        pairs.extend(after.map(|after| (id, after)));
        pairs.extend(before.zip(after));
    }
    for &(older, newer) in &pairs {
        link_pair(store, graph, profile, older, newer);
    }
    pairs.len() as u64
}

/// The pairs that become neighbours when a unit is taken out of its lists.
pub(crate) fn pairs_around(store: &Store, id: UnitId) -> BTreeSet<(UnitId, UnitId)> {
    let at = store.place_in_time(id);
    let around = |topic: &Topic| {
        let before = store.postings.before(topic, at).map(|(_, before)| before);
        before.zip(store.postings.after(topic, at).map(|(_, after)| after))
    };
    store.entry(id).linked_by.iter().filter_map(around).collect()
}

/// Gives two units the links that follow from the lists in which they are neighbours.
pub(crate) fn link_pair(
    store: &Store,
    graph: &mut LinkGraph,
    profile: &Profile,
    older: UnitId,
    newer: UnitId,
) {
    let (older_entry, newer_entry) = (store.entry(older), store.entry(newer));
    let mut met = Met::default();
    if older_entry.is_associated || newer_entry.is_associated {
        let at = store.place_in_time(older);
        for topic in common(&older_entry.linked_by, &newer_entry.linked_by) {
            let next = store.postings.after(topic, at).map(|(_, next)| next);
            if next == Some(newer) {
                met.note(topic);
            }
        }
    }
    let links = met.links(profile, store.unit(older), store.unit(newer));
    let has = |kind, forward: bool| {
        links.iter().any(|link| if forward { link.0 == kind } else { link.0.reverse() == kind })
    };
    for (from, to, forward) in [(older, newer, true), (newer, older, false)] {
        for link in graph.between(from, to) {
            if link.kind != LinkKind::UsedTogether && !has(link.kind, forward) {
                graph.unlink(from, to, link.kind);
                if link.learned > 0.0 {
                    graph.learn(from, to, LinkKind::UsedTogether, |other| other.max(link.learned));
                }
            }
        }
    }
    for (kind, forward, backward) in links {
        graph.set_weight(older, newer, kind, forward);
        graph.set_weight(newer, older, kind.reverse(), backward);
    }
}

/// Compares a unit with every other, and links it to the strongest candidates that are confirmed.
/// Returns how many units were looked at.
pub(crate) fn link_to_candidates(
    store: &Store,
    graph: &mut LinkGraph,
    profile: &Profile,
    id: UnitId,
) -> u64 {
    let numbers = &profile.numbers;
    let unit = store.unit(id);
    let mut potential: Vec<(f32, UnitId)> = Vec::new();
    let mut looked_at = 0;
    for (other_id, other) in store.shelf.iter().filter(|(other_id, _)| *other_id != id) {
        looked_at += 1;
        if are_close_in_time(profile, unit, other) {
            potential.push((numbers.time_link, other_id));
        }
        let strength = numbers.thing_link * common_share(unit, other);
        if strength > 0.0 {
            potential.push((strength, other_id));
        }
    }
    potential.sort_by(|a, b| {
        let newer = store.place_in_time(b.1).0.cmp(&store.place_in_time(a.1).0);
        b.0.total_cmp(&a.0).then(newer).then(a.1.cmp(&b.1))
    });
    potential.truncate(numbers.judged);
    let mut candidates: Vec<UnitId> = potential.into_iter().map(|(_, other)| other).collect();
    candidates.sort_unstable();
    candidates.dedup();
    for other_id in candidates {
        let in_order = store.place_in_time(other_id) < store.place_in_time(id);
        let (older, newer) = if in_order { (other_id, id) } else { (id, other_id) };
        let met = Met::by_comparing(profile, store.unit(older), store.unit(newer));
        for (kind, forward, backward) in met.links(profile, store.unit(older), store.unit(newer)) {
            graph.set_weight(older, newer, kind, forward);
            graph.set_weight(newer, older, kind.reverse(), backward);
        }
    }
    looked_at
}

/// In what two units have met.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Met {
    in_time: bool,
    in_a_thing: bool,
    in_a_matter: bool,
    otherwise: bool,
}

impl Met {
    fn note(&mut self, topic: &Topic) {
        match topic {
            Topic::Episode(_) => self.in_time = true,
            Topic::Thing(_) => self.in_a_thing = true,
            Topic::State(..) | Topic::Whereabouts(_) | Topic::Presence(..) => {
                self.in_a_matter = true;
            }
            _ => self.otherwise = true,
        }
    }

    fn by_comparing(profile: &Profile, older: &MemoryUnit, newer: &MemoryUnit) -> Self {
        Self {
            in_time: are_close_in_time(profile, older, newer),
            in_a_thing: common_share(older, newer) > 0.0,
            in_a_matter: true,
            otherwise: true,
        }
    }

    /// The links that follow: from the older to the newer, with the weights there and back.
    fn links(
        self,
        profile: &Profile,
        older: &MemoryUnit,
        newer: &MemoryUnit,
    ) -> Vec<(LinkKind, f32, f32)> {
        if self == Self::default() {
            return Vec::new();
        }
        let numbers = &profile.numbers;
        let mut links: Vec<(LinkKind, f32)> = Vec::new();
        if profile.switches.rule_links {
            if self.in_time && are_close_in_time(profile, older, newer) {
                links.push((LinkKind::Next, numbers.time_link));
            }
            if self.in_a_thing {
                let weight = numbers.thing_link * common_share(older, newer);
                links.push((LinkKind::ThingLater, weight));
            }
            let speak_of_the_same =
                || older.evidence().any(|a| newer.evidence().any(|b| a.same_matter(b)));
            if self.in_a_matter && speak_of_the_same() {
                links.push((LinkKind::SupersededBy, numbers.matter_link));
            }
        }
        let related = Pair { older, newer }.relation();
        let related = related.filter(|related| related.confidence > numbers.confidence);
        links.extend(related.map(|related| (related.kind, related.strength)));
        if profile.switches.directed_links {
            let back = numbers.backward_share;
            links.into_iter().map(|(kind, weight)| (kind, weight, weight * back)).collect()
        } else {
            let strongest = links.into_iter().map(|(_, weight)| weight).max_by(f32::total_cmp);
            strongest.map(|weight| (LinkKind::Related, weight, weight)).into_iter().collect()
        }
    }
}

/// What two sorted lists have in common.
fn common<'a>(a: &'a [Topic], b: &'a [Topic]) -> impl Iterator<Item = &'a Topic> {
    a.iter().filter(|topic| b.binary_search(topic).is_ok())
}

fn are_close_in_time(profile: &Profile, a: &MemoryUnit, b: &MemoryUnit) -> bool {
    let apart = a.lived.ticks_since(b.lived).max(b.lived.ticks_since(a.lived));
    let most = u64::from(profile.numbers.time_link_seconds) * base::time::TICKS_PER_SECOND;
    a.episode == b.episode && apart < most
}

/// The share of common things: of the larger number of things, as in the article.
fn common_share(a: &MemoryUnit, b: &MemoryUnit) -> f32 {
    // Entities are sorted and distinct.
    let common = a.entities.iter().filter(|thing| b.entities.binary_search(thing).is_ok()).count();
    common as f32 / a.entities.len().max(b.entities.len()).max(1) as f32
}
