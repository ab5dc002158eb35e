//! What brought it about? Past episodes in which something wanted came about, weighed against one
//! another, and with each of them its steps.

use std::collections::BTreeMap;

use base::{Action, ActionKind, Condition, Fact, Noun, Place, Quality, SimTime, State, UnitId};
use memory::MemoryUnit;
use memory::lexical::words_of;
use memory::postings::Topic;

use super::{Cue, FITS, LOOKED_BACK, OTHER_KIND, fit};
use crate::episode::{self, Completion};
use crate::strength::retrievability;

/// What moving a thing counts beside changing its state: how to move things is known anyway.
const MOVED: f32 = 0.2;
/// What the whereabouts of the things in a procedure count beside the procedure: above the steps
/// that follow from others, below those that tell something.
const WHEREABOUTS: f32 = 0.45;
/// How many things that a noun of the goal fits are placed.
const PLACED: usize = 3;
/// How many past episodes are weighed against one another.
const EPISODES_WEIGHED: usize = 12;
/// What an episode counts in which something was used that is known to be broken now.
const BROKEN_NOW: f32 = 0.4;

/// Something that a condition wants of one thing.
#[derive(Debug, Clone, PartialEq)]
struct Wanted {
    noun: Noun,
    quality: Quality,
}

/// A past episode in which something wanted came about.
#[derive(Debug, Clone)]
struct Candidate {
    episode: u32,
    /// For each wanted thing, how well it came about and in which unit.
    met: Vec<Option<(f32, UnitId)>>,
    newest: SimTime,
    weight: f32,
}

impl Wanted {
    fn importance(&self) -> f32 {
        if matches!(self.quality, Quality::At(..)) { MOVED } else { 1.0 }
    }
}

impl Candidate {
    /// How much of what is wanted the episode tells, as far as `counts` says that it counts.
    fn worth(&self, wanted: &[Wanted], counts: impl Fn(usize) -> bool) -> f32 {
        let met = self.met.iter().zip(wanted).enumerate();
        let worth = met
            .filter(|(index, _)| counts(*index))
            .filter_map(|(_, (met, wanted))| met.map(|(fit, _)| fit * wanted.importance()))
            .sum::<f32>();
        worth * self.weight
    }
}

/// The episode that tells most of what is still wanted, the newer of equals; none where no episode
/// tells any of it.
fn best_of(candidates: &[Candidate], wanted: &[Wanted], still_wanted: &[bool]) -> Option<usize> {
    let worth = |candidate: &Candidate| {
        let new = candidate.worth(wanted, |index| still_wanted[index]);
        (new, candidate.worth(wanted, |_| true))
    };
    let best = candidates.iter().enumerate().max_by(|(_, a), (_, b)| {
        let ((new_a, all_a), (new_b, all_b)) = (worth(a), worth(b));
        new_a
            .total_cmp(&new_b)
            .then(all_a.total_cmp(&all_b))
            .then(a.newest.cmp(&b.newest))
            .then(b.episode.cmp(&a.episode))
    });
    best.filter(|(_, best)| worth(best).0 > 0.0).map(|(index, _)| index)
}

