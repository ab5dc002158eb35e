//! AI2-THOR: kitchens of the iTHOR scenes, as tables of objects with boxes.
//!
//! The file says where every object is, in what, and which box along the axes surrounds it. It has
//! no walls, no stoves and no true outlines: a counter in an L covers the floor in front of it, a
//! sink the things around it. This module works out what is missing from the boxes alone:
//!
//! 1. `source` reads the objects, `body` their true boxes, `kind` what they are;
//! 2. `place` finds what each is in or on;
//! 3. `askew`, `counter` with `front` and `footprint`, `sink`, `stove`, `furniture` and `coffee` give furniture its
//!    solid parts and the surfaces on which things can stand;
//! 4. `stow` makes what is in something fit, `room` finds the walls, `settle` sets the loose things down;
//! 5. `segment` takes counters in an L or a U apart, `noun` names everything, `home` puts it
//!    together.
//!
//! # Axes
//!
//! Unity is left-handed with y up, a home is right-handed with y up. All three numbers of a
//! position are kept, except that the floor is moved to y = 0, and so is the yaw: in both frames a
//! yaw of 0 looks along +z and one of 90 along +x. The home is therefore the mirror image of the
//! scene. Distances, sights and reaches are the same, and positions from demonstrations on these
//! scenes can be used as they are; only "left" and "right" in their words are swapped.
//!
//! # Built in and loose
//!
//! What the kind calls fixed becomes a landmark and never moves, also where AI2-THOR would let it
//! be pushed: toasters, chairs, bins. All else is loose. The floor itself is the room, not a thing.

mod askew;
mod body;
mod coffee;
mod counter;
mod error;
mod footprint;
mod front;
mod furniture;
mod home;
mod kind;
mod noun;
mod piece;
mod place;
mod report;
mod room;
mod segment;
mod settle;
mod sink;
mod source;
mod stove;
mod stow;
#[cfg(test)]
mod testing;

use std::collections::BTreeMap;

use base::ThingId;
use scenario::Kinds;
use scenario::checked::Home;

pub use error::ImportError;
pub(crate) use kind::kebab;
pub use report::{Note, Report, Shift};

use crate::plane::Rect;
use body::body_of;
use piece::Piece;
use source::Object;

/// A plan as a home.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedHome {
    /// The home. Its name is the plan's.
    pub home: Home,
    /// Which thing each object of the file became, by `objectId`. Floors and the like are no
    /// things, nor is what lies far outside.
    pub ids: BTreeMap<String, ThingId>,
    /// All parts of the counters that became several things, by `objectId`. The largest comes
    /// first; it is the one in `ids`.
    pub segments: BTreeMap<String, Vec<ThingId>>,
    /// What had to be changed.
    pub report: Report,
}

/// A file of plans, read once.
#[derive(Debug, Clone)]
pub struct Plans(source::Plans);

impl Plans {
    /// Reads the whole file, a table of plans by name; `source_name` is what messages call it. What is in
    /// a plan is looked at when that is imported.
    ///
    /// # Errors
    /// [`ImportError::NotJson`] or [`ImportError::NoPlans`].
    pub fn read(json: &str, source_name: &str) -> Result<Self, ImportError> {
        source::Plans::read(json, source_name).map(Self)
    }

    /// The names of the plans, in alphabetical order.
    pub fn names(&self) -> Vec<String> {
        self.0.names()
    }

    /// Makes a home of one plan.
    ///
    /// `kinds` says what each type of object can do; see `assets/kinds.ron`. A type that it lacks gets
    /// the nearest kind or one made from the object's flags, which the report notes.
    ///
    /// # Errors
    /// [`ImportError`], with the file, the plan, the object and the field.
    pub fn import(&self, plan: &str, kinds: &Kinds) -> Result<ImportedHome, ImportError> {
        made(&self.0, plan, kinds)
    }
}

/// Makes a home of one plan in the text of a file; see [`Plans`] for several.
///
/// # Errors
/// [`ImportError`], with the file, the plan, the object and the field.
pub fn import(
    json: &str,
    source_name: &str,
    plan: &str,
    kinds: &Kinds,
) -> Result<ImportedHome, ImportError> {
    Plans::read(json, source_name)?.import(plan, kinds)
}

