//! What a run was made of: enough to run it again, and to refuse to compare unlike things.

use std::collections::BTreeMap;

use memory::Budget;
use serde::{Deserialize, Serialize};

use crate::records::Protocol;

/// `manifest.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the program.
    pub version: String,
    /// Versions of the libraries on which the bytes of a run depend.
    pub libraries: BTreeMap<String, String>,
    /// Features of those libraries on which the bytes depend.
    pub features: Vec<String>,
    /// The target for which the program was built.
    pub target: String,
    /// The class of the processor: what it can do that models make use of.
    pub cpu_class: String,
    /// The suite, as it was asked for.
    pub suite: String,
    /// The files of the suite, the kitchens and the kinds, each with its digest.
    pub files: BTreeMap<String, String>,
    /// The families run; all of the suite where empty.
    pub families: Vec<u8>,
    /// The variants run; all of the suite where empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// The arms, in order.
    pub arms: Vec<String>,
    /// The planner.
    pub planner: String,
    /// The protocol.
    pub protocol: Protocol,
    /// The first seed and the one after the last.
    pub seeds: [u64; 2],
    /// What one recall may cost.
    pub budget: Budget,
    /// The fingerprint of the embedder.
    pub embedder: String,
    /// The language model of the planner, where it asks one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<LanguageOfRun>,
}

/// With which language model a run was planned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageOfRun {
    /// Its name or path.
    pub name: String,
    /// Its fingerprint.
    pub fingerprint: String,
    /// The digest of the prompt's template.
    pub prompt: String,
    /// What the planner may ask in an episode.
    pub budget: mind::model::ModelBudget,
}

impl Manifest {
    /// The names of the fields in which the two differ.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let fields = |manifest: &Self| match serde_json::to_value(manifest) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => unreachable!("a struct with named fields is an object"),
        };
        let (ours, theirs) = (fields(self), fields(other));
        ours.iter()
            .filter(|(name, value)| theirs.get(*name) != Some(value))
            .map(|(name, _)| name.clone())
            .collect()
    }
}
