//! Makes what is in something fit in there.
//!
//! The box of a sink ends where the lettuce in it begins to show, and a spatula sticks out of a
//! pot. Furniture grows around what is in it, downwards first; what does not fit in a vessel lies
//! beside it.

use base::Relation;

use super::piece::Piece;
use super::report::Note;

/// Room around what is in a container, its sides counted, metres.
const ROOM: f64 = 0.034;
/// Furniture grows by so much at most along an axis, metres.
const MOST_GROWTH: f64 = 0.2;
/// So near to the floor nothing grows, metres.
const ABOVE_FLOOR: f64 = 0.005;

/// Fits everything that is in something.
pub(super) fn fit_contents(pieces: &mut [Piece], notes: &mut Vec<Note>) {
    for at in 0..pieces.len() {
        let Some((Relation::In, container)) = pieces[at].place else { continue };
        let excess = excess_of(pieces, at, container);
        if excess.iter().all(|length| *length <= 0.0) {
            continue;
        }
        if pieces[container].kind.fixed && excess.iter().all(|length| *length <= MOST_GROWTH) {
            grow(&mut pieces[container], excess);
        } else {
            let text = format!("it does not fit in {} and lies beside it", pieces[container].id);
            notes.push(Note::new(&pieces[at].id, text));
            pieces[at].place = pieces[container].place;
        }
    }
}

/// By how much the content is larger than the container, along the container's width, height and
/// depth; negative where there is room.
fn excess_of(pieces: &[Piece], content: usize, container: usize) -> [f64; 3] {
    let (inner, outer) = (&pieces[content].body, &pieces[container].body);
    // The content as the container sees it.
    let turned = crate::plane::Turned::new(
        inner.center(),
        inner.foot.half,
        inner.foot.yaw_deg - outer.foot.yaw_deg,
    );
    let need = turned.bounds();
    [
        need.size(0) + ROOM - 2.0 * outer.foot.half[0],
        inner.height() + ROOM - outer.height(),
        need.size(1) + ROOM - 2.0 * outer.foot.half[1],
    ]
}

fn grow(container: &mut Piece, excess: [f64; 3]) {
    let [x, y, z] = excess.map(|length| length.max(0.0));
    let body = &mut container.body;
    body.foot.half[0] += x / 2.0;
    body.foot.half[1] += z / 2.0;
    let down = y.min((body.bottom - ABOVE_FLOOR).max(0.0));
    body.bottom -= down;
    body.top += y - down;
}

#[cfg(test)]
mod tests {
    use super::super::testing::{object, pieces_of};
    use super::*;

    fn fitted(mut pieces: Vec<Piece>, contents: &[(usize, usize)]) -> (Vec<Piece>, usize) {
        for (inner, outer) in contents {
            pieces[*inner].place = Some((Relation::In, *outer));
        }
        let mut notes = Vec::new();
        fit_contents(&mut pieces, &mut notes);
        (pieces, notes.len())
    }

    #[test]
    fn a_sink_grows_downwards_around_a_lettuce() {
        let pieces = pieces_of(&[
            object("SinkBasin", [0.0, 0.85, 0.0], [0.4, 0.1, 0.3]),
            object("Apple", [0.0, 0.9, 0.0], [0.2, 0.17, 0.32]),
        ]);
        let (pieces, notes) = fitted(pieces, &[(1, 0)]);
        let body = pieces[0].body;
        assert!((body.top - 0.9).abs() < 1e-9 && (body.height() - 0.204).abs() < 1e-9, "{body:?}");
        assert!((body.foot.half[1] - 0.177).abs() < 1e-9);
        assert_eq!(notes, 0);
    }

    #[test]
    fn a_spoon_that_is_too_long_lies_beside_the_mug() {
        let pieces = pieces_of(&[
            object("DiningTable", [0.0, 0.4, 0.0], [1.0, 0.8, 1.0]),
            object("Mug", [0.0, 0.85, 0.0], [0.1, 0.1, 0.1]),
            object("Spoon", [0.0, 0.9, 0.0], [0.02, 0.2, 0.02]),
        ]);
        let mut pieces = pieces;
        pieces[1].place = Some((Relation::On, 0));
        let (pieces, notes) = fitted(pieces, &[(2, 1)]);
        assert_eq!(pieces[2].place, Some((Relation::On, 0)));
        assert_eq!(notes, 1);
    }

    #[test]
    fn what_fits_stays() {
        let pieces = pieces_of(&[
            object("Drawer", [0.0, 0.7, 0.0], [0.2, 0.1, 0.4]),
            object("Spoon", [0.0, 0.7, 0.0], [0.02, 0.02, 0.2]),
        ]);
        let before = pieces[0].body;
        let (pieces, notes) = fitted(pieces, &[(1, 0)]);
        assert_eq!((pieces[0].body, notes), (before, 0));
    }
}
