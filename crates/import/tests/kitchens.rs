//! The given AI2-THOR kitchens, imported one and all.
//!
//! Reads `$BRAINMEM_DATA`, or `../shared/data` beside the repository; without either it says so and
//! tests nothing.

#![allow(clippy::disallowed_methods, reason = "this test reads the files of others")]

mod data;

use std::collections::BTreeMap;
use std::io::Read;

use base::Relation;
use import::thor::{self, ImportedHome};
use import::walk::{WalkableFloor, Walker};
use scenario::checked::{Cuboid, Home, Thing};
use scenario::{Embedded, Kinds, Library, parse_home, parse_kinds, write_home};

const SOURCE: &str = "ai2thor_procthor/kitchens.json";

fn kinds() -> Kinds {
    let text = Embedded.text("kinds.ron").expect("it comes with the program");
    parse_kinds("kinds.ron", &text).expect("it is sound")
}

/// Every given kitchen, by the name of its plan.
fn kitchens() -> Option<BTreeMap<String, ImportedHome>> {
    let json = data::text(SOURCE)?;
    let kinds = kinds();
    let plans = thor::Plans::read(&json, SOURCE).expect("a table of plans").names();
    assert!(plans.len() >= 20, "{plans:?}");
    let import = |plan: String| {
        let home =
            thor::import(&json, SOURCE, &plan, &kinds).unwrap_or_else(|error| panic!("{error}"));
        (plan, home)
    };
    Some(plans.into_iter().map(import).collect())
}

/// Where the demonstrations begin, by plan: x and z.
fn starts() -> Option<BTreeMap<String, Vec<[f32; 2]>>> {
    let path = data::folder()?.join("alfred/train_kitchens.jsonl.gz");
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut lines = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut lines).expect("it is text");
    let mut starts: BTreeMap<String, Vec<[f32; 2]>> = BTreeMap::new();
    for line in lines.lines() {
        let demo: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        let plan = demo["floor_plan"].as_str().expect("a plan").to_owned();
        let number = |axis: &str| demo["init_action"][axis].as_f64().expect("a number") as f32;
        starts.entry(plan).or_default().push([number("x"), number("z")]);
    }
    Some(starts)
}

#[test]
fn every_kitchen_loads_and_little_has_to_move() {
    let Some(kitchens) = kitchens() else { return };
    let (mut standing, mut far, mut homeless) = (0, 0, 0);
    for (plan, imported) in &kitchens {
        let report = &imported.report;
        let medium = report.median_shift_m() * 100.0;
        println!(
            "{plan}: {report}; median shift {medium:.1} cm, floor won {:.1} m2",
            report.floor_won_m2
        );
        for shift in report.shifts.iter().filter(|shift| shift.level_m > 0.1) {
            println!("    {} moved {:.2} m", shift.object, shift.level_m);
        }
        println!("    without room: {:?}", report.homeless);
        for note in &report.notes {
            println!("    {}: {}", note.object, note.text);
        }
        standing += report.standing;
        far += report.shifts.iter().filter(|shift| shift.level_m > 0.05).count();
        homeless += report.homeless.len();
        assert!(report.median_shift_m() < 0.03, "{plan}");
        assert!(report.longest_shift_m() < 0.6, "{plan}");
    }
    println!("{standing} standing, {far} moved by more than 5 cm, {homeless} without room");
    assert!(far * 10 <= standing, "{far} of {standing} moved by more than 5 cm");
    assert!(homeless * 100 <= standing, "{homeless} of {standing} found no room");
}

#[test]
fn the_demonstrators_stand_on_free_floor() {
    let Some(kitchens) = kitchens() else { return };
    let Some(starts) = starts() else { return };
    let (mut all, mut good, mut worst) = (0, 0, Vec::new());
    for (plan, imported) in &kitchens {
        let Some(starts) = starts.get(plan) else {
            println!("{plan}: no demonstrations");
            continue;
        };
        let floor = WalkableFloor::of(&imported.home, &Walker::default());
        let off: Vec<&[f32; 2]> =
            starts.iter().filter(|at| !floor.is_walkable(**at, 0.1)).collect();
        let here = starts.len() - off.len();
        let mut distinct: Vec<String> = off.iter().map(|at| format!("{at:?}")).collect();
        distinct.sort();
        distinct.dedup();
        println!(
            "{plan}: {here} of {} ({:.1} %), {:.1} m2; off: {distinct:?}",
            starts.len(),
            100.0 * here as f32 / starts.len() as f32,
            floor.area_m2(),
        );
        all += starts.len();
        good += here;
        if here * 100 < starts.len() * 90 {
            worst.push(plan);
        }
    }
    println!("{good} of {all} ({:.1} %)", 100.0 * good as f32 / all as f32);
    assert!(worst.is_empty(), "below 90 %: {worst:?}");
    assert!(good * 100 >= all * 98, "{good} of {all}");
}

