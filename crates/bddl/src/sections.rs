//! A file taken apart: `(define (problem NAME) (:section ...) ...)`.

use std::ops::Range;

use crate::errors::Report;
use crate::mistake::Mistake;
use crate::tree::Tree;
use crate::words::{At, Type};

/// The parts of one file, by name.
#[derive(Debug)]
pub(crate) struct Sections<'t> {
    /// "problem" or "domain", for errors.
    kind: &'static str,
    /// What the file defines.
    pub(crate) name: At<String>,
    /// Each section with what follows its name.
    parts: Vec<(&'t str, &'t [Tree], Range<usize>)>,
    /// Marks between the sections.
    pub(crate) stray: Vec<At<String>>,
    whole: Range<usize>,
}

impl<'t> Sections<'t> {
    /// The sections of a file that defines a `kind` and knows those that are listed.
    pub(crate) fn of(
        tree: &'t Tree,
        kind: &'static str,
        known: &[&str],
        report: &mut Report<'_>,
    ) -> Option<Self> {
        let begin = if kind == "problem" {
            "a file that begins with \"(define (problem NAME)\""
        } else {
            "a file that begins with \"(define (domain NAME)\""
        };
        let expected = |found| Mistake::Expected { wanted: begin, found };
        let Some(("define", rest)) = tree.headed() else {
            return report.say(tree.span(), expected(tree.found()));
        };
        let Some((title, rest)) = rest.split_first() else {
            return report.say(tree.span(), expected("nothing after \"define\"".to_owned()));
        };
        let name = match title.headed() {
            Some((word, [Tree::Word(name, span)])) if word == kind => {
                At::new(name.clone(), span.clone())
            }
            _ => return report.say(title.span(), expected(title.found())),
        };
        let whole = tree.span().start..tree.span().start + 1;
        let mut sections = Self { kind, name, parts: Vec::new(), stray: Vec::new(), whole };
        for item in rest {
            sections.add(item, known, report);
        }
        Some(sections)
    }

    fn add(&mut self, item: &'t Tree, known: &[&str], report: &mut Report<'_>) {
        let mistake = match (item, item.headed()) {
            // The reference passes over such words; those with letters were meant for something.
            (Tree::Word(word, span), _) if !word.contains(char::is_alphanumeric) => {
                self.stray.push(At::new(word.clone(), span.clone()));
                return;
            }
            (_, Some((section, items))) if known.contains(&section) => {
                if !self.parts.iter().any(|(other, ..)| *other == section) {
                    self.parts.push((section, items, item.span().clone()));
                    return;
                }
                let (what, name) = ("the section", section.to_owned());
                Mistake::Twice { what, name, how: "; join the two" }
            }
            (_, Some((section, _))) => {
                let place = format!("a {}", self.kind);
                Mistake::unknown("section", section, place, known.iter().copied())
            }
            _ => Mistake::Expected { wanted: "a section, as \"(:init ...)\"", found: item.found() },
        };
        let head = item.list().and_then(|items| items.first()).unwrap_or(item);
        report.say::<()>(head.span(), mistake);
    }

    /// What is in a section, and where the section stands; nothing where there is none.
    pub(crate) fn get(&self, section: &str) -> Option<(&'t [Tree], Range<usize>)> {
        let part = self.parts.iter().find(|(name, ..)| *name == section);
        part.map(|(_, items, span)| (*items, span.clone()))
    }

    /// The same for a section that every file has.
    pub(crate) fn need(
        &self,
        section: &'static str,
        report: &mut Report<'_>,
    ) -> Option<(&'t [Tree], Range<usize>)> {
        let place = if self.kind == "problem" { "the problem" } else { "the domain" };
        let found = self.get(section);
        if found.is_none() {
            return report.say(&self.whole, Mistake::Lacks { place, part: section });
        }
        found
    }
}

/// The words of a list that holds nothing else.
pub(crate) fn words(
    items: &[Tree],
    wanted: &'static str,
    report: &mut Report<'_>,
) -> Vec<At<String>> {
    let mut words = Vec::new();
    for item in items {
        match item {
            Tree::Word(word, span) => words.push(At::new(word.clone(), span.clone())),
            Tree::List(_, span) => {
                report.say::<()>(span, Mistake::Expected { wanted, found: item.found() });
            }
        }
    }
    words
}

/// A typed list, `a b - T c - U`, as pairs of a word and its type.
pub(crate) fn typed(
    items: &[Tree],
    wanted: &'static str,
    report: &mut Report<'_>,
) -> Vec<(At<String>, At<Type>)> {
    let mut pairs = Vec::new();
    let mut waiting: Vec<At<String>> = Vec::new();
    let mut words = words(items, wanted, report).into_iter();
    while let Some(word) = words.next() {
        if word.it != "-" {
            waiting.push(word);
            continue;
        }
        let of = words.next().filter(|of| of.it != "-");
        let Some(of) = of.filter(|_| !waiting.is_empty()) else {
            let found = "\"-\" without a name before it or a type behind it".to_owned();
            report.say::<()>(&word.span, Mistake::Expected { wanted, found });
            continue;
        };
        let of = At::new(Type::read(&of.it), of.span);
        pairs.extend(waiting.drain(..).map(|word| (word, of.clone())));
    }
    // As in PDDL, what has no type is an object.
    let object = |word: At<String>| {
        let of = At::new(Type::read("object"), word.span.clone());
        (word, of)
    };
    pairs.extend(waiting.into_iter().map(object));
    pairs
}
