//! Puts the things of a home in their places, before the first day.
//!
//! Where the home gives no place for a loose thing, a free spot is found; where it gives one, the
//! thing is set down there exactly on its support, or as near as there is room. Then everything
//! comes to rest.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::{Handle, Relation, SimTime, State, ThingId};
use rapier3d::math::Vector;
use scenario::checked::{Home, Thing as HomeThing};

use crate::heat::{AIR_CELSIUS, DECLARED_CELSIUS, Warmth};
use crate::liquid::Mixture;
use crate::nav::Nav;
use crate::physics::Physics;
use crate::placing::{GAP_M, Order, Wanted, find_spot};
use crate::reach::is_reached_from;
use crate::solid::{Frame, Solid, unit, upright};
use crate::sound::SceneError;
use crate::states::openness;
use crate::statics::{Statics, box_of, thick};
use crate::things::{Became, Contents, Edge, Openable, Parent, Pose, Size, Switch, Thing};
use crate::tops::{Top, tops_of};

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
    /// For what has a plug: whether it is in.
    pub(crate) plugged: Option<bool>,
    /// For what is used up: how often it can be used.
    pub(crate) doses: Option<u32>,
    /// What is in it and can be poured.
    pub(crate) inside: Mixture,
    /// What is on it and can be washed off.
    pub(crate) coat: Mixture,
    /// How warm a loose thing is at the start; none for landmarks.
    pub(crate) celsius: Option<f32>,
}

impl Blueprint {
    pub(crate) fn solid(&self) -> Solid {
        Solid { frame: self.pose.frame, half: Vector::from_array(self.size.0) * 0.5 }
    }

    pub(crate) fn warmth(&self, since: SimTime) -> Option<Warmth> {
        let celsius = self.celsius?;
        Some(Warmth { celsius, ..Warmth::of_air(since) })
    }
}

/// How far from its support a written place may be and still be kept, metres.
const HANGS_M: f32 = 0.05;
/// How long things may take to come to rest before the first day, ticks.
const REST_TICKS: u32 = 100;
/// What has moved this far before it came to rest has not been put down well, metres.
const STRAYED_M: f32 = 0.03;

/// What is there before anything loose is placed.
pub(crate) struct Ground<'a> {
    pub(crate) home: &'a Home,
    pub(crate) statics: &'a Statics,
    pub(crate) nav: &'a Nav,
    /// The part of the floor on which the agent lives.
    pub(crate) part: u16,
}

