//! The questions of a household, each among a few thousand other memories.

use base::{Action, Condition, Fact, Noun, Quality, Refusal, Relation, SimTime, State};
use brainmem::{BrainMem, Profile};
use memory::testing::{did, failed, heard, is, life, missed, noticed, noun, put_in, put_on, saw};
use memory::testing::{refused, sliced, switched_on, took};
use memory::{Ask, Budget, MemorySystem, MemoryUnit, Question};

use crate::{asked, live, lived, nights, words};

fn day(day: u32) -> u64 {
    SimTime::of_day(day, 0).0
}

/// A memory in which much else has happened.
fn busy(units: &[MemoryUnit]) -> BrainMem {
    let mut memory = lived(Profile::plus(), &life(1_800));
    live(&mut memory, units);
    memory
}

fn so(thing: &str, state: State) -> Condition {
    Condition::Exists(noun(thing), vec![Quality::Is(state)])
}

/// An egg is taken from the fridge and cracked into a pan, and a knob is turned, which either was
/// the right one or was not.
fn frying(episode: u32, start: u64, egg: &str, knob: &str, worked: bool) -> Vec<MemoryUnit> {
    let mut lived = vec![
        did(Action::Go(noun("fridge")), vec![], episode, start),
        did(
            Action::Open(noun("fridge")),
            vec![is("fridge", State::Open, true)],
            episode,
            start + 20,
        ),
        saw("milk", Relation::In, "fridge", episode, start + 30),
        saw(egg, Relation::In, "fridge", episode, start + 31),
        took(egg, episode, start + 40),
        did(
            Action::Close(noun("fridge")),
            vec![is("fridge", State::Open, false)],
            episode,
            start + 50,
        ),
        did(Action::Go(noun("stove")), vec![], episode, start + 60),
        put_on("old pan", "left burner", episode, start + 100),
        did(
            Action::Crack(noun(egg), noun("old pan")),
            vec![is(egg, State::Cracked, true)],
            episode,
            start + 200,
        ),
        switched_on(knob, episode, start + 300),
        did(Action::Wait(60), vec![], episode, start + 900),
    ];
    if worked {
        lived.push(noticed(egg, State::Fried, episode, start + 950));
        lived.push(saw(egg, Relation::In, "old pan", episode, start + 960));
    }
    for unit in &mut lived {
        unit.goal = Some("fry an egg".to_owned());
    }
    lived
}

const FRYING_STEPS: [&str; 5] = [
    "I put the old pan on the left burner.",
    "I cracked the brown egg into the old pan.",
    "I switched on the brass knob.",
    "I waited 60 seconds.",
    "The brown egg is fried.",
];

/// One episode of frying that worked, between many that did not.
fn much_frying() -> BrainMem {
    let mut units = Vec::new();
    for episode in 0..30 {
        units.extend(frying(9_000 + episode, day(100 + episode), "brown egg", "steel knob", false));
    }
    units.extend(frying(9_100, day(110) + 20_000, "brown egg", "brass knob", true));
    // Looks at the fried egg tell nothing of how it came to be.
    for episode in 0..40 {
        let mut look =
            saw("brown egg", Relation::On, "plate", 9_200 + episode, day(131) + u64::from(episode));
        look.after.push(is("brown egg", State::Fried, true));
        units.push(look);
    }
    busy(&units)
}

#[test]
fn the_newest_place_comes_first_among_more_stale_looks_than_the_budget_holds() {
    let mut units: Vec<MemoryUnit> = (0..60)
        .map(|n| saw("gold cup", Relation::On, "counter", 9_000 + n, day(100 + n)))
        .collect();
    units.push(put_in("gold cup", "left drawer", 9_100, day(170)));
    units.extend(
        (0..20).map(|n| {
            saw("silver cup", Relation::On, "counter", 9_200 + n, day(171) + u64::from(n))
        }),
    );
    let told = words(&busy(&units), Ask::WhereIs(noun("gold cup")));
    assert_eq!(told[0], "I put the gold cup in the left drawer.");
    assert_eq!(told[1], "I saw the gold cup on the counter.", "where it was before comes next");
    assert!(told.len() <= 3, "stale copies do not fill the budget: {told:#?}");
}

