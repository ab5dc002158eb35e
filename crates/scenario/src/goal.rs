//! Whether a condition can ever be so in a home.

use base::{Condition, Noun, Quality, Relation, State};

use crate::checked::{Heating, Home, Thing};
use crate::errors::Report;
use crate::fit;
use crate::possible::can_be;
use crate::problem::Problem;
use crate::resolve;
use crate::source::Spot;

/// Notes what makes the condition one that nothing can satisfy.
///
/// What must not be so may be impossible; only its nouns must fit something.
pub(crate) fn check(
    condition: &Condition,
    home: &Home,
    names: &[&str],
    spot: Spot,
    report: &mut Report,
) {
    Checker { home, names, report }.check(condition, true, spot);
}

struct Checker<'a> {
    home: &'a Home,
    names: &'a [&'a str],
    report: &'a mut Report,
}

impl Checker<'_> {
    fn check(&mut self, condition: &Condition, wanted: bool, spot: Spot) {
        match condition {
            Condition::Exists(of, that) => {
                self.qualities(of, that, wanted.then_some(false), spot.item(0), spot.item(1));
            }
            Condition::ForAll(of, that) => {
                self.qualities(of, that, wanted.then_some(true), spot.item(0), spot.item(1));
            }
            Condition::Count { of, that, at_least, at_most } => {
                let every = (wanted && *at_least > 0).then_some(false);
                self.qualities(of, that, every, spot.field("of"), spot.field("that"));
                self.count(of, *at_least, *at_most, spot);
            }
            Condition::Together { each, relation, at, that } => {
                if each.is_empty() {
                    self.report.say(spot, Problem::Empty("this condition"));
                }
                for (index, share) in each.iter().enumerate() {
                    let spot = spot.field("each").item(index);
                    self.some(&share.of, &share.that, wanted, spot);
                    self.count(&share.of, share.at_least, None, spot);
                    self.places(&share.of, *relation, at, wanted, spot.field("of"));
                }
                if that.is_empty() {
                    if let Err(problem) = resolve::anything(self.home, at) {
                        self.report.say(spot.field("at"), problem);
                    }
                } else {
                    let every = wanted.then_some(false);
                    self.qualities(at, that, every, spot.field("at"), spot.field("that"));
                }
            }
            Condition::Apart { of, that, at_least, relation, at } => {
                self.some(of, that, wanted, spot);
                self.count(of, *at_least, None, spot);
                self.places(of, *relation, at, wanted, spot.field("at"));
                let places = self.home.fitting(at).count() as u64;
                if *at_least < 2 || places < u64::from(*at_least) {
                    let what = "number of places";
                    let must = format!("at least 2, and at most {places}, as there are no more");
                    let number = at_least.to_string();
                    let at_least = spot.field("at_least");
                    self.report.say(at_least, Problem::BadNumber { what, must, number });
                }
            }
            Condition::All(parts)
            | Condition::Any(parts)
            | Condition::InOrder(parts)
            | Condition::AtOnce(parts) => {
                if parts.is_empty() {
                    self.report.say(spot, Problem::Empty("this condition"));
                }
                for (index, part) in parts.iter().enumerate() {
                    self.check(part, wanted, spot.item(0).item(index));
                }
            }
            Condition::Not(part) | Condition::Never(part) => {
                self.check(part, false, spot.item(0));
            }
            Condition::Within(seconds, part) => {
                if *seconds == 0 {
                    let must = "at least 1".to_owned();
                    let number = "0".to_owned();
                    let what = "number of seconds";
                    self.report.say(spot.item(0), Problem::BadNumber { what, must, number });
                }
                self.check(part, wanted, spot.item(1));
            }
        }
    }

    /// Notes what keeps some thing that `of` fits from being all of `that`, which may be nothing.
    fn some(&mut self, of: &Noun, that: &[Quality], wanted: bool, spot: Spot) {
        if that.is_empty() {
            if let Err(problem) = resolve::anything(self.home, of) {
                self.report.say(spot.field("of"), problem);
            }
        } else {
            let every = wanted.then_some(false);
            self.qualities(of, that, every, spot.field("of"), spot.field("that"));
        }
    }

    /// Notes what keeps all things that `of` fits from being at any of the places.
    fn places(&mut self, of: &Noun, relation: Relation, at: &Noun, wanted: bool, spot: Spot) {
        let places: Vec<Noun> = self.home.fitting(at).map(|place| place.noun.clone()).collect();
        let mut problems = Vec::new();
        for thing in self.home.fitting(of) {
            for place in &places {
                match self.can(thing, &Quality::At(relation, place.clone())) {
                    Ok(()) => return,
                    Err(problem) => problems.push(problem),
                }
            }
        }
        if let Some(problem) = problems.into_iter().next().filter(|_| wanted) {
            self.report.say(spot, problem);
        }
    }

    /// Notes what keeps things that `of` fits from being all of `that`: every such thing, or all
    /// of them; or nobody wants them to be (`every` is none).
    fn qualities(
        &mut self,
        of: &Noun,
        that: &[Quality],
        every: Option<bool>,
        of_spot: Spot,
        spot: Spot,
    ) {
        if that.is_empty() {
            self.report.say(spot, Problem::Empty("this condition"));
        }
        let known = resolve::anything(self.home, of);
        if let Err(problem) = known {
            return self.report.say(of_spot, problem);
        }
        for (index, quality) in that.iter().enumerate() {
            let spot = spot.item(index);
            if let Quality::At(relation, place) = quality
                && *relation != Relation::HeldBy
                && let Err(problem) = resolve::anything(self.home, place)
            {
                self.report.say(spot.item(1), problem);
                continue;
            }
            let Some(every) = every else {
                continue;
            };
            let mut problems = self.home.fitting(of).map(|thing| self.can(thing, quality));
            // Of several things that could, one is enough, unless all must.
            let problem = if every {
                problems.find_map(Result::err)
            } else {
                let all: Vec<_> = problems.collect();
                let none_can = all.iter().all(Result::is_err);
                all.into_iter().find_map(Result::err).filter(|_| none_can)
            };
            if let Some(problem) = problem {
                self.report.say(spot, problem);
            }
        }
    }

    fn can(&self, thing: &Thing, quality: &Quality) -> Result<(), Problem> {
        match quality {
            // Everything that can be in a state can be out of it, at least before.
            Quality::IsNot(_) => Ok(()),
            Quality::Is(state) => {
                let why = match can_be(&thing.kind, *state) {
                    Ok(()) => self.lacks_means(*state),
                    Err(why) => Some(why),
                };
                let thing = thing.noun.to_string();
                why.map_or(Ok(()), |why| {
                    Err(Problem::NeverSo { thing, state: *state, holds: true, why })
                })
            }
            Quality::Holds(_) | Quality::FilledWith(_) if thing.kind.capacity_ml.is_some() => {
                Ok(())
            }
            Quality::Holds(liquid) | Quality::FilledWith(liquid) => Err(Problem::AlwaysRefused {
                action: format!("fill {} with {liquid}", thing.noun),
                why: "it holds no liquid".to_owned(),
            }),
            Quality::CoveredWith(_) if thing.kind.can_be_covered() => Ok(()),
            Quality::CoveredWith(what) => Err(Problem::AlwaysRefused {
                action: format!("pour {what} on {}", thing.noun),
                why: "what is poured does not stay on it".to_owned(),
            }),
            Quality::At(Relation::HeldBy, who) => self.can_be_held(thing, who),
            Quality::At(relation, place) => self.can_be_at(thing, *relation, place),
        }
    }

    /// Why nothing in this home brings things into the state.
    fn lacks_means(&self, state: State) -> Option<String> {
        let heats = |mode: Heating| {
            self.home
                .things
                .iter()
                .any(|thing| thing.kind.heat.is_some_and(|heat| heat.mode == mode))
        };
        let warms = heats(Heating::Warming);
        let freezes = |thing: &Thing| thing.kind.heat.is_some_and(|heat| heat.celsius < 0.0);
        let (has, what) = match state {
            State::Toasted => (heats(Heating::Toasting), "toasts"),
            State::Fried => (heats(Heating::Frying), "fries"),
            State::Burnt | State::Hot => {
                (heats(Heating::Toasting) || heats(Heating::Frying) || warms, "heats")
            }
            State::Cooked | State::Melted => {
                (heats(Heating::Toasting) || heats(Heating::Frying) || warms, "cooks")
            }
            State::Cold => (heats(Heating::Cooling), "cools"),
            State::Frozen => (self.home.things.iter().any(freezes), "freezes"),
            State::Sliced => {
                (self.home.things.iter().any(|thing| thing.kind.edge.is_some()), "cuts")
            }
            _ => (true, ""),
        };
        (!has).then(|| format!("nothing in {} {what}", resolve::place_of(self.home)))
    }

    fn can_be_held(&self, thing: &Thing, who: &Noun) -> Result<(), Problem> {
        if !self.names.contains(&who.as_str()) {
            let known = self.names.iter().copied();
            return Err(Problem::unknown("agent", who.as_str(), "this scenario", known));
        }
        self.is_portable(thing, "in a hand")
    }

    fn is_portable(&self, thing: &Thing, whereto: &str) -> Result<(), Problem> {
        if !thing.kind.fixed {
            return Ok(());
        }
        let (action, why) = (format!("put {} {whereto}", thing.noun), "it is furniture".to_owned());
        Err(Problem::AlwaysRefused { action, why })
    }

    fn can_be_at(&self, thing: &Thing, relation: Relation, place: &Noun) -> Result<(), Problem> {
        let there = thing
            .parent
            .is_some_and(|(other, id)| other == relation && place.fits(&self.home.thing(id).noun));
        if there {
            return Ok(());
        }
        self.is_portable(thing, "elsewhere")?;
        let mut places: Vec<&Thing> = self.home.fitting(place).collect();
        places.retain(|place| place.id != thing.id);
        let Some(first) = places.first() else {
            return Err(Problem::Circle(vec![thing.noun.to_string(), thing.noun.to_string()]));
        };
        // Whether there is room under it is for the house to say.
        if relation == Relation::Under && places.iter().any(|place| place.kind.fixed) {
            return Ok(());
        }
        if places.iter().any(|place| fit::fits(thing.size, place, relation)) {
            return Ok(());
        }
        Err(fit::problem(thing, first, relation))
    }

    fn count(&mut self, of: &Noun, at_least: u32, at_most: Option<u32>, spot: Spot) {
        let there = self.home.fitting(of).count() as u64;
        let bad = |must: String, number: u32| Problem::BadNumber {
            what: "number of things",
            must,
            number: number.to_string(),
        };
        if u64::from(at_least) > there && there > 0 {
            let must = format!("at most {there}, as there are no more");
            self.report.say(spot.field("at_least"), bad(must, at_least));
        }
        if let Some(at_most) = at_most.filter(|at_most| *at_most < at_least) {
            let must = format!("at least {at_least}");
            self.report.say(spot.field("at_most"), bad(must, at_most));
        }
        if at_least == 0 && at_most.is_none() {
            let must = "at least 1 where \"at_most\" is left out".to_owned();
            self.report.say(spot.field("at_least"), bad(must, 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::syntax::read;
    use crate::testing::{FURNITURE, home};

    fn check(condition: &str, expected: &Expect) {
        let things = r#"(noun: "blue mug", at: In("left drawer")), (noun: "red mug", at: On("table")),
            (noun: "red knife", at: On("table")), (noun: "bread", at: On("table")),
            (noun: "bread-slice", at: On("table")), (noun: "small box", at: On("table"))"#;
        let home =
            home(&format!("{FURNITURE}{things}")).unwrap_or_else(|errors| panic!("{errors}"));
        let (condition, source) =
            read::<Condition>("c", condition).unwrap_or_else(|errors| panic!("{errors}"));
        let mut report = Report::default();
        super::check(&condition, &home, &["Robin"], source.spot(), &mut report);
        let text =
            report.finish(()).map_or_else(|errors| errors.to_string(), |()| "fine".to_owned());
        expected.assert_eq(&text);
    }

    #[test]
    fn what_can_be_is_fine() {
        let fine = expect!["fine"];
        check(r#"Exists("blue mug", [At(On, "table"), IsNot(Hot)])"#, &fine);
        check(r#"Exists("bread-slice", [Is(Toasted), At(HeldBy, "Robin")])"#, &fine);
        check(r#"Count(of: "mug", that: [At(In, "box")], at_least: 1, at_most: 1)"#, &fine);
        check(
            r#"All([Never(Exists("mug", [Is(Toasted)])), Exists("bread", [Is(Sliced)])])"#,
            &fine,
        );
        check(r#"Exists("toaster", [At(On, "table"), Is(Running)])"#, &fine);
    }

    #[test]
    fn what_nothing_can_satisfy_is_told() {
        check(
            r#"All([Exists("blu mug", [At(On, "tabel")]), Exists("mug", [At(On, "tabel")]), Not(Exists("cup", [Is(Hot)]))])"#,
            &expect![[r#"
                c:1:13: no thing is named "blu mug" in home "two-rooms"; did you mean "blue mug"?
                c:1:66: no thing is named "tabel" in home "two-rooms"; did you mean "table"?
                c:1:89: no thing is named "cup" in home "two-rooms""#]],
        );
        check(
            r#"All([Exists("mug", [Is(Toasted)]), Exists("mug", [Is(Sharp)]), ForAll("mug", [Is(Open)])])"#,
            &expect![[r#"
                c:1:21: "blue mug" can never be toasted: a mug does not become so by heat
                c:1:51: "blue mug" can never be sharp: a mug has no edge
                c:1:79: "blue mug" can never be open: a mug does not open"#]],
        );
        check(
            r#"Exists("mug", [At(On, "brass knob")])"#,
            &expect![[r#"c:1:16: "brass knob" is a knob: nothing can be put on it"#]],
        );
        check(
            r#"Exists("mug", [At(In, "table")])"#,
            &expect![[r#"c:1:16: "table" is a table: nothing can be put in it"#]],
        );
        check(
            r#"Exists("bread", [At(In, "left drawer"), At(In, "toaster")])"#,
            &expect![[
                r#"c:1:41: "bread" (0.12 × 0.12 × 0.28 m) does not fit in "toaster" (0.27 × 0.171 × 0.153 m)"#
            ]],
        );
        check(
            r#"Exists("fridge", [At(On, "table")])"#,
            &expect![[r#"c:1:19: "put fridge elsewhere" is always refused: it is furniture"#]],
        );
        check(
            r#"Exists("mug", [At(HeldBy, "Ann")])"#,
            &expect![[r#"c:1:16: no agent is named "Ann" in this scenario"#]],
        );
        check(
            r#"Exists("small box", [At(In, "box")])"#,
            &expect![[r#"c:1:22: "small box" is in or on itself: small box at small box"#]],
        );
        check(
            r#"Exists("bread-slice", [Is(Fried)])"#,
            &expect![[
                r#"c:1:24: "bread-slice" can never be fried: a bread-slice does not become so by heat"#
            ]],
        );
    }

    #[test]
    fn things_together_and_apart_are_looked_through() {
        let fine = expect!["fine"];
        check(r#"Together(each: [(of: "mug", at_least: 2)], relation: In, at: "drawer")"#, &fine);
        check(
            r#"Together(each: [(of: "mug"), (of: "knife", that: [Is(Sharp)])], relation: On, at: "table", that: [IsNot(Dirty)])"#,
            &fine,
        );
        check(
            r#"Together(each: [(of: "mgu", at_least: 2)], relation: In, at: "drawer")"#,
            &expect![[
                r#"c:1:22: no thing is named "mgu" in home "two-rooms"; did you mean "blue mug"?"#
            ]],
        );
        check(
            r#"Together(each: [(of: "mug", at_least: 3)], relation: In, at: "drwer")"#,
            &expect![[r#"
                c:1:39: the number of things must be at most 2, as there are no more, not 3
                c:1:62: no thing is named "drwer" in home "two-rooms"; did you mean "left drawer"?"#]],
        );
        check(
            r#"Together(each: [], relation: In, at: "drawer")"#,
            &expect!["c:1:1: this condition must not be empty"],
        );
        check(
            r#"Together(each: [(of: "mug")], relation: In, at: "table")"#,
            &expect![[r#"c:1:22: "table" is a table: nothing can be put in it"#]],
        );
        check(
            r#"Apart(of: "mug", at_least: 1, relation: On, at: "table")"#,
            &expect![
                "c:1:28: the number of places must be at least 2, and at most 1, as there are no more, not 1"
            ],
        );
    }

    #[test]
    fn what_asks_for_nothing_is_told() {
        check("All([])", &expect!["c:1:1: this condition must not be empty"]);
        check(r#"Exists("mug", [])"#, &expect!["c:1:15: this condition must not be empty"]);
        check(
            r#"All([Count(of: "mug", that: [Is(Hot)], at_least: 3), Count(of: "mug", that: [Is(Hot)], at_least: 2, at_most: 1)])"#,
            &expect![[r#"
                c:1:50: the number of things must be at most 2, as there are no more, not 3
                c:1:110: the number of things must be at least 2, not 1"#]],
        );
        check(
            r#"Count(of: "mug", that: [Is(Hot)], at_least: 0)"#,
            &expect![[
                r#"c:1:45: the number of things must be at least 1 where "at_most" is left out, not 0"#
            ]],
        );
        check(
            r#"Within(0, Exists("mug", [Is(Hot)]))"#,
            &expect!["c:1:8: the number of seconds must be at least 1, not 0"],
        );
    }
}
