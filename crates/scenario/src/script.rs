//! Whether the actions of a script can be done at all.

use base::{Action, ActionKind, Noun, Refusal, Relation};

use crate::checked::{Home, Kind, Thing, Work};
use crate::errors::Report;
use crate::fit;
use crate::problem::Problem;
use crate::resolve;
use crate::source::Spot;

/// Where a script is done: the home, and what those are called who live there.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) home: &'a Home,
    pub(crate) names: &'a [&'a str],
}

impl Place<'_> {
    fn is_person(self, noun: &Noun) -> bool {
        self.names.contains(&noun.as_str())
    }
}

/// Notes what is wrong with the action. What is refused on purpose may be of the wrong kind:
/// `refused` are the verbs that the day expects to be refused.
pub(crate) fn check(
    action: &Action<Noun>,
    place: Place<'_>,
    refused: &[&str],
    spot: Spot,
    report: &mut Report,
) {
    let home = place.home;
    let mut all_known = true;
    for (index, noun) in action.things().enumerate() {
        let asked_of = is_for_people(action.kind(), index);
        if asked_of && !place.is_person(noun) {
            let known = place.names.iter().copied();
            let problem = Problem::unknown("person", noun.as_str(), "this scenario", known);
            report.say(spot.item(index), problem);
            all_known = false;
        }
        if asked_of || action.kind() == ActionKind::Go && place.is_person(noun) {
            continue;
        }
        if let Err(problem) = resolve::anything(home, noun) {
            report.say(spot.item(index), problem);
            all_known = false;
        }
    }
    if let Action::Wait(0) = action {
        let (what, must) = ("number of seconds", "at least 1".to_owned());
        report.say(spot.item(0), Problem::BadNumber { what, must, number: "0".to_owned() });
    }
    if !all_known || refused.contains(&action.kind().verb()) {
        return;
    }
    for (index, why) in wrong_kinds(action, home) {
        let action = action.to_string();
        report.say(spot.item(index), Problem::AlwaysRefused { action, why });
    }
    put_problem(action, home, spot, report);
}

/// Whether what stands there in the action is a person.
const fn is_for_people(kind: ActionKind, index: usize) -> bool {
    matches!((kind, index), (ActionKind::HandOver | ActionKind::Serve, 1) | (ActionKind::Ask, 0))
}

