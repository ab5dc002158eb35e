//! The rules planner: works towards a goal from beliefs, without a language model.
//!
//! It is reactive: at each decision it looks at which parts of the goal are not yet seen to hold
//! and takes the next step of the first that it knows a way for. What it does not know it asks
//! memory, once for each question, and after that it searches or tries.

use base::{Action, Condition, Noun, Quality, Relation, State};
use body::GivenGoal;
use memory::Ask;

use crate::beliefs::{Beliefs, Evidence, Sighting};
use crate::planner::{Decision, Planner, Remark, Situation};
use crate::procedure::{Procedure, procedures_for};
use crate::skills::{Progress, Skills, known_cloth};

mod joint;
mod pouring;
mod unwanted;

use self::pouring::Much;
use self::unwanted::{is_believed_somewhere, unwanted};

/// How long one wait for a result is, seconds.
const WAIT_SECONDS: u32 = 30;
/// How many waits a procedure gets after its last step before it counts as failed.
const MOST_WAITS: u32 = 6;

/// The planner `rules`.
#[derive(Debug, Clone, Default)]
pub struct RulesPlanner {
    skills: Skills,
    running: Option<Running>,
    /// Procedures that did not bring their result.
    failed: Vec<Procedure>,
    /// What the goal wants poured into which vessel.
    wanted_in: Vec<(Noun, Noun)>,
}

/// After how many of them one looks into what is closed around the thing.
const WAITS_BEFORE_LOOKING: u32 = 5;

/// A procedure under way.
#[derive(Debug, Clone)]
struct Running {
    procedure: Procedure,
    next_step: usize,
    waits: u32,
}

impl Running {
    /// What the procedure has put the thing in, where that is seen to be closed.
    fn shut_away_in(&self, situation: &Situation<'_>) -> Option<Noun> {
        let thing = &self.procedure.thing;
        let around = self.procedure.steps.iter().rev().find_map(|step| match step {
            Action::PutIn(put, into) if put == thing => Some(into),
            _ => None,
        })?;
        let is_closed = situation
            .percepts
            .seen
            .iter()
            .any(|seen| around.fits(&seen.noun) && seen.states.contains(&(State::Open, false)));
        is_closed.then(|| around.clone())
    }
}

impl Planner for RulesPlanner {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn decide(&mut self, situation: &Situation<'_>, remarks: &mut Vec<Remark>) -> Decision {
        self.skills.note_outcome(situation);
        let Some(goal) = situation.goal else {
            return Decision::Done;
        };
        let how = how_was_done(goal);
        if !situation.asked.contains(&how) {
            return Decision::Ask(how);
        }
        self.wanted_in = pouring::wanted_in(&goal.condition);
        // What has been begun comes first, or a part that the steps undo would undo the steps.
        if let Some((thing, state)) = self.under_way(situation.beliefs)
            && let Progress::Act(action) = self.follow_procedure(&thing, state, situation, remarks)
        {
            return Decision::Act(action);
        }
        for part in unwanted(&goal.condition) {
            match self.achieve(part, situation, remarks) {
                Progress::Act(action) => return Decision::Act(action),
                Progress::Ask(_) | Progress::Done | Progress::Impossible => {}
            }
        }
        let mut all_hold = true;
        for part in goal.condition.parts() {
            if is_seen_to_hold(part, situation.beliefs) {
                continue;
            }
            all_hold = false;
            match self.achieve(part, situation, remarks) {
                Progress::Act(action) => return Decision::Act(action),
                Progress::Ask(ask) => return Decision::Ask(ask),
                Progress::Done | Progress::Impossible => {}
            }
        }
        if all_hold {
            return Decision::Done;
        }
        // Nothing known leads on; perhaps something that was not found yet does.
        match self.skills.explore(situation) {
            Progress::Act(action) => Decision::Act(action),
            Progress::Ask(ask) => Decision::Ask(ask),
            Progress::Done | Progress::Impossible => Decision::Act(Action::GiveUp),
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
            Condition::All(parts) | Condition::InOrder(parts) => {
                for part in parts {
                    if is_seen_to_hold(part, situation.beliefs) {
                        continue;
                    }
                    match self.achieve(part, situation, remarks) {
                        Progress::Done => {}
                        progress => return progress,
                    }
                }
                Progress::Done
            }
            Condition::Within(_, part) => self.achieve(part, situation, remarks),
            Condition::Not(part) => match &**part {
                Condition::Exists(of, that) => self.take_away(of, that, situation, remarks),
                _ => Progress::Impossible,
            },
            Condition::Never(_) => Progress::Impossible,
        }
    }

