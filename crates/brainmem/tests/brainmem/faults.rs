//! The nine faults of the article's pseudo-code: each is there in `seed` and not in `plus`.

use std::collections::BTreeMap;

use base::{Relation, UnitId};
use brainmem::spread::{self, Rules};
use brainmem::{BrainMem, Profile};
use memory::graph::{LinkGraph, LinkKind};
use memory::testing::{life, saw, sliced, took};
use memory::{Ask, MemorySystem, MemoryUnit};

use crate::{asked, credit, empty, lived, nights, signal, strength, words};

fn both(units: &[MemoryUnit]) -> [BrainMem; 2] {
    [Profile::seed(), Profile::plus()].map(|profile| lived(profile, units))
}

#[test]
fn b1_without_a_judges_word_the_article_has_no_links() {
    let looks = [
        saw("red mug", Relation::On, "table", 1, 10),
        saw("blue pan", Relation::On, "table", 1, 20),
        saw("red mug", Relation::On, "table", 1, 30),
    ];
    let [seed, plus] = both(&looks);
    assert!(seed.graph().is_empty(), "no rule calls two looks a cause or a premise");
    let ids = looks.each_ref().map(MemoryUnit::content_id);
    let kinds = |from, to| -> Vec<LinkKind> {
        plus.graph().between(from, to).iter().map(|link| link.kind).collect()
    };
    assert!(kinds(ids[0], ids[1]).contains(&LinkKind::Next));
    assert!(kinds(ids[0], ids[2]).contains(&LinkKind::SupersededBy));
    assert!(kinds(ids[1], ids[2]).contains(&LinkKind::ThingLater));
}

#[test]
fn b2_in_the_article_both_directions_are_the_same_and_the_kind_is_lost() {
    let units = [took("apple", 1, 10), sliced("apple", "knife", 1, 20)];
    let [take, cut] = units.each_ref().map(MemoryUnit::content_id);
    let [seed, plus] = both(&units);
    let (there, back) = (seed.graph().between(take, cut), seed.graph().between(cut, take));
    assert_eq!(there, back);
    assert_eq!(there[0].kind, LinkKind::Related);
    let link = |from, to, kind| {
        let links = plus.graph().between(from, to);
        links.into_iter().find(|link| link.kind == kind).expect("the link is there")
    };
    let premise = link(take, cut, LinkKind::PremiseOf);
    let has_premise = link(cut, take, LinkKind::HasPremise);
    assert!(has_premise.weight < premise.weight);
    assert!(plus.graph().between(cut, take).iter().all(|link| link.kind != LinkKind::PremiseOf));
}

#[test]
fn b3_in_the_article_every_seed_starts_at_one() {
    let units = [
        saw("red mug", Relation::On, "table", 1, 10),
        saw("iron bucket", Relation::In, "cellar", 2, 9_000),
    ];
    let [mug, bucket] = units.each_ref().map(MemoryUnit::content_id);
    let ask = || Ask::Words("I saw the red mug on the table".to_owned());
    let [seed, plus] = both(&units);
    let recall = asked(&seed, ask());
    assert_eq!(signal(&recall, mug, "activation"), Some(1.0));
    assert_eq!(signal(&recall, bucket, "activation"), Some(1.0));
    let recall = asked(&plus, ask());
    let of_mug = signal(&recall, mug, "activation").expect("it comes to mind");
    let of_bucket = signal(&recall, bucket, "activation").unwrap_or(0.0);
    assert!(of_mug > 2.0 * of_bucket, "{of_mug} and {of_bucket}");
}

#[test]
fn b4_in_the_article_a_cycle_amplifies_itself() {
    // The same is done to one apple after the other, so each is analogous to all the others.
    let apples = ["red apple", "green apple", "brown apple", "small apple", "large apple"];
    let units: Vec<MemoryUnit> =
        (0..5).map(|n| sliced(apples[n], "knife", 1, 10 * n as u64)).collect();
    let total = |profile: Profile| {
        let memory = lived(profile, &units);
        let recall = asked(&memory, Ask::Words("the apple".to_owned()));
        let of =
            |unit: &MemoryUnit| signal(&recall, unit.content_id(), "activation").unwrap_or(0.0);
        units.iter().map(of).sum::<f32>()
    };
    let seed = total(Profile::seed());
    assert!(seed > 10.0, "five seeds of 1 have become {seed}");
    let mended = total(Profile::seed().with("delta_spreading").expect("a switch"));
    assert!(mended < seed, "passing on only what is new already helps: {mended}");
    let plus = total(Profile::plus());
    assert!(plus <= 10.0, "never more than twice the seeds: {plus}");
}