/// Which of the action's things are of the wrong kind, and why.
fn wrong_kinds(action: &Action<Noun>, home: &Home) -> Vec<(usize, String)> {
    let mut wrong = Vec::new();
    let mut needs = |index: usize, noun: &Noun, can: &dyn Fn(&Thing) -> bool, what: &str| {
        if !home.fitting(noun).any(can) {
            wrong.push((index, format!("the {} {what}", noun.words())));
        }
    };
    let is = |wanted: fn(&Kind) -> bool| move |thing: &Thing| wanted(&thing.kind);
    let portable = is(|kind| !kind.fixed);
    match action {
        Action::Go(_)
        | Action::Look
        | Action::Wait(_)
        | Action::GiveUp
        | Action::Say(_)
        | Action::Ask(..)
        | Action::Stand
        | Action::StepDown => {}
        Action::SetDial(thing, level) => {
            needs(0, thing, &has_level(home, *level), "has no dial with that level");
        }
        Action::PutUnder(thing, of) => {
            needs(0, thing, &portable, "cannot be carried");
            needs(1, of, &is(|kind| kind.fixed), "is no furniture");
        }
        Action::Refill(thing, with) => {
            needs(0, thing, &is(|kind| kind.doses.is_some()), "is not used up");
            let refills: Vec<&str> =
                home.fitting(with).filter_map(|with| with.kind.refills.as_deref()).collect();
            let is_refilled = |thing: &Thing| refills.contains(&thing.kind.name.as_str());
            needs(0, thing, &is_refilled, "is not refilled with that");
        }
        Action::OpenTo(thing, percent) => {
            let is_share = (1..=100).contains(percent);
            needs(0, thing, &|thing| thing.kind.opens && is_share, "does not open so far");
        }
        Action::HandOver(thing, _) | Action::Serve(thing, _) => {
            needs(0, thing, &portable, "cannot be carried")
        }
        Action::Push(thing) => needs(0, thing, &portable, "does not move"),
        Action::Sit(thing) => needs(0, thing, &is(|kind| kind.seat), "is no seat"),
        Action::Lie(thing) => needs(0, thing, &is(|kind| kind.bed), "is no bed"),
        Action::ClimbOnto(thing) => {
            needs(0, thing, &is(|kind| kind.bears), "does not bear a person");
        }
        Action::Search(thing) => {
            needs(0, thing, &is(|kind| kind.holds || kind.surface), "has nothing in or on it");
        }
        Action::Open(thing) | Action::Close(thing) => {
            needs(0, thing, &is(|kind| kind.opens), "does not open");
        }
        Action::Take(thing) | Action::TakeIn(thing, _) => {
            needs(0, thing, &portable, "cannot be carried");
        }
        Action::PutOn(thing, place) => {
            needs(0, thing, &portable, "cannot be carried");
            needs(1, place, &is(|kind| kind.surface), "is nothing to put things on");
        }
        Action::PutIn(thing, place) => {
            needs(0, thing, &portable, "cannot be carried");
            needs(1, place, &is(|kind| kind.holds), "is nothing to put things in");
        }
        Action::Toggle(thing, _) => needs(0, thing, &has_switch(home), "has no switch"),
        Action::Slice(thing, with) => {
            needs(0, thing, &is(|kind| kind.sliceable), "cannot be cut");
            needs(1, with, &is(|kind| kind.edge.is_some() && !kind.fixed), "has no edge");
        }
        Action::Crack(thing, into) => {
            needs(0, thing, &is(|kind| kind.crackable), "has no shell");
            needs(1, into, &is(|kind| kind.holds), "is no vessel");
        }
        Action::Pour(from, to, _) | Action::Empty(from, to) => {
            needs(0, from, &is(|kind| kind.capacity_ml.is_some()), "holds no liquid");
            needs(1, to, &is(|kind| kind.capacity_ml.is_some() || kind.basin), "holds no liquid");
        }
        Action::Fill(vessel, source) => {
            needs(0, vessel, &is(|kind| kind.capacity_ml.is_some()), "holds no liquid");
            needs(1, source, &is(|kind| kind.basin || kind.gives.is_some()), "gives no liquid");
        }
        Action::Drink(vessel) => {
            needs(0, vessel, &is(|kind| kind.capacity_ml.is_some()), "holds no liquid");
        }
        Action::Eat(thing) => needs(0, thing, &is(|kind| kind.edible), "cannot be eaten"),
        Action::Drop(thing)
        | Action::PutBack(thing)
        | Action::ThrowAway(thing)
        | Action::PutBeside(thing, _) => needs(0, thing, &portable, "cannot be carried"),
        Action::Peel(thing, with) => work(&mut needs, Work::Peel, thing, with),
        Action::Mash(thing, with) => work(&mut needs, Work::Mash, thing, with),
        Action::Stir(thing, with) => work(&mut needs, Work::Stir, thing, with),
        Action::Season(thing, with) => work(&mut needs, Work::Season, thing, with),
        Action::Dice(thing, with) => {
            needs(0, thing, &|thing| thing.kind.can_be.contains(&Work::Dice), "cannot be diced");
            needs(1, with, &is(|kind| kind.edge.is_some() && !kind.fixed), "has no edge");
        }
        Action::Spread(thing, on, _) => {
            needs(
                0,
                thing,
                &|thing| thing.kind.tool_for.contains(&Work::Spread),
                "does not spread",
            );
            needs(1, on, &|thing| thing.kind.can_be.contains(&Work::Spread), "is not spread on");
        }
        Action::Sharpen(thing, with) => {
            needs(0, thing, &is(|kind| kind.edge.is_some() && !kind.fixed), "has no edge");
            needs(
                1,
                with,
                &|thing| thing.kind.tool_for.contains(&Work::Sharpen),
                "does not sharpen",
            );
        }
        Action::Plug(thing) | Action::Unplug(thing) => {
            needs(0, thing, &is(|kind| kind.plug), "has no plug");
        }
        Action::Wash(thing) => needs(0, thing, &is(|kind| kind.washable), "cannot be washed"),
        Action::Soap(thing, with) => {
            needs(0, thing, &is(|kind| kind.washable), "cannot be washed");
            needs(1, with, &|with| with.kind.tool_for.contains(&Work::Soap), "is no soap");
        }
        Action::Wipe(thing, with) | Action::Dry(thing, with) => {
            needs(0, thing, &is(|kind| kind.washable), "cannot be washed");
            needs(1, with, &is(|kind| kind.absorbent), "is no cloth");
        }
    }
    wrong
}

/// Notes a thing that is not worked on so, and a tool that is not for that.
fn work(
    needs: &mut impl FnMut(usize, &Noun, &dyn Fn(&Thing) -> bool, &str),
    work: Work,
    thing: &Noun,
    with: &Noun,
) {
    needs(0, thing, &|thing| thing.kind.can_be.contains(&work), "is not worked on so");
    needs(1, with, &|tool| tool.kind.tool_for.contains(&work), "is no tool for that");
}

fn has_switch(home: &Home) -> impl Fn(&Thing) -> bool {
    |thing| thing.kind.switch || home.things.iter().any(|other| other.controls == Some(thing.id))
}

/// Whether the thing has a dial with that level, its own or that of what it controls.
fn has_level(home: &Home, level: u8) -> impl Fn(&Thing) -> bool {
    move |thing| {
        let own = thing.kind.levels.filter(|_| thing.kind.switch);
        let controlled = thing.controls.and_then(|id| home.thing(id).kind.levels);
        controlled.or(own).is_some_and(|levels| level <= levels)
    }
}

