//! Bodies that fall, rest and push: rapier, stepped only while something is awake.
//!
//! Landmarks and walls are fixed colliders. A loose thing that stands on something is a dynamic
//! box; what is stowed in a container or a hand has no body. Bodies are inserted in order of
//! [`ThingId`].
//!
//! What is fragile tells how hard it is hit, see [`Physics::take_blows`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use base::ThingId;
use bevy_ecs::prelude::*;
use rapier3d::math::Vector;
use rapier3d::prelude::{
    ActiveEvents, CCDSolver, ColliderBuilder, ColliderHandle, ColliderSet, CollisionEvent,
    ContactPair, DefaultBroadPhase, EventHandler, ImpulseJointSet, IntegrationParameters,
    IslandManager, MultibodyJointSet, NarrowPhase, PhysicsPipeline, RigidBody, RigidBodyBuilder,
    RigidBodyHandle, RigidBodySet, SoftBodySet, SoftBodyTearEvent,
};
use scenario::checked::Kind;

use crate::solid::{Frame, Solid};
use crate::statics::Static;

/// Physics steps in one tick of 100 ms.
pub const SUBSTEPS_PER_TICK: u32 = 6;
/// Fewer than rapier's four: with three, 50 awake bodies cost a fifth less, and what is put on
/// tables and plates lies as still.
const SOLVER_ITERATIONS: usize = 3;
/// Half the thickness of the floor, metres.
const FLOOR_HALF_M: f32 = 0.5;
/// How far the floor reaches from the middle, metres.
const FLOOR_REACH_M: f32 = 200.0;
const FRICTION: f32 = 0.8;
const DAMPING: f32 = 0.5;
const SPIN_DAMPING: f32 = 2.0;
/// Very light and very heavy things do not stack well, so masses are kept between these, kilograms.
const MASSES_KG: [f32; 2] = [0.1, 10.0];

/// What is slowed down by less than this in a substep is set down and hits nothing: a fall of 8
/// millimetres, metres a second.
const SETTING_DOWN_M_PER_S: f32 = 0.4;

/// The physical world.
#[derive(Resource)]
pub(crate) struct Physics {
    parameters: IntegrationParameters,
    /// A workspace: carries nothing from step to step.
    pipeline: PhysicsPipeline,
    islands: IslandManager,
    broad_phase: DefaultBroadPhase,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    impulse_joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    of_thing: BTreeMap<ThingId, RigidBodyHandle>,
    /// How hard what is fragile was hit since this was last asked for, newton-seconds.
    blows: BTreeMap<ThingId, f32>,
    /// What is being hit: what a blow has come to that was still going on in the last substep.
    hit: BTreeMap<ThingId, f32>,
    /// What was let go or pushed over an edge, until all rest.
    pub(crate) falling: BTreeSet<ThingId>,
    /// Set by whatever may have woken something; cleared once all sleep.
    awake: bool,
}

impl Clone for Physics {
    fn clone(&self) -> Self {
        Self {
            parameters: self.parameters,
            pipeline: PhysicsPipeline::new(),
            islands: self.islands.clone(),
            broad_phase: self.broad_phase.clone(),
            narrow_phase: self.narrow_phase.clone(),
            bodies: self.bodies.clone(),
            colliders: self.colliders.clone(),
            impulse_joints: self.impulse_joints.clone(),
            multibody_joints: self.multibody_joints.clone(),
            soft_bodies: self.soft_bodies.clone(),
            of_thing: self.of_thing.clone(),
            blows: self.blows.clone(),
            hit: self.hit.clone(),
            falling: self.falling.clone(),
            awake: self.awake,
        }
    }
}

