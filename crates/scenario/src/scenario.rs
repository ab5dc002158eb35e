//! A scenario that has been read: its variants, each with its home, ready to make lives of.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base::Noun;

use crate::checked::{FaultKind, Home, Life, Split};
use crate::errors::{Errors, Report};
use crate::kinds::{Kinds, parse_kinds};
use crate::library::Library;
use crate::life::make_life;
use crate::nearest::nearest;
use crate::problem::Problem;
use crate::source::{Source, Spot};
use crate::values::{RESERVED, is_name};
use crate::written::{self, Draw};
use crate::{home, numbers, syntax};

/// The path of the kinds in a [`Library`].
pub(crate) const KINDS: &str = "kinds.ron";
/// The greatest number of a family.
const LAST_FAMILY: u8 = 13;

/// A home, and the kinds that it knows.
type HomeAndKinds = (Arc<Home>, Arc<Kinds>);

/// A scenario that can be run.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// What it is called.
    pub name: String,
    /// Its family, 1 to 13.
    pub family: u8,
    /// What it is about, in one sentence.
    pub summary: String,
    /// Its variants, in the order of the file.
    pub variants: Vec<VariantInfo>,
    pub(crate) typed: written::Scenario,
    pub(crate) source: Source,
    /// The home of each variant, and the kinds that it knows.
    pub(crate) homes: Vec<HomeAndKinds>,
}

/// What can be known of a variant without living it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariantInfo {
    /// What it is called.
    pub name: String,
    /// Which part of the family it belongs to.
    pub split: Split,
    /// The path of its home.
    pub home: String,
}

/// Reads a scenario, and the kinds and homes that it names.
///
/// Everything that does not depend on the seed is checked, and one life of each variant is made
/// and checked as well; [`Scenario::check_all`] checks more of them.
///
/// # Errors
/// Everything that is wrong with it, with its homes or with the kinds.
pub fn parse_scenario(
    source_name: &str,
    text: &str,
    library: &dyn Library,
) -> Result<Scenario, Errors> {
    let (typed, source) = syntax::read::<written::Scenario>(source_name, text)?;
    let mut report = Report::default();
    check_head(&typed, source.spot(), &mut report);
    let problems = report.count();
    check_draws(&typed.draw, source.spot().field("draw"), &mut report);
    check_entries(&typed.days, source.spot().field("days"), &mut report);
    let draws_are_sane = report.count() == problems;
    let homes = homes(&typed, source.spot(), library, &mut report);
    let Some(homes) = homes else {
        return Err(report.fail());
    };
    let variants = typed
        .variants
        .iter()
        .map(|variant| VariantInfo {
            name: variant.name.clone(),
            split: variant.split,
            home: variant.home.clone(),
        })
        .collect();
    let scenario = Scenario {
        name: typed.name.clone(),
        family: typed.family,
        summary: typed.summary.clone(),
        variants,
        typed,
        source,
        homes,
    };
    // What is wrong with a draw would show again in every life.
    if draws_are_sane {
        scenario.check_lives([FIRST_SEED], &mut report);
    }
    report.finish(scenario)
}

/// The seed of the life that is made while a scenario is read.
const FIRST_SEED: u64 = 1;

impl Scenario {
    /// The life of one variant with one seed. The same seed gives the same life.
    ///
    /// # Errors
    /// What is wrong with this life: a draw may lead to what cannot be.
    pub fn life(&self, variant: &str, seed: u64) -> Result<Life, Errors> {
        let found = self.variants.iter().position(|other| other.name == variant);
        let Some(index) = found else {
            let mut report = Report::default();
            let known = self.variants.iter().map(|variant| variant.name.as_str());
            let place = format!("scenario \"{}\"", self.name);
            let problem = Problem::unknown("variant", variant, place, known);
            report.say(self.source.spot().field("variants"), problem);
            return Err(report.fail());
        };
        make_life(self, index, seed)
    }

    /// Makes and checks the lives of every variant with these seeds.
    ///
    /// # Errors
    /// Everything that is wrong with any of them.
    pub fn check_all(&self, seeds: impl IntoIterator<Item = u64>) -> Result<(), Errors> {
        let mut report = Report::default();
        self.check_lives(seeds, &mut report);
        report.finish(())
    }

    fn check_lives(&self, seeds: impl IntoIterator<Item = u64>, report: &mut Report) {
        for seed in seeds {
            for variant in 0..self.variants.len() {
                report.take(make_life(self, variant, seed));
            }
        }
    }
}

