//! Recorded activities as scenarios of one scored day, as far as their goals are about states and
//! places.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use base::{Noun, Relation, State};
use scenario::checked::Kind;
use scenario::written::At;

use super::graph::{Graph, Node, Recorded, Wanted};
use super::kind::{can_be, name_of, relation_of, state_of};
use super::scene::{Imported, place_of, surface_of_its_room};

/// What the agent is called.
const AGENT: &str = "robot";
/// The class of who acts.
pub(super) const CHARACTER: &str = "character";

/// An activity that can run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Its name as a file can be called.
    pub name: String,
    /// The scenario, in RON.
    pub text: String,
}

/// Why an activity cannot run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Untold {
    /// Nobody has written down what it is to reach.
    #[error("it has no goal")]
    NoGoal,
    /// It asks for something to be done, and not for something to be so.
    #[error("the goal asks for {0} to be done, whatever comes of it")]
    Doing(String),
    /// The house has no such state.
    #[error("no state or place here stands for {0}")]
    Word(String),
    /// The body takes part in it.
    #[error("the goal is about how the body stands: {0}")]
    Body(String),
    /// Something plays that has no place.
    #[error("nothing says where {0} is, or it has no place in the home")]
    NoPlace(String),
    /// It can never be so.
    #[error("{0} can never be {1}")]
    Never(String, String),
    /// A step of its program is none here.
    #[error("no action here stands for {0}")]
    Step(String),
    /// Nothing comes of its program that lasts.
    #[error("nothing comes of its program but where the body is")]
    Nothing,
}

impl Untold {
    /// The reason without the names in it, for counting.
    pub fn class(&self) -> &'static str {
        match self {
            Self::NoGoal => "nobody has written down a goal",
            Self::Doing(_) => "the goal asks for doing",
            Self::Word(_) => "a word for which there is no state or place",
            Self::Body(_) => "the goal is about how the body stands",
            Self::NoPlace(_) => "a thing of which nothing says where it is",
            Self::Never(..) => "a thing that can never be so",
            Self::Step(_) => "a step for which there is no action",
            Self::Nothing => "nothing comes of the program that lasts",
        }
    }
}

/// What plays in an activity.
pub(super) struct Cast<'a> {
    pub(super) graph: &'a Graph,
    recorded: &'a Recorded,
    imported: &'a Imported,
    /// What the activity adds to the home: its noun and where it is.
    added: BTreeMap<u32, (Noun, At)>,
    /// How it begins, where that is not as in the home.
    set: BTreeSet<(Noun, State, bool)>,
}

/// Makes a scenario of a recorded activity in the home of its scene, which scenarios name `home_path`.
///
/// # Errors
/// The first reason why it cannot run.
pub fn scenario(
    recorded: &Recorded,
    graph: &Graph,
    imported: &Imported,
    home_path: &str,
) -> Result<Task, Untold> {
    let goal = &recorded.goal.as_ref().ok_or(Untold::NoGoal)?.vh_goal;
    if !goal.actions.is_empty() {
        return Err(Untold::Doing(goal.actions.join(", ").to_lowercase()));
    }
    if goal.goal.is_empty() {
        return Err(Untold::NoGoal);
    }
    let mut cast = Cast::new(recorded, graph, imported);
    let wants: Vec<String> =
        goal.goal.iter().map(|wanted| cast.condition(wanted)).collect::<Result<_, _>>()?;
    let name = name_of_task(recorded);
    let text = cast.written(&name, &wants, home_path);
    Ok(Task { name, text })
}

/// What the scenario of an activity is called.
pub(super) fn name_of_task(recorded: &Recorded) -> String {
    format!("{}-{}", name_of(&recorded.title), name_of(&recorded.id))
}

impl<'a> Cast<'a> {
    pub(super) fn new(recorded: &'a Recorded, graph: &'a Graph, imported: &'a Imported) -> Self {
        Self { graph, recorded, imported, added: BTreeMap::new(), set: BTreeSet::new() }
    }

