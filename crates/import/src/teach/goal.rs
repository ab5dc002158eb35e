//! Makes a condition of a definition.

use std::collections::BTreeMap;

use base::{Condition, Noun, Quality, Relation as How, Share, State};
use scenario::Kinds;
use serde_json::Value;

use super::definition::{Component, Definition, Relation, Tasks, filled};
use crate::thor::kebab;

/// A task cannot become a goal of the house.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum NotPossible {
    /// No task is called so.
    #[error("no task is called \"{name}\"{}", nearest.as_ref().map_or_else(String::new, |it| format!("; did you mean \"{it}\"?")))]
    NoTask {
        /// The name.
        name: String,
        /// The nearest name that there is.
        nearest: Option<String>,
    },
    /// It takes another number of words.
    #[error("\"{name}\" takes {takes} words, not {given}")]
    Words {
        /// The task.
        name: String,
        /// How many it takes.
        takes: usize,
        /// How many were given.
        given: usize,
    },
    /// The house knows nothing of that condition.
    #[error("the house knows no \"{0}\"")]
    Property(String),
    /// Nobody knows how many these are.
    #[error("\"{0}\" is neither a number nor \"a\", \"the\" or \"all\"")]
    Determiner(String),
    /// A component says neither what it is nor which task it is.
    #[error("\"{0}\" has no type, no class and no task")]
    Nothing(String),
    /// A relation names what the task does not have.
    #[error("a relation names \"{0}\", which the task does not have")]
    NoComponent(String),
    /// Several of a task with relations of its own cannot be told apart.
    #[error("several of \"{0}\", which has relations of its own")]
    SeveralOf(String),
    /// All, or several, where it counts which of several places each is in.
    #[error("several of {0}, where it counts in which place")]
    Several(String),
    /// It is defined by itself.
    #[error("\"{0}\" is a part of itself")]
    Circle(String),
}

/// How many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Many {
    All,
    AtLeast(u32),
}

/// A component, worked out: what it may be, how many, and what else its task asks for.
struct Part {
    kinds: Vec<String>,
    that: Vec<Quality>,
    many: Many,
    /// Whether the component is there only for others to be related to, or to work with.
    is_mentioned: bool,
}

/// No task has more tasks within tasks.
const DEEPEST: usize = 16;

impl Tasks {
    /// The goal of the task with these words: what must be so in the end.
    ///
    /// Which of in and on a relation means is told by the kind of the place: what holds things has them
    /// in it.
    ///
    /// # Errors
    /// [`NotPossible`], where the task is not known or asks for what the house does not know.
    pub fn goal(
        &self,
        name: &str,
        words: &[String],
        kinds: &Kinds,
    ) -> Result<Condition, NotPossible> {
        let parts = self.parts_of(name, words, kinds, 0)?;
        Ok(Condition::All(parts))
    }

    fn definition(&self, name: &str, words: &[String]) -> Result<&Definition, NotPossible> {
        let Some(task) = self.definitions.get(name) else {
            let known = self.definitions.keys().map(String::as_str);
            let similar = |other: &&str| strsim::damerau_levenshtein(name, other);
            let nearest = known.min_by_key(similar).map(str::to_owned);
            return Err(NotPossible::NoTask { name: name.to_owned(), nearest });
        };
        if task.task_nparams != words.len() {
            let (takes, given) = (task.task_nparams, words.len());
            return Err(NotPossible::Words { name: name.to_owned(), takes, given });
        }
        Ok(task)
    }

    /// Everything that the task asks for.
    fn parts_of(
        &self,
        name: &str,
        words: &[String],
        kinds: &Kinds,
        depth: usize,
    ) -> Result<Vec<Condition>, NotPossible> {
        if depth > DEEPEST {
            return Err(NotPossible::Circle(name.to_owned()));
        }
        let task = self.definition(name, words)?;
        let mut known: BTreeMap<String, Part> = BTreeMap::new();
        let mut goal = Vec::new();
        for (called, component) in &task.components {
            let many = many(&filled(&component.determiner, words))?;
            if many == Many::AtLeast(0) {
                continue;
            }
            let part = self.part(called, component, words, many)?;
            if let Some(of) = &component.task_name {
                let own = filled_all(&component.task_params, words);
                if !self.definition(of, &own)?.relations.is_empty() {
                    if many != Many::AtLeast(1) {
                        return Err(NotPossible::SeveralOf(of.clone()));
                    }
                    goal.extend(self.parts_of(of, &own, kinds, depth + 1)?);
                }
            }
            known.insert(filled(called, words), part);
        }
        let mut is_related = Vec::new();
        for relation in &task.relations {
            goal.extend(related(relation, words, &known, kinds, &mut is_related)?);
        }
        for (called, part) in &known {
            if !part.is_mentioned && !is_related.contains(called) {
                goal.push(any_of(part, &[]));
            }
        }
        Ok(goal)
    }

