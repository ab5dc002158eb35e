//! How nearly a condition holds, and what is missing from it.

use base::{Condition, Noun, Quality, Relation, Share, ThingId};

use crate::truth::Truth;

impl Truth<'_> {
    /// The share of the condition's parts that hold; 1 where it has none to reach and holds.
    ///
    /// `Together` and `Apart` count for as much as they are met: of the best place, the share of the things
    /// that are to be there and of what the place is to be; of the places, the share that have one.
    pub fn share(self, condition: &Condition) -> f32 {
        let parts = condition.parts();
        if parts.is_empty() {
            return if self.holds(condition) { 1.0 } else { 0.0 };
        }
        let held: f32 = parts.iter().map(|part| self.credit(part)).sum();
        held / parts.len() as f32
    }

    /// How nearly one part holds, from 0 to 1; 1 where it does and only there.
    fn credit(self, part: &Condition) -> f32 {
        match part {
            Condition::Together { each, relation, at, that } => {
                let wanted = Wanted { each, relation: *relation, that };
                let best = self.best_place(wanted, at).map_or(0, |place| self.met(wanted, place));
                best as f32 / wanted.all() as f32
            }
            Condition::Apart { of, that, at_least, relation, at } if *at_least > 0 => {
                let places = self.places_with(of, that, *relation, at).len() as u32;
                places.min(*at_least) as f32 / *at_least as f32
            }
            _ if self.holds(part) => 1.0,
            _ => 0.0,
        }
    }

    /// How much of what is wanted of one place is so of this one: things and qualities, one each.
    fn met(self, wanted: Wanted<'_>, place: ThingId) -> usize {
        let there = |share: &Share| {
            self.count_at(share, wanted.relation, place).min(share.at_least as usize)
        };
        let things: usize = wanted.each.iter().map(there).sum();
        things + wanted.that.iter().filter(|quality| self.has(place, quality)).count()
    }

    /// The place of which most is so; of equals the one with the lowest number.
    fn best_place(self, wanted: Wanted<'_>, at: &Noun) -> Option<ThingId> {
        self.present(at).max_by_key(|place| (self.met(wanted, *place), std::cmp::Reverse(*place)))
    }

    /// What is missing from the condition, a sentence for each part.
    pub fn missing(self, condition: &Condition) -> Vec<String> {
        if let Some(parts) = condition.all_of() {
            return parts.iter().flat_map(|part| self.missing(part)).collect();
        }
        match condition {
            _ if self.holds(condition) => Vec::new(),
            Condition::Exists(of, that) => vec![self.nearest_miss(of, that)],
            Condition::Together { each, relation, at, that } => {
                vec![self.nearest_place(Wanted { each, relation: *relation, that }, at)]
            }
            Condition::Apart { of, that, at_least, relation, at } => {
                let places = self.places_with(of, that, *relation, at);
                let named =
                    places.iter().map(|it| format!(", the {}", self.thing(*it).noun.words()));
                let named: String = named.collect();
                vec![format!("{} of {at_least} have one{named}: {condition}", places.len())]
            }
            _ => vec![format!("not so: {condition}")],
        }
    }

    /// Why nothing that the noun fits is so: what the best of them lacks.
    fn nearest_miss(self, of: &Noun, that: &[Quality]) -> String {
        let lacks = |id: &ThingId| {
            let lacking = that.iter().filter(|quality| !self.has(*id, quality));
            lacking.map(ToString::to_string).collect::<Vec<_>>()
        };
        let fitting = self.fitting(of);
        let Some(best) = fitting.iter().min_by_key(|id| (lacks(id).len(), **id)) else {
            return format!("there is no {}", of.words());
        };
        format!("the {} is not {}", self.thing(*best).noun.words(), lacks(best).join(" and not "))
    }

    /// Of the place at which most of the things are together, what it lacks.
    fn nearest_place(self, wanted: Wanted<'_>, at: &Noun) -> String {
        let Some(place) = self.best_place(wanted, at) else {
            return format!("there is no {}", at.words());
        };
        let Wanted { each, relation, that } = wanted;
        let few = each.iter().filter_map(|share| {
            let there = self.count_at(share, relation, place);
            (there < share.at_least as usize).then(|| {
                let (most, of) = (share.at_least, share.of.words());
                format!("{there} of {most} {of} are {relation} it")
            })
        });
        let not_so = that.iter().filter(|quality| !self.has(place, quality));
        let lacks: Vec<String> =
            few.chain(not_so.map(|quality| format!("it is not {quality}"))).collect();
        let noun = self.thing(place).noun.words();
        format!("of the {noun}, {relation} which all should be, {}", lacks.join(", and "))
    }
}

/// What is to be so of one and the same place.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    each: &'a [Share],
    relation: Relation,
    that: &'a [Quality],
}

impl Wanted<'_> {
    /// How many things and qualities that are, at least one.
    fn all(self) -> usize {
        let things: usize = self.each.iter().map(|share| share.at_least as usize).sum();
        (things + self.that.len()).max(1)
    }
}
