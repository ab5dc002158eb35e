//! Hand-made objects and kinds for the tests of this module.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use scenario::checked::Kind;

use super::body::body_of;
use super::kind::Kinds;
use super::piece::Piece;
use super::source::{Aabb, Object};

/// An object with this box, upright and along the axes, that nobody can carry.
pub(super) fn object(sort: &str, center: [f64; 3], size: [f64; 3]) -> Object {
    let [x, y, z] = center;
    Object {
        id: format!("{sort}|{x:+.2}|{y:+.2}|{z:+.2}"),
        sort: sort.to_owned(),
        position: center,
        rotation: [0.0; 3],
        mass_kg: None,
        aabb: Aabb { center, size },
        corners: None,
        parents: Vec::new(),
        contains: Vec::new(),
        flags: BTreeSet::new(),
        controls: Vec::new(),
    }
}

/// The object with these flags besides.
pub(super) fn flagged(mut object: Object, flags: &[&str]) -> Object {
    object.flags.extend(flags.iter().map(|flag| (*flag).to_owned()));
    object
}

/// A few kinds, as `assets/kinds.ron` has them.
pub(super) fn kinds() -> BTreeMap<String, Arc<Kind>> {
    let plain = |name: &str, fixed: bool| Kind {
        name: name.to_owned(),
        size: [0.1; 3],
        mass_kg: 0.5,
        fixed,
        ..Kind::default()
    };
    let surface = |name: &str| Kind { surface: true, ..plain(name, true) };
    let cupboard = |name: &str| Kind { opens: true, holds: true, ..plain(name, true) };
    let vessel = |name: &str| Kind { holds: true, ..plain(name, false) };
    let kinds = [
        surface("counter-top"),
        surface("dining-table"),
        surface("shelf"),
        surface("shelving-unit"),
        surface("chair"),
        surface("stove-burner"),
        surface("coffee-machine"),
        Kind { surface: true, ..plain("sink", true) },
        Kind { holds: true, ..plain("sink-basin", true) },
        cupboard("cabinet"),
        cupboard("drawer"),
        cupboard("fridge"),
        Kind { switch: true, ..plain("stove-knob", true) },
        Kind { switch: true, ..plain("light-switch", true) },
        Kind { switch: true, ..plain("faucet", true) },
        Kind { switch: true, ..plain("toaster", true) },
        plain("window", true),
        vessel("mug"),
        vessel("bowl"),
        vessel("pot"),
        Kind { surface: true, ..plain("plate", false) },
        plain("apple", false),
        plain("knife", false),
        plain("spoon", false),
    ];
    kinds.into_iter().map(|kind| (kind.name.clone(), Arc::new(kind))).collect()
}

/// The objects as pieces without places, the floor at height 0.
pub(super) fn pieces_of(objects: &[Object]) -> Vec<Piece> {
    let known = kinds();
    let mut kinds = Kinds::new(&known);
    objects
        .iter()
        .map(|object| {
            let body = body_of(object, 0.0, &mut Vec::new());
            Piece {
                id: object.id.clone(),
                segment: 0,
                sort: object.sort.clone(),
                kind: kinds.of(object, &body, &mut Vec::new()),
                body,
                pivot: [object.position[0], object.position[2]],
                yaw_deg: object.rotation[1],
                solids: Vec::new(),
                surfaces: Vec::new(),
                place: None,
                homeless: false,
            }
        })
        .collect()
}
