//! What one predicate, said of given objects, asks for.

use std::cell::RefCell;

use base::{Noun, Quality, State};
use bddl::words::{Object, Predicate};
use scenario::checked::{Heating, Kind};
use scenario::fits;

use super::cast::{Cast, Role, relation};
use super::reason::Reason;
use super::wish::Wish;

/// Predicates that the house cannot tell, though the domain has them.
const NOT_TOLD: [&str; 11] = [
    "nextto",
    "under",
    "overlaid",
    "attached",
    "folded",
    "unfolded",
    "draped",
    "assembled",
    "on_fire",
    "broken",
    "saturated",
];

/// What makes two things touch.
pub(super) const TOUCHING: [&str; 2] = ["ontop", "inside"];

/// Says what predicates ask for, and remembers why something can never be so.
pub(super) struct Meanings<'a> {
    pub(super) cast: &'a Cast,
    /// Why parts of the goal fell out.
    pub(super) never: RefCell<Vec<Reason>>,
}

impl Meanings<'_> {
    /// What it means that this is so, or with `wanted` false that it is not.
    pub(super) fn of(
        &self,
        predicate: &Predicate,
        subject: &Object,
        other: Option<&Object>,
        wanted: bool,
    ) -> Result<Wish, Reason> {
        let word = predicate.as_str();
        if NOT_TOLD.contains(&word) {
            // What can never be told to be so can still be done another way; what must not be so
            // could be so unseen.
            return if wanted {
                Ok(self.never(Reason::Predicate(word.to_owned())))
            } else {
                Err(Reason::Predicate(word.to_owned()))
            };
        }
        let so = match (word, other) {
            ("inroom", _) => Wish::Known(true),
            ("real", _) => self.is_real(subject),
            ("future", _) => self.is_real(subject).opposite(),
            ("ontop" | "inside", Some(other)) => self.is_placed(word, subject, other),
            ("touching", Some(other)) => {
                // One lies on or in the other: the surest way to touch.
                Wish::any(
                    TOUCHING
                        .map(|word| self.is_placed(word, subject, other))
                        .into_iter()
                        .chain(TOUCHING.map(|word| self.is_placed(word, other, subject))),
                )
            }
            ("covered", Some(other)) => self.is_covered(subject, other, wanted)?,
            ("contains" | "filled" | "insource", Some(other)) => {
                self.contains(word, subject, other, wanted)?
            }
            ("open" | "toggled_on" | "cooked" | "frozen" | "hot", None) => {
                self.has_state(word, subject)?
            }
            _ => return Err(Reason::Predicate(word.to_owned())),
        };
        Ok(if wanted { so } else { so.opposite() })
    }

    /// What can never be so, for this reason.
    fn never(&self, reason: Reason) -> Wish {
        self.never.borrow_mut().push(reason);
        Wish::Known(false)
    }

    fn is_real(&self, subject: &Object) -> Wish {
        match self.cast.role(subject) {
            Role::Half(of) => is(of, State::Sliced),
            Role::Pieces { of, cooked } => {
                Wish::any(of.iter().map(|of| self.is_in_pieces(of, *cooked)))
            }
            Role::Thing(noun) if self.cast.is_halved(noun) => is(noun, State::Sliced).opposite(),
            Role::Substance(what) => self.is_somewhere(what),
            Role::Thing(_) | Role::Nobody => Wish::Known(true),
            Role::Missing(reason) => self.never(reason.clone()),
        }
    }

    /// Some of it is in some vessel, or on something. What comes out of a tap, or was never poured,
    /// is there.
    fn is_somewhere(&self, what: &Noun) -> Wish {
        if self.cast.has_source_of(what) {
            return Wish::Known(true);
        }
        if !self.cast.is_poured(what) {
            return self.never(Reason::Substance {
                predicate: "real".to_owned(),
                substance: what.to_string(),
            });
        }
        let inside = self.cast.vessels().into_iter().map(|vessel| (vessel, true));
        let on = self.cast.coverable().map(|thing| (thing, false));
        Wish::any(inside.chain(on).map(|(thing, inside)| {
            let quality = if inside { Quality::Holds } else { Quality::CoveredWith };
            Wish::Is(thing.clone(), quality(what.clone()), true)
        }))
    }

    fn is_in_pieces(&self, noun: &Noun, cooked: bool) -> Wish {
        let sliced = is(noun, State::Sliced);
        match (cooked, cooked_state(&self.cast.thing(noun).kind)) {
            (false, _) => sliced,
            (true, Some(state)) => Wish::all([sliced, is(noun, state)]),
            (true, None) => self.never(Reason::Never(format!("{noun} cannot be cooked"))),
        }
    }

    /// The thing is there, by itself or in or on something loose that is.
    fn is_placed(&self, word: &str, subject: &Object, other: &Object) -> Wish {
        let (Some(thing), Some(place)) = (self.cast.noun(subject), self.cast.noun(other)) else {
            return self.not_there(subject, other);
        };
        let here = self.is_there(word, thing, place);
        let half = match self.cast.role(subject) {
            Role::Half(of) => is(of, State::Sliced),
            _ => Wish::Known(true),
        };
        Wish::all([half, here])
    }

    fn not_there(&self, subject: &Object, other: &Object) -> Wish {
        for object in [subject, other] {
            if let Role::Missing(reason) = self.cast.role(object) {
                return self.never(reason.clone());
            }
        }
        self.never(Reason::Never(format!("{subject} and {other} are not both things")))
    }

    pub(super) fn is_there(&self, word: &str, thing: &Noun, place: &Noun) -> Wish {
        let direct = self.is_right_at(word, thing, place);
        if word != "inside" || !self.cast.thing(place).kind.fixed {
            return direct;
        }
        let carried = self.cast.carriers().filter(|vessel| *vessel != thing && *vessel != place);
        let ways = carried.map(|vessel| {
            let with_it = Wish::any(["inside", "ontop"].map(|w| self.at(w, thing, vessel)));
            Wish::all([with_it, self.at(word, vessel, place)])
        });
        let ways: Vec<Wish> = ways.collect();
        Wish::any(std::iter::once(direct).chain(ways))
    }

    /// The thing is directly there.
    fn is_right_at(&self, word: &str, thing: &Noun, place: &Noun) -> Wish {
        let wish = self.at(word, thing, place);
        if wish == Wish::Known(false) {
            let (size, kind) = (self.cast.thing(thing).size, &self.cast.thing(place).kind);
            let why = if self.cast.thing(thing).kind.fixed {
                format!("{thing} is furniture here, and stays where it is")
            } else if thing == place {
                format!("{thing} cannot be in or on itself")
            } else if relation(word, kind).is_none() {
                format!("nothing can be put on or in a {}", kind.name)
            } else {
                let [width, height, depth] = size;
                format!(
                    "{} ({width} × {height} × {depth} m) does not fit at {}",
                    self.cast.thing(thing).kind.name,
                    kind.name
                )
            };
            return self.never(Reason::Never(why));
        }
        wish
    }

    fn at(&self, word: &str, thing: &Noun, place: &Noun) -> Wish {
        let kind = &self.cast.thing(place).kind;
        let (what, Some(relation)) = (self.cast.thing(thing), relation(word, kind)) else {
            return Wish::Known(false);
        };
        if thing == place || what.kind.fixed {
            return Wish::Known(false);
        }
        let tops = self.cast.tops(place);
        Wish::any(
            tops.filter(|top| fits(what.size, self.cast.thing(top), relation))
                .map(|top| Wish::Is(thing.clone(), Quality::At(relation, top.clone()), true)),
        )
    }

    /// What is on a thing at the beginning is dirt, as far as it is only to be cleaned off; else it is
    /// poured. Pieces cover what they are on.
    fn is_covered(&self, subject: &Object, other: &Object, wanted: bool) -> Result<Wish, Reason> {
        if let (Role::Pieces { of, cooked }, Some(place)) =
            (self.cast.role(other), self.cast.noun(subject))
        {
            return Ok(self.are_pieces("ontop", of, *cooked, place));
        }
        let (Some(thing), Role::Substance(what)) = (self.cast.noun(subject), self.cast.role(other))
        else {
            return Ok(self.not_there(subject, other));
        };
        let is_so = self.cast.init.iter().any(|fact| {
            fact.predicate.as_str() == "covered"
                && fact.subject == *subject
                && fact.other.as_ref() == Some(other)
        });
        if is_so && !self.cast.is_coat(thing, what) {
            // To clean it off is one thing, to put it there again another.
            return if wanted {
                Err(substance("covered", other))
            } else {
                Ok(is(thing, State::Dirty))
            };
        }
        let can_be = self.cast.thing(thing).kind.can_be_covered();
        Ok(if can_be && (is_so || self.cast.is_poured(what)) {
            Wish::Is(thing.clone(), Quality::CoveredWith(what.clone()), true)
        } else if wanted && can_be {
            self.never(substance("covered", other))
        } else if wanted {
            self.never(Reason::Never(format!("{thing} is a vessel: what is poured goes into it")))
        } else {
            Wish::Known(false)
        })
    }

    /// Pieces can be put in a vessel, other things be poured; of these only what is there, or can be
    /// made, can be told.
    fn contains(
        &self,
        word: &str,
        subject: &Object,
        other: &Object,
        wanted: bool,
    ) -> Result<Wish, Reason> {
        let Some(place) = self.cast.noun(subject) else {
            return Ok(self.not_there(subject, other));
        };
        match self.cast.role(other) {
            Role::Pieces { of, cooked } => Ok(self.are_pieces("inside", of, *cooked, place)),
            Role::Substance(what) if word != "insource" => {
                let holds = self.cast.thing(place).kind.capacity_ml.is_some();
                Ok(if holds && self.cast.is_poured(what) {
                    let quality = match word {
                        "filled" => Quality::FilledWith(what.clone()),
                        _ => Quality::Holds(what.clone()),
                    };
                    Wish::Is(place.clone(), quality, true)
                } else if wanted && holds {
                    self.never(substance(word, other))
                } else if wanted {
                    self.never(Reason::Never(format!("nothing can be poured into {place}")))
                } else {
                    Wish::Known(false)
                })
            }
            Role::Missing(reason) => Ok(self.never(reason.clone())),
            _ => Err(substance(word, other)),
        }
    }

    fn are_pieces(&self, word: &str, of: &[Noun], cooked: bool, place: &Noun) -> Wish {
        Wish::any(
            of.iter().map(|of| {
                Wish::all([self.is_in_pieces(of, cooked), self.is_there(word, of, place)])
            }),
        )
    }

    fn has_state(&self, word: &str, subject: &Object) -> Result<Wish, Reason> {
        let noun = match self.cast.role(subject) {
            Role::Thing(noun) | Role::Half(noun) => noun,
            Role::Missing(reason) => return Ok(self.never(reason.clone())),
            Role::Substance(_) | Role::Pieces { .. } | Role::Nobody => {
                return Err(substance(word, subject));
            }
        };
        let half = match self.cast.role(subject) {
            Role::Half(of) => is(of, State::Sliced),
            _ => Wish::Known(true),
        };
        Ok(match state(word, &self.cast.thing(noun).kind) {
            Some(state) => Wish::all([half, is(noun, state)]),
            None => self.never(Reason::Never(format!("{noun} can never be {word}"))),
        })
    }
}

