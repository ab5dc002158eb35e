//! Where in a lived world a thing can be put down, and putting it there.

use base::{Relation, ThingId};
use bevy_ecs::prelude::*;
use rapier3d::math::Vector;

use crate::agent::{Agents, Body, Hands, Site};
use crate::moving::relocate;
use crate::placing::{GAP_M, Order, Wanted, find_spot};
use crate::reach::{Lies, lies_for, reaches};
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

/// A free spot on furniture within reach of the agent and of the guest, as near to the guest as can be:
/// on what, and where.
pub(crate) fn spot_before(
    site: &Site<'_>,
    thing: ThingId,
    guest: &Body,
) -> Option<(ThingId, Frame)> {
    let things = site.things;
    let statics = &site.scene.statics;
    let mut furniture: Vec<(i64, ThingId)> = things
        .ids()
        .filter(|id| things.is_landmark(*id) && things.kind(*id).surface)
        .filter_map(|id| {
            let Lies::InReach(away_m) = lies_for(statics, guest, &things.solid(id)) else {
                return None;
            };
            Some(((f64::from(away_m) * 1000.0).round() as i64, id))
        })
        .collect();
    furniture.sort_unstable();
    furniture.into_iter().find_map(|(_, on)| {
        let order = Order::NearestTo(guest.feet);
        let both_reach =
            |solid: &Solid| reaches(statics, site.body, solid) && reaches(statics, guest, solid);
        Some((on, find_on(things, site.scene, thing, on, order, both_reach)?))
    })
}

/// A free spot on the floor near the feet, within the walls.
pub(crate) fn spot_on_the_floor(site: &Site<'_>, thing: ThingId) -> Option<Frame> {
    // Ahead first, then to the sides; the nearest first.
    let (away_m, turns_deg) =
        ([0.35, 0.5, 0.65], [0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 180.0]);
    let around = Around { center: site.body.feet, yaw_deg: site.body.yaw_deg, away_m, turns_deg };
    around.free_floor(site.things, site.scene, thing)
}

/// A free spot on the floor near the point, within the walls.
pub(crate) fn free_floor_near(
    things: Things<'_>,
    scene: &SceneData,
    thing: ThingId,
    point: Vector,
) -> Option<Frame> {
    let turns_deg = [0.0, 180.0, 90.0, -90.0, 45.0, -45.0, 135.0, -135.0];
    let away_m = [0.2, 0.4, 0.8];
    let around = Around { center: [point.x, point.z], yaw_deg: 0.0, away_m, turns_deg };
    around.free_floor(things, scene, thing)
}

/// Places around a point: so far away, in each of these directions.
struct Around {
    center: [f32; 2],
    yaw_deg: f32,
    away_m: [f32; 3],
    turns_deg: [f32; 8],
}

impl Around {
    fn free_floor(&self, things: Things<'_>, scene: &SceneData, thing: ThingId) -> Option<Frame> {
        let stack = Stack::of(things, thing);
        let [x, z] = self.center;
        let statics = &scene.statics;
        let mut obstacles: Vec<Solid> = statics.all.iter().map(|part| part.solid).collect();
        obstacles.extend(loose_solids(things, thing));
        for away_m in self.away_m {
            for turn_deg in self.turns_deg {
                let from = Vector::new(x, stack.half.y + GAP_M, z);
                let at = from + facing(self.yaw_deg + turn_deg) * away_m;
                let solid = Solid { frame: upright(at, self.yaw_deg), half: stack.half };
                let is_free = !obstacles.iter().any(|other| solid.overlaps(other));
                if is_free && !statics.wall_between(from, at) {
                    return Some(unit(solid.frame * upright(Vector::Y * -stack.thing_below, 0.0)));
                }
            }
        }
        None
    }
}

/// The boxes of everything loose that has a body of its own, but for the thing and what is in or on it.
pub(crate) fn loose_solids(things: Things<'_>, thing: ThingId) -> Vec<Solid> {
    let is_other = |id: &ThingId| {
        !things.is_landmark(*id)
            && !things.is_stowed(*id)
            && !things.is_within(*id, thing)
            && things.person(*id).is_none()
    };
    things.ids().filter(is_other).map(|id| things.solid(id)).collect()
}

/// One pushes a thing half a metre: so many steps, and how long each is, metres.
const PUSH_STEPS: u32 = 25;
const PUSH_STEP_M: f32 = 0.02;
/// How far a thing is lifted over what it rests on, so that it does not count as in the way, metres.
const SCRAPE_M: f32 = 0.003;

/// Where the thing comes to be when it is pushed away from the body, where the way there is free and
/// it stays on what it stands on.
pub(crate) fn spot_pushed_to(site: &Site<'_>, thing: ThingId) -> Option<Frame> {
    let way = way_pushed_along(site, thing)?;
    let goes_all_the_way = way.len() == PUSH_STEPS as usize
        && way.iter().all(|solid| stays_on_support(site, thing, solid));
    goes_all_the_way.then(|| unit(way[way.len() - 1].frame))
}

