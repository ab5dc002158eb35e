//! Units by the words they share with a question: BM25.
//!
//! Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with
//! k1 = 1.2, b = 0.75 and the inverse document frequency of Lucene, which is never negative.
//!
//! An own index of about a hundred lines instead of the `bm25` crate, for three reasons. The crate
//! bakes the average length into each document as it is added, so the same units in another order
//! score differently. It breaks ties in the order of a randomly seeded hash map. And what is
//! removed leaves its words' entries behind. Here the average length is the true one at every
//! moment, ties go to the newer and then to the lower id, and what is removed is gone.

use std::collections::{BTreeMap, HashMap};

use base::{SimTime, UnitId};

/// How soon a repeated word stops counting.
const K1: f32 = 1.2;
/// How much a long text is held against it.
const B: f32 = 0.75;

/// Words that say nothing about what a sentence is about.
const STOP_WORDS: [&str; 36] = [
    "a", "an", "and", "are", "around", "as", "at", "be", "by", "did", "do", "for", "from", "get",
    "had", "has", "have", "how", "i", "in", "is", "it", "of", "on", "so", "that", "the", "then",
    "there", "to", "was", "were", "what", "when", "where", "with",
];

/// An inverted index of texts.
#[derive(Debug, Clone, Default)]
pub struct LexicalIndex {
    /// Rows are kept dense: the last takes the place of one that is removed.
    rows: Vec<Row>,
    /// How many words each row has. Apart from the rows, since a search reads nothing else of them.
    lengths: Vec<u32>,
    row_of: HashMap<UnitId, u32>,
    /// For each word the rows it stands in, in order.
    postings: HashMap<Box<str>, Vec<Posting>>,
    total_words: u64,
}

#[derive(Debug, Clone)]
struct Row {
    id: UnitId,
    lived: SimTime,
    /// Each word with how often it stands there.
    words: BTreeMap<Box<str>, u32>,
}

/// A row in which a word stands, and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Posting {
    row: u32,
    count: u32,
}

impl LexicalIndex {
    /// Adds a text under an id; an id that is there already stays as it is.
    pub fn add(&mut self, id: UnitId, lived: SimTime, text: &str) {
        if self.row_of.contains_key(&id) {
            return;
        }
        let row = self.rows.len() as u32;
        let mut words: BTreeMap<Box<str>, u32> = BTreeMap::new();
        let mut length = 0;
        for word in words_of(text) {
            *words.entry(word.into_boxed_str()).or_default() += 1;
            length += 1;
        }
        for (word, count) in &words {
            // The new row is the last one, so the order of rows is kept.
            self.postings.entry(word.clone()).or_default().push(Posting { row, count: *count });
        }
        self.total_words += u64::from(length);
        self.row_of.insert(id, row);
        self.rows.push(Row { id, lived, words });
        self.lengths.push(length);
    }

    /// Removes a text. Returns whether it was there.
    pub fn remove(&mut self, id: UnitId) -> bool {
        let Some(row) = self.row_of.remove(&id) else { return false };
        let removed = self.rows.swap_remove(row as usize);
        self.total_words -= u64::from(self.lengths.swap_remove(row as usize));
        for word in removed.words.keys() {
            let rows = self.postings.get_mut(word).expect("every word of a row has postings");
            take_row(rows, row);
            if rows.is_empty() {
                self.postings.remove(word);
            }
        }
        if let Some(moved) = self.rows.get(row as usize) {
            let was_at = self.rows.len() as u32;
            self.row_of.insert(moved.id, row);
            for word in moved.words.keys() {
                let rows = self.postings.get_mut(word).expect("every word of a row has postings");
                let Posting { count, .. } = take_row(rows, was_at);
                let place = rows.partition_point(|posting| posting.row < row);
                rows.insert(place, Posting { row, count });
            }
        }
        true
    }

