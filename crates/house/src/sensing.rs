//! Writes what each agent perceives.
//!
//! Percepts are rewritten when an action has ended, on arrival, every half second while walking,
//! when something that is seen has changed, when something is heard, and when another is seen to have
//! done something. They are a function of the
//! body, its gaze and what is in view: what is hidden has no part in them, not even in when they
//! are rewritten.

use base::{Fact, Handle, Noun, Place, Relation, State, ThingId};
use bevy_ecs::prelude::*;
use body::{Affords, Clock, Deed, Heard, Percepts, Portion, Seen};
use scenario::checked::FaultKind;

use crate::agent::{Agents, Body, SELF, Site};
use crate::faults::Faults;
pub(crate) use crate::handles::View;
use crate::liquid::{Coat, Liquid, fills};
use crate::noise::Noise;
use crate::people::{Figure, on_what};
use crate::scene::{affords, rounded};
use crate::seeing::Seeing;
use crate::things::{Parent, Things};
use crate::under::landmark_over;

/// What the senses of all have still to attend to.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub(crate) struct Attention {
    /// Something in the house has changed, seen or unseen.
    pub(crate) changed: bool,
    /// What concerns one of the agents, in their order; who is missing has nothing to attend to.
    each: Vec<Ear>,
}

/// What the senses of one have still to attend to.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Ear {
    /// Something of the agent's own: an action has ended, or another half second of walking.
    pub(crate) own: bool,
    /// What has been said since percepts were last rewritten.
    pub(crate) heard: Vec<Heard>,
    /// What could be heard since then without being said.
    pub(crate) noises: Vec<Noise>,
    /// What the agent has just brought about itself, and so does not notice.
    pub(crate) own_changes: Vec<Fact>,
    /// What it has seen others do since then.
    pub(crate) deeds: Vec<Deed>,
}

impl Attention {
    /// What concerns the agent with that number.
    pub(crate) fn of(&mut self, number: usize) -> &mut Ear {
        if self.each.len() <= number {
            self.each.resize_with(number + 1, Ear::default);
        }
        &mut self.each[number]
    }

    pub(crate) fn is_idle(&self) -> bool {
        !self.changed && self.each.iter().all(Ear::is_idle)
    }
}

impl Ear {
    fn is_idle(&self) -> bool {
        !self.own && self.heard.is_empty() && self.noises.is_empty() && self.deeds.is_empty()
    }
}

/// A moved thing is worth a new look from this distance, metres.
const MOVED_M: f32 = 0.02;

/// Rewrites percepts where there is reason to.
pub(crate) fn sense(world: &mut World) {
    if world.resource::<Attention>().is_idle() {
        return;
    }
    perceive(world, Keep::Nothing);
}

/// Rewrites everybody's percepts now, whatever the reason: for measuring what a look costs.
pub fn perceive_now(world: &mut World) {
    for agent in Agents::of(world) {
        attend(world, agent);
    }
    perceive(world, Keep::Nothing);
}

/// Whether what was heard and noticed before is kept, because nobody has had the time to read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    Nothing,
    HeardAndNoticed,
}

pub(crate) fn perceive(world: &mut World, keep: Keep) {
    let mut attention = std::mem::take(&mut *world.resource_mut::<Attention>());
    for (number, agent) in Agents::of(world).into_iter().enumerate() {
        let ear = std::mem::take(attention.of(number));
        if attention.changed || !ear.is_idle() {
            perceive_as(world, agent, ear, keep);
        }
    }
}

