//! Where in a file each value stands.
//!
//! `ron` gives a position only for what it cannot read. To point at a value that reads well but
//! makes no sense (a thing that nobody named), the text is read once more, into a tree of spans
//! that has the shape of the value: fields by name, items by place. Whatever surprises this second
//! reading only makes a span less exact; the value itself always comes from `ron`.

use std::ops::Range;

/// No file nests deeper: `ron` stops at 128.
const MAX_DEPTH: usize = 160;

/// A value in the text, and the values inside it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Node {
    /// From its first byte to behind its last.
    pub(crate) span: Range<usize>,
    /// Its fields (with a name) or items (without one), in the order of writing.
    children: Vec<(Option<String>, Node)>,
}

impl Node {
    /// The tree of the value that is written in `text`.
    pub(crate) fn of(text: &str) -> Self {
        Reader { text, at: 0 }.value(0)
    }

    /// The field of that name, or the value of that key in a map.
    pub(crate) fn field(&self, name: &str) -> Option<&Node> {
        let named = |(key, _): &&(Option<String>, Node)| key.as_deref() == Some(name);
        self.children.iter().find(named).map(|(_, node)| node)
    }

    /// The item at that place, counted from 0.
    pub(crate) fn item(&self, index: usize) -> Option<&Node> {
        self.children.get(index).map(|(_, node)| node)
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Goes behind the next `end`, or to the end of the text.
    fn skip_past(&mut self, end: &str) {
        let rest = self.rest();
        self.at += rest.find(end).map_or(rest.len(), |found| found + end.len());
    }

    /// Blanks, comments and `#![enable(..)]`.
    fn skip_trivia(&mut self) {
        loop {
            self.skip_while(char::is_whitespace);
            if self.rest().starts_with("//") {
                self.skip_past("\n");
            } else if self.rest().starts_with("/*") {
                self.skip_block_comment();
            } else if self.rest().starts_with("#!") {
                self.skip_past("]");
            } else {
                return;
            }
        }
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0_usize;
        loop {
            if self.rest().starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return;
                }
            } else if let Some(c) = self.peek() {
                self.at += c.len_utf8();
            } else {
                return;
            }
        }
    }

    fn word(&mut self) -> &'a str {
        self.skip_while(|c| c.is_alphanumeric() || "_.+-#".contains(c))
    }

    fn value(&mut self, depth: usize) -> Node {
        self.skip_trivia();
        let start = self.at;
        let mut children = Vec::new();
        match self.peek() {
            Some('"') => self.skip_string(),
            Some('\'') => self.skip_char(),
            Some(open @ ('(' | '[' | '{')) => {
                self.at += 1;
                children = self.children(open, depth);
            }
            Some(_) => {
                let word = self.word();
                if self.peek() == Some('"') {
                    // A raw string or a byte string: r#"..."#.
                    self.skip_prefixed_string(word);
                } else {
                    let word_end = self.at;
                    self.skip_trivia();
                    if self.eat('(') {
                        children = self.children('(', depth);
                        if word == "Some" && children.len() == 1 {
                            return children.pop().map(|(_, node)| node).unwrap_or_default();
                        }
                    } else {
                        self.at = word_end;
                    }
                }
            }
            None => {}
        }
        Node { span: start..self.at, children }
    }

    /// What is between the bracket `open`, just read, and the one that closes it.
    fn children(&mut self, open: char, depth: usize) -> Vec<(Option<String>, Node)> {
        let close = match open {
            '(' => ')',
            '[' => ']',
            _ => '}',
        };
        let mut children = Vec::new();
        loop {
            self.skip_trivia();
            if self.eat(close) || self.peek().is_none() || depth > MAX_DEPTH {
                return children;
            }
            let before = self.at;
            let key = if open == '[' { None } else { self.key(open) };
            children.push((key, self.value(depth + 1)));
            self.skip_trivia();
            self.eat(',');
            if self.at == before {
                // Something that has no place here: step over it.
                self.at += self.peek().map_or(0, char::len_utf8);
            }
        }
    }

    /// The name of a field or the key of a map, with its colon; nothing is read where there is
    /// none.
    fn key(&mut self, open: char) -> Option<String> {
        let start = self.at;
        let name = if open == '{' {
            self.value(MAX_DEPTH);
            self.text[start..self.at].trim_matches('"')
        } else {
            self.word()
        };
        self.skip_trivia();
        if !name.is_empty() && self.eat(':') {
            return Some(name.strip_prefix("r#").unwrap_or(name).to_owned());
        }
        self.at = start;
        None
    }

    fn skip_string(&mut self) {
        self.at += 1;
        let mut escaped = false;
        for (offset, c) in self.rest().char_indices() {
            if c == '"' && !escaped {
                self.at += offset + 1;
                return;
            }
            escaped = c == '\\' && !escaped;
        }
        self.at = self.text.len();
    }

    fn skip_prefixed_string(&mut self, prefix: &str) {
        if prefix.contains('r') {
            self.at += 1;
            let hashes = prefix.bytes().filter(|byte| *byte == b'#').count();
            self.skip_past(&format!("\"{}", "#".repeat(hashes)));
        } else {
            self.skip_string();
        }
    }

    fn skip_char(&mut self) {
        self.at += 1;
        if self.eat('\\') || self.peek().is_some() {
            self.at += self.peek().map_or(0, char::len_utf8);
        }
        self.eat('\'');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, path: &[&str], expected: &str) {
        let tree = Node::of(text);
        let mut node = &tree;
        for step in path {
            node = match step.parse::<usize>() {
                Ok(index) => node.item(index),
                Err(_) => node.field(step),
            }
            .unwrap_or_else(|| panic!("{step} of {path:?} in {text}: {node:?}"));
        }
        assert_eq!(&text[node.span.clone()], expected);
    }

    #[test]
    fn a_value_is_found_by_its_path() {
        let text = r#"#![enable(implicit_some)]
            // (a comment: "not" a value)
            Home(
                name: "two-rooms", /* (( /* nested */ */
                size: (1.5, -2e3,),
                things: [
                    (noun: "mug \" \\", at: In("left drawer"), states: [(Sharp, false)]),
                    Thing(noun: r"raw ) text", at: Some(On("table"))),
                ],
                bind: { "target": "blue mug" },
            )"#;
        check(text, &["name"], "\"two-rooms\"");
        check(text, &["size", "1"], "-2e3");
        check(text, &["things", "0", "at"], "In(\"left drawer\")");
        check(text, &["things", "0", "at", "0"], "\"left drawer\"");
        check(text, &["things", "0", "states", "0", "1"], "false");
        check(text, &["things", "1", "noun"], "r\"raw ) text\"");
        check(text, &["things", "1", "at", "0"], "\"table\"");
        check(text, &["bind", "target"], "\"blue mug\"");
    }

    #[test]
    fn any_text_is_read_to_its_end() {
        for text in [
            "",
            "(",
            ")",
            "((",
            "[(\"",
            "r#\"",
            "'",
            "/*",
            "#!",
            "{:}",
            "a:b:c",
            "(\u{e9}:€)",
            "][",
        ] {
            Node::of(text);
        }
        Node::of(&"(".repeat(100_000));
    }
}
