//! What there is to draw: everything in a home at a moment, seen from above.
//!
//! It tells the truth and, beside it, what the agent sees of it. It is for people and the
//! evaluation, never for an agent.

use std::collections::BTreeSet;

use base::{Relation, State, ThingId};
use bevy_ecs::prelude::{Entity, World};
use body::{Clock, Percepts};
use house::{Body, Hands, Parent, Scene, Truth};
use scenario::checked::{Home, Thing as HomeThing};

pub use crate::geometry::Point;
use crate::geometry::{hull, rectangle, turned};

/// Everything in a home at a moment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Picture {
    /// The rooms: name, least and greatest x and z.
    pub rooms: Vec<(String, Point, Point)>,
    /// The walls' outlines.
    pub walls: Vec<Vec<Point>>,
    /// Where a body can stand, as rectangles.
    pub floor: Vec<(Point, Point)>,
    /// Everything, in order of number: what is in or on another comes after it at the beginning of
    /// a life, and where it has been moved perhaps not.
    pub things: Vec<Shape>,
    /// The agent.
    pub agent: Agent,
    /// Who else lives there: what each is called, and how it stands.
    pub others: Vec<(String, Agent)>,
    /// The moment: day, and second of the day.
    pub moment: (u32, u64),
}

/// The agent seen from above.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Agent {
    /// Where it stands.
    pub feet: Point,
    /// Where it faces, degrees.
    pub yaw_deg: f32,
    /// Whether it has looked around and sees to every side.
    pub looks_around: bool,
}

impl Agent {
    fn of(world: &World, agent: Entity) -> Self {
        let body = world.get::<Body>(agent).expect("an agent of a house has a body");
        Self { feet: body.feet, yaw_deg: body.yaw_deg, looks_around: body.looks_around() }
    }
}

/// What a thing is in, on or held by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Place {
    /// It stands on the floor or hangs on a wall.
    #[default]
    Free,
    /// It is on that thing of [`Picture::things`].
    On(usize),
    /// It is in that thing.
    In(usize),
    /// The agent holds it.
    Held,
    /// It is nowhere any more: it was eaten.
    Gone,
}

/// What a thing looks like on a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// It can be carried.
    #[default]
    Loose,
    /// Things are put on it.
    Surface,
    /// It has a door or holds things.
    Cupboard,
    /// It is pulled out.
    Drawer,
    /// It heats or cools.
    Appliance,
    /// Water runs in it.
    Basin,
    /// It is switched: a knob, a tap.
    Control,
}

/// A thing seen from above.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shape {
    /// What it is called.
    pub noun: String,
    /// What it looks like.
    pub sort: Sort,
    /// Its box.
    pub outline: Vec<Point>,
    /// Its solid parts, where it has several.
    pub parts: Vec<Vec<Point>>,
    /// The places to stand on it, where they are not its whole top.
    pub tops: Vec<Vec<Point>>,
    /// Where it begins and ends above the floor, metres.
    pub height: (f32, f32),
    /// Where its front looks, degrees.
    pub front_deg: f32,
    /// What it is in, on or held by.
    pub place: Place,
    /// The closed thing that hides it.
    pub closed_in: Option<usize>,
    /// Whether it is open, where it can be opened.
    pub is_open: Option<bool>,
    /// What is to be told of its state.
    pub states: Vec<&'static str>,
    /// Whether the agent sees it now.
    pub is_seen: bool,
}

impl Shape {
    /// Whether it is loose, and still somewhere.
    pub fn is_loose(&self) -> bool {
        self.sort == Sort::Loose && self.place != Place::Gone
    }

    /// Whether it is furniture or built in.
    pub fn is_landmark(&self) -> bool {
        self.sort != Sort::Loose
    }

    /// Whether it hangs above whoever stands below it.
    pub fn hangs(&self) -> bool {
        self.is_landmark() && self.height.0 >= HANGS_FROM_M
    }
}

/// From this height on furniture hangs over what stands below, metres.
const HANGS_FROM_M: f32 = 1.2;

impl Picture {
    /// What there is in the world, and what of it `agent` perceives by its latest percepts.
    ///
    /// # Panics
    ///
    /// Panics where that entity is no agent of a house.
    pub fn of(world: &World, scene: &Scene, agent: Entity) -> Self {
        let home = scene.home();
        let truth = house::truth(world);
        let seen: BTreeSet<ThingId> = world
            .get::<Percepts>(agent)
            .map(|percepts| percepts.seen.iter().map(|seen| seen.handle))
            .into_iter()
            .flatten()
            .filter_map(|handle| house::thing_of_handle(world, agent, handle))
            .collect();
        let now = world.resource::<Clock>().now;
        let rooms = home.rooms.iter().map(|room| (room.noun.words(), room.min, room.max));
        let walls = home.walls.iter().map(|wall| {
            turned([wall.center[0], wall.center[2]], [wall.size[0], wall.size[2]], wall.yaw_deg)
        });
        Self {
            rooms: rooms.collect(),
            walls: walls.collect(),
            floor: scene.walkable(),
            things: home
                .things
                .iter()
                .map(|thing| {
                    let is_held = world
                        .get::<Hands>(agent)
                        .is_some_and(|hands| hands.0.contains(&Some(thing.id)));
                    shape(truth, home, thing, seen.contains(&thing.id), is_held)
                })
                .collect(),
            agent: Agent::of(world, agent),
            others: house::agents(world)
                .iter()
                .filter(|other| **other != agent)
                .filter_map(|other| {
                    let name = world.get::<house::Name>(*other)?;
                    Some((name.0.words(), Agent::of(world, *other)))
                })
                .collect(),
            moment: (now.day(), now.second_of_day()),
        }
    }