fn substance(predicate: &str, of: &Object) -> Reason {
    let name = of.as_str();
    let name = name.rsplit_once('_').map_or(name, |(name, _)| name);
    Reason::Substance { predicate: predicate.to_owned(), substance: name.to_owned() }
}

fn is(noun: &Noun, state: State) -> Wish {
    Wish::Is(noun.clone(), Quality::Is(state), true)
}

/// The state that the word stands for with things of the kind; none where they never are in it.
pub(super) fn state(word: &str, kind: &Kind) -> Option<State> {
    let (can, state) = match word {
        "open" => (kind.opens, State::Open),
        "toggled_on" => (kind.switch, State::Running),
        "frozen" => (kind.freezes, State::Frozen),
        "hot" => (!kind.fixed, State::Hot),
        "cooked" => return cooked_state(kind),
        "covered" => (kind.washable, State::Dirty),
        _ => return None,
    };
    can.then_some(state)
}

/// What heat makes of things of the kind: some are cooked, others toasted or fried.
fn cooked_state(kind: &Kind) -> Option<State> {
    if kind.cooks_at_celsius.is_some() {
        return Some(State::Cooked);
    }
    let by = [Heating::Frying, Heating::Toasting];
    let change = kind.heat_changes.iter().find(|it| by.contains(&it.by) && it.needs.is_none())?;
    Some(change.becomes)
}
