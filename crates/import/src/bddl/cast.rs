//! Who plays whom: which thing or piece of furniture each object of an activity is.

use std::collections::{BTreeMap, BTreeSet};

use base::{Noun, Relation, ThingId};
use bddl::formula::{Formula, Term};
use bddl::words::{Object, Type, Variable};
use bddl::{GroundAtom, Problem};
use scenario::checked::{Home, Kind, Thing};
use scenario::{Kinds, Recipes};

use super::poured::is_made;
use super::reason::Reason;
use super::synsets::{Synsets, lemma};

/// What is said of a substance as the second of two.
const OF_SUBSTANCES: [&str; 5] = ["contains", "covered", "filled", "insource", "saturated"];
/// How look-alikes are told apart; further ones are numbered.
const ORDINALS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];

/// What an object is here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Role {
    /// The agent, a wildcard, or a room: nothing is asked of it.
    Nobody,
    /// The thing with this noun.
    Thing(Noun),
    /// Half of that thing, once it is sliced.
    Half(Noun),
    /// Pieces of one of these things, once it is sliced; cooked ones, where that is said.
    Pieces { of: Vec<Noun>, cooked: bool },
    /// What is poured, strewn or spread.
    Substance(Noun),
    /// Something that nothing here can play, and why.
    Missing(Reason),
}

/// Who plays whom in one activity.
#[derive(Debug, Clone)]
pub(super) struct Cast {
    roles: BTreeMap<Object, Role>,
    /// Everything that plays, as it is in the home.
    pub(super) things: BTreeMap<Noun, Thing>,
    /// Of each type its objects, in the order of the activity.
    pub(super) types: BTreeMap<Type, Vec<Object>>,
    /// What is so at the beginning.
    pub(super) init: BTreeSet<GroundAtom>,
    /// The loose things in or on which other things may come to stand.
    carriers: BTreeSet<Noun>,
    /// The burners of each stove: what stands on them stands on the stove.
    burners: BTreeMap<Noun, Vec<Noun>>,
    /// What can be poured here: what is in some vessel or comes out of a tap.
    pub(super) poured: BTreeSet<Noun>,
    /// What covers something at the beginning and is not to be cleaned off.
    pub(super) coats: BTreeSet<(Noun, Noun)>,
}

impl Cast {
    pub(super) fn of(problem: &Problem, synsets: &Synsets, home: &Home, kinds: &Kinds) -> Self {
        let mut cast = Self {
            roles: BTreeMap::new(),
            things: BTreeMap::new(),
            types: BTreeMap::new(),
            init: problem
                .init
                .iter()
                .filter(|fact| fact.holds)
                .map(bddl::problem::Fact::atom)
                .collect(),
            carriers: BTreeSet::new(),
            burners: BTreeMap::new(),
            poured: BTreeSet::new(),
            coats: BTreeSet::new(),
        };
        for declared in &problem.objects {
            let objects = cast.types.entry(declared.of.it.clone()).or_default();
            if !declared.object.is_wildcard() && !objects.contains(&declared.object.it) {
                objects.push(declared.object.it.clone());
            }
        }
        let recipes = Recipes::built_in();
        let substances = substances(problem, &cast);
        let freezes = mentions(problem, "frozen");
        let types: Vec<(Type, Vec<Object>)> = cast.types.clone().into_iter().collect();
        let mut used = BTreeSet::new();
        // Furniture and loose things first: halves and pieces are of them.
        for (of, objects) in &types {
            if cast.derived(of, objects).is_some() {
                continue;
            }
            for (index, object) in objects.iter().enumerate() {
                let is_future = cast.says("future", object);
                let role = if of.as_str() == "agent.n.01" {
                    Role::Nobody
                } else if substances.contains(of) || is_made(of, is_future, synsets, &recipes) {
                    Role::Substance(synsets.substance(of.as_str()))
                } else if is_future {
                    Role::Missing(Reason::Made(of.to_string()))
                } else if let Some((kind, mark)) = synsets.kind(of.as_str()) {
                    let kind = kinds.get(kind).expect("a test looks for every kind of the table");
                    let noun = noun_of(kind, mark.as_deref(), index, objects.len());
                    cast.things.insert(noun.clone(), loose(&noun, kind));
                    Role::Thing(noun)
                } else if let Some(options) = synsets.furniture(of.as_str()) {
                    match furniture(options, freezes, home, &used) {
                        Some(piece) => {
                            used.insert(piece.noun.clone());
                            cast.add_furniture(piece, home);
                            Role::Thing(piece.noun.clone())
                        }
                        None => Role::Missing(Reason::Furniture(of.to_string())),
                    }
                } else if cast.is_in_a_room(object) {
                    Role::Missing(Reason::Furniture(of.to_string()))
                } else {
                    Role::Missing(Reason::Kind(of.to_string()))
                };
                cast.roles.insert(object.clone(), role);
            }
        }
        for (of, objects) in &types {
            if let Some((whole, cooked)) = cast.derived(of, objects) {
                cast.add_parts(of, objects, &whole, cooked);
            }
        }
        cast.carriers = cast.find_carriers(problem);
        cast.find_poured(problem);
        cast.find_made(&recipes);
        cast
    }

