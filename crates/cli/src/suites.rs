//! Which scenarios a suite is, and the imported kitchens that some of them are in.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use base::Digest;
use scenario::checked::Split;
use scenario::{Embedded, Library, Scenario};

use crate::failure::Failure;
use crate::files::{self, Disk, ImportedHomes};

/// Families on imported kitchens. They are not among the embedded files, since they can be read
/// only where the data is at hand.
const THOR_FAMILIES: [(&str, &str); 2] = [
    ("scenarios/thor/thor-moved.ron", include_str!("../../../scenarios/thor/thor-moved.ron")),
    (
        "scenarios/thor/thor-where-was-it.ron",
        include_str!("../../../scenarios/thor/thor-where-was-it.ron"),
    ),
];
/// Where the built-in families are.
const FAMILIES: &str = "scenarios/kitchen/";

/// Scenarios to be run together.
pub struct Suite {
    /// The scenarios, in the order of their files.
    pub scenarios: Vec<Scenario>,
    /// Which split of them; none: all variants.
    pub split: Option<Split>,
    /// The digest of every file read.
    pub files: BTreeMap<String, String>,
}

/// The suite of that name, or of the file or folder at that path.
pub fn load(name: &str) -> Result<Suite, Failure> {
    match name {
        "dev" => of_files(families(), Some(Split::Dev)),
        "test" => of_files(families(), Some(Split::Test)),
        "thor" => {
            thor_file()?;
            of_files(THOR_FAMILIES.iter(), None)
        }
        "alfred" => task_bank(Split::Dev),
        "alfred-test" => task_bank(Split::Test),
        path => on_disk(Path::new(path)),
    }
}

/// How many lives of demonstrated tasks each floor plan gives, and of how many days before the scored
/// one.
const LIVES_OF_A_PLAN: usize = 6;
const DAYS_BEFORE: usize = 5;

/// Family 13: demonstrated tasks of ALFRED on the floor plans of AI2-THOR, several in one life. The
/// floor plans with an odd number are for building and tuning, the others for reporting.
fn task_bank(split: Split) -> Result<Suite, Failure> {
    let kitchens = thor_file()?;
    let file = data_folder()?.join("alfred").join("train_kitchens.jsonl.gz");
    let text = files::read(&file)?;
    let all = import::alfred::demonstrations(&text, &file.display().to_string())?;
    let plans =
        import::thor::Plans::read(&files::read(&kitchens)?, &kitchens.display().to_string())?;
    let kinds = embedded_kinds()?;
    let mut suite = Suite { scenarios: Vec::new(), split: Some(split), files: BTreeMap::new() };
    for plan in plans.names() {
        let number: Option<u32> = plan.trim_start_matches("FloorPlan").parse().ok();
        let own =
            if number.is_some_and(|number| number % 2 == 1) { Split::Dev } else { Split::Test };
        if own != split {
            continue;
        }
        let imported = plans.import(&plan, &kinds)?;
        let path = format!("{plan}.ron");
        let text = scenario::write_home(&imported.home, &kinds);
        let library = ImportedHomes([(path.clone(), text)].into());
        for life in import::alfred::lives(&all, &plan, LIVES_OF_A_PLAN, DAYS_BEFORE) {
            let text = import::alfred::scenario(
                life.scored,
                &life.before,
                &imported.home,
                &path,
                split,
                &kinds,
            );
            // What cannot be on this floor plan is left out, as `import alfred` tells.
            let Ok(text) = text else { continue };
            if let Ok(scenario) = scenario::parse_scenario(&life.scored.id, &text, &library)
                && scenario.check_all(0..1).is_ok()
            {
                suite.files.insert(life.scored.id.clone(), Digest::of(text.as_bytes()).to_string());
                suite.scenarios.push(scenario);
            }
        }
    }
    Ok(suite)
}

/// The embedded scenarios that have something to score.
fn families() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    Embedded
        .files()
        .iter()
        .filter(|(path, text)| path.starts_with(FAMILIES) && text.contains("scored: true"))
}