fn made(plans: &source::Plans, plan: &str, kinds: &Kinds) -> Result<ImportedHome, ImportError> {
    let mut report = Report::default();
    let objects = plans.objects_of(plan, &mut report.notes)?;
    let (floor, floor_y) = floor_of(&objects).ok_or_else(|| ImportError::Plan {
        source_name: plans.source_name.clone(),
        plan: plan.to_owned(),
        problem: "it has no objects".to_owned(),
    })?;
    report.floor_y = floor_y as f32;
    let known = kinds.iter().map(|kind| (kind.name.clone(), kind.clone())).collect();
    let mut pieces = pieces_of(&objects, &floor, floor_y, &known, &mut report);
    place::find_places(&mut pieces, &objects, &mut report.notes);

    askew::turn_askew(&mut pieces);
    let boards = counter::shape_counters(&mut pieces);
    report.floor_won_m2 = boards.won_m2 as f32;
    sink::shape_sinks(&mut pieces);
    stove::shape_stoves(&mut pieces);
    furniture::shape_furniture(&mut pieces);
    coffee::shape_coffee_machines(&mut pieces);
    stow::fit_contents(&mut pieces, &mut report.notes);

    let (room, height) = room::room_of(&floor, &pieces);
    let walls = room::walls_of(&room, height);
    settle::settle(&mut pieces, &room, &walls, &mut report);
    segment::split_counters(&mut pieces, &boards);
    Ok(home::build(plan, &room, height, &walls, &pieces, &objects, report))
}

/// What is part of the building and no thing.
const BUILDING: &[&str] =
    &["Floor", "Wall", "Ceiling", "Room", "Undefined", "Doorway", "Doorframe"];

/// What is farther outside of the floor than this is left out, metres: scenes keep spare objects
/// out of sight.
const FARTHEST_OUT: f64 = 2.0;
/// So is what is higher than any ceiling, metres.
const HIGHEST: f64 = 6.0;

/// The floor seen from above and its height. A plan without one gets the ground below its objects.
fn floor_of(objects: &[Object]) -> Option<(Rect, f64)> {
    let rect = |object: &Object| {
        let ([x, _, z], [width, _, depth]) = (object.aabb.center, object.aabb.size);
        Rect::new([x - width / 2.0, z - depth / 2.0], [x + width / 2.0, z + depth / 2.0])
    };
    let top = |object: &Object| object.aabb.center[1] + object.aabb.size[1] / 2.0;
    let bottom = |object: &Object| object.aabb.center[1] - object.aabb.size[1] / 2.0;
    let floors: Vec<&Object> = objects
        .iter()
        .filter(|object| object.sort == "Floor" && !rect(object).is_empty())
        .collect();
    let largest = floors
        .iter()
        .max_by(|a, b| rect(a).area().total_cmp(&rect(b).area()))
        .map(|floor| top(floor));
    match largest {
        Some(height) => Some((Rect::around(floors.into_iter().map(rect))?, height)),
        None => {
            let lowest = objects.iter().map(bottom).reduce(f64::min)?;
            Some((Rect::around(objects.iter().map(rect))?.grown(0.5), lowest))
        }
    }
}

