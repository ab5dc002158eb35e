//! What is really so. For the evaluation, the oracle and tests; never for an agent.

use base::{Condition, Handle, Noun, Quality, Relation, Share, State, ThingId};
use bevy_ecs::prelude::*;

use crate::agent::{Agents, Name, Site};
use crate::heat::Warmth;
use crate::liquid::{Coat, Liquid, Mixture, fills};
use crate::moment::Moment;
use crate::scene::HouseScene;
use crate::sensing::{handle_of, thing_at};
use crate::things::{Parent, Thing, ThingIndex, Things};
use crate::under::landmarks_over;

/// What is really so in a world.
#[derive(Clone, Copy)]
pub struct Truth<'w> {
    world: &'w World,
    things: Things<'w>,
}

/// What is really so in the world.
pub fn truth(world: &World) -> Truth<'_> {
    Truth { world, things: Things::of(world) }
}

/// Whether any of it fits the noun.
fn has_some(mixture: Option<&Mixture>, what: &Noun) -> bool {
    mixture.is_some_and(|mixture| mixture.iter().any(|(there, _)| what.fits(there)))
}

/// Whether the condition is so now. See [`Truth::holds`].
pub fn holds(world: &World, condition: &Condition) -> bool {
    truth(world).holds(condition)
}

/// The thing that the handle stands for to the agent now: a landmark, or a loose thing in view.
pub fn thing_of_handle(world: &World, agent: Entity, handle: Handle) -> Option<ThingId> {
    thing_at(&Site::of(world, agent), handle)
}

/// The agent's handle of the thing: a landmark's for ever, a loose thing's while it is in view.
pub fn handle_of_thing(world: &World, agent: Entity, thing: ThingId) -> Option<Handle> {
    handle_of(&Site::of(world, agent), thing)
}

/// The entities of all who live in the house, in the order of their names.
pub fn agents(world: &World) -> &[Entity] {
    &world.resource::<Agents>().0
}

/// The entity of the one with that name.
pub fn agent_named(world: &World, name: &Noun) -> Option<Entity> {
    let is_named = |agent: &&Entity| world.get::<Name>(**agent).is_some_and(|own| own.0 == *name);
    agents(world).iter().find(is_named).copied()
}

