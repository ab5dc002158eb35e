//! The upright box of an object: its true size and its turn, as far as the file tells them.
//!
//! The file gives every object the box along the axes around it, and what can be moved also the
//! corners of a box turned with it. A turned box is used where it stands upright, on whichever of
//! its faces; a thing that leans gets the box along the axes, so that it can be set down flat.

use super::report::Note;
use super::source::Object;
use crate::plane::{Point, Rect, Turned};

/// An upright box, the floor at height 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Body {
    pub foot: Turned,
    pub bottom: f64,
    pub top: f64,
}

impl Body {
    pub fn along_axes(rect: Rect, bottom: f64, top: f64) -> Self {
        Self { foot: Turned::along_axes(rect), bottom, top }
    }

    pub fn center(&self) -> Point {
        self.foot.center
    }

    pub fn height(&self) -> f64 {
        self.top - self.bottom
    }

    pub fn bounds(&self) -> Rect {
        self.foot.bounds()
    }

    pub fn volume(&self) -> f64 {
        4.0 * self.foot.half[0] * self.foot.half[1] * self.height()
    }

    /// Whether both have some height in common, by more than a hair.
    pub fn is_level_with(&self, other: &Self) -> bool {
        self.bottom + HAIR < other.top && other.bottom + HAIR < self.top
    }

    pub fn overlaps(&self, other: &Self) -> bool {
        self.is_level_with(other) && self.foot.way_out_of(&other.foot).is_some()
    }
}

/// Overlaps of less than this do not count, metres.
const HAIR: f64 = 2e-4;
/// No box is thinner than this, metres: a credit card would fall through a table.
const THINNEST: f64 = 0.01;
/// A box that leans by less than this counts as upright: the cosine of 6 degrees.
const UPRIGHT: f64 = 0.994_5;
/// How much the turned box may differ in height from the box along the axes, metres. Where it
/// differs more, one of the two is not the object's.
const SAME_HEIGHT: f64 = 0.02;

/// The body of an object, with the floor moved to height 0.
pub(super) fn body_of(object: &Object, floor_y: f64, notes: &mut Vec<Note>) -> Body {
    let mut size = object.aabb.size;
    let mut center = object.aabb.center;
    if size.iter().all(|length| *length == 0.0) {
        notes.push(Note::new(&object.id, "its box is empty; it got one of 10 cm"));
        size = [0.1; 3];
        // An empty box lies at the origin, wherever the object is.
        center = object.position;
    } else if size.contains(&0.0) {
        notes.push(Note::new(&object.id, "its box has no thickness; it got 1 cm"));
    }
    let size = size.map(|length| length.max(THINNEST));
    let bottom = center[1] - size[1] / 2.0 - floor_y;
    let foot = turned_foot(object, size).unwrap_or_else(|| {
        Turned::new([center[0], center[2]], [size[0] / 2.0, size[2] / 2.0], 0.0)
    });
    Body { foot, bottom, top: bottom + size[1] }
}

fn turned_foot(object: &Object, size: [f64; 3]) -> Option<Turned> {
    match &object.corners {
        Some(corners) => foot_of_corners(corners, size[1]),
        None => foot_of_turn(object, size),
    }
}

/// The foot of the box with these corners; none where the box leans or is not the same one.
fn foot_of_corners(corners: &[[f64; 3]; 8], height: f64) -> Option<Turned> {
    let edges = [1, 3, 4].map(|corner: usize| minus(corners[corner], corners[0]));
    let lengths = edges.map(|edge| dot(edge, edge).sqrt());
    if lengths.iter().any(|length| *length < 1e-4) {
        return None;
    }
    let rise = |axis: usize| edges[axis][1].abs() / lengths[axis];
    let up = (0..3).max_by(|a, b| rise(*a).total_cmp(&rise(*b)))?;
    if rise(up) < UPRIGHT || (lengths[up] - height).abs() > SAME_HEIGHT {
        return None;
    }
    let [width, depth] = match up {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    };
    let middle: [f64; 3] =
        [0, 1, 2].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / 8.0);
    // Where depth lies along +z the yaw is 0, where it lies along +x it is 90.
    let yaw_deg = libm::atan2(edges[depth][0], edges[depth][2]).to_degrees();
    let half = [lengths[width], lengths[depth]].map(|length| length.max(THINNEST) / 2.0);
    Some(squared(Turned::new([middle[0], middle[2]], half, yaw_deg)))
}

/// The foot of what has no corners in the file (it is built in) and yet stands askew, worked out
/// from the box around it.
fn foot_of_turn(object: &Object, size: [f64; 3]) -> Option<Turned> {
    let [pitch, yaw, roll] = object.rotation.map(|turn| turn.rem_euclid(360.0));
    let askew = yaw.rem_euclid(90.0);
    if !(3.0..87.0).contains(&askew)
        || roll.rem_euclid(90.0) != 0.0
        || pitch.rem_euclid(90.0) != 0.0
    {
        return None;
    }
    let (sin, cos) = libm::sincos(askew.to_radians());
    let determinant = cos * cos - sin * sin;
    let half = if determinant.abs() > 0.3 {
        let solve = |a: f64, b: f64| (a * cos - b * sin) / determinant;
        [solve(size[0], size[2]), solve(size[2], size[0])]
    } else {
        // Near 45 degrees every width fits the box around it. Panes are thin, all else is square.
        let sum = (size[0] + size[2]) / (sin + cos);
        let is_pane = matches!(object.sort.as_str(), "Window" | "Blinds" | "Curtains" | "Mirror");
        let thin = if is_pane { 0.06_f64.min(sum / 2.0) } else { sum / 2.0 };
        [sum - thin, thin]
    };
    if half.iter().any(|length| *length < THINNEST) {
        return None;
    }
    let center = [object.aabb.center[0], object.aabb.center[2]];
    Some(Turned::new(center, half.map(|length| length / 2.0), yaw))
}

