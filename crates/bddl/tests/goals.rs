//! What goals mean, by example.

use bddl::{Domain, Source, State, judge, read_problem};
use expect_test::{Expect, expect};

/// What a world makes of a goal; what is so is told in the form of `:init`.
fn check(init: &str, goal: &str, expected: Expect) {
    let text = format!(
        "(define (problem p) (:domain household)
            (:objects apple_1 apple_2 apple_3 - apple bowl_1 bowl_2 bowl_3 - bowl
                plate_1 plate_2 - plate fridge_1 - fridge)
            (:init {init}) (:goal {goal}))"
    );
    let problem = read_problem(&Source::new("p.bddl", &text), &Domain::built_in())
        .unwrap_or_else(|errors| panic!("{errors}"));
    let verdict = judge(&problem.goal, &State::at_start_of(&problem)).expect("it is small");
    expected.assert_eq(&format!("{:.2}: {verdict}\n", verdict.credit()));
}

#[test]
fn what_is_missing_is_told_in_columns() {
    check(
        "(inside apple_1 fridge_1) (open fridge_1)",
        "(and (forall (?a - apple) (inside ?a ?fridge_1)) (not (open ?fridge_1)) (cooked ?apple_1))",
        expect![[r#"
            0.20: not satisfied: 1 of 5 conditions hold
              missing  inside    apple_2   fridge_1
              missing  inside    apple_3   fridge_1
              missing  not open  fridge_1
              missing  cooked    apple_1
        "#]],
    );
}

#[test]
fn the_best_way_is_the_one_that_is_nearest() {
    check(
        "(ontop apple_2 plate_1)",
        "(exists (?a - apple) (and (ontop ?a ?plate_1) (cooked ?a)))",
        expect![[r#"
            0.50: not satisfied: 1 of 2 conditions hold
              missing  cooked  apple_2
        "#]],
    );
    check(
        "(hot apple_1)",
        "(or (hot ?apple_1) (hot ?apple_2))",
        expect![[r#"
        1.00: satisfied
    "#]],
    );
}

#[test]
fn imply_is_reached_from_both_sides() {
    let goal = "(imply (open ?fridge_1) (inside ?apple_1 ?fridge_1))";
    check(
        "",
        goal,
        expect![[r#"
        1.00: satisfied
    "#]],
    );
    check(
        "(open fridge_1)",
        goal,
        expect![[r#"
        0.00: not satisfied: 0 of 1 conditions hold
          missing  not open  fridge_1
    "#]],
    );
}

#[test]
fn forn_is_exact() {
    let goal = "(forn (2) (?a - apple) (inside ?a ?fridge_1))";
    check(
        "(inside apple_3 fridge_1)",
        goal,
        expect![[r#"
        0.50: not satisfied: 1 of 2 conditions hold
          missing  inside  apple_1  fridge_1
    "#]],
    );
    check(
        "(inside apple_3 fridge_1) (inside apple_1 fridge_1)",
        goal,
        expect![[r#"
        1.00: satisfied
    "#]],
    );
    check(
        "(inside apple_1 fridge_1) (inside apple_2 fridge_1) (inside apple_3 fridge_1)",
        goal,
        expect![[r#"
            1.00: not satisfied: 2 of 2 conditions hold
              too many 3 are so in  (forn (2) (?a - apple) (inside ?a ?fridge_1))
        "#]],
    );
}

#[test]
fn forpairs_wants_a_partner_for_each_of_the_fewer() {
    let goal = "(forpairs (?a - apple) (?p - plate) (ontop ?a ?p))";
    check(
        "(ontop apple_3 plate_1)",
        goal,
        expect![[r#"
        0.50: not satisfied: 1 of 2 conditions hold
          missing  ontop  apple_1  plate_2
    "#]],
    );
    check(
        "(ontop apple_3 plate_1) (ontop apple_1 plate_2)",
        goal,
        expect![[r#"
        1.00: satisfied
    "#]],
    );
    // Two on one plate are one pair.
    check(
        "(ontop apple_3 plate_1) (ontop apple_1 plate_1)",
        goal,
        expect![[r#"
            0.50: not satisfied: 1 of 2 conditions hold
              missing  ontop  apple_2  plate_2
        "#]],
    );
}

/// Every row and every column has a true cell, and yet nobody can pair them: the reference counts.
#[test]
fn forpairs_counts_and_does_not_match() {
    check(
        "(inside apple_1 bowl_1) (inside apple_1 bowl_2) (inside apple_2 bowl_3)
         (inside apple_3 bowl_3)",
        "(forpairs (?a - apple) (?b - bowl) (inside ?a ?b))",
        expect![[r#"
            1.00: satisfied
        "#]],
    );
}

#[test]
fn fornpairs_is_at_least() {
    let goal = "(fornpairs (1) (?a - apple) (?p - plate) (ontop ?a ?p))";
    check(
        "",
        goal,
        expect![[r#"
            0.00: not satisfied: 0 of 1 conditions hold
              missing  ontop  apple_1  plate_2
        "#]],
    );
    check(
        "(ontop apple_3 plate_1) (ontop apple_1 plate_2)",
        goal,
        expect![[r#"
        1.00: satisfied
    "#]],
    );
}

/// Nothing pairs with itself, so three apples make rows of two cells; columns are places in those
/// rows, as with the reference.
#[test]
fn pairs_of_one_type_leave_out_oneself() {
    check(
        "(nextto apple_1 apple_2) (nextto apple_2 apple_3)",
        "(forpairs (?a - apple) (?b - apple) (nextto ?a ?b))",
        expect![[r#"
            1.00: satisfied
        "#]],
    );
}

#[test]
fn a_way_that_contradicts_itself_is_none() {
    check(
        "(hot apple_1)",
        "(and (exists (?a - apple) (hot ?a)) (not (hot ?apple_1)))",
        expect![[r#"
            0.00: not satisfied: 0 of 2 conditions hold
              missing  hot      apple_2
              missing  not hot  apple_1
        "#]],
    );
    check(
        "",
        "(and (hot ?apple_1) (not (hot ?apple_1)))",
        expect![[r#"
        0.00: not satisfied, and nothing could: every way contradicts itself
    "#]],
    );
}
