//! `brainmem look --watch`: an episode as it happens, in the terminal.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use base::SimTime;
use body::{Clock, Goal};
use eval::life::{Options, run_days_watched};
use eval::records::Outcome;
use eval::roster::Arm;
use eval::story;
use eval::watch::{Moment, Watch};
use house::Body;
use models::Embed;
use scenario::checked::Life;
use views::picture::{Picture, Point};
use views::terminal::{Panel, Size, frame};

use crate::args::LookArgs;
use crate::commands::look::day_of;
use crate::failure::Done;
use crate::language::{Askers, Language};
use crate::models as local_models;
use crate::screen::Screen;

/// The size of frames that are printed.
const PRINTED: Size = Size { columns: 132, rows: 36 };
/// So many lines of the story and steps of the walk are kept.
const STORY: usize = 200;
const WALK: usize = 60;
/// However much simulated time passes, nobody waits longer for the next frame.
const LONGEST_WAIT: Duration = Duration::from_millis(1200);

pub fn run(life: &Life, args: &LookArgs) -> Done {
    let arm = Arm::named(&args.memory)?;
    if args.day.is_some() {
        day_of(life, args.day)?;
    }
    let kept = if arm.embeds() { local_models::embedder()? } else { local_models::no_model() };
    let embedder: Arc<dyn Embed> = Arc::clone(&kept) as Arc<dyn Embed>;
    let language = Language::open(args.planner.into(), &[arm], &args.language, Askers::ONE)?;
    let options = Options {
        planner: args.planner.into(),
        language: language.as_ref().map(Language::planning),
        ..Options::default()
    };
    let title = format!("{}/{} with {}", life.scenario, life.variant, arm.name);
    let screen = if std::io::stdout().is_terminal() { Some(Screen::open()?) } else { None };
    let viewer = Rc::new(RefCell::new(Viewer {
        screen,
        title,
        from_day: args.day.unwrap_or(0),
        speed: args.speed,
        story: VecDeque::new(),
        walk: VecDeque::new(),
        last: None,
    }));
    let watcher = Rc::clone(&viewer);
    let episodes = run_days_watched(life, arm, &options, &embedder, watcher)?;
    // The terminal is itself again before anything is said.
    viewer.borrow_mut().screen = None;
    if arm.embeds() {
        local_models::keep_answers(&kept)?;
    }
    if let Some(language) = &language {
        language.keep_answers()?;
    }
    for episode in &episodes {
        let record = &episode.record;
        let how = match record.outcome {
            Outcome::Success => "success",
            Outcome::Failure => "failure",
            Outcome::Invalid => "invalid",
            Outcome::Crash => "broken off",
        };
        println!("day {}: {how}, {} actions", record.day, record.actions);
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows each moment.
struct Viewer {
    screen: Option<Screen>,
    title: String,
    from_day: u32,
    speed: f64,
    story: VecDeque<String>,
    walk: VecDeque<Point>,
    last: Option<SimTime>,
}

impl Watch for Viewer {
    fn look_on(&mut self, moment: &Moment<'_>) -> ControlFlow<()> {
        let now = moment.world.resource::<Clock>().now;
        if now.day() < self.from_day {
            return ControlFlow::Continue(());
        }
        let before = self.last.replace(now);
        let is_new_day = before.is_none_or(|before| before.day() != now.day());
        if is_new_day {
            self.walk.clear();
            keep(&mut self.story, format!("── day {} ──", now.day()), STORY);
        }
        for event in moment.events {
            for line in story::told(event).lines() {
                keep(&mut self.story, line.to_owned(), STORY);
            }
        }
        let body = moment.world.get::<Body>(moment.agent).expect("the agent has a body");
        if self.walk.back() != Some(&body.feet) {
            keep(&mut self.walk, body.feet, WALK);
        }
        let passed = match before {
            Some(before) if !is_new_day => now.ticks_since(before),
            _ => 0,
        };
        self.show(moment, passed)
    }
}

impl Viewer {
    fn show(&mut self, moment: &Moment<'_>, ticks: u64) -> ControlFlow<()> {
        // Whoever reads a file wants what happened, not every half second of walking.
        if self.screen.is_none() && moment.events.is_empty() {
            return ControlFlow::Continue(());
        }
        let goal = moment.world.get::<Goal>(moment.agent).and_then(|goal| goal.0.as_ref());
        let panel = Panel {
            title: &self.title,
            goal: goal.map(|goal| goal.words.as_str()),
            story: self.story.make_contiguous(),
            walk: self.walk.make_contiguous(),
        };
        let picture = Picture::of(moment.world, moment.scene, moment.agent);
        match &mut self.screen {
            None => {
                let drawn = frame(&picture, &panel, PRINTED);
                // Whoever closed the pipe has seen enough.
                match writeln!(std::io::stdout(), "{drawn}\n") {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            }
            Some(screen) => {
                let seconds = ticks as f64 / base::time::TICKS_PER_SECOND as f64 / self.speed;
                let wait = Duration::from_secs_f64(seconds.min(LONGEST_WAIT.as_secs_f64()));
                screen.show(&frame(&picture, &panel, screen.size()), wait)
            }
        }
    }
}

fn keep<T>(kept: &mut VecDeque<T>, newest: T, most: usize) {
    kept.push_back(newest);
    if kept.len() > most {
        kept.pop_front();
    }
}
