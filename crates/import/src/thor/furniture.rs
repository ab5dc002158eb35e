//! Tables, shelves, chairs: what is not solid all through.
//!
//! A table whose box is as wide as it is deep is taken for a round one. That is a guess; if it is
//! wrong, a square table has lost its corners.

use super::body::Body;
use super::piece::{OPEN_ABOVE, Patch, Piece, inscribed, patches_below, standing_height};
use crate::plane::{Rect, Turned, distance};

/// A board on legs.
pub(super) const TABLES: &[&str] =
    &["DiningTable", "SideTable", "CoffeeTable", "Desk", "DeskTable", "TVStand", "Table"];
const SEATS: &[&str] = &["Chair", "ArmChair", "Sofa"];

/// How thick boards are, metres.
const BOARD: f64 = 0.03;
/// How thick legs and posts are, metres.
const LEG: f64 = 0.04;
/// How thick the one leg of a round table is, metres.
const PEDESTAL: f64 = 0.12;
/// How nearly square the box of a round table is.
const SQUARE: f64 = 0.02;
/// How wide a round table is at least, metres.
const SMALLEST_ROUND: f64 = 0.6;
/// How high a seat is, as a share of the chair's height.
const SEAT: f64 = 0.5;
/// How thick a backrest is, metres.
const BACKREST: f64 = 0.06;
/// A board for which there is no thing is so far above the bottom of its box, metres.
const SHELF_ABOVE_BOX: f64 = 0.01;

/// Gives tables their legs, shelves their boards and chairs their seats.
pub(super) fn shape_furniture(pieces: &mut [Piece]) {
    for at in 0..pieces.len() {
        if pieces[at].is_sort(TABLES) {
            shape_table(pieces, at);
        } else if pieces[at].is_sort(SEATS) {
            shape_chair(&mut pieces[at]);
        }
    }
    let shelves: Vec<usize> =
        (0..pieces.len()).filter(|&at| pieces[at].is_sort(&["Shelf"])).collect();
    let holders: Vec<(usize, usize)> =
        shelves.iter().filter_map(|&shelf| Some((shelf, holder_of(pieces, shelf)?))).collect();
    for &shelf in &shelves {
        let holder = holders.iter().find(|(own, _)| *own == shelf).map(|(_, holder)| *holder);
        shape_shelf(pieces, shelf, holder, &shelves);
    }
    for piece in pieces.iter_mut().filter(|piece| piece.is_sort(&["ShelvingUnit"])) {
        shape_shelving(piece);
    }
    tuck_in(pieces);
}

fn shape_table(pieces: &mut [Piece], at: usize) {
    let body = pieces[at].body;
    let height = standing_height(pieces, at, body.top);
    let boards = if is_round(pieces, at) { octagon(&body.foot) } else { vec![body.foot] };
    let mut solids: Vec<Body> = match boards[..] {
        [_] => legs(&body, height - BOARD),
        _ => vec![Body {
            foot: Turned::new(body.center(), [PEDESTAL / 2.0; 2], 0.0),
            bottom: body.bottom,
            top: height - BOARD,
        }],
    };
    let board = |foot: &Turned| Body { foot: *foot, bottom: height - BOARD, top: height };
    solids.extend(boards.iter().map(board));
    let over: Vec<Body> = pieces
        .iter()
        .enumerate()
        .filter(|(other, piece)| *other != at && piece.kind.fixed)
        .map(|(_, piece)| piece.body)
        .collect();
    let mut rects: Vec<Rect> =
        boards.iter().map(|foot| inscribed(&Body { foot: *foot, ..body })).collect();
    // The slanting boards of a round table lie within the straight ones, but for the largest square.
    if let [straight, _, across, _] = rects[..] {
        let half = 0.653 * body.foot.half[0].min(body.foot.half[1]);
        rects = vec![straight, across, Turned::new(body.center(), [half; 2], 0.0).bounds()];
    }
    let piece = &mut pieces[at];
    piece.surfaces = rects.iter().flat_map(|rect| patches_below(&[*rect], height, &over)).collect();
    piece.solids = solids;
    piece.body.top = height;
}

/// Whether the table may be round: nothing stands in its corners.
fn is_round(pieces: &[Piece], at: usize) -> bool {
    let foot = &pieces[at].body.foot;
    let [x, z] = foot.half;
    let things = pieces.iter().filter(|piece| piece.place.is_some_and(|(_, on)| on == at));
    (x / z - 1.0).abs() < SQUARE
        && x.min(z) >= SMALLEST_ROUND / 2.0
        && things.map(|piece| piece.body.center()).all(|at| distance(at, foot.center) <= x.min(z))
}

/// Four boards that together are an octagon within the circle that touches the box's sides.
fn octagon(around: &Turned) -> Vec<Turned> {
    let radius = around.half[0].min(around.half[1]);
    let (sin, cos) = libm::sincos(22.5_f64.to_radians());
    [0.0, 45.0, 90.0, 135.0]
        .into_iter()
        .map(|yaw_deg| Turned::new(around.center, [radius * cos, radius * sin], yaw_deg))
        .collect()
}

