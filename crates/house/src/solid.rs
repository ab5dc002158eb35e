//! Boxes with a place: their nearest points, what rays meet, what overlaps.
//!
//! Lengths are metres, y is up.

use rapier3d::math::{Rotation, Vector};

/// A place and a turn: what takes points of one frame into another.
pub(crate) type Frame = rapier3d::math::Pose;

/// A frame turned about the vertical alone.
pub(crate) fn upright(center: Vector, yaw_deg: f32) -> Frame {
    let (sin, cos) = libm::sincosf(yaw_deg.to_radians() * 0.5);
    Frame::from_parts(center, Rotation::from_xyzw(0.0, sin, 0.0, cos))
}

/// The same frame with its turn a turn again: products of turns no longer quite are, and errors must
/// not add up.
pub(crate) fn unit(frame: Frame) -> Frame {
    Frame::from_parts(frame.translation, frame.rotation.normalize())
}

/// The level unit vector in which a yaw looks; 0 looks along +z.
pub(crate) fn facing(yaw_deg: f32) -> Vector {
    let (sin, cos) = libm::sincosf(yaw_deg.to_radians());
    Vector::new(sin, 0.0, cos)
}

/// The yaw, in degrees, that looks along the level part of `direction`.
pub(crate) fn yaw_towards(direction: Vector) -> f32 {
    libm::atan2f(direction.x, direction.z).to_degrees()
}

/// The smallest turn from one yaw to another, degrees, from 0 to 180.
pub(crate) fn turn_between(from_deg: f32, to_deg: f32) -> f32 {
    let turn = (to_deg - from_deg).rem_euclid(360.0);
    turn.min(360.0 - turn)
}

/// A box with its place in the home.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Solid {
    /// Its middle and turn.
    pub(crate) frame: Frame,
    /// Half its size along its own axes.
    pub(crate) half: Vector,
}

impl Solid {
    pub(crate) fn upright(center: Vector, yaw_deg: f32, size: Vector) -> Self {
        Self { frame: upright(center, yaw_deg), half: size * 0.5 }
    }

    pub(crate) fn center(&self) -> Vector {
        self.frame.translation
    }

    pub(crate) fn corners(&self) -> [[f32; 3]; 8] {
        let side = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
        std::array::from_fn(|corner| {
            let to = Vector::new(side(corner, 0), side(corner, 1), side(corner, 2));
            self.frame.transform_point(to * self.half).to_array()
        })
    }

    /// How far it extends from its middle along the axes of the home.
    pub(crate) fn extent(&self) -> Vector {
        let axis = |axis: Vector| (self.frame.rotation * axis).abs();
        axis(Vector::X) * self.half.x
            + axis(Vector::Y) * self.half.y
            + axis(Vector::Z) * self.half.z
    }

    pub(crate) fn min(&self) -> Vector {
        self.center() - self.extent()
    }

    pub(crate) fn max(&self) -> Vector {
        self.center() + self.extent()
    }

    /// The point of the box nearest to `point`.
    pub(crate) fn nearest_to(&self, point: Vector) -> Vector {
        let local = self.frame.inverse_transform_point(point);
        self.frame.transform_point(local.clamp(-self.half, self.half))
    }

    /// Whether the box, grown by `margin` on every side, contains the point.
    pub(crate) fn contains(&self, point: Vector, margin: f32) -> bool {
        let local = self.frame.inverse_transform_point(point).abs();
        local.cmple(self.half + Vector::splat(margin)).all()
    }

    /// Whether the segment from `from` to `to` passes through the box.
    pub(crate) fn blocks(&self, from: Vector, to: Vector) -> bool {
        let start = self.frame.inverse_transform_point(from);
        let way = self.frame.inverse_transform_point(to) - start;
        let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
        for axis in 0..3 {
            if way[axis].abs() < 1e-9 {
                if start[axis].abs() > self.half[axis] {
                    return false;
                }
                continue;
            }
            let to_low = (-self.half[axis] - start[axis]) / way[axis];
            let to_high = (self.half[axis] - start[axis]) / way[axis];
            enters = enters.max(to_low.min(to_high));
            leaves = leaves.min(to_low.max(to_high));
        }
        enters < leaves
    }

    /// Whether the two boxes overlap by more than a hair.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let between = other.center() - self.center();
        let reach = self.half.length() + other.half.length();
        if between.length_squared() >= reach * reach {
            return false;
        }
        let axes = |solid: &Self| {
            [Vector::X, Vector::Y, Vector::Z].map(|axis| solid.frame.rotation * axis)
        };
        let (own, others) = (axes(self), axes(other));
        let apart_along = |axis: Vector| {
            let radius = |axes: &[Vector; 3], half: Vector| {
                (0..3).map(|i| axes[i].dot(axis).abs() * half[i]).sum::<f32>()
            };
            let radii = radius(&own, self.half) + radius(&others, other.half);
            between.dot(axis).abs() >= radii - HAIR * axis.length()
        };
        if own.into_iter().chain(others).any(apart_along) {
            return false;
        }
        own.into_iter().all(|a| {
            others.into_iter().all(|b| {
                let axis = a.cross(b);
                axis.length_squared() < 1e-6 || !apart_along(axis.normalize())
            })
        })
    }
}

/// Overlaps smaller than this count as touching, metres.
const HAIR: f32 = 1e-4;

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(x: f32, yaw_deg: f32) -> Solid {
        Solid::upright(Vector::new(x, 0.0, 0.0), yaw_deg, Vector::splat(1.0))
    }

    #[test]
    fn boxes_that_touch_do_not_overlap() {
        assert!(!cube(0.0, 0.0).overlaps(&cube(1.0, 0.0)));
        assert!(cube(0.0, 0.0).overlaps(&cube(0.99, 0.0)));
        assert!(cube(0.0, 0.0).overlaps(&cube(1.1, 45.0)), "a turned cube is wider");
        assert!(!cube(0.0, 0.0).overlaps(&cube(1.3, 45.0)));
    }

    #[test]
    fn a_ray_is_blocked_only_on_its_way() {
        let from = Vector::new(-2.0, 0.0, 0.0);
        assert!(cube(0.0, 30.0).blocks(from, -from));
        assert!(!cube(0.0, 0.0).blocks(from, Vector::new(-0.6, 0.0, 0.0)));
        assert!(!cube(0.0, 0.0).blocks(from, Vector::new(2.0, 3.0, 0.0)));
    }

    #[test]
    fn yaw_zero_looks_along_z_and_turns_counter_clockwise() {
        assert!((facing(0.0) - Vector::Z).length() < 1e-6);
        assert!((facing(90.0) - Vector::X).length() < 1e-6);
        assert!((yaw_towards(Vector::X) - 90.0).abs() < 1e-4);
        assert!(
            (upright(Vector::ZERO, 90.0).transform_vector(Vector::Z) - Vector::X).length() < 1e-6
        );
        assert!((turn_between(170.0, -170.0) - 20.0).abs() < 1e-3);
    }
}
