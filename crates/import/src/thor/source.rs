//! Reads the objects of one plan, and says of what it cannot read where it is.
//!
//! What is only odd (a parent that does not exist, a box without thickness) is kept and noted;
//! what would make a wrong kitchen (a number that is none, two objects of one name) is an error.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::error::ImportError;
use super::report::Note;

/// A box along the axes, metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Aabb {
    pub center: [f64; 3],
    pub size: [f64; 3],
}

/// An object as the file describes it, in the file's own coordinates.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Object {
    /// Unique within its plan: `Fridge|+01.01|+00.23|+01.92`.
    pub id: String,
    /// Such as `CounterTop`.
    pub sort: String,
    /// The pivot; for a door or a drawer that is at its front.
    pub position: [f64; 3],
    /// Degrees about x, y and z.
    pub rotation: [f64; 3],
    pub mass_kg: Option<f64>,
    pub aabb: Aabb,
    /// The corners of its box turned with it: the four of one face, then those opposite.
    pub corners: Option<[[f64; 3]; 8]>,
    pub parents: Vec<String>,
    pub contains: Vec<String>,
    pub flags: BTreeSet<String>,
    pub controls: Vec<String>,
}

impl Object {
    pub fn is(&self, flag: &str) -> bool {
        self.flags.contains(flag)
    }
}

/// No kitchen is larger, metres; a number beyond is a mistake.
const FARTHEST: f64 = 100.0;
/// No turn in degrees and no mass in kilograms is larger.
const LARGEST: f64 = 1e6;

/// A table of plans by name, as the file has it.
#[derive(Debug, Clone)]
pub(super) struct Plans {
    /// What messages call the file.
    pub source_name: String,
    by_name: Map<String, Value>,
}

impl Plans {
    pub fn read(json: &str, source_name: &str) -> Result<Self, ImportError> {
        let by_name = read_plans(json, source_name)?;
        Ok(Self { source_name: source_name.to_owned(), by_name })
    }

    /// The names of the plans, in alphabetical order.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.by_name.keys().cloned().collect();
        names.sort();
        names
    }

    /// The objects of the plan, in the order of the file.
    pub fn objects_of(
        &self,
        plan: &str,
        notes: &mut Vec<Note>,
    ) -> Result<Vec<Object>, ImportError> {
        objects(&self.by_name, &self.source_name, plan, notes)
    }
}

fn objects(
    plans: &Map<String, Value>,
    source_name: &str,
    plan: &str,
    notes: &mut Vec<Note>,
) -> Result<Vec<Object>, ImportError> {
    let Some(list) = plans.get(plan) else {
        return Err(ImportError::UnknownPlan {
            source_name: source_name.to_owned(),
            plan: plan.to_owned(),
            nearest: nearest_name(plan, plans.keys().map(String::as_str)),
            count: match plans.len() {
                1 => "1 plan".to_owned(),
                count => format!("{count} plans"),
            },
        });
    };
    let Some(list) = list.as_array() else {
        return Err(ImportError::Plan {
            source_name: source_name.to_owned(),
            plan: plan.to_owned(),
            problem: format!("expected a list of objects, found {}", what_it_is(list)),
        });
    };
    let mut objects: Vec<Object> = Vec::with_capacity(list.len());
    let mut seen = BTreeSet::new();
    for (index, value) in list.iter().enumerate() {
        let mut reader =
            Reader { source_name, plan, object: format!("object {index}"), notes: &mut *notes };
        let object = reader.object(value)?;
        if !seen.insert(object.id.clone()) {
            return Err(reader.wrong("objectId", "another object of the plan has it too"));
        }
        objects.push(object);
    }
    for object in &mut objects {
        object.parents.retain(|parent| {
            let known = seen.contains(parent);
            if !known {
                notes.push(Note::new(
                    &object.id,
                    format!("its parent \"{parent}\" is not in the plan"),
                ));
            }
            known
        });
    }
    Ok(objects)
}

fn read_plans(json: &str, source_name: &str) -> Result<Map<String, Value>, ImportError> {
    // A file may begin with a byte order mark.
    let json = json.strip_prefix('\u{feff}').unwrap_or(json);
    let value: Value = serde_json::from_str(json).map_err(|error| ImportError::NotJson {
        source_name: source_name.to_owned(),
        line: error.line(),
        column: error.column(),
        problem: problem_alone(&error.to_string()),
    })?;
    match value {
        Value::Object(plans) => Ok(plans),
        _ => Err(ImportError::NoPlans { source_name: source_name.to_owned() }),
    }
}

