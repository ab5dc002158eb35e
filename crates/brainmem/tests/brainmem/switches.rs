//! What each switch beyond the nine faults does: with it, and without it.

use base::{Action, Condition, Quality, Relation, State};
use brainmem::{BrainMem, Profile};
use memory::graph::LinkKind;
use memory::testing::{
    did, failed, heard, is, life, noticed, noun, put_in, saw, switched_on, took,
};
use memory::{Ask, Budget, Class, MemorySystem, MemoryUnit, Question};

use crate::{LATER, asked, credit, live, lived, nights, signal, strength, words};

fn without(switch: &str) -> Profile {
    Profile::plus().without(switch).expect("a switch")
}

/// The same life with the switch and without it.
fn with_and_without(switch: &str, units: &[MemoryUnit]) -> [BrainMem; 2] {
    [Profile::plus(), without(switch)].map(|profile| lived(profile, units))
}

fn toast(episode: u32, start: u64) -> Vec<MemoryUnit> {
    vec![
        put_in("rye bread", "toaster", episode, start),
        switched_on("brass lever", episode, start + 3_000),
        did(Action::Wait(300), vec![], episode, start + 6_000),
        noticed("rye bread", State::Toasted, episode, start + 12_000),
    ]
}

fn toasted() -> Ask {
    let quality = Quality::Is(State::Toasted);
    Ask::WhatBringsAbout(Condition::Exists(noun("rye bread"), vec![quality]))
}

/// Many looks that say nearly the words of the question.
fn stale_looks() -> Vec<MemoryUnit> {
    let mut units: Vec<_> = (0..40)
        .map(|n| saw("gold cup", Relation::On, "counter", n, u64::from(n) * 9_000))
        .collect();
    units.push(heard(
        "it went into the chest",
        vec![memory::testing::at("gold cup", Relation::In, "chest")],
        50,
        900_000,
    ));
    units
}

#[test]
fn structured_cues_find_what_the_words_do_not_say() {
    let [with, without] = with_and_without("structured_cues", &stale_looks());
    // Without hops, so that no link leads there either.
    let budget = Budget { hops: 0, ..Budget::default() };
    let first = |memory: &BrainMem| {
        let question = Question::new(Ask::WhereIs(noun("gold cup")), LATER);
        let recall = memory.recall(&question, &budget).expect("hashing cannot fail");
        recall.units.first().map(|recalled| recalled.unit.words.clone())
    };
    let news = Some("Ann said: it went into the chest.".to_owned());
    assert_eq!(first(&with), news);
    assert_ne!(first(&without), news);
}

#[test]
fn links_alone_lead_to_the_newest_place_too() {
    let memory = lived(without("structured_cues"), &stale_looks());
    let told = words(&memory, Ask::WhereIs(noun("gold cup")));
    assert_eq!(told[0], "Ann said: it went into the chest.");
}

#[test]
fn episode_completion_brings_back_the_steps() {
    let [with, without] = with_and_without("episode_completion", &toast(1, 0));
    let lever = "I switched on the brass lever.".to_owned();
    assert!(words(&with, toasted()).contains(&lever));
    assert!(!words(&without, toasted()).contains(&lever), "too far apart in time for a link");
}

#[test]
fn a_goal_directed_question_follows_the_links_that_matter_for_it() {
    // One look, and then what it is linked to: a later place of the cup, and an earlier one.
    let units = [
        saw("gold cup", Relation::On, "table", 1, 10),
        saw("gold cup", Relation::On, "counter", 2, 20_000),
        saw("gold cup", Relation::In, "sink", 3, 40_000),
    ];
    let [earlier, _, later] = units.each_ref().map(MemoryUnit::content_id);
    let mut profile = without("structured_cues");
    profile.switches.lexical_seeds = false;
    profile.numbers.least_share = 0.0;
    // How much further activation goes towards what came later than towards what came earlier.
    let towards_later = |profile: &Profile| {
        let recall = asked(&lived(profile.clone(), &units), Ask::WhereIs(noun("gold cup")));
        let level = |id| signal(&recall, id, "activation").expect("it comes to mind");
        level(later) / level(earlier)
    };
    let directed = towards_later(&profile);
    profile.switches.goal_directed = false;
    let undirected = towards_later(&profile);
    assert!(directed > 1.05 * undirected, "{directed} with a direction, {undirected} without");
}

