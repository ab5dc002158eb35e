//! Makes a scenario of a demonstration.

use scenario::checked::{Home, Kind};
use scenario::{Kinds, REACH_UP_M};

use super::demonstration::{Demonstration, TaskType};
use crate::thor::kebab;

/// A demonstration cannot become a scenario in that home.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum NotPossible {
    /// The home has no such place in reach.
    #[error("the home has no {0} in reach")]
    NoPlace(String),
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

/// Writes the scenario of a demonstration on its floor plan, in RON: one day, scored.
///
/// `home` is the imported floor plan and `home_path` how the scenario names it. Seeds decide where
/// added things are.
///
/// # Errors
/// [`NotPossible`].
pub fn scenario(
    demonstration: &Demonstration,
    home: &Home,
    home_path: &str,
    kinds: &Kinds,
) -> Result<String, NotPossible> {
    let mut writer = Writer { home, kinds, added: Vec::new() };
    let wants = writer.wants(demonstration)?;
    if demonstration.sliced {
        writer.needs_knife()?;
    }
    let states = match demonstration.task {
        TaskType::CleanAndPlace => {
            format!("        ({:?}, Dirty, true),\n", kebab(&demonstration.target))
        }
        _ => String::new(),
    };
    let things: String = writer
        .added
        .iter()
        .map(|noun| format!("        Thing(noun: {noun:?}, at: Somewhere(Surface)),\n"))
        .collect();
    let words = demonstration.words[0].replace('$', "");
    let name = name_of(&demonstration.id);
    Ok(format!(
        "// From a demonstration of ALFRED: {id}\n\
         Scenario(\n    name: {name:?},\n    family: 13,\n    summary: {summary:?},\n    \
         variants: [Variant(name: {plan:?}, split: Dev, home: {home_path:?})],\n    \
         things: [\n{things}    ],\n    set: [\n{states}    ],\n    days: [\n        Day(\n            \
         goal: Goal(\n                words: {words:?},\n                wants: {wants},\n                \
         actions: TimesOracle(2.0),\n                seconds: 1800,\n            ),\n            \
         scored: true,\n        ),\n    ],\n)\n",
        id = demonstration.id,
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
        let places = self.places(&kebab(&demonstration.place))?;
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

    /// Where something can be that goes to such a place, as qualities.
    fn places(&self, kind: &str) -> Result<Vec<String>, NotPossible> {
        let in_reach = |center: [f32; 3], height: f32| center[1] - height * 0.5 <= REACH_UP_M;
        let places: Vec<String> = self
            .home
            .things
            .iter()
            .filter(|thing| thing.kind.fixed && thing.noun.kind() == kind)
            .filter(|thing| thing.pose.is_none_or(|(center, _)| in_reach(center, thing.size[1])))
            .flat_map(|thing| {
                let noun = thing.noun.to_string();
                relations(&thing.kind).into_iter().map(move |relation| at(relation, &noun))
            })
            .collect();
        if places.is_empty() { Err(NotPossible::NoPlace(kind.to_owned())) } else { Ok(places) }
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
        let missing = many.saturating_sub(self.all_of(kind).len());
        for mark in MARKS.into_iter().take(missing) {
            self.added.push(format!("{mark} {kind}"));
        }
        Ok(known)
    }

    /// Every thing of the kind, those that are added too.
    fn all_of(&self, kind: &str) -> Vec<String> {
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
fn relations(kind: &Kind) -> Vec<&'static str> {
    let both = [(kind.holds, "In"), (kind.surface || !kind.holds, "On")];
    both.into_iter().filter(|(can, _)| *can).map(|(_, relation)| relation).collect()
}

fn at(relation: &str, noun: &str) -> String {
    format!("At({relation}, {noun:?})")
}

fn any_of(mut ways: Vec<String>) -> String {
    if ways.len() == 1 { ways.swap_remove(0) } else { format!("Any([{}])", ways.join(", ")) }
}
