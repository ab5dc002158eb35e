//! Small kinds and homes for the tests of this crate.

use crate::checked::Home;
use crate::errors::Errors;
use crate::home::parse_home;
use crate::kinds::{Kinds, parse_kinds};

/// The kinds that come with the program.
pub(crate) fn kinds() -> Kinds {
    parse_kinds("kinds.ron", include_str!("../../../assets/kinds.ron")).expect("our own kinds")
}

/// A home of one room with these things.
pub(crate) fn home_text(things: &str) -> String {
    format!(
        r#"Home(
name: "two-rooms",
rooms: [(noun: "kitchen", min: (0, 0), max: (4, 3))],
start: (at: (2, 1.5)),
things: [
{things}
])"#
    )
}

/// Furniture that most tests need.
pub(crate) const FURNITURE: &str = r#"(noun: "table", stands: (3, 2)),
(noun: "left drawer", stands: (0.3, 0.3), bottom: 0.5),
(noun: "fridge", stands: (1, 0.35)),
(noun: "stove", stands: (2, 0.3)),
(noun: "small burner", at: On("stove"), stands: (2, 0.3)),
(noun: "brass knob", stands: (2, 0.62), bottom: 0.7, controls: "small burner"),
(noun: "toaster", at: On("table"), stands: (3, 2)),
"#;

/// The home of one room with these things.
pub(crate) fn home(things: &str) -> Result<Home, Errors> {
    parse_home("two-rooms.ron", &home_text(things), &kinds())
}
