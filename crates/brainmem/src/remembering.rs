//! How a question brings units to mind: seeds, spreading, scores.

use std::collections::{BTreeMap, BTreeSet};

use base::{Noun, UnitId};
use memory::graph::LinkKind;
use memory::recall::best_within;
use memory::{
    Ask, AssessRelevance, Budget, MemoryError, MemoryUnit, Question, Recall, Recalled, Trace, Work,
};

use crate::cues::{self, Seeds};
use crate::indexes::Asked;
use crate::spread::{self, Activation};
use crate::{BrainMem, rules, strength};

/// What likeness of words counts where units were found by what they state.
const BESIDE_CUES: f32 = 0.25;
/// What activation from elsewhere counts for a unit that was found by what it states: it is judged
/// by that, and a well-connected old place must not overtake the newest.
const FLOWS_TO_CUED: f32 = 0.2;
/// A best score below this calls for a deep search.
const TOO_LITTLE: f32 = 0.3;
/// What a unit scores at least to come to mind by likeness or links.
const LEAST_SCORE: f32 = 0.08;
/// What a unit counts that has nothing of the thing asked for, and nothing like it.
const ANOTHER_THING: f32 = 0.25;
/// What a unit counts that states nothing, where a place is asked for.
const STATES_NOTHING: f32 = 0.4;
/// What a unit of failure counts, and what one whose cause is gone.
const FAILED: f32 = 0.7;
const CAUSE_GONE: f32 = 0.3;
/// How many of the best candidates of a recall are judged, where there is a judge.
const MOST_JUDGED: usize = 10;
/// How far a score is held to the judgement: what was judged irrelevant keeps the rest.
const HELD_TO_JUDGEMENT: f32 = 0.9;
/// What success adds.
const SUCCEEDED: f32 = 1.1;

/// What comes to mind.
pub(crate) fn recall(
    memory: &BrainMem,
    question: &Question,
    budget: &Budget,
) -> Result<Recall, MemoryError> {
    let profile = &memory.profile;
    let hops = profile.numbers.hops.min(budget.hops);
    let cued = if profile.switches.structured_cues {
        cues::find(&memory.store, profile, question, hops)
    } else {
        Seeds::default()
    };
    let asked = memory.indexes.ask(question.ask.to_string())?;
    let nouns = question.nouns();
    let episodes = cued.found.keys().map(|id| memory.store.unit(*id).episode).collect();
    let attempt =
        Attempt { memory, question, asked: &asked, nouns: &nouns, cued: &cued, episodes, hops };
    let mut work = Work { units_visited: cued.looked_at, ..Work::default() };
    let mut found = attempt.search(false, &mut work)?;
    // Nothing states an answer and little resembles it: look among what was put aside.
    let best = found.iter().map(|recalled| recalled.trace.score).fold(0.0, f32::max);
    let has_more = profile.switches.reactivation && memory.indexes.deep() > 0;
    if has_more && cued.found.is_empty() && best < TOO_LITTLE {
        found = attempt.search(true, &mut work)?;
    }
    if let Some(judge) = &memory.relevance
        && profile.switches.judged_relevance
    {
        judged(memory, question, &**judge, &mut found)?;
    }
    let units = budget.units.min(u32::try_from(profile.numbers.top).unwrap_or(u32::MAX));
    Ok(best_within(found, &Budget { units, ..*budget }, work))
}

