//! Runs the Python scripts that lie beside this file.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs `script` (a file beside this one) with the folder of the files to read; the script ends with an exception if
/// they are not what they should be.
///
/// # Panics
/// With the script's own words if it fails, or with what to type if the Python packages are missing.
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

/// The environment that `cargo xtask test` makes beside what cargo builds.
fn environment() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into())).join("readers")
}
