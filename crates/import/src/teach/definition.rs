//! The files: definitions of tasks, and the classes of objects.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// A file cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{file}:{line}:{column}: {what}")]
pub struct TeachError {
    /// The file.
    pub file: String,
    /// Where in it, from 1.
    pub line: usize,
    /// Where in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
}

/// One task as it is defined.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Definition {
    pub(super) task_name: String,
    pub(super) task_nparams: usize,
    #[serde(default)]
    pub(super) task_anchor_object: Option<String>,
    pub(super) desc: String,
    pub(super) components: BTreeMap<String, Component>,
    #[serde(default)]
    pub(super) relations: Vec<Relation>,
}

/// A part of a task: a thing, or another task.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Component {
    pub(super) determiner: String,
    #[serde(default)]
    pub(super) conditions: BTreeMap<String, Value>,
    #[serde(default)]
    pub(super) task_name: Option<String>,
    #[serde(default)]
    pub(super) task_params: Vec<String>,
}

/// What is in or on what.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Relation {
    pub(super) property: String,
    pub(super) tail_entity_list: Vec<String>,
    pub(super) tail_determiner_list: Vec<String>,
    pub(super) head_entity_list: Vec<String>,
    pub(super) head_determiner_list: Vec<String>,
}

/// A folder of definitions, by their names.
#[derive(Debug, Clone, Default)]
pub struct Tasks {
    pub(super) definitions: BTreeMap<String, Definition>,
    /// The classes of each type of object.
    pub(super) classes: BTreeMap<String, Vec<String>>,
}

impl Tasks {
    /// Adds the definition in the text.
    ///
    /// # Errors
    /// What is wrong with the file, and where.
    pub fn add(&mut self, file: &str, text: &str) -> Result<(), TeachError> {
        let definition: Definition = read(file, text)?;
        self.definitions.insert(definition.task_name.clone(), definition);
        Ok(())
    }

    /// Takes the classes of objects: a map from the name of a type to those of its classes.
    ///
    /// # Errors
    /// What is wrong with the file, and where.
    pub fn set_classes(&mut self, file: &str, text: &str) -> Result<(), TeachError> {
        self.classes = read(file, text)?;
        Ok(())
    }

    /// The names of the tasks, how many words each takes, and how it is said: "Serve #0 slice(s) of #1".
    pub fn iter(&self) -> impl Iterator<Item = (&str, usize, &str)> {
        self.definitions
            .values()
            .map(|task| (task.task_name.as_str(), task.task_nparams, task.desc.as_str()))
    }

    /// The task as it is said, with these words in it.
    pub fn words(&self, name: &str, words: &[String]) -> Option<String> {
        let task = self.definitions.get(name)?;
        Some(filled(&task.desc, words).trim_end_matches('.').to_lowercase())
    }
}

fn read<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T, TeachError> {
    serde_json::from_str(text).map_err(|error| TeachError {
        file: file.to_owned(),
        line: error.line(),
        column: error.column(),
        what: error.to_string(),
    })
}

/// The text with each `#n` replaced by the word of that number.
pub(super) fn filled(text: &str, words: &[String]) -> String {
    // The greatest number first: #1 begins #13.
    (0..words.len())
        .rev()
        .fold(text.to_owned(), |text, index| text.replace(&format!("#{index}"), &words[index]))
}