    fn add_furniture(&mut self, piece: &Thing, home: &Home) {
        let burners: Vec<&Thing> = home
            .things
            .iter()
            .filter(|thing| thing.parent == Some((Relation::On, piece.id)))
            .filter(|thing| thing.kind.heat.is_some_and(|heat| heat.applies == Relation::On))
            .collect();
        for thing in burners.iter().copied().chain([piece]) {
            self.things.insert(thing.noun.clone(), thing.clone());
        }
        let burners = burners.into_iter().map(|thing| thing.noun.clone()).collect();
        self.burners.insert(piece.noun.clone(), burners);
    }

    /// The thing, or for a stove its burners and then the stove itself.
    pub(super) fn tops<'a>(&'a self, noun: &'a Noun) -> impl Iterator<Item = &'a Noun> {
        self.burners.get(noun).into_iter().flatten().chain([noun])
    }

    /// For what comes of cutting: the things that are cut, and whether it is cooked besides. None
    /// for what is there at the beginning.
    fn derived(&self, of: &Type, objects: &[Object]) -> Option<(Vec<Object>, bool)> {
        let word = ["cooked__diced__", "diced__", "half__"]
            .into_iter()
            .find_map(|before| Some((lemma(of.as_str(), before)?, before)));
        let (word, before) = word?;
        if !objects.iter().all(|object| self.says("future", object)) {
            return None;
        }
        let whole = self.types.iter().find(|(of, _)| lemma(of.as_str(), "") == Some(word))?.1;
        Some((whole.clone(), before == "cooked__diced__"))
    }

    fn add_parts(&mut self, of: &Type, objects: &[Object], whole: &[Object], cooked: bool) {
        let wholes: Vec<Noun> = whole.iter().filter_map(|it| self.noun(it)).cloned().collect();
        let uncut = wholes.iter().find(|noun| !self.thing(noun).kind.sliceable);
        let never = uncut.map(|noun| Reason::Never(format!("a {} is never sliced", noun.kind())));
        for (index, object) in objects.iter().enumerate() {
            let role = if let Some(reason) = &never {
                Role::Missing(reason.clone())
            } else if lemma(of.as_str(), "half__").is_none() {
                Role::Pieces { of: wholes.clone(), cooked }
            } else if let Some(noun) = wholes.get(index / 2) {
                Role::Half(noun.clone())
            } else {
                Role::Missing(Reason::Made(of.to_string()))
            };
            self.roles.insert(object.clone(), role);
        }
    }

    /// Whether everything that is there at the beginning has somebody to play it.
    pub(super) fn is_whole(&self) -> Result<(), Reason> {
        let missing = self.roles.iter().filter(|(object, _)| !self.says("future", object));
        let reasons = missing.filter_map(|(_, role)| match role {
            Role::Missing(reason) => Some(reason.clone()),
            _ => None,
        });
        reasons.min().map_or(Ok(()), Err)
    }

    fn is_in_a_room(&self, object: &Object) -> bool {
        self.init.iter().any(|fact| fact.predicate.as_str() == "inroom" && fact.subject == *object)
    }

    /// Whether that is said of the object at the beginning.
    pub(super) fn says(&self, predicate: &str, object: &Object) -> bool {
        self.init.iter().any(|it| it.predicate.as_str() == predicate && it.subject == *object)
    }

    /// What the object is here; a word that nobody declares is a room.
    pub(super) fn role(&self, object: &Object) -> &Role {
        self.roles.get(object).unwrap_or(&Role::Nobody)
    }

    /// The thing that the object is, or comes of.
    pub(super) fn noun(&self, object: &Object) -> Option<&Noun> {
        match self.role(object) {
            Role::Thing(noun) | Role::Half(noun) => Some(noun),
            _ => None,
        }
    }

    /// A thing that plays.
    pub(super) fn thing(&self, noun: &Noun) -> &Thing {
        &self.things[noun]
    }

    /// The objects of a type.
    pub(super) fn objects(&self, of: &Type) -> &[Object] {
        self.types.get(of).map_or(&[], Vec::as_slice)
    }

