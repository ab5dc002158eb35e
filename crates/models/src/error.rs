//! Why a model did not answer.

use crate::fingerprint::Fingerprint;
use crate::vector::VectorError;

/// Why a model did not answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// A run is replayed and asks what was not asked when it was recorded.
    #[error(
        "the transcript has no answer of model {} to {}; record the run again with the model at hand",
        fingerprint.short(), quote(text)
    )]
    NotRecorded {
        /// The model that was asked.
        fingerprint: Fingerprint,
        /// What it was asked.
        text: String,
    },
    /// The text could not be cut into tokens.
    #[error("model {model:?} could not cut {} into tokens: {reason}", quote(text))]
    Tokens {
        /// Which model.
        model: String,
        /// Which text.
        text: String,
        /// What the tokenizer says.
        reason: String,
    },
    /// A prompt and what is to follow it have more tokens than the model can read.
    #[error(
        "model {model:?} can read {context} tokens; {} and what is to follow it have {tokens}",
        quote(text)
    )]
    TooLong {
        /// Which model.
        model: String,
        /// Which prompt.
        text: String,
        /// How many tokens the prompt and the longest continuation have.
        tokens: usize,
        /// How many the model can read.
        context: usize,
    },
    /// The likeliest of no continuations was asked for.
    #[error("there is nothing to choose from after {}", quote(text))]
    NothingToChoose {
        /// The end of the prompt.
        text: String,
    },
    /// The model was to write in a shape and cannot follow any.
    #[error(
        "model {model:?} cannot write by a JSON schema; ask for free text, or score the choices"
    )]
    NoSchema {
        /// Which model.
        model: String,
    },
    /// The arithmetic failed or gave something that is no answer.
    #[error("model {model:?} failed on {}: {reason}", quote(text))]
    Failed {
        /// Which model.
        model: String,
        /// Which text.
        text: String,
        /// What went wrong.
        reason: String,
    },
    /// The model answered with something that is no vector.
    #[error("model {model:?} gave no usable vector for {}", quote(text))]
    NoVector {
        /// Which model.
        model: String,
        /// Which text.
        text: String,
        /// What is wrong with the numbers.
        source: VectorError,
    },
    /// The model gave more or fewer answers than it was asked questions.
    #[error("a model was asked {asked} questions and gave {answered} answers")]
    WrongCount {
        /// How many questions.
        asked: usize,
        /// How many answers.
        answered: usize,
    },
}

/// A text in quotes, cut where it gets too long for a message.
fn quote(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}… ({} characters)", &text[..end], text.chars().count()),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_answer_names_the_question() {
        let error = ModelError::NotRecorded {
            fingerprint: Fingerprint::of(&[]),
            text: "where is the cup".to_owned(),
        };
        let message = error.to_string();
        assert!(message.contains("\"where is the cup\""), "{message}");
        assert!(message.contains("record the run again"), "{message}");
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(quote(&"ä".repeat(90)), format!("{:?}… (90 characters)", "ä".repeat(80)));
    }
}
