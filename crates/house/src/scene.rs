//! A home made ready: the expensive part, done once and shared by all worlds that live in it.
//!
//! [`Scene::build`] makes boxes of walls and landmarks, lays the walking grid, finds a place for
//! whatever has none, and prepares the physical bodies. A place that the home gives for a loose
//! thing is a wish: where it overlaps something or hangs in the air, the nearest free spot is
//! taken.

use std::sync::Arc;

use base::{Handle, Noun, State, ThingId};
use bevy_ecs::prelude::*;
use body::{Affords, Landmark};
use rapier3d::math::Vector;
use scenario::checked::{Home, Kind, Room};

use crate::furnish::{Blueprint, Ground, furnish};
use crate::nav::{Cell, Nav};
use crate::physics::Physics;
use crate::reach::standing_cells;
use crate::seeing::points_over;
pub use crate::sound::SceneError;
use crate::sound::{check, landmark_handles};
use crate::statics::{Static, Statics, statics_of};
use crate::things::Became;

/// A home made ready. Cheap to clone.
#[derive(Clone)]
pub struct Scene(pub(crate) Arc<SceneData>);

/// The scene that a world lives in.
#[derive(Resource, Clone)]
pub(crate) struct HouseScene(pub(crate) Arc<SceneData>);

/// What all worlds of one home share.
pub(crate) struct SceneData {
    pub(crate) home: Home,
    pub(crate) statics: Statics,
    pub(crate) nav: Nav,
    pub(crate) blueprints: Vec<Blueprint>,
    pub(crate) landmarks: Arc<Vec<Landmark>>,
    /// The thing of each landmark handle, in order of handle, which counts from 1.
    pub(crate) of_handle: Vec<ThingId>,
    /// Loose things so big that one cannot look past them.
    pub(crate) big: Vec<ThingId>,
    /// For each landmark the points over its surfaces that are in view where it is seen whole; empty
    /// for what is loose.
    pub(crate) top_points: Vec<Vec<Vector>>,
    /// For each landmark the cells from which to handle it, in order; empty for what is loose.
    pub(crate) standing: Vec<Vec<Cell>>,
    pub(crate) physics: Physics,
    /// Where the agent stands at the beginning of a day, on a free cell.
    pub(crate) start: ([f32; 2], f32),
}

/// From this size on one cannot look past a thing, metres.
const BIG_M: f32 = 0.25;
/// What is as heavy as this looks stout, whether it bears anybody or not, kilograms.
const STOUT_KG: f32 = 3.0;

impl Scene {
    /// Makes the home ready.
    pub fn build(home: &Home) -> Result<Self, SceneError> {
        check(home)?;
        let landmark_handles = landmark_handles(home)?;
        let statics = Statics::new(statics_of(home));
        let nav = Nav::new(&home.rooms, &statics.all);
        let (start, start_yaw_deg) = home.start;
        let start_cell = nav.nearest_free(start).ok_or_else(|| SceneError::StartBlocked {
            home: home.name.clone(),
            x: start[0],
            z: start[1],
        })?;
        let part = nav.part_of(start_cell).expect("a free cell belongs to a part");
        let ground = Ground { home, statics: &statics, nav: &nav, part };
        let (blueprints, physics) = furnish(&ground, &landmark_handles)?;
        let standing = blueprints
            .iter()
            .map(|blueprint| match blueprint.thing.landmark {
                Some(_) => standing_cells(&nav, &statics, part, &blueprint.solid()),
                None => Vec::new(),
            })
            .collect();
        let top_points =
            blueprints.iter().map(|blueprint| top_points(&statics, blueprint)).collect();
        let big = blueprints.iter().filter(|blueprint| is_big(blueprint));
        let big = big.map(|blueprint| blueprint.thing.id).collect();
        let mut of_handle: Vec<(Handle, ThingId)> = blueprints
            .iter()
            .filter_map(|blueprint| Some((blueprint.thing.landmark?, blueprint.thing.id)))
            .collect();
        of_handle.sort_unstable();
        let of_handle: Vec<ThingId> = of_handle.into_iter().map(|(_, id)| id).collect();
        let landmarks = of_handle.iter().map(|id| landmark(home, &blueprints[id.0 as usize]));
        let landmarks = Arc::new(landmarks.collect());
        let start = (nav.center(start_cell), start_yaw_deg);
        let home = home.clone();
        Ok(Self(Arc::new(SceneData {
            home,
            statics,
            nav,
            blueprints,
            landmarks,
            of_handle,
            big,
            top_points,
            standing,
            physics,
            start,
        })))
    }

