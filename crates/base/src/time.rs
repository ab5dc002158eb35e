//! Simulated time, counted in ticks of 100 ms.
//!
//! There is no wall clock here: while a model thinks, simulated time stands still.

use std::fmt;
use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// Ticks in one simulated second.
pub const TICKS_PER_SECOND: u64 = 10;
/// Ticks in one simulated day.
pub const TICKS_PER_DAY: u64 = 24 * 60 * 60 * TICKS_PER_SECOND;
/// Seconds in one tick.
pub const SECONDS_PER_TICK: f32 = 1.0 / TICKS_PER_SECOND as f32;

/// A moment of simulated time: ticks since the midnight before day 1.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct SimTime(pub u64);

impl SimTime {
    /// The moment `seconds` after midnight of day `day` (days count from 1).
    pub const fn of_day(day: u32, seconds: u64) -> Self {
        Self((day.saturating_sub(1)) as u64 * TICKS_PER_DAY + seconds * TICKS_PER_SECOND)
    }

    /// The day this moment lies in, counted from 1.
    pub const fn day(self) -> u32 {
        (self.0 / TICKS_PER_DAY) as u32 + 1
    }

    /// Whole seconds since midnight.
    pub const fn second_of_day(self) -> u64 {
        (self.0 % TICKS_PER_DAY) / TICKS_PER_SECOND
    }

    /// Ticks from `earlier` to here; 0 where `earlier` is later.
    pub const fn ticks_since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Days from `earlier` to here, with fraction.
    pub fn days_since(self, earlier: Self) -> f64 {
        self.ticks_since(earlier) as f64 / TICKS_PER_DAY as f64
    }
}

impl Add<u64> for SimTime {
    type Output = Self;

    /// Moves `ticks` ahead.
    fn add(self, ticks: u64) -> Self {
        Self(self.0 + ticks)
    }
}

impl Sub<u64> for SimTime {
    type Output = Self;

    /// Moves `ticks` back, not before the beginning.
    fn sub(self, ticks: u64) -> Self {
        Self(self.0.saturating_sub(ticks))
    }
}

impl fmt::Display for SimTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.second_of_day();
        write!(
            f,
            "day {} {:02}:{:02}:{:02}",
            self.day(),
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        )
    }
}

/// Ticks that `seconds` take, rounded up, at least one.
///
/// Not a number and negative seconds take one tick.
pub fn ticks_for_seconds(seconds: f32) -> u64 {
    // A tenth of a second is a little more than one tenth in binary.
    let ticks = (f64::from(seconds) * TICKS_PER_SECOND as f64 - 1e-4).ceil();
    if ticks >= 1.0 { ticks as u64 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_midnight() {
        assert_eq!(SimTime::of_day(1, 0), SimTime(0));
        assert_eq!(SimTime::of_day(3, 7 * 3600).day(), 3);
        assert_eq!(SimTime::of_day(3, 7 * 3600 + 65).to_string(), "day 3 07:01:05");
    }

    #[test]
    fn a_part_of_a_tick_takes_a_whole_one() {
        assert_eq!(ticks_for_seconds(0.01), 1);
        assert_eq!([0.1, 0.2, 0.3, 0.7].map(ticks_for_seconds), [1, 2, 3, 7]);
        assert_eq!(ticks_for_seconds(1.0), 10);
        assert_eq!(ticks_for_seconds(1.01), 11);
        assert_eq!(ticks_for_seconds(f32::NAN), 1);
    }
}