    /// The things directly in or on that one, in order.
    pub fn contents(&self, of: usize) -> impl Iterator<Item = usize> + '_ {
        self.things.iter().enumerate().filter_map(move |(index, thing)| {
            matches!(thing.place, Place::On(at) | Place::In(at) if at == of).then_some(index)
        })
    }

    /// The loose things directly in or on that one, in order.
    pub fn loose_contents(&self, of: usize) -> impl Iterator<Item = usize> + '_ {
        self.contents(of).filter(|id| !self.things[*id].is_landmark())
    }

    /// The furniture that the thing is in or on, at whatever remove.
    pub fn furniture_of(&self, thing: usize) -> Option<usize> {
        let mut at = thing;
        // A thing is within fewer others than there are.
        for _ in 0..self.things.len() {
            let (Place::On(parent) | Place::In(parent)) = self.things[at].place else {
                return None;
            };
            if self.things[parent].is_landmark() {
                return Some(parent);
            }
            at = parent;
        }
        None
    }

    /// The nouns of what the agent holds.
    pub fn held(&self) -> Vec<&str> {
        let held = self.things.iter().filter(|thing| thing.place == Place::Held);
        held.map(|thing| thing.noun.as_str()).collect()
    }

    /// The time of day as people say it.
    pub fn clock(&self) -> String {
        let second = self.moment.1;
        format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
    }
}

fn shape(truth: Truth<'_>, home: &Home, thing: &HomeThing, is_seen: bool, is_held: bool) -> Shape {
    let corners = truth.corners(thing.id);
    let heights = corners.iter().map(|corner| corner[1]);
    let height = heights.fold((f32::MAX, f32::MIN), |(low, high), y| (low.min(y), high.max(y)));
    let parts = if thing.kind.fixed { thing.solids.as_slice() } else { &[] };
    let tops = if thing.kind.fixed { thing.surfaces.as_slice() } else { &[] };
    let at = |id: ThingId| id.0 as usize;
    Shape {
        noun: thing.noun.words(),
        sort: sort_of(home, thing),
        outline: hull(corners.map(|[x, _, z]| [x, z]).to_vec()),
        parts: parts
            .iter()
            .map(|part| {
                turned([part.center[0], part.center[2]], [part.size[0], part.size[2]], part.yaw_deg)
            })
            .collect(),
        tops: tops.iter().map(|top| rectangle(top.min, top.max)).collect(),
        height,
        front_deg: thing.pose.map_or(0.0, |(_, yaw_deg)| yaw_deg),
        place: match truth.parent(thing.id) {
            Parent::None => Place::Free,
            Parent::At(Relation::In, id) => Place::In(at(id)),
            Parent::At(_, id) => Place::On(at(id)),
            Parent::Hand(..) if is_held => Place::Held,
            // It is where the one is who has it in hand.
            Parent::Hand(..) => Place::Free,
            Parent::Gone => Place::Gone,
        },
        closed_in: truth.closed_around(thing.id).map(at),
        is_open: thing.kind.opens.then(|| truth.is(thing.id, State::Open)),
        states: TOLD
            .into_iter()
            .filter(|state| truth.is(thing.id, *state))
            .map(|state| state.adjective(true))
            .collect(),
        is_seen,
    }
}

/// The states that a plan tells, where a thing is so.
const TOLD: [State; 14] = [
    State::Running,
    State::Sliced,
    State::Cracked,
    State::Toasted,
    State::Fried,
    State::Burnt,
    State::Hot,
    State::Cold,
    State::Melted,
    State::Cooked,
    State::Dirty,
    State::Stained,
    State::Soapy,
    State::Wet,
];

fn sort_of(home: &Home, thing: &HomeThing) -> Sort {
    let kind = &thing.kind;
    let is_knob = thing.controls.is_some_and(|id| home.thing(id).kind.heat.is_some());
    if !kind.fixed {
        Sort::Loose
    } else if kind.tap || is_knob || kind.switch && !kind.holds && !kind.surface {
        Sort::Control
    } else if kind.basin {
        Sort::Basin
    } else if kind.heat.is_some() || kind.switch {
        Sort::Appliance
    } else if kind.name.contains("drawer") {
        Sort::Drawer
    } else if kind.opens || kind.holds {
        Sort::Cupboard
    } else {
        Sort::Surface
    }
}