/// Has the best candidates judged, and weighs each by how relevant it was found. What was found to be
/// beside the point falls below the least share and is dropped.
fn judged(
    memory: &BrainMem,
    question: &Question,
    judge: &dyn AssessRelevance,
    found: &mut Vec<Recalled>,
) -> Result<(), MemoryError> {
    found.sort_by(|a, b| {
        let newer = b.unit.lived.cmp(&a.unit.lived);
        b.trace.score.total_cmp(&a.trace.score).then(newer).then(a.id.cmp(&b.id))
    });
    let most = MOST_JUDGED.min(found.len());
    let candidates = &mut found[..most];
    let units: Vec<&MemoryUnit> = candidates.iter().map(|recalled| &*recalled.unit).collect();
    let failed = |reason| MemoryError::Judging { memory: memory.profile.name.clone(), reason };
    let relevances = judge.assess(question, &units).map_err(failed)?;
    for (recalled, relevance) in candidates.iter_mut().zip(relevances) {
        let mut signals: Vec<(&str, f32)> =
            recalled.trace.signals.iter().map(|signal| (&*signal.name, signal.value)).collect();
        signals.push(("judged", 1.0 - HELD_TO_JUDGEMENT + HELD_TO_JUDGEMENT * relevance));
        recalled.trace = Trace::product(&signals, recalled.trace.path.clone());
    }
    let best = found.iter().map(|recalled| recalled.trace.score).fold(0.0, f32::max);
    let least = memory.profile.numbers.least_share_beside_cues * best;
    found.retain(|recalled| recalled.trace.score >= least);
    Ok(())
}

/// One look for an answer.
struct Attempt<'a> {
    memory: &'a BrainMem,
    question: &'a Question,
    asked: &'a Asked,
    nouns: &'a [Noun],
    cued: &'a Seeds,
    /// The episodes of what the cue found.
    episodes: BTreeSet<u32>,
    hops: u32,
}

