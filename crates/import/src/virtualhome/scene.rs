//! The home of a scene.

use std::collections::{BTreeMap, BTreeSet};

use base::{Noun, State};
use scenario::checked::{Cuboid, Home, Kind};
use scenario::written::{self, At, Room, Start, Thing, Walls};
use scenario::{Kinds, parse_home};

use super::graph::{Cube, Edge, Graph, Node};
use super::kind::{can_be, kind_of, name_of, state_of};

/// Sorts of nodes that are no things: the building itself, and who lives in it.
const NO_THINGS: [&str; 8] =
    ["Rooms", "Walls", "Floor", "Floors", "Ceiling", "Doors", "Windows", "Characters"];
/// The least side of a box, metres: some nodes are flat.
const THINNEST_M: f32 = 0.01;
/// Loose things are no larger than this, metres: a jacket on its hanger is folded.
const LARGEST_LOOSE_M: f32 = 0.4;
/// The box of a loose thing that came without one, metres.
const USUAL_BOX_M: f32 = 0.08;
/// What is thicker is more than one wall, metres.
const THICKEST_WALL_M: f32 = 0.3;
/// So often things that cannot be are left out, and the rest is looked at again.
const MOST_ROUNDS: u32 = 60;

/// Something of a scene that the home has not, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Its class and number: `towel 12`.
    pub node: String,
    /// Why.
    pub why: String,
}

/// The home of a scene.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The home.
    pub home: Home,
    /// The home as a file.
    pub text: String,
    /// What each node is called.
    pub nouns: BTreeMap<u32, Noun>,
    /// The kind of each class, of what activities add too.
    pub classes: BTreeMap<String, Kind>,
    /// What has no place in it.
    pub left_out: Vec<LeftOut>,
}

/// Makes a home of a scene with boxes. `added` are nodes that activities bring into it: the home has
/// their kinds. `refused` are nouns that are left out because the house finds no
/// room for them.
///
/// Rooms are their boxes on the floor; where two overlap the border runs in the middle. Walls are the
/// scene's, but for those with a door in them. What nobody carries stays where its box is; loose things
/// lie on or in what they are on or in, and the house finds the spot.
///
/// # Errors
/// What is wrong with the whole, in words: no rooms, or no place for anybody to stand.
pub fn home(
    name: &str,
    graph: &Graph,
    added: &[Node],
    kinds: &Kinds,
    refused: &BTreeSet<Noun>,
) -> Result<Imported, String> {
    let rooms = rooms(graph);
    let start = start(graph, &rooms).ok_or("it has no rooms")?;
    let mut left_out = Vec::new();
    let mut typed = written::Home {
        name: name.to_owned(),
        walls: Walls::Just(walls(graph, &rooms)),
        rooms,
        start: Start { at: start, yaw_deg: 0.0 },
        things: Vec::new(),
        kinds: Vec::new(),
    };
    let classes = classes(graph, added);
    let mut nouns: BTreeMap<u32, Noun> = BTreeMap::new();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut told = |node: &Node, why: &str| {
        let node = format!("{} {}", node.class_name, node.id);
        left_out.push(LeftOut { node, why: why.to_owned() });
    };
    // What is fixed first, then what is in or on it.
    let (fixed, loose): (Vec<&Node>, Vec<&Node>) = graph
        .nodes
        .iter()
        .filter(|node| !NO_THINGS.contains(&node.category.as_str()))
        .partition(|node| classes[&node.class_name].fixed);
    for node in fixed.into_iter().chain(loose) {
        let kind = &classes[&node.class_name];
        let number = numbers.entry(kind.name.clone()).or_default();
        *number += 1;
        let noun = Noun::new(&kind.name, &[&format!("no-{number}")]);
        if refused.contains(&noun) {
            told(node, "the house finds no room for it");
            continue;
        }
        match thing(node, &noun, kind, graph, &nouns, &classes) {
            Ok(thing) => {
                typed.things.push(thing);
                nouns.insert(node.id, noun);
            }
            Err(why) => told(node, why),
        }
    }
    let by_name: BTreeMap<&str, &Kind> =
        classes.values().map(|kind| (kind.name.as_str(), kind)).collect();
    typed.kinds = by_name.into_values().cloned().collect();
    for _ in 0..MOST_ROUNDS {
        let text = typed.to_ron();
        let errors = match parse_home(name, &text, kinds) {
            Ok(home) => return Ok(Imported { home, text, nouns, classes, left_out }),
            Err(errors) => errors,
        };
        // Each thing stands in a line of its own.
        let lines: Vec<&str> = text.lines().collect();
        let mut wrong: BTreeMap<String, String> = BTreeMap::new();
        for error in errors.iter() {
            let line = lines.get(error.line - 1).copied().unwrap_or_default();
            let thing =
                typed.things.iter().find(|it| line.contains(&format!("noun: \"{}\"", it.noun)));
            let thing = thing.ok_or_else(|| error.to_string())?;
            wrong.entry(thing.noun.clone()).or_insert_with(|| error.problem.to_string());
        }
        typed.things.retain(|thing| !wrong.contains_key(&thing.noun));
        for (node, noun) in nouns.clone() {
            if let Some(why) = wrong.get(noun.as_str()) {
                nouns.remove(&node);
                let node = graph.node(node).map_or("", |node| &node.class_name);
                left_out.push(LeftOut { node: format!("{node}: {noun}"), why: why.clone() });
            }
        }
    }
    Err("too much in it cannot be".to_owned())
}

