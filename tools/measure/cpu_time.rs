//! CPU time as what criterion measures, so that a busy machine does not spoil the figures; elsewhere
//! than on Linux it is the wall clock's.
//!
//! This is no crate: a bench takes it in by its path.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};

/// Whose CPU time.
#[derive(Debug, Clone, Copy)]
pub enum CpuTime {
    /// Of the thread that measures.
    OfThread,
    /// Of all threads of the process.
    OfProcess,
}

static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);

impl CpuTime {
    /// The time up to now, nanoseconds since some moment.
    pub fn ns(self) -> f64 {
        let told = match self {
            Self::OfThread => of_thread(Path::new("/proc/thread-self")),
            Self::OfProcess => of_process(),
        };
        told.unwrap_or_else(|| STARTED.elapsed().as_nanos() as f64)
    }
}

fn of_thread(folder: &Path) -> Option<f64> {
    let told = fs::read_to_string(folder.join("schedstat")).ok()?;
    told.split_whitespace().next()?.parse().ok()
}

fn of_process() -> Option<f64> {
    let threads = fs::read_dir("/proc/self/task").ok()?;
    let ns: f64 = threads.flatten().filter_map(|thread| of_thread(&thread.path())).sum();
    (ns > 0.0).then_some(ns)
}

impl Measurement for CpuTime {
    type Intermediate = f64;
    type Value = f64;

    fn start(&self) -> f64 {
        self.ns()
    }

    fn end(&self, started: f64) -> f64 {
        self.ns() - started
    }

    fn add(&self, one: &f64, other: &f64) -> f64 {
        one + other
    }

    fn zero(&self) -> f64 {
        0.0
    }

    fn to_f64(&self, value: &f64) -> f64 {
        *value
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}
