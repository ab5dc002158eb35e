//! What the import had to change, so that nobody takes the kitchen for a perfect copy.

use std::fmt;

/// Something odd about an object of the file, and what was made of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The object's id, or the plan's name.
    pub object: String,
    /// What is odd.
    pub text: String,
}

impl Note {
    pub(super) fn new(object: &str, text: impl Into<String>) -> Self {
        Self { object: object.to_owned(), text: text.into() }
    }
}

/// How far a loose thing stands from where the file had it.
#[derive(Debug, Clone, PartialEq)]
pub struct Shift {
    /// The object's id.
    pub object: String,
    /// Across the floor, metres.
    pub level_m: f32,
    /// Up, metres; negative is down.
    pub up_m: f32,
}

/// What became of a plan.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// The height of the floor in the file, metres. It is 0 in the home.
    pub floor_y: f32,
    /// How many landmarks the home has.
    pub landmarks: usize,
    /// How many loose things stand or lie on something.
    pub standing: usize,
    /// How many loose things are in something.
    pub stowed: usize,
    /// The loose things that had to move by two millimetres or more, in order of their ids.
    pub shifts: Vec<Shift>,
    /// The ids of loose things for which there was no room where they were. Each is in a container
    /// nearby.
    pub homeless: Vec<String>,
    /// The floor that rectangular counters would have covered and that is free, square metres.
    pub floor_won_m2: f32,
    /// What else was odd, in the order in which it was met.
    pub notes: Vec<Note>,
}

impl Report {
    /// The middle one of the level shifts of all standing things, metres; things that stayed
    /// count as 0.
    pub fn median_shift_m(&self) -> f32 {
        let mut shifts: Vec<f32> = self.shifts.iter().map(|shift| shift.level_m).collect();
        shifts.resize(shifts.len().max(self.standing), 0.0);
        shifts.sort_by(f32::total_cmp);
        shifts.get(shifts.len() / 2).copied().unwrap_or(0.0)
    }

    /// The longest level shift, metres.
    pub fn longest_shift_m(&self) -> f32 {
        self.shifts.iter().map(|shift| shift.level_m).fold(0.0, f32::max)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} landmarks, {} things standing, {} in containers; {} moved, at most {:.0} cm; \
             {} without room; {} notes",
            self.landmarks,
            self.standing,
            self.stowed,
            self.shifts.len(),
            self.longest_shift_m() * 100.0,
            self.homeless.len(),
            self.notes.len(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_that_stayed_count_as_not_shifted() {
        let shift = |level_m| Shift { object: "a".to_owned(), level_m, up_m: 0.0 };
        let report =
            Report { standing: 5, shifts: vec![shift(0.02), shift(0.3)], ..Report::default() };
        assert_eq!(report.median_shift_m(), 0.0);
        assert_eq!(report.longest_shift_m(), 0.3);
        assert_eq!(Report::default().median_shift_m(), 0.0);
    }
}