    /// The thing and the state of a procedure of which a step has been done, where that state is
    /// still to come.
    fn under_way(&self, beliefs: &Beliefs) -> Option<(Noun, State)> {
        let running = self.running.as_ref().filter(|running| running.next_step > 0)?;
        let (thing, state) = (&running.procedure.thing, running.procedure.state);
        let is_done = self.known_with(thing, &[state], beliefs).is_some()
            || state == State::Filled && pouring::is_seen_somewhere(thing, beliefs);
        (!is_done).then(|| (thing.clone(), state))
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

    fn make(
        &mut self,
        thing: &Noun,
        state: State,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        if state == State::Sliced {
            self.cut(thing, situation, remarks)
        } else if let Some((work, tools)) = work_for(state) {
            let tools = || tools.iter().map(|tool| Noun::new(tool, &[]));
            let is_known = |tool: &Noun| !situation.beliefs.known_fitting(tool).is_empty();
            let tool = tools().find(is_known).or_else(|| tools().next());
            let tool = tool.expect("every work has a tool");
            self.step(&work(thing.clone(), tool), situation, remarks)
        } else {
            self.follow_procedure(thing, state, situation, remarks)
        }
    }

    /// Cuts the thing with the knife that is most likely to cut.
    fn cut(
        &mut self,
        thing: &Noun,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let any_knife: Noun = "knife".parse().expect("a noun");
        let ask = Ask::WhatStoodInTheWay(Action::Slice(thing.clone(), any_knife.clone()));
        if !situation.asked.contains(&ask) {
            return Progress::Ask(ask);
        }
        for knife in knives_by_promise(situation) {
            let ask = Ask::WhatStoodInTheWay(Action::Slice(thing.clone(), knife.clone()));
            let belief = situation.beliefs.state(&knife, State::Sharp);
            if belief.is_none() && !situation.asked.contains(&ask) {
                return Progress::Ask(ask);
            }
            match self.skills.slice(thing, &knife, situation, remarks) {
                Progress::Impossible => {}
                progress => {
                    if let Some(Evidence::Unit(id)) = belief.map(|belief| belief.evidence) {
                        remarks.push(Remark::Used(id));
                    }
                    return progress;
                }
            }
        }
        self.skills.slice(thing, &any_knife, situation, remarks)
    }

    /// Goes through the steps by which such a thing once got the state, or else tries what the
    /// house has to offer.
    fn follow_procedure(
        &mut self,
        thing: &Noun,
        state: State,
        situation: &Situation<'_>,
        remarks: &mut Vec<Remark>,
    ) -> Progress {
        let wanted = Condition::Exists(thing.clone(), vec![Quality::Is(state)]);
        let ask = Ask::WhatBringsAbout(wanted.clone());
        if !situation.asked.contains(&ask) {
            return Progress::Ask(ask);
        }
        loop {
            let is_for_this = |running: &Running| {
                running.procedure.thing == *thing && running.procedure.state == state
            };
            let mut running = match self.running.take().filter(is_for_this) {
                Some(running) => running,
                None => match self.next_procedure(thing, state, situation) {
                    Some(procedure) => {
                        remarks.extend(procedure.evidence.iter().map(|id| Remark::Used(*id)));
                        remarks.push(Remark::Because(in_words(&procedure)));
                        Running { procedure, next_step: 0, waits: 0 }
                    }
                    None => return Progress::Impossible,
                },
            };
            let progress = match running.procedure.steps.get(running.next_step) {
                Some(step) => self.skills.carry_out(step, situation, remarks),
                None if running.waits < MOST_WAITS => {
                    running.waits += 1;
                    match running.shut_away_in(situation) {
                        Some(around) if running.waits == WAITS_BEFORE_LOOKING => {
                            self.skills.carry_out(&Action::Open(around), situation, remarks)
                        }
                        _ => Progress::Act(Action::Wait(WAIT_SECONDS)),
                    }
                }
                None => Progress::Impossible,
            };
            match progress {
                Progress::Done => {
                    running.next_step += 1;
                    self.running = Some(running);
                }
                Progress::Impossible => self.failed.push(running.procedure),
                Progress::Act(_) | Progress::Ask(_) => {
                    self.running = Some(running);
                    return progress;
                }
            }
        }
    }

    fn next_procedure(
        &self,
        thing: &Noun,
        state: State,
        situation: &Situation<'_>,
    ) -> Option<Procedure> {
        let known = procedures_for(situation.beliefs, thing, state);
        let guesses = guesses(thing, state, situation);
        known
            .into_iter()
            .chain(guesses)
            .find(|procedure| !self.failed.iter().any(|failed| failed.steps == procedure.steps))
    }
}

fn in_words(procedure: &Procedure) -> String {
    let steps: Vec<String> = procedure.steps.iter().map(ToString::to_string).collect();
    let source = if procedure.evidence.is_empty() { "a guess" } else { "as it was done before" };
    format!(
        "to get the {} {}: {} ({source})",
        procedure.thing.words(),
        procedure.state.adjective(true),
        steps.join("; ")
    )
}

/// Whether getting into the state changes the thing for good and takes knowing how.
fn changes_the_thing(state: State) -> bool {
    match state {
        State::Sliced
        | State::Cracked
        | State::Toasted
        | State::Fried
        | State::Burnt
        | State::Hot
        | State::Cold
        | State::Frozen
        | State::Melted
        | State::Cooked => true,
        State::Peeled
        | State::Diced
        | State::Mashed
        | State::Stirred
        | State::Seasoned
        | State::Covered => true,
        State::Open
        | State::Running
        | State::Sharp
        | State::Broken
        | State::Dirty
        | State::Wet
        | State::Filled
        | State::Full
        | State::Plugged
        | State::Shattered
        | State::Spoiled => false,
    }
}

/// Work on the first thing with the second.
type Work = fn(Noun, Noun) -> Action<Noun>;

/// The work that makes it so, and the kinds of tools with which it is done.
fn work_for(state: State) -> Option<(Work, &'static [&'static str])> {
    Some(match state {
        State::Peeled => (Action::Peel, &["peeler"]),
        State::Diced => (Action::Dice, &["knife", "cleaver"]),
        State::Mashed => (Action::Mash, &["fork"]),
        State::Stirred => (Action::Stir, &["spoon", "teaspoon", "whisk"]),
        State::Seasoned => (Action::Season, &["salt-shaker", "pepper-mill", "pepper-shaker"]),
        State::Covered => (
            |on, with| Action::Spread(Noun::new("butter", &[]), on, with),
            &["butter-knife", "knife"],
        ),
        _ => return None,
    })
}

