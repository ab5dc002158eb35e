//! Which action an observation in another language tells, by the nearest labelled example.
//!
//! Rules know English alone, and spans of words need spaces between them. An embedder that knows
//! both languages needs neither: the example whose vector is nearest decides the action.

use base::{ActionKind, Noun};
use language::acts::{Act, action_of};
use models::{Embed, ModelError, Vector};
use serde::{Deserialize, Serialize};

/// The observations in Chinese of the project.
pub const CHINESE: (&str, &str) = (
    "assets/language/observations-zh.tsv",
    include_str!("../../../../assets/language/observations-zh.tsv"),
);

/// A sentence and the action it tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labelled {
    /// The action.
    pub kind: ActionKind,
    /// The sentence.
    pub words: String,
}

/// A line that is no labelled observation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {reason}")]
pub struct BadObservation {
    file: String,
    line: usize,
    reason: String,
}

/// Reads labelled observations: a verb, a tab and the words on each line.
///
/// # Errors
///
/// The first line that cannot be read, with the nearest verb.
pub fn parse(file: &str, text: &str) -> Result<Vec<Labelled>, BadObservation> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, text)| {
            let bad = |reason: String| BadObservation { file: file.to_owned(), line, reason };
            let (verb, words) = text
                .split_once('\t')
                .ok_or_else(|| bad("an observation is a verb, a tab and the words".to_owned()))?;
            let kind = ActionKind::ALL.into_iter().find(|kind| kind.verb() == verb);
            let kind = kind.ok_or_else(|| {
                let nearest = ActionKind::ALL.into_iter().map(ActionKind::verb).max_by(|a, b| {
                    strsim::jaro_winkler(a, verb).total_cmp(&strsim::jaro_winkler(b, verb))
                });
                let nearest = nearest.unwrap_or_default();
                bad(format!("there is no action \"{verb}\"; did you mean \"{nearest}\"?"))
            })?;
            Ok(Labelled { kind, words: words.to_owned() })
        })
        .collect()
}

/// English examples of every action, as it is told of some common things.
pub fn english_examples() -> Vec<Labelled> {
    const THINGS: [[&str; 3]; 3] = [
        ["blue cup", "left drawer", "spoon"],
        ["bread", "knife", "table"],
        ["kettle", "sink", "towel"],
    ];
    let things =
        THINGS.map(|names| names.map(|name| name.parse::<Noun>().expect("a noun by hand")));
    let examples = Act::all().flat_map(|act| {
        things.iter().filter_map(move |things| {
            let words = format!("{}.", action_of(act, things)?.told_by("I"));
            Some(Labelled { kind: act.kind, words })
        })
    });
    examples.collect()
}

/// How often the nearest example told the action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NearestScore {
    /// The embedder.
    pub embedder: String,
    /// In which languages the examples are.
    pub examples: String,
    /// Observations.
    pub observations: usize,
    /// Of these, right.
    pub right: usize,
}

/// Finds for each observation the nearest example: among English ones, among the other
/// observations, and among both.
///
/// # Errors
///
/// When the embedder fails.
pub fn measure(
    name: &str,
    embedder: &dyn Embed,
    observations: &[Labelled],
) -> Result<Vec<NearestScore>, ModelError> {
    let english = english_examples();
    let embed = |labelled: &[Labelled]| {
        let words: Vec<&str> = labelled.iter().map(|one| one.words.as_str()).collect();
        embedder.embed(&words)
    };
    let (english_vectors, own_vectors) = (embed(&english)?, embed(observations)?);
    let of_english: Vec<(ActionKind, &Vector)> =
        english.iter().map(|one| one.kind).zip(&english_vectors).collect();
    let of_own: Vec<(ActionKind, &Vector)> =
        observations.iter().map(|one| one.kind).zip(&own_vectors).collect();
    let count = |with_english: bool, with_own: bool| {
        let is_right = |at: &usize| {
            let others = of_own.iter().enumerate().filter(|(other, _)| with_own && other != at);
            let examples = of_english.iter().filter(|_| with_english);
            let examples = examples.chain(others.map(|(_, example)| example));
            let nearest = nearest(&own_vectors[*at], examples);
            nearest == Some(of_own[*at].0)
        };
        (0..observations.len()).filter(is_right).count()
    };
    let score = |examples: &str, right: usize| NearestScore {
        embedder: name.to_owned(),
        examples: examples.to_owned(),
        observations: observations.len(),
        right,
    };
    Ok(vec![
        score("English", count(true, false)),
        score("the others", count(false, true)),
        score("both", count(true, true)),
    ])
}

/// The action of the example that is nearest; of equally near ones the first.
fn nearest<'a>(
    vector: &Vector,
    examples: impl Iterator<Item = &'a (ActionKind, &'a Vector)>,
) -> Option<ActionKind> {
    let mut best: Option<(f32, ActionKind)> = None;
    for (kind, example) in examples {
        let cosine = vector.cosine(example);
        if best.is_none_or(|(known, _)| cosine > known) {
            best = Some((cosine, *kind));
        }
    }
    best.map(|(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use models::testing::HashedWords;

    use super::*;

    #[test]
    fn the_committed_observations_can_be_read() {
        let observations = parse(CHINESE.0, CHINESE.1).expect("well formed");
        assert!(observations.len() >= 30, "{}", observations.len());
    }

    #[test]
    fn a_mistake_is_named_with_its_line_and_the_nearest() {
        let error = parse("file.tsv", "# a remark\ntakes\t我").expect_err("a mistake").to_string();
        assert_eq!(error, "file.tsv:2: there is no action \"takes\"; did you mean \"take\"?");
    }

    #[test]
    fn what_is_spelt_alike_is_near() {
        let text = "take\tI took the bowl.\nput_in\tI put the bowl in the chest.";
        let observations = parse("test", text).expect("two");
        let scores = measure("words", &HashedWords::default(), &observations).expect("hashing");
        assert_eq!(scores[0].right, 2, "{scores:?}");
        assert_eq!(scores[1].right, 0, "there is no other example of either");
    }
}
