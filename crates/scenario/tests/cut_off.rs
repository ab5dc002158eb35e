//! Files that are cut off, scrambled or made of anything at all: never a panic, always a place.

use proptest::prelude::*;
use scenario::{
    Embedded, Errors, Kinds, Library, fuzz_entry, parse_home, parse_kinds, parse_scenario,
};

fn kinds() -> Kinds {
    let text = Embedded.text("kinds.ron").expect("it is embedded");
    parse_kinds("kinds.ron", &text).expect("they are tested elsewhere")
}

/// Reads the text as the kind of file that the path says.
fn read(path: &str, text: &str, kinds: &Kinds) -> Result<(), Errors> {
    match path.split('/').next() {
        Some("kitchens") => parse_home(path, text, kinds).map(drop),
        Some("scenarios") => parse_scenario(path, text, &Embedded).map(drop),
        _ => parse_kinds(path, text).map(drop),
    }
}

#[test]
fn a_file_that_is_cut_off_is_told_with_a_line() {
    let kinds = kinds();
    for (path, text) in Embedded.files() {
        let whole = text.trim_end().len();
        // Short files at every byte, long ones at some.
        let step = whole.div_ceil(6_000);
        for cut in (0..whole).step_by(step).filter(|cut| text.is_char_boundary(*cut)) {
            let errors = read(path, &text[..cut], &kinds).expect_err("it is cut off");
            let error = errors.iter().next().expect("never empty");
            let lines = text[..cut].matches('\n').count() + 1;
            assert!((1..=lines).contains(&error.line), "{error}");
            assert!(error.column >= 1 && error.to_string().starts_with(path), "{error}");
        }
    }
}

/// One change of a file.
#[derive(Debug, Clone)]
enum Change {
    Replace(usize, u8),
    Remove(usize, usize),
    Double(usize, usize),
    Swap(usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let at = || any::<prop::sample::Index>().prop_map(|index| index.index(1 << 20));
    let letters = prop::sample::select(b"()[]{},:\"$.-0919aieNT \n\\/*#\xff".to_vec());
    prop_oneof![
        (at(), letters).prop_map(|(at, byte)| Change::Replace(at, byte)),
        (at(), 1..40_usize).prop_map(|(at, length)| Change::Remove(at, length)),
        (at(), 1..200_usize).prop_map(|(at, length)| Change::Double(at, length)),
        (at(), at()).prop_map(|(a, b)| Change::Swap(a, b)),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    let length = bytes.len().max(1);
    match *change {
        Change::Replace(at, byte) => {
            if let Some(old) = bytes.get_mut(at % length) {
                *old = byte;
            }
        }
        Change::Remove(at, count) => {
            let at = at % length;
            bytes.drain(at..(at + count).min(bytes.len()));
        }
        Change::Double(at, count) => {
            let at = at % length;
            let piece = bytes[at..(at + count).min(bytes.len())].to_vec();
            bytes.splice(at..at, piece);
        }
        Change::Swap(a, b) => {
            if !bytes.is_empty() {
                bytes.swap(a % length, b % length);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_scrambled_file_never_panics(
        file in any::<prop::sample::Index>(),
        changes in prop::collection::vec(change(), 1..6),
    ) {
        let files = Embedded.files();
        let (path, text) = files[file.index(files.len())];
        let mut bytes = text.as_bytes().to_vec();
        changes.iter().for_each(|change| apply(&mut bytes, change));
        let which = match path.split('/').next() {
            Some("kitchens") => 1,
            Some("scenarios") => 2,
            _ => 0,
        };
        bytes.insert(0, which);
        fuzz_entry(&bytes);
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        fuzz_entry(&bytes);
    }
}
