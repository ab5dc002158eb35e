//! Writing by a JSON schema: which tokens may come next.
//!
//! The crate `llguidance` turns a schema into a grammar and says after each token which others may
//! follow; what it needs of a model are the bytes of every token. JSON is written without blanks
//! between its parts, since a model that may write blanks likes to write nothing else.

use std::sync::{Arc, OnceLock};

use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::{ApproximateTokEnv, TokEnv, TokRxInfo, TokTrie};
use llguidance::{Matcher, ParserFactory};
use serde_json::{Value, json};

use super::tokenizer::Tokens;

/// Makes grammars for one tokenizer; the table of tokens is made when it is first needed.
#[derive(Default)]
pub(super) struct Schemas {
    factory: OnceLock<Result<ParserFactory, String>>,
}

/// How far a text has followed a schema.
pub(super) struct Followed {
    matcher: Matcher,
}

impl Schemas {
    /// Begins a text by a schema, or says what is wrong with that.
    pub(super) fn begin(
        &self,
        schema: &str,
        tokens: &Tokens,
        vocabulary: usize,
    ) -> Result<Followed, String> {
        let mut schema: Value =
            serde_json::from_str(schema).map_err(|error| format!("it is no JSON: {error}"))?;
        match &mut schema {
            Value::Object(parts) => {
                parts.entry("x-guidance").or_insert_with(|| json!({"whitespace_flexible": false}));
            }
            Value::Bool(_) => {}
            _ => return Err("a schema is an object".to_owned()),
        }
        let factory = self.factory.get_or_init(|| factory(tokens, vocabulary));
        let factory = factory.as_ref().map_err(Clone::clone)?;
        let matcher =
            Matcher::new(factory.create_parser(TopLevelGrammar::from_json_schema(schema)));
        match matcher.get_error() {
            Some(reason) => Err(first_line(&reason)),
            None => Ok(Followed { matcher }),
        }
    }
}

fn factory(tokens: &Tokens, vocabulary: usize) -> Result<ParserFactory, String> {
    let mut words: Vec<Vec<u8>> = (0..vocabulary as u32).map(|id| tokens.bytes(id)).collect();
    let mut ends = tokens.ends.clone();
    if ends.is_empty() {
        // The grammar wants some end; the model has no number for this one, so it is never chosen.
        ends.push(words.len() as u32);
        words.push(b"\xff<end>".to_vec());
    }
    let info = TokRxInfo::new(words.len() as u32, ends[0]);
    let trie = TokTrie::from(&info, &words).with_eos_tokens(&ends);
    let env: TokEnv = Arc::new(ApproximateTokEnv::new(trie));
    let mut factory = ParserFactory::new_simple(&env).map_err(|error| error.to_string())?;
    factory.quiet();
    Ok(factory)
}

fn first_line(reason: &str) -> String {
    reason.lines().next().unwrap_or_default().to_owned()
}

impl Followed {
    /// Sets the numbers of all tokens that may not come next to minus infinity.
    pub(super) fn mask(&mut self, numbers: &mut [f32]) -> Result<(), String> {
        let allowed =
            self.matcher.compute_mask_or_eos().map_err(|error| first_line(&error.to_string()))?;
        for (number, id) in numbers.iter_mut().zip(0..) {
            if !allowed.is_allowed(id) {
                *number = f32::NEG_INFINITY;
            }
        }
        Ok(())
    }

    /// Goes on by a token. Whether the value is complete and nothing may follow.
    pub(super) fn take(&mut self, token: u32) -> Result<bool, String> {
        self.matcher.consume_token(token).map_err(|error| first_line(&error.to_string()))?;
        Ok(self.matcher.is_stopped())
    }
}
