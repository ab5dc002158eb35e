//! Small household lives to test memories with.
//!
//! Each helper makes the unit that an agent in the house would make of the same experience, with
//! its sentence, facts and entities. [`life`] strings hundreds of episodes together. For tests and
//! benches only; no result may rest on it.

use base::{Action, Fact, Noun, Place, Refusal, Relation, SimTime, State};

use crate::unit::{Class, MemoryUnit, Source};

/// The noun written so. Panics where it is none.
pub fn noun(text: &str) -> Noun {
    text.parse().expect("a noun")
}

/// "The blue mug is in the drawer", as a fact.
pub fn at(thing: &str, relation: Relation, place: &str) -> Fact {
    Fact::At(noun(thing), Place(relation, noun(place)))
}

/// "The red knife is blunt", as a fact.
pub fn is(thing: &str, state: State, holds: bool) -> Fact {
    Fact::Is(noun(thing), state, holds)
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// "I saw the blue mug in the drawer."
pub fn saw(thing: &str, relation: Relation, place: &str, episode: u32, time: u64) -> MemoryUnit {
    let fact = at(thing, relation, place);
    let Fact::At(_, where_it_is) = &fact else { unreachable!("at makes an At") };
    let words = format!("I saw the {} {where_it_is}.", noun(thing).words());
    let mut unit = MemoryUnit::new(words, episode, SimTime(time));
    unit.class = Class::Scene;
    unit.source = Source::Saw;
    unit.after = vec![fact];
    unit.collect_entities();
    unit
}

/// "I looked in the drawer: the blue mug is not there."
pub fn missed(thing: &str, relation: Relation, place: &str, episode: u32, time: u64) -> MemoryUnit {
    let fact = Fact::NotAt(noun(thing), Place(relation, noun(place)));
    let mut unit = MemoryUnit::new(format!("I saw that {fact}."), episode, SimTime(time));
    unit.class = Class::Scene;
    unit.source = Source::Saw;
    unit.after = vec![fact];
    unit.collect_entities();
    unit
}

/// "I put the bread in the toaster.", with what was so after.
pub fn did(action: Action<Noun>, after: Vec<Fact>, episode: u32, time: u64) -> MemoryUnit {
    let words = format!("{}.", action.told_by("I"));
    let mut unit = MemoryUnit::new(words, episode, SimTime(time));
    unit.actions = vec![action];
    unit.after = after;
    unit.valence = 1.0;
    unit.collect_entities();
    unit
}

/// "I put the blue mug in the drawer."
pub fn put_in(thing: &str, into: &str, episode: u32, time: u64) -> MemoryUnit {
    let action = Action::PutIn(noun(thing), noun(into));
    did(action, vec![at(thing, Relation::In, into)], episode, time)
}

/// "I put the blue mug on the table."
pub fn put_on(thing: &str, on: &str, episode: u32, time: u64) -> MemoryUnit {
    let action = Action::PutOn(noun(thing), noun(on));
    did(action, vec![at(thing, Relation::On, on)], episode, time)
}

/// "I took the blue mug."
pub fn took(thing: &str, episode: u32, time: u64) -> MemoryUnit {
    let held = at(thing, Relation::HeldBy, "me");
    did(Action::Take(noun(thing)), vec![held], episode, time)
}

/// "I switched on the brass knob."
pub fn switched_on(thing: &str, episode: u32, time: u64) -> MemoryUnit {
    let running = is(thing, State::Running, true);
    did(Action::Toggle(noun(thing), true), vec![running], episode, time)
}

/// "The bread is toasted.", noticed as it came about.
pub fn noticed(thing: &str, state: State, episode: u32, time: u64) -> MemoryUnit {
    let fact = is(thing, state, true);
    let mut unit = MemoryUnit::new(sentence(&format!("{fact}.")), episode, SimTime(time));
    unit.source = Source::Saw;
    unit.before = vec![is(thing, state, false)];
    unit.after = vec![fact];
    unit.collect_entities();
    unit
}

/// "I sliced the bread with the red knife."
pub fn sliced(thing: &str, with: &str, episode: u32, time: u64) -> MemoryUnit {
    let action = Action::Slice(noun(thing), noun(with));
    did(action, vec![is(thing, State::Sliced, true)], episode, time)
}

/// "I sliced the bread with the red knife: it did not work, the red knife is blunt."
pub fn failed(action: Action<Noun>, cause: Fact, episode: u32, time: u64) -> MemoryUnit {
    let words = format!("{}: it did not work, {cause}.", action.told_by("I"));
    let mut unit = MemoryUnit::new(words, episode, SimTime(time));
    unit.actions = vec![action];
    unit.cause = vec![cause];
    unit.valence = -1.0;
    unit.collect_entities();
    unit
}

/// "It failed when I opened the cupboard: it is too high."
pub fn refused(action: Action<Noun>, refusal: Refusal, episode: u32, time: u64) -> MemoryUnit {
    let words = format!("It failed when {}: {refusal}.", action.told_by("I"));
    let mut unit = MemoryUnit::new(words, episode, SimTime(time));
    unit.actions = vec![action];
    unit.refusal = Some(refusal);
    unit.valence = -1.0;
    unit.collect_entities();
    unit
}

/// "Ann said: I sharpened the red knife.", with what that means.
pub fn heard(words: &str, after: Vec<Fact>, episode: u32, time: u64) -> MemoryUnit {
    let mut unit = MemoryUnit::new(format!("Ann said: {words}."), episode, SimTime(time));
    unit.class = Class::Fact;
    unit.source = Source::Heard;
    unit.after = after;
    unit.collect_entities();
    unit
}

/// The first so many units of an endless household life: mugs moved about, bread toasted, knives
/// that fail and are sharpened, and many looks at the same places. Episodes of nine units, three
/// episodes a day. The same number always gives the same units.
pub fn life(units: usize) -> Vec<MemoryUnit> {
    const COLOURS: [&str; 6] = ["blue", "red", "green", "white", "yellow", "old"];
    const KINDS: [&str; 5] = ["mug", "plate", "knife", "pan", "bowl"];
    const PLACES: [(Relation, &str); 6] = [
        (Relation::In, "left drawer"),
        (Relation::In, "right drawer"),
        (Relation::On, "counter"),
        (Relation::On, "table"),
        (Relation::In, "cupboard"),
        (Relation::In, "sink"),
    ];
    let mut made = Vec::with_capacity(units + 9);
    let mut episode = 0_u32;
    while made.len() < units {
        episode += 1;
        // Numbers that look arbitrary and are the same everywhere.
        let draw = |salt: u64, of: usize| {
            let mixed = (u64::from(episode) << 8 | salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed >> 40) as usize % of
        };
        let start = SimTime::of_day(1 + episode / 3, 28_800 + u64::from(episode % 3) * 7_200).0;
        let time = |step: u64| start + step * 150;
        let colour = |salt| COLOURS[draw(salt, COLOURS.len())];
        let thing = format!("{} {}", colour(1), KINDS[draw(2, KINDS.len())]);
        let bread = format!("{} bread", colour(3));
        let knife = format!("{} knife", colour(4));
        let (relation, place) = PLACES[draw(5, PLACES.len())];
        let (old_relation, old_place) = PLACES[draw(6, PLACES.len())];
        let other = format!("{} {}", colour(7), KINDS[draw(8, KINDS.len())]);
        let slice = Action::Slice(noun(&bread), noun(&knife));
        let mut lived = vec![
            saw(&thing, old_relation, old_place, episode, time(0)),
            saw(&other, relation, place, episode, time(1)),
            took(&thing, episode, time(2)),
            match relation {
                Relation::On => put_on(&thing, place, episode, time(3)),
                Relation::In | Relation::HeldBy | Relation::Under => {
                    put_in(&thing, place, episode, time(3))
                }
            },
        ];
        match episode % 3 {
            0 => lived.extend([
                put_in(&bread, "toaster", episode, time(4)),
                switched_on("toaster", episode, time(5)),
                did(Action::Wait(60), Vec::new(), episode, time(6)),
                noticed(&bread, State::Toasted, episode, time(7)),
            ]),
            1 => lived.extend([
                failed(slice, is(&knife, State::Sharp, false), episode, time(4)),
                saw(&bread, Relation::On, "counter", episode, time(5)),
                heard(
                    &format!("I sharpened the {knife}"),
                    vec![is(&knife, State::Sharp, true)],
                    episode,
                    time(6),
                ),
                sliced(&bread, &knife, episode, time(7)),
            ]),
            _ => lived.extend([
                missed(&other, old_relation, old_place, episode, time(4)),
                did(Action::Open(noun(place)), Vec::new(), episode, time(5)),
                saw(&other, relation, place, episode, time(6)),
                did(Action::Close(noun(place)), Vec::new(), episode, time(7)),
            ]),
        }
        lived.push(saw(&thing, relation, place, episode, time(8)));
        for unit in &mut lived {
            unit.goal = Some(format!("bring the {thing} to its place"));
            unit.place = Some(noun("kitchen"));
        }
        made.append(&mut lived);
    }
    made.truncate(units);
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_life_has_as_many_different_units_as_asked_for_in_the_order_of_time() {
        let life = life(300);
        let mut ids: Vec<_> = life.iter().map(MemoryUnit::content_id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 300);
        assert!(life.is_sorted_by_key(|unit| unit.lived));
    }

    #[test]
    fn the_sentences_are_those_of_the_house() {
        assert_eq!(
            put_in("blue mug", "left drawer", 1, 5).words,
            "I put the blue mug in the left drawer."
        );
        assert_eq!(noticed("bread", State::Toasted, 1, 5).words, "The bread is toasted.");
        let slice = Action::Slice(noun("bread"), noun("red knife"));
        assert_eq!(
            failed(slice, is("red knife", State::Sharp, false), 1, 5).words,
            "I sliced the bread with the red knife: it did not work, the red knife is blunt."
        );
    }
}
