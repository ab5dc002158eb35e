//! What a house costs: quiet and busy ticks, looks, physics, resets.
//!
//! Time is the thread's own CPU time where the system tells it, so that a busy machine does not
//! spoil the figures; elsewhere it is the wall clock's.

#![allow(clippy::disallowed_methods, reason = "a bench asks what time it took")]

#[path = "../tests/house/home.rs"]
#[allow(dead_code, reason = "the helper serves the tests too")]
mod home;

#[path = "../../../tools/measure/cpu_time.rs"]
#[allow(dead_code, reason = "other benches measure the whole process")]
mod cpu_time;

use std::hint::black_box;

use base::Action::{Go, Look};
use base::SimTime;
use bevy_ecs::prelude::*;
use body::{Activity, Intent, Step};
use criterion::{Throughput, criterion_group, criterion_main};
use house::HouseOptions;

use cpu_time::CpuTime;
use home::{Builder, Life, MORNING_S};

type Criterion = criterion::Criterion<CpuTime>;

/// The system tells CPU time in steps of milliseconds, so one measured call is made this long: as
/// many runs as are its elements.
fn many(c: &mut Criterion, name: &str, runs: u64, mut run: impl FnMut()) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(runs)).sample_size(10);
    group.bench_function(format!("{runs} times"), |b| {
        b.iter(|| {
            for _ in 0..runs {
                run();
            }
        });
    });
    group.finish();
}

fn idle_ticks(c: &mut Criterion) {
    let scene = Builder::large().build();
    let mut life = Life::new(&scene);
    for _ in 0..100 {
        life.step();
    }
    many(c, "an idle tick", 50_000, || life.world.run_schedule(Step));
}

/// Walks from landmark to landmark and looks around at each.
fn walking(c: &mut Criterion) {
    let scene = Builder::large().build();
    let Life { mut world, agent, .. } = Life::new(&scene);
    let landmarks = scene.landmarks();
    let mut next = 0;
    many(c, "a tick of walking and looking", 2000, || {
        if world.get::<Activity>(agent).is_some_and(|activity| activity.0.is_none()) {
            let to = landmarks[next * 7 % landmarks.len()].handle;
            let action = if next % 2 == 0 { Go(to) } else { Look };
            world.get_mut::<Intent>(agent).expect("the agent intends").0 = Some(action);
            next += 1;
        }
        world.run_schedule(Step);
    });
}

fn perception(c: &mut Criterion) {
    let mut life = Life::new(&Builder::large().build());
    let table = life.handle("1-0 table");
    for action in [Go(table), Look] {
        life.act(action);
    }
    assert!(life.percepts().seen.len() > 100, "there is much to see");
    many(c, "a full look at over 100 things", 300, || {
        house::perceive_now(black_box(&mut life.world));
    });
}

fn awake_bodies(c: &mut Criterion) {
    let mut life = Life::new(&Builder::piled(50).build());
    many(c, "five seconds (300 substeps) with 50 awake bodies", 5, || {
        house::settle(&mut life.world, 5.0);
    });
}

fn resets(c: &mut Criterion) {
    let scene = Builder::large().build();
    let options = HouseOptions::default();
    let mut life = Life::new(&scene);
    many(c, "a reset", 100, || {
        house::reset(&mut life.world, &scene, &options);
    });
    many(c, "a snapshot", 100, || {
        black_box(house::snapshot(&life.world));
    });
    let kept = house::snapshot(&life.world);
    many(c, "a restore", 100, || house::restore(&kept, &mut life.world));
    many(c, "a new world", 50, || {
        let mut world = World::new();
        body::step::add_step(&mut world, SimTime::of_day(1, MORNING_S), None);
        house::add_house(&mut world, &scene, &options);
    });
    many(c, "a scene", 1, || {
        black_box(Builder::large().build());
    });
}

criterion_group! {
    name = benches;
    config = criterion::Criterion::default().with_measurement(CpuTime::OfThread);
    targets = idle_ticks, walking, perception, awake_bodies, resets
}
criterion_main!(benches);
