//! Free words: the things that they may mean.

use base::Noun;
use memory::postings::Topic;

use super::{Cue, LOOKED_BACK};

impl Cue<'_> {
    pub(super) fn mentioned(&mut self, text: &str) {
        let lower = text.to_lowercase();
        let words: Vec<&str> =
            lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let pairs = words.windows(2).map(|pair| pair.join("-"));
        let kinds: Vec<String> = words
            .iter()
            .flat_map(|word| [(*word).to_owned(), word.trim_end_matches('s').to_owned()])
            .chain(pairs)
            .collect();
        let mut things: Vec<Noun> = Vec::new();
        for kind in &kinds {
            let known = self.store.postings.nouns_of_kind(kind);
            let (marked, other): (Vec<&Noun>, Vec<&Noun>) =
                known.partition(|noun| noun.marks().all(|mark| words.contains(&mark)));
            let meant = if marked.is_empty() { other } else { marked };
            things.extend(meant.into_iter().cloned());
        }
        things.sort_unstable();
        things.dedup();
        // The more things a word may mean, the less each is meant.
        let level = 0.6 / (things.len().max(1) as f32).sqrt();
        for thing in things.into_iter().take(LOOKED_BACK / 4) {
            let asked_at = self.question.now;
            for (rank, id) in self.newest(&Topic::Thing(thing), 6).into_iter().enumerate() {
                let is_past = self.store.unit(id).lived <= asked_at;
                let share = if is_past { 1.0 } else { 0.5 };
                self.seeds.add(id, level * share / (1.0 + 0.2 * rank as f32));
            }
        }
    }
}
