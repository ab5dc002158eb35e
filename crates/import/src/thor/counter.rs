//! Counter tops: their outline, their height, and the cupboards' fronts below them.

use super::body::Body;
use super::footprint::{Evidence, Side, floor_within};
use super::front::{UNITS, fronts_of};
use super::furniture::TABLES;
use super::piece::{Piece, patches_below, standing_height};
use crate::plane::{Rect, Turned, subtract_all};

/// The types that are counters.
pub(super) const COUNTERS: &[&str] = &["CounterTop"];
/// What is let into a counter.
const INLAID: &[&str] = &["Sink", "StoveBurner"];
/// What stands on the floor and takes the place of a counter.
const BLOCKS: &[&str] = &["Fridge", "Dresser", "Safe", "ShelvingUnit", "Bed", "Sofa"];

/// How thick the board is, metres.
const BOARD: f64 = 0.03;
/// What is farther than this from a side of the box has not its back to it, metres.
const BACK_GAP: f64 = 0.65;
/// What hangs on the wall and inlaid pieces are nearer to it.
const INLAID_GAP: f64 = 0.35;
/// How much farther than a cupboard on the wall the counter below it reaches, metres.
const BELOW_WALL_UNIT: f64 = 0.28;
/// How far the fronts of cupboards stand out from the counter, so that they can be seen, metres.
const FRONTS_STAND_OUT: f64 = 0.015;
/// What stands on a counter has some counter around it, metres.
const AROUND_THINGS: f64 = 0.03;
/// Solid parts narrower than this are left out, metres.
const NARROWEST: f64 = 0.02;

/// What one counter is made of.
struct Outline {
    counter: usize,
    height: f64,
    around: Rect,
    /// The board, sinks and all, as rectangles that do not overlap.
    board: Vec<Rect>,
}

/// The boards of a plan's counters.
pub(super) struct Boards {
    /// Each counter's board as rectangles that do not overlap, sinks and all.
    pub of_counter: Vec<(usize, Vec<Rect>)>,
    /// The floor won against the counters' boxes, square metres.
    pub won_m2: f64,
}

/// Gives every counter its outline.
pub(super) fn shape_counters(pieces: &mut [Piece]) -> Boards {
    let fronts = fronts_of(pieces);
    let outlines: Vec<Outline> = (0..pieces.len())
        .filter(|&at| pieces[at].is_sort(COUNTERS))
        .map(|counter| outline(pieces, &fronts, counter))
        .collect();
    let won_m2 = outlines
        .iter()
        .map(|outline| outline.around.area() - outline.board.iter().map(Rect::area).sum::<f64>())
        .sum();
    lower_cupboards(pieces, &outlines);
    for outline in &outlines {
        build(pieces, &fronts, outline, &outlines);
    }
    let of_counter = outlines.into_iter().map(|outline| (outline.counter, outline.board)).collect();
    Boards { of_counter, won_m2 }
}

fn outline(pieces: &[Piece], fronts: &[Option<Side>], counter: usize) -> Outline {
    let body = pieces[counter].body;
    let around = body.bounds();
    let height = standing_height(pieces, counter, body.bottom);
    let evidence = evidence_for(pieces, fronts, counter, &around, height);
    let is_tall = |piece: &Piece| piece.body.bottom < 0.3 && piece.body.top > height + 0.1;
    let blocks: Vec<Rect> = pieces
        .iter()
        .filter(|piece| piece.is_sort(BLOCKS) && is_tall(piece))
        .map(|piece| piece.body.bounds())
        .collect();
    let mut gone = floor_within(&around, &evidence, &blocks);
    gone.extend(blocks);
    let mut board = subtract_all(&[around], &gone);
    if board.is_empty() {
        board.push(around);
    }
    Outline { counter, height, around, board }
}

fn evidence_for(
    pieces: &[Piece],
    fronts: &[Option<Side>],
    counter: usize,
    around: &Rect,
    height: f64,
) -> Vec<Evidence> {
    let mut evidence = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        if at == counter || !touches(around, &piece.body.foot) || is_in_table(pieces, piece) {
            continue;
        }
        let body = &piece.body;
        let hangs = body.bottom > height + 0.2;
        if piece.is_sort(UNITS) || hangs && piece.is_sort(&["Microwave", "Hood"]) {
            evidence.extend(unit(piece, fronts[at], around, hangs));
        } else if piece.is_sort(INLAID) && (body.top - height).abs() < 0.1 {
            let side = nearest_side(around, &body.bounds(), INLAID_GAP);
            let foot = reach_back(body.foot.grown(0.06), side, around);
            evidence.push(Evidence { foot, back: side, as_deep_as_counter: false });
        } else if piece.is_sort(&["Window", "Blinds"]) {
            continue;
        } else if (body.bottom - height).abs() < 0.06 && around.contains(body.center()) {
            let foot = body.foot.grown(AROUND_THINGS);
            evidence.push(Evidence { foot, back: None, as_deep_as_counter: false });
        }
    }
    evidence
}

