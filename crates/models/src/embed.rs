//! Text in, directions out.

use std::sync::Arc;

use crate::error::ModelError;
use crate::fingerprint::Fingerprint;
use crate::vector::Vector;

/// A model that turns text into [`Vector`]s.
///
/// Promises of every implementation: the answer for a text depends on that text alone (not on the
/// others in the same call, their order, or the thread), and the same text gives the same bits for
/// as long as the fingerprint is the same.
pub trait Embed: Send + Sync {
    /// Which model this is. Kept beside every vector it makes.
    fn fingerprint(&self) -> &Fingerprint;

    /// How many numbers each vector has.
    fn dimension(&self) -> usize;

    /// One vector for each text, in the order of the texts.
    ///
    /// # Errors
    ///
    /// When the model cannot answer for one of the texts; then there is no answer for any.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, ModelError>;

    /// The vector of one text.
    ///
    /// # Errors
    ///
    /// When the model cannot answer.
    fn embed_one(&self, text: &str) -> Result<Vector, ModelError> {
        let mut answers = self.embed(&[text])?;
        match (answers.pop(), answers.len()) {
            (Some(vector), 0) => Ok(vector),
            (last, rest) => Err(ModelError::WrongCount {
                asked: 1,
                answered: rest + usize::from(last.is_some()),
            }),
        }
    }
}

macro_rules! embed_through {
    ($pointer:ty) => {
        impl<T: Embed + ?Sized> Embed for $pointer {
            fn fingerprint(&self) -> &Fingerprint {
                (**self).fingerprint()
            }

            fn dimension(&self) -> usize {
                (**self).dimension()
            }

            fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, ModelError> {
                (**self).embed(texts)
            }

            fn embed_one(&self, text: &str) -> Result<Vector, ModelError> {
                (**self).embed_one(text)
            }
        }
    };
}

embed_through!(&T);
embed_through!(Arc<T>);
embed_through!(Box<T>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::HashedWords;

    #[test]
    fn a_shared_embedder_is_an_embedder() {
        let shared: Arc<dyn Embed> = Arc::new(HashedWords::default());
        let vector = Arc::clone(&shared).embed_one("a red cup").expect("hashing cannot fail");
        assert_eq!(vector.dimension(), shared.dimension());
        assert_eq!(Box::new(&shared).embed_one("a red cup"), Ok(vector));
    }

    #[test]
    fn a_wrong_number_of_answers_is_an_error() {
        struct Mute(Fingerprint);
        impl Embed for Mute {
            fn fingerprint(&self) -> &Fingerprint {
                &self.0
            }
            fn dimension(&self) -> usize {
                1
            }
            fn embed(&self, _: &[&str]) -> Result<Vec<Vector>, ModelError> {
                Ok(Vec::new())
            }
        }
        let mute = Mute(Fingerprint::of(&[]));
        assert_eq!(mute.embed_one("hello"), Err(ModelError::WrongCount { asked: 1, answered: 0 }));
    }
}
