//! A home made ready: the expensive part, done once and shared by all worlds that live in it.
//!
//! [`Scene::build`] makes boxes of walls and landmarks, lays the walking grid, finds a place for
//! whatever has none, and prepares the physical bodies. A place that the home gives for a loose
//! thing is a wish: where it overlaps something or hangs in the air, the nearest free spot is
//! taken.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::{Handle, Noun, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use body::{Affords, Landmark};
use rapier3d::math::Vector;
use scenario::checked::{Home, Kind, Thing as HomeThing};

use crate::heat::{AIR_CELSIUS, Warmth};
use crate::nav::{Cell, Nav};
use crate::physics::Physics;
use crate::placing::{GAP_M, Order, Wanted, find_spot};
use crate::reach::standing_cells;
use crate::seeing::points_over;
use crate::solid::{Frame, Solid, unit, upright};
use crate::statics::{Static, Statics};
use crate::things::{Became, Contents, Edge, Openable, Parent, Pose, Size, Switch, Thing};
use crate::tops::{Top, tops_of};

/// A home cannot be made ready.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SceneError {
    /// The home has no room.
    #[error("home \"{home}\" has no room")]
    NoRooms {
        /// The home.
        home: String,
    },
    /// A number is infinite, not a number, or not positive where it must be.
    #[error("home \"{home}\": {what} has a size or a place that is no sane number")]
    BadNumber {
        /// The home.
        home: String,
        /// What has it.
        what: String,
    },
    /// A landmark, or a thing on the floor, has no pose.
    #[error("home \"{home}\": the {thing} is in or on nothing and has no pose")]
    NoPose {
        /// The home.
        home: String,
        /// The thing.
        thing: Noun,
    },
    /// Two landmarks have the same noun.
    #[error("home \"{home}\" has two landmarks that are called \"{noun}\"; give one a mark")]
    SameNoun {
        /// The home.
        home: String,
        /// What both are called.
        noun: Noun,
    },
    /// A parent does not come before the thing, or the relation makes no sense.
    #[error(
        "home \"{home}\": the {thing} cannot be {relation} thing {parent}: a parent comes first and is not a hand"
    )]
    BadParent {
        /// The home.
        home: String,
        /// The thing.
        thing: Noun,
        /// In or on.
        relation: Relation,
        /// The number of the parent.
        parent: u32,
    },
    /// There is no room for a thing.
    #[error("home \"{home}\": there is no room for the {thing} {relation} the {parent}")]
    NoRoomFor {
        /// The home.
        home: String,
        /// The thing.
        thing: Noun,
        /// In or on.
        relation: Relation,
        /// In or on what.
        parent: Noun,
    },
    /// A thing does not stay where it is put.
    #[error(
        "home \"{home}\": the {thing} does not stay where it is put; give its support more room"
    )]
    Restless {
        /// The home.
        home: String,
        /// The thing.
        thing: Noun,
    },
    /// The agent cannot stand at the start.
    #[error(
        "home \"{home}\": nobody can stand at the start ({x}, {z}), nor within half a metre of it"
    )]
    StartBlocked {
        /// The home.
        home: String,
        /// Where it is.
        x: f32,
        /// Where it is.
        z: f32,
    },
}

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

/// A thing as it is spawned.
#[derive(Clone)]
pub(crate) struct Blueprint {
    pub(crate) thing: Thing,
    pub(crate) size: Size,
    pub(crate) tops: Arc<[Top]>,
    pub(crate) pose: Pose,
    pub(crate) parent: Parent,
    pub(crate) contents: Contents,
    pub(crate) became: Became,
    pub(crate) openable: Option<Openable>,
    pub(crate) switch: Option<Switch>,
    pub(crate) edge: Option<Edge>,
    /// How warm a loose thing is at the start; none for landmarks.
    pub(crate) celsius: Option<f32>,
}

impl Blueprint {
    fn solid(&self) -> Solid {
        Solid { frame: self.pose.frame, half: Vector::from_array(self.size.0) * 0.5 }
    }

    pub(crate) fn warmth(&self, since: base::SimTime) -> Option<Warmth> {
        let celsius = self.celsius?;
        Some(Warmth { celsius, ..Warmth::of_air(since) })
    }
}

