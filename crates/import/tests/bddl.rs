//! Activities as scenarios: small ones written by hand, and the published ones where the data is at
//! hand.

#![allow(clippy::disallowed_methods, reason = "tests read the files of others")]

use std::collections::BTreeMap;

use base::{Noun, Relation, State};
use bddl::{Domain, Problem, Source, judge, read_problem};
use import::bddl::{Activity, Facts, HOME, Reason, Synsets, import};
use scenario::checked::Home;
use scenario::{Embedded, Kinds, Library, parse_home, parse_kinds, parse_scenario};

mod data;

fn ours() -> (Kinds, Home) {
    let kinds = Embedded.text("kinds.ron").expect("it comes with the program");
    let kinds = parse_kinds("kinds.ron", &kinds).expect("our own kinds");
    let home = Embedded.text(HOME).expect("it comes with the program");
    let home = parse_home(HOME, &home, &kinds).unwrap_or_else(|errors| panic!("{errors}"));
    (kinds, home)
}

fn problem(objects: &str, init: &str, goal: &str) -> Problem {
    let text = format!(
        "(define (problem by_hand-0) (:domain omnigibson)
            (:objects {objects} floor.n.01_1 - floor.n.01 agent.n.01_1 - agent.n.01)
            (:init {init} (inroom floor.n.01_1 kitchen) (ontop agent.n.01_1 floor.n.01_1))
            (:goal {goal}))"
    );
    read_problem(&Source::new("by-hand.bddl", &text), &Domain::built_in())
        .unwrap_or_else(|errors| panic!("{errors}"))
}

fn imported(problem: &Problem) -> Result<Activity, Reason> {
    let (kinds, home) = ours();
    import(problem, &Synsets::built_in(), &home, &kinds)
}

/// What is wanted of the scenario that an activity becomes, or why it becomes none.
fn wants(objects: &str, init: &str, goal: &str) -> String {
    match imported(&problem(objects, init, goal)) {
        Ok(activity) => {
            let read = parse_scenario("by-hand.ron", &activity.text, &Embedded);
            read.unwrap_or_else(|errors| panic!("{errors}\n{}", activity.text));
            let wants = activity.text.lines().find_map(|line| line.trim().strip_prefix("wants: "));
            wants.expect("a scenario wants something").trim_end_matches(',').to_owned()
        }
        Err(reason) => reason.to_string(),
    }
}

const FRIDGE: &str = "electric_refrigerator.n.01_1 - electric_refrigerator.n.01";
const TABLE: &str = "breakfast_table.n.01_1 - breakfast_table.n.01";

#[test]
fn quantifiers_become_lists_and_doors_come_last() {
    let objects = format!("apple.n.01_1 apple.n.01_2 - apple.n.01 {FRIDGE} {TABLE}");
    let init = "(ontop apple.n.01_1 breakfast_table.n.01_1)
        (ontop apple.n.01_2 breakfast_table.n.01_1)
        (inroom breakfast_table.n.01_1 kitchen) (inroom electric_refrigerator.n.01_1 kitchen)";
    let goal = "(and (not (open ?electric_refrigerator.n.01_1))
        (forall (?apple.n.01 - apple.n.01) (inside ?apple.n.01 ?electric_refrigerator.n.01_1)))";
    assert_eq!(
        wants(&objects, init, goal),
        "All([Exists(\"first apple\", [At(In, \"tall fridge\")]), \
         Exists(\"second apple\", [At(In, \"tall fridge\")]), \
         Exists(\"tall fridge\", [IsNot(Open)])])"
    );
}

#[test]
fn what_lies_on_a_plate_in_the_fridge_is_in_the_fridge() {
    let objects = format!("apple.n.01_1 - apple.n.01 plate.n.04_1 - plate.n.04 {FRIDGE} {TABLE}");
    let init = "(ontop apple.n.01_1 plate.n.04_1) (ontop plate.n.04_1 breakfast_table.n.01_1)
        (inroom breakfast_table.n.01_1 kitchen) (inroom electric_refrigerator.n.01_1 kitchen)";
    assert_eq!(
        wants(&objects, init, "(inside ?apple.n.01_1 ?electric_refrigerator.n.01_1)"),
        "Any([Exists(\"apple\", [At(In, \"tall fridge\")]), \
         All([Exists(\"apple\", [At(On, \"plate\")]), \
         Exists(\"plate\", [At(In, \"tall fridge\")])])])"
    );
}