/// The kind of each class.
fn classes(graph: &Graph, added: &[Node]) -> BTreeMap<String, Kind> {
    let mut nodes: BTreeMap<&str, Vec<&Node>> = BTreeMap::new();
    for node in graph.nodes.iter().chain(added) {
        nodes.entry(&node.class_name).or_default().push(node);
    }
    let kind = |(class, nodes): (&str, Vec<&Node>)| {
        let boxed = nodes.iter().find_map(|node| node.bounding_box);
        let mut size = boxed.map_or([USUAL_BOX_M; 3], |it| it.size.map(side));
        if nodes.iter().any(|node| node.has("GRABBABLE")) {
            size = size.map(|side| side.min(LARGEST_LOOSE_M));
        }
        (class.to_owned(), kind_of(class, &nodes, graph, size))
    };
    nodes.into_iter().map(kind).collect()
}

fn side(length: f32) -> f32 {
    ((length.abs() * 1000.0).round() / 1000.0).max(THINNEST_M)
}

fn thing(
    node: &Node,
    noun: &Noun,
    kind: &Kind,
    graph: &Graph,
    nouns: &BTreeMap<u32, Noun>,
    classes: &BTreeMap<String, Kind>,
) -> Result<Thing, &'static str> {
    let boxed = node.bounding_box;
    let mut thing =
        Thing { noun: noun.to_string(), states: states(node, kind), ..Thing::default() };
    if kind.fixed {
        let Cube { center, size } = boxed.ok_or("nothing says where it stands")?;
        thing.center = Some(center.map(|x| (x * 1000.0).round() / 1000.0));
        thing.size = Some(size.map(side));
        return Ok(thing);
    }
    let size = boxed.map_or([USUAL_BOX_M; 3], |it| it.size.map(side));
    thing.size = Some(size.map(|side| side.min(LARGEST_LOOSE_M)));
    let place = place_of(node.id, graph, &graph.edges, nouns, classes);
    thing.at = Some(place.ok_or("it lies on nothing and in nothing that is here")?);
    Ok(thing)
}

/// What the node is on or in: what it is on before what it is in, since the scenes also call in what is
/// in the room.
pub(super) fn place_of(
    id: u32,
    graph: &Graph,
    edges: &[Edge],
    nouns: &BTreeMap<u32, Noun>,
    classes: &BTreeMap<String, Kind>,
) -> Option<At> {
    let places = |relation: &'static str| {
        edges.iter().filter(move |edge| edge.from == id && edge.relation == relation)
    };
    let known = |to: u32| Some((nouns.get(&to)?, &classes[&graph.node(to)?.class_name]));
    let on = places("ON").filter_map(|edge| known(edge.to)).find(|(_, kind)| kind.surface);
    let inside = places("INSIDE").filter_map(|edge| known(edge.to)).find(|(_, kind)| kind.holds);
    let at_on = on.map(|(noun, _)| At::On(noun.to_string()));
    at_on.or_else(|| inside.map(|(noun, _)| At::In(noun.to_string())))
}

/// The largest surface in the room that the node is said to be in, for what is nowhere else.
pub(super) fn surface_of_its_room(
    id: u32,
    graph: &Graph,
    edges: &[Edge],
    nouns: &BTreeMap<u32, Noun>,
    classes: &BTreeMap<String, Kind>,
) -> Option<At> {
    let inside = edges.iter().filter(|edge| edge.from == id && edge.relation == "INSIDE");
    let room =
        inside.filter_map(|edge| graph.node(edge.to)).find(|node| node.category == "Rooms")?.id;
    let in_room = graph.edges.iter().filter(|it| it.to == room && it.relation == "INSIDE");
    let tops = in_room.filter_map(|edge| {
        let (noun, node) = (nouns.get(&edge.from)?, graph.node(edge.from)?);
        let kind = &classes[&node.class_name];
        let [width, _, depth] = node.bounding_box?.size;
        let serves = kind.fixed && kind.surface && !kind.seat && !kind.bed;
        serves.then_some((width * depth, noun))
    });
    let largest = tops.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)));
    largest.map(|(_, noun)| At::On(noun.to_string()))
}