/// The boxes that the thing fills one after the other while it is pushed away from the body, until
/// something is in the way of it or of what stands on it; none where it cannot be said which way that is.
pub(crate) fn way_pushed_along(site: &Site<'_>, thing: ThingId) -> Option<Vec<Solid>> {
    let things = site.things;
    let start = things.solid(thing);
    let [x, z] = site.body.feet;
    let away = Vector::new(start.center().x - x, 0.0, start.center().z - z);
    if away.length() < GAP_M {
        return None;
    }
    let away = away.normalize();
    let pushed: Vec<Solid> = things
        .with_contents(thing)
        .into_iter()
        .filter(|id| !things.is_stowed(*id))
        .map(|id| things.solid(id))
        .collect();
    let mut obstacles = loose_solids(things, thing);
    let half = start.half.length() + 1.0;
    let around = Solid { half: Vector::splat(half), ..start };
    obstacles.extend(site.scene.statics.near(&around).into_iter().map(|part| part.solid));
    let moved = |solid: &Solid, step: u32| {
        let way = away * (PUSH_STEP_M * step as f32) + Vector::Y * SCRAPE_M;
        let frame = Frame::from_parts(solid.frame.translation + way, solid.frame.rotation);
        Solid { frame, ..*solid }
    };
    let is_free = |step: &u32| {
        pushed.iter().all(|solid| {
            let solid = moved(solid, *step);
            !obstacles.iter().any(|other| solid.overlaps(other))
        })
    };
    Some((1..=PUSH_STEPS).take_while(is_free).map(|step| moved(&start, step)).collect())
}

/// Whether the box, which is the thing's somewhere else, lies wholly over what the thing stands on; on
/// the floor, within a room or a doorway.
fn stays_on_support(site: &Site<'_>, thing: ThingId, solid: &Solid) -> bool {
    let (center, extent) = (solid.center(), solid.extent());
    let Parent::At(_, support) = site.things.parent(thing) else {
        return site.scene.home.rooms.iter().any(|room| {
            let near = |axis: usize, at: f32| {
                at >= room.min[axis] - DOORWAY_M && at <= room.max[axis] + DOORWAY_M
            };
            near(0, center.x) && near(1, center.z)
        });
    };
    let below = site.things.solid(support).frame;
    tops_of(site.things, support, false).iter().any(|top| {
        let home_from_top = below * top.frame;
        let local = home_from_top.inverse_transform_point(center);
        let gap = solid.min().y - home_from_top.translation.y;
        local.x.abs() + extent.x <= top.half[0]
            && local.z.abs() + extent.z <= top.half[1]
            && gap.abs() <= 0.03
    })
}

/// How far beyond the rooms' edges a doorway lies, metres.
const DOORWAY_M: f32 = 0.15;

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
        // People make way for what is put down.
        let is_loose = is_loose && things.person(other).is_none();
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

/// Free spots for what the thing falls into, where it is; none where there is no room for all of it,
/// and where it is in a hand or on the floor.
pub(crate) fn spots_for_parts(
    site: &Site<'_>,
    thing: ThingId,
    parts: &[ThingId],
) -> Option<Vec<Frame>> {
    let things = site.things;
    let Parent::At(relation, parent) = things.parent(thing) else { return None };
    let (support, center) = (things.solid(parent), things.solid(thing).center());
    let tops = tops_of(things, parent, relation == Relation::In);
    let mut obstacles = siblings(things, thing, parent);
    if !things.is_stowed(thing) {
        obstacles = loose_solids(things, thing);
        if !things.is_landmark(parent) {
            obstacles.retain(|other| *other != support);
        }
        let above = Solid { half: support.half + Vector::new(0.5, 2.0, 0.5), ..support };
        obstacles.extend(site.scene.statics.near(&above).into_iter().map(|part| part.solid));
    }
    let (order, lying) = match relation {
        Relation::In if things.kind(parent).is_open_vessel() => (Order::Packed, Lying::InVessel),
        Relation::In => (Order::Packed, Lying::Piled),
        _ if things.is_landmark(parent) => (Order::NearestTo([center.x, center.z]), Lying::Flat),
        _ => (Order::Packed, Lying::Across),
    };
    let must_reach = relation == Relation::On && things.is_landmark(parent);
    let mut spots = Vec::with_capacity(parts.len());
    for part in parts {
        let stack = Stack { half: things.solid(*part).half, thing_below: 0.0 };
        let spot = stack.find(&support, &tops, &obstacles, order, lying, |solid| {
            !must_reach || reaches(&site.scene.statics, site.body, solid)
        })?;
        obstacles.push(Solid { frame: spot, half: stack.half });
        spots.push(spot);
    }
    Some(spots)
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
pub(crate) struct Stack {
    pub(crate) half: Vector,
    /// How far the middle of the thing lies below the middle of the stack.
    pub(crate) thing_below: f32,
}

impl Stack {
    pub(crate) fn of(things: Things<'_>, thing: ThingId) -> Self {
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
    let Parent::Hand(agent, _) = Things::of(world).parent(thing) else { return };
    let entity = world.resource::<Agents>().entity(agent);
    let mut hands = world.get_mut::<Hands>(entity).expect("the agent has hands");
    for hand in &mut hands.0 {
        if *hand == Some(thing) {
            *hand = None;
        }
    }
}
