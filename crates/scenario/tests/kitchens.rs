//! The kitchens that come with the program can be lived in: nothing overlaps, everything is in a
//! room, and a body reaches every landmark.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::State;
use scenario::checked::{Home, Room, Thing};
use scenario::{Embedded, Kinds, Library, parse_home, parse_kinds, write_home};

/// Boxes may overlap by so much, metres: sums of decimals are not exact.
const HAIR_M: f32 = 0.0015;
/// The radius of the body, metres.
const RADIUS_M: f32 = 0.22;
/// Its height, metres.
const BODY_M: f32 = 1.7;
/// How far it reaches, level and up, metres.
const REACH_M: f32 = 1.0;
const REACH_UP_M: f32 = 2.1;
/// A cell of the floor, metres.
const CELL_M: f32 = 0.05;

fn kinds() -> Kinds {
    let text = Embedded.text("kinds.ron").expect("it is embedded");
    parse_kinds("kinds.ron", &text).unwrap_or_else(|errors| panic!("{errors}"))
}

fn kitchens() -> Vec<Home> {
    let kinds = kinds();
    let kitchens: Vec<Home> = Embedded
        .files()
        .iter()
        .filter(|(path, _)| path.starts_with("kitchens/"))
        .map(|(path, text)| {
            parse_home(path, text, &kinds).unwrap_or_else(|errors| panic!("{errors}"))
        })
        .collect();
    assert!(kitchens.len() >= 7, "there are {} kitchens", kitchens.len());
    kitchens
}

/// A box along the axes.
#[derive(Debug, Clone, Copy)]
struct Extent {
    min: [f32; 3],
    max: [f32; 3],
}

impl Extent {
    fn of(center: [f32; 3], size: [f32; 3], yaw_deg: f32) -> Self {
        assert_eq!(yaw_deg % 90.0, 0.0, "our kitchens are built at right angles");
        let turned = (yaw_deg / 90.0) as i32 % 2 != 0;
        let [width, height, depth] = size;
        let size = if turned { [depth, height, width] } else { size };
        Self {
            min: [0, 1, 2].map(|axis| center[axis] - size[axis] / 2.0),
            max: [0, 1, 2].map(|axis| center[axis] + size[axis] / 2.0),
        }
    }

    fn of_thing(thing: &Thing) -> Self {
        let (center, yaw_deg) = thing.pose.expect("landmarks have a pose");
        Self::of(center, thing.size, yaw_deg)
    }

    fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|axis| {
            self.min[axis] + HAIR_M < other.max[axis] && other.min[axis] + HAIR_M < self.max[axis]
        })
    }

    /// How far, level, from the point.
    fn distance(&self, [x, z]: [f32; 2]) -> f32 {
        let out = |at: f32, axis: usize| (self.min[axis] - at).max(at - self.max[axis]).max(0.0);
        let (x, z) = (out(x, 0), out(z, 2));
        (x * x + z * z).sqrt()
    }
}

fn landmarks(home: &Home) -> impl Iterator<Item = (&Thing, Extent)> {
    home.things
        .iter()
        .filter(|thing| thing.kind.fixed)
        .map(|thing| (thing, Extent::of_thing(thing)))
}

fn extent_of_room(room: &Room) -> Extent {
    Extent { min: [room.min[0], 0.0, room.min[1]], max: [room.max[0], room.height, room.max[1]] }
}

#[test]
fn nothing_overlaps_and_everything_is_in_a_room() {
    for home in kitchens() {
        let all: Vec<(&Thing, Extent)> = landmarks(&home).collect();
        for (index, (thing, extent)) in all.iter().enumerate() {
            for (other, other_extent) in &all[..index] {
                let inside = thing
                    .parent
                    .is_some_and(|(relation, id)| id == other.id && relation == base::Relation::In);
                assert!(
                    inside || !extent.overlaps(other_extent),
                    "{}: {} {extent:?} overlaps {} {other_extent:?}",
                    home.name,
                    thing.noun,
                    other.noun
                );
            }
            let in_room = home.rooms.iter().map(extent_of_room).any(|room| {
                (0..3).all(|axis| {
                    room.min[axis] - HAIR_M <= extent.min[axis]
                        && extent.max[axis] <= room.max[axis] + HAIR_M
                })
            });
            assert!(in_room, "{}: {} {extent:?} leaves the room", home.name, thing.noun);
            for wall in &home.walls {
                let wall = Extent::of(wall.center, wall.size, wall.yaw_deg);
                assert!(!extent.overlaps(&wall), "{}: {} is in a wall", home.name, thing.noun);
            }
        }
    }
}

#[test]
fn what_is_on_something_touches_it() {
    for home in kitchens() {
        for (thing, extent) in landmarks(&home) {
            if let Some((base::Relation::On, parent)) = thing.parent {
                let parent = Extent::of_thing(home.thing(parent));
                assert!((extent.min[1] - parent.max[1]).abs() < HAIR_M, "{}", thing.noun);
                for axis in [0, 2] {
                    assert!(
                        parent.min[axis] <= extent.min[axis] + HAIR_M
                            && extent.max[axis] <= parent.max[axis] + HAIR_M,
                        "{}: {} {extent:?} stands over the edge of {parent:?}",
                        home.name,
                        thing.noun
                    );
                }
            }
        }
    }
}