fn perceive_as(world: &mut World, agent: Entity, mut attention: Ear, keep: Keep) {
    let now = world.resource::<Clock>().now;
    let in_view = look(world, agent, attention.own);
    let site = Site::of(world, agent);
    let seen: Vec<Seen> = in_view.into_iter().map(|in_view| describe(&site, in_view)).collect();
    let hands = site.hands.0.map(|held| held.and_then(|id| handle_of(&site, id)));
    let standing_at = site.body.standing_at.and_then(|id| handle_of(&site, id));
    let room = site.scene.room_at(site.body.feet).cloned();
    let [x, z] = site.body.feet.map(|length| (length * 1000.0).round() / 1000.0);
    let name = site.name.clone();
    let own = &attention.own_changes;
    let noises = attention.noises.iter().filter_map(|noise| noise.heard(&site, own));
    attention.heard.extend(noises.collect::<Vec<_>>());

    // What is seen to come of what somebody does is told with that.
    let told = attention.deeds.iter().flat_map(|deed| &deed.changes);
    let mut known: Vec<Fact> = attention.own_changes;
    known.extend(told.cloned());

    let mut percepts = world.get_mut::<Percepts>(agent).expect("an agent perceives");
    let moved = percepts.feet != [x, 0.0, z] || attention.own;
    let noticed = noticed(&percepts, &seen, moved, &known, &name);
    let same = same_sight(&percepts.seen, &seen) && percepts.hands == hands;
    let nothing_told = attention.heard.is_empty() && attention.deeds.is_empty();
    if !attention.own && same && noticed.is_empty() && nothing_told {
        return;
    }
    let percepts = &mut *percepts;
    if keep == Keep::Nothing {
        percepts.heard.clear();
        percepts.noticed.clear();
        percepts.deeds.clear();
    }
    percepts.revision += 1;
    percepts.time = now;
    percepts.room = room;
    percepts.feet = [x, 0.0, z];
    percepts.standing_at = standing_at;
    percepts.seen = seen;
    percepts.hands = hands;
    percepts.heard.extend(attention.heard);
    percepts.noticed.extend(noticed);
    percepts.deeds.extend(attention.deeds);
}

/// A thing in view, with what only the look itself can tell.
struct InView {
    id: ThingId,
    handle: Handle,
    seen_whole: bool,
}

/// Looks, and gives handles to what has come into view. In order of handle.
fn look(world: &mut World, agent: Entity, own: bool) -> Vec<InView> {
    let mut view = world.get::<View>(agent).expect("an agent has a view").clone();
    let mut faults = world.resource::<Faults>().clone();
    let site = Site::of(world, agent);
    let mut seeing = Seeing::new(site);
    let mut missed = std::mem::take(&mut view.missed);
    if own {
        missed.clear();
        view.mistaken.clear();
    }
    let may_miss = faults.has(FaultKind::Unseen);
    let may_mistake = faults.has(FaultKind::Mistaken);
    let mut landmarks = Vec::new();
    let mut loose = Vec::new();
    for id in site.things.ids().filter(|id| seeing.sees(*id)) {
        if may_miss && !site.things.is_landmark(id) && view.handle(id).is_none() {
            let noun = site.things.noun(id);
            let overlooked = missed.contains(&id) || faults.befalls(FaultKind::Unseen, id, noun);
            if overlooked && !site.holds_within(id) {
                view.missed.insert(id);
                continue;
            }
        }
        let is_new = !site.things.is_landmark(id) && view.handle(id).is_none();
        if may_mistake
            && is_new
            && let Some(noun) = faults.mistakes(id, site.things.noun(id))
        {
            view.mistaken.insert(id, noun);
        }
        match site.things.thing(id).landmark {
            Some(handle) => landmarks.push((handle, id)),
            None => loose.push(id),
        }
    }
    // New handles are given in order of noun and place: only what is seen counts.
    let place = |id: &ThingId| {
        let center = site.things.frame(*id).translation;
        center.to_array().map(|length| (f64::from(length) * 1e4).round() as i64)
    };
    loose.sort_by_cached_key(|id| (view.noun(*id, site.things.noun(*id)).clone(), place(id), *id));
    view.renew(&loose, landmarks_of(&site));
    let mut handled: Vec<(Handle, ThingId)> = landmarks;
    handled.extend(loose.iter().map(|id| (view.handle(*id).expect("just given"), *id)));
    handled.sort_unstable();
    let in_view = handled
        .into_iter()
        .map(|(handle, id)| {
            let kind = site.things.kind(id);
            let seen_whole = if kind.holds {
                seeing.sees_inside(id)
            } else {
                kind.surface && seeing.sees_whole_top(id)
            };
            InView { id, handle, seen_whole }
        })
        .collect();
    *world.get_mut::<View>(agent).expect("an agent has a view") = view;
    *world.resource_mut::<Faults>() = faults;
    in_view
}

