//! Makes a scenario of an activity.

use std::cell::RefCell;
use std::fmt::Write;

use base::Relation;
use bddl::{Problem, State, judge};
use scenario::Kinds;
use scenario::checked::Home;

use super::HOME;
use super::begin::{Beginning, beginning};
use super::cast::{Cast, Role};
use super::judged::{Facts, Judged};
use super::meaning::Meanings;
use super::reason::Reason;
use super::synsets::Synsets;
use super::wants::wants;
use super::wish::{Plan, Wish};

/// An activity that can run.
#[derive(Debug, Clone)]
pub struct Activity {
    /// Its name as a file can be called.
    pub name: String,
    /// The scenario, in RON.
    pub text: String,
    cast: Cast,
}

impl Activity {
    /// The truth of a house in which the scenario has run, in the words of the activity.
    pub fn judged<'a>(&'a self, facts: &'a dyn Facts) -> Judged<'a> {
        Judged { cast: &self.cast, facts }
    }

    /// What plays the objects of the activity: `apple.n.01_1`, then `first apple`.
    pub fn cast(&self) -> impl Iterator<Item = (&str, &str)> {
        self.cast.all().filter_map(|(object, role)| match role {
            Role::Thing(noun) => Some((object.as_str(), noun.as_str())),
            _ => None,
        })
    }
}

/// Makes a scenario of an activity, in the home `home`, which scenarios name [`HOME`].
///
/// # Errors
/// The first [`Reason`] why it cannot run.
pub fn import(
    problem: &Problem,
    synsets: &Synsets,
    home: &Home,
    kinds: &Kinds,
) -> Result<Activity, Reason> {
    let cast = Cast::of(problem, synsets, home, kinds);
    let meanings = Meanings { cast: &cast, never: RefCell::default() };
    let mut wish = wants(&problem.goal, &meanings)?;
    match wish {
        Wish::Known(true) => return Err(Reason::Holds),
        Wish::Known(false) => {
            let reasons = meanings.never.into_inner();
            let nothing = || Reason::Never("nothing reaches it".to_owned());
            return Err(reasons.into_iter().min().unwrap_or_else(nothing));
        }
        _ => {}
    }
    cast.is_whole()?;
    if judge(&problem.goal, &start(problem, &cast)).is_ok_and(|it| it.satisfied) {
        return Err(Reason::Holds);
    }
    wish.prefer_what_agrees(&mut Plan::default());
    let beginning = beginning(&cast)?;
    let name = name_of(&problem.name);
    let text = written(&name, &beginning, &wish, &cast);
    Ok(Activity { name, text, cast })
}

/// The activity as it begins. What is not to come is there already.
fn start(problem: &Problem, cast: &Cast) -> State {
    let mut state = State::at_start_of(problem);
    for (object, _) in cast.all().filter(|(object, _)| !cast.says("future", object)) {
        let is_real = format!("real {object}").parse().expect("it was read as one word");
        state.set(is_real, true);
    }
    state
}

/// The activity's name as a file can be called; the number of a first problem is left out.
fn name_of(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    name.strip_suffix("-0").unwrap_or(name).chars().map(plain).collect()
}

fn written(name: &str, beginning: &Beginning, wish: &Wish, cast: &Cast) -> String {
    let mut things = String::new();
    for (noun, relation, place) in &beginning.places {
        let _ = write!(things, "        Thing(noun: {noun:?}, at: {relation:?}({place:?})");
        for (field, relation) in [("filled", Relation::In), ("covered", Relation::On)] {
            let there = cast.thing(noun).portions.iter();
            let there: Vec<String> = there
                .filter(|portion| portion.relation == relation)
                .map(|portion| format!("({:?}, {})", portion.what, portion.ml))
                .collect();
            if !there.is_empty() {
                let _ = write!(things, ", {field}: [{}]", there.join(", "));
            }
        }
        things.push_str("),\n");
    }
    let mut states = String::new();
    for (noun, all) in &beginning.states {
        for state in all {
            let _ = writeln!(states, "        ({noun:?}, {state:?}, true),");
        }
    }
    let mut cast_lines = String::new();
    for (object, role) in cast.all() {
        if let Role::Thing(noun) = role {
            let _ = writeln!(cast_lines, "// {object}: {noun}");
        }
    }
    let words = name.replace('-', " ");
    format!(
        "// From an activity of BEHAVIOR in BDDL. Who plays whom:\n{cast_lines}Scenario(\n    \
         name: {name:?},\n    family: 13,\n    summary: {summary:?},\n    variants: [Variant(name: \
         \"workshop\", split: Dev, home: {HOME:?})],\n    things: [\n{things}    ],\n    set: \
         [\n{states}    ],\n    days: [\n        Day(\n            goal: Goal(\n                \
         words: {words:?},\n                wants: {wants},\n                actions: \
         TimesOracle(2.0),\n                seconds: 14400,\n            ),\n            scored: \
         true,\n        ),\n    ],\n)\n",
        summary = format!("{words}: an activity of BEHAVIOR."),
        wants = wish.write(),
    )
}
