//! Which predicates there are, and of how much each is said.

use std::fmt;

use crate::errors::{Errors, Report};
use crate::formula::Bound;
use crate::mistake::Mistake;
use crate::sections::{Sections, typed, words};
use crate::source::Source;
use crate::tree::{Tree, grow};
use crate::words::{At, Predicate, Type, Variable};

/// The predicates of OmniGibson, in which all published activities are written.
const OMNIGIBSON: &[(&str, usize)] = &[
    ("cooked", 1),
    ("frozen", 1),
    ("open", 1),
    ("folded", 1),
    ("unfolded", 1),
    ("toggled_on", 1),
    ("hot", 1),
    ("on_fire", 1),
    ("future", 1),
    ("real", 1),
    ("saturated", 2),
    ("covered", 2),
    ("filled", 2),
    ("contains", 2),
    ("ontop", 2),
    ("nextto", 2),
    ("under", 2),
    ("touching", 2),
    ("inside", 2),
    ("overlaid", 2),
    ("attached", 2),
    ("draped", 2),
    ("insource", 2),
    ("inroom", 2),
    ("broken", 1),
    ("grasped", 2),
];

/// Those of iGibson, its predecessor.
const IGIBSON: &[(&str, usize)] = &[
    ("inside", 2),
    ("nextto", 2),
    ("ontop", 2),
    ("under", 2),
    ("broken", 1),
    ("burnt", 1),
    ("cooked", 1),
    ("dusty", 1),
    ("frozen", 1),
    ("open", 1),
    ("perished", 1),
    ("screwed", 1),
    ("stained", 1),
    ("sliced", 1),
    ("saturated", 2),
    ("timeset", 1),
    ("toggled_on", 1),
];

/// What neither has and activities of a household want.
const MORE: &[(&str, usize)] = &[("inhand", 1), ("soaked", 1), ("halved", 1), ("diced", 1)];

/// A domain: the predicates that its problems may use.
///
/// Read with [`read_domain`]; its `Display` writes it back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Domain {
    /// Its name.
    pub name: At<String>,
    /// What it requires of a planner; nothing depends on it.
    pub requirements: Vec<At<String>>,
    /// Its predicates, in the order of writing.
    pub predicates: Vec<Signature>,
}

/// A predicate and what it is said of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The predicate.
    pub predicate: At<Predicate>,
    /// One or two parameters.
    pub parameters: Vec<Bound>,
}

impl Domain {
    /// The domain of the 1,016 published activities.
    pub fn omnigibson() -> Self {
        Self::of_table("omnigibson", OMNIGIBSON)
    }

    /// The domain of their predecessor.
    pub fn igibson() -> Self {
        Self::of_table("igibson", IGIBSON)
    }

    /// Everything that those two have, with `inhand`, `soaked`, `halved` and `diced`: for activities
    /// of one's own.
    pub fn household() -> Self {
        let mut all = OMNIGIBSON.to_vec();
        for &entry in IGIBSON.iter().chain(MORE) {
            if !all.contains(&entry) {
                all.push(entry);
            }
        }
        Self::of_table("household", &all)
    }

    /// The domains that come with this crate.
    pub fn built_in() -> Vec<Self> {
        vec![Self::omnigibson(), Self::igibson(), Self::household()]
    }

    fn of_table(name: &str, table: &[(&str, usize)]) -> Self {
        let parameter = |number: usize| Bound {
            variable: At::nowhere(Variable::read(&format!("obj{number}"))),
            of: At::nowhere(Type::read("object")),
        };
        let signature = |&(predicate, arity): &(&str, usize)| Signature {
            predicate: At::nowhere(Predicate::read(predicate)),
            parameters: (1..=arity).map(parameter).collect(),
        };
        let requirements = [":strips", ":adl"].map(|it| At::nowhere(it.to_owned())).to_vec();
        Self {
            name: At::nowhere(name.to_owned()),
            requirements,
            predicates: table.iter().map(signature).collect(),
        }
    }

    /// Of how many objects a predicate is said, if there is such a predicate.
    pub fn arity(&self, predicate: &str) -> Option<usize> {
        let named = self.predicates.iter().find(|it| it.predicate.as_str() == predicate);
        named.map(|signature| signature.parameters.len())
    }

