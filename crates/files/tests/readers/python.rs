//! Runs the Python scripts of this folder.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// The virtual environment that `cargo xtask test` creates in cargo's target folder.
fn environment() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into())).join("readers")
}
