//! An object on its way to becoming a thing of a home.

use std::sync::Arc;

use base::Relation;
use scenario::checked::Kind;

use super::body::Body;
use crate::plane::{Rect, maximal_rects, subtract_all};

/// An object of the plan, with everything the import has worked out about it so far.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// The object's id.
    pub id: String,
    /// Which part of the object it is; 0 is the first and mostly the only one.
    pub segment: usize,
    /// The object's type, such as `CounterTop`.
    pub sort: String,
    pub kind: Arc<Kind>,
    /// Its box.
    pub body: Body,
    /// Its pivot seen from above; at the front of what has a door.
    pub pivot: [f64; 2],
    /// Its turn about the vertical in the file, degrees.
    pub yaw_deg: f64,
    /// Its solid parts, where its box would be too coarse.
    pub solids: Vec<Body>,
    /// Where things can stand on it, where its top face would be too coarse.
    pub surfaces: Vec<Patch>,
    /// What it is in or on: the index of another piece.
    pub place: Option<(Relation, usize)>,
    /// The room for it was elsewhere: the house is to find it a place.
    pub homeless: bool,
}

/// A level rectangle on which things can stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Patch {
    pub rect: Rect,
    pub height: f64,
    pub clearance: f64,
}

/// How much room there is above what nothing hangs over, metres.
pub(super) const OPEN_ABOVE: f64 = 1.5;

impl Piece {
    pub fn is_loose(&self) -> bool {
        !self.kind.fixed
    }

    pub fn is_sort(&self, sorts: &[&str]) -> bool {
        sorts.contains(&self.sort.as_str())
    }

    /// What is solid of it.
    pub fn parts(&self) -> &[Body] {
        if self.solids.is_empty() { std::slice::from_ref(&self.body) } else { &self.solids }
    }

    /// The rectangle around everywhere where things can stand on it, and around its box.
    pub fn bounds_of_surfaces(&self) -> Option<Rect> {
        let rects = self.surfaces.iter().map(|patch| patch.rect);
        Rect::around(rects.chain([self.body.bounds()]))
    }

    /// Where things can stand on it.
    pub fn patches(&self) -> Vec<Patch> {
        if !self.surfaces.is_empty() {
            return self.surfaces.clone();
        }
        let rect = inscribed(&self.body);
        vec![Patch { rect, height: self.body.top, clearance: OPEN_ABOVE }]
    }
}

/// A rectangle along the axes that lies within the foot of the body.
pub(super) fn inscribed(body: &Body) -> Rect {
    let foot = &body.foot;
    if foot.yaw_deg.rem_euclid(90.0) == 0.0 {
        return body.bounds();
    }
    // The largest that keeps the proportions of the box around it: shrink until it fits.
    let bounds = body.bounds();
    let fits = |share: f64| {
        let half = [bounds.size(0) / 2.0 * share, bounds.size(1) / 2.0 * share];
        [[1.0, 1.0], [1.0, -1.0]].iter().all(|corner| {
            foot.contains([
                foot.center[0] + half[0] * corner[0],
                foot.center[1] + half[1] * corner[1],
            ])
        })
    };
    let share = (1..=99).rev().map(|percent| f64::from(percent) / 100.0).find(|share| fits(*share));
    let share = share.unwrap_or(0.01);
    let half = [bounds.size(0) / 2.0 * share, bounds.size(1) / 2.0 * share];
    let center = foot.center;
    Rect::new(
        [center[0] - half[0], center[1] - half[1]],
        [center[0] + half[0], center[1] + half[1]],
    )
}

/// The height at which things stand on `support`: the middle one of their bottoms, `otherwise`
/// where none stands there.
///
/// The boxes of the file are no guide: a table's reaches to the highest scratch in it, a counter's
/// begins above its top.
pub(super) fn standing_height(pieces: &[Piece], support: usize, otherwise: f64) -> f64 {
    let body = &pieces[support].body;
    let mut bottoms: Vec<f64> = pieces
        .iter()
        .filter(|piece| piece.place == Some((Relation::On, support)))
        .map(|piece| piece.body.bottom)
        // Something that leans on an edge or hangs below says nothing of the height.
        .filter(|bottom| (body.bottom - 0.06..=body.top + 0.06).contains(bottom))
        .collect();
    bottoms.sort_by(f64::total_cmp);
    bottoms.get(bottoms.len() / 2).copied().unwrap_or(otherwise)
}

/// Level patches over `rects`, each with the room that is above it: every largest rectangle with
/// the room below the lowest thing that hangs over it, and those parts over which nothing hangs.
pub(super) fn patches_below(rects: &[Rect], height: f64, over: &[Body]) -> Vec<Patch> {
    let hanging: Vec<&Body> =
        over.iter().filter(|body| body.bottom > height + LOWEST_HANGING).collect();
    let shadows: Vec<Rect> = hanging.iter().map(|body| body.bounds()).collect();
    let room_over = |rect: Rect| {
        let lowest = hanging
            .iter()
            .filter(|body| body.bounds().intersection(&rect).is_some())
            .map(|body| body.bottom - height)
            .fold(OPEN_ABOVE, f64::min);
        Patch { rect, height, clearance: lowest }
    };
    let wide = |rect: &Rect| rect.size(0) >= NARROWEST && rect.size(1) >= NARROWEST;
    let mut patches: Vec<Patch> = Vec::new();
    let open = subtract_all(rects, &shadows);
    for rect in maximal_rects(rects).into_iter().chain(maximal_rects(&open)).filter(wide) {
        let patch = room_over(rect);
        if !patches.contains(&patch) {
            patches.push(patch);
        }
    }
    patches
}

/// What begins nearer above a surface stands on it rather than hangs over it, metres.
const LOWEST_HANGING: f64 = 0.15;
/// A narrower strip of a surface is good for nothing, metres.
pub(super) const NARROWEST: f64 = 0.04;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::Turned;

    fn rect(x0: f64, z0: f64, x1: f64, z1: f64) -> Rect {
        Rect::new([x0, z0], [x1, z1])
    }

    #[test]
    fn below_a_cupboard_there_is_less_room() {
        let cupboard = Body::along_axes(rect(0.0, 0.0, 2.0, 0.3), 1.4, 2.0);
        let patches = patches_below(&[rect(0.0, 0.0, 2.0, 0.6)], 0.9, &[cupboard]);
        assert_eq!(patches.len(), 2, "{patches:?}");
        let low = patches.iter().find(|patch| patch.clearance < 1.0).expect("one below");
        assert_eq!(low.rect, rect(0.0, 0.0, 2.0, 0.6));
        assert!((low.clearance - 0.5).abs() < 1e-9);
        assert!(patches.iter().any(|patch| patch.rect == rect(0.0, 0.3, 2.0, 0.6)));
    }

    #[test]
    fn a_toaster_on_a_counter_hangs_over_nothing() {
        let toaster = Body::along_axes(rect(0.5, 0.1, 0.8, 0.3), 0.9, 1.1);
        let patches = patches_below(&[rect(0.0, 0.0, 2.0, 0.6)], 0.9, &[toaster]);
        assert_eq!(patches.len(), 1);
    }

    #[test]
    fn the_inscribed_rectangle_of_a_turned_square_is_half_as_wide() {
        let turned = Turned::new([1.0, 1.0], [0.5, 0.5], 45.0);
        let inside = inscribed(&Body { foot: turned, bottom: 0.0, top: 1.0 });
        assert!((inside.size(0) - 0.70).abs() < 0.02, "{inside:?}");
    }
}
