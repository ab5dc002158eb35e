//! The prompt of the model planner: text with places for what is remembered, seen and done.

use base::Digest;

/// What stands on the line between the part that stays and the part that changes with each step.
const CUT: &str = "\n=====\n";

/// The places that a template has.
const PLACES: [&str; 4] = ["goal", "memories", "sees", "done"];

/// A template: what the prompts of one episode begin with, and what each goes on with.
///
/// `{goal}` is what was asked for, `{memories}` what came to mind (a line each), `{sees}` what is
/// seen of the things at stake, `{done}` what was done today (a line each). A line of five equal
/// signs cuts it in two; the state of a model after the first part is kept. The model goes on where
/// the second part ends, so it ends without a line break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    shared: String,
    own: String,
    digest: Digest,
}

/// Why a text is no template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// The line that cuts it in two is missing, or there are several.
    #[error(
        "{name}: a template has one line \"=====\" between what stays and what changes; this one has {found}"
    )]
    Cut {
        /// Which template.
        name: String,
        /// How many such lines it has.
        found: usize,
    },
    /// A place has a name that means nothing.
    #[error(
        "{name}:{line}: there is no place {{{place}}}; there are {{goal}}, {{memories}}, {{sees}} and {{done}}"
    )]
    UnknownPlace {
        /// Which template.
        name: String,
        /// The line, counted from 1.
        line: usize,
        /// What stands in the braces.
        place: String,
    },
    /// What was asked for must be somewhere.
    #[error("{name}: the template has no place {{{place}}}")]
    MissingPlace {
        /// Which template.
        name: String,
        /// The place.
        place: &'static str,
    },
}

/// What fills the places.
#[derive(Debug, Clone, Copy)]
pub struct Filling<'a> {
    /// What was asked for.
    pub goal: &'a str,
    /// What came to mind, a line each.
    pub memories: &'a str,
    /// What is seen of the things at stake.
    pub sees: &'a str,
    /// What was done today, a line each.
    pub done: &'a str,
}

impl Template {
    /// Reads a template; `name` is for error messages, usually the path.
    ///
    /// # Errors
    ///
    /// When it is not cut in two, or has a place that means nothing, or none for the goal, the
    /// memories or what was done.
    pub fn parse(name: &str, text: &str) -> Result<Self, TemplateError> {
        let found = text.matches(CUT).count();
        let Some((shared, own)) = text.split_once(CUT).filter(|_| found == 1) else {
            return Err(TemplateError::Cut { name: name.to_owned(), found });
        };
        for (index, line) in text.lines().enumerate() {
            if let Some(place) = places(line).find(|place| !PLACES.contains(place)) {
                let (name, place) = (name.to_owned(), place.to_owned());
                return Err(TemplateError::UnknownPlace { name, line: index + 1, place });
            }
        }
        let all: Vec<&str> = text.lines().flat_map(places).collect();
        for place in ["goal", "memories", "done"] {
            if !all.contains(&place) {
                return Err(TemplateError::MissingPlace { name: name.to_owned(), place });
            }
        }
        Ok(Self {
            shared: format!("{shared}\n"),
            own: own.trim_end_matches(['\r', '\n']).to_owned(),
            digest: Digest::of(text.as_bytes()),
        })
    }

    /// Names the version: another text has another digest.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// What the prompts of an episode begin with, and how this one goes on.
    pub fn fill(&self, with: &Filling<'_>) -> models::Prompt {
        let fill = |text: &str| {
            let values = [with.goal, with.memories, with.sees, with.done];
            let mut filled = String::new();
            let mut rest = text;
            while let Some((before, place, after)) = next_place(rest) {
                filled.push_str(before);
                let value = PLACES.iter().position(|known| *known == place);
                filled.push_str(value.map_or("", |at| values[at]));
                rest = after;
            }
            filled + rest
        };
        models::Prompt { shared: fill(&self.shared), own: fill(&self.own) }
    }
}

impl Default for Template {
    /// The one that the planner uses when nobody gives another.
    fn default() -> Self {
        let text = include_str!("../../../../assets/prompts/planner.txt");
        Self::parse("assets/prompts/planner.txt", text).expect("a test reads it")
    }
}

/// What comes before the first place, its name, and what comes after it.
fn next_place(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (place, after) = rest.split_once('}')?;
    Some((before, place, after))
}

fn places(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let (_, place, after) = next_place(rest)?;
        rest = after;
        Some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_a_template() {
        let prompt = Template::default().fill(&Filling {
            goal: "fry the {egg}",
            memories: "- I fried an egg.\n",
            sees: "the egg is on the table",
            done: "- I took the egg.\n",
        });
        assert!(prompt.shared.contains("I was asked: fry the {egg}."), "{}", prompt.shared);
        assert!(prompt.shared.ends_with('\n'), "{}", prompt.shared);
        assert!(prompt.own.ends_with("- I took the egg.\n-"), "{}", prompt.own);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| Template::parse("mine.txt", text).expect_err("wrong").to_string();
        assert!(error("{goal} {memories} {done}").contains("this one has 0"));
        assert!(
            error("{goal}\n{memory}\n=====\n{done}")
                .starts_with("mine.txt:2: there is no place {memory}")
        );
        assert_eq!(
            error("{goal}\n=====\n{done}"),
            "mine.txt: the template has no place {memories}"
        );
    }

    #[test]
    fn another_text_has_another_digest() {
        let text = |end: &str| format!("{{goal}} {{memories}}\n=====\n{{done}}{end}");
        let digest = |end: &str| Template::parse("mine.txt", &text(end)).expect("whole").digest();
        assert_ne!(digest("-"), digest("*"));
    }
}
