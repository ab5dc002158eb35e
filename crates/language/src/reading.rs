//! What an observation in words tells: the fields that an extractor fills in.
//!
//! A reading is the contract between an extractor and whoever uses what it found: its JSON schema
//! ([`Reading::schema`]) says which fields there are, and [`Reading::check`] what a schema cannot say.

use base::{ActionKind, Fact, Noun, Place, Refusal, Relation, SimTime, State};
use memory::{Class, MemoryUnit, Source};
use schemars::{JsonSchema, Schema, schema_for};
use serde::{Deserialize, Serialize};

use crate::acts::{Act, action_of, arity};

/// What kind of thing an observation tells of.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Something was done and took effect.
    Did,
    /// Something was tried in vain.
    Failed,
    /// Something changed by itself.
    Happened,
    /// How something was, as it was seen or told.
    Saw,
}

impl Event {
    /// Every kind, in order.
    pub const ALL: [Self; 4] = [Self::Did, Self::Failed, Self::Happened, Self::Saw];

    /// The word for it in prompts and tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Did => "did",
            Self::Failed => "failed",
            Self::Happened => "happened",
            Self::Saw => "saw",
        }
    }
}

/// How a thing is: in a state, or somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Situation {
    /// It is in the state, or in its opposite.
    Is(State, bool),
    /// It stands so to the second thing of the reading.
    At(Relation),
    /// It does not.
    NotAt(Relation),
    /// It is in the hand of who tells.
    Held,
    /// It is no more.
    Gone,
}

impl Situation {
    /// The words: `open`, `in`, `not on`, `held`, `gone`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Is(state, holds) => state.adjective(holds),
            Self::At(Relation::In) => "in",
            Self::At(Relation::On) => "on",
            Self::At(Relation::Under) => "under",
            Self::At(Relation::HeldBy) => "held by",
            Self::NotAt(Relation::In) => "not in",
            Self::NotAt(Relation::On) => "not on",
            Self::NotAt(Relation::Under) => "not under",
            Self::NotAt(Relation::HeldBy) => "not held by",
            Self::Held => "held",
            Self::Gone => "gone",
        }
    }

    /// Every situation: places first, then states with their opposites.
    pub fn all() -> impl Iterator<Item = Self> {
        const PLACES: [Relation; 4] =
            [Relation::In, Relation::On, Relation::Under, Relation::HeldBy];
        let places = PLACES.into_iter().flat_map(|at| [Self::At(at), Self::NotAt(at)]);
        let states = State::ALL.into_iter().flat_map(|s| [Self::Is(s, true), Self::Is(s, false)]);
        places.chain([Self::Held, Self::Gone]).chain(states)
    }

    /// The situation with these words.
    pub fn named(words: &str) -> Option<Self> {
        Self::all().find(|situation| situation.words() == words)
    }

    /// How a thing was that has just become so, where that follows: a state was its opposite.
    pub const fn before_change(self) -> Option<Self> {
        match self {
            Self::Is(state, holds) => Some(Self::Is(state, !holds)),
            _ => None,
        }
    }

    /// Whether it needs a second thing.
    pub const fn needs_a_place(self) -> bool {
        matches!(self, Self::At(_) | Self::NotAt(_))
    }
}

impl Serialize for Situation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.words())
    }
}

impl<'de> Deserialize<'de> for Situation {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = String::deserialize(deserializer)?;
        Self::named(&words)
            .ok_or_else(|| serde::de::Error::custom(format!("\"{words}\" is no situation")))
    }
}

/// What an observation tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// What kind of thing it tells of.
    pub event: Event,
    /// What was done or tried: a verb of the table of actions, `toggle` with `on` or `off`.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub act: Option<Act>,
    /// The things in the order of the action's arguments, each with its attributes before its kind;
    /// where nothing was done, what it is about and where that is.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub things: Vec<Noun>,
    /// How the first thing was before.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub before: Option<Situation>,
    /// How the first thing was after, or was seen to be.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub after: Option<Situation>,
    /// Why it failed: a code of the table of refusals.
    #[serde(default)]
    pub cause: Option<String>,
}

/// A reading that cannot be meant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// Another number of things than the action takes.
    #[error("\"{act}\" is done to {takes} things, and {given} are named")]
    Things {
        /// What is done.
        act: String,
        /// How many it takes.
        takes: usize,
        /// How many there are.
        given: usize,
    },
    /// One thing twice.
    #[error("the {0} cannot be both the first thing and the second")]
    Twice(Noun),
    /// Something was done, and nothing says what; or nothing was done, and something says what.
    #[error("\"{event}\" with{} an action", if *.has_action { "" } else { "out" })]
    Action {
        /// The kind of observation.
        event: &'static str,
        /// Whether there is an action.
        has_action: bool,
    },
    /// A cause of a success, or none of the codes.
    #[error("\"{0}\" cannot be why it failed")]
    Cause(String),
    /// A place without the thing that is there, or of something that nothing is known about.
    #[error("nothing says what is \"{0}\"")]
    Place(&'static str),
}

