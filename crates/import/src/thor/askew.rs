//! Cupboards that stand askew, of which the file only has the boxes along the axes.
//!
//! Two cupboards cannot be in one place. Where the boxes of two that are at the same height overlap
//! a good deal and are about square, they belong to a row across a corner, and each is a square
//! turned by 45 degrees within its box.

use super::front::UNITS;
use super::piece::Piece;
use crate::plane::Turned;

/// How far the boxes reach into each other along both axes, metres.
const OVERLAP: f64 = 0.12;
/// How square the boxes are.
const SQUARE: f64 = 0.2;

/// Turns the cupboards that stand askew.
pub(super) fn turn_askew(pieces: &mut [Piece]) {
    let straight = |piece: &Piece| piece.body.foot.yaw_deg.rem_euclid(90.0) == 0.0;
    let is_square = |piece: &Piece| {
        let bounds = piece.body.bounds();
        (bounds.size(0) / bounds.size(1) - 1.0).abs() < SQUARE
    };
    let suspects: Vec<usize> = (0..pieces.len())
        .filter(|&at| {
            let piece = &pieces[at];
            piece.is_sort(UNITS) && straight(piece) && is_square(piece)
        })
        .collect();
    let askew: Vec<usize> = suspects
        .iter()
        .copied()
        .filter(|&at| {
            suspects.iter().any(|&other| {
                let (a, b) = (&pieces[at].body, &pieces[other].body);
                let both_high = a.top.min(b.top) - a.bottom.max(b.bottom);
                at != other
                    && both_high > 0.5 * a.height().min(b.height())
                    && a.bounds()
                        .intersection(&b.bounds())
                        .is_some_and(|both| both.size(0).min(both.size(1)) > OVERLAP)
            })
        })
        .collect();
    for at in askew {
        let bounds = pieces[at].body.bounds();
        // The corners of the turned square lie on the sides of its box.
        let half = (bounds.size(0) + bounds.size(1)) / 4.0 / std::f64::consts::SQRT_2;
        pieces[at].body.foot = Turned::new(bounds.center(), [half; 2], 45.0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{object, pieces_of};
    use super::*;

    #[test]
    fn a_row_across_a_corner_is_turned() {
        let mut pieces = pieces_of(&[
            object("Cabinet", [0.0, 0.4, 0.0], [0.9, 0.7, 0.86]),
            object("Cabinet", [0.3, 0.4, -0.3], [0.9, 0.7, 0.86]),
            object("Cabinet", [2.0, 0.4, 0.0], [0.5, 0.7, 0.5]),
            object("Drawer", [2.0, 0.8, 0.0], [0.5, 0.1, 0.5]),
        ]);
        turn_askew(&mut pieces);
        let yaws: Vec<f64> = pieces.iter().map(|piece| piece.body.foot.yaw_deg).collect();
        assert_eq!(yaws, [45.0, 45.0, 0.0, 0.0]);
        assert!(!pieces[0].body.foot.contains([-0.4, -0.4]));
    }
}
