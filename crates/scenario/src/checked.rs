//! What may run: homes, things and lives in which every name is known and every number sane.
//!
//! Only the checks of this crate make these types from files; tests of other crates may build them
//! by hand.

use std::sync::Arc;

use base::{Action, Condition, Fact, Noun, Relation, State, ThingId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind refers to nothing else, so that it is checked as it was typed.
pub use crate::written::Kind;

/// A box, its axes turned about the vertical by `yaw`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cuboid {
    /// The middle, metres, y up.
    pub center: [f32; 3],
    /// The whole size along its own axes, metres.
    pub size: [f32; 3],
    /// The turn about the vertical, degrees, counter-clockwise seen from above.
    #[serde(default)]
    pub yaw_deg: f32,
}

/// A level rectangle on which things can stand, aligned with the axes of the home.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Surface {
    /// The least x and z, metres.
    pub min: [f32; 2],
    /// The greatest x and z, metres.
    pub max: [f32; 2],
    /// The height, metres.
    pub height: f32,
    /// How much room is above it, metres.
    pub clearance: f32,
}

/// How a heat source heats what is in or on it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeatSource {
    /// The temperature it drives things to, degrees Celsius.
    pub celsius: f32,
    /// How fast: the share of the difference that goes in one second.
    pub rate_per_s: f32,
    /// How it heats.
    pub mode: Heating,
    /// Whether what it heats is in it (toaster) or on it (burner).
    #[schemars(with = "crate::written::RelationWord")]
    pub applies: Relation,
    /// Whether it works only while it is running; a fridge always does.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub needs_on: bool,
    /// Whether it works only while it is closed. What also needs to be on cannot be switched on
    /// while it is open, and stops when it is opened.
    #[serde(default, skip_serializing_if = "is_no")]
    pub needs_closed: bool,
}

impl HeatSource {
    /// Whether opening it stops it.
    pub const fn stops_when_opened(&self) -> bool {
        self.needs_on && self.needs_closed
    }
}

const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_yes(yes: &bool) -> bool {
    *yes
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_no(yes: &bool) -> bool {
    !*yes
}

/// How heat reaches food; what food becomes depends on it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Heating {
    /// Dry heat all around, as in a toaster.
    Toasting,
    /// From below, through a vessel, as in a pan.
    Frying,
    /// Through and through, without a crust, as in a microwave.
    Warming,
    /// Heat is drawn away, as in a fridge.
    Cooling,
}

/// What a thing becomes when it gets hot enough.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeatChange {
    /// By which heating.
    pub by: Heating,
    /// From which temperature, degrees Celsius.
    pub at_celsius: f32,
    /// What it becomes; it stays so.
    #[schemars(with = "crate::written::StateWord")]
    pub becomes: State,
    /// What it must be already.
    #[serde(default)]
    #[schemars(with = "Option<crate::written::StateWord>")]
    pub needs: Option<State>,
}

/// An edge that cuts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// How sharp it is when new, from 0 to 1. Below 0.3 it does not cut.
    pub sharpness: f32,
    /// How much of it one cut takes.
    pub wear: f32,
}

impl Edge {
    /// The sharpness from which an edge cuts.
    pub const CUTS_FROM: f32 = 0.3;
}

/// The liquid that a thing gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gives {
    /// Which.
    pub liquid: String,
    /// How warm it comes out, degrees Celsius.
    pub celsius: f32,
    /// Whether what it fills is in it or on it.
    #[schemars(with = "crate::written::RelationWord")]
    pub applies: Relation,
}

/// Work that is done to a thing with a tool.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Work {
    /// Its peel comes off.
    Peel,
    /// It is cut into dice; any edge does it.
    Dice,
    /// It is mashed.
    Mash,
    /// What is in it is stirred.
    Stir,
    /// It is seasoned.
    Season,
    /// Something is spread on it; said of a tool, it is what is spread.
    Spread,
    /// It is sharpened.
    Sharpen,
    /// Soap is put on it; whatever can be washed can be soaped.
    Soap,
}

/// So much of one liquid, powder or paste stays on a thing, millilitres.
pub const COAT_ML: u32 = 5;

/// So much of what can be poured, strewn or spread, in a vessel or on a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portion {
    /// In it or on it.
    pub relation: Relation,
    /// What.
    pub what: Noun,
    /// How much, millilitres.
    pub ml: u32,
}

/// A thing of a home.
#[derive(Debug, Clone, PartialEq)]
pub struct Thing {
    /// Its number: its place in [`Home::things`].
    pub id: ThingId,
    /// What it looks like. Landmarks have nouns of their own.
    pub noun: Noun,
    /// What it has in common with its like.
    pub kind: Arc<Kind>,
    /// Width, height and depth, metres.
    pub size: [f32; 3],
    /// What it is in or on; none for what stands on the floor or hangs on a wall. The other comes
    /// before it in [`Home::things`].
    pub parent: Option<(Relation, ThingId)>,
    /// The middle of its box and its yaw in degrees. None: the house finds a free place at its
    /// parent. Landmarks always have one.
    pub pose: Option<([f32; 3], f32)>,
    /// Solid parts, where one box would be too coarse; empty for one box of `size`.
    pub solids: Vec<Cuboid>,
    /// Where things can stand on it, where its top face would be too coarse; empty for the top
    /// face of its box. For a kind that `holds`, also the floors inside.
    pub surfaces: Vec<Surface>,
    /// States that differ from "no" at the start. A thing with an edge is sharp unless it says
    /// `(Sharp, false)`.
    pub states: Vec<(State, bool)>,
    /// What is in or on it at the start and can be poured. Empty: that of which its kind is full.
    pub portions: Vec<Portion>,
    /// For a knob or a wall switch: what it switches.
    pub controls: Option<ThingId>,
    /// What it is a part of: it is nowhere until that is sliced.
    pub part_of: Option<ThingId>,
}

