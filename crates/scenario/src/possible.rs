//! Which states a thing of a kind can have at all.

use base::State;

use crate::checked::{Kind, Work};

/// Whether a thing of the kind can ever be in the state; otherwise why not.
pub(crate) fn can_be(kind: &Kind, state: State) -> Result<(), String> {
    let becomes = kind.heat_changes.iter().any(|change| change.becomes == state);
    let (can, what) = match state {
        State::Open => (kind.opens, "does not open"),
        State::Running => {
            (kind.switch || kind.heat.is_some() || kind.basin, "has nothing to switch on")
        }
        State::Sharp => (kind.edge.is_some(), "has no edge"),
        State::Sliced => (kind.sliceable, "cannot be sliced"),
        State::Cracked => (kind.crackable, "has no shell"),
        State::Toasted | State::Fried => (becomes, "does not become so by heat"),
        State::Burnt => (kind.burns_at_celsius.is_some() || becomes, "does not burn"),
        State::Hot | State::Broken => (true, ""),
        State::Cold => (kind.chills, "is not said to be cold or not"),
        State::Frozen => (kind.freezes, "does not freeze"),
        State::Melted => (kind.melts_at_celsius.is_some(), "does not melt"),
        State::Cooked => (kind.cooks_at_celsius.is_some(), "does not cook"),
        State::Filled | State::Full => {
            (kind.capacity_ml.is_some() || kind.doses.is_some(), "holds no liquid")
        }
        State::Peeled => (kind.can_be.contains(&Work::Peel), "has no peel"),
        State::Diced => (kind.can_be.contains(&Work::Dice), "cannot be diced"),
        State::Mashed => (kind.can_be.contains(&Work::Mash), "cannot be mashed"),
        State::Stirred => (kind.can_be.contains(&Work::Stir), "cannot be stirred in"),
        State::Seasoned => (kind.can_be.contains(&Work::Season), "cannot be seasoned"),
        State::Covered => (kind.can_be.contains(&Work::Spread), "is nothing to spread on"),
        State::Shattered => (kind.fragile, "does not shatter"),
        State::Ajar => (kind.opens, "does not open"),
        State::Spoiled => (kind.spoils_after_h.is_some(), "does not spoil"),
        State::Plugged => (kind.plug, "has no plug"),
        State::Dirty | State::Wet | State::Stained | State::Soapy => {
            (kind.washable, "cannot be washed")
        }
    };
    if can { Ok(()) } else { Err(format!("a {} {what}", kind.name)) }
}
