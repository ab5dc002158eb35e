//! Sinks: a rim around a basin, level with the counter they are let into.

use std::sync::Arc;

use scenario::checked::Kind;

use super::body::Body;
use super::counter::COUNTERS;
use super::piece::{OPEN_ABOVE, Patch, Piece, inscribed, standing_height};
use crate::plane::{Rect, Turned};

/// How much higher or lower than the counter a sink may be and still be level with it, metres.
const LEVEL: f64 = 0.035;
/// The rim is good to stand things on from this width, metres.
const NARROWEST: f64 = 0.06;

/// Gives the sinks their rims.
pub(super) fn shape_sinks(pieces: &mut [Piece]) {
    let basins: Vec<Body> = pieces
        .iter()
        .filter(|piece| piece.is_sort(&["SinkBasin"]))
        .map(|piece| piece.body)
        .collect();
    for at in 0..pieces.len() {
        if pieces[at].is_sort(&["Sink"]) {
            shape_sink(pieces, at, &basins);
        }
    }
    // The basin can be seen from above, and ends below the rim.
    let rims: Vec<Body> =
        pieces.iter().filter(|piece| piece.is_sort(&["Sink"])).map(|piece| piece.body).collect();
    for piece in pieces.iter_mut().filter(|piece| piece.is_sort(&["SinkBasin"])) {
        if let Some(rim) = rims.iter().find(|rim| rim.foot.contains(piece.body.center())) {
            piece.body.top = rim.top - 0.005;
            piece.body.bottom = piece.body.bottom.min(piece.body.top - 0.05);
        }
    }
}

fn shape_sink(pieces: &mut [Piece], at: usize, basins: &[Body]) {
    let body = pieces[at].body;
    let own = standing_height(pieces, at, body.top);
    let counter = pieces.iter().find_map(|piece| {
        let over = piece.is_sort(COUNTERS)
            && piece.bounds_of_surfaces().is_some_and(|bounds| bounds.contains(body.center()))
            && (piece.body.top - body.top).abs() < LEVEL;
        over.then_some(piece.body.top)
    });
    let height = counter.unwrap_or(own);
    let basins: Vec<&Body> =
        basins.iter().filter(|basin| body.foot.contains(basin.center())).collect();
    if !basins.is_empty() {
        // The water runs in the basin.
        pieces[at].kind = Arc::new(Kind { basin: false, ..Kind::clone(&pieces[at].kind) });
    }
    // In the frame of the sink, where it lies along the axes.
    let local = Rect::new([-body.foot.half[0], -body.foot.half[1]], body.foot.half);
    let unturned = |basin: &Body| {
        let center = body.foot.local(basin.center());
        let half = basin.foot.half;
        Rect::new(
            [center[0] - half[0], center[1] - half[1]],
            [center[0] + half[0], center[1] + half[1]],
        )
    };
    let holes: Vec<Rect> = basins.iter().map(|basin| unturned(basin)).collect();
    let rim: Vec<Body> = crate::plane::subtract_all(&[local], &holes)
        .into_iter()
        .map(|rect| {
            let offset = body.foot.turn(rect.center());
            let center = [body.center()[0] + offset[0], body.center()[1] + offset[1]];
            let half = [rect.size(0) / 2.0, rect.size(1) / 2.0];
            Body {
                foot: Turned::new(center, half, body.foot.yaw_deg),
                bottom: body.bottom.min(height - 0.05),
                top: height,
            }
        })
        .collect();
    let wide = |part: &&Body| part.foot.half.iter().all(|half| 2.0 * half >= NARROWEST);
    let surfaces: Vec<Patch> = rim
        .iter()
        .filter(wide)
        .map(|part| Patch { rect: inscribed(part), height, clearance: OPEN_ABOVE })
        .collect();
    let piece = &mut pieces[at];
    piece.body.top = height;
    piece.body.bottom = body.bottom.min(height - 0.05);
    if !rim.is_empty() {
        piece.solids = rim;
    }
    if !surfaces.is_empty() {
        piece.surfaces = surfaces;
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{object, pieces_of};
    use super::*;

    #[test]
    fn the_rim_is_level_with_the_counter_and_open_in_the_middle() {
        let mut pieces = pieces_of(&[
            object("Sink", [0.0, 0.8, 0.3], [0.8, 0.22, 0.5]),
            object("SinkBasin", [0.1, 0.82, 0.3], [0.4, 0.15, 0.3]),
            object("CounterTop", [0.0, 0.89, 0.3], [2.0, 0.02, 0.6]),
        ]);
        shape_sinks(&mut pieces);
        assert!(pieces[0].parts().iter().all(|part| (part.top - 0.9).abs() < 1e-9));
        assert!(!pieces[0].parts().iter().any(|part| part.foot.contains([0.1, 0.3])));
        assert!(pieces[0].surfaces.iter().any(|patch| patch.rect.contains([-0.2, 0.3])));
        assert!(pieces[1].body.top < 0.9);
    }

    #[test]
    fn a_sink_across_a_corner_keeps_its_turn() {
        let mut sink = object("Sink", [0.0, 0.8, 0.0], [0.8, 0.2, 0.8]);
        let mut basin = object("SinkBasin", [0.0, 0.8, 0.0], [0.4, 0.15, 0.4]);
        sink.rotation[1] = 225.0;
        basin.rotation[1] = 225.0;
        let mut pieces = pieces_of(&[sink, basin]);
        shape_sinks(&mut pieces);
        assert_eq!(pieces[0].parts().len(), 4);
        assert!(pieces[0].parts().iter().any(|part| part.foot.contains([0.25, 0.0])));
        assert!(!pieces[0].parts().iter().any(|part| part.foot.contains([0.1, 0.0])));
    }
}
