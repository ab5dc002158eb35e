//! The kinds of things that homes can hold.

use std::collections::BTreeMap;
use std::sync::Arc;

use base::{Noun, Relation};

use crate::checked::{HeatSource, Kind};
use crate::errors::{Errors, Report};
use crate::numbers;
use crate::problem::Problem;
use crate::source::Spot;
use crate::syntax;

/// No thing is bigger, metres.
pub(crate) const BIGGEST_M: f32 = 30.0;
/// No thing is heavier, kilograms.
const HEAVIEST_KG: f32 = 5000.0;
/// Nothing that is fragile bears more, newton-seconds.
const HARDEST_NS: f32 = 1000.0;
/// Nothing falls into more parts.
const MOST_PARTS: u8 = 8;
/// All temperatures lie between, degrees Celsius.
const TEMPERATURES: [f32; 2] = [-50.0, 1500.0];

/// All kinds, by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Kinds(BTreeMap<String, Arc<Kind>>);

impl Kinds {
    /// The kind of that name.
    pub fn get(&self, name: &str) -> Option<&Arc<Kind>> {
        self.0.get(name)
    }

    /// All kinds, by their names.
    pub fn by_name(&self) -> &BTreeMap<String, Arc<Kind>> {
        &self.0
    }

    /// These kinds and, before them, others.
    pub(crate) fn with(&self, typed: &[Kind], spot: Spot, report: &mut Report) -> Self {
        let mut new = Self::default();
        for (index, kind) in typed.iter().enumerate() {
            let spot = spot.item(index);
            check(kind, spot, report);
            if new.0.contains_key(&kind.name) {
                let twice = Problem::Twice { what: "kinds", name: kind.name.clone() };
                report.say(spot.field("name"), twice);
            }
            new.0.insert(kind.name.clone(), Arc::new(kind.clone()));
        }
        let mut all = self.clone();
        all.0.extend(new.0);
        all
    }

    /// All kinds, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Kind>> {
        self.0.values()
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        Self(kinds.into_iter().map(|kind| (kind.name.clone(), Arc::new(kind))).collect())
    }
}

/// Reads a list of kinds, such as `assets/kinds.ron`.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_kinds(source_name: &str, text: &str) -> Result<Kinds, Errors> {
    let (typed, source) = syntax::read::<Vec<Kind>>(source_name, text)?;
    let mut report = Report::default();
    let kinds = Kinds::default().with(&typed, source.spot(), &mut report);
    report.finish(kinds)
}

fn check(kind: &Kind, spot: Spot, report: &mut Report) {
    let is_noun = kind.name.parse::<Noun>().is_ok_and(|noun| noun.as_str() == kind.name);
    let plain = |c: char| c.is_alphanumeric() || c == '-';
    if !is_noun || !kind.name.chars().all(plain) {
        let name = kind.name.clone();
        let must = "a kind is one word of letters, digits and hyphens";
        report.say(spot.field("name"), Problem::BadName { what: "a kind", name, must });
    }
    numbers::size(report, spot.field("size"), kind.size, BIGGEST_M);
    numbers::positive(report, spot.field("mass_kg"), "mass", kind.mass_kg, HEAVIEST_KG);
    if let Some(heat) = &kind.heat {
        check_heat(kind, heat, spot.field("heat"), report);
    }
    if let Some(edge) = &kind.edge {
        let spot = spot.field("edge");
        numbers::between(report, spot.field("sharpness"), "sharpness", edge.sharpness, [0.0, 1.0]);
        numbers::between(report, spot.field("wear"), "wear", edge.wear, [0.0, 1.0]);
    }
    for (index, change) in kind.heat_changes.iter().enumerate() {
        let spot = spot.field("heat_changes").item(index).field("at_celsius");
        numbers::between(report, spot, "temperature", change.at_celsius, TEMPERATURES);
    }
    if let Some(impulse) = kind.breaks_at_ns {
        let spot = spot.field("breaks_at_ns");
        numbers::positive(report, spot, "impulse", impulse, HARDEST_NS);
        if !kind.fragile {
            report.say(spot, Problem::Contradiction("what breaks at an impulse is fragile"));
        }
    }
    if kind.parts.is_some() != kind.part_kind.is_some() || kind.parts.is_some() && !kind.sliceable {
        let what = "what falls into parts is sliceable, and says how many and of which kind";
        report.say(spot.field("parts"), Problem::Contradiction(what));
    }
    if let Some(parts) = kind.parts.filter(|parts| !(2..=MOST_PARTS).contains(parts)) {
        let must = format!("from 2 to {MOST_PARTS}");
        let number = parts.to_string();
        let problem = Problem::BadNumber { what: "number of parts", must, number };
        report.say(spot.field("parts"), problem);
    }
    let thresholds = [
        ("burns_at_celsius", kind.burns_at_celsius),
        ("cooks_at_celsius", kind.cooks_at_celsius),
        ("melts_at_celsius", kind.melts_at_celsius),
    ];
    for (field, celsius) in thresholds {
        if let Some(celsius) = celsius {
            numbers::between(report, spot.field(field), "temperature", celsius, TEMPERATURES);
        }
    }
}

fn check_heat(kind: &Kind, heat: &HeatSource, spot: Spot, report: &mut Report) {
    numbers::between(report, spot.field("celsius"), "temperature", heat.celsius, TEMPERATURES);
    numbers::positive(report, spot.field("rate_per_s"), "rate", heat.rate_per_s, 1.0);
    let has_room = match heat.applies {
        Relation::In => kind.holds,
        Relation::On => kind.surface,
        Relation::HeldBy | Relation::Under => false,
    };
    if !has_room {
        let (place, kind) = (kind.name.clone(), "heat source".to_owned());
        let relation = heat.applies.to_string();
        report.say(spot.field("applies"), Problem::NoPlace { place, kind, relation });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_no() {
        let text = "[(name: \"mug\", size: (0.1, 0.1, 0.1), mass_kg: 0.3, holds: true)]";
        let kinds = parse_kinds("kinds.ron", text).expect("these are kinds");
        let mug = kinds.get("mug").expect("there is a mug");
        assert!(mug.holds && !mug.fixed && mug.heat.is_none());
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once() {
        let text = r#"[
    (name: "blue mug", size: (0.1, 0, 0.1), mass_kg: -1),
    (name: "stove", size: (1, 1, 1), mass_kg: 9, heat: (celsius: NaN, rate_per_s: 2, mode: Frying, applies: In)),
    (name: "stove", size: (1, 1, 1), mass_kg: 9, edge: (sharpness: 1.5, wear: inf)),
]"#;
        let errors = parse_kinds("kinds.ron", text).expect_err("eight mistakes");
        expect_test::expect![[r#"
            kinds.ron:2:12: "blue mug" is no name for a kind: a kind is one word of letters, digits and hyphens
            kinds.ron:2:36: the size must be greater than 0 and at most 30, not 0
            kinds.ron:2:54: the mass must be greater than 0 and at most 5000, not -1
            kinds.ron:3:66: the temperature must be from -50 to 1500, not NaN
            kinds.ron:3:83: the rate must be greater than 0 and at most 1, not 2
            kinds.ron:3:109: "stove" is a heat source: nothing can be put in it
            kinds.ron:4:12: two kinds are named "stove"; each needs a name of its own
            kinds.ron:4:68: the sharpness must be from 0 to 1, not 1.5
            kinds.ron:4:79: the wear must be from 0 to 1, not inf"#]]
        .assert_eq(&errors.to_string());
    }
}