impl Attempt<'_> {
    fn search(&self, deep: bool, work: &mut Work) -> Result<Vec<Recalled>, MemoryError> {
        let memory = self.memory;
        let profile = &memory.profile;
        let seeds = self.seeds(deep, work)?;
        let passes = |id| deep || !memory.store.entry(id).is_marginal;
        let carries = |kind| {
            if profile.switches.goal_directed { carries(&self.question.ask, kind) } else { 1.0 }
        };
        let rules = spread::Rules {
            hops: self.hops,
            passed_on: profile.numbers.passed_on,
            cut_off: profile.numbers.cut_off,
            fan_out: profile.switches.divided_activation.then_some(profile.numbers.fan_out),
            divided: profile.switches.divided_activation,
            only_new: profile.switches.delta_spreading,
            carries: &carries,
            passes: &passes,
        };
        let activation = spread::spread(&memory.graph, &seeds, &rules);
        work.links_walked += activation.links_walked;
        work.units_visited += activation.units.len() as u64;
        // No other part of a score makes up for an activation this low.
        let faint = if profile.numbers.least_share > 0.0 { LEAST_SCORE } else { 0.0 };
        let mut found: Vec<Recalled> = activation
            .units
            .iter()
            .filter(|(id, active)| active.level >= faint / 2.0 || self.cued.found.contains_key(id))
            .map(|(id, active)| {
                let trace = self.score(*id, active.level, self.path(&activation, *id));
                memory.store.shelf.recalled(*id, trace)
            })
            .collect();
        let best = found.iter().map(|recalled| recalled.trace.score).fold(0.0, f32::max);
        let share = if self.cued.found.is_empty() {
            profile.numbers.least_share
        } else {
            profile.numbers.least_share_beside_cues
        };
        found.retain(|recalled| {
            let least = if self.cued.found.contains_key(&recalled.id) {
                profile.numbers.least_share * best
            } else {
                (share * best).max(faint)
            };
            recalled.trace.score >= least
        });
        Ok(found)
    }

    /// The units from which activation spreads, each with its level.
    fn seeds(&self, deep: bool, work: &mut Work) -> Result<BTreeMap<UnitId, f32>, MemoryError> {
        let profile = &self.memory.profile;
        let mut seeds: BTreeMap<UnitId, f32> = BTreeMap::new();
        let mut add = |id: UnitId, level: f32| {
            let level = if profile.switches.graded_seeds { level } else { 1.0 };
            let best = seeds.entry(id).or_insert(level);
            *best = best.max(level);
        };
        for (id, (level, _)) in &self.cued.found {
            add(*id, *level);
        }
        let share = if self.cued.found.is_empty() { 1.0 } else { BESIDE_CUES };
        let (most, with_words) = (profile.numbers.seeds, profile.switches.lexical_seeds);
        for level in [false, true].into_iter().take(1 + usize::from(deep)) {
            let similar = self.memory.indexes.search(self.asked, level, most, with_words)?;
            work.units_visited += similar.looked_at;
            for (id, relevance) in similar.best {
                add(id, relevance * share);
            }
        }
        Ok(seeds)
    }

    /// The score and its reasons.
    fn score(&self, id: UnitId, level: f32, path: Vec<UnitId>) -> Trace {
        let switches = self.memory.profile.switches;
        let unit = self.memory.store.unit(id);
        let entry = self.memory.store.entry(id);
        let is_cued = self.cued.found.contains_key(&id);
        let retrievable = strength::retrievability(unit.strength, entry.utility);
        let level = match self.cued.found.get(&id) {
            Some((stated, _)) => {
                let seed = if switches.graded_seeds { *stated } else { 1.0 };
                seed + FLOWS_TO_CUED * (level - seed)
            }
            None => level,
        };
        let mut signals = vec![("activation", level)];
        signals.push(match (switches.gated_strength, is_cued) {
            (false, _) => ("strength", unit.strength),
            (true, false) => ("strength", retrievable),
            // What states the answer states it, however strongly it is held.
            (true, true) => ("strength", 0.9 + 0.1 * retrievable),
        });
        if is_cued {
            return Trace::product(&signals, path);
        }
        let closeness = self.memory.indexes.closeness(self.asked, id);
        let relevance = rules::relevance(unit, self.nouns, closeness);
        let held_to = if switches.associative_relevance { 0.5 } else { 1.0 };
        signals.push(("relevance", 1.0 - held_to + held_to * relevance));
        if switches.interference {
            signals.push(("currency", self.currency(id, unit)));
        }
        if switches.outcome_bias {
            signals.push(("outcome", self.outcome(unit)));
        }
        if switches.look_alike_inhibition {
            signals.push(("likeness", self.likeness(unit)));
        }
        Trace::product(&signals, path)
    }

    /// How far the unit stands back behind others: behind newer evidence about the same matter, or,
    /// where a procedure is asked for, behind the episode that tells it.
    ///
    /// What is retrieved keeps its rivals down: Anderson, Bjork and Bjork, "Remembering can cause
    /// forgetting" (1994).
    fn currency(&self, id: UnitId, unit: &MemoryUnit) -> f32 {
        let numbers = &self.memory.profile.numbers;
        let superseded = match self.question.ask {
            Ask::WhereIs(_) | Ask::WhatStoodInTheWay(_) => numbers.superseded,
            Ask::Words(_) => 0.5,
            // How something came about is as true as ever.
            Ask::WhatHappened(_) | Ask::WhatGotOver { .. } => return 1.0,
            Ask::WhatBringsAbout(_) | Ask::HowWasDone { .. } => {
                let stands_alone =
                    self.episodes.is_empty() || self.episodes.contains(&unit.episode);
                return if stands_alone { 1.0 } else { numbers.other_episode };
            }
        };
        let (mut facts, mut current) = (0, 0);
        for fact in unit.evidence() {
            let denied_now =
                self.question.situation.iter().any(|now| now.same_matter(fact) && now != fact);
            facts += 1;
            current += i32::from(!denied_now && !self.memory.store.is_superseded(id, fact));
        }
        if facts == 0 {
            // It may name the thing, and says nothing of any place.
            if matches!(self.question.ask, Ask::WhereIs(_)) { STATES_NOTHING } else { 1.0 }
        } else {
            superseded + (1.0 - superseded) * current as f32 / facts as f32
        }
    }

    /// How the outcome speaks for the unit: success is preferred, and of a failure whose cause is
    /// gone little is left.
    fn outcome(&self, unit: &MemoryUnit) -> f32 {
        if unit.valence >= 0.0 {
            return 1.0 + (SUCCEEDED - 1.0) * unit.valence.min(1.0);
        }
        let cause_is_gone = !unit.cause.is_empty()
            && unit.cause.iter().all(|cause| self.memory.store.is_overturned(cause));
        let is_asked_for =
            matches!(self.question.ask, Ask::WhatStoodInTheWay(_) | Ask::WhatGotOver { .. });
        match (cause_is_gone, is_asked_for) {
            (true, _) => CAUSE_GONE,
            (false, true) => 1.0,
            (false, false) => FAILED,
        }
    }

    /// Whether the unit has to do with what was asked for, or only with things like it.
    fn likeness(&self, unit: &MemoryUnit) -> f32 {
        if self.nouns.is_empty() {
            return 1.0;
        }
        let any = |test: &dyn Fn(&Noun, &Noun) -> bool| {
            self.nouns.iter().any(|asked| unit.entities.iter().any(|thing| test(asked, thing)))
        };
        if any(&|asked, thing| asked.fits(thing)) {
            1.0
        } else if any(&|asked, thing| thing.fits(asked)) {
            0.8
        } else if any(&|asked, thing| asked.kind() == thing.kind()) {
            self.memory.profile.numbers.look_alike
        } else {
            ANOTHER_THING
        }
    }

    /// The units through which a unit was reached: by the cue to a seed, from there by links.
    fn path(&self, activation: &Activation, id: UnitId) -> Vec<UnitId> {
        let mut path = activation.path(id);
        let through = self.cued.found.get(&path[0]).and_then(|(_, through)| *through);
        if let Some(through) = through.filter(|through| !path.contains(through)) {
            path.insert(0, through);
        }
        path
    }
}