fn is_perceived(noun: &Noun, state: State, holds: bool, beliefs: &Beliefs) -> bool {
    beliefs
        .state(noun, state)
        .is_some_and(|belief| belief.holds == holds && belief.evidence == Evidence::Perceived)
}

/// Where exactly this thing was seen last.
fn own_place<'a>(beliefs: &'a Beliefs, noun: &Noun) -> Option<&'a Sighting> {
    beliefs.where_is(noun).into_iter().find(|sighting| sighting.noun == *noun)
}

/// Whether exactly this thing was seen in this episode to have all these qualities.
fn is_seen_to_be(noun: &Noun, that: &[Quality], beliefs: &Beliefs) -> bool {
    that.iter().all(|quality| match quality {
        Quality::Is(state) => is_perceived(noun, *state, true, beliefs),
        Quality::IsNot(state) => is_perceived(noun, *state, false, beliefs),
        Quality::Holds(what) => beliefs.has_seen_portion(noun, Relation::In, what),
        Quality::CoveredWith(what) => beliefs.has_seen_portion(noun, Relation::On, what),
        Quality::FilledWith(what) => beliefs.portions().any(|(at, how, there, belief)| {
            let is_it = at == noun && how == Relation::In && what.fits(there);
            is_it && belief.fills && belief.evidence == Evidence::Perceived
        }),
        Quality::At(relation, at) => own_place(beliefs, noun).is_some_and(|sighting| {
            sighting.evidence == Evidence::Perceived
                && sighting.place.0 == *relation
                && at.fits(&sighting.place.1)
        }),
    })
}

/// Whether the condition was seen to hold in this episode. What is only remembered does not count:
/// somebody may have changed it.
pub fn is_seen_to_hold(condition: &Condition, beliefs: &Beliefs) -> bool {
    let has_all = |noun: &Noun, that: &[Quality]| is_seen_to_be(noun, that, beliefs);
    match condition {
        Condition::Exists(of, that) => {
            beliefs.known_fitting(of).into_iter().any(|noun| has_all(noun, that))
        }
        Condition::ForAll(of, that) => {
            let known = beliefs.known_fitting(of);
            !known.is_empty() && known.into_iter().all(|noun| has_all(noun, that))
        }
        Condition::Count { of, that, at_least, at_most } => {
            let known = beliefs.known_fitting(of);
            let count = known.into_iter().filter(|noun| has_all(noun, that)).count() as u32;
            count >= *at_least && at_most.is_none_or(|most| count <= most)
        }
        Condition::Together { at, .. } => beliefs.known_fitting(at).into_iter().any(|place| {
            let there = condition.at_place(place).expect("it has a place");
            is_seen_to_hold(&there, beliefs)
        }),
        Condition::Apart { of, that, at_least, relation, at } => {
            joint::places_with(of, that, *relation, at, beliefs).len() >= *at_least as usize
        }
        Condition::All(parts) | Condition::InOrder(parts) => {
            parts.iter().all(|part| is_seen_to_hold(part, beliefs))
        }
        Condition::Any(parts) => parts.iter().any(|part| is_seen_to_hold(part, beliefs)),
        Condition::Within(_, part) => is_seen_to_hold(part, beliefs),
        // Where a thing is remembered to be, it may well be: that must be seen to.
        Condition::Not(part) if is_believed_somewhere(part, beliefs) => false,
        Condition::Not(part) | Condition::Never(part) => !is_seen_to_hold(part, beliefs),
    }
}

