//! The simulator: one home, one character, one step after the other.
//!
//! This file holds the changing graph and what the rules may ask of it and do to it; the rules
//! themselves are in `rules`, a file for each kind of action.

use std::sync::Arc;

use crate::delta::Delta;
use crate::hash_order::HashOrder;
use crate::home::{Bits, Home, Place, places};
use crate::refusal::{Reason, Refusal, message};
use crate::rules;
use crate::scene::{Edge, NodeId};
use crate::script::{Operand, Step};
use crate::vocabulary::{Property, Relation, State, States};

/// Which release of the reference is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Release {
    /// v1.0.0, with which the given programs were run.
    #[default]
    V1,
    /// v2.3.0. It knows every node without looking for it, sees the posture of the beginning for
    /// ever, lets closed doors pass, and ends with an exception where an object is looked for from
    /// afar or clothes are taken off. The order in which it walks its sets is not followed.
    V2,
}

/// An edge to an end, in a word: compared and sorted as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Packed(u64);

impl Packed {
    fn new(from: Place, relation: Relation, to: Place) -> Self {
        Self(u64::from(from) << 24 | (relation as u64) << 16 | u64::from(to))
    }

    fn from(self) -> Place {
        (self.0 >> 24) as Place
    }

    fn relation(self) -> Relation {
        Relation::ALL[(self.0 >> 16 & 0xff) as usize]
    }

    fn to(self) -> Place {
        self.0 as Place
    }

    /// Without its end.
    fn key(self) -> u64 {
        self.0 >> 16
    }
}

/// A home that is lived in.
///
/// Copying the bits of a home is all that starting costs; a step costs what it looks at and
/// changes.
#[derive(Debug, Clone)]
pub struct Simulator<'home> {
    pub(crate) home: &'home Home,
    pub(crate) release: Release,
    bits: Bits,
    states: Vec<States>,
    /// What was walked to or looked for, by the names it was called.
    known: Vec<(NodeId, Arc<str>)>,
    /// Where things were grabbed from.
    origins: Vec<(Place, Place, Relation)>,
    /// Edges that the scene did not have, as they came and went: what the reference's sets of new
    /// edges went through. Its order depends on it.
    history: Vec<(Packed, bool)>,
    /// Edges that came or went in this step.
    flipped: Vec<Packed>,
    /// Nodes that changed in this step, with the states before it.
    restated: Vec<(Place, States)>,
    /// What the reference complained of and did nonetheless.
    complaints: Vec<String>,
    /// The sentences of such complaints in this step.
    complaining: Vec<String>,
}

impl<'home> Simulator<'home> {
    /// Begins in this home, by the rules of this release.
    pub fn new(home: &'home Home, release: Release) -> Self {
        Self {
            home,
            release,
            bits: home.bits.clone(),
            states: home.states.clone(),
            known: Vec::new(),
            origins: Vec::new(),
            history: Vec::new(),
            flipped: Vec::new(),
            restated: Vec::new(),
            complaints: Vec::new(),
            complaining: Vec::new(),
        }
    }

    /// Begins anew, in the same home.
    pub fn restart(&mut self) {
        self.bits.copy_from(&self.home.bits);
        self.states.copy_from_slice(&self.home.states);
        self.known.clear();
        self.origins.clear();
        self.history.clear();
        self.complaints.clear();
    }

    /// Does a step.
    ///
    /// # Errors
    ///
    /// [`Refusal`] where the reference refuses it; nothing has changed then.
    pub fn step(&mut self, step: &Step) -> Result<Delta, Refusal> {
        self.flipped.clear();
        self.restated.clear();
        self.complaining.clear();
        match rules::apply(self, step) {
            Ok(()) => {
                let said = self.complaining.drain(..);
                self.complaints.extend(said.map(|sentence| message(&sentence, step)));
                Ok(self.delta())
            }
            Err(no) => {
                let told = no.sentences.iter().map(|sentence| message(sentence, step));
                let all: Vec<String> = self.complaints.iter().cloned().chain(told).collect();
                Err(Refusal { reason: no.reason, message: all.join(",") })
            }
        }
    }