#[test]
fn interference_keeps_stale_evidence_down() {
    let [with, without] = with_and_without("interference", &stale_looks());
    let stale = |memory: &BrainMem| {
        let told = words(memory, Ask::WhereIs(noun("gold cup")));
        told.iter().filter(|told| told.contains("counter")).count()
    };
    assert_eq!(stale(&with), 1, "the place before the newest, once");
    assert!(stale(&without) > 4, "{}", stale(&without));
}

#[test]
fn outcome_bias_holds_a_failure_back_once_its_cause_is_gone() {
    let slice = Action::Slice(noun("rye bread"), noun("black knife"));
    let mut units = vec![failed(slice, is("black knife", State::Sharp, false), 1, 10)];
    let failure = units[0].content_id();
    let ask = || Ask::WhereIs(noun("black knife"));
    let outcome = |units: &[MemoryUnit], profile| {
        let memory = lived(profile, units);
        signal(&asked(&memory, ask()), failure, "outcome")
    };
    let mut open = Profile::plus();
    open.numbers.least_share = 0.0;
    open.numbers.superseded = 1.0;
    let standing = outcome(&units, open.clone()).expect("it comes to mind");
    units.push(heard("it cuts again", vec![is("black knife", State::Sharp, true)], 2, 9_000));
    let overturned = outcome(&units, open.clone()).expect("it comes to mind");
    assert!(overturned < standing && standing < 1.0, "{overturned} {standing}");
    open.switches.outcome_bias = false;
    assert_eq!(outcome(&units, open), None);
}

#[test]
fn associative_relevance_lets_links_lead_away_from_the_words() {
    let units = toast(1, 0).into_iter().map(|mut unit| {
        unit.lived.0 /= 10;
        unit.learned = unit.lived;
        unit
    });
    let units: Vec<MemoryUnit> = units.collect();
    let lever = units[1].content_id();
    let score = |profile: Profile| {
        let mut profile = profile.without("structured_cues").expect("a switch");
        profile.numbers.least_share = 0.0;
        let recall = asked(&lived(profile, &units), toasted());
        recall.units.iter().find(|r| r.id == lever).map_or(0.0, |r| r.trace.score)
    };
    assert!(score(Profile::plus()) > 1.5 * score(without("associative_relevance")));
}

#[test]
fn look_alike_inhibition_keeps_other_mugs_out() {
    let mut units: Vec<_> =
        (0..4).map(|n| saw("green mug", Relation::On, "table", n, u64::from(n) * 9_000)).collect();
    units.push(saw("red mug", Relation::On, "shelf", 50, 5));
    // With nothing else that keeps them down.
    let mut profile = without("structured_cues");
    profile.switches.interference = false;
    let with = lived(profile.clone(), &units);
    let without = lived(profile.without("look_alike_inhibition").expect("a switch"), &units);
    let others = |memory: &BrainMem| {
        let told = words(memory, Ask::WhereIs(noun("red mug")));
        assert!(told[0].contains("red mug"));
        told.len() - 1
    };
    assert_eq!(others(&with), 0);
    assert!(others(&without) > 0);
}

#[test]
fn protected_classes_are_never_put_aside() {
    let mut unit = took("mug", 1, 10);
    unit.class = Class::Skill;
    unit.strength = 0.2;
    let id = unit.content_id();
    let [mut with, mut without] = with_and_without("protected_classes", &[unit]);
    nights(&mut with, 3);
    nights(&mut without, 3);
    assert!(!with.is_put_aside(id) && without.is_put_aside(id));
}

#[test]
fn importance_decay_lets_a_look_fade_before_a_deed() {
    let units = [saw("mug", Relation::On, "table", 1, 10), took("mug", 1, 20)];
    let [look, deed] = units.each_ref().map(MemoryUnit::content_id);
    let [mut with, mut without] = with_and_without("importance_decay", &units);
    nights(&mut with, 20);
    nights(&mut without, 20);
    assert!(strength(&with, deed) > 1.5 * strength(&with, look));
    assert_eq!(strength(&without, deed), strength(&without, look));
}

#[test]
fn replay_keeps_well_connected_memories_alive_and_is_the_same_every_time() {
    let units = life(400);
    let mean = |memory: &BrainMem| {
        let ids = memory.unit_ids();
        ids.iter().map(|id| strength(memory, *id)).sum::<f32>() / ids.len() as f32
    };
    let [mut with, mut without] = with_and_without("replay", &units);
    let mut again = lived(Profile::plus(), &units);
    for memory in [&mut with, &mut without, &mut again] {
        nights(memory, 30);
    }
    assert!(mean(&with) > mean(&without));
    assert_eq!(with.digest(), again.digest());
    let mut other_stream = Profile::plus();
    other_stream.stream_seed = 1;
    let mut other = lived(other_stream, &units);
    nights(&mut other, 30);
    assert_ne!(with.digest(), other.digest());
}

