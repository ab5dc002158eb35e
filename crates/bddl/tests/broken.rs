//! Files that are wrong: what is told, and that nothing worse happens.

use bddl::{Domain, Source, State, Vocabulary, judge, lint, read_domain, read_problem};
use proptest::prelude::*;

const SOUND: &str = "(define (problem tea-0)
    (:domain omnigibson)
    (:objects
        kettle.n.01_1 - kettle.n.01
        cup.n.01_1 cup.n.01_2 - cup.n.01
        water.n.06_1 - water.n.06
    )
    (:init
        (inroom kettle.n.01_1 kitchen) ; it stands there
        (filled kettle.n.01_1 water.n.06_1)
        (not (hot kettle.n.01_1))
    )
    (:goal
        (and
            (forall (?cup.n.01 - cup.n.01) (contains ?cup.n.01 ?water.n.06_1))
            (forn (1) (?cup.n.01 - cup.n.01) (imply (hot ?cup.n.01) (nextto ?cup.n.01 ?kettle.n.01_1)))
            (not (open ?kettle.n.01_1))
        )
    )
)
";

/// What is told of the sound file with something in it replaced.
fn check(from: &str, to: &str, expected: &str) {
    assert_eq!(SOUND.matches(from).count(), 1, "{from}");
    check_text(&SOUND.replace(from, to), expected);
}

fn check_text(text: &str, expected: &str) {
    let source = Source::new("tea.bddl", text);
    let errors = read_problem(&source, &Domain::built_in()).expect_err("it is wrong");
    assert_eq!(errors.to_string(), expected);
}

#[test]
fn the_sound_file_is_sound() {
    let source = Source::new("tea.bddl", SOUND);
    let problem = read_problem(&source, &Domain::built_in()).expect("it is sound");
    assert_eq!(lint(&problem, &source, None).len(), 0);
    assert_eq!(problem.init.len(), 3);
}

#[test]
fn unknown_words_have_a_nearest() {
    check(
        "(filled kettle",
        "(fileld kettle",
        "tea.bddl:10:10: no predicate is named \"fileld\" in domain \"omnigibson\"; did you mean \"filled\"?",
    );
    check(
        "(filled kettle.n.01_1",
        "(filled kettle.n.01_2",
        "tea.bddl:10:17: no object is named \"kettle.n.01_2\" in \":objects\"; did you mean \"kettle.n.01_1\"?",
    );
    check(
        "(contains ?cup.n.01 ",
        "(contains ?cpu.n.01 ",
        "tea.bddl:15:54: no variable or object is named \"cpu.n.01\" in what is bound here or declared; did you mean \"cup.n.01\"?",
    );
    check(
        "forall (?cup.n.01 - cup.n.01)",
        "forall (?cup.n.01 - cap.n.01)",
        "tea.bddl:15:34: no type is named \"cap.n.01\" in \":objects\"; did you mean \"cup.n.01\"?",
    );
    check(
        "omnigibson",
        "omnigibsen",
        "tea.bddl:2:14: no domain is named \"omnigibsen\" in what this program knows; did you mean \"omnigibson\"?",
    );
    check(
        "(:goal",
        "(:gaol",
        "tea.bddl:1:1: the problem lacks :goal\ntea.bddl:13:6: no section is named \":gaol\" in a problem; did you mean \":goal\"?",
    );
}

#[test]
fn what_is_too_much_or_too_little_is_counted() {
    check(
        "(filled kettle.n.01_1 water.n.06_1)",
        "(filled kettle.n.01_1)",
        "tea.bddl:10:9: \"filled\" takes two objects, not 1",
    );
    check(
        "(open ?kettle.n.01_1)",
        "(open ?kettle.n.01_1 ?cup.n.01_1)",
        "tea.bddl:17:18: \"open\" takes one object, not 2",
    );
    check("(open ?kettle.n.01_1)", "", "tea.bddl:17:13: \"not\" takes one formula, not 0");
    check(
        "(hot ?cup.n.01) (nextto",
        "(nextto",
        "tea.bddl:16:46: \"imply\" takes two formulas, not 1",
    );
    check("(1)", "1", "tea.bddl:16:19: expected a number in parentheses, as \"(2)\", found \"1\"");
    check(
        "(1)",
        "(-1)",
        "tea.bddl:16:19: expected a number in parentheses, as \"(2)\", found \"(-1)\"",
    );
    check(
        "forall (?cup.n.01 - cup.n.01)",
        "forall (?cup.n.01 ?x - cup.n.01)",
        "tea.bddl:15:21: expected one variable and its type, as \"(?cup.n.01 - cup.n.01)\", found \"(?cup.n.01 ...)\"",
    );
}

