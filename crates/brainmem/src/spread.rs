//! Spreading activation: what is active makes active what it is linked to.
//!
//! Collins and Loftus, "A spreading-activation theory of semantic processing" (1975). A unit that
//! newly became active passes a share of *that* on along its links, hop by hop. Two rules keep the
//! whole bounded (Anderson and Pirolli, "Spread of activation", 1984): only what has newly arrived
//! is passed on, and it is divided among the links, so that from hop to hop at most
//! `passed_on` times as much arrives, and all activation together is at most
//! `1 / (1 - passed_on)` times that of the seeds, whatever cycles and hubs there are.
//!
//! The article's own way (every hop sends everything again, undivided) is kept for comparison.

use std::collections::BTreeMap;

use base::UnitId;
use memory::graph::{Link, LinkGraph, LinkKind};

/// How activation spreads.
pub struct Rules<'a> {
    /// The most hops.
    pub hops: u32,
    /// What is passed on in a hop.
    pub passed_on: f32,
    /// Activation below this is not passed on.
    pub cut_off: f32,
    /// How many links of a unit carry; none: all of them.
    pub fan_out: Option<usize>,
    /// Whether what is passed on is divided among the links.
    pub divided: bool,
    /// Whether only what has newly arrived is passed on.
    pub only_new: bool,
    /// How well a link of this kind carries for the question at hand.
    pub carries: &'a dyn Fn(LinkKind) -> f32,
    /// Whether a unit passes on at all.
    pub passes: &'a dyn Fn(UnitId) -> bool,
}

/// What has become active.
#[derive(Debug, Clone, Default)]
pub struct Activation {
    /// How active each unit is, and from where it was first reached.
    pub units: BTreeMap<UnitId, Active>,
    /// How many links were followed.
    pub links_walked: u64,
}

/// How active a unit is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Active {
    /// How active.
    pub level: f32,
    /// From where it was first reached; none for a seed.
    pub from: Option<UnitId>,
}

/// Spreads the seeds' activation over the links.
///
/// Units are taken in the order of ids and links strongest first, so the sums have the same bits
/// whatever the order in which the graph was made.
pub fn spread(graph: &LinkGraph, seeds: &BTreeMap<UnitId, f32>, rules: &Rules) -> Activation {
    let mut activation = Activation::default();
    for (id, level) in seeds {
        activation.units.insert(*id, Active { level: *level, from: None });
    }
    let mut sending: BTreeMap<UnitId, f32> = seeds.clone();
    for _ in 0..rules.hops {
        let mut arriving: BTreeMap<UnitId, (f32, f32, UnitId)> = BTreeMap::new();
        for (&from, &level) in &sending {
            if level < rules.cut_off || !(rules.passes)(from) {
                continue;
            }
            let carrying = carrying_links(graph, from, rules);
            let total: f32 = carrying.iter().map(|(_, carried)| carried).sum();
            let share = if rules.divided { 1.0 / total.max(1.0) } else { 1.0 };
            activation.links_walked += carrying.len() as u64;
            for (to, carried) in carrying {
                let passed = level * rules.passed_on * carried * share;
                let (sum, most, most_from) = arriving.entry(to).or_insert((0.0, 0.0, from));
                *sum += passed;
                if passed > *most {
                    (*most, *most_from) = (passed, from);
                }
            }
        }
        if arriving.is_empty() {
            break;
        }
        for (to, (sum, _, from)) in &arriving {
            let reached = Active { level: 0.0, from: Some(*from) };
            activation.units.entry(*to).or_insert(reached).level += sum;
        }
        sending = if rules.only_new {
            arriving.into_iter().map(|(to, (sum, ..))| (to, sum)).collect()
        } else {
            activation.units.iter().map(|(id, active)| (*id, active.level)).collect()
        };
    }
    activation
}

/// The links that carry activation from a unit, each with how much of it, strongest first.
fn carrying_links(graph: &LinkGraph, from: UnitId, rules: &Rules) -> Vec<(UnitId, f32)> {
    let carried = |link: &Link| link.strength() * (rules.carries)(link.kind);
    let mut links: Vec<(UnitId, f32)> = graph
        .links(from)
        .iter()
        .map(|(to, link)| (*to, carried(link)))
        .filter(|(_, carried)| *carried > 0.0)
        .collect();
    if let Some(fan_out) = rules.fan_out {
        links.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        links.truncate(fan_out);
    }
    links
}

