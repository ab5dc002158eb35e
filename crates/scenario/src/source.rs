//! A file and the places in it.

use std::ops::Range;
use std::sync::Arc;

use miette::NamedSource;

use crate::outline::Node;

/// A file: its name, its text, and where each of its values stands.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    name: Arc<str>,
    text: Arc<NamedSource<String>>,
    root: Arc<Node>,
}

impl Source {
    pub(crate) fn new(name: &str, text: &str) -> Self {
        Self {
            name: name.into(),
            text: Arc::new(NamedSource::new(name, text.to_owned())),
            root: Arc::new(Node::of(text)),
        }
    }

    /// The whole value of the file.
    pub(crate) fn spot(&self) -> Spot<'_> {
        Spot { source: self, node: &self.root }
    }

    pub(crate) fn name(&self) -> &Arc<str> {
        &self.name
    }

    pub(crate) fn text(&self) -> &Arc<NamedSource<String>> {
        &self.text
    }

    /// The line and the column of a byte, both counted from 1; columns count characters.
    pub(crate) fn line_and_column(&self, at: usize) -> (usize, usize) {
        let before = &self.text.inner()[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// The byte at a line and a column, both counted from 1.
    pub(crate) fn byte_at(&self, line: usize, column: usize) -> usize {
        let text = self.text.inner();
        let before = text.split_inclusive('\n').take(line.saturating_sub(1));
        let line_start: usize = before.map(str::len).sum();
        let mut chars = text[line_start..].char_indices();
        let offset = chars.nth(column.saturating_sub(1)).map(|(offset, _)| offset);
        offset.map_or(text.len(), |offset| line_start + offset)
    }
}

/// A value in a file, while it is checked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot<'a> {
    pub(crate) source: &'a Source,
    node: &'a Node,
}

impl Spot<'_> {
    /// The field of that name; this value itself where the author left the field out.
    pub(crate) fn field(self, name: &str) -> Self {
        Self { node: self.node.field(name).unwrap_or(self.node), ..self }
    }

    /// The item at that place; this value itself where there is none.
    pub(crate) fn item(self, index: usize) -> Self {
        Self { node: self.node.item(index).unwrap_or(self.node), ..self }
    }

    /// The bytes where it stands.
    pub(crate) fn span(self) -> Range<usize> {
        self.node.span.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_has_a_line_and_a_column() {
        let source = Source::new("a.ron", "(\n  é: \"x\",\n)");
        let at = source.spot().field("é").span().start;
        assert_eq!(source.line_and_column(at), (2, 6));
        assert_eq!(source.byte_at(2, 6), at);
        assert_eq!(source.byte_at(9, 9), source.text().inner().len());
    }
}
