//! Which way a cupboard or a drawer opens.
//!
//! The file does not say: many doors have no turn of their own. Most pivots lie at the front, in
//! the middle of a drawer's, at the hinge of a door's. A hinge lies exactly in the corner of the
//! box sideways, but not quite at the front, as the handle is in front of it. Where the pivot is in
//! the middle of the box, the neighbours tell: a drawer opens as the cupboard below it does.

use super::footprint::Side;
use super::piece::Piece;
use crate::plane::Rect;

/// What is built in below a counter, and on the wall above it.
pub(super) const UNITS: &[&str] = &["Cabinet", "Drawer", "Dishwasher"];

/// A pivot nearer to the middle, as a share of half the box, is at no side.
const AT_SIDE: f64 = 0.6;
/// A hinge is so much farther out than the handle lets it be in front.
const HANDLE: f64 = 0.02;
/// Fronts in one line, metres.
const IN_LINE: f64 = 0.025;
/// How far a neighbour may be, metres.
const NEIGHBOUR: f64 = 0.6;

/// The side to which each piece opens, where it is a cupboard or a drawer and that can be told.
pub(super) fn fronts_of(pieces: &[Piece]) -> Vec<Option<Side>> {
    let by_pivot: Vec<Option<Side>> = pieces
        .iter()
        .map(|piece| if piece.is_sort(UNITS) { front_by_pivot(piece) } else { None })
        .collect();
    (0..pieces.len())
        .map(|at| match by_pivot[at] {
            None if pieces[at].is_sort(UNITS) => front_by_neighbours(pieces, &by_pivot, at),
            front => front,
        })
        .collect()
}

fn front_by_pivot(piece: &Piece) -> Option<Side> {
    let bounds = piece.body.bounds();
    let center = piece.body.center();
    let offset =
        [0, 1].map(|axis: usize| (piece.pivot[axis] - center[axis]) / (bounds.size(axis) / 2.0));
    let yaw = piece.yaw_deg.rem_euclid(360.0).round();
    let axis = match offset.map(|offset| offset.abs() >= AT_SIDE) {
        [true, false] => 0,
        [false, true] => 1,
        [true, true] if (offset[0].abs() - offset[1].abs()).abs() > HANDLE => {
            usize::from(offset[1].abs() < offset[0].abs())
        }
        [true, true] => usize::from(yaw != 90.0 && yaw != 270.0),
        [false, false] => return None,
    };
    Some(Side { axis, is_high: offset[axis] > 0.0 })
}

fn front_by_neighbours(pieces: &[Piece], fronts: &[Option<Side>], at: usize) -> Option<Side> {
    let own = pieces[at].body.bounds();
    let neighbours = || {
        pieces.iter().zip(fronts).filter_map(|(piece, front)| {
            let bounds = piece.body.bounds();
            let near = own.grown(NEIGHBOUR).intersection(&bounds).is_some();
            front.filter(|_| near).map(|front| (bounds, front))
        })
    };
    let is_in_line = |bounds: &Rect, front: Side| {
        let at = |rect: &Rect| if front.is_high { rect.max } else { rect.min };
        (at(bounds)[front.axis] - at(&own)[front.axis]).abs() < IN_LINE
    };
    let overlap = |bounds: &Rect| own.intersection(bounds).map_or(0.0, |both| both.area());
    neighbours()
        .filter(|(bounds, front)| is_in_line(bounds, *front))
        .max_by(|(a, _), (b, _)| {
            let away = |rect: &Rect| crate::plane::distance(rect.center(), own.center());
            overlap(a).total_cmp(&overlap(b)).then(away(b).total_cmp(&away(a)))
        })
        .map(|(_, front)| front)
}

#[cfg(test)]
mod tests {
    use super::super::source::Object;
    use super::super::testing::{object, pieces_of};
    use super::*;

    const TO_HIGH_X: Side = Side { axis: 0, is_high: true };

    fn door(z: f64) -> Object {
        let mut door = object("Cabinet", [0.0, 0.4, z], [0.5, 0.6, 0.5]);
        // The hinge is in the corner; along x it lies behind the handle.
        door.position = [0.22, 0.4, z - 0.25];
        door
    }

    #[test]
    fn a_hinge_shows_where_the_door_opens() {
        assert_eq!(fronts_of(&pieces_of(&[door(0.0)])), [Some(TO_HIGH_X)]);
    }

    #[test]
    fn the_pivot_of_a_drawer_is_at_its_front() {
        let mut drawer = object("Drawer", [0.0, 0.7, 0.0], [0.5, 0.2, 0.4]);
        drawer.position = [0.0, 0.7, -0.18];
        let low_z = Side { axis: 1, is_high: false };
        assert_eq!(fronts_of(&pieces_of(&[drawer])), [Some(low_z)]);
    }

    #[test]
    fn a_drawer_opens_as_the_cupboard_below_it() {
        let drawer = object("Drawer", [0.05, 0.8, 0.0], [0.4, 0.1, 0.5]);
        assert_eq!(fronts_of(&pieces_of(&[drawer, door(0.0)])), [Some(TO_HIGH_X); 2]);
    }

    #[test]
    fn a_drawer_alone_does_not_tell() {
        let drawer = object("Drawer", [0.0, 0.8, 0.0], [0.4, 0.1, 0.5]);
        assert_eq!(fronts_of(&pieces_of(&[drawer])), [None]);
    }
}
