//! Scripts that check something in other programs.
//!
//! Each line of a script's output is a check as JSON: the program, the file, what was measured, the limit, and whether the check
//! holds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value};

use crate::invocation::{Invocation, ROOT};
use crate::tool::target_folder;

/// The command to check, as an absolute path: the one that is given, or a release build with these features.
///
/// # Errors
/// There is no such file, or the build fails.
pub(crate) fn command(given: Option<&Path>, features: &str) -> Result<PathBuf> {
    if let Some(given) = given {
        return fs::canonicalize(given).with_context(|| format!("no file {}", given.display()));
    }
    Invocation::cargo("build --release --package orogen-cli --features").argument(features).run()?;
    Ok(fs::canonicalize(ROOT)?.join(target_folder()).join("release/orogen"))
}

/// Runs a script, prints each check, and returns the number of checks and of those that do not hold.
///
/// # Errors
/// The script fails, or checks nothing.
pub(crate) fn run(interpreter: &Path, script: &str, arguments: &[&Path]) -> Result<[usize; 2]> {
    let output = Command::new(interpreter)
        .arg(script)
        .args(arguments)
        .current_dir(ROOT)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {} {script}", interpreter.display()))?;
    let text = String::from_utf8(output.stdout).context("the output is not text")?;
    let checks = text.lines().map(serde_json::from_str).collect::<Result<Vec<Map<String, Value>>, _>>();
    let checks = checks.with_context(|| format!("{script} printed something else than checks"))?;
    checks.iter().for_each(|check| println!("{}", line(check)));
    let failed = checks.iter().filter(|check| check.get("holds") != Some(&Value::Bool(true))).count();
    ensure!(!checks.is_empty(), "{script} checked nothing");
    ensure!(output.status.success() == (failed == 0), "{script} ended with {}", output.status);
    Ok([checks.len(), failed])
}

/// A check as a line of a table.
fn line(check: &Map<String, Value>) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let of = |name: &str| check.get(name).map(text).unwrap_or_default();
    let known = ["program", "file", "holds"];
    let rest = check.iter().filter(|(name, _)| !known.contains(&name.as_str()));
    let rest: Vec<_> = rest.map(|(name, value)| format!("{name} {}", text(value))).collect();
    let holds = if check.get("holds") == Some(&Value::Bool(true)) { "holds" } else { "FAILS" };
    format!("{holds} | {} | {} | {}", of("program"), of("file"), rest.join(", "))
}
