//! How long actions take.

use base::ActionKind;

/// What a refused action costs, seconds.
pub(crate) const REFUSAL_S: f32 = 1.0;

/// Seconds from beginning to effect. Walking and waiting are not here: they last as long as the way
/// is and as is asked.
const SECONDS: [(ActionKind, f32); 11] = [
    (ActionKind::Look, 2.0),
    (ActionKind::Search, 3.0),
    (ActionKind::Open, 1.5),
    (ActionKind::Close, 1.0),
    (ActionKind::Take, 1.0),
    (ActionKind::PutOn, 1.0),
    (ActionKind::PutIn, 1.0),
    (ActionKind::Toggle, 0.5),
    (ActionKind::Slice, 6.0),
    (ActionKind::Crack, 2.0),
    (ActionKind::GiveUp, 0.1),
];

/// How long an action of this kind takes; none where that depends on more than its kind.
pub(crate) fn seconds(kind: ActionKind) -> Option<f32> {
    SECONDS.iter().find(|(of, _)| *of == kind).map(|(_, seconds)| *seconds)
}
