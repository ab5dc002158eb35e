//! What can be seen from where the body stands.
//!
//! - A thing is in view where one of its points is in the field of view, within sight range, and no
//!   wall, landmark or big thing lies between it and the eye. Points are the middle, the middle of
//!   the top and the two nearer upper corners; of a landmark, the middles of the faces that face the
//!   eye and the two nearer upper corners. A landmark within reach and in the field of view is seen
//!   in any case, for it may be built into another.
//! - What is in the hand is seen.
//! - A closed container hides what is in it, and so does whatever that is in.
//! - Into a container that has a door, a lid or is a drawer one looks from near by: it is open,
//!   within reach and in the field of view.
//! - Into an open vessel (a bowl, a box without a lid) one also looks from afar, from above: the
//!   middle of its top is in view and lower than the eye.
//! - A surface is seen whole where a grid of points on all its places to stand is in view, from
//!   above and no farther than three metres away; then everything on it is in view. Points within
//!   another landmark, such as an appliance that stands there, do not count: nothing else can be
//!   there.
//! - What the agent has just looked through is seen whole. A loose thing that it has just gone to, and
//!   reaches, is seen whatever stands before it: one bends round that.

use base::{Relation, ThingId};
use rapier3d::math::Vector;

use crate::agent::Site;
use crate::solid::Solid;
use crate::things::Parent;
use crate::tops::Top;

/// How far one sees, metres.
pub const SIGHT_M: f32 = 8.0;
/// From how far a surface can be seen whole, metres.
const WHOLE_M: f32 = 3.0;
/// How far above a surface the points lie that must be in view, metres.
const ABOVE_SURFACE_M: f32 = 0.03;
/// How much lower than the eye the rim of a vessel must be to look in, metres.
const BELOW_EYE_M: f32 = 0.05;
/// How far before a face or above a corner the points of a box lie, metres.
const BEFORE_FACE_M: f32 = 0.02;
/// How far to each side one sees, degrees.
pub const FIELD_SIDE_DEG: f32 = 60.0;
/// Half the field of view, as tangents: [`FIELD_SIDE_DEG`] to each side, 45 degrees up and down.
const TAN_SIDE: f32 = 1.732_050_8;
const TAN_UP: f32 = 1.0;

/// One look at the world: answers are remembered, for they build on one another.
pub(crate) struct Seeing<'w> {
    site: Site<'w>,
    eye: Vector,
    /// Ahead, to the right and up, as seen.
    axes: [Vector; 3],
    /// Big loose things, which one cannot look past.
    big: Vec<(ThingId, Solid)>,
    visible: Vec<Option<bool>>,
    shows_inside: Vec<Option<bool>>,
    whole_top: Vec<Option<bool>>,
}

impl<'w> Seeing<'w> {
    pub(crate) fn new(site: Site<'w>) -> Self {
        let ahead = site.body.gaze.direction;
        let right = ahead.cross(Vector::Y).normalize_or(Vector::X);
        let up = right.cross(ahead);
        let things = site.things;
        let big = site.scene.big.iter().filter(|id| !things.is_stowed(**id));
        let big = big.map(|id| (*id, things.solid(*id))).collect();
        let count = site.things.len();
        Self {
            site,
            eye: site.body.eye(),
            axes: [ahead, right, up],
            big,
            visible: vec![None; count],
            shows_inside: vec![None; count],
            whole_top: vec![None; count],
        }
    }

    /// Whether the thing is in view.
    pub(crate) fn sees(&mut self, id: ThingId) -> bool {
        if let Some(known) = self.visible[id.0 as usize] {
            return known;
        }
        let seen = self.look_for(id);
        self.visible[id.0 as usize] = Some(seen);
        seen
    }

    fn look_for(&mut self, id: ThingId) -> bool {
        let things = self.site.things;
        if things.is_landmark(id) {
            return self.sees_landmark(id);
        }
        match things.parent(id) {
            Parent::Hand(agent, _) if agent == self.site.agent => true,
            Parent::Hand(..) => self.sees_loose(id),
            Parent::At(Relation::In, container) => self.sees_inside(container),
            Parent::At(_, support) if things.is_stowed(id) => self.sees(support),
            _ if self.site.body.gaze.into == Some(id) && self.site.reaches(id) => true,
            Parent::At(_, support) => self.sees_whole_top(support) || self.sees_loose(id),
            // Nobody sees themselves.
            Parent::None if self.site.figure == Some(id) => false,
            Parent::None => self.sees_loose(id),
            Parent::Gone => false,
        }
    }

    /// Whether what is in the container, and can be seen at all, is in view.
    pub(crate) fn sees_inside(&mut self, id: ThingId) -> bool {
        if let Some(known) = self.shows_inside[id.0 as usize] {
            return known;
        }
        let shows = self.look_into(id);
        self.shows_inside[id.0 as usize] = Some(shows);
        shows
    }

    fn look_into(&mut self, id: ThingId) -> bool {
        let things = self.site.things;
        if !things.is_open(id) || things.closed_around(id).is_some() {
            return false;
        }
        if self.site.body.gaze.into == Some(id) {
            return true;
        }
        if !self.sees(id) {
            return false;
        }
        if self.site.holds_within(id) {
            return true;
        }
        let solid = things.solid(id);
        if self.site.reaches(id) && (things.is_stowed(id) || self.faces(&solid)) {
            return true;
        }
        let rim = solid.center() + Vector::Y * (solid.extent().y + BEFORE_FACE_M);
        !things.kind(id).opens
            && !things.is_stowed(id)
            && rim.y < self.eye.y - BELOW_EYE_M
            && self.sees_point(rim, id)
    }

