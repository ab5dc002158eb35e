//! Where the files come from that other files name.

use std::collections::BTreeMap;

/// Gives the text of a file. Paths are as scenarios write them: `kitchens/galley.ron`; the kinds
/// are in `kinds.ron`.
pub trait Library {
    /// The text of that file.
    ///
    /// # Errors
    /// Why it cannot be read, in words.
    fn text(&self, path: &str) -> Result<String, String>;

    /// The paths that it has, as far as it knows them: to suggest what was meant.
    fn paths(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A library in memory, for tests.
impl Library for BTreeMap<String, String> {
    fn text(&self, path: &str) -> Result<String, String> {
        self.get(path).cloned().ok_or_else(|| "there is no such file".to_owned())
    }

    fn paths(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }
}

/// The files that come with the program: the kinds, the kitchens and the scenarios.
#[derive(Debug, Clone, Copy, Default)]
pub struct Embedded;

macro_rules! embedded {
    ($($folder:literal: $($path:literal)*;)*) => {
        &[$($(($path, include_str!(concat!("../../../", $folder, $path))),)*)*]
    };
}

const FILES: &[(&str, &str)] = embedded! {
    "assets/":
        "kinds.ron"
        "recipes.ron"
        "synsets.ron"
        "kitchens/corner.ron"
        "kitchens/farmhouse.ron"
        "kitchens/galley.ron"
        "kitchens/horseshoe.ron"
        "kitchens/island.ron"
        "kitchens/pantry.ron"
        "kitchens/studio.ron"
        "kitchens/workshop.ron"
        ;
    "":
        "scenarios/kitchen/how-was-it-made-egg.ron"
        "scenarios/kitchen/how-was-it-made-meat.ron"
        "scenarios/kitchen/nothing-to-remember-at-hand.ron"
        "scenarios/kitchen/nothing-to-remember-in-view.ron"
        "scenarios/kitchen/the-cause-is-gone.ron"
        "scenarios/kitchen/whole-meals.ron"
        "scenarios/kitchen/breakfast.ron"
        "scenarios/kitchen/in-the-box.ron"
        "scenarios/kitchen/kitchen-work.ron"
        "scenarios/kitchen/meanwhile.ron"
        "scenarios/kitchen/moved.ron"
        "scenarios/kitchen/once-a-season.ron"
        "scenarios/kitchen/out-of-reach.ron"
        "scenarios/kitchen/the-power-went.ron"
        "scenarios/kitchen/shown.ron"
        "scenarios/kitchen/washing-up.ron"
        "scenarios/kitchen/watched.ron"
        "scenarios/kitchen/where-was-it.ron"
        ;
};

impl Embedded {
    /// The path and the text of each file, kinds first, then kitchens, then scenarios.
    pub fn files(self) -> &'static [(&'static str, &'static str)] {
        FILES
    }
}

impl Library for Embedded {
    fn text(&self, path: &str) -> Result<String, String> {
        let found = FILES.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| "there is no such file".to_owned())
    }

    fn paths(&self) -> Vec<String> {
        FILES.iter().map(|(path, _)| (*path).to_owned()).collect()
    }
}
