//! Where in a lived world a thing can be put down, and putting it there.

use base::{Relation, ThingId};
use bevy_ecs::prelude::*;
use rapier3d::math::Vector;

use crate::agent::{Hands, Site, TheAgent};
use crate::moving::relocate;
use crate::placing::{GAP_M, Order, Wanted, find_spot};
use crate::reach::reaches;
use crate::scene::SceneData;
use crate::solid::{Frame, Solid, facing, unit, upright};
use crate::things::{Parent, Things};
use crate::tops::Top;

/// A free spot on the support, within reach of the agent.
pub(crate) fn spot_on(site: &Site<'_>, thing: ThingId, on: ThingId) -> Option<Frame> {
    let (statics, body) = (&site.scene.statics, site.body);
    let order = Order::NearestTo(body.feet);
    find_on(site.things, site.scene, thing, on, order, |solid| reaches(statics, body, solid))
}

/// A free spot on the support, within reach of the agent and as near to the other as can be.
pub(crate) fn spot_beside(
    site: &Site<'_>,
    thing: ThingId,
    on: ThingId,
    beside: ThingId,
) -> Option<Frame> {
    let (statics, body) = (&site.scene.statics, site.body);
    let center = site.things.solid(beside).center();
    let order = Order::NearestTo([center.x, center.z]);
    find_on(site.things, site.scene, thing, on, order, |solid| reaches(statics, body, solid))
}

/// A free spot on the floor near the feet, within the walls.
pub(crate) fn spot_on_the_floor(site: &Site<'_>, thing: ThingId) -> Option<Frame> {
    let things = site.things;
    let stack = Stack::of(things, thing);
    let [x, z] = site.body.feet;
    let statics = &site.scene.statics;
    let mut obstacles: Vec<Solid> = statics.all.iter().map(|part| part.solid).collect();
    let loose = things.ids().filter(|id| !things.is_landmark(*id) && !things.is_stowed(*id));
    obstacles.extend(loose.map(|id| things.solid(id)));
    // Ahead first, then to the sides; the nearest first.
    for away_m in [0.35_f32, 0.5, 0.65] {
        for turn_deg in [0.0_f32, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 180.0] {
            let from = Vector::new(x, stack.half.y + GAP_M, z);
            let at = from + facing(site.body.yaw_deg + turn_deg) * away_m;
            let solid = Solid { frame: upright(at, site.body.yaw_deg), half: stack.half };
            let is_free = !obstacles.iter().any(|other| solid.overlaps(other));
            if is_free && !statics.wall_between(from, at) {
                return Some(unit(solid.frame * upright(Vector::Y * -stack.thing_below, 0.0)));
            }
        }
    }
    None
}

/// A free spot on the support, wherever it is.
pub(crate) fn any_spot_on(
    things: Things<'_>,
    scene: &SceneData,
    thing: ThingId,
    on: ThingId,
) -> Option<Frame> {
    find_on(things, scene, thing, on, Order::Middle, |_| true)
}

fn find_on(
    things: Things<'_>,
    scene: &SceneData,
    thing: ThingId,
    on: ThingId,
    order: Order,
    allowed: impl FnMut(&Solid) -> bool,
) -> Option<Frame> {
    let stack = Stack::of(things, thing);
    let tops = tops_of(things, on, false);
    let support = things.solid(on);
    if !things.is_landmark(on) && things.is_stowed(on) {
        let obstacles = siblings(things, thing, on);
        return stack.find(&support, &tops, &obstacles, Order::Packed, Lying::Across, |_| true);
    }
    let mut obstacles: Vec<Solid> = Vec::new();
    for other in things.ids() {
        let is_loose = !things.is_landmark(other) && !things.is_stowed(other);
        if is_loose && other != on && !things.is_within(other, thing) {
            obstacles.push(things.solid(other));
        }
    }
    let above = Solid { half: support.half + Vector::new(0.5, 2.0, 0.5), ..support };
    obstacles.extend(scene.statics.near(&above).into_iter().map(|part| part.solid));
    let order = if things.is_landmark(on) { order } else { Order::Packed };
    let is_landmark = things.is_landmark(on);
    let mut allowed = allowed;
    let lying = if is_landmark { Lying::Flat } else { Lying::Across };
    stack.find(&support, &tops, &obstacles, order, lying, |solid| !is_landmark || allowed(solid))
}

