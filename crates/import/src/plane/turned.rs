//! Rectangles turned about the vertical: whether two overlap, and the shortest way out.

use super::{Point, Rect, distance};

/// A rectangle turned by `yaw_deg` degrees: at 0 its depth lies along +z, at 90 along +x.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Turned {
    pub center: Point,
    /// Half its width and half its depth.
    pub half: Point,
    pub yaw_deg: f64,
    /// Where its width and its depth point.
    axes: [Point; 2],
}

impl Turned {
    pub(crate) fn new(center: Point, half: Point, yaw_deg: f64) -> Self {
        // Quarter turns are exact, so that boxes along the walls stay along the walls.
        let (sin, cos) = match yaw_deg.rem_euclid(360.0) {
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            yaw => libm::sincos(yaw.to_radians()),
        };
        Self { center, half, yaw_deg, axes: [[cos, -sin], [sin, cos]] }
    }

    pub(crate) fn along_axes(rect: Rect) -> Self {
        Self::new(rect.center(), [rect.size(0) / 2.0, rect.size(1) / 2.0], 0.0)
    }

    pub(crate) fn at(&self, center: Point) -> Self {
        Self { center, ..*self }
    }

    /// Larger by so much on every side; smaller where it is negative, but never nothing.
    pub(crate) fn grown(&self, by: f64) -> Self {
        Self { half: self.half.map(|half| (half + by).max(1e-4)), ..*self }
    }

    /// A point of its own frame, relative to its middle, as the home sees it.
    pub(crate) fn turn(&self, local: Point) -> Point {
        [0, 1].map(|axis| self.axes[0][axis] * local[0] + self.axes[1][axis] * local[1])
    }

    /// Half the length of its shadow on a direction.
    fn reach(&self, direction: Point) -> f64 {
        (0..2).map(|axis| self.half[axis] * dot(self.axes[axis], direction).abs()).sum()
    }

    /// The smallest rectangle along the axes around it.
    pub(crate) fn bounds(&self) -> Rect {
        let [x, z] = [self.reach([1.0, 0.0]), self.reach([0.0, 1.0])];
        Rect::new(
            [self.center[0] - x, self.center[1] - z],
            [self.center[0] + x, self.center[1] + z],
        )
    }

    /// A point of the home in its own frame, relative to its middle.
    pub(crate) fn local(&self, point: Point) -> Point {
        let from = [point[0] - self.center[0], point[1] - self.center[1]];
        self.axes.map(|axis| dot(axis, from))
    }

    pub(crate) fn contains(&self, point: Point) -> bool {
        let local = self.local(point);
        (0..2).all(|axis| local[axis].abs() <= self.half[axis])
    }

    /// How far `point` is from the nearest point of it; 0 inside.
    pub(crate) fn distance_to(&self, point: Point) -> f64 {
        let local = self.local(point);
        let outside = [0, 1].map(|axis| (local[axis].abs() - self.half[axis]).max(0.0));
        distance(outside, [0.0, 0.0])
    }

    /// The shortest way by which it leaves `other`; none where they do not overlap.
    pub(crate) fn way_out_of(&self, other: &Self) -> Option<Point> {
        let between = [self.center[0] - other.center[0], self.center[1] - other.center[1]];
        let mut shortest: Option<(f64, Point)> = None;
        for direction in self.axes.into_iter().chain(other.axes) {
            let along = dot(direction, between);
            let overlap = self.reach(direction) + other.reach(direction) - along.abs();
            if overlap <= 0.0 {
                return None;
            }
            // A tie goes to the earlier direction; nearly equal ways must not flip with the last bit.
            if shortest.is_none_or(|(least, _)| overlap < least - 1e-9) {
                let way = if along < 0.0 { -overlap } else { overlap };
                shortest = Some((overlap, direction.map(|part| part * way)));
            }
        }
        shortest.map(|(_, way)| way)
    }
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_ninety_degrees_depth_lies_along_x() {
        let turned = Turned::new([0.0, 0.0], [0.1, 0.5], 90.0);
        assert!(turned.contains([0.4, 0.0]));
        assert!(!turned.contains([0.0, 0.4]));
        assert_eq!(turned.bounds(), Rect::new([-0.5, -0.1], [0.5, 0.1]));
    }

    #[test]
    fn a_turn_by_45_degrees_goes_from_z_to_x() {
        let turned = Turned::new([0.0, 0.0], [0.01, 1.0], 45.0);
        assert!(turned.contains([0.5, 0.5]));
        assert!(!turned.contains([0.5, -0.5]));
    }

    #[test]
    fn the_way_out_is_the_shortest() {
        let still = Turned::new([0.0, 0.0], [1.0, 1.0], 0.0);
        let moved = Turned::new([1.4, 0.2], [0.5, 0.5], 0.0);
        let way = moved.way_out_of(&still).expect("they overlap");
        assert!((way[0] - 0.1).abs() < 1e-9 && way[1].abs() < 1e-9, "{way:?}");
        let out = moved.at([1.4 + way[0] + 1e-6, 0.2 + way[1]]);
        assert_eq!(out.way_out_of(&still), None);
    }

    #[test]
    fn corners_of_turned_boxes_may_pass_each_other() {
        let a = Turned::new([0.0, 0.0], [0.5, 0.5], 45.0);
        let b = Turned::new([1.0, 1.0], [0.5, 0.5], 45.0);
        assert!(a.bounds().intersection(&b.bounds()).is_some());
        assert_eq!(a.way_out_of(&b), None);
    }

    #[test]
    fn distance_is_to_the_nearest_side() {
        let turned = Turned::new([0.0, 0.0], [1.0, 0.5], 90.0);
        assert!((turned.distance_to([0.0, 1.5]) - 0.5).abs() < 1e-9);
        assert_eq!(turned.distance_to([0.2, 0.2]), 0.0);
    }
}
