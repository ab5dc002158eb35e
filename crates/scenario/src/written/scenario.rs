//! A scenario as it is typed.

use std::collections::BTreeMap;

use base::{Action, Condition, Fact, Relation, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::{ActionWord, ConditionWord, FactWord, RelationWord, StateWord};
use super::{PlaceClass, Thing, Value};
use crate::checked::{ActionBudget, FaultKind, Split};

/// A scenario: variants of one story, and what the seed decides. The whole of a file in
/// `scenarios/`.
///
/// Every text may hold variables: `$target` is what the variant binds to `target`, or what the
/// draw `target` has drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What the scenario is called: one word, hyphenated where needed.
    pub name: String,
    /// The family it belongs to, 1 to 13.
    pub family: u8,
    /// What it is about, in one sentence.
    pub summary: String,
    /// What the agent is called.
    #[serde(default = "usual_agent")]
    pub agent: String,
    /// Who lives there beside the agent.
    #[serde(default)]
    pub people: Vec<Person>,
    /// Its variants: other homes, other things, other words.
    pub variants: Vec<Variant>,
    /// What the seed decides. Each draw has a random stream of its own, so that one more draw
    /// changes no other.
    #[serde(default)]
    pub draw: Vec<Draw>,
    /// What is in the home besides its furniture.
    #[serde(default)]
    pub things: Vec<Thing>,
    /// What is otherwise at first than the home says, for every thing that the noun fits:
    /// `[("red knife", Sharp, false)]`.
    #[serde(default)]
    #[schemars(with = "Vec<(String, StateWord, bool)>")]
    pub set: Vec<(String, State, bool)>,
    /// What may go wrong.
    #[serde(default)]
    pub faults: Vec<Fault>,
    /// The days, in order.
    pub days: Vec<DayEntry>,
}

fn usual_agent() -> String {
    "Robin".to_owned()
}

/// Somebody who lives there beside the agent, and does what the days say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// What the person is called: one word, hyphenated where needed.
    pub name: String,
    /// The piece of furniture at which the person stands when a day begins. Left out: near the agent.
    #[serde(default)]
    pub at: Option<String>,
}

/// A variant of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// What it is called, such as `mugs-in-the-galley`.
    pub name: String,
    /// Whether it is for building and tuning or for reporting.
    pub split: Split,
    /// The home: a path such as `kitchens/galley.ron`.
    pub home: String,
    /// What the variables are: words, or lists of words. They may hold variables themselves.
    #[serde(default)]
    pub bind: BTreeMap<String, Value>,
}

/// Something that the seed decides: a word or, with `count`, a list of words.
///
/// It is drawn from everything that `from`, `places` and `things` name together, without what
/// `not` names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The variable that it is for.
    pub name: String,
    /// Words to draw from. A variable that is a list stands for all of its words.
    #[serde(default)]
    pub from: Vec<String>,
    /// Draws from all furniture of this class.
    #[serde(default)]
    pub places: Option<PlaceClass>,
    /// Of `places` only those that this noun fits.
    #[serde(default)]
    pub fitting: Option<String>,
    /// Draws from all things that this noun fits.
    #[serde(default)]
    pub things: Option<String>,
    /// Of `places` only those with room for all of these at the same time: nouns of things, or
    /// kinds. A variable that is a list stands for all of its words.
    #[serde(default)]
    pub room_for: Vec<String>,
    /// What it must not be. A variable that is a list stands for all of its words.
    #[serde(default)]
    pub not: Vec<String>,
    /// How many to draw: `$place[1]` or `$place1` is the first of a list `place`. No word comes
    /// twice in a row.
    #[serde(default)]
    pub count: Option<u32>,
    /// No word of the list comes twice.
    #[serde(default)]
    pub distinct: bool,
    /// All words, in an order that the seed decides; instead of `count`.
    #[serde(default)]
    pub shuffle: bool,
}

/// A fault that may befall a thing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Which things: all that the noun fits.
    pub thing: String,
    /// What befalls them.
    pub kind: FaultKind,
    /// How likely on each occasion, from 0 to 1.
    pub chance: f32,
    /// For `Mistaken`: what they are taken for.
    #[serde(default)]
    pub taken_for: Option<String>,
}