impl Activation {
    /// The units through which a unit was first reached, from the seed to itself.
    pub fn path(&self, id: UnitId) -> Vec<UnitId> {
        let mut path = vec![id];
        let mut at = id;
        // A unit was reached on a later hop than the one it was reached from, so this ends.
        while let Some(from) = self.units.get(&at).and_then(|active| active.from) {
            path.push(from);
            at = from;
        }
        path.reverse();
        path
    }

    /// All activation together.
    pub fn total(&self) -> f32 {
        self.units.values().map(|active| active.level).sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn graph(links: &[(u64, u64, f32)]) -> LinkGraph {
        let mut graph = LinkGraph::default();
        for (from, to, weight) in links {
            graph.add_unit(UnitId(*from));
            graph.add_unit(UnitId(*to));
            graph.set_weight(UnitId(*from), UnitId(*to), LinkKind::Related, *weight);
        }
        graph
    }

    fn rules(plus: bool) -> Rules<'static> {
        Rules {
            hops: 3,
            passed_on: 0.5,
            cut_off: 0.0,
            fan_out: plus.then_some(12),
            divided: plus,
            only_new: plus,
            carries: &|_| 1.0,
            passes: &|_| true,
        }
    }

    fn seeds(ids: &[u64]) -> BTreeMap<UnitId, f32> {
        ids.iter().map(|id| (UnitId(*id), 1.0)).collect()
    }

    fn level(activation: &Activation, id: u64) -> f32 {
        activation.units.get(&UnitId(id)).map_or(0.0, |active| active.level)
    }

    #[test]
    fn a_cycle_amplifies_itself_in_the_article_and_not_in_ours() {
        let cycle = graph(&[(1, 2, 1.0), (2, 1, 1.0)]);
        let article = spread(&cycle, &seeds(&[1]), &Rules { hops: 30, ..rules(false) });
        let ours = spread(&cycle, &seeds(&[1]), &Rules { hops: 30, ..rules(true) });
        assert!(article.total() > 1_000.0, "{}", article.total());
        assert!(ours.total() <= 2.0, "{}", ours.total());
    }

    #[test]
    fn a_hub_wins_in_the_article_and_not_in_ours() {
        // Ten seeds; each is linked to the hub, and the first two also to one another's answer.
        let mut links: Vec<(u64, u64, f32)> = Vec::new();
        for seed in 1..=10 {
            links.push((seed, 100, 0.5));
            links.push((100, seed, 0.5));
        }
        links.extend([(1, 50, 0.9), (2, 50, 0.9)]);
        links.extend((200..260).map(|leaf| (100, leaf, 0.9)));
        let hub = graph(&links);
        let ids: Vec<u64> = (1..=10).collect();
        let article = spread(&hub, &seeds(&ids), &rules(false));
        let leaf = |activation: &Activation| level(activation, 200);
        assert!(leaf(&article) > level(&article, 50), "the hub floods its leaves");
        let ours = spread(&hub, &seeds(&ids), &rules(true));
        assert!(leaf(&ours) < level(&ours, 50) / 4.0, "what a hub passes on is divided");
    }

    #[test]
    fn the_path_leads_from_the_seed() {
        let chain = graph(&[(1, 2, 1.0), (2, 3, 1.0), (3, 4, 1.0), (4, 5, 1.0)]);
        let reached = spread(&chain, &seeds(&[1]), &rules(true));
        assert_eq!(reached.path(UnitId(4)), [1, 2, 3, 4].map(UnitId));
        assert_eq!(level(&reached, 5), 0.0, "three hops and no more");
        assert_eq!(reached.links_walked, 3);
    }

    #[test]
    fn a_unit_that_was_put_aside_receives_but_does_not_pass_on() {
        let chain = graph(&[(1, 2, 1.0), (2, 3, 1.0)]);
        let passes = |id: UnitId| id != UnitId(2);
        let reached = spread(&chain, &seeds(&[1]), &Rules { passes: &passes, ..rules(true) });
        assert!(level(&reached, 2) > 0.0);
        assert_eq!(level(&reached, 3), 0.0);
    }

    proptest! {
        /// The energy bound, for any graph: all activation is at most twice that of the seeds.
        #[test]
        fn activation_is_bounded_whatever_the_graph(
            links in prop::collection::vec((0..12_u64, 0..12_u64, 0.0..1.0_f32), 0..80),
            seeds in prop::collection::btree_map((0..12_u64).prop_map(UnitId), 0.0..1.0_f32, 1..6),
            hops in 0..40_u32,
        ) {
            let graph = graph(&links);
            let reached = spread(&graph, &seeds, &Rules { hops, ..rules(true) });
            let given: f32 = seeds.values().sum();
            prop_assert!(reached.total() <= given * 2.0 + 1e-4, "{} of {given}", reached.total());
        }
    }
}
