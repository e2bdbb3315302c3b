//! Checks that every published package is complete: the code of a package reads no file outside of the package's folder.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::code::{Code, words};
use crate::invocation::Invocation;
use crate::metadata::{Metadata, Package};

/// Files that every package contains.
const REQUIRED: &[&str] = &["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Checks the files of all published packages, and packages them as `cargo publish` would. Nothing is built or uploaded.
///
/// # Errors
/// Lists every file that a package lacks, or cargo cannot package one.
pub(crate) fn run() -> Result<()> {
    let metadata = Metadata::of_workspace()?;
    let published: Vec<_> = metadata.members().filter(|package| package.is_published()).collect();
    let mut complaints = Vec::new();
    let mut archive = Invocation::cargo("package --quiet --no-verify --allow-dirty --offline");
    for package in &published {
        complaints.extend(incomplete(package)?);
        archive = archive.argument("--package").argument(&package.name);
    }
    if !complaints.is_empty() {
        bail!("packages are incomplete:\n  {}", complaints.join("\n  "));
    }
    // One run, because the packages depend on versions of each other that no registry has yet.
    archive.run()?;
    println!("package: {} packages are complete", published.len());
    Ok(())
}

/// What a package lacks.
fn incomplete(package: &Package) -> Result<Vec<String>> {
    let list = Invocation::cargo("package --list --allow-dirty --offline --package").argument(&package.name);
    let list = String::from_utf8(list.output()?).context("cargo lists files whose names are not UTF-8")?;
    let files: Vec<_> = list.lines().map(|line| line.replace('\\', "/")).collect();
    let missing = REQUIRED.iter().filter(|name| !files.iter().any(|file| file == **name));
    let mut complaints: Vec<_> = missing.map(|name| format!("{}: {name} is missing", package.name)).collect();

    let sources = files.iter().filter(|file| file.ends_with(".rs"));
    let sources: Vec<_> = sources.filter(|file| file.starts_with("src/") || *file == "build.rs").collect();
    let folder = package.folder();
    let mut codes = Vec::new();
    for file in sources {
        let path = folder.join(file);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        codes.push((file.as_str(), Code::of(&text), text));
    }
    let in_source = |file| str::strip_prefix(file, "src/").unwrap_or(file);
    let is_test = |file| codes.iter().any(|(of, code, _)| code.has_test_file(in_source(of), in_source(file)));
    for (file, code, text) in codes.iter().filter(|(file, ..)| !is_test(file)) {
        let at = Path::new(&package.name).join(file);
        complaints.extend(
            reads(&code.text, text)
                .filter_map(|read| read.complaint(file, &files))
                .map(|(line, complaint)| format!("{}:{line}: {complaint}", at.display())),
        );
    }
    Ok(complaints)
}

/// A path that code reads when it is compiled.
#[derive(Debug, PartialEq)]
struct Read<'a> {
    line: usize,
    /// The path relative to the source file. `None` if the path begins with the package's folder and leaves it.
    path: Option<&'a str>,
}

impl Read<'_> {
    /// Why the file is not in the package, with the line that reads it. `None` if it is in the package.
    fn complaint(&self, source: &str, files: &[String]) -> Option<(usize, String)> {
        let complaint = match self.path {
            None => "leaves the folder of the package".to_owned(),
            Some(path) => match resolved(source, path) {
                None => format!("{path} is outside of the package"),
                Some(inside) if !files.contains(&inside) => format!("{inside} is not in the package"),
                Some(_) => return None,
            },
        };
        Some((self.line, complaint))
    }
}

/// The paths that a source reads, except in tests and in examples of the documentation, which users do not compile. `code` is the
/// source as [`Code`] gives it.
fn reads<'a>(code: &str, source: &'a str) -> impl Iterator<Item = Read<'a>> {
    words(code).filter_map(move |(at, word)| {
        let rest = source.get(at + word.len()..)?;
        let line = source[..at].matches('\n').count() + 1;
        match word {
            "include_str" | "include_bytes" | "include" => {
                // Paths that a macro puts together begin with `OUT_DIR`.
                let literal = rest.strip_prefix("!(")?.trim_start().strip_prefix('"')?;
                Some(Read { line, path: literal.split('"').next() })
            }
            "env" => {
                let statement = rest.split(';').next()?;
                let leaves = statement.contains("CARGO_MANIFEST_DIR") && statement.contains("..");
                leaves.then_some(Read { line, path: None })
            }
            _ => None,
        }
    })
}

/// A path relative to a source file, as a path in the package; `None` if it leaves the package.
fn resolved(source: &str, path: &str) -> Option<String> {
    let mut parts: Vec<_> = source.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(source: &str) -> Vec<(usize, String)> {
        let files = ["src/a/b.rs".to_owned(), "src/c.wgsl".to_owned()];
        reads(&Code::of(source).text, source)
            .filter_map(|read| read.complaint("src/a/b.rs", &files))
            .collect()
    }

    #[test]
    fn files_of_the_package_may_be_read() {
        assert!(complaints("f(include_str!(\"../c.wgsl\"), include_bytes!( \"./b.rs\"))").is_empty());
        assert!(complaints("include!(concat!(env!(\"OUT_DIR\"), \"/a.rs\"));").is_empty());
        assert!(complaints("let a = env!(\"CARGO_MANIFEST_DIR\"); let b = \"../..\";").is_empty());
    }

    #[test]
    fn other_files_are_reported_with_their_line() {
        let outside = complaints("\nf(include_str!(\"../../../c.toml\"))");
        assert_eq!(outside, [(2, "../../../c.toml is outside of the package".to_owned())]);
        assert_eq!(complaints("include_str!(\"d\")"), [(1, "src/a/d is not in the package".to_owned())]);
        for source in [
            "concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../x\");",
            "env::var(\"CARGO_MANIFEST_DIR\")?.join(\"..\");",
        ] {
            assert_eq!(complaints(source), [(1, "leaves the folder of the package".to_owned())]);
        }
    }

    #[test]
    fn tests_and_examples_may_read_all_files() {
        for attribute in ["test", "all(test, unix)", "doctest"] {
            let source =
                format!("#[cfg({attribute})]\nmod m {{ const A: &str = include_str!(\"../../../c\"); }}");
            assert!(complaints(&source).is_empty(), "{attribute}");
        }
        assert!(complaints("// include_str!(\"../../../c\")").is_empty());
    }
}
