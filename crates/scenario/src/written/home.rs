//! A home as it is typed.

use base::State;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Kind;
use crate::checked::{Cuboid, Surface};

/// A home: its rooms, its walls and everything in it. The whole of a file in `kitchens/`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Home {
    /// What the home is called.
    pub name: String,
    /// Its rooms: level rectangles that do not overlap.
    pub rooms: Vec<Room>,
    /// Its walls. Left out: one around every room, without doorways.
    #[serde(default)]
    pub walls: Walls,
    /// Where the agent stands at the beginning of a day.
    pub start: Start,
    /// Its things, in any order; furniture first reads best.
    pub things: Vec<Thing>,
    /// Kinds that only this home has; they come before those of the same name in `kinds.ron`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<Kind>,
}

/// A room: a level rectangle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Room {
    /// What it is called, such as `kitchen`.
    pub noun: String,
    /// The least x and z, metres.
    pub min: [f32; 2],
    /// The greatest x and z, metres.
    pub max: [f32; 2],
    /// From floor to ceiling, metres; 2.5 where it is left out.
    #[serde(default = "usual_room_height")]
    pub height: f32,
}

fn usual_room_height() -> f32 {
    2.5
}

/// The walls of a home.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Walls {
    /// Along every side of every room, 10 cm thick, outside of the room or halfway between two
    /// rooms, with these openings: `Around([(at: (4.0, 1.2), width: 0.9)])`.
    Around(Vec<Doorway>),
    /// Exactly these, doorways left open.
    Just(Vec<Cuboid>),
}

impl Default for Walls {
    fn default() -> Self {
        Self::Around(Vec::new())
    }
}

/// An opening in a wall, from the floor to the ceiling.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Doorway {
    /// Its middle: x and z, metres. It lies on a side of a room.
    pub at: [f32; 2],
    /// How wide it is, metres.
    pub width: f32,
}

/// Where the agent stands.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// x and z, metres.
    pub at: [f32; 2],
    /// Where it looks, degrees: 0 along +z, 90 along +x.
    #[serde(default)]
    pub yaw_deg: f32,
}

/// A thing of a home or of a scenario.
///
/// Furniture says where it is: with `stands`, the middle of its foot, and `bottom`, the height of
/// its foot; or with `center`, the middle of its box. Loose things only say `at`, and the house
/// finds a free place there.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thing {
    /// What it looks like: marks, then the kind, such as `blue mug`. Furniture has a noun of its
    /// own; loose things may look alike.
    pub noun: String,
    /// Its kind, where that is not the last word of the noun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// What it is in or on: `In("left drawer")`. Left out for what stands on the floor or hangs
    /// on a wall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
    /// The middle of its foot: x and z, metres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands: Option<[f32; 2]>,
    /// The height of its foot, metres. Left out: the floor, or the top of what it is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bottom: Option<f32>,
    /// The middle of its box, metres, y up; instead of `stands` and `bottom`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub center: Option<[f32; 3]>,
    /// Where its front looks, degrees: 0 along +z, 90 along +x.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub yaw_deg: f32,
    /// Width (x), height (y) and depth (z) before it is turned, metres. Left out: its kind's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<[f32; 3]>,
    /// States that differ from "no" at the start: `[(Sharp, false)]` for a blunt knife.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<(super::StateWord, bool)>")]
    pub states: Vec<(State, bool)>,
    /// What is in it at the start and can be poured, strewn or spread, in millilitres:
    /// `[("salt", 60)]`. Left out: that of which its kind is full.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filled: Vec<(String, u32)>,
    /// What is on it at the start, millilitres: `[("gravy", 10)]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<(String, u32)>,
    /// For a knob or a switch: what it switches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controls: Option<String>,
    /// Its solid parts, where one box would be too coarse.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solids: Vec<Cuboid>,
    /// How many floors it has inside, of equal height: for cupboards and the like that are turned
    /// by a multiple of 90 degrees. Left out: one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<u32>,
    /// Where things can stand on it or, where it holds things, in it. Left out: its top face, or
    /// its floors inside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub surfaces: Vec<Surface>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &f32) -> bool {
    *number == 0.0
}

/// What a thing is in or on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum At {
    /// On this.
    On(String),
    /// In this.
    In(String),
    /// In a scenario: in or on some place of the class that has room for it, drawn by the seed.
    Somewhere(PlaceClass),
}

/// A class of furniture.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum PlaceClass {
    /// What opens and holds things and is no appliance: drawers, cupboards, the fridge.
    Closed,
    /// What things can be put on: tables, counters, shelves; not what heats.
    Surface,
    /// Both of these.
    Anywhere,
    /// What heats.
    Heater,
    /// What has a switch: knobs and appliances.
    Switch,
}
