//! Moves the house on in time: tick by tick, or over a quiet stretch in one jump.

use base::{SimTime, ThingId};
use bevy_ecs::prelude::*;
use body::{Clock, Intent};

use crate::agent::Agents;
use crate::breaking;
use crate::crossings::Crossings;
use crate::digest::note_moved;
use crate::doing::{act, finish_due, next_event as next_of_agents, walk_on};
use crate::falling;
use crate::moment::Moment;
use crate::moving::carry;
use crate::people;
use crate::physics::Physics;
use crate::processes::cross;
use crate::reconcile::report;
use crate::sensing::{Attention, Keep, perceive};
use crate::solid::Frame;
use crate::things::Things;
use crate::timeline::{Timeline, happen};

/// Moves the house on by one tick: the work of the stage `Physics`.
pub(crate) fn advance(world: &mut World) {
    let now = world.resource::<Clock>().now;
    advance_to(world, now + 1);
}

/// Moves the house on to a moment before which nothing happens but at that moment itself.
fn advance_to(world: &mut World, to: SimTime) {
    world.resource_mut::<Moment>().0 = to;
    walk_on(world);
    if world.resource::<Physics>().is_awake() {
        let moved = world.resource_mut::<Physics>().tick();
        follow_bodies(world, &moved);
        let blows = world.resource_mut::<Physics>().take_blows();
        breaking::take_effect(world, blows);
    }
    if world.resource::<Crossings>().next().is_some_and(|next| next <= to) {
        cross(world);
    }
    if world.resource::<Timeline>().next().is_some_and(|next| next <= to) {
        happen(world);
    }
    finish_due(world);
    people::follow_bodies(world);
}

/// Brings the poses of things to where their bodies have moved. Once all rest, the senses look again
/// and symbols are compared with geometry.
fn follow_bodies(world: &mut World, bodies: &[(ThingId, Frame)]) {
    for (id, frame) in bodies {
        if Things::of(world).frame(*id) != *frame {
            carry(world, *id, *frame);
            note_moved(world, *id);
        }
    }
    if !world.resource::<Physics>().is_awake() {
        world.resource_mut::<Attention>().changed = true;
        falling::come_to_rest(world);
        let all: Vec<ThingId> = bodies.iter().map(|(id, _)| *id).collect();
        report(world, &all);
    }
}

/// When something next happens by itself: an action ends, a walking body looks around, a
/// temperature crosses a threshold, an event of the timeline, a movement. None: nothing ever does.
///
/// Never before the coming tick.
pub fn next_event(world: &World) -> Option<SimTime> {
    let now = world.resource::<Clock>().now;
    let at_once = world.resource::<Physics>().is_awake()
        || !world.resource::<Attention>().is_idle()
        || world
            .resource::<Agents>()
            .0
            .iter()
            .any(|agent| world.get::<Intent>(*agent).is_some_and(|intent| intent.0.is_some()));
    if at_once {
        return Some(now + 1);
    }
    let events = [
        next_of_agents(world, now),
        world.resource::<Crossings>().next(),
        world.resource::<Timeline>().next(),
    ];
    events.into_iter().flatten().min().map(|event| event.max(now + 1))
}

/// Moves the house and the clock on to `time`, as if each tick had been run with no mind in it.
///
/// Quiet stretches are jumped over. What is heard and noticed on the way is kept together until the
/// next step that senses something.
pub fn skip_to(world: &mut World, time: SimTime) {
    pass(world, time, Senses::Awake);
}

/// Whether the agents perceive what happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Senses {
    Awake,
    Asleep,
}

/// Lets time pass.
pub(crate) fn pass(world: &mut World, time: SimTime, senses: Senses) {
    loop {
        let now = world.resource::<Clock>().now;
        if now >= time {
            return;
        }
        match senses {
            Senses::Awake if !world.resource::<Attention>().is_idle() => {
                perceive(world, Keep::HeardAndNoticed);
            }
            Senses::Awake => {}
            Senses::Asleep => *world.resource_mut::<Attention>() = Attention::default(),
        }
        act(world);
        let next = next_event(world).map_or(time, |event| event.min(time));
        advance_to(world, next);
        world.resource_mut::<Clock>().now = next;
    }
}

/// A thing that moved while it should have rested.
#[derive(Debug, Clone, PartialEq)]
pub struct Moved {
    /// Which.
    pub thing: ThingId,
    /// How far.
    pub metres: f32,
    /// Whether it is no longer where it is said to be.
    pub left_parent: bool,
}

/// Wakes everything that has a body, lets it move for so many seconds while the clock stands still,
/// and tells what has moved by more than a millimetre, in order.
pub fn settle(world: &mut World, seconds: f32) -> Vec<Moved> {
    let before: Vec<Frame> = {
        let things = Things::of(world);
        things.ids().map(|id| things.frame(id)).collect()
    };
    for _ in 0..base::time::ticks_for_seconds(seconds) {
        let mut physics = world.resource_mut::<Physics>();
        physics.wake_all();
        let moved = physics.tick();
        follow_bodies(world, &moved);
    }
    // Time stands still, and so nothing breaks.
    world.resource_mut::<Physics>().take_blows();
    let drifted: Vec<ThingId> =
        crate::reconcile::drifts(world).into_iter().map(|drift| drift.thing).collect();
    let things = Things::of(world);
    let moved = things.ids().map(|id| Moved {
        thing: id,
        metres: (things.frame(id).translation - before[id.0 as usize].translation).length(),
        left_parent: drifted.binary_search(&id).is_ok(),
    });
    moved.filter(|moved| moved.metres > 0.001 || moved.left_parent).collect()
}