#[test]
fn things_that_merely_look_alike_do_not_flood_the_answer() {
    let mut units = vec![saw("chipped red mug", Relation::In, "cupboard", 9_000, day(100))];
    units.extend((0..40).map(|n| {
        saw("chipped green mug", Relation::In, "cupboard", 9_001 + n, day(101) + u64::from(n))
    }));
    let told = words(&busy(&units), Ask::WhereIs(noun("chipped red mug")));
    assert_eq!(told, ["I saw the chipped red mug in the cupboard."]);
}

#[test]
fn any_cup_is_asked_for_and_each_comes_with_its_newest_place() {
    let units = [
        saw("gold cup", Relation::On, "counter", 9_000, day(100)),
        saw("silver cup", Relation::On, "counter", 9_001, day(101)),
        put_in("gold cup", "drawer", 9_002, day(102)),
        put_in("silver cup", "sink", 9_003, day(103)),
    ];
    let told = words(&busy(&units), Ask::WhereIs(noun("cup")));
    assert_eq!(told[0], "I put the silver cup in the sink.");
    assert_eq!(told[1], "I put the gold cup in the drawer.");
}

#[test]
fn the_cup_is_in_the_box_and_the_box_went_to_the_pantry() {
    let units = [
        put_in("gold cup", "box", 9_000, day(100)),
        heard(
            "I put the box in the pantry",
            vec![memory::testing::at("box", Relation::In, "pantry")],
            9_001,
            day(120),
        ),
    ];
    let told = words(&busy(&units), Ask::WhereIs(noun("gold cup")));
    assert_eq!(told, ["I put the gold cup in the box.", "Ann said: I put the box in the pantry."]);
}

#[test]
fn a_place_comes_with_the_news_that_it_was_found_empty() {
    let units = [
        put_in("gold cup", "drawer", 9_000, day(100)),
        saw("gold cup", Relation::On, "table", 9_001, day(110)),
        missed("gold cup", Relation::On, "table", 9_002, day(120)),
    ];
    let told = words(&busy(&units), Ask::WhereIs(noun("gold cup")));
    let [first, second, third] = &told[..] else { panic!("three, not {told:#?}") };
    let mut newest = [first, second];
    newest.sort_unstable();
    assert_eq!(
        newest,
        ["I saw that the gold cup is not on the table.", "I saw the gold cup on the table."]
    );
    assert_eq!(third, "I put the gold cup in the drawer.");
}

#[test]
fn a_place_from_which_the_thing_was_taken_is_not_brought_up_again() {
    let mut taken = took("gold cup", 9_001, day(101));
    taken.before = vec![memory::testing::at("gold cup", Relation::In, "drawer")];
    let units = [
        put_in("gold cup", "drawer", 9_000, day(100)),
        taken,
        put_in("gold cup", "cupboard", 9_001, day(101) + 50),
        missed("gold cup", Relation::In, "cupboard", 9_002, day(110)),
    ];
    let told = words(&busy(&units), Ask::WhereIs(noun("gold cup")));
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told.iter().all(|told| told.contains("cupboard")), "{told:#?}");
}

#[test]
fn the_one_episode_that_worked_comes_back_whole() {
    let memory = much_frying();
    let recall = asked(&memory, Ask::WhatBringsAbout(so("brown egg", State::Fried)));
    let told: Vec<&str> = recall.units.iter().map(|r| r.unit.words.as_str()).collect();
    for step in FRYING_STEPS {
        assert!(told.contains(&step), "{step} is missing from {told:#?}");
    }
    let of_it = |r: &&memory::Recalled| r.unit.episode == 9_100;
    assert!(recall.units.iter().take(FRYING_STEPS.len()).all(|r| of_it(&r)));
    assert!(!told.contains(&"I switched on the steel knob."), "{told:#?}");
}

#[test]
fn a_step_that_names_nothing_of_the_goal_is_reached_through_its_episode() {
    let memory = much_frying();
    let recall = asked(&memory, Ask::WhatBringsAbout(so("brown egg", State::Fried)));
    let knob = recall.units.iter().find(|r| r.unit.words.contains("brass knob")).expect("a step");
    let path: Vec<&str> =
        knob.trace.path.iter().map(|id| memory.unit(*id).expect("held").words.as_str()).collect();
    assert_eq!(path, ["The brown egg is fried.", "I switched on the brass knob."]);
}

