//! Measures how long the command takes to build, and where the time goes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use serde::Deserialize;

use crate::invocation::{Invocation, ROOT};
use crate::tool::{Tool, target_folder};

/// The file that is changed to measure a build after a change of one node.
const NODE: &str = "crates/engine/src/nodes/scale.rs";

/// Part of the name of each operation on vectors in `fearless_simd`.
const OPERATION: &str = "__fearless_simd_kernel";

/// Number of crates with a separate line in the table.
const LISTED: usize = 30;

#[derive(Args)]
pub(crate) struct Options {
    /// Take only this measurement
    #[arg(long, value_name = "NAME")]
    only: Option<Measurement>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Measurement {
    /// A release build of the command from nothing, by crate
    Cold,
    /// The builds of the command and of the engine's tests after a change of one node
    Node,
    /// The size of the stripped command
    Size,
    /// The number of operations on vectors that are calls, which should be 0
    Calls,
}

/// Takes the measurements in a separate target folder, and prints a table.
///
/// # Errors
/// A build fails, or its timings cannot be read.
pub(crate) fn run(options: &Options) -> Result<()> {
    let wants = |measurement| options.only.is_none_or(|only| only == measurement);
    if wants(Measurement::Node) {
        Tool::nextest().ensure(false)?;
    }
    let builds = Builds { folder: Path::new(ROOT).join(target_folder()).join("buildtime") };
    // The table follows all output of cargo.
    let mut table = Vec::new();
    if wants(Measurement::Cold) {
        table.extend(builds.cold()?);
    }
    if wants(Measurement::Node) {
        table.extend(builds.after_a_change()?);
    }
    if wants(Measurement::Size) {
        table.push(builds.size()?);
    }
    if wants(Measurement::Calls) {
        table.push(builds.calls()?);
    }
    println!("{}", table.join("\n"));
    Ok(())
}

/// Builds in a target folder that nothing else uses.
struct Builds {
    folder: PathBuf,
}

impl Builds {
    fn cargo(&self, arguments: &str) -> Invocation {
        Invocation::cargo(arguments).argument("--target-dir").path(&self.folder)
    }

    fn command(&self) -> Invocation {
        self.cargo("build --release --package orogen-cli")
    }

    /// Builds the command from nothing.
    fn cold(&self) -> Result<Vec<String>> {
        if self.folder.exists() {
            fs::remove_dir_all(&self.folder)
                .with_context(|| format!("cannot remove {}", self.folder.display()))?;
        }
        let seconds = timed(&self.command().argument("--timings"))?;
        let path = self.folder.join("cargo-timings/cargo-timing.html");
        let html = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut lines = vec![format!("cold release build of the command: {seconds:.1} s; by crate:")];
        lines.extend(listing(&by_crate(&units(&html)?)));
        Ok(lines)
    }

    /// Builds the command and the engine's tests, each after a change of one node.
    fn after_a_change(&self) -> Result<Vec<String>> {
        let tests = self.cargo("nextest run --no-run --package orogen-engine");
        let mut lines = Vec::new();
        for (name, build) in [("the command", self.command()), ("the engine's tests", tests)] {
            build.run()?;
            let _changed = Changed::with_a_comment(&Path::new(ROOT).join(NODE))?;
            lines.push(format!("build of {name} after a change of {NODE}: {:.1} s", timed(&build)?));
        }
        Ok(lines)
    }

    /// Builds the command if necessary, and returns its path.
    fn program(&self) -> Result<PathBuf> {
        self.command().run()?;
        Ok(self.folder.join(format!("release/orogen{}", std::env::consts::EXE_SUFFIX)))
    }

    /// Counts the operations on vectors that the command has as functions of their own. Each of them was called by a function
    /// that is compiled without the instructions of its kernel, for example by a closure that is passed to `Option::map`. Such a
    /// kernel took 1.7 times as long.
    fn calls(&self) -> Result<String> {
        let symbols = Invocation::new("nm", "--demangle").path(&self.program()?).output()?;
        let calls =
            String::from_utf8_lossy(&symbols).lines().filter(|symbol| symbol.contains(OPERATION)).count();
        Ok(format!("operations on vectors that are calls: {calls}"))
    }

