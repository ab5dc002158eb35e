//! The ways to reach a goal, and the one that is nearest.
//!
//! A way is a list of ground conditions; when all hold, so does the goal. `and` and `forall` take a
//! way of each part, `or` and `exists` of one part, `forn` of as many as it says, `forpairs` and
//! `fornpairs` of pairs in which nothing occurs twice. A way that wants something and its opposite
//! is none. The best way is the one of which the greatest part holds, and of those the shortest.
//!
//! The reference lists ways, and cuts the list short. Here none is listed: the best way for a given
//! price is found part by part, the price is raised until it is the best part that can be had
//! (Dinkelbach's method), and where the best way contradicts itself, the search goes on with one of
//! the two opposites forbidden.

use std::collections::BTreeSet;

use crate::ground::{Ground, Node, TooBig};
use crate::matching;

/// The search for a way without contradiction gives up after so many attempts; what it has
/// found by then is the answer. The published activities need no more than 13.
pub(crate) const MOST_ATTEMPTS: usize = 200;

/// A ground condition: an atom and whether it is to be so.
pub(crate) type Literal = (usize, bool);

/// A way, in the order of the goal.
pub(crate) type Way = Vec<Literal>;

/// The best way; nothing where every way contradicts itself or there is none.
pub(crate) fn best(ground: &Ground) -> Result<Option<Way>, TooBig> {
    let mut found: Option<Way> = None;
    // What every way wants rules its opposite out; that spares most of the attempts.
    let mut needed = BTreeSet::new();
    ground.root.needed(true, &mut needed);
    let opposites = needed.into_iter().map(|(atom, holds)| (atom, !holds)).collect();
    let mut waiting: Vec<BTreeSet<Literal>> = vec![opposites];
    for _ in 0..MOST_ATTEMPTS {
        let Some(forbidden) = waiting.pop() else { break };
        let Some(way) = Search { ground, forbidden: &forbidden }.nearest() else { continue };
        let good = part(ground, &way);
        if found.as_ref().is_some_and(|other| !is_more(good, part(ground, other))) {
            continue;
        }
        match contradiction(&way) {
            None => found = Some(way),
            Some(atom) => {
                // The one that does not hold is forbidden first.
                let holds = ground.truths[atom];
                for sign in [holds, !holds] {
                    let mut forbidden = forbidden.clone();
                    forbidden.insert((atom, sign));
                    waiting.push(forbidden);
                }
            }
        }
    }
    if found.is_none() && !waiting.is_empty() {
        return Err(TooBig::Contradictions);
    }
    Ok(found)
}

/// How many conditions hold, of how many. Nothing of nothing is all.
pub(crate) fn part(ground: &Ground, way: &[Literal]) -> (usize, usize) {
    let met = way.iter().filter(|&&(atom, holds)| ground.truths[atom] == holds).count();
    (met, way.len())
}

/// Whether the first part is greater, or as great and of a shorter way.
fn is_more((met, of): (usize, usize), (other_met, other_of): (usize, usize)) -> bool {
    let whole = |met: usize, of: usize| if of == 0 { (1, 1) } else { (met, of) };
    let ((met, of), (other_met, other_of), lengths) =
        (whole(met, of), whole(other_met, other_of), (of, other_of));
    let (here, there) = (met as u128 * other_of as u128, other_met as u128 * of as u128);
    here > there || here == there && lengths.0 < lengths.1
}

/// The first atom that is wanted both ways.
fn contradiction(way: &[Literal]) -> Option<usize> {
    let wanted: BTreeSet<Literal> = way.iter().copied().collect();
    way.iter().find(|&&(atom, holds)| wanted.contains(&(atom, !holds))).map(|&(atom, _)| atom)
}

impl Node {
    /// What every way wants, as far as that is plain to see.
    fn needed(&self, positive: bool, into: &mut BTreeSet<Literal>) {
        match (self, positive) {
            (Self::Atom(atom), _) => {
                into.insert((*atom, positive));
            }
            (Self::Not(body), _) => body.needed(!positive, into),
            (Self::All(parts), true) | (Self::Any(parts), false) => {
                parts.iter().for_each(|part| part.needed(positive, into));
            }
            _ => {}
        }
    }
}

struct Search<'g> {
    ground: &'g Ground,
    forbidden: &'g BTreeSet<Literal>,
}

/// The best way at a price: what it is worth, and its conditions.
type Priced = Option<(i128, Way)>;

