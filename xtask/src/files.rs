//! Checks the length of source files, and finds marks of unfinished work.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::invocation::ROOT;

/// Longer source files are listed for review.
const LISTED_OVER: usize = 400;
/// Longer source files are refused.
const REFUSED_OVER: usize = 800;

/// Extensions of source files.
const SOURCE: &[&str] = &["rs", "wgsl", "py", "sh"];
/// Extensions of other files written by hand.
const PROSE: &[&str] = &["md", "toml"];

/// Folders without files written by hand.
const SKIPPED: &[&str] = &[
    ".git",
    "out",
    "target",
    "benches/peers/target",
    "examples/wgpu/shaders",
    "fuzz/artifacts",
    "fuzz/corpus",
    "fuzz/coverage",
    "fuzz/target",
];

/// Folders of npm, anywhere.
const PACKAGES: &str = "node_modules";

/// Marks of unfinished work and of checks that are turned off without a reason. They are split so that this file does not
/// match itself.
const MARKS: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("todo", "!"),
    concat!("unimplemented", "!"),
    concat!("#[", "ignore"),
    concat!("#[", "allow("),
    concat!("#![", "allow("),
];

/// The result of the check.
#[derive(Debug, Default, PartialEq)]
struct Findings {
    checked: usize,
    long: Vec<String>,
    refused: Vec<String>,
}

/// Checks every file of the repository.
///
/// # Errors
/// Lists every file that is refused, with line and reason.
pub(crate) fn run() -> Result<()> {
    let findings = check(Path::new(ROOT))?;
    for long in &findings.long {
        println!("long: {long}");
    }
    if !findings.refused.is_empty() {
        bail!("refused files:\n  {}", findings.refused.join("\n  "));
    }
    println!("files: {} checked, none over {REFUSED_OVER} lines", findings.checked);
    Ok(())
}

fn check(root: &Path) -> Result<Findings> {
    let mut findings = Findings::default();
    let skipped: Vec<_> = SKIPPED.iter().map(|folder| root.join(folder)).collect();
    for path in written_by_hand(root, &skipped)? {
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        findings.add(&name, &String::from_utf8_lossy(&bytes), has_extension(&path, SOURCE));
    }
    Ok(findings)
}

impl Findings {
    fn add(&mut self, name: &str, text: &str, is_source: bool) {
        self.checked += 1;
        let lines = text.lines().count();
        if is_source && lines > REFUSED_OVER {
            self.refused.push(format!("{name}: {lines} lines, over {REFUSED_OVER}: split it"));
        } else if is_source && lines > LISTED_OVER {
            self.long.push(format!("{name}: {lines} lines"));
        }
        for (index, line) in text.lines().enumerate() {
            let marks = MARKS.iter().filter(|mark| line.contains(**mark));
            self.refused.extend(marks.map(|mark| format!("{name}:{}: contains {mark}", index + 1)));
        }
    }
}

/// All files with a known extension in `folder`, sorted by path. Links are not followed.
fn written_by_hand(folder: &Path, skipped: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let cannot_list = || format!("cannot list {}", folder.display());
    let entries = fs::read_dir(folder).with_context(cannot_list)?.collect::<Result<Vec<_>, _>>();
    let mut found = Vec::new();
    for entry in entries.with_context(cannot_list)? {
        let (path, kind) = (entry.path(), entry.file_type().with_context(cannot_list)?);
        if kind.is_dir() && !skipped.contains(&path) && entry.file_name() != PACKAGES {
            found.extend(written_by_hand(&path, skipped)?);
        } else if kind.is_file() && (has_extension(&path, SOURCE) || has_extension(&path, PROSE)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().is_some_and(|extension| extensions.iter().any(|known| extension == *known))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(name: &str, text: &str) -> Findings {
        let mut findings = Findings::default();
        findings.add(name, text, has_extension(Path::new(name), SOURCE));
        findings
    }

    #[test]
    fn source_files_have_two_limits() {
        assert_eq!(findings("a.rs", &"x\n".repeat(400)), Findings { checked: 1, ..Findings::default() });
        assert_eq!(findings("a.rs", &"x\n".repeat(401)).long, ["a.rs: 401 lines"]);
        assert_eq!(findings("a.wgsl", &"x\n".repeat(800)).refused, [""; 0]);
        assert_eq!(findings("a.rs", &"x\n".repeat(801)).refused, ["a.rs: 801 lines, over 800: split it"]);
    }

    #[test]
    fn prose_has_no_limit() {
        assert_eq!(findings("a.md", &"x\n".repeat(2000)), Findings { checked: 1, ..Findings::default() });
    }

    #[test]
    fn every_mark_is_found_with_its_line() {
        for mark in MARKS {
            let found = findings("a.rs", &format!("fn f() {{\n    {mark}\n}}\n")).refused;
            assert_eq!(found, [format!("a.rs:2: contains {mark}")]);
        }
    }

    #[test]
    fn ordinary_words_are_not_marks() {
        let text = "todo = \"warn\" #[expect(dead_code, reason = \"…\")] allow(x) ignored";
        assert_eq!(findings("a.toml", text).refused, [""; 0]);
    }

    #[test]
    fn folders_of_build_outputs_are_skipped() {
        let root = tempfile::tempdir().unwrap();
        for name in [
            "src/out/a.rs",
            "b.md",
            "c.png",
            "target/d.rs",
            ".git/e.rs",
            "fuzz/target/f.rs",
            ".x/g.toml",
            "y/node_modules/h/i.md",
        ] {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, MARKS[0]).unwrap();
        }
        let found = check(root.path()).unwrap();
        assert_eq!(found.checked, 3);
        let places: Vec<_> = found.refused.iter().filter_map(|line| line.split(':').next()).collect();
        assert_eq!(places, [".x/g.toml", "b.md", "src/out/a.rs"]);
    }

    #[test]
    fn files_are_sorted_by_path() {
        let root = tempfile::tempdir().unwrap();
        let names: Vec<_> = ('a'..='z').map(|letter| format!("{letter}.rs")).collect();
        for place in 0..names.len() {
            // Every name once but out of order, since 7 and 26 are coprime.
            fs::write(root.path().join(&names[place * 7 % names.len()]), "").unwrap();
        }
        let expected: Vec<_> = names.iter().map(|name| root.path().join(name)).collect();
        assert_eq!(written_by_hand(root.path(), &[]).unwrap(), expected);
    }

    #[test]
    fn a_binary_file_is_not_an_error() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("a.rs"), b"\xff\xfe\n").unwrap();
        assert_eq!(check(root.path()).unwrap(), Findings { checked: 1, ..Findings::default() });
    }
}
