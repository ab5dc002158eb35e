//! Good and bad manifests.

use expect_test::{Expect, expect};

use super::*;
use crate::sha256::Sha256;

const GOOD: &str = r#"
[[model]]
name = "tiny"
role = "embed"
architecture = "bert"
licence = "MIT"
description = "A tiny one."

[[model.file]]
path = "sub/config.json"
size = 1_024
sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
sources = [
    { kind = "local", path = "../elsewhere/config.json" },
    { kind = "hub", repo = "owner/name", revision = "main", file = "config.json" },
    { kind = "package", manager = "pip", name = "tiny-model", version = "0.1.0", sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", member = "tiny/config.json" },
]
"#;

fn wrong(from: &str, to: &str, expected: Expect) {
    assert!(GOOD.contains(from), "the example has {from:?}");
    let error =
        manifest("models.toml", &GOOD.replacen(from, to, 1)).expect_err("something is wrong");
    expected.assert_eq(&error.to_string());
}

#[test]
fn a_good_manifest_is_read() {
    let manifest = manifest("models.toml", GOOD).expect("it is good");
    let model = manifest.model("tiny").expect("it is there");
    assert_eq!(
        (model.role, model.architecture.as_str(), model.size()),
        (Role::Embed, "bert", 1024)
    );
    let file = model.file("sub/config.json").expect("it is there");
    assert_eq!(file.sha256, Sha256::of(b""));
    let sources: Vec<String> = file.sources.iter().map(ToString::to_string).collect();
    expect![[r#"
            [
                "local file ../elsewhere/config.json",
                "hub owner/name at main, config.json",
                "pip package tiny-model 0.1.0, tiny/config.json",
            ]
        "#]]
    .assert_debug_eq(&sources);
    assert_eq!(manifest.first(Role::Embed), Some(model));
    assert_eq!(manifest.first(Role::Complete), None);
}

#[test]
fn a_misspelt_word_is_named_with_the_right_one() {
    wrong(
        "role = \"embed\"",
        "role = \"embedd\"",
        expect![[
            r#"models.toml:4:8: "role" of a model cannot be "embedd"; did you mean "embed"?"#
        ]],
    );
    wrong(
        "licence",
        "license",
        expect![[r#"models.toml:6:1: a model has no "license"; did you mean "licence"?"#]],
    );
    wrong(
        "kind = \"hub\"",
        "kind = \"hup\"",
        expect![[r#"models.toml:15:14: "kind" of a source cannot be "hup"; did you mean "hub"?"#]],
    );
    wrong(
        "manager = \"pip\"",
        "manager = \"npm\"",
        expect![[r#"models.toml:16:35: "manager" of a source cannot be "npm"; it can be "pip""#]],
    );
    wrong(
        "[[model.file]]",
        "[[model.files]]",
        expect![[r#"models.toml:9:9: a model has no "files"; did you mean "file"?"#]],
    );
    wrong(
        "description =",
        "colour = \"red\"\ndescription =",
        expect![[
            r#"models.toml:7:1: a model has no "colour"; it can be "architecture", "description", "file", "licence", "name", "role""#
        ]],
    );
}

#[test]
fn a_wrong_value_is_named_with_its_place() {
    wrong(
        "size = 1_024",
        "size = \"big\"",
        expect![[r#"models.toml:11:8: "size" of a file should be a whole number, not string"#]],
    );
    wrong(
        "size = 1_024",
        "size = -3",
        expect![[
            r#"models.toml:11:8: "size" of a file should be a whole number above zero, not -3"#
        ]],
    );
    wrong("size = 1_024", "", expect![[r#"models.toml:9:1: a file needs "size""#]]);
    wrong(
        "sha256 = \"e3b0",
        "sha256 = \"x3b0",
        expect![[r#"models.toml:12:10: "sha256" of a file: 'x' is not a hexadecimal digit"#]],
    );
    wrong(
        "sha256 = \"e3b0",
        "sha256 = \"",
        expect![[
            r#"models.toml:12:10: "sha256" of a file: a digest has 64 hexadecimal digits, this one has 60"#
        ]],
    );
    wrong(
        "licence = \"MIT\"",
        "licence = \"\"",
        expect![[r#"models.toml:6:11: "licence" of a model is empty"#]],
    );
    wrong(
        "name = \"tiny\"",
        "name = \"tiny",
        expect![[r#"models.toml:3:13: invalid basic string, expected `"`"#]],
    );
    wrong(
        "[[model]]",
        "[model]",
        expect![[
            r#"models.toml:2:1: "model" of the manifest should be a list of tables, not table"#
        ]],
    );
}

#[test]
fn nothing_leads_out_of_its_folder() {
    wrong(
        "sub/config.json",
        "../config.json",
        expect![[
            r#"models.toml:10:8: "path" should be a plain relative path such as "folder/file", not "../config.json""#
        ]],
    );
    wrong(
        "sub/config.json",
        "/etc/config.json",
        expect![[
            r#"models.toml:10:8: "path" should be a plain relative path such as "folder/file", not "/etc/config.json""#
        ]],
    );
    wrong(
        "name = \"tiny\"",
        "name = \"../tiny\"",
        expect![[
            r#"models.toml:3:8: the name "../tiny" becomes a folder: it should begin with a letter or digit and have only letters, digits, "-", "_" and ".""#
        ]],
    );
    wrong(
        "tiny/config.json",
        "tiny/../config.json",
        expect![[
            r#"models.toml:16:168: "member" should be a plain relative path such as "folder/file", not "tiny/../config.json""#
        ]],
    );
    wrong(
        "name = \"tiny-model\"",
        "name = \"-r\"",
        expect![[r#"models.toml:16:49: "name" of a package source may not contain '-' there"#]],
    );
    wrong(
        "revision = \"main\"",
        "revision = \"main?x\"",
        expect![[r#"models.toml:15:53: "revision" of a hub source may not contain '?'"#]],
    );
}

/// The example with its package cut into parts.
fn parted(members: [&str; 3]) -> String {
    let part = |member: &str| {
        format!(
            "{{ manager = \"pip\", name = \"tiny-part\", version = \"0.1.0\", \
                 sha256 = \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\", \
                 member = \"{member}\" }},\n"
        )
    };
    let source = GOOD.lines().find(|line| line.contains("kind = \"package\"")).expect("a package");
    let parts = members.map(part).concat();
    GOOD.replace(source, &format!("{{ kind = \"parts\", parts = [\n{parts}] }},"))
}

#[test]
fn parts_stand_in_the_order_of_their_numbers() {
    let good = parted(["p2/part02.bin", "p9/part09.bin", "p10/part10.bin"]);
    let manifest = manifest("models.toml", &good).expect("it is good");
    let Source::Parts { parts } = &manifest.models[0].files[0].sources[2] else {
        panic!("the third source has parts");
    };
    assert_eq!(parts.len(), 3);
    expect!["3 pip packages, tiny-part 0.1.0 to tiny-part 0.1.0"]
        .assert_eq(&manifest.models[0].files[0].sources[2].to_string());

    let sorted_as_text = parted(["p1/part1.bin", "p10/part10.bin", "p2/part2.bin"]);
    let error = super::manifest("models.toml", &sorted_as_text).expect_err("2 after 10");
    expect![[
        r#"models.toml:19:1: part 2 comes after part 10: parts stand in the order of their numbers"#
    ]]
    .assert_eq(&error.to_string());
}

#[test]
fn names_and_paths_are_unique() {
    let twice = format!("{GOOD}{GOOD}");
    let error = manifest("models.toml", &twice).expect_err("two models of one name");
    expect![[r#"models.toml:20:8: two models are named "tiny""#]].assert_eq(&error.to_string());
    let file = &GOOD[GOOD.find("[[model.file]]").expect("it has a file")..];
    let error =
        manifest("models.toml", &format!("{GOOD}{file}")).expect_err("two files of one path");
    expect![[r#"models.toml:19:8: two files of a model have the path "sub/config.json""#]]
        .assert_eq(&error.to_string());
}

#[test]
fn an_unknown_model_is_named_with_the_nearest() {
    let manifest = manifest("models.toml", GOOD).expect("it is good");
    let message = |name: &str| manifest.model(name).expect_err("no such model").to_string();
    expect![[r#"models.toml: no model is named "tinny"; did you mean "tiny"?"#]]
        .assert_eq(&message("tinny"));
    expect![[r#"models.toml: no model is named "enormous"; it can be "tiny""#]]
        .assert_eq(&message("enormous"));
}
