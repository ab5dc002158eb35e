//! What a recall of each rival costs at ten thousand units, the embedder's work included.

use std::hint::black_box;
use std::sync::Arc;

use baselines::{Bm25, FullHistory, Hybrid, LastSeen, Recent, Vector};
use criterion::{Criterion, criterion_group, criterion_main};
use memory::{Budget, MemorySystem, conformance, testing};
use models::testing::HashedWords;

fn recall(bench: &mut Criterion) {
    let embedder = || Arc::new(HashedWords::new(384));
    let mut rivals: Vec<Box<dyn MemorySystem>> = vec![
        Box::new(FullHistory::new()),
        Box::new(Recent::new()),
        Box::new(Bm25::new()),
        Box::new(Vector::new(embedder())),
        Box::new(Hybrid::new(embedder())),
        Box::new(LastSeen::new()),
    ];
    let life = testing::life(10_000);
    let questions = conformance::questions();
    for memory in &mut rivals {
        for unit in &life {
            memory.record(unit.clone()).expect("hashing cannot fail");
        }
        bench.bench_function(
            &format!("{} asked 11 questions of 10,000 units", memory.name()),
            |b| {
                b.iter(|| {
                    for question in &questions {
                        black_box(memory.recall(question, &Budget::default()).expect("an answer"));
                    }
                });
            },
        );
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = recall
}
criterion_main!(benches);
