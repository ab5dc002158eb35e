//! `brainmem export`: an episode of a run as MCAP, the container that viewers of robots' logs read.
//!
//! Every message is JSON with a schema; its time is simulated, counted from the midnight before day
//! 1. The episode is lived again from its recorded answers, so no model is needed.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::rc::Rc;

use base::{Action, Fact, Handle, Noun, SimTime};
use body::{Activity, Clock, Percepts, Seen};
use eval::trace::{Content, Event};
use eval::watch::{Moment, Watch};
use house::Body;
use mcap::records::MessageHeader;
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::ExportArgs;
use crate::commands::replay::Recorded;
use crate::failure::{Done, Failure};
use crate::files;

pub fn run(args: &ExportArgs) -> Done {
    let recorded = Recorded::read(&args.run, &args.episode)?;
    let recorder = Rc::new(RefCell::new(Recorder::default()));
    let again = recorded.live(Some(Rc::clone(&recorder) as _))?;
    let messages = recorder.take().messages;
    let count = messages.len();
    files::write(&args.out, in_container(messages)?)?;
    println!("{}: {count} messages of {}", args.out.display(), args.episode);
    let is_same = again.record.digest == recorded.record.digest;
    if !is_same {
        println!("DIFFERENT: the episode is not as it was recorded; see brainmem replay");
    }
    Ok(ExitCode::from(u8::from(!is_same)))
}

/// Where the agent is.
#[derive(Serialize, JsonSchema)]
struct Pose {
    /// Metres.
    x: f32,
    /// Metres.
    z: f32,
    /// Degrees; 0 looks along z, counter-clockwise seen from above.
    yaw_deg: f32,
}

/// What the agent perceives.
#[derive(Serialize, JsonSchema)]
struct Perceived {
    room: Option<String>,
    seen: Vec<Sight>,
    in_hand: Vec<String>,
    heard: Vec<String>,
    noticed: Vec<String>,
}

/// A thing in view.
#[derive(Serialize, JsonSchema)]
struct Sight {
    noun: String,
    /// In, on or held by what.
    place: Option<String>,
    states: Vec<String>,
    /// The middle of its box, metres, y up.
    position: [f32; 3],
    in_reach: bool,
}

/// An action begins.
#[derive(Serialize, JsonSchema)]
struct Begun {
    action: String,
    /// How long it will take, seconds.
    seconds: f64,
}

/// An action has ended or was refused.
#[derive(Serialize, JsonSchema)]
struct Ended {
    action: String,
    done: bool,
    /// The code of the refusal.
    refusal: Option<String>,
    /// What it changed, or what stands in the way.
    facts: Vec<String>,
}

/// Memory was asked, and this came to mind.
#[derive(Serialize, JsonSchema)]
struct Recollection {
    ask: String,
    units: Vec<Unit>,
}

/// A unit that came to mind.
#[derive(Serialize, JsonSchema)]
struct Unit {
    id: u64,
    words: String,
    /// When it was lived, seconds since the midnight before day 1.
    lived_s: f64,
    score: f32,
}

/// A step of planning.
#[derive(Serialize, JsonSchema)]
struct Planned {
    /// `decided`, `because`, `stale` or `done`.
    what: String,
    words: String,
}

/// A message of one topic.
struct Message {
    topic: &'static str,
    time: SimTime,
    json: String,
}

/// Takes down everything that is exported.
#[derive(Default)]
struct Recorder {
    messages: Vec<Message>,
    pose: Option<Body>,
    revision: Option<u64>,
    action: Option<SimTime>,
}

impl Watch for Recorder {
    fn look_on(&mut self, moment: &Moment<'_>) -> ControlFlow<()> {
        let now = moment.world.resource::<Clock>().now;
        let has = "an agent has a body that perceives and acts";
        let body = moment.world.get::<Body>(moment.agent).expect(has);
        if self.pose.as_ref() != Some(body) {
            self.pose = Some(body.clone());
            let [x, z] = body.feet;
            self.add("/pose", now, &Pose { x, z, yaw_deg: body.yaw_deg });
        }
        let percepts = moment.world.get::<Percepts>(moment.agent).expect(has);
        if self.revision.replace(percepts.revision) != Some(percepts.revision) {
            self.add("/percepts", percepts.time, &perceived(percepts));
        }
        for event in moment.events {
            self.add_event(event);
        }
        let ongoing = moment.world.get::<Activity>(moment.agent).expect(has).0.as_ref();
        if let Some(ongoing) = ongoing.filter(|ongoing| self.action != Some(ongoing.started)) {
            self.action = Some(ongoing.started);
            let ticks = ongoing.ends.ticks_since(ongoing.started);
            let begun = Begun {
                action: in_nouns(&ongoing.action, percepts).to_string(),
                seconds: ticks as f64 / base::time::TICKS_PER_SECOND as f64,
            };
            self.add("/action", ongoing.started, &begun);
        }
        ControlFlow::Continue(())
    }
}

