//! What scripted episodes cost, from the building of the home to the record: lives of the embedded
//! scenario `kitchen-work`, of some sixty actions with all processes on, by a mind that remembers
//! nothing.

#![allow(clippy::disallowed_methods, reason = "a bench asks what time it took")]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eval::life::{Options, run_days};
use eval::roster::Arm;
use models::Embed;
use models::testing::HashedWords;
use scenario::Library;

fn episodes(c: &mut Criterion) {
    let library = scenario::Embedded;
    let path = "scenarios/kitchen/kitchen-work.ron";
    let text = library.text(path).expect("it is embedded");
    let scenario = scenario::parse_scenario(path, &text, &library).expect("it is well formed");
    let life = scenario.life("galley", 0).expect("it can be lived");
    let embedder: Arc<dyn Embed> = Arc::new(HashedWords::default());
    let nothing = Arm::named("nothing").expect("the arm of those who forget");
    let run = || run_days(&life, nothing, &Options::default(), &embedder).expect("it is lived");
    let actions: u64 = run().iter().map(|day| u64::from(day.trace.actions())).sum();
    let mut group = c.benchmark_group("a scripted life");
    group.throughput(Throughput::Elements(actions)).sample_size(20);
    group.bench_function(format!("{actions} actions"), |b| b.iter(|| black_box(run())));
    group.finish();
}

criterion_group!(benches, episodes);
criterion_main!(benches);