/// How well a kind of link carries activation for a kind of question.
fn carries(ask: &Ask, kind: LinkKind) -> f32 {
    use LinkKind as K;
    match (ask, kind) {
        (_, K::Related) => 1.0,
        (_, K::UsedTogether) => 0.7,
        // Towards the newest word about the thing.
        (Ask::WhereIs(_), K::SupersededBy) => 1.0,
        (Ask::WhereIs(_), K::ThingLater) => 0.8,
        (Ask::WhereIs(_), K::Opposite) => 0.5,
        (Ask::WhereIs(_), K::Supersedes | K::ThingEarlier) => 0.2,
        (Ask::WhereIs(_), _) => 0.1,
        // Backwards, to what led there.
        (
            Ask::WhatBringsAbout(_) | Ask::HowWasDone { .. },
            K::Previous | K::HasPremise | K::CausedBy,
        ) => 1.0,
        (Ask::WhatBringsAbout(_) | Ask::HowWasDone { .. }, K::Analogous) => 0.3,
        (Ask::WhatBringsAbout(_) | Ask::HowWasDone { .. }, _) => 0.1,
        // To the cause and to what has become of it.
        (Ask::WhatStoodInTheWay(_), K::CausedBy | K::Opposite | K::SupersededBy) => 1.0,
        (Ask::WhatStoodInTheWay(_), K::ThingLater) => 0.6,
        (Ask::WhatStoodInTheWay(_), K::Analogous) => 0.5,
        (Ask::WhatStoodInTheWay(_), _) => 0.2,
        // Onwards, to what was done about it.
        (Ask::WhatGotOver { .. }, K::Next) => 1.0,
        (Ask::WhatGotOver { .. }, _) => 0.2,
        // Around that moment.
        (Ask::WhatHappened(_), K::Next | K::Previous) => 1.0,
        (Ask::WhatHappened(_), _) => 0.3,
        (Ask::Words(_), K::Supersedes) => 0.5,
        (Ask::Words(_), _) => 1.0,
    }
}
