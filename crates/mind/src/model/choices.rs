//! The skills among which the model planner chooses, as far as the agent perceives and believes.
//!
//! A skill is an action with all that it needs: whoever puts a pan on a burner fetches the pan,
//! goes there and opens what is in the way. So going, looking, taking and opening are no skills of
//! their own, unless the goal asks for them.

use std::collections::BTreeSet;

use base::{Action, Condition, Noun, Quality, Relation, State};
use body::Affords;

use crate::beliefs::Evidence;
use crate::planner::Situation;

/// How long one can choose to wait, seconds.
const WAITS: [u32; 2] = [30, 60];

/// Whether an action is a skill of its own for a goal, and no part of others.
pub fn is_skill(action: &Action<Noun>, goal: &Condition) -> bool {
    match action {
        Action::Go(_) | Action::Look | Action::Search(_) | Action::GiveUp => false,
        Action::Open(thing) => wants(goal, thing, |quality| *quality == Quality::Is(State::Open)),
        Action::Take(thing) => {
            wants(goal, thing, |quality| matches!(quality, Quality::At(Relation::HeldBy, _)))
        }
        _ => true,
    }
}

fn wants(goal: &Condition, thing: &Noun, quality: impl Fn(&Quality) -> bool) -> bool {
    goal.parts().into_iter().any(|part| match part {
        Condition::Exists(of, that) | Condition::ForAll(of, that) => {
            of.fits(thing) && that.iter().any(&quality)
        }
        Condition::Count { of, that, .. } => of.fits(thing) && that.iter().any(&quality),
        _ => false,
    })
}

/// The skills that look possible now, in a fixed order: what can be done with the things at stake,
/// every switch and door, waiting; and what comes to mind of earlier days, done with the things of
/// the goal where it was done with others of their kind.
///
/// `at_stake` are the things of the goal and what was handled in this episode. Computed from
/// percepts and beliefs alone.
pub fn skills(
    situation: &Situation<'_>,
    goal: &Condition,
    at_stake: &BTreeSet<Noun>,
) -> Vec<Action<Noun>> {
    let around = Around::new(situation);
    let mut skills = BTreeSet::new();
    for thing in at_stake {
        around.with(thing, &mut skills);
    }
    around.fixtures(&mut skills);
    skills.extend(WAITS.map(Action::Wait));
    skills.extend(remembered(situation, goal));
    let wanted = |skill: &Action<Noun>| is_skill(skill, goal) && !around.is_so_already(skill);
    skills.into_iter().filter(wanted).collect()
}

/// What is known of what can be handled.
struct Around<'a> {
    situation: &'a Situation<'a>,
    /// Everything known and what it looks made for.
    known: Vec<(&'a Noun, Affords)>,
}

impl<'a> Around<'a> {
    fn new(situation: &'a Situation<'a>) -> Self {
        let percepts = situation.percepts;
        let mut known: Vec<(&Noun, Affords)> =
            percepts.seen.iter().map(|seen| (&seen.noun, seen.affords)).collect();
        known.extend(percepts.landmarks.iter().map(|mark| (&mark.noun, mark.affords)));
        // What is out of view is made for what its like in view is made for; loose it is in any case.
        for thing in situation.beliefs.known_things() {
            let alike = known.iter().find(|(noun, _)| noun.kind() == thing.kind());
            let loose = Affords { carrying: true, ..Affords::default() };
            let affords = alike.map_or(loose, |(_, affords)| *affords);
            known.push((thing, affords));
        }
        known.sort_by(|a, b| a.0.cmp(b.0));
        known.dedup_by(|a, b| a.0 == b.0);
        Self { situation, known }
    }

    fn that(&self, affords: impl Fn(&Affords) -> bool) -> impl Iterator<Item = Noun> {
        let fitting = self.known.iter().filter(move |(_, looks)| affords(looks));
        fitting.map(|(noun, _)| (*noun).clone())
    }

    fn shows(&self, thing: &Noun, state: State) -> Option<bool> {
        let belief = self.situation.beliefs.state(thing, state)?;
        (belief.evidence == Evidence::Perceived).then_some(belief.holds)
    }

