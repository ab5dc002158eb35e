//! `brainmem models list | fetch | bench | verify`.

use std::process::ExitCode;

mod bench;

use comfy_table::{CellAlignment, Table, presets};
use indicatif::HumanBytes;
use models_candle::manifest;
use models_candle::store::FileState;

use crate::args::{ModelsArgs, ModelsWhat};
use crate::failure::Done;
use crate::models::{fetch, model, store};

pub fn run(args: &ModelsArgs) -> Done {
    match &args.what {
        ModelsWhat::List { model: None } => list(),
        ModelsWhat::List { model: Some(name) } => files(name),
        ModelsWhat::Fetch { model: name } => {
            let model = model(name)?;
            fetch(model)?;
            println!("{} is in {}", model.name, store()?.directory().display());
            Ok(ExitCode::SUCCESS)
        }
        ModelsWhat::Accuracy(args) => super::accuracy::run(args),
        ModelsWhat::Bench(args) => bench::run(args),
        ModelsWhat::Verify { model: name } => verify(name.as_deref()),
    }
}

fn list() -> Done {
    let store = store()?;
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(["model", "role", "size", "licence", "sha256", "here", "what it is"]);
    for model in &manifest().models {
        let files = store.list(model);
        let is_there =
            |state: &FileState| matches!(state, FileState::Verified | FileState::Present);
        let there = files.iter().filter(|file| is_there(&file.state)).count();
        let here = match there {
            0 => "no".to_owned(),
            all if all == files.len() => "yes".to_owned(),
            some => format!("{some} of {} files", files.len()),
        };
        table.add_row([
            model.name.clone(),
            format!("{:?}", model.role).to_lowercase(),
            HumanBytes(model.size()).to_string(),
            model.licence.clone(),
            model.weights().sha256.to_string()[..12].to_owned(),
            here,
            model.description.clone(),
        ]);
    }
    if let Some(column) = table.column_mut(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    println!("{table}\nin {}", store.directory().display());
    Ok(ExitCode::SUCCESS)
}

/// The files of one model, each with its digest and where it can be had.
fn files(name: &str) -> Done {
    let (store, model) = (store()?, model(name)?);
    println!(
        "{}: {}\nlicence {}, runs as {}",
        model.name, model.description, model.licence, model.architecture
    );
    for (file, report) in model.files.iter().zip(store.list(model)) {
        println!(
            "\n{}\n  {}, {}",
            store.path(model, file).display(),
            HumanBytes(file.size),
            report.state
        );
        println!("  sha256 {}", file.sha256);
        for source in &file.sources {
            println!("  from {source}");
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn verify(name: Option<&str>) -> Done {
    let models = match name {
        Some(name) => vec![model(name)?],
        None => manifest().models.iter().collect(),
    };
    let mut all_good = true;
    for model in models {
        for file in store()?.verify(model) {
            let is_good = file.state == FileState::Verified;
            all_good &= is_good;
            println!("{}/{}: {}", model.name, file.path, file.state);
        }
    }
    if !all_good {
        println!("run `brainmem models fetch NAME` for what is missing or wrong");
    }
    Ok(ExitCode::from(u8::from(!all_good)))
}