/// The cells where the middle of a body can be, reached on foot from the start.
fn walkable(home: &Home, radius_m: f32) -> BTreeSet<(i32, i32)> {
    let solid: Vec<Extent> = landmarks(home)
        .map(|(_, extent)| extent)
        .chain(home.walls.iter().map(|wall| Extent::of(wall.center, wall.size, wall.yaw_deg)))
        .filter(|extent| extent.min[1] < BODY_M && extent.max[1] > 0.08)
        .collect();
    let middle = |(x, z): (i32, i32)| [x, z].map(|cell| (cell as f32 + 0.5) * CELL_M);
    let is_free = |cell| {
        let at = middle(cell);
        let near = |room: &&Room| extent_of_room(room).distance(at) < 0.3;
        let inside = home.rooms.iter().any(|room| extent_of_room(room).distance(at) == 0.0);
        let in_doorway = home.rooms.iter().filter(near).count() > 1;
        (inside || in_doorway) && solid.iter().all(|extent| extent.distance(at) >= radius_m)
    };
    let start = home.start.0.map(|at| (at / CELL_M) as i32);
    let start = (start[0], start[1]);
    assert!(is_free(start), "{}: the start is blocked", home.name);
    let mut seen = BTreeSet::from([start]);
    let mut open = VecDeque::from([start]);
    while let Some((x, z)) = open.pop_front() {
        for next in [(x + 1, z), (x - 1, z), (x, z + 1), (x, z - 1)] {
            if !seen.contains(&next) && is_free(next) {
                seen.insert(next);
                open.push_back(next);
            }
        }
    }
    seen
}

#[test]
fn a_body_reaches_every_landmark_from_the_front() {
    for home in kitchens() {
        let cells = walkable(&home, RADIUS_M);
        for (thing, extent) in landmarks(&home) {
            let handy = cells.iter().any(|(x, z)| {
                let at = [*x, *z].map(|cell| (cell as f32 + 0.5) * CELL_M);
                // What is under the ceiling is meant to be out of reach from the floor.
                let is_high = extent.min[1] > REACH_UP_M;
                extent.distance(at) <= REACH_M - 0.1
                    && (is_high || extent.min[1] <= REACH_UP_M - 0.3)
            });
            assert!(handy, "{}: nobody reaches the {}", home.name, thing.noun);
            if !thing.kind.opens {
                continue;
            }
            // Somebody can stand right in front of what opens.
            let (center, yaw_deg) = thing.pose.expect("landmarks have a pose");
            let (sin, cos) = match yaw_deg.rem_euclid(360.0) {
                0.0 => (0.0, 1.0),
                90.0 => (1.0, 0.0),
                180.0 => (0.0, -1.0),
                _ => (-1.0, 0.0),
            };
            let before = cells.iter().any(|(x, z)| {
                let at = [*x, *z].map(|cell| (cell as f32 + 0.5) * CELL_M);
                let (dx, dz) = (at[0] - center[0], at[1] - center[2]);
                let (side, front) = (dx * cos - dz * sin, dx * sin + dz * cos);
                let gap = front - thing.size[2] / 2.0;
                side.abs() <= thing.size[0] / 2.0 && (0.0..=0.6).contains(&gap)
            });
            assert!(before, "{}: nobody can stand before the {}", home.name, thing.noun);
        }
    }
}

#[test]
fn two_people_could_pass_between_the_fronts() {
    for home in kitchens() {
        // 0.9 m between fronts, less what the grid is off, from the start to each room.
        let cells = walkable(&home, 0.42);
        for room in &home.rooms {
            let there = cells.iter().any(|(x, z)| {
                let at = [*x, *z].map(|cell| (cell as f32 + 0.5) * CELL_M);
                extent_of_room(room).distance(at) == 0.0
            });
            assert!(there, "{}: no wide way leads to the {}", home.name, room.noun);
        }
    }
}

#[test]
fn each_kitchen_has_what_a_cook_needs() {
    let mut all_nouns: BTreeMap<String, usize> = BTreeMap::new();
    for home in kitchens() {
        let name = &home.name;
        let count = |wanted: &dyn Fn(&Thing) -> bool| {
            home.things.iter().filter(|thing| wanted(thing)).count()
        };
        let containers = count(&|thing| thing.kind.opens && thing.kind.holds && !thing.kind.switch);
        assert!((12..=22).contains(&containers), "{name} has {containers} containers");
        let tables = count(&|thing| thing.kind.name == "table");
        assert!(tables >= 1, "{name} has no table");
        let toasters = count(&|thing| thing.kind.name == "toaster");
        assert!(toasters >= 1, "{name} has no toaster");
        assert!(count(&|thing| ["knife-rack", "knife-block"].contains(&&*thing.kind.name)) == 1);
        let burners: Vec<&Thing> =
            home.things.iter().filter(|thing| thing.kind.name == "burner").collect();
        assert!(burners.len() >= 4, "{name} has {} burners", burners.len());
        for burner in &burners {
            let knobs: Vec<&Thing> =
                home.things.iter().filter(|thing| thing.controls == Some(burner.id)).collect();
            assert_eq!(knobs.len(), 1, "{name}: the {} has one knob", burner.noun);
            for mark in knobs[0].noun.marks() {
                let reveals = burners.iter().any(|burner| burner.noun.marks().any(|m| m == mark));
                assert!(!reveals, "{name}: the {} reveals its burner", knobs[0].noun);
            }
        }
        assert!(home.things.iter().all(|thing| !thing.states.contains(&(State::Open, true))));
        for thing in &home.things {
            *all_nouns.entry(thing.noun.to_string()).or_default() += 1;
        }
    }
    // Kitchens differ in their words as well.
    let everywhere = all_nouns.values().filter(|count| **count > 3).count();
    assert!(everywhere <= 12, "{everywhere} nouns are in most kitchens");
}

#[test]
fn each_kitchen_is_written_as_it_was_read() {
    let kinds = kinds();
    for home in kitchens() {
        let text = write_home(&home, &kinds);
        let again = parse_home("again.ron", &text, &kinds);
        assert_eq!(again.unwrap_or_else(|errors| panic!("{errors}")), home);
    }
}
