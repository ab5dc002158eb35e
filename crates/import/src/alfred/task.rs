//! Makes a scenario of a demonstration.

use std::collections::BTreeSet;

use base::Relation;
use scenario::checked::{Home, Kind, Split};
use scenario::{Kinds, REACH_UP_M, fits};

use super::demonstration::{Demonstration, TaskType};
use crate::thor::kebab;

/// A demonstration cannot become a scenario in that home.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum NotPossible {
    /// The home has no such place in reach that is large enough.
    #[error("the home has no {place} in reach that a {thing} fits")]
    NoPlace {
        /// The kind of place.
        place: String,
        /// What should go there.
        thing: String,
    },
    /// Nobody knows what such a thing is.
    #[error("there is no kind \"{0}\"")]
    NoKind(String),
    /// A thing of that kind cannot be sliced.
    #[error("a {0} cannot be sliced")]
    NotSliceable(String),
    /// The home has nothing that cuts.
    #[error("the home has nothing that cuts")]
    NoKnife,
}

/// What a scenario's text is made of.
struct Writer<'a> {
    home: &'a Home,
    kinds: &'a Kinds,
    /// Things to add: nouns.
    added: Vec<String>,
}

/// Writes the scenario of a demonstration on its floor plan, in RON: the days of other tasks, one
/// each, and then the day of the demonstration, scored.
///
/// `home` is the imported floor plan, `home_path` how the scenario names it, and `split` the split of
/// its one variant. Seeds decide where added things are.
///
/// # Errors
/// [`NotPossible`], for the demonstration or one before it.
pub fn scenario(
    demonstration: &Demonstration,
    before: &[&Demonstration],
    home: &Home,
    home_path: &str,
    split: Split,
    kinds: &Kinds,
) -> Result<String, NotPossible> {
    let mut writer = Writer { home, kinds, added: Vec::new() };
    let mut days = String::new();
    let mut states = String::new();
    for (index, task) in before.iter().chain([&demonstration]).enumerate() {
        let wants = writer.wants(task)?;
        if task.sliced {
            writer.needs_knife()?;
        }
        if task.task == TaskType::CleanAndPlace {
            states += &format!("        ({:?}, Dirty, true),\n", kebab(&task.target));
        }
        let words = task.words[0].replace('$', "");
        let scored = if index == before.len() { "            scored: true,\n" } else { "" };
        days += &format!(
            "        Day(\n            goal: Goal(\n                words: {words:?},\n                \
             wants: {wants},\n                actions: TimesOracle(2.0),\n                \
             seconds: 1800,\n            ),\n{scored}        ),\n"
        );
    }
    let things: String = writer
        .added
        .iter()
        .map(|noun| format!("        Thing(noun: {noun:?}, at: Somewhere(Surface)),\n"))
        .collect();
    Ok(format!(
        "// From a demonstration of ALFRED: {id}\n\
         Scenario(\n    name: {name:?},\n    family: 13,\n    summary: {summary:?},\n    \
         variants: [Variant(name: {plan:?}, split: {split:?}, home: {home_path:?})],\n    \
         things: [\n{things}    ],\n    set: [\n{states}    ],\n    days: [\n{days}    ],\n)\n",
        id = demonstration.id,
        name = name_of(&demonstration.id),
        summary = format!("{}: {}", demonstration.task, summary_of(demonstration)),
        plan = demonstration.plan,
    ))
}

/// The demonstration's name as a file can be called.
fn name_of(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    id.chars().map(plain).collect()
}

fn summary_of(demonstration: &Demonstration) -> String {
    let sliced = if demonstration.sliced { "sliced " } else { "" };
    let vessel = demonstration.vessel.as_ref();
    let vessel = vessel.map(|vessel| format!(" with a {}", kebab(vessel))).unwrap_or_default();
    format!("{sliced}{}{vessel} to a {}", kebab(&demonstration.target), kebab(&demonstration.place))
}

