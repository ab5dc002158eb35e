use expect_test::{Expect, expect};

use super::*;
use crate::testing::{FURNITURE, home, home_text, kinds};
use crate::write_home;

/// What is wrong with the furniture and these things; positions without the file's name.
fn check(things: &str, expected: &Expect) {
    let text = match home(&format!("{FURNITURE}{things}")) {
        Ok(home) => format!("{} things", home.things.len()),
        Err(errors) => errors.to_string().replace("two-rooms.ron:", ""),
    };
    expected.assert_eq(&text);
}

#[test]
fn a_home_may_be_written_in_any_order() {
    let home = home(&format!(
        "(noun: \"blue mug\", at: In(\"box\")), (noun: \"box\", at: On(\"table\")),\n{FURNITURE}"
    ))
    .expect("a sane home");
    let place = |noun: &str| home.things.iter().position(|thing| thing.noun.as_str() == noun);
    assert!(place("table") < place("box") && place("box") < place("blue mug"));
    for (index, thing) in home.things.iter().enumerate() {
        assert_eq!(thing.id.0 as usize, index);
        assert!(thing.parent.is_none_or(|(_, parent)| parent < thing.id));
    }
    let burner = &home.things[place("small burner").expect("it is there")];
    assert_eq!(burner.pose, Some(([2.0, 0.9 + 0.01, 0.3], 0.0)));
    let knob = &home.things[place("brass knob").expect("it is there")];
    assert_eq!(knob.controls, Some(burner.id));
}

