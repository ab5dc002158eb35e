//! What feedback and a night's rest change.

use base::{Streams, UnitId};
use memory::graph::LinkKind;
use memory::postings::matters_of;
use memory::{Class, Feedback, MemorySystem, MemoryUnit};
use rand::RngExt;

use crate::BrainMem;
use crate::strength;

/// The most used units whose links with one another learn from one feedback.
const LEARN_TOGETHER: usize = 16;
/// How far above the line a unit returns that was put aside and proved of use.
const RETURNS_ABOVE: f32 = 0.2;

/// Credits or blames what a plan used.
pub(crate) fn learn(memory: &mut BrainMem, feedback: &Feedback) {
    let credit = if feedback.credit.is_finite() { feedback.credit.clamp(-1.0, 1.0) } else { 0.0 };
    let switches = memory.profile.switches;
    let mut used: Vec<UnitId> = feedback.used.clone();
    used.retain(|id| memory.store.shelf.get(*id).is_some());
    let mut distinct = used.clone();
    distinct.sort_unstable();
    distinct.dedup();
    for id in &distinct {
        if switches.usage_by_feedback {
            credit_unit(memory, *id, credit);
        }
    }
    if switches.hebbian_links {
        used.truncate(LEARN_TOGETHER);
        credit_links(memory, &used, credit);
    }
}

fn credit_unit(memory: &mut BrainMem, id: UnitId, credit: f32) {
    let switches = memory.profile.switches;
    let numbers = memory.profile.numbers;
    let entry = memory.store.entry_mut(id).expect("only known ids are credited");
    entry.uses = entry.uses.saturating_add(1);
    entry.utility = strength::utility_after(entry.utility, credit);
    let returns = switches.reactivation && entry.is_marginal && credit > 0.0;
    memory.store.shelf.hold(id, |held| {
        held.access_count = held.access_count.saturating_add(1);
        if switches.gated_strength {
            held.strength = strength::credited(held.strength, credit, &numbers);
        }
        if returns {
            held.strength = held.strength.max(numbers.marginal_below + RETURNS_ABOVE);
        }
    });
    if returns {
        set_aside(memory, id, false);
    }
}

/// "Fire together, wire together" (Hebb, "The Organization of Behavior", 1949), where it led to
/// success; what failed together comes apart again.
fn credit_links(memory: &mut BrainMem, used: &[UnitId], credit: f32) {
    let gain = memory.profile.numbers.link_gain * credit.abs();
    let learned = |held: f32| {
        if credit > 0.0 { held + gain * (1.0 - held) } else { held * (1.0 - gain) }
    };
    for &from in used {
        for &to in used.iter().filter(|to| **to != from) {
            let links = memory.graph.between(from, to);
            for link in &links {
                memory.graph.learn(from, to, link.kind, learned);
            }
            if links.is_empty() && credit > 0.0 {
                memory.graph.learn(from, to, LinkKind::UsedTogether, learned);
            }
        }
    }
}

/// A night: fading, rehearsal, pruning, and putting aside.
pub(crate) fn rest(memory: &mut BrainMem) {
    memory.nights = memory.nights.saturating_add(1);
    let ids = memory.unit_ids();
    for id in &ids {
        fade(memory, *id);
    }
    if memory.profile.switches.replay {
        rehearse(memory, &ids);
    }
    if memory.profile.switches.pruning {
        let numbers = memory.profile.numbers;
        memory.graph.fade(numbers.link_decay, numbers.prune_below);
    }
    for id in ids {
        settle(memory, id);
    }
}

fn fade(memory: &mut BrainMem, id: UnitId) {
    let (switches, numbers) = (memory.profile.switches, memory.profile.numbers);
    let unit = memory.store.unit(id);
    let accesses = if switches.gated_strength { 0 } else { unit.access_count };
    let strength = if switches.importance_decay {
        let utility = memory.store.entry(id).utility;
        strength::rested(unit, utility, &numbers, true) + numbers.gain_per_access * accesses as f32
    } else if switches.gated_strength {
        strength::rested(unit, 0.0, &numbers, false)
    } else {
        strength::rested_as_in_the_article(unit.strength, accesses, &numbers)
    };
    memory.store.shelf.hold(id, |held| {
        held.strength = strength;
        held.access_count = 0;
    });
}

/// Rehearses some units, "particularly those of middling strength and rich in links" (article,
/// 5.2), as the sleeping hippocampus replays (Wilson and McNaughton, 1994).
///
/// Each candidate draws a number of its own for the night, named by its id, and those win whose
/// draw is smallest for their number of links (Efraimidis and Spirakis, 2006); so one unit more
/// or less disturbs no other's draw.
fn rehearse(memory: &mut BrainMem, ids: &[UnitId]) {
    let numbers = memory.profile.numbers;
    let middling = numbers.marginal_below * 0.5..0.9;
    let mut drawn: Vec<(f64, UnitId)> = ids
        .iter()
        .filter(|id| middling.contains(&memory.store.unit(**id).strength))
        .map(|id| {
            let links = memory.graph.degree(*id) as f64;
            (draw(memory, *id) / (1.0 + links), *id)
        })
        .collect();
    drawn.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    drawn.truncate(ids.len() / numbers.rehearse_one_in.max(1));
    for (_, id) in drawn {
        memory.store.shelf.hold(id, |held| {
            held.strength += (1.0 - held.strength) * numbers.rehearsal;
        });
    }
}

/// A number from 0 to 1 for this unit and this night.
fn draw(memory: &BrainMem, id: UnitId) -> f64 {
    let (night, id) = (memory.nights.to_string(), id.to_string());
    Streams::new(memory.profile.stream_seed).named(&["rehearsal", &night, &id]).random()
}

/// Looks again whether what was put aside as repeated still is, now that a unit was erased.
pub(crate) fn settle_looks_at(memory: &mut BrainMem, erased: &MemoryUnit) {
    let mut looks: Vec<UnitId> = Vec::new();
    for matter in erased.evidence().flat_map(matters_of) {
        looks.extend(memory.store.postings.about(&matter).map(|(_, id)| id));
    }
    looks.retain(|id| memory.store.unit(*id).class == Class::Scene && memory.is_put_aside(*id));
    looks.sort_unstable();
    looks.dedup();
    for look in looks {
        settle(memory, look);
    }
}

/// Puts a unit aside, or brings it back, as its strength and its newer neighbours say.
pub(crate) fn settle(memory: &mut BrainMem, id: UnitId) {
    let (switches, numbers) = (memory.profile.switches, memory.profile.numbers);
    let unit = memory.store.unit(id);
    let is_protected =
        switches.protected_classes && matches!(unit.class, Class::Core | Class::Skill);
    let is_weak = unit.strength < numbers.marginal_below && !is_protected;
    let is_repeated =
        switches.habituation && unit.class == Class::Scene && memory.store.is_repeated(id);
    let aside = is_weak || is_repeated;
    let stays_away = !switches.reactivation && memory.store.entry(id).is_marginal;
    if aside != memory.store.entry(id).is_marginal && !stays_away {
        set_aside(memory, id, aside);
    }
}

fn set_aside(memory: &mut BrainMem, id: UnitId, aside: bool) {
    let keep = memory.profile.switches.reactivation;
    let unit = memory.store.unit(id).clone();
    memory.indexes.put_aside(id, &unit, aside, keep);
    memory.store.entry_mut(id).expect("only known ids are put aside").is_marginal = aside;
}
