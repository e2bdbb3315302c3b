//! The licences of all packages that the command contains. Most of them require that a copy goes with the program.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use anyhow::{Context, Result};

use crate::invocation::Invocation;
use crate::licences;
use crate::metadata::{Metadata, Package};

/// How the names of files with licences begin, in capitals.
const NAMES: &[&str] = &["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// The licences of the packages of other authors, as Markdown: a list of the packages, then each text once.
///
/// # Errors
/// Cargo fails, or a package cannot be read.
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
    let read = others.map(|package| Ok((package, texts(package)?))).collect::<Result<Vec<_>>>()?;
    Ok(page(&read))
}

/// The texts of the licences in a package.
fn texts(package: &Package) -> Result<Vec<String>> {
    let folder = package.folder();
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        if NAMES.iter().any(|known| name.starts_with(known)) && entry.file_type()?.is_file() {
            let bytes = fs::read(entry.path()).with_context(|| format!("cannot read {name}"))?;
            texts.push(String::from_utf8_lossy(&bytes).replace("\r\n", "\n").trim().to_owned());
        }
    }
    Ok(texts)
}

fn page(packages: &[(&Package, Vec<String>)]) -> String {
    let mut page = "# Third-party licences\n\nThe command `orogen` contains these packages:\n\n".to_owned();
    let mut users: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (package, texts) in packages {
        let name = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref().unwrap_or("see below");
        // Writing to a string cannot fail.
        let _ = writeln!(page, "- {name}: {licence}");
        for text in texts {
            users.entry(text).or_default().push(name.clone());
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
    use serde_json::json;

    #[test]
    fn a_text_that_packages_share_is_printed_once() {
        let package = |name: &str| -> Package {
            let package =
                json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT", "dependencies": [] });
            serde_json::from_value(package).unwrap()
        };
        let (a, b, c) = (package("a"), package("b"), package("c"));
        let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let page = page(&[(&a, texts(&["shared"])), (&b, texts(&["own", "shared"])), (&c, texts(&[]))]);
        let (list, sections) = page.split_once("\n\n## ").unwrap();
        assert!(list.ends_with("- a 1.0.0: MIT\n- b 1.0.0: MIT\n- c 1.0.0: MIT"), "{list}");
        let expected = "a 1.0.0, b 1.0.0\n\n```text\nshared\n```\n\n## b 1.0.0\n\n```text\nown\n```\n";
        assert_eq!(sections, expected);
    }
}
