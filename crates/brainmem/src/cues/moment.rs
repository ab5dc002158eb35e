//! What happened then? The units that were lived around a moment.

use base::{SimTime, UnitId};
use memory::postings::Topic;

use super::{Cue, LOOKED_BACK};

impl Cue<'_> {
    pub(super) fn what_happened(&mut self, time: SimTime) {
        let at = (time, UnitId(0));
        let list = &self.store.postings;
        let around: Vec<(SimTime, UnitId)> = list
            .up_to(&Topic::All, at)
            .take(LOOKED_BACK / 2)
            .chain(list.from(&Topic::All, at).take(LOOKED_BACK / 2))
            .collect();
        for (lived, id) in around {
            self.seeds.looked_at += 1;
            let ticks = lived.ticks_since(time).max(time.ticks_since(lived));
            let minutes = ticks as f32 / (60 * base::time::TICKS_PER_SECOND) as f32;
            self.seeds.add(id, 1.0 / (1.0 + minutes / 10.0));
        }
    }
}