    /// The states of a node; none where no node has the id.
    pub fn states(&self, id: NodeId) -> Option<States> {
        self.home.place(id).map(|place| self.states_of(place))
    }

    /// Whether there is such an edge.
    pub fn has_edge(&self, edge: Edge) -> bool {
        let ends = self.home.place(edge.from).zip(self.home.place(edge.to));
        ends.is_some_and(|(from, to)| self.has(from, edge.relation, to))
    }

    /// Whether the graph is the same as that of another simulator of the same home.
    pub fn same_graph(&self, other: &Self) -> bool {
        self.states == other.states && self.bits == other.bits
    }

    fn delta(&mut self) -> Delta {
        let mut delta = Delta::default();
        self.restated.sort_unstable();
        for (index, (place, before)) in self.restated.iter().enumerate() {
            let first = index == 0 || self.restated[index - 1].0 != *place;
            let now = self.states[usize::from(*place)];
            if first && now != *before {
                delta.states.push((self.home.id(*place), now));
            }
        }
        // Places are not in the order of ids, so each list is sorted once more at the end.
        self.flipped.sort_unstable();
        for flips in self.flipped.chunk_by(|a, b| a == b) {
            let packed = flips[0];
            if flips.len() % 2 == 1 {
                let (from, relation, to) = (packed.from(), packed.relation(), packed.to());
                let edge = Edge { from: self.home.id(from), relation, to: self.home.id(to) };
                let there = self.bits.has(from, relation, to);
                if there { &mut delta.added } else { &mut delta.removed }.push(edge);
            }
        }
        delta.states.sort_unstable();
        delta.added.sort_unstable();
        delta.removed.sort_unstable();
        delta
    }
}

/// Why not, in the making: a class, and the sentences that lead to it.
#[derive(Debug)]
pub(crate) struct No {
    pub reason: Reason,
    pub sentences: Vec<String>,
}

/// What a rule gives back.
pub(crate) type Done = Result<(), No>;

impl No {
    /// The reference ends with an exception.
    pub fn crash(why: &str) -> Self {
        Self { reason: Reason::Crash, sentences: vec![Reason::Crash.about(&[why.to_owned()])] }
    }

    /// The object cannot be found, since nobody looked for it.
    pub fn not_found(operand: &Operand) -> Self {
        let sentence = Reason::NotFound.about(&[operand.to_string()]);
        Self { reason: Reason::NotFound, sentences: vec![sentence] }
    }
}

