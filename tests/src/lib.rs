//! Tests and benches that cross crates. Nothing but those is in this package.
//!
//! - `tests/layers.rs`: which crate may use which, and why.
//! - `tests/soak.rs`: long tests over many seeds, and a short piece of each.
