//! One command of a task: run, timed, and on failure named so that it can be repeated.

use std::ffi::OsString;
use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a step comes to.
pub(crate) type Done = Result<(), Failure>;

/// A step failed.
#[derive(Debug)]
pub(crate) struct Failure {
    step: String,
    what: String,
    repeat: String,
}

/// A command with a name.
pub(crate) struct Step {
    name: String,
    program: OsString,
    args: Vec<String>,
    env: Vec<(&'static str, String)>,
}

impl Step {
    /// A step that runs cargo, the same one that runs us.
    pub(crate) fn cargo(name: &str, args: &[&str]) -> Self {
        Self::new(name, std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())).args_of(args)
    }

    /// A step that runs the `brainmem` binary which the workspace build has made.
    ///
    /// Not `cargo run`: that builds the binary alone, with fewer features switched on in its
    /// dependencies, and so compiles most of them a second time.
    pub(crate) fn brainmem(name: &str, args: &[&str]) -> Self {
        Self::new(name, built_binary("brainmem").into_os_string()).args_of(args)
    }

    fn new(name: &str, program: OsString) -> Self {
        Self { name: name.to_owned(), program, args: Vec::new(), env: Vec::new() }
    }

    fn args_of(self, args: &[&str]) -> Self {
        self.args(args.iter().map(|&arg| arg.to_owned()))
    }

    /// Adds arguments.
    pub(crate) fn args(mut self, args: impl IntoIterator<Item = String>) -> Self {
        self.args.extend(args);
        self
    }

    /// Sets a variable of the environment.
    pub(crate) fn env(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.env.push((name, value.into()));
        self
    }

    /// Runs the step to its end; its output goes where ours goes.
    pub(crate) fn run(&self) -> Done {
        self.run_reading(None)
    }

    /// Runs the step to its end; `read` sees each line that it prints, which is printed too.
    pub(crate) fn run_and_read(&self, read: &mut dyn FnMut(&str)) -> Done {
        self.run_reading(Some(read))
    }

    fn run_reading(&self, read: Option<&mut dyn FnMut(&str)>) -> Done {
        println!("\n== {}: {}", self.name, self.command_line());
        let started = Instant::now();
        let ended = self.spawn_and_wait(read);
        println!("== {} took {}", self.name, told(started.elapsed()));
        ended.map_err(|what| self.failure(what))
    }

    fn spawn_and_wait(&self, read: Option<&mut dyn FnMut(&str)>) -> Result<(), String> {
        let mut command = Command::new(&self.program);
        command.args(&self.args).current_dir(workspace_root()).stdin(Stdio::null());
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        if read.is_some() {
            command.stdout(Stdio::piped());
        }
        let mut child = command.spawn().map_err(|error| format!("could not start: {error}"))?;
        if let (Some(read), Some(stdout)) = (read, child.stdout.take()) {
            // A test may print bytes that are not text; they are shown as well as can be.
            for line in BufReader::new(stdout).split(b'\n') {
                let line = line.map_err(|error| format!("its output broke off: {error}"))?;
                let line = String::from_utf8_lossy(&line);
                println!("{line}");
                read(&line);
            }
        }
        let status = child.wait().map_err(|error| format!("was lost: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("ended with {status}")) }
    }

    fn failure(&self, what: String) -> Failure {
        Failure { step: self.name.clone(), what, repeat: self.command_line() }
    }

    /// The command as a person types it at the root of the workspace.
    pub(crate) fn command_line(&self) -> String {
        let program = Path::new(&self.program);
        let program = match program.strip_prefix(workspace_root()) {
            Ok(inside) => inside.display().to_string(),
            Err(_) if program.file_stem().is_some_and(|stem| stem == "cargo") => "cargo".to_owned(),
            Err(_) => program.display().to_string(),
        };
        let env = self.env.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
        let args = self.args.iter().map(|arg| quoted(arg));
        env.chain([program]).chain(args).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "FAILED at {}: {}", self.step, self.what)?;
        write!(f, "repeat it with: {}", self.repeat)
    }
}

/// The time in minutes and seconds: `3 min 07 s`, `0.4 s`.
pub(crate) fn told(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        format!("{:.1} s", time.as_secs_f32())
    } else {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    }
}

/// The folder of the workspace, whatever folder we were called from.
pub(crate) fn workspace_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("xtask lies two folders below the workspace's root")
}

/// A binary of the workspace: it lies beside our own.
fn built_binary(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("a running program has a path");
    own.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=./:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_can_be_typed_again() {
        let step = Step::cargo("soak", &["test", "--", "a b"]).env("SOAK_SEED", "7");
        assert_eq!(step.command_line(), "SOAK_SEED=7 cargo test -- 'a b'");
    }

    #[test]
    fn a_failed_step_says_how_to_repeat_it() {
        let step = Step::new("nothing", "no-such-program".into()).args_of(&["now"]);
        let told = step.run().expect_err("there is no such program").to_string();
        assert!(told.starts_with("FAILED at nothing: could not start"), "{told}");
        assert!(told.ends_with("repeat it with: no-such-program now"), "{told}");
    }

    #[test]
    fn a_time_is_told_in_minutes() {
        assert_eq!(told(Duration::from_millis(430)), "0.4 s");
        assert_eq!(told(Duration::from_secs(187)), "3 min 07 s");
    }
}