#[test]
fn hebbian_links_join_what_succeeded_together() {
    let units = [took("mug", 1, 10), saw("pan", Relation::On, "stove", 9, 900_000)];
    let [mug, pan] = units.each_ref().map(MemoryUnit::content_id);
    let [mut with, mut without] = with_and_without("hebbian_links", &units);
    let learned = |memory: &BrainMem| {
        let links = memory.graph().between(mug, pan);
        links.iter().find(|link| link.kind == LinkKind::UsedTogether).map_or(0.0, |l| l.learned)
    };
    for memory in [&mut with, &mut without] {
        credit(memory, &[mug, pan], 1.0);
    }
    let once = learned(&with);
    assert!(once > 0.0 && learned(&without) == 0.0);
    credit(&mut with, &[mug, pan], 1.0);
    assert!(learned(&with) > once);
    (0..3).for_each(|_| credit(&mut with, &[mug, pan], -1.0));
    assert!(learned(&with) < once, "what fails together comes apart again");
    (0..500).for_each(|_| credit(&mut with, &[mug, pan], 1.0));
    assert!(learned(&with) <= 1.0);
}

#[test]
fn pruning_takes_away_links_that_are_not_used() {
    let units = [took("mug", 1, 10), saw("pan", Relation::On, "stove", 9, 900_000)];
    let [mug, pan] = units.each_ref().map(MemoryUnit::content_id);
    let [mut with, mut without] = with_and_without("pruning", &units);
    for memory in [&mut with, &mut without] {
        credit(memory, &[mug, pan], 1.0);
        nights(memory, 150);
    }
    assert!(with.graph().between(mug, pan).is_empty());
    assert!(!without.graph().between(mug, pan).is_empty());
}

#[test]
fn habituation_lets_repeated_looks_leave_the_index_and_loses_nothing() {
    let mut units: Vec<_> = (0..50)
        .map(|n| saw("gold cup", Relation::On, "counter", n, u64::from(n) * 9_000))
        .collect();
    let [mut with, mut without] = with_and_without("habituation", &units);
    nights(&mut with, 1);
    nights(&mut without, 1);
    assert_eq!((with.near_units(), without.near_units()), (1, 50));
    assert_eq!(with.unit_ids(), without.unit_ids());
    let newest = units.pop().expect("fifty").content_id();
    assert!(!with.is_put_aside(newest));
    with.erase(newest);
    assert!(!with.is_put_aside(units[48].content_id()), "now it is the newest look");
    // What comes between two equal looks keeps both: the cup was elsewhere.
    let there_and_back = [
        saw("gold cup", Relation::On, "counter", 1, 10),
        saw("gold cup", Relation::In, "sink", 2, 20),
        saw("gold cup", Relation::On, "counter", 3, 30),
    ];
    let mut memory = lived(Profile::plus(), &there_and_back);
    nights(&mut memory, 1);
    assert_eq!(memory.near_units(), 3);
}

#[test]
fn lexical_seeds_find_a_rare_name() {
    // An embedder that finds everything equally close.
    let mut units = life(300);
    units.push(heard("Xanthippe has the key", vec![], 900, 9_999_999));
    let first = |profile: Profile| {
        let mut memory = BrainMem::new(profile, std::sync::Arc::new(Blind::default()));
        live(&mut memory, &units);
        words(&memory, Ask::Words("Xanthippe".to_owned())).first().cloned()
    };
    let found = first(Profile::plus());
    assert_eq!(found.as_deref(), Some("Ann said: Xanthippe has the key."));
    assert_ne!(first(without("lexical_seeds")), found);
}

/// An embedder to which all texts are the same.
struct Blind(models::Fingerprint);

impl Default for Blind {
    fn default() -> Self {
        Self(models::Fingerprint::of(&[("recipe", "blind")]))
    }
}

impl models::Embed for Blind {
    fn fingerprint(&self) -> &models::Fingerprint {
        &self.0
    }

    fn dimension(&self) -> usize {
        2
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<models::Vector>, models::ModelError> {
        let same = models::Vector::unit(vec![1.0, 0.0]).expect("a direction");
        Ok(texts.iter().map(|_| same.clone()).collect())
    }
}
