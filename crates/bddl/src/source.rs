//! A file and the places in it.

use std::ops::Range;
use std::sync::Arc;

use miette::NamedSource;

/// A text and its name, from which errors tell line and column.
///
/// This crate reads no files: the caller hands over what it has read.
#[derive(Debug, Clone)]
pub struct Source {
    pub(crate) name: Arc<str>,
    pub(crate) text: Arc<NamedSource<String>>,
}

impl Source {
    /// The text of the file of that name.
    pub fn new(name: &str, text: &str) -> Self {
        Self { name: name.into(), text: Arc::new(NamedSource::new(name, text.to_owned())) }
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.text.inner()
    }

    /// The line and the column of a byte, both counted from 1; columns count characters.
    pub(crate) fn line_and_column(&self, at: usize) -> (usize, usize) {
        let before = &self.text()[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// The bytes, as far as this text has them, so that a span of another file does no harm.
    pub(crate) fn clip(&self, span: &Range<usize>) -> Range<usize> {
        let down = |at: usize| {
            let at = at.min(self.text().len());
            (0..=at).rev().find(|&at| self.text().is_char_boundary(at)).unwrap_or(0)
        };
        down(span.start)..down(span.end).max(down(span.start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_has_a_line_and_a_column() {
        let source = Source::new("a.bddl", "(\n  é x\n)");
        assert_eq!(source.line_and_column(source.text().find('x').expect("it is there")), (2, 5));
        assert_eq!(source.clip(&(5..99)), 4..10);
    }
}