fn of_files(
    files: impl Iterator<Item = &'static (&'static str, &'static str)>,
    split: Option<Split>,
) -> Result<Suite, Failure> {
    let library = Disk::embedded();
    let mut suite = Suite { scenarios: Vec::new(), split, files: BTreeMap::new() };
    for (path, text) in files {
        suite.add(path, text, &library)?;
    }
    suite.add_digests(Embedded.files().iter().filter(|(path, _)| !path.starts_with("scenarios/")));
    Ok(suite)
}

fn on_disk(path: &Path) -> Result<Suite, Failure> {
    let mut paths: Vec<PathBuf> = Vec::new();
    if path.is_dir() {
        collect_files(path, &mut paths)?;
        paths.sort();
    } else {
        paths.push(path.to_owned());
    }
    if paths.is_empty() {
        return Err(Failure::new(format!("{}: there is no .ron file in it", path.display())));
    }
    let mut suite = Suite { scenarios: Vec::new(), split: None, files: BTreeMap::new() };
    for path in paths {
        let text = files::read(&path)?;
        suite.add(&path.display().to_string(), &text, &Disk::beside(&path))?;
    }
    suite.add_digests(Embedded.files().iter().filter(|(path, _)| !path.starts_with("scenarios/")));
    Ok(suite)
}

fn collect_files(folder: &Path, into: &mut Vec<PathBuf>) -> Result<(), Failure> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect_files(&path, into)?;
        } else if path.extension().is_some_and(|extension| extension == "ron") {
            into.push(path);
        }
    }
    Ok(())
}

impl Suite {
    fn add(&mut self, name: &str, text: &str, library: &dyn Library) -> Result<(), Failure> {
        let scenario = scenario::parse_scenario(name, text, library).map_err(Failure::in_file)?;
        self.files.insert(name.to_owned(), Digest::of(text.as_bytes()).to_string());
        self.scenarios.push(scenario);
        Ok(())
    }

    fn add_digests<'a>(&mut self, files: impl Iterator<Item = &'a (&'static str, &'static str)>) {
        for (path, text) in files {
            self.files.insert((*path).to_owned(), Digest::of(text.as_bytes()).to_string());
        }
    }
}

/// The file of AI2-THOR kitchens, where the data is at hand.
pub fn thor_file() -> Result<PathBuf, Failure> {
    let file = data_folder()?.join("ai2thor_procthor").join("kitchens.json");
    if file.is_file() {
        Ok(file)
    } else {
        Err(Failure::new(format!("{} is not there; is $BRAINMEM_DATA right?", file.display())))
    }
}

/// The folder of other projects' data: `$BRAINMEM_DATA`, or `shared/data` in a folder above.
pub fn data_folder() -> Result<PathBuf, Failure> {
    let named = std::env::var_os("BRAINMEM_DATA").map(PathBuf::from);
    let beside = || {
        let here = std::env::current_dir().ok()?;
        here.ancestors()
            .map(|folder| folder.join("shared").join("data"))
            .find(|folder| folder.is_dir())
    };
    named.or_else(beside).ok_or_else(|| {
        Failure::new("the data of other projects is not at hand; name its folder in $BRAINMEM_DATA")
    })
}

/// A kitchen of AI2-THOR.
pub fn import_thor(file: &Path, plan: &str) -> Result<import::thor::ImportedHome, Failure> {
    let text = files::read(file)?;
    let kinds = embedded_kinds()?;
    Ok(import::thor::import(&text, &file.display().to_string(), plan, &kinds)?)
}

/// The text of a kitchen of AI2-THOR, as a scenario names it: `thor:FloorPlan1`.
pub fn thor_kitchen(plan: &str) -> Result<String, Failure> {
    Ok(scenario::write_home(&import_thor(&thor_file()?, plan)?.home, &embedded_kinds()?))
}

/// The kinds that come with the program.
pub fn embedded_kinds() -> Result<scenario::Kinds, Failure> {
    let text = Embedded.text("kinds.ron").map_err(Failure::new)?;
    scenario::parse_kinds("assets/kinds.ron", &text).map_err(Failure::in_file)
}
