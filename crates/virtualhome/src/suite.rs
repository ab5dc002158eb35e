//! The recorded programs of the reference, made ready to be run and compared.
//!
//! Any part may be absent: what cannot be run for that is counted and told, never an error.

use std::collections::BTreeMap;

use crate::delta::Delta;
use crate::home::Home;
use crate::input::{BadInput, DataFolder, bytes};
use crate::recorded::{
    Condition, Line, WrittenCrossing, WrittenMutant, WrittenTrace, WrittenVerdict, deltas, lines,
    script,
};
use crate::refusal::{Reason, Refusal};
use crate::report::{Difference, Part, Report};
use crate::scene::{Scene, SceneChange};
use crate::script::Script;
use crate::simulator::{Release, Simulator};

/// The scene that traces begin in.
pub const BASE_SCENE: &str = "virtualhome_eai/base_scene.json";
/// The programs in the base scene.
pub const TRACES: &str = "virtualhome_eai/reference_traces.jsonl.gz";
/// The programs with one step dropped.
pub const MUTANTS: &str = "virtualhome_eai/mutants_drop_one_step.jsonl.gz";
/// The programs in other homes.
pub const CROSSINGS: &str = "virtualhome_eai/cross_scene_kitchen.jsonl.gz";

/// The other home of this number.
pub fn scene_path(number: u32) -> String {
    format!("virtualhome/scenes/TrimmedTestScene{number}_graph.json")
}

/// Where something was written, for messages.
#[derive(Clone)]
struct Origin {
    file: String,
    line: usize,
}

impl Origin {
    fn wrong(&self, id: &str, what: &str) -> BadInput {
        BadInput::new(&self.file, Some(self.line), format!("program \"{id}\": {what}"))
    }
}

struct Trace {
    id: String,
    home: Home,
    script: Script,
    deltas: Vec<Delta>,
    goal: Option<Vec<Condition>>,
}

struct Crossing {
    id: String,
    scene: u32,
    change: SceneChange,
    script: Script,
    deltas: Vec<Delta>,
    verdict: Verdict,
    origin: Origin,
}

struct Mutant {
    program: String,
    dropped: usize,
    verdict: Verdict,
    same_final: Option<bool>,
    origin: Origin,
}

/// How a program went.
#[derive(Debug)]
enum Verdict {
    /// To its end.
    Done,
    /// Refused at this step, the first being 0, with these words where they were recorded.
    Refused(usize, Option<String>),
}

/// All that the reference recorded and that is at hand.
#[derive(Default)]
pub struct Suite {
    has_traces: bool,
    has_mutants: bool,
    has_crossings: bool,
    /// Traces that were not made ready, since the base scene is absent.
    homeless: usize,
    traces: Vec<Trace>,
    mutants: Vec<Mutant>,
    crossings: Vec<Crossing>,
    scenes: BTreeMap<u32, Scene>,
}

impl Suite {
    /// Reads what is at hand.
    ///
    /// # Errors
    ///
    /// [`BadInput`] with file, line and what is wrong, and the nearest right thing where there is
    /// one. That a file is absent is no error.
    pub fn read(folder: &dyn DataFolder) -> Result<Self, BadInput> {
        let mut suite = Self::default();
        if let Some((name, bytes)) = bytes(folder, TRACES)? {
            suite.has_traces = true;
            suite.read_traces(folder, &name, bytes)?;
        }
        if let Some((name, bytes)) = bytes(folder, MUTANTS)? {
            suite.has_mutants = true;
            suite.read_mutants(&name, bytes)?;
        }
        if let Some((name, bytes)) = bytes(folder, CROSSINGS)? {
            suite.has_crossings = true;
            suite.read_crossings(folder, &name, bytes)?;
        }
        Ok(suite)
    }

    fn read_traces(
        &mut self,
        folder: &dyn DataFolder,
        name: &str,
        packed: Vec<u8>,
    ) -> Result<(), BadInput> {
        let written: Vec<Line<WrittenTrace>> = lines(name, packed)?;
        let Some((scene_name, json)) = bytes(folder, BASE_SCENE)? else {
            self.homeless = written.len();
            return Ok(());
        };
        let base = Scene::read(&scene_name, &json)?;
        for Line { number, of } in written {
            let origin = Origin { file: name.to_owned(), line: number };
            let trace = trace(&base, of, &origin)?;
            self.traces.push(trace);
        }
        Ok(())
    }

    fn read_mutants(&mut self, name: &str, packed: Vec<u8>) -> Result<(), BadInput> {
        for Line { number, of } in lines::<WrittenMutant>(name, packed)? {
            let origin = Origin { file: name.to_owned(), line: number };
            let verdict = verdict(of.verdict).map_err(|what| origin.wrong(&of.program, &what))?;
            self.mutants.push(Mutant {
                program: of.program,
                dropped: of.dropped,
                verdict,
                same_final: of.same_final,
                origin,
            });
        }
        Ok(())
    }