/// What the rules ask.
impl Simulator<'_> {
    pub(crate) fn me(&self) -> Place {
        self.home.character
    }

    /// A refusal about these nodes.
    pub(crate) fn no(&self, reason: Reason, nodes: &[Place]) -> No {
        let nodes: Vec<String> = nodes.iter().map(|node| self.home.shown(*node)).collect();
        No { reason, sentences: vec![reason.about(&nodes)] }
    }

    /// The node of an operand that was walked to or looked for under this name; the later release
    /// finds any.
    pub(crate) fn found(&self, operand: &Operand) -> Result<Place, No> {
        let known = self.release == Release::V2
            || self.known.iter().any(|(id, name)| *id == operand.id && *name == operand.name);
        known.then(|| self.home.place(operand.id)).flatten().ok_or_else(|| No::not_found(operand))
    }

    pub(crate) fn has(&self, from: Place, relation: Relation, to: Place) -> bool {
        self.bits.has(from, relation, to)
    }

    pub(crate) fn row(&self, from: Place, relation: Relation) -> &[u64] {
        self.bits.row(from, relation)
    }

    pub(crate) fn any(&self, from: Place, relation: Relation) -> bool {
        self.bits.any(from, relation)
    }

    /// The nodes from which such an edge leads to this one.
    pub(crate) fn sources(&self, relation: Relation, to: Place) -> impl Iterator<Item = Place> {
        (0..self.states.len() as Place).filter(move |from| self.has(*from, relation, to))
    }

    pub(crate) fn states_of(&self, place: Place) -> States {
        self.states[usize::from(place)]
    }

    pub(crate) fn is(&self, place: Place, state: State) -> bool {
        self.states_of(place).has(state)
    }

    pub(crate) fn can(&self, place: Place, property: Property) -> bool {
        self.home.has(place, property)
    }

    /// The states of the character; the later release looks into the graph of the beginning.
    pub(crate) fn my_states(&self) -> States {
        match self.release {
            Release::V1 => self.states_of(self.me()),
            Release::V2 => self.home.states[usize::from(self.me())],
        }
    }

    pub(crate) fn is_resting(&self) -> bool {
        self.my_states().has(State::Sitting) || self.my_states().has(State::Lying)
    }

    /// Near: close to me; or close to what is close to me; or on it.
    pub(crate) fn is_close(&self, place: Place) -> bool {
        let near = self.row(self.me(), Relation::Close);
        let on = self.row(place, Relation::On);
        self.has(self.me(), Relation::Close, place)
            || near.iter().zip(on).any(|(near, on)| near & on != 0)
            || places(near).any(|one| self.has(one, Relation::Close, place))
    }

    /// Looked at, or looked at by what is looked at.
    pub(crate) fn is_faced(&self, place: Place) -> bool {
        self.has(self.me(), Relation::Facing, place)
            || places(self.row(self.me(), Relation::Facing))
                .any(|one| self.has(one, Relation::Facing, place))
    }

    pub(crate) fn is_held(&self, place: Place) -> bool {
        self.has(self.me(), Relation::HoldsRight, place)
            || self.has(self.me(), Relation::HoldsLeft, place)
    }

    /// What is in the hands.
    pub(crate) fn held(&self) -> Vec<Place> {
        let in_hand = |hand| places(self.row(self.me(), hand));
        in_hand(Relation::HoldsLeft).chain(in_hand(Relation::HoldsRight)).collect()
    }

    pub(crate) fn free_hand(&self) -> Option<Relation> {
        [Relation::HoldsRight, Relation::HoldsLeft]
            .into_iter()
            .find(|hand| !self.any(self.me(), *hand))
    }

    /// In something closed that is no room.
    pub(crate) fn is_shut_in(&self, place: Place) -> bool {
        places(self.row(place, Relation::Inside))
            .any(|one| self.is(one, State::Closed) && !self.home.is_room(one))
    }

    /// The room that a node is in, or is.
    pub(crate) fn room_of(&self, place: Place) -> Option<Place> {
        if self.home.is_room(place) {
            return Some(place);
        }
        let inside = self.row(place, Relation::Inside);
        let containers: u32 = inside.iter().map(|word| word.count_ones()).sum();
        if self.release == Release::V2 && containers == 1 {
            // The later release goes from container to container; of a box in itself it never
            // comes back.
            let container = places(inside).next()?;
            return (container != place).then(|| self.room_of(container)).flatten();
        }
        let mut rooms = inside.iter().zip(&self.home.rooms).map(|(inside, rooms)| inside & rooms);
        let count: u32 = rooms.clone().map(u64::count_ones).sum();
        if count <= 1 {
            let row: Vec<u64> = rooms.by_ref().collect();
            return places(&row).next();
        }
        self.in_order(place, Relation::Inside).into_iter().find(|one| self.home.is_room(*one))
    }

    /// The first node that is no room, on, in or near which the node is.
    pub(crate) fn first_support(&self, place: Place) -> Option<(Place, Relation)> {
        [Relation::On, Relation::Inside, Relation::Close].into_iter().find_map(|relation| {
            let first =
                self.in_order(place, relation).into_iter().find(|one| !self.home.is_room(*one));
            first.map(|first| (first, relation))
        })
    }

    /// The ends of a node's edges in the order in which the reference walks them.
    pub(crate) fn in_order(&self, from: Place, relation: Relation) -> Vec<Place> {
        let key = Packed::new(from, relation, 0).key();
        let mut added = HashOrder::new();
        for (edge, there) in self.history.iter().filter(|(edge, _)| edge.key() == key) {
            let id = self.home.id(edge.to()).0;
            if *there { added.add(id) } else { added.remove(id) }
        }
        let mut order = added.copied();
        let first = self.home.in_order(from, relation);
        first.iter().for_each(|to| order.add(self.home.id(*to).0));
        let gone = first.iter().filter(|to| !self.has(from, relation, **to));
        order.remove_all(gone.map(|to| self.home.id(*to).0));
        order.iter().filter_map(|id| self.home.place(NodeId(id))).collect()
    }

    /// Where it was grabbed from, as long as the reference remembers it.
    pub(crate) fn origin(&self, place: Place) -> Option<(Place, Relation)> {
        let found = self.origins.iter().find(|(thing, _, _)| *thing == place);
        found.map(|(_, support, relation)| (*support, *relation))
    }
}

