//! The things of a house as entities, and how their data are read.
//!
//! Each thing is an entity; its components carry one idea each. Entities are only ever found
//! through [`ThingIndex`], in order of their [`ThingId`]. A thing changes its place through
//! [`crate::moving`] alone and its states through [`crate::states`] alone.

use std::sync::Arc;

use base::{AgentId, Handle, Noun, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use rapier3d::math::Vector;
use scenario::checked::Kind;

use crate::solid::{Frame, Solid};
use crate::tops::Top;

/// What a thing is. Never changes.
#[derive(Component, Debug, Clone)]
pub struct Thing {
    /// Its number.
    pub id: ThingId,
    /// What it looks like.
    pub noun: Noun,
    /// What it has in common with its like.
    pub kind: Arc<Kind>,
    /// For a knob or a wall switch: what it switches.
    pub controls: Option<ThingId>,
    /// What it is a part of, once that is sliced.
    pub part_of: Option<ThingId>,
    /// For a landmark: its handle, for ever.
    pub landmark: Option<Handle>,
}

/// The size of a thing's box: width, height and depth, metres. Never changes.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Size(pub [f32; 3]);

/// The level places on which others can stand. Never change.
#[derive(Component, Debug, Clone)]
pub(crate) struct Tops(pub(crate) Arc<[Top]>);

/// Where the middle of a thing's box is and how it is turned.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// In the frame of the home.
    pub(crate) frame: Frame,
    /// For what is stowed, in the frame of its parent: it rides along.
    pub(crate) in_parent: Option<Frame>,
}

impl Pose {
    /// The middle of the box, metres, y up.
    pub fn center(&self) -> [f32; 3] {
        self.frame.translation.to_array()
    }
}

/// What a thing is in, on or held by.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parent {
    /// It stands on the floor or hangs on a wall.
    None,
    /// It is in or on that thing.
    At(Relation, ThingId),
    /// It is in that hand of that agent: 0 is the right one.
    Hand(AgentId, u8),
    /// It is nowhere: for good, where it has been eaten or has fallen into parts; not yet, where it is
    /// itself a part of something whole.
    Gone,
}

/// The things whose parent this one is, in order.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Contents(pub(crate) Vec<ThingId>);

/// A door, a lid or a drawer.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Openable {
    /// How much of it is open, hundredths.
    pub percent: u8,
}

/// From so many hundredths on a hand and a look get in.
const OPEN_FROM_PERCENT: u8 = 50;

impl Openable {
    /// Whether a hand gets in.
    pub const fn is_open(self) -> bool {
        self.percent >= OPEN_FROM_PERCENT
    }

    /// Whether it is open, but not so far that a hand gets in.
    pub const fn is_ajar(self) -> bool {
        self.percent > 0 && !self.is_open()
    }
}

/// Something that can be switched on, by itself or by a knob.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switch {
    /// Whether it is on and works.
    pub running: bool,
}

/// Whether the plug is in.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plug(pub(crate) bool);

/// To which level the dial of a thing is turned: 0 while it is off.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dial(pub(crate) u8);

/// How often a thing can still be used until it is empty.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Doses(pub(crate) u32);

/// What a loose thing was last taken from.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin(pub(crate) Parent);

/// An edge that cuts.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// How sharp it is now, from 0 to 1.
    pub sharpness: f32,
}

/// What a thing has become and stays, and whether it is out of order.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Became(u32);

impl Became {
    /// Whether it has become so.
    pub fn is(self, state: State) -> bool {
        self.0 & (1 << state as u16) != 0
    }

    pub(crate) fn set(&mut self, state: State, holds: bool) {
        let bit = 1 << state as u16;
        self.0 = if holds { self.0 | bit } else { self.0 & !bit };
    }

    pub(crate) fn bits(self) -> u32 {
        self.0
    }
}

/// Every thing's entity, in order of [`ThingId`].
#[derive(Resource, Debug, Clone, Default)]
pub struct ThingIndex(pub(crate) Vec<Entity>);

impl ThingIndex {
    /// The entity of the thing.
    pub fn entity(&self, thing: ThingId) -> Entity {
        self.0[thing.0 as usize]
    }

    /// How many things there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every thing, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ThingId> + use<> {
        (0..self.0.len() as u32).map(ThingId)
    }
}

/// The things of a world, to be read.
#[derive(Clone, Copy)]
pub(crate) struct Things<'w> {
    world: &'w World,
    index: &'w ThingIndex,
}

impl<'w> Things<'w> {
    pub(crate) fn of(world: &'w World) -> Self {
        Self { world, index: world.resource::<ThingIndex>() }
    }

    pub(crate) fn ids(self) -> impl DoubleEndedIterator<Item = ThingId> {
        self.index.ids()
    }

    pub(crate) fn len(self) -> usize {
        self.index.len()
    }