impl Physics {
    /// A floor and everything that never moves.
    pub(crate) fn new(statics: &[Static]) -> Self {
        let mut colliders = ColliderSet::new();
        let floor = ColliderBuilder::cuboid(FLOOR_REACH_M, FLOOR_HALF_M, FLOOR_REACH_M)
            .position(Frame::from_translation(Vector::Y * -FLOOR_HALF_M));
        colliders.insert(floor.friction(FRICTION));
        for part in statics {
            let half = part.solid.half;
            let collider = ColliderBuilder::cuboid(half.x, half.y, half.z)
                .position(part.solid.frame)
                .friction(FRICTION)
                .user_data(softness(part.soft));
            colliders.insert(collider);
        }
        Self {
            parameters: IntegrationParameters {
                dt: base::time::SECONDS_PER_TICK / SUBSTEPS_PER_TICK as f32,
                num_solver_iterations: SOLVER_ITERATIONS,
                ..IntegrationParameters::default()
            },
            pipeline: PhysicsPipeline::new(),
            islands: IslandManager::new(),
            broad_phase: DefaultBroadPhase::default(),
            narrow_phase: NarrowPhase::new(),
            bodies: RigidBodySet::new(),
            colliders,
            impulse_joints: ImpulseJointSet::new(),
            multibody_joints: MultibodyJointSet::new(),
            soft_bodies: SoftBodySet::new(),
            of_thing: BTreeMap::new(),
            blows: BTreeMap::new(),
            hit: BTreeMap::new(),
            falling: BTreeSet::new(),
            awake: false,
        }
    }

    /// Gives the thing, which is of that kind, a body, awake.
    pub(crate) fn insert(&mut self, id: ThingId, solid: &Solid, kind: &Kind) {
        let mass = kind.mass_kg.clamp(MASSES_KG[0], MASSES_KG[1]);
        let body = RigidBodyBuilder::dynamic()
            .pose(solid.frame)
            .linear_damping(DAMPING)
            .angular_damping(SPIN_DAMPING)
            .user_data(u128::from(id.0));
        let half = solid.half;
        let events = match kind.fragile {
            true => ActiveEvents::CONTACT_FORCE_EVENTS,
            false => ActiveEvents::empty(),
        };
        let collider = ColliderBuilder::cuboid(half.x, half.y, half.z)
            .friction(FRICTION)
            .mass(mass)
            .active_events(events)
            .user_data(softness(kind.soft));
        let handle = self.bodies.insert(body);
        self.colliders.insert_with_parent(collider, handle, &mut self.bodies);
        self.of_thing.insert(id, handle);
        self.awake = true;
    }

    /// Takes the thing's body, where it has one; what touched it wakes.
    pub(crate) fn remove(&mut self, id: ThingId) {
        if let Some(handle) = self.of_thing.remove(&id) {
            self.bodies.remove(
                handle,
                &mut self.islands,
                &mut self.colliders,
                &mut self.impulse_joints,
                &mut self.multibody_joints,
                &mut self.soft_bodies,
                true,
            );
            self.awake = true;
        }
    }

    /// Whether anything may still move.
    pub(crate) fn is_awake(&self) -> bool {
        self.awake
    }

    /// Wakes every body.
    pub(crate) fn wake_all(&mut self) {
        for handle in self.of_thing.values() {
            self.islands.wake_up(&mut self.bodies, *handle, true);
        }
        self.awake = !self.of_thing.is_empty();
    }

    /// Whether the thing has a body that may move.
    pub(crate) fn is_moving(&self, id: ThingId) -> bool {
        let body = self.of_thing.get(&id).and_then(|handle| self.bodies.get(*handle));
        self.awake && body.is_some_and(|body| !body.is_sleeping())
    }

    /// How hard each thing that is fragile was hit since this was last asked for, at the hardest, in
    /// newton-seconds and in order.
    ///
    /// A blow is the momentum that a contact changes in substeps that follow one another: that of the
    /// thing or of what hit it, whichever changes more, and no more than the contact's impulse. So what
    /// rests on a thing or is set down on it, however heavy, is no blow; what falls on it is, also where
    /// the thing itself stays where it is. In contact with what is soft nothing is hit.
    pub(crate) fn take_blows(&mut self) -> Vec<(ThingId, f32)> {
        std::mem::take(&mut self.blows).into_iter().collect()
    }