fn landmarks_of(site: &Site<'_>) -> u32 {
    site.scene.of_handle.len() as u32
}

/// The handle of a landmark, or of a loose thing in view.
pub(crate) fn handle_of(site: &Site<'_>, id: ThingId) -> Option<Handle> {
    site.things.thing(id).landmark.or_else(|| site.view.handle(id))
}

/// The thing that the handle stands for now: a landmark, or a loose thing in view.
pub(crate) fn thing_at(site: &Site<'_>, handle: Handle) -> Option<ThingId> {
    let index = handle.0.checked_sub(1)? as usize;
    site.scene.of_handle.get(index).copied().or_else(|| site.view.thing(handle))
}

fn describe(site: &Site<'_>, InView { id, handle, seen_whole }: InView) -> Seen {
    let things = site.things;
    let place = match things.parent(id) {
        Parent::None if things.person(id).is_some() => things
            .person(id)
            .and_then(|person| on_what(things, person))
            .and_then(|on| handle_of(site, on))
            .map(|on| (Relation::On, on)),
        Parent::None => landmark_over(site, id)
            .and_then(|over| handle_of(site, over))
            .map(|over| (Relation::Under, over)),
        Parent::Gone => None,
        Parent::At(relation, parent) => handle_of(site, parent).map(|parent| (relation, parent)),
        Parent::Hand(agent, _) if agent == site.agent => Some((Relation::HeldBy, SELF)),
        Parent::Hand(agent, _) => site
            .things
            .of_agent::<Figure>(site.agents[usize::from(agent.0)])
            .and_then(|figure| handle_of(site, figure.0))
            .map(|holder| (Relation::HeldBy, holder)),
    };
    Seen {
        handle,
        noun: site.view.noun(id, things.noun(id)).clone(),
        place,
        states: seen_states(things, id),
        portions: portions(things, id),
        position: rounded(things.frame(id).translation),
        affords: affords_of(things, id),
        in_reach: site.reaches(id),
        seen_whole,
    }
}

/// What is seen to have been poured into the thing or onto it.
fn portions(things: Things<'_>, id: ThingId) -> Vec<Portion> {
    let inside = things.get::<Liquid>(id).into_iter().flat_map(|liquid| liquid.0.iter());
    let on = things.get::<Coat>(id).into_iter().flat_map(|coat| coat.0.iter());
    let inside = inside.map(|(what, ml)| Portion {
        relation: Relation::In,
        what: what.clone(),
        fills: fills(things, id, ml),
    });
    let on =
        on.map(|(what, _)| Portion { relation: Relation::On, what: what.clone(), fills: false });
    inside.chain(on).collect()
}

fn seen_states(things: Things<'_>, id: ThingId) -> Vec<(State, bool)> {
    let mut states = things.states(id);
    states.retain(|(state, _)| state.can_be_seen());
    states
}

fn affords_of(things: Things<'_>, id: ThingId) -> Affords {
    let thing = things.thing(id);
    affords(&thing.kind, thing.controls.is_some(), things.became(id))
}

/// Whether the two sights differ in nothing but small movements.
fn same_sight(before: &[Seen], now: &[Seen]) -> bool {
    before.len() == now.len()
        && before.iter().zip(now).all(|(before, now)| {
            let moved =
                (0..3).any(|axis| (before.position[axis] - now.position[axis]).abs() > MOVED_M);
            let in_place = Seen { position: now.position, ..before.clone() };
            !moved && in_place == *now
        })
}