    /// Whether a text is there under this id.
    pub fn contains(&self, id: UnitId) -> bool {
        self.row_of.contains_key(&id)
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The `most` best texts for a question, with their scores, which are above zero. Ties go to
    /// the newer, then to the lower id.
    pub fn search(&self, question: &str, most: usize) -> Vec<(UnitId, f32)> {
        let mut scores = vec![0.0_f32; self.rows.len()];
        let mut touched: Vec<u32> = Vec::new();
        let average = self.total_words as f32 / self.rows.len().max(1) as f32;
        let mut asked: Vec<String> = words_of(question).collect();
        asked.sort_unstable();
        asked.dedup();
        for word in &asked {
            let Some(rows) = self.postings.get(word.as_str()) else { continue };
            let rarity = self.rarity(rows.len());
            for &Posting { row, count } in rows {
                let length = self.lengths[row as usize] as f32;
                let count = count as f32;
                let held_against = K1 * (1.0 - B + B * length / average);
                let score = &mut scores[row as usize];
                if *score == 0.0 {
                    touched.push(row);
                }
                *score += rarity * count * (K1 + 1.0) / (count + held_against);
            }
        }
        let mut found: Vec<(f32, SimTime, UnitId)> = touched
            .into_iter()
            .map(|row| {
                let Row { id, lived, .. } = self.rows[row as usize];
                (scores[row as usize], lived, id)
            })
            .collect();
        crate::vectors::keep_best(&mut found, most);
        found.into_iter().map(|(score, _, id)| (id, score)).collect()
    }

    /// The share of the question's words, weighed by how rare they are here, that stand in the
    /// text: 1 when all of them do. Words that stand nowhere count as the rarest.
    pub fn share(&self, question: &str, id: UnitId) -> f32 {
        let Some(row) = self.row_of.get(&id).map(|row| &self.rows[*row as usize]) else {
            return 0.0;
        };
        let mut asked: Vec<String> = words_of(question).collect();
        asked.sort_unstable();
        asked.dedup();
        let (mut met, mut all) = (0.0, 0.0);
        for word in &asked {
            let rarity = self.rarity(self.postings.get(word.as_str()).map_or(0, Vec::len));
            all += rarity;
            met += if row.words.contains_key(word.as_str()) { rarity } else { 0.0 };
        }
        if all == 0.0 { 0.0 } else { met / all }
    }

    /// The inverse frequency of a word that stands in so many texts.
    fn rarity(&self, texts: usize) -> f32 {
        let (all, with) = (self.rows.len() as f32, texts as f32);
        libm::logf(1.0 + (all - with + 0.5) / (with + 0.5))
    }
}

/// Takes the posting of a row out of those of a word in which it stands.
fn take_row(rows: &mut Vec<Posting>, row: u32) -> Posting {
    let place = rows.binary_search_by_key(&row, |posting| posting.row);
    rows.remove(place.expect("a row is in the postings of each of its words"))
}

/// The words of a text that say what it is about: in lower case, without stop words, each brought
/// to its stem so that "sliced" meets "slice".
pub fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .filter(|word| !STOP_WORDS.contains(&word.as_str()))
        .map(stem)
}

/// Takes off the endings of plurals, participles and a final e: steps 1a, 1b, 1c and 5a of Porter,
/// "An algorithm for suffix stripping" (1980), which is as much as sentences about a home need.
fn stem(mut word: String) -> String {
    if !word.is_ascii() || word.len() < 3 {
        return word;
    }
    if word.ends_with("sses") || word.ends_with("ies") {
        word.truncate(word.len() - 2);
    } else if word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") {
        word.pop();
    }
    for ending in ["ed", "ing"] {
        let Some(rest) = word.strip_suffix(ending) else { continue };
        if !has_vowel(rest) {
            break;
        }
        word.truncate(rest.len());
        let doubled = word.len() > 2 && {
            let end = &word.as_bytes()[word.len() - 2..];
            end[0] == end[1] && !matches!(end[0], b'l' | b's' | b'z')
        };
        if doubled {
            word.pop();
        }
        break;
    }
    if word.ends_with('y') && has_vowel(&word[..word.len() - 1]) {
        word.pop();
        word.push('i');
    }
    // "fried" has become "fri"; "fry" has no other vowel and must meet it.
    if word.len() == 3 && word.ends_with('y') {
        word.pop();
        word.push('i');
    }
    if word.len() > 3 && word.ends_with('e') {
        word.pop();
    }
    word
}