fn pieces_of(
    objects: &[Object],
    floor: &Rect,
    floor_y: f64,
    known: &BTreeMap<String, std::sync::Arc<scenario::checked::Kind>>,
    report: &mut Report,
) -> Vec<Piece> {
    let mut kinds = kind::Kinds::new(known);
    objects
        .iter()
        .filter(|object| !BUILDING.contains(&object.sort.as_str()))
        .filter_map(|object| {
            let body = body_of(object, floor_y, &mut report.notes);
            let is_near = floor.grown(FARTHEST_OUT).contains(body.center())
                && (-FARTHEST_OUT..HIGHEST).contains(&body.bottom);
            if !is_near {
                report.notes.push(Note::new(&object.id, "it is outside of the kitchen"));
                return None;
            }
            Some(Piece {
                id: object.id.clone(),
                segment: 0,
                sort: object.sort.clone(),
                kind: kinds.of(object, &body, &mut report.notes),
                body,
                pivot: [object.position[0], object.position[2]],
                yaw_deg: object.rotation[1],
                solids: Vec::new(),
                surfaces: Vec::new(),
                place: None,
                homeless: false,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use base::{Relation, State};
    use scenario::checked::Kind;

    use super::*;
    use crate::walk::{WalkableFloor, Walker};

    fn kinds() -> Kinds {
        testing::kinds().into_values().map(|kind| Kind::clone(&kind)).collect()
    }

    /// An object as the file has it.
    fn json(id: &str, center: [f64; 3], size: [f64; 3], rest: &str) -> String {
        let sort = id.split('|').next().expect("an id has a type");
        format!(
            r#"{{"objectId": "{id}", "objectType": "{sort}", "position": {center:?},
            "rotation": [0, 0, 0], "aabb": {{"center": {center:?}, "size": {size:?}}} {rest}}}"#
        )
    }

    fn import_plan(objects: &[String]) -> Result<ImportedHome, ImportError> {
        let file = format!(r#"{{"FloorPlan1": [{}]}}"#, objects.join(","));
        import(&file, "kitchens.json", "FloorPlan1", &kinds())
    }

    fn small_kitchen() -> Vec<String> {
        vec![
            json("Floor|1", [2.0, 0.1, 1.5], [4.0, 0.2, 3.0], ""),
            json("DiningTable|1", [1.0, 0.6, 1.5], [0.8, 0.8, 1.2], ""),
            json("Fridge|1", [3.6, 1.2, 0.4], [0.7, 2.0, 0.7], r#", "flags": ["isOpen"]"#),
            json("Apple|1", [1.0, 1.05, 1.5], [0.1, 0.1, 0.1], r#", "parents": ["DiningTable|1"]"#),
            json("Apple|2", [3.6, 1.0, 0.4], [0.1, 0.1, 0.1], r#", "parents": ["Fridge|1"]"#),
            json("StoveBurner|1", [2.0, 1.1, 2.7], [0.2, 0.02, 0.2], ""),
            json("StoveKnob|1", [2.0, 1.0, 2.4], [0.03, 0.03, 0.03], ""),
        ]
    }

    #[test]
    fn a_small_kitchen_becomes_a_home() {
        let imported = import_plan(&small_kitchen()).expect("sound");
        let home = &imported.home;
        let thing = |id: &str| home.thing(imported.ids[id]);
        assert_eq!(home.name, "FloorPlan1");
        assert_eq!(home.things.len(), 6, "the floor is no thing");
        assert_eq!(home.walls.len(), 4);
        assert_eq!(thing("Apple|1").parent, Some((Relation::On, imported.ids["DiningTable|1"])));
        assert_eq!(thing("Apple|2").parent, Some((Relation::In, imported.ids["Fridge|1"])));
        assert_eq!(thing("Fridge|1").states, [(State::Open, true)]);
        assert_eq!(thing("StoveKnob|1").controls, Some(imported.ids["StoveBurner|1"]));
        // The floor is at height 0, and the apple on the table of 80 cm.
        let (center, _) = thing("Apple|1").pose.expect("it stands");
        assert!((center[1] - 0.85).abs() < 0.005, "{center:?}");
        assert_eq!(imported.report.floor_y, 0.2);
        let floor = WalkableFloor::of(home, &Walker::default());
        assert!(floor.is_walkable(home.start.0, 0.05));
        assert!(floor.is_walkable([2.5, 1.5], 0.05) && !floor.is_walkable([1.0, 1.5], 0.05));
    }

    #[test]
    fn the_order_of_the_file_does_not_matter() {
        let mut objects = small_kitchen();
        let home = import_plan(&objects).expect("sound").home;
        objects.reverse();
        assert_eq!(import_plan(&objects).expect("sound").home, home);
    }

    #[test]
    fn what_is_out_of_sight_is_left_out() {
        let mut objects = small_kitchen();
        objects.push(json("Mug|9", [50.0, 1.0, 1.0], [0.1, 0.1, 0.1], ""));
        let imported = import_plan(&objects).expect("sound");
        assert!(!imported.ids.contains_key("Mug|9"));
        assert_eq!(imported.report.notes.len(), 1);
    }

    #[test]
    fn a_plan_without_objects_is_no_kitchen() {
        let error = import_plan(&[]).expect_err("nothing there");
        assert_eq!(error.to_string(), "kitchens.json: plan \"FloorPlan1\": it has no objects");
    }

    #[test]
    fn a_plan_without_a_floor_gets_one() {
        let objects = &small_kitchen()[1..];
        let imported = import_plan(objects).expect("sound");
        assert!((imported.report.floor_y - 0.2).abs() < 1e-6);
        let room = &imported.home.rooms[0];
        assert!(room.min[0] < 0.6 && room.max[0] > 3.9);
    }
}
