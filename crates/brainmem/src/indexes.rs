//! The indexes: units by the direction of their words' embedding, and by the words themselves.
//!
//! There are two of each. The near one holds what comes to mind by itself; the deep one what was
//! put aside. A search looks into the deep one only where the near one has too little.

use std::sync::Arc;

use base::UnitId;
use memory::lexical::LexicalIndex;
use memory::vectors::{Background, Misfit, Scan, VectorIndex};
use memory::{MemoryError, MemoryUnit, Shelf};
use models::{Embed, Vector};

use crate::profile::Profile;

/// Fewer vectors than this make no background to judge a cosine against.
const BACKGROUND_OF: usize = 8;
/// The least deviation of cosines: among near-copies a hair's breadth is no distinction.
const LEAST_DEVIATION: f32 = 0.02;

/// A near or a deep index.
#[derive(Debug, Clone, Default)]
struct Level {
    vectors: VectorIndex,
    lexical: LexicalIndex,
}

/// The indexes and the model that fills them.
#[derive(Clone)]
pub(crate) struct Indexes {
    memory: String,
    embedder: Option<(Arc<dyn Embed>, String)>,
    near: Level,
    deep: Level,
}

/// A question, made ready for the indexes.
pub(crate) struct Asked {
    words: String,
    vector: Option<Vector>,
}

/// How an index answers, and what is common in it.
pub(crate) struct Similar {
    /// The best units, each with its calibrated relevance, from 0 to 1.
    pub best: Vec<(UnitId, f32)>,
    /// How many units were compared.
    pub looked_at: u64,
}

impl Indexes {
    pub fn new(profile: &Profile, embedder: Option<Arc<dyn Embed>>) -> Self {
        let with_model = |embedder: Arc<dyn Embed>| {
            let model = embedder.fingerprint().to_string();
            (embedder, model)
        };
        Self {
            memory: profile.name.clone(),
            embedder: embedder.map(with_model),
            near: Level::default(),
            deep: Level::default(),
        }
    }

    /// The vector of a text, where there is a model; checked against those held.
    pub fn embed(&self, text: &str) -> Result<Option<Vector>, MemoryError> {
        let Some((embedder, model)) = &self.embedder else { return Ok(None) };
        for level in [&self.near, &self.deep] {
            if let Some(held) = level.vectors.model().filter(|held| held != model) {
                let (held, given) = (held.to_owned(), model.clone());
                return Err(MemoryError::MixedModels { memory: self.memory.clone(), held, given });
            }
        }
        let vector = embedder.embed_one(text).map_err(|error| MemoryError::Embedding {
            memory: self.memory.clone(),
            reason: error.to_string(),
        })?;
        Ok(Some(vector))
    }

    /// Adds a unit to the near index, with the vector that [`Indexes::embed`] gave for its words.
    pub fn add(
        &mut self,
        id: UnitId,
        unit: &MemoryUnit,
        vector: Option<&Vector>,
    ) -> Result<(), MemoryError> {
        if let (Some(vector), Some((_, model))) = (vector, &self.embedder) {
            let added = self.near.vectors.add(id, unit.lived, model, vector.as_slice());
            added.map_err(|misfit| self.mixed(misfit))?;
        }
        self.near.lexical.add(id, unit.lived, &unit.words);
        Ok(())
    }

    /// Removes a unit from everywhere.
    pub fn remove(&mut self, id: UnitId) {
        for level in [&mut self.near, &mut self.deep] {
            level.vectors.remove(id);
            level.lexical.remove(id);
        }
    }

    /// Moves a unit to the deep index, or back to the near one. With `keep` off it leaves the near
    /// one and is in none.
    pub fn put_aside(&mut self, id: UnitId, unit: &MemoryUnit, aside: bool, keep: bool) {
        let model = self.embedder.as_ref().map_or("", |(_, model)| model.as_str());
        let (from, to) =
            if aside { (&mut self.near, &mut self.deep) } else { (&mut self.deep, &mut self.near) };
        if let Some(vector) = from.vectors.remove(id)
            && keep
        {
            let moved = to.vectors.add(id, unit.lived, model, &vector);
            moved.expect("both levels hold vectors of one model: embed checks it");
        }
        if from.lexical.remove(id) && keep {
            to.lexical.add(id, unit.lived, &unit.words);
        }
    }

    /// How many units the near index holds.
    pub fn near(&self) -> usize {
        self.near.lexical.len()
    }

    /// How many units the deep index holds.
    pub fn deep(&self) -> usize {
        self.deep.lexical.len()
    }

    /// Makes a question ready.
    pub fn ask(&self, words: String) -> Result<Asked, MemoryError> {
        let nothing_held = self.near.vectors.is_empty() && self.deep.vectors.is_empty();
        let vector = if nothing_held { None } else { self.embed(&words)? };
        Ok(Asked { words, vector })
    }

