//! What is heard without anybody saying it: something shatters, an appliance begins to run or stops, a
//! kettle boils.
//!
//! A noise is heard in its own room, and in the next one where the way over the floor, through the open
//! doorway, is short enough. Heard is what kind of thing it was, not which; of furniture, which it was:
//! agents know their home. What one does oneself one does not hear. Nothing in a house falls by
//! itself, so a fall is what somebody else drops: it is heard where it shatters.

use base::{Fact, Noun, State, ThingId};
use bevy_ecs::prelude::*;
use body::Heard;

use crate::agent::Site;
use crate::sensing::Attention;

/// How far a noise is heard in the same room, level, metres.
pub const HEARD_M: f32 = 12.0;
/// How far it is heard in the next room, along the way over the floor, metres.
pub const HEARD_NEXT_ROOM_M: f32 = 8.0;
/// The way ends so near to the thing, level, metres.
const BESIDE_M: f32 = 1.2;
/// How far apart the points of the way are at which the room is asked for, metres.
const PACE_M: f32 = 0.25;

/// A noise that a thing makes as it gets, or loses, a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Noise {
    thing: ThingId,
    state: State,
    holds: bool,
}

/// Lets the thing be heard, where the agent is near enough.
pub(crate) fn make(world: &mut World, thing: ThingId, state: State, holds: bool) {
    if is_heard(&Site::of(world), thing) {
        let noise = Noise { thing, state, holds };
        world.resource_mut::<Attention>().noises.push(noise);
    }
}

impl Noise {
    /// What is heard; nothing where it is the agent's own doing.
    pub(crate) fn heard(&self, site: &Site<'_>, own_changes: &[Fact]) -> Option<Heard> {
        let Self { thing, state, holds } = *self;
        let exactly = site.things.noun(thing);
        if own_changes.contains(&Fact::Is(exactly.clone(), state, holds)) {
            return None;
        }
        let noun = match site.things.is_landmark(thing) {
            true => exactly.clone(),
            false => Noun::new(exactly.kind(), &[]),
        };
        let center = site.things.solid(thing).center();
        let room = site.scene.room_at([center.x, center.z]);
        let room = room.map_or_else(|| "house".to_owned(), Noun::words);
        let what = noun.words();
        let words = match (state, holds) {
            (State::Shattered, _) => format!("something shatters in the {room}"),
            (State::Running, true) => format!("the {what} begins to run in the {room}"),
            (State::Running, false) => format!("the {what} stops in the {room}"),
            _ => format!("the {what} whistles in the {room}"),
        };
        Some(Heard { words, facts: vec![Fact::Is(noun, state, holds)] })
    }
}

fn is_heard(site: &Site<'_>, thing: ThingId) -> bool {
    let center = site.things.solid(thing).center();
    let (ear, source) = (site.body.feet, [center.x, center.z]);
    let (Some(here), Some(there)) = (site.scene.room_at(ear), site.scene.room_at(source)) else {
        return false;
    };
    if here == there {
        return apart_m(ear, source) <= HEARD_M;
    }
    if apart_m(ear, source) > HEARD_NEXT_ROOM_M {
        return false;
    }
    let nav = &site.scene.nav;
    let is_beside = |cell| {
        let at = nav.center(cell);
        apart_m(at, source) <= BESIDE_M && site.scene.room_at(at) == Some(there)
    };
    let Some(way) = nav.way(ear, source, BESIDE_M, is_beside) else { return false };
    let mut length_m = 0.0;
    let mut from = ear;
    for to in way.into_iter().chain([source]) {
        let leg_m = apart_m(from, to);
        let paces = (leg_m / PACE_M).ceil().max(1.0);
        for pace in 1..=paces as u32 {
            let share = pace as f32 / paces;
            let at = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share);
            let room = site.scene.room_at(at);
            if room != Some(here) && room != Some(there) {
                return false;
            }
        }
        length_m += leg_m;
        from = to;
    }
    length_m <= HEARD_NEXT_ROOM_M
}

fn apart_m(one: [f32; 2], other: [f32; 2]) -> f32 {
    let [x, z] = [one[0] - other[0], one[1] - other[1]];
    (x * x + z * z).sqrt()
}
