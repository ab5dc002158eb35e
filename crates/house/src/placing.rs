//! Finds a free spot for a thing on or in another.
//!
//! A deterministic scan: every level rectangle that belongs to the support is covered with
//! candidate places, along the rectangle and across it; the first free one in the wanted order is
//! taken. A spot is free where the thing lies wholly over the rectangle, fits below what is above
//! it and overlaps nothing. On what is loose (a plate) a thing may stick out to all sides, as long
//! as most of it is supported. In an open vessel (a mug, a sink) it may stick out at the top, and a
//! long thing is stood on its end where it cannot lie.

use rapier3d::math::{Rotation, Vector};

use crate::solid::{Frame, Solid, unit, upright};
use crate::tops::Top;
use scenario::SUPPORTED_SHARE;

/// Which free spot is wanted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Order {
    /// The nearest to this x and z.
    NearestTo([f32; 2]),
    /// The nearest to the middle of the rectangle.
    Middle,
    /// Row by row, so that most things fit.
    Packed,
}

/// A search for a free spot.
pub(crate) struct Wanted<'a> {
    /// Half the size of what is to be placed.
    pub(crate) half: Vector,
    /// The frame of the support, in which its tops are.
    pub(crate) support: Frame,
    /// The tops to look at.
    pub(crate) tops: &'a [Top],
    /// What is in the way.
    pub(crate) obstacles: &'a [Solid],
    pub(crate) order: Order,
    /// Whether things may lie on top of one another, as in a drawer.
    pub(crate) piled: bool,
    /// Whether the thing may stick out over the edge.
    pub(crate) overhangs: bool,
    /// Whether the thing may be stood on its end.
    pub(crate) on_end: bool,
}

/// The gap kept above a support, and between neighbours, metres.
pub(crate) const GAP_M: f32 = 0.001;
const BETWEEN_M: f32 = 0.004;
/// How far the places tried lie apart at most, metres.
const STRIDE_M: f32 = 0.04;
/// How much larger than its place a thing may be and still count as fitting, metres.
const TIGHT_M: f32 = 0.002;
/// How level a support must be to stand on: the cosine of its tilt.
const LEVEL: f32 = 0.98;

/// The first free spot that is `allowed`, as the frame of the placed thing.
pub(crate) fn find_spot(
    wanted: &Wanted<'_>,
    mut allowed: impl FnMut(&Solid) -> bool,
) -> Option<Frame> {
    if (wanted.support.rotation * Vector::Y).y < LEVEL {
        return None;
    }
    let levels = if wanted.piled { levels(wanted) } else { vec![0.0] };
    for level in levels {
        let mut candidates = Vec::new();
        for (index, top) in wanted.tops.iter().enumerate() {
            candidates_over(wanted, top, index, level, &mut candidates);
        }
        candidates.sort_unstable_by_key(|candidate| candidate.rank);
        for Candidate { solid, .. } in candidates {
            let padded =
                Solid { half: solid.half + Vector::new(BETWEEN_M, 0.0, BETWEEN_M), ..solid };
            let is_free = !wanted.obstacles.iter().any(|other| padded.overlaps(other));
            if is_free && allowed(&solid) {
                return Some(solid.frame);
            }
        }
    }
    None
}

struct Candidate {
    /// Distance in the wanted order, then top, manner and turn, row, place in the row.
    rank: (i64, usize, u8, u32, u32),
    solid: Solid,
}

/// The heights above a top at which something can lie: on it, and on each thing that lies there.
fn levels(wanted: &Wanted<'_>) -> Vec<f32> {
    let mut levels = vec![0.0];
    for top in wanted.tops {
        let home_from_top = wanted.support * top.frame;
        for other in wanted.obstacles {
            let level = other.max().y - home_from_top.translation.y;
            let fits = level + 2.0 * wanted.half.y <= top.clearance + TIGHT_M;
            if level > 0.0 && level < top.rim && fits {
                levels.push(level);
            }
        }
    }
    levels.sort_unstable_by(f32::total_cmp);
    levels.dedup();
    levels
}

fn candidates_over(
    wanted: &Wanted<'_>,
    top: &Top,
    top_index: usize,
    level: f32,
    into: &mut Vec<Candidate>,
) {
    if level + 2.0 * wanted.half.y > top.clearance + TIGHT_M {
        return;
    }
    let home_from_top = wanted.support * top.frame;
    // What sticks out, and what stands on its end, comes last.
    let shares = if wanted.overhangs { &[1.0, SUPPORTED_SHARE][..] } else { &[1.0] };
    for (manner, share) in (0_u8..).zip(shares) {
        for turn in [0_u8, 1] {
            let Vector { x, y, z } = wanted.half;
            let (x, z) = if turn == 0 { (x, z) } else { (z, x) };
            let slack = [top.half[0] - x * share, top.half[1] - z * share];
            let turned = upright(Vector::ZERO, f32::from(turn) * 90.0).rotation;
            spread(wanted, &home_from_top, slack, (level, y), turned, |spot, solid| {
                let rank = (spot.0, top_index, 2 * manner + turn, spot.1, spot.2);
                into.push(Candidate { rank, solid });
            });
        }
    }
    if wanted.on_end {
        let (turned, [x, y, z]) = stood_on_end(wanted.half);
        let slack = [top.half[0] - x, top.half[1] - z];
        spread(wanted, &home_from_top, slack, (level, y), turned, |spot, solid| {
            into.push(Candidate { rank: (spot.0, top_index, 4, spot.1, spot.2), solid });
        });
    }
}

