//! The word that an author probably meant.

/// The known word that looks most like `word`, where one looks like it at all; of equally near ones
/// the first in alphabetical order.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut best: Option<(f64, &str)> = None;
    for candidate in known {
        let likeness = strsim::normalized_damerau_levenshtein(word, candidate);
        let better = best.is_none_or(|(other, name)| {
            likeness > other || likeness.total_cmp(&other).is_eq() && candidate < name
        });
        if likeness >= 0.5 && better {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, name)| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_word_finds_what_was_meant() {
        assert_eq!(nearest("ontp", ["open", "ontop"]).as_deref(), Some("ontop"));
        assert_eq!(nearest("b", ["a2", "a1"]), None);
    }
}
