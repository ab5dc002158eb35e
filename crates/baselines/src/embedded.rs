//! Units in a vector index, embedded by the model at hand.

use std::sync::Arc;

use base::{SimTime, UnitId};
use memory::vectors::{Misfit, Scan, VectorIndex};
use memory::{MemoryError, Shelf};
use models::{Embed, Vector};

/// A vector index and the model that fills it.
#[derive(Clone)]
pub(crate) struct Embedded {
    /// The memory's name, for errors.
    memory: &'static str,
    embedder: Arc<dyn Embed>,
    model: String,
    index: VectorIndex,
}

impl Embedded {
    pub(crate) fn new(memory: &'static str, embedder: Arc<dyn Embed>) -> Self {
        let model = embedder.fingerprint().to_string();
        Self { memory, embedder, model, index: VectorIndex::default() }
    }

    /// The vector of a text, checked against those held.
    pub(crate) fn embed(&self, text: &str) -> Result<Vector, MemoryError> {
        let vector = self.embedder.embed_one(text).map_err(|error| MemoryError::Embedding {
            memory: self.memory.to_owned(),
            reason: error.to_string(),
        })?;
        self.index.check(&self.model, vector.as_slice()).map_err(|misfit| self.mixed(misfit))?;
        Ok(vector)
    }

    /// Adds a vector that [`Embedded::embed`] gave.
    pub(crate) fn add(
        &mut self,
        id: UnitId,
        lived: SimTime,
        vector: &Vector,
    ) -> Result<(), MemoryError> {
        let added = self.index.add(id, lived, &self.model, vector.as_slice());
        added.map_err(|misfit| self.mixed(misfit))
    }

    pub(crate) fn remove(&mut self, id: UnitId) {
        self.index.remove(id);
    }

    /// How close every unit is to the question.
    pub(crate) fn scan(&self, question: &str) -> Result<Scan, MemoryError> {
        if self.index.is_empty() {
            return Ok(Scan::default());
        }
        let vector = self.embed(question)?;
        self.index.scan(&self.model, vector.as_slice()).map_err(|misfit| self.mixed(misfit))
    }

    /// Takes another model. Until [`Embedded::re_embed`], what is held and the model do not fit.
    pub(crate) fn set_embedder(&mut self, embedder: Arc<dyn Embed>) {
        self.model = embedder.fingerprint().to_string();
        self.embedder = embedder;
    }

    /// Embeds every unit anew with the model at hand; on an error everything stays as it was.
    pub(crate) fn re_embed(&mut self, shelf: &Shelf) -> Result<usize, MemoryError> {
        let mut anew = Self::new(self.memory, Arc::clone(&self.embedder));
        for (id, unit) in shelf.iter() {
            let vector = anew.embed(&unit.words)?;
            anew.add(id, unit.lived, &vector)?;
        }
        let count = anew.index.len();
        *self = anew;
        Ok(count)
    }

    fn mixed(&self, misfit: Misfit) -> MemoryError {
        let memory = self.memory.to_owned();
        match misfit {
            Misfit::OtherModel { held, given } => MemoryError::MixedModels { memory, held, given },
            Misfit::OtherDimension { .. } => {
                MemoryError::Embedding { memory, reason: misfit.to_string() }
            }
        }
    }
}

impl std::fmt::Debug for Embedded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let model = self.embedder.fingerprint().short();
        f.debug_struct("Embedded")
            .field("model", &model)
            .field("vectors", &self.index.len())
            .finish()
    }
}
