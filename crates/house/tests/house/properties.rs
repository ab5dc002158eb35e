//! What holds in every home and every life, on random ones.

use base::Action::*;
use base::{Action, Fact, Hand, Handle, Noun, Quality, Refusal, Relation, State, ThingId};
use body::{Outcome, Seen};
use house::{Parent, Scene};
use proptest::prelude::*;

use crate::home::{Builder, Life, noun};

/// Loose things and where each starts: `(kind, mark, place)`.
type Choice = (usize, usize, usize);

const KINDS: [&str; 23] = [
    "mug",
    "bread",
    "egg",
    "pan",
    "plate",
    "box",
    "bowl",
    "knife",
    "apple",
    "crate",
    "towel",
    "butter",
    "jug",
    "potato",
    "fork",
    "whetstone",
    "carafe",
    "cauldron",
    "fish",
    "mitt",
    "salt-shaker",
    "salt-packet",
    "pie",
];
/// How many actions [`action_of`] tells apart.
const VERBS: usize = 53;
const MARKS: [&str; 3] = ["", "blue ", "red "];
const PLACES: [(Relation, &str); 11] = [
    (Relation::On, "counter"),
    (Relation::On, "table"),
    (Relation::On, "shelf"),
    (Relation::On, "burner"),
    (Relation::In, "left drawer"),
    (Relation::In, "right drawer"),
    (Relation::In, "fridge"),
    (Relation::In, "sink"),
    (Relation::In, "high cupboard"),
    (Relation::In, "toaster"),
    (Relation::In, "microwave"),
];

/// A furnished home with these things in it, as far as they have room.
fn home_with(choices: &[Choice]) -> Builder {
    let mut b = Builder::furnished();
    for (kind, mark, place) in choices {
        let name = format!("{}{}", MARKS[mark % 3], KINDS[kind % 23]);
        let (relation, parent) = PLACES[place % 11];
        let before = b.home.things.len();
        b.add(&name, Some((relation, parent)), None);
        if kind % 2 == 0 && crate::home::kind(KINDS[kind % 23]).washable {
            b.state_of_last(State::Dirty, true);
        }
        if Scene::build(&b.home).is_err() {
            b.home.things.truncate(before);
        }
    }
    b
}

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    prop::collection::vec((0..23usize, 0..3usize, 0..11usize), 4..14)
}

/// An action by number: over what is in view and the landmarks, and a few handles of nothing.
fn action_of(life: &Life, verb: usize, first: usize, second: usize) -> Action<Handle> {
    let percepts = life.percepts();
    let mut handles: Vec<Handle> = percepts.seen.iter().map(|seen| seen.handle).collect();
    handles.extend(percepts.landmarks.iter().map(|landmark| landmark.handle));
    // What is held and what is loose matter most.
    handles.extend(percepts.hands.iter().flatten());
    handles.extend(percepts.hands.iter().flatten());
    let landmarks = percepts.landmarks.len() as u32;
    let loose = handles.iter().copied().filter(|handle| handle.0 > landmarks).collect::<Vec<_>>();
    handles.extend(&loose);
    handles.extend([Handle(0), Handle(9999)]);
    let a = handles[first % handles.len()];
    let b = handles[second % handles.len()];
    match verb % VERBS {
        0 | 1 => Go(a),
        2 => Look,
        3 => Search(a),
        4 => Open(a),
        5 => Close(a),
        6 | 7 => Take(a),
        8 => PutOn(a, b),
        9 => PutIn(a, b),
        10 => Toggle(a, second.is_multiple_of(2)),
        11 => Slice(a, b),
        12 => Crack(a, b),
        13 => Wash(a),
        14 => Wipe(a, b),
        15 => Dry(a, b),
        16 => Pour(a, b, (!second.is_multiple_of(3)).then_some(second as u32)),
        17 => Fill(a, b),
        18 => Empty(a, b),
        19 => Drink(a),
        20 => Eat(a),
        21 => Drop(a),
        22 => PutBeside(a, b),
        23 => PutBack(a),
        24 => ThrowAway(a),
        25 => Peel(a, b),
        26 => Dice(a, b),
        27 => Mash(a, b),
        28 => Stir(a, b),
        29 => Season(a, b),
        30 => Spread(a, b, handles[(first + second) % handles.len()]),
        31 => Sharpen(a, b),
        32 => Plug(a),
        33 => Unplug(a),
        34 => Say("good morning".to_owned()),
        35 => Toggle(life.handle("tap"), second.is_multiple_of(2)),
        36 => Sit(life.handle("stool")),
        37 => Lie(a),
        38 => Stand,
        39 => ClimbOnto(life.handle("stool")),
        40 => StepDown,
        41 => SetDial(a, second as u8 % 8),
        42 => PutUnder(a, b),
        43 => Refill(a, b),
        44 => Push(a),
        45 => SetDial(life.handle("knob"), second as u8 % 7),
        46 => HandOver(a, b),
        48 => OpenTo(a, second as u8 % 102),
        49 => Serve(a, b),
        50 => TakeIn(a, if second.is_multiple_of(2) { Hand::Left } else { Hand::Right }),
        51 => Soap(a, b),
        47 => Ask(a, "where is it?".to_owned()),
        _ => Wait(second as u32 % 3),
    }
}

