//! From parentheses to a formula.

use std::collections::BTreeSet;

use crate::domain::Domain;
use crate::errors::Report;
use crate::formula::{Atom, Bound, Formula, Term};
use crate::mistake::Mistake;
use crate::tree::Tree;
use crate::words::{At, Object, Predicate, Type, Variable};

/// The words of the language itself.
const CONNECTIVES: &[&str] =
    &["and", "or", "not", "imply", "forall", "exists", "forn", "forpairs", "fornpairs"];

/// What is known while facts and formulas are read.
pub(crate) struct Reader<'k, 'r> {
    domain: &'k Domain,
    objects: &'k BTreeSet<&'k Object>,
    types: &'k BTreeSet<&'k Type>,
    /// The variables that are bound here, innermost last.
    scope: Vec<Variable>,
    pub(crate) report: &'k mut Report<'r>,
}

impl<'k, 'r> Reader<'k, 'r> {
    pub(crate) fn new(
        domain: &'k Domain,
        objects: &'k BTreeSet<&'k Object>,
        types: &'k BTreeSet<&'k Type>,
        report: &'k mut Report<'r>,
    ) -> Self {
        Self { domain, objects, types, scope: Vec::new(), report }
    }

    /// A formula and all that is in it. Trees are never deep, so this may call itself.
    pub(crate) fn formula(&mut self, tree: &Tree) -> Option<At<Formula>> {
        let Some((head, rest)) = tree.headed() else {
            let wanted = "a formula, as \"(and ...)\" or \"(open ?door.n.01_1)\"";
            let found = tree.found();
            return self.report.say(tree.span(), Mistake::Expected { wanted, found });
        };
        let formula = match (head, rest) {
            ("and", parts) => Formula::And(self.formulas(parts)?),
            ("or", parts) => Formula::Or(self.formulas(parts)?),
            ("not", [body]) => Formula::Not(Box::new(self.formula(body)?)),
            ("imply", [first, second]) => {
                let (first, second) = (self.formula(first), self.formula(second));
                Formula::Imply(Box::new(first?), Box::new(second?))
            }
            ("forall", [bound, body]) => {
                let (bounds, body) = self.bound([bound], body)?;
                let [one] = bounds;
                Formula::ForAll(one, body)
            }
            ("exists", [bound, body]) => {
                let (bounds, body) = self.bound([bound], body)?;
                let [one] = bounds;
                Formula::Exists(one, body)
            }
            ("forn", [number, bound, body]) => {
                let number = self.number(number);
                let ([one], body) = self.bound([bound], body)?;
                Formula::ForN(number?, one, body)
            }
            ("forpairs", [first, second, body]) => {
                let ([one, two], body) = self.bound([first, second], body)?;
                Formula::ForPairs(one, two, body)
            }
            ("fornpairs", [number, first, second, body]) => {
                let number = self.number(number);
                let ([one, two], body) = self.bound([first, second], body)?;
                Formula::ForNPairs(number?, one, two, body)
            }
            (head, rest) if CONNECTIVES.contains(&head) => {
                let (word, takes) = (head.to_owned(), takes(head).to_owned());
                let mistake = Mistake::Arity { word, takes, given: rest.len() };
                return self.report.say(tree.span(), mistake);
            }
            _ => Formula::Atom(self.atom(tree)?),
        };
        Some(At::new(formula, tree.span().clone()))
    }

    fn formulas(&mut self, trees: &[Tree]) -> Option<Vec<At<Formula>>> {
        let read: Vec<_> = trees.iter().map(|tree| self.formula(tree)).collect();
        read.into_iter().collect()
    }

    /// The bounds of a quantifier, and its body, read with them in scope.
    fn bound<const N: usize>(
        &mut self,
        trees: [&Tree; N],
        body: &Tree,
    ) -> Option<([Bound; N], Box<At<Formula>>)> {
        let bounds = trees.map(|tree| self.one_bound(tree));
        let outside = self.scope.len();
        self.scope.extend(bounds.iter().flatten().map(|bound| bound.variable.it.clone()));
        // Without its variable every use in the body would be an error that is none.
        let all_bound = self.scope.len() == outside + N;
        let body = if all_bound { self.formula(body) } else { None };
        self.scope.truncate(outside);
        let bounds: Vec<Bound> = bounds.into_iter().collect::<Option<_>>()?;
        Some((bounds.try_into().ok()?, Box::new(body?)))
    }

