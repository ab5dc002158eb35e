//! Compares what the symbols say with where things are.
//!
//! Symbols are the truth that actions commit; geometry must agree with them. Where it does not, a
//! [`Drift`] message tells so: a fault of the house, which fails a test.

use base::{Action, Relation, ThingId};
use bevy_ecs::prelude::*;
use rapier3d::math::Vector;

use crate::agent::{Agents, Body};
use crate::physics::Physics;
use crate::things::{Parent, Things};

/// Symbols and geometry differ.
#[derive(Message, Debug, Clone, PartialEq)]
pub struct Drift {
    /// Which thing is not where it is said to be.
    pub thing: ThingId,
    /// What is wrong.
    pub what: String,
}

/// How far above or below its support a thing may be, metres.
const OFF_SUPPORT_M: f32 = 0.03;
/// How far out of its container a thing may reach, metres.
const OUT_OF_CONTAINER_M: f32 = 0.02;
/// How far from the hand a held thing may be, metres.
const OFF_HAND_M: f32 = 0.01;

/// Compares the things that the action was done to, and all that is in or on them.
pub(crate) fn after(world: &mut World, action: &Action<ThingId>) {
    let things = Things::of(world);
    let mut touched: Vec<ThingId> =
        action.things().flat_map(|id| loose_with_contents(things, *id)).collect();
    touched.sort_unstable();
    touched.dedup();
    report(world, &touched);
}

fn loose_with_contents(things: Things<'_>, id: ThingId) -> Vec<ThingId> {
    if things.is_landmark(id) { Vec::new() } else { things.with_contents(id) }
}

/// Writes a message for each of the things that is not where it is said to be.
pub(crate) fn report(world: &mut World, things: &[ThingId]) {
    let drifts: Vec<Drift> = things
        .iter()
        .filter_map(|thing| Some(Drift { thing: *thing, what: drift_of(world, *thing)? }))
        .collect();
    world.write_message_batch(drifts);
}

/// Every thing that is not where it is said to be, in order.
pub fn drifts(world: &World) -> Vec<Drift> {
    let drift = |thing| Some(Drift { thing, what: drift_of(world, thing)? });
    Things::of(world).ids().filter_map(drift).collect()
}

/// Whether the thing is not where it is said to be.
pub(crate) fn is_adrift(world: &World, id: ThingId) -> bool {
    drift_of(world, id).is_some()
}

fn drift_of(world: &World, id: ThingId) -> Option<String> {
    let things = Things::of(world);
    if things.is_landmark(id) || things.person(id).is_some() {
        return None;
    }
    let solid = things.solid(id);
    match things.parent(id) {
        Parent::None => {
            let height = solid.min().y;
            let falls = world.resource::<Physics>().is_moving(id);
            (!falls && height.abs() > OFF_SUPPORT_M)
                .then(|| format!("it is {height} m above the floor"))
        }
        Parent::Gone => None,
        Parent::At(Relation::In, container) => {
            let around = things.solid(container);
            let reach = around.extent() + Vector::splat(OUT_OF_CONTAINER_M);
            let between = (solid.center() - around.center()).abs() + solid.extent();
            let mut out = between - reach;
            if things.kind(container).is_open_vessel() {
                // At the top it may stick out, as long as it is in there at all.
                let (bottom, floor) = (solid.min().y, around.min().y - OUT_OF_CONTAINER_M);
                out.y = (floor - bottom).max(bottom - around.max().y);
            }
            (out.max_element() > 0.0)
                .then(|| format!("it reaches {} m out of its container", out.max_element()))
        }
        Parent::At(_, support) => off_support(things, id, support),
        Parent::Hand(agent, hand) => {
            let holder = world.resource::<Agents>().entity(agent);
            let body: &Body = things.of_agent(holder).expect("an agent has a body");
            let off = (solid.center() - body.hand(hand).translation).length();
            (off > OFF_HAND_M).then(|| format!("it is {off} m off the hand"))
        }
    }
}

fn off_support(things: Things<'_>, id: ThingId, support: ThingId) -> Option<String> {
    let solid = things.solid(id);
    let below = things.solid(support).frame;
    let mut nearest: Option<f32> = None;
    for top in things.tops(support).iter().filter(|top| !top.inside) {
        let home_from_top = below * top.frame;
        let local = home_from_top.inverse_transform_point(solid.center());
        if local.x.abs() <= top.half[0] && local.z.abs() <= top.half[1] {
            let gap = solid.min().y - home_from_top.translation.y;
            if nearest.is_none_or(|nearest| gap.abs() < nearest.abs()) {
                nearest = Some(gap);
            }
        }
    }
    match nearest {
        None => Some("it is beside its support".to_owned()),
        Some(gap) => (gap.abs() > OFF_SUPPORT_M).then(|| format!("it is {gap} m off its support")),
    }
}
