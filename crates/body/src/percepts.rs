//! What a body sees, hears and feels.

use std::sync::Arc;

use base::{Action, Fact, Handle, Noun, Relation, SimTime, State};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::doing::Refused;

/// What can be seen of how a thing may be handled.
///
/// It says what the thing looks made for, not what works: a blunt knife still affords cutting, and
/// that bread in a running toaster turns into toast is nowhere in here.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Affords {
    /// It can be carried in one hand.
    pub carrying: bool,
    /// It has a door, a lid or is a drawer.
    pub opening: bool,
    /// It has a switch or a knob, or is one.
    pub switching: bool,
    /// Things can be put on it.
    pub putting_on: bool,
    /// Things can be put in it.
    pub putting_in: bool,
    /// It has an edge.
    pub cutting: bool,
    /// It can be cut.
    pub being_cut: bool,
    /// It has a shell.
    pub being_cracked: bool,
    /// Water can run in it: it is a basin.
    pub rinsing: bool,
    /// Water comes out of it: it is a tap.
    pub watering: bool,
    /// It is a cloth, a sponge or a towel.
    pub wiping: bool,
    /// It can be washed.
    pub being_washed: bool,
    /// It can hold a liquid.
    pub holding_liquid: bool,
    /// It can be eaten.
    pub being_eaten: bool,
    /// What is thrown away goes in it.
    pub discarding: bool,
    /// It has a flat top and looks stout: as if it bore much. Whether it does is not seen.
    pub bearing: bool,
}

/// A piece of furniture or a fixed appliance. Agents know the floor plan of their home: which
/// landmarks there are and where, but neither what is in or on them nor what state they are in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Landmark {
    /// Its handle, for ever.
    pub handle: Handle,
    /// What it is called; no two landmarks of a home share a noun.
    pub noun: Noun,
    /// The room it stands in.
    pub room: Noun,
    /// The middle of its box, metres, y up.
    pub position: [f32; 3],
    /// How it may be handled.
    pub affords: Affords,
}

/// What is poured, strewn or spread, as it is seen in a vessel or on a thing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Portion {
    /// In it or on it.
    pub relation: Relation,
    /// What.
    pub what: Noun,
    /// Whether it fills at least half of the vessel.
    pub fills: bool,
}

/// A thing in view, or in a hand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// What to call it in an intent.
    pub handle: Handle,
    /// What it looks like.
    pub noun: Noun,
    /// In, on or held by what; none for what stands on the floor.
    pub place: Option<(Relation, Handle)>,
    /// The states that looking shows, as they are now.
    pub states: Vec<(State, bool)>,
    /// What was poured into it or onto it, in that order and by name.
    pub portions: Vec<Portion>,
    /// The middle of its box, metres, y up.
    pub position: [f32; 3],
    /// How it may be handled.
    pub affords: Affords,
    /// Whether a hand reaches it from here.
    pub in_reach: bool,
    /// Whether everything that is on it, or in it where it holds things inside, is in view:
    /// only then does not seeing a thing there mean that it is not there.
    pub seen_whole: bool,
}

/// Something heard: said by somebody, or a noise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heard {
    /// The words.
    pub words: String,
    /// What the words say about things.
    pub facts: Vec<Fact>,
}

/// What somebody else was seen to do, or to try.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deed {
    /// Who.
    pub who: Noun,
    /// What, in nouns.
    pub action: Action<Noun>,
    /// When it was begun.
    pub started: SimTime,
    /// Whether it was done; if not, why, as far as it showed.
    pub result: Result<(), Refused>,
    /// What it changed, as who did it perceived it.
    pub changes: Vec<Fact>,
}

/// Everything that one body perceives now.
///
/// Rewritten by the house at every event; `revision` grows each time. The order of `seen` depends
/// only on what is seen.
#[derive(Component, Debug, Clone, Default)]
pub struct Percepts {
    /// Grows with each rewriting.
    pub revision: u64,
    /// When this was perceived.
    pub time: SimTime,
    /// The floor plan, the same all the time.
    pub landmarks: Arc<Vec<Landmark>>,
    /// The room the body is in.
    pub room: Option<Noun>,
    /// Where the feet are, metres.
    pub feet: [f32; 3],
    /// Which landmark the body stands at after going there.
    pub standing_at: Option<Handle>,
    /// Landmarks and things in view, things in hand among them.
    pub seen: Vec<Seen>,
    /// What is in the right and in the left hand.
    pub hands: [Option<Handle>; 2],
    /// What was heard since the last rewriting.
    pub heard: Vec<Heard>,
    /// What was seen to happen, not by the own hand, since the last rewriting: a salient change
    /// such as "the bread is toasted".
    pub noticed: Vec<Fact>,
    /// What others were seen to do since the last rewriting.
    pub deeds: Vec<Deed>,
}

impl Seen {
    /// Whether something that can be poured is in it.
    pub fn is_filled(&self) -> bool {
        self.portions.iter().any(|portion| portion.relation == Relation::In)
    }

    /// Whether exactly this was poured into it or onto it.
    pub fn has_portion(&self, what: &Noun) -> bool {
        self.portions.iter().any(|portion| portion.what == *what)
    }
}

impl Percepts {
    /// The thing in view with this handle.
    pub fn seen(&self, handle: Handle) -> Option<&Seen> {
        self.seen.iter().find(|seen| seen.handle == handle)
    }

    /// The landmark with this handle.
    pub fn landmark(&self, handle: Handle) -> Option<&Landmark> {
        self.landmarks.iter().find(|landmark| landmark.handle == handle)
    }

    /// What the handle's thing is called: a landmark's noun, or that of a thing in view.
    pub fn noun(&self, handle: Handle) -> Option<&Noun> {
        self.seen(handle)
            .map(|seen| &seen.noun)
            .or_else(|| self.landmark(handle).map(|landmark| &landmark.noun))
    }

    /// Whether a hand is free.
    pub fn has_free_hand(&self) -> bool {
        self.hands.iter().any(Option::is_none)
    }

    /// Whether the thing with this handle is in a hand.
    pub fn holds(&self, handle: Handle) -> bool {
        self.hands.contains(&Some(handle))
    }

    /// Everything in view as facts: the seen states and the places that have a name.
    pub fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        for seen in &self.seen {
            for (state, holds) in &seen.states {
                facts.push(Fact::Is(seen.noun.clone(), *state, *holds));
            }
            for portion in &seen.portions {
                let place = base::Place(portion.relation, seen.noun.clone());
                facts.push(Fact::At(portion.what.clone(), place));
            }
            if let Some((relation, at)) = seen.place {
                if relation == Relation::HeldBy {
                    continue;
                }
                if let Some(noun) = self.noun(at) {
                    let place = base::Place(relation, noun.clone());
                    facts.push(Fact::At(seen.noun.clone(), place));
                }
            }
        }
        facts
    }
}
