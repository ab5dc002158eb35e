//! Does nothing for a while. Ends early when something is noticed or heard.

use base::Fact;

/// One can always wait.
pub(crate) struct CanWait(());

pub(super) fn check() -> CanWait {
    CanWait(())
}

pub(super) fn apply(CanWait(()): CanWait) -> Vec<Fact> {
    Vec::new()
}
