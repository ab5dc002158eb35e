//! Numbers in, how likely each class is out.

use std::sync::Arc;

use crate::error::ModelError;
use crate::fingerprint::Fingerprint;

/// Numbers of which the class is known: what a classifier is trained on.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The numbers; equally many in every example.
    pub features: Vec<f32>,
    /// The place of its class among the classes.
    pub class: usize,
}

/// A model that puts numbers into one of a few classes.
///
/// The same numbers give the same bits for as long as the fingerprint is the same.
pub trait Classify: Send + Sync {
    /// Which model this is.
    fn fingerprint(&self) -> &Fingerprint;

    /// The model that made the numbers it was trained on: numbers of another mean something else.
    fn trained_on(&self) -> &Fingerprint;

    /// The names of the classes, in the order of the answers.
    fn classes(&self) -> &[String];

    /// How many numbers it takes.
    fn features(&self) -> usize;

    /// The probability of each class; together they make 1.
    ///
    /// # Errors
    ///
    /// When there are not as many numbers as it takes, or what comes out is no probability.
    fn classify(&self, features: &[f32]) -> Result<Vec<f64>, ModelError>;
}

macro_rules! classify_through {
    ($pointer:ty) => {
        impl<T: Classify + ?Sized> Classify for $pointer {
            fn fingerprint(&self) -> &Fingerprint {
                (**self).fingerprint()
            }

            fn trained_on(&self) -> &Fingerprint {
                (**self).trained_on()
            }

            fn classes(&self) -> &[String] {
                (**self).classes()
            }

            fn features(&self) -> usize {
                (**self).features()
            }

            fn classify(&self, features: &[f32]) -> Result<Vec<f64>, ModelError> {
                (**self).classify(features)
            }
        }
    };
}

classify_through!(&T);
classify_through!(Arc<T>);
