//! Small lives in the galley kitchen.

use base::{Action, Condition, Noun, Quality, Relation, ThingId};
use models::testing::HashedWords;
use scenario::checked::{Home, Split, Thing};
use scenario::{Embedded, Library};

use super::*;
use crate::records::Outcome;

fn noun(text: &str) -> Noun {
    text.parse().expect("a noun")
}

/// The galley kitchen with these things, each in or on a landmark.
fn galley(things: &[(&str, Relation, &str)]) -> Arc<Home> {
    let text = |path| Embedded.text(path).expect("it comes with the program");
    let kinds = scenario::parse_kinds("kinds.ron", &text("kinds.ron")).expect("good kinds");
    let galley = text("kitchens/galley.ron");
    let mut home = scenario::parse_home("galley.ron", &galley, &kinds).expect("a good kitchen");
    for (name, relation, at) in things {
        let noun = noun(name);
        let at = home.things.iter().find(|thing| thing.noun.as_str() == *at).expect(at).id;
        let kind = kinds.get(noun.kind()).expect("a known kind").clone();
        home.things.push(Thing {
            id: ThingId(home.things.len() as u32),
            noun,
            size: kind.size,
            kind,
            parent: Some((*relation, at)),
            pose: None,
            solids: Vec::new(),
            surfaces: Vec::new(),
            states: Vec::new(),
            portions: Vec::new(),
            controls: None,
            part_of: None,
        });
    }
    Arc::new(home)
}

fn day(number: u32, script: Vec<Action<Noun>>, goal: Option<(&str, Condition)>) -> Day {
    Day {
        number,
        start_second: 8 * 3600,
        scored: goal.is_some(),
        goal: goal.map(|(words, condition)| GoalOfDay {
            words: words.to_owned(),
            condition,
            actions: ActionBudget::TimesOracle(2.0),
            seconds: 1200,
        }),
        script,
        meanwhile: vec![],
        timeline: Vec::new(),
        expect: Vec::new(),
    }
}

fn life(home: Arc<Home>, days: Vec<Day>) -> Life {
    Life {
        scenario: "small".to_owned(),
        family: 1,
        variant: "only".to_owned(),
        split: Split::Dev,
        seed: 3,
        home,
        people: vec![],
        agent: "Robin".to_owned(),
        days,
        faults: Vec::new(),
    }
}

fn run(life: &Life, arms: &[&str], options: &Options) -> Vec<Episode> {
    let arms: Vec<Arm> = arms.iter().map(|name| Arm::named(name).expect("an arm")).collect();
    let embedder: Arc<dyn Embed> = Arc::new(HashedWords::default());
    run_life(life, &arms, options, &embedder).expect("the life can be run")
}

fn bring(thing: &str, to: &str) -> Condition {
    Condition::Exists(noun(thing), vec![Quality::At(Relation::On, noun(to))])
}

/// The agent once put the mug away in the cupboard that is the farthest to search.
fn put_away() -> Life {
    let home = galley(&[
        ("blue mug", Relation::On, "window counter"),
        ("red mug", Relation::On, "stove counter"),
    ]);
    let away = Action::PutIn(noun("blue mug"), noun("corner cupboard"));
    let close = Action::Close(noun("corner cupboard"));
    let goal = ("bring the blue mug to the dining table", bring("blue mug", "dining table"));
    life(home, vec![day(1, vec![away, close], None), day(2, vec![], Some(goal))])
}

#[test]
fn who_remembers_fetches_the_mug_and_who_does_not_searches_in_vain() {
    let episodes =
        run(&put_away(), &["last-seen", "oracle-memory", "nothing"], &Options::default());
    let outcomes: Vec<Outcome> = episodes.iter().map(|episode| episode.record.outcome).collect();
    assert_eq!(outcomes, [Outcome::Success, Outcome::Success, Outcome::Failure]);
    assert_eq!(episodes[1].record.coverage, Some(1.0));
    assert_eq!(episodes[2].record.coverage, Some(0.0));
}

