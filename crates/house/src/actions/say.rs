//! Says something. Who hears it, and what follows, is for whoever listens.

use base::Fact;

/// One can always say something.
pub(crate) struct CanSay(());

pub(super) fn check() -> CanSay {
    CanSay(())
}

pub(super) fn apply(CanSay(()): CanSay) -> Vec<Fact> {
    Vec::new()
}
