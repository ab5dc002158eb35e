//! Why a command could not do its work: told to the person, exit code 2.

use std::fmt;

/// A message for the person at the terminal.
#[derive(Debug)]
pub struct Failure(String);

/// What a command gives back.
pub type Done = Result<std::process::ExitCode, Failure>;

impl Failure {
    /// A failure with these words.
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    /// All errors of a file, with the lines that they are about.
    pub fn in_file(errors: scenario::Errors) -> Self {
        let reports: Vec<String> = errors
            .into_iter()
            .map(|error| {
                let line = error.to_string();
                format!("{line}\n{:?}", miette::Report::new(error))
            })
            .collect();
        Self(reports.join("\n"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        let mut words = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            let cause_words = cause.to_string();
            if !words.contains(&cause_words) {
                words = format!("{words}: {cause_words}");
            }
            source = cause.source();
        }
        Self(words)
    }
}
