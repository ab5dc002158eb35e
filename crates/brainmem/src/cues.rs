//! From a typed question to the units that answer it by what they state.
//!
//! A question is more than its words: "where is the blue mug" asks for the newest unit that states
//! a place of it, whatever its sentence looks like. Each kind of question has its cue here; what a
//! cue finds becomes a seed from which activation then spreads. Every list is read from its newest
//! end and only so far.

use std::collections::BTreeMap;

use base::{
    Action, ActionKind, Condition, Fact, Noun, Place, Quality, Relation, SimTime, State, UnitId,
};
use memory::lexical::words_of;
use memory::postings::{Topic, matters_of};
use memory::{Ask, MemoryUnit, Question};

use crate::episode::{self, Completion};
use crate::profile::Profile;
use crate::store::Store;
use crate::strength::retrievability;

/// How far back a list is read.
const LOOKED_BACK: usize = 64;
/// How many places of one thing are brought to mind.
const PLACES: usize = 5;
/// What an earlier place counts beside the newest, and each one before it beside the next.
const EARLIER: f32 = 0.5;
/// How much less a fitting thing counts for each other one that was seen later.
const SEEN_EARLIER: f32 = 0.03;
/// What the whereabouts of a container count beside those of the thing in it.
const CONTAINER: f32 = 0.8;
/// What counts as the thing asked for: a thing that the noun fits; one told of in more general
/// words; one of the same kind with other marks; one of another kind.
const FITS: f32 = 1.0;
const MORE_GENERAL: f32 = 0.9;
const SAME_KIND: f32 = 0.7;
const OTHER_KIND: f32 = 0.35;
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
/// What a success counts beside the failure that is asked about, and how much less each one before
/// it counts.
const WORKED: f32 = 0.9;
const LESS_RECENT: f32 = 0.3;
/// What a failure with other things counts.
const UNRELATED_FAILURE: f32 = 0.15;
/// What a failure counts once there is newer word on what caused it: the very one that is asked
/// about, and one with other things.
const ITS_CAUSE: f32 = 0.95;
const ANOTHERS_CAUSE: f32 = 0.3;
/// What the newest word on a state of an asked thing counts, when looking shows it anyway.
const CAN_BE_SEEN: f32 = 0.2;

/// Units that answer a question by what they state, each with how well.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seeds {
    /// The level of each seed, at most 1, and the unit through which it was found.
    pub found: BTreeMap<UnitId, (f32, Option<UnitId>)>,
    /// How many units were looked at.
    pub looked_at: u64,
}

impl Seeds {
    fn add(&mut self, id: UnitId, level: f32) {
        self.add_through(id, level, None);
    }

    fn add_through(&mut self, id: UnitId, level: f32, through: Option<UnitId>) {
        let best = self.found.entry(id).or_insert((0.0, None));
        if level > best.0 {
            *best = (level, through);
        }
    }
}

/// What a question finds by what units state.
pub(crate) fn find(store: &Store, profile: &Profile, question: &Question, hops: u32) -> Seeds {
    let mut cue = Cue { store, profile, question, seeds: Seeds::default() };
    match &question.ask {
        Ask::WhereIs(noun) => cue.where_is(noun, hops),
        Ask::WhatBringsAbout(condition) => {
            cue.what_brought_about(condition, question.goal.as_deref());
        }
        Ask::HowWasDone { words, condition } => cue.what_brought_about(condition, Some(words)),
        Ask::WhatStoodInTheWay(action) => cue.what_stood_in_the_way(action),
        Ask::WhatGotOver { action, refusal } => cue.what_got_over(action, *refusal),
        Ask::WhatHappened(time) => cue.what_happened(*time),
        Ask::Words(words) => cue.mentioned(words),
    }
    cue.seeds
}

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

mod remedy;

struct Cue<'a> {
    store: &'a Store,
    profile: &'a Profile,
    question: &'a Question,
    seeds: Seeds,
}