impl Recorder {
    fn add(&mut self, topic: &'static str, time: SimTime, message: &impl Serialize) {
        let json = serde_json::to_string(message).expect("messages are plain values");
        self.messages.push(Message { topic, time, json });
    }

    fn add_event(&mut self, event: &Event) {
        match event {
            Event::Outcome(outcome) => {
                let refused = outcome.result.as_ref().err();
                let facts = refused.map_or(&outcome.changes, |refused| &refused.cause);
                let ended = Ended {
                    action: outcome.action.to_string(),
                    done: refused.is_none(),
                    refusal: refused.map(|refused| refused.refusal.code().to_owned()),
                    facts: facts.iter().map(Fact::to_string).collect(),
                };
                self.add("/outcome", outcome.ended, &ended);
            }
            Event::Thought(thought) => {
                let (what, words) = match &thought.content {
                    Content::Recalled { ask, units } => {
                        let units = units.iter().map(|recalled| Unit {
                            id: recalled.id.0,
                            words: recalled.unit.words.to_string(),
                            lived_s: seconds(recalled.unit.lived),
                            score: recalled.trace.score,
                        });
                        let recollection =
                            Recollection { ask: ask.to_string(), units: units.collect() };
                        return self.add("/recall", thought.time, &recollection);
                    }
                    Content::Because(words) => ("because", words.clone()),
                    Content::Stale(id) => ("stale", format!("what unit {id} told is so no more")),
                    Content::Decided(action) => ("decided", action.to_string()),
                    Content::Done => ("done", String::new()),
                };
                self.add("/plan", thought.time, &Planned { what: what.to_owned(), words });
            }
            // Percepts tell what was heard and noticed; a drift is a fault of the simulator.
            Event::Heard(..) | Event::Noticed(..) | Event::Watched(..) | Event::Drift(..) => {}
        }
    }
}

fn perceived(percepts: &Percepts) -> Perceived {
    let noun = |handle: Handle| percepts.noun(handle).map(|noun| noun.to_string());
    let sight = |seen: &Seen| Sight {
        noun: seen.noun.to_string(),
        place: seen.place.map(|(relation, at)| match noun(at) {
            Some(noun) => format!("{relation} {noun}"),
            None => relation.to_string(),
        }),
        states: seen
            .states
            .iter()
            .map(|(state, holds)| state.adjective(*holds).to_owned())
            .collect(),
        position: seen.position,
        in_reach: seen.in_reach,
    };
    Perceived {
        room: percepts.room.as_ref().map(ToString::to_string),
        seen: percepts.seen.iter().map(sight).collect(),
        in_hand: percepts.hands.iter().flatten().filter_map(|held| noun(*held)).collect(),
        heard: percepts.heard.iter().map(|heard| heard.words.clone()).collect(),
        noticed: percepts.noticed.iter().map(Fact::to_string).collect(),
    }
}

/// What is being done, in nouns.
fn in_nouns(action: &Action<Handle>, percepts: &Percepts) -> Action<Noun> {
    action.clone().map(|handle| {
        percepts.noun(handle).cloned().unwrap_or_else(|| Noun::new("thing-out-of-view", &[]))
    })
}

fn seconds(time: SimTime) -> f64 {
    time.0 as f64 / base::time::TICKS_PER_SECOND as f64
}

/// Nanoseconds in a tick.
const TICK_NS: u64 = 1_000_000_000 / base::time::TICKS_PER_SECOND;

/// The messages as a file, in order of time.
fn in_container(mut messages: Vec<Message>) -> Result<Vec<u8>, Failure> {
    messages.sort_by_key(|message| message.time);
    let mut file = Cursor::new(Vec::new());
    let options = mcap::WriteOptions::new().compression(None).library("brainmem");
    let mut writer = options.create(&mut file)?;
    let mut channels = BTreeMap::new();
    for (topic, name, schema) in [
        ("/pose", "brainmem.Pose", schemars::schema_for!(Pose)),
        ("/percepts", "brainmem.Percepts", schemars::schema_for!(Perceived)),
        ("/action", "brainmem.Action", schemars::schema_for!(Begun)),
        ("/outcome", "brainmem.Outcome", schemars::schema_for!(Ended)),
        ("/recall", "brainmem.Recall", schemars::schema_for!(Recollection)),
        ("/plan", "brainmem.Plan", schemars::schema_for!(Planned)),
    ] {
        let schema = writer.add_schema(name, "jsonschema", &serde_json::to_vec(&schema)?)?;
        let channel = writer.add_channel(schema, topic, "json", &BTreeMap::new())?;
        channels.insert(topic, channel);
    }
    for (sequence, message) in (0..).zip(&messages) {
        let time = message.time.0 * TICK_NS;
        let header = MessageHeader {
            channel_id: channels[message.topic],
            sequence,
            log_time: time,
            publish_time: time,
        };
        writer.write_to_known_channel(&header, message.json.as_bytes())?;
    }
    writer.finish()?;
    drop(writer);
    Ok(file.into_inner())
}
