//! What a step of the conformance mode costs, by kind of action, and what beginning in a home
//! costs.
//!
//! The home is made here, as large as those of the reference: four rooms, 280 things, each near
//! twenty others.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use virtualhome::{
    Edge, Home, Node, NodeId, Properties, Property, Relation, Release, Scene, Script, Simulator,
    State,
};

const ROOMS: u32 = 4;
const THINGS: u32 = 280;
const NEAR: u32 = 10;
const ME: NodeId = NodeId(1_000);

fn scene() -> Scene {
    let node = |id, class: &str, category: &str, properties: &[Property]| Node {
        id: NodeId(id),
        class_name: class.to_owned(),
        category: Some(category.to_owned()),
        properties: properties.iter().copied().collect::<Properties>(),
        states: [State::Dirty].into_iter().collect(),
    };
    let edge = |from, relation, to| Edge { from: NodeId(from), relation, to: NodeId(to) };
    let mut scene = Scene::default();
    for room in 1..=ROOMS {
        scene.nodes.push(node(room, "room", "Rooms", &[]));
    }
    for thing in 10..10 + THINGS {
        let properties = [Property::Grabbable, Property::Surfaces, Property::Movable];
        scene.nodes.push(node(thing, "thing", "Props", &properties));
        scene.edges.push(edge(thing, Relation::Inside, 1 + thing % ROOMS));
        for other in (thing + 1..=thing + NEAR).filter(|other| *other < 10 + THINGS) {
            scene.edges.push(edge(thing, Relation::Close, other));
            scene.edges.push(edge(other, Relation::Close, thing));
        }
    }
    for door in 1..ROOMS {
        scene.nodes.push(node(500 + door, "door", "Doors", &[]));
        scene.edges.push(edge(500 + door, Relation::Between, door));
        scene.edges.push(edge(500 + door, Relation::Between, door + 1));
    }
    scene.nodes.push(node(ME.0, "character", "Characters", &[]));
    scene.edges.push(edge(ME.0, Relation::Inside, 1));
    scene
}

fn steps(bench: &mut Criterion) {
    let home = Home::new("bench", &scene()).expect("the home is sound");
    for (name, script) in [
        ("begin", ""),
        ("begin and walk ten times", "[WALK] <a> (20)\n[WALK] <b> (250)\n"),
        ("begin, walk and turn ten times", "[WALK] <a> (20)\n[TURNTO] <a> (20)\n"),
        ("begin, walk and wash ten times", "[WALK] <a> (20)\n[WASH] <a> (20)\n"),
        (
            "begin, walk, grab and put ten times",
            "[WALK] <a> (20)\n[FIND] <b> (24)\n[GRAB] <a> (20)\n[PUTBACK] <a> (20) <b> (24)\n",
        ),
    ] {
        let script = Script::parse(&script.repeat(10)).expect("the script is right");
        let mut simulator = Simulator::new(&home, Release::V1);
        bench.bench_function(name, |b| {
            b.iter(|| {
                simulator.restart();
                for step in &script.steps {
                    black_box(simulator.step(step).expect("every step can be done"));
                }
            });
        });
    }
}

fn homes(bench: &mut Criterion) {
    let scene = scene();
    bench.bench_function("make a home of 280 things ready", |b| {
        b.iter(|| Home::new("bench", black_box(&scene)).expect("the home is sound"));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = steps, homes
}
criterion_main!(benches);
