//! The rules planner: works towards a goal from beliefs, without a language model.
//!
//! It is reactive: at each decision it looks at which parts of the goal are not yet seen to hold
//! and takes the next step of the first that it knows a way for. What it does not know it asks
//! memory, once for each question, and after that it searches or tries.

use base::{Action, Condition, Noun, Quality, State};
use body::GivenGoal;
use memory::Ask;

use crate::beliefs::Beliefs;
use crate::planner::{Decision, Planner, Remark, Situation};
use crate::procedure::Procedure;
use crate::skills::{Progress, Skills, known_cloth};

mod following;
mod getting_over;
mod holding;
mod joint;
mod making;
mod meanwhile;
mod pouring;
mod unwanted;

use self::getting_over::GettingOver;
pub use self::holding::is_seen_to_hold;
use self::holding::{is_perceived, is_seen_to_be};
use self::making::changes_the_thing;
use self::meanwhile::Running;
use self::pouring::Much;
use self::unwanted::unwanted;

/// The planner `rules`.
#[derive(Debug, Clone, Default)]
pub struct RulesPlanner {
    skills: Skills,
    running: Option<Running>,
    /// Procedures that did not bring their result.
    failed: Vec<Procedure>,
    getting_over: GettingOver,
    /// What the goal wants poured into which vessel.
    wanted_in: Vec<(Noun, Noun)>,
}

impl Planner for RulesPlanner {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn decide(&mut self, situation: &Situation<'_>, remarks: &mut Vec<Remark>) -> Decision {
        self.skills.note_outcome(situation);
        match self.choose(situation, remarks) {
            Decision::Act(action) => Decision::Act(self.skills.on_firm_ground(action)),
            decision => decision,
        }
    }
}

impl RulesPlanner {
    fn choose(&mut self, situation: &Situation<'_>, remarks: &mut Vec<Remark>) -> Decision {
        let Some(goal) = situation.goal else {
            return Decision::Done;
        };
        let how = how_was_done(goal);
        if !situation.asked.contains(&how) {
            return Decision::Ask(how);
        }
        self.wanted_in = pouring::wanted_in(&goal.condition);
        match self.getting_over.go_on(&mut self.skills, situation, remarks) {
            Progress::Act(action) => return Decision::Act(action),
            Progress::Ask(ask) => return Decision::Ask(ask),
            Progress::Later | Progress::Done | Progress::Impossible => {}
        }
        if let Progress::Act(action) = self.take_off(situation, remarks) {
            return Decision::Act(action);
        }
        // What has been begun comes first, or a part that the steps undo would undo the steps; unless
        // it goes on by itself and time presses.
        if let Some((thing, state)) = self.under_way(situation.beliefs)
            && !self.goes_on_by_itself(situation)
            && let Progress::Act(action) = self.follow_procedure(&thing, state, situation, remarks)
        {
            return Decision::Act(action);
        }
        for part in unwanted(&goal.condition) {
            match self.achieve(part, situation, remarks) {
                Progress::Act(action) => return Decision::Act(action),
                Progress::Ask(_) | Progress::Later | Progress::Done | Progress::Impossible => {}
            }
        }
        let mut all_hold = true;
        let mut must_wait = false;
        for part in goal.condition.parts() {
            if is_seen_to_hold(part, situation.beliefs) {
                continue;
            }
            all_hold = false;
            match self.achieve(part, situation, remarks) {
                Progress::Act(action) => return Decision::Act(action),
                Progress::Ask(ask) => return Decision::Ask(ask),
                Progress::Later => must_wait = true,
                Progress::Done | Progress::Impossible => {}
            }
        }
        if all_hold {
            return Decision::Done;
        }
        if must_wait && let Progress::Act(action) = self.tend(situation, remarks) {
            return Decision::Act(action);
        }
        // Nothing known leads on; perhaps something that was not found yet does.
        match self.skills.explore(situation) {
            Progress::Act(action) => Decision::Act(action),
            Progress::Ask(ask) => Decision::Ask(ask),
            Progress::Later | Progress::Done | Progress::Impossible => {
                Decision::Act(Action::GiveUp)
            }
        }
    }
}

