//! A goal with objects in place of its variables, and whether it holds.

use std::collections::BTreeMap;

use crate::formula::{Atom, Bound, Formula, Term};
use crate::options::MOST_ATTEMPTS;
use crate::problem::GroundAtom;
use crate::truth::Truth;
use crate::words::{Object, Variable};

/// Goals with more ground formulas than this are not judged. The largest published one has 231.
pub(crate) const MOST_NODES: usize = 20_000;

/// A goal that is too big to be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooBig {
    /// Quantifiers over many objects stand in one another.
    #[error("the goal has more than {MOST_NODES} ground formulas; quantify over fewer objects")]
    Formulas,
    /// It wants so many opposites at once that no way without contradiction was found.
    #[error("no way to the goal without contradiction was found in {MOST_ATTEMPTS} attempts")]
    Contradictions,
}

/// A ground formula. Atoms are numbers of [`Ground::atoms`].
#[derive(Debug)]
pub(crate) enum Node {
    Atom(usize),
    Not(Box<Node>),
    All(Vec<Node>),
    Any(Vec<Node>),
    /// Exactly so many of these. With its text, for the explanation.
    Count(Vec<Node>, usize, String),
    /// So many rows hold a true cell, and so many columns; see [`Node::holds`].
    Pairs(Vec<Vec<Node>>, usize),
}

/// A goal in one world.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) root: Node,
    pub(crate) atoms: Vec<GroundAtom>,
    /// Which atoms are so.
    pub(crate) truths: Vec<bool>,
    /// How many formulas there are, an upper bound for what can be picked.
    pub(crate) size: usize,
}

impl Ground {
    pub(crate) fn of(goal: &Formula, truth: &dyn Truth) -> Result<Self, TooBig> {
        let mut grounding =
            Grounding { truth, scope: Vec::new(), numbers: BTreeMap::new(), size: 0 };
        let root = grounding.node(goal)?;
        let size = grounding.size;
        let mut numbered: Vec<(GroundAtom, usize)> = grounding.numbers.into_iter().collect();
        numbered.sort_by_key(|(_, number)| *number);
        let atoms: Vec<GroundAtom> = numbered.into_iter().map(|(atom, _)| atom).collect();
        let ask = |atom: &GroundAtom| match &atom.other {
            None => truth.unary(&atom.predicate, &atom.subject),
            Some(other) => truth.binary(&atom.predicate, &atom.subject, other),
        };
        let truths = atoms.iter().map(ask).collect();
        Ok(Self { root, atoms, truths, size })
    }

    pub(crate) fn holds(&self) -> bool {
        self.root.holds(&self.truths)
    }
}

impl Node {
    /// Whether it is so, with the semantics of the reference.
    ///
    /// `forpairs` asks for no matching: it counts the rows in which some cell is true, and the
    /// columns, and wants as many of both as the shorter side is long.
    pub(crate) fn holds(&self, truths: &[bool]) -> bool {
        match self {
            Self::Atom(atom) => truths[*atom],
            Self::Not(body) => !body.holds(truths),
            Self::All(parts) => parts.iter().all(|part| part.holds(truths)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(truths)),
            Self::Count(parts, number, _) => true_ones(parts, truths) == *number,
            Self::Pairs(rows, number) => {
                let cells: Vec<Vec<bool>> = rows
                    .iter()
                    .map(|row| row.iter().map(|cell| cell.holds(truths)).collect())
                    .collect();
                let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
                let in_column = |column: usize| {
                    cells.iter().any(|row: &Vec<bool>| row.get(column).is_some_and(|&cell| cell))
                };
                let rows = cells.iter().filter(|row| row.contains(&true)).count();
                let columns = (0..columns).filter(|&column| in_column(column)).count();
                rows >= *number && columns >= *number
            }
        }
    }

    /// The exact counts in it that are exceeded, each with how many there are.
    pub(crate) fn exceeded(&self, truths: &[bool], found: &mut Vec<(String, usize)>) {
        match self {
            // Under a negation nothing is exceeded: there it helps.
            Self::Atom(_) | Self::Not(_) => {}
            Self::All(parts) | Self::Any(parts) => {
                parts.iter().for_each(|part| part.exceeded(truths, found));
            }
            Self::Count(parts, number, text) => {
                let true_ones = true_ones(parts, truths);
                if true_ones > *number {
                    found.push((text.clone(), true_ones));
                }
            }
            Self::Pairs(rows, _) => {
                rows.iter().flatten().for_each(|cell| cell.exceeded(truths, found));
            }
        }
    }
}

