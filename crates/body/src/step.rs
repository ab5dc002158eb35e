//! The schedule `Step`: one tick of the world, in nine stages.
//!
//! One thread, stages in order, and no two systems that touch the same data without an order
//! between them: the schedule refuses to start otherwise and names the pair.

use base::{AgentId, SimTime};
use bevy_ecs::message::{MessageRegistry, message_update_system};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};

/// One tick of 100 ms.
#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Step;

/// The nine stages of a [`Step`], in this order.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StepSystems {
    /// The house writes what each agent perceives, where something changed.
    Sense,
    /// The mind turns percepts and outcomes into memory units.
    Encode,
    /// New units are linked to old ones.
    Associate,
    /// Memory is asked what the goal, or a missing fact, brings to mind.
    Retrieve,
    /// The mind forms an intent.
    Plan,
    /// The house checks and begins or ends actions.
    Act,
    /// Bodies and processes move on.
    Physics,
    /// Outcomes are credited to the memories whose evidence the plan used.
    Feedback,
    /// Memories are strengthened, linked and put to rest, while the agent rests.
    Consolidate,
}

impl StepSystems {
    /// All stages, in their order.
    pub const ORDER: [Self; 9] = [
        Self::Sense,
        Self::Encode,
        Self::Associate,
        Self::Retrieve,
        Self::Plan,
        Self::Act,
        Self::Physics,
        Self::Feedback,
        Self::Consolidate,
    ];
}

/// The simulated time of the step under way.
#[derive(Resource, Debug, Clone, Copy, Default)]
pub struct Clock {
    /// Now. Moves on by one tick at the end of each step.
    pub now: SimTime,
}

/// Marks the entity of an agent.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Agent(pub AgentId);

/// Adds an empty `Step` schedule and the clock to `world`.
///
/// `shuffle_seed` runs systems whose order is open in an order drawn from that seed; tests use it
/// to show that the order does not matter.
pub fn add_step(world: &mut World, start: SimTime, shuffle_seed: Option<u64>) {
    world.insert_resource(Clock { now: start });
    let mut schedule = Schedule::new(Step);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        hierarchy_detection: LogLevel::Error,
        shuffle_seed,
        ..Default::default()
    });
    let [sense, encode, associate, retrieve, plan, act, physics, feedback, consolidate] =
        StepSystems::ORDER;
    schedule.configure_sets(
        (sense, encode, associate, retrieve, plan, act, physics, feedback, consolidate).chain(),
    );
    schedule.add_systems((
        message_update_system.before(StepSystems::Sense),
        tick.after(StepSystems::Consolidate),
    ));
    world.add_schedule(schedule);
}

/// Adds systems to the `Step` schedule of `world`. Panics where [`add_step`] has not run.
pub fn add_systems_to_step<M>(
    world: &mut World,
    systems: impl IntoScheduleConfigs<bevy_ecs::system::ScheduleSystem, M>,
) {
    world
        .resource_mut::<Schedules>()
        .get_mut(Step)
        .expect("add_step has added the schedule")
        .add_systems(systems);
}

/// Registers a message with the world, whoever of house and mind comes first.
///
/// Registered twice, it would be forgotten twice as fast.
pub fn register_message_once<M: Message>(world: &mut World) {
    if !world.contains_resource::<Messages<M>>() {
        MessageRegistry::register_message::<M>(world);
    }
}

fn tick(mut clock: ResMut<Clock>) {
    clock.now = clock.now + 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Resource, Default)]
    struct Trace(Vec<StepSystems>);

    #[test]
    fn the_stages_run_in_order_whatever_the_shuffle() {
        for shuffle in [None, Some(1), Some(2), Some(3)] {
            let mut world = World::new();
            world.init_resource::<Trace>();
            add_step(&mut world, SimTime(5), shuffle);
            for stage in StepSystems::ORDER.into_iter().rev() {
                let note = move |mut trace: ResMut<Trace>| trace.0.push(stage);
                add_systems_to_step(&mut world, note.in_set(stage));
            }
            world.run_schedule(Step);
            assert_eq!(world.resource::<Trace>().0, StepSystems::ORDER);
            assert_eq!(world.resource::<Clock>().now, SimTime(6));
        }
    }

    #[test]
    fn two_systems_without_an_order_are_refused() {
        let mut world = World::new();
        world.init_resource::<Trace>();
        add_step(&mut world, SimTime(0), None);
        fn one(mut trace: ResMut<Trace>) {
            trace.0.clear();
        }
        fn other(mut trace: ResMut<Trace>) {
            trace.0.push(StepSystems::Act);
        }
        let both = (one.in_set(StepSystems::Act), other.in_set(StepSystems::Act));
        add_systems_to_step(&mut world, both);
        let built =
            world.schedule_scope(Step, |world, schedule| schedule.initialize(world).map(|_| ()));
        let error = format!("{:?}", built.expect_err("an open order is an error"));
        assert!(error.contains("Ambig"), "{error}");
    }
}
