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
    /// The words of `synsets.csv` (its synsets and those above them, such as `table.n.02`) and of
    /// `allowed_room_types.csv`.
    ///
    /// # Errors
    ///
    /// When one of them is another table.
    pub fn from_tables(synsets: &str, rooms: &str) -> Result<Self, WrongTable> {
        let synsets = rows("synsets.csv", "synset", synsets)?.into_iter();
        let with_those_above = |row: &str| -> Vec<String> {
            let [synset, above] = two_cells(row);
            above.split(',').chain([synset]).map(|word| word.trim().to_owned()).collect()
        };
        let synsets: BTreeSet<String> = synsets.flat_map(with_those_above).collect();
        let rooms = rows("allowed_room_types.csv", "Room Name", rooms)?.into_iter();
        let rooms: BTreeSet<String> = rooms.map(|row| two_cells(row)[0].to_owned()).collect();
        let words =
            |words: BTreeSet<String>| words.into_iter().filter(|it| !it.is_empty()).collect();
        Ok(Self { synsets: words(synsets), rooms: words(rooms) })
    }
}

/// The rows below the head.
fn rows<'t>(
    table: &'static str,
    wanted: &'static str,
    text: &'t str,
) -> Result<Vec<&'t str>, WrongTable> {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    let found = two_cells(lines.next().unwrap_or_default())[0].to_owned();
    if found != wanted {
        return Err(WrongTable { table, wanted, found });
    }
    Ok(lines.collect())
}

/// The first two cells of a row. Only the second may be quoted, and no quotes are in it.
fn two_cells(row: &str) -> [&str; 2] {
    let (first, rest) = row.split_once(',').unwrap_or((row, ""));
    let second = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split(',').next(),
    };
    [first.trim(), second.unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synsets_above_others_count_too() {
        let synsets = "synset,hypernyms,x\na.n.01,\"b.n.01,c.n.02\",0\nd.n.01,,0\n";
        let both = Vocabulary::from_tables(synsets, "Room Name\nkitchen\n").expect("tables");
        assert_eq!(Vec::from_iter(&both.synsets), ["a.n.01", "b.n.01", "c.n.02", "d.n.01"]);
        assert_eq!(Vec::from_iter(&both.rooms), ["kitchen"]);
        let error = Vocabulary::from_tables("Room Name\n", "").expect_err("the wrong table");
        assert_eq!(
            error.to_string(),
            "synsets.csv begins with the column \"Room Name\", not with \"synset\"; is it the right file?"
        );
    }
}
