//! A model without weights, for the tests of extractors.

use models::{Complete, Continuation, Fingerprint, GenerateLimits, Generated, ModelError, Prompt};

/// A model that finds what it was told to find likely, and everything else not.
pub(super) struct Told {
    fingerprint: Fingerprint,
    likely: Vec<(&'static str, &'static str)>,
    pub(super) context: usize,
}

impl Told {
    pub(super) fn new(likely: &[(&'static str, &'static str)]) -> Self {
        let fingerprint = Fingerprint::of(&[("recipe", "told")]);
        Self { fingerprint, likely: likely.to_vec(), context: 100_000 }
    }
}

impl Complete for Told {
    fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }
    fn context_tokens(&self) -> usize {
        self.context
    }
    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(text.len())
    }
    fn score(
        &self,
        prompt: &Prompt,
        continuations: &[&str],
    ) -> Result<Vec<Continuation>, ModelError> {
        let tokens = prompt.shared.len() + prompt.own.len();
        if tokens > self.context {
            let text = prompt.own.clone();
            let context = self.context;
            return Err(ModelError::TooLong { model: "told".into(), text, tokens, context });
        }
        let score = |text: &&str| {
            let is_likely = self.likely.iter().any(|(slot, value)| {
                prompt.own.ends_with(&format!("\"{slot}\": \"")) && **text == format!("{value}\",")
            });
            let log_likelihood = if is_likely { -0.1 } else { -20.0 };
            Continuation { log_likelihood, tokens: 1 }
        };
        Ok(continuations.iter().map(score).collect())
    }
    fn generate(&self, _: &Prompt, _: &GenerateLimits) -> Result<Generated, ModelError> {
        unreachable!("nothing is written freely")
    }
}
