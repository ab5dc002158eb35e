//! Relations by rule, from what the two units state and nothing else.
//!
//! | relation | rule | confidence |
//! |---|---|---|
//! | causes | the older says so of what stood in the newer's way | 0.9 |
//! | causes | something was switched, and something is noticed to run, or no more, at once | 0.9 |
//! | causes | heat was put to work, and a change by heat is noticed | 0.8 |
//! | opposite | they state the contrary of one matter, or the same was done and once failed | 0.8 |
//! | premise | walked there, and then something was done there | 0.8 |
//! | premise | taken, and then used or put somewhere | 0.9 |
//! | premise | opened, and then something put in or taken out | 0.9 |
//! | premise | put somewhere, and then taken from there | 0.8 |
//! | analogous | the same was done to other things of the same kinds | 0.7 |
//! | none | no thing, no place and no kind of action in common | 0.9 |
//! | motivational, part-of | a goal that was given, or how it ended, and what was done for it | 0.9 |
//! | temporal | nothing else, and done within a minute (CompassMem alone) | 0.6 |
//!
//! Everything else is left open.

use base::{Action, ActionKind, Fact, Noun, Place, Relation, State};
use memory::MemoryUnit;
use models::ModelError;

use super::{Judge, Judgement, Label, LabelSet};

/// The judge.
#[derive(Debug, Clone, Copy)]
pub struct RelationRules {
    set: LabelSet,
}

impl RelationRules {
    /// A judge that chooses among these labels.
    pub const fn new(set: LabelSet) -> Self {
        Self { set }
    }
}

/// How soon a switch shows what it does, ticks.
const AT_ONCE: u64 = 3 * base::time::TICKS_PER_SECOND;
/// How soon what is done next follows upon it, ticks: a minute.
const SOON: u64 = 60 * base::time::TICKS_PER_SECOND;
/// For how long what was done bears on what comes next, ticks: ten minutes.
const FOR_A_WHILE: u64 = 600 * base::time::TICKS_PER_SECOND;

impl Judge for RelationRules {
    fn name(&self) -> &str {
        "rules"
    }

    fn judge(
        &self,
        older: &MemoryUnit,
        newer: &MemoryUnit,
    ) -> Result<Option<Judgement>, ModelError> {
        let pair = Pair { older, newer };
        let judged = match self.set {
            LabelSet::BrainMem => pair.of_the_article(),
            LabelSet::CompassMem => pair.typed(),
        };
        Ok(judged.map(|(label, confidence)| Judgement { label, confidence }))
    }
}

#[derive(Clone, Copy)]
struct Pair<'a> {
    older: &'a MemoryUnit,
    newer: &'a MemoryUnit,
}

type Judged = Option<(Label, f64)>;

