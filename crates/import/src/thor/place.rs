//! What each piece is in or on.
//!
//! The file names parents, sometimes several (the table and the plate on it) and sometimes absurd
//! ones (the counter is a child of the cup). Of several the innermost and then the smallest that can take the
//! piece wins.
//! Where the file names none, geometry decides: the smallest container around the middle of the
//! piece, then the highest surface below it.

use std::collections::BTreeMap;

use base::Relation;

use super::piece::Piece;
use super::report::Note;
use super::source::Object;
use crate::plane::distance;

/// Fills in [`Piece::place`]. `objects` has the parents; pieces are found by id.
pub(super) fn find_places(pieces: &mut [Piece], objects: &[Object], notes: &mut Vec<Note>) {
    let index: BTreeMap<&str, usize> =
        objects.iter().enumerate().map(|(at, object)| (object.id.as_str(), at)).collect();
    let by_id: BTreeMap<String, usize> =
        pieces.iter().enumerate().map(|(at, piece)| (piece.id.clone(), at)).collect();
    for child in 0..pieces.len() {
        let object = &objects[index[pieces[child].id.as_str()]];
        let mut parents: Vec<usize> =
            object.parents.iter().filter_map(|parent| by_id.get(parent).copied()).collect();
        parents.sort_by(|a, b| {
            // In litres: two burners are equally large, and the nearer one wins.
            let litres = |at: usize| (pieces[at].body.volume() * 1e3).round();
            let away = |at: usize| distance(pieces[at].body.center(), pieces[child].body.center());
            // A pot that stands on the burner comes before the burner.
            let on_others = |at: usize| {
                let own = &objects[index[pieces[at].id.as_str()]].parents;
                object.parents.iter().filter(|other| own.contains(other)).count()
            };
            on_others(*b)
                .cmp(&on_others(*a))
                .then(litres(*a).total_cmp(&litres(*b)))
                .then(away(*a).total_cmp(&away(*b)))
                .then(pieces[*a].id.cmp(&pieces[*b].id))
        });
        let place = if pieces[child].is_loose() {
            let named = parents.iter().find_map(|&parent| named_place(pieces, child, parent));
            named.or_else(|| {
                // What the file puts on the floor stays there.
                if object.parents.is_empty() { place_by_geometry(pieces, child) } else { None }
            })
        } else if object.is("moveable") {
            parents.iter().find_map(|&parent| stands_on(pieces, child, parent))
        } else {
            None
        };
        let place = place.filter(|&(_, parent)| {
            let circular = is_within(pieces, parent, child);
            if circular {
                notes.push(Note::new(&object.id, "it is inside itself; it got no parent"));
            }
            !circular
        });
        pieces[child].place = place;
    }
}

fn is_within(pieces: &[Piece], piece: usize, other: usize) -> bool {
    let mut at = Some(piece);
    while let Some(here) = at {
        if here == other {
            return true;
        }
        at = pieces[here].place.map(|(_, parent)| parent);
    }
    false
}

/// How a loose piece is at the parent that the file names.
fn named_place(pieces: &[Piece], child: usize, parent: usize) -> Option<(Relation, usize)> {
    if child == parent {
        return None;
    }
    let (body, around) = (&pieces[child].body, &pieces[parent].body);
    let kind = &pieces[parent].kind;
    let on_its_top = (body.bottom - around.top).abs() < 0.02;
    match (kind.holds, kind.surface) {
        (true, true) if on_its_top => Some((Relation::On, parent)),
        (true, _) => Some((Relation::In, parent)),
        (false, true) => Some((Relation::On, parent)),
        (false, false) => None,
    }
}

/// A fixed piece stands on another where its foot is about as high as that one's top.
fn stands_on(pieces: &[Piece], child: usize, parent: usize) -> Option<(Relation, usize)> {
    let (body, below) = (&pieces[child].body, &pieces[parent].body);
    let kind = &pieces[parent].kind;
    let level = (body.bottom - below.top).abs() < 0.1;
    (child != parent && kind.fixed && kind.surface && level).then_some((Relation::On, parent))
}

