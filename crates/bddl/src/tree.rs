//! Parentheses and words, before they mean anything.
//!
//! Written by hand: two marks, words and comments make a loop of a page, and the loop knows which
//! parentheses are open when something is wrong. No recursion, so no file can exhaust the stack.

use std::ops::Range;

use crate::errors::Report;
use crate::mistake::Mistake;
use crate::source::Source;

/// Parentheses deeper in one another than this are an error. The published activities need 8.
pub(crate) const MOST_DEPTH: usize = 64;

/// A word, or what stands between two parentheses.
#[derive(Debug)]
pub(crate) enum Tree {
    Word(String, Range<usize>),
    List(Vec<Tree>, Range<usize>),
}

impl Tree {
    pub(crate) fn span(&self) -> &Range<usize> {
        match self {
            Self::Word(_, span) | Self::List(_, span) => span,
        }
    }

    pub(crate) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word, _) => Some(word),
            Self::List(..) => None,
        }
    }

    pub(crate) fn list(&self) -> Option<&[Tree]> {
        match self {
            Self::Word(..) => None,
            Self::List(items, _) => Some(items),
        }
    }

    /// The list, if it begins with a word, taken apart into that word and what follows.
    pub(crate) fn headed(&self) -> Option<(&str, &[Tree])> {
        let (head, rest) = self.list()?.split_first()?;
        Some((head.word()?, rest))
    }

    /// What it is, for an error.
    pub(crate) fn found(&self) -> String {
        match self {
            Self::Word(word, _) => format!("\"{word}\""),
            Self::List(items, _) if items.is_empty() => "\"()\"".to_owned(),
            Self::List(items, _) => match items[0].word() {
                Some(word) if items.len() == 1 => format!("\"({word})\""),
                Some(word) => format!("\"({word} ...)\""),
                None => "a list in a list".to_owned(),
            },
        }
    }
}

enum Mark {
    Open,
    Close,
    Word,
}

/// The marks of a text, without blanks and comments.
fn marks(text: &str) -> impl Iterator<Item = (Mark, Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            let start = at;
            if first.is_whitespace() {
                at += first.len_utf8();
            } else if first == ';' {
                at += rest.find('\n').unwrap_or(rest.len());
            } else if matches!(first, '(' | ')') {
                at += 1;
                let mark = if first == '(' { Mark::Open } else { Mark::Close };
                return Some((mark, start..at));
            } else {
                let end = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';');
                at += rest.find(end).unwrap_or(rest.len());
                return Some((Mark::Word, start..at));
            }
        }
    })
}

/// The one list that a file holds. Words are in small letters, as BDDL does not tell them apart.
pub(crate) fn grow(source: &Source, report: &mut Report<'_>) -> Option<Tree> {
    let text = source.text();
    // The lists that are open, each with the start of its parenthesis.
    let mut open: Vec<(Vec<Tree>, usize)> = Vec::new();
    let mut whole: Option<Tree> = None;
    for (mark, span) in marks(text) {
        if whole.is_some() {
            let mistake = match mark {
                Mark::Close => Mistake::ClosesNothing,
                Mark::Open | Mark::Word => Mistake::Expected {
                    wanted: "the end of the file, as the \")\" before it closes everything",
                    found: format!("\"{}\"", &text[span.clone()]),
                },
            };
            return report.say(&span, mistake);
        }
        match mark {
            Mark::Open if open.len() == MOST_DEPTH => {
                return report.say(&span, Mistake::TooDeep(MOST_DEPTH));
            }
            Mark::Open => open.push((Vec::new(), span.start)),
            Mark::Word => {
                let word = text[span.clone()].to_lowercase();
                let Some((items, _)) = open.last() else {
                    let found = format!("\"{word}\"");
                    let wanted = "a file that begins with \"(define\"";
                    return report.say(&span, Mistake::Expected { wanted, found });
                };
                if items.is_empty()
                    && word.starts_with(':')
                    && let Some(inside) = open_section(&open)
                {
                    let mistake = Mistake::SectionInside { section: word, inside };
                    return report.say(&span, mistake);
                }
                let (items, _) = open.last_mut().expect("it was there a line ago");
                items.push(Tree::Word(word, span));
            }
            Mark::Close => {
                let Some((items, start)) = open.pop() else {
                    return report.say(&span, Mistake::ClosesNothing);
                };
                let list = Tree::List(items, start..span.end);
                match open.last_mut() {
                    Some((around, _)) => around.push(list),
                    None => whole = Some(list),
                }
            }
        }
    }
    if let Some((_, start)) = open.last() {
        return report.say(&(*start..start + 1), Mistake::NeverClosed(open.len()));
    }
    if whole.is_none() {
        let wanted = "\"(define (problem NAME) ...)\"";
        let found = "an empty file".to_owned();
        return report.say(&(text.len()..text.len()), Mistake::Expected { wanted, found });
    }
    whole
}

/// The section that is open around the list that has just begun.
fn open_section(open: &[(Vec<Tree>, usize)]) -> Option<String> {
    let around = open.len().checked_sub(1)?;
    open[..around].iter().find_map(|(items, _)| {
        let word = items.first()?.word()?;
        word.starts_with(':').then(|| word.to_owned())
    })
}
