//! Classes of furniture to draw from.

use base::Relation;

use crate::checked::{HeatSource, Heating, Home, Thing};
use crate::fit::{fits, surely_has_room};
use crate::written::PlaceClass;

/// The furniture of the class, in the order of the home.
pub(crate) fn of_class(home: &Home, class: PlaceClass) -> impl Iterator<Item = &Thing> {
    home.things.iter().filter(move |thing| thing.kind.fixed && is_of_class(thing, class)).filter(
        move |thing| relation(thing, class) != Some(Relation::On) || !is_covered(home, thing),
    )
}

/// Whether furniture covers the thing: burners cover a stove.
fn is_covered(home: &Home, thing: &Thing) -> bool {
    let area = |thing: &Thing| thing.size[0] * thing.size[2];
    let on_it = home
        .things
        .iter()
        .filter(|other| other.kind.fixed && other.parent == Some((Relation::On, thing.id)));
    on_it.map(area).sum::<f32>() > 0.5 * area(thing)
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