fn has_vowel(word: &str) -> bool {
    word.bytes().any(|letter| matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn index(texts: &[&str]) -> LexicalIndex {
        let mut index = LexicalIndex::default();
        for (number, text) in texts.iter().enumerate() {
            index.add(UnitId(number as u64), SimTime(number as u64), text);
        }
        index
    }

    fn found(index: &LexicalIndex, question: &str) -> Vec<u64> {
        index.search(question, 10).into_iter().map(|(id, _)| id.0).collect()
    }

    #[test]
    fn a_rare_word_counts_more_than_a_common_one() {
        let index = index(&["the mug", "the red mug", "the blue mug", "a mug, a red mug"]);
        assert_eq!(found(&index, "where is the blue mug?")[0], 2);
    }

    #[test]
    fn words_meet_in_their_stem() {
        let stems = |text: &str| words_of(text).collect::<Vec<_>>();
        assert_eq!(stems("slice"), stems("Sliced"));
        assert_eq!(stems("fry"), stems("fried"));
        assert_eq!(stems("mugs boxes stopped"), stems("mug boxe stop"));
        assert_eq!(stems("sharpened knives"), ["sharpen", "kniv"]);
        assert_eq!(stems("glass bus red 7 茶杯"), ["glass", "bus", "red", "7", "茶杯"]);
        assert!(stems("Where is the").is_empty());
    }

    #[test]
    fn ties_go_to_the_newer_and_then_to_the_lower_id() {
        let mut index = LexicalIndex::default();
        for (id, lived) in [(3, 5), (1, 5), (2, 9)] {
            index.add(UnitId(id), SimTime(lived), "a mug");
        }
        assert_eq!(found(&index, "mug"), [2, 1, 3]);
    }

    #[test]
    fn no_shared_word_is_no_hit() {
        assert!(found(&index(&["a mug", "a pan"]), "spoon").is_empty());
        assert!(found(&index(&["a mug"]), "").is_empty());
        assert!(found(&LexicalIndex::default(), "mug").is_empty());
    }

    #[test]
    fn the_share_is_of_the_asked_words() {
        let index = index(&["the blue mug", "the red mug"]);
        assert_eq!(index.share("the blue mug", UnitId(0)), 1.0);
        let half = index.share("the blue mug", UnitId(1));
        assert!(half > 0.0 && half < 0.5, "{half}");
        assert_eq!(index.share("the", UnitId(1)), 0.0);
        assert_eq!(index.share("mug", UnitId(9)), 0.0);
    }

    proptest! {
        /// Adding and removing in any order leaves the same index as never having added.
        #[test]
        fn what_is_removed_leaves_nothing(
            texts in prop::collection::vec("[a-e]{1,2}( [a-e]{1,2}){0,4}", 1..12),
            removed in prop::collection::vec(any::<bool>(), 12),
            question in "[a-e]{1,2}( [a-e]{1,2}){0,3}",
        ) {
            let mut some = LexicalIndex::default();
            let mut never = LexicalIndex::default();
            for (number, text) in texts.iter().enumerate() {
                some.add(UnitId(number as u64), SimTime(0), text);
            }
            for (number, text) in texts.iter().enumerate().rev() {
                if removed[number] {
                    prop_assert!(some.remove(UnitId(number as u64)));
                } else {
                    never.add(UnitId(number as u64), SimTime(0), text);
                }
            }
            prop_assert_eq!(some.search(&question, 20), never.search(&question, 20));
            prop_assert_eq!(some.postings.len(), never.postings.len());
        }
    }
}