impl Reading {
    /// A reading in which only the kind of observation is known.
    pub const fn of(event: Event) -> Self {
        Self { event, act: None, things: Vec::new(), before: None, after: None, cause: None }
    }

    /// The JSON schema of a reading.
    pub fn schema() -> Schema {
        schema_for!(Self)
    }

    /// Whether the parts go together.
    ///
    /// # Errors
    ///
    /// The first [`Contradiction`].
    pub fn check(&self) -> Result<(), Contradiction> {
        let is_act = matches!(self.event, Event::Did | Event::Failed);
        if is_act != self.act.is_some() {
            let event = self.event.word();
            return Err(Contradiction::Action { event, has_action: self.act.is_some() });
        }
        if let Some(act) = self.act {
            let (takes, given) = (arity(act.kind), self.things.len());
            // Where a thing is taken from may be told beside what is taken.
            let tells_whence = self.before.is_some_and(Situation::needs_a_place);
            if given != takes && !(tells_whence && given == takes + 1) {
                return Err(Contradiction::Things { act: act.to_string(), takes, given });
            }
        }
        if let [first, second, ..] = &*self.things
            && first == second
        {
            return Err(Contradiction::Twice(first.clone()));
        }
        if let Some(cause) = &self.cause {
            let refusal = refusal_of(cause);
            let may_be = self.act.zip(refusal).is_some_and(|(act, refusal)| {
                self.event == Event::Failed && act.kind.entry().may_be_refused(refusal)
            });
            if !may_be {
                return Err(Contradiction::Cause(cause.clone()));
            }
        }
        let situations = self.before.iter().chain(&self.after);
        for situation in situations {
            let needs = 1 + usize::from(situation.needs_a_place());
            if self.things.len() < needs {
                return Err(Contradiction::Place(situation.words()));
            }
        }
        Ok(())
    }

    /// How it turned out: -1 for a failure, else 0.
    pub fn valence(&self) -> f32 {
        if self.event == Event::Failed { -1.0 } else { 0.0 }
    }

    /// The memory unit that the reading makes of the words.
    pub fn into_unit(self, words: &str, episode: u32, lived: SimTime) -> MemoryUnit {
        let mut unit = MemoryUnit::new(words, episode, lived);
        unit.valence = self.valence();
        unit.refusal = self.cause.as_deref().and_then(refusal_of);
        unit.actions.extend(self.act.and_then(|act| action_of(act, &self.things)));
        unit.before.extend(self.before.and_then(|before| self.fact(before)));
        unit.after.extend(self.after.and_then(|after| self.fact(after)));
        let reveals = unit.refusal.and_then(Refusal::reveals);
        // What is found out is found out about the tool, where there is one.
        let revealed = reveals.zip(self.things.last());
        unit.cause
            .extend(revealed.map(|((state, holds), thing)| Fact::Is(thing.clone(), state, holds)));
        if !matches!(self.event, Event::Did | Event::Failed) {
            unit.source = Source::Saw;
            unit.class = if self.event == Event::Saw { Class::Scene } else { Class::Event };
        }
        unit.entities = self.things;
        unit.collect_entities();
        unit
    }

    fn fact(&self, situation: Situation) -> Option<Fact> {
        let thing = self.things.first()?.clone();
        let place = |relation| Some(Place(relation, self.things.get(1)?.clone()));
        match situation {
            Situation::Is(state, holds) => Some(Fact::Is(thing, state, holds)),
            Situation::At(relation) => Some(Fact::At(thing, place(relation)?)),
            Situation::NotAt(relation) => Some(Fact::NotAt(thing, place(relation)?)),
            Situation::Held | Situation::Gone => None,
        }
    }
}

/// The refusal with this code.
pub fn refusal_of(code: &str) -> Option<Refusal> {
    Refusal::ALL.into_iter().find(|refusal| refusal.code() == code)
}

