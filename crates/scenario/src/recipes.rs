//! Recipes: what becomes of things and liquids that are together in one vessel.
//!
//! `assets/recipes.ron` is a list of these. They hold in every home. A recipe takes all there is of
//! its ingredients in the vessel and gives one liquid, powder or paste in their place; nothing is
//! made of nothing.

use base::Noun;
use serde::{Deserialize, Serialize};

use crate::library::{Embedded, Library};

/// What becomes of what, and by what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// What must be in the vessel.
    pub takes: Vec<Ingredient>,
    /// What must be done with it.
    pub by: Making,
    /// What comes of it: a liquid, a powder or a paste.
    pub gives: Noun,
}

/// What a recipe takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ingredient {
    /// A liquid, or things that this fits.
    pub what: Noun,
    /// So many things at least; of a liquid any amount does.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u32,
    /// Whether the things must be sliced.
    #[serde(default, skip_serializing_if = "is_no")]
    pub sliced: bool,
}

/// What brings a recipe about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Making {
    /// The vessel gets so hot, degrees Celsius.
    Heating(f32),
    /// What is in the vessel is stirred.
    Stirring,
    /// The vessel is a machine of one of these kinds, and runs.
    Running(Vec<String>),
}

const fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_one(count: &u32) -> bool {
    *count == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_no(yes: &bool) -> bool {
    !*yes
}

/// A list of recipes, those that take more first: of two that could come about the richer does.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Recipes(Vec<Recipe>);

/// A list of recipes could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotRecipes {
    /// It is no list of recipes.
    #[error("recipes.ron:{0}")]
    Syntax(#[from] ron::error::SpannedError),
    /// A recipe is none.
    #[error("recipes.ron: the recipe for \"{gives}\" {why}")]
    Recipe {
        /// What it is for.
        gives: String,
        /// What is wrong with it.
        why: &'static str,
    },
}

impl Recipes {
    /// The recipes that come with the program.
    pub fn built_in() -> Self {
        let text = Embedded.text("recipes.ron").expect("it comes with the program");
        Self::read(&text).expect("a test reads it")
    }

    /// Reads a list of recipes.
    ///
    /// # Errors
    /// The first place that cannot be read; or a recipe that takes nothing, that gives what it
    /// takes, or heats to no temperature.
    pub fn read(text: &str) -> Result<Self, NotRecipes> {
        let mut recipes: Vec<Recipe> = ron::from_str(text)?;
        for recipe in &recipes {
            if let Some(why) = recipe.mistake() {
                return Err(NotRecipes::Recipe { gives: recipe.gives.to_string(), why });
            }
        }
        recipes.sort_by_key(|recipe| std::cmp::Reverse(recipe.takes.len()));
        Ok(Self(recipes))
    }

    /// Every recipe, those that take more first.
    pub fn iter(&self) -> impl Iterator<Item = &Recipe> {
        self.0.iter()
    }

    /// The recipes that give exactly this.
    pub fn giving<'a>(&'a self, what: &'a Noun) -> impl Iterator<Item = &'a Recipe> {
        self.0.iter().filter(move |recipe| recipe.gives == *what)
    }
}

impl Recipe {
    fn mistake(&self) -> Option<&'static str> {
        if self.takes.is_empty() {
            return Some("takes nothing");
        }
        if self.takes.iter().any(|taken| taken.what.fits(&self.gives)) {
            return Some("gives what it takes, and would never end");
        }
        if self.takes.iter().any(|taken| taken.count == 0) {
            return Some("takes none of something");
        }
        match &self.by {
            Making::Heating(celsius) if !(0.0..=300.0).contains(celsius) => {
                Some("heats to no temperature from 0 to 300 degrees")
            }
            Making::Running(kinds) if kinds.is_empty() => Some("names no machine"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recipes_of_the_program_can_be_read() {
        let recipes = Recipes::built_in();
        let counts: Vec<usize> = recipes.iter().map(|recipe| recipe.takes.len()).collect();
        assert!(counts.is_sorted_by(|a, b| a >= b) && counts.len() > 50, "{counts:?}");
        let text = Embedded.text("kinds.ron").expect("it comes with the program");
        let kinds = crate::parse_kinds("kinds.ron", &text).expect("our own kinds");
        for recipe in recipes.iter() {
            for taken in recipe.takes.iter().filter(|taken| taken.count > 1 || taken.sliced) {
                assert!(kinds.get(taken.what.kind()).is_some(), "{}", taken.what);
            }
            if let Making::Running(machines) = &recipe.by {
                assert!(machines.iter().all(|machine| kinds.get(machine).is_some()));
            }
        }
    }

    #[test]
    fn a_recipe_that_is_none_is_told() {
        let read = |text: &str| Recipes::read(text).expect_err("it is wrong").to_string();
        let nothing = "[(takes: [], by: Stirring, gives: \"tea\")]";
        assert_eq!(read(nothing), "recipes.ron: the recipe for \"tea\" takes nothing");
        let endless = "[(takes: [(what: \"tea\")], by: Stirring, gives: \"tea\")]";
        assert!(read(endless).ends_with("would never end"));
        assert!(read("[(takes: 3)]").starts_with("recipes.ron:1:"));
    }
}
