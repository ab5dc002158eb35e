//! Adds up the closing lines of `cargo test`, of which there is one for each binary.

use std::fmt;

/// How many tests passed, failed and were left out.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Tally {
    /// Counts the line, where it is a closing line such as
    /// `test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s`.
    pub(crate) fn read(&mut self, line: &str) {
        let Some((_, counts)) = line.split_once("test result: ") else { return };
        // The first part begins with "ok. " or "FAILED. ".
        let counts = counts.split_once(". ").map_or(counts, |(_, counts)| counts);
        for part in counts.split("; ") {
            match part.split_once(' ').map(|(number, what)| (number.parse::<u64>(), what)) {
                Some((Ok(number), "passed")) => self.passed += number,
                Some((Ok(number), "failed")) => self.failed += number,
                Some((Ok(number), "ignored")) => self.ignored += number,
                _ => {}
            }
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} ignored", self.passed, self.failed, self.ignored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closing_lines_are_added_up() {
        let mut tally = Tally::default();
        for line in [
            "running 4 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 5 filtered out; finished in 1.20s",
        ] {
            tally.read(line);
        }
        assert_eq!(tally, Tally { passed: 4, failed: 2, ignored: 1 });
    }

    #[test]
    fn other_lines_count_nothing() {
        let mut tally = Tally::default();
        tally.read("3 passed; 0 failed");
        tally.read("test result: ");
        assert_eq!(tally, Tally::default());
    }
}