    fn read_crossings(
        &mut self,
        folder: &dyn DataFolder,
        name: &str,
        packed: Vec<u8>,
    ) -> Result<(), BadInput> {
        for Line { number, of } in lines::<WrittenCrossing>(name, packed)? {
            let origin = Origin { file: name.to_owned(), line: number };
            let crossing = crossing(of, origin)?;
            if !self.scenes.contains_key(&crossing.scene)
                && let Some((scene_name, json)) = bytes(folder, &scene_path(crossing.scene))?
            {
                self.scenes.insert(crossing.scene, Scene::read(&scene_name, &json)?);
            }
            self.crossings.push(crossing);
        }
        Ok(())
    }

    /// Runs everything by the rules of this release and compares it with what was recorded.
    ///
    /// # Errors
    ///
    /// [`BadInput`] where a recorded program does not fit its scene or its other programs.
    pub fn conform(&self, release: Release) -> Result<Report, BadInput> {
        let mut report = Report {
            traces: part("programs", self.has_traces),
            mutants: part("one step dropped", self.has_mutants),
            crossings: part("other homes", self.has_crossings),
            goals: part("goals", self.has_traces),
            ..Report::default()
        };
        for _ in 0..self.homeless {
            report.traces.skip(BASE_SCENE.to_owned());
        }
        for trace in &self.traces {
            compare_trace(trace, release, &mut report);
        }
        let by_id: BTreeMap<&str, &Trace> =
            self.traces.iter().map(|trace| (trace.id.as_str(), trace)).collect();
        for mutant in &self.mutants {
            match by_id.get(mutant.program.as_str()) {
                Some(trace) => compare_mutant(mutant, trace, release, &mut report)?,
                None => report.mutants.skip("programs that steps were dropped from".to_owned()),
            }
        }
        for crossing in &self.crossings {
            match self.scenes.get(&crossing.scene) {
                Some(scene) => compare_crossing(crossing, scene, release, &mut report)?,
                None => report.crossings.skip(scene_path(crossing.scene)),
            }
        }
        Ok(report)
    }

    /// Runs all programs in the base scene, compares nothing, and says how many steps that were.
    /// This is what is timed.
    pub fn replay(&self, release: Release) -> usize {
        self.traces
            .iter()
            .map(|trace| {
                let mut simulator = Simulator::new(&trace.home, release);
                trace.script.steps.iter().take_while(|step| simulator.step(step).is_ok()).count()
            })
            .sum()
    }
}

fn part(name: &'static str, present: bool) -> Part {
    Part { name, present, ..Part::default() }
}

fn trace(base: &Scene, of: WrittenTrace, origin: &Origin) -> Result<Trace, BadInput> {
    let wrong = |what: String| origin.wrong(&of.id, &what);
    let scene = base.changed(&of.init_delta).map_err(wrong)?;
    let script = script(&of.program).map_err(wrong)?;
    let deltas = deltas(&of.step_deltas, script.steps.len()).map_err(wrong)?;
    let goal = of.goal.map(|goal| goal.conditions()).transpose().map_err(wrong)?;
    let home = Home::new(&origin.file, &scene).map_err(|error| wrong(error.what))?;
    Ok(Trace { id: of.id, home, script, deltas, goal })
}

fn crossing(of: WrittenCrossing, origin: Origin) -> Result<Crossing, BadInput> {
    let wrong = |what: String| origin.wrong(&of.id, &what);
    let script = script(&of.program).map_err(wrong)?;
    let verdict = verdict(of.verdict).map_err(wrong)?;
    let done = match &verdict {
        Verdict::Done => script.steps.len(),
        Verdict::Refused(step, _) => *step,
    };
    let deltas = deltas(&of.step_deltas, done).map_err(wrong)?;
    Ok(Crossing {
        scene: of.scene,
        change: of.init_delta,
        script,
        deltas,
        verdict,
        id: of.id,
        origin,
    })
}

fn verdict(written: WrittenVerdict) -> Result<Verdict, String> {
    match (written.executable, written.fail_step) {
        (true, _) => Ok(Verdict::Done),
        (false, Some(step)) => Ok(Verdict::Refused(step, written.message)),
        (false, None) => Err("is not executable, and there is no \"fail_step\"".to_owned()),
    }
}

/// How a program went here.
struct Run<'home> {
    simulator: Simulator<'home>,
    deltas: Vec<Delta>,
    refusal: Option<Refusal>,
}

fn run<'home>(home: &'home Home, script: &Script, release: Release) -> Run<'home> {
    let mut simulator = Simulator::new(home, release);
    let mut deltas = Vec::with_capacity(script.steps.len());
    for step in &script.steps {
        match simulator.step(step) {
            Ok(delta) => deltas.push(delta),
            Err(refusal) => return Run { simulator, deltas, refusal: Some(refusal) },
        }
    }
    Run { simulator, deltas, refusal: None }
}

impl Run<'_> {
    /// Steps done, and the one refused.
    fn steps(&self) -> usize {
        self.deltas.len() + usize::from(self.refusal.is_some())
    }
}

/// The first difference: step, expected, got.
type First = Option<(Option<usize>, String, String)>;

