//! From the text of a manifest to its models.

use std::collections::BTreeSet;

use toml::Spanned;
use toml::de::DeTable;

use super::table::{Table, Text};
use super::{
    Manifest, ManifestError, ModelEntry, ModelFile, PackageManager, PackageSource, Role, Source,
};

pub(super) fn manifest(file_name: &str, text: &str) -> Result<Manifest, ManifestError> {
    let text = Text { file_name, text };
    let document = DeTable::parse(text.text).map_err(|error| {
        let place = error.span().unwrap_or(0..0);
        text.error(&place, error.message())
    })?;
    let mut root = Table::new(text, "the manifest", document.span(), document.get_ref());
    let mut models = Vec::new();
    let mut names = BTreeSet::new();
    for table in root.tables("model", "a model")? {
        let (model, name) = model(text, table)?;
        if !names.insert(model.name.clone()) {
            return Err(text.error(&name, format!("two models are named {:?}", model.name)));
        }
        models.push(model);
    }
    root.finish()?;
    Ok(Manifest { file_name: file_name.to_owned(), models })
}

fn model(
    text: Text<'_>,
    mut table: Table<'_, '_>,
) -> Result<(ModelEntry, std::ops::Range<usize>), ManifestError> {
    let name = table.string("name")?;
    check_folder_name(text, &name)?;
    let role = table.choice(
        "role",
        &[("embed", Role::Embed), ("complete", Role::Complete), ("rerank", Role::Rerank)],
    )?;
    let architecture = table.string("architecture")?.into_inner();
    let licence = table.string("licence")?.into_inner();
    let description = table.string("description")?.into_inner();
    let mut files: Vec<ModelFile> = Vec::new();
    for file_table in table.tables("file", "a file")? {
        let (file, path) = file(text, file_table)?;
        if files.iter().any(|other| other.path == file.path) {
            return Err(
                text.error(&path, format!("two files of a model have the path {:?}", file.path))
            );
        }
        files.push(file);
    }
    table.finish()?;
    let place = name.span();
    Ok((
        ModelEntry { name: name.into_inner(), role, architecture, licence, description, files },
        place,
    ))
}

fn file(
    text: Text<'_>,
    mut table: Table<'_, '_>,
) -> Result<(ModelFile, std::ops::Range<usize>), ManifestError> {
    let path = table.string("path")?;
    check_inner_path(text, "path", &path)?;
    let size = table.count("size")?;
    let sha256 = table.parsed("sha256")?;
    let sources = table.tables("sources", "a source")?;
    let sources = sources.into_iter().map(|table| source(text, table)).collect::<Result<_, _>>()?;
    table.finish()?;
    let place = path.span();
    Ok((ModelFile { path: path.into_inner(), size, sha256, sources }, place))
}

#[derive(Clone, Copy)]
enum Kind {
    Local,
    Hub,
    Package,
    Parts,
}

fn source(text: Text<'_>, mut table: Table<'_, '_>) -> Result<Source, ManifestError> {
    let kind = table.choice(
        "kind",
        &[
            ("local", Kind::Local),
            ("hub", Kind::Hub),
            ("package", Kind::Package),
            ("parts", Kind::Parts),
        ],
    )?;
    let source = match kind {
        Kind::Local => Source::Local { path: table.string("path")?.into_inner() },
        Kind::Hub => {
            let repo = table.string("repo")?;
            let revision = table.string("revision")?;
            let file = table.string("file")?;
            for (key, value) in [("repo", &repo), ("revision", &revision), ("file", &file)] {
                check_inner_path(text, key, value)?;
                check_address(text, key, value)?;
            }
            Source::Hub {
                repo: repo.into_inner(),
                revision: revision.into_inner(),
                file: file.into_inner(),
            }
        }
        Kind::Package => Source::Package(package(text, &mut table)?),
        Kind::Parts => Source::Parts { parts: parts(text, table.tables("parts", "a part")?)? },
    };
    table.finish()?;
    Ok(source)
}

