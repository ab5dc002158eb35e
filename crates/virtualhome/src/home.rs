//! A home: a scene made ready to run in. It does not change; a [`Simulator`] starts from it.
//!
//! Nodes have places from 0 on, classes are interned, and the edges of one relation from one node
//! are a row of bits, so that a simulator starts with one copy and asks with one look.
//!
//! [`Simulator`]: crate::Simulator

use crate::hash_order::HashOrder;
use crate::input::BadInput;
use crate::scene::{NodeId, Scene};
use crate::vocabulary::{Properties, Property, Relation, States};

/// More nodes than any home of the reference has; the bits of more would not fit into a cache.
const MOST_NODES: usize = 4096;
/// The category of rooms.
const ROOMS: &str = "Rooms";
/// The class of the one who acts.
const CHARACTER: &str = "character";

/// The place of a node.
pub(crate) type Place = u16;

/// One door, and the two rooms it joins.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passage {
    pub door: Place,
    pub to: Place,
}

/// A scene made ready to run in.
#[derive(Debug, Clone)]
pub struct Home {
    ids: Vec<NodeId>,
    places: Vec<(NodeId, Place)>,
    classes: Vec<String>,
    class_of: Vec<u16>,
    properties: Vec<Properties>,
    pub(crate) states: Vec<States>,
    pub(crate) character: Place,
    pub(crate) bodies: Vec<Place>,
    pub(crate) bits: Bits,
    pub(crate) rooms: Vec<u64>,
    /// The ends of all edges, those of one row together, in the order of the scene.
    ends: Vec<Place>,
    /// Where each row begins in `ends`, by relation and place, and where the last one ends.
    rows: Vec<u32>,
    /// By place of a room: the ways out of it; none for a room without doors.
    pub(crate) passages: Vec<Vec<Passage>>,
}

impl Home {
    /// Makes a scene ready; `name` is what errors call it. Of several characters the first acts.
    ///
    /// # Errors
    ///
    /// [`BadInput`] where nobody is there to act, or where there are too many nodes.
    pub fn new(name: &str, scene: &Scene) -> Result<Self, BadInput> {
        let wrong = |what: String| BadInput::new(name, None, what);
        if scene.nodes.len() > MOST_NODES {
            let count = scene.nodes.len();
            return Err(wrong(format!("has {count} nodes; {MOST_NODES} are the most")));
        }
        let mut home = Self::empty();
        for node in &scene.nodes {
            home.add(node);
        }
        let count = home.ids.len();
        let is_character = |place: &usize| home.class(*place as Place) == CHARACTER;
        home.character = (0..count)
            .find(is_character)
            .ok_or_else(|| wrong(format!("no node is of the class \"{CHARACTER}\"")))?
            as Place;
        home.bits = Bits::new(count);
        home.rooms.resize(home.bits.words, 0);
        for node in &scene.nodes {
            let place = home.place(node.id).expect("every node was added");
            let (word, bit) = (usize::from(place) / 64, 1 << (place % 64));
            if node.category.as_deref() == Some(ROOMS) {
                home.rooms[word] |= bit;
            } else {
                home.rooms[word] &= !bit;
            }
        }
        home.bodies =
            (0..count as Place).filter(|one| home.has(*one, Property::BodyPart)).collect();
        let mut edges = Vec::with_capacity(scene.edges.len());
        for edge in &scene.edges {
            let ends = home.place(edge.from).zip(home.place(edge.to));
            let (from, to) = ends.ok_or_else(|| wrong(format!("an end of {edge} is missing")))?;
            if home.bits.put(from, edge.relation, to, true) {
                edges.push((home.row(from, edge.relation), to));
            }
        }
        home.add_edges(edges);
        home.add_passages();
        Ok(home)
    }

    fn empty() -> Self {
        Self {
            ids: Vec::new(),
            places: Vec::new(),
            classes: Vec::new(),
            class_of: Vec::new(),
            properties: Vec::new(),
            states: Vec::new(),
            character: 0,
            bodies: Vec::new(),
            bits: Bits::new(0),
            rooms: Vec::new(),
            ends: Vec::new(),
            rows: Vec::new(),
            passages: Vec::new(),
        }
    }

    /// Adds a node, or gives a known one its new fields.
    fn add(&mut self, node: &crate::scene::Node) {
        let class = self.classes.iter().position(|known| *known == node.class_name);
        let class = class.unwrap_or_else(|| {
            self.classes.push(node.class_name.clone());
            self.classes.len() - 1
        }) as u16;
        match self.places.binary_search_by_key(&node.id, |(id, _)| *id) {
            Ok(known) => {
                let place = usize::from(self.places[known].1);
                self.class_of[place] = class;
                self.properties[place] = node.properties;
                self.states[place] = node.states;
            }
            Err(between) => {
                self.places.insert(between, (node.id, self.ids.len() as Place));
                self.ids.push(node.id);
                self.class_of.push(class);
                self.properties.push(node.properties);
                self.states.push(node.states);
            }
        }
    }

