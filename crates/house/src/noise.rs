//! What is heard without anybody saying it: something falls or shatters, an appliance begins to run or
//! stops, a kettle boils.
//!
//! A noise is heard in its own room, and in the next one where the way over the floor, through the open
//! doorway, is short enough. Heard is what kind of thing it was, not which; of furniture, which it was:
//! agents know their home. What one does oneself one does not hear; that something which one dropped
//! shatters, one does. Nothing in a house falls by itself: a fall is what somebody else drops or pushes
//! over an edge.

use base::{Fact, Noun, Place, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use body::Heard;

use crate::agent::{Agents, Site};
use crate::scene::SceneData;
use crate::sensing::Attention;

/// How far a noise is heard in the same room, level, metres.
pub const HEARD_M: f32 = 12.0;
/// How far it is heard in the next room, along the way over the floor, metres.
pub const HEARD_NEXT_ROOM_M: f32 = 8.0;
/// The way ends so near to the thing, level, metres.
const BESIDE_M: f32 = 1.2;
/// How far apart the points of the way are at which the room is asked for, metres.
const PACE_M: f32 = 0.25;

/// A noise that a thing makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Noise {
    thing: ThingId,
    sound: Sound,
}

/// What makes the noise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sound {
    /// It gets, or loses, the state.
    Becomes(State, bool),
    /// It falls to the floor, and stays whole.
    Falls,
}

/// Lets the thing be heard by everybody who is near enough.
pub(crate) fn make(world: &mut World, thing: ThingId, sound: Sound) {
    for (number, agent) in Agents::of(world).into_iter().enumerate() {
        let site = Site::of(world, agent);
        let center = site.things.solid(thing).center();
        if is_within_hearing(site.scene, site.body.feet, [center.x, center.z]) {
            let noise = Noise { thing, sound };
            world.resource_mut::<Attention>().of(number).noises.push(noise);
        }
    }
}

impl Noise {
    /// What is heard; nothing where it is the agent's own doing.
    pub(crate) fn heard(&self, site: &Site<'_>, own_changes: &[Fact]) -> Option<Heard> {
        let Self { thing, sound } = *self;
        let exactly = site.things.noun(thing);
        let own = match sound {
            Sound::Becomes(state, holds) => Fact::Is(exactly.clone(), state, holds),
            Sound::Falls => {
                Fact::NotAt(exactly.clone(), Place(Relation::HeldBy, site.name.clone()))
            }
        };
        if own_changes.contains(&own) {
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
        let words = match sound {
            Sound::Falls => format!("something falls in the {room}"),
            Sound::Becomes(State::Shattered, _) => format!("something shatters in the {room}"),
            Sound::Becomes(State::Running, true) => {
                format!("the {what} begins to run in the {room}")
            }
            Sound::Becomes(State::Running, false) => format!("the {what} stops in the {room}"),
            Sound::Becomes(..) => format!("the {what} whistles in the {room}"),
        };
        let facts = match sound {
            Sound::Becomes(state, holds) => vec![Fact::Is(noun, state, holds)],
            // What it was does not show by the sound of it.
            Sound::Falls => Vec::new(),
        };
        Some(Heard { words, facts })
    }
}

/// Whether what sounds at `source` is heard at `ear`; both x and z, metres.
pub(crate) fn is_within_hearing(scene: &SceneData, ear: [f32; 2], source: [f32; 2]) -> bool {
    let (Some(here), Some(there)) = (scene.room_at(ear), scene.room_at(source)) else {
        return false;
    };
    if here == there {
        return apart_m(ear, source) <= HEARD_M;
    }
    if apart_m(ear, source) > HEARD_NEXT_ROOM_M {
        return false;
    }
    let nav = &scene.nav;
    let is_beside = |cell| {
        let at = nav.center(cell);
        apart_m(at, source) <= BESIDE_M && scene.room_at(at) == Some(there)
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
            let room = scene.room_at(at);
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
