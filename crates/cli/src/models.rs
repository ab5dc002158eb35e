//! The local models: where they are, fetching them with a bar, and the embedder for a command.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eval::roster::Arm;
use indicatif::{ProgressBar, ProgressStyle};
use models::testing::HashedWords;
use models::{Embed, ModelEntry, Recorded, Role, Transcript};
use models_candle::store::{Clients, FileState, News, Stage, Store, default_directory};
use models_candle::{SentenceBert, manifest};

use crate::args::{LanguageArgs, TranscriptArg};
use crate::failure::Failure;
use crate::files;

/// An embedder that keeps a transcript of its answers.
pub type Embedder = Arc<Recorded<Arc<dyn Embed>>>;

/// The models directory of this machine.
pub fn store() -> Result<Store, Failure> {
    Ok(Store::new(default_directory(|name| std::env::var_os(name))?))
}

/// The model with this name, or the first with this role.
pub fn model(name: &str) -> Result<&'static ModelEntry, Failure> {
    let role = match name {
        "embed" => Some(Role::Embed),
        "complete" => Some(Role::Complete),
        "rerank" => Some(Role::Rerank),
        _ => None,
    };
    match role.and_then(|role| manifest().first(role)) {
        Some(model) => Ok(model),
        None => Ok(manifest().model(name)?),
    }
}

/// Fetches what is missing of a model, with a bar.
pub fn fetch(model: &ModelEntry) -> Result<(), Failure> {
    let clients = Clients::new(|name| std::env::var_os(name));
    let bar = ProgressBar::new(model.size());
    let style = "{msg:44} [{bar:30}] {bytes}/{total_bytes} {bytes_per_sec}";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style.progress_chars("=> "));
    }
    let fetched = store()?.fetch(model, &clients, &mut |news: &News<'_>| {
        bar.set_message(format!("{} from {}", news.file, news.source));
        match news.stage {
            Stage::Receiving { bytes, of } => {
                if let Some(of) = of {
                    bar.set_length(of);
                }
                bar.set_position(bytes);
            }
            Stage::Failed { reason } => {
                bar.suspend(|| {
                    eprintln!("{}: {} did not deliver: {reason}", news.file, news.source)
                });
            }
            Stage::Waiting => bar.set_message(format!("{}: waiting for another fetch", news.model)),
            Stage::AlreadyThere | Stage::Asking | Stage::Done => {}
        }
    });
    bar.finish_and_clear();
    fetched?;
    Ok(())
}

/// Whether every file of a model is here.
pub fn is_here(model: &ModelEntry, store: &Store) -> bool {
    store.list(model).iter().all(|file| !matches!(file.state, FileState::Missing))
}

/// The model with this name or role, fetched where it is missing.
pub fn fetched(name: &str, store: &Store) -> Result<&'static ModelEntry, Failure> {
    let model = model(name)?;
    if !is_here(model, store) {
        eprintln!("fetching the model {} ({})", model.name, model.licence);
        fetch(model)?;
    }
    Ok(model)
}

/// The default embedder, fetched on first use. Answers of earlier commands are kept beside the
/// models and not asked for again.
pub fn embedder() -> Result<Embedder, Failure> {
    let store = store()?;
    let model = fetched("embed", &store)?;
    let loaded: Arc<dyn Embed> = Arc::new(SentenceBert::load(&store, model)?);
    let known = known_answers(&transcript_path(&store));
    Ok(Arc::new(Recorded::record(loaded, known)))
}

/// The embedder that these arms need. Where only recorded answers of a file may be used and it holds
/// those of an embedder, no model is loaded.
pub fn embedder_for(arms: &[Arm], language: &LanguageArgs) -> Result<Embedder, Failure> {
    if !arms.iter().any(Arm::embeds) {
        return Ok(no_model());
    }
    if let (Some(answers), TranscriptArg::Strict) = (&language.answers, language.transcript) {
        let transcript = read_answers(answers)?;
        if transcript.embedders().next().is_some() {
            return replaying(transcript);
        }
    }
    embedder()
}

/// An embedder for commands whose memories embed nothing: no model is loaded or fetched.
pub fn no_model() -> Embedder {
    let never_asked: Arc<dyn Embed> = Arc::new(HashedWords::default());
    Arc::new(Recorded::record(never_asked, Transcript::new()))
}

/// An embedder that only repeats recorded answers.
pub fn replaying(transcript: Transcript) -> Result<Embedder, Failure> {
    Ok(Arc::new(Recorded::replay_only(transcript)?))
}

/// The answers in a file.
pub fn read_answers(path: &Path) -> Result<Transcript, Failure> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| Failure::new(format!("{name}: {error}")))?;
    Ok(Transcript::from_bytes(&bytes, &name)?)
}

/// Keeps the answers of a command for the next one.
pub fn keep_answers(embedder: &Embedder) -> Result<(), Failure> {
    if embedder.counts().computed == 0 {
        return Ok(());
    }
    write_answers(&embedder.transcript(), &transcript_path(&store()?))
}

/// Writes a transcript whole or not at all.
pub fn write_answers(transcript: &Transcript, path: &Path) -> Result<(), Failure> {
    files::write(path, transcript.to_bytes())
}

fn transcript_path(store: &Store) -> PathBuf {
    store.directory().join("answers").join("embed.transcript")
}

/// A file of answers that cannot be read is moved aside, never overwritten.
pub fn known_answers(path: &Path) -> Transcript {
    let Ok(bytes) = fs::read(path) else {
        return Transcript::new();
    };
    Transcript::from_bytes(&bytes, &path.display().to_string()).unwrap_or_else(|error| {
        let aside = path.with_extension("damaged");
        eprintln!("{error}; it is kept as {}", aside.display());
        let _ = fs::rename(path, aside);
        Transcript::new()
    })
}
