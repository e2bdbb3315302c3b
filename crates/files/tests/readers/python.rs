//! Runs the Python scripts of this folder.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::de::DeserializeOwned;
use tempfile::TempDir;

/// Runs `script`, a file in the folder of this file. Its argument is the folder of the files to read. The script raises an
/// exception if their contents are wrong.
///
/// # Panics
/// The script fails, or the Python packages are missing. The message is the script's error, or the command that installs the
/// packages.
pub(crate) fn check(script: &str, folder: &Path) {
    let python = environment().join("bin/python");
    assert!(
        python.exists(),
        "{} is missing: `cargo xtask test --only nextest --install` makes it",
        python.display()
    );
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers").join(script);
    let output = Command::new(python).arg(&script).arg(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", script.display());
}

/// A folder of files that `script` makes, and the contents of the file `manifest` among them.
///
/// # Panics
/// As [`check`]; or the manifest is missing or not of this type.
pub(crate) fn made<T: DeserializeOwned>(script: &str, manifest: &str) -> (TempDir, T) {
    let folder = tempfile::tempdir().unwrap();
    check(script, folder.path());
    let manifest = std::fs::read(folder.path().join(manifest)).unwrap();
    (folder, serde_json::from_slice(&manifest).unwrap())
}

/// The virtual environment that `cargo xtask test` creates in cargo's target folder.
fn environment() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into())).join("readers")
}