/// The same foot, along the axes where it nearly was.
fn squared(foot: Turned) -> Turned {
    let quarter = (foot.yaw_deg / 90.0).round() * 90.0;
    if (foot.yaw_deg - quarter).abs() < 0.5 {
        Turned::new(foot.center, foot.half, quarter.rem_euclid(360.0))
    } else {
        Turned::new(foot.center, foot.half, foot.yaw_deg.rem_euclid(360.0))
    }
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::super::testing::object;
    use super::*;

    /// The corners of a box as the file lists them, after `turn` of each corner.
    fn corners(size: [f64; 3], turn: impl Fn([f64; 3]) -> [f64; 3]) -> [[f64; 3]; 8] {
        let [x, y, z] = size.map(|length| length / 2.0);
        let face = [[x, z], [-x, z], [-x, -z], [x, -z]];
        let mut corners = [[0.0; 3]; 8];
        for (index, [x, z]) in face.into_iter().enumerate() {
            corners[index] = turn([x, -y, z]);
            corners[index + 4] = turn([x, y, z]);
        }
        corners
    }

    #[test]
    fn a_turned_box_keeps_its_true_size() {
        let (sin, cos) = libm::sincos(30_f64.to_radians());
        let mut book = object("Book", [0.0, 0.05, 0.0], [0.4, 0.1, 0.5]);
        book.corners = Some(corners([0.2, 0.1, 0.4], |[x, y, z]| {
            [x * cos + z * sin, y + 0.05, z * cos - x * sin]
        }));
        let body = body_of(&book, 0.0, &mut Vec::new());
        let [width, depth] = body.foot.half;
        assert!((width - 0.1).abs() < 1e-6 && (depth - 0.2).abs() < 1e-6, "{:?}", body.foot);
        assert!((body.foot.yaw_deg.rem_euclid(180.0) - 30.0).abs() < 1e-6, "{:?}", body.foot);
        assert!(body.bottom.abs() < 1e-9 && (body.top - 0.1).abs() < 1e-9);
    }

    #[test]
    fn a_thing_on_its_side_is_upright_on_another_face() {
        let mut bottle = object("Bottle", [0.0, 0.05, 0.0], [0.3, 0.1, 0.1]);
        bottle.corners = Some(corners([0.1, 0.3, 0.1], |[x, y, z]| [y, x + 0.05, z]));
        let body = body_of(&bottle, 0.0, &mut Vec::new());
        assert!((body.height() - 0.1).abs() < 1e-9);
        let bounds = body.bounds();
        assert!((bounds.size(0) - 0.3).abs() < 1e-6 && (bounds.size(1) - 0.1).abs() < 1e-6);
    }

    #[test]
    fn a_thing_that_leans_gets_the_box_along_the_axes() {
        let (sin, cos) = libm::sincos(25_f64.to_radians());
        let mut spoon = object("Spoon", [0.0, 0.1, 0.0], [0.04, 0.1, 0.2]);
        spoon.corners = Some(corners([0.04, 0.02, 0.2], |[x, y, z]| {
            [x, y * cos - z * sin + 0.1, z * cos + y * sin]
        }));
        let body = body_of(&spoon, 0.0, &mut Vec::new());
        assert_eq!(body.foot.half, [0.02, 0.1]);
        assert!((body.height() - 0.1).abs() < 1e-9);
    }

    #[test]
    fn a_window_across_a_corner_is_thin() {
        let mut window = object("Window", [1.0, 1.5, -1.0], [0.8, 1.3, 0.8]);
        window.rotation = [90.0, 135.0, 0.0];
        let foot = body_of(&window, 0.0, &mut Vec::new()).foot;
        assert!(foot.half[1] < 0.04 && foot.half[0] > 0.5, "{foot:?}");
        let bounds = foot.bounds();
        assert!((bounds.size(0) - 0.8).abs() < 1e-6 && (bounds.size(1) - 0.8).abs() < 1e-6);
    }

    #[test]
    fn an_empty_box_is_replaced_and_noted() {
        let mut notes = Vec::new();
        let mut ghost = object("Egg", [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]);
        ghost.position = [1.0, 1.0, 2.0];
        let body = body_of(&ghost, 0.5, &mut notes);
        assert_eq!(body.center(), [1.0, 2.0]);
        assert!((body.bottom - 0.45).abs() < 1e-9);
        let card = body_of(&object("CreditCard", [0.0; 3], [0.1, 0.0, 0.05]), 0.0, &mut notes);
        assert!(card.height() >= THINNEST);
        assert_eq!(notes.len(), 2, "{notes:?}");
    }
}
