//! A lived world, kept to be continued from more than once.

use base::ThingId;
use bevy_ecs::prelude::*;
use body::{Activity, Clock, Goal, Intent, Percepts};

use crate::agent::{Agents, Body, Hands};
use crate::crossings::Crossings;
use crate::digest::Digests;
use crate::doing::Undertaking;
use crate::faults::Faults;
use crate::heat::Warmth;
use crate::liquid::{Coat, Ledger, Liquid};
use crate::moment::Moment;
use crate::physics::Physics;
use crate::rinse::Rinse;
use crate::scene::{HouseScene, Scene};
use crate::sensing::{Attention, View};
use crate::spoiling::Age;
use crate::things::{
    Became, Contents, Dial, Doses, Edge, Openable, Origin, Parent, Plug, Pose, Switch, ThingIndex,
};
use crate::timeline::Timeline;

/// Everything that changes while a house is lived in.
#[derive(Clone)]
pub struct Snapshot {
    scene: Scene,
    things: Vec<Lived>,
    agents: Vec<LivedAgent>,
    clock: Clock,
    moment: Moment,
    physics: Physics,
    crossings: Crossings,
    ledger: Ledger,
    timeline: Timeline,
    faults: Faults,
    attention: Attention,
    digests: Digests,
}

#[derive(Clone)]
struct Lived {
    pose: Pose,
    parent: Parent,
    contents: Contents,
    became: Became,
    openable: Option<Openable>,
    switch: Option<Switch>,
    edge: Option<Edge>,
    warmth: Option<Warmth>,
    rinse: Option<Rinse>,
    liquid: Option<Liquid>,
    coat: Option<Coat>,
    plug: Option<Plug>,
    dial: Option<Dial>,
    doses: Option<Doses>,
    origin: Option<Origin>,
    age: Option<Age>,
}

#[derive(Clone)]
struct LivedAgent {
    body: Body,
    hands: Hands,
    view: View,
    undertaking: Undertaking,
    percepts: Percepts,
    intent: Intent,
    activity: Activity,
    goal: Goal,
}

impl Snapshot {
    /// The scene it was lived in.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }
}

/// Keeps the house of the world as it is now. What other crates keep in the world is theirs to keep.
pub fn snapshot(world: &World) -> Snapshot {
    let has = "every thing is spawned with it";
    let index = world.resource::<ThingIndex>();
    let lived = |id: ThingId| {
        let thing = world.entity(index.entity(id));
        Lived {
            pose: *thing.get().expect(has),
            parent: *thing.get().expect(has),
            contents: thing.get::<Contents>().expect(has).clone(),
            became: *thing.get().expect(has),
            openable: thing.get().copied(),
            switch: thing.get().copied(),
            edge: thing.get().copied(),
            warmth: thing.get().copied(),
            rinse: thing.get().copied(),
            liquid: thing.get().cloned(),
            coat: thing.get().cloned(),
            plug: thing.get().copied(),
            dial: thing.get().copied(),
            doses: thing.get().copied(),
            origin: thing.get().copied(),
            age: thing.get().copied(),
        }
    };
    let agents = world.resource::<Agents>().0.iter();
    Snapshot {
        scene: Scene(world.resource::<HouseScene>().0.clone()),
        things: index.ids().map(lived).collect(),
        agents: agents.map(|agent| lived_agent(world, *agent)).collect(),
        clock: *world.resource(),
        moment: *world.resource(),
        physics: world.resource::<Physics>().clone(),
        crossings: world.resource::<Crossings>().clone(),
        ledger: world.resource::<Ledger>().clone(),
        timeline: world.resource::<Timeline>().clone(),
        faults: world.resource::<Faults>().clone(),
        attention: world.resource::<Attention>().clone(),
        digests: world.resource::<Digests>().clone(),
    }
}

