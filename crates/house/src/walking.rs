//! The walk of a body: a turn, a way with corners, a turn to face what it went to.
//!
//! Where the body is after so many ticks is a function of the walk alone.

use rapier3d::math::Vector;

use crate::agent::{TURN_DEG_PER_S, WALK_M_PER_S};
use crate::solid::{turn_between, yaw_towards};

const DEG_PER_TICK: f32 = TURN_DEG_PER_S * base::time::SECONDS_PER_TICK;
const M_PER_TICK: f32 = WALK_M_PER_S * base::time::SECONDS_PER_TICK;
/// Percepts are rewritten this often on the way: every half second.
pub(crate) const LOOK_EVERY_TICKS: u64 = 5;

/// A walk that has been begun.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Walk {
    from: [f32; 2],
    corners: Vec<[f32; 2]>,
    /// Ticks of turning on the spot before the first step.
    turn_ticks: u64,
    /// Ticks of walking.
    way_ticks: u64,
    /// Ticks of turning after the last step.
    face_ticks: u64,
}

impl Walk {
    pub(crate) fn new(
        from: [f32; 2],
        yaw_deg: f32,
        corners: Vec<[f32; 2]>,
        facing_at_last: Vector,
    ) -> Self {
        let mut length = 0.0;
        let mut at = from;
        let mut yaw_at_end = yaw_deg;
        let mut first_turn = 0.0;
        for (index, corner) in corners.iter().enumerate() {
            let way = Vector::new(corner[0] - at[0], 0.0, corner[1] - at[1]);
            yaw_at_end = yaw_towards(way);
            if index == 0 {
                first_turn = turn_between(yaw_deg, yaw_at_end);
            }
            length += way.length();
            at = *corner;
        }
        let way = facing_at_last - Vector::new(at[0], facing_at_last.y, at[1]);
        let last_turn =
            if way.length() > 0.02 { turn_between(yaw_at_end, yaw_towards(way)) } else { 0.0 };
        let ticks = |amount: f32, per_tick: f32| (amount / per_tick - 1e-3).ceil().max(0.0) as u64;
        Self {
            from,
            corners,
            turn_ticks: ticks(first_turn, DEG_PER_TICK),
            way_ticks: ticks(length, M_PER_TICK),
            face_ticks: ticks(last_turn, DEG_PER_TICK),
        }
    }

    /// How long it lasts, at least a tick.
    pub(crate) fn ticks(&self) -> u64 {
        (self.turn_ticks + self.way_ticks + self.face_ticks).max(1)
    }

    /// Where it leads to.
    pub(crate) fn destination(&self) -> [f32; 2] {
        self.corners.last().copied().unwrap_or(self.from)
    }

    /// Where the feet are after so many ticks, and the yaw of the leg under way; none before the
    /// first step.
    pub(crate) fn after(&self, ticks: u64) -> ([f32; 2], Option<f32>) {
        let walked = ticks.saturating_sub(self.turn_ticks);
        let mut left = walked as f32 * M_PER_TICK;
        let mut at = self.from;
        let mut yaw_deg = None;
        for corner in &self.corners {
            if left <= 0.0 {
                break;
            }
            let way = Vector::new(corner[0] - at[0], 0.0, corner[1] - at[1]);
            let length = way.length();
            yaw_deg = Some(yaw_towards(way));
            if left < length {
                let share = left / length;
                return ([at[0] + way.x * share, at[1] + way.z * share], yaw_deg);
            }
            left -= length;
            at = *corner;
        }
        (at, yaw_deg)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_lasts_as_long_as_its_way_and_its_turns() {
        let ahead = Walk::new([0.0, 0.0], 0.0, vec![[0.0, 1.0]], Vector::new(0.0, 1.0, 2.0));
        assert_eq!(ahead.ticks(), 10);
        assert_eq!(ahead.after(5).0, [0.0, 0.5]);
        assert_eq!(ahead.after(10).0, [0.0, 1.0]);
        let behind = Walk::new([0.0, 0.0], 180.0, vec![[0.0, 1.0]], Vector::new(1.0, 1.0, 1.0));
        assert_eq!(behind.ticks(), 10 + 10 + 5);
        assert_eq!(behind.after(10), ([0.0, 0.0], None));
        assert_eq!(Walk::new([0.0, 0.0], 0.0, vec![], Vector::Z).ticks(), 1);
    }
}
