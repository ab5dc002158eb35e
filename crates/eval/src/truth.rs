//! The truth about a home at a moment, in nouns. Only the evaluation sees it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base::{Noun, Relation, State};
use scenario::checked::Kind;

/// States that a thing keeps once it has them, and that someone must bring about.
const MADE_FOR_GOOD: [State; 6] =
    [State::Sliced, State::Cracked, State::Toasted, State::Fried, State::Melted, State::Cooked];

/// A thing as it truly is.
#[derive(Debug, Clone)]
pub struct TrueThing {
    /// What it looks like.
    pub noun: Noun,
    /// What it has in common with its like.
    pub kind: Arc<Kind>,
    /// In, on or held by what.
    pub parent: Option<(Relation, Noun)>,
    /// Every state that makes sense for it, hidden ones too.
    pub states: BTreeMap<State, bool>,
    /// What is in or on it and can be poured, millilitres of each.
    pub portions: Vec<(Relation, Noun, u32)>,
    /// What it switches.
    pub controls: Option<Noun>,
    /// Whether something closed is around it.
    pub is_hidden: bool,
}

impl TrueThing {
    /// Whether it is in that state.
    pub fn is(&self, state: State) -> bool {
        self.states.get(&state).copied().unwrap_or(false)
    }
}

/// Whether a thing of the kind goes into an open vessel, lying or stood on its end.
fn goes_into(thing: &Kind, vessel: &Kind) -> bool {
    let [width, height, depth] = thing.size;
    let lies = |a: f32, b: f32| {
        a.min(b) <= vessel.size[0].min(vessel.size[2])
            && a.max(b) <= vessel.size[0].max(vessel.size[2])
    };
    lies(width, depth) || lies(width.min(depth), height)
}

/// Everything in a home, in the order of the home's description.
#[derive(Debug, Clone, Default)]
pub struct Truth {
    /// The things.
    pub things: Vec<TrueThing>,
}

impl Truth {
    /// What switches the thing: itself, or the knob that controls it.
    pub fn switch_of<'a>(&'a self, thing: &'a TrueThing) -> Option<&'a Noun> {
        if thing.kind.switch {
            return Some(&thing.noun);
        }
        self.things
            .iter()
            .find(|knob| knob.controls.as_ref() == Some(&thing.noun))
            .map(|knob| &knob.noun)
    }

    /// How much of it is in the thing, millilitres.
    pub fn ml_in(thing: &TrueThing, what: &Noun) -> u32 {
        let there = thing.portions.iter();
        let inside = there.filter(|(relation, of, _)| *relation == Relation::In && of == what);
        inside.map(|(.., ml)| ml).sum()
    }

    /// The first vessel in which this thing can be fried: the first that it fits into.
    pub fn vessel_for(&self, thing: &TrueThing) -> Option<&TrueThing> {
        let mut vessels =
            self.things.iter().filter(|vessel| vessel.kind.conducts && vessel.kind.holds);
        vessels.find(|vessel| vessel.noun != thing.noun && goes_into(&thing.kind, &vessel.kind))
    }

    /// The nouns of everything that nothing closed hides.
    pub fn open_to_view(&self) -> BTreeSet<Noun> {
        self.things.iter().filter(|thing| !thing.is_hidden).map(|t| t.noun.clone()).collect()
    }

    /// States for good that things have now and had not in `earlier`.
    pub fn made_since(&self, earlier: &Self) -> Vec<(Noun, State)> {
        let pairs = self.things.iter().zip(&earlier.things);
        pairs
            .flat_map(|(now, then)| {
                MADE_FOR_GOOD
                    .into_iter()
                    .filter(|state| now.is(*state) && !then.is(*state))
                    .map(|state| (now.noun.clone(), state))
            })
            .collect()
    }

    /// Where the thing with exactly this noun is.
    pub fn place_of(&self, noun: &Noun) -> Option<&(Relation, Noun)> {
        self.things.iter().find(|thing| thing.noun == *noun)?.parent.as_ref()
    }
}