    fn one_bound(&mut self, tree: &Tree) -> Option<Bound> {
        let wanted = "one variable and its type, as \"(?cup.n.01 - cup.n.01)\"";
        let items = tree.list().unwrap_or_default();
        let [Tree::Word(variable, at), Tree::Word(dash, _), Tree::Word(of, of_at)] = items else {
            let found = tree.found();
            return self.report.say(tree.span(), Mistake::Expected { wanted, found });
        };
        let name = variable.strip_prefix('?').filter(|name| !name.is_empty());
        let Some(name) = name.filter(|_| dash == "-") else {
            let found = format!("\"({variable} {dash} {of})\"");
            return self.report.say(tree.span(), Mistake::Expected { wanted, found });
        };
        let of = At::new(Type::read(of), of_at.clone());
        if !self.types.contains(&of.it) {
            let known = self.types.iter().map(|of| of.as_str());
            let mistake = Mistake::unknown("type", of.as_str(), "\":objects\"", known);
            return self.report.say(of_at, mistake);
        }
        Some(Bound { variable: At::new(Variable::read(name), at.clone()), of })
    }

    /// The number of `forn`, which stands in parentheses.
    fn number(&mut self, tree: &Tree) -> Option<At<usize>> {
        if let Some([Tree::Word(word, span)]) = tree.list()
            && let Ok(number) = word.parse::<u32>()
        {
            return Some(At::new(number as usize, span.clone()));
        }
        let wanted = "a number in parentheses, as \"(2)\"";
        self.report.say(tree.span(), Mistake::Expected { wanted, found: tree.found() })
    }

    fn atom(&mut self, tree: &Tree) -> Option<Atom> {
        let (predicate, trees) = self.predicate(tree)?;
        let in_room = predicate.as_str() == "inroom";
        let terms: Vec<_> = trees
            .iter()
            .enumerate()
            .map(|(place, tree)| self.term(tree, in_room && place == 1))
            .collect();
        let terms: Vec<At<Term>> = terms.into_iter().collect::<Option<_>>()?;
        let mut terms = terms.into_iter();
        Some(Atom { predicate, subject: terms.next()?, other: terms.next() })
    }

    /// A predicate that exists, and the one or two trees that it is said of.
    pub(crate) fn predicate<'t>(&mut self, tree: &'t Tree) -> Option<(At<Predicate>, &'t [Tree])> {
        let Some((head, rest)) = tree.headed() else {
            let wanted = "a predicate, as \"(open door.n.01_1)\"";
            let found = tree.found();
            return self.report.say(tree.span(), Mistake::Expected { wanted, found });
        };
        let span = tree.list()?.first()?.span();
        let Some(arity) = self.domain.arity(head) else {
            let place = format!("domain \"{}\"", self.domain.name.it);
            let known = self.domain.names().chain(CONNECTIVES.iter().copied());
            let mistake = Mistake::unknown("predicate", head, place, known);
            return self.report.say(span, mistake);
        };
        // A domain that somebody built by hand may say anything.
        if rest.len() != arity || !(1..=2).contains(&arity) {
            let takes = if arity == 1 { "one object" } else { "two objects" };
            let (word, takes) = (head.to_owned(), takes.to_owned());
            let mistake = Mistake::Arity { word, takes, given: rest.len() };
            return self.report.say(tree.span(), mistake);
        }
        Some((At::new(Predicate::read(head), span.clone()), rest))
    }

    /// An object, in a fact.
    pub(crate) fn object(&mut self, tree: &Tree, is_room: bool) -> Option<At<Object>> {
        match self.term(tree, is_room)? {
            At { it: Term::Object(object), span } => Some(At::new(object, span)),
            At { it: Term::Variable(_), .. } => unreachable!("facts bind no variables"),
        }
    }

    fn term(&mut self, tree: &Tree, is_room: bool) -> Option<At<Term>> {
        let Tree::Word(word, span) = tree else {
            let wanted = "an object, as \"cup.n.01_1\"";
            let found = tree.found();
            return self.report.say(tree.span(), Mistake::Expected { wanted, found });
        };
        let name = word.trim_start_matches('?');
        let variable = Variable::read(name);
        if self.scope.contains(&variable) {
            return Some(At::new(Term::Variable(variable), span.clone()));
        }
        let object = Object::read(name);
        if self.objects.contains(&object) || is_room && !name.is_empty() {
            return Some(At::new(Term::Object(object), span.clone()));
        }
        // A question mark and no number: that was meant for a variable.
        let numbered = name.rsplit_once('_').is_some_and(|(_, end)| end.parse::<u32>().is_ok());
        let (what, place) = if word.starts_with('?') && !numbered {
            ("variable or object", "what is bound here or declared")
        } else {
            ("object", "\":objects\"")
        };
        let known = self.objects.iter().map(|object| object.as_str());
        let known = known.chain(self.scope.iter().map(|variable| variable.as_str()));
        let mistake = Mistake::unknown(what, name, place, known);
        self.report.say(span, mistake)
    }
}

/// What a word of the language takes.
fn takes(head: &str) -> &'static str {
    match head {
        "not" => "one formula",
        "imply" => "two formulas",
        "forall" | "exists" => "a variable in parentheses and one formula",
        "forn" => "a number and a variable in parentheses each, and one formula",
        "forpairs" => "two variables in parentheses each, and one formula",
        _ => "a number and two variables in parentheses each, and one formula",
    }
}
