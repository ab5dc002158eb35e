//! Words of `base` as they appear in the schema.

use std::borrow::Cow;

use base::State;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// A [`State`] in the schema.
pub struct StateWord;

impl JsonSchema for StateWord {
    fn schema_name() -> Cow<'static, str> {
        "State".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<String> = State::ALL.iter().map(|state| format!("{state:?}")).collect();
        json_schema!({
            "description": "Something that can be so or not so about one thing.",
            "type": "string",
            "enum": names,
        })
    }
}

/// A [`base::Relation`] in the schema.
pub struct RelationWord;

impl JsonSchema for RelationWord {
    fn schema_name() -> Cow<'static, str> {
        "Relation".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "How a thing stands to what it is at.",
            "type": "string",
            "enum": ["On", "In", "HeldBy", "Under"],
        })
    }
}

/// A [`base::Action`] in the schema; each with an example.
pub struct ActionWord;

impl ActionWord {
    /// How each action is written.
    pub const EXAMPLES: [(&'static str, &'static str); 50] = [
        ("Go(\"fridge\")", "Walk to where the thing can be reached."),
        ("Look", "Turn once around and look."),
        ("Search(\"left drawer\")", "Open the container where it is closed, and look through it."),
        ("Open(\"left drawer\")", "Open the door, lid or drawer."),
        ("Close(\"left drawer\")", "Close it."),
        ("Take(\"blue mug\")", "Take the thing into a free hand."),
        ("TakeIn(\"blue mug\", Left)", "Take it into that hand, `Left` or `Right`."),
        ("PutOn(\"blue mug\", \"table\")", "Put the first on the second."),
        ("PutIn(\"blue mug\", \"left drawer\")", "Put the first into the second."),
        ("Toggle(\"brass knob\", true)", "Switch it on, or with `false` off."),
        ("Slice(\"tomato\", \"red knife\")", "Cut the first with the second."),
        ("Crack(\"egg\", \"pan\")", "Crack the first so that its inside falls into the second."),
        ("Wait(60)", "Do nothing for so many seconds."),
        ("GiveUp", "Say that the goal cannot be reached."),
        ("Wash(\"blue mug\")", "Wash it under running water, in the hand or in the basin."),
        ("Wipe(\"table\", \"cloth\")", "Wipe the first clean with the second."),
        ("Soap(\"blue mug\", \"soap-bar\")", "Put soap on the first with the second."),
        ("Dry(\"blue mug\", \"towel\")", "Dry the first with the second."),
        (
            "Pour(\"jug\", \"blue mug\", 200)",
            "Pour so many millilitres into the second, or onto it; `None` pours as much as goes.",
        ),
        ("Fill(\"jug\", \"sink\")", "Fill the first at the second."),
        ("Empty(\"jug\", \"sink\")", "Pour all of it into the second."),
        ("Drink(\"blue mug\")", "Drink what is in it."),
        ("Eat(\"apple\")", "Eat it."),
        ("Drop(\"apple\")", "Let it fall to the floor."),
        ("PutBeside(\"blue mug\", \"plate\")", "Put the first down beside the second."),
        ("PutBack(\"blue mug\")", "Put it back to where it was taken from."),
        ("ThrowAway(\"apple\")", "Throw it into a bin."),
        ("Peel(\"potato\", \"peeler\")", "Peel the first with the second."),
        ("Dice(\"potato\", \"knife\")", "Cut the first into dice with the second."),
        ("Mash(\"potato\", \"fork\")", "Mash the first with the second."),
        ("Stir(\"pot\", \"spoon\")", "Stir what is in the first with the second."),
        ("Season(\"tomato\", \"salt-shaker\")", "Season the first with the second."),
        (
            "Spread(\"butter\", \"bread-slice\", \"knife\")",
            "Spread the first on the second with the third.",
        ),
        ("Sharpen(\"red knife\", \"whetstone\")", "Sharpen the first with the second."),
        ("Plug(\"toaster\")", "Plug it in."),
        ("Unplug(\"toaster\")", "Pull its plug."),
        ("Say(\"good morning\")", "Say something."),
        ("Sit(\"stool\")", "Sit down on it."),
        ("Lie(\"bed\")", "Lie down on it."),
        ("Stand", "Get up."),
        ("ClimbOnto(\"stool\")", "Climb onto it."),
        ("StepDown", "Step down."),
        (
            "SetDial(\"brass knob\", 3)",
            "Turn its dial, or that of what it controls, to the level; 0 is off.",
        ),
        ("PutUnder(\"box\", \"table\")", "Put the first on the floor under the second."),
        ("Refill(\"salt-shaker\", \"salt-packet\")", "Fill the first up with the second."),
        ("Push(\"crate\")", "Push it half a metre away."),
        ("HandOver(\"blue mug\", \"Ann\")", "Hand it to somebody who lives there."),
        ("OpenTo(\"fridge\", 20)", "Open or close it so that so many hundredths of it are open."),
        ("Serve(\"plate\", \"Ann\")", "Put it down before somebody who lives there."),
        ("Ask(\"Ann\", \"where is the blue mug?\")", "Ask somebody something."),
    ];
}