impl Cue<'_> {
    pub(super) fn what_brought_about(&mut self, condition: &Condition, goal: Option<&str>) {
        let mut wanted = Vec::new();
        collect_wanted(condition, &mut wanted);
        let mut candidates = self.candidates(&wanted);
        self.weigh(&mut candidates, goal);
        let mut still_wanted = vec![true; wanted.len()];
        // One episode for each thing wanted that none before it told of. A second way to the same
        // end stays away: half of it would be worse than none, and taken for the whole.
        while let Some(best) = best_of(&candidates, &wanted, &still_wanted) {
            let best = candidates.swap_remove(best);
            let mut level = 0.0_f32;
            let met = wanted.iter().zip(&best.met).zip(&mut still_wanted);
            for ((wanted, _), still_wanted) in met.filter(|((_, met), _)| met.is_some()) {
                if std::mem::take(still_wanted) {
                    level = level.max(wanted.importance());
                }
            }
            self.bring_up(&best, level);
        }
        for one in &wanted {
            let at = match &one.quality {
                Quality::At(_, at) => Some(at),
                _ => None,
            };
            for noun in std::iter::once(&one.noun).chain(at) {
                self.place_some(noun);
            }
        }
    }

    /// Brings up where some things are that the noun fits.
    fn place_some(&mut self, noun: &Noun) {
        for thing in self.placed(noun).into_iter().take(PLACED) {
            self.whereabouts(&thing, WHEREABOUTS, 1, 1);
        }
    }

    fn candidates(&mut self, wanted: &[Wanted]) -> Vec<Candidate> {
        let mut by_episode: BTreeMap<u32, Candidate> = BTreeMap::new();
        for (index, one) in wanted.iter().enumerate() {
            for (id, fit) in self.where_it_came_about(one) {
                let unit = self.store.unit(id);
                let candidate = by_episode.entry(unit.episode).or_insert_with(|| Candidate {
                    episode: unit.episode,
                    met: vec![None; wanted.len()],
                    newest: unit.lived,
                    weight: 1.0,
                });
                candidate.newest = candidate.newest.max(unit.lived);
                let slot = &mut candidate.met[index];
                if slot.is_none_or(|(best, _)| fit > best) {
                    *slot = Some((fit, id));
                }
            }
        }
        let mut candidates: Vec<Candidate> = by_episode.into_values().collect();
        candidates.sort_by(|a, b| {
            let (all_a, all_b) = (a.worth(wanted, |_| true), b.worth(wanted, |_| true));
            all_b.total_cmp(&all_a).then(b.newest.cmp(&a.newest)).then(a.episode.cmp(&b.episode))
        });
        candidates.truncate(EPISODES_WEIGHED.max(wanted.len()));
        candidates
    }

    /// Units in which the wanted came about, with how well each fits.
    fn where_it_came_about(&mut self, wanted: &Wanted) -> Vec<(UnitId, f32)> {
        let known: Vec<Noun> =
            self.store.postings.nouns_of_kind(wanted.noun.kind()).cloned().collect();
        let mut found = Vec::new();
        for thing in &known {
            let fit = fit(&wanted.noun, thing);
            let topics = match &wanted.quality {
                Quality::Is(state) => vec![Topic::ThingBecame(thing.clone(), *state, true)],
                Quality::IsNot(state) => vec![Topic::ThingBecame(thing.clone(), *state, false)],
                Quality::Holds(_) | Quality::FilledWith(_) | Quality::CoveredWith(_) => continue,
                Quality::At(..) if fit < FITS => continue,
                Quality::At(..) => vec![
                    Topic::DoneWith(ActionKind::PutOn, thing.clone()),
                    Topic::DoneWith(ActionKind::PutIn, thing.clone()),
                    Topic::Whereabouts(thing.clone()),
                ],
            };
            for topic in topics {
                for id in self.newest(&topic, LOOKED_BACK / 2) {
                    if came_about(self.store.unit(id), |noun| noun == thing, &wanted.quality) {
                        found.push((id, fit));
                    }
                }
            }
        }
        if found.is_empty()
            && let Quality::Is(state) | Quality::IsNot(state) = wanted.quality
        {
            // Never with such a thing; perhaps with another: frying an egg tells how to fry.
            let holds = matches!(wanted.quality, Quality::Is(_));
            for id in self.newest(&Topic::Became(state, holds), LOOKED_BACK / 2) {
                if came_about(self.store.unit(id), |_| true, &wanted.quality) {
                    found.push((id, OTHER_KIND));
                }
            }
        }
        found
    }

    /// Weighs the candidates by how like their goal was to the one pursued, by how well they are
    /// held and were of use, and by whether what was used then is broken now.
    fn weigh(&self, candidates: &mut [Candidate], goal: Option<&str>) {
        for candidate in candidates {
            let Some(&(_, id)) = candidate.met.iter().flatten().next() else { continue };
            let unit = self.store.unit(id);
            let likeness =
                goal.zip(unit.goal.as_deref()).map_or(0.0, |(now, then)| likeness(now, then));
            let held = retrievability(unit.strength, self.store.entry(id).utility);
            candidate.weight = (1.0 + 0.3 * likeness) * held;
            if self.uses_what_is_broken(candidate.episode) {
                candidate.weight *= BROKEN_NOW;
            }
        }
    }

    fn uses_what_is_broken(&self, episode: u32) -> bool {
        let topic = Topic::Episode(episode);
        let members = self.store.postings.about(&topic).take(LOOKED_BACK);
        let mut used = members.flat_map(|(_, id)| {
            let unit = self.store.unit(id);
            unit.actions.iter().filter(|_| unit.valence >= 0.0).flat_map(Action::things)
        });
        used.any(|thing| self.newest_says(&Fact::Is(thing.clone(), State::Broken, true)))
    }

    /// Brings up the results of a past episode, and with them how they came about.
    fn bring_up(&mut self, candidate: &Candidate, level: f32) {
        let results: Vec<UnitId> = candidate.met.iter().flatten().map(|(_, id)| *id).collect();
        let mut best_fit = 0.0_f32;
        for &(fit, id) in candidate.met.iter().flatten() {
            self.seeds.add(id, level * fit);
            best_fit = best_fit.max(fit);
        }
        if self.profile.switches.episode_completion {
            let Completion { steps, looked_at } = episode::complete(self.store, &results);
            self.seeds.looked_at += looked_at;
            for (id, share, result) in steps {
                self.seeds.add_through(id, level * best_fit * share, Some(result));
                if share > WHEREABOUTS {
                    self.place_what_was_moved(id, level * best_fit);
                }
            }
        }
    }

    /// A step says where a thing was put then. Brings up where it is now, so that nobody who takes
    /// the step for news is led astray.
    fn place_what_was_moved(&mut self, step: UnitId, level: f32) {
        let moved: Vec<Noun> = self
            .store
            .unit(step)
            .after
            .iter()
            .filter(|fact| matches!(fact, Fact::At(..)) && self.store.is_superseded(step, fact))
            .map(|fact| fact.subject().clone())
            .collect();
        for thing in moved {
            self.whereabouts(&thing, level * WHEREABOUTS, 1, 0);
        }
    }
}