#[test]
fn parentheses_that_do_not_match_are_found_where_they_are() {
    check(
        "01_1))\n    )\n    (:goal",
        "01_1))\n    (:goal",
        "tea.bddl:12:6: \":goal\" begins inside of \":init\"; a \")\" is missing before it",
    );
    check(
        "water.n.06_1)\n",
        "water.n.06_1))\n",
        "tea.bddl:13:5: expected the end of the file, as the \")\" before it closes everything, found \"(\"",
    );
    check_text(
        SOUND.trim_end().trim_end_matches(')'),
        "tea.bddl:1:1: the file ends before this parenthesis is closed; 1 are open at the end",
    );
    check_text(
        &format!("{SOUND})"),
        "tea.bddl:21:1: this \")\" closes nothing; is there one too many before it?",
    );
    check_text(
        &format!("{SOUND}(x)"),
        "tea.bddl:21:1: expected the end of the file, as the \")\" before it closes everything, found \"(\"",
    );
    check_text("", "tea.bddl:1:1: expected \"(define (problem NAME) ...)\", found an empty file");
    check_text(
        "kettle",
        "tea.bddl:1:1: expected a file that begins with \"(define\", found \"kettle\"",
    );
}

#[test]
fn absurd_nesting_is_an_error() {
    let deep = format!("{}{}", "(not ".repeat(1_000_000), ")".repeat(1_000_000));
    check(
        "(open ?kettle.n.01_1)",
        &deep,
        "tea.bddl:17:318: parentheses are nested more than 64 deep here",
    );
    check_text(
        &"(".repeat(1_000_000),
        "tea.bddl:1:65: parentheses are nested more than 64 deep here",
    );
}

#[test]
fn a_domain_is_checked_too() {
    let check = |predicates: &str, expected: &str| {
        let text = format!("(define (domain d) (:predicates {predicates}))");
        let domain = read_domain(&Source::new("d.bddl", &text));
        let told = domain.map_or_else(|errors| errors.to_string(), |domain| domain.to_string());
        assert_eq!(told, expected);
    };
    check(
        "(hot ?x) (on ?x ?y - top)",
        "(define (domain d)\n    (:predicates\n        (hot ?x)\n        (on ?x - top ?y - top)\n    )\n)\n",
    );
    check("(hot)", "d.bddl:1:33: \"a predicate\" takes one object or two, not 0");
    check("(hot ?x) (hot ?x)", "d.bddl:1:43: the predicate \"hot\" is there twice");
    check(
        "(hot x)",
        "d.bddl:1:38: expected a predicate, as \"(ontop ?obj1 ?obj2)\", found \"x\" without a question mark",
    );
}