    /// The home it was made of.
    pub fn home(&self) -> &Home {
        &self.0.home
    }

    /// Where a body can walk to from where a day begins: the least and the greatest x and z of
    /// level rectangles, metres.
    pub fn walkable(&self) -> Vec<([f32; 2], [f32; 2])> {
        self.0.nav.stretches(self.0.start.0)
    }

    /// The place nearest to the point, within half a metre, where a body can stand.
    pub fn standing_near(&self, point: [f32; 2]) -> Option<[f32; 2]> {
        self.0.nav.nearest_free(point).map(|cell| self.0.nav.center(cell))
    }

    /// The landmarks, as every agent that lives here knows them.
    pub fn landmarks(&self) -> &Arc<Vec<Landmark>> {
        &self.0.landmarks
    }
}

impl SceneData {
    /// The room around the point; in a doorway the nearest.
    pub(crate) fn room_at(&self, point: [f32; 2]) -> Option<&Noun> {
        room_at(&self.home, point)
    }
}

fn room_at(home: &Home, point: [f32; 2]) -> Option<&Noun> {
    let outside = |room: &Room, axis: usize| {
        (room.min[axis] - point[axis]).max(point[axis] - room.max[axis]).max(0.0)
    };
    let distance = |room: &Room| outside(room, 0) + outside(room, 1);
    let nearest = home.rooms.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    Some(&nearest.noun)
}

/// How a thing of this kind may be handled, as far as looking tells.
pub(crate) fn affords(kind: &Kind, has_knob: bool, became: Became) -> Affords {
    Affords {
        carrying: !kind.fixed,
        opening: kind.opens,
        switching: kind.switch || has_knob,
        putting_on: kind.surface,
        putting_in: kind.holds,
        cutting: kind.edge.is_some(),
        being_cut: kind.sliceable && !became.is(State::Sliced),
        being_cracked: kind.crackable && !became.is(State::Cracked),
        rinsing: kind.basin,
        watering: kind.tap,
        wiping: kind.absorbent,
        being_washed: kind.washable,
        holding_liquid: kind.capacity_ml.is_some(),
        being_eaten: kind.edible,
        discarding: kind.bin,
        bearing: kind.surface && (kind.bears || kind.mass_kg >= STOUT_KG),
    }
}

fn landmark(home: &Home, blueprint: &Blueprint) -> Landmark {
    let thing = &blueprint.thing;
    let position = rounded(blueprint.pose.frame.translation);
    let room = room_at(home, [position[0], position[2]]).expect("a home has a room").clone();
    Landmark {
        handle: thing.landmark.expect("it is a landmark"),
        noun: thing.noun.clone(),
        room,
        position,
        affords: affords(&thing.kind, thing.controls.is_some(), Became::default()),
    }
}

/// A place as it is perceived: to the millimetre.
pub(crate) fn rounded(point: Vector) -> [f32; 3] {
    point.to_array().map(|length| (length * 1000.0).round() / 1000.0)
}

/// The points over a landmark's surfaces that no other landmark takes up.
fn top_points(statics: &Statics, blueprint: &Blueprint) -> Vec<Vector> {
    if blueprint.thing.landmark.is_none() {
        return Vec::new();
    }
    let mut points = points_over(&blueprint.solid(), &blueprint.tops);
    let others = |part: &&Static| part.owner != Some(blueprint.thing.id);
    points.retain(|point| {
        !statics.all.iter().filter(others).any(|part| part.solid.contains(*point, 0.0))
    });
    points
}

fn is_big(blueprint: &Blueprint) -> bool {
    let [width, height, depth] = blueprint.size.0;
    blueprint.thing.landmark.is_none() && height >= BIG_M && width.max(depth) >= BIG_M
}
