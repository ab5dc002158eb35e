//! Falling: from where a thing falls that is let go or pushed over an edge, and what becomes of it once it
//! has landed.
//!
//! The fall itself is the physics', and whether something breaks is decided by `breaking`. What falls is on
//! the floor from the moment it is let go: that is where it ends, also where it hits something on its way.

use base::ThingId;
use bevy_ecs::prelude::*;
use rapier3d::math::Vector;

use crate::agent::Site;
use crate::moving::relocate;
use crate::physics::Physics;
use crate::reconcile::is_adrift;
use crate::scene::HouseScene;
use crate::solid::{Frame, Solid, unit};
use crate::spots::{Stack, free_floor_near, loose_solids, way_pushed_along};
use crate::things::{Parent, Things};

/// Over a place on the floor, as high as the hand, where the way down is free; else from less high.
pub(crate) fn above(site: &Site<'_>, thing: ThingId, on_floor: Frame) -> Frame {
    let stack = Stack::of(site.things, thing);
    let statics = site.scene.statics.all.iter().map(|part| part.solid);
    let mut obstacles: Vec<Solid> = statics.collect();
    obstacles.extend(loose_solids(site.things, thing));
    let highest_m = site.body.hand(0).translation.y - on_floor.translation.y;
    let lifted = |share: f32| (highest_m * share).max(0.0);
    let is_free = |share: &f32| {
        let middle = Vector::Y * (stack.thing_below + lifted(*share) * 0.5);
        let half = stack.half + Vector::Y * (lifted(*share) * 0.5);
        let column = Solid { frame: raised(on_floor, middle), half };
        !obstacles.iter().any(|other| column.overlaps(other))
    };
    let share = [1.0, 0.75, 0.5, 0.25].into_iter().find(is_free).unwrap_or(0.0);
    raised(on_floor, Vector::Y * lifted(share))
}

/// Where the thing begins to fall when it is pushed away from the body and over the edge of what it
/// stands on: where it is wholly beyond that, and no furniture is between it and the floor.
///
/// None where it stands on the floor, where something stands on it or is in the way, and where the edge
/// is farther away than one pushes.
pub(crate) fn over_the_edge(site: &Site<'_>, thing: ThingId) -> Option<Frame> {
    let things = site.things;
    let Parent::At(_, support) = things.parent(thing) else { return None };
    let carries = things.with_contents(thing).into_iter().filter(|id| !things.is_stowed(*id));
    if carries.count() > 1 {
        return None;
    }
    let below = things.solid(support).frame;
    let is_over = |solid: &Solid| {
        things.tops(support).iter().filter(|top| !top.inside).any(|top| {
            let from_top = (below * top.frame).inverse_transform_point(solid.center());
            let extent = solid.extent();
            from_top.x.abs() < top.half[0] + extent.x && from_top.z.abs() < top.half[1] + extent.z
        })
    };
    let statics = &site.scene.statics;
    let has_free_way_down = |solid: &Solid| {
        let height_m = solid.min().y;
        let frame = raised(solid.frame, Vector::Y * (-0.5 * height_m));
        let column = Solid { frame, half: solid.half + Vector::Y * (0.5 * height_m - CLEAR_M) };
        let center = solid.center();
        let wall = statics.wall_between(things.solid(thing).center(), center);
        let is_indoors = site.scene.room_at([center.x, center.z]).is_some();
        is_indoors
            && !wall
            && !statics.near(&column).iter().any(|part| column.overlaps(&part.solid))
    };
    let way = way_pushed_along(site, thing)?;
    let beyond = way.into_iter().find(|solid| !is_over(solid))?;
    has_free_way_down(&beyond).then(|| unit(beyond.frame))
}

/// How much of the way down is not looked at, at either end, metres.
const CLEAR_M: f32 = 0.005;

fn raised(frame: Frame, by: Vector) -> Frame {
    Frame::from_parts(frame.translation + by, frame.rotation)
}

/// Lets the thing fall from there, with all that is in or on it.
pub(crate) fn let_fall(world: &mut World, thing: ThingId, from: Frame) {
    relocate(world, thing, Parent::None, from);
    let falling = Things::of(world).with_contents(thing);
    world.resource_mut::<Physics>().falling.extend(falling);
}

/// Once all rest: what has landed neither on the floor nor on what it is said to be on rolls to a free
/// place on the floor.
pub(crate) fn come_to_rest(world: &mut World) {
    let fallen = std::mem::take(&mut world.resource_mut::<Physics>().falling);
    for thing in fallen {
        let things = Things::of(world);
        if things.is_stowed(thing) || !is_adrift(world, thing) {
            continue;
        }
        let solid = things.solid(thing);
        let scene = &world.resource::<HouseScene>().0;
        if let Some(spot) = free_floor_near(things, scene, thing, solid.center()) {
            relocate(world, thing, Parent::None, spot);
        }
    }
}
