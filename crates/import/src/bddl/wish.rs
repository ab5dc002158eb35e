//! Conditions while they are put together: what is known to be so or not falls out, and every
//! "not" stands at a single quality.

use std::collections::BTreeSet;

use base::{Noun, Quality, State};

/// More parts than this are not written out.
pub(super) const MOST_PARTS: usize = 20_000;

/// What a part of a goal comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wish {
    /// It is so, or not, whatever anybody does.
    Known(bool),
    /// The thing with exactly this noun has the quality, or must not have it.
    Is(Noun, Quality, bool),
    /// All of these.
    All(Vec<Wish>),
    /// One of these.
    Any(Vec<Wish>),
}

impl Wish {
    /// All of these.
    pub(super) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Self::Known(true) => {}
                Self::Known(false) => return Self::Known(false),
                Self::All(inner) => kept.extend(inner),
                part => kept.push(part),
            }
        }
        match kept.len() {
            0 => Self::Known(true),
            1 => kept.swap_remove(0),
            _ => Self::All(kept),
        }
    }

    /// One of these.
    pub(super) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::all(parts.into_iter().map(Self::opposite)).opposite()
    }

    /// Not this.
    pub(super) fn opposite(self) -> Self {
        let each = |parts: Vec<Self>| parts.into_iter().map(Self::opposite).collect();
        match self {
            Self::Known(so) => Self::Known(!so),
            Self::Is(noun, quality, so) => Self::Is(noun, quality, !so),
            Self::All(parts) => Self::Any(each(parts)),
            Self::Any(parts) => Self::All(each(parts)),
        }
    }

    /// How many parts it has in all.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Known(_) | Self::Is(..) => 1,
            Self::All(parts) | Self::Any(parts) => 1 + parts.iter().map(Self::size).sum::<usize>(),
        }
    }

    /// The condition in RON; its parts in the order in which they are best brought about. Nothing
    /// in it may be known.
    pub(super) fn write(&self) -> String {
        match self {
            Self::Known(_) => unreachable!("what is known has fallen out"),
            Self::Is(noun, quality, so) => written(noun, &[(quality, *so)]),
            Self::Any(parts) => list("Any", parts.iter().map(Self::write)),
            Self::All(parts) => list("All", in_order(parts).iter().map(Group::write)),
        }
    }

    /// The things that it puts somewhere, and where; of several ways the first.
    fn placements(&self, placed: &mut BTreeSet<Noun>, places: &mut BTreeSet<Noun>) {
        match self {
            Self::Is(thing, Quality::At(_, place), true) => {
                placed.insert(thing.clone());
                places.insert(place.clone());
            }
            Self::Known(_) | Self::Is(..) => {}
            Self::All(parts) => parts.iter().for_each(|part| part.placements(placed, places)),
            Self::Any(parts) => {
                parts.iter().take(1).for_each(|part| part.placements(placed, places));
            }
        }
    }
}

/// When a part is best brought about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// What stays so.
    Lasting,
    /// Where things go.
    Placing,
    /// What does not stay so.
    Passing,
    /// Switches, doors and what must not be.
    Last,
}

/// Parts that are brought about together.
enum Group<'a> {
    /// Qualities of one thing.
    Of(&'a Noun, Vec<(&'a Quality, bool)>),
    /// Anything else.
    Other(&'a Wish),
}

impl Group<'_> {
    fn stage(&self) -> Stage {
        let of_quality = |(quality, so): &(&Quality, bool)| match quality {
            Quality::At(..) if *so => Stage::Placing,
            Quality::Is(State::Hot | State::Cold | State::Frozen) => Stage::Passing,
            Quality::Is(State::Open | State::Running) | Quality::At(..) => Stage::Last,
            Quality::Is(_) | Quality::IsNot(_) => Stage::Lasting,
        };
        match self {
            Self::Of(_, qualities) => {
                qualities.iter().map(of_quality).max().unwrap_or(Stage::Lasting)
            }
            Self::Other(_) => Stage::Placing,
        }
    }

    fn placements(&self) -> (BTreeSet<Noun>, BTreeSet<Noun>) {
        let (mut placed, mut places) = (BTreeSet::new(), BTreeSet::new());
        match self {
            Self::Of(thing, qualities) => {
                for (quality, so) in qualities {
                    Wish::Is((*thing).clone(), (*quality).clone(), *so)
                        .placements(&mut placed, &mut places);
                }
            }
            Self::Other(wish) => wish.placements(&mut placed, &mut places),
        }
        (placed, places)
    }

    fn write(&self) -> String {
        match self {
            Self::Of(thing, qualities) => written(thing, qualities),
            Self::Other(wish) => wish.write(),
        }
    }
}