fn steps(count: usize) -> impl Strategy<Value = Vec<(usize, usize, usize)>> {
    prop::collection::vec((0..VERBS, 0..1000usize, 0..1000usize), 1..count)
}

/// Lets everything come to rest. Returns whether nothing goes on any more.
fn come_to_rest(life: &mut Life) -> bool {
    for _ in 0..15 {
        life.step();
    }
    house::next_event(&life.world).is_none()
}

/// Every thing is somewhere once: parents and contents agree, nothing is in itself, and what is held
/// is in the hand that holds it.
fn assert_forest(life: &Life) {
    let truth = house::truth(&life.world);
    let mut listed = 0;
    for thing in truth.things() {
        for child in truth.contents(thing.id) {
            assert!(matches!(truth.parent(*child), Parent::At(_, parent) if parent == thing.id));
            listed += 1;
        }
        let ancestors = truth.ancestors(thing.id);
        assert!(ancestors.len() < truth.len(), "a thing is within itself");
        assert!(ancestors.iter().all(|(_, ancestor)| *ancestor != thing.id));
    }
    let with_parent = truth.things().filter(|t| matches!(truth.parent(t.id), Parent::At(..)));
    assert_eq!(with_parent.count(), listed);
    let hands = life.world.get::<house::Hands>(life.agent).expect("the agent has hands");
    for thing in truth.things() {
        let hand = hands.0.iter().position(|held| *held == Some(thing.id));
        let parent = match truth.parent(thing.id) {
            Parent::Hand(_, hand) => Some(usize::from(hand)),
            Parent::None | Parent::At(..) | Parent::Gone => None,
        };
        assert_eq!(hand, parent, "{}", thing.noun);
    }
}

/// How much there is of each liquid, and how much there would be had none been given or gone.
fn liquids(life: &Life) -> std::collections::BTreeMap<Noun, u64> {
    let truth = house::truth(&life.world);
    let mut all = std::collections::BTreeMap::new();
    let inside = truth.things().filter_map(|thing| truth.liquid(thing.id));
    let on = truth.things().filter_map(|thing| truth.coat(thing.id));
    for (what, ml) in inside.chain(on).flat_map(house::Mixture::iter) {
        assert!(ml > 0, "{what}");
        *all.entry(what.clone()).or_default() += u64::from(ml);
    }
    for (what, account) in life.world.resource::<house::Ledger>().accounts() {
        let there: &mut u64 = all.entry(what.clone()).or_default();
        let gone = account.drained + account.drunk + account.used;
        *there = *there + gone - account.given - account.made;
    }
    all.retain(|_, ml| *ml > 0);
    all
}

