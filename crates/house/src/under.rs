//! What is on the floor under a piece of furniture: for geometry to say, whoever put it there.
//!
//! A loose thing on the floor is under a landmark where a part of that lies above its middle, no
//! higher than a person bends down for. Symbols say nothing of it: its parent is none.

use base::ThingId;
use rapier3d::math::Vector;

use crate::agent::Site;
use crate::placing::GAP_M;
use crate::reach::reaches;
use crate::scene::SceneData;
use crate::solid::{Frame, Solid, unit, upright};
use crate::spots::{Stack, loose_solids};
use crate::things::{Parent, Things};

/// What begins higher than this is not said to be over a thing on the floor, metres.
const LOW_M: f32 = 1.2;
/// How far a part may reach down beside the top of what is under it, metres.
const HAIR_M: f32 = 0.005;
/// How far the places tried lie apart at most, metres.
const STRIDE_M: f32 = 0.06;

/// The lowest landmark that the thing is under, where it is under one.
pub(crate) fn landmark_over(site: &Site<'_>, id: ThingId) -> Option<ThingId> {
    landmarks_over(site.things, site.scene, id).first().copied()
}

/// Every landmark that the thing is under, the lowest first.
pub(crate) fn landmarks_over(things: Things<'_>, scene: &SceneData, id: ThingId) -> Vec<ThingId> {
    if things.is_landmark(id) || things.parent(id) != Parent::None {
        return Vec::new();
    }
    over(scene, &things.solid(id))
}

fn over(scene: &SceneData, solid: &Solid) -> Vec<ThingId> {
    let Vector { x, z, .. } = solid.center();
    let top = solid.max().y;
    if top >= LOW_M {
        return Vec::new();
    }
    let half = Vector::new(HAIR_M, (LOW_M - top) * 0.5, HAIR_M);
    let column = Solid { frame: upright(Vector::new(x, top + half.y, z), 0.0), half };
    let mut found: Vec<(i64, ThingId)> = Vec::new();
    for part in scene.statics.near(&column) {
        let bottom = part.solid.min().y;
        let is_over = (top - HAIR_M..LOW_M).contains(&bottom)
            && part.solid.contains(Vector::new(x, part.solid.center().y, z), 0.0);
        if let (Some(owner), true) = (part.owner, is_over) {
            found.push(((f64::from(bottom) * 1e4).round() as i64, owner));
        }
    }
    found.sort_unstable();
    let mut owners: Vec<ThingId> = Vec::new();
    for (_, owner) in found {
        if !owners.contains(&owner) {
            owners.push(owner);
        }
    }
    owners
}

/// A free spot on the floor under the landmark, within reach and as near to the body as can be.
pub(crate) fn spot_under(site: &Site<'_>, thing: ThingId, of: ThingId) -> Option<Frame> {
    let (things, statics) = (site.things, &site.scene.statics);
    let stack = Stack::of(things, thing);
    let around = things.solid(of);
    let (min, max) = (around.min(), around.max());
    let mut obstacles = loose_solids(things, thing);
    let below = Vector::new(around.extent().x, LOW_M, around.extent().z);
    let column = Solid {
        frame: upright(Vector::new(around.center().x, 0.0, around.center().z), 0.0),
        half: below,
    };
    obstacles.extend(statics.near(&column).into_iter().map(|part| part.solid));
    let yaw = around.frame.rotation;
    let feet = site.body.feet;
    let steps = |low: f32, high: f32| ((high - low) / STRIDE_M).floor() as u32;
    let mut places: Vec<(i64, u32, u32)> = Vec::new();
    for row in 0..=steps(min.z, max.z) {
        for column in 0..=steps(min.x, max.x) {
            let [x, z] = place(min, column, row);
            let way = [x - feet[0], z - feet[1]];
            let squared_mm = (way[0] * way[0] + way[1] * way[1]) * 1e6;
            places.push((squared_mm as i64, row, column));
        }
    }
    places.sort_unstable();
    for (_, row, column) in places {
        let [x, z] = place(min, column, row);
        let at = Vector::new(x, stack.half.y + GAP_M, z);
        let solid = Solid { frame: Frame::from_parts(at, yaw), half: stack.half };
        let is_free = over(site.scene, &solid).contains(&of)
            && reaches(statics, site.body, &solid)
            && !obstacles.iter().any(|other| solid.overlaps(other));
        if is_free {
            return Some(unit(solid.frame * upright(Vector::Y * -stack.thing_below, 0.0)));
        }
    }
    None
}

fn place(min: Vector, column: u32, row: u32) -> [f32; 2] {
    [min.x + column as f32 * STRIDE_M, min.z + row as f32 * STRIDE_M]
}
