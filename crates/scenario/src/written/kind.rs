//! A kind of things as it is typed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::checked::{Edge, Gives, HeatChange, HeatSource, Work};

/// What all things of one kind have in common. `assets/kinds.ron` is a list of these; what is left
/// out is "no" or "none".
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// The kind as nouns name it: one word, hyphenated where needed.
    pub name: String,
    /// Width (x), height (y) and depth (z) unless the thing has its own, metres.
    pub size: [f32; 3],
    /// Mass, kilograms.
    pub mass_kg: f32,
    /// It is furniture or built in: agents know it, and nobody carries it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub fixed: bool,
    /// It has a door, a lid or is a drawer.
    #[serde(default, skip_serializing_if = "is_no")]
    pub opens: bool,
    /// Things can be put on top of it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub surface: bool,
    /// Things can be put in it; where it also opens, only while it is open.
    #[serde(default, skip_serializing_if = "is_no")]
    pub holds: bool,
    /// It has its own switch. A knob has one too and hands it on to what it controls.
    #[serde(default, skip_serializing_if = "is_no")]
    pub switch: bool,
    /// How it heats, while it is running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heat: Option<HeatSource>,
    /// It passes on the heat of what it stands on to what is in it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub conducts: bool,
    /// Its edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<Edge>,
    /// It can be cut.
    #[serde(default, skip_serializing_if = "is_no")]
    pub sliceable: bool,
    /// It has a shell that can be cracked over a vessel.
    #[serde(default, skip_serializing_if = "is_no")]
    pub crackable: bool,
    /// What heat makes of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heat_changes: Vec<HeatChange>,
    /// From which temperature it burns, degrees Celsius.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub burns_at_celsius: Option<f32>,
    /// From which temperature it is cooked, degrees Celsius; it stays so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cooks_at_celsius: Option<f32>,
    /// From which temperature it melts, degrees Celsius; it stays so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub melts_at_celsius: Option<f32>,
    /// Whether it is cold is worth telling.
    #[serde(default, skip_serializing_if = "is_no")]
    pub chills: bool,
    /// It freezes below 0 degrees Celsius.
    #[serde(default, skip_serializing_if = "is_no")]
    pub freezes: bool,
    /// It can be dirty and wet, and be washed.
    #[serde(default, skip_serializing_if = "is_no")]
    pub washable: bool,
    /// Water can run in it, where a tap controls it: what lies in it gets wet and clean.
    #[serde(default, skip_serializing_if = "is_no")]
    pub basin: bool,
    /// It is a tap, with a switch: water runs in the basin that it controls.
    #[serde(default, skip_serializing_if = "is_no")]
    pub tap: bool,
    /// It is a cloth, a sponge or a towel: with it, others are wiped and dried.
    #[serde(default, skip_serializing_if = "is_no")]
    pub absorbent: bool,
    /// How much of a liquid it can hold, millilitres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity_ml: Option<u32>,
    /// Different liquids, powders and pastes may be in it together.
    #[serde(default, skip_serializing_if = "is_no")]
    pub mixes: bool,
    /// The liquid of which a new one is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_of: Option<String>,
    /// The liquid that it gives, while it is running, to what is on or in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gives: Option<Gives>,
    /// What can be done to it with a tool.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub can_be: Vec<Work>,
    /// What others are worked on with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_for: Vec<Work>,
    /// It can be eaten.
    #[serde(default, skip_serializing_if = "is_no")]
    pub edible: bool,
    /// What is thrown away goes in it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub bin: bool,
    /// It has a plug, which is in at the start.
    #[serde(default, skip_serializing_if = "is_no")]
    pub plug: bool,
    /// The power that it needs to run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watts: Option<u32>,
    /// It is a breaker: on at the start, and off once more than this runs at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks_at_watts: Option<u32>,
    /// It takes both hands to carry it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub two_handed: bool,
    /// While it is hot, it is taken with a mitt only.
    #[serde(default, skip_serializing_if = "is_no")]
    pub hot_to_touch: bool,
    /// With it in the other hand, one takes what is hot.
    #[serde(default, skip_serializing_if = "is_no")]
    pub mitt: bool,
    /// It shatters when it is hit: when it falls, or something falls on it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub fragile: bool,
    /// At what impulse it shatters where it is fragile, newton-seconds; where nothing is said, at that of
    /// a fall of 15 cm onto something hard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks_at_ns: Option<f32>,
    /// What falls on it does not break, nor does what it falls on.
    #[serde(default, skip_serializing_if = "is_no")]
    pub soft: bool,
    /// One can sit on it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub seat: bool,
    /// One can lie on it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub bed: bool,
    /// It bears a person who climbs onto it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub bears: bool,
    /// After so many hours in the warm it has gone off; in the cold after four times as many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spoils_after_h: Option<u32>,
    /// How many levels its dial has. At the highest it heats as its kind says, at lower ones by as
    /// much less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<u8>,
    /// How often it can be used until it is empty; it is full at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doses: Option<u32>,
    /// The kind of what it refills.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refills: Option<String>,
    /// It is heard when it begins to run, and when it stops.
    #[serde(default, skip_serializing_if = "is_no")]
    pub noisy: bool,
    /// It is heard when the liquid in it boils.
    #[serde(default, skip_serializing_if = "is_no")]
    pub whistles: bool,
    /// Into how many parts it falls when it is sliced; none: it stays one thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<u8>,
    /// The kind of its parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part_kind: Option<String>,
}

/// How fast what is fragile may hit the floor without breaking, where its kind does not say more: after
/// a fall of 15 cm, metres a second.
const BREAKS_AT_M_PER_S: f32 = 1.7;

impl Kind {
    /// Whether what is poured, strewn or spread stays on things of the kind: loose things that are
    /// no vessels, and furniture that can be wiped.
    pub fn can_be_covered(&self) -> bool {
        let is_for_it = self.capacity_ml.is_none() && !self.basin && !self.tap;
        is_for_it && (!self.fixed || self.washable)
    }

    /// The impulse at which things of the kind shatter, newton-seconds; none where they do not.
    pub fn impulse_that_breaks(&self) -> Option<f32> {
        let by_mass = self.mass_kg * BREAKS_AT_M_PER_S;
        self.fragile.then(|| self.breaks_at_ns.unwrap_or(by_mass))
    }

    /// Whether things may stick out at its top: it holds them and has neither a lid nor a door, and
    /// is no appliance.
    pub fn is_open_vessel(&self) -> bool {
        self.holds && !self.opens && self.heat.is_none()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_no(yes: &bool) -> bool {
    !*yes
}