/// All that can be told apart of a life at a tick.
fn fingerprint(life: &mut Life) -> (base::Digest, String, Option<base::SimTime>) {
    let next = house::next_event(&life.world);
    (life.digest(), format!("{:?}", life.percepts()), next)
}

/// Whether the fact is so of some thing that is called so. Of the agent itself and of what is not
/// somewhere, nothing is asked.
fn is_so(life: &Life, fact: &Fact) -> bool {
    let truth = house::truth(&life.world);
    let called = |noun: &Noun| -> Vec<ThingId> {
        truth.things().filter(|thing| thing.noun == *noun).map(|thing| thing.id).collect()
    };
    match fact {
        Fact::Is(noun, state, holds) => {
            called(noun).into_iter().any(|id| truth.is(id, *state) == *holds)
        }
        Fact::At(noun, _) if *noun == Noun::new("robot", &[]) => true,
        Fact::At(noun, place) => {
            let poured = called(&place.1).into_iter().any(|id| {
                [truth.liquid(id), truth.coat(id)].into_iter().flatten().any(|it| it.of(noun) > 0)
            });
            let there = Quality::At(place.0, place.1.clone());
            poured || called(noun).into_iter().any(|id| truth.has(id, &there))
        }
        Fact::NotAt(..) => true,
    }
}

/// Where a thing is seen whole, what is seen there is all that is there.
fn assert_whole_is_honest(life: &Life) {
    let truth = house::truth(&life.world);
    for seen in life.percepts().seen.iter().filter(|seen| seen.seen_whole) {
        let id =
            house::thing_of_handle(&life.world, life.agent, seen.handle).expect("it is in view");
        let relation = if seen.affords.putting_in { Relation::In } else { Relation::On };
        let there: Vec<ThingId> = truth
            .contents(id)
            .iter()
            .copied()
            .filter(|child| truth.parent(*child) == Parent::At(relation, id))
            .collect();
        let in_view = |other: &&Seen| other.place == Some((relation, seen.handle));
        let seen_there = life.percepts().seen.iter().filter(in_view).count();
        assert_eq!(seen_there, there.len(), "{} is seen whole", seen.noun);
    }
}

/// A few cases each time, and as many as `PROPTEST_CASES` asks for where it does.
fn config() -> ProptestConfig {
    let asked = ProptestConfig::default();
    let cases = if asked.cases == 256 { 16 } else { asked.cases };
    ProptestConfig { cases, failure_persistence: None, ..asked }
}

