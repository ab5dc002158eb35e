//! The fingerprint of a world, kept up to date thing by thing.
//!
//! Counted in: of every thing its parent, its place (of what is stowed, its place in its parent),
//! its states, edge, warmth, liquid, plug, dial and doses; of each agent its place, turn and hands. Lengths are counted in
//! tenths of a millimetre. Left out: the clock, percepts and handles, the action under way, and how
//! often a fault was drawn for, so that an action that is refused leaves the digest as it was.

use std::collections::BTreeSet;

use base::{Digest, Digester, Relation, SetDigest, ThingId};
use bevy_ecs::prelude::*;
use rapier3d::math::Vector;
use scenario::checked::Heating;

use crate::agent::{Agents, Body, Hands, Posture};
use crate::heat::Warmth;
use crate::liquid::{Coat, Liquid};
use crate::rinse::Rinse;
use crate::sensing::Attention;
use crate::solid::Frame;
use crate::spoiling::Age;
use crate::things::{Dial, Doses, Edge, Openable, Parent, Plug, Pose, Switch, ThingIndex, Things};

/// The digests of the things as they were when last asked for, and which have changed since.
#[derive(Resource, Debug, Clone, Default)]
pub(crate) struct Digests {
    of_things: Vec<Digest>,
    all: SetDigest,
    stale: BTreeSet<ThingId>,
}

/// Notes that something about the thing has changed, for the digest and for the senses.
pub(crate) fn touch(world: &mut World, id: ThingId) {
    note_moved(world, id);
    world.resource_mut::<Attention>().changed = true;
}

/// Notes that the thing has moved, for the digest alone: senses wait until it has come to rest.
pub(crate) fn note_moved(world: &mut World, id: ThingId) {
    world.resource_mut::<Digests>().stale.insert(id);
}

/// The fingerprint of the world as it is now.
pub fn world_digest(world: &mut World) -> Digest {
    let stale = std::mem::take(&mut world.resource_mut::<Digests>().stale);
    world.resource_scope(|world, mut digests: Mut<Digests>| {
        let digests = &mut *digests;
        let things = Things::of(world);
        let first_time = digests.of_things.is_empty();
        digests.of_things.resize(world.resource::<ThingIndex>().len(), Digest::default());
        let changed: Vec<ThingId> =
            if first_time { things.ids().collect() } else { stale.into_iter().collect() };
        for id in changed {
            let known = &mut digests.of_things[id.0 as usize];
            if !first_time {
                digests.all.remove(known);
            }
            *known = digest_of(things, id);
            digests.all.add(known);
        }
    });
    with_agents(world, &world.resource::<Digests>().all)
}

/// The fingerprint computed from nothing, to check the other against.
pub fn world_digest_afresh(world: &World) -> Digest {
    let things = Things::of(world);
    let mut all = SetDigest::default();
    for id in things.ids() {
        all.add(&digest_of(things, id));
    }
    with_agents(world, &all)
}

fn with_agents(world: &World, things: &SetDigest) -> Digest {
    let mut digester = Digester::new("world");
    digester.digest(&things.digest());
    for agent in &world.resource::<Agents>().0 {
        read_agent(&mut digester, world, *agent);
    }
    digester.finish()
}

fn read_agent(digester: &mut Digester, world: &World, agent: Entity) {
    let body = world.get::<Body>(agent).expect("an agent has a body");
    let hands = world.get::<Hands>(agent).expect("an agent has hands");
    for length in body.feet {
        digester.u64(tenths_of_mm(length));
    }
    digester.u64((f64::from(body.yaw_deg) * 100.0).round() as i64 as u64);
    if let Some(on) = body.posture.on() {
        digester.str(match body.posture {
            Posture::Lying(_) => "lies",
            Posture::On { .. } => "stands",
            Posture::Standing | Posture::Sitting(_) => "sits",
        });
        digester.u64(u64::from(on.0));
    }
    for hand in hands.0 {
        digester.u64(hand.map_or(0, |thing| u64::from(thing.0) + 1));
    }
}

