//! `brainmem import teach`: task definitions as goals that can be written into a scenario.

use std::process::ExitCode;

use comfy_table::{ContentArrangement, Table, presets};
use import::teach::{NotPossible, Tasks, in_ron};

use crate::args::TeachArgs;
use crate::failure::{Done, Failure};
use crate::files;
use crate::suites::embedded_kinds;

pub fn run(args: &TeachArgs) -> Done {
    let mut tasks = Tasks::default();
    for file in files::below(&args.folder, "json")? {
        tasks.add(&file.display().to_string(), &files::read(&file)?)?;
    }
    if let Some(classes) = &args.classes {
        tasks.set_classes(&classes.display().to_string(), &files::read(classes)?)?;
    }
    let kinds = embedded_kinds()?;
    if let Some(task) = &args.task {
        let goal = tasks.goal(task, &args.words, &kinds)?;
        let words = tasks.words(task, &args.words).unwrap_or_default();
        println!("Goal(\n    words: {words:?},\n    wants: {},\n)", in_ron(&goal));
        return Ok(ExitCode::SUCCESS);
    }
    if tasks.iter().next().is_none() {
        let why = "there is no definition in it (files that end in .json)";
        return Err(Failure::new(format!("{}: {why}", args.folder.display())));
    }
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(["task", "words", "how it is said", "as a goal"]);
    for (name, count, desc) in tasks.iter() {
        let words: Vec<String> = (0..count).map(|_| "1".to_owned()).collect();
        let can = match tasks.goal(name, &words, &kinds) {
            Err(why @ NotPossible::Property(_)) => why.to_string(),
            _ => "yes".to_owned(),
        };
        table.add_row([name.to_owned(), count.to_string(), desc.to_owned(), can]);
    }
    println!("{table}");
    Ok(ExitCode::SUCCESS)
}