impl<'w> Truth<'w> {
    /// Every thing, in order.
    pub fn things(self) -> impl DoubleEndedIterator<Item = &'w Thing> {
        self.things.ids().map(move |id| self.things.thing(id))
    }

    /// What the thing is.
    pub fn thing(self, id: ThingId) -> &'w Thing {
        self.things.thing(id)
    }

    /// The things that the noun fits, in order.
    pub fn fitting(self, noun: &Noun) -> Vec<ThingId> {
        self.things().filter(|thing| noun.fits(&thing.noun)).map(|thing| thing.id).collect()
    }

    /// What the thing is in, on or held by.
    pub fn parent(self, id: ThingId) -> Parent {
        self.things.parent(id)
    }

    /// What the thing is in or on, what that is in or on, and so on.
    pub fn ancestors(self, id: ThingId) -> Vec<(Relation, ThingId)> {
        self.things.ancestors(id).collect()
    }

    /// The things that are in or on this one, in order.
    pub fn contents(self, id: ThingId) -> &'w [ThingId] {
        self.things.contents(id)
    }

    /// The outermost closed container that the thing is in.
    pub fn closed_around(self, id: ThingId) -> Option<ThingId> {
        self.things.closed_around(id)
    }

    /// Every state that the thing's kind can have, hidden ones among them.
    pub fn states(self, id: ThingId) -> Vec<(State, bool)> {
        self.things.states(id)
    }

    /// Whether the thing is in that state.
    pub fn is(self, id: ThingId, state: State) -> bool {
        crate::states::state_of(self.things, id, state).unwrap_or(false)
    }

    /// How warm the thing is now, degrees Celsius; none for landmarks.
    pub fn celsius(self, id: ThingId) -> Option<f32> {
        let now = self.world.resource::<Moment>().0;
        Some(self.things.get::<Warmth>(id)?.celsius_at(now))
    }

    /// The middle of the thing's box, metres.
    pub fn position(self, id: ThingId) -> [f32; 3] {
        self.things.frame(id).translation.to_array()
    }

    /// What is in the vessel, where it is one for liquids.
    pub fn liquid(self, id: ThingId) -> Option<&'w Mixture> {
        self.things.get::<Liquid>(id).map(|liquid| &liquid.0)
    }

    /// What was poured, strewn or spread on the thing, where such stays on it.
    pub fn coat(self, id: ThingId) -> Option<&'w Mixture> {
        self.things.get::<Coat>(id).map(|coat| &coat.0)
    }

    /// The eight corners of the thing's box, metres.
    pub fn corners(self, id: ThingId) -> [[f32; 3]; 8] {
        self.things.solid(id).corners()
    }

    /// Whether the agent's hand reaches the thing from where it stands.
    pub fn in_reach(self, agent: Entity, id: ThingId) -> bool {
        Site::of(self.world, agent).reaches(id)
    }

    /// What the agent is called in whose hand the thing is.
    pub fn holder(self, id: ThingId) -> Option<&'w Noun> {
        match self.parent(id) {
            Parent::Hand(agent, _) => {
                let holder = self.world.resource::<Agents>().entity(agent);
                self.things.of_agent(holder).map(|name: &Name| &name.0)
            }
            Parent::None | Parent::At(..) | Parent::Gone => None,
        }
    }

    /// Whether the thing is what others see of an agent.
    pub fn is_person(self, id: ThingId) -> bool {
        self.things.person(id).is_some()
    }

    /// Whether the condition is so now.
    ///
    /// `At` asks for the direct parent: toast on a plate on the table is on the plate, not on the
    /// table. `Within` is judged as its part, `Never` as the opposite of its part and `InOrder`
    /// as all of its parts, at this moment; whoever gave the goal watches the time.
    pub fn holds(self, condition: &Condition) -> bool {
        match condition {
            Condition::Exists(of, that) => self.count(of, that) > 0,
            Condition::ForAll(of, that) => self.count(of, that) == self.present(of).count(),
            Condition::Count { of, that, at_least, at_most } => {
                let count = self.count(of, that) as u64;
                count >= u64::from(*at_least) && at_most.is_none_or(|most| count <= u64::from(most))
            }
            Condition::Together { each, relation, at, that } => self.present(at).any(|place| {
                that.iter().all(|quality| self.has(place, quality))
                    && each.iter().all(|share| {
                        let there = self.count_at(share, *relation, place);
                        there >= share.at_least as usize
                    })
            }),
            Condition::Apart { of, that, at_least, relation, at } => {
                self.places_with(of, that, *relation, at).len() >= *at_least as usize
            }
            Condition::All(parts) | Condition::InOrder(parts) | Condition::AtOnce(parts) => {
                parts.iter().all(|part| self.holds(part))
            }
            Condition::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Condition::Not(part) | Condition::Never(part) => !self.holds(part),
            Condition::Within(_, part) => self.holds(part),
        }
    }

    /// How many things of the share are directly at exactly this place.
    pub(crate) fn count_at(self, share: &Share, relation: Relation, place: ThingId) -> usize {
        let is_there = |id: &ThingId| {
            self.is_at(*id, relation, place) && share.that.iter().all(|it| self.has(*id, it))
        };
        self.present(&share.of).filter(is_there).count()
    }

    /// The places that have a thing that is so, in order.
    pub(crate) fn places_with(
        self,
        of: &Noun,
        that: &[Quality],
        relation: Relation,
        at: &Noun,
    ) -> Vec<ThingId> {
        let share = Share { of: of.clone(), that: that.to_vec(), at_least: 1 };
        let mut places: Vec<ThingId> = self.present(at).collect();
        places.retain(|place| self.count_at(&share, relation, *place) > 0);
        places
    }

    /// Whether the thing is directly in, on or under exactly this one.
    fn is_at(self, id: ThingId, relation: Relation, place: ThingId) -> bool {
        match self.parent(id) {
            Parent::At(how, parent) => how == relation && parent == place,
            Parent::None => relation == Relation::Under && self.over(id).contains(&place),
            Parent::Gone | Parent::Hand(..) => false,
        }
    }

    fn count(self, of: &Noun, that: &[Quality]) -> usize {
        let has_all = |id: &ThingId| that.iter().all(|quality| self.has(*id, quality));
        self.present(of).filter(has_all).count()
    }

    /// The things that the noun fits and that are still somewhere.
    pub(crate) fn present(self, of: &Noun) -> impl Iterator<Item = ThingId> {
        self.fitting(of).into_iter().filter(move |id| !self.things.is_gone(*id))
    }

    /// The landmarks that the thing on the floor is under, the lowest first.
    pub fn over(self, id: ThingId) -> Vec<ThingId> {
        landmarks_over(self.things, &self.world.resource::<HouseScene>().0, id)
    }

    /// Whether the thing has the quality.
    pub fn has(self, id: ThingId, quality: &Quality) -> bool {
        match quality {
            Quality::Is(state) => self.is(id, *state),
            Quality::IsNot(state) => !self.is(id, *state),
            Quality::Holds(what) => has_some(self.liquid(id), what),
            Quality::CoveredWith(what) => has_some(self.coat(id), what),
            Quality::FilledWith(what) => {
                let is_there = |(there, ml)| what.fits(there) && fills(self.things, id, ml);
                self.liquid(id).is_some_and(|held| held.iter().any(is_there))
            }
            Quality::At(relation, noun) => match self.parent(id) {
                Parent::None => {
                    *relation == Relation::Under
                        && self.over(id).into_iter().any(|over| noun.fits(&self.thing(over).noun))
                }
                Parent::Gone => false,
                Parent::At(at, parent) => at == *relation && noun.fits(&self.thing(parent).noun),
                Parent::Hand(..) => {
                    *relation == Relation::HeldBy
                        && self.holder(id).is_some_and(|holder| noun.fits(holder))
                }
            },
        }
    }

    /// How many things there are.
    pub fn len(self) -> usize {
        self.world.resource::<ThingIndex>().len()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}
