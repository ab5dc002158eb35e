//! Keeps everything and recalls nothing: the lower bound of every comparison.

use base::UnitId;
use memory::{Budget, MemoryError, MemorySystem, MemoryUnit, Question, Recall, Shelf};

/// A memory that never comes to mind.
#[derive(Debug, Clone, Default)]
pub struct Nothing {
    shelf: Shelf,
}

impl Nothing {
    /// An empty memory.
    pub fn new() -> Self {
        Self::default()
    }
}

impl MemorySystem for Nothing {
    fn name(&self) -> &str {
        "nothing"
    }

    fn record(&mut self, unit: MemoryUnit) -> Result<UnitId, MemoryError> {
        Ok(self.shelf.record(unit)?.id())
    }

    fn recall(&self, _: &Question, _: &Budget) -> Result<Recall, MemoryError> {
        Ok(Recall::default())
    }

    fn erase(&mut self, id: UnitId) -> bool {
        self.shelf.erase(id).is_some()
    }

    crate::kept_on_the_shelf!();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_keeps_the_promises() {
        memory::conformance::check(|| Box::new(Nothing::new()));
        memory::conformance::check_order(|| Box::new(Nothing::new()));
    }
}
