//! What a recorded program does and what comes of it: steps as the script of a scenario, and the end as
//! what is to be so.

use std::collections::BTreeSet;

use super::graph::{Graph, Recorded, Wanted};
use super::scene::Imported;
use super::task::{CHARACTER, Cast, Task, Untold, name_of_task};

/// A program of VirtualHome, run by its reference.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Program {
    /// Its steps, in order.
    pub steps: Vec<Step>,
    /// What is so at its end and was not at its beginning.
    pub end: Vec<Wanted>,
}

/// A step of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What is done, as VirtualHome writes it: `PUTIN`.
    pub action: String,
    /// With which nodes.
    pub nodes: Vec<u32>,
}

/// Makes a scenario of an activity for which nobody has written down a goal: its goal is what is so at the
/// end of its program. How the body stands and where it is are left out.
///
/// # Errors
/// The first reason why it cannot run.
pub fn scenario_by_end(
    recorded: &Recorded,
    program: &Program,
    graph: &Graph,
    imported: &Imported,
    home_path: &str,
) -> Result<Task, Untold> {
    let mut cast = Cast::new(recorded, graph, imported);
    let wants = cast.end(program)?;
    if wants.is_empty() {
        return Err(Untold::Nothing);
    }
    let name = name_of_task(recorded);
    let text = cast.written(&name, &wants, home_path);
    Ok(Task { name, text })
}

/// Makes a scenario in which the steps of the program are done as they are written, and which promises
/// the end that they have in VirtualHome; nothing, where nothing lasting comes of them there.
///
/// # Errors
/// The first step that cannot be said here, or part of the end that cannot be so.
pub fn scripted(
    recorded: &Recorded,
    program: &Program,
    graph: &Graph,
    imported: &Imported,
    home_path: &str,
) -> Result<Task, Untold> {
    let mut cast = Cast::new(recorded, graph, imported);
    let mut body = Body::default();
    let mut script = Vec::new();
    for step in &program.steps {
        script.extend(cast.step(step, &mut body)?);
    }
    if script.is_empty() {
        return Err(Untold::Nothing);
    }
    let wants = cast.end(program)?;
    let name = format!("{}-steps", name_of_task(recorded));
    let text = cast.written_as_script(&name, &script, &wants, home_path);
    Ok(Task { name, text })
}

/// What the body does while the steps are gone through.
#[derive(Default)]
struct Body {
    held: BTreeSet<u32>,
    /// It sits or lies: what it turns to it turns to from there.
    rests: bool,
}

impl Cast<'_> {
    /// What is so at the end of the program, as conditions.
    fn end(&mut self, program: &Program) -> Result<Vec<String>, Untold> {
        let lasting: Vec<&Wanted> = program.end.iter().filter(|it| self.lasts(it)).collect();
        lasting.into_iter().map(|wanted| self.condition(wanted)).collect()
    }

    /// Whether it is about things and not about the body, what is near or faced, or the room.
    fn lasts(&self, wanted: &Wanted) -> bool {
        let class = |id: u32| self.class(id);
        match wanted {
            Wanted::State { class_name, .. } => class_name != CHARACTER,
            Wanted::Edge { from_id, relation_type, to_id } => match relation_type.as_str() {
                "HOLDS_RH" | "HOLDS_LH" => class(*from_id) == Some(CHARACTER),
                "ON" | "INSIDE" => {
                    class(*from_id) != Some(CHARACTER)
                        && class(*to_id) != Some(CHARACTER)
                        && self.graph.node(*to_id).is_none_or(|node| node.category != "Rooms")
                }
                _ => false,
            },
        }
    }

    /// The step as actions of a script; none for what follows from the other steps.
    fn step(&mut self, step: &Step, body: &mut Body) -> Result<Option<String>, Untold> {
        let untold = || Untold::Step(step.action.to_lowercase());
        let [first, second] = [0, 1].map(|index| step.nodes.get(index).copied());
        let is_room = |id: u32| self.graph.node(id).is_some_and(|node| node.category == "Rooms");
        let told = match (step.action.as_str(), first) {
            ("STANDUP", _) => {
                body.rests = false;
                "Stand".to_owned()
            }
            ("WALK" | "RUN" | "FIND", Some(thing)) => {
                // One walks through rooms anyway, and what is in the hand is there.
                if is_room(thing) || body.held.contains(&thing) || body.rests {
                    return Ok(None);
                }
                format!("Go({:?})", self.thing(thing)?.0)
            }
            ("TURNTO" | "LOOKAT" | "WATCH", Some(_)) => "Look".to_owned(),
            ("GRAB", Some(thing)) => {
                let (noun, kind) = self.thing(thing)?;
                if kind.fixed {
                    return Err(Untold::Never(kind.name, "carried".to_owned()));
                }
                body.held.insert(thing);
                format!("Take({noun:?})")
            }
            ("PUTBACK" | "PUTIN", Some(thing)) => {
                let (noun, _) = self.thing(thing)?;
                let (place, kind) = self.thing(second.ok_or_else(untold)?)?;
                let goes_in = kind.holds && (step.action == "PUTIN" || !kind.surface);
                body.held.remove(&thing);
                format!("{}({noun:?}, {place:?})", if goes_in { "PutIn" } else { "PutOn" })
            }
            ("PUTOBJBACK" | "DROP" | "RELEASE", Some(thing)) => {
                body.held.remove(&thing);
                let verb = if step.action == "PUTOBJBACK" { "PutBack" } else { "Drop" };
                format!("{verb}({:?})", self.thing(thing)?.0)
            }
            ("SWITCHON" | "SWITCHOFF", Some(thing)) => {
                format!("Toggle({:?}, {})", self.thing(thing)?.0, step.action == "SWITCHON")
            }
            ("SIT" | "LIE", Some(thing)) => {
                body.rests = true;
                let verb = if step.action == "SIT" { "Sit" } else { "Lie" };
                format!("{verb}({:?})", self.thing(thing)?.0)
            }
            ("WIPE", Some(thing)) => {
                let cloth = body
                    .held
                    .iter()
                    .copied()
                    .find(|held| self.thing(*held).is_ok_and(|(_, kind)| kind.absorbent));
                let cloth = self.thing(cloth.ok_or_else(untold)?)?.0;
                format!("Wipe({:?}, {cloth:?})", self.thing(thing)?.0)
            }
            ("WASH" | "RINSE" | "SCRUB", Some(thing)) => {
                format!("Wash({:?})", self.thing(thing)?.0)
            }
            (action, Some(thing)) => {
                let verbs = [
                    ("OPEN", "Open"),
                    ("CLOSE", "Close"),
                    ("EAT", "Eat"),
                    ("DRINK", "Drink"),
                    ("PLUGIN", "Plug"),
                    ("PLUGOUT", "Unplug"),
                ];
                let verb = verbs.into_iter().find(|(theirs, _)| *theirs == action);
                let (_, verb) = verb.ok_or_else(untold)?;
                format!("{verb}({:?})", self.thing(thing)?.0)
            }
            _ => return Err(untold()),
        };
        Ok(Some(told))
    }
}
