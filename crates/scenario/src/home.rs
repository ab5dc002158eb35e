//! Checks a home: rooms, walls, start, and through [`furnish`](crate::furnish) its things.

use base::Noun;

use crate::checked::{self, Room};
use crate::errors::{Errors, Report};
use crate::furnish::{Furnishing, furnish};
use crate::kinds::Kinds;
use crate::numbers;
use crate::problem::Problem;
use crate::source::Spot;
use crate::walls;
use crate::{syntax, written};

/// No room is longer or higher, metres.
const LONGEST_ROOM_M: f32 = 100.0;
/// Rooms may overlap by so much without harm, metres.
const TOLERANCE_M: f32 = 0.01;

/// Reads a home, such as `assets/kitchens/galley.ron`.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_home(source_name: &str, text: &str, kinds: &Kinds) -> Result<checked::Home, Errors> {
    read(source_name, text, kinds).map(|(home, _)| home)
}

/// Reads a home; returns the kinds that it knows as well.
pub(crate) fn read(
    source_name: &str,
    text: &str,
    kinds: &Kinds,
) -> Result<(checked::Home, Kinds), Errors> {
    let (typed, source) = syntax::read::<written::Home>(source_name, text)?;
    let mut report = Report::default();
    let kinds = kinds.with(&typed.kinds, source.spot().field("kinds"), &mut report);
    let home = check(&typed, source.spot(), &kinds, &mut report);
    report.finish((home, kinds))
}

fn check(typed: &written::Home, spot: Spot, kinds: &Kinds, report: &mut Report) -> checked::Home {
    if typed.name.trim().is_empty() {
        let (what, name) = ("a home", typed.name.clone());
        let must = "a name has at least one letter";
        report.say(spot.field("name"), Problem::BadName { what, name, must });
    }
    let rooms = check_rooms(&typed.rooms, spot.field("rooms"), report);
    let walls = walls::check(&typed.walls, &rooms, spot.field("walls"), report);
    let start = spot.field("start");
    numbers::coordinates(report, start.field("at"), &typed.start.at);
    numbers::degrees(report, start.field("yaw_deg"), typed.start.yaw_deg);
    let mut home = checked::Home {
        name: typed.name.clone(),
        rooms,
        walls,
        start: (typed.start.at, typed.start.yaw_deg),
        things: Vec::new(),
    };
    let spots = (0..typed.things.len()).map(|index| spot.field("things").item(index));
    let things = typed.things.iter().zip(spots).collect();
    furnish(&mut home, things, &mut Furnishing { kinds, report, draw: None });
    check_start(&home, start.field("at"), report);
    home
}

fn check_rooms(typed: &[written::Room], spot: Spot, report: &mut Report) -> Vec<Room> {
    if typed.is_empty() {
        report.say(spot, Problem::Empty("the list of rooms"));
    }
    let mut rooms: Vec<Room> = Vec::new();
    for (index, room) in typed.iter().enumerate() {
        let spot = spot.item(index);
        numbers::coordinates(report, spot.field("min"), &room.min);
        numbers::coordinates(report, spot.field("max"), &room.max);
        numbers::positive(report, spot.field("height"), "height", room.height, LONGEST_ROOM_M);
        for axis in 0..2 {
            let length = room.max[axis] - room.min[axis];
            let spot = spot.field("max").item(axis);
            numbers::positive(report, spot, "length of a room", length, LONGEST_ROOM_M);
        }
        let noun = match room.noun.parse::<Noun>() {
            Ok(noun) => noun,
            Err(problem) => {
                report.say(spot.field("noun"), problem.into());
                continue;
            }
        };
        for other in &rooms {
            if other.noun == noun {
                let twice = Problem::Twice { what: "rooms", name: noun.to_string() };
                report.say(spot.field("noun"), twice);
            }
            if overlap(other, room) {
                let [this, other] = [&noun, &other.noun].map(|noun| format!("the {noun}"));
                report.say(spot, Problem::Overlaps(this, other));
            }
        }
        rooms.push(Room { noun, min: room.min, max: room.max, height: room.height });
    }
    rooms
}

fn overlap(a: &Room, b: &written::Room) -> bool {
    (0..2).all(|axis| {
        a.min[axis] + TOLERANCE_M < b.max[axis] && b.min[axis] + TOLERANCE_M < a.max[axis]
    })
}

fn check_start(home: &checked::Home, spot: Spot, report: &mut Report) {
    let (at, _) = home.start;
    if at.iter().any(|number| !number.is_finite()) {
        return;
    }
    if !home.rooms.iter().any(|room| is_inside(room, at, 0.0)) {
        report.say(spot, Problem::Outside("the start".to_owned()));
    }
    for thing in home.things.iter().filter(|thing| thing.kind.fixed) {
        if stands_in(thing, at) {
            let noun = format!("\"{}\"", thing.noun);
            report.say(spot, Problem::Overlaps("the start".to_owned(), noun));
        }
    }
}

/// Whether the point lies in the room, or no further from it than `margin_m`.
pub(crate) fn is_inside(room: &Room, point: [f32; 2], margin_m: f32) -> bool {
    (0..2).all(|axis| {
        room.min[axis] - margin_m <= point[axis] && point[axis] <= room.max[axis] + margin_m
    })
}

/// Whether a person at the point would stand in the thing. What hangs above the head is no matter;
/// of a thing that stands askew only the middle counts.
fn stands_in(thing: &checked::Thing, at: [f32; 2]) -> bool {
    let Some((center, yaw_deg)) = thing.pose else {
        return false;
    };
    let [width, height, depth] = thing.size;
    let sides = match yaw_deg.abs() % 180.0 {
        0.0 => [width, depth],
        90.0 => [depth, width],
        _ => [width.min(depth) * 0.7; 2],
    };
    let off = [at[0] - center[0], at[1] - center[2]];
    let bottom = center[1] - height / 2.0;
    (0..2).all(|axis| off[axis].abs() < sides[axis] / 2.0) && bottom < 1.8 && bottom + height > 0.05
}

#[cfg(test)]
mod tests;