/// What the rules do.
impl Simulator<'_> {
    fn put(&mut self, from: Place, relation: Relation, to: Place, there: bool) {
        if self.bits.put(from, relation, to, there) {
            let edge = Packed::new(from, relation, to);
            self.flipped.push(edge);
            if !self.home.bits.has(from, relation, to) {
                self.history.push((edge, there));
            }
        }
    }

    pub(crate) fn add(&mut self, from: Place, relation: Relation, to: Place) {
        self.put(from, relation, to, true);
    }

    pub(crate) fn remove(&mut self, from: Place, relation: Relation, to: Place) {
        self.put(from, relation, to, false);
    }

    /// Near me, and I near it.
    pub(crate) fn come_close(&mut self, place: Place) {
        self.join(self.me(), place);
    }

    /// Near one another.
    pub(crate) fn join(&mut self, one: Place, other: Place) {
        self.add(one, Relation::Close, other);
        self.add(other, Relation::Close, one);
    }

    /// Removes all edges of these relations from a node.
    pub(crate) fn remove_from(&mut self, from: Place, relation: Relation) {
        for word in 0..self.bits.words {
            let left = [self.row(from, relation)[word]];
            for bit in places(&left) {
                self.remove(from, relation, word as Place * 64 + bit);
            }
        }
    }

    /// Removes all edges of these relations, from the node and to it.
    pub(crate) fn cut_off(&mut self, place: Place, relations: &[Relation]) {
        for relation in relations {
            self.remove_from(place, *relation);
            for from in 0..self.states.len() as Place {
                if self.has(from, *relation, place) {
                    self.remove(from, *relation, place);
                }
            }
        }
    }

    pub(crate) fn let_go(&mut self, place: Place) {
        self.remove(self.me(), Relation::HoldsLeft, place);
        self.remove(self.me(), Relation::HoldsRight, place);
    }

    pub(crate) fn restate(&mut self, place: Place, states: States) {
        self.restated.push((place, self.states_of(place)));
        self.states[usize::from(place)] = states;
    }

    /// One state instead of another.
    pub(crate) fn exchange(&mut self, place: Place, old: State, new: State) {
        self.restate(place, self.states_of(place).without(old).with(new));
    }

    /// From now on the operand's node is known by its name.
    pub(crate) fn remember(&mut self, operand: &Operand) {
        if !self.known.iter().any(|(id, name)| *id == operand.id && *name == operand.name) {
            self.known.push((operand.id, Arc::clone(&operand.name)));
        }
    }

    pub(crate) fn remember_origin(&mut self, place: Place, support: Place, relation: Relation) {
        self.forget_origin(place);
        self.origins.push((place, support, relation));
    }

    pub(crate) fn forget_origin(&mut self, place: Place) {
        self.origins.retain(|(thing, _, _)| *thing != place);
    }

    /// Says something against the step, and does it nonetheless.
    pub(crate) fn complain(&mut self, no: No) {
        self.complaining.extend(no.sentences);
    }
}
