//! What language models cost: reading a prompt, writing, and choosing one of twelve continuations
//! with the state after the shared beginning kept and not kept; choosing and writing when four ask at
//! once and share passes.
//!
//! Models that were not fetched are left out, with a line that says so. Time is the CPU time of all
//! threads of the process where the system tells it, so that a busy machine does not spoil the
//! figures; elsewhere it is the wall clock's.

#![allow(
    clippy::disallowed_methods,
    reason = "a bench asks what time it took, and where models are"
)]
#![allow(clippy::print_stderr, reason = "a bench says what it leaves out")]

#[path = "../../../tools/measure/cpu_time.rs"]
mod cpu_time;

use std::hint::black_box;
use std::time::Duration;

use criterion::{SamplingMode, Throughput, criterion_group, criterion_main};
use models::{Complete, GenerateLimits, Prompt};
use models_candle::store::{Store, default_directory};
use models_candle::{LanguageModel, LanguageOptions, manifest};

use cpu_time::CpuTime;

type Criterion = criterion::Criterion<CpuTime>;

const EXAMPLES: [&str; 4] = [
    "Goal: a hot cup of tea. Seen: a kettle, a cup, a tap. Next: fill the kettle\n",
    "Goal: a clean plate. Seen: a dirty plate, a basin, a sponge. Next: wash the plate\n",
    "Goal: a cold drink. Seen: a fridge, a glass, a shelf. Next: open the fridge\n",
    "Goal: toast. Seen: a toaster, bread, a plug that is out. Next: plug in the toaster\n",
];

const NEXT: [&str; 12] = [
    " take the knife\n",
    " boil the water\n",
    " slice the bread\n",
    " open the fridge\n",
    " sit on the chair\n",
    " wash the plate\n",
    " go to the bedroom\n",
    " open the drawer\n",
    " put the cup on the table\n",
    " switch on the lamp\n",
    " close the door\n",
    " wait\n",
];

/// Examples of at least `tokens` tokens.
fn examples(model: &LanguageModel, tokens: usize) -> String {
    let mut text = String::from("A robot keeps house and does one thing at a time.\n");
    for example in EXAMPLES.iter().cycle() {
        if model.count_tokens(&text).expect("it can be cut") >= tokens {
            break;
        }
        text.push_str(example);
    }
    text
}

fn fetched(name: &str, together: usize) -> Option<LanguageModel> {
    let directory = default_directory(|name| std::env::var_os(name)).ok()?;
    let entry = manifest().model(name).expect("the manifest has it");
    let options = LanguageOptions { together, ..LanguageOptions::default() };
    match LanguageModel::load(&Store::new(directory), entry, &options) {
        Ok(model) => Some(model),
        Err(error) => {
            eprintln!("left out: {error}");
            None
        }
    }
}

fn measure(c: &mut Criterion, name: &str) {
    let Some(model) = fetched(name, 1) else { return };
    let mut group = c.benchmark_group(name);
    group
        .sample_size(10)
        .sampling_mode(SamplingMode::Flat)
        .warm_up_time(Duration::from_millis(1))
        .measurement_time(Duration::from_secs(1));

    let prompt = Prompt { shared: examples(&model, 128), own: String::new() };
    let tokens = model.count_tokens(&prompt.shared).expect("it can be cut");
    group.throughput(Throughput::Elements(tokens as u64));
    group.bench_function("prompt", |b| {
        b.iter(|| {
            model.forget_prefixes();
            black_box(model.score(&prompt, &["."]).expect("it runs"));
        });
    });

    // The prompt is kept, so this is writing alone.
    const WRITTEN: u32 = 24;
    let limits = GenerateLimits::new(WRITTEN);
    let written = model.generate(&prompt, &limits).expect("it runs").tokens;
    group.throughput(Throughput::Elements(u64::from(written)));
    group.bench_function("write", |b| {
        b.iter(|| black_box(model.generate(&prompt, &limits).expect("it runs")));
    });

    let own = "Memory: the knife is in the drawer; the bread was on the table an hour ago, and the \
               drawer was closed. Goal: a slice of bread. Seen: a table, a drawer, bread. Next:";
    let question = Prompt { shared: examples(&model, 350), own: own.to_owned() };
    group.throughput(Throughput::Elements(1));
    group.bench_function("choose of 12, beginning kept", |b| {
        b.iter(|| black_box(model.score(&question, &NEXT).expect("it runs")));
    });
    group.bench_function("choose of 12, nothing kept", |b| {
        b.iter(|| {
            model.forget_prefixes();
            black_box(model.score(&question, &NEXT).expect("it runs"));
        });
    });
    group.finish();
}

/// As many askers as share passes, each with questions of its own; the CPU time of all of them.
fn measure_company(c: &mut Criterion, name: &str) {
    for askers in [1, 4] {
        let Some(model) = fetched(name, askers) else { return };
        let shared = examples(&model, 350);
        let prompt = |asker: usize| Prompt {
            shared: shared.clone(),
            own: format!("Goal: {}. Seen: a table, a drawer. Next:", NEXT[asker].trim()),
        };
        let all_ask = |times: u64, ask: &(dyn Fn(&Prompt) + Sync)| -> f64 {
            std::thread::scope(|scope| {
                let threads: Vec<_> = (0..askers)
                    .map(|asker| {
                        let prompt = prompt(asker);
                        scope.spawn(move || {
                            let started = CpuTime::OfThread.ns();
                            (0..times).for_each(|_| ask(&prompt));
                            CpuTime::OfThread.ns() - started
                        })
                    })
                    .collect();
                threads.into_iter().map(|thread| thread.join().expect("no asker panics")).sum()
            })
        };
        let choose = |prompt: &Prompt| {
            black_box(model.choose(prompt, &NEXT).expect("it runs"));
        };
        let write = |prompt: &Prompt| {
            black_box(model.generate(prompt, &GenerateLimits::new(16)).expect("it runs"));
        };
        choose(&prompt(0));
        let mut group = c.benchmark_group(format!("{name}, {askers} at once"));
        group
            .sample_size(10)
            .sampling_mode(SamplingMode::Flat)
            .warm_up_time(Duration::from_millis(1))
            .measurement_time(Duration::from_secs(1))
            .throughput(Throughput::Elements(askers as u64));
        group.bench_function("choose of 12", |b| b.iter_custom(|times| all_ask(times, &choose)));
        group.bench_function("write 16", |b| b.iter_custom(|times| all_ask(times, &write)));
        group.finish();
    }
}

fn all(c: &mut Criterion, name: &str) {
    measure(c, name);
    measure_company(c, name);
}

fn tiny(c: &mut Criterion) {
    all(c, "tiny");
}

fn small(c: &mut Criterion) {
    all(c, "small");
}

fn planner(c: &mut Criterion) {
    all(c, "planner");
}

criterion_group! {
    name = benches;
    config = criterion::Criterion::default().with_measurement(CpuTime::OfProcess);
    targets = tiny, small, planner
}
criterion_main!(benches);