    pub(crate) fn get<C: Component>(self, id: ThingId) -> Option<&'w C> {
        self.world.get::<C>(self.index.entity(id))
    }

    /// A component of an agent.
    pub(crate) fn of_agent<C: Component>(self, agent: Entity) -> Option<&'w C> {
        self.world.get::<C>(agent)
    }

    /// The agent whom the thing is what others see of, where it is that.
    pub(crate) fn person(self, id: ThingId) -> Option<Entity> {
        self.get::<crate::people::Person>(id).map(|person| person.0)
    }

    fn always<C: Component>(self, id: ThingId) -> &'w C {
        self.get(id).expect("every thing is spawned with this component")
    }

    pub(crate) fn thing(self, id: ThingId) -> &'w Thing {
        self.always(id)
    }

    pub(crate) fn kind(self, id: ThingId) -> &'w Kind {
        &self.thing(id).kind
    }

    pub(crate) fn noun(self, id: ThingId) -> &'w Noun {
        &self.thing(id).noun
    }

    pub(crate) fn parent(self, id: ThingId) -> Parent {
        *self.always::<Parent>(id)
    }

    pub(crate) fn contents(self, id: ThingId) -> &'w [ThingId] {
        &self.always::<Contents>(id).0
    }

    pub(crate) fn tops(self, id: ThingId) -> &'w Arc<[Top]> {
        &self.always::<Tops>(id).0
    }

    pub(crate) fn frame(self, id: ThingId) -> Frame {
        self.always::<Pose>(id).frame
    }

    pub(crate) fn solid(self, id: ThingId) -> Solid {
        let half = Vector::from_array(self.always::<Size>(id).0) * 0.5;
        Solid { frame: self.frame(id), half }
    }

    /// Whether what is inside can be got at: it is open, or has nothing to open.
    pub(crate) fn is_open(self, id: ThingId) -> bool {
        self.get::<Openable>(id).is_none_or(|openable| openable.is_open())
    }

    pub(crate) fn is_running(self, id: ThingId) -> bool {
        self.get::<Switch>(id).is_some_and(|switch| switch.running)
    }

    pub(crate) fn became(self, id: ThingId) -> Became {
        *self.always::<Became>(id)
    }

    /// What the thing falls into when it is sliced, in order.
    pub(crate) fn parts(self, id: ThingId) -> Vec<ThingId> {
        if self.kind(id).parts.is_none() {
            return Vec::new();
        }
        self.ids().filter(|part| self.thing(*part).part_of == Some(id)).collect()
    }

    /// The thing's parent, the parent's parent and so on.
    pub(crate) fn ancestors(self, id: ThingId) -> impl Iterator<Item = (Relation, ThingId)> {
        let up = move |id| match self.parent(id) {
            Parent::At(relation, parent) => Some((relation, parent)),
            Parent::None | Parent::Hand(..) | Parent::Gone => None,
        };
        std::iter::successors(up(id), move |(_, parent)| up(*parent))
    }

    /// The thing's parent, the parent's parent and so on, up to the first landmark.
    fn ancestors_up_to_landmark(self, id: ThingId) -> impl Iterator<Item = (Relation, ThingId)> {
        let mut below = !self.is_landmark(id);
        self.ancestors(id).take_while(move |(_, parent)| {
            let counts = below;
            below &= !self.is_landmark(*parent);
            counts
        })
    }

    pub(crate) fn is_landmark(self, id: ThingId) -> bool {
        self.thing(id).landmark.is_some()
    }

    /// The outermost closed container that the thing is in.
    pub(crate) fn closed_around(self, id: ThingId) -> Option<ThingId> {
        self.ancestors(id)
            .filter(|(relation, parent)| *relation == Relation::In && !self.is_open(*parent))
            .map(|(_, parent)| parent)
            .last()
    }

    /// Whether the thing is the other one, or in or on it, at whatever remove.
    pub(crate) fn is_within(self, id: ThingId, other: ThingId) -> bool {
        id == other || self.ancestors(id).any(|(_, ancestor)| ancestor == other)
    }

    /// The hand in which the thing is, by itself or with what it is in or on.
    pub(crate) fn hand_of(self, id: ThingId) -> Option<(AgentId, u8)> {
        let outermost = self.ancestors(id).last().map_or(id, |(_, ancestor)| ancestor);
        match self.parent(outermost) {
            Parent::Hand(agent, hand) => Some((agent, hand)),
            Parent::None | Parent::At(..) | Parent::Gone => None,
        }
    }

    /// Whether the thing rides along with a container or a hand, or is gone, and so has no body of its own.
    pub(crate) fn is_stowed(self, id: ThingId) -> bool {
        self.is_gone(id)
            || self.hand_of(id).is_some()
            || self.ancestors_up_to_landmark(id).any(|(relation, _)| relation == Relation::In)
    }

    /// Whether the thing is nowhere any more.
    pub(crate) fn is_gone(self, id: ThingId) -> bool {
        self.parent(id) == Parent::Gone
    }

    /// What a hand must reach to handle the thing: the outermost container it is stowed in, or
    /// the thing itself.
    pub(crate) fn handhold(self, id: ThingId) -> ThingId {
        self.ancestors_up_to_landmark(id)
            .filter(|(relation, _)| *relation == Relation::In)
            .last()
            .map_or(id, |(_, container)| container)
    }

    /// The thing and everything in or on it, parents first.
    pub(crate) fn with_contents(self, id: ThingId) -> Vec<ThingId> {
        let mut all = vec![id];
        let mut next = 0;
        while next < all.len() {
            all.extend_from_slice(self.contents(all[next]));
            next += 1;
        }
        all
    }

    /// Every state of the thing, hidden ones among them, as far as its kind can be so.
    pub(crate) fn states(self, id: ThingId) -> Vec<(State, bool)> {
        crate::states::states_of(self, id)
    }
}