    /// What can be done with a thing at stake.
    fn with(&self, thing: &Noun, skills: &mut BTreeSet<Action<Noun>>) {
        let Some((_, affords)) = self.known.iter().find(|(noun, _)| *noun == thing) else {
            return;
        };
        let x = || thing.clone();
        let mut each = |others: &mut dyn Iterator<Item = Noun>,
                        act: fn(Noun, Noun) -> Action<Noun>| {
            let others = others.filter(|other| other != thing);
            skills.extend(others.map(|other| act(x(), other)));
        };
        if affords.carrying {
            each(&mut self.that(|looks| looks.putting_on), Action::PutOn);
            each(&mut self.that(|looks| looks.putting_in), Action::PutIn);
            each(&mut self.that(|looks| looks.discarding), |x, _| Action::ThrowAway(x));
        }
        if affords.being_cracked {
            each(&mut self.that(|looks| looks.carrying && looks.putting_in), Action::Crack);
        }
        if affords.being_cut {
            each(&mut self.that(|looks| looks.cutting), Action::Slice);
            each(&mut self.that(|looks| looks.cutting), Action::Dice);
        }
        if self.shows(thing, State::Filled) == Some(true) {
            each(&mut self.that(|looks| looks.holding_liquid), |x, y| Action::Pour(x, y, None));
            each(&mut self.that(|looks| looks.rinsing), Action::Empty);
        } else if affords.holding_liquid {
            each(&mut self.that(|looks| looks.rinsing), Action::Fill);
        }
        if self.shows(thing, State::Dirty) != Some(false) {
            each(&mut self.that(|looks| looks.wiping), Action::Wipe);
        }
        if self.shows(thing, State::Wet) == Some(true) {
            each(&mut self.that(|looks| looks.wiping), Action::Dry);
        }
        if affords.being_washed && self.shows(thing, State::Dirty) != Some(false) {
            skills.insert(Action::Wash(x()));
        }
        if affords.carrying {
            skills.insert(Action::Take(x()));
        }
        if affords.bearing {
            skills.insert(Action::ClimbOnto(x()));
        }
    }

    /// Doors and switches, whatever they belong to.
    fn fixtures(&self, skills: &mut BTreeSet<Action<Noun>>) {
        for (noun, affords) in &self.known {
            if affords.opening {
                skills.insert(Action::Open((*noun).clone()));
                if self.shows(noun, State::Open) == Some(true) {
                    skills.insert(Action::Close((*noun).clone()));
                }
            }
            if affords.switching {
                let runs = self.shows(noun, State::Running) == Some(true);
                skills.insert(Action::Toggle((*noun).clone(), !runs));
            }
        }
    }

    /// Whether the skill would change nothing, as is seen.
    fn is_so_already(&self, skill: &Action<Noun>) -> bool {
        let seen_at = |thing: &Noun, relation, at: &Noun| {
            self.situation.beliefs.where_is(thing).into_iter().any(|sighting| {
                sighting.noun == *thing
                    && sighting.evidence == Evidence::Perceived
                    && sighting.place.0 == relation
                    && sighting.place.1 == *at
            })
        };
        match skill {
            Action::PutOn(thing, at) => seen_at(thing, Relation::On, at),
            Action::PutIn(thing, at) => seen_at(thing, Relation::In, at),
            Action::Toggle(thing, on) => self.shows(thing, State::Running) == Some(*on),
            Action::Open(thing) => self.shows(thing, State::Open) == Some(true),
            Action::Close(thing) => self.shows(thing, State::Open) == Some(false),
            Action::Slice(thing, _) => self.shows(thing, State::Sliced) == Some(true),
            Action::Dice(thing, _) => self.shows(thing, State::Diced) == Some(true),
            Action::Crack(thing, _) => self.shows(thing, State::Cracked) == Some(true),
            _ => false,
        }
    }
}

/// What came to mind as done, with the things of the goal for others of their kind.
fn remembered(situation: &Situation<'_>, goal: &Condition) -> BTreeSet<Action<Noun>> {
    let own: Vec<&Noun> = match goal.parts().first() {
        Some(Condition::Exists(of, _) | Condition::ForAll(of, _)) => vec![of],
        _ => Vec::new(),
    };
    let swap = |noun: Noun| {
        let like = own.iter().find(|own| own.kind() == noun.kind() && **own != &noun);
        like.map_or(noun, |own| (*own).clone())
    };
    let done = situation.beliefs.units().filter(|(_, unit)| unit.valence >= 0.0);
    done.flat_map(|(_, unit)| unit.actions.iter()).cloned().map(|action| action.map(swap)).collect()
}