/// Nothing is thinner than this, metres: what is thinner falls through things.
const THINNEST_M: f32 = 0.01;
/// The thickness of the board under a surface, metres.
const BOARD_M: f32 = 0.02;
/// From this size on one cannot look past a thing, metres.
const BIG_M: f32 = 0.25;
/// How far from its support a written place may be and still be kept, metres.
const HANGS_M: f32 = 0.05;
/// How long things may take to come to rest before the first day, ticks.
const REST_TICKS: u32 = 100;
/// What has moved this far before it came to rest has not been put down well, metres.
const STRAYED_M: f32 = 0.03;
/// How warm a thing is that is hot from the start, degrees Celsius.
const HOT_AT_START_CELSIUS: f32 = 80.0;

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
    let outside = |room: &scenario::checked::Room, axis: usize| {
        (room.min[axis] - point[axis]).max(point[axis] - room.max[axis]).max(0.0)
    };
    let distance = |room: &scenario::checked::Room| outside(room, 0) + outside(room, 1);
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

fn check(home: &Home) -> Result<(), SceneError> {
    if home.rooms.is_empty() {
        return Err(SceneError::NoRooms { home: home.name.clone() });
    }
    let bad = |what: String| Err(SceneError::BadNumber { home: home.name.clone(), what });
    for room in &home.rooms {
        let sane = (0..2).all(|axis| room.max[axis] - room.min[axis] > 0.1);
        let sane = sane && room.min.iter().chain(&room.max).all(|number| number.abs() < 150.0);
        if !sane {
            return bad(format!("room \"{}\"", room.noun));
        }
    }
    for (index, wall) in home.walls.iter().enumerate() {
        if !is_sane(wall.center, wall.size) || !wall.yaw_deg.is_finite() {
            return bad(format!("wall {index}"));
        }
    }
    for (index, thing) in home.things.iter().enumerate() {
        let (center, yaw_deg) = thing.pose.unwrap_or(([0.0; 3], 0.0));
        let solids_sane = thing.solids.iter().all(|solid| is_sane(solid.center, solid.size));
        if !is_sane(center, thing.size) || !yaw_deg.is_finite() || !solids_sane {
            return bad(format!("the {}", thing.noun));
        }
        if let Some((relation, parent)) = thing.parent
            && (parent.0 as usize >= index || relation == Relation::HeldBy)
        {
            return Err(SceneError::BadParent {
                home: home.name.clone(),
                thing: thing.noun.clone(),
                relation,
                parent: parent.0,
            });
        }
        if thing.pose.is_none() && (thing.kind.fixed || thing.parent.is_none()) {
            return Err(SceneError::NoPose { home: home.name.clone(), thing: thing.noun.clone() });
        }
    }
    Ok(())
}

fn is_sane(center: [f32; 3], size: [f32; 3]) -> bool {
    center.iter().all(|number| number.abs() < 200.0)
        && size.iter().all(|length| *length > 0.0 && *length < 200.0)
}

/// The landmarks' handles: 1, 2, 3 in the order of their nouns.
fn landmark_handles(home: &Home) -> Result<Vec<Option<Handle>>, SceneError> {
    let mut landmarks: Vec<&HomeThing> =
        home.things.iter().filter(|thing| thing.kind.fixed).collect();
    landmarks.sort_by(|a, b| a.noun.cmp(&b.noun));
    if let Some(pair) = landmarks.windows(2).find(|pair| pair[0].noun == pair[1].noun) {
        return Err(SceneError::SameNoun { home: home.name.clone(), noun: pair[0].noun.clone() });
    }
    let mut handles = vec![None; home.things.len()];
    for (index, thing) in landmarks.iter().enumerate() {
        handles[thing.id.0 as usize] = Some(Handle(index as u32 + 1));
    }
    Ok(handles)
}

fn statics_of(home: &Home) -> Vec<Static> {
    let walls = home.walls.iter().map(|wall| Static {
        owner: None,
        solid: Solid::upright(wall.center.into(), wall.yaw_deg, wall.size.into()),
    });
    let landmarks = home.things.iter().filter(|thing| thing.kind.fixed).flat_map(|thing| {
        let parts = solids_of(thing);
        parts.into_iter().map(|solid| Static { owner: Some(thing.id), solid })
    });
    walls.chain(landmarks).collect()
}

