//! Reads the recorded programs where they are at hand.

#![allow(clippy::disallowed_methods, reason = "this test reads the files of others")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::path::PathBuf;

use virtualhome::{DataFolder, Home, Release, Scene, Suite};

struct Folder(PathBuf);

impl DataFolder for Folder {
    fn bytes(&self, path: &str) -> std::io::Result<Option<Vec<u8>>> {
        match std::fs::read(self.0.join(path)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn folder() -> Option<Folder> {
    let folder = std::env::var_os("BRAINMEM_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    if folder.is_dir() {
        return Some(Folder(folder));
    }
    println!("skipped: there is no {}; set BRAINMEM_DATA", folder.display());
    None
}

#[test]
fn every_recorded_program_goes_as_it_went() {
    let Some(folder) = folder() else { return };
    let suite = Suite::read(&folder).unwrap_or_else(|error| panic!("{error}"));
    let report = suite.conform(Release::V1).unwrap_or_else(|error| panic!("{error}"));
    for part in report.parts() {
        println!("{part:?}");
    }
    let first: Vec<String> = report.differences.iter().take(10).map(ToString::to_string).collect();
    assert!(report.is_same(), "{} differ:\n{}", report.differences.len(), first.join("\n"));
    assert_eq!(report.reworded, 0, "refusals in other words");
}

#[test]
fn every_scene_can_be_lived_in() {
    let Some(folder) = folder() else { return };
    for number in 1..=7 {
        for form in ["TestScene", "TrimmedTestScene"] {
            let path = format!("virtualhome/scenes/{form}{number}_graph.json");
            let Some(json) = folder.bytes(&path).expect("it can be read") else {
                println!("skipped: there is no {path}");
                continue;
            };
            let scene = Scene::read(&path, &json).unwrap_or_else(|error| panic!("{error}"));
            let home = Home::new(&path, &scene).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(home.nodes(), scene.nodes.len(), "{path}");
        }
    }
}
