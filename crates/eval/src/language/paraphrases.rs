//! Words for what happened, in free English written by hand: `assets/language/paraphrases.txt`.
//!
//! They are for measuring alone: no rule and no example was written for them.

use std::collections::BTreeMap;

use base::Refusal;
use base::streams::Stream;
use language::acts::Act;
use language::reading::{Event, Situation, refusal_of};
use rand::RngExt;

use super::happenings::Happening;
use super::wording::Observation;

/// The paraphrases that are for measuring alone.
pub const COMMITTED: (&str, &str) = (
    "assets/language/paraphrases.txt",
    include_str!("../../../../assets/language/paraphrases.txt"),
);

/// Those that prompts are written and chosen with.
pub const DEV: (&str, &str) = (
    "assets/language/paraphrases-dev.txt",
    include_str!("../../../../assets/language/paraphrases-dev.txt"),
);

/// One way to put it.
#[derive(Debug, Clone, PartialEq)]
pub struct Paraphrase {
    /// What happened.
    pub what: What,
    /// The words, with `{a}`, `{b}` and `{c}` for the things.
    pub words: String,
    /// In which line it stands.
    pub line: usize,
}

/// What a paraphrase is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// It was done.
    Did(Act),
    /// It was refused.
    Failed(Act, Refusal),
    /// It came about by itself.
    Happened(Situation),
    /// It was seen.
    Saw(Situation),
}

/// A line that is no paraphrase.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {reason}")]
pub struct BadParaphrase {
    file: String,
    line: usize,
    reason: String,
}

/// Reads a file of paraphrases.
///
/// # Errors
///
/// The first line that cannot be read, with the nearest thing that is known.
pub fn parse(file: &str, text: &str) -> Result<Vec<Paraphrase>, BadParaphrase> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, text)| {
            let bad = |reason: String| BadParaphrase { file: file.to_owned(), line, reason };
            let (what, words) = text.split_once(": ").ok_or_else(|| {
                bad("a paraphrase is what happened, a colon and the words".to_owned())
            })?;
            let what = parse_what(what).map_err(bad)?;
            Ok(Paraphrase { what, words: words.to_owned(), line })
        })
        .collect()
}

fn parse_what(text: &str) -> Result<What, String> {
    if let Some((act, code)) = text.split_once(" ! ") {
        let refusal = refusal_of(code).ok_or_else(|| {
            unknown("refusal", code, Refusal::ALL.into_iter().map(|r| r.code().to_owned()))
        })?;
        return Ok(What::Failed(parse_act(act)?, refusal));
    }
    match text.split_once(' ') {
        Some(("noticed", rest)) => Ok(What::Happened(parse_situation(rest)?)),
        Some(("seen", rest)) => Ok(What::Saw(parse_situation(rest)?)),
        _ => Ok(What::Did(parse_act(text)?)),
    }
}

fn parse_act(text: &str) -> Result<Act, String> {
    Act::named(text).ok_or_else(|| unknown("action", text, Act::all().map(|act| act.to_string())))
}

/// `in`, `not on`, or a state with `yes` or `no`.
fn parse_situation(text: &str) -> Result<Situation, String> {
    let (state, holds) = match text.rsplit_once(' ') {
        Some((state, "yes")) => (state, true),
        Some((state, "no")) => (state, false),
        _ => (text, true),
    };
    let situation = Situation::named(state).ok_or_else(|| {
        unknown("situation", text, Situation::all().map(|s| s.words().to_owned()))
    })?;
    Ok(match (situation, holds) {
        (Situation::Is(state, is), false) => Situation::Is(state, !is),
        _ => situation,
    })
}

fn unknown(what: &str, given: &str, known: impl Iterator<Item = String>) -> String {
    let nearest = known
        .max_by(|a, b| strsim::jaro_winkler(a, given).total_cmp(&strsim::jaro_winkler(b, given)))
        .unwrap_or_default();
    format!("there is no {what} \"{given}\"; did you mean \"{nearest}\"?")
}

impl What {
    fn of(happening: &Happening) -> Option<Self> {
        let truth = &happening.truth;
        match truth.event {
            Event::Did => Some(Self::Did(truth.act?)),
            Event::Failed => Some(Self::Failed(truth.act?, refusal_of(truth.cause.as_deref()?)?)),
            Event::Happened => Some(Self::Happened(truth.after?)),
            Event::Saw => Some(Self::Saw(truth.after?)),
        }
    }
}

impl Paraphrase {
    /// The happening in these words; none where it is about something else.
    pub fn word(&self, happening: &Happening) -> Option<Observation> {
        // The words are the agent's own.
        if happening.who != "I" || What::of(happening)? != self.what {
            return None;
        }
        let mut words = self.words.clone();
        for (slot, thing) in ["{a}", "{b}", "{c}"].into_iter().zip(&happening.truth.things) {
            words = words.replace(slot, &thing.words());
        }
        (!words.contains('{')).then(|| Observation {
            words,
            truth: happening.truth.clone(),
            wording: format!("paraphrase of line {}", self.line),
        })
    }
}

/// Words so many happenings, every paraphrase as often as the others as long as there are happenings
/// that it suits.
pub fn word_all(
    paraphrases: &[Paraphrase],
    happenings: &[Happening],
    count: usize,
    stream: &mut Stream,
) -> Vec<Observation> {
    let mut suited: BTreeMap<usize, Vec<Observation>> = BTreeMap::new();
    for paraphrase in paraphrases {
        let words: Vec<Observation> =
            happenings.iter().filter_map(|happening| paraphrase.word(happening)).collect();
        if !words.is_empty() {
            suited.insert(paraphrase.line, words);
        }
    }
    let mut observations = Vec::new();
    while observations.len() < count && !suited.is_empty() {
        let mut lines: Vec<usize> = suited.keys().copied().collect();
        while !lines.is_empty() && observations.len() < count {
            let line = lines.swap_remove(stream.random_range(0..lines.len()));
            let words = suited.get_mut(&line).expect("it is one of the keys");
            observations.push(words.swap_remove(stream.random_range(0..words.len())));
            if words.is_empty() {
                suited.remove(&line);
            }
        }
    }
    observations
}

#[cfg(test)]
mod tests {
    use memory::testing;

    use super::*;

    #[test]
    fn the_committed_paraphrases_can_be_read() {
        for (file, text) in [COMMITTED, DEV] {
            let paraphrases = parse(file, text).unwrap_or_else(|error| panic!("{error}"));
            assert!(paraphrases.len() >= 60, "{file}: {}", paraphrases.len());
        }
    }

    #[test]
    fn a_mistake_is_named_with_its_line_and_the_nearest() {
        let error = |text| parse("file.txt", text).expect_err("a mistake").to_string();
        assert_eq!(
            error("# a remark\nput_inn: In it went."),
            "file.txt:2: there is no action \"put_inn\"; did you mean \"put_in\"?"
        );
        assert!(error("take ! blunty: No.").contains("did you mean \"blunt\""));
        assert!(error("take").contains("a colon"));
    }

    #[test]
    fn a_paraphrase_suits_what_it_is_about() {
        let paraphrases = parse("file.txt", "put_in: In the {b} went the {a}.").expect("one");
        let put = Happening::of(&testing::put_in("blue mug", "drawer", 1, 1)).expect("an action");
        let words = paraphrases[0].word(&put).map(|observation| observation.words);
        assert_eq!(words.as_deref(), Some("In the drawer went the blue mug."));
        let took = Happening::of(&testing::took("mug", 1, 1)).expect("an action");
        assert_eq!(paraphrases[0].word(&took), None);
    }
}
