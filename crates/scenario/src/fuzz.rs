//! The way in for fuzzers.

use crate::home::parse_home;
use crate::kinds::parse_kinds;
use crate::library::Embedded;
use crate::outline::Node;
use crate::scenario::parse_scenario;

/// Reads any bytes as a file; the first byte says as which. Never panics.
pub fn fuzz_entry(data: &[u8]) {
    let Some((which, text)) = data.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    Node::of(&text);
    match which % 3 {
        0 => drop(parse_kinds("fuzz.ron", &text)),
        1 => drop(parse_home("fuzz.ron", &text, &embedded_kinds())),
        _ => {
            if let Ok(scenario) = parse_scenario("fuzz.ron", &text, &Embedded) {
                drop(scenario.check_all([2]));
            }
        }
    }
}

fn embedded_kinds() -> crate::Kinds {
    let (_, text) = Embedded.files()[0];
    parse_kinds("kinds.ron", text).expect("our own kinds are tested")
}
