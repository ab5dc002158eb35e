//! Which of our kinds an object type is.
//!
//! `CounterTop` is `counter-top`. A type without a kind of its own takes one that ends in the same
//! word (`TeaKettle` is a `kettle`), then one that is spelled almost the same, then the kind
//! `object` or `furniture` if there is one; otherwise a kind is made from the object's flags.

use std::collections::BTreeMap;
use std::sync::Arc;

use scenario::checked::Kind;

use super::body::Body;
use super::report::Note;
use super::source::{Object, nearest_name};

/// What stands for a loose thing, and for a landmark, of no known type.
const GENERIC_LOOSE: &str = "object";
const GENERIC_FIXED: &str = "furniture";

/// The kinds of one import: the known ones, and those made on the way.
pub(super) struct Kinds<'a> {
    known: &'a BTreeMap<String, Arc<Kind>>,
    /// What each object type became.
    chosen: BTreeMap<String, Arc<Kind>>,
}

impl<'a> Kinds<'a> {
    pub fn new(known: &'a BTreeMap<String, Arc<Kind>>) -> Self {
        Self { known, chosen: BTreeMap::new() }
    }

    /// The kind of the object. The first object of an unknown type decides for all of them.
    pub fn of(&mut self, object: &Object, body: &Body, notes: &mut Vec<Note>) -> Arc<Kind> {
        if let Some(kind) = self.chosen.get(&object.sort) {
            return kind.clone();
        }
        let name = kebab(&object.sort);
        let kind = self.known.get(&name).cloned().unwrap_or_else(|| {
            let (kind, how) = self.stand_in(&name, object, body);
            let text =
                format!("there is no kind \"{name}\"; {how} \"{}\" stands for it", kind.name);
            notes.push(Note::new(&object.id, text));
            kind
        });
        self.chosen.insert(object.sort.clone(), kind.clone());
        kind
    }

    fn stand_in(&self, name: &str, object: &Object, body: &Body) -> (Arc<Kind>, &'static str) {
        // A thing that can be carried must not become furniture, nor the other way round.
        let fits = |kind: &&Arc<Kind>| kind.fixed != object.is("pickupable");
        let last_word = name.rsplit('-').next().unwrap_or(name);
        let same_end = || {
            self.known
                .iter()
                .find(|(known, kind)| known.rsplit('-').next() == Some(last_word) && fits(kind))
        };
        if let Some(kind) = self.known.get(last_word).filter(fits) {
            return (kind.clone(), "the kind");
        }
        if let Some((_, kind)) = same_end() {
            return (kind.clone(), "the kind");
        }
        let alike = self.known.iter().filter(|(_, kind)| fits(kind)).map(|(name, _)| name.as_str());
        if let Some(kind) = nearest_name(name, alike)
            .filter(|near| strsim::normalized_damerau_levenshtein(near, name) > 0.8)
            .and_then(|near| self.known.get(&near))
        {
            return (kind.clone(), "the kind");
        }
        let generic = if object.is("pickupable") { GENERIC_LOOSE } else { GENERIC_FIXED };
        match self.known.get(generic).filter(fits) {
            Some(kind) => (kind.clone(), "the kind"),
            None => (Arc::new(made_from_flags(name, object, body)), "a kind made from its flags,"),
        }
    }
}

fn made_from_flags(name: &str, object: &Object, body: &Body) -> Kind {
    let fixed = !object.is("pickupable");
    let size = [2.0 * body.foot.half[0], body.height(), 2.0 * body.foot.half[1]];
    // What opens holds things inside; any other receptacle carries them on top.
    let opens = object.is("openable") && object.is("receptacle");
    // A third of water: neither a feather nor an anvil.
    let guessed_kg = (body.volume() * 300.0).clamp(0.01, 200.0);
    Kind {
        name: name.to_owned(),
        size: size.map(|length| length as f32),
        mass_kg: object.mass_kg.filter(|mass| *mass > 0.0).unwrap_or(guessed_kg) as f32,
        fixed,
        opens,
        surface: object.is("receptacle") && !opens,
        holds: opens,
        switch: object.is("toggleable"),
        sliceable: object.is("sliceable"),
        ..Kind::default()
    }
}

/// `CounterTop` as `counter-top`, `TVStand` as `tv-stand`.
pub(crate) fn kebab(sort: &str) -> String {
    let letters: Vec<char> = sort.chars().collect();
    let mut name = String::with_capacity(sort.len() + 4);
    for (index, &letter) in letters.iter().enumerate() {
        if !letter.is_alphanumeric() {
            if !name.is_empty() && !name.ends_with('-') {
                name.push('-');
            }
            continue;
        }
        let before = index.checked_sub(1).map(|before| letters[before]);
        let after = letters.get(index + 1);
        let begins_word = letter.is_uppercase()
            && before.is_some_and(|before| {
                before.is_lowercase()
                    || before.is_ascii_digit()
                    || before.is_uppercase() && after.is_some_and(|after| after.is_lowercase())
            });
        if begins_word {
            name.push('-');
        }
        name.extend(letter.to_lowercase());
    }
    name.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{flagged, kinds, object};
    use super::*;

    #[test]
    fn types_become_hyphenated_words() {
        assert_eq!(kebab("CounterTop"), "counter-top");
        assert_eq!(kebab("TVStand"), "tv-stand");
        assert_eq!(kebab("Mug"), "mug");
        assert_eq!(kebab("Desk 2Big_"), "desk-2-big");
    }

    #[track_caller]
    fn check(sort: &str, flags: &[&str], kind: &str) -> Arc<Kind> {
        let known = kinds();
        let object = flagged(object(sort, [0.0; 3], [0.1, 0.2, 0.3]), flags);
        let body = super::super::body::body_of(&object, 0.0, &mut Vec::new());
        let mut notes = Vec::new();
        let found = Kinds::new(&known).of(&object, &body, &mut notes);
        assert_eq!(found.name, kind);
        assert_eq!(notes.is_empty(), known.contains_key(&kebab(sort)), "{notes:?}");
        found
    }

    #[test]
    fn a_known_type_has_its_kind() {
        check("CounterTop", &["receptacle"], "counter-top");
    }

    #[test]
    fn an_unknown_type_takes_the_nearest_kind() {
        check("TeaMug", &["pickupable"], "mug");
        check("Frigde", &["openable"], "fridge");
    }

    #[test]
    fn a_loose_thing_never_becomes_furniture() {
        let kind = check("ToyFridge", &["pickupable"], "toy-fridge");
        assert!(!kind.fixed && kind.mass_kg > 0.0);
        assert_eq!(kind.size, [0.1, 0.2, 0.3]);
    }

    #[test]
    fn a_kind_is_made_from_flags_where_none_is_near() {
        let kind = check("Dumbwaiter", &["openable", "receptacle", "toggleable"], "dumbwaiter");
        assert!(kind.fixed && kind.opens && kind.holds && kind.switch && !kind.surface);
    }
}
