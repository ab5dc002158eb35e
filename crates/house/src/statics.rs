//! What never moves: walls, floors and landmarks, as boxes, with rays through them.

use base::ThingId;
use rapier3d::math::Vector;
use rapier3d::parry::bounding_volume::Aabb;
use rapier3d::parry::partitioning::{Bvh, BvhBuildStrategy};
use rapier3d::parry::query::Ray;

use crate::solid::Solid;

/// A box that never moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Static {
    /// The landmark it is part of; none for a wall.
    pub(crate) owner: Option<ThingId>,
    pub(crate) solid: Solid,
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