/// The question that is asked when a goal is given.
pub fn how_was_done(goal: &GivenGoal) -> Ask {
    Ask::HowWasDone { words: goal.words.clone(), condition: goal.condition.clone() }
}

impl RulesPlanner {
    fn achieve(
        &mut self,
        part: &Condition,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        match part {
            Condition::Exists(of, that) => self.achieve_for(of, that, situation, remarks),
            Condition::ForAll(of, that) => {
                let known: Vec<Noun> =
                    situation.beliefs.known_fitting(of).into_iter().cloned().collect();
                for noun in known {
                    if !is_seen_to_be(&noun, that, situation.beliefs) {
                        return self.achieve_for_one(&noun, that, situation, remarks);
                    }
                }
                self.skills.explore(situation)
            }
            Condition::Count { of, that, .. } => {
                // Those that satisfy already must stay where they are.
                let known: Vec<Noun> =
                    situation.beliefs.known_fitting(of).into_iter().cloned().collect();
                let satisfies = |noun: &Noun| is_seen_to_be(noun, that, situation.beliefs);
                let before = self.skills.avoid.clone();
                self.skills.avoid.extend(known.into_iter().filter(satisfies));
                let progress = self.achieve_for(of, that, situation, remarks);
                self.skills.avoid = before;
                progress
            }
            Condition::Together { at, .. } => self.bring_together(part, at, situation, remarks),
            Condition::Apart { of, that, relation, at, .. } => {
                self.set_apart(of, that, *relation, at, situation, remarks)
            }
            Condition::Any(parts) => {
                for part in parts {
                    match self.achieve(part, situation, remarks) {
                        Progress::Impossible => {}
                        progress => return progress,
                    }
                }
                Progress::Impossible
            }
            Condition::All(parts) | Condition::InOrder(parts) | Condition::AtOnce(parts) => {
                let in_order = matches!(part, Condition::InOrder(_));
                let mut all = Progress::Done;
                for part in parts {
                    if is_seen_to_hold(part, situation.beliefs) {
                        continue;
                    }
                    match self.achieve(part, situation, remarks) {
                        Progress::Done => {}
                        Progress::Later if !in_order => all = Progress::Later,
                        progress => return progress,
                    }
                }
                all
            }
            Condition::Within(_, part) => self.achieve(part, situation, remarks),
            Condition::Not(part) => match &**part {
                Condition::Exists(of, that) => self.take_away(of, that, situation, remarks),
                _ => Progress::Impossible,
            },
            Condition::Never(_) => Progress::Impossible,
        }
    }

    /// Works towards exactly this thing having all these qualities.
    fn achieve_for_one(
        &mut self,
        noun: &Noun,
        that: &[Quality],
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        // "Cup" fits the red cup too.
        let others =
            situation.beliefs.known_fitting(noun).into_iter().filter(|other| *other != noun);
        let before = self.skills.avoid.clone();
        self.skills.avoid.extend(others.cloned());
        let progress = self.achieve_for(noun, that, situation, remarks);
        self.skills.avoid = before;
        progress
    }

