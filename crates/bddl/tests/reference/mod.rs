//! Goals judged the slow way: every way to reach one is listed, as the reference does it, but none
//! left out. Shares nothing with the judge that it checks.

use bddl::formula::{Bound, Term};
use bddl::words::{Object, Variable};
use bddl::{Formula, GroundAtom, State, Truth};

/// More ways than this are not listed.
const MOST: usize = 3000;

type Scope = [(Variable, Object)];
type Way = Vec<(GroundAtom, bool)>;

/// Whether it is so.
pub fn holds(formula: &Formula, state: &State, scope: &Scope) -> bool {
    let count = |parts: Vec<bool>| parts.into_iter().filter(|it| *it).count();
    match formula {
        Formula::Atom(_) => is_so(&ground(formula, scope), state),
        Formula::Not(body) => !holds(body, state, scope),
        Formula::And(parts) => parts.iter().all(|part| holds(part, state, scope)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, state, scope)),
        Formula::Imply(a, b) => !holds(a, state, scope) || holds(b, state, scope),
        Formula::ForAll(of, body) => {
            scopes(of, state, scope).iter().all(|scope| holds(body, state, scope))
        }
        Formula::Exists(of, body) => {
            scopes(of, state, scope).iter().any(|scope| holds(body, state, scope))
        }
        Formula::ForN(number, of, body) => {
            let scopes = scopes(of, state, scope);
            count(scopes.iter().map(|scope| holds(body, state, scope)).collect()) == number.it
        }
        Formula::ForPairs(one, two, body) | Formula::ForNPairs(_, one, two, body) => {
            let rows: Vec<Vec<bool>> = scopes(one, state, scope)
                .iter()
                .map(|scope| scopes(two, state, scope))
                .map(|row| row.iter().map(|scope| holds(body, state, scope)).collect())
                .collect();
            let full_rows = count(rows.iter().map(|row| row.contains(&true)).collect());
            let columns = 0..rows[0].len();
            let full_columns = count(columns.map(|it| rows.iter().any(|row| row[it])).collect());
            let number = match formula {
                Formula::ForNPairs(number, ..) => number.it,
                _ => rows.len().min(rows[0].len()),
            };
            full_rows >= number && full_columns >= number
        }
    }
}

/// Every way to make it so; nothing where they are too many.
pub fn ways(formula: &Formula, state: &State, scope: &Scope) -> Option<Vec<Way>> {
    let each = |of: &Bound, body: &Formula| -> Option<Vec<Vec<Way>>> {
        scopes(of, state, scope).iter().map(|scope| ways(body, state, scope)).collect()
    };
    match formula {
        Formula::Atom(_) => Some(vec![vec![(ground(formula, scope), true)]]),
        Formula::Not(body) => negated(ways(body, state, scope)?),
        Formula::And(parts) => {
            product(parts.iter().map(|part| ways(part, state, scope)).collect::<Option<_>>()?)
        }
        Formula::Or(parts) => {
            let parts: Vec<_> =
                parts.iter().map(|part| ways(part, state, scope)).collect::<Option<_>>()?;
            Some(parts.concat())
        }
        Formula::Imply(a, b) => {
            let mut all = negated(ways(a, state, scope)?)?;
            all.extend(ways(b, state, scope)?);
            Some(all)
        }
        Formula::ForAll(of, body) => product(each(of, body)?),
        Formula::Exists(of, body) => Some(each(of, body)?.concat()),
        Formula::ForN(number, of, body) => {
            let parts = each(of, body)?;
            let mut all = Vec::new();
            for picked in 0u32..1 << parts.len() {
                if picked.count_ones() as usize == number.it {
                    let parts = parts.iter().enumerate().filter(|(at, _)| picked >> at & 1 == 1);
                    all.extend(product(parts.map(|(_, ways)| ways.clone()).collect())?);
                }
            }
            Some(all)
        }
        Formula::ForPairs(one, two, body) | Formula::ForNPairs(_, one, two, body) => {
            let rows: Vec<Vec<Vec<Way>>> = scopes(one, state, scope)
                .iter()
                .map(|scope| scopes(two, state, scope))
                .map(|row| row.iter().map(|scope| ways(body, state, scope)).collect())
                .collect::<Option<_>>()?;
            let number = match formula {
                Formula::ForNPairs(number, ..) => number.it,
                _ => rows.len().min(rows[0].len()),
            };
            let mut all = Vec::new();
            for cells in matchings(0, rows.len(), rows[0].len(), number) {
                let picked = cells.into_iter().map(|(row, column)| rows[row][column].clone());
                all.extend(product(picked.collect())?);
            }
            Some(all)
        }
    }
}