proptest! {
    #![proptest_config(config())]

    /// ai2thor#722, virtualhome#88: whether an action will work can be asked, and the answer is
    /// what happens. VirtualHome's Watch and PlugOut: what is refused has changed nothing.
    #[test]
    fn what_can_be_done_is_done_and_what_is_refused_changes_nothing(
        choices in choices(),
        steps in steps(30),
    ) {
        let mut life = Life::new(&home_with(&choices).build());
        let at_start = liquids(&life);
        for (verb, first, second) in steps {
            let quiet = come_to_rest(&mut life);
            let action = action_of(&life, verb, first, second);
            let verdict = house::can(&life.world, life.agent, &action);
            let before = life.digest();
            let outcome = life.act(action.clone());
            let result = outcome.result.clone().map_err(|refused| refused.refusal);
            if let Err(refusal) = result {
                let is_foreseen = action.kind().entry().may_be_refused(refusal);
                prop_assert!(is_foreseen, "the table says nothing of it: {:?}", outcome);
            }
            if quiet {
                prop_assert_eq!(verdict, result, "{:?}", outcome);
            }
            if quiet && result.is_err() {
                prop_assert_eq!(life.digest(), before, "{:?}", outcome);
                prop_assert_eq!(outcome.ended.ticks_since(outcome.started), 10);
                prop_assert_eq!(&outcome.changes, &Vec::new());
            }
            assert_forest(&life);
            if quiet {
                prop_assert_eq!(house::drifts(&life.world), vec![], "{:?}", outcome);
            }
            assert_whole_is_honest(&life);
            prop_assert_eq!(liquids(&life), at_start.clone(), "{:?}", outcome);
        }
        let counts = life.digest();
        house::perceive_now(&mut life.world);
        prop_assert_eq!(life.digest(), counts, "looking changes nothing");
    }

    /// BEHAVIOR-1K#417, BEHAVIOR-1K#2144, robocasa#71: kept at any tick and restored in another world, a
    /// life goes on bit by bit as it did, whatever was under way.
    #[test]
    fn a_life_kept_at_every_tick_goes_on_alike(choices in choices(), steps in steps(8)) {
        let scene = home_with(&choices).build();
        let mut life = Life::new(&scene);
        let mut ticks = Vec::new();
        for (verb, first, second) in steps {
            let mut intent = Some(action_of(&life, verb, first, second));
            while intent.is_some() || life.is_busy() {
                let kept = house::snapshot(&life.world);
                let given = intent.take();
                given.iter().for_each(|action| life.intend(action.clone()));
                life.step();
                ticks.push((kept, given, fingerprint(&mut life)));
            }
        }
        let mut other = Life::new(&scene);
        for (index, (kept, ..)) in ticks.iter().enumerate() {
            if index.is_multiple_of(50) {
                other = Life::new(&scene);
            }
            house::restore(kept, &mut other.world);
            for (_, given, after) in ticks[index..].iter().take(3) {
                given.iter().for_each(|action| other.intend(action.clone()));
                other.step();
                prop_assert_eq!(&fingerprint(&mut other), after);
            }
        }
    }

    /// virtualhome#89: what an outcome tells is so.
    #[test]
    fn what_an_outcome_tells_is_so(choices in choices(), steps in steps(30)) {
        let mut life = Life::new(&home_with(&choices).build());
        for (verb, first, second) in steps {
            let action = action_of(&life, verb, first, second);
            let outcome = life.act(action);
            for fact in &outcome.changes {
                prop_assert!(is_so(&life, fact), "{} after {:?}", fact, outcome);
            }
        }
    }

    /// askforalfred#19, BEHAVIOR-1K#2144: what has been put down lies still and stays where it is.
    #[test]
    fn what_was_taken_and_put_lies_still(choices in choices(), steps in steps(20)) {
        let mut life = Life::new(&home_with(&choices).build());
        for (verb, first, second) in steps {
            let verb = [0, 2, 3, 6, 6, 8, 8, 9][verb % 8];
            let action = action_of(&life, verb, first, second);
            life.act(action);
            come_to_rest(&mut life);
        }
        for moved in house::settle(&mut life.world, 2.0) {
            let what = format!("{moved:?} {}", house::truth(&life.world).thing(moved.thing).noun);
            prop_assert!(moved.metres < 0.02 && !moved.left_parent, "{}", what);
        }
        prop_assert_eq!(house::drifts(&life.world), vec![]);
    }

    /// No agent can tell what is hidden: contents of closed containers, edges, faults of
    /// appliances, the rules by which things change, what will happen later, and the fault tape.
    #[test]
    fn percepts_do_not_depend_on_what_is_hidden(
        choices in choices(),
        hidden in (0..4usize, 0..4usize),
        steps in steps(25),
    ) {
        let home = |place: usize, flag: bool| {
            let mut b = home_with(&choices);
            let closed = ["left drawer", "right drawer", "fridge", "high cupboard"][place];
            b.add("secret mug", Some((Relation::In, closed)), None);
            b.add("secret box", Some((Relation::On, "table")), None);
            b.add("secret apple", Some((Relation::In, if flag { closed } else { "secret box" })), None);
            b.state("toaster", State::Broken, flag);
            let knives: Vec<ThingId> =
                b.home.things.iter().filter(|t| t.kind.edge.is_some()).map(|t| t.id).collect();
            for knife in knives {
                b.home.things[knife.0 as usize].states.push((State::Sharp, flag));
            }
            for thing in b.home.things.iter_mut().filter(|_| flag) {
                let kind = std::sync::Arc::make_mut(&mut thing.kind);
                kind.heat_changes.iter_mut().for_each(|change| change.at_celsius += 40.0);
                kind.heat.iter_mut().for_each(|heat| heat.rate_per_s *= 0.5);
            }
            b
        };
        let first = home(hidden.0, true);
        let second = home(hidden.1, false);
        prop_assume!(Scene::build(&first.home).is_ok() && Scene::build(&second.home).is_ok());
        let later = scenario::checked::TimelineEvent {
            at_second: 80_000,
            changes: vec![scenario::checked::Change::Set(second.id("left drawer"), State::Open, true)],
            said: Some(("Ann says: good night.".to_owned(), Vec::new())),
        };
        let tape = house::HouseOptions {
            seed: 9,
            faults: vec![scenario::checked::Fault {
                thing: noun("fridge"),
                kind: scenario::checked::FaultKind::Stuck,
                chance: 1.0,
                taken_for: None,
            }],
            ..house::HouseOptions::default()
        };
        let mut one = Life::new(&first.build());
        let mut other = Life::with(&second.build(), &tape, &[later]);
        // Someone makes a hidden change while nobody looks: that too must not show.
        let change = |life: &mut Life| {
            let cupboard = life.id("high cupboard");
            let move_it = scenario::checked::Change::Move(life.id("secret mug"), Relation::In, cupboard);
            house::change_world(&mut life.world, &move_it);
        };
        for (index, (verb, first, second)) in steps.into_iter().enumerate() {
            // Whatever does not open, search, switch or cut.
            let verb = [0, 1, 2, 6, 7, 8, 13][verb % 7];
            let action = action_of(&one, verb, first, second);
            prop_assert_eq!(&action, &action_of(&other, verb, first, second));
            if index == 3 {
                change(&mut one);
            }
            let told: [Outcome; 2] = [one.act(action.clone()), other.act(action)];
            prop_assert_eq!(&told[0], &told[1]);
            let (one, other) = (one.percepts(), other.percepts());
            prop_assert_eq!(format!("{one:?}"), format!("{other:?}"));
        }
    }

    /// habitat-lab#658: what has been lived before in the same process or world does not matter.
    #[test]
    fn a_life_is_the_same_whatever_was_lived_before(
        choices in choices(),
        steps in steps(12),
        others in steps(6),
    ) {
        let scene = home_with(&choices).build();
        let lived = |life: &mut Life, steps: &[(usize, usize, usize)]| {
            let mut trace = Vec::new();
            for (verb, first, second) in steps {
                let action = action_of(life, *verb, *first, *second);
                let outcome = life.act(action);
                trace.push((outcome, life.digest()));
            }
            trace
        };
        let mut fresh = Life::new(&scene);
        let kept = house::snapshot(&fresh.world);
        let alone = lived(&mut fresh, &steps);
        let mut used = Life::new(&scene);
        lived(&mut used, &others);
        house::restore(&kept, &mut used.world);
        prop_assert_eq!(lived(&mut used, &steps), alone);
    }
}

#[test]
fn a_refused_handle_of_nothing_is_not_perceived() {
    let mut life = Life::kitchen();
    for handle in [Handle(0), Handle(77)] {
        assert_eq!(house::can(&life.world, life.agent, &Take(handle)), Err(Refusal::NotPerceived));
        let outcome = life.act(Take(handle));
        assert_eq!(outcome.action, Take(noun("thing")));
    }
}
