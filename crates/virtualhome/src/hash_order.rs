//! The order in which the reference walks a set of ids.
//!
//! Where several nodes would do, the reference takes the first one that its set gives, and that is
//! a matter of hashing: ids hash to themselves, slots near the first are probed before farther ones,
//! and a removed id leaves its slot to one that is probed there later. To take the same node, the
//! same table is built here. It follows CPython 3.11 and is not a set to be used as such.

const LEAST_SLOTS: usize = 8;
const PROBES: usize = 9;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Unused,
    Removed,
    Holds(u32),
}

/// A table that holds ids in the reference's order.
#[derive(Debug, Clone)]
pub(crate) struct HashOrder {
    slots: Vec<Slot>,
    /// Slots that hold or held an id.
    filled: usize,
    used: usize,
}

impl HashOrder {
    pub fn new() -> Self {
        Self { slots: vec![Slot::Unused; LEAST_SLOTS], filled: 0, used: 0 }
    }

    /// The ids, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.slots.iter().filter_map(|slot| match slot {
            Slot::Holds(id) => Some(*id),
            Slot::Unused | Slot::Removed => None,
        })
    }

    pub fn add(&mut self, id: u32) {
        let mut removed = None;
        for place in probe(self.slots.len(), id) {
            match self.slots[place] {
                Slot::Holds(held) if held == id => return,
                Slot::Holds(_) => {}
                Slot::Removed => removed = Some(place),
                Slot::Unused => {
                    self.slots[removed.unwrap_or(place)] = Slot::Holds(id);
                    self.used += 1;
                    self.filled += usize::from(removed.is_none());
                    break;
                }
            }
        }
        if removed.is_none() && self.filled * 5 >= (self.slots.len() - 1) * 3 {
            self.resize(self.used * 4);
        }
    }

    pub fn remove(&mut self, id: u32) {
        let held = |slot| slot == Slot::Unused || slot == Slot::Holds(id);
        let mut probed = probe(self.slots.len(), id);
        let place = probed.find(|place| held(self.slots[*place])).expect("a table is never full");
        if self.slots[place] == Slot::Holds(id) {
            self.slots[place] = Slot::Removed;
            self.used -= 1;
        }
    }

    /// Removes these ids in one go, after which a table with many removed slots is built anew.
    pub fn remove_all(&mut self, ids: impl IntoIterator<Item = u32>) {
        ids.into_iter().for_each(|id| self.remove(id));
        if self.filled - self.used > (self.slots.len() - 1) / 4 {
            self.resize(self.used * 4);
        }
    }

    /// A copy as the reference makes one: without removed slots.
    pub fn copied(&self) -> Self {
        let mut copy = Self::new();
        if self.used * 5 >= (copy.slots.len() - 1) * 3 {
            copy.resize(self.used * 2);
        }
        if copy.slots.len() == self.slots.len() && self.filled == self.used {
            return self.clone();
        }
        self.iter().for_each(|id| copy.insert_clean(id));
        copy
    }

    fn resize(&mut self, least: usize) {
        let mut slots = LEAST_SLOTS;
        while slots <= least {
            slots <<= 1;
        }
        let old = std::mem::replace(&mut self.slots, vec![Slot::Unused; slots]);
        (self.filled, self.used) = (0, 0);
        for slot in old {
            if let Slot::Holds(id) = slot {
                self.insert_clean(id);
            }
        }
    }

    /// Inserts an id that is not there into a table that has no removed slots and does not grow.
    fn insert_clean(&mut self, id: u32) {
        let place = probe(self.slots.len(), id)
            .find(|place| self.slots[*place] == Slot::Unused)
            .expect("a table is never full");
        self.slots[place] = Slot::Holds(id);
        self.filled += 1;
        self.used += 1;
    }
}