#[test]
fn halves_are_of_what_is_sliced() {
    let objects = format!(
        "apple.n.01_1 - apple.n.01 half__apple.n.01_1 half__apple.n.01_2 - half__apple.n.01
         plate.n.04_1 - plate.n.04 {TABLE}"
    );
    let init = "(ontop apple.n.01_1 breakfast_table.n.01_1)
        (ontop plate.n.04_1 breakfast_table.n.01_1) (future half__apple.n.01_1)
        (future half__apple.n.01_2) (inroom breakfast_table.n.01_1 kitchen)";
    let goal = "(forall (?half__apple.n.01 - half__apple.n.01)
        (and (cooked ?half__apple.n.01) (ontop ?half__apple.n.01 ?plate.n.04_1)))";
    assert_eq!(
        wants(&objects, init, goal),
        "All([Exists(\"apple\", [Is(Sliced), Is(Cooked)]), Exists(\"apple\", [At(On, \"plate\")])])"
    );
    assert_eq!(
        wants(&objects, init, "(not (real ?apple.n.01_1))"),
        "Exists(\"apple\", [Is(Sliced)])"
    );
}

#[test]
fn what_is_only_to_be_cleaned_off_is_dirt() {
    let objects = format!("bowl.n.01_1 - bowl.n.01 stain.n.01_1 - stain.n.01 {TABLE}");
    let init = "(ontop bowl.n.01_1 breakfast_table.n.01_1) (covered bowl.n.01_1 stain.n.01_1)
        (inroom breakfast_table.n.01_1 kitchen)";
    assert_eq!(
        wants(&objects, init, "(not (covered ?bowl.n.01_1 ?stain.n.01_1))"),
        "Exists(\"bowl\", [IsNot(Dirty)])"
    );
    assert_eq!(
        wants(&objects, init, "(covered ?breakfast_table.n.01_1 ?stain.n.01_1)"),
        "the goal asks for covered with stain.n.01, which nothing holds and no recipe gives"
    );
}

#[test]
fn what_is_poured_is_in_a_vessel_or_on_a_thing() {
    let objects = format!(
        "steak.n.01_1 - steak.n.01 salt__shaker.n.01_1 - salt__shaker.n.01 salt.n.02_1 - salt.n.02
         saucepan.n.01_1 - saucepan.n.01 vinegar__bottle.n.01_1 - vinegar__bottle.n.01
         vinegar.n.01_1 - vinegar.n.01 water.n.06_1 - water.n.06 {TABLE}"
    );
    let init =
        "(ontop steak.n.01_1 breakfast_table.n.01_1) (insource salt__shaker.n.01_1 salt.n.02_1)
        (ontop salt__shaker.n.01_1 breakfast_table.n.01_1)
        (ontop saucepan.n.01_1 breakfast_table.n.01_1) (filled saucepan.n.01_1 water.n.06_1)
        (ontop vinegar__bottle.n.01_1 breakfast_table.n.01_1)
        (filled vinegar__bottle.n.01_1 vinegar.n.01_1) (inroom breakfast_table.n.01_1 kitchen)";
    let goal = "(and (covered ?steak.n.01_1 ?salt.n.02_1) (filled ?saucepan.n.01_1 ?vinegar.n.01_1)
        (contains ?saucepan.n.01_1 ?salt.n.02_1) (not (covered ?steak.n.01_1 ?vinegar.n.01_1)))";
    assert_eq!(
        wants(&objects, init, goal),
        "All([Exists(\"steak\", [CoveredWith(\"salt\")]), Exists(\"saucepan\", [Holds(\"salt\"), \
         FilledWith(\"vinegar\")]), Not(Exists(\"steak\", [CoveredWith(\"vinegar\")]))])"
    );
    let activity = imported(&problem(&objects, init, goal)).expect("it runs");
    assert!(activity.text.contains(
        "(noun: \"saucepan\", at: On(\"long dining-table\"), filled: [(\"water\", 750)])"
    ));
    assert_eq!(
        wants(&objects, init, "(filled ?steak.n.01_1 ?salt.n.02_1)"),
        "the goal can never hold: nothing can be poured into steak"
    );
}

