//! Actions as they are told: which words there are for each, from base's tables.

use std::fmt;
use std::sync::LazyLock;

use base::{Action, ActionKind, Noun};
use serde::{Deserialize, Serialize};

/// What was done, without the things: a kind of action, and for a switch which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Act {
    /// The kind.
    pub kind: ActionKind,
    /// For a switch, whether it was thrown on.
    pub on: Option<bool>,
}

impl Act {
    /// The act of that kind; a switch is thrown on.
    pub const fn new(kind: ActionKind) -> Self {
        let on = if matches!(kind, ActionKind::Toggle) { Some(true) } else { None };
        Self { kind, on }
    }

    /// What an action does.
    pub fn of(action: &Action<Noun>) -> Self {
        match action {
            Action::Toggle(_, on) => Self { kind: ActionKind::Toggle, on: Some(*on) },
            _ => Self { kind: action.kind(), on: None },
        }
    }

    /// Every act, in the order of the actions.
    pub fn all() -> impl Iterator<Item = Self> {
        ActionKind::ALL.into_iter().flat_map(|kind| {
            let off = (kind == ActionKind::Toggle).then_some(Self { kind, on: Some(false) });
            [Some(Self::new(kind)), off].into_iter().flatten()
        })
    }

    /// The act with this name: `put_in`, `toggle off`.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|act| act.to_string() == name)
    }

    /// The words for it in the infinitive, without its things: `put in`, `switch off`.
    pub fn words(self) -> String {
        match self.on {
            Some(on) => format!("switch {}", if on { "on" } else { "off" }),
            None => self.kind.verb().replace('_', " "),
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.verb())?;
        match self.on {
            Some(on) => f.write_str(if on { " on" } else { " off" }),
            None => Ok(()),
        }
    }
}

impl Serialize for Act {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Act {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name)
            .ok_or_else(|| serde::de::Error::custom(format!("\"{name}\" is no action")))
    }
}

/// How many things an action is done to and with.
pub fn arity(kind: ActionKind) -> usize {
    sample(Act::new(kind)).things().count()
}

/// The action with these things, in order; more than it takes are left out. None where there are
/// too few. Numbers and words that an act does not tell are 0 and empty.
pub fn action_of(act: Act, things: &[Noun]) -> Option<Action<Noun>> {
    let mut given = things.iter();
    sample(act).try_map(|_| given.next().cloned().ok_or(())).ok()
}

/// The action with numbers for its things.
fn sample(act: Act) -> Action<u8> {
    use ActionKind as K;
    match act.kind {
        K::Go => Action::Go(0),
        K::Look => Action::Look,
        K::Search => Action::Search(0),
        K::Open => Action::Open(0),
        K::Close => Action::Close(0),
        K::Take => Action::Take(0),
        K::PutOn => Action::PutOn(0, 1),
        K::PutIn => Action::PutIn(0, 1),
        K::Toggle => Action::Toggle(0, act.on != Some(false)),
        K::Slice => Action::Slice(0, 1),
        K::Crack => Action::Crack(0, 1),
        K::Wait => Action::Wait(0),
        K::GiveUp => Action::GiveUp,
        K::Wash => Action::Wash(0),
        K::Wipe => Action::Wipe(0, 1),
        K::Dry => Action::Dry(0, 1),
        K::Pour => Action::Pour(0, 1, None),
        K::Fill => Action::Fill(0, 1),
        K::Empty => Action::Empty(0, 1),
        K::Drink => Action::Drink(0),
        K::Eat => Action::Eat(0),
        K::Drop => Action::Drop(0),
        K::PutBeside => Action::PutBeside(0, 1),
        K::PutBack => Action::PutBack(0),
        K::ThrowAway => Action::ThrowAway(0),
        K::Peel => Action::Peel(0, 1),
        K::Dice => Action::Dice(0, 1),
        K::Mash => Action::Mash(0, 1),
        K::Stir => Action::Stir(0, 1),
        K::Season => Action::Season(0, 1),
        K::Spread => Action::Spread(0, 1, 2),
        K::Sharpen => Action::Sharpen(0, 1),
        K::Plug => Action::Plug(0),
        K::Unplug => Action::Unplug(0),
        K::Say => Action::Say(String::new()),
        K::Sit => Action::Sit(0),
        K::Lie => Action::Lie(0),
        K::Stand => Action::Stand,
        K::ClimbOnto => Action::ClimbOnto(0),
        K::StepDown => Action::StepDown,
        K::SetDial => Action::SetDial(0, 0),
        K::PutUnder => Action::PutUnder(0, 1),
        K::Refill => Action::Refill(0, 1),
        K::Push => Action::Push(0),
        K::HandOver => Action::HandOver(0, 1),
        K::Ask => Action::Ask(0, String::new()),
        K::OpenTo => Action::OpenTo(0, 0),
        K::Serve => Action::Serve(0, 1),
        K::Soap => Action::Soap(0, 1),
    }
}

/// A part of the words in which an act is told, after its verb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A word that is said as it is.
    Word(String),
    /// The thing with that place among the arguments.
    Thing(usize),
    /// A number.
    Number,
}

/// How an act is told: a verb, and what follows it.
#[derive(Debug, Clone)]
pub struct Frame {
    /// What is told.
    pub act: Act,
    /// The verb.
    pub verb: &'static Verb,
    /// What follows.
    pub parts: Vec<Part>,
}

