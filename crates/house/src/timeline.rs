//! What happens by itself on the current day.

use std::sync::Arc;

use base::time::TICKS_PER_SECOND;
use base::{Relation, SimTime, ThingId};
use bevy_ecs::prelude::*;
use body::Heard;
use scenario::checked::{Change, TimelineEvent};

use crate::agent::Agents;
use crate::moment::Moment;
use crate::reconcile::Drift;
use crate::scene::HouseScene;
use crate::sensing::Attention;
use crate::spots::{any_spot_on, put_down, spot_in};
use crate::states::set_state;
use crate::things::Things;

/// The events of a day, in the order in which they happen.
#[derive(Resource, Debug, Clone, Default)]
pub(crate) struct Timeline {
    events: Arc<Vec<(SimTime, TimelineEvent)>>,
    happened: usize,
}

impl Timeline {
    pub(crate) fn of_day(begins: SimTime, events: &[TimelineEvent]) -> Self {
        let time = |event: &TimelineEvent| begins + u64::from(event.at_second) * TICKS_PER_SECOND;
        let mut events: Vec<_> = events.iter().map(|event| (time(event), event.clone())).collect();
        events.sort_by_key(|(time, _)| *time);
        Self { events: Arc::new(events), happened: 0 }
    }

    pub(crate) fn next(&self) -> Option<SimTime> {
        self.events.get(self.happened).map(|(time, _)| *time)
    }

    fn pop_due(&mut self, now: SimTime) -> Option<TimelineEvent> {
        let (time, event) = self.events.get(self.happened)?;
        if *time > now {
            return None;
        }
        self.happened += 1;
        Some(event.clone())
    }
}

/// Lets every event up to now happen.
pub(crate) fn happen(world: &mut World) {
    let now = world.resource::<Moment>().0;
    while let Some(event) = world.resource_mut::<Timeline>().pop_due(now) {
        for change in &event.changes {
            change_world(world, change);
        }
        if let Some((words, facts)) = event.said {
            let everybody = Agents::of(world).len();
            let mut attention = world.resource_mut::<Attention>();
            for number in 0..everybody {
                let heard = Heard { words: words.clone(), facts: facts.clone() };
                attention.of(number).heard.push(heard);
            }
        }
    }
}

/// Makes a change from outside, whoever makes it.
///
/// Nobody takes things out of the agent's hands: what it holds stays where it is. What does not fit
/// where it is to go stays too, and a [`Drift`] message says so.
pub fn change_world(world: &mut World, change: &Change) {
    match *change {
        Change::Set(thing, state, holds) => {
            set_state(world, thing, state, holds);
        }
        Change::Move(thing, relation, to) => move_by_others(world, thing, relation, to),
    }
}

fn move_by_others(world: &mut World, thing: ThingId, relation: Relation, to: ThingId) {
    let things = Things::of(world);
    let stays = things.is_landmark(thing)
        || things.is_gone(thing)
        || things.is_gone(to)
        || things.hand_of(thing).is_some()
        || things.is_within(to, thing)
        || matches!(relation, Relation::HeldBy | Relation::Under);
    if stays {
        return;
    }
    let scene = &world.resource::<HouseScene>().0;
    let spot = match relation {
        Relation::In => spot_in(things, thing, to),
        Relation::On | Relation::HeldBy | Relation::Under => any_spot_on(things, scene, thing, to),
    };
    match spot {
        Some(spot) => put_down(world, thing, relation, to, spot),
        None => {
            let what = format!("there is no room for it {relation} thing {}", to.0);
            world.write_message(Drift { thing, what });
        }
    }
}
