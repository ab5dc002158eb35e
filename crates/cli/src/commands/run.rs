//! `brainmem run`: one scenario, told.

use std::process::ExitCode;
use std::sync::Arc;

use eval::life::{Episode, Options, run_days, run_life};
use eval::records::Outcome;
use eval::roster::Arm;
use eval::story;
use models::Embed;

use crate::args::RunArgs;
use crate::failure::{Done, Failure};
use crate::language::{Askers, Language};
use crate::{files, models as local_models};

pub fn run(args: &RunArgs) -> Done {
    let text = files::read(&args.scenario)?;
    let library = files::Disk::beside(&args.scenario);
    let name = args.scenario.display().to_string();
    let scenario = scenario::parse_scenario(&name, &text, &library).map_err(Failure::in_file)?;
    let variant = match &args.variant {
        Some(variant) => variant.clone(),
        None => scenario.variants.first().map(|variant| variant.name.clone()).unwrap_or_default(),
    };
    let arm = Arm::named(&args.memory)?;
    let life = scenario.life(&variant, args.seed).map_err(Failure::in_file)?;
    let language = Language::open(args.planner.into(), &[arm], &args.language, Askers::ONE)?;
    let options = Options {
        planner: args.planner.into(),
        language: language.as_ref().map(Language::planning),
        ..Options::default()
    };
    let kept = local_models::embedder_for(&[arm], &args.language)?;
    let embedder: Arc<dyn Embed> = Arc::clone(&kept) as Arc<dyn Embed>;
    let episodes = if args.scored {
        run_life(&life, &[arm], &options, &embedder)?
    } else {
        run_days(&life, arm, &options, &embedder)?
    };
    tell(&episodes, args.json)?;
    if arm.embeds() {
        local_models::keep_answers(&kept)?;
    }
    if let Some(language) = &language {
        language.keep_answers()?;
    }
    let all_good = episodes.iter().all(|episode| {
        matches!(episode.record.outcome, Outcome::Success) && episode.unmet.is_empty()
    });
    Ok(ExitCode::from(u8::from(!all_good)))
}

fn tell(episodes: &[Episode], as_json: bool) -> Result<(), Failure> {
    for episode in episodes {
        if as_json {
            println!("{}", serde_json::to_string(&episode.record)?);
        } else {
            println!("{}", story::tell(episode));
        }
    }
    Ok(())
}
