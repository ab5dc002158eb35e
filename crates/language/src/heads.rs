//! Whether a trained head suits what is asked of it.

use models::{Classify, Embed};

/// A head that was trained for something else.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrongHead {
    /// Its classes are not the labels.
    #[error("a head with the classes {classes:?} does not judge by the labels {labels:?}")]
    Classes {
        /// The classes of the head.
        classes: Vec<String>,
        /// The labels that are wanted.
        labels: Vec<String>,
    },
    /// It was trained on the vectors of another embedder.
    #[error("a head for vectors of model {wanted} cannot judge by those of model {given}")]
    Embedder {
        /// The beginning of the fingerprint of the embedder that it was trained on.
        wanted: String,
        /// The beginning of the fingerprint of this one.
        given: String,
    },
    /// It takes another number of features than the embedder gives.
    #[error("a head that takes {taken} numbers cannot judge by the {given} that it is given")]
    Features {
        /// What the head takes.
        taken: usize,
        /// What the vectors of the embedder make.
        given: usize,
    },
}

/// Whether the head judges by these labels, from `parts` numbers for each dimension of the embedder.
pub(crate) fn check(
    head: &impl Classify,
    embedder: &impl Embed,
    parts: usize,
    labels: &[String],
) -> Result<(), WrongHead> {
    if head.classes() != labels {
        return Err(WrongHead::Classes {
            classes: head.classes().to_vec(),
            labels: labels.to_vec(),
        });
    }
    if head.trained_on() != embedder.fingerprint() {
        let [wanted, given] = [head.trained_on(), embedder.fingerprint()].map(|f| f.short());
        return Err(WrongHead::Embedder { wanted, given });
    }
    let (taken, given) = (head.features(), parts * embedder.dimension());
    if taken != given {
        return Err(WrongHead::Features { taken, given });
    }
    Ok(())
}