fn digest_of(things: Things<'_>, id: ThingId) -> Digest {
    let mut digester = Digester::new("thing");
    digester.u64(u64::from(id.0));
    match things.parent(id) {
        Parent::None => digester.u64(0),
        Parent::At(relation, parent) => {
            let at = match relation {
                Relation::On => 1,
                Relation::In => 2,
                Relation::HeldBy => 3,
                Relation::Under => 4,
            };
            digester.u64(at).u64(u64::from(parent.0))
        }
        Parent::Gone => digester.u64(5),
        Parent::Hand(agent, hand) => digester.u64(4).u64(u64::from(agent.0)).u64(u64::from(hand)),
    };
    let pose = things.get::<Pose>(id).expect("every thing has a pose");
    // What is in the hand is where the body is, which is counted once.
    if !matches!(things.parent(id), Parent::Hand(..)) {
        read_frame(&mut digester, &pose.in_parent.unwrap_or(pose.frame));
    }
    digester.u64(u64::from(things.became(id).bits()));
    if let Some(openable) = things.get::<Openable>(id) {
        digester.bool(openable.is_open());
        if openable.is_ajar() || openable.is_open() && openable.percent < 100 {
            digester.str("open to").u64(u64::from(openable.percent));
        }
    }
    if let Some(switch) = things.get::<Switch>(id) {
        digester.bool(switch.running);
    }
    if let Some(edge) = things.get::<Edge>(id) {
        digester.f32(edge.sharpness);
    }
    if let Some(warmth) = things.get::<Warmth>(id) {
        let mode = match warmth.drive.mode {
            None => 0,
            Some(Heating::Toasting) => 1,
            Some(Heating::Frying) => 2,
            Some(Heating::Warming) => 3,
            Some(Heating::Cooling) => 4,
        };
        digester.u64(warmth.since.0).f32(warmth.celsius).bool(warmth.hot);
        digester.f32(warmth.drive.celsius).f32(warmth.drive.rate_per_s).u64(mode);
        if warmth.cold {
            digester.str("cold").bool(warmth.frozen);
        }
        if warmth.boiling {
            digester.str("boiling");
        }
    }
    if let Some(liquid) = things.get::<Liquid>(id) {
        for (what, ml) in liquid.0.iter() {
            digester.str(what.as_str()).u64(u64::from(ml));
        }
    }
    if let Some(coat) = things.get::<Coat>(id) {
        for (what, ml) in coat.0.iter() {
            digester.str("on").str(what.as_str()).u64(u64::from(ml));
        }
    }
    if let Some(plug) = things.get::<Plug>(id) {
        digester.str("plug").bool(plug.0);
    }
    if let Some(dial) = things.get::<Dial>(id)
        && dial.0 > 0
        && things.kind(id).levels != Some(dial.0)
    {
        digester.str("dial").u64(u64::from(dial.0));
    }
    if let Some(doses) = things.get::<Doses>(id)
        && things.kind(id).doses != Some(doses.0)
    {
        digester.str("doses").u64(u64::from(doses.0));
    }
    if let Some(age) = things.get::<Age>(id) {
        digester.str("age").u64(age.since.0).u64(age.quarters).u64(age.pace);
    }
    if let Some(since) = things.get::<Rinse>(id).and_then(|rinse| rinse.0) {
        digester.str("rinse").u64(since.0);
    }
    digester.finish()
}

fn read_frame(digester: &mut Digester, frame: &Frame) {
    let at: Vector = frame.translation;
    for length in at.to_array() {
        digester.u64(tenths_of_mm(length));
    }
    let turn = frame.rotation.to_array();
    // A turn and its negative are the same turn.
    let first = turn.iter().rev().copied().find(|part| part.abs() > 1e-3).unwrap_or(1.0);
    for part in turn {
        let sign = if first < 0.0 { -1.0 } else { 1.0 };
        digester.u64((f64::from(part * sign) * 1e3).round() as i64 as u64);
    }
}

fn tenths_of_mm(length_m: f32) -> u64 {
    (f64::from(length_m) * 1e4).round() as i64 as u64
}