    /// The class of a node, of the scene or added by the activity.
    pub(super) fn class(&self, id: u32) -> Option<&'a str> {
        let added = self.recorded.init_delta.nodes_added.iter();
        let node = self.graph.node(id).or_else(|| added.clone().find(|node| node.id == id))?;
        Some(&node.class_name)
    }

    pub(super) fn condition(&mut self, wanted: &Wanted) -> Result<String, Untold> {
        match wanted {
            Wanted::State { id, state, class_name } if class_name == CHARACTER => {
                Err(Untold::Body(format!("{state} of {id}").to_lowercase()))
            }
            Wanted::State { id, state, .. } => {
                let (noun, kind) = self.thing(*id)?;
                let (ours, holds) =
                    state_of(state).ok_or_else(|| Untold::Word(state.to_lowercase()))?;
                if !can_be(&kind, ours) {
                    return Err(Untold::Never(kind.name, state.to_lowercase()));
                }
                let quality = if holds { "Is" } else { "IsNot" };
                Ok(format!("Exists({noun:?}, [{quality}({ours:?})])"))
            }
            Wanted::Edge { from_id, relation_type, to_id } => {
                let is_body =
                    |id: u32| self.graph.node(id).is_some_and(|node| node.class_name == CHARACTER);
                if is_body(*from_id) && relation_type.starts_with("HOLDS") {
                    let (noun, _) = self.thing(*to_id)?;
                    return Ok(format!(
                        "Exists({noun:?}, [At({:?}, {AGENT:?})])",
                        Relation::HeldBy
                    ));
                }
                if is_body(*from_id) || is_body(*to_id) {
                    return Err(Untold::Body(relation_type.to_lowercase()));
                }
                let relation = relation_of(relation_type)
                    .ok_or_else(|| Untold::Word(relation_type.to_lowercase()))?;
                let (noun, _) = self.thing(*from_id)?;
                let (place, kind) = self.thing(*to_id)?;
                // What opens and holds things is put into, whatever the word.
                let relation = match relation {
                    Relation::On if !kind.surface && kind.holds => Relation::In,
                    Relation::In if !kind.holds && kind.surface => Relation::On,
                    relation => relation,
                };
                Ok(format!("Exists({noun:?}, [At({relation:?}, {place:?})])"))
            }
        }
    }

    /// What plays the node, with its kind; what the activity adds is put into the home.
    pub(super) fn thing(&mut self, id: u32) -> Result<(Noun, Kind), Untold> {
        let changed = self.recorded.init_delta.nodes_changed.get(&id.to_string());
        if let (Some(noun), Some(node)) = (self.imported.nouns.get(&id), self.graph.node(id)) {
            let thing = self.imported.home.things.iter().find(|thing| thing.noun == *noun);
            let thing = thing.ok_or_else(|| Untold::NoPlace(node.class_name.clone()))?;
            let kind = Kind::clone(&thing.kind);
            if let Some(states) = changed.and_then(|changed| changed.states.as_ref()) {
                self.begin_with(noun.clone(), &kind, states);
            }
            return Ok((noun.clone(), kind));
        }
        let delta = &self.recorded.init_delta;
        let node: &Node = delta
            .nodes_added
            .iter()
            .find(|node| node.id == id)
            .ok_or_else(|| Untold::NoPlace(format!("node {id}")))?;
        let kind = self.imported.classes.get(&node.class_name).cloned();
        let kind = kind.ok_or_else(|| Untold::NoPlace(node.class_name.clone()))?;
        let noun = Noun::new(&kind.name, &[&format!("added-{id}")]);
        if !self.added.contains_key(&id) {
            let (nouns, classes) = (&self.imported.nouns, &self.imported.classes);
            let edges = &delta.edges_added;
            let place = place_of(id, self.graph, edges, nouns, classes)
                .or_else(|| surface_of_its_room(id, self.graph, edges, nouns, classes));
            let place = place.filter(|_| !kind.fixed);
            let place = place.ok_or_else(|| Untold::NoPlace(node.class_name.clone()))?;
            self.added.insert(id, (noun.clone(), place));
            self.begin_with(noun.clone(), &kind, &node.states);
        }
        Ok((noun, kind))
    }

    fn begin_with(&mut self, noun: Noun, kind: &Kind, states: &[String]) {
        let states = states.iter().filter_map(|word| state_of(word));
        for (state, holds) in states.filter(|(state, _)| can_be(kind, *state)) {
            self.set.insert((noun.clone(), state, holds));
        }
    }

    pub(super) fn written(&self, name: &str, wants: &[String], home_path: &str) -> String {
        let (title, wants) = (&self.recorded.title, wants.join(", "));
        let day = format!(
            "            goal: Goal(\n                words: {title:?},\n                wants: \
             All([{wants}]),\n                actions: TimesOracle(2.0),\n                seconds: \
             7200,\n            ),\n            scored: true,\n"
        );
        self.written_day(name, &day, home_path)
    }

    /// A scenario whose day is a script and promises its end.
    pub(super) fn written_as_script(
        &self,
        name: &str,
        script: &[String],
        wants: &[String],
        home_path: &str,
    ) -> String {
        let mut day = "            script: [\n".to_owned();
        for step in script {
            let _ = writeln!(day, "                {step},");
        }
        let _ = writeln!(day, "            ],");
        if !wants.is_empty() {
            let _ = writeln!(day, "            expect: [Holds(All([{}]))],", wants.join(", "));
        }
        self.written_day(name, &day, home_path)
    }

    fn written_day(&self, name: &str, day: &str, home_path: &str) -> String {
        let mut things = String::new();
        for (noun, place) in self.added.values() {
            let at = match place {
                At::On(place) => format!("On({place:?})"),
                At::In(place) => format!("In({place:?})"),
                At::Somewhere(class) => format!("Somewhere({class:?})"),
            };
            let _ = writeln!(things, "        Thing(noun: {noun:?}, at: {at}),");
        }
        let mut set = String::new();
        for (noun, state, holds) in &self.set {
            let _ = writeln!(set, "        ({noun:?}, {state:?}, {holds}),");
        }
        let title = &self.recorded.title;
        format!(
            "// From a recorded activity of VirtualHome.\nScenario(\n    name: {name:?},\n    family: \
             13,\n    summary: {summary:?},\n    variants: [Variant(name: \"scene\", split: Dev, \
             home: {home_path:?})],\n    agent: {AGENT:?},\n    things: [\n{things}    ],\n    set: \
             [\n{set}    ],\n    days: [\n        Day(\n{day}        ),\n    ],\n)\n",
            summary = format!("{title}: an activity of VirtualHome."),
        )
    }
}
