//! `brainmem new`: a file to begin with, that works as it is.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use scenario::checked::{Home, Thing};
use scenario::{Embedded, Library};

use crate::args::{NewArgs, NewWhat};
use crate::failure::{Done, Failure};
use crate::files::{self, Disk};
use crate::suites::embedded_kinds;

const KITCHEN: &str = include_str!("../starters/kitchen.ron");
const SCENARIO: &str = include_str!("../starters/scenario.ron");
/// A day of the scenario: at work in family 2, a comment in the others.
const MOVED: &str = include_str!("../starters/moved.ron");
/// The family that is about things which are moved.
const MOVED_FAMILY: u8 = 2;
/// Seeds that the new scenario is tried with before it is written.
const SEEDS_TRIED: u64 = 3;

pub fn run(args: &NewArgs) -> Done {
    let (name, out) = match &args.what {
        NewWhat::Scenario { name, out, .. } | NewWhat::Kitchen { name, out } => (name, out),
    };
    check_name(name)?;
    let out = out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.ron")));
    if out.exists() {
        let words = "is there already; name another file with -o";
        return Err(Failure::new(format!("{} {words}", out.display())));
    }
    let file = out.display().to_string();
    let text = match &args.what {
        NewWhat::Kitchen { .. } => KITCHEN.replace("@NAME@", name).replace("@FILE@", &file),
        NewWhat::Scenario { family, kitchen, .. } => {
            new_scenario(name, *family, &Kitchen::named(kitchen, &out)?, &out)?
        }
    };
    files::write(&out, text)?;
    println!("{file}: written; next: brainmem check {file}");
    Ok(ExitCode::SUCCESS)
}

fn new_scenario(name: &str, family: u8, kitchen: &Kitchen, out: &Path) -> Result<String, Failure> {
    let moved = if family == MOVED_FAMILY { MOVED.to_owned() } else { commented_out(MOVED) };
    let file = out.display().to_string();
    let text = SCENARIO
        .replace("@NAME@", name)
        .replace("@FILE@", &file)
        .replace("@FAMILY@", &family.to_string())
        .replace("@HOME@", &kitchen.path)
        .replace("@TABLE@", kitchen.table.noun.as_str())
        .replace("@MOVED@", moved.trim_end());
    // A kitchen without places that close cannot have this story: nothing is written then.
    let library = Disk::beside(&absolute(out)?);
    let scenario = scenario::parse_scenario(&file, &text, &library).map_err(Failure::in_file)?;
    scenario.check_all(0..SEEDS_TRIED).map_err(Failure::in_file)?;
    Ok(text)
}

/// The kitchen that a scenario is to be in.
struct Kitchen {
    /// As the scenario names it.
    path: String,
    /// Where things are brought to.
    table: Thing,
}

impl Kitchen {
    /// One that comes with the program, else a file.
    fn named(name: &str, out: &Path) -> Result<Self, Failure> {
        let built_in = format!("kitchens/{name}.ron");
        let (path, text) = match Embedded.text(&built_in) {
            Ok(text) => (built_in, text),
            Err(_) if Path::new(name).is_file() => {
                (seen_from(out, Path::new(name))?, files::read(Path::new(name))?)
            }
            Err(_) => return Err(Failure::new(no_kitchen(name))),
        };
        let home =
            scenario::parse_home(name, &text, &embedded_kinds()?).map_err(Failure::in_file)?;
        let table = table(&home).cloned().ok_or_else(|| {
            Failure::new(format!("{name}: there is no table or counter to bring things to"))
        })?;
        Ok(Self { path, table })
    }
}

/// A table, else the largest other piece to put things on.
fn table(home: &Home) -> Option<&Thing> {
    let suits = |thing: &&Thing| {
        let kind = &thing.kind;
        kind.fixed && kind.surface && !kind.holds && !kind.switch && kind.heat.is_none()
    };
    let area = |thing: &Thing| thing.size[0] * thing.size[2];
    home.things.iter().filter(suits).max_by(|a, b| {
        let is_table = |thing: &Thing| thing.kind.name.ends_with("table");
        is_table(a).cmp(&is_table(b)).then(area(a).total_cmp(&area(b))).then(b.id.cmp(&a.id))
    })
}

fn no_kitchen(name: &str) -> String {
    let names: Vec<&str> = Embedded
        .files()
        .iter()
        .filter_map(|(path, _)| path.strip_prefix("kitchens/")?.strip_suffix(".ron"))
        .collect();
    format!("there is no kitchen \"{name}\" and no such file; there are {}", names.join(", "))
}

/// The path by which a scenario at `out` finds the file: scenarios look beside themselves and in
/// every folder above.
fn seen_from(out: &Path, file: &Path) -> Result<String, Failure> {
    let file = absolute(file)?;
    let out = absolute(out)?;
    let below = out.ancestors().skip(1).find_map(|folder| file.strip_prefix(folder).ok());
    Ok(below.unwrap_or(&file).display().to_string().replace('\\', "/"))
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    Ok(std::path::absolute(path)?)
}

fn commented_out(lines: &str) -> String {
    const INDENT: usize = 8;
    lines.lines().fold(String::new(), |text, line| {
        let (before, after) = line.split_at(INDENT.min(line.len()));
        text + before + "// " + after + "\n"
    })
}

fn check_name(name: &str) -> Result<(), Failure> {
    let is_good = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if is_good {
        return Ok(());
    }
    let words = "a name has small letters, digits and hyphens, such as my-kitchen";
    Err(Failure::new(format!("\"{name}\": {words}")))
}