fn package(text: Text<'_>, table: &mut Table<'_, '_>) -> Result<PackageSource, ManifestError> {
    let manager = table.choice("manager", &[("pip", PackageManager::Pip)])?;
    let name = table.string("name")?;
    let version = table.string("version")?;
    for (key, value) in [("name", &name), ("version", &version)] {
        check_package_word(text, key, value)?;
    }
    let sha256 = table.parsed("sha256")?;
    let size = table.optional_count("size")?;
    let member = table.string("member")?;
    check_inner_path(text, "member", &member)?;
    Ok(PackageSource {
        manager,
        name: name.into_inner(),
        version: version.into_inner(),
        sha256,
        size,
        member: member.into_inner(),
    })
}

/// The parts of a file in the order in which they are joined. Where their members are numbered, that
/// is the order of the numbers: a list that was sorted as text has part 10 before part 2.
fn parts(text: Text<'_>, tables: Vec<Table<'_, '_>>) -> Result<Vec<PackageSource>, ManifestError> {
    let mut parts: Vec<PackageSource> = Vec::new();
    for mut table in tables {
        let place = table.place();
        let part = package(text, &mut table)?;
        table.finish()?;
        if let Some(before) = parts.last() {
            let number = |part: &PackageSource| last_number(&part.member);
            if let (Some(last), Some(next)) = (number(before), number(&part))
                && last >= next
            {
                let problem = format!(
                    "part {next} comes after part {last}: parts stand in the order of their numbers"
                );
                return Err(text.error(&place, problem));
            }
        }
        parts.push(part);
    }
    Ok(parts)
}

/// The last number in a text: 7 of `model_part7/data/part07.bin`.
fn last_number(text: &str) -> Option<u64> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let upto = text.rfind(is_digit)? + 1;
    let from = text[..upto]
        .rfind(|letter| !is_digit(letter))
        .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8));
    text[from..upto].parse().ok()
}

/// A model's name becomes a folder and is typed on a command line.
fn check_folder_name(text: Text<'_>, name: &Spanned<String>) -> Result<(), ManifestError> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if name.get_ref().chars().all(is_plain)
        && name.get_ref().starts_with(|letter: char| letter.is_ascii_alphanumeric())
    {
        return Ok(());
    }
    let problem = format!(
        "the name {:?} becomes a folder: it should begin with a letter or digit and have only letters, digits, \
         \"-\", \"_\" and \".\"",
        name.get_ref()
    );
    Err(text.error(&name.span(), problem))
}

/// A path that stays inside the folder it is relative to, on every system.
fn check_inner_path(
    text: Text<'_>,
    key: &str,
    path: &Spanned<String>,
) -> Result<(), ManifestError> {
    let is_plain =
        |part: &str| !["", ".", ".."].contains(&part) && !part.contains(['\\', ':', '\0']);
    if path.get_ref().split('/').all(is_plain) {
        return Ok(());
    }
    let problem = format!(
        "{key:?} should be a plain relative path such as \"folder/file\", not {:?}",
        path.get_ref()
    );
    Err(text.error(&path.span(), problem))
}

/// A word that goes into an address as it is.
fn check_address(text: Text<'_>, key: &str, word: &Spanned<String>) -> Result<(), ManifestError> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./".contains(letter);
    match word.get_ref().chars().find(|letter| !is_plain(*letter)) {
        None => Ok(()),
        Some(letter) => {
            Err(text
                .error(&word.span(), format!("{key:?} of a hub source may not contain {letter:?}")))
        }
    }
}

/// A word that is handed to a package client, which must not take it for an option or a second
/// line.
fn check_package_word(
    text: Text<'_>,
    key: &str,
    word: &Spanned<String>,
) -> Result<(), ManifestError> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.+!".contains(letter);
    let bad = word.get_ref().chars().find(|letter| !is_plain(*letter));
    match bad.or_else(|| word.get_ref().starts_with('-').then_some('-')) {
        None => Ok(()),
        Some(letter) => Err(text.error(
            &word.span(),
            format!("{key:?} of a package source may not contain {letter:?} there"),
        )),
    }
}

#[cfg(test)]
mod tests;
