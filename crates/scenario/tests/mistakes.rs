//! Every mistake that an author can make is told with its place, and all of them at once.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use scenario::{Embedded, Library, Problem, Scenario, parse_scenario};

const HOME: &str = r#"Home(
name: "two-rooms",
rooms: [(noun: "kitchen", min: (0, 0), max: (4, 3))],
start: (at: (2, 1.5)),
things: [
(noun: "table", stands: (3, 2)),
(noun: "left drawer", stands: (0.3, 0.3), bottom: 0.5),
(noun: "right drawer", stands: (0.9, 0.3), bottom: 0.5),
(noun: "fridge", stands: (1.6, 0.35)),
(noun: "stove", stands: (3, 0.3)),
(noun: "small burner", at: On("stove"), stands: (3, 0.3)),
(noun: "brass knob", stands: (3, 0.62), bottom: 0.7, controls: "small burner"),
(noun: "toaster", at: On("table"), stands: (3, 2)),
])"#;

fn library() -> BTreeMap<String, String> {
    let kinds = Embedded.text("kinds.ron").expect("it is embedded");
    let files = [("kinds.ron", kinds), ("kitchens/two-rooms.ron", HOME.to_owned())];
    files.map(|(path, text)| (path.to_owned(), text)).into()
}

/// A scenario with these parts.
#[derive(Clone)]
struct Parts {
    head: &'static str,
    variants: &'static str,
    draw: &'static str,
    things: &'static str,
    rest: &'static str,
    days: &'static str,
}

/// A scenario without mistakes.
const GOOD: Parts = Parts {
    head: r#"name: "keys", family: 1, summary: "A key is put away.","#,
    variants: r#"(name: "one", split: Dev, home: "kitchens/two-rooms.ron", bind: {"target": "old key", "list": ["a", "b"]})"#,
    draw: r#"(name: "hiding", places: Closed, room_for: ["$target"])"#,
    things: r#"(noun: "$target", at: On("table")), (noun: "red mug", at: In("left drawer"))"#,
    rest: "",
    days: r#"Day(script: [PutIn("$target", "$hiding")]),
Day(goal: Goal(words: "bring the $target", wants: Exists("$target", [At(On, "table")])), scored: true)"#,
};

impl Parts {
    fn text(&self) -> String {
        let Self { head, variants, draw, things, rest, days } = self;
        format!(
            "Scenario(\n{head}\nvariants: [\n{variants}\n],\ndraw: [\n{draw}\n],\nthings: [\n{things}\n],\n{rest}\ndays: [\n{days}\n])"
        )
    }

    fn read(&self) -> Result<Scenario, scenario::Errors> {
        parse_scenario("x.ron", &self.text(), &library())
    }
}

#[track_caller]
fn check(parts: &Parts, expected: &Expect) {
    let text = match parts.read() {
        Ok(_) => "fine".to_owned(),
        Err(errors) => errors.to_string().replace(" (variant one, seed 1)", ""),
    };
    expected.assert_eq(&text);
}

#[test]
fn a_good_scenario_is_fine() {
    check(&GOOD, &expect!["fine"]);
}

