//! Classes of furniture to draw from.

use base::Relation;

use crate::checked::{HeatSource, Heating, Home, Thing};
use crate::fit::{fits, surely_has_room};
use crate::written::PlaceClass;

/// How high a hand reaches from the floor, metres.
pub const REACH_UP_M: f32 = 2.1;

/// The furniture of the class that is not too high for a hand, in the order of the home.
pub(crate) fn of_class(home: &Home, class: PlaceClass) -> impl Iterator<Item = &Thing> {
    home.things
        .iter()
        .filter(move |thing| thing.kind.fixed && is_of_class(thing, class) && !is_too_high(thing))
        .filter(move |thing| {
            relation(thing, class) != Some(Relation::On) || !is_covered(home, thing)
        })
}

fn is_too_high(thing: &Thing) -> bool {
    thing.pose.is_some_and(|(center, _)| center[1] - thing.size[1] * 0.5 > REACH_UP_M)
}

/// Whether furniture covers the thing: burners cover a stove, the board of an island its frame.
fn is_covered(home: &Home, thing: &Thing) -> bool {
    let area = |thing: &Thing| thing.size[0] * thing.size[2];
    let others = || home.things.iter().filter(|other| other.kind.fixed && other.id != thing.id);
    let on_it = others().filter(|other| other.parent == Some((Relation::On, thing.id)));
    on_it.map(area).sum::<f32>() > 0.5 * area(thing)
        || others().any(|other| {
            lies_close_above(other, thing) && shared_area(other, thing) > 0.5 * area(thing)
        })
}

/// Whether the top of one is above the top of the other, with no room for anything between them.
fn lies_close_above(upper: &Thing, lower: &Thing) -> bool {
    /// Nothing stands in a gap lower than this, metres.
    const GAP_M: f32 = 0.05;
    let (Some((above, _)), Some((below, _))) = (upper.pose, lower.pose) else { return false };
    let top = |center: [f32; 3], thing: &Thing| center[1] + thing.size[1] * 0.5;
    let bottom = above[1] - upper.size[1] * 0.5;
    let under = top(below, lower);
    upper.kind.surface && top(above, upper) > under && (bottom - under).abs() < GAP_M
}

/// The area that both cover, square metres, as if their sides ran along the axes.
fn shared_area(a: &Thing, b: &Thing) -> f32 {
    let (Some((at_a, _)), Some((at_b, _))) = (a.pose, b.pose) else { return 0.0 };
    [0, 2]
        .map(|axis| {
            let low = (at_a[axis] - a.size[axis] * 0.5).max(at_b[axis] - b.size[axis] * 0.5);
            let high = (at_a[axis] + a.size[axis] * 0.5).min(at_b[axis] + b.size[axis] * 0.5);
            (high - low).max(0.0)
        })
        .iter()
        .product()
}

fn is_of_class(thing: &Thing, class: PlaceClass) -> bool {
    let kind = &thing.kind;
    match class {
        PlaceClass::Closed => {
            let cools = |heat: HeatSource| heat.mode == Heating::Cooling;
            kind.opens && kind.holds && !kind.switch && kind.heat.is_none_or(cools)
        }
        PlaceClass::Surface => kind.surface && kind.heat.is_none(),
        PlaceClass::Anywhere => {
            is_of_class(thing, PlaceClass::Closed) || is_of_class(thing, PlaceClass::Surface)
        }
        // Food browns there; a microwave only warms it.
        PlaceClass::Heater => {
            kind.heat.is_some_and(|heat| matches!(heat.mode, Heating::Toasting | Heating::Frying))
        }
        PlaceClass::Switch => kind.switch,
    }
}

/// How things are put at a place of the class: in it rather than on it.
pub(crate) fn relation(place: &Thing, class: PlaceClass) -> Option<Relation> {
    let kind = &place.kind;
    match class {
        PlaceClass::Closed => Some(Relation::In),
        PlaceClass::Surface => Some(Relation::On),
        PlaceClass::Anywhere if kind.opens && kind.holds => Some(Relation::In),
        PlaceClass::Anywhere => Some(Relation::On),
        PlaceClass::Heater => kind.heat.map(|heat| heat.applies),
        PlaceClass::Switch => None,
    }
}

/// Whether things of these sizes fit in or on a place of the class, all at the same time.
pub(crate) fn have_room_for(
    home: &Home,
    place: &Thing,
    class: PlaceClass,
    sizes: &[[f32; 3]],
) -> bool {
    relation(place, class).is_none_or(|relation| {
        sizes.iter().all(|size| fits(*size, place, relation))
            && surely_has_room(home, sizes, place, relation)
    })
}
