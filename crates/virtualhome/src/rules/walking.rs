//! Walks to a node, or looks for it and walks where it is far.
//!
//! Walking forgets all that was near and brings near, besides the node: what it is in, my own
//! body, what I hold, and what is on it or in it. What I hold is put into the room I came from.

use super::must_be_close;
use crate::home::{Place, places};
use crate::refusal::Reason;
use crate::rules::doors;
use crate::script::{Operand, Step};
use crate::simulator::{Done, No, Release, Simulator};
use crate::vocabulary::{Property, Relation};

const LEFT_BEHIND: &[Relation] = &[Relation::Inside, Relation::Close, Relation::Facing];

pub(super) fn walk(sim: &mut Simulator, step: &Step) -> Done {
    let operand = &step.operands[0];
    let target = existing(sim, operand)?;
    walk_to(sim, operand, target)
}

pub(super) fn find(sim: &mut Simulator, step: &Step) -> Done {
    let operand = &step.operands[0];
    let target = existing(sim, operand)?;
    let stays = sim.has(target, Relation::On, sim.me())
        || sim.can(target, Property::BodyPart)
        || sim.is_close(target)
        || sim.is_resting();
    if !stays {
        if sim.release == Release::V2 {
            return Err(No::crash("TypeError: it cannot walk and find in one"));
        }
        // A walk that is refused is told; then it is still far, which is told as well.
        return walk_to(sim, operand, target).map_err(|mut no| {
            if no.reason != Reason::Crash {
                let far = sim.no(Reason::NotClose, &[sim.me(), target]);
                no.sentences.extend(far.sentences);
                no.reason = far.reason;
            }
            no
        });
    }
    must_be_close(sim, target)?;
    look_around(sim, operand, target)
}

fn existing(sim: &Simulator, operand: &Operand) -> Result<Place, No> {
    sim.home.place(operand.id).ok_or_else(|| No::crash("AttributeError: there is no such node"))
}

fn look_around(sim: &mut Simulator, operand: &Operand, target: Place) -> Done {
    sim.remember(operand);
    sim.remove_from(sim.me(), Relation::Facing);
    sim.come_close(target);
    Ok(())
}

fn walk_to(sim: &mut Simulator, operand: &Operand, target: Place) -> Done {
    let me = sim.me();
    if sim.is_resting() {
        return Err(sim.no(Reason::Sitting, &[me]));
    }
    let no_room = || No::crash("AttributeError: it is in no room");
    let from = sim.room_of(me).ok_or_else(no_room)?;
    let to = doors::way(sim, from, target)?;

    let held = sim.held();
    sim.remember(operand);
    sim.cut_off(me, LEFT_BEHIND);
    sim.add(me, Relation::Inside, to);
    if sim.release == Release::V1 || to != target {
        let containers: Vec<Place> = places(sim.row(target, Relation::Inside)).collect();
        containers
            .into_iter()
            .filter(|one| !sim.home.is_room(*one))
            .for_each(|one| sim.come_close(one));
        for body in 0..sim.home.bodies.len() {
            sim.come_close(sim.home.bodies[body]);
        }
        sim.come_close(target);
    }
    for thing in &held {
        sim.cut_off(*thing, LEFT_BEHIND);
    }
    for thing in &held {
        sim.come_close(*thing);
        sim.add(*thing, Relation::Inside, from);
    }
    let near: Vec<Place> = match sim.release {
        Release::V1 if sim.can(target, Property::Surfaces) => {
            sim.sources(Relation::On, target).collect()
        }
        Release::V1 => Vec::new(),
        Release::V2 => {
            let inside =
                sim.can(target, Property::CanOpen).then(|| sim.sources(Relation::Inside, target));
            inside.into_iter().flatten().chain(places(sim.row(target, Relation::On))).collect()
        }
    };
    near.into_iter().for_each(|one| sim.come_close(one));
    Ok(())
}
