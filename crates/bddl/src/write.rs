//! From a problem back to its file.

use std::fmt;

use crate::formula::{Atom, Bound, Formula, Term};
use crate::problem::{Fact, Problem};
use crate::words::At;

/// The file, in the layout of the published ones.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "(define (problem {})", self.name.it)?;
        writeln!(f, "    (:domain {})\n", self.domain.it)?;
        if !self.requirements.is_empty() {
            let words: Vec<&str> = self.requirements.iter().map(|it| it.it.as_str()).collect();
            writeln!(f, "    (:requirements {})\n", words.join(" "))?;
        }
        writeln!(f, "    (:objects")?;
        for group in self.objects.chunk_by(|a, b| a.of == b.of) {
            write!(f, "       ")?;
            for declared in group {
                write!(f, " {}", declared.object.it)?;
            }
            writeln!(f, " - {}", group[0].of.it)?;
        }
        writeln!(f, "    )\n\n    (:init")?;
        for fact in &self.init {
            writeln!(f, "        {fact}")?;
        }
        writeln!(f, "    )\n")?;
        for stray in &self.stray {
            writeln!(f, "    {}\n", stray.it)?;
        }
        writeln!(f, "    (:goal")?;
        for formula in std::iter::once(&self.goal).chain(&self.beside_goal) {
            write_formula(f, formula, 2)?;
        }
        writeln!(f, "    )\n)")
    }
}

/// `(not (hot cup.n.01_1))`.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let atom = self.atom();
        if self.holds { write!(f, "({atom})") } else { write!(f, "(not ({atom}))") }
    }
}

/// `(ontop ?cup.n.01 ?table.n.02_1)`.
impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.predicate.it)?;
        for term in self.terms() {
            match &term.it {
                Term::Object(object) => write!(f, " ?{object}")?,
                Term::Variable(variable) => write!(f, " ?{variable}")?,
            }
        }
        write!(f, ")")
    }
}

/// `(?cup.n.01 - cup.n.01)`.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(?{} - {})", self.variable.it, self.of.it)
    }
}

/// The formula on one line.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Atom(atom) = self {
            return write!(f, "{atom}");
        }
        write!(f, "({}", self.head())?;
        if let Self::ForN(number, ..) | Self::ForNPairs(number, ..) = self {
            write!(f, " ({})", number.it)?;
        }
        for bound in self.bounds() {
            write!(f, " {bound}")?;
        }
        for part in self.parts() {
            write!(f, " {}", part.it)?;
        }
        write!(f, ")")
    }
}

/// The formula on lines of its own, one level deeper for what is in it.
fn write_formula(f: &mut fmt::Formatter<'_>, formula: &At<Formula>, level: usize) -> fmt::Result {
    let space = "    ".repeat(level);
    if formula.parts().iter().all(|part| matches!(part.it, Formula::Atom(_)))
        && formula.parts().len() < 2
        && formula.bounds().is_empty()
    {
        return writeln!(f, "{space}{}", formula.it);
    }
    write!(f, "{space}({}", formula.head())?;
    if let Formula::ForN(number, ..) | Formula::ForNPairs(number, ..) = &formula.it {
        write!(f, " ({})", number.it)?;
    }
    writeln!(f)?;
    for bound in formula.bounds() {
        writeln!(f, "{space}    {bound}")?;
    }
    for part in formula.parts() {
        write_formula(f, part, level + 1)?;
    }
    writeln!(f, "{space})")
}