/// The slots that are tried for an id, one after the other.
fn probe(slots: usize, id: u32) -> impl Iterator<Item = usize> {
    let mask = slots - 1;
    let mut perturb = id as usize;
    let mut start = perturb & mask;
    let mut near = 0;
    std::iter::from_fn(move || {
        let last = if start + PROBES <= mask { PROBES } else { 0 };
        if near > last {
            perturb >>= 5;
            start = (start * 5 + 1 + perturb) & mask;
            near = 0;
        }
        near += 1;
        Some(start + near - 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Operations (negative: removed), the order after them, ids then added, ids then removed, the
    /// order of the copy after that; all of it told by CPython 3.11.
    type Told = (&'static [i64], &'static [u32], &'static [u32], &'static [u32], &'static [u32]);

    const TOLD: &[Told] = &[
        (
            &[1004, 431, 398, 1005, 195, -1004],
            &[195, 1005, 398, 431],
            &[82, 391, 409, 1003, 1000],
            &[195, 391, 409],
            &[1000, 1003, 1005, 398, 431, 82],
        ),
        (
            &[317, 447, 1002, -1002, -447, -317, 419, 363],
            &[419, 363],
            &[420, 157, 247, 357, 1003, 1000],
            &[247, 420],
            &[419, 357, 1000, 363, 1003, 157],
        ),
        (
            &[247, -247, 188, -188, 1007, -1007, 441, 1003, -441, -1003, 1002, 83],
            &[1002, 83],
            &[274, 208, 17, 122, 380, 305, 1003, 1000],
            &[274, 305, 1000],
            &[1002, 1003, 208, 17, 83, 122, 380],
        ),
        (
            &[
                334, 1000, 107, -334, -1000, 1002, -1002, 207, 1002, -1002, -207, 356, 1008, 1004,
                1000, 1005, 1008, 1005, 1002, 172, 1003, 245, 374, 1008,
            ],
            &[356, 1000, 1002, 107, 172, 1004, 1005, 1003, 1008, 245, 374],
            &[284, 397, 444, 327, 139, 369, 15, 101, 82, 301, 226, 320, 1003, 1000],
            &[82, 172, 245, 397, 1004, 1005, 1008],
            &[139, 15, 284, 301, 444, 320, 327, 226, 356, 101, 1000, 1002, 107, 1003, 369, 374],
        ),
        (
            &[
                85, 93, 1007, -93, 1005, 439, 281, 1001, 1009, 1002, 1008, 1009, 102, -1009, 315,
                1009, 1007, 1006, 1009, 1007, 1004, -1006, -281, 424, 287, 401, -1004, -287, 1004,
                375, -401, 284, 280, 1006, 1006, 1003, 1001, 1006, -1008, 170,
            ],
            &[
                280, 284, 424, 170, 439, 315, 85, 102, 1001, 1002, 1003, 1004, 1005, 1006, 1007,
                1009, 375,
            ],
            &[
                278, 416, 25, 36, 376, 118, 137, 420, 44, 406, 33, 340, 14, 171, 370, 220, 208,
                360, 250, 1003, 1000,
            ],
            &[36, 44, 85, 118, 137, 170, 278, 360, 376, 1005, 1006, 1007],
            &[
                1000, 14, 208, 340, 406, 280, 25, 284, 220, 375, 416, 33, 420, 102, 424, 1001,
                1002, 1003, 1004, 1009, 171, 370, 439, 250, 315,
            ],
        ),
    ];

    #[test]
    fn sets_are_walked_in_the_order_of_the_reference() {
        for (operations, after, added, removed, copied) in TOLD {
            let mut set = HashOrder::new();
            for id in *operations {
                let number = u32::try_from(id.abs()).expect("a small id");
                if *id > 0 { set.add(number) } else { set.remove(number) }
            }
            assert_eq!(set.iter().collect::<Vec<_>>(), *after);
            let mut copy = set.copied();
            added.iter().for_each(|id| copy.add(*id));
            copy.remove_all(removed.iter().copied());
            assert_eq!(copy.iter().collect::<Vec<_>>(), *copied);
        }
    }
}
