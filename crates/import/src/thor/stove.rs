//! Stoves: the file has their burners and knobs, but not the stove.
//!
//! Burners near one another are one stove. Each gets its share of the stove's top, so that a pan
//! that is wider than a burner stands on something, and where no counter is below, also the body
//! of the stove down to the floor.

use std::collections::BTreeMap;

use super::body::Body;
use super::counter::COUNTERS;
use super::piece::{Piece, patches_below};
use crate::plane::{Rect, distance};

/// Burners whose middles are nearer than this belong to one stove, metres.
const SAME_STOVE: f64 = 0.6;
/// How long a pan is with its handle, metres.
const PAN: f64 = 0.46;
/// How much more room there is for a longer one, metres.
const AROUND_PAN: f64 = 0.02;
/// How far the stove reaches around its burners, metres.
const RIM: f64 = 0.03;

/// Gives the burners their share of the stove.
pub(super) fn shape_stoves(pieces: &mut [Piece]) {
    let burners: Vec<usize> =
        (0..pieces.len()).filter(|&at| pieces[at].is_sort(&["StoveBurner"])).collect();
    for stove in stoves(pieces, &burners) {
        let top = stove.iter().map(|&at| pieces[at].body.top).fold(f64::MIN, f64::max);
        let around = Rect::around(stove.iter().map(|&at| pieces[at].body.bounds()))
            .expect("a stove has a burner")
            .grown(RIM);
        let longest = pieces
            .iter()
            .filter(|piece| piece.place.is_some_and(|(_, below)| stove.contains(&below)))
            .map(|piece| piece.body.bounds())
            .map(|bounds| bounds.size(0).max(bounds.size(1)) + AROUND_PAN)
            .fold(PAN, f64::max);
        let shares: Vec<Rect> =
            stove.iter().map(|&at| share_of(pieces, at, &stove, &around)).collect();
        for (&burner, share) in stove.iter().zip(shares) {
            let let_in = is_let_in(pieces, burner);
            let over: Vec<Body> = pieces
                .iter()
                .filter(|piece| piece.kind.fixed && !piece.is_sort(&["StoveBurner"]))
                .map(|piece| piece.body)
                .collect();
            let place = place_for_pan(&pieces[burner].body, longest, &share, &around);
            let surfaces = patches_below(&[place], top, &over);
            let piece = &mut pieces[burner];
            let bottom = if let_in { piece.body.bottom.min(top - 0.01) } else { 0.0 };
            piece.solids = vec![Body::along_axes(share, bottom, top)];
            piece.surfaces = surfaces;
            piece.body.top = top;
        }
    }
}

fn stoves(pieces: &[Piece], burners: &[usize]) -> Vec<Vec<usize>> {
    let mut stoves: Vec<Vec<usize>> = Vec::new();
    for &burner in burners {
        let near = |other: &usize| {
            let (a, b) = (&pieces[burner].body, &pieces[*other].body);
            distance(a.center(), b.center()) < SAME_STOVE && (a.top - b.top).abs() < 0.1
        };
        let (mut joined, apart): (Vec<_>, Vec<_>) =
            stoves.into_iter().partition(|stove: &Vec<usize>| stove.iter().any(near));
        let mut stove: Vec<usize> = joined.drain(..).flatten().collect();
        stove.push(burner);
        stoves = apart;
        stoves.push(stove);
    }
    stoves
}

/// Where a pan can stand over the burner, handle and all: it may reach over the other burners, but
/// not over the edge of the stove.
fn place_for_pan(burner: &Body, longest: f64, share: &Rect, around: &Rect) -> Rect {
    let mut place = *share;
    for axis in 0..2 {
        let length = longest.min(around.size(axis)).max(share.size(axis));
        let low = burner.center()[axis] - length / 2.0;
        let low = low.clamp(around.min[axis], (around.max[axis] - length).max(around.min[axis]));
        (place.min[axis], place.max[axis]) = (low, low + length);
    }
    place
}

/// The part of the stove that is nearer to this burner than to the others.
fn share_of(pieces: &[Piece], burner: usize, stove: &[usize], around: &Rect) -> Rect {
    let own = pieces[burner].body.center();
    let mut share = *around;
    for &other in stove.iter().filter(|&&other| other != burner) {
        let center = pieces[other].body.center();
        let apart = [0, 1].map(|axis: usize| (center[axis] - own[axis]).abs());
        let axis = usize::from(apart[1] > apart[0]);
        let middle = (center[axis] + own[axis]) / 2.0;
        if center[axis] > own[axis] {
            share.max[axis] = share.max[axis].min(middle);
        } else {
            share.min[axis] = share.min[axis].max(middle);
        }
    }
    share
}