    /// Works towards one thing that has all these qualities: what changes it first, then where it
    /// belongs, then doors and switches.
    fn achieve_for(
        &mut self,
        of: &Noun,
        that: &[Quality],
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let mut changes: Vec<State> = that
            .iter()
            .filter_map(|quality| match quality {
                Quality::Is(state) if changes_the_thing(*state) => Some(*state),
                _ => None,
            })
            .collect();
        changes.sort_unstable();
        let mut thing = of.clone();
        for (index, state) in changes.iter().enumerate() {
            match self.known_with(of, &changes[..=index], situation.beliefs) {
                Some(noun) => thing = noun,
                None => return self.make(&thing, *state, situation, remarks),
            }
        }
        if that.contains(&Quality::IsNot(State::Stained)) {
            let progress = self.skills.remove_stain(&thing, situation, remarks);
            if progress != Progress::Done {
                return progress;
            }
        }
        if that.contains(&Quality::IsNot(State::Dirty)) {
            match self.known_clean(&thing, situation.beliefs) {
                Some(noun) => thing = noun,
                None => return self.skills.wash(&thing, situation, remarks),
            }
        }
        if thing != *of || !self.is_only(&thing, situation.beliefs) && !changes.is_empty() {
            return self.achieve_for_one(&thing, that, situation, remarks);
        }
        for quality in that {
            let progress = match quality {
                Quality::At(relation, at) => {
                    if self.skills.seen_at(situation, &thing, *relation, at).is_some() {
                        continue;
                    }
                    self.skills.put(&thing, *relation, at, situation, remarks)
                }
                Quality::Holds(what) | Quality::FilledWith(what) | Quality::CoveredWith(what) => {
                    if is_seen_to_be(&thing, std::slice::from_ref(quality), situation.beliefs) {
                        continue;
                    }
                    self.pour_on(&thing, what, Much::for_quality(quality), situation, remarks)
                }
                Quality::Is(State::Open) => {
                    self.step(&Action::Open(thing.clone()), situation, remarks)
                }
                Quality::IsNot(State::Open) => {
                    self.step(&Action::Close(thing.clone()), situation, remarks)
                }
                Quality::Is(State::Running) => {
                    self.step(&Action::Toggle(thing.clone(), true), situation, remarks)
                }
                Quality::IsNot(State::Running) => {
                    self.step(&Action::Toggle(thing.clone(), false), situation, remarks)
                }
                Quality::IsNot(State::Wet)
                    if !is_perceived(&thing, State::Wet, false, situation.beliefs) =>
                {
                    let Some(towel) = known_cloth(situation) else {
                        return self.skills.explore(situation);
                    };
                    self.step(&Action::Dry(thing.clone(), towel), situation, remarks)
                }
                Quality::IsNot(state @ (State::Frozen | State::Cold | State::Hot))
                    if !is_perceived(&thing, *state, false, situation.beliefs) =>
                {
                    self.skills.leave_to_the_air(&thing, situation, remarks)
                }
                Quality::Is(_) | Quality::IsNot(_) => continue,
            };
            if progress != Progress::Done {
                return progress;
            }
        }
        Progress::Done
    }

    /// A thing that the noun fits and that was seen in this episode to be in all of these states.
    fn known_with(&self, of: &Noun, states: &[State], beliefs: &Beliefs) -> Option<Noun> {
        let all_hold =
            |noun: &Noun| states.iter().all(|state| is_perceived(noun, *state, true, beliefs));
        self.candidates(of, beliefs).find(|noun| all_hold(noun)).cloned()
    }

    /// A thing that the noun fits and that was seen in this episode to be clean.
    fn known_clean(&self, of: &Noun, beliefs: &Beliefs) -> Option<Noun> {
        let is_clean = |noun: &Noun| is_perceived(noun, State::Dirty, false, beliefs);
        self.candidates(of, beliefs).find(|noun| is_clean(noun)).cloned()
    }

    /// The known things that the noun fits, without what is to be left alone.
    fn candidates<'b>(&self, of: &'b Noun, beliefs: &'b Beliefs) -> impl Iterator<Item = &'b Noun> {
        let known = beliefs.known_fitting(of);
        known.into_iter().filter(|noun| !self.skills.avoid.contains(*noun))
    }

    /// Whether the noun can mean no other known thing.
    fn is_only(&self, noun: &Noun, beliefs: &Beliefs) -> bool {
        self.candidates(noun, beliefs).all(|other| other == noun)
    }

    fn step(
        &mut self,
        step: &Action<Noun>,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        self.skills.carry_out(step, situation, remarks)
    }
}