#[test]
fn how_one_egg_was_fried_tells_how_to_fry_another_and_even_a_potato() {
    let memory = much_frying();
    for thing in ["white egg", "egg", "potato"] {
        let told = words(&memory, Ask::WhatBringsAbout(so(thing, State::Fried)));
        for step in FRYING_STEPS {
            assert!(told.iter().any(|told| told == step), "{thing}: {step} not in {told:#?}");
        }
    }
}

#[test]
fn the_way_with_the_same_thing_is_preferred_to_the_way_with_another() {
    let mut units = frying(9_000, day(100), "brown egg", "brass knob", true);
    units.extend(frying(9_001, day(101), "white egg", "steel knob", true));
    let memory = busy(&units);
    let told = words(&memory, Ask::WhatBringsAbout(so("brown egg", State::Fried)));
    assert!(told.iter().any(|told| told.contains("brass knob")), "{told:#?}");
    assert!(!told.iter().any(|told| told.contains("white egg")), "{told:#?}");
}

#[test]
fn what_else_was_done_in_the_episode_is_not_part_of_the_procedure() {
    let mut units = vec![
        put_on("rye bread", "table", 9_000, day(100)),
        put_in("tea water", "kettle", 9_000, day(100) + 50),
        switched_on("kettle", 9_000, day(100) + 60),
        sliced("tomato", "long knife", 9_000, day(100) + 70),
    ];
    units.extend(frying(9_000, day(100) + 100, "brown egg", "brass knob", true));
    let told = words(&busy(&units), Ask::WhatBringsAbout(so("brown egg", State::Fried)));
    assert!(told.contains(&"I switched on the brass knob.".to_owned()), "{told:#?}");
    for other in ["kettle", "tomato", "rye bread", "I closed the fridge"] {
        assert!(!told.iter().any(|told| told.contains(other)), "{other} in {told:#?}");
    }
}

#[test]
fn a_step_that_says_where_a_thing_was_comes_with_where_it_is_now() {
    let mut units = frying(9_000, day(100), "brown egg", "brass knob", true);
    units.push(put_in("old pan", "cupboard", 9_001, day(120)));
    units.push(saw("brown egg", Relation::In, "basket", 9_002, day(121)));
    let told = words(&busy(&units), Ask::WhatBringsAbout(so("brown egg", State::Fried)));
    for news in ["I put the old pan in the cupboard.", "I saw the brown egg in the basket."] {
        assert!(told.iter().any(|told| told == news), "{news} not in {told:#?}");
    }
}

#[test]
fn a_goal_that_only_moves_a_thing_brings_up_where_the_thing_is() {
    let mut units: Vec<_> =
        (0..20).map(|n| put_on("gold cup", "table", 9_000 + n, day(100 + n))).collect();
    units.push(put_in("gold cup", "cupboard", 9_100, day(130)));
    let on_table = Quality::At(Relation::On, noun("table"));
    let ask = Ask::HowWasDone {
        words: "bring the gold cup to the table".to_owned(),
        condition: Condition::Exists(noun("gold cup"), vec![on_table]),
    };
    assert_eq!(words(&busy(&units), ask)[0], "I put the gold cup in the cupboard.");
}

#[test]
fn a_way_that_needs_what_is_broken_now_gives_place_to_another() {
    let mut units = frying(9_000, day(100), "brown egg", "brass knob", true);
    units.extend(frying(9_001, day(101), "brown egg", "steel knob", true));
    units.push(heard(
        "the steel knob is broken",
        vec![is("steel knob", State::Broken, true)],
        9_002,
        day(110),
    ));
    let told = words(&busy(&units), Ask::WhatBringsAbout(so("brown egg", State::Fried)));
    assert!(told.iter().any(|told| told.contains("the brass knob")), "{told:#?}");
    assert!(!told.contains(&"I switched on the steel knob.".to_owned()), "{told:#?}");
}