/// A room: a level rectangle.
#[derive(Debug, Clone, PartialEq)]
pub struct Room {
    /// What it is called.
    pub noun: Noun,
    /// The least x and z, metres.
    pub min: [f32; 2],
    /// The greatest x and z, metres.
    pub max: [f32; 2],
    /// From floor to ceiling, metres.
    pub height: f32,
}

/// A home and everything in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Home {
    /// Its name.
    pub name: String,
    /// Its rooms.
    pub rooms: Vec<Room>,
    /// Its walls, doorways left open.
    pub walls: Vec<Cuboid>,
    /// Where the agent stands at the beginning of a day: x and z in metres, yaw in degrees (0
    /// looks along +z).
    pub start: ([f32; 2], f32),
    /// Everything in it, parents before what is in or on them.
    pub things: Vec<Thing>,
}

impl Home {
    /// The thing with this number.
    pub fn thing(&self, id: ThingId) -> &Thing {
        &self.things[id.0 as usize]
    }

    /// The things that the noun fits, in order.
    pub fn fitting<'a>(&'a self, noun: &'a Noun) -> impl Iterator<Item = &'a Thing> {
        self.things.iter().filter(|thing| noun.fits(&thing.noun))
    }
}

/// Which part of a family a variant belongs to.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Split {
    /// For building and tuning.
    Dev,
    /// For reporting alone.
    Test,
}

/// How many actions a goal may cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum ActionBudget {
    /// So many.
    Fixed(u32),
    /// So many times what the oracle needs, rounded up.
    TimesOracle(f32),
}

/// A goal of a day.
#[derive(Debug, Clone, PartialEq)]
pub struct GoalOfDay {
    /// How it is said to the agent: "bring the blue mug to the table".
    pub words: String,
    /// What must be so.
    pub condition: Condition,
    /// How many actions it may cost.
    pub actions: ActionBudget,
    /// How long it may take, simulated seconds.
    pub seconds: u32,
}

/// A change that comes from outside, whoever makes it.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// The thing is put there.
    Move(ThingId, Relation, ThingId),
    /// The thing gets, or loses, the state.
    Set(ThingId, State, bool),
}

/// Something that happens by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct TimelineEvent {
    /// When, simulated seconds after the beginning of the day.
    pub at_second: u32,
    /// What changes. The agent notices what it sees change.
    pub changes: Vec<Change>,
    /// What is said so that the agent hears it: the words, and what they say about things.
    pub said: Option<(String, Vec<Fact>)>,
}

/// What a scenario promises of a day, for tests.
#[derive(Debug, Clone, PartialEq)]
pub enum Expectation {
    /// This is so at the end of the day.
    Holds(Condition),
    /// An action of the script with this verb is refused with this code.
    Refused(String, String),
}

/// One day of a life.
#[derive(Debug, Clone, PartialEq)]
pub struct Day {
    /// Its number, counted from 1; days may be left out between two.
    pub number: u32,
    /// When it begins, seconds after midnight.
    pub start_second: u32,
    /// What the agent is asked for. None: the script is merely done.
    pub goal: Option<GoalOfDay>,
    /// What is done on a day that is not planned: each action is completed with the steps that it
    /// needs (walking there, opening, taking) by one who knows the home. Empty on planned days.
    pub script: Vec<Action<Noun>>,
    /// What others do, from the beginning of the day: who, and what, completed like the script. In the
    /// order of their names.
    pub meanwhile: Vec<(String, Vec<Action<Noun>>)>,
    /// What happens by itself.
    pub timeline: Vec<TimelineEvent>,
    /// Whether the day is scored.
    pub scored: bool,
    /// What the scenario promises of it.
    pub expect: Vec<Expectation>,
}

/// What kind of fault.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum FaultKind {
    /// Opening or closing is refused with `Stuck`.
    Stuck,
    /// Taking is refused with `Slipped`.
    Slips,
    /// It is not seen although it is in view, at one event of perceiving.
    Unseen,
    /// It is taken for something else as it comes into view, until the next own look.
    Mistaken,
}

/// A fault that may befall a thing.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// Which things.
    pub thing: Noun,
    /// What befalls them.
    pub kind: FaultKind,
    /// How likely on each occasion, from 0 to 1.
    pub chance: f32,
    /// What they are taken for, where they are mistaken.
    pub taken_for: Option<Noun>,
}

/// Somebody who lives in the home beside the agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The name; no two who live in a home share one.
    pub name: String,
    /// The landmark at which the person stands when a day begins; none: near the agent.
    pub at: Option<ThingId>,
}

/// One variant of a scenario with one seed: everything that will happen, all draws made.
#[derive(Debug, Clone, PartialEq)]
pub struct Life {
    /// The scenario's name.
    pub scenario: String,
    /// Its family, 1 to 13.
    pub family: u8,
    /// The variant's name.
    pub variant: String,
    /// Its split.
    pub split: Split,
    /// The seed.
    pub seed: u64,
    /// The home at the beginning of the first day.
    pub home: Arc<Home>,
    /// The agent's name.
    pub agent: String,
    /// Who lives there beside the agent.
    pub people: Vec<Person>,
    /// The days, in order.
    pub days: Vec<Day>,
    /// What may go wrong.
    pub faults: Vec<Fault>,
}
