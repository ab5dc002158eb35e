//! The level places of a thing on which others can stand: its top faces and the floors inside.

use rapier3d::math::Vector;
use scenario::checked::Thing;

use crate::solid::{Frame, Solid, unit, upright};

/// A level rectangle of a thing, in the thing's own frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Top {
    /// The middle of the rectangle and its turn.
    pub(crate) frame: Frame,
    /// Half its width and depth.
    pub(crate) half: [f32; 2],
    /// How much room is above it.
    pub(crate) clearance: f32,
    /// How far above it things may begin: below the ceiling, or the rim of an open vessel.
    pub(crate) rim: f32,
    /// Whether it is a floor inside a container.
    pub(crate) inside: bool,
}

/// The thickness of a container's walls, metres; thinner where the container is small.
const WALL_M: f32 = 0.015;
/// A surface this far below the top of a container still counts as its top, metres.
const LID_M: f32 = 0.02;
/// The room above a top face that says nothing of it, metres.
const OPEN_M: f32 = 2.0;

/// The tops of a thing whose box is `solid`, which stands there in the home.
pub(crate) fn tops_of(thing: &Thing, solid: &Solid) -> Vec<Top> {
    let kind = &thing.kind;
    // Surfaces are written in the frame of the home, so they say nothing of a thing without a place.
    let written = if thing.pose.is_some() { thing.surfaces.as_slice() } else { &[] };
    let mut tops = Vec::new();
    for surface in written {
        let center = Vector::new(
            (surface.min[0] + surface.max[0]) * 0.5,
            surface.height,
            (surface.min[1] + surface.max[1]) * 0.5,
        );
        let below_top = surface.height < solid.max().y - LID_M;
        tops.push(Top {
            frame: unit(solid.frame.inv_mul(&upright(center, 0.0))),
            half: [
                (surface.max[0] - surface.min[0]) * 0.5,
                (surface.max[1] - surface.min[1]) * 0.5,
            ],
            clearance: surface.clearance,
            rim: surface.clearance,
            inside: kind.holds && (below_top || !kind.surface),
        });
    }
    if kind.holds && !tops.iter().any(|top| top.inside) {
        tops.push(floor_inside(solid.half, kind.is_open_vessel()));
    }
    if !tops.iter().any(|top| !top.inside) {
        tops.push(top_face(solid.half));
    }
    tops
}

fn top_face(half: Vector) -> Top {
    Top {
        frame: upright(Vector::Y * half.y, 0.0),
        half: [half.x, half.z],
        clearance: OPEN_M,
        rim: OPEN_M,
        inside: false,
    }
}

/// The floor of a container. Where it has no lid or door, things may stick out at the top.
fn floor_inside(half: Vector, is_open: bool) -> Top {
    let wall = |half: f32| WALL_M.min(half * 0.1);
    let depth = 2.0 * (half.y - wall(half.y));
    Top {
        frame: upright(Vector::Y * (wall(half.y) - half.y), 0.0),
        half: [half.x - wall(half.x), half.z - wall(half.z)],
        clearance: if is_open { OPEN_M } else { depth },
        rim: depth,
        inside: true,
    }
}
