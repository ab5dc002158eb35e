//! Finds and reads the files of others.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;

/// The folder of the data; none where there is no such folder.
fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("BRAINMEM_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there is no {}; set BRAINMEM_DATA", folder.display());
    None
}

/// The text of a file; none where there is no data.
pub fn text(path: &str) -> Option<String> {
    let path = folder()?.join(path);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}")))
}

/// Where the demonstrations begin, by plan: x and z.
pub fn starts() -> Option<BTreeMap<String, Vec<[f32; 2]>>> {
    let path = folder()?.join("alfred/train_kitchens.jsonl.gz");
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
