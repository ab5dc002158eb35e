//! Rectangles along the axes: cut one out of another, put many together.

use super::{Point, distance};

/// A rectangle along the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rect {
    /// The least x and z.
    pub min: Point,
    /// The greatest x and z.
    pub max: Point,
}

/// What is thinner than this is no rectangle, metres.
const SLIVER: f64 = 1e-6;

impl Rect {
    pub(crate) fn new(min: Point, max: Point) -> Self {
        Self { min, max }
    }

    /// The smallest rectangle around all of them; none around nothing.
    pub(crate) fn around(rects: impl IntoIterator<Item = Rect>) -> Option<Self> {
        rects.into_iter().reduce(|a, b| {
            Self::new(
                [a.min[0].min(b.min[0]), a.min[1].min(b.min[1])],
                [a.max[0].max(b.max[0]), a.max[1].max(b.max[1])],
            )
        })
    }

    pub(crate) fn size(&self, axis: usize) -> f64 {
        self.max[axis] - self.min[axis]
    }

    pub(crate) fn center(&self) -> Point {
        [(self.min[0] + self.max[0]) / 2.0, (self.min[1] + self.max[1]) / 2.0]
    }

    pub(crate) fn area(&self) -> f64 {
        self.size(0).max(0.0) * self.size(1).max(0.0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.size(0) <= SLIVER || self.size(1) <= SLIVER
    }

    /// Larger by so much on every side; smaller where it is negative.
    pub(crate) fn grown(&self, by: f64) -> Self {
        Self::new([self.min[0] - by, self.min[1] - by], [self.max[0] + by, self.max[1] + by])
    }

    pub(crate) fn contains(&self, point: Point) -> bool {
        (0..2).all(|axis| self.min[axis] <= point[axis] && point[axis] <= self.max[axis])
    }

    /// What both cover, where that is more than a line.
    pub(crate) fn intersection(&self, other: &Self) -> Option<Self> {
        let both = Self::new(
            [self.min[0].max(other.min[0]), self.min[1].max(other.min[1])],
            [self.max[0].min(other.max[0]), self.max[1].min(other.max[1])],
        );
        (!both.is_empty()).then_some(both)
    }

    /// What is left of it without `hole`: at most four rectangles.
    pub(crate) fn without(&self, hole: &Self) -> Vec<Self> {
        let Some(cut) = self.intersection(hole) else { return vec![*self] };
        [
            Self::new(self.min, [cut.min[0], self.max[1]]),
            Self::new([cut.max[0], self.min[1]], self.max),
            Self::new([cut.min[0], self.min[1]], [cut.max[0], cut.min[1]]),
            Self::new([cut.min[0], cut.max[1]], [cut.max[0], self.max[1]]),
        ]
        .into_iter()
        .filter(|rest| !rest.is_empty())
        .collect()
    }

    /// The point of it that is nearest to `point`.
    pub(crate) fn nearest(&self, point: Point) -> Point {
        [0, 1].map(|axis| {
            if self.min[axis] > self.max[axis] {
                (self.min[axis] + self.max[axis]) / 2.0
            } else {
                point[axis].clamp(self.min[axis], self.max[axis])
            }
        })
    }
}

/// What is left of `rects` without any of `holes`.
pub(crate) fn subtract_all(rects: &[Rect], holes: &[Rect]) -> Vec<Rect> {
    holes.iter().fold(rects.to_vec(), |rest, hole| {
        rest.iter().flat_map(|rect| rect.without(hole)).collect()
    })
}

/// The point in one of the rectangles that is nearest to `point`; none where there is no rectangle.
pub(crate) fn nearest_in(rects: &[Rect], point: Point) -> Option<Point> {
    rects
        .iter()
        .map(|rect| rect.nearest(point))
        .min_by(|a, b| distance(*a, point).total_cmp(&distance(*b, point)))
}

/// The same area as `rects`, as every largest rectangle that fits in it. They overlap: what stands
/// across the seam of two pieces still stands on one of these.
pub(crate) fn maximal_rects(rects: &[Rect]) -> Vec<Rect> {
    let edges = |axis: usize| {
        let mut edges: Vec<f64> =
            rects.iter().flat_map(|rect| [rect.min[axis], rect.max[axis]]).collect();
        edges.sort_by(f64::total_cmp);
        edges.dedup_by(|b, a| (*b - *a).abs() <= SLIVER);
        edges
    };
    let (xs, zs) = (edges(0), edges(1));
    if xs.len() < 2 || zs.len() < 2 {
        return Vec::new();
    }
    let covered: Vec<Vec<bool>> = xs
        .windows(2)
        .map(|x| {
            let cells = zs.windows(2).map(|z| {
                let middle = [(x[0] + x[1]) / 2.0, (z[0] + z[1]) / 2.0];
                rects.iter().any(|rect| rect.contains(middle))
            });
            cells.collect()
        })
        .collect();
    let mut found: Vec<Rect> = Vec::new();
    // For every run of columns the runs of rows that all of them cover; of these only those that
    // no wider run of columns has as well.
    for first in 0..xs.len() - 1 {
        let mut rows = vec![true; zs.len() - 1];
        for last in first..xs.len() - 1 {
            rows.iter_mut().zip(&covered[last]).for_each(|(row, here)| *row &= here);
            let wider = |column: Option<&Vec<bool>>, from: usize, to: usize| {
                column.is_some_and(|column| column[from..to].iter().all(|here| *here))
            };
            let mut from = 0;
            while from < rows.len() {
                if !rows[from] {
                    from += 1;
                    continue;
                }
                let to = (from..rows.len()).find(|&row| !rows[row]).unwrap_or(rows.len());
                let left = first.checked_sub(1).and_then(|column| covered.get(column));
                if !wider(left, from, to) && !wider(covered.get(last + 1), from, to) {
                    found.push(Rect::new([xs[first], zs[from]], [xs[last + 1], zs[to]]));
                }
                from = to;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x0: f64, z0: f64, x1: f64, z1: f64) -> Rect {
        Rect::new([x0, z0], [x1, z1])
    }

    #[test]
    fn a_hole_in_the_middle_leaves_four_pieces() {
        let rest = rect(0.0, 0.0, 3.0, 3.0).without(&rect(1.0, 1.0, 2.0, 2.0));
        assert_eq!(rest.len(), 4);
        let area: f64 = rest.iter().map(Rect::area).sum();
        assert!((area - 8.0).abs() < 1e-9);
        assert_eq!(rect(0.0, 0.0, 1.0, 1.0).without(&rect(1.0, 0.0, 2.0, 1.0)).len(), 1);
        assert!(rect(0.0, 0.0, 1.0, 1.0).without(&rect(-1.0, -1.0, 2.0, 2.0)).is_empty());
    }

    #[test]
    fn an_l_is_two_largest_rectangles() {
        let l = subtract_all(&[rect(0.0, 0.0, 3.0, 3.0)], &[rect(1.0, 1.0, 3.0, 3.0)]);
        let mut largest = maximal_rects(&l);
        largest.sort_by(|a, b| a.max[0].total_cmp(&b.max[0]));
        assert_eq!(largest, [rect(0.0, 0.0, 1.0, 3.0), rect(0.0, 0.0, 3.0, 1.0)]);
    }

    #[test]
    fn pieces_that_meet_are_one_again() {
        let pieces = [rect(0.0, 0.0, 1.0, 1.0), rect(1.0, 0.0, 2.0, 1.0)];
        assert_eq!(maximal_rects(&pieces), [rect(0.0, 0.0, 2.0, 1.0)]);
        assert!(maximal_rects(&[]).is_empty());
    }

    #[test]
    fn the_nearest_point_of_several() {
        let rects = [rect(0.0, 0.0, 1.0, 1.0), rect(4.0, 0.0, 5.0, 1.0)];
        assert_eq!(nearest_in(&rects, [3.0, 0.5]), Some([4.0, 0.5]));
        assert_eq!(nearest_in(&[], [3.0, 0.5]), None);
    }
}