fn true_ones(parts: &[Node], truths: &[bool]) -> usize {
    parts.iter().filter(|part| part.holds(truths)).count()
}

struct Grounding<'t> {
    truth: &'t dyn Truth,
    /// What the variables stand for, innermost last.
    scope: Vec<(Variable, Object)>,
    numbers: BTreeMap<GroundAtom, usize>,
    size: usize,
}

impl Grounding<'_> {
    fn node(&mut self, formula: &Formula) -> Result<Node, TooBig> {
        self.size += 1;
        if self.size > MOST_NODES {
            return Err(TooBig::Formulas);
        }
        Ok(match formula {
            Formula::Atom(atom) => Node::Atom(self.atom(atom)),
            Formula::Not(body) => Node::Not(Box::new(self.node(body)?)),
            Formula::And(parts) => Node::All(self.nodes(parts.iter().map(|part| &part.it))?),
            Formula::Or(parts) => Node::Any(self.nodes(parts.iter().map(|part| &part.it))?),
            Formula::Imply(first, second) => {
                let not_first = Node::Not(Box::new(self.node(first)?));
                Node::Any(vec![not_first, self.node(second)?])
            }
            Formula::ForAll(bound, body) => Node::All(self.each(bound, body)?),
            Formula::Exists(bound, body) => Node::Any(self.each(bound, body)?),
            Formula::ForN(number, bound, body) => {
                Node::Count(self.each(bound, body)?, number.it, formula.to_string())
            }
            Formula::ForPairs(first, second, body) => {
                let rows = self.pairs(first, second, body)?;
                // As in the reference the first row says how many columns there are.
                let shorter = rows.len().min(rows.first().map_or(0, Vec::len));
                Node::Pairs(rows, shorter)
            }
            Formula::ForNPairs(number, first, second, body) => {
                Node::Pairs(self.pairs(first, second, body)?, number.it)
            }
        })
    }

    fn nodes<'f>(&mut self, parts: impl Iterator<Item = &'f Formula>) -> Result<Vec<Node>, TooBig> {
        parts.map(|part| self.node(part)).collect()
    }

    /// The body once for each object that the variable may stand for.
    fn each(&mut self, bound: &Bound, body: &Formula) -> Result<Vec<Node>, TooBig> {
        let objects = self.truth.objects(&bound.of);
        objects.into_iter().map(|object| self.with(&bound.variable, object, body)).collect()
    }

    fn with(
        &mut self,
        variable: &Variable,
        object: Object,
        body: &Formula,
    ) -> Result<Node, TooBig> {
        self.scope.push((variable.clone(), object));
        let node = self.node(body);
        self.scope.pop();
        node
    }

    /// A row for each object of the first type, with a cell for each other object of the second.
    ///
    /// Nothing pairs with itself, so with one type twice a row has no cell for its own object, and
    /// the cells behind it move up: columns are places, as in the reference.
    fn pairs(
        &mut self,
        first: &Bound,
        second: &Bound,
        body: &Formula,
    ) -> Result<Vec<Vec<Node>>, TooBig> {
        let mut rows = Vec::new();
        let partners = self.truth.objects(&second.of);
        for object in self.truth.objects(&first.of) {
            self.scope.push((first.variable.it.clone(), object.clone()));
            let others = partners.iter().filter(|partner| **partner != object);
            let row: Result<Vec<Node>, TooBig> =
                others.map(|partner| self.with(&second.variable, partner.clone(), body)).collect();
            self.scope.pop();
            rows.push(row?);
        }
        Ok(rows)
    }

    fn atom(&mut self, atom: &Atom) -> usize {
        let object = |term: &Term| match term {
            Term::Object(object) => object.clone(),
            Term::Variable(variable) => {
                let bound = self.scope.iter().rev().find(|(name, _)| name == variable);
                // Only who builds a formula by hand can leave a variable free; it stands for itself.
                let free = || Object::read(variable.as_str());
                bound.map_or_else(free, |(_, object)| object.clone())
            }
        };
        let ground = GroundAtom {
            predicate: atom.predicate.it.clone(),
            subject: object(&atom.subject),
            other: atom.other.as_ref().map(|other| object(other)),
        };
        let next = self.numbers.len();
        *self.numbers.entry(ground).or_insert(next)
    }
}
