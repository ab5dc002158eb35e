//! How well observations are read: field by field, against what truly happened.

use std::collections::BTreeSet;

use base::{Noun, Streams};
use language::reading::Reading;
use language::{Extract, Tally};
use models::ModelError;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::happenings::{Happening, draw};
use super::paraphrases::{Paraphrase, word_all};
use super::wording::{Observation, TEMPLATES, Template};
use crate::statistics::wilson;

/// In which words observations come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Words {
    /// By templates that the rules and the examples were written with.
    Templates,
    /// By templates that were held out.
    HeldOutTemplates,
    /// In free English that prompts were chosen with.
    DevParaphrases,
    /// In free English that nothing was written or chosen with.
    Paraphrases,
}

impl Words {
    /// All, in order.
    pub const ALL: [Self; 4] =
        [Self::Templates, Self::HeldOutTemplates, Self::DevParaphrases, Self::Paraphrases];

    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Templates => "templates",
            Self::HeldOutTemplates => "held-out templates",
            Self::DevParaphrases => "dev paraphrases",
            Self::Paraphrases => "paraphrases",
        }
    }
}

/// What happened, and in which free words it may be put.
#[derive(Debug, Clone)]
pub struct Material {
    /// What happened.
    pub happenings: Vec<Happening>,
    /// The free words that nothing is written or chosen with.
    pub paraphrases: Vec<Paraphrase>,
    /// Free words to write and choose with.
    pub dev_paraphrases: Vec<Paraphrase>,
}

impl Material {
    /// So many observations in such words, the same each time for a seed.
    pub fn observations(&self, words: Words, count: usize, seed: u64) -> Vec<Observation> {
        let mut stream = Streams::new(seed).named(&["observations", words.name()]);
        let paraphrases = match words {
            Words::Paraphrases => Some(&self.paraphrases),
            Words::DevParaphrases => Some(&self.dev_paraphrases),
            Words::Templates | Words::HeldOutTemplates => None,
        };
        if let Some(paraphrases) = paraphrases {
            return word_all(paraphrases, &self.happenings, count, &mut stream);
        }
        let is_wanted =
            |template: &&Template| template.held_out == (words == Words::HeldOutTemplates);
        let mut observations = Vec::new();
        for happening in draw(&self.happenings, count, seed, words.name()) {
            let mut suited: Vec<Observation> = TEMPLATES
                .iter()
                .filter(is_wanted)
                .filter_map(|template| template.word(happening))
                .collect();
            if !suited.is_empty() {
                observations.push(suited.swap_remove(stream.random_range(0..suited.len())));
            }
        }
        observations
    }
}

/// The fields of a reading that are compared.
pub const FIELDS: [&str; 7] =
    ["event", "action", "first thing", "second thing", "before", "after", "cause"];

/// How often a field was right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldCounts {
    /// The field was as it truly is, empty where there is nothing to say.
    pub right: usize,
    /// Filled in, and right.
    pub true_positives: usize,
    /// Filled in, and wrong.
    pub false_positives: usize,
    /// Something was to be filled in, and it was not, or wrongly.
    pub false_negatives: usize,
}

impl FieldCounts {
    /// The harmonic mean of precision and recall over filled fields; 1 where there was nothing to
    /// fill in and nothing was.
    pub fn f1(&self) -> f64 {
        let wrong = self.false_positives + self.false_negatives;
        if wrong == 0 {
            return 1.0;
        }
        let twice = 2.0 * self.true_positives as f64;
        twice / (twice + wrong as f64)
    }

    fn add(&mut self, truth: Option<&String>, read: Option<&String>) {
        let is_right = truth == read;
        self.right += usize::from(is_right);
        self.true_positives += usize::from(is_right && truth.is_some());
        self.false_positives += usize::from(!is_right && read.is_some());
        self.false_negatives += usize::from(!is_right && truth.is_some());
    }

    fn sum(counts: &[Self]) -> Self {
        counts.iter().fold(Self::default(), |mut sum, of_field| {
            sum.right += of_field.right;
            sum.true_positives += of_field.true_positives;
            sum.false_positives += of_field.false_positives;
            sum.false_negatives += of_field.false_negatives;
            sum
        })
    }
}

/// How well one extractor read observations in such words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExtractionScore {
    /// The extractor.
    pub extractor: String,
    /// In which words.
    pub words: Words,
    /// How many observations.
    pub observations: usize,
    /// In the order of [`FIELDS`].
    pub fields: Vec<FieldCounts>,
    /// Observations of which every field was right.
    pub exact: usize,
    /// How many were read at once, at the second try, and not at all.
    pub tally: Tally,
    /// What was read wrongly: the words, what is true, what was read; at most a hundred.
    pub wrong: Vec<(String, String, String)>,
}

/// The most examples of what was read wrongly that a report keeps.
const MOST_EXAMPLES: usize = 100;

impl ExtractionScore {
    /// All fields together.
    pub fn all(&self) -> FieldCounts {
        FieldCounts::sum(&self.fields)
    }