/// How every act is told, read off the sentences of [`Action::told_by`].
pub fn frames() -> &'static [Frame] {
    static FRAMES: LazyLock<Vec<Frame>> = LazyLock::new(|| Act::all().map(frame).collect());
    &FRAMES
}

fn frame(act: Act) -> Frame {
    const THINGS: [&str; 3] = ["firstthing", "secondthing", "thirdthing"];
    let noun = |place: u8| Noun::new(THINGS[usize::from(place)], &[]);
    let told = sample(act).map(noun).told_by("I");
    let mut words = told.split_whitespace().skip(1);
    let past = words.next().expect("what is told has a verb").trim_end_matches(':');
    let verb = VERBS.iter().find(|verb| verb.past == past);
    let parts = words
        .map(|word| word.trim_end_matches(':'))
        .filter(|word| *word != "the" && !word.is_empty())
        .map(|word| match THINGS.iter().position(|thing| *thing == word) {
            Some(place) => Part::Thing(place),
            None if word.chars().all(|c| c.is_ascii_digit()) => Part::Number,
            None => Part::Word(word.to_owned()),
        });
    Frame { act, verb: verb.expect("every verb has its forms"), parts: parts.collect() }
}

/// The forms of a verb.
#[derive(Debug, PartialEq, Eq)]
pub struct Verb {
    /// As in "to take".
    pub base: &'static str,
    /// As in "took".
    pub past: &'static str,
    /// As in "was taken".
    pub participle: &'static str,
    /// As in "by taking".
    pub gerund: &'static str,
}

const fn verb(
    base: &'static str,
    past: &'static str,
    participle: &'static str,
    gerund: &'static str,
) -> Verb {
    Verb { base, past, participle, gerund }
}

/// The forms of the verbs in which actions are told.
pub const VERBS: &[Verb] = &[
    verb("go", "went", "gone", "going"),
    verb("look", "looked", "looked", "looking"),
    verb("search", "searched", "searched", "searching"),
    verb("open", "opened", "opened", "opening"),
    verb("close", "closed", "closed", "closing"),
    verb("take", "took", "taken", "taking"),
    verb("put", "put", "put", "putting"),
    verb("switch", "switched", "switched", "switching"),
    verb("slice", "sliced", "sliced", "slicing"),
    verb("crack", "cracked", "cracked", "cracking"),
    verb("wait", "waited", "waited", "waiting"),
    verb("give", "gave", "given", "giving"),
    verb("wash", "washed", "washed", "washing"),
    verb("wipe", "wiped", "wiped", "wiping"),
    verb("dry", "dried", "dried", "drying"),
    verb("pour", "poured", "poured", "pouring"),
    verb("fill", "filled", "filled", "filling"),
    verb("empty", "emptied", "emptied", "emptying"),
    verb("drink", "drank", "drunk", "drinking"),
    verb("eat", "ate", "eaten", "eating"),
    verb("drop", "dropped", "dropped", "dropping"),
    verb("throw", "threw", "thrown", "throwing"),
    verb("peel", "peeled", "peeled", "peeling"),
    verb("dice", "diced", "diced", "dicing"),
    verb("mash", "mashed", "mashed", "mashing"),
    verb("stir", "stirred", "stirred", "stirring"),
    verb("season", "seasoned", "seasoned", "seasoning"),
    verb("spread", "spread", "spread", "spreading"),
    verb("sharpen", "sharpened", "sharpened", "sharpening"),
    verb("plug", "plugged", "plugged", "plugging"),
    verb("unplug", "unplugged", "unplugged", "unplugging"),
    verb("say", "said", "said", "saying"),
    verb("sit", "sat", "sat", "sitting"),
    verb("lie", "lay", "lain", "lying"),
    verb("stand", "stood", "stood", "standing"),
    verb("climb", "climbed", "climbed", "climbing"),
    verb("step", "stepped", "stepped", "stepping"),
    verb("turn", "turned", "turned", "turning"),
    verb("refill", "refilled", "refilled", "refilling"),
    verb("push", "pushed", "pushed", "pushing"),
    verb("hand", "handed", "handed", "handing"),
    verb("serve", "served", "served", "serving"),
    verb("ask", "asked", "asked", "asking"),
    verb("soap", "soaped", "soaped", "soaping"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn noun(text: &str) -> Noun {
        text.parse().expect("a noun")
    }

    #[test]
    fn every_action_is_told_with_a_verb_whose_forms_are_known() {
        assert_eq!(frames().len(), ActionKind::ALL.len() + 1, "switching is told in two ways");
        for frame in frames() {
            let things = frame.parts.iter().filter(|part| matches!(part, Part::Thing(_))).count();
            assert_eq!(things, arity(frame.act.kind), "{}", frame.act);
        }
    }

    #[test]
    fn an_act_with_things_is_an_action() {
        let act = Act::named("toggle off").expect("there is such an act");
        assert_eq!(action_of(act, &[noun("kettle")]), Some(Action::Toggle(noun("kettle"), false)));
        assert_eq!(action_of(Act::new(ActionKind::PutOn), &[noun("mug")]), None);
        assert_eq!(Act::of(&Action::Toggle(noun("kettle"), false)), act);
    }
}