/// Whether it is a drawer of a table and tells nothing of a counter.
fn is_in_table(pieces: &[Piece], piece: &Piece) -> bool {
    piece.is_sort(UNITS)
        && pieces.iter().filter(|other| other.is_sort(TABLES)).any(|table| {
            table.body.foot.contains(piece.body.center()) && piece.body.top <= table.body.top
        })
}

fn touches(around: &Rect, foot: &Turned) -> bool {
    around.intersection(&foot.bounds()).is_some()
}

/// A cupboard or a drawer below the counter or on the wall above it.
fn unit(piece: &Piece, front: Option<Side>, around: &Rect, hangs: bool) -> Option<Evidence> {
    let foot = piece.body.foot;
    let is_straight = foot.yaw_deg.rem_euclid(90.0) == 0.0;
    let back = front.filter(|_| is_straight).map(Side::opposite).filter(|behind| {
        let most = if hangs { INLAID_GAP } else { BACK_GAP };
        behind.depths_of(around, &foot.bounds()).0 <= most
    });
    let mut rect = foot.bounds();
    if hangs {
        // Without a wall behind it, it may hang over the floor, above a doorway.
        let back = back?;
        push(&mut rect, back.opposite(), BELOW_WALL_UNIT);
        let foot = reach_back(Turned::along_axes(rect), Some(back), around);
        return Some(Evidence { foot, back: Some(back), as_deep_as_counter: false });
    }
    if let Some(front) = front {
        push(&mut rect, front, -FRONTS_STAND_OUT);
    }
    let foot = if is_straight { Turned::along_axes(rect) } else { foot };
    Some(Evidence { foot: reach_back(foot, back, around), back, as_deep_as_counter: true })
}

/// Moves one side of a rectangle outwards.
fn push(rect: &mut Rect, side: Side, by: f64) {
    if side.is_high {
        rect.max[side.axis] += by;
    } else {
        rect.min[side.axis] -= by;
    }
}

/// The foot, continued to the side of the box behind it.
fn reach_back(foot: Turned, back: Option<Side>, around: &Rect) -> Turned {
    let Some(back) = back else { return foot };
    let mut rect = foot.bounds();
    if back.is_high {
        rect.max[back.axis] = rect.max[back.axis].max(around.max[back.axis]);
    } else {
        rect.min[back.axis] = rect.min[back.axis].min(around.min[back.axis]);
    }
    Turned::along_axes(rect)
}

fn nearest_side(around: &Rect, rect: &Rect, within: f64) -> Option<Side> {
    Side::ALL
        .into_iter()
        .map(|side| (side.depths_of(around, rect).0, side))
        .filter(|(gap, _)| *gap <= within)
        .min_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, side)| side)
}

/// Cupboards end below the board, so that nothing on it stands in a cupboard.
fn lower_cupboards(pieces: &mut [Piece], outlines: &[Outline]) {
    for piece in pieces.iter_mut().filter(|piece| piece.is_sort(UNITS)) {
        for outline in outlines {
            let body = &mut piece.body;
            let below = body.bottom < outline.height - 0.1 && body.top > outline.height - BOARD;
            let covered = outline.board.iter().any(|rect| touches(rect, &body.foot));
            if below && covered && body.top < outline.height + 0.15 {
                body.top = outline.height - BOARD;
            }
        }
    }
}

fn build(pieces: &mut [Piece], fronts: &[Option<Side>], outline: &Outline, outlines: &[Outline]) {
    let height = outline.height;
    let basins = bounds_of(pieces, |piece| piece.is_sort(&["SinkBasin"]));
    let sinks = bounds_of(pieces, |piece| piece.is_sort(&["Sink"]));
    let inlaid =
        bounds_of(pieces, |piece| piece.is_sort(INLAID) && (piece.body.top - height).abs() < 0.1);
    let units: Vec<Rect> = pieces
        .iter()
        .zip(fronts)
        .filter(|(piece, _)| piece.is_sort(UNITS) && piece.body.bottom < height - 0.1)
        .map(|(piece, front)| {
            // Nothing of the counter stands in front of a cupboard.
            let mut rect = piece.body.bounds();
            if let Some(front) = front {
                push(&mut rect, *front, 0.1);
            }
            rect
        })
        .collect();
    // A higher counter that stands on this one takes its room, unless things stand below it.
    let above: Vec<&Outline> =
        outlines.iter().filter(|other| other.height > height + 0.05).collect();
    let raised: Vec<Rect> = above
        .iter()
        .filter(|other| is_built_up(pieces, outline.counter, other))
        .flat_map(|other| other.board.iter().copied())
        .collect();
    let open_below: Vec<Rect> = outlines
        .iter()
        .filter(|other| {
            other.height < height - 0.05 && !is_built_up(pieces, other.counter, outline)
        })
        .flat_map(|other| other.board.iter().copied())
        .collect();

    let mut solids = Vec::new();
    let mut add = |rects: Vec<Rect>, bottom: f64, top: f64| {
        let wide = |rect: &Rect| rect.size(0) >= NARROWEST && rect.size(1) >= NARROWEST;
        let bodies = rects.into_iter().filter(wide);
        solids.extend(bodies.map(|rect| Body::along_axes(rect, bottom, top)));
    };
    add(subtract_all(&outline.board, &basins), height - BOARD, height);
    let below = subtract_all(&outline.board, &sinks);
    let below = subtract_all(&subtract_all(&below, &units), &open_below);
    add(below, 0.0, height - BOARD);

    let free = subtract_all(&subtract_all(&outline.board, &inlaid), &raised);
    let over: Vec<Body> = pieces
        .iter()
        .enumerate()
        .filter(|(at, piece)| piece.kind.fixed && *at != outline.counter)
        .map(|(_, piece)| piece.body)
        .collect();
    let mut surfaces = patches_below(&free, height, &over);
    surfaces.sort_by(|a, b| b.rect.area().total_cmp(&a.rect.area()));

    let bounds = Rect::around(outline.board.iter().copied()).unwrap_or(outline.around);
    let piece = &mut pieces[outline.counter];
    piece.body = Body::along_axes(bounds, height - BOARD, height);
    piece.solids = solids;
    piece.surfaces = surfaces;
}