fn check_head(typed: &written::Scenario, spot: Spot, report: &mut Report) {
    let plain = |c: char| c.is_alphanumeric() || c == '-';
    let must = "it is one word of letters, digits and hyphens";
    let word = |what: &'static str, name: &str, spot: Spot, report: &mut Report| {
        if name.is_empty() || !name.chars().all(plain) {
            report.say(spot, Problem::BadName { what, name: name.to_owned(), must });
        }
    };
    word("a scenario", &typed.name, spot.field("name"), report);
    if typed.summary.trim().is_empty() {
        report.say(spot.field("summary"), Problem::Empty("the summary"));
    }
    if !(1..=LAST_FAMILY).contains(&typed.family) {
        let (must, number) = (format!("from 1 to {LAST_FAMILY}"), typed.family.to_string());
        report.say(spot.field("family"), Problem::BadNumber { what: "family", must, number });
    }
    if typed.agent.parse::<Noun>().is_err() {
        let (what, name) = ("an agent", typed.agent.clone());
        let must = "a name has at least one letter";
        report.say(spot.field("agent"), Problem::BadName { what, name, must });
    }
    for (index, person) in typed.people.iter().enumerate() {
        let spot = spot.field("people").item(index).field("name");
        word("a person", &person.name, spot, report);
        let earlier = typed.people[..index].iter().any(|other| other.name == person.name);
        // As the house calls the agent.
        let agent = typed.agent.trim().replace(char::is_whitespace, "-");
        if earlier || person.name == agent {
            let twice = Problem::Twice { what: "people", name: person.name.clone() };
            report.say(spot, twice);
        }
    }
    for (list, what, empty) in [
        ("variants", "the list of variants", typed.variants.is_empty()),
        ("days", "the list of days", typed.days.is_empty()),
    ] {
        if empty {
            report.say(spot.field(list), Problem::Empty(what));
        }
    }
    let mut names = BTreeSet::new();
    for (index, variant) in typed.variants.iter().enumerate() {
        let spot = spot.field("variants").item(index);
        word("a variant", &variant.name, spot.field("name"), report);
        if !names.insert(&variant.name) {
            let twice = Problem::Twice { what: "variants", name: variant.name.clone() };
            report.say(spot.field("name"), twice);
        }
        for name in variant.bind.keys() {
            check_variable(name, spot.field("bind").field(name), report);
            if typed.draw.iter().any(|draw| draw.name == *name) {
                let twice = Problem::Twice { what: "variables", name: name.clone() };
                report.say(spot.field("bind").field(name), twice);
            }
        }
    }
    for (index, fault) in typed.faults.iter().enumerate() {
        let spot = spot.field("faults").item(index);
        numbers::between(report, spot.field("chance"), "chance", fault.chance, [0.0, 1.0]);
        if (fault.kind == FaultKind::Mistaken) != fault.taken_for.is_some() {
            let what = "what is mistaken, and only that, is taken for something: \"taken_for\"";
            report.say(spot, Problem::Contradiction(what));
        }
    }
}

fn check_variable(name: &str, spot: Spot, report: &mut Report) {
    if !is_name(name) || RESERVED.contains(&name) {
        let must =
            "it is a letter, then letters, digits and underscores, and neither \"i\" nor \"last\"";
        report.say(spot, Problem::BadName { what: "a variable", name: name.to_owned(), must });
    }
}

fn check_draws(draws: &[Draw], spot: Spot, report: &mut Report) {
    for (index, draw) in draws.iter().enumerate() {
        let spot = spot.item(index);
        check_variable(&draw.name, spot.field("name"), report);
        if draws[..index].iter().any(|other| other.name == draw.name) {
            let twice = Problem::Twice { what: "draws", name: draw.name.clone() };
            report.say(spot.field("name"), twice);
        }
        if draw.from.is_empty() && draw.places.is_none() && draw.things.is_none() {
            report.say(
                spot,
                Problem::Empty("what a draw draws from (\"from\", \"places\", \"things\")"),
            );
        }
        let is_list = draw.count.is_some();
        for (field, wrong, what) in [
            (
                "shuffle",
                draw.shuffle && is_list,
                "\"shuffle\" takes all words; leave out \"count\"",
            ),
            ("distinct", draw.distinct && !is_list, "\"distinct\" is for lists; say a \"count\""),
            (
                "room_for",
                !draw.room_for.is_empty() && draw.places.is_none(),
                "\"room_for\" chooses among \"places\"; say which",
            ),
        ] {
            if wrong {
                report.say(spot.field(field), Problem::Contradiction(what));
            }
        }
    }
}

fn check_entries(entries: &[written::DayEntry], spot: Spot, report: &mut Report) {
    for (index, entry) in entries.iter().enumerate() {
        if let written::DayEntry::Repeat(repeat) = entry {
            let spot = spot.item(index);
            check_draws(&repeat.draw, spot.field("draw"), report);
            check_entries(&repeat.days, spot.field("days"), report);
        }
    }
}

/// The home of each variant; none where any cannot be had.
fn homes(
    typed: &written::Scenario,
    spot: Spot,
    library: &dyn Library,
    report: &mut Report,
) -> Option<Vec<HomeAndKinds>> {
    let kinds = match library.text(KINDS) {
        Ok(text) => report.take(parse_kinds(KINDS, &text))?,
        Err(why) => {
            report.say(spot, Problem::Unreadable { path: KINDS.to_owned(), why });
            return None;
        }
    };
    let mut read: BTreeMap<&str, Option<HomeAndKinds>> = BTreeMap::new();
    let mut homes = Vec::with_capacity(typed.variants.len());
    for (index, variant) in typed.variants.iter().enumerate() {
        let spot = spot.field("variants").item(index).field("home");
        let home = read.entry(&variant.home).or_insert_with(|| {
            let text = library
                .text(&variant.home)
                .map_err(|why| report.say(spot, no_home(&variant.home, why, library)))
                .ok()?;
            let (home, kinds) = report.take(home::read(&variant.home, &text, &kinds))?;
            Some((Arc::new(home), Arc::new(kinds)))
        });
        homes.push(home.clone());
    }
    homes.into_iter().collect()
}

fn no_home(path: &str, why: String, library: &dyn Library) -> Problem {
    let known = library.paths();
    match nearest(path, known.iter().map(String::as_str)) {
        Some(near) => Problem::Unknown {
            what: "home",
            name: path.to_owned(),
            place: "the library".to_owned(),
            nearest: Some(near),
        },
        None => Problem::Unreadable { path: path.to_owned(), why },
    }
}
