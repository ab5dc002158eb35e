//! What is legal to write and yet hardly meant.

use std::collections::{BTreeMap, BTreeSet};

use crate::errors::{Error, Report};
use crate::formula::{Formula, Term};
use crate::mistake::Mistake;
use crate::problem::{GroundAtom, Problem};
use crate::source::Source;
use crate::truth::{State, Truth};
use crate::verdict::judge;
use crate::vocabulary::Vocabulary;
use crate::words::{At, Object, Variable};

/// Everything about a problem that is hardly meant, in the order of its file.
///
/// `source` is the file that the problem was read from. With a vocabulary, synsets and rooms are
/// looked up too.
pub fn lint(problem: &Problem, source: &Source, vocabulary: Option<&Vocabulary>) -> Vec<Error> {
    let mut report = Report::on(source);
    for stray in &problem.stray {
        report.say::<()>(&stray.span, Mistake::Stray(stray.it.clone()));
    }
    for formula in &problem.beside_goal {
        report.say::<()>(&formula.span, Mistake::BesideGoal);
    }
    objects(problem, &mut report);
    beginning(problem, &mut report);
    variables(&problem.goal, &mut Vec::new(), &mut report);
    goal(problem, &mut report);
    if let Some(vocabulary) = vocabulary {
        names(problem, vocabulary, &mut report);
    }
    report.into_errors()
}

/// Objects that are declared again, or that nothing is said of.
fn objects(problem: &Problem, report: &mut Report<'_>) {
    let mut spoken_of: BTreeSet<&Object> =
        problem.init.iter().flat_map(|fact| fact.objects()).map(|object| &object.it).collect();
    let mut quantified = BTreeSet::new();
    for formula in std::iter::once(&problem.goal).chain(&problem.beside_goal) {
        formula.walk(&mut |part| quantified.extend(part.bounds().iter().map(|bound| &bound.of.it)));
        let terms = formula.atoms().into_iter().flat_map(|atom| atom.terms());
        spoken_of.extend(terms.filter_map(|term| match &term.it {
            Term::Object(object) => Some(object),
            Term::Variable(_) => None,
        }));
    }
    let mut declared = BTreeSet::new();
    for object in &problem.objects {
        let name = &object.object;
        if !declared.insert(&name.it) {
            report.say::<()>(&name.span, Mistake::SaidAgain(format!("\"{}\"", name.it)));
        } else if !spoken_of.contains(&name.it) && !quantified.contains(&object.of.it) {
            report.say::<()>(&name.span, Mistake::Unused(name.it.to_string()));
        }
    }
}

/// Facts that are said again or deny one another.
fn beginning(problem: &Problem, report: &mut Report<'_>) {
    let mut said: BTreeMap<GroundAtom, bool> = BTreeMap::new();
    for fact in &problem.init {
        let atom = fact.atom();
        let text = format!("\"{atom}\"");
        match said.insert(atom, fact.holds) {
            None => {}
            Some(before) if before == fact.holds => {
                report.say::<()>(&fact.predicate.span, Mistake::SaidAgain(text));
            }
            Some(_) => {
                report.say::<()>(&fact.predicate.span, Mistake::Contradiction(text));
            }
        }
    }
}

/// Variables that are not used, or that hide another.
fn variables(formula: &At<Formula>, scope: &mut Vec<Variable>, report: &mut Report<'_>) {
    let outside = scope.len();
    for bound in formula.bounds() {
        let (variable, span) = (&bound.variable.it, &bound.variable.span);
        if scope.contains(variable) {
            report.say::<()>(span, Mistake::Hides(variable.to_string()));
        }
        let atoms = formula.atoms();
        let mut terms = atoms.into_iter().flat_map(|atom| atom.terms());
        if !terms.any(|term| term.it == Term::Variable(variable.clone())) {
            report.say::<()>(span, Mistake::UnusedVariable(variable.to_string()));
        }
        scope.push(variable.clone());
    }
    for part in formula.parts() {
        variables(part, scope, report);
    }
    scope.truncate(outside);
}

/// A goal that asks for nothing, is reached already or cannot be reached.
fn goal(problem: &Problem, report: &mut Report<'_>) {
    let span = &problem.goal.span;
    let state = State::at_start_of(problem);
    let too_many = counts(&problem.goal, &state, report);
    let verdict = match judge(&problem.goal, &state) {
        Ok(verdict) => verdict,
        Err(too_big) => {
            report.say::<()>(span, Mistake::TooBig(too_big));
            return;
        }
    };
    match &verdict.conditions {
        Some(conditions) if conditions.is_empty() && verdict.exceeded.is_empty() => {
            report.say::<()>(span, Mistake::EmptyGoal);
        }
        _ if verdict.satisfied => {
            report.say::<()>(span, Mistake::AlreadyTrue);
        }
        None if !too_many => {
            let why = "it wants something and its opposite, or one of what there is none of";
            report.say::<()>(span, Mistake::Impossible(why.to_owned()));
        }
        _ => {}
    }
}

/// Counts that are greater than what there is to count. Whether there are any.
fn counts(goal: &At<Formula>, state: &State, report: &mut Report<'_>) -> bool {
    let mut found = Vec::new();
    goal.walk(&mut |formula| {
        let (number, bounds) = match formula {
            Formula::ForN(number, one, _) => (number, vec![one]),
            Formula::ForNPairs(number, one, two, _) => (number, vec![one, two]),
            _ => return,
        };
        for bound in bounds {
            let there_are = state.objects(&bound.of).len();
            if number.it > there_are {
                let what = &bound.of.it;
                found.push((&number.span, format!("there are {there_are} objects of \"{what}\"")));
            }
        }
    });
    let any = !found.is_empty();
    for (span, text) in found {
        report.say::<()>(span, Mistake::Impossible(text));
    }
    any
}

/// Synsets and rooms that do not exist.
fn names(problem: &Problem, vocabulary: &Vocabulary, report: &mut Report<'_>) {
    let mut told = BTreeSet::new();
    for declared in &problem.objects {
        let of = declared.of.as_str();
        if !vocabulary.synsets.contains(of) && told.insert(of) {
            let known = vocabulary.synsets.iter().map(String::as_str);
            let mistake = Mistake::unknown("synset", of, "the table of synsets", known);
            report.say::<()>(&declared.of.span, mistake);
        }
    }
    for fact in problem.init.iter().filter(|fact| fact.predicate.as_str() == "inroom") {
        let Some(room) = &fact.other else { continue };
        if !vocabulary.rooms.contains(room.as_str()) && told.insert(room.as_str()) {
            let known = vocabulary.rooms.iter().map(String::as_str);
            let mistake = Mistake::unknown("room", room.as_str(), "the table of rooms", known);
            report.say::<()>(&room.span, mistake);
        }
    }
}
