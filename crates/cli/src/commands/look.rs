//! `brainmem look`: a kitchen or a scenario as a plan, or an episode to be watched.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use base::SimTime;
use bevy_ecs::prelude::{Entity, World};
use eval::life;
use house::{Body, Scene};
use scenario::checked::{Day, Life};
use views::picture::Picture;

use crate::args::{LookArgs, Spot};
use crate::commands::check::is_kitchen;
use crate::commands::watch;
use crate::failure::{Done, Failure};
use crate::files::{self, Disk};
use crate::suites::embedded_kinds;

/// When a kitchen without a story is looked at, seconds after midnight.
const MORNING: u64 = 8 * 3600;

pub fn run(args: &LookArgs) -> Done {
    let text = files::read(&args.file)?;
    let name = args.file.display().to_string();
    if is_kitchen(&text) {
        if args.watch {
            let words = "a kitchen has no story to watch; name a scenario";
            return Err(Failure::new(format!("{name}: {words}")));
        }
        let home =
            scenario::parse_home(&name, &text, &embedded_kinds()?).map_err(Failure::in_file)?;
        let scene = Scene::build(&home)?;
        let mut world = World::new();
        body::step::add_step(&mut world, SimTime::default(), None);
        let agent = house::add_house(&mut world, &scene, &house::HouseOptions::default());
        house::begin_day(&mut world, 1, MORNING, &[]);
        return draw(&mut world, &scene, agent, &format!("Kitchen {}", home.name), args);
    }
    let library = Disk::beside(&args.file);
    let scenario = scenario::parse_scenario(&name, &text, &library).map_err(Failure::in_file)?;
    let variant = match &args.variant {
        Some(variant) => variant.clone(),
        None => scenario.variants.first().map(|variant| variant.name.clone()).unwrap_or_default(),
    };
    let life = scenario.life(&variant, args.seed).map_err(Failure::in_file)?;
    if args.watch {
        return watch::run(&life, args);
    }
    let day = day_of(&life, args.day)?;
    let mut morning = life::morning_of(&life, day)?;
    let scene = morning.scene().clone();
    let title = format!("{} / {} / seed {}", life.scenario, life.variant, life.seed);
    let agent = morning.agent();
    draw(morning.world_mut(), &scene, agent, &title, args)
}

/// The day with that number; the first one where none is named.
pub fn day_of(life: &Life, number: Option<u32>) -> Result<&Day, Failure> {
    let found = match number {
        Some(number) => life.days.iter().find(|day| day.number == number),
        None => life.days.first(),
    };
    found.ok_or_else(|| {
        let numbers: Vec<String> = life.days.iter().map(|day| day.number.to_string()).collect();
        Failure::new(format!(
            "{}/{} is not lived on that day; its days are {}",
            life.scenario,
            life.variant,
            numbers.join(", ")
        ))
    })
}

fn draw(world: &mut World, scene: &Scene, agent: Entity, title: &str, args: &LookArgs) -> Done {
    if let Some(spot) = args.at {
        stand(world, scene, agent, spot)?;
    }
    house::perceive_now(world);
    let picture = Picture::of(world, scene, agent);
    let out = args.out.clone().unwrap_or_else(|| named_after(&args.file));
    files::write(&out, views::plan::plan(&picture, title))?;
    let loose = || picture.things.iter().filter(|thing| !thing.is_landmark());
    println!(
        "{}: {title}, {} pieces of furniture; {} of {} loose things are in view",
        out.display(),
        picture.things.len() - loose().count(),
        loose().filter(|thing| thing.is_seen).count(),
        loose().count()
    );
    Ok(ExitCode::SUCCESS)
}

/// Puts the agent there, or as near as a body can stand.
fn stand(world: &mut World, scene: &Scene, agent: Entity, spot: Spot) -> Result<(), Failure> {
    let feet = scene.standing_near(spot.feet).ok_or_else(|| {
        let [x, z] = spot.feet;
        Failure::new(format!("nobody can stand within half a metre of {x},{z}"))
    })?;
    let mut body = world.get_mut::<Body>(agent).expect("a house has an agent with a body");
    let yaw_deg = spot.yaw_deg.unwrap_or(body.yaw_deg);
    *body = Body::standing(feet, yaw_deg);
    Ok(())
}

/// The plan of `kitchens/galley.ron` is `galley.svg`, here.
fn named_after(file: &Path) -> PathBuf {
    let mut name = PathBuf::from(file.file_stem().unwrap_or(file.as_os_str()));
    name.set_extension("svg");
    name
}
