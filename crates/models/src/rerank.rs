//! A query and candidates in, scores out.

use std::sync::Arc;

use crate::error::ModelError;
use crate::fingerprint::Fingerprint;

/// A model that reads a query together with each candidate and says how well they fit.
///
/// Slower and sharper than comparing vectors, so it sees only the candidates that something cheaper
/// has chosen. The score of a candidate depends on the query and that candidate alone.
pub trait Rerank: Send + Sync {
    /// Which model this is.
    fn fingerprint(&self) -> &Fingerprint;

    /// One finite score for each candidate, in the order of the candidates; higher fits better.
    ///
    /// Scores of one query can be compared with each other, not with those of another query.
    ///
    /// # Errors
    ///
    /// When the model cannot answer for one of the candidates; then there is no answer for any.
    fn rerank(&self, query: &str, candidates: &[&str]) -> Result<Vec<f32>, ModelError>;
}

macro_rules! rerank_through {
    ($pointer:ty) => {
        impl<T: Rerank + ?Sized> Rerank for $pointer {
            fn fingerprint(&self) -> &Fingerprint {
                (**self).fingerprint()
            }

            fn rerank(&self, query: &str, candidates: &[&str]) -> Result<Vec<f32>, ModelError> {
                (**self).rerank(query, candidates)
            }
        }
    };
}

rerank_through!(&T);
rerank_through!(Arc<T>);
rerank_through!(Box<T>);