    /// Measures the command without its symbols.
    fn size(&self) -> Result<String> {
        let program = self.program()?;
        let stripped = self.folder.join("stripped");
        Invocation::new("strip", "-o").path(&stripped).path(&program).run()?;
        let bytes = fs::metadata(&stripped).context("cannot read the stripped command")?.len();
        Ok(format!("size of the stripped command: {:.2} MB", bytes as f64 / 1e6))
    }
}

/// Runs a build and returns how long it took, in seconds.
fn timed(build: &Invocation) -> Result<f64> {
    let start = Instant::now();
    build.run()?;
    Ok(start.elapsed().as_secs_f64())
}

/// A source file with one more comment. Dropping this value restores the text and the modification time of the file, so that
/// other target folders stay up to date. An interrupted run leaves the comment in the file.
struct Changed {
    path: PathBuf,
    text: String,
    modified: SystemTime,
}

impl Changed {
    /// The comment is the first line, so that every position after it changes, as in most edits.
    fn with_a_comment(path: &Path) -> Result<Self> {
        let cannot_change = || format!("cannot change {}", path.display());
        let text = fs::read_to_string(path).with_context(cannot_change)?;
        let modified = fs::metadata(path).and_then(|file| file.modified()).with_context(cannot_change)?;
        let changed = Self { path: path.to_owned(), text, modified };
        fs::write(path, format!("// `cargo xtask buildtime` removes this line.\n{}", changed.text))
            .with_context(cannot_change)?;
        Ok(changed)
    }
}

impl Drop for Changed {
    fn drop(&mut self) {
        let restored = fs::write(&self.path, &self.text)
            .and_then(|()| File::options().write(true).open(&self.path)?.set_modified(self.modified));
        if let Err(error) = restored {
            eprintln!("cannot restore {}: {error}", self.path.display());
        }
    }
}

/// One run of rustc or of a build script.
#[derive(Deserialize)]
struct Unit {
    name: String,
    /// Seconds.
    duration: f64,
}

/// The units in the report of `cargo build --timings`. The stable toolchain writes no JSON file, but the page contains the
/// data as JSON.
fn units(html: &str) -> Result<Vec<Unit>> {
    const UNKNOWN: &str = "the report of `cargo build --timings` has an unknown format";
    let (_, data) = html.split_once("const UNIT_DATA = ").context(UNKNOWN)?;
    let mut values = serde_json::Deserializer::from_str(data).into_iter();
    values.next().context(UNKNOWN)?.context(UNKNOWN)
}

/// The seconds of each crate, its build script included, the slowest crate first.
fn by_crate(units: &[Unit]) -> Vec<(&str, f64)> {
    let mut seconds: BTreeMap<&str, f64> = BTreeMap::new();
    for unit in units {
        *seconds.entry(&unit.name).or_default() += unit.duration;
    }
    let mut crates: Vec<_> = seconds.into_iter().collect();
    crates.sort_by(|a, b| b.1.total_cmp(&a.1));
    crates
}

/// A line for each of the slowest crates, and one for all others. Crates build in parallel, so the sum exceeds the time of the
/// build.
fn listing(crates: &[(&str, f64)]) -> Vec<String> {
    let total: f64 = crates.iter().map(|(_, seconds)| seconds).sum();
    let line =
        |name: &str, seconds: f64| format!("{seconds:8.1} s {:5.1} %  {name}", seconds / total * 100.0);
    let (listed, others) = crates.split_at(crates.len().min(LISTED));
    let mut lines: Vec<_> = listed.iter().map(|(name, seconds)| line(name, *seconds)).collect();
    if !others.is_empty() {
        let seconds = others.iter().map(|(_, seconds)| seconds).sum();
        lines.push(line(&format!("{} others", others.len()), seconds));
    }
    lines.push(line(&format!("sum of {} crates", crates.len()), total));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = r#"<script>
const UNIT_DATA = [
  { "i": 0, "name": "libm", "version": "0.2.1", "mode": "run-custom-build", "duration": 0.5, "sections": null },
  { "i": 1, "name": "libm", "version": "0.2.1", "mode": "todo", "duration": 1.5, "sections": null },
  { "i": 2, "name": "clap", "version": "4.6.0", "mode": "todo", "duration": 6.0, "sections": [["frontend", {}]] }
];
const CONCURRENCY_DATA = [];"#;

    #[test]
    fn the_times_of_a_crate_are_added() {
        let units = units(REPORT).unwrap();
        assert_eq!(by_crate(&units), [("clap", 6.0), ("libm", 2.0)]);
    }

    #[test]
    fn an_unknown_report_is_an_error() {
        for report in ["<script></script>", "const UNIT_DATA = ", "const UNIT_DATA = [{}];"] {
            let error = units(report).err().unwrap().to_string();
            assert_eq!(error, "the report of `cargo build --timings` has an unknown format");
        }
    }

    #[test]
    fn the_slowest_crates_are_listed_and_the_others_added() {
        assert_eq!(listing(&[("a", 3.0)]), ["     3.0 s 100.0 %  a", "     3.0 s 100.0 %  sum of 1 crates"]);
        let many = vec![("a", 0.25); LISTED + 2];
        let lines = listing(&many);
        assert_eq!(lines.len(), LISTED + 2);
        assert_eq!(lines[LISTED], "     0.5 s   6.2 %  2 others");
    }

    #[test]
    fn a_changed_file_is_restored() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.rs");
        fs::write(&path, "fn f() {}\n").unwrap();
        let before = fs::metadata(&path).unwrap().modified().unwrap();
        let changed = Changed::with_a_comment(&path).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("// ") && text.ends_with("\nfn f() {}\n"), "{text}");
        drop(changed);
        assert_eq!(fs::read_to_string(&path).unwrap(), "fn f() {}\n");
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), before);
    }
}
