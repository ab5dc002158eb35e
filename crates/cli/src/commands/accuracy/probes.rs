//! The part of `models accuracy` that trains a probe on a model's hidden states.

use std::sync::Arc;

use eval::language::extraction::Material;
use eval::language::probes::{ProbeScore, learned_from, leaving_out_wordings};
use language::extract::probe::{BEGINNING, Slot};
use models::{Embed, Example, Recorded};
use models_candle::head::{PROBE, Recipe};
use models_candle::{Head, HiddenStates};

use super::{KEPT_EVERY, Opened, known};
use crate::args::{AccuracyArgs, SplitArg};
use crate::failure::Failure;
use crate::files;
use crate::models::write_answers;
use crate::progress;

/// Trains the probes of the model, and says how others like them do in wordings that they never saw.
pub fn trained(
    args: &AccuracyArgs,
    material: &Material,
    opened: Option<&Opened>,
) -> Result<Vec<ProbeScore>, Failure> {
    let Some(opened) = opened else {
        return Err(Failure::new("a probe needs a model: name one with `--model`"));
    };
    if let SplitArg::Test = args.split {
        return Err(Failure::new("a probe is trained on dev days: leave out `--split test`"));
    }
    let states = HiddenStates::new(Arc::clone(&opened.loaded), BEGINNING, args.layer)?;
    // What the states were is kept with the answers: a training that was broken off goes on.
    let states = Recorded::record(states, known(args)?);
    Slot::ALL.into_iter().map(|slot| for_slot(args, material, opened, slot, &states)).collect()
}

fn for_slot(
    args: &AccuracyArgs,
    material: &Material,
    opened: &Opened,
    slot: Slot,
    states: &Recorded<HiddenStates>,
) -> Result<ProbeScore, Failure> {
    let observations = learned_from(material, slot);
    let bar = progress::bar(
        format!("{} reads what a probe of the {} learns from", opened.name, slot.name()),
        observations.len(),
        "observations",
    );
    let mut examples = Vec::with_capacity(observations.len());
    for observation in &observations {
        examples.extend(slot.example(states, &observation.words, &observation.truth)?);
        bar.inc(1);
        if let (Some(path), 0) = (&args.transcript, bar.position() % KEPT_EVERY) {
            write_answers(&states.transcript(), path)?;
        }
    }
    bar.finish_and_clear();
    let classes = slot.classes();
    let classes: Vec<&str> = classes.iter().map(String::as_str).collect();
    let train = |examples: &[Example], recipe: &Recipe| -> Result<Head, Failure> {
        let trained_on = states.fingerprint();
        Ok(Head::train("probe", &classes, examples, trained_on, recipe)?)
    };
    let across = |recipe: &Recipe| {
        leaving_out_wordings(&observations, &examples, |examples| train(examples, recipe))
    };
    let grid = if args.grid { grid() } else { Vec::new() };
    for recipe in grid {
        let Recipe { weight_decay, epochs, .. } = recipe;
        let right = 100.0 * across(&recipe)?.share_right();
        println!(
            "{}, weight decay {weight_decay}, {epochs} epochs: {right:.1} % right",
            slot.name()
        );
    }
    let score = across(&PROBE)?;
    if let Some(folder) = &args.keep_heads {
        let name = format!("probe-{}-{}.safetensors", opened.name, slot.name());
        files::write(&folder.join(name), train(&examples, &PROBE)?.to_bytes())?;
    }
    let (model, slot) = (opened.name.clone(), slot.name().to_owned());
    Ok(ProbeScore { model, slot, layer: args.layer, ..score })
}

/// The recipes among which that of probes was chosen.
fn grid() -> Vec<Recipe> {
    let mut recipes = Vec::new();
    for weight_decay in [0.1, 1.0, 3.0, 10.0] {
        for epochs in [3, 10, 30] {
            recipes.push(Recipe { weight_decay, epochs, ..PROBE });
        }
    }
    recipes
}