/// What can be opened, used or put things on can be reached by somebody standing on free floor.
#[test]
fn furniture_can_be_reached() {
    let Some(kitchens) = kitchens() else { return };
    let (mut all, mut out_of_reach) = (0, 0);
    for (plan, imported) in &kitchens {
        let floor = WalkableFloor::of(&imported.home, &Walker::default());
        let useful = imported.home.things.iter().filter(|thing| {
            let kind = &thing.kind;
            kind.fixed && (kind.opens || kind.surface || kind.holds)
        });
        for thing in useful {
            all += 1;
            if floor.standing_spot(thing, 1.0).is_none() {
                out_of_reach += 1;
                println!("{plan}: {} is out of reach", thing.noun);
            }
        }
    }
    println!("{out_of_reach} of {all} out of reach");
    assert!(out_of_reach * 100 <= all, "{out_of_reach} of {all}");
}

fn box_of(thing: &Thing) -> Option<Cuboid> {
    thing.pose.map(|(center, yaw_deg)| Cuboid { center, size: thing.size, yaw_deg })
}

fn is_stowed(home: &Home, thing: &Thing) -> bool {
    let mut at = thing.parent;
    while let Some((relation, parent)) = at {
        if relation == Relation::In {
            return true;
        }
        at = home.thing(parent).parent;
    }
    false
}

/// How deep two upright boxes lie in one another, metres; 0 or less where they do not.
fn depth(a: &Cuboid, b: &Cuboid) -> f32 {
    let level = (a.size[1] + b.size[1]) / 2.0 - (a.center[1] - b.center[1]).abs();
    let axes = |cuboid: &Cuboid| {
        let (sin, cos) = libm::sincosf(cuboid.yaw_deg.to_radians());
        [[cos, -sin], [sin, cos]]
    };
    let reach = |cuboid: &Cuboid, on: [f32; 2]| {
        let [x, z] = axes(cuboid).map(|axis| (axis[0] * on[0] + axis[1] * on[1]).abs());
        x * cuboid.size[0] / 2.0 + z * cuboid.size[2] / 2.0
    };
    let between = [a.center[0] - b.center[0], a.center[2] - b.center[2]];
    axes(a)
        .into_iter()
        .chain(axes(b))
        .map(|axis| {
            let apart = (between[0] * axis[0] + between[1] * axis[1]).abs();
            reach(a, axis) + reach(b, axis) - apart
        })
        .fold(level, f32::min)
}

#[test]
fn nothing_stands_in_anything() {
    let Some(kitchens) = kitchens() else { return };
    for (plan, imported) in &kitchens {
        let home = &imported.home;
        let mut solids: Vec<(String, Cuboid)> =
            home.walls.iter().map(|wall| ("a wall".to_owned(), *wall)).collect();
        for thing in home.things.iter().filter(|thing| thing.kind.fixed) {
            let parts = if thing.solids.is_empty() {
                box_of(thing).into_iter().collect()
            } else {
                thing.solids.clone()
            };
            solids.extend(parts.into_iter().map(|part| (thing.noun.to_string(), part)));
        }
        for thing in home.things.iter().filter(|thing| !thing.kind.fixed && !is_stowed(home, thing))
        {
            let cuboid = box_of(thing).expect("what stands has a place");
            for (noun, solid) in &solids {
                let depth = depth(&cuboid, solid);
                assert!(depth < 1e-4, "{plan}: {} stands {depth} m in {noun}", thing.noun);
            }
            solids.push((thing.noun.to_string(), cuboid));
        }
    }
}

#[test]
fn everything_stands_firmly_on_its_parent() {
    let Some(kitchens) = kitchens() else { return };
    for (plan, imported) in &kitchens {
        let home = &imported.home;
        for thing in home.things.iter().filter(|thing| !thing.kind.fixed && !is_stowed(home, thing))
        {
            let name = format!("{plan}: {}", thing.noun);
            let cuboid = box_of(thing).expect("what stands has a place");
            let bottom = cuboid.center[1] - cuboid.size[1] / 2.0;
            let at = [cuboid.center[0], cuboid.center[2]];
            let Some((Relation::On, parent)) = thing.parent else {
                assert!((0.0..0.002).contains(&bottom), "{name} floats above the floor");
                continue;
            };
            // A pan also stands on the next burner.
            let stands_on = |solid: &Cuboid| {
                let gap = bottom - (solid.center[1] + solid.size[1] / 2.0);
                let stub = Cuboid {
                    center: [at[0], solid.center[1], at[1]],
                    size: [0.02; 3],
                    yaw_deg: 0.0,
                };
                (0.0..0.002).contains(&gap) && depth(&stub, solid) > 0.009
            };
            let stands = home
                .things
                .iter()
                .filter(|other| other.kind.fixed || other.id == parent)
                .flat_map(|other| other.solids.iter().copied().chain(box_of(other)))
                .any(|solid| stands_on(&solid));
            let below = &home.thing(parent).noun;
            assert!(stands, "{name} at {at:?} has nothing of {below} below its middle");
        }
    }
}

