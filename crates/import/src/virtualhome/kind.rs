//! Kinds from properties: what a class can do is all that is known of it.

use base::{Relation, State};
use scenario::checked::Kind;

use super::graph::{Graph, Node};

/// A name as nouns have them: `towel_rack` as `towel-rack`.
pub(super) fn name_of(class: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    class.chars().map(plain).collect::<String>().trim_matches('-').to_owned()
}

/// The kind of a class, from all of its nodes.
pub(super) fn kind_of(class: &str, nodes: &[&Node], graph: &Graph, size: [f32; 3]) -> Kind {
    let name = name_of(class);
    let has = |property: &str| nodes.iter().any(|node| node.has(property));
    let is_place = |relation: &str| {
        let mut edges = graph.edges.iter().filter(|edge| edge.relation == relation);
        edges.any(|edge| nodes.iter().any(|node| node.id == edge.to))
    };
    let fixed = !has("GRABBABLE");
    let is_basin = fixed && ["sink", "bathtub"].contains(&name.as_str());
    let holds = is_basin || has("CONTAINERS") || has("CAN_OPEN") && fixed || is_place("INSIDE");
    let is_wet_work = ["towel", "sponge", "rag", "cloth"].iter().any(|word| name.contains(word));
    Kind {
        name,
        size,
        mass_kg: (size.iter().product::<f32>() * 300.0).clamp(0.05, if fixed { 80.0 } else { 4.0 }),
        fixed,
        opens: has("CAN_OPEN"),
        holds,
        surface: !is_basin && (has("SURFACES") || is_place("ON")),
        switch: has("HAS_SWITCH"),
        plug: has("HAS_PLUG"),
        seat: fixed && has("SITTABLE"),
        bed: fixed && has("LIEABLE"),
        edible: !fixed && has("EATABLE"),
        sliceable: !fixed && has("EATABLE") && has("CUTTABLE"),
        washable: true,
        absorbent: !fixed && is_wet_work,
        basin: is_basin,
        ..Kind::default()
    }
}

/// The state of ours that stands for one of theirs, and whether it holds; none where we have none.
pub(super) fn state_of(word: &str) -> Option<(State, bool)> {
    Some(match word {
        "OPEN" => (State::Open, true),
        "CLOSED" => (State::Open, false),
        "ON" => (State::Running, true),
        "OFF" => (State::Running, false),
        "CLEAN" => (State::Dirty, false),
        "DIRTY" => (State::Dirty, true),
        "PLUGGED_IN" => (State::Plugged, true),
        "PLUGGED_OUT" => (State::Plugged, false),
        _ => return None,
    })
}

/// Whether a thing of the kind can be in that state.
pub(super) fn can_be(kind: &Kind, state: State) -> bool {
    match state {
        State::Open => kind.opens,
        State::Running => kind.switch,
        State::Dirty => kind.washable,
        State::Plugged => kind.plug,
        _ => false,
    }
}

/// The relation of ours that stands for one of theirs.
pub(super) fn relation_of(word: &str) -> Option<Relation> {
    match word {
        "ON" => Some(Relation::On),
        "INSIDE" => Some(Relation::In),
        _ => None,
    }
}