    /// The share of fields that were right, with Wilson's interval: of one observation in the
    /// middle, since the fields of one stand and fall together.
    pub fn share_right(&self) -> crate::statistics::Estimate {
        let share = self.all().right as f64 / (self.observations * FIELDS.len()).max(1) as f64;
        let of_observations = (share * self.observations as f64).round() as usize;
        let interval = wilson(of_observations, self.observations);
        crate::statistics::Estimate { mean: share, ..interval }
    }
}

/// Reads the observations and compares; calls `on_read` after each.
///
/// # Errors
///
/// When the extractor's model fails, or `on_read` does.
pub fn measure<E: From<ModelError>>(
    extractor: &dyn Extract,
    words: Words,
    observations: &[Observation],
    mut on_read: impl FnMut() -> Result<(), E>,
) -> Result<ExtractionScore, E> {
    let mut score = ExtractionScore {
        extractor: extractor.name().to_owned(),
        words,
        observations: observations.len(),
        fields: vec![FieldCounts::default(); FIELDS.len()],
        exact: 0,
        tally: Tally::default(),
        wrong: Vec::new(),
    };
    for observation in observations {
        let extracted = extractor.extract(&observation.words)?;
        score.tally.count(extracted.quality);
        let truth = fields_of(&observation.truth);
        let before = score.all().right;
        match &extracted.reading {
            Some(reading) => {
                let read = fields_of(reading);
                for (counts, (truth, read)) in score.fields.iter_mut().zip(truth.iter().zip(&read))
                {
                    counts.add(truth.as_ref(), read.as_ref());
                }
            }
            // What was not read is wrong, also where there was nothing to say.
            None => {
                for (counts, truth) in score.fields.iter_mut().zip(&truth) {
                    counts.false_negatives += usize::from(truth.is_some());
                }
            }
        }
        if score.all().right - before == FIELDS.len() {
            score.exact += 1;
        } else if score.wrong.len() < MOST_EXAMPLES {
            let read = extracted.reading.as_ref().map_or("raw".to_owned(), in_json);
            let truth = in_json(&observation.truth);
            score.wrong.push((observation.words.clone(), truth, read));
        }
        on_read()?;
    }
    Ok(score)
}

fn in_json(reading: &Reading) -> String {
    serde_json::to_string(reading).expect("a reading is JSON")
}

/// The fields in the order of [`FIELDS`]; none where there is nothing to say.
fn fields_of(reading: &Reading) -> [Option<String>; 7] {
    let thing = |place: usize| reading.things.get(place).map(bag_of_words);
    [
        Some(reading.event.word().to_owned()),
        reading.act.map(|act| act.to_string()),
        thing(0),
        thing(1),
        reading.before.map(|situation| situation.words().to_owned()),
        reading.after.map(|situation| situation.words().to_owned()),
        reading.cause.clone(),
    ]
}

/// A noun's words without their order and their hyphens: which of them is the kind is not in the
/// words of an observation.
fn bag_of_words(noun: &Noun) -> String {
    let words = noun.words();
    let words: BTreeSet<&str> = words.split_whitespace().collect();
    words.into_iter().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use language::Rules;
    use memory::testing;

    use super::*;

    fn material() -> Material {
        let units = [
            testing::put_in("blue mug", "drawer", 1, 1),
            testing::took("red pan", 1, 2),
            testing::switched_on("kettle", 1, 3),
        ];
        let happenings = units.iter().filter_map(Happening::of).collect();
        let text = "put_in: Into the {b} went the {a}.";
        let paraphrases = super::super::paraphrases::parse("test", text).expect("one");
        Material { happenings, paraphrases, dev_paraphrases: Vec::new() }
    }

    fn by_rules(observations: &[Observation]) -> ExtractionScore {
        let score = measure(&Rules, Words::Templates, observations, || Ok::<(), ModelError>(()));
        score.expect("rules cannot fail")
    }

    #[test]
    fn what_is_read_right_counts_and_what_is_raw_does_not() {
        let observations = material().observations(Words::Templates, 3, 0);
        assert_eq!(observations.len(), 3);
        let score = by_rules(&observations);
        assert_eq!((score.exact, score.tally.first), (3, 3), "{:?}", score.wrong);
        assert_eq!(score.all().f1(), 1.0);

        let mut unread = observations;
        unread[0].words = "Hm.".to_owned();
        let score = by_rules(&unread);
        assert_eq!((score.exact, score.tally.raw), (2, 1));
        assert_eq!(score.all().right, 2 * FIELDS.len());
        assert!(score.all().f1() < 1.0);
    }

    #[test]
    fn a_noun_is_its_words_in_any_order() {
        let nouns = ["old frying-pan", "frying old pan"].map(|text| text.parse().expect("a noun"));
        assert_eq!(bag_of_words(&nouns[0]), bag_of_words(&nouns[1]));
    }

    #[test]
    fn paraphrases_come_as_often_as_there_is_something_to_say() {
        assert_eq!(material().observations(Words::Paraphrases, 10, 0).len(), 1);
    }
}
