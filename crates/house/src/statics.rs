//! What never moves: walls, floors and landmarks, as boxes, with rays through them.

use base::ThingId;
use rapier3d::math::Vector;
use rapier3d::parry::bounding_volume::Aabb;
use rapier3d::parry::partitioning::{Bvh, BvhBuildStrategy};
use rapier3d::parry::query::Ray;
use scenario::checked::{Home, Thing as HomeThing};

use crate::solid::{Solid, upright};
use crate::tops::{Top, tops_of};

/// A box that never moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Static {
    /// The landmark it is part of; none for a wall.
    pub(crate) owner: Option<ThingId>,
    pub(crate) solid: Solid,
    /// Whether what falls on it stays whole.
    pub(crate) soft: bool,
}

/// All walls and all parts of landmarks.
pub(crate) struct Statics {
    pub(crate) all: Vec<Static>,
    tree: Bvh,
}

impl Statics {
    pub(crate) fn new(all: Vec<Static>) -> Self {
        let boxes: Vec<Aabb> =
            all.iter().map(|part| Aabb::new(part.solid.min(), part.solid.max())).collect();
        Self { tree: Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes), all }
    }

    /// Whether a part that counts lies between the two points.
    pub(crate) fn block(
        &self,
        from: Vector,
        to: Vector,
        counts: impl Fn(Option<ThingId>) -> bool,
    ) -> bool {
        let ray = Ray::new(from, to - from);
        self.tree.leaves(|node| node.cast_ray(&ray, 1.0) <= 1.0).any(|index| {
            let part = &self.all[index as usize];
            counts(part.owner) && part.solid.blocks(from, to)
        })
    }

    /// Whether a wall lies between the two points.
    pub(crate) fn wall_between(&self, from: Vector, to: Vector) -> bool {
        self.block(from, to, |owner| owner.is_none())
    }

    /// The parts whose boxes come near this one.
    pub(crate) fn near(&self, solid: &Solid) -> Vec<&Static> {
        let around = Aabb::new(solid.min(), solid.max());
        let mut found: Vec<u32> = self.tree.intersect_aabb(&around).collect();
        found.sort_unstable();
        found.into_iter().map(|index| &self.all[index as usize]).collect()
    }
}

/// Nothing is thinner than this, metres: what is thinner falls through things.
const THINNEST_M: f32 = 0.01;
/// The thickness of the board under a surface, metres.
const BOARD_M: f32 = 0.02;

/// The walls of a home and the parts of its landmarks.
pub(crate) fn statics_of(home: &Home) -> Vec<Static> {
    let walls = home.walls.iter().map(|wall| Static {
        owner: None,
        solid: Solid::upright(wall.center.into(), wall.yaw_deg, wall.size.into()),
        soft: false,
    });
    let landmarks = home.things.iter().filter(|thing| thing.kind.fixed).flat_map(|thing| {
        let parts = solids_of(thing);
        parts.into_iter().map(|solid| Static {
            owner: Some(thing.id),
            solid,
            soft: thing.kind.soft,
        })
    });
    walls.chain(landmarks).collect()
}

/// The box of a landmark.
pub(crate) fn box_of(thing: &HomeThing) -> Solid {
    let (center, yaw_deg) = thing.pose.expect("checked: landmarks have a pose");
    Solid::upright(center.into(), yaw_deg, thick(thing.size))
}

/// A size at which a thing can be handled: never quite flat.
pub(crate) fn thick(size: [f32; 3]) -> Vector {
    Vector::from_array(size).max(Vector::splat(THINNEST_M))
}

/// The solid parts of a landmark.
///
/// Where it is written as one box but with places to stand within that box (a sofa, a shelf), the
/// box ends at the lowest of them, and each has a board below it.
fn solids_of(thing: &HomeThing) -> Vec<Solid> {
    let whole = box_of(thing);
    let tops: Vec<Top> = tops_of(thing, &whole).into_iter().filter(|top| !top.inside).collect();
    let board = |top: &Top| {
        let half = Vector::new(top.half[0], BOARD_M * 0.5, top.half[1]);
        let below = upright(Vector::Y * (-BOARD_M * 0.5), 0.0);
        Solid { frame: whole.frame * top.frame * below, half }
    };
    let boards = tops.iter().filter(|_| !thing.surfaces.is_empty()).map(board);
    if !thing.solids.is_empty() {
        let parts = thing
            .solids
            .iter()
            .map(|part| Solid::upright(part.center.into(), part.yaw_deg, part.size.into()));
        return parts.chain(boards).collect();
    }
    let lowest = tops.iter().map(|top| top.frame.translation.y).fold(whole.half.y, f32::min);
    let height = lowest + whole.half.y;
    if thing.kind.holds || height >= 2.0 * whole.half.y - BOARD_M || height < BOARD_M {
        return std::iter::once(whole).chain(boards).collect();
    }
    let down = upright(Vector::Y * (height * 0.5 - whole.half.y), 0.0);
    let base = Solid {
        frame: whole.frame * down,
        half: Vector::new(whole.half.x, height * 0.5, whole.half.z),
    };
    std::iter::once(base).chain(boards).collect()
}
