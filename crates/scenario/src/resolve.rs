//! Finds the thing that a name means.

use base::{Noun, ThingId};

use crate::checked::Home;
use crate::problem::Problem;

/// The one thing that the name means.
///
/// A thing with exactly this noun is meant before those that the noun fits. Of several with the
/// same noun, `mug #2` means the second.
pub(crate) fn the_thing(home: &Home, name: &str) -> Result<ThingId, Problem> {
    let nouns: Vec<&Noun> = home.things.iter().map(|thing| &thing.noun).collect();
    let index = the_one(name, &nouns, &place_of(home))?;
    Ok(home.things[index].id)
}

/// The one piece of furniture that the name means.
pub(crate) fn the_landmark(home: &Home, name: &str) -> Result<ThingId, Problem> {
    let landmarks: Vec<&crate::checked::Thing> =
        home.things.iter().filter(|thing| thing.kind.fixed).collect();
    let nouns: Vec<&Noun> = landmarks.iter().map(|thing| &thing.noun).collect();
    let index = the_one(name, &nouns, &place_of(home))?;
    Ok(landmarks[index].id)
}

/// The index of the one that the name means.
pub(crate) fn the_one(name: &str, nouns: &[&Noun], place: &str) -> Result<usize, Problem> {
    let (text, nth) = split_number(name);
    let noun: Noun = text.parse()?;
    let where_ = |wanted: &dyn Fn(&Noun) -> bool| -> Vec<usize> {
        (0..nouns.len()).filter(|index| wanted(nouns[*index])).collect()
    };
    let mut found = where_(&|other| *other == noun);
    if found.is_empty() {
        found = where_(&|other| noun.fits(other));
    }
    match (nth, found.as_slice()) {
        (_, []) => {
            let known = nouns.iter().map(|noun| noun.as_str());
            Err(Problem::unknown("thing", noun.as_str(), place, known))
        }
        (None, [one]) => Ok(*one),
        (Some(nth), _) if (1..=found.len()).contains(&nth) => Ok(found[nth - 1]),
        _ => Err(Problem::Ambiguous {
            name: name.to_owned(),
            count: found.len(),
            place: place.to_owned(),
        }),
    }
}

/// Whether anything has a noun that this one fits; the problem if nothing has.
pub(crate) fn anything(home: &Home, noun: &Noun) -> Result<(), Problem> {
    if home.fitting(noun).next().is_some() {
        return Ok(());
    }
    let known = home.things.iter().map(|thing| thing.noun.as_str());
    Err(Problem::unknown("thing", noun.as_str(), place_of(home), known))
}

/// The home as messages call it.
pub(crate) fn place_of(home: &Home) -> String {
    format!("home \"{}\"", home.name)
}

fn split_number(name: &str) -> (&str, Option<usize>) {
    let split = name
        .rsplit_once(" #")
        .and_then(|(text, number)| number.parse().ok().map(|number| (text, Some(number))));
    split.unwrap_or((name, None))
}

/// A name by which [`the_thing`] finds exactly this thing.
pub(crate) fn name_of(home: &Home, id: ThingId) -> String {
    let noun = &home.thing(id).noun;
    let alike = || home.things.iter().filter(|thing| thing.noun == *noun);
    match alike().position(|thing| thing.id == id) {
        Some(nth) if alike().count() > 1 => format!("{noun} #{}", nth + 1),
        _ => noun.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: Result<usize, &str>) {
        let nouns = ["blue mug", "red mug", "red mug", "mug", "left drawer"]
            .map(|text| text.parse::<Noun>().expect("a noun"));
        let nouns: Vec<&Noun> = nouns.iter().collect();
        let found = the_one(name, &nouns, "home \"x\"").map_err(|problem| problem.to_string());
        assert_eq!(found, expected.map_err(str::to_owned));
    }

    #[test]
    fn an_exact_name_comes_first() {
        check("mug", Ok(3));
        check("blue mug", Ok(0));
        check("drawer", Ok(4));
        check("red mug #2", Ok(2));
        let ambiguous = "fits 2 things in home \"x\"; add a mark that only one of them has";
        check("red mug", Err(&format!("\"red mug\" {ambiguous}")));
        check("red mug #3", Err(&format!("\"red mug #3\" {ambiguous}")));
        check(
            "lft drawer",
            Err("no thing is named \"lft drawer\" in home \"x\"; did you mean \"left drawer\"?"),
        );
    }
}
