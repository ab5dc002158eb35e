//! Rectangles on the paper, pixels.

use super::Sheet;
use crate::geometry::{Point, bounds};

/// A rectangle on the paper.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) min: Point,
    pub(super) max: Point,
}

impl Area {
    pub(super) fn around(center: Point, size: Point) -> Self {
        let half = [size[0] * 0.5, size[1] * 0.5];
        Self {
            min: [center[0] - half[0], center[1] - half[1]],
            max: [center[0] + half[0], center[1] + half[1]],
        }
    }

    pub(super) fn of(outline: &[Point], sheet: &Sheet) -> Self {
        let (min, max) = bounds(outline.iter().map(|corner| sheet.at(*corner)));
        Self { min, max }
    }

    pub(super) fn center(&self) -> Point {
        [(self.min[0] + self.max[0]) * 0.5, (self.min[1] + self.max[1]) * 0.5]
    }

    pub(super) fn size(&self) -> Point {
        [self.max[0] - self.min[0], self.max[1] - self.min[1]]
    }

    pub(super) fn overlap(&self, other: &Self) -> f32 {
        let along = |axis: usize| {
            (self.max[axis].min(other.max[axis]) - self.min[axis].max(other.min[axis])).max(0.0)
        };
        along(0) * along(1)
    }

    /// How far the nearest points of two areas lie apart.
    pub(super) fn gap(&self, other: &Self) -> f32 {
        let along = |axis: usize| {
            (self.min[axis] - other.max[axis]).max(other.min[axis] - self.max[axis]).max(0.0)
        };
        along(0).max(along(1))
    }

    pub(super) fn nearest_to(&self, point: Point) -> Point {
        [point[0].clamp(self.min[0], self.max[0]), point[1].clamp(self.min[1], self.max[1])]
    }
}