/// The message without the place, which we say ourselves.
fn problem_alone(message: &str) -> String {
    message.split(" at line ").next().unwrap_or(message).to_owned()
}

/// The known name that looks most like `name`, where one does at all.
pub(super) fn nearest_name<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let lower = name.to_lowercase();
    known
        .into_iter()
        .map(|word| (strsim::normalized_damerau_levenshtein(&lower, &word.to_lowercase()), word))
        .filter(|(likeness, _)| *likeness >= 0.5)
        .max_by(|(a, word_a), (b, word_b)| a.total_cmp(b).then(word_b.cmp(word_a)))
        .map(|(_, word)| word.to_owned())
}

struct Reader<'a> {
    source_name: &'a str,
    plan: &'a str,
    object: String,
    notes: &'a mut Vec<Note>,
}

impl Reader<'_> {
    fn wrong(&self, field: &str, problem: impl Into<String>) -> ImportError {
        ImportError::Field {
            source_name: self.source_name.to_owned(),
            plan: self.plan.to_owned(),
            object: self.object.clone(),
            field: field.to_owned(),
            problem: problem.into(),
        }
    }

    fn object(&mut self, value: &Value) -> Result<Object, ImportError> {
        let Some(fields) = value.as_object() else {
            return Err(
                self.wrong("object", format!("expected fields, found {}", what_it_is(value)))
            );
        };
        let id = self.text(fields, "objectId")?;
        self.object = format!("object \"{id}\"");
        let sort = self.text(fields, "objectType")?;
        if !sort.chars().any(char::is_alphanumeric) {
            return Err(self.wrong("objectType", format!("\"{sort}\" names no type")));
        }
        let position = self.point(fields.get("position"), "position", FARTHEST)?;
        Ok(Object {
            rotation: self.point(fields.get("rotation"), "rotation", LARGEST)?,
            mass_kg: match fields.get("mass") {
                None | Some(Value::Null) => None,
                Some(mass) => Some(self.number(mass, "mass", LARGEST)?),
            },
            aabb: self.aabb(fields)?,
            corners: self.corners(fields)?,
            parents: self.names(fields, "parents")?,
            contains: self.names(fields, "contains")?,
            flags: self.names(fields, "flags")?.into_iter().collect(),
            controls: self.names(fields, "controls")?,
            position,
            sort,
            id,
        })
    }

    fn text(&self, fields: &Map<String, Value>, field: &str) -> Result<String, ImportError> {
        match fields.get(field) {
            None => Err(self.wrong(field, "it is missing")),
            Some(Value::String(text)) if !text.trim().is_empty() => Ok(text.clone()),
            Some(Value::String(_)) => Err(self.wrong(field, "it is empty")),
            Some(other) => {
                Err(self.wrong(field, format!("expected a text, found {}", what_it_is(other))))
            }
        }
    }

    fn number(&self, value: &Value, field: &str, most: f64) -> Result<f64, ImportError> {
        match value.as_f64() {
            Some(number) if number.abs() <= most => Ok(number),
            Some(number) => Err(self.wrong(field, format!("{number:e} is too large"))),
            None => {
                Err(self.wrong(field, format!("expected a number, found {}", what_it_is(value))))
            }
        }
    }

    fn point(
        &self,
        value: Option<&Value>,
        field: &str,
        most: f64,
    ) -> Result<[f64; 3], ImportError> {
        let Some(value) = value else { return Err(self.wrong(field, "it is missing")) };
        let Some([x, y, z]) = value.as_array().map(Vec::as_slice) else {
            let found = value.as_array().map_or_else(
                || what_it_is(value).to_owned(),
                |numbers| format!("a list of {}", numbers.len()),
            );
            return Err(self.wrong(field, format!("expected three numbers, found {found}")));
        };
        Ok([
            self.number(x, &format!("{field}[0]"), most)?,
            self.number(y, &format!("{field}[1]"), most)?,
            self.number(z, &format!("{field}[2]"), most)?,
        ])
    }

    fn aabb(&self, fields: &Map<String, Value>) -> Result<Aabb, ImportError> {
        let aabb = match fields.get("aabb") {
            None => return Err(self.wrong("aabb", "it is missing")),
            Some(Value::Object(aabb)) => aabb,
            Some(other) => {
                let found = what_it_is(other);
                return Err(self.wrong("aabb", format!("expected center and size, found {found}")));
            }
        };
        let center = self.point(aabb.get("center"), "aabb.center", FARTHEST)?;
        let size = self.point(aabb.get("size"), "aabb.size", FARTHEST)?;
        for (axis, length) in size.iter().enumerate() {
            if *length < 0.0 {
                return Err(
                    self.wrong(&format!("aabb.size[{axis}]"), format!("{length} is negative"))
                );
            }
        }
        Ok(Aabb { center, size })
    }

    fn corners(&self, fields: &Map<String, Value>) -> Result<Option<[[f64; 3]; 8]>, ImportError> {
        let corners = match fields.get("obb_corners") {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::Array(corners)) if corners.len() == 8 => corners,
            Some(other) => {
                let found = other.as_array().map_or_else(
                    || what_it_is(other).to_owned(),
                    |list| format!("a list of {}", list.len()),
                );
                return Err(
                    self.wrong("obb_corners", format!("expected eight corners, found {found}"))
                );
            }
        };
        let mut read = [[0.0; 3]; 8];
        for (index, corner) in corners.iter().enumerate() {
            read[index] = self.point(Some(corner), &format!("obb_corners[{index}]"), FARTHEST)?;
        }
        Ok(Some(read))
    }

    /// A list of names; left out and `null` are an empty one.
    fn names(
        &mut self,
        fields: &Map<String, Value>,
        field: &str,
    ) -> Result<Vec<String>, ImportError> {
        let list = match fields.get(field) {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(Value::Array(list)) => list,
            Some(other) => {
                let found = what_it_is(other);
                return Err(self.wrong(field, format!("expected a list of names, found {found}")));
            }
        };
        let mut names = Vec::with_capacity(list.len());
        for (index, name) in list.iter().enumerate() {
            match name {
                Value::String(name) => names.push(name.clone()),
                // Unity leaves a hole where a parent was destroyed.
                Value::Null => {
                    let note = format!("{field}[{index}] is null and was left out");
                    self.notes.push(Note::new(&self.object, note));
                }
                other => {
                    let found = what_it_is(other);
                    let field = format!("{field}[{index}]");
                    return Err(self.wrong(&field, format!("expected a name, found {found}")));
                }
            }
        }
        Ok(names)
    }
}

