//! An agent's body: where it stands, where it looks, what it has in hand.

use base::{AgentId, Handle, Noun, ThingId};
use bevy_ecs::prelude::*;
use rapier3d::math::Vector;

use crate::people::Figure;
use crate::reach::{Lies, lies_for};
use crate::scene::{HouseScene, SceneData};
use crate::sensing::View;
use crate::solid::{Frame, facing, upright, yaw_towards};
use crate::things::Things;

/// The height of the eyes, metres.
pub const EYE_M: f32 = 1.55;
/// The height of the eyes of one who sits, and of one who lies, metres.
const SITTING_EYE_M: f32 = 1.2;
const LYING_EYE_M: f32 = 0.7;
/// How fast it walks, metres a second.
pub const WALK_M_PER_S: f32 = 1.0;
/// How fast it turns, degrees a second.
pub const TURN_DEG_PER_S: f32 = 180.0;
/// The handle by which percepts name the body itself: who holds what is in the hand.
pub const SELF: Handle = Handle(0);

/// How far down it looks while walking, as the tangent of the angle.
const WALKING_LOOK_DOWN: f32 = 0.3;
/// The hands: height above the floor, before the body, to the side, metres.
const HAND_M: [f32; 3] = [1.05, 0.35, 0.2];

/// The entities of all who live in the house, in order of [`AgentId`], which is that of their names:
/// nothing depends on the order in which they were listed.
#[derive(Resource, Debug, Clone, Default)]
pub(crate) struct Agents(pub(crate) Vec<Entity>);

impl Agents {
    /// Every agent's entity, in order.
    pub(crate) fn of(world: &World) -> Vec<Entity> {
        world.resource::<Self>().0.clone()
    }

    pub(crate) fn entity(&self, agent: AgentId) -> Entity {
        self.0[usize::from(agent.0)]
    }
}

/// What the agent is called: who holds what is in the hand.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct Name(pub Noun);

/// Where the body is and where it looks.
#[derive(Component, Debug, Clone, PartialEq)]
pub struct Body {
    /// Where the feet are: x and z, metres.
    pub feet: [f32; 2],
    /// Where it faces; 0 looks along +z, counter-clockwise seen from above.
    pub yaw_deg: f32,
    /// The landmark it stands at, once it has gone there.
    pub standing_at: Option<ThingId>,
    /// Whether it stands, sits, lies or stands on something.
    pub posture: Posture,
    pub(crate) gaze: Gaze,
}

/// Where an agent stands at the beginning of a day.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub(crate) struct Start {
    /// x and z, metres.
    pub(crate) feet: [f32; 2],
    pub(crate) yaw_deg: f32,
}

/// How the body is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Posture {
    /// It stands on the floor.
    Standing,
    /// It sits on that.
    Sitting(ThingId),
    /// It lies on that.
    Lying(ThingId),
    /// It stands on that.
    On {
        /// On what.
        thing: ThingId,
        /// How high, metres.
        lift_m: f32,
        /// Where the feet were before.
        from: [f32; 2],
        /// Where the feet are.
        at: [f32; 2],
    },
}

impl Posture {
    /// What it sits, lies or stands on.
    pub const fn on(self) -> Option<ThingId> {
        match self {
            Self::Standing => None,
            Self::Sitting(thing) | Self::Lying(thing) | Self::On { thing, .. } => Some(thing),
        }
    }
}

/// Where the eyes look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Gaze {
    /// The unit vector along which it looks.
    pub(crate) direction: Vector,
    /// It has turned once around and sees what is on every side.
    pub(crate) around: bool,
    /// What it is looking through: all that is in or on that is seen.
    pub(crate) into: Option<ThingId>,
}

impl Body {
    /// A body that stands there and looks ahead.
    pub fn standing(feet: [f32; 2], yaw_deg: f32) -> Self {
        let gaze = Gaze { direction: Vector::Z, around: false, into: None };
        let mut body = Self { feet, yaw_deg, standing_at: None, posture: Posture::Standing, gaze };
        body.look_ahead(yaw_deg);
        body
    }

    /// Whether it has turned once around and sees what is on every side.
    pub fn looks_around(&self) -> bool {
        self.gaze.around
    }

    pub(crate) fn eye(&self) -> Vector {
        let height = match self.posture {
            Posture::Standing | Posture::On { .. } => EYE_M + self.lift_m(),
            Posture::Sitting(_) => SITTING_EYE_M,
            Posture::Lying(_) => LYING_EYE_M,
        };
        Vector::new(self.feet[0], height, self.feet[1])
    }

