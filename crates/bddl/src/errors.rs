//! What is wrong with a file, and where.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};

use crate::mistake::Mistake;
use crate::source::Source;

/// More are not told at once: whoever made so many mistakes starts with the first.
const MOST_ERRORS: usize = 100;

/// One thing that is wrong, and where it is written.
///
/// Its text is one line: `tea.bddl:12:5: no predicate is named "ontp" in domain "omnigibson"; did
/// you mean "ontop"?`. As a [`Diagnostic`] it shows the lines of the file as well.
#[derive(Debug, Clone)]
pub struct Error {
    /// What is wrong.
    pub mistake: Mistake,
    /// The name of the file.
    pub file: Arc<str>,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// The bytes of the file that it is about.
    pub span: Range<usize>,
    text: Arc<NamedSource<String>>,
}

impl Error {
    pub(crate) fn new(source: &Source, span: &Range<usize>, mistake: Mistake) -> Self {
        let span = source.clip(span);
        let (line, column) = source.line_and_column(span.start);
        let (file, text) = (source.name.clone(), source.text.clone());
        Self { mistake, file, line, column, span, text }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        // What is quoted from the file may hold anything; the error stays on one line.
        for character in self.mistake.to_string().chars() {
            if character.is_control() {
                write!(f, "{}", character.escape_default())?;
            } else {
                write!(f, "{character}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

impl Diagnostic for Error {
    fn code(&self) -> Option<Box<dyn fmt::Display + '_>> {
        Some(Box::new(self.mistake.code()))
    }

    fn help(&self) -> Option<Box<dyn fmt::Display + '_>> {
        Some(Box::new("docs/bddl.md says what may be written"))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&*self.text)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new_with_span(Some("here".to_owned()), self.span.clone());
        Some(Box::new(std::iter::once(label)))
    }
}

/// Everything that is wrong with a file; never empty.
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

/// Gathers what is wrong while a file is read, so that all of it is told at once.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    source: &'a Source,
    errors: Vec<Error>,
}

impl<'a> Report<'a> {
    pub(crate) fn on(source: &'a Source) -> Self {
        Self { source, errors: Vec::new() }
    }

    /// Notes a mistake. Gives back nothing, for use in place of the value that could not be read.
    pub(crate) fn say<T>(&mut self, span: &Range<usize>, mistake: Mistake) -> Option<T> {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push(Error::new(self.source, span, mistake));
        }
        None
    }

    /// What was noted, in the order of the file.
    pub(crate) fn into_errors(mut self) -> Vec<Error> {
        self.errors.sort_by_key(|error| error.span.start);
        self.errors
    }

    /// The value, if nothing was noted.
    pub(crate) fn finish<T>(self, value: Option<T>) -> Result<T, Errors> {
        match (value, self.into_errors()) {
            (Some(value), errors) if errors.is_empty() => Ok(value),
            (_, errors) => {
                assert!(!errors.is_empty(), "reading failed without saying why");
                Err(Errors(errors))
            }
        }
    }
}
