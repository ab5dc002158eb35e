//! What a hand reaches, and from where.

use base::ThingId;
use rapier3d::math::Vector;
pub use scenario::REACH_UP_M;

use crate::agent::Body;
use crate::nav::{Cell, Nav};
use crate::solid::Solid;
use crate::statics::Statics;
use crate::things::Things;

/// How far from its axis the body reaches, level, metres.
pub const REACH_M: f32 = 1.0;
/// How near a body goes to a thing that it wants to handle, where it can, metres.
const HANDY_M: f32 = 0.45;
/// How much farther than the nearest standing spot another may be, metres.
const SPARE_M: f32 = 0.06;
/// The height at which the arm starts, metres.
const SHOULDER_M: f32 = 1.2;
/// A thing that touches a wall is not behind it: so near to it the wall does not count, metres.
const BEFORE_WALL_M: f32 = 0.05;

/// How a box lies for the hands of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Lies {
    /// A hand reaches it, so far away, level, metres.
    InReach(f32),
    /// One that reached higher would, so far away, level, metres.
    TooHigh(f32),
    /// It is too far, or behind a wall.
    TooFar,
}

fn lies(statics: &Statics, feet: [f32; 2], lift_m: f32, solid: &Solid) -> Lies {
    let shoulder = Vector::new(feet[0], SHOULDER_M + lift_m, feet[1]);
    let nearest = solid.nearest_to(shoulder);
    let level = Vector::new(nearest.x - feet[0], 0.0, nearest.z - feet[1]).length();
    if level > REACH_M {
        return Lies::TooFar;
    }
    let axis = Vector::new(feet[0], nearest.y.max(0.1), feet[1]);
    let way = nearest - axis;
    let before_wall = way * (1.0 - BEFORE_WALL_M / way.length().max(BEFORE_WALL_M));
    if statics.wall_between(axis, axis + before_wall) {
        return Lies::TooFar;
    }
    if nearest.y > REACH_UP_M + lift_m { Lies::TooHigh(level) } else { Lies::InReach(level) }
}

/// How the box lies for the hands of the body.
pub(crate) fn lies_for(statics: &Statics, body: &Body, solid: &Solid) -> Lies {
    lies(statics, body.feet, body.lift_m(), solid)
}

/// Whether a hand of the body reaches the box.
pub(crate) fn reaches(statics: &Statics, body: &Body, solid: &Solid) -> bool {
    matches!(lies_for(statics, body, solid), Lies::InReach(_))
}

/// Whether a hand reaches the box from somewhere on that part of the floor.
pub(crate) fn is_reached_from(nav: &Nav, statics: &Statics, part: u16, solid: &Solid) -> bool {
    let nearest_m = solid.nearest_to(Vector::new(solid.center().x, SHOULDER_M, solid.center().z)).y;
    nearest_m <= REACH_UP_M && !standing_cells(nav, statics, part, solid).is_empty()
}

/// The cells of one connected part of the floor from which to handle the box: the nearest ones, or
/// all that are handy. For a box that is too high these are the cells before or below it.
pub(crate) fn standing_cells(nav: &Nav, statics: &Statics, part: u16, solid: &Solid) -> Vec<Cell> {
    handy(cells_in_reach(nav, statics, part, solid))
}

/// The cells of one connected part of the floor from which a hand reaches the box, and how far it has
/// to.
pub(crate) fn cells_in_reach(
    nav: &Nav,
    statics: &Statics,
    part: u16,
    solid: &Solid,
) -> Vec<(Cell, f32)> {
    let (min, max) = (solid.min(), solid.max());
    nav.free_near([min.x, min.z], [max.x, max.z], REACH_M)
        .filter(|cell| nav.part_of(*cell) == Some(part))
        .filter_map(|cell| match lies(statics, nav.center(cell), 0.0, solid) {
            Lies::InReach(distance) | Lies::TooHigh(distance) => Some((cell, distance)),
            Lies::TooFar => None,
        })
        .collect()
}

/// The nearest of the cells, or all that are handy.
pub(crate) fn handy(reached: Vec<(Cell, f32)>) -> Vec<Cell> {
    let nearest = reached.iter().map(|(_, distance)| *distance).fold(f32::MAX, f32::min);
    let limit = HANDY_M.max(nearest + SPARE_M);
    reached.into_iter().filter(|(_, distance)| *distance <= limit).map(|(cell, _)| cell).collect()
}

/// The box that a body which goes to the thing wants within reach.
pub(crate) fn goal_of(things: Things<'_>, id: ThingId) -> Solid {
    things.solid(things.handhold(id))
}
