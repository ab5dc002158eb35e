//! Takes counters in an L or a U apart into straight ones.
//!
//! A thing is as near as its box. The box around a U surrounds most of the kitchen, so somebody
//! who went to it could end up out of reach of all of it. Each arm is therefore a landmark of its
//! own, with its own things on it.

use base::Relation;

use super::body::Body;
use super::counter::Boards;
use super::piece::{NARROWEST, Patch, Piece};
use crate::plane::{Point, Rect, distance, maximal_rects, subtract_all};

/// A smaller arm is part of the next one, square metres.
const SMALLEST_ARM: f64 = 0.15;
/// A narrower arm is part of the next one, metres.
const NARROWEST_ARM: f64 = 0.3;

/// One arm: its straight part, and slivers beside it.
struct Arm {
    main: Rect,
    slivers: Vec<Rect>,
}

/// Splits the counters; the largest arm keeps the piece, the others are new pieces at the end.
pub(super) fn split_counters(pieces: &mut Vec<Piece>, boards: &Boards) {
    for (counter, board) in &boards.of_counter {
        let arms = arms_of(board);
        if arms.len() < 2 {
            continue;
        }
        let whole = pieces[*counter].clone();
        let children: Vec<usize> = (0..pieces.len())
            .filter(|&at| pieces[at].place.is_some_and(|(_, parent)| parent == *counter))
            .collect();
        let centers: Vec<Point> = children.iter().map(|&at| pieces[at].body.center()).collect();
        let parts: Vec<Piece> = arms
            .iter()
            .enumerate()
            .map(|(segment, arm)| part_of(&whole, segment, arm, &centers))
            .collect();
        let first_new = pieces.len();
        for (child, center) in children.into_iter().zip(centers) {
            let away = |part: &Piece| {
                let patches = part.surfaces.iter().map(|patch| patch.rect.nearest(center));
                patches.map(|near| distance(near, center)).fold(f64::MAX, f64::min)
            };
            let nearest = (0..parts.len())
                .min_by(|a, b| away(&parts[*a]).total_cmp(&away(&parts[*b])))
                .expect("there are two arms at least");
            let parent = if nearest == 0 { *counter } else { first_new + nearest - 1 };
            let relation = pieces[child].place.map_or(Relation::On, |(relation, _)| relation);
            pieces[child].place = Some((relation, parent));
        }
        let mut parts = parts.into_iter();
        pieces[*counter] = parts.next().expect("there are two arms at least");
        pieces.extend(parts);
    }
}

fn arms_of(board: &[Rect]) -> Vec<Arm> {
    let mut rest = board.to_vec();
    let mut arms: Vec<Arm> = Vec::new();
    while let Some(largest) =
        maximal_rects(&rest).into_iter().max_by(|a, b| a.area().total_cmp(&b.area()))
    {
        let narrow = largest.size(0).min(largest.size(1)) < NARROWEST_ARM;
        if !arms.is_empty() && (narrow || largest.area() < SMALLEST_ARM) {
            break;
        }
        rest = subtract_all(&rest, &[largest]);
        arms.push(Arm { main: largest, slivers: Vec::new() });
    }
    for sliver in rest {
        let away = |arm: &Arm| distance(arm.main.nearest(sliver.center()), sliver.center());
        if let Some(arm) = arms.iter_mut().min_by(|a, b| away(a).total_cmp(&away(b))) {
            arm.slivers.push(sliver);
        }
    }
    arms
}

fn part_of(whole: &Piece, segment: usize, arm: &Arm, things: &[Point]) -> Piece {
    let regions: Vec<Rect> = std::iter::once(arm.main).chain(arm.slivers.iter().copied()).collect();
    let solids = whole
        .solids
        .iter()
        .flat_map(|solid| {
            let bounds = solid.bounds();
            let parts = regions.iter().filter_map(move |region| region.intersection(&bounds));
            parts.map(|rect| Body::along_axes(rect, solid.bottom, solid.top))
        })
        .collect();
    let mut surfaces: Vec<Patch> = Vec::new();
    for patch in &whole.surfaces {
        for rect in regions.iter().filter_map(|region| region.intersection(&patch.rect)) {
            let wide = rect.size(0) >= NARROWEST && rect.size(1) >= NARROWEST;
            let used = things.iter().any(|thing| rect.contains(*thing));
            let part = Patch { rect, ..*patch };
            if (wide || used) && !surfaces.contains(&part) {
                surfaces.push(part);
            }
        }
    }
    Piece {
        segment,
        body: Body::along_axes(arm.main, whole.body.bottom, whole.body.top),
        solids,
        surfaces,
        ..whole.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{object, pieces_of};
    use super::*;

    fn rect(x0: f64, z0: f64, x1: f64, z1: f64) -> Rect {
        Rect::new([x0, z0], [x1, z1])
    }

    #[test]
    fn an_l_becomes_two_counters_with_their_own_things() {
        let mut pieces = pieces_of(&[
            object("CounterTop", [1.0, 0.9, 1.5], [2.0, 0.03, 3.0]),
            object("Apple", [0.3, 0.95, 2.0], [0.1; 3]),
            object("Apple", [1.5, 0.95, 0.3], [0.1; 3]),
        ]);
        let board = vec![rect(0.0, 0.0, 0.6, 3.0), rect(0.6, 0.0, 2.0, 0.6)];
        pieces[0].solids = board.iter().map(|rect| Body::along_axes(*rect, 0.87, 0.9)).collect();
        pieces[0].surfaces =
            board.iter().map(|rect| Patch { rect: *rect, height: 0.9, clearance: 1.0 }).collect();
        pieces[1].place = Some((Relation::On, 0));
        pieces[2].place = Some((Relation::On, 0));
        let boards = Boards { of_counter: vec![(0, board)], won_m2: 0.0 };
        split_counters(&mut pieces, &boards);
        assert_eq!(pieces.len(), 4);
        assert_eq!(pieces[0].body.bounds(), rect(0.0, 0.0, 0.6, 3.0));
        assert!((pieces[3].body.bounds().min[0] - 0.6).abs() < 1e-9);
        assert_eq!((pieces[0].segment, pieces[3].segment), (0, 1));
        assert_eq!(pieces[1].place, Some((Relation::On, 0)));
        assert_eq!(pieces[2].place, Some((Relation::On, 3)));
    }

    #[test]
    fn a_straight_counter_stays_whole() {
        let mut pieces = pieces_of(&[object("CounterTop", [1.0, 0.9, 0.3], [2.0, 0.03, 0.6])]);
        // A bump at the end is no arm.
        let board = vec![rect(0.0, 0.0, 2.0, 0.6), rect(1.8, 0.6, 2.0, 0.7)];
        let boards = Boards { of_counter: vec![(0, board)], won_m2: 0.0 };
        split_counters(&mut pieces, &boards);
        assert_eq!(pieces.len(), 1);
    }
}
