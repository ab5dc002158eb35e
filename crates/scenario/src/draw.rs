//! What the seed decides.

use std::cell::Cell;
use std::collections::BTreeSet;

use base::{Noun, Stream, Streams};
use rand::Rng;

use crate::checked::Home;
use crate::errors::Report;
use crate::kinds::Kinds;
use crate::places;
use crate::problem::Problem;
use crate::source::Spot;
use crate::values::Values;
use crate::written::{self, Draw, Value};

/// No list is longer.
const LONGEST_LIST: u32 = 10_000;
/// No life draws more words.
const MOST_WORDS: u64 = 1_000_000;

/// What draws are made from.
pub(crate) struct Lots<'a> {
    /// The streams of the seed.
    pub(crate) streams: Streams,
    /// The names that come first in the name of every stream: the scenario, the variant.
    pub(crate) prefix: [&'a str; 2],
    /// The home, without the things of the scenario.
    pub(crate) home: &'a Home,
    pub(crate) kinds: &'a Kinds,
    /// The things of the scenario.
    pub(crate) things: &'a [written::Thing],
    /// How many words have been drawn from or into.
    pub(crate) words: Cell<u64>,
}

impl Lots<'_> {
    /// The stream with this name.
    pub(crate) fn stream(&self, name: &[&str]) -> Stream {
        let path = [&["scenario"], self.prefix.as_slice(), name].concat();
        self.streams.named(&path)
    }

    /// What is drawn. `repetition` tells the repetitions apart: one number for each Repeat around.
    pub(crate) fn draw(
        &self,
        draw: &Draw,
        repetition: &[u32],
        values: &Values,
    ) -> Result<Value, Problem> {
        let all = self.candidates(draw, values)?;
        let count = self.words.get() + all.len() as u64 + u64::from(draw.count.unwrap_or(1));
        self.words.set(count);
        if count > MOST_WORDS {
            return Err(Problem::TooMany { what: "drawn words", count, most: MOST_WORDS });
        }
        let not: BTreeSet<String> = values.fill_list(&draw.not)?.into_iter().collect();
        let left: Vec<&String> = all.iter().filter(|word| !not.contains(*word)).collect();
        let nothing = |why: String| Problem::NothingToDraw { name: draw.name.clone(), why };
        if left.is_empty() {
            let why = match all.len() {
                0 if !draw.room_for.is_empty() => "no place has room".to_owned(),
                0 => "there is nothing".to_owned(),
                count => format!("all of {count} are excluded"),
            };
            return Err(nothing(why));
        }
        let numbers: Vec<String> = repetition.iter().map(u32::to_string).collect();
        let mut name = vec!["draw", &draw.name];
        name.extend(numbers.iter().map(String::as_str));
        let mut stream = self.stream(&name);
        if draw.shuffle {
            return Ok(Value::Many(shuffled(left, &mut stream).into_iter().cloned().collect()));
        }
        let Some(count) = draw.count else {
            return Ok(Value::One(left[below(&mut stream, left.len())].clone()));
        };
        if count > LONGEST_LIST || count == 0 {
            let must = format!("from 1 to {LONGEST_LIST}");
            let number = count.to_string();
            return Err(Problem::BadNumber { what: "count of a draw", must, number });
        }
        let needed = if draw.distinct { count as usize } else { (count as usize).min(2) };
        if left.len() < needed {
            return Err(nothing(format!("there are {}, and {needed} are needed", left.len())));
        }
        Ok(Value::Many(list(&left, count, draw.distinct, &mut stream)))
    }

    fn candidates(&self, draw: &Draw, values: &Values) -> Result<Vec<String>, Problem> {
        let mut all = values.fill_list(&draw.from)?;
        if let Some(class) = draw.places {
            let sizes = values
                .fill_list(&draw.room_for)?
                .iter()
                .map(|name| self.size_of(name, values))
                .collect::<Result<Vec<_>, _>>()?;
            let fitting: Option<Noun> = match &draw.fitting {
                Some(pattern) => Some(values.fill(pattern)?.parse()?),
                None => None,
            };
            let places = places::of_class(self.home, class)
                .filter(|place| fitting.as_ref().is_none_or(|noun| noun.fits(&place.noun)))
                .filter(|place| places::have_room_for(self.home, place, class, &sizes));
            all.extend(places.map(|place| place.noun.to_string()));
        }
        if let Some(pattern) = &draw.things {
            let pattern: Noun = values.fill(pattern)?.parse()?;
            let here = self.home.things.iter().map(|thing| thing.noun.clone());
            let things = here.chain(self.nouns(values));
            all.extend(things.filter(|noun| pattern.fits(noun)).map(|noun| noun.to_string()));
        }
        // The same word from two sources counts once.
        let mut seen = BTreeSet::new();
        all.retain(|word| seen.insert(word.clone()));
        Ok(all)
    }

    /// The nouns of the scenario's things, as far as they are known yet.
    fn nouns(&self, values: &Values) -> Vec<Noun> {
        let texts = self.things.iter().filter_map(|thing| values.fill(&thing.noun).ok());
        texts.filter_map(|text| text.parse().ok()).collect()
    }

    /// The size of a thing of the scenario, or of a kind.
    fn size_of(&self, name: &str, values: &Values) -> Result<[f32; 3], Problem> {
        let noun: Noun = name.parse()?;
        let own = self.things.iter().find_map(|thing| {
            let same = values.fill(&thing.noun).ok()?.parse::<Noun>().ok()? == noun;
            thing.size.filter(|_| same)
        });
        let kind = || self.kinds.get(noun.kind()).map(|kind| kind.size);
        own.or_else(kind).ok_or_else(|| {
            let known = self.kinds.iter().map(|kind| kind.name.as_str());
            Problem::unknown("kind", noun.kind(), "kinds.ron", known)
        })
    }
}

