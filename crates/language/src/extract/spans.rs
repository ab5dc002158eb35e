//! Words of a sentence, and which runs of them can name a thing.

use base::Noun;

/// Words that are in no noun.
const FUNCTION_WORDS: &[&str] = &[
    "a", "about", "after", "again", "all", "already", "an", "and", "are", "as", "at", "away",
    "back", "be", "became", "because", "become", "been", "before", "beside", "but", "by", "could",
    "did", "do", "does", "for", "from", "had", "has", "have", "he", "her", "his", "i", "i've",
    "if", "in", "inside", "into", "is", "it", "its", "just", "me", "my", "no", "not", "nothing",
    "now", "of", "off", "on", "only", "onto", "or", "out", "over", "she", "so", "some", "somebody",
    "still", "than", "that", "the", "their", "them", "then", "there", "they", "this", "to",
    "under", "until", "up", "using", "was", "were", "what", "when", "where", "which", "while",
    "will", "with", "would", "yet", "you",
];

/// Whether a word is in no noun.
pub(super) fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.binary_search(&word).is_ok()
}

/// A sentence in small letters: words and numbers, and marks one by one.
pub(super) fn tokens(words: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    for letter in words.chars().flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() || (in_word && matches!(letter, '-' | '\'' | '’')) {
            match tokens.last_mut().filter(|_| in_word) {
                Some(word) => word.push(letter),
                None => tokens.push(letter.to_string()),
            }
            in_word = true;
        } else {
            if !letter.is_whitespace() {
                tokens.push(letter.to_string());
            }
            in_word = false;
        }
    }
    tokens
}

/// Whether a token is a word or a number.
pub(super) fn is_word(token: &str) -> bool {
    token.starts_with(char::is_alphanumeric)
}

/// The longest span that is tried as a noun, words.
const LONGEST: usize = 3;

/// What comes right before the first word of a noun.
const DETERMINERS: [&str; 8] = ["a", "an", "her", "his", "my", "no", "the", "their"];

/// Every run of up to three words that could name a thing, each once, in the order of the sentence,
/// longer ones first. What follows a determiner names a thing from its first word on.
pub(super) fn candidates(words: &str) -> Vec<String> {
    let tokens = tokens(words);
    let in_noun = |token: &String| is_word(token) && !is_function_word(token);
    let mut spans: Vec<String> = Vec::new();
    for start in 0..tokens.len() {
        let before = tokens[..start].iter().rev().take_while(|token| in_noun(token)).count();
        let determiner = tokens[..start - before].last();
        let is_inside = (1..LONGEST).contains(&before)
            && determiner.is_some_and(|token| DETERMINERS.contains(&&**token));
        if is_inside {
            continue;
        }
        let longest = tokens[start..].iter().take(LONGEST).take_while(|token| in_noun(token));
        for length in (1..=longest.count()).rev() {
            let span = tokens[start..start + length].join(" ");
            if !spans.contains(&span) {
                spans.push(span);
            }
        }
    }
    spans
}

/// The noun that these words name.
pub(super) fn noun(words: &[String]) -> Option<Noun> {
    words.join(" ").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_words_are_in_order() {
        assert!(FUNCTION_WORDS.is_sorted());
    }

    #[test]
    fn spans_keep_to_runs_of_words_that_can_name_things() {
        assert_eq!(tokens("I've put it, twice."), ["i've", "put", "it", ",", "twice", "."]);
        assert_eq!(
            candidates("I put the big blue mug in a drawer."),
            ["put", "big blue mug", "big blue", "big", "blue mug", "blue", "mug", "drawer"]
        );
        assert_eq!(candidates("It is."), Vec::<String>::new());
    }
}
