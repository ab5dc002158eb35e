//! `brainmem check`: what is wrong with a scenario or a kitchen.

use std::process::ExitCode;

use base::SimTime;
use bevy_ecs::prelude::World;
use scenario::checked::Home;

use crate::args::CheckArgs;
use crate::failure::{Done, Failure};
use crate::files::{self, Disk};
use crate::suites::embedded_kinds;

/// How many seeds of each variant are tried.
const SEEDS_TRIED: u64 = 3;

pub fn run(args: &CheckArgs) -> Done {
    let name = args.file.display().to_string();
    let text = files::read(&args.file)?;
    let library = Disk::beside(&args.file);
    let homes = if is_kitchen(&text) {
        let home =
            scenario::parse_home(&name, &text, &embedded_kinds()?).map_err(Failure::in_file)?;
        println!("{name}: a kitchen with {} things, well formed", home.things.len());
        vec![(home.name.clone(), home)]
    } else {
        let scenario =
            scenario::parse_scenario(&name, &text, &library).map_err(Failure::in_file)?;
        scenario.check_all(0..SEEDS_TRIED).map_err(Failure::in_file)?;
        println!(
            "{name}: scenario \"{}\" with {} variants, well formed for seeds 0 to {}",
            scenario.name,
            scenario.variants.len(),
            SEEDS_TRIED - 1
        );
        let mut homes = Vec::new();
        for variant in &scenario.variants {
            let life = scenario.life(&variant.name, 0).map_err(Failure::in_file)?;
            homes.push((variant.name.clone(), (*life.home).clone()));
        }
        homes
    };
    let mut all_rest = true;
    for (name, home) in &homes {
        all_rest &= rests(name, home, args.settle)?;
    }
    Ok(ExitCode::from(u8::from(!all_rest)))
}

/// Kitchens have rooms, scenarios have variants.
pub fn is_kitchen(text: &str) -> bool {
    text.contains("rooms:") && !text.contains("variants:")
}

/// Builds the home, and lets it settle where asked to. Whether everything stays where it is.
fn rests(name: &str, home: &Home, settle: Option<f32>) -> Result<bool, Failure> {
    let scene = house::Scene::build(home)?;
    let Some(seconds) = settle else {
        return Ok(true);
    };
    let mut world = World::new();
    body::step::add_step(&mut world, SimTime::default(), None);
    house::add_house(&mut world, &scene, &house::HouseOptions::default());
    let mut moved = house::settle(&mut world, seconds);
    moved.sort_by(|a, b| b.metres.total_cmp(&a.metres));
    let far: Vec<_> =
        moved.iter().filter(|moved| moved.metres > MOST_DRIFT_M || moved.left_parent).collect();
    println!(
        "{name}: {} of {} things moved more than 2 cm in {seconds} s",
        far.len(),
        home.things.len()
    );
    for moved in &far {
        let left = if moved.left_parent { ", and left what it was on" } else { "" };
        println!("  {} by {:.3} m{left}", home.thing(moved.thing).noun, moved.metres);
    }
    Ok(far.is_empty())
}

/// What may move so far is at rest, metres.
const MOST_DRIFT_M: f32 = 0.02;