/// Makes the draws, one after the other, and adds them to the values.
pub(crate) fn make_draws(
    lots: &Lots,
    draws: &[Draw],
    repetition: &[u32],
    values: &mut Values,
    spot: Spot,
    report: &mut Report,
) {
    for (index, draw) in draws.iter().enumerate() {
        match lots.draw(draw, repetition, values) {
            Ok(value) => values.set(&draw.name, value),
            Err(problem) => report.say(spot.item(index), problem),
        }
    }
}

/// A number below `count`, each as likely as the others.
///
/// Our own, so that no release of a library changes which lives a seed gives.
pub(crate) fn below(stream: &mut Stream, count: usize) -> usize {
    ((u128::from(stream.next_u64()) * count as u128) >> 64) as usize
}

fn shuffled<T>(mut all: Vec<T>, stream: &mut Stream) -> Vec<T> {
    for last in (1..all.len()).rev() {
        all.swap(last, below(stream, last + 1));
    }
    all
}

fn list(all: &[&String], count: u32, distinct: bool, stream: &mut Stream) -> Vec<String> {
    if distinct {
        let order = shuffled(all.to_vec(), stream);
        return order.into_iter().take(count as usize).cloned().collect();
    }
    let mut words = Vec::with_capacity(count as usize);
    let mut before: Option<usize> = None;
    for _ in 0..count {
        // One of the others: those behind the last one move up by one.
        let index = match before {
            None => below(stream, all.len()),
            Some(before) => {
                let index = below(stream, all.len() - 1);
                if index < before { index } else { index + 1 }
            }
        };
        words.push(all[index].clone());
        before = Some(index);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FURNITURE, home, kinds};

    fn check(draw: &str, seed: u64) -> Result<Value, String> {
        let home = home(FURNITURE).expect("a sane home");
        let (draw, _) = crate::syntax::read::<Draw>("x", draw).expect("a draw");
        let kinds = kinds();
        let lots = Lots {
            streams: Streams::new(seed),
            prefix: ["test", "one"],
            home: &home,
            kinds: &kinds,
            things: &[],
            words: Cell::default(),
        };
        let mut values = Values::default();
        values.set("mugs", Value::Many(["red mug", "blue mug"].map(str::to_owned).into()));
        lots.draw(&draw, &[], &values).map_err(|problem| problem.to_string())
    }

    fn many(draw: &str, seed: u64) -> Vec<String> {
        match check(draw, seed).expect("it can be drawn") {
            Value::Many(list) => list,
            Value::One(word) => panic!("one word, {word}"),
        }
    }

    #[test]
    fn no_word_of_a_list_comes_twice_in_a_row() {
        for seed in 0..50 {
            let list =
                many("(name: \"x\", from: [\"a\", \"b\", \"c\"], not: [\"c\"], count: 9)", seed);
            assert_eq!(list.len(), 9);
            assert!(list.windows(2).all(|pair| pair[0] != pair[1]), "{list:?}");
            let all =
                many("(name: \"x\", from: [\"a\", \"b\", \"c\", \"$mugs\"], shuffle: true)", seed);
            let mut sorted = all.clone();
            sorted.sort();
            assert_eq!(sorted, ["a", "b", "blue mug", "c", "red mug"]);
        }
        let orders: BTreeSet<_> = (0..50)
            .map(|seed| many("(name: \"x\", from: [\"a\", \"b\", \"c\"], shuffle: true)", seed))
            .collect();
        assert_eq!(orders.len(), 6, "every order comes up");
    }

    #[test]
    fn places_have_room() {
        let draw = |class: &str, things: &str| {
            let things = things.replace(' ', "\", \"");
            format!("(name: \"x\", places: {class}, room_for: [\"{things}\"], shuffle: true)")
        };
        assert_eq!(many(&draw("Closed", "box box"), 1), ["fridge"], "not in a drawer");
        assert_eq!(many(&draw("Closed", "mug"), 1).len(), 2);
        assert_eq!(many(&draw("Closed", "kettle"), 1), ["fridge"]);
        assert_eq!(many(&draw("Surface", "plate"), 1), ["table"], "not beside a burner");
        let fitting = "(name: \"x\", places: Closed, fitting: \"drawer\", shuffle: true)";
        assert_eq!(many(fitting, 1), ["left drawer"], "only those that are asked for");
        assert_eq!(many(&draw("Heater", "pan"), 1), ["small burner"], "not in the toaster");
    }

    #[test]
    fn what_cannot_be_drawn_is_told() {
        let problem = |draw: &str| check(draw, 1).expect_err("it cannot be drawn");
        assert_eq!(
            problem("(name: \"x\", from: [\"a\"], not: [\"a\"])"),
            "nothing is left to draw \"x\" from: all of 1 are excluded"
        );
        assert_eq!(
            problem("(name: \"x\", from: [\"a\", \"b\"], count: 3, distinct: true)"),
            "nothing is left to draw \"x\" from: there are 2, and 3 are needed"
        );
        assert_eq!(
            problem("(name: \"x\", from: [\"a\"], count: 0)"),
            "the count of a draw must be from 1 to 10000, not 0"
        );
        assert_eq!(
            problem("(name: \"x\", places: Closed, room_for: [\"blue mgu\"])"),
            "no kind is named \"mgu\" in kinds.ron; did you mean \"mug\"?"
        );
    }
}