/// Four posts at the corners of the foot, up to `top`.
fn legs(body: &Body, top: f64) -> Vec<Body> {
    let leg = body.foot.half.map(|half| half.min(LEG / 2.0));
    let corners = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];
    corners
        .into_iter()
        .map(|corner| {
            let local = [0, 1].map(|axis: usize| corner[axis] * (body.foot.half[axis] - leg[axis]));
            let offset = body.foot.turn(local);
            let center = [body.center()[0] + offset[0], body.center()[1] + offset[1]];
            Body {
                foot: Turned::new(center, leg, body.foot.yaw_deg),
                bottom: body.bottom.min(top - 0.01),
                top,
            }
        })
        .collect()
}

fn shape_chair(piece: &mut Piece) {
    let body = piece.body;
    let seat = body.bottom + body.height() * SEAT;
    let depth = BACKREST.min(body.foot.half[1]);
    let offset = body.foot.turn([0.0, depth / 2.0 - body.foot.half[1]]);
    let back = [body.center()[0] + offset[0], body.center()[1] + offset[1]];
    piece.solids = vec![
        Body { top: seat, ..body },
        Body {
            foot: Turned::new(back, [body.foot.half[0], depth / 2.0], body.foot.yaw_deg),
            bottom: seat,
            ..body
        },
    ];
    let rect = inscribed(&body).grown(-BACKREST);
    if !rect.is_empty() {
        piece.surfaces = vec![Patch { rect, height: seat, clearance: OPEN_ABOVE }];
    }
}

/// The shelving, or the table, that a shelf is part of.
fn holder_of(pieces: &[Piece], shelf: usize) -> Option<usize> {
    let body = &pieces[shelf].body;
    (0..pieces.len()).find(|&at| {
        let holder = &pieces[at];
        (holder.is_sort(&["ShelvingUnit"]) || holder.is_sort(TABLES))
            && holder.body.bounds().grown(0.02).contains(body.center())
            && body.bottom < holder.body.top
    })
}

fn shape_shelf(pieces: &mut [Piece], at: usize, holder: Option<usize>, shelves: &[usize]) {
    let body = pieces[at].body;
    let height = standing_height(pieces, at, body.bottom + SHELF_ABOVE_BOX);
    // The box of a shelf is only the part of it that the file's makers wanted things on.
    let rect = match holder {
        Some(holder) => pieces[holder].body.bounds().grown(-0.01),
        None => {
            let on_it = pieces.iter().filter(|piece| piece.place.is_some_and(|(_, on)| on == at));
            let feet = on_it.map(|piece| piece.body.bounds());
            Rect::around(feet.chain([body.bounds()])).expect("the shelf itself is there")
        }
    };
    let next = shelves
        .iter()
        .filter(|&&other| other != at)
        .map(|&other| &pieces[other].body)
        .filter(|other| {
            other.bounds().intersection(&rect).is_some() && other.bottom > height + 0.05
        })
        .map(|other| other.bottom - BOARD - height)
        .chain(holder.map(|holder| &pieces[holder]).and_then(|holder| {
            let lid = holder.body.top - BOARD - height;
            (holder.is_sort(TABLES) && lid > 0.0).then_some(lid)
        }))
        .fold(OPEN_ABOVE, f64::min);
    let posts = if holder.is_some() { LEG } else { 0.0 };
    let piece = &mut pieces[at];
    piece.surfaces = vec![Patch {
        rect: if rect.grown(-posts).is_empty() { rect } else { rect.grown(-posts) },
        height,
        clearance: next.max(0.05),
    }];
    piece.body = Body::along_axes(rect, height - BOARD, height);
    piece.solids = vec![piece.body];
}

fn shape_shelving(piece: &mut Piece) {
    let body = piece.body;
    piece.solids = legs(&body, body.top - BOARD);
    piece.solids.push(Body { bottom: body.top - BOARD, ..body });
}

