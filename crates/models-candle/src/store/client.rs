//! Programs of this machine that fetch for us.
//!
//! We speak to no server ourselves: the machine's own programs know its proxies, certificates and
//! mirrors.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use super::fetch::SourceFailure;

/// Which programs fetch, and which hub they ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clients {
    /// A Python that has `pip`: a name to be found in the path, or a path.
    pub python: PathBuf,
    /// The program `curl`: a name to be found in the path, or a path.
    pub curl: PathBuf,
    /// The address that a hub repository's name is added to.
    pub hub_endpoint: String,
}

/// The hub that models are published on, when `HF_ENDPOINT` names no other.
const HUB_ENDPOINT: &str = "https://huggingface.co";

impl Clients {
    /// The usual programs, and the hub of the variable `HF_ENDPOINT` where it is set; `variable`
    /// gives the variables of the environment, [`std::env::var_os`] is the usual one.
    #[must_use]
    pub fn new(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let endpoint = variable("HF_ENDPOINT").and_then(|endpoint| endpoint.into_string().ok());
        let endpoint = endpoint.filter(|endpoint| !endpoint.is_empty());
        Self {
            python: "python3".into(),
            curl: "curl".into(),
            hub_endpoint: endpoint.unwrap_or_else(|| HUB_ENDPOINT.to_owned()),
        }
    }
}

/// How often progress is told while a program runs.
const POLL: Duration = Duration::from_millis(100);

/// Runs a program to its end and calls `watch` again and again meanwhile. What it complains about
/// goes to the file `log` first, so that it can never block, and into the error when it fails.
pub(super) fn run(
    command: &mut Command,
    log: &Path,
    mut watch: impl FnMut(),
) -> Result<(), SourceFailure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let log_file = File::create(log).map_err(|error| SourceFailure::disk("write", log, &error))?;
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log_file);
    let no_client = |error: io::Error| {
        let _ = fs::remove_file(log);
        SourceFailure::NoClient { program: program.clone(), reason: error.to_string() }
    };
    let mut running = Running(command.spawn().map_err(no_client)?);
    let status = loop {
        match running.0.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) => {
                watch();
                wait_a_moment();
            }
            Err(error) => return Err(no_client(error)),
        }
    };
    watch();
    let complaint = complaint(log, status);
    let _ = fs::remove_file(log);
    if status.success() {
        Ok(())
    } else {
        Err(SourceFailure::Client { program, code: status.code(), complaint })
    }
}

/// The one real wait of this crate: another process works, and nothing it does depends on how long
/// we look away.
fn wait_a_moment() {
    std::thread::sleep(POLL);
}

/// The last lines that a program wrote, or how it ended when it wrote none.
fn complaint(log: &Path, status: ExitStatus) -> String {
    const LINES: usize = 3;
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    match lines.len() {
        0 => status.to_string(),
        count => lines[count.saturating_sub(LINES)..].join("; "),
    }
}

/// A program that is stopped when we stop looking after it.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail when it has ended by itself, which is as it should be.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