/// The turn that stands the box on its end, its longer level side upright, and half the lengths
/// along the axes after it.
fn stood_on_end(half: Vector) -> (Rotation, [f32; 3]) {
    // A quarter turn about z, or about x, to the last bit.
    let root = core::f32::consts::FRAC_1_SQRT_2;
    let (axis, after) = if half.x >= half.z {
        (Vector::new(0.0, 0.0, root), [half.y, half.x, half.z])
    } else {
        (Vector::new(root, 0.0, 0.0), [half.x, half.z, half.y])
    };
    (Rotation::from_xyzw(axis.x, axis.y, axis.z, root), after)
}

/// Calls `found` with every place over a rectangle with that much room to each side: its distance
/// in the wanted order, row and place in the row, and the box there. `heights` are how far the box
/// is above the rectangle, and half its height.
fn spread(
    wanted: &Wanted<'_>,
    home_from_top: &Frame,
    slack: [f32; 2],
    heights: (f32, f32),
    turned: Rotation,
    mut found: impl FnMut((i64, u32, u32), Solid),
) {
    if slack.iter().any(|slack| *slack < -TIGHT_M) {
        return;
    }
    let strides = slack.map(|slack| ((2.0 * slack / STRIDE_M).ceil().max(0.0) as u32).min(60));
    let along = |axis: usize, step: u32| match strides[axis] {
        0 => 0.0,
        count => slack[axis] * (2.0 * step as f32 / count as f32 - 1.0),
    };
    for row in 0..=strides[1] {
        for place in 0..=strides[0] {
            let at = Vector::new(along(0, place), heights.0 + heights.1 + GAP_M, along(1, row));
            let frame = unit(*home_from_top * Frame::from_parts(at, turned));
            let center = frame.translation;
            let squared_mm = |x: f32, z: f32| ((x * x + z * z) * 1e6) as i64;
            let distance = match wanted.order {
                Order::NearestTo([x, z]) => squared_mm(center.x - x, center.z - z),
                Order::Middle => squared_mm(at.x, at.z),
                Order::Packed => 0,
            };
            found((distance, row, place), Solid { frame, half: wanted.half });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn top(half: [f32; 2], clearance: f32) -> Top {
        Top { frame: upright(Vector::ZERO, 0.0), half, clearance, rim: clearance, inside: false }
    }

    fn fill(tops: &[Top], half: Vector, order: Order, piled: bool) -> usize {
        let mut obstacles = Vec::new();
        while obstacles.len() < 50 {
            let support = upright(Vector::new(1.0, 0.5, 2.0), 0.0);
            let wanted = Wanted {
                half,
                support,
                tops,
                obstacles: &obstacles,
                order,
                piled,
                overhangs: false,
                on_end: false,
            };
            match find_spot(&wanted, |_| true) {
                Some(frame) => obstacles.push(Solid { frame, half }),
                None => break,
            }
        }
        obstacles.len()
    }

    #[test]
    fn two_slices_fit_side_by_side_where_packed() {
        let slice = Vector::new(0.06, 0.01, 0.06);
        assert_eq!(fill(&[top([0.13, 0.07], 0.1)], slice, Order::Packed, false), 2);
    }

    #[test]
    fn things_pile_up_to_the_ceiling_in_a_drawer() {
        let brick = Vector::new(0.1, 0.03, 0.05);
        assert_eq!(fill(&[top([0.1, 0.05], 0.20)], brick, Order::Packed, true), 3);
        assert_eq!(fill(&[top([0.1, 0.05], 0.20)], brick, Order::Packed, false), 1);
    }

    #[test]
    fn what_is_too_long_turns_or_does_not_fit() {
        let spoon = Vector::new(0.1, 0.01, 0.01);
        assert_eq!(fill(&[top([0.05, 0.11], 0.1)], spoon, Order::Middle, false).min(1), 1);
        assert_eq!(fill(&[top([0.05, 0.09], 0.1)], spoon, Order::Middle, false), 0);
    }

    #[test]
    fn a_long_spoon_stands_in_a_mug_and_lies_across_a_plate() {
        let spoon = Vector::new(0.01, 0.01, 0.1);
        let spot = |half: [f32; 2], overhangs: bool, on_end: bool| {
            let wanted = Wanted {
                half: spoon,
                support: upright(Vector::ZERO, 0.0),
                tops: &[Top { rim: 0.09, ..top(half, 2.0) }],
                obstacles: &[],
                order: Order::Packed,
                piled: on_end,
                overhangs,
                on_end,
            };
            find_spot(&wanted, |_| true).map(|frame| Solid { frame, half: spoon })
        };
        let in_mug = spot([0.03, 0.03], false, true).expect("it is stood on its end");
        assert!((in_mug.extent() - Vector::new(0.01, 0.1, 0.01)).length() < 1e-5);
        assert!(in_mug.min().y > 0.0, "not through the bottom");
        let lying = spot([0.03, 0.11], false, true).expect("it lies where it can");
        assert!(lying.extent().y < 0.02);
        assert_eq!(spot([0.07, 0.07], false, false), None);
        let across = spot([0.07, 0.07], true, false).expect("it lies across");
        assert!(across.center().x.abs() < 0.08);
    }
}
