//! Reads demonstrations.

use std::fmt;

use serde::Deserialize;

/// What kind of task was demonstrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TaskType {
    /// Put a thing somewhere.
    Place,
    /// Put two things of a kind in the same place.
    PlaceTwo,
    /// Put a thing into a vessel and that somewhere.
    PlaceInVessel,
    /// Clean a thing and put it somewhere.
    CleanAndPlace,
    /// Heat a thing and put it somewhere.
    HeatAndPlace,
    /// Cool a thing and put it somewhere.
    CoolAndPlace,
}

impl TaskType {
    /// Every kind of task.
    pub const ALL: [Self; 6] = [
        Self::Place,
        Self::PlaceTwo,
        Self::PlaceInVessel,
        Self::CleanAndPlace,
        Self::HeatAndPlace,
        Self::CoolAndPlace,
    ];

    /// The name in the files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Place => "pick_and_place_simple",
            Self::PlaceTwo => "pick_two_obj_and_place",
            Self::PlaceInVessel => "pick_and_place_with_movable_recep",
            Self::CleanAndPlace => "pick_clean_then_place_in_recep",
            Self::HeatAndPlace => "pick_heat_then_place_in_recep",
            Self::CoolAndPlace => "pick_cool_then_place_in_recep",
        }
    }
}

impl fmt::Display for TaskType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One demonstration, as far as a goal needs it. Types are those of AI2-THOR: `CounterTop`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demonstration {
    /// Its name in the file; unique there.
    pub id: String,
    /// What kind of task it is.
    pub task: TaskType,
    /// The floor plan: `FloorPlan4`.
    pub plan: String,
    /// The type of the thing.
    pub target: String,
    /// Whether the thing must be sliced.
    pub sliced: bool,
    /// The type of the vessel that the thing goes into, where the task has one.
    pub vessel: Option<String>,
    /// The type of the place where the thing, or the vessel, goes.
    pub place: String,
    /// What to do, in the words of those who described it. Never empty.
    pub words: Vec<String>,
}

/// A file of demonstrations could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{source_name}:{line}: {problem}")]
pub struct AlfredError {
    /// What the file is called.
    pub source_name: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    task_type: String,
    pddl_params: Parameters,
    floor_plan: String,
    annotations: Vec<Annotation>,
}

#[derive(Deserialize)]
struct Parameters {
    object_target: String,
    parent_target: String,
    #[serde(default)]
    mrecep_target: String,
    #[serde(default)]
    toggle_target: String,
    #[serde(default)]
    object_sliced: bool,
}

#[derive(Deserialize)]
struct Annotation {
    task: String,
}

/// Reads a file of demonstrations: one JSON object a line; empty lines are passed over.
///
/// `source_name` is what messages call the file.
///
/// # Errors
/// The first line that is no demonstration, with its number and what is wrong with it.
pub fn demonstrations(text: &str, source_name: &str) -> Result<Vec<Demonstration>, AlfredError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            demonstration(line).map_err(|problem| AlfredError {
                source_name: source_name.to_owned(),
                line: index + 1,
                problem,
            })
        })
        .collect()
}

fn demonstration(line: &str) -> Result<Demonstration, String> {
    let line: Line =
        serde_json::from_str(line).map_err(|error| format!("this is no demonstration: {error}"))?;
    let task = TaskType::ALL.into_iter().find(|task| task.name() == line.task_type);
    let task = task.ok_or_else(|| unknown_task(&line.task_type))?;
    let parameters = line.pddl_params;
    if !parameters.toggle_target.is_empty() {
        return Err(format!("\"{task}\" with a toggle_target is not known"));
    }
    for (field, value) in
        [("object_target", &parameters.object_target), ("parent_target", &parameters.parent_target)]
    {
        if value.is_empty() {
            return Err(format!("pddl_params.{field} is empty"));
        }
    }
    let vessel = Some(parameters.mrecep_target).filter(|vessel| !vessel.is_empty());
    if vessel.is_some() != (task == TaskType::PlaceInVessel) {
        let verb = if vessel.is_some() { "takes no" } else { "needs a" };
        return Err(format!("\"{task}\" {verb} pddl_params.mrecep_target"));
    }
    let words: Vec<String> = line
        .annotations
        .into_iter()
        .map(|annotation| annotation.task.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|words| !words.is_empty())
        .collect();
    if words.is_empty() {
        return Err("annotations: nobody described the task".to_owned());
    }
    Ok(Demonstration {
        id: line.id,
        task,
        plan: line.floor_plan,
        target: parameters.object_target,
        sliced: parameters.object_sliced,
        vessel,
        place: parameters.parent_target,
        words,
    })
}

fn unknown_task(name: &str) -> String {
    let nearest = TaskType::ALL
        .into_iter()
        .min_by_key(|task| strsim::damerau_levenshtein(task.name(), name))
        .expect("there are tasks");
    format!("there is no task_type \"{name}\"; did you mean \"{nearest}\"?")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"id":"a/b","task_type":"pick_heat_then_place_in_recep","pddl_params":{"object_target":"Egg","parent_target":"CounterTop","mrecep_target":"","toggle_target":"","object_sliced":false},"floor_plan":"FloorPlan4","annotations":[{"task":"Put a warm  egg\n on the counter.","steps":[]}]}"#;

    #[test]
    fn a_line_is_a_demonstration() {
        let read = demonstrations(&format!("{GOOD}\n\n{GOOD}\n"), "x.jsonl").expect("two");
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].task, TaskType::HeatAndPlace);
        assert_eq!((read[0].target.as_str(), read[0].place.as_str()), ("Egg", "CounterTop"));
        assert_eq!(read[0].words, ["Put a warm egg on the counter."]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let told = |from: &str, to: &str| {
            let text = format!("{GOOD}\n{}", GOOD.replace(from, to));
            demonstrations(&text, "x.jsonl").expect_err("it is broken").to_string()
        };
        assert_eq!(
            told("pick_heat_then", "pick_heat_than"),
            "x.jsonl:2: there is no task_type \"pick_heat_than_place_in_recep\"; did you mean \
             \"pick_heat_then_place_in_recep\"?"
        );
        assert_eq!(
            told("\"mrecep_target\":\"\"", "\"mrecep_target\":\"Pan\""),
            "x.jsonl:2: \"pick_heat_then_place_in_recep\" takes no pddl_params.mrecep_target"
        );
        assert_eq!(told("\"Egg\"", "\"\""), "x.jsonl:2: pddl_params.object_target is empty");
        let cut_off = demonstrations(&GOOD[..60], "x.jsonl").expect_err("it is cut off");
        assert!(cut_off.to_string().starts_with("x.jsonl:1: this is no demonstration: EOF"));
        assert!(told("\"floor_plan\"", "\"floorplan\"").contains("missing field `floor_plan`"));
    }
}
