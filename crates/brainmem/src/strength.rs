//! How strongly a unit is held: what feedback and rest do to it.
//!
//! The article: every night a strength is multiplied by 0.95, and 0.1 is added for each access.
//! Ours: success strengthens at once and by a share of what is still missing to a ceiling, so that
//! one decisive success counts for much and a hundred more never run away; failure does not
//! strengthen; what fades approaches a floor, faster for a look than for a skill. How useful a
//! unit was (its utility) is kept apart from how often it was used.
//!
//! The step towards a ceiling is the learning rule of Rescorla and Wagner (1972); that use and
//! utility are two things is Bjork and Bjork's "new theory of disuse" (1992).

use memory::{Class, MemoryUnit};

use crate::profile::Numbers;

/// How fast utility follows the newest credit.
const UTILITY_STEP: f32 = 0.3;
/// What strength contributes at 0: even the weakest unit can come to mind where nothing else fits.
const RETRIEVABLE_AT_ZERO: f32 = 0.4;
/// How much a utility of 1 adds to a unit's chance to come to mind.
const UTILITY_WEIGHT: f32 = 0.3;

/// A strength after a night, in the article's way.
pub fn rested_as_in_the_article(strength: f32, accesses: u32, numbers: &Numbers) -> f32 {
    strength * numbers.decay + numbers.gain_per_access * accesses as f32
}

/// A strength after a night, with importance.
pub fn rested(unit: &MemoryUnit, utility: f32, numbers: &Numbers, by_importance: bool) -> f32 {
    let (loss, floor) =
        if by_importance { fading(unit, utility) } else { (1.0 - numbers.decay, 0.0) };
    let held = unit.strength.clamp(0.0, numbers.ceiling);
    if held <= floor { held } else { floor + (held - floor) * (1.0 - loss) }
}

/// What a night takes, and what it never takes away.
fn fading(unit: &MemoryUnit, utility: f32) -> (f32, f32) {
    let (loss, floor) = match unit.class {
        Class::Core => return (0.0, 0.0),
        Class::Skill => (0.002, 0.5),
        Class::Fact => (0.02, 0.05),
        Class::Event => (0.03, 0.05),
        Class::Scene => (0.07, 0.02),
    };
    let importance = unit.goal_relevance.max(unit.valence.abs() * 0.5).max(utility);
    (loss * (1.0 - 0.5 * importance.clamp(0.0, 1.0)), floor)
}

/// A strength after credit (above 0) or blame (below).
pub fn credited(strength: f32, credit: f32, numbers: &Numbers) -> f32 {
    let held = strength.clamp(0.0, numbers.ceiling);
    if credit > 0.0 {
        held + (numbers.ceiling - held) * numbers.gain_by_credit * credit
    } else {
        held * (1.0 + numbers.loss_by_blame * credit)
    }
}

/// A utility after credit or blame: a running mean that forgets.
pub fn utility_after(utility: f32, credit: f32) -> f32 {
    utility + UTILITY_STEP * (credit - utility)
}

/// How easily a unit of this strength and utility comes to mind: 1 for a new one.
///
/// Flat on purpose: strength decides among equals and must not bring the newest evidence down
/// under an older one that was used more.
pub fn retrievability(strength: f32, utility: f32) -> f32 {
    let strength = strength.max(0.0);
    let saturated = 2.0 * strength / (1.0 + strength);
    let by_strength = RETRIEVABLE_AT_ZERO + (1.0 - RETRIEVABLE_AT_ZERO) * saturated;
    by_strength * (1.0 + UTILITY_WEIGHT * utility)
}

#[cfg(test)]
mod tests {
    use memory::testing;

    use super::*;

    #[test]
    fn a_new_unit_is_retrievable_at_one() {
        assert_eq!(retrievability(1.0, 0.0), 1.0);
        assert!(retrievability(0.1, 0.0) > 0.45);
        assert!(retrievability(2.0, 1.0) < 1.6);
    }

    #[test]
    fn one_full_success_counts_for_much_and_a_thousand_do_not_run_away() {
        let numbers = Numbers::default();
        let once = credited(0.5, 1.0, &numbers);
        assert!(once > 0.9, "{once}");
        let often = (0..1_000).fold(0.5, |strength, _| credited(strength, 1.0, &numbers));
        assert!(often <= numbers.ceiling);
        let in_the_article = rested_as_in_the_article(0.5, 1_000, &numbers);
        assert!(in_the_article > 100.0, "{in_the_article}");
    }

    #[test]
    fn blame_weakens_and_never_below_nothing() {
        let numbers = Numbers::default();
        let blamed = (0..100).fold(1.0, |strength, _| credited(strength, -1.0, &numbers));
        assert!((0.0..0.01).contains(&blamed));
        assert!((0..50).fold(0.0, |utility, _| utility_after(utility, -1.0)) >= -1.0);
    }

    #[test]
    fn a_skill_outlasts_a_look() {
        let numbers = Numbers::default();
        let after_nights = |class| {
            let mut unit = testing::took("mug", 1, 1);
            unit.class = class;
            for _ in 0..60 {
                unit.strength = rested(&unit, 0.0, &numbers, true);
            }
            unit.strength
        };
        assert!(after_nights(Class::Scene) < 0.2);
        assert!(after_nights(Class::Event) > 0.2);
        assert!(after_nights(Class::Skill) > 0.9);
        assert_eq!(after_nights(Class::Core), 1.0);
    }
}