#[test]
fn an_egg_is_fried_as_it_was_shown() {
    let mut home = galley(&[
        ("first egg", Relation::On, "stove counter"),
        ("second egg", Relation::On, "stove counter"),
        ("pan", Relation::On, "stove counter"),
    ]);
    for burner in ["near burner", "large burner", "rear burner"] {
        let things = &mut Arc::make_mut(&mut home).things;
        let found = things.iter_mut().find(|thing| thing.noun == noun(burner)).expect(burner);
        found.states.push((base::State::Broken, true));
    }
    let shown = vec![
        Action::Crack(noun("first egg"), noun("pan")),
        Action::PutOn(noun("pan"), noun("small burner")),
        Action::Toggle(noun("black knob"), true),
        Action::Wait(200),
        Action::Toggle(noun("black knob"), false),
        Action::PutOn(noun("first egg"), noun("dining table")),
    ];
    let fried = Condition::Exists(noun("second egg"), vec![Quality::Is(base::State::Fried)]);
    let days = vec![day(1, shown, None), day(2, vec![], Some(("fry the second egg", fried)))];
    let episodes = run(&life(home, days), &["oracle-memory", "nothing"], &Options::default());
    assert_eq!(episodes[0].record.outcome, Outcome::Success);
    assert_eq!(episodes[1].record.outcome, Outcome::Failure);
}

#[test]
fn the_same_life_gives_the_same_bytes_in_whatever_order_systems_run() {
    let life = put_away();
    let digests = |shuffle_seed| -> Vec<base::Digest> {
        let options = Options { shuffle_seed, ..Options::default() };
        let episodes = run(&life, &["brainmem", "vector", "nothing"], &options);
        episodes.iter().map(|episode| episode.record.digest).collect()
    };
    let first = digests(None);
    assert_eq!(first, digests(None));
    for seed in 1..4 {
        assert_eq!(first, digests(Some(seed)));
    }
    assert_ne!(first[0], first[2]);
}

#[test]
fn a_goal_is_watched_from_its_giving_to_its_end() {
    let home = galley(&[("blue mug", Relation::On, "window counter")]);
    let script = vec![
        Action::Open(noun("fridge")),
        Action::Close(noun("fridge")),
        Action::PutOn(noun("blue mug"), noun("dining table")),
        Action::PutIn(noun("blue mug"), noun("first drawer")),
    ];
    let on_table = || bring("blue mug", "dining table");
    let in_drawer =
        || Condition::Exists(noun("mug"), vec![Quality::At(Relation::In, noun("first drawer"))]);
    let open = |thing: &str| Condition::Exists(noun(thing), vec![Quality::Is(base::State::Open)]);
    let never = |thing: &str| Condition::Never(Box::new(open(thing)));
    let within = |seconds, part| Condition::Within(seconds, Box::new(part));
    let outcome = |condition: Condition| {
        let day = day(1, script.clone(), Some(("tidy up", condition)));
        let arm = Arm::named("nothing").expect("an arm");
        let embedder: Arc<dyn Embed> = Arc::new(HashedWords::default());
        let life = life(Arc::clone(&home), vec![day]);
        let episodes =
            run_days(&life, arm, &Options::default(), &embedder).expect("the life can be run");
        let record = &episodes[0].record;
        (record.outcome, record.note.clone().unwrap_or_default())
    };
    for reached in [
        in_drawer(),
        Condition::All(vec![never("tall cupboard"), in_drawer()]),
        within(60, on_table()),
        Condition::InOrder(vec![open("fridge"), on_table(), in_drawer()]),
        Condition::AtOnce(vec![open("fridge"), Condition::Not(Box::new(in_drawer()))]),
    ] {
        assert_eq!(outcome(reached.clone()).0, Outcome::Success, "{reached}");
    }
    for (missed, why) in [
        (on_table(), "missing: the blue mug is not on the dining table"),
        (Condition::All(vec![never("fridge"), in_drawer()]), "not in time, not in order"),
        (within(2, on_table()), "missing: the blue mug is not on the dining table"),
        (Condition::InOrder(vec![on_table(), open("fridge")]), "missing: "),
        (Condition::AtOnce(vec![on_table(), in_drawer()]), "missing: "),
    ] {
        let (outcome, note) = outcome(missed.clone());
        assert_eq!(outcome, Outcome::Failure, "{missed}");
        assert!(note.starts_with(why), "{missed}: {note}");
    }
}
