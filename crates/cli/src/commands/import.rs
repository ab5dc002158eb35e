//! `brainmem import`: other simulators' worlds into kitchens.

mod alfred;
mod bddl;
mod teach;
mod virtualhome;

use std::process::ExitCode;

use crate::args::{ImportArgs, ImportFrom};
use crate::failure::Done;
use crate::files;
use crate::suites::{embedded_kinds, import_thor};

pub fn run(args: &ImportArgs) -> Done {
    let (file, plan, out) = match &args.from {
        ImportFrom::Thor { file, plan, out } => (file, plan, out),
        ImportFrom::Alfred(args) => return alfred::run(args),
        ImportFrom::Bddl(args) => return bddl::run(args),
        ImportFrom::Teach(args) => return teach::run(args),
        ImportFrom::VirtualHome(args) => return virtualhome::run(args),
    };
    let imported = import_thor(file, plan)?;
    files::write(out, scenario::write_home(&imported.home, &embedded_kinds()?))?;
    println!("{}: {} things\n{}", out.display(), imported.home.things.len(), imported.report);
    Ok(ExitCode::SUCCESS)
}

/// At most so many, spread evenly.
fn spread<T>(all: Vec<T>, limit: Option<usize>) -> Vec<T> {
    let count = all.len();
    let Some(limit) = limit.filter(|limit| *limit < count) else { return all };
    let keeps = |index: usize| index * limit / count != (index + 1) * limit / count;
    all.into_iter().enumerate().filter(|(index, _)| keeps(*index)).map(|(_, one)| one).collect()
}
