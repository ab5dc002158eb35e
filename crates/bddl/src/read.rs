//! From parentheses to a problem.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::Domain;
use crate::errors::{Errors, Report};
use crate::mistake::Mistake;
use crate::problem::{Declared, Fact, Problem};
use crate::read_formula::Reader;
use crate::sections::{Sections, typed, words};
use crate::source::Source;
use crate::tree::{Tree, grow};
use crate::words::{At, Object, Type};

const SECTIONS: &[&str] = &[":domain", ":requirements", ":objects", ":init", ":goal"];

/// Reads a problem whose domain is one of those given.
///
/// # Errors
///
/// Everything that is wrong with the file, each with its place.
///
/// ```
/// use bddl::{Domain, Source, read_problem};
///
/// let text = "(define (problem tea-0) (:domain omnigibson)
///     (:objects kettle.n.01_1 - kettle.n.01)
///     (:init (not (hot kettle.n.01_1)))
///     (:goal (hott ?kettle.n.01_1)))";
/// let errors = read_problem(&Source::new("tea.bddl", text), &Domain::built_in()).unwrap_err();
/// assert_eq!(
///     errors.to_string(),
///     "tea.bddl:4:13: no predicate is named \"hott\" in domain \"omnigibson\"; did you mean \"hot\"?"
/// );
/// ```
pub fn read_problem(source: &Source, domains: &[Domain]) -> Result<Problem, Errors> {
    let mut report = Report::on(source);
    let problem = grow(source, &mut report).and_then(|tree| problem(&tree, domains, &mut report));
    report.finish(problem)
}

fn problem(tree: &Tree, domains: &[Domain], report: &mut Report<'_>) -> Option<Problem> {
    let sections = Sections::of(tree, "problem", SECTIONS, report)?;
    // Each section is read even where one before it is wrong, so that all is told at once.
    let domain = domain(&sections, domains, report);
    let requirements = sections.get(":requirements").map_or(&[][..], |(items, _)| items);
    let requirements = words(requirements, "a word, as \":adl\"", report);
    let objects = sections.need(":objects", report).map(|(items, _)| objects(items, report));
    let init = sections.need(":init", report);
    let goal = sections.need(":goal", report);
    let (domain, named) = domain?;
    let objects = objects?;
    let types: BTreeSet<&Type> = objects.iter().map(|declared| &declared.of.it).collect();
    let known: BTreeSet<&Object> = objects.iter().map(|declared| &declared.object.it).collect();
    let mut reader = Reader::new(domain, &known, &types, report);
    let init = init.map(|(items, _)| items.iter().filter_map(|it| fact(it, &mut reader)).collect());
    let (items, span) = goal?;
    let Some((first, others)) = items.split_first() else {
        let mistake = Mistake::Lacks { place: "the goal", part: "a formula" };
        return reader.report.say(&span, mistake);
    };
    let goal = reader.formula(first);
    let beside_goal = others.iter().filter_map(|it| reader.formula(it)).collect();
    Some(Problem {
        name: sections.name,
        domain: named,
        requirements,
        init: init?,
        goal: goal?,
        beside_goal,
        stray: sections.stray,
        objects,
    })
}

fn domain<'d>(
    sections: &Sections<'_>,
    domains: &'d [Domain],
    report: &mut Report<'_>,
) -> Option<(&'d Domain, At<String>)> {
    let (items, span) = sections.need(":domain", report)?;
    let [Tree::Word(name, at)] = items else {
        let (word, takes) = (":domain".to_owned(), "one name".to_owned());
        return report.say(&span, Mistake::Arity { word, takes, given: items.len() });
    };
    let Some(domain) = domains.iter().find(|domain| domain.name.it == *name) else {
        let known = domains.iter().map(|domain| domain.name.it.as_str());
        let mistake = Mistake::unknown("domain", name, "what this program knows", known);
        return report.say(at, mistake);
    };
    Some((domain, At::new(name.clone(), at.clone())))
}

fn objects(items: &[Tree], report: &mut Report<'_>) -> Vec<Declared> {
    let mut types: BTreeMap<String, Type> = BTreeMap::new();
    let mut objects = Vec::new();
    for (word, of) in typed(items, "objects, as \"cup.n.01_1 - cup.n.01\"", report) {
        let other = types.entry(word.it.clone()).or_insert_with(|| of.it.clone());
        if *other != of.it {
            let (what, name) = ("the object", word.it.clone());
            let how = ", with different types";
            report.say::<()>(&word.span, Mistake::Twice { what, name, how });
        }
        if word.it.starts_with('?') {
            let found = format!("\"{}\"", word.it);
            let wanted = "an object, which has no question mark where it is declared";
            report.say::<()>(&word.span, Mistake::Expected { wanted, found });
        }
        let object = At::new(Object::read(&word.it), word.span);
        objects.push(Declared { object, of });
    }
    objects
}

/// One line of `:init`.
fn fact(tree: &Tree, reader: &mut Reader<'_, '_>) -> Option<Fact> {
    let (holds, atom) = match tree.headed() {
        Some(("not", [inside])) => (false, inside),
        Some(("not", rest)) => {
            let (word, takes) = ("not".to_owned(), "one fact".to_owned());
            let mistake = Mistake::Arity { word, takes, given: rest.len() };
            return reader.report.say(tree.span(), mistake);
        }
        Some(_) => (true, tree),
        None => {
            let wanted = "a fact, as \"(ontop cup.n.01_1 table.n.02_1)\"";
            let found = tree.found();
            return reader.report.say(tree.span(), Mistake::Expected { wanted, found });
        }
    };
    let (predicate, terms) = reader.predicate(atom)?;
    let in_room = predicate.as_str() == "inroom";
    let objects: Vec<_> = terms
        .iter()
        .enumerate()
        .map(|(place, term)| reader.object(term, in_room && place == 1))
        .collect();
    let mut objects = objects.into_iter().collect::<Option<Vec<_>>>()?.into_iter();
    Some(Fact { holds, predicate, subject: objects.next()?, other: objects.next() })
}
