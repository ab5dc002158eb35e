//! The goal of an activity as a wish: quantifiers become lists over the objects that there are.

use bddl::formula::{Atom, Bound, Formula, Term};
use bddl::words::{Object, Variable};

use super::meaning::Meanings;
use super::reason::Reason;
use super::wish::{MOST_PARTS, Wish};

/// What a goal asks for.
pub(super) fn wants(goal: &Formula, meanings: &Meanings<'_>) -> Result<Wish, Reason> {
    Grounding { meanings, scope: Vec::new(), size: 0 }.wish(goal, true)
}

struct Grounding<'a> {
    meanings: &'a Meanings<'a>,
    /// What the variables stand for, innermost last.
    scope: Vec<(Variable, Object)>,
    size: usize,
}

impl Grounding<'_> {
    /// What it takes that the formula holds, or with `wanted` false that it does not.
    fn wish(&mut self, formula: &Formula, wanted: bool) -> Result<Wish, Reason> {
        let wish = match formula {
            Formula::Atom(atom) => self.atom(atom, wanted)?,
            Formula::Not(body) => self.wish(body, !wanted)?,
            Formula::And(parts) => {
                let parts = parts.iter().map(|part| self.wish(part, wanted));
                both(wanted, parts.collect::<Result<_, _>>()?)
            }
            Formula::Or(parts) => {
                let parts = parts.iter().map(|part| self.wish(part, wanted));
                both(!wanted, parts.collect::<Result<_, _>>()?)
            }
            Formula::Imply(first, second) => {
                let parts = vec![self.wish(first, !wanted)?, self.wish(second, wanted)?];
                both(!wanted, parts)
            }
            Formula::ForAll(bound, body) => both(wanted, self.each(bound, body, wanted)?),
            Formula::Exists(bound, body) => both(!wanted, self.each(bound, body, wanted)?),
            Formula::ForN(number, bound, body) => {
                let so = self.each(bound, body, true)?;
                let not_so = self.each(bound, body, false)?;
                let exactly = exactly(number.it, &so, &not_so)?;
                if wanted { exactly } else { exactly.opposite() }
            }
            Formula::ForPairs(first, second, body) => {
                let rows = self.rows(first, second, body)?;
                let shorter = rows.len().min(rows.first().map_or(0, Vec::len));
                let pairs = pairs(shorter, &rows)?;
                if wanted { pairs } else { pairs.opposite() }
            }
            Formula::ForNPairs(number, first, second, body) => {
                let pairs = pairs(number.it, &self.rows(first, second, body)?)?;
                if wanted { pairs } else { pairs.opposite() }
            }
        };
        self.size += wish.size();
        if self.size > 20 * MOST_PARTS || wish.size() > MOST_PARTS {
            return Err(Reason::TooBig);
        }
        Ok(wish)
    }

    fn atom(&self, atom: &Atom, wanted: bool) -> Result<Wish, Reason> {
        let subject = self.object(&atom.subject.it);
        let other = atom.other.as_ref().map(|other| self.object(&other.it));
        self.meanings.of(&atom.predicate.it, &subject, other.as_ref(), wanted)
    }

    fn object(&self, term: &Term) -> Object {
        match term {
            Term::Object(object) => object.clone(),
            Term::Variable(variable) => {
                let bound = self.scope.iter().rfind(|(other, _)| other == variable);
                bound.expect("whoever reads a goal looks for what binds a variable").1.clone()
            }
        }
    }

    fn each(&mut self, bound: &Bound, body: &Formula, wanted: bool) -> Result<Vec<Wish>, Reason> {
        let objects = self.meanings.cast.objects(&bound.of.it).to_vec();
        let wishes = objects.into_iter().map(|object| {
            self.scope.push((bound.variable.it.clone(), object));
            let wish = self.wish(body, wanted);
            self.scope.pop();
            wish
        });
        wishes.collect()
    }

    /// A row for each object of the first type, a cell for each other one of the second.
    fn rows(
        &mut self,
        first: &Bound,
        second: &Bound,
        body: &Formula,
    ) -> Result<Vec<Vec<Wish>>, Reason> {
        let cast = self.meanings.cast;
        let (rows, columns) = (cast.objects(&first.of.it), cast.objects(&second.of.it));
        let mut cells = Vec::new();
        for row in rows {
            let mut line = Vec::new();
            for column in columns.iter().filter(|column| *column != row) {
                self.scope.push((first.variable.it.clone(), row.clone()));
                self.scope.push((second.variable.it.clone(), column.clone()));
                let cell = self.wish(body, true);
                self.scope.truncate(self.scope.len() - 2);
                line.push(cell?);
            }
            cells.push(line);
        }
        Ok(cells)
    }
}

/// All of these, or where that is not asked one of these.
fn both(all: bool, parts: Vec<Wish>) -> Wish {
    if all { Wish::all(parts) } else { Wish::any(parts) }
}

/// Exactly so many hold.
fn exactly(number: usize, so: &[Wish], not_so: &[Wish]) -> Result<Wish, Reason> {
    let ways = choices(so.len(), number)?.into_iter().map(|chosen| {
        Wish::all((0..so.len()).map(|index| {
            if chosen.contains(&index) { so[index].clone() } else { not_so[index].clone() }
        }))
    });
    Ok(Wish::any(ways))
}

/// So many rows hold a true cell, and so many columns.
///
/// In each row the cell on the diagonal is tried first, so that who works from first to last pairs
/// up first with first.
fn pairs(number: usize, rows: &[Vec<Wish>]) -> Result<Wish, Reason> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let columns: Vec<Vec<Wish>> =
        (0..width).map(|at| rows.iter().filter_map(|row| row.get(at)).cloned().collect()).collect();
    let lines = |lines: &[Vec<Wish>]| {
        let one_of_each: Vec<Wish> = lines
            .iter()
            .enumerate()
            .map(|(index, line)| {
                let mut line = line.clone();
                let by = index % line.len().max(1);
                line.rotate_left(by);
                Wish::any(line)
            })
            .collect();
        let ways = choices(lines.len(), number)?;
        Ok(Wish::any(
            ways.iter().map(|way| Wish::all(way.iter().map(|index| one_of_each[*index].clone()))),
        ))
    };
    Ok(Wish::all([lines(rows)?, lines(&columns)?]))
}

/// Every choice of so many of so many, the first ones first.
fn choices(of: usize, number: usize) -> Result<Vec<Vec<usize>>, Reason> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..number {
        let longer = all.iter().flat_map(|chosen| {
            let first = chosen.last().map_or(0, |last| last + 1);
            (first..of).map(move |next| [&chosen[..], &[next]].concat())
        });
        all = longer.collect();
        if all.len() > MOST_PARTS {
            return Err(Reason::TooBig);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_in_order() {
        assert_eq!(choices(3, 2), Ok(vec![vec![0, 1], vec![0, 2], vec![1, 2]]));
        assert_eq!(choices(2, 3), Ok(Vec::new()));
        assert_eq!(choices(0, 0), Ok(vec![Vec::new()]));
        assert_eq!(choices(60, 30), Err(Reason::TooBig));
    }
}