fn is_let_in(pieces: &[Piece], burner: usize) -> bool {
    let body = &pieces[burner].body;
    pieces.iter().filter(|piece| piece.is_sort(COUNTERS)).any(|counter| {
        counter
            .parts()
            .iter()
            .any(|part| part.foot.contains(body.center()) && (part.top - body.top).abs() < 0.1)
    })
}

/// What each knob controls, where the file does not say: along the stove, the first knob belongs to
/// the first burner.
pub(super) fn guess_knobs(pieces: &[Piece], knobs: &[usize]) -> BTreeMap<usize, usize> {
    let burners: Vec<usize> =
        (0..pieces.len()).filter(|&at| pieces[at].is_sort(&["StoveBurner"])).collect();
    let mut found = BTreeMap::new();
    for stove in stoves(pieces, &burners) {
        let around = Rect::around(stove.iter().map(|&at| pieces[at].body.bounds()))
            .expect("a stove has a burner");
        let mut own: Vec<usize> = knobs
            .iter()
            .copied()
            .filter(|knob| {
                let nearest = burners.iter().min_by(|a, b| {
                    let away =
                        |at: usize| distance(pieces[at].body.center(), pieces[*knob].body.center());
                    away(**a).total_cmp(&away(**b)).then(a.cmp(b))
                });
                nearest.is_some_and(|nearest| stove.contains(nearest))
            })
            .collect();
        // Along the row of knobs; a single one lies on whichever axis the stove is longer.
        let spread = Rect::around(own.iter().map(|&at| pieces[at].body.bounds())).unwrap_or(around);
        let axis = usize::from(spread.size(1) > spread.size(0));
        let by_place = |a: &usize, b: &usize| {
            let [a_center, b_center] = [*a, *b].map(|at| pieces[at].body.center());
            a_center[axis]
                .total_cmp(&b_center[axis])
                .then(a_center[1 - axis].total_cmp(&b_center[1 - axis]))
                .then(a.cmp(b))
        };
        own.sort_by(by_place);
        let mut burners = stove;
        burners.sort_by(by_place);
        // More knobs than burners: the last ones are for the oven, which is not in the file.
        found.extend(own.into_iter().zip(burners));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::source::Object;
    use super::super::testing::{object, pieces_of};
    use super::*;

    fn four_burners() -> Vec<Object> {
        [(0.0, 0.0), (0.4, 0.0), (0.0, 0.3), (0.4, 0.3)]
            .into_iter()
            .map(|(x, z)| object("StoveBurner", [x, 0.92, z], [0.2, 0.02, 0.2]))
            .collect()
    }

    #[test]
    fn burners_share_the_stove_without_a_gap() {
        let mut pieces = pieces_of(&four_burners());
        shape_stoves(&mut pieces);
        let area: f64 = pieces.iter().map(|piece| piece.solids[0].bounds().area()).sum();
        assert!((area - 0.66 * 0.56).abs() < 1e-9, "{area}");
        assert!(pieces.iter().all(|piece| piece.solids[0].bottom == 0.0), "nothing is below");
        for piece in &pieces {
            let place = piece.surfaces[0].rect;
            assert!(place.size(0) > 0.42 && place.contains(piece.body.center()), "{place:?}");
        }
    }

    #[test]
    fn burners_in_a_counter_are_only_its_top() {
        let mut objects = four_burners();
        objects.push(object("CounterTop", [0.2, 0.91, 0.15], [2.0, 0.02, 0.6]));
        let mut pieces = pieces_of(&objects);
        shape_stoves(&mut pieces);
        assert!(pieces[0].solids[0].bottom > 0.85);
    }

    #[test]
    fn the_first_knob_belongs_to_the_first_burner() {
        let mut objects = four_burners();
        objects.extend(
            [0.3, 0.1, 0.0, 0.2].map(|x| object("StoveKnob", [x, 0.85, 0.5], [0.03, 0.03, 0.03])),
        );
        let pieces = pieces_of(&objects);
        let knobs = guess_knobs(&pieces, &[4, 5, 6, 7]);
        let first = knobs[&6];
        assert_eq!(pieces[first].body.center(), [0.0, 0.0]);
        let last = knobs[&4];
        assert_eq!(pieces[last].body.center(), [0.4, 0.3]);
    }
}
