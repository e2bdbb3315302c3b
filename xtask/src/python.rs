//! The Python package: its wheel, installed in a virtual environment, and its tests.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::invocation::{Invocation, ROOT};
use crate::tool::{Tool, target_folder};

/// The packages that the build and the tests need.
const REQUIREMENTS: &str = "crates/python/tests/requirements.txt";

/// A virtual environment of Python with what the build and the tests need.
pub(crate) fn environment() -> Tool {
    Tool::environment("the environment of the Python package", &folder(), REQUIREMENTS)
}

/// Builds the package, installs it and runs its tests. With `ships`, the wheel is built as users get it, which takes minutes.
///
/// # Errors
/// The package cannot be built, or a test fails.
pub(crate) fn run(ships: bool) -> Result<()> {
    let wheels = if ships { shipped_wheel()? } else { wheel_of_tests()? };
    python("-m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps --no-index")
        .argument("--find-links")
        .path(&wheels)
        .argument("orogen")
        .run()?;
    python("-m pytest crates/python").run()?;
    if ships {
        // Lost workers, full disks and damaged chunks.
        python("-m pytest crates/python -m faults").run()?;
    }
    Ok(())
}

/// Builds the wheel as users get it, and returns its folder.
fn shipped_wheel() -> Result<PathBuf> {
    let wheels = folder().join("wheels/shipped");
    python("-m maturin build --quiet --manifest-path crates/python/Cargo.toml --profile wheel")
        .arguments("--compression-level 9 --target-dir")
        .path(&target_folder())
        .argument("--out")
        .path(&wheels)
        .run()?;
    Ok(wheels)
}

/// Packs a wheel from a debug build of the workspace, which shares all compiled crates with the tests, and returns its folder.
/// `maturin build` would select fewer features and compile most crates again. So the library of this wheel has more features than
/// that of users; the step `features` checks that theirs compiles.
fn wheel_of_tests() -> Result<PathBuf> {
    Invocation::complete_cargo("build --workspace --lib --tests").run()?;
    let packed = Path::new(ROOT).join(folder()).join("packed");
    if packed.exists() {
        fs::remove_dir_all(&packed).context("cannot remove an earlier wheel")?;
    }
    let [content, wheels] = ["content", "wheels"].map(|name| packed.join(name));
    fs::create_dir_all(&wheels).context("cannot make a folder for the wheel")?;
    Invocation::new("cp", "-R crates/python/python").path(&content).run()?;
    let name = format!("{DLL_PREFIX}_native{DLL_SUFFIX}");
    let built = Path::new(ROOT).join(target_folder()).join("debug").join(name);
    fs::copy(&built, content.join("orogen/_native.abi3.so"))
        .with_context(|| format!("cannot copy {}", built.display()))?;
    python("-m maturin pep517 write-dist-info --manifest-path crates/python/Cargo.toml --metadata-directory")
        .path(&content)
        .run()?;
    python("-m wheel pack").path(&content).argument("--dest-dir").path(&wheels).run()?;
    Ok(wheels)
}

/// The Python of the environment with `arguments`, which are split at white space.
fn python(arguments: &str) -> Invocation {
    Invocation::new(&folder().join("bin/python").to_string_lossy(), arguments)
}

fn folder() -> PathBuf {
    target_folder().join("python")
}