impl Pair<'_> {
    fn of_the_article(self) -> Judged {
        self.causes()
            .or_else(|| self.opposite())
            .or_else(|| self.premise())
            .or_else(|| self.analogous())
            .or_else(|| self.is_strange().then_some((Label::None, 0.9)))
    }

    /// CompassMem's labels. A goal that was given, and how it ended, are told by what they are about.
    fn typed(self) -> Judged {
        let (older, newer) = (self.older, self.newer);
        let in_one_goal =
            older.episode == newer.episode && older.goal.is_some() && older.goal == newer.goal;
        if in_one_goal && states_nothing(older) && !newer.actions.is_empty() {
            return Some((Label::Motivational, 0.9));
        }
        if in_one_goal && states_nothing(newer) && !older.actions.is_empty() {
            return Some((Label::PartOf, 0.9));
        }
        self.causes().or_else(|| self.premise()).or_else(|| {
            let both_done = !older.actions.is_empty() && !newer.actions.is_empty();
            // What lies hours apart follows upon nothing.
            match (self.is_far(), both_done && self.ticks() <= SOON) {
                (true, _) => Some((Label::None, 0.8)),
                (false, true) => Some((Label::Temporal, 0.6)),
                (false, false) => None,
            }
        })
    }

    fn causes(self) -> Judged {
        let (older, newer) = (self.older, self.newer);
        if older.after.iter().any(|fact| newer.cause.contains(fact)) {
            return Some((Label::Causes, 0.9));
        }
        let is_noticed = newer.actions.is_empty() && newer.tells_of_a_change();
        let worked = older.valence >= 0.0 && !older.actions.is_empty();
        if !is_noticed || !worked || self.is_far() {
            return None;
        }
        let fact = newer.after.first()?;
        let (thing, state, holds) = match fact {
            Fact::Is(thing, state, holds) => (thing, *state, *holds),
            Fact::At(..) | Fact::NotAt(..) => return None,
        };
        let switched = older.actions.iter().find_map(|action| match action {
            Action::Toggle(_, on) => Some(*on),
            _ => None,
        });
        match (state, switched) {
            (State::Running, Some(on)) if on == holds && self.ticks() <= AT_ONCE => {
                Some((Label::Causes, 0.9))
            }
            (state, Some(true)) if holds && comes_of_heat(state) => Some((Label::Causes, 0.8)),
            (state, None) if holds && comes_of_heat(state) => {
                let moved = older.actions.iter().any(|action| puts(action) == Some(thing));
                moved.then_some((Label::Causes, 0.8))
            }
            _ => None,
        }
    }

    fn opposite(self) -> Judged {
        let (older, newer) = (self.older, self.newer);
        let contrary = older.evidence().any(|a| newer.evidence().any(|b| contradicts(a, b)));
        let turned_out_otherwise = (older.valence < 0.0) != (newer.valence < 0.0)
            && older.actions.iter().any(|action| newer.actions.contains(action));
        (contrary || turned_out_otherwise).then_some((Label::Opposite, 0.8))
    }

    fn premise(self) -> Judged {
        let (older, newer) = (self.older, self.newer);
        if older.valence < 0.0 || newer.valence < 0.0 {
            return None;
        }
        let (before, now) = (older.actions.first()?, newer.actions.first()?);
        let soon = !self.is_far();
        let certain = Some((Label::Premise, 0.9));
        let likely = Some((Label::Premise, 0.8));
        match before {
            Action::Go(to) if soon && now.kind() != ActionKind::Go => {
                let is_there = newer.place.as_ref() == Some(to) || now.things().any(|t| t == to);
                let reaches = now.kind().entry().needs.iter();
                let reaches = reaches.into_iter().any(|need| need.0 == base::Refusal::OutOfReach);
                if is_there && reaches { likely } else { None }
            }
            Action::Take(thing) if soon => {
                let is_used = now.things().any(|t| t == thing) && now.kind() != ActionKind::Take;
                if is_used && now.kind() != ActionKind::Go { certain } else { None }
            }
            Action::Open(container) | Action::Search(container) if soon => {
                let puts_in = matches!(now, Action::PutIn(_, into) if into == container);
                let takes_out = matches!(now, Action::Take(_))
                    && newer.before.iter().any(|fact| {
                        matches!(fact, Fact::At(_, Place(Relation::In, at)) if at == container)
                    });
                if puts_in || takes_out { certain } else { None }
            }
            Action::PutOn(thing, _) | Action::PutIn(thing, _) => {
                let is_taken = matches!(now, Action::Take(taken) if taken == thing);
                let from_there = older.after.iter().any(|fact| newer.before.contains(fact));
                if is_taken && from_there { likely } else { None }
            }
            _ => None,
        }
    }

    fn analogous(self) -> Judged {
        let (older, newer) = (self.older, self.newer);
        let both_worked = older.valence >= 0.0 && newer.valence >= 0.0;
        let alike = both_worked
            && older.actions.iter().any(|a| newer.actions.iter().any(|b| are_analogous(a, b)));
        alike.then_some((Label::Analogous, 0.7))
    }

    /// Whether they have nothing in common.
    fn is_strange(self) -> bool {
        let (older, newer) = (self.older, self.newer);
        let share_a_thing =
            older.entities.iter().any(|thing| newer.entities.binary_search(thing).is_ok());
        let share_an_act =
            older.actions.iter().any(|a| newer.actions.iter().any(|b| a.kind() == b.kind()));
        let share_a_place = older.place.is_some() && older.place == newer.place && !self.is_far();
        !share_a_thing && !share_an_act && !share_a_place
    }

    fn ticks(self) -> u64 {
        self.newer.lived.ticks_since(self.older.lived)
    }

    fn is_far(self) -> bool {
        self.older.episode != self.newer.episode || self.ticks() > FOR_A_WHILE
    }
}

