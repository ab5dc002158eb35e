//! Words on one line.

/// The words with single blanks between them. Prompts are made of lines: what has several would look
/// like several.
pub(crate) fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