    /// Doors, then doorjambs, each with the first two rooms that it is between.
    fn add_passages(&mut self) {
        self.passages.resize(self.ids.len(), Vec::new());
        for class in ["door", "doorjamb"] {
            let all = 0..self.ids.len() as Place;
            let doors: Vec<Place> = all.filter(|one| self.class(*one) == class).collect();
            for door in doors {
                let mut order = HashOrder::new();
                for room in self.in_order(door, Relation::Between) {
                    order.add(self.id(*room).0);
                }
                let mut rooms = order.iter().filter_map(|id| self.place(NodeId(id)));
                let joined = rooms.next().zip(rooms.next());
                if let Some((one, other)) = joined {
                    self.passages[usize::from(one)].push(Passage { door, to: other });
                    self.passages[usize::from(other)].push(Passage { door, to: one });
                }
            }
        }
    }

    fn add_edges(&mut self, mut edges: Vec<(usize, Place)>) {
        // A stable sort: within a row the order of the scene stays.
        edges.sort_by_key(|(row, _)| *row);
        let rows = Relation::COUNT * self.ids.len();
        let begins = |row| edges.partition_point(|(other, _)| *other < row) as u32;
        self.rows = (0..=rows).map(begins).collect();
        self.ends = edges.into_iter().map(|(_, end)| end).collect();
    }

    fn row(&self, from: Place, relation: Relation) -> usize {
        relation as usize * self.ids.len() + usize::from(from)
    }

    /// The edges of the scene, in its order.
    pub(crate) fn in_order(&self, from: Place, relation: Relation) -> &[Place] {
        let row = self.row(from, relation);
        &self.ends[self.rows[row] as usize..self.rows[row + 1] as usize]
    }

    /// The place of a node; none where no node has the id.
    pub(crate) fn place(&self, id: NodeId) -> Option<Place> {
        let found = self.places.binary_search_by_key(&id, |(known, _)| *known).ok()?;
        Some(self.places[found].1)
    }

    pub(crate) fn id(&self, place: Place) -> NodeId {
        self.ids[usize::from(place)]
    }

    pub(crate) fn class(&self, place: Place) -> &str {
        &self.classes[usize::from(self.class_of[usize::from(place)])]
    }

    pub(crate) fn has(&self, place: Place, property: Property) -> bool {
        self.properties[usize::from(place)].has(property)
    }

    pub(crate) fn is_room(&self, place: Place) -> bool {
        self.rooms[usize::from(place) / 64] & 1 << (place % 64) != 0
    }

    pub(crate) fn is_door(&self, place: Place) -> bool {
        matches!(self.class(place), "door" | "doorjamb")
    }

    /// The node as the reference shows it.
    pub(crate) fn shown(&self, place: Place) -> String {
        format!("<{}> ({})", self.class(place), self.id(place))
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.ids.len()
    }
}

/// Edges as rows of bits, one row for each relation of each node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bits {
    nodes: usize,
    /// Words to a row.
    pub words: usize,
    bits: Vec<u64>,
}

impl Bits {
    fn new(nodes: usize) -> Self {
        let words = nodes.div_ceil(64);
        Self { nodes, words, bits: vec![0; nodes * words * Relation::COUNT] }
    }

    /// Makes this one equal to another of the same home, without a new allocation.
    pub fn copy_from(&mut self, other: &Self) {
        self.bits.copy_from_slice(&other.bits);
    }

    fn start(&self, from: Place, relation: Relation) -> usize {
        (relation as usize * self.nodes + usize::from(from)) * self.words
    }

    pub fn row(&self, from: Place, relation: Relation) -> &[u64] {
        let start = self.start(from, relation);
        &self.bits[start..start + self.words]
    }

    pub fn has(&self, from: Place, relation: Relation, to: Place) -> bool {
        let start = self.start(from, relation);
        self.bits[start + usize::from(to) / 64] & 1 << (to % 64) != 0
    }

    /// Adds or removes an edge; whether that changed anything.
    pub fn put(&mut self, from: Place, relation: Relation, to: Place, there: bool) -> bool {
        let start = self.start(from, relation);
        let word = &mut self.bits[start + usize::from(to) / 64];
        let before = *word;
        let bit = 1 << (to % 64);
        *word = if there { before | bit } else { before & !bit };
        *word != before
    }

    pub fn any(&self, from: Place, relation: Relation) -> bool {
        self.row(from, relation).iter().any(|word| *word != 0)
    }
}

/// The places whose bits are set.
pub(crate) fn places(row: &[u64]) -> impl Iterator<Item = Place> {
    row.iter().enumerate().flat_map(|(index, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros();
            if bit == u64::BITS {
                return None;
            }
            left &= left - 1;
            Some((index as u32 * u64::BITS + bit) as Place)
        })
    })
}