impl Writer<'_> {
    /// The goal in RON.
    fn wants(&mut self, demonstration: &Demonstration) -> Result<String, NotPossible> {
        let target = kebab(&demonstration.target);
        let many = if demonstration.task == TaskType::PlaceTwo { 2 } else { 1 };
        let kind = self.needs(&target, many)?;
        if demonstration.sliced && !kind.sliceable {
            return Err(NotPossible::NotSliceable(target));
        }
        let mut qualities: Vec<&str> = Vec::new();
        if demonstration.sliced {
            qualities.push("Is(Sliced)");
        }
        match demonstration.task {
            TaskType::CleanAndPlace => qualities.push("IsNot(Dirty)"),
            TaskType::HeatAndPlace => qualities.push("Is(Hot)"),
            TaskType::CoolAndPlace => qualities.push("Is(Cold)"),
            TaskType::Place | TaskType::PlaceTwo | TaskType::PlaceInVessel => {}
        }
        let that = |at: &str| [&qualities[..], &[at]].concat().join(", ");
        let goes = demonstration.vessel.as_deref().map_or_else(|| target.clone(), kebab);
        self.needs(&goes, 1)?;
        let places = self.places(&kebab(&demonstration.place), &goes)?;
        if let Some(vessel) = &demonstration.vessel {
            let vessel = kebab(vessel);
            let into = relations(&*self.needs(&vessel, 1)?).swap_remove(0);
            let vessels = self.all_of(&vessel);
            let ways = vessels.iter().flat_map(|vessel| {
                let thing = format!("Exists({target:?}, [{}])", that(&at(into, vessel)));
                places
                    .iter()
                    .map(move |place| format!("All([Exists({vessel:?}, [{place}]), {thing}])"))
            });
            return Ok(any_of(ways.collect()));
        }
        let ways = places.iter().map(|place| match many {
            1 => format!("Exists({target:?}, [{}])", that(place)),
            many => format!("Count(of: {target:?}, that: [{}], at_least: {many})", that(place)),
        });
        Ok(any_of(ways.collect()))
    }

    /// Where a thing that is called so can be in or on such a place, as qualities.
    fn places(&self, kind: &str, thing: &str) -> Result<Vec<String>, NotPossible> {
        let size = self.size_of(thing);
        let in_reach = |center: [f32; 3], height: f32| center[1] - height * 0.5 <= REACH_UP_M;
        let places: Vec<String> = self
            .home
            .things
            .iter()
            .filter(|thing| thing.kind.fixed && thing.noun.kind() == kind)
            .filter(|thing| thing.pose.is_none_or(|(center, _)| in_reach(center, thing.size[1])))
            .flat_map(|thing| {
                let noun = thing.noun.to_string();
                relations(&thing.kind)
                    .into_iter()
                    .filter(|relation| fits(size, thing, *relation))
                    .map(move |relation| at(relation, &noun))
            })
            .collect();
        if places.is_empty() {
            Err(NotPossible::NoPlace { place: kind.to_owned(), thing: thing.to_owned() })
        } else {
            Ok(places)
        }
    }

    /// The size of the first thing of the kind; an added one is as large as its kind.
    fn size_of(&self, kind: &str) -> [f32; 3] {
        let here = self.home.things.iter().find(|thing| thing.noun.kind() == kind);
        let size = here.map(|thing| thing.size);
        size.or_else(|| self.kinds.get(kind).map(|kind| kind.size)).unwrap_or_default()
    }

    /// Sees to it that there are so many things of the kind.
    fn needs(&mut self, kind: &str, many: usize) -> Result<std::sync::Arc<Kind>, NotPossible> {
        let here = self.home.things.iter().find(|thing| thing.noun.kind() == kind);
        let known = match here {
            Some(thing) => std::sync::Arc::clone(&thing.kind),
            None => {
                let known = self.kinds.get(kind);
                std::sync::Arc::clone(known.ok_or_else(|| NotPossible::NoKind(kind.to_owned()))?)
            }
        };
        /// What the added ones look like.
        const MARKS: [&str; 3] = ["other", "third", "fourth"];
        // Those that look alike count once: nobody could tell them apart.
        let missing = many.saturating_sub(self.all_of(kind).len());
        for mark in MARKS.into_iter().take(missing) {
            self.added.push(format!("{mark} {kind}"));
        }
        Ok(known)
    }

    /// What the things of the kind are called, those that are added too.
    fn all_of(&self, kind: &str) -> BTreeSet<String> {
        let is_added = |noun: &&String| noun.rsplit(' ').next() == Some(kind);
        let here = self.home.things.iter().filter(|thing| thing.noun.kind() == kind);
        here.map(|thing| thing.noun.to_string())
            .chain(self.added.iter().filter(is_added).cloned())
            .collect()
    }

    fn needs_knife(&self) -> Result<(), NotPossible> {
        let cuts = self.home.things.iter().any(|thing| thing.kind.edge.is_some());
        if cuts { Ok(()) } else { Err(NotPossible::NoKnife) }
    }
}

/// How things can be put at a thing of that kind: into it first.
fn relations(kind: &Kind) -> Vec<Relation> {
    let both = [(kind.holds, Relation::In), (kind.surface || !kind.holds, Relation::On)];
    both.into_iter().filter(|(can, _)| *can).map(|(_, relation)| relation).collect()
}

fn at(relation: Relation, noun: &str) -> String {
    format!("At({relation:?}, {noun:?})")
}

fn any_of(mut ways: Vec<String>) -> String {
    if ways.len() == 1 { ways.swap_remove(0) } else { format!("Any([{}])", ways.join(", ")) }
}
