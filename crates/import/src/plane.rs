//! The plan view: rectangles on the floor, x and z in metres.
//!
//! Everything an imported kitchen needs of geometry happens in this plane, with a bottom and a top
//! added. Coordinates are `f64` until a home is made, so that a rectangle that was cut ten times
//! still meets its neighbour.

mod rect;
mod turned;

pub(crate) use rect::{Rect, maximal_rects, nearest_in, subtract_all};
pub(crate) use turned::Turned;

/// A point of the plan view: x and z, metres.
pub(crate) type Point = [f64; 2];

/// How far two points are apart.
pub(crate) fn distance(a: Point, b: Point) -> f64 {
    let [x, z] = [a[0] - b[0], a[1] - b[1]];
    (x * x + z * z).sqrt()
}