#[test]
fn the_head_must_make_sense() {
    let head = r#"name: "two words", family: 14, summary: "", agent: "","#;
    check(
        &Parts { head, days: "", ..GOOD },
        &expect![[r#"
        x.ron:2:7: "two words" is no name for a scenario: it is one word of letters, digits and hyphens
        x.ron:2:28: the family must be from 1 to 13, not 14
        x.ron:2:41: the summary must not be empty
        x.ron:2:52: "" is no name for an agent: a name has at least one letter
        x.ron:13:7: the list of days must not be empty"#]],
    );
    check(
        &Parts { head: r#"name: "x", famly: 1,"#, ..GOOD },
        &expect![[r#"x.ron:2:12: Scenario has no field "famly"; did you mean "family"?"#]],
    );
    check(
        &Parts { head: r#"name: "x", family: -1,"#, ..GOOD },
        &expect!["x.ron:2:22: integer is out of bounds"],
    );
    check(
        &Parts { variants: "", ..GOOD },
        &expect!["x.ron:3:11: the list of variants must not be empty"],
    );
}

#[test]
fn variants_must_be_known_and_told_apart() {
    let variants = r#"(name: "one", split: Dev, home: "kitchens/two-room.ron"),
(name: "one", split: Test, home: "elsewhere", bind: {"i": "x", "hiding": "y", "a b": "z"}),
(name: "", split: Test, home: "kitchens/two-rooms.ron"),"#;
    check(
        &Parts { variants, ..GOOD },
        &expect![[r#"
        x.ron:4:33: no home is named "kitchens/two-room.ron" in the library; did you mean "kitchens/two-rooms.ron"?
        x.ron:5:8: two variants are named "one"; each needs a name of its own
        x.ron:5:34: "elsewhere" cannot be read: there is no such file
        x.ron:5:59: "i" is no name for a variable: it is a letter, then letters, digits and underscores, and neither "i" nor "last"
        x.ron:5:74: two variables are named "hiding"; each needs a name of its own
        x.ron:5:86: "a b" is no name for a variable: it is a letter, then letters, digits and underscores, and neither "i" nor "last"
        x.ron:6:8: "" is no name for a variant: it is one word of letters, digits and hyphens"#]],
    );
    check(
        &Parts { variants: r#"(name: "one", split: Eval, home: "")"#, ..GOOD },
        &expect![[r#"x.ron:4:22: Split has no variant "Eval"; it has Dev, Test"#]],
    );
    let scenario = GOOD.read().expect("it is good");
    let errors = scenario.life("on", 1).expect_err("there is no such variant");
    expect![[r#"x.ron:3:11: no variant is named "on" in scenario "keys"; did you mean "one"?"#]]
        .assert_eq(&errors.to_string());
}

#[test]
fn variables_must_be_known() {
    let draw = r#"(name: "hiding", from: ["$targt", "$list"]), (name: "hiding", from: []),
(name: "x", from: ["a"], distinct: true), (name: "y", from: ["a"], shuffle: true, count: 2),
(name: "z", from: ["a"], room_for: ["mug"])"#;
    check(
        &Parts { draw, ..GOOD },
        &expect![[r#"
        x.ron:7:46: what a draw draws from ("from", "places", "things") must not be empty
        x.ron:7:53: two draws are named "hiding"; each needs a name of its own
        x.ron:8:36: "distinct" is for lists; say a "count"
        x.ron:8:77: "shuffle" takes all words; leave out "count"
        x.ron:9:36: "room_for" chooses among "places"; say which"#]],
    );
    let draw = r#"(name: "hiding", from: ["$targt", "$list"]), (name: "no", from: ["$list"], not: ["a", "$list"])"#;
    check(
        &Parts { draw, ..GOOD },
        &expect![[r#"
            x.ron:7:1: no variable is named "targt" in this scenario; did you mean "target"?
            x.ron:7:46: nothing is left to draw "no" from: all of 2 are excluded"#]],
    );
    let things = r#"(noun: "$target", at: On("table")), (noun: "$list", at: On("$tabel")), (noun: "$list[3]"),
(noun: "$target[1]", at: In("$")), (noun: "$place mug", kind: "$kind", at: Somewhere(Closed))"#;
    check(
        &Parts { things, ..GOOD },
        &expect![[r#"
        x.ron:10:44: "list" is a list of 2; say which, as in "$name[1]"
        x.ron:10:60: no variable is named "tabel" in this scenario; did you mean "target"?
        x.ron:10:79: "list" is a list of 2, without a number 3; numbers count from 1
        x.ron:11:8: "target" is the word "old key"; leave out the brackets
        x.ron:11:29: "$" is not a variable: "$name", "$name[2]", "$name[i]", "$name[i+1]", "$name[2i-1]" and "$name[last]" are; "$$" is a dollar sign
        x.ron:11:43: no variable is named "place" in this scenario
        x.ron:11:63: no variable is named "kind" in this scenario"#]],
    );
    let days = r#"Day(script: [PutIn("$targt", "$hiden"), Wait(1)]),
Day(goal: Goal(words: "$words", wants: All([Exists("$target", [At(On, "$tabel")]), Count(of: "$off", that: [At(In, "$place[i]")], at_least: 1)])))"#;
    check(
        &Parts { days, ..GOOD },
        &expect![[r#"
        x.ron:14:20: no variable is named "targt" in this scenario; did you mean "target"?
        x.ron:14:30: no variable is named "hiden" in this scenario; did you mean "hiding"?
        x.ron:15:23: no variable is named "words" in this scenario
        x.ron:15:71: no variable is named "tabel" in this scenario; did you mean "target"?
        x.ron:15:94: no variable is named "off" in this scenario
        x.ron:15:116: no variable is named "place" in this scenario"#]],
    );
}

#[test]
fn things_must_be_known_and_fit() {
    let things = r#"(noun: "$target", at: On("tabel")), (noun: "red mgu", at: On("table")),
(noun: "blue kettle", at: In("left drawer")), (noun: "blue box", at: In("blue box")),
(noun: "table", stands: (1, 2)), (noun: "green mug", at: On("table"), size: (0, -1, NaN))"#;
    check(
        &Parts { things, ..GOOD },
        &expect![[r#"
        x.ron:10:26: no thing is named "tabel" in home "two-rooms"; did you mean "table"?
        x.ron:10:44: no kind is named "mgu" in kinds.ron; did you mean "mug"?
        x.ron:11:27: "blue kettle" (0.22 × 0.22 × 0.16 m) does not fit in "left drawer" (0.47 × 0.162 × 0.52 m)
        x.ron:11:70: "blue box" is in or on itself: blue box at blue box
        x.ron:12:8: two landmarks are named "table"; each needs a name of its own
        x.ron:12:61: "table" fits 2 things in home "two-rooms"; add a mark that only one of them has
        x.ron:12:78: the size must be greater than 0 and at most 30, not 0
        x.ron:12:81: the size must be greater than 0 and at most 30, not -1
        x.ron:12:85: the size must be greater than 0 and at most 30, not NaN"#]],
    );
    let things = r#"(noun: "$target", at: On("table")), (noun: "book", at: Somewhere(Heater))"#;
    check(&Parts { things, ..GOOD }, &expect!["fine"]);
}

#[test]
fn scripts_must_be_possible() {
    let days = r#"Day(script: [Take("kye"), Open("table"), PutIn("$target", "table"), Slice("red mug", "$target"), Wait(0)]),
Day(script: [Open("table")], expect: [Refused("opn", "wrong_knd"), Refused("open", "wrong_kind")])"#;
    check(
        &Parts { days, ..GOOD },
        &expect![[r#"
        x.ron:14:19: no thing is named "kye" in home "two-rooms"; did you mean "old key"?
        x.ron:14:32: "open table" is always refused: the table does not open
        x.ron:14:59: "put_in old key, table" is always refused: the table is nothing to put things in
        x.ron:14:75: "slice red mug, old key" is always refused: the red mug cannot be cut
        x.ron:14:86: "slice red mug, old key" is always refused: the old key has no edge
        x.ron:14:103: the number of seconds must be at least 1, not 0
        x.ron:15:47: no verb is named "opn" in the language of actions; did you mean "open"?
        x.ron:15:54: no refusal is named "wrong_knd" in the language of actions; did you mean "wrong_kind"?"#]],
    );
    check(
        &Parts { days: r#"Day(script: [Tak("key")])"#, ..GOOD },
        &expect![[r#"x.ron:14:14: Action has no variant "Tak"; did you mean "Take"?"#]],
    );
    check(
        &Parts { days: r#"Day(script: [PutIn("key")])"#, ..GOOD },
        &expect![
            "x.ron:14:25: expected tuple variant Action::PutIn with 2 elements but found one element instead"
        ],
    );
}

#[test]
fn goals_must_be_possible_and_not_reached_already() {
    let days = r#"Day(goal: Goal(words: " ", wants: Exists("$target", [At(On, "table")]))),
Day(goal: Goal(words: "x", wants: All([]), actions: Fixed(0), seconds: 0)),
Day(goal: Goal(words: "x", wants: Exists("red mug", [Is(Toasted)]), actions: TimesOracle(0.5), seconds: 100000)),
Day(goal: Goal(words: "x", wants: Exists("red mug", [Is(Sharp), At(On, "brass knob"), At(In, "kitchn")]), actions: TimesOracle(inf)))"#;
    check(
        &Parts { days, ..GOOD },
        &expect![[r#"
        x.ron:14:23: these words must not be empty
        x.ron:14:35: the goal is reached before anything is done: a old key is on the table
        x.ron:15:35: this condition must not be empty
        x.ron:15:53: the number of actions must be at least 1, not 0
        x.ron:15:72: the number of seconds must be from 1 to 86400, not 0
        x.ron:16:54: "red mug" can never be toasted: a mug does not become so by heat
        x.ron:16:78: the number of actions must be from 1 to 1000, as the oracle needs them, not 0.5
        x.ron:16:105: the number of seconds must be from 1 to 86400, not 100000
        x.ron:17:54: "red mug" can never be sharp: a mug has no edge
        x.ron:17:65: "brass knob" is a knob: nothing can be put on it
        x.ron:17:94: no thing is named "kitchn" in home "two-rooms"
        x.ron:17:116: the number of actions must be from 1 to 1000, as the oracle needs them, not inf"#]],
    );
    let days = r#"Day(script: [PutIn("$target", "left drawer")]),
Day(goal: Goal(words: "x", wants: Exists("$target", [At(In, "left drawer")])), scored: true)"#;
    check(
        &Parts { days, ..GOOD },
        &expect![
            "x.ron:15:35: the goal is reached before anything is done: a old key is in the left drawer"
        ],
    );
    let days = r#"Day(goal: Goal(words: "x", wants: Exists("$target", [Is(Toastd)])))"#;
    check(
        &Parts { days, ..GOOD },
        &expect![[r#"x.ron:14:57: State has no variant "Toastd"; did you mean "Toasted"?"#]],
    );
}

#[test]
fn days_must_follow_one_another() {
    let days = r#"Day(number: 3, script: [Look]), Day(number: 3, script: [Look]), Day(number: 2, gap: 1, script: [Look]),
Day(gap: 0, script: [Look]), Day(start: "25:00", script: [Look]), Day(), Day(scored: true, script: [Look]),
Day(number: 99999, script: [Look])"#;
    check(
        &Parts { days, ..GOOD },
        &expect![[r#"
        x.ron:14:45: day 3 does not come after day 3
        x.ron:14:77: day 2 does not come after day 3
        x.ron:14:85: a day has a number or a gap, not both
        x.ron:15:10: day 2 does not come after day 2
        x.ron:15:41: the start of a day must be a time such as "07:30", not "25:00"
        x.ron:15:67: nothing happens on this day: it has neither script, goal nor timeline
        x.ron:15:86: a scored day is planned by the agent: it has a goal and no script
        x.ron:16:1: only the last day can be scored
        x.ron:16:13: the number of a day must be from 1 to 36525, not 99999"#]],
    );
    let days = r#"Day(goal: Goal(words: "x", wants: Exists("$target", [At(In, "fridge")])), scored: true),
Day(goal: Goal(words: "x", wants: Exists("$target", [At(In, "left drawer")])), scored: true)"#;
    check(&Parts { days, ..GOOD }, &expect!["x.ron:15:1: only the last day can be scored"]);
    let days = r#"Repeat(times: 0, days: [Day(script: [Look])]), Repeat(times: 2, days: []),
Repeat(times: 3, every_days: 1, days: [Day(script: [Look]), Day(script: [Look])]),
Repeat(times: 20000, draw: [(name: "hiding", from: ["a"], not: ["$nothing"])], days: [Day(script: [Look])])"#;
    check(
        &Parts { days, ..GOOD },
        &expect![[r#"
        x.ron:14:15: the number of times must be from 1 to 20000, not 0
        x.ron:14:48: the days of a Repeat must not be empty
        x.ron:15:40: day 2 does not come after day 2
        x.ron:16:29: no variable is named "nothing" in this scenario; did you mean "hiding"?"#]],
    );
    let days = r#"Repeat(times: 20000, days: [Repeat(times: 20000, days: [Day(script: [Look])])])"#;
    check(
        &Parts { days, ..GOOD },
        &expect!["x.ron:14:29: days: 20001 are too many, 20000 is the most"],
    );
}

#[test]
fn timelines_and_faults_must_make_sense() {
    let days = r#"Day(start: "23:59", timeline: [
At(second: 60, move: [("kye", In, "table"), ("fridge", On, "table"), ("red mug", In, "red mug")]),
At(second: 1), At(second: 2, set: [("red mug", Sharp, true), ("old key", Broken, true)]),
At(second: 3, say: Say(words: "", facts: [Is("kye", Hot, true), At("old key", (In, "drawr")), At("old key", (HeldBy, "Ann"))]))])"#;
    check(
        &Parts { days, ..GOOD },
        &expect![[r#"
        x.ron:15:12: the second must be less than 60, the end of the day, not 60
        x.ron:15:24: no thing is named "kye" in home "two-rooms"; did you mean "old key"?
        x.ron:15:46: "move fridge" is always refused: it is furniture
        x.ron:15:86: "red mug" is in or on itself: red mug at red mug
        x.ron:16:1: this event must not be empty
        x.ron:16:48: "red mug" can never be sharp: a mug has no edge
        x.ron:17:31: these words must not be empty
        x.ron:17:46: no thing is named "kye" in home "two-rooms"; did you mean "old key"?
        x.ron:17:84: no thing is named "drawr" in home "two-rooms"; did you mean "left drawer"?"#]],
    );
    let rest = r#"faults: [Fault(thing: "left drawr", kind: Stuck, chance: 0.5), Fault(thing: "fridge", kind: Stuck, chance: 1.5),
Fault(thing: "fridge", kind: Slips, chance: NaN)],"#;
    check(
        &Parts { rest, ..GOOD },
        &expect![[r#"
        x.ron:12:23: no thing is named "left drawr" in home "two-rooms"; did you mean "left drawer"?
        x.ron:12:108: the chance must be from 0 to 1, not 1.5
        x.ron:13:45: the chance must be from 0 to 1, not NaN"#]],
    );
    let rest = r#"faults: [Fault(thing: "fridge", kind: Slips, chance: 0.5), Fault(thing: "$tag", kind: Unseen, chance: 1)],"#;
    check(
        &Parts { rest, ..GOOD },
        &expect![[
            r#"x.ron:12:73: no variable is named "tag" in this scenario; did you mean "target"?"#
        ]],
    );
}

#[test]
fn people_must_be_known_and_told_apart() {
    let rest = r#"people: [(name: "Ann"), (name: "Ann"), (name: "Robin"), (name: "fridge"), (name: "Ben", at: "tabel")],"#;
    let days = r#"Day(script: [HandOver("red mug", "An")], meanwhile: {"Cleo": [Take("red mug")]}),
Day(goal: Goal(words: "bring the $target", wants: Exists("$target", [At(HeldBy, "Ann")])), scored: true)"#;
    check(&Parts { rest: "people: [(name: \"Ann\")],", ..GOOD }, &expect!["fine"]);
    check(
        &Parts { rest, days, ..GOOD },
        &expect![[r#"
        x.ron:12:32: two people are named "Ann"; each needs a name of its own
        x.ron:12:47: two people are named "Robin"; each needs a name of its own
        x.ron:12:64: two people and things are named "fridge"; each needs a name of its own
        x.ron:12:93: no thing is named "tabel" in home "two-rooms"; did you mean "table"?
        x.ron:14:34: no person is named "An" in this scenario; did you mean "Ann"?
        x.ron:14:62: no person is named "Cleo" in the people of this scenario"#]],
    );
}

#[test]
fn a_mistake_in_a_home_is_told_in_its_file() {
    let mut library = library();
    library
        .insert("kitchens/two-rooms.ron".to_owned(), HOME.replace("On(\"stove\")", "On(\"stve\")"));
    let errors =
        parse_scenario("x.ron", &GOOD.text(), &library).expect_err("the home has a mistake");
    expect![[r#"kitchens/two-rooms.ron:11:31: no thing is named "stve" in home "two-rooms"; did you mean "stove"?"#]].assert_eq(&errors.to_string());
    library.remove("kinds.ron");
    let errors = parse_scenario("x.ron", &GOOD.text(), &library).expect_err("there are no kinds");
    expect![[r#"x.ron:1:1: "kinds.ron" cannot be read: there is no such file"#]]
        .assert_eq(&errors.to_string());
}

#[test]
fn a_mistake_shows_its_lines() {
    let parts = Parts { days: r#"Day(script: [Take("kye")])"#, ..GOOD };
    let errors = parts.read().expect_err("there is no kye");
    let error = errors.iter().next().expect("one error").clone();
    assert!(
        matches!(&error.problem, Problem::Unknown { nearest: Some(near), .. } if near == "old key")
    );
    assert_eq!((error.line, error.column), (14, 19));
    assert_eq!(error.snippet(), r#"Day(script: [Take("kye")])"#);
    let handler = miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::none());
    let mut shown = String::new();
    handler.render_report(&mut shown, &error).expect("it can be shown");
    expect![[r#"
        scenario::unknown

          x x.ron:14:19: no thing is named "kye" in home "two-rooms"; did you mean "old key"? (variant one, seed 1)
            ,-[x.ron:14:19]
         13 | days: [
         14 | Day(script: [Take("kye")])
            :                   ^^|^^
            :                     `-- here
         15 | ])
            `----
    "#]].assert_eq(&shown);
}