#[test]
fn what_is_hardly_meant_is_told() {
    let tables = ("synset,hypernyms\nkettle.n.01,\ncup.n.01,vessel.n.01\n", "Room Name\nkitchen\n");
    let known = Vocabulary::from_tables(tables.0, tables.1).expect("they are the right tables");
    let check = |from: &str, to: &str, expected: &str| {
        assert_eq!(SOUND.matches(from).count(), 1, "{from}");
        let source = Source::new("tea.bddl", &SOUND.replace(from, to));
        let problem = read_problem(&source, &Domain::built_in()).expect("it can be read");
        let told = lint(&problem, &source, Some(&known)).into_iter().map(|it| it.to_string());
        let told = told.filter(|it| !it.contains("\"water.n.06\"")).collect::<Vec<_>>();
        assert_eq!(told.join("\n"), expected);
    };
    let goal =
        &SOUND[SOUND.find("(and").expect("a goal")..SOUND.rfind("    )\n)").expect("an end")];
    check(
        goal,
        "(and)",
        "tea.bddl:5:9: nothing is said of \"cup.n.01_1\", at the beginning or in the goal
tea.bddl:5:20: nothing is said of \"cup.n.01_2\", at the beginning or in the goal
tea.bddl:14:9: the goal asks for nothing",
    );
    check(
        goal,
        "(exists (?cup.n.01 - cup.n.01) (not (hot ?kettle.n.01_1)))",
        "tea.bddl:14:9: the goal holds at the beginning already
tea.bddl:14:18: the variable \"?cup.n.01\" is not used",
    );
    check(
        "(not (open ?kettle.n.01_1))",
        "(open ?kettle.n.01_1) (not (open ?kettle.n.01_1))",
        "tea.bddl:14:9: the goal can never hold: it wants something and its opposite, or one of what there is none of",
    );
    check(
        "(1)",
        "(3)",
        "tea.bddl:16:20: the goal can never hold: there are 2 objects of \"cup.n.01\"",
    );
    check(
        "(not (hot kettle.n.01_1))",
        "(not (hot kettle.n.01_1)) (hot kettle.n.01_1) (hot kettle.n.01_1)",
        "tea.bddl:11:36: the beginning says both that \"hot kettle.n.01_1\" and that it is not so
tea.bddl:11:56: \"hot kettle.n.01_1\" is said a second time",
    );
    check(
        "(contains ?cup.n.01 ?water.n.06_1)",
        "(exists (?cup.n.01 - cup.n.01) (contains ?cup.n.01 ?water.n.06_1))",
        "tea.bddl:15:53: \"?cup.n.01\" hides a variable of the same name around it",
    );
    check(
        "    (:goal",
        "    \\\n    (:goal (hot ?kettle.n.01_1)",
        "tea.bddl:13:5: \"\\\" between the sections means nothing
tea.bddl:15:9: only the first formula of the goal counts; join them with \"and\"",
    );
    check(
        "kettle.n.01_1 kitchen",
        "kettle.n.01_1 kitchn",
        "tea.bddl:9:31: no room is named \"kitchn\" in the table of rooms; did you mean \"kitchen\"?",
    );
    check(
        "cup.n.01_2 - cup.n.01",
        "cup.n.01_2 cup.n.01_1 - cup.n.01 mug.n.01_1 - vesel.n.01",
        "tea.bddl:5:31: \"cup.n.01_1\" is said a second time
tea.bddl:5:53: nothing is said of \"mug.n.01_1\", at the beginning or in the goal
tea.bddl:5:66: no synset is named \"vesel.n.01\" in the table of synsets; did you mean \"vessel.n.01\"?",
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// However a file is mangled: an error with its place, or a problem that can be used.
    #[test]
    fn a_mangled_file_never_panics(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..8, 0usize..40), 1..6),
    ) {
        let mut text: Vec<char> = SOUND.chars().collect();
        for (at, kind, length) in edits {
            let at = at.index(text.len().max(1)).min(text.len());
            let end = (at + length).min(text.len());
            match kind {
                0 => drop(text.drain(at..end)),
                1 => text.truncate(at),
                2 => text.insert(at, '('),
                3 => text.insert(at, ')'),
                4 => text.splice(at..end, "é \u{0}; ?-_*\\".chars()).for_each(drop),
                5 => {
                    let copy: Vec<char> = text[at..end].to_vec();
                    text.splice(at..at, copy).for_each(drop);
                }
                6 => text.splice(at..at, "(not ".repeat(length).chars()).for_each(drop),
                _ => text[at..end].reverse(),
            }
        }
        let text: String = text.into_iter().collect();
        let source = Source::new("tea.bddl", &text);
        match read_problem(&source, &Domain::built_in()) {
            Err(errors) => {
                for error in errors.iter() {
                    prop_assert!(error.to_string().starts_with("tea.bddl:"));
                    prop_assert!(!error.to_string().contains('\n'));
                    prop_assert!(text.get(error.span.clone()).is_some());
                }
                drop(format!("{:?}", miette::Report::new(errors)));
            }
            Ok(problem) => {
                drop(judge(&problem.goal, &State::at_start_of(&problem)));
                drop(lint(&problem, &source, None));
                let written = Source::new("tea.bddl", &problem.to_string());
                let read = read_problem(&written, &Domain::built_in());
                prop_assert_eq!(read.map_err(|errors| errors.to_string()), Ok(problem));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[ ()a-z:;?_.*0-9\n-]{0,200}|\\PC{0,80}") {
        let source = Source::new("x.bddl", &text);
        drop(read_problem(&source, &Domain::built_in()));
        drop(read_domain(&source));
    }
}