/// What was seen to happen between two looks, not by the own hand.
///
/// Things that were in view before and still are have changed where their states or their places
/// differ. While the body and its gaze stay still, what newly is in view has come, and what is no
/// longer where it was, although that place is seen whole, has gone.
fn noticed(
    before: &Percepts,
    seen: &[Seen],
    moved: bool,
    own_changes: &[Fact],
    agent: &Noun,
) -> Vec<Fact> {
    let noun_of = |handle: Handle| {
        if handle == SELF {
            return Some(agent.clone());
        }
        let now = seen.iter().find(|seen| seen.handle == handle).map(|seen| &seen.noun);
        now.or_else(|| before.noun(handle)).cloned()
    };
    let place_of = |thing: &Seen| {
        let (relation, at) = thing.place?;
        Some(Place(relation, noun_of(at)?))
    };
    let mut facts = Vec::new();
    for thing in seen {
        match before.seen(thing.handle) {
            Some(earlier) => {
                for (state, holds) in &thing.states {
                    let was = earlier.states.iter().find(|(known, _)| known == state);
                    if was.is_none_or(|(_, was)| was != holds) {
                        facts.push(Fact::Is(thing.noun.clone(), *state, *holds));
                    }
                }
                for (state, was) in &earlier.states {
                    if *was && !thing.states.iter().any(|(known, _)| known == state) {
                        facts.push(Fact::Is(thing.noun.clone(), *state, false));
                    }
                }
                let place = |of: &Portion| Place(of.relation, thing.noun.clone());
                let is_in = |all: &[Portion], one: &Portion| {
                    all.iter().any(|it| (it.relation, &it.what) == (one.relation, &one.what))
                };
                let gone = earlier.portions.iter().filter(|one| !is_in(&thing.portions, one));
                facts.extend(gone.map(|one| Fact::NotAt(one.what.clone(), place(one))));
                let come = thing.portions.iter().filter(|one| !is_in(&earlier.portions, one));
                facts.extend(come.map(|one| Fact::At(one.what.clone(), place(one))));
                if earlier.place != thing.place
                    && let Some(place) = place_of(thing)
                {
                    facts.push(Fact::At(thing.noun.clone(), place));
                }
            }
            None if !moved && before.revision > 0 => {
                if let Some(place) = place_of(thing) {
                    facts.push(Fact::At(thing.noun.clone(), place));
                }
            }
            None => {}
        }
    }
    if !moved {
        for earlier in &before.seen {
            let is_gone = !seen.iter().any(|thing| thing.handle == earlier.handle);
            let Some((relation, at)) = earlier.place.filter(|_| is_gone) else { continue };
            if relation == Relation::Under {
                // Seen whole is what is on it.
                continue;
            }
            let whole = seen.iter().any(|thing| thing.handle == at && thing.seen_whole);
            if whole && let Some(noun) = noun_of(at) {
                facts.push(Fact::NotAt(earlier.noun.clone(), Place(relation, noun)));
            }
        }
    }
    facts.retain(|fact| !own_changes.contains(fact));
    facts
}

/// Whether the percepts tell of something that a waiting agent wakes up to.
pub(crate) fn is_salient(percepts: &Percepts) -> bool {
    !percepts.noticed.is_empty() || !percepts.heard.is_empty() || !percepts.deeds.is_empty()
}

/// The body's own doing: its percepts are to be rewritten in any case, and others may see it.
pub(crate) fn attend(world: &mut World, agent: Entity) {
    let number = number_of(world, agent);
    let others = world.resource::<Agents>().0.len() > 1;
    let mut attention = world.resource_mut::<Attention>();
    attention.of(number).own = true;
    attention.changed |= others;
}

/// The place of the agent in the order of all.
pub(crate) fn number_of(world: &World, agent: Entity) -> usize {
    usize::from(world.get::<body::Agent>(agent).expect("an agent has a number").0.0)
}

/// Turns the agent's body to the thing.
pub(crate) fn turn_to(world: &mut World, agent: Entity, id: ThingId) {
    let point = Things::of(world).solid(Things::of(world).handhold(id));
    let mut body = world.get_mut::<Body>(agent).expect("an agent has a body");
    let eye = body.eye();
    // Look at the near part of what is large, and at the middle of what is small.
    let near = point.nearest_to(eye);
    let target = near + (point.center() - near).clamp_length_max(0.3);
    body.look_at(target);
}
