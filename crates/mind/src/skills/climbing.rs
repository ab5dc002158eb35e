//! Standing on a thing to reach something high: fetching it, setting it down below, climbing up, and
//! getting down again.
//!
//! That climbing helps at all, nobody knows from here: it comes from memory (see [`crate::remedy`]).

use base::{Action, Handle, Noun};
use body::{Landmark, Seen};

use super::finding::has_just_gone_to;
use super::{Got, Progress, Skills, distance};
use crate::planner::{Remark, Situation};

/// How high a step one's legs take, metres.
const STEP_M: f32 = 0.7;
/// From how many places one looks around for something to stand on.
const MOST_VANTAGE_POINTS: usize = 3;
/// How far from the high thing, level, what one stands on may be, metres.
const NEAR_M: f32 = 1.0;

impl Skills {
    /// Takes note of what the body stands on.
    pub(super) fn note_footing(&mut self, situation: &Situation<'_>) {
        match situation.last_outcome {
            Some(last) if last.result.is_err() => {}
            Some(last) => match &last.action {
                Action::ClimbOnto(thing) => self.up_on = Some(thing.clone()),
                Action::StepDown => self.up_on = None,
                _ => {}
            },
            None => self.up_on = None,
        }
    }

    /// What must be done before this, where that is done standing on the floor.
    pub fn on_firm_ground(&self, action: Action<Handle>) -> Action<Handle> {
        let needs_the_floor = matches!(
            action,
            Action::Go(_)
                | Action::Push(_)
                | Action::PutUnder(..)
                | Action::Sit(_)
                | Action::Lie(_)
                | Action::ClimbOnto(_)
        );
        if self.up_on.is_some() && needs_the_floor { Action::StepDown } else { action }
    }

    /// Things in view that one may stand on, by their looks: stout, with a flat top that a step
    /// reaches, and light enough to be brought. The higher first.
    pub fn stands_in_view(&self, situation: &Situation<'_>) -> Vec<Noun> {
        let percepts = situation.percepts;
        let top_mm = |seen: &Seen| (seen.position[1] * 2000.0).round() as i64;
        let mut stands: Vec<&Seen> = percepts
            .seen
            .iter()
            .filter(|seen| seen.affords.bearing && seen.affords.carrying)
            .filter(|seen| is_on_the_floor(seen) && top_mm(seen) <= (STEP_M * 1000.0) as i64)
            .collect();
        stands.sort_by(|a, b| top_mm(b).cmp(&top_mm(a)).then_with(|| a.noun.cmp(&b.noun)));
        stands.into_iter().map(|seen| seen.noun.clone()).collect()
    }

    /// The next step of looking around from places far from one another, for what is hidden behind
    /// furniture from here; none where that has been done often enough.
    pub fn look_from_afar(&mut self, situation: &Situation<'_>) -> Option<Action<Handle>> {
        let percepts = situation.percepts;
        if !situation.just_did(&Action::Look) {
            self.looked_from.push(percepts.feet);
            return Some(Action::Look);
        }
        if self.looked_from.len() >= MOST_VANTAGE_POINTS {
            return None;
        }
        let nearest_mm = |landmark: &Landmark| {
            let to = |feet: &[f32; 3]| (distance(*feet, landmark.position) * 1000.0).round() as i64;
            self.looked_from.iter().map(to).min().unwrap_or(0)
        };
        let farthest = percepts
            .landmarks
            .iter()
            .filter(|landmark| self.may_try(situation, &Action::Go(landmark.handle)))
            .max_by_key(|landmark| (nearest_mm(landmark), std::cmp::Reverse(&landmark.noun)))?;
        Some(Action::Go(farthest.handle))
    }

    /// Stands on the thing within reach of what is too high, bringing the thing there first.
    pub fn climb_below(
        &mut self,
        stand: &Noun,
        high: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        if self.up_on.as_ref() == Some(stand) {
            return Progress::Done;
        }
        let percepts = situation.percepts;
        let is_landmark = |noun: &Noun| percepts.landmarks.iter().find(|l| l.noun == *noun);
        let in_view = |noun: &Noun| percepts.seen.iter().find(|seen| seen.noun == *noun);
        let high_at = is_landmark(high)
            .map(|landmark| (landmark.handle, landmark.position))
            .or_else(|| in_view(high).map(|seen| (seen.handle, seen.position)));
        let Some((high, high_at)) = high_at else { return Progress::Impossible };
        let Some(seen) = in_view(stand) else {
            // It was there when it was chosen, or has just been set down out of sight.
            return if situation.just_did(&Action::Look) {
                Progress::Impossible
            } else {
                Progress::Act(Action::Look)
            };
        };
        if percepts.holds(seen.handle) {
            // What is dropped falls before the feet, so they have to point there.
            if !has_just_gone_to(high, situation) {
                return self.act(situation, Action::Go(high));
            }
            self.set_down = Some(stand.clone());
            return self.act(situation, Action::Drop(seen.handle));
        }
        let is_near = distance(seen.position, high_at) <= NEAR_M * NEAR_M;
        if !is_near && self.set_down.as_ref() != Some(stand) {
            return match self.take(stand, &[], situation, remarks) {
                Got::First(progress) => progress,
                // Something that is called alike is in the hand.
                Got::Thing(_) => Progress::Impossible,
            };
        }
        let handle = get!(self.bring_into_reach(stand, situation, remarks));
        self.act(situation, Action::ClimbOnto(handle))
    }
}

fn is_on_the_floor(seen: &Seen) -> bool {
    seen.place.is_none_or(|(relation, _)| relation == base::Relation::Under)
}