impl Cue<'_> {
    /// The newest units about a topic that may come to mind, newest first.
    fn newest(&mut self, topic: &Topic, most: usize) -> Vec<UnitId> {
        let reactivates = self.profile.switches.reactivation;
        let ids: Vec<UnitId> = self
            .store
            .postings
            .about(topic)
            .rev()
            .map(|(_, id)| id)
            .filter(|id| reactivates || !self.store.entry(*id).is_marginal)
            .take(most)
            .collect();
        self.seeds.looked_at += ids.len() as u64;
        ids
    }

    // Where is it?

    fn where_is(&mut self, noun: &Noun, hops: u32) {
        let fitting = self.placed(noun);
        for (rank, thing) in fitting.iter().enumerate() {
            self.whereabouts(thing, FITS / (1.0 + SEEN_EARLIER * rank as f32), PLACES, hops);
        }
        if fitting.is_empty() {
            // Perhaps it was told of in more general words: "the mug" for "the blue mug".
            let known = self.store.postings.nouns_of_kind(noun.kind());
            let general: Vec<Noun> = known.filter(|known| known.fits(noun)).cloned().collect();
            for thing in &general {
                self.whereabouts(thing, MORE_GENERAL, 1, hops);
            }
        }
    }

    /// Brings up the newest places of a thing, what says that it is no longer there, and where the
    /// container of the newest place is.
    fn whereabouts(&mut self, thing: &Noun, weight: f32, most: usize, hops: u32) {
        let mut places: Vec<Place> = Vec::new();
        let mut level = weight;
        for id in self.newest(&Topic::Whereabouts(thing.clone()), LOOKED_BACK) {
            let unit = self.store.unit(id);
            let stated = unit.evidence().find_map(|fact| match fact {
                Fact::At(noun, place) if noun == thing => Some(place.clone()),
                _ => None,
            });
            let Some(place) = stated.filter(|place| !places.contains(place)) else { continue };
            let is_held = place.0 == Relation::HeldBy;
            if is_held && !places.is_empty() {
                // In whose hand it once was says nothing of where it is.
                continue;
            }
            let presence = Topic::Presence(thing.clone(), place.clone());
            let latest = self.newest(&presence, 1).into_iter().find(|latest| *latest != id);
            if latest.is_some() && !places.is_empty() {
                // It is known to have left that place, and there is newer word on where it went.
                places.push(place);
                continue;
            }
            self.seeds.add(id, level);
            if let Some(latest) = latest {
                self.seeds.add_through(latest, level * 0.95, Some(id));
            }
            let is_newest_place = places.iter().all(|newer| newer.0 == Relation::HeldBy);
            if is_newest_place && !is_held && hops > 0 && place.1 != *thing {
                self.whereabouts(&place.1, level * CONTAINER, 1, hops - 1);
            }
            // A hand is a place for a moment: what came before it still matters.
            level *= if is_held { 0.95 } else { EARLIER };
            places.push(place);
            if places.len() >= most {
                break;
            }
        }
    }

    // What brought it about?

    fn what_brought_about(&mut self, condition: &Condition, goal: Option<&str>) {
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

    /// Things that the noun fits and that were seen somewhere, those seen last first.
    fn placed(&self, noun: &Noun) -> Vec<Noun> {
        let newest = |thing: &Noun| {
            self.store.postings.newest(&Topic::Whereabouts(thing.clone())).map(|(time, _)| time)
        };
        let fitting = self.store.postings.fitting(noun);
        let mut placed: Vec<(SimTime, &Noun)> =
            fitting.filter_map(|thing| newest(thing).map(|time| (time, thing))).collect();
        placed.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        placed.into_iter().map(|(_, thing)| thing.clone()).collect()
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

    // What stood in the way?

    fn what_stood_in_the_way(&mut self, asked: &Action<Noun>) {
        let mut tries: Vec<UnitId> = self.newest(&Topic::Done(asked.kind()), LOOKED_BACK);
        for thing in asked.things() {
            let fitting: Vec<Noun> = self.store.postings.fitting(thing).cloned().collect();
            for fitting in fitting {
                let topic = Topic::DoneWith(asked.kind(), fitting);
                tries.extend(self.newest(&topic, LOOKED_BACK / 2));
            }
        }
        tries.sort_by_key(|id| std::cmp::Reverse(self.store.place_in_time(*id)));
        tries.dedup();
        let mut seen: Vec<(Action<Noun>, bool)> = Vec::new();
        let mut worked = 0;
        for id in tries {
            let unit = self.store.unit(id);
            let alike = unit.actions.iter().filter(|action| action.kind() == asked.kind());
            let Some((action, fit)) = alike
                .map(|action| (action.clone(), action_fit(asked, action)))
                .max_by(|a, b| a.1.total_cmp(&b.1))
            else {
                continue;
            };
            let failed = unit.valence < 0.0;
            let has_what_was_asked =
                asked.things().zip(action.things()).any(|(asked, met)| asked.fits(met));
            let mut level = fit;
            if failed {
                // That another knife was blunt says nothing about this one.
                level *= if has_what_was_asked { 1.0 } else { UNRELATED_FAILURE };
                let spoken_of = |cause| self.store.is_superseded(id, cause);
                if unit.cause.iter().any(spoken_of) {
                    let is_this_very_one = action == *asked;
                    level *= if is_this_very_one { ITS_CAUSE } else { ANOTHERS_CAUSE };
                }
            } else {
                // What worked last is tried first.
                level *= WORKED / (1.0 + LESS_RECENT * worked as f32);
                level *= if self.works_no_longer(&action) { UNRELATED_FAILURE } else { 1.0 };
            }
            // Of the same thing tried again, only the newest outcome of each sort counts.
            let key = (action, failed);
            if seen.contains(&key) {
                level *= self.profile.numbers.superseded;
            } else {
                worked += u32::from(!failed);
                seen.push(key);
                if failed && has_what_was_asked {
                    self.what_became_of(id, fit);
                }
            }
            self.seeds.add(id, level);
        }
        for thing in asked.things() {
            let fitting: Vec<Noun> = self.store.postings.fitting(thing).cloned().collect();
            for fitting in &fitting {
                self.state_of(fitting);
            }
        }
    }

    /// Whether something that the action needs is known to be blunt or broken now.
    fn works_no_longer(&self, action: &Action<Noun>) -> bool {
        action.things().any(|thing| {
            let is_now = |state, holds| self.newest_says(&Fact::Is(thing.clone(), state, holds));
            is_now(State::Sharp, false) || is_now(State::Broken, true)
        })
    }

    /// Whether the newest word on the matter of a fact is that very fact.
    fn newest_says(&self, fact: &Fact) -> bool {
        matters_of(fact).iter().all(|matter| {
            let newest = self.store.postings.newest(matter);
            newest.is_some_and(|(_, id)| self.store.unit(id).evidence().any(|told| told == fact))
        })
    }

    /// Brings up the newest word on what caused a failure.
    fn what_became_of(&mut self, failure: UnitId, level: f32) {
        let causes = self.store.unit(failure).cause.clone();
        for matter in causes.iter().flat_map(matters_of) {
            for id in self.newest(&matter, 1) {
                self.seeds.add_through(id, level * 0.98, Some(failure));
            }
        }
    }

    /// Brings up the newest word on the states of a thing; on those that cannot be seen first.
    fn state_of(&mut self, thing: &Noun) {
        for state in State::ALL {
            let level = if state.can_be_seen() { CAN_BE_SEEN } else { 1.0 };
            for id in self.newest(&Topic::State(thing.clone(), state), 1) {
                self.seeds.add(id, level);
            }
        }
    }

    // What happened then? And free words.

    fn what_happened(&mut self, time: SimTime) {
        let at = (time, UnitId(0));
        let list = &self.store.postings;
        let around: Vec<(SimTime, UnitId)> = list
            .up_to(&Topic::All, at)
            .take(LOOKED_BACK / 2)
            .chain(list.from(&Topic::All, at).take(LOOKED_BACK / 2))
            .collect();
        for (lived, id) in around {
            self.seeds.looked_at += 1;
            let ticks = lived.ticks_since(time).max(time.ticks_since(lived));
            let minutes = ticks as f32 / (60 * base::time::TICKS_PER_SECOND) as f32;
            self.seeds.add(id, 1.0 / (1.0 + minutes / 10.0));
        }
    }

    fn mentioned(&mut self, text: &str) {
        let lower = text.to_lowercase();
        let words: Vec<&str> =
            lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let pairs = words.windows(2).map(|pair| pair.join("-"));
        let kinds: Vec<String> = words
            .iter()
            .flat_map(|word| [(*word).to_owned(), word.trim_end_matches('s').to_owned()])
            .chain(pairs)
            .collect();
        let mut things: Vec<Noun> = Vec::new();
        for kind in &kinds {
            let known = self.store.postings.nouns_of_kind(kind);
            let (marked, other): (Vec<&Noun>, Vec<&Noun>) =
                known.partition(|noun| noun.marks().all(|mark| words.contains(&mark)));
            let meant = if marked.is_empty() { other } else { marked };
            things.extend(meant.into_iter().cloned());
        }
        things.sort_unstable();
        things.dedup();
        // The more things a word may mean, the less each is meant.
        let level = 0.6 / (things.len().max(1) as f32).sqrt();
        for thing in things.into_iter().take(LOOKED_BACK / 4) {
            let asked_at = self.question.now;
            for (rank, id) in self.newest(&Topic::Thing(thing), 6).into_iter().enumerate() {
                let is_past = self.store.unit(id).lived <= asked_at;
                let share = if is_past { 1.0 } else { 0.5 };
                self.seeds.add(id, level * share / (1.0 + 0.2 * rank as f32));
            }
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
        Condition::All(parts)
        | Condition::Any(parts)
        | Condition::InOrder(parts)
        | Condition::AtOnce(parts) => {
            parts.iter().for_each(|part| collect_wanted(part, into));
        }
        Condition::Within(_, part) => collect_wanted(part, into),
        Condition::Not(_) | Condition::Never(_) => {}
    }
}

/// How well a thing stands for the noun asked for.
fn fit(asked: &Noun, thing: &Noun) -> f32 {
    if asked.fits(thing) {
        FITS
    } else if thing.fits(asked) {
        MORE_GENERAL
    } else if asked.kind() == thing.kind() {
        SAME_KIND
    } else {
        OTHER_KIND
    }
}

/// How well a past action stands for the one asked about: the mean over its things.
fn action_fit(asked: &Action<Noun>, met: &Action<Noun>) -> f32 {
    let count = asked.things().count();
    if count == 0 {
        return if asked == met { FITS } else { OTHER_KIND };
    }
    asked.things().zip(met.things()).map(|(asked, met)| fit(asked, met)).sum::<f32>() / count as f32
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