    /// One physics step.
    pub(crate) fn substep(&mut self) {
        let velocity = |handle: RigidBodyHandle| {
            let body = &self.bodies[handle];
            (thing_of(body), body.linvel())
        };
        let before = self.islands.active_bodies().map(velocity).collect();
        let contacts = Contacts::default();
        self.pipeline.step(
            Vector::Y * -9.81,
            &self.parameters,
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.impulse_joints,
            &mut self.multibody_joints,
            &mut self.soft_bodies,
            &mut CCDSolver::new(),
            &(),
            &contacts,
        );
        let quarantine = self.pipeline.quarantine();
        assert!(quarantine.is_empty(), "a body's state is no number: {:?}", quarantine.bodies());
        let contacts = contacts.0.into_inner().expect("nobody panics while noting a contact");
        let mut hit: BTreeMap<ThingId, f32> = BTreeMap::new();
        for (pair, impulse_ns) in contacts {
            let blow_ns = self.blow_between(pair, impulse_ns, &before);
            for thing in pair.into_iter().filter_map(|collider| self.fragile_thing(collider)) {
                let hardest = hit.entry(thing).or_default();
                *hardest = hardest.max(blow_ns);
            }
        }
        hit.retain(|_, blow_ns| *blow_ns > 0.0);
        for (thing, blow_ns) in &mut hit {
            *blow_ns += self.hit.get(thing).copied().unwrap_or(0.0);
            let hardest = self.blows.entry(*thing).or_default();
            *hardest = hardest.max(*blow_ns);
        }
        self.hit = hit;
    }

    /// How hard the two hit one another in the last substep, newton-seconds; `before` are the velocities
    /// before it.
    fn blow_between(
        &self,
        pair: [ColliderHandle; 2],
        impulse_ns: f32,
        before: &BTreeMap<ThingId, Vector>,
    ) -> f32 {
        let colliders = pair.map(|handle| &self.colliders[handle]);
        if colliders.iter().any(|collider| collider.user_data == softness(true)) {
            return 0.0;
        }
        let bodies = colliders.map(|collider| collider.parent());
        let changed_ns = |handle: &RigidBodyHandle| {
            let body = &self.bodies[*handle];
            let before = before.get(&thing_of(body)).copied().unwrap_or(Vector::ZERO);
            let changed = (body.linvel() - before).length();
            (changed >= SETTING_DOWN_M_PER_S).then_some(body.mass() * changed)
        };
        let changed_ns = bodies.iter().flatten().filter_map(changed_ns).fold(0.0, f32::max);
        impulse_ns.min(changed_ns)
    }

    /// Whose collider it is, where that is fragile.
    fn fragile_thing(&self, collider: ColliderHandle) -> Option<ThingId> {
        let collider = &self.colliders[collider];
        let tells = collider.active_events().contains(ActiveEvents::CONTACT_FORCE_EVENTS);
        collider.parent().filter(|_| tells).map(|body| thing_of(&self.bodies[body]))
    }

    /// Moves everything that is awake on by one tick. Returns where every body is now, in order.
    pub(crate) fn tick(&mut self) -> Vec<(ThingId, Frame)> {
        for _ in 0..SUBSTEPS_PER_TICK {
            self.substep();
        }
        self.awake = self.islands.num_active_bodies() > 0;
        self.frames()
    }

    fn frames(&self) -> Vec<(ThingId, Frame)> {
        let frame = |handle: &RigidBodyHandle| *self.bodies[*handle].position();
        self.of_thing.iter().map(|(id, handle)| (*id, frame(handle))).collect()
    }
}

/// Whose body it is.
fn thing_of(body: &RigidBody) -> ThingId {
    ThingId(body.user_data as u32)
}

/// What a collider says of whether it is soft.
fn softness(soft: bool) -> u128 {
    u128::from(soft)
}

/// The contacts of what tells of them in a substep: who with whom, and the impulse, newton-seconds.
#[derive(Default)]
struct Contacts(Mutex<Vec<([ColliderHandle; 2], f32)>>);

impl EventHandler for Contacts {
    fn handle_collision_event(
        &self,
        _: &RigidBodySet,
        _: &ColliderSet,
        _: CollisionEvent,
        _: Option<&ContactPair>,
    ) {
    }

    fn handle_contact_force_event(
        &self,
        dt: f32,
        _: &RigidBodySet,
        _: &ColliderSet,
        pair: &ContactPair,
        force_n: f32,
    ) {
        let pair_and_impulse = ([pair.collider1, pair.collider2], force_n * dt);
        self.0.lock().expect("nobody panics while noting a contact").push(pair_and_impulse);
    }

    fn handle_soft_body_tear_event(&self, _: &SoftBodySet, _: &SoftBodyTearEvent) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solid::upright;

