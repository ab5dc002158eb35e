//! What recording and recalling cost, without the embedder's own work.
//!
//! The work is counted in the tests (`linking_looks_at_a_bounded_number_of_units`); here it is
//! timed, to be compared within one run only.

use std::hint::black_box;
use std::sync::Arc;

use brainmem::{BrainMem, Profile};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use memory::{Budget, MemorySystem, MemoryUnit, conformance, testing};
use models::testing::HashedWords;

fn lived(mut memory: BrainMem, units: &[MemoryUnit]) -> BrainMem {
    for unit in units {
        let id = memory.record(unit.clone()).expect("hashing cannot fail");
        memory.associate(id).expect("rules cannot fail");
    }
    memory
}

fn embedded(units: &[MemoryUnit]) -> BrainMem {
    lived(BrainMem::new(Profile::plus(), Arc::new(HashedWords::new(384))), units)
}

fn recall(bench: &mut Criterion) {
    for size in [1_000, 10_000] {
        let memory = embedded(&testing::life(size));
        for question in conformance::questions().into_iter().take(10) {
            let name = format!("recall from {size}: {}", question.ask);
            bench.bench_function(&name, |b| {
                b.iter(|| black_box(memory.recall(&question, &Budget::default())));
            });
        }
    }
}

fn record(bench: &mut Criterion) {
    let life = testing::life(10_100);
    let (past, news) = life.split_at(10_000);
    let memory = lived(BrainMem::without_embedder(Profile::plus()), past);
    bench.bench_function("record and associate 100 units after 10,000", |b| {
        b.iter_batched(|| memory.clone(), |memory| lived(memory, news), BatchSize::LargeInput);
    });
}

fn rest(bench: &mut Criterion) {
    let memory = embedded(&testing::life(10_000));
    bench.bench_function("a night with 10,000 units", |b| {
        let night = |mut memory: BrainMem| memory.consolidate(base::SimTime::of_day(99, 0));
        b.iter_batched(|| memory.clone(), night, BatchSize::LargeInput);
    });
    bench.bench_function("copy a memory of 10,000 units", |b| b.iter(|| memory.clone()));
    bench.bench_function("digest a memory of 10,000 units", |b| b.iter(|| memory.digest()));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = recall, record, rest
}
criterion_main!(benches);