/// Knives that are known, the most promising first: believed sharp, then unknown, then believed
/// blunt; among equals those in view, then by name.
fn knives_by_promise(situation: &Situation<'_>) -> Vec<Noun> {
    let percepts = situation.percepts;
    let in_view = percepts.seen.iter().filter(|seen| seen.affords.cutting).map(|seen| &seen.noun);
    let any_knife: Noun = "knife".parse().expect("a noun");
    let mut knives: Vec<Noun> =
        in_view.chain(situation.beliefs.known_fitting(&any_knife)).cloned().collect();
    knives.sort_unstable();
    knives.dedup();
    let promise = |knife: &Noun| match situation.beliefs.state(knife, State::Sharp) {
        Some(belief) if belief.holds => 0,
        None => 1,
        Some(belief) if belief.evidence != Evidence::Perceived => 2,
        Some(_) => 3,
    };
    let is_in_view = |knife: &Noun| percepts.seen.iter().any(|seen| seen.noun == *knife);
    knives.sort_by_key(|knife| (promise(knife), !is_in_view(knife)));
    knives.retain(|knife| promise(knife) < 3);
    knives
}

/// What a curious novice tries with a thing that should change: each appliance that it fits into
/// and that has a switch, then each place beside a knob.
fn guesses(thing: &Noun, state: State, situation: &Situation<'_>) -> Vec<Procedure> {
    let percepts = situation.percepts;
    let mut landmarks: Vec<_> = percepts.landmarks.iter().collect();
    let distance = |position: [f32; 3]| {
        let [dx, dz] = [position[0] - percepts.feet[0], position[2] - percepts.feet[2]];
        dx * dx + dz * dz
    };
    landmarks.sort_by(|a, b| {
        distance(a.position).total_cmp(&distance(b.position)).then_with(|| a.noun.cmp(&b.noun))
    });
    let procedure = |steps: Vec<Action<Noun>>| Procedure {
        thing: thing.clone(),
        state,
        steps,
        evidence: Vec::new(),
    };
    let appliances = landmarks
        .iter()
        .filter(|landmark| landmark.affords.putting_in && !landmark.affords.rinsing)
        .filter(|landmark| match state {
            State::Cold | State::Frozen => ["fridge", "freezer"].contains(&landmark.noun.kind()),
            _ => landmark.affords.switching,
        })
        .map(|landmark| {
            let noun = &landmark.noun;
            let mut steps = vec![Action::PutIn(thing.clone(), noun.clone())];
            if landmark.affords.opening {
                steps.push(Action::Close(noun.clone()));
            }
            if landmark.affords.switching {
                steps.push(Action::Toggle(noun.clone(), true));
            }
            procedure(steps)
        });
    let has_shell =
        percepts.seen.iter().any(|seen| thing.fits(&seen.noun) && seen.affords.being_cracked);
    let vessel = percepts
        .seen
        .iter()
        .find(|seen| seen.affords.carrying && seen.affords.putting_in)
        .map(|seen| seen.noun.clone());
    let knobs = landmarks.iter().filter(|landmark| {
        let affords = landmark.affords;
        affords.switching && !affords.putting_in && !affords.putting_on && !affords.watering
    });
    let is_burner = |noun: &Noun| noun.kind() == "burner" || noun.kind() == "stove-burner";
    let by_knob = knobs.flat_map(|knob| {
        let burners = landmarks.iter().filter(|landmark| is_burner(&landmark.noun));
        let vessel = &vessel;
        burners.filter_map(move |burner| {
            let vessel = vessel.clone()?;
            let put_in = if has_shell {
                Action::Crack(thing.clone(), vessel.clone())
            } else {
                Action::PutIn(thing.clone(), vessel.clone())
            };
            Some(procedure(vec![
                put_in,
                Action::PutOn(vessel, burner.noun.clone()),
                Action::Toggle(knob.noun.clone(), true),
            ]))
        })
    });
    appliances.chain(by_knob).collect()
}
