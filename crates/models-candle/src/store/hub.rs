//! A file of a model hub, through the program `curl`.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::client::{Clients, run};
use super::fetch::SourceFailure;

/// Which file of the hub.
pub(super) struct HubFile<'a> {
    pub(super) repo: &'a str,
    pub(super) revision: &'a str,
    pub(super) file: &'a str,
}

/// Seconds without a connection after which a hub counts as out of reach.
const CONNECT_SECONDS: &str = "5";

/// What `curl` ends with when a server cannot give the rest of a file.
const CANNOT_CONTINUE: i32 = 33;

/// Whether a continued download failed because of what was there before, so that starting over may
/// help.
pub(super) fn should_begin_anew(failure: &SourceFailure) -> bool {
    match failure {
        SourceFailure::WrongSize { .. } | SourceFailure::WrongHash { .. } => true,
        SourceFailure::Client { code, .. } => *code == Some(CANNOT_CONTINUE),
        _ => false,
    }
}

/// Loads the file to `to`; what an earlier try has left there is continued.
pub(super) fn fetch(
    clients: &Clients,
    wanted: &HubFile<'_>,
    to: &Path,
    received: &mut dyn FnMut(u64),
) -> Result<(), SourceFailure> {
    let endpoint = clients.hub_endpoint.trim_end_matches('/');
    let address = format!("{endpoint}/{}/resolve/{}/{}", wanted.repo, wanted.revision, wanted.file);
    let mut command = Command::new(&clients.curl);
    command.args([
        "--fail",
        "--location",
        "--silent",
        "--show-error",
        "--connect-timeout",
        CONNECT_SECONDS,
    ]);
    command.args(["--continue-at", "-", "--output"]).arg(to).arg("--").arg(address);
    let bytes = || fs::metadata(to).map_or(0, |metadata| metadata.len());
    run(&mut command, &to.with_extension("log"), || received(bytes()))
}