/// How much of the best way without contradiction is so, and of how much; the shortest of the best.
pub fn best(ways: Vec<Way>, state: &State) -> Option<(usize, usize)> {
    let sound = |way: &Way| !way.iter().any(|(atom, sign)| way.contains(&(atom.clone(), !sign)));
    let part = |way: Way| {
        let met = way.iter().filter(|(atom, sign)| is_so(atom, state) == *sign).count();
        (met, way.len())
    };
    ways.into_iter().filter(sound).map(part).max_by(|&(met, of), &(other_met, other_of)| {
        let whole = |met, of| if of == 0 { (1, 1) } else { (met, of) };
        let ((a, b), (c, d)) = (whole(met, of), whole(other_met, other_of));
        (a * d).cmp(&(c * b)).then(other_of.cmp(&of))
    })
}

fn negated(ways: Vec<Way>) -> Option<Vec<Way>> {
    let one_each = |way: Way| -> Vec<Way> {
        way.into_iter().map(|(atom, sign)| vec![(atom, !sign)]).collect()
    };
    product(ways.into_iter().map(one_each).collect())
}

fn product(parts: Vec<Vec<Way>>) -> Option<Vec<Way>> {
    let mut all: Vec<Way> = vec![Vec::new()];
    for part in parts {
        if all.len() * part.len() > MOST {
            return None;
        }
        all = all.iter().flat_map(|way| part.iter().map(|it| [&way[..], it].concat())).collect();
    }
    Some(all)
}

/// Every way to pair so many rows, from this one on, with a column each.
fn matchings(row: usize, rows: usize, columns: usize, number: usize) -> Vec<Vec<(usize, usize)>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    if row == rows {
        return Vec::new();
    }
    let mut all = matchings(row + 1, rows, columns, number);
    for rest in matchings(row + 1, rows, columns, number - 1) {
        for column in (0..columns).filter(|it| rest.iter().all(|(_, taken)| taken != it)) {
            all.push([vec![(row, column)], rest.clone()].concat());
        }
    }
    all
}

fn scopes(of: &Bound, state: &State, scope: &Scope) -> Vec<Vec<(Variable, Object)>> {
    let objects = state.objects(&of.of).into_iter();
    objects.map(|object| [scope, &[(of.variable.it.clone(), object)]].concat()).collect()
}

fn ground(formula: &Formula, scope: &Scope) -> GroundAtom {
    let Formula::Atom(atom) = formula else { unreachable!("called for atoms alone") };
    let object = |term: &Term| match term {
        Term::Object(object) => object.clone(),
        Term::Variable(name) => {
            let bound = scope.iter().rev().find(|(variable, _)| variable == name);
            bound.expect("every variable is bound").1.clone()
        }
    };
    GroundAtom {
        predicate: atom.predicate.it.clone(),
        subject: object(&atom.subject),
        other: atom.other.as_ref().map(|other| object(other)),
    }
}

fn is_so(atom: &GroundAtom, state: &State) -> bool {
    match &atom.other {
        None => state.unary(&atom.predicate, &atom.subject),
        Some(other) => state.binary(&atom.predicate, &atom.subject, other),
    }
}
