//! What the things are called, and in which order they come.
//!
//! Furniture has nouns of its own: the only fridge is `fridge`, cabinets are `no-1 cabinet`, `no-2
//! cabinet` in the order of their places, from the least x to the greatest, then z, then height.
//! The order of the file does not matter. Loose things are called by their kind alone, so that
//! look-alikes stay look-alikes.

use std::collections::BTreeMap;

use base::Noun;

use super::piece::Piece;

/// The pieces in the order of the home: furniture first, each piece after what it is in or on.
pub(super) fn in_order(pieces: &[Piece]) -> Vec<usize> {
    let depth = |at: usize| {
        let mut depth = 0;
        let mut here = at;
        while let Some((_, parent)) = pieces[here].place {
            depth += 1;
            here = parent;
        }
        depth
    };
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by_cached_key(|&at| {
        let piece = &pieces[at];
        (piece.is_loose(), depth(at), piece.kind.name.clone(), place_of(piece), piece.id.clone())
    });
    order
}

/// x, z and height in millimetres, so that the last bits decide nothing.
fn place_of(piece: &Piece) -> [i64; 3] {
    let [x, z] = piece.body.center();
    [x, z, piece.body.bottom].map(|metres| (metres * 1000.0).round() as i64)
}

/// The noun of each piece.
pub(super) fn nouns(pieces: &[Piece]) -> Vec<Noun> {
    let mut alike: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, piece) in pieces.iter().enumerate().filter(|(_, piece)| !piece.is_loose()) {
        alike.entry(&piece.kind.name).or_default().push(at);
    }
    let mut nouns: Vec<Noun> =
        pieces.iter().map(|piece| Noun::new(&piece.kind.name, &[])).collect();
    for (kind, mut pieces_alike) in alike {
        if pieces_alike.len() < 2 {
            continue;
        }
        pieces_alike.sort_by(|a, b| {
            let (a, b) = (&pieces[*a], &pieces[*b]);
            place_of(a).cmp(&place_of(b)).then(a.id.cmp(&b.id))
        });
        for (index, at) in pieces_alike.into_iter().enumerate() {
            nouns[at] = Noun::new(kind, &[&format!("no-{}", index + 1)]);
        }
    }
    nouns
}

#[cfg(test)]
mod tests {
    use super::super::testing::{object, pieces_of};
    use super::*;

    fn names(pieces: &[Piece]) -> Vec<String> {
        nouns(pieces).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn furniture_is_numbered_by_place_and_loose_things_look_alike() {
        let objects = [
            object("Cabinet", [2.0, 0.5, 0.0], [0.5; 3]),
            object("Cabinet", [1.0, 0.5, 1.0], [0.5; 3]),
            object("Cabinet", [1.0, 0.5, 0.0], [0.5; 3]),
            object("Fridge", [0.0, 0.5, 0.0], [0.5; 3]),
            object("Mug", [0.0, 0.5, 1.0], [0.1; 3]),
            object("Mug", [0.0, 0.5, 2.0], [0.1; 3]),
        ];
        assert_eq!(
            names(&pieces_of(&objects)),
            ["no-3 cabinet", "no-2 cabinet", "no-1 cabinet", "fridge", "mug", "mug"]
        );
    }

    #[test]
    fn parents_come_first() {
        let mut pieces = pieces_of(&[
            object("Apple", [0.0, 0.5, 0.0], [0.1; 3]),
            object("Bowl", [0.0, 0.5, 0.0], [0.1; 3]),
            object("DiningTable", [0.0, 0.5, 0.0], [0.1; 3]),
        ]);
        pieces[0].place = Some((base::Relation::In, 1));
        pieces[1].place = Some((base::Relation::On, 2));
        assert_eq!(in_order(&pieces), [2, 1, 0]);
    }
}
