//! What each action takes, needs and does: one table, from which the house has durations, a test
//! the page `docs/actions.md`, and property tests what may be refused.
//!
//! The entries are in `action_table/`, a file for each sort of action; here is what an entry is,
//! and how they become one table.

mod body;
mod carrying;
mod cleaning;
mod filling;
mod opening;
mod page;
mod preparing;
mod switching;

use crate::action_kind::ActionKind;
use crate::refusal::Refusal;

pub use page::page;

/// One action, described.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActionEntry {
    /// Which.
    pub kind: ActionKind,
    /// What it is done to and with, in order, then numbers and words.
    pub arguments: &'static [&'static str],
    /// Seconds from beginning to effect; none where that depends on more than its kind.
    pub seconds: Option<f32>,
    /// What must be so, each named by the refusal that tells that it is not. That everything it is
    /// done to is perceived, and that nothing else is under way, goes for every action.
    pub needs: &'static [(Refusal, &'static str)],
    /// What it brings about.
    pub effect: &'static str,
    /// What may go wrong by chance.
    pub chance: Option<Chance>,
    /// How much having done it tells that nobody would know from what was done besides, from 0 to 1:
    /// walking, looking and taking follow from the other steps; what a switch or a knife brings about
    /// does not.
    pub tells: f32,
    /// Whether it is a step of a procedure. What is not follows from the other steps, and is left to
    /// whoever does them, or changes no thing.
    pub is_step: bool,
}

/// What may go wrong by chance, where the fault tape says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chance {
    /// The thing sticks.
    Sticks,
    /// The thing slips from the hand.
    Slips,
}

impl Chance {
    /// How the fault is told.
    pub const fn refusal(self) -> Refusal {
        match self {
            Self::Sticks => Refusal::Stuck,
            Self::Slips => Refusal::Slipped,
        }
    }
}

impl ActionKind {
    /// The entry of this action in the table.
    pub fn entry(self) -> &'static ActionEntry {
        ENTRIES.iter().find(|entry| entry.kind == self).expect("every action has an entry")
    }
}

impl ActionEntry {
    /// Whether a hand goes to something: others may have it, or be on it.
    fn reaches_for_something(&self) -> bool {
        self.needs.iter().any(|(refusal, _)| *refusal == Refusal::OutOfReach)
    }

    /// Whether the world may refuse the action for that reason.
    pub fn may_be_refused(&self, refusal: Refusal) -> bool {
        matches!(refusal, Refusal::NotPerceived | Refusal::Busy)
            || (self.reaches_for_something() && OTHERS.contains(&refusal))
            || self.needs.iter().any(|(needs, _)| *needs == refusal)
            || self.chance.is_some_and(|chance| chance.refusal() == refusal)
    }
}

/// How others stand in the way of what a hand goes to.
const OTHERS: [Refusal; 2] = [Refusal::HeldByOther, Refusal::Occupied];

const REACH: (Refusal, &str) = (Refusal::OutOfReach, "a hand reaches it");
const NOT_TOO_HIGH: (Refusal, &str) = (Refusal::TooHigh, "it is no higher than a hand reaches");
const NOT_SHUT_AWAY: (Refusal, &str) = (Refusal::Closed, "nothing closed is around it");
const HELD: (Refusal, &str) = (Refusal::NotHeld, "`thing` is in a hand");
const TOOL_HELD: (Refusal, &str) = (Refusal::NotHeld, "`with` is in a hand");

/// How much most actions tell, see [`ActionEntry::tells`].
const TELLS: f32 = 0.95;

const fn entry(
    kind: ActionKind,
    arguments: &'static [&'static str],
    seconds: f32,
    needs: &'static [(Refusal, &'static str)],
    effect: &'static str,
) -> ActionEntry {
    ActionEntry {
        kind,
        arguments,
        seconds: Some(seconds),
        needs,
        effect,
        chance: None,
        tells: TELLS,
        is_step: true,
    }
}

impl ActionEntry {
    const fn by_chance(self, chance: Chance) -> Self {
        Self { chance: Some(chance), ..self }
    }

    const fn as_long_as_it_takes(self) -> Self {
        Self { seconds: None, ..self }
    }

    const fn tells(self, tells: f32) -> Self {
        Self { tells, ..self }
    }

    const fn is_no_step(self) -> Self {
        Self { is_step: false, ..self }
    }
}

/// The entries by what the actions have to do with. A new action has its entry in one of these.
const GROUPS: [&[ActionEntry]; 7] = [
    &body::ENTRIES,
    &opening::ENTRIES,
    &carrying::ENTRIES,
    &switching::ENTRIES,
    &preparing::ENTRIES,
    &filling::ENTRIES,
    &cleaning::ENTRIES,
];

/// Every action, in the order of [`ActionKind::ALL`].
pub const ENTRIES: [ActionEntry; ActionKind::ALL.len()] = in_order();

/// The groups as one table. An action without an entry, or with two, does not compile.
const fn in_order() -> [ActionEntry; ActionKind::ALL.len()] {
    let mut table = [None; ActionKind::ALL.len()];
    let mut group = 0;
    while group < GROUPS.len() {
        let mut at = 0;
        while at < GROUPS[group].len() {
            let entry = GROUPS[group][at];
            let slot = &mut table[entry.kind as usize];
            assert!(slot.is_none(), "an action has two entries in action_table/");
            *slot = Some(entry);
            at += 1;
        }
        group += 1;
    }
    let mut entries = [GROUPS[0][0]; ActionKind::ALL.len()];
    let mut at = 0;
    while at < table.len() {
        entries[at] = table[at].expect("an action has no entry in action_table/");
        at += 1;
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_action_in_order() {
        assert_eq!(ENTRIES.map(|entry| entry.kind), ActionKind::ALL);
    }
}