/// An entry in the list of days.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum DayEntry {
    /// One day.
    Day(Day),
    /// Several days, several times.
    Repeat(Repeat),
}

/// Days that come several times.
///
/// In them `$i` is the number of the repetition, from 1, and `$place[i]` the word of the list
/// `place` with that number; `$place[i+1]` is the one after it, `$place[2i]` the second, fourth and
/// so on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// How often.
    pub times: u32,
    /// How many days lie between the first days of two repetitions. Left out: as many as they
    /// take.
    #[serde(default)]
    pub every_days: Option<u32>,
    /// What the seed decides anew in each repetition.
    #[serde(default)]
    pub draw: Vec<Draw>,
    /// The days of one repetition.
    pub days: Vec<DayEntry>,
}

/// A day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Day {
    /// Its number, counted from 1. Left out: `gap` days after the one before.
    #[serde(default)]
    pub number: Option<u32>,
    /// How many days after the one before; 1 where it is left out.
    #[serde(default)]
    pub gap: Option<u32>,
    /// When it begins: `07:30`.
    #[serde(default = "usual_start")]
    pub start: String,
    /// What is done on a day that is not planned. Each action is completed with the steps that it
    /// needs by one who knows the home.
    #[serde(default)]
    #[schemars(with = "Vec<ActionWord>")]
    pub script: Vec<Action<String>>,
    /// What others do on this day, from its beginning, whatever the agent does:
    /// `{"Ann": [Take("cup"), HandOver("cup", "Robin")]}`. Each action is completed as in `script`. The
    /// day of an agent that is asked for nothing ends when they are done.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Vec<ActionWord>>")]
    pub meanwhile: BTreeMap<String, Vec<Action<String>>>,
    /// What happens by itself.
    #[serde(default)]
    pub timeline: Vec<Event>,
    /// What the agent is asked for.
    #[serde(default)]
    pub goal: Option<Goal>,
    /// Whether the day is scored. Only the last one can be.
    #[serde(default)]
    pub scored: bool,
    /// What the scenario promises of the day, for tests.
    #[serde(default)]
    pub expect: Vec<Expect>,
}

fn usual_start() -> String {
    "08:00".to_owned()
}

/// A goal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// How it is said to the agent: "bring the $target to the table". A noun that a variable
    /// stands for loses its hyphens.
    pub words: String,
    /// What must be so.
    #[schemars(with = "ConditionWord")]
    pub wants: Condition,
    /// How many actions it may cost; twice what the oracle needs where it is left out.
    #[serde(default = "usual_budget")]
    pub actions: ActionBudget,
    /// How long it may take, simulated seconds; 900 where it is left out.
    #[serde(default = "usual_seconds")]
    pub seconds: u32,
}

fn usual_budget() -> ActionBudget {
    ActionBudget::TimesOracle(2.0)
}

fn usual_seconds() -> u32 {
    900
}

/// Something that happens by itself. Its name in files is `At`: `At(second: 60, set: [..])`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "At")]
#[schemars(rename = "Event")]
pub struct Event {
    /// When, seconds after the beginning of the day.
    pub second: u32,
    /// What is put where: `[("blue mug", In, "tall cupboard")]`.
    #[serde(default, rename = "move")]
    #[schemars(with = "Vec<(String, RelationWord, String)>")]
    pub moves: Vec<(String, Relation, String)>,
    /// Which states change: `[("red knife", Sharp, true)]`.
    #[serde(default)]
    #[schemars(with = "Vec<(String, StateWord, bool)>")]
    pub set: Vec<(String, State, bool)>,
    /// What is said so that the agent hears it.
    #[serde(default)]
    pub say: Option<Say>,
}

/// Something said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Say {
    /// The words, with who says them: "Ann says: the $target is in the $place now."
    pub words: String,
    /// What the words say about things.
    #[serde(default)]
    #[schemars(with = "Vec<FactWord>")]
    pub facts: Vec<Fact>,
}

/// What a scenario promises of a day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Expect {
    /// This is so at the end of the day.
    Holds(#[schemars(with = "ConditionWord")] Condition),
    /// An action of the script with this verb is refused with this code:
    /// `Refused("slice", "blunt")`.
    Refused(String, String),
}
