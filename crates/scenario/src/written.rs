//! What an author types, before anything is known to make sense.
//!
//! Names are plain text, numbers may be nonsense: the checks turn these types into
//! [`checked`](crate::checked) ones or say what is wrong and where. Programs that make homes fill
//! in the same types and write them with [`Home::to_ron`].

mod home;
mod kind;
mod scenario;
mod value;
mod words;

pub use home::{At, Doorway, Home, PlaceClass, Room, Start, Thing, Walls};
pub use kind::Kind;
pub use scenario::{
    Day, DayEntry, Draw, Event, Expect, Fault, Goal, Person, Repeat, Say, Scenario, Variant,
};
pub use value::Value;
pub use words::{ActionWord, ConditionWord, FactWord, RelationWord, StateWord};
