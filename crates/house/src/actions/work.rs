//! Works on a thing with a tool: peels, dices, mashes, stirs, seasons, spreads, sharpens, soaps.
//!
//! Refused when the thing is not worked on so or the tool is not for that, when the tool (for
//! sharpening, the thing) is not held, when they are one thing, when the thing is shut away, out of
//! reach or done already, and when nothing is left of what seasons or soaps. Dicing needs an edge that cuts, and
//! wears it.

use base::{Fact, Refusal, State, ThingId};
use bevy_ecs::prelude::*;
use body::Refused;
use scenario::checked::{Edge as EdgeOfKind, Work};

use super::pour::levels;
use super::slice::wear;
use super::{can_handle, is, must_hold, no, no_because};
use crate::agent::Site;
use crate::liquid::Liquid;
use crate::recipes;
use crate::sensing::turn_to;
use crate::states::{change_doses, set_state};
use crate::things::{Doses, Edge};

/// Proof that the work can be done now.
pub(crate) struct CanWork {
    work: Work,
    thing: ThingId,
    with: ThingId,
}

/// What the work makes of the thing.
pub(crate) const fn makes(work: Work) -> State {
    match work {
        Work::Peel => State::Peeled,
        Work::Dice => State::Diced,
        Work::Mash => State::Mashed,
        Work::Stir => State::Stirred,
        Work::Season => State::Seasoned,
        Work::Spread => State::Covered,
        Work::Sharpen => State::Sharp,
        Work::Soap => State::Soapy,
    }
}

/// Whether the work takes a dose of what it is done with.
const fn uses_up(work: Work) -> bool {
    matches!(work, Work::Season | Work::Soap)
}

pub(super) fn check(
    site: &Site<'_>,
    work: Work,
    thing: ThingId,
    with: ThingId,
) -> Result<CanWork, Refused> {
    let (kind, tool) = (site.things.kind(thing), site.things.kind(with));
    let fits = match work {
        Work::Dice => kind.can_be.contains(&work) && tool.edge.is_some(),
        Work::Sharpen => kind.edge.is_some() && tool.tool_for.contains(&work),
        Work::Soap => kind.washable && tool.tool_for.contains(&work),
        _ => kind.can_be.contains(&work) && tool.tool_for.contains(&work),
    };
    if !fits {
        return Err(no(Refusal::WrongKind));
    }
    if work == Work::Sharpen {
        must_hold(site, thing)?;
    } else {
        must_hold(site, with)?;
    }
    if thing == with {
        return Err(no(Refusal::IntoItself));
    }
    can_handle(site, thing)?;
    can_handle(site, with)?;
    if work == Work::Sharpen {
        return Ok(CanWork { work, thing, with });
    }
    let state = makes(work);
    if site.things.became(thing).is(state) {
        return Err(no_because(Refusal::AlreadySo, is(site, thing, state, true)));
    }
    let is_empty = site.things.get::<Liquid>(thing).is_none_or(|liquid| liquid.0.is_empty())
        && site.things.contents(thing).is_empty();
    if work == Work::Stir && is_empty {
        return Err(no(Refusal::NotEnough));
    }
    if uses_up(work) && site.things.get::<Doses>(with).is_some_and(|doses| doses.0 == 0) {
        return Err(no_because(Refusal::NotEnough, is(site, with, State::Filled, false)));
    }
    let cuts = |edge: &Edge| edge.sharpness >= EdgeOfKind::CUTS_FROM;
    if work == Work::Dice && !site.things.get::<Edge>(with).is_some_and(cuts) {
        return Err(no_because(Refusal::Blunt, is(site, with, State::Sharp, false)));
    }
    Ok(CanWork { work, thing, with })
}

/// Whether the first can be spread on the second with the third: a spoon, or what has an edge.
pub(super) fn check_spread(
    site: &Site<'_>,
    what: ThingId,
    on: ThingId,
    with: ThingId,
) -> Result<CanWork, Refused> {
    let things = site.things;
    let serves =
        things.kind(with).edge.is_some() || things.kind(with).tool_for.contains(&Work::Stir);
    let fits = things.kind(what).tool_for.contains(&Work::Spread)
        && things.kind(on).can_be.contains(&Work::Spread);
    if !fits || !serves {
        return Err(no(Refusal::WrongKind));
    }
    must_hold(site, with)?;
    if what == on || on == with || what == with {
        return Err(no(Refusal::IntoItself));
    }
    can_handle(site, what)?;
    can_handle(site, on)?;
    if things.became(on).is(State::Covered) {
        return Err(no_because(Refusal::AlreadySo, is(site, on, State::Covered, true)));
    }
    Ok(CanWork { work: Work::Spread, thing: on, with })
}

pub(super) fn apply(
    world: &mut World,
    agent: Entity,
    CanWork { work, thing, with }: CanWork,
) -> Vec<Fact> {
    turn_to(world, agent, thing);
    let state = makes(work);
    set_state(world, thing, state, true);
    let mut changes = vec![is(&Site::of(world, agent), thing, state, true)];
    if uses_up(work) && Site::of(world, agent).things.get::<Doses>(with).is_some() {
        change_doses(world, with, |left| left.saturating_sub(1));
        changes.extend(levels(&Site::of(world, agent), with));
    }
    if work == Work::Stir {
        changes.extend(recipes::stirred(world, thing));
    }
    if work == Work::Dice {
        if Site::of(world, agent).things.kind(thing).sliceable {
            set_state(world, thing, State::Sliced, true);
            changes.push(is(&Site::of(world, agent), thing, State::Sliced, true));
        }
        wear(world, with);
    }
    changes
}
