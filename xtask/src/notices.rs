//! The licences of all packages that the command contains. Most licences require that a copy of their text comes with the
//! program.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::invocation::{Invocation, ROOT};
use crate::licences;
use crate::metadata::{Metadata, Package};

/// How the names of files with licences begin, in capitals.
const NAMES: &[&str] = &["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// The folder in which packages keep fonts, with their licences as `.txt`.
const FONTS: &str = "fonts";

/// The name of the library that Rust links into every program.
const STANDARD_LIBRARY: &str = "Rust's standard library";

/// The authors of musl, the C library of static programs for Linux.
const MUSL_AUTHORS: &str = "2005-2020 Rich Felker, et al.";

/// The licences of the packages of other authors, as Markdown: a list of the packages, then each text once.
///
/// # Errors
/// Cargo fails, a package cannot be read, or a package contains no licence and is not available under Apache 2.0 or
/// MIT.
pub(crate) fn of_command(target: &str, features: &str) -> Result<String> {
    let metadata = Metadata::read(
        &Invocation::cargo("metadata --format-version 1 --locked --manifest-path crates/cli/Cargo.toml")
            .argument("--filter-platform")
            .argument(target)
            .argument("--features")
            .argument(features),
    )?;
    let command = metadata.members().find(|package| package.name == "orogen-cli");
    let command = command.context("the workspace has no package orogen-cli")?;
    let contained = licences::normal_tree(&metadata, [&*command.id]);
    let others = metadata.packages.iter().filter(|package| {
        contained.contains_key(&*package.id) && !metadata.workspace_members.contains(&package.id)
    });
    let apache = read(&Path::new(ROOT).join("LICENSE-APACHE"))?;
    let mut parts = vec![Part::new(STANDARD_LIBRARY, "MIT OR Apache-2.0", vec![apache.clone()])];
    if target.ends_with("-musl") {
        parts.push(Part::new("musl", "MIT", vec![mit(MUSL_AUTHORS)?]));
    }
    for package in others {
        let name = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref().unwrap_or("see below");
        parts.push(Part::new(name, licence, texts(package)?).with_text(&apache)?);
    }
    Ok(page(&parts))
}

/// A part of the command that other authors wrote.
struct Part {
    name: String,
    /// An SPDX expression.
    licence: String,
    texts: Vec<String>,
}

impl Part {
    fn new(name: impl Into<String>, licence: impl Into<String>, texts: Vec<String>) -> Self {
        Self { name: name.into(), licence: licence.into(), texts }
    }

    /// The part with a text of its licence. If the part contains none, this is the text of Apache 2.0, which names no authors,
    /// or that of MIT.
    fn with_text(mut self, apache: &str) -> Result<Self> {
        if self.texts.is_empty() {
            let offers = |name: &str| {
                self.licence.split(" OR ").any(|licence| licence.trim_matches(['(', ')']) == name)
            };
            ensure!(offers("Apache-2.0") || offers("MIT"), "{} contains no licence", self.name);
            self.texts.push(if offers("Apache-2.0") {
                apache.to_owned()
            } else {
                mit(&format!("the authors of {}", self.name))?
            });
        }
        Ok(self)
    }
}

/// The licence MIT with these authors.
fn mit(authors: &str) -> Result<String> {
    let ours = read(&Path::new(ROOT).join("LICENSE-MIT"))?;
    let start = ours.find("Permission is hereby granted").context("LICENSE-MIT is not the licence MIT")?;
    Ok(format!("Copyright © {authors}\n\n{}", &ours[start..]))
}

/// The texts of the licences in a package.
fn texts(package: &Package) -> Result<Vec<String>> {
    let folder = package.folder();
    let mut texts = texts_in(folder, |name| NAMES.iter().any(|known| name.starts_with(known)))?;
    let fonts = folder.join(FONTS);
    if fonts.is_dir() {
        texts.extend(texts_in(&fonts, |name| name.ends_with(".TXT"))?);
    }
    Ok(texts)
}

/// The texts of the files in a folder whose names, in capitals, are those of licences.
fn texts_in(folder: &Path, is_licence: impl Fn(&str) -> bool) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        if is_licence(&name) && entry.file_type()?.is_file() {
            texts.push(read(&entry.path())?);
        }
    }
    Ok(texts)
}

fn read(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).replace("\r\n", "\n").trim().to_owned())
}

fn page(parts: &[Part]) -> String {
    let mut page = "# Third-party licences\n\nThe command `orogen` contains these packages:\n\n".to_owned();
    let mut users: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for Part { name, licence, texts } in parts {
        // Writing to a string cannot fail.
        let _ = writeln!(page, "- {name}: {licence}");
        for text in texts {
            users.entry(text).or_default().push(name);
        }
    }
    let mut sections: Vec<_> = users.into_iter().map(|(text, names)| (names.join(", "), text)).collect();
    sections.sort();
    for (names, text) in sections {
        let _ = write!(page, "\n## {names}\n\n```text\n{text}\n```\n");
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_packages_share_is_printed_once() {
        let part = |name: &str, texts: &[&str]| {
            Part::new(name, "MIT", texts.iter().map(|&text| text.to_owned()).collect())
        };
        let page = page(&[part("a 1.0.0", &["shared"]), part("b 1.0.0", &["own", "shared"])]);
        let (list, sections) = page.split_once("\n\n## ").unwrap();
        assert!(list.ends_with("- a 1.0.0: MIT\n- b 1.0.0: MIT"), "{list}");
        let expected = "a 1.0.0, b 1.0.0\n\n```text\nshared\n```\n\n## b 1.0.0\n\n```text\nown\n```\n";
        assert_eq!(sections, expected);
    }

    #[test]
    fn a_package_without_a_text_gets_that_of_apache_or_mit() {
        let texts =
            |licence: &str| Part::new("a", licence, Vec::new()).with_text("text").map(|part| part.texts);
        assert_eq!(texts("MIT OR Apache-2.0 OR Zlib").unwrap(), ["text"]);
        assert_eq!(texts("(MIT OR Apache-2.0)").unwrap(), ["text"]);
        assert!(texts("MIT").unwrap()[0].starts_with("Copyright © the authors of a\n\nPermission"));
        assert!(texts("Zlib").is_err());
        assert!(texts("MIT AND Apache-2.0").is_err());
    }

    #[test]
    fn licences_of_fonts_are_found() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["OFL.txt", "Hack.ttf"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        assert_eq!(texts_in(folder.path(), |name| name.ends_with(".TXT")).unwrap(), ["OFL.txt"]);
    }

    /// Tests the command with all features, so that a missing text is found before a release.
    #[test]
    fn every_package_of_the_command_has_a_text() {
        let page = of_command("x86_64-unknown-linux-musl", "sound serve").unwrap();
        for part in ["musl", "zune-inflate", "epaint_default_fonts", "axum", "SIL OPEN FONT LICENSE"] {
            assert!(page.contains(part), "{part}");
        }
        assert!(page.contains(STANDARD_LIBRARY));
    }
}