    /// What a component is and must be. Of a task it is the anchor.
    fn part(
        &self,
        called: &str,
        component: &Component,
        words: &[String],
        many: Many,
    ) -> Result<Part, NotPossible> {
        let mut task = component.task_name.clone();
        let mut own = filled_all(&component.task_params, words);
        let mut conditions = component.conditions.clone();
        let mut from = words.to_vec();
        let mut depth = 0;
        while let Some(name) = task {
            depth += 1;
            if depth > DEEPEST {
                return Err(NotPossible::Circle(name));
            }
            let inner = self.definition(&name, &own)?;
            let anchor = inner.task_anchor_object.as_deref();
            let anchor = anchor.and_then(|anchor| inner.components.get(anchor));
            let anchor = anchor.or_else(|| inner.components.values().next());
            let anchor = anchor.ok_or_else(|| NotPossible::Nothing(name.clone()))?;
            conditions = anchor.conditions.clone();
            task = anchor.task_name.clone();
            from = own.clone();
            own = filled_all(&anchor.task_params, &from);
        }
        let mut kinds = Vec::new();
        let mut that = Vec::new();
        let mut wants = 0;
        for (property, value) in &conditions {
            let text = value.as_str().map(|text| filled(text, &from));
            match (property.as_str(), text) {
                ("objectType", Some(sort)) => kinds.push(kind_and_state(&sort, &mut that)),
                ("simbotObjectClass", Some(class)) => kinds.extend(self.class(&class)),
                ("receptacle", _) => {}
                (property, text) => {
                    let holds = text.as_deref().map_or(is_true(value), |text| text == "1");
                    wants += 1;
                    that.push(quality(property, holds)?);
                }
            }
        }
        if kinds.is_empty() {
            return Err(NotPossible::Nothing(called.to_owned()));
        }
        for quality in &mut that {
            *quality = of_kind(quality.clone(), &kinds);
        }
        let is_mentioned = wants == 0 && that.is_empty();
        Ok(Part { kinds, that, many, is_mentioned })
    }

    /// The kinds of a class; a type is a class of itself.
    fn class(&self, class: &str) -> Vec<String> {
        let members = self.classes.iter().filter(|(_, classes)| classes.iter().any(|c| c == class));
        let mut members: Vec<String> = members.map(|(sort, _)| kebab(sort)).collect();
        if members.is_empty() {
            members.push(kebab(class));
        }
        members
    }
}

fn filled_all(texts: &[String], words: &[String]) -> Vec<String> {
    texts.iter().map(|text| filled(text, words)).collect()
}

fn many(determiner: &str) -> Result<Many, NotPossible> {
    match determiner {
        "a" | "the" => Ok(Many::AtLeast(1)),
        "all" => Ok(Many::All),
        number => {
            let number = number.parse().map(Many::AtLeast);
            number.map_err(|_| NotPossible::Determiner(determiner.to_owned()))
        }
    }
}

fn is_true(value: &Value) -> bool {
    value.as_bool().unwrap_or_else(|| value.as_i64().is_some_and(|number| number != 0))
}

/// The kind of a type of object, and the state that the type itself tells.
fn kind_and_state(sort: &str, that: &mut Vec<Quality>) -> String {
    for (end, state) in [("Sliced", State::Sliced), ("Cracked", State::Cracked)] {
        if let Some(whole) = sort.strip_suffix(end).filter(|whole| !whole.is_empty()) {
            that.push(Quality::Is(state));
            return kebab(whole);
        }
    }
    kebab(sort)
}

fn quality(property: &str, holds: bool) -> Result<Quality, NotPossible> {
    let state = match property {
        "isDirty" => State::Dirty,
        "isCooked" | "simbotIsCooked" => State::Cooked,
        "isToggled" => State::Running,
        "isOpen" => State::Open,
        "isFilledWithLiquid" => State::Filled,
        "isBroken" => State::Shattered,
        "simbotIsFilledWithCoffee" if holds => return Ok(Quality::Holds(Noun::new("coffee", &[]))),
        _ => return Err(NotPossible::Property(property.to_owned())),
    };
    Ok(if holds { Quality::Is(state) } else { Quality::IsNot(state) })
}

/// What being cooked means for such a thing.
fn of_kind(quality: Quality, kinds: &[String]) -> Quality {
    match (quality, kinds) {
        (Quality::Is(State::Cooked), [kind]) if kind == "bread" => Quality::Is(State::Toasted),
        (Quality::Is(State::Cooked), [kind]) if kind == "egg" => Quality::Is(State::Fried),
        (quality, _) => quality,
    }
}

/// So many of the part, which have these qualities besides. Of several kinds any will do; where all
/// are meant, all of each.
fn any_of(part: &Part, besides: &[Quality]) -> Condition {
    let that: Vec<Quality> = part.that.iter().chain(besides).cloned().collect();
    let of_kind = |kind: &String| {
        let of = Noun::new(kind, &[]);
        match part.many {
            Many::All => Condition::ForAll(of, that.clone()),
            Many::AtLeast(1) => Condition::Exists(of, that.clone()),
            Many::AtLeast(at_least) => {
                Condition::Count { of, that: that.clone(), at_least, at_most: None }
            }
        }
    };
    let mut each: Vec<Condition> = part.kinds.iter().map(of_kind).collect();
    match (each.len(), part.many) {
        (1, _) => each.swap_remove(0),
        // A home need not have every kind of the class.
        (_, Many::All) => Condition::All(each.into_iter().map(if_there_is_any).collect()),
        _ => Condition::Any(each),
    }
}