    /// Whether everything on the thing is in view.
    pub(crate) fn sees_whole_top(&mut self, id: ThingId) -> bool {
        if let Some(known) = self.whole_top[id.0 as usize] {
            return known;
        }
        let whole = self.look_over(id);
        self.whole_top[id.0 as usize] = Some(whole);
        whole
    }

    fn look_over(&mut self, id: ThingId) -> bool {
        let things = self.site.things;
        if things.closed_around(id).is_some() {
            return false;
        }
        if self.site.body.gaze.into == Some(id) {
            return true;
        }
        if !things.is_landmark(id) && things.is_stowed(id) {
            return self.sees(id);
        }
        let solid = things.solid(id);
        if (solid.nearest_to(self.eye) - self.eye).length() > WHOLE_M {
            return false;
        }
        let of_landmark = self.site.scene.top_points.get(id.0 as usize);
        let Some(of_landmark) = of_landmark.filter(|points| !points.is_empty()) else {
            return self.sees_all(&points_over(&solid, things.tops(id)), id);
        };
        self.sees_all(of_landmark, id)
    }

    /// Whether all of the points, which lie on the thing, are in view from above and near by.
    fn sees_all(&self, points: &[Vector], id: ThingId) -> bool {
        points.iter().all(|point| {
            point.y < self.eye.y - BELOW_EYE_M
                && (*point - self.eye).length() <= WHOLE_M
                && self.sees_point(*point, id)
        })
    }

    fn sees_landmark(&self, id: ThingId) -> bool {
        let solid = self.site.things.solid(id);
        if self.too_far(&solid) {
            return false;
        }
        if self.faces(&solid) && self.site.reaches(id) {
            return true;
        }
        let half = solid.half;
        let eye = solid.frame.inverse_transform_point(self.eye);
        let faces = (0..3).filter(|axis| eye[*axis].abs() > half[*axis]).map(|axis| {
            let mut point = Vector::ZERO;
            point[axis] = (half[axis] + BEFORE_FACE_M) * eye[axis].signum();
            solid.frame.transform_point(point)
        });
        faces.chain(self.near_corners(&solid)).any(|point| self.sees_point(point, id))
    }

    fn sees_loose(&self, id: ThingId) -> bool {
        let solid = self.site.things.solid(id);
        if self.too_far(&solid) {
            return false;
        }
        let top = solid.center() + Vector::Y * (solid.extent().y + BEFORE_FACE_M * 0.5);
        std::iter::once(top)
            .chain(std::iter::once(solid.center()))
            .chain(self.near_corners(&solid))
            .any(|point| self.sees_point(point, id))
    }

    fn too_far(&self, solid: &Solid) -> bool {
        (solid.center() - self.eye).length() > SIGHT_M + solid.half.length()
    }

    /// The two upper corners nearer to the eye, a little above the box.
    fn near_corners(&self, solid: &Solid) -> impl Iterator<Item = Vector> + use<> {
        let half = solid.half;
        let mut corners = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]].map(|[x, z]| {
            let local = Vector::new(x * half.x, half.y + BEFORE_FACE_M * 0.5, z * half.z);
            solid.frame.transform_point(local)
        });
        corners.sort_by(|a, b| {
            (*a - self.eye).length_squared().total_cmp(&(*b - self.eye).length_squared())
        });
        corners.into_iter().take(2)
    }

    /// Whether some of the box is in the field of view, whatever lies between.
    fn faces(&self, solid: &Solid) -> bool {
        let corners = self.near_corners(solid);
        let nearest = solid.nearest_to(self.eye);
        corners.chain([nearest, solid.center()]).any(|point| self.in_field(point))
    }

    fn in_field(&self, point: Vector) -> bool {
        if self.site.body.gaze.around {
            return true;
        }
        let way = point - self.eye;
        let [ahead, side, up] = self.axes.map(|axis| axis.dot(way));
        ahead > 0.0 && side.abs() <= ahead * TAN_SIDE && up.abs() <= ahead * TAN_UP
    }

    /// Whether the point, which belongs to the thing, is in view.
    fn sees_point(&self, point: Vector, of: ThingId) -> bool {
        (point - self.eye).length_squared() <= SIGHT_M * SIGHT_M
            && self.in_field(point)
            && !self.big.iter().any(|(id, solid)| *id != of && solid.blocks(self.eye, point))
            && !self.site.scene.statics.block(self.eye, point, |owner| owner != Some(of))
    }
}

/// The points a little above a thing's surfaces that must be in view where it is seen whole, the
/// corners first: they are the likeliest not to be.
pub(crate) fn points_over(solid: &Solid, tops: &[Top]) -> Vec<Vector> {
    /// How far from the edge of a surface the points lie, and how far apart at most, metres.
    const INSET_M: f32 = 0.05;
    const APART_M: f32 = 0.6;
    let mut points = Vec::new();
    for top in tops.iter().filter(|top| !top.inside) {
        let home_from_top = solid.frame * top.frame;
        let reach = top.half.map(|half| (half - INSET_M).max(0.0));
        let gaps = reach.map(|reach| ((2.0 * reach / APART_M).ceil() as u32).max(1));
        let along =
            |axis: usize, step: u32| reach[axis] * (2.0 * step as f32 / gaps[axis] as f32 - 1.0);
        let is_corner = |x: u32, z: u32| {
            u8::from(x == 0 || x == gaps[0]) + u8::from(z == 0 || z == gaps[1]) == 2
        };
        let mut steps: Vec<(u32, u32)> =
            (0..=gaps[1]).flat_map(|z| (0..=gaps[0]).map(move |x| (x, z))).collect();
        steps.sort_by_key(|(x, z)| !is_corner(*x, *z));
        points.extend(steps.into_iter().map(|(x, z)| {
            home_from_top.transform_point(Vector::new(along(0, x), ABOVE_SURFACE_M, along(1, z)))
        }));
    }
    points
}
