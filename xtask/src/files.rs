//! The length of the source files, and marks of unfinished work in any of them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::invocation::ROOT;

/// Longer source files are listed, for someone to ask why.
const LISTED_OVER: usize = 400;
/// Longer source files are refused.
const REFUSED_OVER: usize = 800;

/// Extensions of source files.
const SOURCE: &[&str] = &["rs", "wgsl", "py", "sh"];
/// Extensions of the other files that are written by hand.
const PROSE: &[&str] = &["md", "toml"];

/// Folders that hold nothing written by hand.
const PASSED_OVER: &[&str] = &[
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

/// Marks of work left for later, and of checks turned off without a reason. They are put together from parts, so
/// that this file does not find itself.
const MARKS: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("todo", "!"),
    concat!("unimplemented", "!"),
    concat!("#[", "ignore"),
    concat!("#[", "allow("),
    concat!("#![", "allow("),
];

/// What was found.
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
        bail!("these files are refused:\n  {}", findings.refused.join("\n  "));
    }
    println!("files: {} checked, none over {REFUSED_OVER} lines", findings.checked);
    Ok(())
}

fn check(root: &Path) -> Result<Findings> {
    let mut findings = Findings::default();
    let passed_over: Vec<_> = PASSED_OVER.iter().map(|folder| root.join(folder)).collect();
    for path in written_by_hand(root, &passed_over)? {
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

/// All files with a known extension under `folder`, sorted by path; links are not followed.
fn written_by_hand(folder: &Path, passed_over: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let cannot_list = || format!("cannot list {}", folder.display());
    let entries = fs::read_dir(folder).with_context(cannot_list)?.collect::<Result<Vec<_>, _>>();
    let mut found = Vec::new();
    for entry in entries.with_context(cannot_list)? {
        let (path, kind) = (entry.path(), entry.file_type().with_context(cannot_list)?);
        if kind.is_dir() && !passed_over.contains(&path) {
            found.extend(written_by_hand(&path, passed_over)?);
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
    fn prose_may_be_long() {
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
    fn ordinary_words_are_no_marks() {
        let text = "todo = \"warn\" #[expect(dead_code, reason = \"…\")] allow(x) ignored";
        assert_eq!(findings("a.toml", text).refused, [""; 0]);
    }

    #[test]
    fn folders_are_searched_apart_from_what_is_built() {
        let root = tempfile::tempdir().unwrap();
        for name in
            ["src/out/a.rs", "b.md", "c.png", "target/d.rs", ".git/e.rs", "fuzz/target/f.rs", ".x/g.toml"]
        {
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
    fn files_come_in_the_order_of_their_paths() {
        let root = tempfile::tempdir().unwrap();
        let names: Vec<_> = ('a'..='z').map(|letter| format!("{letter}.rs")).collect();
        for place in 0..names.len() {
            // Every name once, out of order, since 7 and 26 have no factor in common.
            fs::write(root.path().join(&names[place * 7 % names.len()]), "").unwrap();
        }
        let expected: Vec<_> = names.iter().map(|name| root.path().join(name)).collect();
        assert_eq!(written_by_hand(root.path(), &[]).unwrap(), expected);
    }

    #[test]
    fn a_file_that_cannot_be_read_as_text_is_no_obstacle() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("a.rs"), b"\xff\xfe\n").unwrap();
        assert_eq!(check(root.path()).unwrap(), Findings { checked: 1, ..Findings::default() });
    }
}