fn box_of(thing: &HomeThing) -> Solid {
    let (center, yaw_deg) = thing.pose.expect("checked: landmarks have a pose");
    Solid::upright(center.into(), yaw_deg, thick(thing.size))
}

fn thick(size: [f32; 3]) -> Vector {
    Vector::from_array(size).max(Vector::splat(THINNEST_M))
}

/// The solid parts of a landmark.
///
/// Where it is written as one box but with places to stand within that box (a sofa, a shelf), the
/// box ends at the lowest of them, and each has a board below it.
fn solids_of(thing: &HomeThing) -> Vec<Solid> {
    let whole = box_of(thing);
    let tops: Vec<Top> = tops_of(thing, &whole).into_iter().filter(|top| !top.inside).collect();
    let board = |top: &Top| {
        let half = Vector::new(top.half[0], BOARD_M * 0.5, top.half[1]);
        let below = upright(Vector::Y * (-BOARD_M * 0.5), 0.0);
        Solid { frame: whole.frame * top.frame * below, half }
    };
    let boards = tops.iter().filter(|_| !thing.surfaces.is_empty()).map(board);
    if !thing.solids.is_empty() {
        let parts = thing
            .solids
            .iter()
            .map(|part| Solid::upright(part.center.into(), part.yaw_deg, part.size.into()));
        return parts.chain(boards).collect();
    }
    let lowest = tops.iter().map(|top| top.frame.translation.y).fold(whole.half.y, f32::min);
    let height = lowest + whole.half.y;
    if thing.kind.holds || height >= 2.0 * whole.half.y - BOARD_M || height < BOARD_M {
        return std::iter::once(whole).chain(boards).collect();
    }
    let down = upright(Vector::Y * (height * 0.5 - whole.half.y), 0.0);
    let base = Solid {
        frame: whole.frame * down,
        half: Vector::new(whole.half.x, height * 0.5, whole.half.z),
    };
    std::iter::once(base).chain(boards).collect()
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

/// What is there before anything loose is placed.
struct Ground<'a> {
    home: &'a Home,
    statics: &'a Statics,
    nav: &'a Nav,
    /// The part of the floor on which the agent lives.
    part: u16,
}

/// Puts everything in its place and lets it come to rest.
///
/// What does not stay where the home has put it (half over an edge, on a slope) is placed anew.
fn furnish(
    ground: &Ground<'_>,
    landmarks: &[Option<Handle>],
) -> Result<(Vec<Blueprint>, Physics), SceneError> {
    let mut unsteady = BTreeSet::new();
    loop {
        let mut builder = Builder { ground, unsteady: &unsteady, placed: Vec::new() };
        for thing in &ground.home.things {
            builder.add(thing, landmarks[thing.id.0 as usize])?;
        }
        let mut blueprints = builder.placed;
        for id in 0..blueprints.len() {
            if let Parent::At(_, parent) = blueprints[id].parent {
                blueprints[parent.0 as usize].contents.0.push(ThingId(id as u32));
            }
        }
        let (physics, left) = come_to_rest(ground.statics, &mut blueprints);
        let Some(first) = left.iter().find(|id| unsteady.contains(id)) else {
            if left.is_empty() {
                return Ok((blueprints, physics));
            }
            unsteady.extend(left);
            continue;
        };
        let thing = ground.home.thing(*first).noun.clone();
        return Err(SceneError::Restless { home: ground.home.name.clone(), thing });
    }
}

/// Makes the bodies and lets them come to rest. Returns which things have left their places.
fn come_to_rest(statics: &Statics, blueprints: &mut [Blueprint]) -> (Physics, Vec<ThingId>) {
    let mut physics = Physics::new(&statics.all);
    let is_body = |blueprint: &Blueprint| {
        blueprint.thing.landmark.is_none() && blueprint.pose.in_parent.is_none()
    };
    for blueprint in blueprints.iter().filter(|blueprint| is_body(blueprint)) {
        let mass_kg = blueprint.thing.kind.mass_kg;
        physics.insert(blueprint.thing.id, &blueprint.solid(), mass_kg);
    }
    let mut frames = physics.tick();
    for _ in 0..REST_TICKS {
        if !physics.is_awake() {
            break;
        }
        frames = physics.tick();
    }
    let mut left = Vec::new();
    for (id, frame) in frames {
        let blueprint = &mut blueprints[id.0 as usize];
        if (frame.translation - blueprint.pose.frame.translation).length() > STRAYED_M {
            left.push(id);
        }
        blueprint.pose.frame = frame;
    }
    ride_along(blueprints);
    (physics, left)
}

