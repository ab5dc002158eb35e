//! Coffee machines: a tray in front, on which a mug stands, and the machine behind it.

use super::body::Body;
use super::piece::{OPEN_ABOVE, Patch, Piece, inscribed, standing_height};
use crate::plane::Turned;

/// How high the tray is without a mug on it, metres.
const TRAY: f64 = 0.04;
/// How much of the machine's depth the tray takes.
const TRAY_SHARE: f64 = 0.5;
/// What is kept free around a mug, metres.
const AROUND_MUG: f64 = 0.01;

/// Gives coffee machines their trays.
pub(super) fn shape_coffee_machines(pieces: &mut [Piece]) {
    for at in 0..pieces.len() {
        if pieces[at].is_sort(&["CoffeeMachine"]) {
            shape(pieces, at);
        }
    }
}

fn shape(pieces: &mut [Piece], at: usize) {
    let body = pieces[at].body;
    let half = body.foot.half;
    let mug = pieces.iter().find(|piece| piece.place.is_some_and(|(_, on)| on == at));
    // In the machine's own frame the front is where the mug is, otherwise along +z.
    let (axis, sign, share) = match mug.map(|mug| body.foot.local(mug.body.center())) {
        Some(local) => {
            let axis = usize::from((local[1] / half[1]).abs() >= (local[0] / half[0]).abs());
            let mug_half = mug.map_or(0.0, |mug| mug.body.foot.half[0].max(mug.body.foot.half[1]));
            let reach = half[axis] - local[axis].abs() + mug_half + AROUND_MUG;
            let share = (reach / (2.0 * half[axis])).clamp(TRAY_SHARE, 0.85);
            (axis, if local[axis] < 0.0 { -1.0 } else { 1.0 }, share)
        }
        None => (1, 1.0, TRAY_SHARE),
    };
    let height = standing_height(pieces, at, body.bottom + TRAY)
        .min(body.bottom + body.height() / 2.0)
        .max(body.bottom + body.height() / 20.0);
    let slice = |from: f64, to: f64, bottom: f64, top: f64| {
        // From the front, as shares of the depth.
        let mut local = [0.0; 2];
        local[axis] = sign * half[axis] * (1.0 - from - to);
        let offset = body.foot.turn(local);
        let mut slice_half = half;
        slice_half[axis] *= to - from;
        let center = [body.center()[0] + offset[0], body.center()[1] + offset[1]];
        Body { foot: Turned::new(center, slice_half, body.foot.yaw_deg), bottom, top }
    };
    let tray = slice(0.0, share, body.bottom, height);
    let machine = slice(share, 1.0, body.bottom, body.top);
    let piece = &mut pieces[at];
    piece.surfaces = vec![Patch { rect: inscribed(&tray), height, clearance: OPEN_ABOVE }];
    piece.solids = vec![tray, machine];
}

#[cfg(test)]
mod tests {
    use super::super::place::find_places;
    use super::super::testing::{object, pieces_of};
    use super::*;

    #[test]
    fn the_mug_stands_on_the_tray_and_not_in_the_machine() {
        let machine = object("CoffeeMachine", [0.0, 0.2, 0.0], [0.3, 0.4, 0.5]);
        let mut mug = object("Mug", [-0.09, 0.11, 0.0], [0.1, 0.1, 0.1]);
        mug.parents = vec![machine.id.clone()];
        let objects = [machine, mug];
        let mut pieces = pieces_of(&objects);
        find_places(&mut pieces, &objects, &mut Vec::new());
        shape_coffee_machines(&mut pieces);
        assert!((pieces[0].surfaces[0].height - 0.06).abs() < 1e-9);
        let mut standing = pieces[1].body;
        standing.bottom += 0.001;
        assert!(!pieces[0].parts().iter().any(|part| part.overlaps(&standing)));
        assert!(pieces[0].surfaces[0].rect.contains([-0.09, 0.0]));
    }

    #[test]
    fn without_a_mug_the_tray_is_in_front() {
        let mut machine = object("CoffeeMachine", [0.0, 0.2, 0.0], [0.5, 0.4, 0.3]);
        machine.rotation[1] = 90.0;
        let mut pieces = pieces_of(&[machine]);
        shape_coffee_machines(&mut pieces);
        assert!(pieces[0].surfaces[0].rect.center()[1] > 0.0, "along +z of its own frame");
    }
}
