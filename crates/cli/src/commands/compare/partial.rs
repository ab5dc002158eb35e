//! The results of a run that has not ended, so that the same command goes on with it.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use eval::decisions::{Decisions, read_decisions, written_decisions};
use eval::life::Episode;
use eval::manifest::Manifest;
use eval::records::{EpisodeRecord, read_records, write_records};
use models::Transcript;

use crate::failure::Failure;
use crate::files;
use crate::models::{read_answers, write_answers};

/// How long lives that have ended may wait to be written down: all answers so far are written with
/// them, and a run that is killed loses no more than was lived in that time.
const KEPT_AFTER: Duration = Duration::from_secs(10);

/// What is known so far, and the files that hold it.
pub struct Partial {
    /// The records of an interrupted run.
    pub already: Vec<EpisodeRecord>,
    /// What was decided in episodes that asked a language model, by their names.
    pub decisions: BTreeMap<String, Decisions>,
    /// What models answered before the run was interrupted.
    pub answers: Transcript,
    paths: Paths,
    results: File,
    decided: File,
    /// Lives that have ended and are not written down.
    waiting: Vec<Episode>,
    last_kept: Instant,
}

/// The files of a folder.
struct Paths {
    results: PathBuf,
    decided: PathBuf,
    answers: PathBuf,
    setup: PathBuf,
}

impl Paths {
    fn of(out: &Path) -> Self {
        Self {
            results: out.join("unfinished.jsonl"),
            decided: out.join("unfinished-decisions.jsonl"),
            answers: out.join("unfinished-answers.transcript"),
            setup: out.join("unfinished.json"),
        }
    }
}

impl Partial {
    /// Opens what an interrupted run of the same kind by the same program left, or begins anew.
    pub fn open(out: &Path, manifest: &Manifest, fresh: bool) -> Result<Self, Failure> {
        let paths = Paths::of(out);
        fs::create_dir_all(out)?;
        let of_now = serde_json::to_string(&(manifest, program_digest()))?;
        let is_same = fs::read_to_string(&paths.setup).is_ok_and(|of_then| of_then == of_now);
        let mut already = Vec::new();
        let mut decisions = BTreeMap::new();
        let mut answers = Transcript::new();
        if is_same && !fresh && paths.results.is_file() {
            let name = paths.results.display().to_string();
            already = read_records(&name, BufReader::new(File::open(&paths.results)?))?.0;
            let name = paths.decided.display().to_string();
            let text = fs::read_to_string(&paths.decided).unwrap_or_default();
            decisions.extend(by_episode(read_decisions(&name, &text)?));
            answers = read_answers(&paths.answers)?;
            eprintln!("going on with an interrupted run: {} episodes are done", already.len());
        }
        // Written anew, so that a line that was cut off does not stay in the middle.
        let mut text = Vec::new();
        write_records(&already, &mut text)?;
        write_answers(&answers, &paths.answers)?;
        files::write(&paths.results, text)?;
        files::write(&paths.decided, written_decisions(decisions.values())?)?;
        files::write(&paths.setup, of_now)?;
        let append = |path: &Path| OpenOptions::new().append(true).open(path);
        let (results, decided) = (append(&paths.results)?, append(&paths.decided)?);
        let (waiting, last_kept) = (Vec::new(), Instant::now());
        Ok(Self { already, decisions, answers, paths, results, decided, waiting, last_kept })
    }

    /// Adds the episodes of a life that has ended, to be written down now or a little later; `asked`
    /// gives what models were asked in this process.
    pub fn add(
        &mut self,
        episodes: &[Episode],
        asked: impl FnOnce() -> Result<Transcript, Failure>,
    ) -> Result<(), Failure> {
        self.waiting.extend(episodes.iter().cloned());
        if self.last_kept.elapsed() < KEPT_AFTER { Ok(()) } else { self.keep(&asked()?) }
    }

    /// Writes down what waits, and what models were asked in this process.
    pub fn keep(&mut self, asked: &Transcript) -> Result<(), Failure> {
        self.last_kept = Instant::now();
        let mut lines = Vec::new();
        let mut decided = Vec::new();
        for episode in std::mem::take(&mut self.waiting) {
            write_records(std::slice::from_ref(&episode.record), &mut lines)?;
            decided.extend(episode.decisions);
        }
        let of_decided = written_decisions(&decided)?;
        self.decisions.extend(by_episode(decided));
        let mut answers = self.answers.clone();
        answers.merge(asked)?;
        // The records last, so that none is there without its decisions and answers.
        write_answers(&answers, &self.paths.answers)?;
        self.decided.write_all(of_decided.as_bytes())?;
        Ok(self.results.write_all(&lines)?)
    }

    /// Removes the files of a run that has ended.
    pub fn remove(out: &Path) {
        let paths = Paths::of(out);
        for path in [paths.results, paths.decided, paths.answers, paths.setup] {
            let _ = fs::remove_file(path);
        }
    }
}

fn by_episode(
    decisions: impl IntoIterator<Item = Decisions>,
) -> impl Iterator<Item = (String, Decisions)> {
    decisions.into_iter().map(|of| (of.episode.clone(), of))
}

/// The digest of this program: only the same one may go on with a run.
fn program_digest() -> String {
    let program = std::env::current_exe().and_then(fs::read);
    program.map_or_else(|_| String::new(), |bytes| base::Digest::of(&bytes).to_string())
}