#[test]
fn a_goal_of_two_parts_brings_both_procedures() {
    let mut units = frying(9_000, day(100), "brown egg", "brass knob", true);
    units.extend([
        put_in("rye bread", "toaster", 9_001, day(101)),
        switched_on("toaster", 9_001, day(101) + 50),
        noticed("rye bread", State::Toasted, 9_001, day(101) + 900),
    ]);
    let both = Condition::All(vec![so("egg", State::Fried), so("rye bread", State::Toasted)]);
    let ask = Ask::HowWasDone { words: "make breakfast".to_owned(), condition: both };
    let told = words(&busy(&units), ask);
    for step in FRYING_STEPS
        .into_iter()
        .chain(["I put the rye bread in the toaster.", "I switched on the toaster."])
    {
        assert!(told.iter().any(|told| told == step), "{step} not in {told:#?}");
    }
}

#[test]
fn of_two_ways_the_one_with_the_like_goal_is_taken() {
    let mut for_guests = frying(9_000, day(100), "brown egg", "brass knob", true);
    for unit in &mut for_guests {
        unit.goal = Some("cook dinner for the guests".to_owned());
    }
    let mut units = for_guests;
    units.extend(frying(9_001, day(101), "brown egg", "steel knob", true));
    let ask = Ask::HowWasDone {
        words: "cook dinner for guests".to_owned(),
        condition: so("brown egg", State::Fried),
    };
    let told = words(&busy(&units), ask);
    assert!(told.iter().any(|told| told.contains("brass knob")), "{told:#?}");
}

fn slice(what: &str, with: &str) -> Action<Noun> {
    Action::Slice(noun(what), noun(with))
}

#[test]
fn the_knife_was_blunt_and_has_been_sharpened_in_other_words() {
    let units = [
        failed(
            slice("rye bread", "black knife"),
            is("black knife", State::Sharp, false),
            9_000,
            day(100),
        ),
        sliced("rye bread", "long knife", 9_000, day(100) + 100),
        heard(
            "I took the black one to the grinder",
            vec![is("black knife", State::Sharp, true)],
            9_001,
            day(120),
        ),
    ];
    let told = words(&busy(&units), Ask::WhatStoodInTheWay(slice("rye bread", "black knife")));
    let top: Vec<&str> = told.iter().take(3).map(String::as_str).collect();
    assert!(top.contains(&"Ann said: I took the black one to the grinder."), "{told:#?}");
    assert!(top.iter().any(|told| told.contains("the black knife is blunt")), "{told:#?}");
    assert!(top.contains(&"I sliced the rye bread with the long knife."), "which tool works");
}

#[test]
fn asked_for_any_knife_each_comes_with_the_newest_word_on_its_edge() {
    let mut units = Vec::new();
    for (n, knife) in ["black knife", "long knife", "short knife"].into_iter().enumerate() {
        for again in 0..6 {
            let start = day(100 + again) + 100 * n as u64;
            let blunt = is(knife, State::Sharp, false);
            units.push(failed(slice("rye bread", knife), blunt, 9_000 + again, start));
        }
    }
    units.push(heard(
        "the short one cuts",
        vec![is("short knife", State::Sharp, true)],
        9_100,
        day(120),
    ));
    let memory = lived(Profile::plus(), &units);
    let told = words(&memory, Ask::WhatStoodInTheWay(slice("rye bread", "knife")));
    assert!(told.iter().take(3).any(|told| told.contains("the short one cuts")), "{told:#?}");
    for knife in ["black knife", "long knife"] {
        assert!(told.iter().take(3).any(|told| told.contains(knife)), "{knife}: {told:#?}");
    }
}

#[test]
fn the_kettle_did_not_run_because_of_the_breaker_which_is_on_again() {
    let kettle = Action::Toggle(noun("kettle"), true);
    let units = [
        failed(kettle.clone(), is("breaker", State::Running, false), 9_000, day(100)),
        switched_on("breaker", 9_001, day(101)),
    ];
    let told = words(&busy(&units), Ask::WhatStoodInTheWay(kettle));
    assert!(told.iter().take(2).any(|told| told == "I switched on the breaker."), "{told:#?}");
    assert!(told.iter().take(2).any(|told| told.contains("I switched on the kettle: it did not")));
}