/// Brings what is stowed to where its parent has come to rest.
fn ride_along(blueprints: &mut [Blueprint]) {
    for id in 0..blueprints.len() {
        if let (Parent::At(_, parent), Some(in_parent)) =
            (blueprints[id].parent, blueprints[id].pose.in_parent)
        {
            let parent = blueprints[parent.0 as usize].pose.frame;
            blueprints[id].pose.frame = unit(parent * in_parent);
        }
    }
}

struct Builder<'a> {
    ground: &'a Ground<'a>,
    /// Things whose written places are not to be used.
    unsteady: &'a BTreeSet<ThingId>,
    placed: Vec<Blueprint>,
}

impl Builder<'_> {
    fn add(&mut self, thing: &HomeThing, landmark: Option<Handle>) -> Result<(), SceneError> {
        let half = thick(thing.size) * 0.5;
        let frame = match landmark {
            Some(_) => box_of(thing).frame,
            None => self.place(thing, half)?,
        };
        let solid = Solid { frame, half };
        let in_parent = thing.parent.and_then(|(relation, parent)| {
            let parent = &self.placed[parent.0 as usize];
            let stowed = relation == Relation::In || parent.pose.in_parent.is_some();
            // A landmark in another one stays where it is.
            (stowed && landmark.is_none()).then(|| parent.pose.frame.inv_mul(&frame))
        });
        let parent = match thing.parent {
            Some((relation, parent)) => Parent::At(relation, parent),
            None => Parent::None,
        };
        let tops = match (landmark, thing.pose) {
            (Some(_), _) | (None, Some(_)) => tops_of(thing, &self.written(thing, &solid)),
            (None, None) => tops_of(thing, &solid),
        };
        let mut blueprint = Blueprint {
            thing: Thing {
                id: thing.id,
                noun: thing.noun.clone(),
                kind: thing.kind.clone(),
                controls: thing.controls,
                landmark,
            },
            size: Size((half * 2.0).to_array()),
            tops: tops.into(),
            pose: Pose { frame, in_parent },
            parent,
            contents: Contents::default(),
            became: Became::default(),
            openable: thing.kind.opens.then_some(Openable { open: false }),
            switch: self.switches(thing).then_some(Switch { running: false }),
            edge: thing.kind.edge.map(|edge| Edge { sharpness: edge.sharpness }),
            celsius: landmark.is_none().then_some(AIR_CELSIUS),
        };
        for (state, holds) in &thing.states {
            start_with(&mut blueprint, *state, *holds);
        }
        self.placed.push(blueprint);
        Ok(())
    }

    /// The box where the home has written it, in whose frame its surfaces are written.
    fn written(&self, thing: &HomeThing, solid: &Solid) -> Solid {
        match thing.pose {
            Some((center, yaw_deg)) => Solid { frame: upright(center.into(), yaw_deg), ..*solid },
            None => *solid,
        }
    }

    fn switches(&self, thing: &HomeThing) -> bool {
        thing.kind.switch
            || thing.kind.heat.is_some()
            || thing.controls.is_some()
            || self.ground.home.things.iter().any(|other| other.controls == Some(thing.id))
    }

    /// Where a loose thing is at the start.
    fn place(&self, thing: &HomeThing, half: Vector) -> Result<Frame, SceneError> {
        let written = thing.pose.map(|(center, yaw_deg)| upright(center.into(), yaw_deg));
        let Some((relation, parent)) = thing.parent else {
            let written = written.expect("checked: what stands on the floor has a pose");
            let at = Vector::new(written.translation.x, half.y + GAP_M, written.translation.z);
            return Ok(Frame::from_parts(at, written.rotation));
        };
        let written = written.filter(|_| !self.unsteady.contains(&thing.id));
        let support = &self.placed[parent.0 as usize];
        let siblings: Vec<Solid> = self
            .placed
            .iter()
            .filter(|other| matches!(other.parent, Parent::At(_, p) if p == parent))
            .map(Blueprint::solid)
            .collect();
        let inside = relation == Relation::In;
        let stowed = inside || support.pose.in_parent.is_some();
        let mut obstacles = siblings;
        if !stowed {
            let loose = self.placed.iter().filter(|other| {
                other.thing.landmark.is_none()
                    && other.pose.in_parent.is_none()
                    && other.thing.id != parent
            });
            obstacles = loose.map(Blueprint::solid).collect();
            obstacles.extend(self.ground.statics.all.iter().map(|part| part.solid));
        }
        if let Some(written) = written
            && let Some(kept) = self.keep(&written, half, support, inside, &obstacles)
        {
            return Ok(kept);
        }
        let tops: Vec<Top> =
            support.tops.iter().copied().filter(|top| top.inside == inside).collect();
        let order = match written {
            Some(written) => Order::NearestTo([written.translation.x, written.translation.z]),
            None if stowed || support.thing.landmark.is_none() => Order::Packed,
            None => Order::Middle,
        };
        let wanted = Wanted {
            half,
            support: support.pose.frame,
            tops: &tops,
            obstacles: &obstacles,
            order,
            piled: inside,
        };
        let Ground { nav, statics, part, .. } = *self.ground;
        let within_reach = |solid: &Solid| !standing_cells(nav, statics, part, solid).is_empty();
        find_spot(&wanted, |solid| stowed || within_reach(solid))
            .or_else(|| find_spot(&wanted, |_| true))
            .ok_or_else(|| SceneError::NoRoomFor {
                home: self.ground.home.name.clone(),
                thing: thing.noun.clone(),
                relation,
                parent: support.thing.noun.clone(),
            })
    }

    /// The written place, set down exactly on what it is written to be on, where it is free.
    fn keep(
        &self,
        written: &Frame,
        half: Vector,
        support: &Blueprint,
        inside: bool,
        obstacles: &[Solid],
    ) -> Option<Frame> {
        let is_free = |frame: Frame| {
            let solid = Solid { frame, half };
            (!obstacles.iter().any(|other| solid.overlaps(other))).then_some(frame)
        };
        if inside {
            let around = support.solid();
            let extent = Solid { frame: *written, half }.extent();
            let fits = around.contains(written.translation, 0.0)
                && (extent.cmple(around.extent() + Vector::splat(GAP_M))).all();
            return is_free(*written).filter(|_| fits);
        }
        let bottom = written.translation.y - half.y;
        let below = support.tops.iter().filter(|top| !top.inside).filter_map(|top| {
            let home_from_top = support.pose.frame * top.frame;
            let local = home_from_top.inverse_transform_point(written.translation);
            let over = local.x.abs() <= top.half[0] && local.z.abs() <= top.half[1];
            let height = home_from_top.translation.y;
            (over && (bottom - height).abs() <= HANGS_M).then_some(height)
        });
        let height = below.min_by(|a, b| (a - bottom).abs().total_cmp(&(b - bottom).abs()))?;
        let at = Vector::new(written.translation.x, height + half.y + GAP_M, written.translation.z);
        is_free(Frame::from_parts(at, written.rotation))
    }
}

fn start_with(blueprint: &mut Blueprint, state: State, holds: bool) {
    match state {
        State::Open => {
            if let Some(openable) = &mut blueprint.openable {
                openable.open = holds;
            }
        }
        State::Running => {
            let works = !blueprint.became.is(State::Broken);
            if let Some(switch) = &mut blueprint.switch {
                switch.running = holds && works;
            }
        }
        State::Sharp => {
            if let Some(edge) = &mut blueprint.edge
                && !holds
            {
                edge.sharpness = 0.0;
            }
        }
        State::Hot => {
            if holds && blueprint.celsius.is_some() {
                blueprint.celsius = Some(HOT_AT_START_CELSIUS);
            }
        }
        State::Broken => {
            blueprint.became.set(state, holds);
            if let Some(switch) = &mut blueprint.switch
                && holds
            {
                switch.running = false;
            }
        }
        State::Sliced | State::Cracked | State::Toasted | State::Fried | State::Burnt => {
            blueprint.became.set(state, holds);
        }
    }
}
