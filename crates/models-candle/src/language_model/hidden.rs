//! What a language model makes of a text on the way: the state of its last token after one of the
//! layers.
//!
//! A linear classifier on such states reads out more than the model says when it is asked (Alain and
//! Bengio 2017, "Understanding intermediate layers using linear classifier probes").

use std::sync::Arc;

use models::{Embed, Fingerprint, ModelError, Prompt, Sha256, Vector};

use super::jobs::Asked;
use super::{Complete, LanguageModel, in_words};

/// A language model as an embedder of what follows one beginning: the vector of a text is the state
/// of its last token after a layer.
#[derive(Debug, Clone)]
pub struct HiddenStates {
    model: Arc<LanguageModel>,
    shared: String,
    layer: usize,
    fingerprint: Fingerprint,
}

/// A layer that the model does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("model {model} has {layers} layers; there is no layer {layer}, counted from 0")]
pub struct NoLayer {
    model: String,
    layer: usize,
    layers: usize,
}

impl HiddenStates {
    /// The states after layer `layer`, counted from 0, of texts that come after `shared`.
    ///
    /// # Errors
    ///
    /// When the model has no such layer.
    pub fn new(model: Arc<LanguageModel>, shared: &str, layer: usize) -> Result<Self, NoLayer> {
        let layers = model.decoder.shape.layers;
        if layer >= layers {
            return Err(NoLayer { model: model.name.clone(), layer, layers });
        }
        let fingerprint = Fingerprint::of(&[
            ("model", &model.fingerprint().to_string()),
            ("beginning", &Sha256::of(shared.as_bytes()).to_string()),
            ("state after layer", &layer.to_string()),
        ]);
        Ok(Self { model, shared: shared.to_owned(), layer, fingerprint })
    }
}

impl Embed for HiddenStates {
    fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    fn dimension(&self) -> usize {
        self.model.decoder.shape.width
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, ModelError> {
        texts.iter().map(|text| self.model.hidden_state(&self.shared, text, self.layer)).collect()
    }
}

impl LanguageModel {
    fn hidden_state(&self, shared: &str, own: &str, layer: usize) -> Result<Vector, ModelError> {
        let prompt = Prompt { shared: shared.to_owned(), own: own.to_owned() };
        let (parts, _) = self.cut_question(&prompt, &[])?;
        let seat = self.sit_down();
        let state = self.read(&seat, &parts, Asked::Hidden(layer));
        drop(seat);
        let state = state.map_err(|error| self.failed(own, in_words(&error)))?;
        Vector::unit(state.next).map_err(|error| self.failed(own, error))
    }
}