fn what_it_is(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "fields",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const APPLE: &str = r#"{"objectId": "Apple|1", "objectType": "Apple", "position": [1, 2, 3],
        "rotation": [0, 90, 0], "mass": 0.2, "aabb": {"center": [1, 2, 3], "size": [0.1, 0.1, 0.1]},
        "parents": null, "contains": null, "flags": ["pickupable"]}"#;

    fn read(json: &str) -> Result<Vec<Object>, ImportError> {
        Plans::read(json, "kitchens.json")?.objects_of("FloorPlan1", &mut Vec::new())
    }

    fn read_apple(what: &str, instead: &str) -> Result<Vec<Object>, ImportError> {
        assert!(APPLE.contains(what), "{what} is not in the apple");
        read(&format!(r#"{{"FloorPlan1": [{}]}}"#, APPLE.replace(what, instead)))
    }

    #[track_caller]
    fn refused(result: Result<Vec<Object>, ImportError>, message: &str) {
        assert_eq!(result.expect_err("it should be refused").to_string(), message);
    }

    #[test]
    fn an_object_is_read_as_it_is() {
        let apple = &read_apple("Apple|1", "Apple|1").expect("sound")[0];
        assert_eq!(apple.sort, "Apple");
        assert_eq!(apple.rotation, [0.0, 90.0, 0.0]);
        assert!(apple.is("pickupable") && !apple.is("openable"));
        assert!(apple.parents.is_empty() && apple.corners.is_none());
    }

    #[test]
    fn a_file_that_was_cut_off_says_where() {
        let message = read("{\"FloorPlan1\": [\n{\"objectId\": \"Ap").expect_err("cut").to_string();
        assert_eq!(message, "kitchens.json:2:16: this is not JSON: EOF while parsing a string");
        assert_eq!(
            read("").expect_err("empty").to_string(),
            "kitchens.json:1:0: this is not JSON: EOF while parsing a value"
        );
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        let wrong = "kitchens.json: expected plans by name, each a list of objects, as in \
                     {\"FloorPlan1\": [...]}";
        refused(read("[]"), wrong);
        refused(read("null"), wrong);
        refused(
            read(r#"{"FloorPlan1": 7}"#),
            "kitchens.json: plan \"FloorPlan1\": expected a list of objects, found a number",
        );
        refused(
            read(r#"{"FloorPlan1": [7]}"#),
            "kitchens.json: plan \"FloorPlan1\", object 0: object: expected fields, found a number",
        );
    }

    #[test]
    fn an_unknown_plan_names_the_nearest() {
        refused(
            read(r#"{"FloorPlan2": [], "FloorPlan30": []}"#),
            "kitchens.json: there is no plan \"FloorPlan1\" (did you mean \"FloorPlan2\"?); \
             the file has 2 plans",
        );
        refused(
            read(r#"{"garage": []}"#),
            "kitchens.json: there is no plan \"FloorPlan1\"; the file has 1 plan",
        );
    }

    #[test]
    fn a_missing_field_names_object_and_field() {
        let place = "kitchens.json: plan \"FloorPlan1\", object \"Apple|1\": ";
        refused(
            read_apple(r#""objectId": "Apple|1","#, ""),
            "kitchens.json: plan \"FloorPlan1\", object 0: objectId: it is missing",
        );
        refused(
            read_apple(r#""objectType": "Apple","#, ""),
            &format!("{place}objectType: it is missing"),
        );
        refused(
            read_apple(r#""position": [1, 2, 3],"#, ""),
            &format!("{place}position: it is missing"),
        );
        refused(
            read_apple(r#", "size": [0.1, 0.1, 0.1]"#, ""),
            &format!("{place}aabb.size: it is missing"),
        );
    }

    #[test]
    fn what_is_not_a_number_names_its_place() {
        let place = "kitchens.json: plan \"FloorPlan1\", object \"Apple|1\": ";
        refused(
            read_apple(r#""center": [1, 2, 3]"#, r#""center": [1, null, 3]"#),
            &format!("{place}aabb.center[1]: expected a number, found null"),
        );
        refused(
            read_apple("[0, 90, 0]", "[0, 90]"),
            &format!("{place}rotation: expected three numbers, found a list of 2"),
        );
        refused(
            read_apple("[0, 90, 0]", "\"up\""),
            &format!("{place}rotation: expected three numbers, found a text"),
        );
        refused(
            read_apple(r#""center": [1, 2, 3]"#, r#""center": [1, 1e300, 3]"#),
            &format!("{place}aabb.center[1]: 1e300 is too large"),
        );
        refused(
            read_apple("[0.1, 0.1, 0.1]", "[0.1, -0.1, 0.1]"),
            &format!("{place}aabb.size[1]: -0.1 is negative"),
        );
        refused(
            read_apple(r#""contains": null"#, r#""obb_corners": [[0, 0, 0]]"#),
            &format!("{place}obb_corners: expected eight corners, found a list of 1"),
        );
        refused(
            read_apple(r#"["pickupable"]"#, "[1]"),
            &format!("{place}flags[0]: expected a name, found a number"),
        );
    }

    #[test]
    fn a_turn_may_be_more_than_a_whole_one() {
        assert_eq!(read_apple("[0, 90, 0]", "[0, 450, 0]").expect("sound")[0].rotation[1], 450.0);
    }

    #[test]
    fn two_objects_of_one_name_are_refused() {
        refused(
            read(&format!(r#"{{"FloorPlan1": [{APPLE}, {APPLE}]}}"#)),
            "kitchens.json: plan \"FloorPlan1\", object \"Apple|1\": objectId: \
             another object of the plan has it too",
        );
    }

    #[test]
    fn an_unknown_parent_is_noted_and_left_out() {
        let json = APPLE.replace(r#""parents": null"#, r#""parents": ["Table|9", null]"#);
        let mut notes = Vec::new();
        let plans = Plans::read(&format!(r#"{{"P": [{json}]}}"#), "k").expect("it is JSON");
        let objects = plans.objects_of("P", &mut notes);
        assert!(objects.expect("sound")[0].parents.is_empty());
        assert_eq!(notes.len(), 2, "{notes:?}");
    }
}