    /// The best units for a question, near or deep.
    pub fn search(
        &self,
        asked: &Asked,
        deep: bool,
        most: usize,
        with_words: bool,
    ) -> Result<Similar, MemoryError> {
        let level = if deep { &self.deep } else { &self.near };
        let mut similar = Similar { best: Vec::new(), looked_at: 0 };
        if let (Some(vector), Some((_, model))) = (&asked.vector, &self.embedder) {
            let scan = level.vectors.scan(model, vector.as_slice());
            let scan = scan.map_err(|misfit| self.mixed(misfit))?;
            similar.looked_at += scan.scored().len() as u64;
            similar.best = calibrated(&scan, most);
        }
        if with_words || self.embedder.is_none() {
            let found = level.lexical.search(&asked.words, most);
            similar.looked_at += found.len() as u64;
            let shared = |(id, _)| (id, level.lexical.share(&asked.words, id));
            similar.best.extend(found.into_iter().map(shared));
        }
        Ok(similar)
    }

    /// How close a unit's words are to the question's, from 0 to 1: the cosine, or without a model
    /// the share of common words.
    pub fn closeness(&self, asked: &Asked, id: UnitId) -> f32 {
        let levels = [&self.near, &self.deep];
        let closeness = match &asked.vector {
            Some(vector) => levels
                .into_iter()
                .find_map(|level| level.vectors.get(id))
                .map_or(0.0, |held| memory::vectors::dot(vector.as_slice(), held)),
            None => levels
                .into_iter()
                .find(|level| level.lexical.contains(id))
                .map_or(0.0, |level| level.lexical.share(&asked.words, id)),
        };
        closeness.clamp(0.0, 1.0)
    }

    /// Takes another model.
    pub fn set_embedder(&mut self, embedder: Arc<dyn Embed>) {
        let model = embedder.fingerprint().to_string();
        self.embedder = Some((embedder, model));
    }

    /// Embeds every unit that has a vector anew; on an error everything stays as it was.
    pub fn re_embed(&mut self, shelf: &Shelf) -> Result<usize, MemoryError> {
        let Some((embedder, model)) = &self.embedder else { return Ok(0) };
        let mut anew = [VectorIndex::default(), VectorIndex::default()];
        for (id, unit) in shelf.iter() {
            let level = if self.near.lexical.contains(id) {
                0
            } else if self.deep.lexical.contains(id) {
                1
            } else {
                continue;
            };
            let vector = embedder.embed_one(&unit.words).map_err(|error| {
                MemoryError::Embedding { memory: self.memory.clone(), reason: error.to_string() }
            })?;
            let added = anew[level].add(id, unit.lived, model, vector.as_slice());
            added.map_err(|misfit| self.mixed(misfit))?;
        }
        let count = anew.iter().map(VectorIndex::len).sum();
        let [near, deep] = anew;
        self.near.vectors = near;
        self.deep.vectors = deep;
        Ok(count)
    }

    fn mixed(&self, misfit: Misfit) -> MemoryError {
        let memory = self.memory.clone();
        match misfit {
            Misfit::OtherModel { held, given } => MemoryError::MixedModels { memory, held, given },
            Misfit::OtherDimension { .. } => {
                MemoryError::Embedding { memory, reason: misfit.to_string() }
            }
        }
    }
}

/// The best of a scan with their relevance: how close they are, weighed by how far that stands out
/// from what is common. What an embedder calls close differs from one to the next, and in a memory
/// of look-alikes everything is; three deviations above the mean is much anywhere.
fn calibrated(scan: &Scan, most: usize) -> Vec<(UnitId, f32)> {
    let background = scan.background().filter(|_| scan.scored().len() >= BACKGROUND_OF);
    let best = scan.best(most).into_iter();
    best.map(|(id, cosine)| (id, relevance(cosine, background))).collect()
}

fn relevance(cosine: f32, background: Option<Background>) -> f32 {
    let close = cosine.clamp(0.0, 1.0);
    let Some(Background { mean, deviation }) = background else { return close };
    let stands_out = ((cosine - mean) / deviation.max(LEAST_DEVIATION)).max(0.0);
    close * stands_out / (1.0 + stands_out)
}

impl std::fmt::Debug for Indexes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let model = self.embedder.as_ref().map(|(embedder, _)| embedder.fingerprint().short());
        f.debug_struct("Indexes")
            .field("model", &model)
            .field("near", &self.near.lexical.len())
            .field("deep", &self.deep.lexical.len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relevance_is_closeness_that_stands_out() {
        let background = |mean, deviation| Some(Background { mean, deviation });
        assert_eq!(relevance(0.8, None), 0.8);
        assert!(relevance(0.8, background(0.2, 0.1)) > 0.6);
        assert!(relevance(0.8, background(0.79, 0.1)) < 0.1);
        assert_eq!(relevance(0.3, background(0.5, 0.1)), 0.0);
        assert_eq!(relevance(-0.5, None), 0.0);
        assert!(relevance(1.0, background(1.0, 0.0)) < 1e-6, "near-copies are no distinction");
    }
}