impl Search<'_> {
    /// The best way that uses nothing forbidden; it may contradict itself.
    fn nearest(&self) -> Option<Way> {
        // The price of a condition is `met / of`, the part that the best way so far reaches.
        let (mut met, mut of) = (0, 1);
        loop {
            let (_, way) = self.way(&self.ground.root, true, (met, of))?;
            let (way_met, way_of) = part(self.ground, &way);
            if way_met * of <= met * way_of {
                return Some(way);
            }
            (met, of) = (way_met, way_of);
        }
    }

    fn way(&self, node: &Node, positive: bool, price: (usize, usize)) -> Priced {
        let ways = |parts: &[Node]| -> Vec<Priced> {
            parts.iter().map(|part| self.way(part, positive, price)).collect()
        };
        match (node, positive) {
            (Node::Atom(atom), _) => self.literal((*atom, positive), price),
            (Node::Not(body), _) => self.way(body, !positive, price),
            (Node::All(parts), true) | (Node::Any(parts), false) => all(ways(parts)),
            (Node::Any(parts), true) | (Node::All(parts), false) => any(ways(parts)),
            (Node::Count(parts, number, _), true) => heaviest_of(ways(parts), *number),
            // One more than may be is false.
            (Node::Count(parts, number, _), false) => {
                heaviest_of(ways(parts), (parts.len() + 1).saturating_sub(*number))
            }
            (Node::Pairs(rows, number), true) => {
                let cells: Vec<Vec<Priced>> = rows.iter().map(|row| ways(row)).collect();
                matched(cells, *number)
            }
            (Node::Pairs(rows, number), false) => {
                let cells: Vec<Vec<Priced>> = rows.iter().map(|row| ways(row)).collect();
                let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
                let column = |at: usize| {
                    cells.iter().filter_map(|row| row.get(at)).cloned().collect::<Vec<Priced>>()
                };
                let empty_columns = (0..columns).map(|at| all(column(at))).collect();
                let empty_rows = cells.iter().map(|row| all(row.clone())).collect();
                let too_few = |lines: Vec<Priced>| {
                    let number = (lines.len() + 1).saturating_sub(*number);
                    heaviest_of(lines, number)
                };
                any(vec![too_few(empty_rows), too_few(empty_columns)])
            }
        }
    }

    /// What a condition is worth: its part of what is met, less its price. The length of the way
    /// decides between equals, so it counts less than the smallest difference.
    fn literal(&self, literal: Literal, (met, of): (usize, usize)) -> Priced {
        if self.forbidden.contains(&literal) {
            return None;
        }
        let holds = self.ground.truths[literal.0] == literal.1;
        let worth = if holds { of as i128 - met as i128 } else { -(met as i128) };
        Some((worth * (self.ground.size as i128 + 1) - 1, vec![literal]))
    }
}

fn all(ways: Vec<Priced>) -> Priced {
    let mut sum = (0, Way::new());
    for way in ways {
        let (worth, literals) = way?;
        sum.0 += worth;
        sum.1.extend(literals);
    }
    Some(sum)
}

/// The first of the best.
fn any(ways: Vec<Priced>) -> Priced {
    let better = |best: (i128, Way), way: (i128, Way)| if way.0 > best.0 { way } else { best };
    ways.into_iter().flatten().reduce(better)
}

/// The best ways of so many parts, in the order of the parts.
fn heaviest_of(ways: Vec<Priced>, number: usize) -> Priced {
    let mut ways: Vec<(usize, (i128, Way))> =
        ways.into_iter().enumerate().filter_map(|(at, way)| Some((at, way?))).collect();
    if number > ways.len() {
        return None;
    }
    ways.sort_by_key(|(at, (worth, _))| (std::cmp::Reverse(*worth), *at));
    ways.truncate(number);
    ways.sort_by_key(|(at, _)| *at);
    all(ways.into_iter().map(|(_, way)| Some(way)).collect())
}

fn matched(mut cells: Vec<Vec<Priced>>, number: usize) -> Priced {
    let weights: Vec<Vec<Option<i128>>> = cells
        .iter()
        .map(|row| row.iter().map(|cell| cell.as_ref().map(|(worth, _)| *worth)).collect())
        .collect();
    let pairs = matching::heaviest(&weights, number)?;
    all(pairs.into_iter().map(|(row, column)| cells[row][column].take()).collect())
}