/// Notes where something is put into itself, or where it can never fit.
fn put_problem(action: &Action<Noun>, home: &Home, spot: Spot, report: &mut Report) {
    let (relation, thing, place) = match action {
        Action::PutOn(thing, place) => (Relation::On, thing, place),
        Action::PutIn(thing, place) => (Relation::In, thing, place),
        _ => return,
    };
    let (mut things, places): (Vec<&Thing>, Vec<&Thing>) =
        (home.fitting(thing).collect(), home.fitting(place).collect());
    things.retain(|thing| !thing.kind.fixed);
    let (Some(first), Some(place)) = (things.first(), places.first()) else {
        return;
    };
    if things.len() == 1 && places.len() == 1 && first.id == place.id {
        let why = Refusal::IntoItself.to_string();
        report.say(spot, Problem::AlwaysRefused { action: action.to_string(), why });
        return;
    }
    let is_place = places.iter().any(|place| !fit::levels(place, relation).is_empty());
    let fits = things
        .iter()
        .any(|thing| places.iter().any(|place| fit::fits(thing.size, place, relation)));
    if is_place && !fits {
        report.say(spot, fit::problem(first, place, relation));
    }
}

/// Every verb of an action.
pub(crate) fn verbs() -> Vec<&'static str> {
    ActionKind::ALL.map(ActionKind::verb).into()
}

/// Every code of a refusal.
pub(crate) fn refusal_codes() -> Vec<&'static str> {
    Refusal::ALL.map(Refusal::code).into()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::syntax::read;
    use crate::testing::{FURNITURE, home};

    fn check(script: &str, refused: &[&str], expected: &Expect) {
        let things = r#"(noun: "red mug", at: On("table")), (noun: "egg", at: On("table")),
            (noun: "red knife", at: On("table")), (noun: "bread", at: On("table")),
            (noun: "small box", at: On("table")), (noun: "pan", at: On("table"))"#;
        let home =
            home(&format!("{FURNITURE}{things}")).unwrap_or_else(|errors| panic!("{errors}"));
        let (script, source) =
            read::<Vec<Action<Noun>>>("s", script).unwrap_or_else(|errors| panic!("{errors}"));
        let mut report = Report::default();
        for (index, action) in script.iter().enumerate() {
            let place = Place { home: &home, names: &["Robin"] };
            super::check(action, place, refused, source.spot().item(index), &mut report);
        }
        let text =
            report.finish(()).map_or_else(|errors| errors.to_string(), |()| "fine".to_owned());
        expected.assert_eq(&text);
    }

    #[test]
    fn what_can_be_done_is_fine() {
        check(
            r#"[Go("table"), Look, Search("fridge"), Open("fridge"), Close("small box"), Take("mug"),
            PutOn("mug", "table"), PutIn("mug", "small box"), Toggle("brass knob", true),
            Toggle("small burner", false), Slice("bread", "knife"), Crack("egg", "pan"), Wait(1)]"#,
            &[],
            &expect!["fine"],
        );
    }

    #[test]
    fn what_is_always_refused_is_told() {
        check(
            r#"[Go("tabel"), Search("knife"), Open("table"), Take("fridge"),
PutOn("stove", "egg"), PutIn("mug", "table"), PutIn("box", "box"), PutIn("pan", "left drawer"),
PutOn("pan", "small burner"), PutIn("box", "mug"), Toggle("mug", true), Slice("egg", "bread"),
Crack("bread", "knife"), Wait(0)]"#,
            &[],
            &expect![[r#"
                s:1:5: no thing is named "tabel" in home "two-rooms"; did you mean "table"?
                s:1:22: "search knife" is always refused: the knife has nothing in or on it
                s:1:37: "open table" is always refused: the table does not open
                s:1:52: "take fridge" is always refused: the fridge cannot be carried
                s:2:7: "put_on stove, egg" is always refused: the stove cannot be carried
                s:2:16: "put_on stove, egg" is always refused: the egg is nothing to put things on
                s:2:37: "put_in mug, table" is always refused: the table is nothing to put things in
                s:2:47: "put_in box, box" is always refused: it cannot go into itself
                s:3:31: "small box" (0.3 × 0.18 × 0.22 m) does not fit in "red mug" (0.108 × 0.077 m)
                s:3:59: "toggle mug on" is always refused: the mug has no switch
                s:3:79: "slice egg, bread" is always refused: the egg cannot be cut
                s:3:86: "slice egg, bread" is always refused: the bread has no edge
                s:4:7: "crack bread, knife" is always refused: the bread has no shell
                s:4:16: "crack bread, knife" is always refused: the knife is no vessel
                s:4:31: the number of seconds must be at least 1, not 0"#]],
        );
    }

    #[test]
    fn what_is_to_be_refused_may_be_wrong() {
        check(
            r#"[Open("table"), Open("tabel")]"#,
            &["open"],
            &expect![[
                r#"s:1:22: no thing is named "tabel" in home "two-rooms"; did you mean "table"?"#
            ]],
        );
    }
}