/// What doing this does to its first thing: how it was before and is after. None where that
/// depends on more than the kind of action.
pub const fn effect(act: Act) -> (Option<Situation>, Option<Situation>) {
    use ActionKind as A;
    use Situation as S;
    let (before, after) = match act.kind {
        A::Open => (S::Is(State::Open, false), S::Is(State::Open, true)),
        A::Close => (S::Is(State::Open, true), S::Is(State::Open, false)),
        A::PutOn => (S::Held, S::At(Relation::On)),
        A::PutIn => (S::Held, S::At(Relation::In)),
        A::PutUnder => (S::Held, S::At(Relation::Under)),
        A::HandOver => (S::Held, S::At(Relation::HeldBy)),
        A::Toggle => {
            let on = !matches!(act.on, Some(false));
            (S::Is(State::Running, !on), S::Is(State::Running, on))
        }
        A::Slice => (S::Is(State::Sliced, false), S::Is(State::Sliced, true)),
        A::Crack => (S::Is(State::Cracked, false), S::Is(State::Cracked, true)),
        A::Wash | A::Wipe => (S::Is(State::Dirty, true), S::Is(State::Dirty, false)),
        A::Dry => (S::Is(State::Wet, true), S::Is(State::Wet, false)),
        A::Peel => (S::Is(State::Peeled, false), S::Is(State::Peeled, true)),
        A::Dice => (S::Is(State::Diced, false), S::Is(State::Diced, true)),
        A::Mash => (S::Is(State::Mashed, false), S::Is(State::Mashed, true)),
        A::Stir => (S::Is(State::Stirred, false), S::Is(State::Stirred, true)),
        A::Season => (S::Is(State::Seasoned, false), S::Is(State::Seasoned, true)),
        A::Sharpen => (S::Is(State::Sharp, false), S::Is(State::Sharp, true)),
        A::Plug => (S::Is(State::Plugged, false), S::Is(State::Plugged, true)),
        A::Unplug => (S::Is(State::Plugged, true), S::Is(State::Plugged, false)),
        A::Eat => (S::Held, S::Gone),
        A::Empty | A::Drink => (S::Is(State::Filled, true), S::Is(State::Filled, false)),
        A::Take => return (None, Some(S::Held)),
        A::Fill => return (None, Some(S::Is(State::Filled, true))),
        _ => return (None, None),
    };
    (Some(before), Some(after))
}

#[cfg(test)]
mod tests {
    use base::Action;

    use super::*;

    fn noun(text: &str) -> Noun {
        text.parse().expect("a noun")
    }

    fn put(things: &[&str]) -> Reading {
        let act = Some(Act::new(ActionKind::PutIn));
        let things = things.iter().map(|thing| noun(thing)).collect();
        let (before, after) = effect(Act::new(ActionKind::PutIn));
        Reading { act, things, before, after, ..Reading::of(Event::Did) }
    }

    #[test]
    fn a_reading_is_json_by_its_schema() {
        let reading = put(&["blue mug", "left drawer"]);
        let json = serde_json::to_string(&reading).expect("a reading is JSON");
        assert_eq!(
            json,
            r#"{"event":"did","act":"put_in","things":["blue mug","left drawer"],"before":"held","after":"in","cause":null}"#
        );
        assert_eq!(serde_json::from_str::<Reading>(&json).expect("its own JSON"), reading);
        let schema = Reading::schema().to_value();
        assert_eq!(schema["additionalProperties"], false);
        assert!(serde_json::from_str::<Reading>(r#"{"event":"did","mood":"good"}"#).is_err());
    }

    #[test]
    fn what_cannot_be_meant_is_named() {
        assert_eq!(put(&["mug", "drawer"]).check(), Ok(()));
        let error = |reading: Reading| reading.check().expect_err("a contradiction").to_string();
        assert_eq!(error(put(&["mug"])), "\"put_in\" is done to 2 things, and 1 are named");
        assert!(error(put(&["mug", "mug"])).contains("both the first thing and the second"));
        let mut caused = put(&["mug", "drawer"]);
        caused.cause = Some("blunt".to_owned());
        assert_eq!(error(caused), "\"blunt\" cannot be why it failed");
        let lost = Reading { after: Situation::named("in"), ..Reading::of(Event::Saw) };
        assert_eq!(error(lost), "nothing says what is \"in\"");
    }

    #[test]
    fn a_reading_becomes_a_unit() {
        let unit = put(&["blue mug", "left drawer"]).into_unit("In it went.", 2, SimTime(7));
        assert_eq!(unit.actions, [Action::PutIn(noun("blue mug"), noun("left drawer"))]);
        assert_eq!(
            unit.after,
            [Fact::At(noun("blue mug"), Place(Relation::In, noun("left drawer")))]
        );
        assert_eq!(unit.entities, [noun("blue mug"), noun("left drawer")]);

        let failed = Reading {
            act: Some(Act::new(ActionKind::Slice)),
            things: vec![noun("bread"), noun("red knife")],
            cause: Some("blunt".to_owned()),
            ..Reading::of(Event::Failed)
        };
        assert_eq!(failed.check(), Ok(()));
        let unit = failed.into_unit("No luck.", 2, SimTime(7));
        assert_eq!(unit.cause, [Fact::Is(noun("red knife"), State::Sharp, false)]);
        assert!(unit.valence < 0.0);
    }

    #[test]
    fn every_situation_has_words_of_its_own() {
        for situation in Situation::all() {
            assert_eq!(Situation::named(situation.words()), Some(situation));
        }
    }
}