/// Everything that a condition wants of single things. What must be avoided is left out.
fn collect_wanted(condition: &Condition, into: &mut Vec<Wanted>) {
    match condition {
        Condition::Exists(noun, that)
        | Condition::ForAll(noun, that)
        | Condition::Count { of: noun, that, .. } => {
            for quality in that {
                let wanted = Wanted { noun: noun.clone(), quality: quality.clone() };
                if !into.contains(&wanted) {
                    into.push(wanted);
                }
            }
        }
        Condition::Together { each, relation, at, that } => {
            each.iter().for_each(|share| collect_wanted(&share.at(*relation, at), into));
            if !that.is_empty() {
                collect_wanted(&Condition::Exists(at.clone(), that.clone()), into);
            }
        }
        Condition::Apart { of, that, relation, at, .. } => {
            let there = Quality::At(*relation, at.clone());
            let all = that.iter().cloned().chain([there]).collect();
            collect_wanted(&Condition::Exists(of.clone(), all), into);
        }
        Condition::Not(_) | Condition::Never(_) => {}
        _ => condition.children().iter().for_each(|part| collect_wanted(part, into)),
    }
}

/// Whether the unit tells that a thing came to have the quality, and not that it was found so.
fn came_about(unit: &MemoryUnit, is_meant: impl Fn(&Noun) -> bool, quality: &Quality) -> bool {
    let states = |fact: &Fact| match (fact, quality) {
        (Fact::Is(noun, state, true), Quality::Is(wanted))
        | (Fact::Is(noun, state, false), Quality::IsNot(wanted)) => {
            state == wanted && is_meant(noun)
        }
        (Fact::At(noun, Place(relation, place)), Quality::At(wanted, at)) => {
            relation == wanted && at.fits(place) && is_meant(noun)
        }
        _ => false,
    };
    unit.tells_of_a_change() && unit.valence >= 0.0 && unit.after.iter().any(states)
}

/// How much two goals have in common: the share of common words among all their words (Jaccard).
fn likeness(a: &str, b: &str) -> f32 {
    let (a, b): (Vec<String>, Vec<String>) = (sorted_words(a), sorted_words(b));
    let common = a.iter().filter(|word| b.contains(word)).count();
    common as f32 / (a.len() + b.len() - common).max(1) as f32
}

fn sorted_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = words_of(text).collect();
    words.sort_unstable();
    words.dedup();
    words
}