#[test]
fn what_is_rarely_used_is_still_there_after_many_nights() {
    let mut memory = much_frying();
    nights(&mut memory, 150);
    assert!(memory.near_units() < 1_000, "most was put aside");
    let told = words(&memory, Ask::WhatBringsAbout(so("brown egg", State::Fried)));
    for step in FRYING_STEPS {
        assert!(told.iter().any(|told| told == step), "{step} not in {told:#?}");
    }
}

#[test]
fn a_needle_is_found_after_ten_thousand_memories() {
    let mut units = vec![put_in("thimble", "sewing box", 1, 5)];
    units.extend(life(10_000));
    let memory = lived(Profile::plus(), &units);
    let ask = |ask| asked(&memory, ask).units[0].unit.words.clone();
    assert_eq!(ask(Ask::WhereIs(noun("thimble"))), "I put the thimble in the sewing box.");
    assert_eq!(
        ask(Ask::Words("who has the thimble?".to_owned())),
        "I put the thimble in the sewing box."
    );
}

#[test]
fn what_was_never_met_brings_nothing_to_mind() {
    let memory = busy(&[]);
    assert_eq!(words(&memory, Ask::WhereIs(noun("unicorn"))), [""; 0]);
    assert_eq!(words(&memory, Ask::WhatBringsAbout(so("unicorn", State::Burnt))), [""; 0]);
}

#[test]
fn a_time_brings_back_what_was_lived_around_it() {
    let memory = much_frying();
    let recall = asked(&memory, Ask::WhatHappened(SimTime(day(110) + 20_200)));
    assert!(recall.units.len() >= 9);
    assert!(recall.units.iter().all(|recalled| recalled.unit.episode == 9_100));
}

#[test]
fn free_words_find_what_was_said() {
    let units = [heard("the plumber comes on Friday", vec![], 9_000, day(100))];
    let told = words(&busy(&units), Ask::Words("when does the plumber come?".to_owned()));
    assert_eq!(told[0], "Ann said: the plumber comes on Friday.");
}

#[test]
fn what_is_seen_now_overrules_what_is_remembered() {
    let memory = busy(&[saw("gold cup", Relation::On, "table", 9_000, day(100))]);
    let mut question =
        Question::new(Ask::WhatStoodInTheWay(Action::Take(noun("gold cup"))), SimTime(day(170)));
    let score = |question: &Question| {
        let recall = memory.recall(question, &Budget::default()).expect("hashing cannot fail");
        let of_cup = |r: &&memory::Recalled| r.unit.words.contains("gold cup");
        recall.units.iter().find(of_cup).map_or(0.0, |recalled| recalled.trace.score)
    };
    let before = score(&question);
    question.situation =
        vec![Fact::NotAt(noun("gold cup"), base::Place(Relation::On, noun("table")))];
    assert!(score(&question) < before || before == 0.0);
}

#[test]
fn what_got_over_a_refusal_comes_to_mind_with_what_has_become_of_it() {
    let open = || Action::Open(noun("top cupboard"));
    let climb = Action::ClimbOnto(noun("red chair"));
    let memory = busy(&[
        refused(open(), Refusal::TooHigh, 900, day(140)),
        took("red chair", 900, day(140) + 20),
        did(climb, vec![], 900, day(140) + 60),
        did(open(), vec![is("top cupboard", State::Open, true)], 900, day(140) + 90),
        put_in("tin", "drawer", 900, day(140) + 200),
        heard("the red chair gives way", vec![is("red chair", State::Broken, true)], 901, day(141)),
        // The same refusal, and nobody got over it.
        refused(Action::Take(noun("kite")), Refusal::TooHigh, 902, day(142)),
    ]);
    let take = Action::Take(noun("blue tin"));
    let found = words(&memory, Ask::WhatGotOver { action: take, refusal: Refusal::TooHigh });
    let expected = [
        "I climbed onto the red chair.",
        "It failed when I opened the top cupboard: it is too high.",
        "I opened the top cupboard.",
        "Ann said: the red chair gives way.",
    ];
    for sentence in expected {
        assert!(found[..4].contains(&sentence.to_owned()), "{sentence} is missing: {found:#?}");
    }
}
