//! A small kitchen for the tests of this crate, made by hand.

use crate::geometry::rectangle;
use crate::picture::{Agent, Picture, Place, Shape, Sort};

/// A table, a counter over a drawer, and a shelf; a mug in view, a book out of view, a key in the
/// drawer, a cup in the hand.
pub(crate) fn small_kitchen() -> Picture {
    let piece = |noun: &str, sort: Sort, min: [f32; 2], max: [f32; 2], height: (f32, f32)| Shape {
        noun: noun.to_owned(),
        sort,
        outline: rectangle(min, max),
        height,
        ..Shape::default()
    };
    let table = piece("dining table", Sort::Surface, [2.2, 1.4], [3.4, 2.2], (0.0, 0.75));
    let counter = piece("long counter", Sort::Surface, [0.0, 0.0], [2.0, 0.6], (0.86, 0.9));
    let drawer = Shape {
        is_open: Some(false),
        ..piece("top drawer", Sort::Drawer, [0.5, 0.04], [1.0, 0.6], (0.66, 0.85))
    };
    let shelf = piece("wall shelf", Sort::Surface, [0.5, 0.0], [1.5, 0.25], (1.5, 1.53));
    let thing = |noun: &str, at: [f32; 2], place: Place| Shape {
        noun: noun.to_owned(),
        outline: rectangle([at[0] - 0.06, at[1] - 0.06], [at[0] + 0.06, at[1] + 0.06]),
        place,
        ..Shape::default()
    };
    Picture {
        rooms: vec![("kitchen".to_owned(), [0.0, 0.0], [4.0, 2.6])],
        walls: vec![],
        floor: vec![([0.2, 0.85], [2.0, 2.4])],
        things: vec![
            table,
            counter,
            drawer,
            shelf,
            Shape {
                is_seen: true,
                states: vec!["dirty"],
                ..thing("blue mug", [1.5, 0.3], Place::On(1))
            },
            thing("old & green book", [3.0, 1.8], Place::On(0)),
            Shape { closed_in: Some(2), ..thing("brass key", [0.7, 0.3], Place::In(2)) },
            Shape { is_seen: true, ..thing("red cup", [1.3, 1.2], Place::Held) },
        ],
        agent: Agent { feet: [1.2, 1.4], yaw_deg: 180.0, looks_around: false },
        others: vec![],
        moment: (3, 7 * 3600 + 90),
    }
}