fn bounds_of(pieces: &[Piece], which: impl Fn(&Piece) -> bool) -> Vec<Rect> {
    pieces.iter().filter(|piece| which(piece)).map(|piece| piece.body.bounds()).collect()
}

/// Whether the higher counter is solid down to the lower one: nothing on the lower stands under it.
fn is_built_up(pieces: &[Piece], lower: usize, higher: &Outline) -> bool {
    !pieces.iter().any(|piece| {
        piece.place.is_some_and(|(_, parent)| parent == lower)
            && higher.board.iter().any(|rect| rect.contains(piece.body.center()))
    })
}

#[cfg(test)]
mod tests {
    use super::super::place::find_places;
    use super::super::source::Object;
    use super::super::testing::{object, pieces_of};
    use super::*;

    /// A drawer at `x`, `z` whose front looks along +z.
    fn drawer(x: f64, z: f64) -> Object {
        let mut drawer = object("Drawer", [x, 0.7, z], [0.5, 0.2, 0.4]);
        drawer.position = [x, 0.7, z + 0.18];
        drawer
    }

    fn shaped(objects: &[Object]) -> Vec<Piece> {
        let mut pieces = pieces_of(objects);
        find_places(&mut pieces, objects, &mut Vec::new());
        shape_counters(&mut pieces);
        pieces
    }

    fn counter(center: [f64; 2], size: [f64; 2]) -> Object {
        object("CounterTop", [center[0], 0.91, center[1]], [size[0], 0.02, size[1]])
    }

    #[test]
    fn things_tell_the_height_of_the_counter() {
        let counter = counter([0.0, 0.3], [2.0, 0.6]);
        let mut apple = object("Apple", [0.0, 0.95, 0.3], [0.1, 0.1, 0.1]);
        apple.parents = vec![counter.id.clone()];
        let pieces = shaped(&[counter, apple]);
        assert!((pieces[0].surfaces[0].height - 0.9).abs() < 1e-9);
        assert!(pieces[0].parts().iter().all(|part| part.top <= 0.9 + 1e-9));
    }

    #[test]
    fn a_drawer_can_be_seen_from_the_front() {
        let pieces = shaped(&[counter([0.0, 0.3], [2.0, 0.6]), drawer(0.0, 0.38)]);
        let front = [0.0, 0.595];
        let hides = |part: &&Body| part.bottom < 0.7 && part.foot.contains(front);
        assert_eq!(pieces[0].parts().iter().find(hides), None);
        assert!(pieces[0].parts().iter().any(|part| part.bottom == 0.0), "the sides are solid");
    }

    #[test]
    fn a_drawer_ends_below_the_board() {
        let mut tall = drawer(0.0, 0.38);
        tall.aabb.size[1] = 0.46;
        let pieces = shaped(&[counter([0.0, 0.3], [2.0, 0.6]), tall]);
        assert!(pieces[1].body.top <= 0.9 - BOARD, "{:?}", pieces[1].body);
    }

    #[test]
    fn the_basin_is_a_hole_in_the_counter() {
        let sink = object("Sink", [0.0, 0.8, 0.3], [0.8, 0.2, 0.5]);
        let basin = object("SinkBasin", [0.0, 0.82, 0.3], [0.6, 0.15, 0.3]);
        let pieces = shaped(&[counter([0.0, 0.3], [2.0, 0.6]), sink, basin]);
        let over = |part: &&Body| part.foot.contains([0.0, 0.3]);
        assert_eq!(pieces[0].parts().iter().find(over), None);
        assert!(pieces[0].surfaces.iter().all(|patch| !patch.rect.contains([0.35, 0.3])));
    }
}
