//! What a person writes to set up a home and a story, and what may run of it.
//!
//! A file from outside takes one road: `written` is what the author typed, [`checked`] is what may
//! run. A scenario names variants and draws; one variant with one seed is a [`checked::Life`].

pub mod checked;
