//! Which synsets and rooms there are.

use std::collections::BTreeSet;

/// The synsets and rooms that problems may name, from the tables published with the activities.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    pub(crate) synsets: BTreeSet<String>,
    pub(crate) rooms: BTreeSet<String>,
}

/// A table whose first column is another than was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{table} begins with the column \"{found}\", not with \"{wanted}\"; is it the right file?")]
pub struct WrongTable {
    /// Which table.
    pub table: &'static str,
    /// How its first column should be named.
    pub wanted: &'static str,
    /// How it is named.
    pub found: String,
}

impl Vocabulary {
    /// The words in the first columns of `synsets.csv` and `allowed_room_types.csv`.
    ///
    /// # Errors
    ///
    /// When one of them is another table.
    pub fn from_tables(synsets: &str, rooms: &str) -> Result<Self, WrongTable> {
        Ok(Self {
            synsets: first_column("synsets.csv", "synset", synsets)?,
            rooms: first_column("allowed_room_types.csv", "Room Name", rooms)?,
        })
    }
}

/// The first column, which quotes nothing.
fn first_column(
    table: &'static str,
    wanted: &'static str,
    text: &str,
) -> Result<BTreeSet<String>, WrongTable> {
    let cell = |line: &str| line.split(',').next().unwrap_or_default().trim().to_owned();
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    let found = lines.next().map(cell).unwrap_or_default();
    if found != wanted {
        return Err(WrongTable { table, wanted, found });
    }
    Ok(lines.map(cell).filter(|word| !word.is_empty()).collect())
}