    /// Every object, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = (&Object, &Role)> {
        self.roles.iter()
    }

    /// Whether halves of the thing play, so that it is gone once it is sliced.
    pub(super) fn is_halved(&self, noun: &Noun) -> bool {
        self.roles.values().any(|role| matches!(role, Role::Half(of) if of == noun))
    }

    /// Whether other things may come to stand in or on this loose thing.
    pub(super) fn is_carrier(&self, noun: &Noun) -> bool {
        self.carriers.contains(noun)
    }

    pub(super) fn carriers(&self) -> impl Iterator<Item = &Noun> {
        self.carriers.iter()
    }

    fn find_carriers(&self, problem: &Problem) -> BTreeSet<Noun> {
        let mut objects: BTreeSet<&Object> = BTreeSet::new();
        let is_placing = |predicate: &str| ["ontop", "inside"].contains(&predicate);
        for fact in self.init.iter().filter(|fact| is_placing(fact.predicate.as_str())) {
            objects.extend(&fact.other);
        }
        let mut scope = Vec::new();
        each_atom(&problem.goal, &mut scope, &mut |atom, scope| {
            if !is_placing(atom.predicate.as_str()) {
                return;
            }
            match atom.other.as_ref().map(|other| &other.it) {
                Some(Term::Object(object)) => {
                    objects.extend(self.roles.get_key_value(object).map(|(object, _)| object));
                }
                Some(Term::Variable(variable)) => {
                    if let Some(of) = type_of(variable, scope) {
                        objects.extend(self.objects(&of));
                    }
                }
                None => {}
            }
        });
        let nouns = objects.into_iter().filter_map(|object| self.noun(object));
        nouns.filter(|noun| !self.thing(noun).kind.fixed).cloned().collect()
    }
}

/// The noun of one of several that look alike, or of the only one.
fn noun_of(kind: &Kind, mark: Option<&str>, index: usize, count: usize) -> Noun {
    let number = format!("no-{}", index + 1);
    let number = ORDINALS.get(index).copied().unwrap_or(&number);
    let marks = mark.into_iter().chain((count > 1).then_some(number));
    Noun::new(&kind.name, &marks.collect::<Vec<_>>())
}

fn loose(noun: &Noun, kind: &std::sync::Arc<Kind>) -> Thing {
    Thing {
        id: ThingId(0),
        noun: noun.clone(),
        kind: kind.clone(),
        size: kind.size,
        parent: None,
        pose: None,
        solids: Vec::new(),
        surfaces: Vec::new(),
        states: Vec::new(),
        portions: Vec::new(),
        controls: None,
        part_of: None,
    }
}

/// The first free piece of the first kind that has one. Where something is to be frozen, a freezer
/// stands for a fridge: the refrigerators of the activities freeze.
fn furniture<'a>(
    options: &[String],
    freezes: bool,
    home: &'a Home,
    used: &BTreeSet<Noun>,
) -> Option<&'a Thing> {
    let freezer = (freezes && options.iter().any(|kind| kind == "fridge")).then_some("freezer");
    freezer.into_iter().chain(options.iter().map(String::as_str)).find_map(|kind| {
        home.things.iter().find(|thing| thing.noun.kind() == kind && !used.contains(&thing.noun))
    })
}

fn mentions(problem: &Problem, predicate: &str) -> bool {
    problem.init.iter().any(|fact| fact.holds && fact.predicate.as_str() == predicate)
        || problem.goal.atoms().iter().any(|atom| atom.predicate.as_str() == predicate)
}

/// The types of what is poured, strewn or spread: what is said to fill or to cover.
fn substances(problem: &Problem, cast: &Cast) -> BTreeSet<Type> {
    let type_of_object = |object: &Object| {
        cast.types.iter().find(|(_, objects)| objects.contains(object)).map(|(of, _)| of.clone())
    };
    let facts = problem.init.iter().filter(|it| OF_SUBSTANCES.contains(&it.predicate.as_str()));
    let mut substances: BTreeSet<Type> = facts
        .filter_map(|fact| fact.other.as_ref())
        .filter_map(|other| type_of_object(&other.it))
        .collect();
    let mut scope = Vec::new();
    each_atom(&problem.goal, &mut scope, &mut |atom, scope| {
        if !OF_SUBSTANCES.contains(&atom.predicate.as_str()) {
            return;
        }
        match atom.other.as_ref().map(|other| &other.it) {
            Some(Term::Object(object)) => substances.extend(type_of_object(object)),
            Some(Term::Variable(variable)) => substances.extend(type_of(variable, scope)),
            None => {}
        }
    });
    substances
}

pub(super) type Scope = Vec<(Variable, Type)>;

pub(super) fn type_of(variable: &Variable, scope: &Scope) -> Option<Type> {
    scope.iter().rfind(|(other, _)| other == variable).map(|(_, of)| of.clone())
}

/// Visits every atom with the types of the variables around it.
pub(super) fn each_atom(
    formula: &Formula,
    scope: &mut Scope,
    visit: &mut dyn FnMut(&bddl::formula::Atom, &Scope),
) {
    if let Formula::Atom(atom) = formula {
        visit(atom, scope);
    }
    let before = scope.len();
    scope.extend(
        formula.bounds().into_iter().map(|bound| (bound.variable.it.clone(), bound.of.it.clone())),
    );
    for part in formula.parts() {
        each_atom(part, scope, visit);
    }
    scope.truncate(before);
}

/// How things can be put at a thing of the kind, for the word of the activity: what has no inside
/// is stood on, and what has no top is put into.
pub(super) fn relation(predicate: &str, kind: &Kind) -> Option<Relation> {
    let on = kind.surface.then_some(Relation::On);
    let into = kind.holds.then_some(Relation::In);
    match predicate {
        "ontop" => on.or(into),
        "inside" => into.or(on),
        _ => None,
    }
}
