//! The reference of the file formats, made from the types that read them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;

use schemars::{JsonSchema, schema_for};
use serde_json::{Map, Value};

use crate::written::{Home, Kind, Scenario};

const HEAD: &str = "# Scenario reference

Made from the types in `crates/scenario/src/written`; do not edit. A test compares this page with \
them: `UPDATE_EXPECT=1 cargo test -p scenario` writes it anew. `docs/scenarios.md` explains the \
formats.

Files are RON. A struct may be written with its name or without: `Thing(noun: \"mug\")` or \
`(noun: \"mug\")`. `Some` is left out, and so are the inner brackets of a variant that holds a \
struct: `Day(number: 3)`.
";

/// The reference as a Markdown page.
pub fn reference() -> String {
    let mut page = HEAD.to_owned();
    let mut types: BTreeMap<String, Value> = BTreeMap::new();
    let roots = [root::<Scenario>(&mut types), root::<Home>(&mut types), root::<Kind>(&mut types)];
    let mut next: VecDeque<String> = roots.into();
    let mut seen: BTreeSet<String> = next.iter().cloned().collect();
    while let Some(name) = next.pop_front() {
        let schema = &types[&name];
        write_type(&mut page, &name, schema);
        for name in references(schema) {
            if seen.insert(name.clone()) {
                next.push_back(name);
            }
        }
    }
    page
}

/// Adds the type and all that it uses; returns its name.
fn root<T: JsonSchema>(types: &mut BTreeMap<String, Value>) -> String {
    let mut schema = schema_for!(T).to_value();
    // With another crate's features the fields would come in the order of writing.
    schema.sort_all_objects();
    let defs = schema.as_object_mut().and_then(|schema| schema.remove("$defs"));
    if let Some(Value::Object(defs)) = defs {
        types.extend(defs);
    }
    let name = T::schema_name().into_owned();
    types.insert(name.clone(), schema);
    name
}

/// The names of the types that the schema refers to, in order.
fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(key, value)| match (key.as_str(), value) {
                ("$ref", Value::String(path)) => vec![type_name(path).to_owned()],
                _ => references(value),
            })
            .collect(),
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

fn type_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn write_type(page: &mut String, name: &str, schema: &Value) {
    let _ = write!(page, "\n## {name}\n\n{}\n", paragraph(schema));
    if let Some(Value::Object(fields)) = schema.get("properties") {
        page.push_str("\n| field | type | where left out | meaning |\n|---|---|---|---|\n");
        write_fields(page, fields, schema);
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let words: Vec<String> = words.iter().map(|word| format!("`{}`", plain(word))).collect();
        let _ = write!(page, "\nOne of {}.\n", words.join(", "));
    }
    if schema.get("anyOf").is_some() {
        let _ = write!(page, "\nWritten as {}.\n", type_of(schema));
    }
    let Some(variants) = schema.get("oneOf").and_then(Value::as_array) else {
        return;
    };
    page.push_str("\n| written | meaning |\n|---|---|\n");
    for variant in variants {
        for form in forms(variant) {
            let _ = writeln!(page, "| `{form}` | {} |", line(variant));
        }
    }
}

/// Fields that are needed come first.
fn write_fields(page: &mut String, fields: &Map<String, Value>, schema: &Value) {
    let needed: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    for wanted in [true, false] {
        for (name, field) in fields {
            if needed.contains(&name.as_str()) != wanted {
                continue;
            }
            let default = match field.get("default") {
                _ if wanted => "needed".to_owned(),
                None if field.get("type") == Some(&Value::from("boolean")) => "no".to_owned(),
                None if field.get("type") == Some(&Value::from("array")) => "empty".to_owned(),
                None | Some(Value::Null) => "none".to_owned(),
                Some(Value::Bool(false)) => "no".to_owned(),
                Some(Value::Array(items)) if items.is_empty() => "empty".to_owned(),
                Some(Value::Object(fields)) if fields.is_empty() => "empty".to_owned(),
                Some(default) => format!("`{}`", ron_of(default)),
            };
            let (of, meaning) = (type_of(field), line(field));
            let _ = writeln!(page, "| `{name}` | {of} | {default} | {meaning} |");
        }
    }
}

/// How a variant is written; several where words share a description.
fn forms(variant: &Value) -> Vec<String> {
    if let Some(word) = variant.get("const") {
        return vec![plain(word)];
    }
    if let Some(words) = variant.get("enum").and_then(Value::as_array) {
        return words.iter().map(plain).collect();
    }
    let Some(Value::Object(fields)) = variant.get("properties") else {
        return vec![type_of(variant)];
    };
    let held = |(name, held): (&String, &Value)| {
        let held = unlinked(&type_of(held));
        // A variant with several parts has its brackets already.
        if held.starts_with('(') { format!("{name}{held}") } else { format!("{name}({held})") }
    };
    fields.iter().map(held).collect()
}

/// The type in words, with links to the types of this page.
fn type_of(schema: &Value) -> String {
    if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
        let name = type_name(path);
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(any) = schema.get("anyOf").or_else(|| schema.get("allOf")).and_then(Value::as_array)
    {
        let all: Vec<String> = any.iter().map(type_of).filter(|text| text != "nothing").collect();
        return all.join(" or ");
    }
    match schema.get("type") {
        Some(Value::String(name)) => type_named(name, schema),
        Some(Value::Array(names)) => {
            let names = names.iter().filter_map(Value::as_str).filter(|name| *name != "null");
            names.map(|name| type_named(name, schema)).collect::<Vec<_>>().join(" or ")
        }
        _ => "anything".to_owned(),
    }
}

fn type_named(name: &str, schema: &Value) -> String {
    match name {
        "string" => "text".to_owned(),
        "boolean" => "`true` or `false`".to_owned(),
        "number" => "number".to_owned(),
        "integer" => "whole number".to_owned(),
        "null" => "nothing".to_owned(),
        "array" => type_of_list(schema),
        "object" => match schema.get("additionalProperties") {
            Some(values @ Value::Object(_)) => format!("map from text to {}", type_of(values)),
            _ => "struct".to_owned(),
        },
        other => other.to_owned(),
    }
}

fn type_of_list(schema: &Value) -> String {
    if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
        let items: Vec<String> = items.iter().map(type_of).collect();
        return format!("({})", items.join(", "));
    }
    let item = schema.get("items").map_or_else(|| "anything".to_owned(), type_of);
    match schema.get("minItems").and_then(Value::as_u64) {
        Some(count) => format!("({})", vec![item; count as usize].join(", ")),
        None => format!("list of {item}"),
    }
}

/// A value as RON writes it, as far as defaults need it.
fn ron_of(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let held = |(name, held): (&String, &Value)| format!("{name}({})", ron_of(held));
            fields.iter().map(held).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// `[Thing](#thing)` as `Thing`.
fn unlinked(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](#") {
        plain.push_str(&before.replacen('[', "", 1));
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    plain + rest
}

fn description(schema: &Value) -> &str {
    schema.get("description").and_then(Value::as_str).unwrap_or_default()
}

fn paragraph(schema: &Value) -> String {
    unlink_code(description(schema))
}

fn line(schema: &Value) -> String {
    unlink_code(&description(schema).split_whitespace().collect::<Vec<_>>().join(" "))
        .replace('|', "\\|")
}

/// Links to other items, which only `rustdoc` can follow, as mere code.
fn unlink_code(text: &str) -> String {
    text.replace("[`", "`").replace("`]", "`")
}