fn differing_step(expected: &[Delta], got: &[Delta]) -> First {
    let pairs = expected.iter().zip(got).enumerate();
    let (index, (expected, got)) =
        pairs.into_iter().find(|(_, (expected, got))| expected != got)?;
    Some((Some(index + 1), expected.to_string(), got.to_string()))
}

fn differing_verdict(expected: &Verdict, run: &Run, reworded: &mut usize) -> First {
    let at = run.deltas.len();
    match (expected, &run.refusal) {
        (Verdict::Done, None) => None,
        (Verdict::Done, Some(refusal)) => {
            Some((Some(at + 1), "it done".to_owned(), refusal.message.clone()))
        }
        (Verdict::Refused(step, words), None) => {
            Some((Some(step + 1), words.clone().unwrap_or_default(), "it done".to_owned()))
        }
        (Verdict::Refused(step, words), Some(refusal)) => {
            let same_class =
                words.as_deref().is_none_or(|words| Reason::of_message(words) == refusal.reason);
            if *step == at && same_class {
                // The words of an exception are those of another language's run time.
                let told = words.as_ref().filter(|_| refusal.reason != Reason::Crash);
                *reworded += usize::from(told.is_some_and(|words| *words != refusal.message));
                return None;
            }
            let expected =
                format!("step {} refused: {}", step + 1, words.clone().unwrap_or_default());
            Some((Some((*step).min(at) + 1), expected, refusal.message.clone()))
        }
    }
}

fn note(part: &mut Part, differences: &mut Vec<Difference>, program: String, first: First) {
    part.cases += 1;
    match first {
        None => part.same += 1,
        Some((step, expected, got)) => {
            differences.push(Difference { part: part.name, program, step, expected, got });
        }
    }
}

fn compare_trace(trace: &Trace, release: Release, report: &mut Report) {
    let run = run(&trace.home, &trace.script, release);
    report.traces.steps += run.steps();
    let first = differing_step(&trace.deltas, &run.deltas)
        .or_else(|| differing_verdict(&Verdict::Done, &run, &mut report.reworded));
    note(&mut report.traces, &mut report.differences, trace.id.clone(), first);
    if let Some(goal) = &trace.goal {
        let first = broken_condition(goal, trace, &run)
            .map(|condition| (None, condition.to_string(), "that it is not so".to_owned()));
        report.goals.steps += run.steps();
        note(&mut report.goals, &mut report.differences, trace.id.clone(), first);
    }
}

/// The first condition that does not hold at the end.
fn broken_condition<'goal>(
    goal: &'goal [Condition],
    trace: &Trace,
    run: &Run,
) -> Option<&'goal Condition> {
    let mut done = trace.script.steps[..run.deltas.len()].iter();
    goal.iter().find(|condition| match condition {
        Condition::State(node, state) => {
            !run.simulator.states(*node).is_some_and(|states| states.has(*state))
        }
        Condition::Edge(edge) => !run.simulator.has_edge(*edge),
        Condition::Done(actions) => !done.any(|step| actions.contains(&step.action)),
    })
}

fn compare_mutant(
    mutant: &Mutant,
    trace: &Trace,
    release: Release,
    report: &mut Report,
) -> Result<(), BadInput> {
    let steps = trace.script.steps.len();
    if mutant.dropped >= steps {
        let what = format!("step {} is dropped, and it has {steps}", mutant.dropped);
        return Err(mutant.origin.wrong(&mutant.program, &what));
    }
    let dropped = run(&trace.home, &trace.script.without(mutant.dropped), release);
    report.mutants.steps += dropped.steps();
    let first = differing_verdict(&mutant.verdict, &dropped, &mut report.reworded)
        .or_else(|| differing_end(mutant, trace, &dropped, release));
    let program = format!("{} without step {}", mutant.program, mutant.dropped + 1);
    note(&mut report.mutants, &mut report.differences, program, first);
    Ok(())
}

fn differing_end(mutant: &Mutant, trace: &Trace, dropped: &Run, release: Release) -> First {
    let expected = mutant.same_final?;
    let whole = run(&trace.home, &trace.script, release);
    let got = whole.simulator.same_graph(&dropped.simulator);
    let words = |same| if same { "the same end" } else { "another end" }.to_owned();
    (expected != got).then(|| (None, words(expected), words(got)))
}

fn compare_crossing(
    crossing: &Crossing,
    scene: &Scene,
    release: Release,
    report: &mut Report,
) -> Result<(), BadInput> {
    let wrong = |what: String| crossing.origin.wrong(&crossing.id, &what);
    let scene = scene.changed(&crossing.change).map_err(wrong)?;
    let home = Home::new(&crossing.origin.file, &scene).map_err(|error| wrong(error.what))?;
    let run = run(&home, &crossing.script, release);
    report.crossings.steps += run.steps();
    let first = differing_step(&crossing.deltas, &run.deltas)
        .or_else(|| differing_verdict(&crossing.verdict, &run, &mut report.reworded));
    let program = format!("{} in home {}", crossing.id, crossing.scene);
    note(&mut report.crossings, &mut report.differences, program, first);
    Ok(())
}