/// The states of the node that differ from what is usual.
fn states(node: &Node, kind: &Kind) -> Vec<(State, bool)> {
    let states = node.states.iter().filter_map(|word| state_of(word));
    let states = states.filter(|(state, _)| can_be(kind, *state));
    // A plug is in at the start, everything else is "no".
    let is_news = |(state, holds): &(State, bool)| (*state == State::Plugged) != *holds;
    let mut news: Vec<(State, bool)> = states.filter(is_news).collect();
    let is_unplugged = news.contains(&(State::Plugged, false));
    news.retain(|(state, _)| !(is_unplugged && *state == State::Running));
    news.sort_unstable();
    news.dedup();
    news
}

fn rooms(graph: &Graph) -> Vec<Room> {
    let nodes = graph.nodes.iter().filter(|node| node.category == "Rooms");
    let mut rooms: Vec<Room> = nodes
        .filter_map(|node| {
            let Cube { center, size } = node.bounding_box?;
            let [x, _, z] = center;
            let [width, height, depth] = size;
            let noun = name_of(&node.class_name);
            let (min, max) =
                ([x - width / 2.0, z - depth / 2.0], [x + width / 2.0, z + depth / 2.0]);
            Some(Room { noun, min, max, height })
        })
        .collect();
    for first in 0..rooms.len() {
        for second in first + 1..rooms.len() {
            part(&mut rooms, first, second);
        }
    }
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for room in &mut rooms {
        let count = seen.entry(room.noun.clone()).or_default();
        *count += 1;
        if *count > 1 {
            room.noun = format!("no-{count} {}", room.noun);
        }
        room.min = room.min.map(|x| (x * 100.0).ceil() / 100.0);
        room.max = room.max.map(|x| (x * 100.0).floor() / 100.0);
    }
    rooms
}

/// Draws the border of two rooms that overlap through the middle of what they share, across its
/// shorter side.
fn part(rooms: &mut [Room], first: usize, second: usize) {
    let shared = |axis: usize| {
        let (a, b) = (&rooms[first], &rooms[second]);
        let (from, to) = (a.min[axis].max(b.min[axis]), a.max[axis].min(b.max[axis]));
        (from < to).then_some((from, to))
    };
    let (Some(x), Some(z)) = (shared(0), shared(1)) else { return };
    let axis = usize::from(x.1 - x.0 > z.1 - z.0);
    let (from, to) = if axis == 0 { x } else { z };
    let border = (from + to) / 2.0;
    let is_first_lower = rooms[first].min[axis] < rooms[second].min[axis];
    let (lower, upper) = if is_first_lower { (first, second) } else { (second, first) };
    rooms[lower].max[axis] = border;
    rooms[upper].min[axis] = border;
}

/// The walls without those that a door is in, and without the pieces at corners: these turn, and their
/// boxes do not say which way.
fn walls(graph: &Graph, rooms: &[Room]) -> Vec<Cuboid> {
    let of =
        |category: &'static str| graph.nodes.iter().filter(move |node| node.category == category);
    let doors: Vec<Cube> = of("Doors").filter_map(|node| node.bounding_box).collect();
    let meets = |a: &Cube, b: &Cube| {
        [0, 2].iter().all(|axis| {
            (a.center[*axis] - b.center[*axis]).abs() < (a.size[*axis] + b.size[*axis]) / 2.0
        })
    };
    let walls = of("Walls").filter_map(|node| node.bounding_box);
    walls
        .filter(|wall| wall.size[0].min(wall.size[2]) < THICKEST_WALL_M)
        .filter(|wall| !doors.iter().any(|door| meets(wall, door)))
        .filter(|wall| {
            // Some walls belong to a part of the building in which nobody lives.
            let [x, _, z] = wall.center;
            rooms.iter().any(|room| {
                x > room.min[0] - 0.3
                    && x < room.max[0] + 0.3
                    && z > room.min[1] - 0.3
                    && z < room.max[1] + 0.3
            })
        })
        .map(|wall| Cuboid { center: wall.center, size: wall.size.map(side), yaw_deg: 0.0 })
        .collect()
}

/// Where the character stands, or else the middle of the first room.
fn start(graph: &Graph, rooms: &[Room]) -> Option<[f32; 2]> {
    let character = graph.nodes.iter().find(|node| node.category == "Characters");
    let stands =
        character.and_then(|node| node.bounding_box).map(|it| [it.center[0], it.center[2]]);
    let first = rooms.first()?;
    let is_inside = |[x, z]: &[f32; 2]| {
        rooms.iter().any(|room| {
            *x > room.min[0] && *x < room.max[0] && *z > room.min[1] && *z < room.max[1]
        })
    };
    let middle = [(first.min[0] + first.max[0]) / 2.0, (first.min[1] + first.max[1]) / 2.0];
    Some(stands.filter(is_inside).unwrap_or(middle).map(|x| (x * 100.0).round() / 100.0))
}
