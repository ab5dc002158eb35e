//! The name that an author probably meant.

/// The known name that looks most like `name`, where one looks like it at all.
///
/// Of equally near ones the first in alphabetical order.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut best: Option<(f64, &str)> = None;
    for candidate in known {
        let likeness = likeness(name, candidate);
        let better = best.is_none_or(|(other, word)| {
            likeness > other || likeness.total_cmp(&other).is_eq() && candidate < word
        });
        if likeness >= 0.5 && better {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, word)| word.to_owned())
}

/// From 0, nothing in common, to 1, equal.
fn likeness(a: &str, b: &str) -> f64 {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let last_word = |text: &str| text.rsplit(' ').next().unwrap_or_default().to_owned();
    // The first suits mistyped words, the second words out of order, the third a kind without its
    // marks; that one counts a little less.
    let kinds = strsim::normalized_damerau_levenshtein(&last_word(&a), &last_word(&b));
    strsim::normalized_damerau_levenshtein(&a, &b)
        .max(strsim::sorensen_dice(&a, &b))
        .max(0.8 * kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_word_finds_what_was_meant() {
        let known = ["key", "blue mug", "left drawer", "right drawer"];
        assert_eq!(nearest("kye", known).as_deref(), Some("key"));
        assert_eq!(nearest("leftdrawer", known).as_deref(), Some("left drawer"));
        assert_eq!(nearest("mug blue", known).as_deref(), Some("blue mug"));
        assert_eq!(nearest("mgu", known).as_deref(), Some("blue mug"));
        assert_eq!(nearest("elephant", known), None);
        assert_eq!(nearest("b", ["a2", "a1"]), None);
    }
}
