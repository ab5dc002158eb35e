//! Bodies that fall, rest and push: rapier, stepped only while something is awake.
//!
//! Landmarks and walls are fixed colliders. A loose thing that stands on something is a dynamic
//! box; what is stowed in a container or a hand has no body. Bodies are inserted in order of
//! [`ThingId`].

use std::collections::BTreeMap;

use base::ThingId;
use bevy_ecs::prelude::*;
use rapier3d::math::Vector;
use rapier3d::prelude::{
    CCDSolver, ColliderBuilder, ColliderSet, DefaultBroadPhase, ImpulseJointSet,
    IntegrationParameters, IslandManager, MultibodyJointSet, NarrowPhase, PhysicsPipeline,
    RigidBodyBuilder, RigidBodyHandle, RigidBodySet, SoftBodySet,
};

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
            let collider = ColliderBuilder::cuboid(half.x, half.y, half.z);
            colliders.insert(collider.position(part.solid.frame).friction(FRICTION));
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
            awake: false,
        }
    }

    /// Gives the thing a body, awake.
    pub(crate) fn insert(&mut self, id: ThingId, solid: &Solid, mass_kg: f32) {
        let mass = mass_kg.clamp(MASSES_KG[0], MASSES_KG[1]);
        let body = RigidBodyBuilder::dynamic()
            .pose(solid.frame)
            .linear_damping(DAMPING)
            .angular_damping(SPIN_DAMPING)
            .user_data(u128::from(id.0));
        let half = solid.half;
        let collider =
            ColliderBuilder::cuboid(half.x, half.y, half.z).friction(FRICTION).mass(mass);
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

    /// One physics step.
    pub(crate) fn substep(&mut self) {
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
            &(),
        );
        let quarantine = self.pipeline.quarantine();
        assert!(quarantine.is_empty(), "a body's state is no number: {:?}", quarantine.bodies());
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