fn place_by_geometry(pieces: &[Piece], child: usize) -> Option<(Relation, usize)> {
    let body = &pieces[child].body;
    let middle = (body.bottom + body.top) / 2.0;
    let others = || {
        pieces
            .iter()
            .enumerate()
            .filter(move |(at, piece)| *at != child && piece.body.bounds().contains(body.center()))
    };
    let container = others()
        .filter(|(_, piece)| {
            piece.kind.holds
                && piece.body.volume() > body.volume()
                && (piece.body.bottom..=piece.body.top).contains(&middle)
        })
        .min_by(|(_, a), (_, b)| a.body.volume().total_cmp(&b.body.volume()));
    if let Some((parent, _)) = container {
        return Some((Relation::In, parent));
    }
    others()
        .filter(|(_, piece)| {
            let gap = body.bottom - piece.body.top;
            piece.kind.surface && (-0.05..0.15).contains(&gap)
        })
        .max_by(|(_, a), (_, b)| a.body.top.total_cmp(&b.body.top))
        .map(|(parent, _)| (Relation::On, parent))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{flagged, object, pieces_of};
    use super::*;

    /// The places as words: `apple on table`.
    fn places(objects: &[Object]) -> Vec<String> {
        let mut pieces = pieces_of(objects);
        find_places(&mut pieces, objects, &mut Vec::new());
        pieces
            .iter()
            .filter_map(|piece| {
                let (relation, parent) = piece.place?;
                Some(format!("{} {relation} {}", piece.sort, pieces[parent].sort))
            })
            .collect()
    }

    fn table() -> Object {
        object("DiningTable", [0.0, 0.4, 0.0], [1.0, 0.8, 1.0])
    }

    fn with_parents(mut child: Object, parents: &[&Object]) -> Object {
        child.parents = parents.iter().map(|parent| parent.id.clone()).collect();
        child
    }

    #[test]
    fn the_smallest_parent_wins() {
        let table = table();
        let plate = with_parents(object("Plate", [0.0, 0.81, 0.0], [0.2, 0.02, 0.2]), &[&table]);
        let apple = object("Apple", [0.0, 0.86, 0.0], [0.08, 0.08, 0.08]);
        let apple = with_parents(apple, &[&table, &plate]);
        assert_eq!(places(&[table, plate, apple]), ["Plate on DiningTable", "Apple on Plate"]);
    }

    #[test]
    fn what_stands_on_another_parent_wins() {
        let burner = object("StoveBurner", [0.0, 0.9, 0.0], [0.2, 0.01, 0.2]);
        let pot = with_parents(object("Pot", [0.0, 1.0, 0.0], [0.3, 0.2, 0.3]), &[&burner]);
        let spoon = object("Spoon", [0.0, 1.0, 0.0], [0.02, 0.02, 0.1]);
        let spoon = with_parents(spoon, &[&burner, &pot]);
        assert_eq!(places(&[burner, pot, spoon]), ["Pot on StoveBurner", "Spoon in Pot"]);
    }

    #[test]
    fn what_cannot_take_it_is_no_parent() {
        let (table, toaster) = (table(), object("Toaster", [0.0, 0.9, 0.0], [0.2, 0.2, 0.2]));
        let apple = object("Apple", [0.0, 0.84, 0.0], [0.08, 0.08, 0.08]);
        let apple = with_parents(apple, &[&toaster, &table]);
        assert_eq!(places(&[table, toaster, apple]), ["Apple on DiningTable"]);
    }

    #[test]
    fn without_a_parent_the_container_around_it_is_found() {
        let fridge = object("Fridge", [3.0, 0.9, 0.0], [0.7, 1.8, 0.7]);
        let apple = object("Apple", [3.0, 0.9, 0.1], [0.08, 0.08, 0.08]);
        assert_eq!(places(&[fridge, apple]), ["Apple in Fridge"]);
    }

    #[test]
    fn without_a_parent_the_surface_below_is_found() {
        let apple = object("Apple", [0.2, 0.85, 0.1], [0.08, 0.08, 0.08]);
        assert_eq!(places(&[table(), apple]), ["Apple on DiningTable"]);
        let dropped = object("Apple", [2.0, 0.04, 0.1], [0.08, 0.08, 0.08]);
        assert!(places(&[table(), dropped]).is_empty());
    }

    #[test]
    fn a_toaster_stands_on_the_counter_and_a_counter_on_no_cup() {
        let counter = object("CounterTop", [0.0, 0.9, 0.0], [2.0, 0.02, 0.6]);
        let toaster = flagged(object("Toaster", [0.0, 1.0, 0.0], [0.2, 0.2, 0.2]), &["moveable"]);
        let toaster = with_parents(toaster, &[&counter]);
        let mug = with_parents(object("Mug", [0.5, 0.95, 0.0], [0.08, 0.1, 0.08]), &[&counter]);
        let counter = with_parents(counter, &[&mug]);
        assert_eq!(
            places(&[counter, toaster, mug]),
            ["Toaster on CounterTop", "Mug on CounterTop"]
        );
    }

    #[test]
    fn things_inside_each_other_are_taken_apart() {
        let mug = object("Mug", [0.0, 0.05, 0.0], [0.1, 0.1, 0.1]);
        let bowl = with_parents(object("Bowl", [0.0, 0.05, 0.0], [0.2, 0.1, 0.2]), &[&mug]);
        let mug = with_parents(mug, &[&bowl]);
        assert_eq!(places(&[mug, bowl]), ["Mug in Bowl"]);
    }
}
