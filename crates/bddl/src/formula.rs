//! What a goal says.

use crate::words::{At, Object, Predicate, Type, Variable};

/// A condition, as it is written in a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// `(ontop ?cup.n.01_1 ?table.n.02_1)`: this is so.
    Atom(Atom),
    /// `(not F)`: this is not so.
    Not(Box<At<Formula>>),
    /// `(and F ...)`: all of these; nothing at all is true.
    And(Vec<At<Formula>>),
    /// `(or F ...)`: one of these at least; nothing at all is false.
    Or(Vec<At<Formula>>),
    /// `(imply F G)`: the second, should the first be so.
    Imply(Box<At<Formula>>, Box<At<Formula>>),
    /// `(forall (?x - T) F)`: so for every object of the type.
    ForAll(Bound, Box<At<Formula>>),
    /// `(exists (?x - T) F)`: so for one object of the type at least.
    Exists(Bound, Box<At<Formula>>),
    /// `(forn (N) (?x - T) F)`: so for exactly that many objects of the type.
    ForN(At<usize>, Bound, Box<At<Formula>>),
    /// `(forpairs (?x - T) (?y - U) F)`: the objects of the two types pair up; where one type has
    /// fewer, each of those has a partner.
    ForPairs(Bound, Bound, Box<At<Formula>>),
    /// `(fornpairs (N) (?x - T) (?y - U) F)`: at least that many pairs.
    ForNPairs(At<usize>, Bound, Bound, Box<At<Formula>>),
}

/// A variable and the type of the objects that it stands for: `(?apple.n.01 - apple.n.01)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// The variable.
    pub variable: At<Variable>,
    /// What it runs through.
    pub of: At<Type>,
}

/// A predicate said of one term, or of two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Atom {
    /// What is said.
    pub predicate: At<Predicate>,
    /// Of what.
    pub subject: At<Term>,
    /// And with regard to what, for predicates that take two.
    pub other: Option<At<Term>>,
}

impl Atom {
    /// The terms, in the order of writing.
    pub fn terms(&self) -> impl Iterator<Item = &At<Term>> {
        std::iter::once(&self.subject).chain(&self.other)
    }
}

/// What an atom speaks of.
///
/// In goals both are written with a question mark; a word that a quantifier around it binds is a
/// variable, any other an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// A declared object, or a room.
    Object(Object),
    /// Whatever the quantifier around it puts in.
    Variable(Variable),
}

impl Formula {
    /// The word that it begins with.
    pub fn head(&self) -> &str {
        match self {
            Self::Atom(atom) => atom.predicate.as_str(),
            Self::Not(_) => "not",
            Self::And(_) => "and",
            Self::Or(_) => "or",
            Self::Imply(..) => "imply",
            Self::ForAll(..) => "forall",
            Self::Exists(..) => "exists",
            Self::ForN(..) => "forn",
            Self::ForPairs(..) => "forpairs",
            Self::ForNPairs(..) => "fornpairs",
        }
    }

    /// The formulas directly inside, in the order of writing.
    pub fn parts(&self) -> Vec<&At<Formula>> {
        match self {
            Self::Atom(_) => Vec::new(),
            Self::And(parts) | Self::Or(parts) => parts.iter().collect(),
            Self::Imply(first, second) => vec![first, second],
            Self::Not(body)
            | Self::ForAll(_, body)
            | Self::Exists(_, body)
            | Self::ForN(_, _, body)
            | Self::ForPairs(_, _, body)
            | Self::ForNPairs(_, _, _, body) => vec![body],
        }
    }

    /// What it binds.
    pub fn bounds(&self) -> Vec<&Bound> {
        match self {
            Self::ForAll(one, _) | Self::Exists(one, _) | Self::ForN(_, one, _) => vec![one],
            Self::ForPairs(one, two, _) | Self::ForNPairs(_, one, two, _) => vec![one, two],
            _ => Vec::new(),
        }
    }

    /// Calls `visit` with every formula in it, itself first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Formula)) {
        visit(self);
        for part in self.parts() {
            part.it.walk(visit);
        }
    }

    /// Every atom in it, in the order of writing.
    pub fn atoms(&self) -> Vec<&Atom> {
        let mut atoms = Vec::new();
        self.walk(&mut |formula| {
            if let Self::Atom(atom) = formula {
                atoms.push(atom);
            }
        });
        atoms
    }
}
