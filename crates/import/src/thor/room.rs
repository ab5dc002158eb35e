//! The room and its walls: the file has a floor, but no walls.
//!
//! The floor's box is often a little larger than the room. Where a window or a light switch hangs
//! inside of its edge, the wall is where that hangs; where furniture reaches over the edge, the
//! wall is behind the furniture.

use super::body::Body;
use super::piece::Piece;
use crate::plane::Rect;

/// What hangs on walls: its thin side lies across the wall.
const ON_WALLS: &[&str] = &["LightSwitch", "Window", "Blinds", "Curtains", "Painting"];
/// How far inside of the floor's edge a wall can be, metres.
const FARTHEST_IN: f64 = 0.4;
/// What hangs on a wall is no thicker, metres.
const THICKEST: f64 = 0.25;
/// How far furniture may stand in the wall, metres.
const INTO_WALL: f64 = 0.02;
/// How thick walls are, metres.
pub(super) const WALL: f64 = 0.1;
/// The lowest ceiling, metres.
const LOWEST_CEILING: f64 = 2.5;

/// The room: where its walls are, seen from inside, and how high it is.
pub(super) fn room_of(floor: &Rect, pieces: &[Piece]) -> (Rect, f64) {
    let mut room = *floor;
    for axis in 0..2 {
        for is_high in [false, true] {
            let edge = edge_of(floor, axis, is_high, pieces);
            if is_high {
                room.max[axis] = edge;
            } else {
                room.min[axis] = edge;
            }
        }
    }
    let highest = pieces.iter().map(|piece| piece.body.top).fold(LOWEST_CEILING, f64::max);
    (room, highest)
}

fn edge_of(floor: &Rect, axis: usize, is_high: bool, pieces: &[Piece]) -> f64 {
    // As if every wall were a high one.
    let sign = if is_high { 1.0 } else { -1.0 };
    let edge = sign * if is_high { floor.max[axis] } else { floor.min[axis] };
    let ends = |piece: &Piece| {
        let bounds = piece.body.bounds();
        let (low, high) = (sign * bounds.min[axis], sign * bounds.max[axis]);
        (low.min(high), low.max(high))
    };
    // A window's outer side may lie deep in the wall; its inner side shows where the wall is.
    let hung = pieces
        .iter()
        .filter(|piece| piece.is_sort(ON_WALLS))
        .filter(|piece| {
            let bounds = piece.body.bounds();
            let (inner, outer) = ends(piece);
            outer - inner <= THICKEST
                && bounds.size(axis) < bounds.size(1 - axis)
                && inner < edge
                && inner > edge - FARTHEST_IN
        })
        .map(|piece| {
            let (inner, outer) = ends(piece);
            if piece.is_sort(&["LightSwitch"]) { outer } else { inner }
        })
        .fold(f64::MAX, f64::min);
    let wall = edge.min(hung);
    let furniture = pieces
        .iter()
        .filter(|piece| piece.kind.fixed && !piece.is_sort(ON_WALLS))
        .flat_map(|piece| piece.parts().iter().map(Body::bounds).collect::<Vec<_>>())
        .map(|bounds| (sign * bounds.min[axis]).max(sign * bounds.max[axis]) - INTO_WALL)
        .fold(wall, f64::max);
    sign * furniture
}

/// The four walls around the room.
pub(super) fn walls_of(room: &Rect, height: f64) -> [Body; 4] {
    let outer = room.grown(WALL);
    let wall = |min: [f64; 2], max: [f64; 2]| Body::along_axes(Rect::new(min, max), 0.0, height);
    [
        wall(outer.min, [room.min[0], outer.max[1]]),
        wall([room.max[0], outer.min[1]], outer.max),
        wall([room.min[0], outer.min[1]], [room.max[0], room.min[1]]),
        wall([room.min[0], room.max[1]], [room.max[0], outer.max[1]]),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::source::Object;
    use super::super::testing::{object, pieces_of};
    use super::*;

    fn room(objects: &[Object]) -> Rect {
        room_of(&Rect::new([0.0, 0.0], [4.0, 3.0]), &pieces_of(objects)).0
    }

    #[test]
    fn an_empty_room_is_as_large_as_its_floor() {
        assert_eq!(room(&[]), Rect::new([0.0, 0.0], [4.0, 3.0]));
    }

    #[test]
    fn a_switch_shows_where_the_wall_is() {
        let switch = object("LightSwitch", [3.89, 1.3, 1.0], [0.02, 0.1, 0.1]);
        assert!((room(&[switch]).max[0] - 3.9).abs() < 1e-9);
        let inner_wall = object("LightSwitch", [2.0, 1.3, 1.0], [0.02, 0.1, 0.1]);
        assert_eq!(room(&[inner_wall]).max[0], 4.0);
    }

    #[test]
    fn the_wall_stands_behind_the_furniture() {
        let window = object("Window", [0.1, 1.3, 1.0], [0.1, 1.0, 1.0]);
        let fridge = object("Fridge", [0.2, 1.0, 2.0], [0.6, 1.8, 0.6]);
        let found = room(&[window, fridge]);
        assert!((found.min[0] + 0.1 - INTO_WALL).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn the_walls_meet_at_the_corners() {
        let room = Rect::new([0.0, 0.0], [4.0, 3.0]);
        let walls = walls_of(&room, 2.5);
        let area: f64 = walls.iter().map(|wall| wall.bounds().area()).sum();
        assert!((area - (room.grown(WALL).area() - room.area())).abs() < 1e-9);
    }
}