#[test]
fn names_that_nothing_has_are_told_with_the_nearest() {
    check(
        r#"(noun: "mug", at: In("lft drawer")),
(noun: "blue mgu", at: On("table")),
(noun: "red thing", kind: "knif", at: On("table")),
(noun: "old knob", stands: (1, 1), controls: "burnr"),"#,
        &expect![[r#"
            13:22: no thing is named "lft drawer" in home "two-rooms"; did you mean "left drawer"?
            14:8: no kind is named "mgu" in kinds.ron; did you mean "mug"?
            15:27: no kind is named "knif" in kinds.ron; did you mean "knife"?
            16:46: no thing is named "burnr" in home "two-rooms"; did you mean "small burner"?"#]],
    );
    check(
        r#"(noun: "old knob", stands: (1, 1), controls: "burnr"),
(noun: "", at: On("table")),
(noun: "mug $1", at: On("table")),"#,
        &expect![[r#"
            13:46: no thing is named "burnr" in home "two-rooms"; did you mean "small burner"?
            14:8: "" is not a noun: it needs a kind, such as "mug", with any marks before it, such as "blue mug"
            15:8: "mug $1" is no name for a thing: a noun is made of letters, digits, hyphens and blanks"#]],
    );
    check(
        r#"(noun: "old knob", stands: (1, 1), controls: "burnr"),"#,
        &expect![[
            r#"13:46: no thing is named "burnr" in home "two-rooms"; did you mean "small burner"?"#
        ]],
    );
}

#[test]
fn a_container_is_never_in_itself() {
    check(
        r#"(noun: "red box", at: In("blue box")), (noun: "blue box", at: In("green box")),
(noun: "green box", at: In("red box")),
(noun: "small box", at: In("small box"))"#,
        &expect![[r#"
            13:23: "red box" is in or on itself: red box at blue box at green box at red box
            15:25: "small box" is in or on itself: small box at small box"#]],
    );
}

#[test]
fn landmarks_have_names_of_their_own() {
    check(
        r#"(noun: "left drawer", stands: (0.3, 1.3), bottom: 0.5),
(noun: "red mug", at: On("table")), (noun: "red mug", at: On("table")),"#,
        &expect![[r#"13:8: two landmarks are named "left drawer"; each needs a name of its own"#]],
    );
    check(
        r#"(noun: "red mug", at: On("table")), (noun: "red mug", at: On("table")),
(noun: "spoon", at: In("red mug #2")), (noun: "fork", at: In("mug")),"#,
        &expect![[
            r#"14:62: "mug" fits 2 things in home "two-rooms"; add a mark that only one of them has"#
        ]],
    );
}

#[test]
fn numbers_must_make_sense() {
    check(
        r#"(noun: "red mug", at: On("table"), size: (0, -1, NaN)),
(noun: "blue mug", at: On("table"), size: (inf, 0.1, 0.1)),
(noun: "shelf", stands: (NaN, 1), bottom: -inf, yaw_deg: 1e9),
(noun: "old shelf", center: (1, 1e30, 1)),
(noun: "new shelf", stands: (1, 2), solids: [(center: (1, 1, 1), size: (1, 0, 1))],
  surfaces: [(min: (2, 0), max: (1, 1), height: 1, clearance: 0)]),"#,
        &expect![[r#"
            13:43: the size must be greater than 0 and at most 30, not 0
            13:46: the size must be greater than 0 and at most 30, not -1
            13:50: the size must be greater than 0 and at most 30, not NaN
            14:44: the size must be greater than 0 and at most 30, not inf
            15:26: the coordinate must be from -1000 to 1000, not NaN
            15:43: the height must be from -10 to 100, not -inf
            15:58: the turn in degrees must be from -360 to 360, not 1000000000
            16:33: the coordinate must be from -1000 to 1000, not 1000000000000000000000000000000
            17:76: the size must be greater than 0 and at most 1000, not 0
            18:34: the length of a surface must be greater than 0 and at most 100, not -1
            18:63: the clearance must be greater than 0 and at most 100, not 0"#]],
    );
}

#[test]
fn a_thing_needs_a_place_with_room_for_it() {
    check(
        r#"(noun: "kettle", at: In("left drawer")),
(noun: "mug", at: In("table")),
(noun: "red mug", at: On("brass knob")),
(noun: "old table", at: On("table")),
(noun: "cup"),
(noun: "blue cup", stands: (1, 1), center: (1, 1, 1)),
(noun: "green table", stands: (9, 1)),
(noun: "book", at: Somewhere(Closed)),"#,
        &expect![[r#"
            13:22: "kettle" (0.22 × 0.22 × 0.16 m) does not fit in "left drawer" (0.47 × 0.162 × 0.52 m)
            14:19: "table" is a table: nothing can be put in it
            15:23: "brass knob" is a knob: nothing can be put on it
            16:1: "old table" needs a position, as it is furniture: either "stands" or "center"
            17:1: "cup" needs a place: "at", or else either "stands" or "center"
            18:44: "blue cup" needs a place: "at", or else either "stands" or "center"
            19:1: "green table" is outside of every room
            20:20: only a scenario draws places; a home says them"#]],
    );
    let many: String =
        (0..40).map(|n| format!("(noun: \"m{n} mug\", at: In(\"left drawer\")),\n")).collect();
    let errors = home(&format!("{FURNITURE}{many}")).expect_err("a drawer holds fewer mugs");
    let first = errors.iter().next().expect("an error").to_string();
    assert!(first.contains("there is no room left in \"left drawer\" for \"m2"), "{first}");
}

#[test]
fn states_must_be_possible() {
    check(
        r#"(noun: "mug", at: On("table"), states: [(Toasted, true), (Hot, true), (Hot, false)]),
(noun: "old knife", at: On("table"), states: [(Sharp, false), (Open, true)]),"#,
        &expect![[r#"
            13:41: "mug" can never be toasted: a mug does not become so by heat
            13:71: two states of one thing are named "Hot"; each needs a name of its own
            14:63: "old knife" can never be open: a knife does not open"#]],
    );
    check(
        r#"(noun: "mug", at: On("table"), states: [(Toastd, true)])"#,
        &expect![[r#"13:42: State has no variant "Toastd"; did you mean "Toasted"?"#]],
    );
    check(
        r#"(noun: "mug", at: Under("table"))"#,
        &expect![[r#"13:19: At has no variant "Under"; it has On, In, Somewhere"#]],
    );
}

#[test]
fn a_knob_controls_what_heats() {
    check(
        r#"(noun: "red knob", stands: (1, 1), controls: "left drawer"),
(noun: "old knob", stands: (1, 1), controls: "old knob"),
(noun: "mug", at: On("table"), controls: "toaster"),"#,
        &expect![[r#"
            13:46: "red knob" cannot control "left drawer": that neither heats nor has a switch
            14:46: "old knob" cannot control "old knob": it is the same thing
            15:42: "mug" cannot control "toaster": it has no switch itself"#]],
    );
}

#[test]
fn rooms_walls_and_start_must_make_sense() {
    let text = r#"Home(
name: " ",
rooms: [
(noun: "kitchen", min: (0, 0), max: (4, 3)),
(noun: "kitchen", min: (3, 0), max: (6, 3), height: 0),
(noun: "hall", min: (9, 0), max: (8, inf)),
],
walls: Around([(at: (1, 1), width: -1)]),
start: (at: (3, 2), yaw_deg: NaN),
things: [(noun: "table", stands: (3, 2))],
)"#;
    let errors = parse_home("x.ron", text, &kinds()).expect_err("many mistakes");
    expect![[r#"
        x.ron:2:7: " " is no name for a home: a name has at least one letter
        x.ron:5:1: the kitchen overlaps the kitchen
        x.ron:5:8: two rooms are named "kitchen"; each needs a name of its own
        x.ron:5:53: the height must be greater than 0 and at most 100, not 0
        x.ron:6:35: the length of a room must be greater than 0 and at most 100, not -1
        x.ron:6:38: the coordinate must be from -1000 to 1000, not inf
        x.ron:6:38: the length of a room must be greater than 0 and at most 100, not inf
        x.ron:8:21: this doorway is in no wall: it must lie on a side of a room
        x.ron:8:36: the width must be greater than 0 and at most 20, not -1
        x.ron:9:13: the start overlaps "table"
        x.ron:9:30: the turn in degrees must be from -360 to 360, not NaN"#]]
    .assert_eq(&errors.to_string());
}

#[test]
fn a_written_home_is_read_as_the_same() {
    let things = format!(
        r#"{FURNITURE}(noun: "corner cupboard", stands: (3.7, 0.4), bottom: 1.4, yaw_deg: -90, levels: 2),
(noun: "red mug", at: In("corner cupboard"), size: (0.1, 0.1, 0.1), states: [(Hot, true)]),
(noun: "red mug", at: On("table"), center: (3.1, 0.8, 2.1)),
(noun: "spoon", at: In("red mug #2"), size: (0.02, 0.02, 0.02)),
(noun: "odd gadget", at: On("table")),
(noun: "pine dresser", kind: "cupboard", stands: (0.3, 2), solids: [(center: (0.3, 0.3, 2), size: (0.2, 0.2, 0.2), yaw_deg: 10)]),
"#
    );
    let kinds = kinds();
    let own = "kinds: [(name: \"gadget\", size: (0.1, 0.2, 0.3), mass_kg: 1, switch: true)])";
    let text = home_text(&things);
    let text = format!("{}, {own}", text.strip_suffix(')').expect("it ends so"));
    let home = parse_home("x.ron", &text, &kinds).expect("a sane home");
    assert_eq!(home.things.last().map(|thing| thing.surfaces.len()), Some(0));
    let written = write_home(&home, &kinds);
    let again = parse_home("y.ron", &written, &kinds);
    assert_eq!(again.expect("what is written can be read"), home, "{written}");
    let lines: Vec<&str> = written.lines().filter(|line| line.contains("red mug")).collect();
    expect![[r#"
        [
            "        (noun: \"red mug\", at: In(\"corner cupboard\"), size: (0.1, 0.1, 0.1), states: [(Hot, true)]),",
            "        (noun: \"red mug\", at: On(\"table\"), center: (3.1, 0.8, 2.1)),",
            "        (noun: \"spoon\", at: In(\"red mug #2\"), size: (0.02, 0.02, 0.02)),",
        ]
    "#]]
    .assert_debug_eq(&lines);
}

#[test]
fn what_falls_into_parts_has_them_from_the_beginning() {
    let kinds = kinds();
    let home = home(&format!("(noun: \"red pie\", at: On(\"table\")),\n{FURNITURE}"));
    let home = home.unwrap_or_else(|errors| panic!("{errors}"));
    let pie = home.things.iter().find(|thing| thing.noun.kind() == "pie").expect("it is there").id;
    let parts: Vec<&str> = home
        .things
        .iter()
        .filter(|thing| thing.part_of == Some(pie))
        .map(|thing| thing.noun.as_str())
        .collect();
    assert_eq!(parts.len(), 6);
    assert_eq!(parts[..2], ["first red pie-slice", "red second pie-slice"]);
    let written = write_home(&home, &kinds);
    assert!(!written.contains("pie-slice"), "nobody types them");
    let again = parse_home("again.ron", &written, &kinds);
    assert_eq!(home, again.unwrap_or_else(|errors| panic!("{errors}")));
}