#[test]
fn what_recipes_give_can_be_asked_for() {
    let objects = format!(
        "butter.n.01_1 - butter.n.01 melted__butter.n.01_1 - melted__butter.n.01
         saucepan.n.01_1 - saucepan.n.01 {TABLE}"
    );
    let init = "(ontop butter.n.01_1 breakfast_table.n.01_1) (future melted__butter.n.01_1)
        (ontop saucepan.n.01_1 breakfast_table.n.01_1) (inroom breakfast_table.n.01_1 kitchen)";
    let goal = "(contains ?saucepan.n.01_1 ?melted__butter.n.01_1)";
    assert_eq!(wants(&objects, init, goal), "Exists(\"saucepan\", [Holds(\"melted-butter\")])");
    let problem = problem(&objects, init, goal);
    let activity = imported(&problem).expect("it runs");
    let noun = |text: &str| text.parse::<Noun>().expect("a noun");
    let mut world = Listed::default();
    let satisfied = |world: &Listed| {
        judge(&problem.goal, &activity.judged(world)).expect("it is small").satisfied
    };
    assert!(!satisfied(&world));
    world.poured.insert((noun("saucepan"), Relation::In, noun("melted-butter")), 1);
    assert!(satisfied(&world));
}

#[test]
fn pairs_are_counted_by_row_and_column() {
    let objects = format!(
        "apple.n.01_1 apple.n.01_2 - apple.n.01 bowl.n.01_1 bowl.n.01_2 - bowl.n.01 {TABLE}"
    );
    let init = "(ontop apple.n.01_1 breakfast_table.n.01_1)
        (ontop apple.n.01_2 breakfast_table.n.01_1) (ontop bowl.n.01_1 breakfast_table.n.01_1)
        (ontop bowl.n.01_2 breakfast_table.n.01_1) (inroom breakfast_table.n.01_1 kitchen)";
    let goal = "(forpairs (?apple.n.01 - apple.n.01) (?bowl.n.01 - bowl.n.01)
        (inside ?apple.n.01 ?bowl.n.01))";
    let activity = imported(&problem(&objects, init, goal)).expect("it runs");
    // Working from first to last pairs up first with first.
    assert!(activity.text.contains(
        "wants: All([Any([Exists(\"first apple\", [At(In, \"first bowl\")]), Exists(\"first \
         apple\", [At(In, \"second bowl\")])]), Any([Exists(\"second apple\", [At(In, \"second \
         bowl\")])"
    ));
}

#[test]
fn what_cannot_run_says_why() {
    let init =
        "(inroom breakfast_table.n.01_1 kitchen) (ontop apple.n.01_1 breakfast_table.n.01_1)";
    let objects = format!("apple.n.01_1 - apple.n.01 {TABLE}");
    assert_eq!(
        wants(&objects, init, "(nextto ?apple.n.01_1 ?breakfast_table.n.01_1)"),
        "the house does not know \"nextto\""
    );
    assert_eq!(
        wants(&objects, init, "(ontop ?apple.n.01_1 ?breakfast_table.n.01_1)"),
        "the goal holds at the beginning"
    );
    assert_eq!(
        wants(&objects, init, "(ontop ?breakfast_table.n.01_1 ?apple.n.01_1)"),
        "the goal can never hold: long dining-table is furniture here, and stays where it is"
    );
    assert_eq!(
        wants(&format!("car.n.01_1 - car.n.01 {objects}"), init, "(open ?car.n.01_1)"),
        "there is no kind for car.n.01"
    );
    assert_eq!(
        wants(
            &format!("car.n.01_1 - car.n.01 {objects}"),
            &format!("{init} (inroom car.n.01_1 garage)"),
            "(open ?car.n.01_1)"
        ),
        "the home has no car.n.01, or not as many"
    );
    assert_eq!(
        wants(
            &format!("bap.n.01_1 - bap.n.01 {objects}"),
            &format!("{init} (future bap.n.01_1)"),
            "(real ?bap.n.01_1)"
        ),
        "bap.n.01 is to be made, by a recipe that the house does not know"
    );
}