impl JsonSchema for ActionWord {
    fn schema_name() -> Cow<'static, str> {
        "Action".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        examples("Something that the agent does.", &Self::EXAMPLES)
    }
}

/// A [`base::Condition`] in the schema.
pub struct ConditionWord;

impl ConditionWord {
    /// How each condition is written.
    pub const EXAMPLES: [(&'static str, &'static str); 12] = [
        (
            "Exists(\"blue mug\", [At(On, \"table\")])",
            "Some thing that the noun fits is all of this.",
        ),
        (
            "ForAll(\"mug\", [At(In, \"left drawer\")])",
            "Every thing that the noun fits is all of this.",
        ),
        (
            "Count(of: \"bread-slice\", that: [Is(Toasted), IsNot(Burnt)], at_least: 2, at_most: 3)",
            "So many things are all of this. `at_most` may be left out.",
        ),
        (
            "Together(each: [(of: \"mug\", at_least: 2), (of: \"fork\", that: [IsNot(Dirty)])], \
             relation: In, at: \"drawer\", that: [IsNot(Open)])",
            "All of these are in, on or under one and the same place. `that` may be left out.",
        ),
        (
            "Apart(of: \"mug\", at_least: 2, relation: In, at: \"drawer\")",
            "So many things, each in, on or under a different place. `that` may be added.",
        ),
        (
            "All([Exists(\"egg\", [Is(Fried)]), Exists(\"mug\", [At(On, \"table\")])])",
            "All of these.",
        ),
        (
            "Any([Exists(\"egg\", [Is(Fried)]), Exists(\"egg\", [Is(Cracked)])])",
            "One of these at least.",
        ),
        ("Not(Exists(\"fridge\", [Is(Open)]))", "Not this."),
        (
            "Within(300, Exists(\"egg\", [Is(Fried)]))",
            "This, so many seconds after the goal is given at the latest.",
        ),
        ("Never(Exists(\"bread-slice\", [Is(Burnt)]))", "At no time this."),
        (
            "InOrder([Exists(\"mug\", [IsNot(Dirty)]), Exists(\"mug\", [At(In, \"cupboard\")])])",
            "One after the other; what was reached need not last.",
        ),
        (
            "AtOnce([Exists(\"egg\", [Is(Fried)]), Exists(\"toaster\", [Is(Running)])])",
            "The one while the other: all at one moment; what was so need not last.",
        ),
    ];
}

impl JsonSchema for ConditionWord {
    fn schema_name() -> Cow<'static, str> {
        "Condition".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let what = "What a goal asks for. A noun stands for any thing that it fits. `Is`, `IsNot`, \
                    `At`, `Holds` (a liquid, powder or paste), `FilledWith` (half full \
                    of it at least) and `CoveredWith` are what a thing can be.";
        examples(what, &Self::EXAMPLES)
    }
}

/// A [`base::Fact`] in the schema.
pub struct FactWord;

impl FactWord {
    /// How each fact is written.
    pub const EXAMPLES: [(&'static str, &'static str); 3] = [
        ("Is(\"red knife\", Sharp, true)", "The thing is in that state; with `false`, it is not."),
        ("At(\"blue mug\", (In, \"left drawer\"))", "The thing is there."),
        ("NotAt(\"blue mug\", (On, \"table\"))", "The thing is not there."),
    ];
}

impl JsonSchema for FactWord {
    fn schema_name() -> Cow<'static, str> {
        "Fact".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        examples("Something that is so.", &Self::EXAMPLES)
    }
}

fn examples(description: &str, examples: &[(&str, &str)]) -> Schema {
    let forms: Vec<serde_json::Value> = examples
        .iter()
        .map(|(form, meaning)| serde_json::json!({ "const": form, "description": meaning }))
        .collect();
    json_schema!({ "description": description, "oneOf": forms })
}

#[cfg(test)]
mod tests {
    use base::{Action, Condition, Fact};

    use super::*;
    use crate::syntax::read;

    #[test]
    fn the_examples_can_be_read() {
        for (text, _) in ActionWord::EXAMPLES {
            read::<Action<String>>("x", text).unwrap_or_else(|errors| panic!("{errors}"));
        }
        for (text, _) in ConditionWord::EXAMPLES {
            read::<Condition>("x", text).unwrap_or_else(|errors| panic!("{errors}"));
        }
        for (text, _) in FactWord::EXAMPLES {
            read::<Fact>("x", text).unwrap_or_else(|errors| panic!("{errors}"));
        }
    }
}
