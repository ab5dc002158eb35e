//! The language model of a planner or a memory: opened on first use, its answers kept for the next
//! command.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use eval::life::{ModelBudget, ModelPlanning, PlannerName};
use eval::manifest::LanguageOfRun;
use eval::roster::Arm;
use models::{Complete, RecordedComplete, Transcript};
use models_candle::{LanguageModel, LanguageOptions};

use crate::args::{LanguageArgs, TranscriptArg};
use crate::failure::Failure;
use crate::models::{fetched, known_answers, read_answers, store, write_answers};

/// How long answers of lives that have ended may wait to be kept while a run goes on: of these, a run
/// that is killed loses no more than were given in that time.
const KEPT_AFTER: Duration = Duration::from_secs(10);

/// A language model that keeps a transcript of its answers.
pub struct Language {
    name: String,
    recorded: Arc<RecordedComplete<Arc<dyn Complete>>>,
    budget: ModelBudget,
    /// Where the answers are kept; none where nothing new can come.
    keep_in: Option<PathBuf>,
    /// When they were last kept on the way.
    last_kept: Mutex<Option<Instant>>,
}

/// How many ask at the same time.
#[derive(Debug, Clone, Copy)]
pub struct Askers {
    /// Threads that compute.
    pub threads: usize,
    /// Lives that share one.
    pub together: usize,
}

impl Askers {
    /// One life at a time.
    pub const ONE: Self = Self { threads: 1, together: 1 };
}

impl Language {
    /// The model that the planner or one of the arms needs; none where nobody needs one.
    ///
    /// A model of the manifest is fetched on first use. With `--transcript strict` no model is
    /// loaded: what was never asked is an error.
    pub fn open(
        planner: PlannerName,
        arms: &[Arm],
        args: &LanguageArgs,
        askers: Askers,
    ) -> Result<Option<Self>, Failure> {
        if !planner.asks_a_model() && !arms.iter().any(Arm::asks_a_judge) {
            return Ok(None);
        }
        let budget = ModelBudget {
            choices: args.model_choices,
            tokens: args.model_tokens,
            kept_bytes: args.model_kept.saturating_mul(1 << 20),
        };
        let path = match &args.answers {
            Some(path) => path.clone(),
            None => store()?.directory().join("answers").join("language.transcript"),
        };
        let name = args.model.clone();
        if args.transcript == TranscriptArg::Strict {
            let transcript = read_answers(&path)?;
            let recorded = RecordedComplete::replay_only(transcript)?;
            return Ok(Some(Self::new(name, recorded, budget, None)));
        }
        let loaded: Arc<dyn Complete> = Arc::new(load(&name, askers)?);
        let recorded = RecordedComplete::record(loaded, known_answers(&path));
        Ok(Some(Self::new(name, recorded, budget, Some(path))))
    }

    /// A model that only repeats the answers of a run; none where the transcript has none. `of_run` is
    /// what the manifest of the run says of it.
    pub fn replaying(
        transcript: Transcript,
        of_run: Option<&LanguageOfRun>,
    ) -> Result<Option<Self>, Failure> {
        if transcript.writers().next().is_none() {
            return Ok(None);
        }
        let recorded = RecordedComplete::replay_only(transcript)?;
        let budget = of_run.map(|of_run| of_run.budget).unwrap_or_default();
        Ok(Some(Self::new(String::new(), recorded, budget, None)))
    }

    fn new(
        name: String,
        recorded: RecordedComplete<Arc<dyn Complete>>,
        budget: ModelBudget,
        keep_in: Option<PathBuf>,
    ) -> Self {
        Self { name, recorded: Arc::new(recorded), budget, keep_in, last_kept: Mutex::default() }
    }

    /// How the planner plans with it.
    pub fn planning(&self) -> ModelPlanning {
        let model = Arc::clone(&self.recorded) as Arc<dyn Complete>;
        ModelPlanning { budget: self.budget, ..ModelPlanning::new(model) }
    }

    /// Whether new questions may be asked of a model.
    pub fn may_ask(&self) -> bool {
        self.keep_in.is_some()
    }

    /// What the manifest of a run says of it.
    pub fn of_run(&self) -> LanguageOfRun {
        let planning = self.planning();
        LanguageOfRun {
            name: self.name.clone(),
            fingerprint: self.recorded.fingerprint().to_string(),
            prompt: planning.template.digest().to_string(),
            budget: planning.budget,
        }
    }

    /// What was asked in this command, and the answers.
    pub fn asked(&self) -> Transcript {
        self.recorded.asked()
    }

    /// Keeps the answers of a run that goes on, unless that was done a moment ago: each time the file
    /// is written whole, since its checksum is over all of it.
    pub fn keep_answers_now_and_then(&self) -> Result<(), Failure> {
        self.keep_answers_after(KEPT_AFTER)
    }

    fn keep_answers_after(&self, pause: Duration) -> Result<(), Failure> {
        let mut last_kept = self.last_kept.lock().unwrap_or_else(PoisonError::into_inner);
        if last_kept.is_none_or(|then| then.elapsed() >= pause) {
            self.keep_answers()?;
            *last_kept = Some(Instant::now());
        }
        Ok(())
    }

    /// Keeps the answers for the next command.
    pub fn keep_answers(&self) -> Result<(), Failure> {
        match &self.keep_in {
            Some(path) if self.recorded.counts().computed > 0 => {
                write_answers(&self.recorded.transcript(), path)
            }
            _ => Ok(()),
        }
    }
}

/// The model with this name in the manifest, fetched where it is missing, or in this file.
fn load(name: &str, askers: Askers) -> Result<LanguageModel, Failure> {
    let options = LanguageOptions {
        together: askers.together,
        groups: askers.threads,
        ..LanguageOptions::default()
    };
    let path = Path::new(name);
    if path.extension().is_some_and(|extension| extension == "gguf") {
        return Ok(LanguageModel::open(path, &options)?);
    }
    let store = store()?;
    Ok(LanguageModel::load(&store, fetched(name, &store)?, &options)?)
}

#[cfg(test)]
mod tests {
    use models::Prompt;
    use models::testing::SharedWords;

    use super::*;

    #[test]
    fn answers_are_kept_on_the_way_and_all_of_them_in_the_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("language.transcript");
        let model: Arc<dyn Complete> = Arc::new(SharedWords::default());
        let recorded = RecordedComplete::record(model, Transcript::new());
        let budget = ModelBudget::default();
        let language = Language::new(String::new(), recorded, budget, Some(path.clone()));
        let ask = |own: &str| {
            let prompt = Prompt { shared: String::new(), own: own.to_owned() };
            language.recorded.score(&prompt, &["wait."]).expect("words can be compared");
        };
        let kept = || read_answers(&path).expect("it was written whole").len();
        let long = Duration::from_secs(3600);
        language.keep_answers_after(long).expect("there is nothing to keep");
        assert!(!path.exists(), "nothing was asked");
        ask("Now");
        language.keep_answers_after(Duration::ZERO).expect("it can be written");
        assert_eq!(kept(), 1);
        ask("Then");
        language.keep_answers_after(long).expect("it waits");
        assert_eq!(kept(), 1);
        language.keep_answers().expect("it can be written");
        assert_eq!(kept(), 2);
    }
}