/// A world that is nothing but a list.
#[derive(Default)]
struct Listed {
    places: BTreeMap<Noun, (Relation, Noun)>,
    states: BTreeMap<Noun, Vec<State>>,
    poured: BTreeMap<(Noun, Relation, Noun), u32>,
}

impl Facts for Listed {
    fn is(&self, thing: &Noun, state: State) -> bool {
        self.states.get(thing).is_some_and(|states| states.contains(&state))
    }

    fn poured(&self, thing: &Noun, relation: Relation, what: &Noun) -> u32 {
        let key = (thing.clone(), relation, what.clone());
        self.poured.get(&key).copied().unwrap_or(0)
    }

    fn place(&self, thing: &Noun) -> Option<(Relation, Noun)> {
        self.places.get(thing).cloned()
    }
}

#[test]
fn the_goal_is_judged_as_it_was_written() {
    let objects = format!(
        "apple.n.01_1 - apple.n.01 half__apple.n.01_1 half__apple.n.01_2 - half__apple.n.01
         plate.n.04_1 - plate.n.04 stain.n.01_1 - stain.n.01 {FRIDGE} {TABLE}"
    );
    let init = "(ontop apple.n.01_1 plate.n.04_1)
        (ontop plate.n.04_1 breakfast_table.n.01_1) (covered plate.n.04_1 stain.n.01_1)
        (future half__apple.n.01_1) (future half__apple.n.01_2)
        (inroom breakfast_table.n.01_1 kitchen) (inroom electric_refrigerator.n.01_1 kitchen)";
    let goal = "(and (forall (?half__apple.n.01 - half__apple.n.01)
        (inside ?half__apple.n.01 ?electric_refrigerator.n.01_1))
        (not (covered ?plate.n.04_1 ?stain.n.01_1)))";
    let problem = problem(&objects, init, goal);
    let activity = imported(&problem).expect("it runs");
    let noun = |text: &str| text.parse::<Noun>().expect("a noun");
    let mut world = Listed::default();
    world.states.insert(noun("plate"), vec![State::Dirty]);
    world.places.insert(noun("apple"), (Relation::On, noun("plate")));
    world.places.insert(noun("plate"), (Relation::In, noun("tall fridge")));
    let credit = |world: &Listed| {
        judge(&problem.goal, &activity.judged(world)).expect("it is small").credit()
    };
    assert_eq!(credit(&world), 0.0, "a whole apple has no halves");
    world.states.insert(noun("apple"), vec![State::Sliced]);
    assert!((credit(&world) - 2.0 / 3.0).abs() < 1e-9);
    world.states.remove(&noun("plate"));
    assert_eq!(credit(&world), 1.0);
    assert!(activity.cast().any(|pair| pair == ("apple.n.01_1", "apple")));
}

#[test]
fn every_activity_of_kitchens_becomes_a_scenario_or_says_why_not() {
    let Some(folder) = data::folder() else { return };
    let (kinds, home) = ours();
    let synsets = Synsets::built_in();
    let mut run = 0;
    let mut not_yet = BTreeMap::<&str, u32>::new();
    let folder = folder.join("behavior1k_bddl/kitchen_activities");
    for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
        let path = entry.expect("a folder can be listed").path();
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let name = path.display().to_string();
        let problem = read_problem(&Source::new(&name, &text), &Domain::built_in())
            .unwrap_or_else(|errors| panic!("{errors}"));
        match import(&problem, &synsets, &home, &kinds) {
            Ok(activity) => {
                // A seed may find no room for all that is at one place.
                match parse_scenario(&name, &activity.text, &Embedded) {
                    Ok(_) => run += 1,
                    Err(_) => *not_yet.entry("the scenario cannot be").or_default() += 1,
                }
            }
            Err(reason) => *not_yet.entry(reason.class()).or_default() += 1,
        }
    }
    assert!(run >= RUN_AT_LEAST, "{run} run; the others: {not_yet:?}");
}

/// So many of the 284 activities of kitchens run, when this was written.
const RUN_AT_LEAST: u32 = 215;
