//! Long tests: `cargo xtask soak` runs them, with one seed after the other.
//!
//! A short piece of the same work is among the everyday tests.

#![allow(clippy::disallowed_methods, reason = "the memory in use is asked of the system")]

use base::{Action::*, SimTime};
use house::HouseOptions;

use crate::home::{Builder, Life, MORNING_S};

/// How much more memory may be in use at the end, bytes: what an allocator keeps for itself.
const SLACK_BYTES: u64 = 8 << 20;

/// TextWorld#367.
#[test]
#[ignore = "soak"]
fn ten_thousand_resets_take_no_more_memory() {
    let mut life = Life::new(&Builder::kitchen().build());
    reset_again_and_again(&mut life, 500);
    let before = resident_bytes();
    reset_again_and_again(&mut life, 10_000);
    let (before, after) = match (before, resident_bytes()) {
        (Some(before), Some(after)) => (before, after),
        // Only Linux tells.
        _ => return,
    };
    assert!(after <= before + SLACK_BYTES, "from {before} to {after} bytes");
}

#[test]
fn a_few_resets_leave_no_entity_behind() {
    reset_again_and_again(&mut Life::new(&Builder::kitchen().build()), 50);
}

/// Lives a moment in each world: what was taken and seen must go, too.
fn reset_again_and_again(life: &mut Life, times: u32) {
    let scene = Builder::kitchen().build();
    let entities = life.world.entity_count();
    let mut first = None;
    for _ in 0..times {
        life.world.resource_mut::<body::Clock>().now = SimTime::of_day(1, MORNING_S);
        life.agent = house::reset(&mut life.world, &scene, &HouseOptions::default());
        house::begin_day(&mut life.world, 1, MORNING_S, &[]);
        life.step();
        life.does([Look]);
        let digest = house::world_digest(&mut life.world);
        assert_eq!(*first.get_or_insert(digest), digest);
        assert_eq!(life.world.entity_count(), entities);
    }
}

/// The memory that the process has in use, bytes; none where the system does not tell.
fn resident_bytes() -> Option<u64> {
    let pages: u64 = std::fs::read_to_string("/proc/self/statm")
        .ok()?
        .split_whitespace()
        .nth(1)?
        .parse()
        .ok()?;
    Some(pages * 4096)
}
