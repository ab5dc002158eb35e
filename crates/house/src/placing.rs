//! Finds a free spot for a thing on or in another.
//!
//! A deterministic scan: every level rectangle that belongs to the support is covered with
//! candidate places, along the rectangle and across it; the first free one in the wanted order is
//! taken. A spot is free where the thing lies wholly over the rectangle, fits below what is above
//! it and overlaps nothing.

use rapier3d::math::Vector;

use crate::solid::{Frame, Solid, unit, upright};
use crate::tops::Top;

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
    /// Distance in the wanted order, then top, turn, row, place in the row.
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
            if level > 0.0 && fits {
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
    for turn in [0_u8, 1] {
        let (x, z) =
            if turn == 0 { (wanted.half.x, wanted.half.z) } else { (wanted.half.z, wanted.half.x) };
        let slack = [top.half[0] - x, top.half[1] - z];
        if slack.iter().any(|slack| *slack < -TIGHT_M) {
            continue;
        }
        let strides = slack.map(|slack| ((2.0 * slack / STRIDE_M).ceil().max(0.0) as u32).min(60));
        let along = |axis: usize, step: u32| match strides[axis] {
            0 => 0.0,
            count => slack[axis] * (2.0 * step as f32 / count as f32 - 1.0),
        };
        for row in 0..=strides[1] {
            for place in 0..=strides[0] {
                let at = Vector::new(along(0, place), level + wanted.half.y + GAP_M, along(1, row));
                let frame = unit(home_from_top * upright(at, f32::from(turn) * 90.0));
                let center = frame.translation;
                let squared_mm = |x: f32, z: f32| ((x * x + z * z) * 1e6) as i64;
                let distance = match wanted.order {
                    Order::NearestTo([x, z]) => squared_mm(center.x - x, center.z - z),
                    Order::Middle => squared_mm(at.x, at.z),
                    Order::Packed => 0,
                };
                into.push(Candidate {
                    rank: (distance, top_index, turn, row, place),
                    solid: Solid { frame, half: wanted.half },
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn top(half: [f32; 2], clearance: f32) -> Top {
        Top { frame: upright(Vector::ZERO, 0.0), half, clearance, inside: false }
    }

    fn fill(tops: &[Top], half: Vector, order: Order, piled: bool) -> usize {
        let mut obstacles = Vec::new();
        while obstacles.len() < 50 {
            let support = upright(Vector::new(1.0, 0.5, 2.0), 0.0);
            let wanted = Wanted { half, support, tops, obstacles: &obstacles, order, piled };
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
}