/// A free spot in the container.
pub(crate) fn spot_in(things: Things<'_>, thing: ThingId, into: ThingId) -> Option<Frame> {
    let obstacles = siblings(things, thing, into);
    let tops = tops_of(things, into, true);
    let container = things.solid(into);
    let lying = if things.kind(into).is_open_vessel() { Lying::InVessel } else { Lying::Piled };
    Stack::of(things, thing).find(&container, &tops, &obstacles, Order::Packed, lying, |_| true)
}

fn tops_of(things: Things<'_>, id: ThingId, inside: bool) -> Vec<Top> {
    things.tops(id).iter().copied().filter(|top| top.inside == inside).collect()
}

/// What is in or on the parent already, with all that is in or on that.
fn siblings(things: Things<'_>, thing: ThingId, parent: ThingId) -> Vec<Solid> {
    things
        .with_contents(parent)
        .into_iter()
        .filter(|other| *other != parent && !things.is_within(*other, thing))
        .filter(|other| !things.is_landmark(*other))
        .map(|other| things.solid(other))
        .collect()
}

/// How a thing may lie in or on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lying {
    /// Wholly on a piece of furniture.
    Flat,
    /// On a loose thing, perhaps sticking out over its edge.
    Across,
    /// In a closed container, perhaps on top of others.
    Piled,
    /// In an open vessel, perhaps on top of others, perhaps on its end.
    InVessel,
}

/// A thing and what towers above it, as one box.
struct Stack {
    half: Vector,
    /// How far the middle of the thing lies below the middle of the stack.
    thing_below: f32,
}

impl Stack {
    fn of(things: Things<'_>, thing: ThingId) -> Self {
        let solid = things.solid(thing);
        let height_above = things
            .with_contents(thing)
            .into_iter()
            .map(|other| things.solid(other).max().y - solid.max().y)
            .fold(0.0, f32::max);
        Self {
            half: solid.half + Vector::Y * (height_above * 0.5),
            thing_below: height_above * 0.5,
        }
    }

    fn find(
        &self,
        support: &Solid,
        tops: &[Top],
        obstacles: &[Solid],
        order: Order,
        lying: Lying,
        allowed: impl FnMut(&Solid) -> bool,
    ) -> Option<Frame> {
        let wanted = Wanted {
            half: self.half,
            support: support.frame,
            tops,
            obstacles,
            order,
            piled: matches!(lying, Lying::Piled | Lying::InVessel),
            overhangs: lying == Lying::Across,
            // What carries others is kept upright.
            on_end: lying == Lying::InVessel && self.thing_below == 0.0,
        };
        let spot = find_spot(&wanted, allowed)?;
        Some(unit(spot * upright(Vector::Y * -self.thing_below, 0.0)))
    }
}

/// Puts the thing there, out of the hand where it is in one.
pub(crate) fn put_down(
    world: &mut World,
    thing: ThingId,
    relation: Relation,
    parent: ThingId,
    spot: Frame,
) {
    release(world, thing);
    relocate(world, thing, Parent::At(relation, parent), spot);
}

/// Empties the hand that the thing is in.
pub(crate) fn release(world: &mut World, thing: ThingId) {
    let entity = world.resource::<TheAgent>().0;
    let mut hands = world.get_mut::<Hands>(entity).expect("the agent has hands");
    for hand in &mut hands.0 {
        if *hand == Some(thing) {
            *hand = None;
        }
    }
}
