//! A TOML table that is read key by key, so that every complaint has a place.
//!
//! Serde would say what is wrong but not always where, and never which word was meant.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is wrong in a manifest, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file_name}:{line}:{column}: {problem}")]
pub struct ManifestError {
    /// What the manifest is called.
    pub file_name: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong there and, where it can be said, what would be right.
    pub problem: String,
}

/// The text that is being read, for turning places into lines.
#[derive(Clone, Copy)]
pub(super) struct Text<'t> {
    pub(super) file_name: &'t str,
    pub(super) text: &'t str,
}

impl Text<'_> {
    pub(super) fn error(self, place: &Range<usize>, problem: impl fmt::Display) -> ManifestError {
        let before = self.text.get(..place.start).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ManifestError {
            file_name: self.file_name.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            problem: problem.to_string(),
        }
    }
}

/// One table. Every key must be asked for; [`Table::finish`] complains about the rest.
pub(super) struct Table<'t, 'i> {
    text: Text<'t>,
    /// What the table is, for messages: `"a model"`.
    what: &'static str,
    place: Range<usize>,
    entries: &'t DeTable<'i>,
    known: BTreeSet<&'static str>,
}

impl<'t, 'i> Table<'t, 'i> {
    pub(super) fn new(
        text: Text<'t>,
        what: &'static str,
        place: Range<usize>,
        entries: &'t DeTable<'i>,
    ) -> Self {
        Self { text, what, place, entries, known: BTreeSet::new() }
    }

    /// Where it begins and ends.
    pub(super) fn place(&self) -> Range<usize> {
        self.place.clone()
    }

    fn value(&mut self, key: &'static str) -> Option<&'t Spanned<DeValue<'i>>> {
        self.known.insert(key);
        self.entries.get(key)
    }

    fn needed(&mut self, key: &'static str) -> Result<&'t Spanned<DeValue<'i>>, ManifestError> {
        self.value(key).ok_or_else(|| {
            // A misspelt key is the likeliest reason, and its own place says more than the table's.
            let others =
                self.entries.keys().filter(|other| !self.known.contains(other.get_ref().as_ref()));
            match others.min_by_key(|other| distance(key, other.get_ref())) {
                Some(other) if distance(key, other.get_ref()) <= near(key) => self.text.error(
                    &other.span(),
                    format!("{} has no {:?}; did you mean {key:?}?", self.what, other.get_ref()),
                ),
                _ => self.text.error(&self.place, format!("{} needs {key:?}", self.what)),
            }
        })
    }

    fn wrong(&self, value: &Spanned<DeValue<'_>>, key: &str, expected: &str) -> ManifestError {
        let found = value.get_ref().type_str();
        self.text.error(
            &value.span(),
            format!("{key:?} of {} should be {expected}, not {found}", self.what),
        )
    }

    /// A text that is not empty, with its place.
    pub(super) fn string(&mut self, key: &'static str) -> Result<Spanned<String>, ManifestError> {
        let value = self.needed(key)?;
        match value.get_ref().as_str() {
            Some("") => {
                Err(self.text.error(&value.span(), format!("{key:?} of {} is empty", self.what)))
            }
            Some(text) => Ok(Spanned::new(value.span(), text.to_owned())),
            None => Err(self.wrong(value, key, "a text")),
        }
    }

    /// A text that can be read as a `T`, such as a digest.
    pub(super) fn parsed<T: FromStr<Err: fmt::Display>>(
        &mut self,
        key: &'static str,
    ) -> Result<T, ManifestError> {
        let text = self.string(key)?;
        text.get_ref().parse().map_err(|error| {
            self.text.error(&text.span(), format!("{key:?} of {}: {error}", self.what))
        })
    }

    /// One of a few words.
    pub(super) fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        choices: &[(&'static str, T)],
    ) -> Result<T, ManifestError> {
        let text = self.string(key)?;
        let found = choices.iter().find(|(word, _)| word == text.get_ref());
        found.map(|(_, choice)| *choice).ok_or_else(|| {
            let hint = hint(text.get_ref(), choices.iter().map(|(word, _)| *word));
            self.text.error(
                &text.span(),
                format!("{key:?} of {} cannot be {:?}; {hint}", self.what, text.get_ref()),
            )
        })
    }

    /// A whole number of at least 1.
    pub(super) fn count(&mut self, key: &'static str) -> Result<u64, ManifestError> {
        let value = self.needed(key)?;
        let number = value.get_ref().as_integer();
        number
            .and_then(|number| {
                u64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
            })
            .filter(|&number| number > 0)
            .ok_or_else(|| match number {
                Some(number) => self.text.error(
                    &value.span(),
                    format!(
                        "{key:?} of {} should be a whole number above zero, not {}",
                        self.what,
                        number.as_str()
                    ),
                ),
                None => self.wrong(value, key, "a whole number"),
            })
    }

    /// A whole number of at least 1, if there is one.
    pub(super) fn optional_count(
        &mut self,
        key: &'static str,
    ) -> Result<Option<u64>, ManifestError> {
        if self.value(key).is_some() { self.count(key).map(Some) } else { Ok(None) }
    }

    /// A list of tables that is not empty; `what` each of them is, for messages.
    pub(super) fn tables(
        &mut self,
        key: &'static str,
        what: &'static str,
    ) -> Result<Vec<Table<'t, 'i>>, ManifestError> {
        let value = self.needed(key)?;
        let Some(array) = value.get_ref().as_array() else {
            return Err(self.wrong(value, key, "a list of tables"));
        };
        if array.is_empty() {
            return Err(self
                .text
                .error(&value.span(), format!("{key:?} of {} is empty", self.what)));
        }
        array
            .iter()
            .map(|item| match item.get_ref().as_table() {
                Some(table) => Ok(Table::new(self.text, what, item.span(), table)),
                None => Err(self.wrong(item, key, "a list of tables")),
            })
            .collect()
    }

    /// Complains about a key that nobody asked for.
    pub(super) fn finish(self) -> Result<(), ManifestError> {
        match self.entries.keys().find(|key| !self.known.contains(key.get_ref().as_ref())) {
            None => Ok(()),
            Some(key) => {
                let hint = hint(key.get_ref(), self.known.iter().copied());
                Err(self.text.error(
                    &key.span(),
                    format!("{} has no {:?}; {hint}", self.what, key.get_ref()),
                ))
            }
        }
    }
}

/// "did you mean …?" when one of the right words is near, else all of them.
pub(super) fn hint<'w>(wrong: &str, right: impl Iterator<Item = &'w str> + Clone) -> String {
    match right.clone().min_by_key(|word| distance(wrong, word)) {
        Some(nearest) if distance(wrong, nearest) <= near(nearest) => {
            format!("did you mean {nearest:?}?")
        }
        _ => format!(
            "it can be {}",
            right.map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ")
        ),
    }
}

fn distance(left: &str, right: &str) -> usize {
    strsim::damerau_levenshtein(&left.to_lowercase(), &right.to_lowercase())
}

/// How many slips of the finger a word may be away.
fn near(word: &str) -> usize {
    (word.chars().count() / 3).clamp(1, 4)
}