    /// How high above the floor the feet are, metres.
    pub(crate) fn lift_m(&self) -> f32 {
        match self.posture {
            Posture::On { lift_m, .. } => lift_m,
            Posture::Standing | Posture::Sitting(_) | Posture::Lying(_) => 0.0,
        }
    }

    /// Turns that way and looks ahead and a little down.
    pub(crate) fn look_ahead(&mut self, yaw_deg: f32) {
        self.yaw_deg = yaw_deg;
        let direction = (facing(yaw_deg) - Vector::Y * WALKING_LOOK_DOWN).normalize();
        self.gaze = Gaze { direction, around: false, into: None };
    }

    /// Turns to the point and looks at it.
    pub(crate) fn look_at(&mut self, point: Vector) {
        let way = point - self.eye();
        let level = Vector::new(way.x, 0.0, way.z);
        if level.length() < 0.02 {
            return;
        }
        self.yaw_deg = yaw_towards(level);
        // Nobody looks straight up or down: the head tilts by 60 degrees at most.
        let steepest = level.length() * 1.732;
        let direction = (level + Vector::Y * way.y.clamp(-steepest, steepest)).normalize();
        self.gaze = Gaze { direction, around: false, into: None };
    }

    /// Where the hand is; 0 is the right one.
    pub(crate) fn hand(&self, hand: u8) -> Frame {
        let ahead = facing(self.yaw_deg);
        let left = Vector::Y.cross(ahead);
        let side = if hand == 0 { -HAND_M[2] } else { HAND_M[2] };
        let feet = Vector::new(self.feet[0], self.lift_m(), self.feet[1]);
        let at = feet + Vector::Y * HAND_M[0] + ahead * HAND_M[1] + left * side;
        upright(at, self.yaw_deg)
    }
}

/// What is in the right and in the left hand.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hands(pub [Option<ThingId>; 2]);

impl Hands {
    /// The first free hand, the right one before the left.
    pub(crate) fn free(&self) -> Option<u8> {
        self.0.iter().position(Option::is_none).map(|hand| hand as u8)
    }

    pub(crate) fn holds(&self, id: ThingId) -> bool {
        self.0.contains(&Some(id))
    }
}

/// Everything that checking an action reads: the things, and the body among them.
#[derive(Clone, Copy)]
pub(crate) struct Site<'w> {
    pub(crate) things: Things<'w>,
    pub(crate) scene: &'w SceneData,
    /// All who live here, in order.
    pub(crate) agents: &'w [Entity],
    pub(crate) agent: AgentId,
    pub(crate) name: &'w Noun,
    pub(crate) body: &'w Body,
    pub(crate) hands: &'w Hands,
    pub(crate) view: &'w View,
    /// The thing that others see of it.
    pub(crate) figure: Option<ThingId>,
}

impl<'w> Site<'w> {
    pub(crate) fn of(world: &'w World, agent: Entity) -> Self {
        let agent = world.entity(agent);
        let has = "the agent is spawned with it";
        Self {
            things: Things::of(world),
            scene: &world.resource::<HouseScene>().0,
            agents: &world.resource::<Agents>().0,
            agent: agent.get::<body::Agent>().expect(has).0,
            name: &agent.get::<Name>().expect(has).0,
            body: agent.get::<Body>().expect(has),
            hands: agent.get::<Hands>().expect(has),
            view: agent.get::<View>().expect(has),
            figure: agent.get::<Figure>().map(|figure| figure.0),
        }
    }

    /// Whether the thing is in a hand of this body, by itself or with what it is in or on.
    pub(crate) fn holds_within(&self, id: ThingId) -> bool {
        self.things.hand_of(id).is_some_and(|(agent, _)| agent == self.agent)
    }

    /// What the one is called who has the thing in hand and is not this one.
    pub(crate) fn other_holder(&self, id: ThingId) -> Option<&'w Noun> {
        let (agent, _) = self.things.hand_of(id).filter(|(agent, _)| *agent != self.agent)?;
        self.things.of_agent(self.agents[usize::from(agent.0)]).map(|name: &Name| &name.0)
    }

    /// Whether a hand reaches the thing from where the body stands.
    pub(crate) fn reaches(&self, id: ThingId) -> bool {
        matches!(self.lies(id), Lies::InReach(_))
    }

    /// How the thing lies for the hands from where the body stands.
    pub(crate) fn lies(&self, id: ThingId) -> Lies {
        if self.holds_within(id) {
            return Lies::InReach(0.0);
        }
        let handhold = self.things.solid(self.things.handhold(id));
        lies_for(&self.scene.statics, self.body, &handhold)
    }
}
