//! The walls of a home.

use crate::checked::{Cuboid, Room};
use crate::errors::Report;
use crate::numbers;
use crate::problem::Problem;
use crate::source::Spot;
use crate::written::{Doorway, Walls};

/// How thick the walls around rooms are, metres. Rooms that share a wall lie so far apart.
pub(crate) const THICKNESS_M: f32 = 0.1;
/// Pieces of wall beside a doorway that are shorter are left out, metres.
const SHORTEST_M: f32 = 0.01;

/// The walls that are meant.
pub(crate) fn check(walls: &Walls, rooms: &[Room], spot: Spot, report: &mut Report) -> Vec<Cuboid> {
    match walls {
        Walls::Just(cuboids) => {
            for (index, cuboid) in cuboids.iter().enumerate() {
                check_cuboid(cuboid, spot.item(0).item(index), report);
            }
            cuboids.clone()
        }
        Walls::Around(doorways) => {
            let spots = (0..doorways.len()).map(|index| spot.item(0).item(index));
            for (doorway, spot) in doorways.iter().zip(spots) {
                numbers::coordinates(report, spot.field("at"), &doorway.at);
                numbers::positive(report, spot.field("width"), "width", doorway.width, 20.0);
                if !sides(rooms).any(|side| side.has(doorway)) {
                    report.say(spot.field("at"), Problem::DoorwayInNoWall);
                }
            }
            around(rooms, doorways)
        }
    }
}

/// Notes what is wrong with a box.
pub(crate) fn check_cuboid(cuboid: &Cuboid, spot: Spot, report: &mut Report) {
    numbers::coordinates(report, spot.field("center"), &cuboid.center);
    numbers::size(report, spot.field("size"), cuboid.size, numbers::FURTHEST_M);
    numbers::degrees(report, spot.field("yaw_deg"), cuboid.yaw_deg);
}

/// One side of a room: a wall without its doorways.
struct Side {
    /// The axis along which it runs: 0 for x, 1 for z.
    along: usize,
    /// From where to where.
    from: f32,
    to: f32,
    /// Where its middle is on the other axis.
    across: f32,
    height: f32,
}

fn sides(rooms: &[Room]) -> impl Iterator<Item = Side> {
    rooms.iter().flat_map(|room| {
        [0, 1].into_iter().flat_map(move |along| {
            let other = 1 - along;
            let half = THICKNESS_M / 2.0;
            // The walls along x reach around the corners.
            let reach = if along == 0 { THICKNESS_M } else { 0.0 };
            [room.min[other] - half, room.max[other] + half].map(|across| Side {
                along,
                from: room.min[along] - reach,
                to: room.max[along] + reach,
                across,
                height: room.height,
            })
        })
    })
}

impl Side {
    fn has(&self, doorway: &Doorway) -> bool {
        let [at, off] = [doorway.at[self.along], doorway.at[1 - self.along]];
        (off - self.across).abs() <= THICKNESS_M && self.from < at && at < self.to
    }

    fn piece(&self, from: f32, to: f32) -> Cuboid {
        let (middle, length) = ((from + to) / 2.0, to - from);
        let y = self.height / 2.0;
        let (center, size) = if self.along == 0 {
            ([middle, y, self.across], [length, self.height, THICKNESS_M])
        } else {
            ([self.across, y, middle], [THICKNESS_M, self.height, length])
        };
        Cuboid { center, size, yaw_deg: 0.0 }
    }
}

fn around(rooms: &[Room], doorways: &[Doorway]) -> Vec<Cuboid> {
    let mut walls = Vec::new();
    for side in sides(rooms) {
        let mut openings: Vec<[f32; 2]> = doorways
            .iter()
            .filter(|doorway| side.has(doorway))
            .map(|doorway| {
                let at = doorway.at[side.along];
                [at - doorway.width / 2.0, at + doorway.width / 2.0]
            })
            .collect();
        openings.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut from = side.from;
        for [opens, closes] in openings {
            if opens - from > SHORTEST_M {
                walls.push(side.piece(from, opens));
            }
            from = from.max(closes);
        }
        if side.to - from > SHORTEST_M {
            walls.push(side.piece(from, side.to));
        }
    }
    walls
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(noun: &str, min: [f32; 2], max: [f32; 2]) -> Room {
        Room { noun: noun.parse().expect("a noun"), min, max, height: 2.5 }
    }

    #[test]
    fn a_doorway_opens_the_walls_on_both_sides() {
        let rooms =
            [room("kitchen", [0.0, 0.0], [3.0, 2.0]), room("pantry", [3.1, 0.0], [5.0, 2.0])];
        let walls = around(&rooms, &[Doorway { at: [3.05, 1.0], width: 0.8 }]);
        // Four sides each, and the one that they share is in two pieces for each room.
        assert_eq!(walls.len(), 10);
        let blocked = |x: f32, z: f32| {
            walls.iter().any(|wall| {
                (x - wall.center[0]).abs() < wall.size[0] / 2.0
                    && (z - wall.center[2]).abs() < wall.size[2] / 2.0
            })
        };
        assert!(!blocked(3.05, 1.0) && !blocked(3.05, 0.61) && blocked(3.05, 0.59));
        assert!(blocked(-0.05, 1.0) && blocked(-0.05, -0.05) && !blocked(0.01, 0.01));
    }
}
