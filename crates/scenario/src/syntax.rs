//! Reads RON, and tells what cannot be read in the words of this crate.

use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use crate::errors::{Error, Errors, Report};
use crate::nearest::nearest;
use crate::problem::Problem;
use crate::source::Source;

/// How all files of this crate are read and written: `Some` is left out, and so are the inner
/// brackets of `Day((..))`.
pub(crate) fn options() -> ron::Options {
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES)
}

/// The value that is written in the text.
pub(crate) fn read<T: DeserializeOwned>(name: &str, text: &str) -> Result<(T, Source), Errors> {
    let source = Source::new(name, text);
    match options().from_str(text) {
        Ok(value) => Ok((value, source)),
        Err(error) => {
            // The span reaches from the token before the error to where it was noticed.
            let start = source.byte_at(error.span.start.line, error.span.start.col);
            let end = source.byte_at(error.span.end.line, error.span.end.col);
            let about_a_token = matches!(
                error.code,
                ron::Error::NoSuchStructField { .. }
                    | ron::Error::NoSuchEnumVariant { .. }
                    | ron::Error::InvalidValueForType { .. }
                    | ron::Error::Message(_)
            );
            let span = if about_a_token { start.min(end)..end } else { end..end };
            let missing = matches!(error.code, ron::Error::MissingStructField { .. });
            let cut_off = !about_a_token && !missing && text[end..].trim().is_empty();
            let code = if cut_off { ron::Error::Eof } else { error.code };
            let mut report = Report::default();
            report.add(Error::at(source.spot(), span, problem(code)));
            Err(report.fail())
        }
    }
}

fn problem(error: ron::Error) -> Problem {
    use ron::Error as E;
    let outer_or_this = |outer: Option<String>| outer.unwrap_or_else(|| "this".to_owned());
    match error {
        E::NoSuchStructField { expected, found, outer } => Problem::NoSuchWord {
            what: "field",
            place: outer_or_this(outer),
            nearest: nearest(&found, expected.iter().copied()),
            name: found,
            known: expected,
        },
        E::NoSuchEnumVariant { expected, found, outer } => Problem::NoSuchWord {
            what: "variant",
            place: outer_or_this(outer),
            nearest: nearest(&found, expected.iter().copied()),
            name: found,
            known: expected,
        },
        E::MissingStructField { field, outer } => {
            Problem::Lacks { place: outer_or_this(outer), field: field.to_owned() }
        }
        E::Eof => Problem::Syntax("the file ends too early".to_owned()),
        E::ExceededRecursionLimit => Problem::Syntax("this is nested too deeply".to_owned()),
        E::Message(message) => Problem::Syntax(message),
        other => {
            let text = other.to_string();
            let mut chars = text.chars();
            let first = chars.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
            Problem::Syntax(first + chars.as_str())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::written::Thing;

    fn check(text: &str, expected: &str) {
        let errors = read::<Thing>("x.ron", text).map(|_| ()).expect_err("this cannot be read");
        assert_eq!(errors.to_string(), expected);
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_place() {
        check("(\n  non: \"x\")", "x.ron:2:3: Thing has no field \"non\"; did you mean \"noun\"?");
        check("(at: On(\"x\"))", "x.ron:1:13: Thing lacks the field \"noun\"");
        check(
            "(noun: \"x\", states: [(Toastd, true)])",
            "x.ron:1:23: State has no variant \"Toastd\"; did you mean \"Toasted\"?",
        );
        check("(noun: \"x\"", "x.ron:1:11: the file ends too early");
        check("(noun: 3)", "x.ron:1:8: expected string");
    }

    #[test]
    fn brackets_inside_of_a_variant_are_left_out() {
        let (thing, _) = read::<Thing>(
            "x.ron",
            "Thing(noun: \"x\", at: In(\"y\"), center: (1, 2.5, -3), size: Some(1, 1, 1))",
        )
        .expect("this can be read");
        assert_eq!(thing.center, Some([1.0, 2.5, -3.0]));
    }
}