/// The condition, or that there is no such thing.
fn if_there_is_any(all: Condition) -> Condition {
    let Condition::ForAll(of, _) = &all else { return all };
    let none = Condition::Not(Box::new(Condition::Exists(of.clone(), Vec::new())));
    Condition::Any(vec![all, none])
}

/// What the relation asks for: the heads in or on the tail, all in the same one or each in any.
fn related(
    relation: &Relation,
    words: &[String],
    known: &BTreeMap<String, Part>,
    kinds: &Kinds,
    is_related: &mut Vec<String>,
) -> Result<Vec<Condition>, NotPossible> {
    if relation.property != "parentReceptacles" {
        return Err(NotPossible::Property(relation.property.clone()));
    }
    let [tail] = &relation.tail_entity_list[..] else {
        return Err(NotPossible::NoComponent(relation.tail_entity_list.join(", ")));
    };
    let tail_name = filled(tail, words);
    let tail = known.get(&tail_name).ok_or_else(|| NotPossible::NoComponent(tail.clone()))?;
    let mut heads = Vec::new();
    for (head, determiner) in relation.head_entity_list.iter().zip(&relation.head_determiner_list) {
        let name = filled(head, words);
        if many(&filled(determiner, words))? == Many::AtLeast(0) {
            continue;
        }
        let part = known.get(&name).ok_or_else(|| NotPossible::NoComponent(head.clone()))?;
        is_related.push(name);
        heads.push(part);
    }
    is_related.push(tail_name);
    let is_same = relation.tail_determiner_list.first().is_some_and(|which| which == "the");
    let places: Vec<(How, Noun)> =
        tail.kinds.iter().map(|kind| (how(kind, kinds), Noun::new(kind, &[]))).collect();
    if is_same {
        let mut ways = Vec::new();
        for (how, at) in &places {
            ways.extend(in_the_same(&heads, *how, at, &tail.that)?);
        }
        return Ok(vec![any_way(ways)]);
    }
    // Each in any place: what has to be of one kind of place, or of a place that is so, is one thing.
    let mut each = Vec::new();
    for head in heads {
        let is_one = head.many == Many::AtLeast(1);
        if !is_one && (places.len() > 1 || !tail.that.is_empty()) {
            return Err(NotPossible::Several(head.kinds.join(", ")));
        }
        let mut ways = Vec::new();
        for (how, at) in &places {
            match tail.that.is_empty() {
                true => ways.push(any_of(head, &[Quality::At(*how, at.clone())])),
                false => ways.extend(in_the_same(&[head], *how, at, &tail.that)?),
            }
        }
        each.push(any_way(ways));
    }
    Ok(vec![Condition::All(each)])
}

fn any_way(mut ways: Vec<Condition>) -> Condition {
    if ways.len() == 1 { ways.swap_remove(0) } else { Condition::Any(ways) }
}

/// The ways in which the heads are all in or on one and the same place: one for each choice of kinds.
fn in_the_same(
    heads: &[&Part],
    how: How,
    at: &Noun,
    that: &[Quality],
) -> Result<Vec<Condition>, NotPossible> {
    if let [Part { kinds, many: Many::All, .. }] = heads {
        let [kind] = &kinds[..] else { return Err(NotPossible::Several(kinds.join(", "))) };
        let of = Noun::new(kind, &[]);
        let (relation, place) = (how, at.clone());
        // All are there, and no two in different ones.
        let all = any_of(heads[0], &[Quality::At(how, at.clone())]);
        let apart =
            Condition::Apart { of, that: Vec::new(), at_least: 2, relation, at: place.clone() };
        let mut each = vec![all, Condition::Not(Box::new(apart))];
        if !that.is_empty() {
            each.push(Condition::ForAll(place, that.to_vec()));
        }
        return Ok(vec![Condition::All(each)]);
    }
    let mut choices: Vec<Vec<Share>> = vec![Vec::new()];
    for head in heads {
        let Many::AtLeast(at_least) = head.many else {
            return Err(NotPossible::Several(head.kinds.join(", ")));
        };
        let share =
            |kind: &String| Share { of: Noun::new(kind, &[]), that: head.that.clone(), at_least };
        choices = choices
            .iter()
            .flat_map(|chosen| head.kinds.iter().map(move |kind| (chosen, kind)))
            .map(|(chosen, kind)| [&chosen[..], &[share(kind)]].concat())
            .collect();
    }
    let together =
        |each| Condition::Together { each, relation: how, at: at.clone(), that: that.to_vec() };
    Ok(choices.into_iter().map(together).collect())
}

fn how(kind: &str, kinds: &Kinds) -> How {
    if kinds.get(kind).is_some_and(|kind| kind.holds) { How::In } else { How::On }
}
