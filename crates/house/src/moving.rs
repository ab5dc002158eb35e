//! The one way in which a thing changes its place.
//!
//! Moving keeps together what must never drift apart: the parent, the contents of both parents,
//! the pose, the poses of what rides along, the physical bodies and the heating.

use base::{Relation, ThingId};
use bevy_ecs::prelude::*;

use crate::crossings::Crossings;
use crate::digest::touch;
use crate::moment::Moment;
use crate::physics::Physics;
use crate::processes;
use crate::solid::{Frame, Solid, unit};
use crate::things::{Contents, Parent, Pose, ThingIndex, Things};

/// Puts the thing, with all that is in or on it, to another parent, where its frame in the home
/// becomes `frame`.
pub(crate) fn relocate(world: &mut World, id: ThingId, to: Parent, frame: Frame) {
    let from = Things::of(world).parent(id);
    unlist(world, from, id);
    list(world, to, id);
    let entity = world.resource::<ThingIndex>().entity(id);
    *world.get_mut::<Parent>(entity).expect("every thing has a parent or none") = to;
    let before = Things::of(world).frame(id);
    for moved in Things::of(world).with_contents(id) {
        let moved_frame = if moved == id {
            frame
        } else {
            unit(frame * before.inv_mul(&Things::of(world).frame(moved)))
        };
        set_frame(world, moved, moved_frame);
        embody(world, moved);
        touch(world, moved);
        processes::refresh(world, moved);
    }
    if let Parent::At(Relation::In, vessel) = to
        && Things::of(world).kind(vessel).mixes
    {
        // What is in it now may be all that a recipe takes.
        let next = world.resource::<Moment>().0 + 1;
        world.resource_mut::<Crossings>().set(vessel, Some(next));
    }
}

/// Moves the thing, and what is stowed in or on it along with it; nothing else about it changes.
pub(crate) fn carry(world: &mut World, id: ThingId, frame: Frame) {
    for moved in Things::of(world).with_contents(id) {
        let things = Things::of(world);
        let pose = *things.get::<Pose>(moved).expect("every thing has a pose");
        let frame = match (things.parent(moved), pose.in_parent) {
            _ if moved == id => frame,
            (Parent::At(_, parent), Some(in_parent)) => unit(things.frame(parent) * in_parent),
            // It has a body of its own.
            _ => continue,
        };
        let entity = world.resource::<ThingIndex>().entity(moved);
        world.get_mut::<Pose>(entity).expect("every thing has a pose").frame = frame;
    }
}

fn unlist(world: &mut World, parent: Parent, id: ThingId) {
    if let Parent::At(_, parent) = parent {
        contents_mut(world, parent).retain(|other| *other != id);
        touch(world, parent);
    }
}

fn list(world: &mut World, parent: Parent, id: ThingId) {
    if let Parent::At(_, parent) = parent {
        let contents = contents_mut(world, parent);
        let place = contents.partition_point(|other| *other < id);
        contents.insert(place, id);
        touch(world, parent);
    }
}

fn contents_mut(world: &mut World, id: ThingId) -> &mut Vec<ThingId> {
    let entity = world.resource::<ThingIndex>().entity(id);
    &mut world.get_mut::<Contents>(entity).expect("every thing has contents").into_inner().0
}

/// Sets where the thing is; for what is stowed also where it is in its parent.
fn set_frame(world: &mut World, id: ThingId, frame: Frame) {
    let things = Things::of(world);
    let in_parent = match things.parent(id) {
        Parent::At(_, parent) if things.is_stowed(id) => {
            Some(unit(things.frame(parent).inv_mul(&frame)))
        }
        Parent::Hand(..) | Parent::None | Parent::Gone | Parent::At(..) => None,
    };
    let entity = world.resource::<ThingIndex>().entity(id);
    *world.get_mut::<Pose>(entity).expect("every thing has a pose") = Pose { frame, in_parent };
}

/// Gives the thing a physical body where it now needs one, and takes it where it does not.
fn embody(world: &mut World, id: ThingId) {
    let things = Things::of(world);
    let solid: Solid = things.solid(id);
    let kind = std::sync::Arc::clone(&things.thing(id).kind);
    let needs_body = !things.is_stowed(id);
    let mut physics = world.resource_mut::<Physics>();
    physics.remove(id);
    if needs_body {
        physics.insert(id, &solid, &kind);
    }
}