    /// The predicates by name.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.predicates.iter().map(|signature| signature.predicate.as_str())
    }
}

/// Reads a domain.
///
/// # Errors
///
/// Everything that is wrong with the file, each with its place.
pub fn read_domain(source: &Source) -> Result<Domain, Errors> {
    let mut report = Report::on(source);
    let domain = grow(source, &mut report).and_then(|tree| domain(&tree, &mut report));
    report.finish(domain)
}

fn domain(tree: &Tree, report: &mut Report<'_>) -> Option<Domain> {
    let sections = Sections::of(tree, "domain", &[":requirements", ":predicates"], report)?;
    for stray in &sections.stray {
        let found = format!("\"{}\"", stray.it);
        report.say::<()>(&stray.span, Mistake::Expected { wanted: "a section", found });
    }
    let requirements = sections.get(":requirements").map_or(&[][..], |(items, _)| items);
    let requirements = words(requirements, "a word, as \":adl\"", report);
    let (items, _) = sections.need(":predicates", report)?;
    let mut predicates: Vec<Signature> = Vec::new();
    for item in items {
        let Some(signature) = signature(item, report) else { continue };
        let known = |other: &Signature| other.predicate == signature.predicate;
        if predicates.iter().any(known) {
            let name = signature.predicate.to_string();
            let (what, how) = ("the predicate", "");
            report.say::<()>(&signature.predicate.span, Mistake::Twice { what, name, how });
        } else {
            predicates.push(signature);
        }
    }
    Some(Domain { name: sections.name, requirements, predicates })
}

fn signature(item: &Tree, report: &mut Report<'_>) -> Option<Signature> {
    let wanted = "a predicate, as \"(ontop ?obj1 ?obj2)\"";
    let Some((name, rest)) = item.headed() else {
        return report.say(item.span(), Mistake::Expected { wanted, found: item.found() });
    };
    let head = item.list()?.first()?.span().clone();
    let mut parameters = Vec::new();
    for (word, of) in typed(rest, wanted, report) {
        match word.it.strip_prefix('?').filter(|name| !name.is_empty()) {
            Some(name) => {
                let variable = At::new(Variable::read(name), word.span.clone());
                parameters.push(Bound { variable, of });
            }
            None => {
                let found = format!("\"{}\" without a question mark", word.it);
                return report.say(&word.span, Mistake::Expected { wanted, found });
            }
        }
    }
    if !(1..=2).contains(&parameters.len()) {
        let (word, takes) = ("a predicate".to_owned(), "one object or two".to_owned());
        let given = parameters.len();
        return report.say(item.span(), Mistake::Arity { word, takes, given });
    }
    Some(Signature { predicate: At::new(Predicate::read(name), head), parameters })
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "(define (domain {})", self.name.it)?;
        if !self.requirements.is_empty() {
            let words: Vec<&str> = self.requirements.iter().map(|it| it.it.as_str()).collect();
            writeln!(f, "    (:requirements {})", words.join(" "))?;
        }
        writeln!(f, "    (:predicates")?;
        for signature in &self.predicates {
            write!(f, "        ({}", signature.predicate.it)?;
            for parameter in &signature.parameters {
                write!(f, " ?{}", parameter.variable.it)?;
                let untyped = |it: &Bound| it.of.as_str() == "object";
                if !signature.parameters.iter().all(untyped) {
                    write!(f, " - {}", parameter.of.it)?;
                }
            }
            writeln!(f, ")")?;
        }
        writeln!(f, "    )\n)")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn built_in_domains_name_each_predicate_once_and_can_be_read_back() {
        for domain in Domain::built_in() {
            let names: BTreeSet<&str> = domain.names().collect();
            assert_eq!(names.len(), domain.predicates.len(), "{}", domain.name.it);
            let read = read_domain(&Source::new("d.bddl", &domain.to_string()));
            assert_eq!(read.expect("it is sound"), domain);
        }
        assert_eq!(Domain::household().arity("inhand"), Some(1));
        assert_eq!(Domain::omnigibson().arity("inhand"), None);
    }
}