#[test]
fn b5_in_the_article_a_hub_wins() {
    // Ten seeds know the hub; two of them know the answer. The hub knows sixty others.
    let mut graph = LinkGraph::default();
    let mut link = |from: u64, to: u64, weight: f32| {
        graph.add_unit(UnitId(from));
        graph.add_unit(UnitId(to));
        graph.set_weight(UnitId(from), UnitId(to), LinkKind::Related, weight);
    };
    const HUB: u64 = 100;
    const ANSWER: u64 = 50;
    const OTHER: u64 = 200;
    (1..=10).for_each(|seed| link(seed, HUB, 0.5));
    (1..=2).for_each(|seed| link(seed, ANSWER, 0.9));
    (0..60).for_each(|other| link(HUB, OTHER + other, 0.9));
    let seeds: BTreeMap<UnitId, f32> = (1..=10).map(|id| (UnitId(id), 1.0)).collect();
    let level = |profile: &Profile, id: u64| {
        let (switches, numbers) = (profile.switches, profile.numbers);
        let rules = Rules {
            hops: numbers.hops,
            passed_on: numbers.passed_on,
            cut_off: numbers.cut_off,
            fan_out: switches.divided_activation.then_some(numbers.fan_out),
            divided: switches.divided_activation,
            only_new: switches.delta_spreading,
            carries: &|_| 1.0,
            passes: &|_| true,
        };
        let reached = spread::spread(&graph, &seeds, &rules);
        reached.units.get(&UnitId(id)).map_or(0.0, |active| active.level)
    };
    let (seed, plus) = (Profile::seed(), Profile::plus());
    assert!(level(&seed, OTHER) > level(&seed, ANSWER), "the hub's others beat the answer");
    assert!(level(&plus, OTHER) < level(&plus, ANSWER) / 4.0);
}

#[test]
fn b6_in_the_article_a_failure_that_is_read_often_becomes_immortal() {
    let failure = took("hot pan", 1, 10);
    let id = failure.content_id();
    let after_many_failures = |profile: Profile| {
        let mut memory = lived(profile, std::slice::from_ref(&failure));
        for _ in 0..30 {
            (0..10).for_each(|_| credit(&mut memory, &[id], -1.0));
            nights(&mut memory, 1);
        }
        strength(&memory, id)
    };
    // With accesses counted at all, which the article forgets (B8).
    let counted = Profile::seed().with("usage_by_feedback").expect("a switch");
    assert!(after_many_failures(counted.clone()) > 10.0);
    assert!(after_many_failures(counted.with("gated_strength").expect("a switch")) < 0.5);
    assert!(after_many_failures(Profile::plus()) < 0.5);
    let mut memory = lived(Profile::plus(), &[failure]);
    for _ in 0..100 {
        credit(&mut memory, &[id], 1.0);
    }
    assert!(strength(&memory, id) <= Profile::plus().numbers.ceiling, "success is bounded too");
}

#[test]
fn b7_in_the_article_what_was_put_aside_never_returns() {
    let unit = saw("silver thimble", Relation::In, "sewing box", 1, 10);
    let id = unit.content_id();
    let ask = || Ask::Words("the silver thimble in the sewing box".to_owned());
    let [mut seed, mut plus] = both(&[unit]);
    for memory in [&mut seed, &mut plus] {
        nights(memory, 40);
        assert!(memory.is_put_aside(id));
    }
    assert!(words(&seed, ask()).is_empty());
    credit(&mut seed, &[id], 1.0);
    nights(&mut seed, 1);
    assert!(words(&seed, ask()).is_empty(), "not even when it is of use");

    assert_eq!(words(&plus, ask()).len(), 1, "a deep search finds it");
    assert!(plus.is_put_aside(id), "and looking changes nothing");
    credit(&mut plus, &[id], 1.0);
    assert!(!plus.is_put_aside(id), "being of use brings it back");
}

#[test]
fn b8_in_the_article_no_access_is_ever_counted() {
    let units = life(30);
    let ask = || Ask::Words("the mug on the counter".to_owned());
    for (mut memory, counted) in both(&units).into_iter().zip([0, 1]) {
        let used = asked(&memory, ask()).units[0].id;
        let count = |memory: &BrainMem| memory.unit(used).expect("held").access_count;
        (0..5).for_each(|_| drop(asked(&memory, ask())));
        assert_eq!(count(&memory), 0, "recalling is no use, in either");
        credit(&mut memory, &[used], 1.0);
        assert_eq!(count(&memory), counted);
    }
}

#[test]
fn b9_in_the_article_linking_looks_at_every_unit() {
    let compared = |profile: Profile, held: usize| {
        let life = life(held);
        let mut memory = BrainMem::without_embedder(profile);
        for unit in &life {
            memory.record(unit.clone()).expect("finite numbers");
        }
        let newest = life[held - 20..].iter();
        newest.for_each(|unit| memory.associate(unit.content_id()).expect("rules cannot fail"));
        memory.compared() / 20
    };
    for held in [100, 1_000, 10_000] {
        assert_eq!(compared(Profile::seed(), held), held as u64 - 1);
        let looked_at = compared(Profile::plus(), held);
        assert!(looked_at <= 40, "{looked_at} neighbours looked at among {held}");
    }
}

#[test]
fn b9_the_whole_graph_is_made_in_proportion_to_the_units() {
    let per_unit = |held: usize| {
        let mut memory = empty(Profile::plus());
        crate::live(&mut memory, &life(held));
        (memory.compared() as f64 / held as f64, memory.graph().len() as f64 / held as f64)
    };
    let (compared_few, links_few) = per_unit(300);
    let (compared_many, links_many) = per_unit(3_000);
    assert!(compared_many < 1.5 * compared_few, "{compared_few} {compared_many}");
    assert!(links_many < 1.5 * links_few && links_many < 40.0, "{links_few} {links_many}");
}
