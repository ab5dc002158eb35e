//! `brainmem conform`: what other simulators recorded, run again and compared step by step.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use std::{fs, io};

use virtualhome::suite::{BASE_SCENE, CROSSINGS, MUTANTS, TRACES};
use virtualhome::{DataFolder, Release, Suite};

use crate::args::{ConformArgs, ConformWith};
use crate::failure::{Done, Failure};
use crate::{cpu_time, suites, tables};

/// For so long the programs are run again and again to measure the speed, seconds.
const MEASURED_S: f64 = 0.5;

pub fn run(args: &ConformArgs) -> Done {
    let ConformWith::VirtualHome { data, show } = &args.with;
    let folder = Folder(folder(data.as_deref())?);
    for path in [BASE_SCENE, TRACES, MUTANTS, CROSSINGS] {
        if !folder.0.join(path).is_file() {
            println!("absent: {}", folder.name(path));
        }
    }
    let suite = Suite::read(&folder)?;
    let report = suite.conform(Release::V1)?;
    println!("{}", tables::conformance(&report));
    for part in report.parts().into_iter().filter(|part| part.skipped > 0) {
        println!("{}: {} not run; absent: {}", part.name, part.skipped, part.absent.join(", "));
    }
    if report.reworded > 0 {
        println!("{} refusals of the same class in other words", report.reworded);
    }
    if let Some(speed) = steps_per_cpu_second(&suite) {
        println!("{speed:.0} steps per CPU-second on one thread");
    }
    for difference in report.differences.iter().take(*show) {
        println!("{difference}");
    }
    let hidden = report.differences.len().saturating_sub(*show);
    if hidden > 0 {
        println!("and {hidden} more; --show {} shows all", report.differences.len());
    }
    Ok(ExitCode::from(u8::from(!report.is_same())))
}

fn folder(named: Option<&Path>) -> Result<PathBuf, Failure> {
    let folder = match named {
        Some(named) => named.to_owned(),
        None => suites::data_folder()?,
    };
    if folder.is_dir() {
        Ok(folder)
    } else {
        Err(Failure::new(format!("{} is no folder; the data is not there", folder.display())))
    }
}

/// A folder on disk.
struct Folder(PathBuf);

impl DataFolder for Folder {
    fn bytes(&self, path: &str) -> io::Result<Option<Vec<u8>>> {
        match fs::read(self.0.join(path)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn name(&self, path: &str) -> String {
        self.0.join(path).display().to_string()
    }
}

/// How fast the programs in the base scene go, each begun anew; none where there are no programs.
fn steps_per_cpu_second(suite: &Suite) -> Option<f64> {
    let (started, cpu) = (Instant::now(), cpu_time::thread_s());
    let mut steps = 0;
    while started.elapsed().as_secs_f64() < MEASURED_S {
        steps += suite.replay(Release::V1);
        if steps == 0 {
            return None;
        }
    }
    let spent = match (cpu, cpu_time::thread_s()) {
        (Some(before), Some(after)) if after > before => after - before,
        _ => started.elapsed().as_secs_f64(),
    };
    Some(steps as f64 / spent)
}
