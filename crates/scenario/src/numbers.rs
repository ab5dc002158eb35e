//! Checks of single numbers.

use crate::errors::Report;
use crate::problem::Problem;
use crate::source::Spot;

/// Notes a problem unless the number is greater than 0 and at most `most`.
pub(crate) fn positive(
    report: &mut Report,
    spot: Spot,
    what: &'static str,
    number: f32,
    most: f32,
) {
    if !(number > 0.0 && number <= most) {
        let must = format!("greater than 0 and at most {most}");
        report.say(spot, Problem::BadNumber { what, must, number: number.to_string() });
    }
}

/// Notes a problem unless the number is at least `least` and at most `most`.
pub(crate) fn between(
    report: &mut Report,
    spot: Spot,
    what: &'static str,
    number: f32,
    [least, most]: [f32; 2],
) {
    if !(number >= least && number <= most) {
        let must = format!("from {least} to {most}");
        report.say(spot, Problem::BadNumber { what, must, number: number.to_string() });
    }
}

/// Like [`positive`], for each number of a size.
pub(crate) fn size(report: &mut Report, spot: Spot, size: [f32; 3], most: f32) {
    for (index, number) in size.into_iter().enumerate() {
        positive(report, spot.item(index), "size", number, most);
    }
}

/// No coordinate of a home is further from its origin, metres.
pub(crate) const FURTHEST_M: f32 = 1000.0;

/// Notes a problem for each coordinate that is no sensible place.
pub(crate) fn coordinates(report: &mut Report, spot: Spot, coordinates: &[f32]) {
    for (index, number) in coordinates.iter().enumerate() {
        between(report, spot.item(index), "coordinate", *number, [-FURTHEST_M, FURTHEST_M]);
    }
}

/// Notes a problem unless the number is a sensible turn in degrees.
pub(crate) fn degrees(report: &mut Report, spot: Spot, number: f32) {
    between(report, spot, "turn in degrees", number, [-360.0, 360.0]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn nothing_that_is_no_number_passes() {
        let source = Source::new("x.ron", "(1, 2, 3)");
        for bad in [0.0, -0.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 21.0] {
            let mut report = Report::default();
            size(&mut report, source.spot(), [1.0, bad, 20.0], 20.0);
            let error = report.finish(()).expect_err("a bad size").to_string();
            assert!(error.starts_with("x.ron:1:5: the size must be greater than 0"), "{error}");
        }
        for bad in [f32::NAN, f32::INFINITY, -1e9, 1e9] {
            let mut report = Report::default();
            coordinates(&mut report, source.spot(), &[0.0, bad]);
            assert_eq!(report.count(), 1, "{bad}");
        }
    }
}