/// A chair that stands partly below a table does so with its back in front of it.
fn tuck_in(pieces: &mut [Piece]) {
    let tops: Vec<Patch> = pieces
        .iter()
        .filter(|piece| piece.is_sort(TABLES) || piece.is_sort(super::counter::COUNTERS))
        .flat_map(|piece| piece.surfaces.clone())
        .collect();
    for piece in pieces.iter_mut() {
        let sits = piece.kind.fixed
            && (piece.is_sort(SEATS) || piece.is_sort(&["Stool", "GarbageCan", "GarbageBag"]));
        if !sits {
            continue;
        }
        let lowest = tops
            .iter()
            .filter(|patch| patch.rect.intersection(&piece.body.bounds()).is_some())
            .map(|patch| patch.height - BOARD - 0.005)
            .fold(f64::MAX, f64::min);
        if lowest > piece.body.bottom + 0.1 && lowest < piece.body.top {
            let body = Body { top: lowest, ..piece.body };
            piece.solids = vec![body];
            piece.surfaces.clear();
            piece.body = body;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::place::find_places;
    use super::super::testing::{object, pieces_of};
    use super::*;

    #[test]
    fn a_square_box_is_a_round_table() {
        let mut pieces = pieces_of(&[object("DiningTable", [0.0, 0.4, 0.0], [1.0, 0.8, 1.0])]);
        shape_furniture(&mut pieces);
        let is_table = |x: f64, z: f64| {
            pieces[0].parts().iter().any(|part| part.top > 0.79 && part.foot.contains([x, z]))
        };
        assert!(is_table(0.3, 0.3) && is_table(0.45, 0.1) && is_table(-0.1, -0.45));
        assert!(!is_table(0.45, 0.45));
        for patch in &pieces[0].surfaces {
            let [x, z] = patch.rect.max;
            assert!(is_table(x - 1e-6, z - 1e-6), "{patch:?}");
        }
        assert_eq!(pieces[0].surfaces.len(), 3);
    }

    #[test]
    fn a_thing_in_the_corner_makes_the_table_square() {
        let table = object("DiningTable", [0.0, 0.4, 0.0], [1.0, 0.8, 1.0]);
        let mut mug = object("Mug", [0.44, 0.85, 0.44], [0.1, 0.1, 0.1]);
        mug.parents = vec![table.id.clone()];
        let objects = [table, mug];
        let mut pieces = pieces_of(&objects);
        find_places(&mut pieces, &objects, &mut Vec::new());
        shape_furniture(&mut pieces);
        assert_eq!(pieces[0].surfaces[0].rect.size(0), 1.0);
    }

    #[test]
    fn there_is_room_under_a_table() {
        let mut pieces = pieces_of(&[object("DiningTable", [0.0, 0.4, 0.0], [1.0, 0.8, 0.9])]);
        shape_furniture(&mut pieces);
        let under = Body::along_axes(Rect::new([-0.3, -0.3], [0.3, 0.3]), 0.0, 0.7);
        assert!(!pieces[0].parts().iter().any(|part| part.overlaps(&under)));
        assert!((pieces[0].surfaces[0].height - 0.8).abs() < 1e-9);
    }

    #[test]
    fn a_shelf_is_as_deep_as_its_shelving() {
        let mut pieces = pieces_of(&[
            object("ShelvingUnit", [0.0, 0.75, 0.0], [1.0, 1.5, 0.4]),
            object("Shelf", [0.0, 0.3, 0.0], [0.8, 0.3, 0.08]),
            object("Shelf", [0.0, 0.7, 0.0], [0.8, 0.3, 0.08]),
        ]);
        shape_furniture(&mut pieces);
        let low = pieces[1].surfaces[0];
        assert!(low.rect.size(1) > 0.25, "{low:?}");
        assert!((low.height - 0.16).abs() < 1e-9);
        assert!(low.clearance < 0.4 && low.clearance > 0.3, "up to the next: {low:?}");
        let thing = Body::along_axes(Rect::new([-0.1, -0.1], [0.1, 0.1]), 0.161, 0.4);
        assert!(!pieces.iter().flat_map(Piece::parts).any(|part| part.overlaps(&thing)));
    }

    #[test]
    fn a_free_shelf_reaches_under_what_stands_on_it() {
        let shelf = object("Shelf", [0.0, 1.5, 0.0], [0.8, 0.3, 0.1]);
        let mut mug = object("Mug", [0.0, 1.41, 0.05], [0.1, 0.1, 0.1]);
        mug.parents = vec![shelf.id.clone()];
        let objects = [shelf, mug];
        let mut pieces = pieces_of(&objects);
        find_places(&mut pieces, &objects, &mut Vec::new());
        shape_furniture(&mut pieces);
        assert!((pieces[0].surfaces[0].rect.max[1] - 0.1).abs() < 1e-9);
        assert!((pieces[0].surfaces[0].height - 1.36).abs() < 1e-9);
    }

    #[test]
    fn a_chair_has_its_seat_in_front_of_its_back() {
        let mut pieces = pieces_of(&[object("Chair", [0.0, 0.5, 0.0], [0.5, 1.0, 0.5])]);
        shape_furniture(&mut pieces);
        let high = |z: f64| {
            let parts = pieces[0].parts().iter().filter(|part| part.foot.contains([0.0, z]));
            parts.map(|part| part.top).fold(0.0, f64::max)
        };
        assert_eq!((high(0.0), high(-0.23)), (0.5, 1.0));
    }

    #[test]
    fn a_chair_at_a_table_ends_below_its_board() {
        let mut pieces = pieces_of(&[
            object("DiningTable", [0.0, 0.4, 0.0], [1.2, 0.8, 1.0]),
            object("Chair", [0.0, 0.5, 0.6], [0.5, 1.0, 0.5]),
        ]);
        shape_furniture(&mut pieces);
        assert!(pieces[1].body.top < 0.8);
    }
}