#[test]
fn every_home_can_be_written_and_read() {
    let Some(kitchens) = kitchens() else { return };
    let kinds = kinds();
    for (plan, imported) in &kitchens {
        let text = write_home(&imported.home, &kinds);
        let read = parse_home(plan, &text, &kinds).unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(read.things.len(), imported.home.things.len(), "{plan}");
        for (read, thing) in read.things.iter().zip(&imported.home.things) {
            assert_eq!(read, thing, "{plan}");
        }
    }
}

#[test]
fn every_object_of_a_plan_is_a_thing_and_keeps_its_id() {
    let Some(kitchens) = kitchens() else { return };
    for (plan, imported) in &kitchens {
        let more: usize = imported.segments.values().map(|parts| parts.len() - 1).sum();
        assert_eq!(imported.ids.len() + more, imported.home.things.len(), "{plan}");
        for (id, parts) in &imported.segments {
            assert_eq!(parts[0], imported.ids[id], "{plan}: {id}");
        }
        for (id, number) in &imported.ids {
            let thing = imported.home.thing(*number);
            assert_eq!(thing.id, *number);
            let sort =
                id.split('|').next_back().filter(|sort| sort.chars().all(char::is_alphabetic));
            let sort = sort.unwrap_or_else(|| id.split('|').next().expect("an id has a type"));
            assert_eq!(thing.kind.name.replace('-', ""), sort.to_lowercase(), "{plan}: {id}");
        }
        let knobs = || imported.home.things.iter().filter(|thing| thing.kind.name == "stove-knob");
        for knob in knobs() {
            let burner = knob.controls.expect("every knob controls a burner");
            assert_eq!(imported.home.thing(burner).kind.name, "stove-burner", "{plan}");
        }
    }
}

/// The plan, seen after a quarter turn.
fn turned(json: &str, plan: &str) -> String {
    let turn = |point: &mut serde_json::Value| {
        let [x, z] = [0, 2].map(|axis: usize| point[axis].as_f64().expect("a number"));
        (point[0], point[2]) = (z.into(), (-x).into());
    };
    let mut plans: serde_json::Value = serde_json::from_str(json).expect("it is JSON");
    let mut objects = plans[plan].take();
    for object in objects.as_array_mut().expect("a list") {
        turn(&mut object["position"]);
        turn(&mut object["aabb"]["center"]);
        turn(&mut object["aabb"]["size"]);
        let width = object["aabb"]["size"][2].as_f64().expect("a number");
        object["aabb"]["size"][2] = (-width).into();
        let yaw = object["rotation"][1].as_f64().expect("a number");
        object["rotation"][1] = (yaw + 90.0).into();
        if let Some(corners) = object.get_mut("obb_corners") {
            corners.as_array_mut().expect("a list").iter_mut().for_each(turn);
        }
    }
    serde_json::json!({ plan: objects }).to_string()
}

#[test]
fn a_turned_plan_makes_the_same_home_turned() {
    let Some(json) = data::text(SOURCE) else { return };
    let kinds = kinds();
    for plan in thor::Plans::read(&json, SOURCE).expect("a table of plans").names() {
        let straight = thor::import(&json, SOURCE, &plan, &kinds).expect("sound");
        let turned = thor::import(&turned(&json, &plan), SOURCE, &plan, &kinds).expect("sound");
        let area = |imported: &ImportedHome| {
            WalkableFloor::of(&imported.home, &Walker::default()).area_m2()
        };
        let (a, b) = (area(&straight), area(&turned));
        println!("{plan}: {a:.2} m2 and {b:.2} m2");
        assert!((a - b).abs() < 0.05 * a, "{plan}: {a} m2 and {b} m2");
        assert_eq!(straight.report.homeless, turned.report.homeless, "{plan}");
    }
}

/// Plans that nobody has seen are like the given ones with other things in them.
#[test]
fn a_plan_with_things_missing_loads_too() {
    let Some(json) = data::text(SOURCE) else { return };
    let kinds = kinds();
    let plans: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    for (plan, objects) in plans.as_object().expect("a table") {
        for missing in 0..3 {
            let objects = objects.as_array().expect("a list").iter().enumerate();
            let left: Vec<_> = objects
                .filter(|(index, _)| index % 3 != missing)
                .map(|(_, object)| object)
                .collect();
            let json = serde_json::json!({ plan: left }).to_string();
            let imported = thor::import(&json, SOURCE, plan, &kinds).expect("sound");
            let floor = WalkableFloor::of(&imported.home, &Walker::default());
            assert!(floor.area_m2() > 3.0, "{plan}: {} m2", floor.area_m2());
            house::Scene::build(&imported.home).unwrap_or_else(|error| panic!("{plan}: {error}"));
        }
    }
}

#[test]
fn the_same_plan_makes_the_same_home() {
    let Some(json) = data::text(SOURCE) else { return };
    let import = || thor::import(&json, SOURCE, "FloorPlan5", &kinds()).expect("sound");
    assert_eq!(import(), import());
}
