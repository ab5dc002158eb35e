//! How relevant a unit is to a question, by rule, in the place of the article's language model.
//!
//! How two units are related is asked of rules too; those are [`memory::relation`], since judges of
//! language use them as well.

use base::Noun;
use memory::MemoryUnit;

/// How relevant a unit is to a question about these things: the share of them that occur in it, or
/// the cosine of the words where that is greater.
pub fn relevance(unit: &MemoryUnit, asked: &[Noun], cosine: f32) -> f32 {
    let met = asked.iter().filter(|noun| unit.entities.iter().any(|thing| noun.fits(thing)));
    let share = met.count() as f32 / asked.len().max(1) as f32;
    share.max(cosine.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use memory::testing::{self, noun};

    use super::*;

    #[test]
    fn relevance_is_the_share_of_the_asked_things_or_the_cosine() {
        let unit = testing::put_in("blue mug", "drawer", 1, 1);
        assert_eq!(relevance(&unit, &[noun("mug"), noun("pan")], 0.2), 0.5);
        assert_eq!(relevance(&unit, &[noun("red mug")], 0.2), 0.2);
        assert_eq!(relevance(&unit, &[], -0.4), 0.0);
    }
}