/// Whether a unit tells of a goal, and not of the world.
fn states_nothing(unit: &MemoryUnit) -> bool {
    unit.actions.is_empty() && unit.after.is_empty() && unit.cause.is_empty()
}

const fn comes_of_heat(state: State) -> bool {
    matches!(
        state,
        State::Toasted | State::Fried | State::Burnt | State::Hot | State::Cooked | State::Melted
    )
}

/// What an action puts somewhere.
const fn puts(action: &Action<Noun>) -> Option<&Noun> {
    match action {
        Action::PutOn(thing, _) | Action::PutIn(thing, _) | Action::Crack(thing, _) => Some(thing),
        _ => None,
    }
}

fn are_analogous(a: &Action<Noun>, b: &Action<Noun>) -> bool {
    a.kind() == b.kind()
        && a.kind() != ActionKind::Go
        && a.things().next() != b.things().next()
        && a.things().count() > 0
        && a.things().map(Noun::kind).eq(b.things().map(Noun::kind))
}

/// Whether both are about one state, or one place, and say the contrary.
fn contradicts(a: &Fact, b: &Fact) -> bool {
    match (a, b) {
        (Fact::Is(.., holds_a), Fact::Is(.., holds_b)) => holds_a != holds_b && a.same_matter(b),
        (Fact::At(..), Fact::NotAt(..)) | (Fact::NotAt(..), Fact::At(..)) => a.same_matter(b),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use memory::testing::{self, is, noun};

    use super::*;

    fn label(older: &MemoryUnit, newer: &MemoryUnit) -> Option<Label> {
        let rules = RelationRules::new(LabelSet::BrainMem);
        rules.judge(older, newer).expect("rules cannot fail").map(|judged| judged.label)
    }

    #[test]
    fn taking_is_a_premise_of_cutting() {
        let take = testing::took("apple", 1, 1);
        assert_eq!(label(&take, &testing::sliced("apple", "knife", 1, 2)), Some(Label::Premise));
        assert_eq!(label(&take, &testing::sliced("pear", "knife", 1, 2)), Some(Label::None));
    }

    #[test]
    fn heat_causes_toast() {
        let put = testing::put_in("bread", "toaster", 1, 1);
        let toasted = testing::noticed("bread", State::Toasted, 1, 9);
        assert_eq!(label(&put, &toasted), Some(Label::Causes));
        assert_eq!(label(&testing::switched_on("toaster", 1, 2), &toasted), Some(Label::Causes));
        assert_eq!(label(&testing::put_in("egg", "bowl", 1, 1), &toasted), Some(Label::None));
    }

    #[test]
    fn what_was_heard_of_the_knife_causes_the_failure() {
        let blunt = vec![is("red knife", State::Sharp, false)];
        let heard = testing::heard("the red knife is blunt", blunt, 1, 1);
        let slice = Action::Slice(noun("bread"), noun("red knife"));
        let failure = testing::failed(slice, is("red knife", State::Sharp, false), 2, 9);
        assert_eq!(label(&heard, &failure), Some(Label::Causes));
    }

    #[test]
    fn the_same_done_to_another_is_analogous() {
        let (red, blue) = (testing::took("red mug", 1, 1), testing::took("blue mug", 2, 9));
        assert_eq!(label(&red, &blue), Some(Label::Analogous));
        assert_eq!(label(&red, &testing::took("blue pan", 2, 9)), None, "left open");
    }

    #[test]
    fn every_label_has_a_word_of_its_own() {
        for set in [LabelSet::BrainMem, LabelSet::CompassMem] {
            let mut words: Vec<&str> = set.labels().iter().map(|label| set.word(*label)).collect();
            let count = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), count);
        }
    }
}
