//! What can be wrong with a file of AI2-THOR plans.

/// A plan could not be imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The file is not JSON; it may have been cut off.
    #[error("{source_name}:{line}:{column}: this is not JSON: {problem}")]
    NotJson {
        /// What the file is called.
        source_name: String,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What the reader said.
        problem: String,
    },
    /// The file is JSON, but no table of plans.
    #[error(
        "{source_name}: expected plans by name, each a list of objects, as in \
         {{\"FloorPlan1\": [...]}}"
    )]
    NoPlans {
        /// What the file is called.
        source_name: String,
    },
    /// There is no such plan.
    #[error("{source_name}: there is no plan \"{plan}\"{}; the file has {count}", did_you_mean(nearest.as_deref()))]
    UnknownPlan {
        /// What the file is called.
        source_name: String,
        /// What was asked for.
        plan: String,
        /// The name in the file that looks most like it.
        nearest: Option<String>,
        /// How many plans the file has, in words.
        count: String,
    },
    /// A field of an object is missing or makes no sense.
    #[error("{source_name}: plan \"{plan}\", {object}: {field}: {problem}")]
    Field {
        /// What the file is called.
        source_name: String,
        /// The plan.
        plan: String,
        /// The object: its id, or its place in the list.
        object: String,
        /// The field, such as `aabb.center[1]`.
        field: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The plan as a whole makes no kitchen.
    #[error("{source_name}: plan \"{plan}\": {problem}")]
    Plan {
        /// What the file is called.
        source_name: String,
        /// The plan.
        plan: String,
        /// What is wrong with it.
        problem: String,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |name| format!(" (did you mean \"{name}\"?)"))
}
