//! What the words of the activities are called here: the table `assets/synsets.ron`.

use std::collections::BTreeMap;

use base::Noun;
use scenario::{Embedded, Library};
use serde::Deserialize;

/// The table of synsets.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Synsets {
    /// The kind of each loose thing.
    things: BTreeMap<String, String>,
    /// The kind of what other things come in: of `jar` for `honey__jar.n.01`.
    packages: BTreeMap<String, String>,
    /// What liquids, powders and pastes are called, where that is not their own word.
    #[serde(default)]
    substances: BTreeMap<String, Noun>,
    /// The kinds of furniture that may stand for it, the nearest in use first.
    furniture: BTreeMap<String, Vec<String>>,
}

/// A table of synsets could not be read.
#[derive(Debug, thiserror::Error)]
#[error("synsets.ron:{0}")]
pub struct NotSynsets(#[from] ron::error::SpannedError);

impl Synsets {
    /// The table that comes with the program.
    pub fn built_in() -> Self {
        let text = Embedded.text("synsets.ron").expect("it comes with the program");
        Self::read(&text).expect("a test reads it")
    }

    /// Reads a table.
    ///
    /// # Errors
    /// The first place that cannot be read.
    pub fn read(text: &str) -> Result<Self, NotSynsets> {
        Ok(ron::from_str(text)?)
    }

    /// The kind of a loose thing, and what comes in it where it is a package: `store-jar` and
    /// `honey`.
    pub fn kind<'a>(&'a self, synset: &'a str) -> Option<(&'a str, Option<String>)> {
        if let Some(kind) = self.things.get(synset) {
            return Some((kind, None));
        }
        let word = synset.split('.').next()?;
        let (package, content) = match word.split_once("__of__") {
            Some((package, content)) => (package, content),
            None => word.rsplit_once("__").map(|(content, package)| (package, content))?,
        };
        let kind = self.packages.get(package)?;
        Some((kind, Some(content.replace('_', "-"))))
    }

    /// What a liquid, a powder or a paste is called: `salt` for `salt.n.02`, `melted-butter` for
    /// `melted__butter.n.01`.
    pub fn substance(&self, synset: &str) -> Noun {
        let own = || {
            Noun::new(
                &lemma(synset, "").unwrap_or(synset).replace("__", "_").replace('_', "-"),
                &[],
            )
        };
        self.substances.get(synset).cloned().unwrap_or_else(own)
    }

    /// The kinds of furniture that may stand for it; none where it is no furniture.
    pub fn furniture(&self, synset: &str) -> Option<&[String]> {
        self.furniture.get(synset).map(Vec::as_slice)
    }

    /// Every kind of a loose thing that the table names.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.things.values().chain(self.packages.values()).map(String::as_str)
    }
}

/// The word without its sense: `apple` of `half__apple.n.01` and `apple.n.01`, with what stands
/// before it taken off.
pub(super) fn lemma<'a>(synset: &'a str, before: &str) -> Option<&'a str> {
    synset.strip_prefix(before)?.split('.').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_the_table_is_a_kind() {
        let text = Embedded.text("kinds.ron").expect("it comes with the program");
        let kinds = scenario::parse_kinds("kinds.ron", &text).expect("our own kinds");
        for kind in Synsets::built_in().kinds() {
            assert!(kinds.get(kind).is_some(), "{kind}");
        }
    }

    #[test]
    fn a_package_is_called_by_what_comes_in_it() {
        let synsets = Synsets::built_in();
        let kind = |synset: &str| synsets.kind(synset).map(|(kind, of)| (kind.to_owned(), of));
        let jar = |of: &str| Some(("store-jar".to_owned(), Some(of.to_owned())));
        assert_eq!(kind("peanut_butter__jar.n.01"), jar("peanut-butter"));
        assert_eq!(kind("jar__of__sugar.n.01"), jar("sugar"));
        assert_eq!(kind("apple.n.01"), Some(("apple".to_owned(), None)));
        assert_eq!(kind("half__kiwi.n.01"), None);
    }

    #[test]
    fn a_broken_table_is_told_with_its_line() {
        let error = Synsets::read("(\n    things: {\"a\" \"b\"},\n)").expect_err("it is broken");
        assert!(error.to_string().starts_with("synsets.ron:2:"), "{error}");
    }

    #[test]
    fn a_lemma_has_no_sense() {
        assert_eq!(lemma("half__apple.n.01", "half__"), Some("apple"));
        assert_eq!(lemma("apple.n.01", "half__"), None);
    }
}