/// The parts of a list of which all must hold, in the order in which they are best brought about:
/// what lasts first; then a vessel before what goes into it.
fn in_order(parts: &[Wish]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for part in parts {
        let Wish::Is(thing, quality, so) = part else {
            groups.push(Group::Other(part));
            continue;
        };
        let new = Group::Of(thing, vec![(quality, *so)]);
        // What must be apart from the rest stays by itself: a lasting change comes first.
        let stage = new.stage();
        let joins = |stage: Stage, other: Stage| {
            stage == other
                || matches!(
                    (stage, other),
                    (Stage::Placing, Stage::Passing) | (Stage::Passing, Stage::Placing)
                )
        };
        let is_not_there = matches!((quality, so), (Quality::At(..), false));
        let same = groups.iter_mut().find(|group| match group {
            Group::Of(other, _) => *other == thing && joins(stage, group.stage()) && !is_not_there,
            Group::Other(_) => false,
        });
        match same {
            Some(Group::Of(_, qualities)) if !qualities.contains(&(quality, *so)) => {
                qualities.push((quality, *so));
            }
            Some(_) => {}
            None => groups.push(new),
        }
    }
    groups.sort_by_key(Group::stage);
    vessels_first(groups)
}

/// Within a stage, whatever puts a thing somewhere comes before what is put into that thing.
fn vessels_first(mut groups: Vec<Group<'_>>) -> Vec<Group<'_>> {
    let mut ordered = Vec::new();
    while !groups.is_empty() {
        let stage = groups[0].stage();
        let parts: Vec<_> = groups
            .iter()
            .take_while(|group| group.stage() == stage)
            .map(Group::placements)
            .collect();
        let is_ready = |at: &usize| {
            let places = &parts[*at].1;
            parts
                .iter()
                .enumerate()
                .all(|(other, (placed, _))| other == *at || placed.is_disjoint(places))
        };
        let next = (0..parts.len()).find(is_ready).unwrap_or(0);
        ordered.push(groups.remove(next));
    }
    ordered
}

fn list(word: &str, parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    format!("{word}([{}])", parts.join(", "))
}

fn written(thing: &Noun, qualities: &[(&Quality, bool)]) -> String {
    if let [(Quality::At(relation, place), false)] = qualities {
        return format!("Not(Exists({thing:?}, [At({relation:?}, {place:?})]))");
    }
    let mut sorted: Vec<String> = qualities
        .iter()
        .map(|(quality, so)| match (quality, so) {
            (Quality::Is(state), true) | (Quality::IsNot(state), false) => format!("Is({state:?})"),
            (Quality::Is(state), false) | (Quality::IsNot(state), true) => {
                format!("IsNot({state:?})")
            }
            (Quality::At(relation, place), _) => format!("At({relation:?}, {place:?})"),
        })
        .collect();
    sorted.sort_by_key(|quality| quality.starts_with("At"));
    format!("Exists({thing:?}, [{}])", sorted.join(", "))
}

#[cfg(test)]
mod tests {
    use base::Relation;

    use super::*;

    fn noun(text: &str) -> Noun {
        text.parse().expect("a noun")
    }

    fn at(thing: &str, place: &str) -> Wish {
        Wish::Is(noun(thing), Quality::At(Relation::In, noun(place)), true)
    }

    fn is(thing: &str, state: State) -> Wish {
        Wish::Is(noun(thing), Quality::Is(state), true)
    }

    #[test]
    fn what_is_known_falls_out() {
        assert_eq!(Wish::all([]), Wish::Known(true));
        assert_eq!(Wish::any([]), Wish::Known(false));
        assert_eq!(Wish::any([Wish::Known(false), is("egg", State::Hot)]), is("egg", State::Hot));
        let both = Wish::all([is("egg", State::Hot), is("egg", State::Cooked)]);
        assert_eq!(both.size(), 3);
        let one_is_not = "Any([Exists(\"egg\", [IsNot(Hot)]), Exists(\"egg\", [IsNot(Cooked)])])";
        assert_eq!(both.opposite().write(), one_is_not);
    }

    #[test]
    fn what_lasts_comes_first_and_a_vessel_before_what_goes_into_it() {
        let wish = Wish::all([
            is("fridge", State::Open).opposite(),
            at("apple", "bowl"),
            is("apple", State::Hot),
            at("pear", "bowl"),
            at("bowl", "sink"),
            is("apple", State::Sliced),
        ]);
        assert_eq!(
            wish.write(),
            "All([Exists(\"apple\", [Is(Sliced)]), Exists(\"bowl\", [At(In, \"sink\")]), \
             Exists(\"pear\", [At(In, \"bowl\")]), Exists(\"apple\", [Is(Hot), At(In, \"bowl\")]), \
             Exists(\"fridge\", [IsNot(Open)])])"
        );
    }

    #[test]
    fn what_must_not_be_somewhere_stands_alone() {
        let wish = Wish::all([at("pear", "bowl").opposite(), is("pear", State::Cold)]);
        assert_eq!(
            wish.write(),
            "All([Exists(\"pear\", [Is(Cold)]), Not(Exists(\"pear\", [At(In, \"bowl\")]))])"
        );
    }
}