fn lived_agent(world: &World, agent: Entity) -> LivedAgent {
    let has = "an agent is spawned with it";
    let agent = world.entity(agent);
    LivedAgent {
        body: agent.get::<Body>().expect(has).clone(),
        hands: *agent.get().expect(has),
        view: agent.get::<View>().expect(has).clone(),
        undertaking: agent.get::<Undertaking>().expect(has).clone(),
        percepts: agent.get::<Percepts>().expect(has).clone(),
        intent: agent.get::<Intent>().expect(has).clone(),
        activity: agent.get::<Activity>().expect(has).clone(),
        goal: agent.get::<Goal>().expect(has).clone(),
    }
}

/// Makes the house of the world what it was when the snapshot was taken; it goes on from there bit
/// by bit as it did then. Outcomes that nobody has read yet are dropped: keep a world between two
/// steps, once its outcomes are read.
///
/// # Panics
///
/// Panics where the world lives in another scene than the one the snapshot was taken in (both come
/// from the same [`Scene::build`]), or with another number of people.
pub fn restore(snapshot: &Snapshot, world: &mut World) {
    let same = std::sync::Arc::ptr_eq(&world.resource::<HouseScene>().0, &snapshot.scene.0);
    assert!(same, "a snapshot is restored in a world of the same scene");
    let agents = world.resource::<Agents>().0.len();
    assert_eq!(agents, snapshot.agents.len(), "a snapshot is restored with as many people");
    let entities = world.resource::<ThingIndex>().0.clone();
    for (entity, lived) in entities.into_iter().zip(&snapshot.things) {
        let mut thing = world.entity_mut(entity);
        put(&mut thing, lived.pose);
        put(&mut thing, lived.parent);
        put(&mut thing, lived.contents.clone());
        put(&mut thing, lived.became);
        put_some(&mut thing, lived.openable);
        put_some(&mut thing, lived.switch);
        put_some(&mut thing, lived.edge);
        put_some(&mut thing, lived.warmth);
        put_some(&mut thing, lived.rinse);
        put_some(&mut thing, lived.liquid.clone());
        put_some(&mut thing, lived.coat.clone());
        put_some(&mut thing, lived.plug);
        put_some(&mut thing, lived.dial);
        put_some(&mut thing, lived.doses);
        put_some(&mut thing, lived.origin);
        put_some(&mut thing, lived.age);
    }
    for (entity, lived) in Agents::of(world).into_iter().zip(&snapshot.agents) {
        let mut agent = world.entity_mut(entity);
        put(&mut agent, lived.body.clone());
        put(&mut agent, lived.hands);
        put(&mut agent, lived.view.clone());
        put(&mut agent, lived.undertaking.clone());
        put(&mut agent, lived.percepts.clone());
        put(&mut agent, lived.intent.clone());
        put(&mut agent, lived.activity.clone());
        put(&mut agent, lived.goal.clone());
    }
    crate::living::drop_messages(world);
    *world.resource_mut::<Clock>() = snapshot.clock;
    *world.resource_mut::<Moment>() = snapshot.moment;
    *world.resource_mut::<Physics>() = snapshot.physics.clone();
    *world.resource_mut::<Crossings>() = snapshot.crossings.clone();
    *world.resource_mut::<Ledger>() = snapshot.ledger.clone();
    *world.resource_mut::<Timeline>() = snapshot.timeline.clone();
    *world.resource_mut::<Faults>() = snapshot.faults.clone();
    *world.resource_mut::<Attention>() = snapshot.attention.clone();
    *world.resource_mut::<Digests>() = snapshot.digests.clone();
}

fn put<C: Component<Mutability = bevy_ecs::component::Mutable>>(
    entity: &mut EntityWorldMut<'_>,
    value: C,
) {
    *entity.get_mut::<C>().expect("every entity of the house keeps its components") = value;
}

fn put_some<C: Component<Mutability = bevy_ecs::component::Mutable>>(
    entity: &mut EntityWorldMut<'_>,
    value: Option<C>,
) {
    if let Some(value) = value {
        put(entity, value);
    }
}
