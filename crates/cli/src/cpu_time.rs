//! What this thread or this process has cost.

use std::fs;
use std::path::Path;

/// The CPU time of this thread in seconds, where the system tells it.
pub fn thread_s() -> Option<f64> {
    of_thread(Path::new("/proc/thread-self"))
}

/// The CPU time of all threads that this process has, in seconds, where the system tells it.
pub fn process_s() -> Option<f64> {
    let threads = fs::read_dir("/proc/self/task").ok()?;
    let seconds: f64 = threads.flatten().filter_map(|thread| of_thread(&thread.path())).sum();
    (seconds > 0.0).then_some(seconds)
}

fn of_thread(folder: &Path) -> Option<f64> {
    let told = fs::read_to_string(folder.join("schedstat")).ok()?;
    let ns: u64 = told.split_whitespace().next()?.parse().ok()?;
    Some(ns as f64 / 1e9)
}
