//! What is wrong with a file, and where.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};

use crate::problem::Problem;
use crate::source::Spot;

/// More are not told at once: whoever made so many mistakes starts with the first.
const MOST_ERRORS: usize = 100;
/// Of one kind of mistake at one place no more are told.
const MOST_ALIKE: usize = 3;

/// One thing that is wrong, and where it is written.
///
/// Its text is one line: `scenarios/x.ron:12:5: no thing is named "kye" in home "two-rooms"; did
/// you mean "key"?`. As a [`Diagnostic`] it shows the lines of the file as well.
#[derive(Debug, Clone)]
pub struct Error {
    /// What is wrong.
    pub problem: Problem,
    /// The name of the file.
    pub file: Arc<str>,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// The bytes of the file that it is about.
    pub span: Range<usize>,
    /// In which life it showed, where it depends on that: "variant galley, seed 3".
    pub life: Option<Arc<str>>,
    text: Arc<NamedSource<String>>,
}

impl Error {
    pub(crate) fn new(spot: Spot, problem: Problem) -> Self {
        Self::at(spot, spot.span(), problem)
    }

    pub(crate) fn at(spot: Spot, span: Range<usize>, problem: Problem) -> Self {
        let source = spot.source;
        let (line, column) = source.line_and_column(span.start);
        Self {
            problem,
            file: source.name().clone(),
            line,
            column,
            span,
            life: None,
            text: source.text().clone(),
        }
    }

    /// The line of the file in which it stands.
    pub fn snippet(&self) -> &str {
        self.text.inner().lines().nth(self.line - 1).unwrap_or("")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        // What is quoted from the file may hold anything; the error stays on one line.
        for character in self.problem.to_string().chars() {
            if character.is_control() {
                write!(f, "{}", character.escape_default())?;
            } else {
                write!(f, "{character}")?;
            }
        }
        match &self.life {
            Some(life) => write!(f, " ({life})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

impl Diagnostic for Error {
    fn code(&self) -> Option<Box<dyn fmt::Display + '_>> {
        Some(Box::new(self.problem.code()))
    }

    fn help(&self) -> Option<Box<dyn fmt::Display + '_>> {
        self.problem.help().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&*self.text)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new_with_span(Some("here".to_owned()), self.span.clone());
        Some(Box::new(std::iter::once(label)))
    }
}

/// Everything that is wrong with a file and those that it names; never empty.
#[derive(Debug, Clone)]
pub struct Errors(Vec<Error>);

impl Errors {
    /// The errors, in the order of the file.
    pub fn iter(&self) -> std::slice::Iter<'_, Error> {
        self.0.iter()
    }
}

impl IntoIterator for Errors {
    type Item = Error;
    type IntoIter = std::vec::IntoIter<Error>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// One line each.
impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            let before = if index == 0 { "" } else { "\n" };
            write!(f, "{before}{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Errors {}

impl Diagnostic for Errors {
    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.0.iter().map(|error| error as &dyn Diagnostic)))
    }
}

/// Gathers what is wrong while a file is checked, so that all of it is told at once.
#[derive(Debug, Default)]
pub(crate) struct Report {
    errors: Vec<Error>,
    /// The life that is being made.
    life: Option<Arc<str>>,
    /// How many problems were noted, known ones among them.
    count: usize,
}

impl Report {
    /// A report on one life.
    pub(crate) fn of(life: String) -> Self {
        Self { life: Some(life.into()), ..Self::default() }
    }

    /// Notes a problem.
    pub(crate) fn say(&mut self, spot: Spot, problem: Problem) {
        let life = self.life.clone();
        self.add(Error { life, ..Error::new(spot, problem) });
    }

    /// Notes an error that was found elsewhere.
    ///
    /// The same place is wrong in many lives and repetitions: it is told once for each thing that
    /// is wrong, and of the same kind no more than [`MOST_ALIKE`] times.
    pub(crate) fn add(&mut self, error: Error) {
        self.count += 1;
        let here = |other: &&Error| {
            other.file == error.file
                && other.span == error.span
                && other.problem.code() == error.problem.code()
        };
        let alike = self.errors.iter().filter(here).count();
        let known = self.errors.iter().filter(here).any(|other| other.problem == error.problem);
        if self.errors.len() < MOST_ERRORS && alike < MOST_ALIKE && !known {
            self.errors.push(error);
        }
    }

    /// Notes everything that was found elsewhere; what was right passes through.
    pub(crate) fn take<T>(&mut self, result: Result<T, Errors>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(errors) => {
                errors.into_iter().for_each(|error| self.add(error));
                None
            }
        }
    }

    /// How many problems were noted, to see whether a step added any.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The value, if nothing was noted.
    pub(crate) fn finish<T>(mut self, value: T) -> Result<T, Errors> {
        if self.errors.is_empty() {
            return Ok(value);
        }
        self.errors.sort_by(|a, b| (&a.file, a.span.start).cmp(&(&b.file, b.span.start)));
        Err(Errors(self.errors))
    }

    /// What was noted. For when a problem was certainly noted.
    pub(crate) fn fail(self) -> Errors {
        match self.finish(()) {
            Err(errors) => errors,
            Ok(()) => unreachable!("a check failed without saying why"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn an_error_is_one_line_and_shows_its_own() {
        let source = Source::new("x.ron", "(\n    noun: \"kye\",\n)");
        let mut report = Report::default();
        let problem = Problem::unknown("thing", "kye", "home \"two-rooms\"", ["key"]);
        report.say(source.spot().field("noun"), problem.clone());
        report.say(source.spot().field("noun"), problem);
        let errors = report.finish(()).expect_err("one problem was noted");
        assert_eq!(
            errors.to_string(),
            "x.ron:2:11: no thing is named \"kye\" in home \"two-rooms\"; did you mean \"key\"?"
        );
        let error = errors.iter().next().expect("the same problem is noted once");
        assert_eq!(error.snippet(), "    noun: \"kye\",");
        let shown = format!("{:?}", miette::Report::new(error.clone()));
        assert!(shown.contains("here"), "{shown}");
    }
}
