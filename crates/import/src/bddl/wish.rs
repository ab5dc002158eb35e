//! Conditions while they are put together: what is known to be so or not falls out, and every
//! "not" stands at a single quality.

use std::collections::{BTreeMap, BTreeSet};

use base::{Noun, Quality, Relation, State};

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
                part if kept.contains(&part) => {}
                part => kept.push(part),
            }
        }
        match kept.len() {
            0 => Self::Known(true),
            1 => kept.swap_remove(0),
            _ => Self::All(kept),
        }
    }

    /// One of these. What all of them ask for is asked for once, outside.
    pub(super) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let any = Self::all(parts.into_iter().map(Self::opposite)).opposite();
        let Self::Any(ways) = any else { return any };
        let parts_of = |way: &Self| match way {
            Self::All(parts) => parts.clone(),
            way => vec![way.clone()],
        };
        let mut common = parts_of(&ways[0]);
        common.retain(|part| ways.iter().all(|way| parts_of(way).contains(part)));
        if common.is_empty() {
            return Self::Any(ways);
        }
        let left = ways
            .iter()
            .map(|way| Self::all(parts_of(way).into_iter().filter(|part| !common.contains(part))));
        let left = Self::any(left.collect::<Vec<_>>());
        Self::all(common.into_iter().chain([left]))
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

    /// Brings the ways of each "one of these" into an order in which the first ones agree with one
    /// another, as far as one pass can tell: who always takes the first way that is left reaches the
    /// goal without undoing what was done.
    pub(super) fn prefer_what_agrees(&mut self, plan: &mut Plan) {
        match self {
            Self::Known(_) => {}
            Self::Is(thing, quality, so) => plan.note(thing, quality, *so),
            Self::All(parts) => {
                // What leaves no choice comes first.
                let (free, bound): (Vec<_>, Vec<_>) =
                    parts.iter_mut().partition(|part| matches!(part, Self::Any(_)));
                bound.into_iter().chain(free).for_each(|part| part.prefer_what_agrees(plan));
            }
            Self::Any(parts) => {
                parts.sort_by_cached_key(|part| part.conflicts(plan));
                let mut parts = parts.iter_mut();
                if let Some(first) = parts.next() {
                    let before = plan.clone();
                    first.prefer_what_agrees(plan);
                    parts.for_each(|part| part.prefer_what_agrees(&mut before.clone()));
                }
            }
        }
    }

    /// With how much of the plan it is at odds.
    fn conflicts(&self, plan: &Plan) -> usize {
        match self {
            Self::Known(_) => 0,
            Self::Is(thing, quality, so) => usize::from(plan.denies(thing, quality, *so)),
            Self::All(parts) => parts.iter().map(|part| part.conflicts(plan)).sum(),
            Self::Any(parts) => {
                parts.iter().map(|part| part.conflicts(plan)).min().unwrap_or_default()
            }
        }
    }

    /// Whether it is only about doors and switches.
    fn puts_nothing(&self) -> bool {
        match self {
            Self::Known(_) => true,
            Self::Is(_, quality, _) => matches!(quality, Quality::Is(State::Open | State::Running)),
            Self::All(parts) | Self::Any(parts) => parts.iter().all(Self::puts_nothing),
        }
    }

    /// Whether it is only about what is poured.
    fn only_pours(&self) -> bool {
        match self {
            Self::Known(_) => true,
            Self::Is(_, quality, _) => {
                use Quality::{CoveredWith, FilledWith, Holds};
                matches!(quality, Holds(_) | FilledWith(_) | CoveredWith(_))
            }
            Self::All(parts) | Self::Any(parts) => parts.iter().all(Self::only_pours),
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

/// Where things are to go, and what they are to become.
#[derive(Debug, Clone, Default)]
pub(super) struct Plan {
    at: BTreeMap<Noun, (Relation, Noun)>,
    not_at: BTreeSet<(Noun, Relation, Noun)>,
    states: BTreeMap<(Noun, State), bool>,
}

impl Plan {
    fn note(&mut self, thing: &Noun, quality: &Quality, so: bool) {
        let (relation, place) = match quality {
            Quality::At(relation, place) => (relation, place),
            Quality::Is(state) | Quality::IsNot(state) => {
                let is_so = so == matches!(quality, Quality::Is(_));
                self.states.entry((thing.clone(), *state)).or_insert(is_so);
                return;
            }
            // What is poured here keeps nothing from being poured there.
            Quality::Holds(_) | Quality::FilledWith(_) | Quality::CoveredWith(_) => return,
        };
        if so {
            self.at.entry(thing.clone()).or_insert_with(|| (*relation, place.clone()));
        } else {
            self.not_at.insert((thing.clone(), *relation, place.clone()));
        }
    }

    fn denies(&self, thing: &Noun, quality: &Quality, so: bool) -> bool {
        let (relation, place) = match quality {
            Quality::At(relation, place) => (relation, place),
            Quality::Is(state) | Quality::IsNot(state) => {
                let is_so = so == matches!(quality, Quality::Is(_));
                let planned = self.states.get(&(thing.clone(), *state));
                return planned.is_some_and(|planned| *planned != is_so);
            }
            Quality::Holds(_) | Quality::FilledWith(_) | Quality::CoveredWith(_) => return false,
        };
        let planned = self.at.get(thing);
        let is_it = planned.is_some_and(|(r, p)| r == relation && p == place);
        if so {
            planned.is_some() && !is_it
                || self.not_at.contains(&(thing.clone(), *relation, place.clone()))
        } else {
            is_it
        }
    }
}

/// When a part is best brought about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// What stays so.
    Lasting,
    /// What is poured, strewn or spread.
    Pouring,
    /// What is frozen or cold: it stays so where it became so, while others follow.
    Freezing,
    /// Where things go.
    Placing,
    /// What is hot, and goes where it goes at once.
    Heating,
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
            Quality::Is(State::Cold | State::Frozen) => Stage::Freezing,
            Quality::Is(State::Hot) => Stage::Heating,
            Quality::Is(State::Open | State::Running) | Quality::At(..) => Stage::Last,
            Quality::Holds(_) | Quality::FilledWith(_) | Quality::CoveredWith(_) => Stage::Pouring,
            Quality::Is(_) | Quality::IsNot(_) => Stage::Lasting,
        };
        match self {
            Self::Of(_, qualities) => {
                qualities.iter().map(of_quality).max().unwrap_or(Stage::Lasting)
            }
            Self::Other(wish) if wish.puts_nothing() => Stage::Last,
            Self::Other(wish) if wish.only_pours() => Stage::Pouring,
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
/// what lasts first; then what goes into a vessel before that vessel goes somewhere.
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
        let is_not_there = matches!((quality, so), (Quality::At(..), false));
        let joins = |other: Stage| {
            let together = Stage::Placing..=Stage::Heating;
            if !so && stage == Stage::Pouring {
                return false;
            }
            stage == other || together.contains(&stage) && together.contains(&other)
        };
        let same = groups.iter_mut().find(|group| match group {
            Group::Of(_, others)
                if others.iter().any(|(quality, so)| is_not_poured(quality, *so)) =>
            {
                false
            }
            Group::Of(other, _) => *other == thing && joins(group.stage()) && !is_not_there,
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
    contents_first(groups)
}

/// Within a stage, whatever is put into or onto a thing comes before that thing is put somewhere.
fn contents_first(mut groups: Vec<Group<'_>>) -> Vec<Group<'_>> {
    let mut ordered = Vec::new();
    while !groups.is_empty() {
        let stage = groups[0].stage();
        let of_stage = groups.iter().take_while(|group| group.stage() == stage);
        let parts: Vec<_> = of_stage.map(Group::placements).collect();
        let is_ready = |at: &usize| {
            let placed = &parts[*at].0;
            let others = parts.iter().enumerate().filter(|(other, _)| other != at);
            others.map(|(_, (_, places))| places).all(|places| places.is_disjoint(placed))
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
    if let [(quality, false)] = qualities
        && !matches!(quality, Quality::Is(_) | Quality::IsNot(_))
    {
        return format!("Not({})", written(thing, &[(*quality, true)]));
    }
    let mut qualities = qualities.to_vec();
    qualities.sort_by_key(|(quality, _)| when_poured(quality));
    let mut sorted: Vec<String> = qualities
        .iter()
        .map(|(quality, so)| match (quality, so) {
            (Quality::Is(state), true) | (Quality::IsNot(state), false) => format!("Is({state:?})"),
            (Quality::Is(state), false) | (Quality::IsNot(state), true) => {
                format!("IsNot({state:?})")
            }
            (Quality::At(relation, place), _) => format!("At({relation:?}, {place:?})"),
            (Quality::Holds(what), _) => format!("Holds({what:?})"),
            (Quality::FilledWith(what), _) => format!("FilledWith({what:?})"),
            (Quality::CoveredWith(what), _) => format!("CoveredWith({what:?})"),
        })
        .collect();
    sorted.sort_by_key(|quality| quality.starts_with("At"));
    format!("Exists({thing:?}, [{}])", sorted.join(", "))
}

/// Whether it says that something must not have been poured.
fn is_not_poured(quality: &Quality, so: bool) -> bool {
    use Quality::{CoveredWith, FilledWith, Holds};
    !so && matches!(quality, Holds(_) | FilledWith(_) | CoveredWith(_))
}

/// Of what is poured into one vessel, that which fills it comes last, and water after what is poured
/// in small amounts: a tap fills to the brim.
fn when_poured(quality: &Quality) -> u8 {
    match quality {
        Quality::Holds(what) if what.kind() == "water" => 1,
        Quality::FilledWith(_) => 2,
        _ => 0,
    }
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
        let way = |place| Wish::all([is("egg", State::Hot), at("egg", place)]);
        assert_eq!(
            Wish::any([way("pan"), way("pot")]),
            Wish::all([is("egg", State::Hot), Wish::any([at("egg", "pan"), at("egg", "pot")])])
        );
        let both = Wish::all([is("egg", State::Hot), is("egg", State::Cooked)]);
        assert_eq!(both.size(), 3);
        let one_is_not = "Any([Exists(\"egg\", [IsNot(Hot)]), Exists(\"egg\", [IsNot(Cooked)])])";
        assert_eq!(both.opposite().write(), one_is_not);
    }

    #[test]
    fn what_lasts_comes_first_and_contents_before_their_vessel() {
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
            "All([Exists(\"apple\", [Is(Sliced)]), Exists(\"pear\", [At(In, \"bowl\")]), \
             Exists(\"bowl\", [At(In, \"sink\")]), Exists(\"apple\", [Is(Hot), At(In, \"bowl\")]), \
             Exists(\"fridge\", [IsNot(Open)])])"
        );
    }

    #[test]
    fn the_first_ways_agree_with_one_another() {
        let either = || Wish::any([at("apple", "bowl"), at("apple", "box")]);
        let mut wish = Wish::all([either(), at("apple", "box")]);
        wish.prefer_what_agrees(&mut Plan::default());
        assert_eq!(
            wish.write(),
            "All([Any([Exists(\"apple\", [At(In, \"box\")]), Exists(\"apple\", [At(In, \"bowl\")])]), \
             Exists(\"apple\", [At(In, \"box\")])])"
        );
        let mut wish = Wish::all([either(), at("apple", "bowl").opposite()]);
        wish.prefer_what_agrees(&mut Plan::default());
        assert!(wish.write().starts_with("All([Any([Exists(\"apple\", [At(In, \"box\")]"));
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