    const FALLING: ThingId = ThingId(1);
    const STANDING: ThingId = ThingId(2);

    fn glass() -> Kind {
        Kind { name: "glass".to_owned(), mass_kg: 0.25, fragile: true, ..Kind::default() }
    }

    /// A box, 10 cm wide and high, with its lower side at that height.
    fn box_at(height_m: f32) -> Solid {
        Solid { frame: upright(Vector::Y * (height_m + 0.05), 0.0), half: Vector::splat(0.05) }
    }

    /// The hardest blow to the thing while everything comes to rest.
    fn hardest(physics: &mut Physics, thing: ThingId) -> f32 {
        let mut hardest = 0.0_f32;
        for _ in 0..50 {
            physics.tick();
            let blows = physics.take_blows();
            hardest = blows.iter().filter(|(id, _)| *id == thing).fold(hardest, |a, b| a.max(b.1));
        }
        assert!(!physics.is_awake());
        hardest
    }

    fn hardest_in_fall(height_m: f32, kind: &Kind) -> f32 {
        let mut physics = Physics::new(&[]);
        physics.insert(FALLING, &box_at(height_m), kind);
        hardest(&mut physics, FALLING)
    }

    #[test]
    fn a_fall_ends_with_the_momentum_it_has_gained() {
        for height_m in [0.03_f32, 0.1, 0.2, 0.45, 0.9, 1.5] {
            let blow_ns = hardest_in_fall(height_m, &glass());
            let free_fall_ns = 0.25 * (2.0 * 9.81 * height_m).sqrt();
            // The air takes a little; a substep is 16 ms long.
            let share = blow_ns / free_fall_ns;
            assert!((0.8..1.1).contains(&share), "{height_m} m: {blow_ns} of {free_fall_ns} Ns");
        }
    }

    #[test]
    fn blows_are_those_of_the_page() {
        let line = |height_m: f32| {
            let blow_ns = hardest_in_fall(height_m, &glass());
            let speed = (2.0 * 9.81 * height_m).sqrt();
            let free_ns = glass().mass_kg * speed;
            format!("| {:.0} | {speed:.1} | {free_ns:.2} | {blow_ns:.2} |", height_m * 100.0)
        };
        let lines: Vec<String> =
            [0.03, 0.05, 0.1, 0.15, 0.2, 0.45, 0.9, 1.5].into_iter().map(line).collect();
        let page = include_str!("../../../docs/decisions/0014-what-breaks.md");
        let lines = lines.join("\n");
        assert!(page.contains(&lines), "the page should have\n{lines}");
    }

    #[test]
    fn what_is_fragile_breaks_from_about_fifteen_centimetres() {
        let breaks = |height_m: f32| {
            hardest_in_fall(height_m, &glass()) >= glass().impulse_that_breaks().expect("fragile")
        };
        assert!(!breaks(0.05) && !breaks(0.1));
        assert!(breaks(0.2) && breaks(0.9));
    }

    #[test]
    fn what_rests_on_a_plate_is_no_blow_and_what_falls_on_it_is() {
        let pot = Kind { mass_kg: 9.0, ..Kind::default() };
        let blow_of_pot = |height_m: f32| {
            let mut physics = Physics::new(&[]);
            physics.insert(STANDING, &box_at(0.001), &glass());
            hardest(&mut physics, STANDING);
            physics.insert(FALLING, &box_at(0.102 + height_m), &pot);
            hardest(&mut physics, STANDING)
        };
        let breaks_ns = glass().impulse_that_breaks().expect("fragile");
        assert_eq!(blow_of_pot(0.0), 0.0);
        assert!(blow_of_pot(0.03) > breaks_ns, "{} Ns", blow_of_pot(0.03));
        assert!(blow_of_pot(0.3) > 9.0 * 2.0, "{} Ns", blow_of_pot(0.3));
    }

    #[test]
    fn nothing_is_hit_where_it_is_soft() {
        let pillow = Static { owner: None, solid: box_at(-0.05), soft: true };
        let mut physics = Physics::new(&[pillow]);
        physics.insert(FALLING, &box_at(1.0), &glass());
        assert_eq!(hardest(&mut physics, FALLING), 0.0);
    }
}
