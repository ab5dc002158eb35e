//! Says something to whoever hears it, or asks somebody. What follows is for those who listen.
//!
//! Asking is refused where the one asked is no person or is too far away to hear it.

use base::{Fact, Refusal, ThingId};
use bevy_ecs::prelude::*;
use body::{Heard, Refused};

use super::no;
use crate::agent::{Agents, Site};
use crate::noise::is_within_hearing;
use crate::sensing::{Attention, turn_to};

/// Proof that it can be said.
pub(crate) struct CanSay {
    words: String,
    to: Option<ThingId>,
}

pub(super) fn check(words: &str) -> CanSay {
    CanSay { words: words.to_owned(), to: None }
}

pub(super) fn check_ask(site: &Site<'_>, who: ThingId, words: &str) -> Result<CanSay, Refused> {
    let asked = site.things.person(who).ok_or_else(|| no(Refusal::WrongKind))?;
    let listener: &crate::agent::Body = site.things.of_agent(asked).expect("an agent has a body");
    if !is_within_hearing(site.scene, listener.feet, site.body.feet) {
        return Err(no(Refusal::OutOfReach));
    }
    Ok(CanSay { words: words.to_owned(), to: Some(who) })
}

pub(super) fn apply(world: &mut World, agent: Entity, CanSay { words, to }: CanSay) -> Vec<Fact> {
    if let Some(asked) = to {
        turn_to(world, agent, asked);
    }
    let speaker = Site::of(world, agent);
    let (from, name) = (speaker.body.feet, speaker.name.words());
    let said = match to.map(|asked| speaker.things.noun(asked).words()) {
        Some(asked) => format!("{name} asked {asked}: {words}"),
        None => format!("{name} said: {words}"),
    };
    for (number, listener) in Agents::of(world).into_iter().enumerate() {
        let site = Site::of(world, listener);
        if listener != agent && is_within_hearing(site.scene, site.body.feet, from) {
            let heard = Heard { words: said.clone(), facts: Vec::new() };
            world.resource_mut::<Attention>().of(number).heard.push(heard);
        }
    }
    Vec::new()
}