/// Puts everything in its place and lets it come to rest.
///
/// What does not stay where the home has put it (half over an edge, on a slope) is placed anew.
pub(crate) fn furnish(
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
        blueprint.thing.landmark.is_none()
            && blueprint.pose.in_parent.is_none()
            && blueprint.parent != Parent::Gone
    };
    for blueprint in blueprints.iter().filter(|blueprint| is_body(blueprint)) {
        physics.insert(blueprint.thing.id, &blueprint.solid(), &blueprint.thing.kind);
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
    // Nothing is broken before the first day.
    physics.take_blows();
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
        let frame = match (landmark, thing.part_of) {
            (Some(_), _) => box_of(thing).frame,
            // It is nowhere yet.
            (None, Some(whole)) => self.placed[whole.0 as usize].pose.frame,
            (None, None) => self.place(thing, half)?,
        };
        let solid = Solid { frame, half };
        let in_parent = thing.parent.and_then(|(relation, parent)| {
            let parent = &self.placed[parent.0 as usize];
            let stowed = relation == Relation::In || parent.pose.in_parent.is_some();
            // A landmark in another one stays where it is.
            (stowed && landmark.is_none()).then(|| parent.pose.frame.inv_mul(&frame))
        });
        let in_or_on = thing.parent;
        let parent = match in_or_on {
            Some((relation, parent)) => Parent::At(relation, parent),
            None if thing.part_of.is_some() => Parent::Gone,
            None => Parent::None,
        };
        let tops = tops_of(thing, &self.written(thing, &solid));
        let mut blueprint = Blueprint {
            thing: Thing {
                id: thing.id,
                noun: thing.noun.clone(),
                kind: thing.kind.clone(),
                controls: thing.controls,
                part_of: thing.part_of,
                landmark,
            },
            size: Size((half * 2.0).to_array()),
            tops: tops.into(),
            pose: Pose { frame, in_parent },
            parent,
            contents: Contents::default(),
            became: Became::default(),
            openable: thing.kind.opens.then_some(Openable { percent: 0 }),
            switch: self
                .switches(thing)
                .then_some(Switch { running: thing.kind.breaks_at_watts.is_some() }),
            plugged: thing.kind.plug.then_some(true),
            doses: thing.kind.doses,
            inside: poured(thing, Relation::In),
            coat: poured(thing, Relation::On),
            edge: thing.kind.edge.map(|edge| Edge { sharpness: edge.sharpness }),
            celsius: landmark.is_none().then(|| self.celsius_at(in_or_on)),
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
            || thing.kind.heat.is_some_and(|heat| heat.needs_on)
            || thing.controls.is_some()
            || self.ground.home.things.iter().any(|other| other.controls == Some(thing.id))
    }

    /// How warm a thing is that has been there for long: as what cools or heats there all the time.
    fn celsius_at(&self, in_or_on: Option<(Relation, ThingId)>) -> f32 {
        let up = |(_, parent): &(Relation, ThingId)| match self.placed[parent.0 as usize].parent {
            Parent::At(relation, parent) => Some((relation, parent)),
            Parent::None | Parent::Hand(..) | Parent::Gone => None,
        };
        std::iter::successors(in_or_on, up)
            .find_map(|(relation, parent)| {
                let parent = &self.placed[parent.0 as usize];
                let heat = parent.thing.kind.heat.filter(|heat| !heat.needs_on)?;
                let is_open = parent.openable.is_some_and(|openable| openable.is_open());
                let works = heat.applies == relation && !(heat.needs_closed && is_open);
                works.then_some(heat.celsius)
            })
            .unwrap_or(AIR_CELSIUS)
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
                    && other.parent != Parent::Gone
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
            overhangs: !inside && support.thing.landmark.is_none(),
            on_end: inside && support.thing.kind.is_open_vessel(),
        };
        let Ground { nav, statics, part, .. } = *self.ground;
        let within_reach = |solid: &Solid| is_reached_from(nav, statics, part, solid);
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
        State::Open | State::Ajar => {
            if let Some(openable) = &mut blueprint.openable {
                openable.percent = openness(state, holds);
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
        State::Hot | State::Cold | State::Frozen => {
            let declared = DECLARED_CELSIUS.iter().find(|(declared, _)| *declared == state);
            if let (Some((_, declared)), Some(celsius), true) =
                (declared, &mut blueprint.celsius, holds)
            {
                *celsius = *declared;
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
        State::Filled | State::Full => {
            if let Some(doses) = &mut blueprint.doses
                && state == State::Filled
                && !holds
            {
                *doses = 0;
            }
        }
        State::Plugged => {
            if let Some(plugged) = &mut blueprint.plugged {
                *plugged = holds;
            }
        }
        State::Sliced
        | State::Cracked
        | State::Toasted
        | State::Fried
        | State::Burnt
        | State::Melted
        | State::Cooked
        | State::Dirty
        | State::Stained
        | State::Soapy
        | State::Wet
        | State::Peeled
        | State::Diced
        | State::Mashed
        | State::Stirred
        | State::Seasoned
        | State::Covered
        | State::Shattered
        | State::Spoiled => {
            blueprint.became.set(state, holds);
        }
    }
}

/// What was poured into the thing, or onto it, before the first day.
fn poured(thing: &HomeThing, relation: Relation) -> Mixture {
    let mut mixture = Mixture::default();
    let there = thing.portions.iter().filter(|portion| portion.relation == relation);
    there.for_each(|portion| mixture.add(&portion.what, portion.ml));
    mixture
}
