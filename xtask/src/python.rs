//! The Python package: its wheel, installed in a virtual environment, and its tests.

use std::path::PathBuf;

use crate::invocation::Invocation;
use crate::tool::{Tool, target_folder};

/// The packages that the build and the tests need.
const REQUIREMENTS: &str = "crates/python/tests/requirements.txt";

/// A virtual environment of Python with what the build and the tests need.
pub(crate) fn environment() -> Tool {
    Tool::environment("the environment of the Python package", &folder(), REQUIREMENTS)
}

/// The commands that build the wheel, install it, and run the tests.
///
/// The wheel is built in the profile of the tests, so that it shares the compiled crates of other authors with them. Crates of the
/// workspace are compiled once more, because tests compile them with more features. With `ships`, the wheel is built as users get
/// it, which takes several times as long.
pub(crate) fn invocations(ships: bool) -> Vec<Invocation> {
    let [profile, compression] = if ships { ["wheel", "9"] } else { ["dev", "1"] };
    let wheels = folder().join("wheels").join(profile);
    let (program, wheels) = (folder().join("bin/python"), wheels.to_string_lossy());
    let python = |arguments| Invocation::new(&program.to_string_lossy(), arguments);
    let mut steps = vec![
        python("-m maturin build --quiet --manifest-path crates/python/Cargo.toml --profile")
            .argument(profile)
            .argument("--compression-level")
            .argument(compression)
            .argument("--target-dir")
            .argument(&target_folder().to_string_lossy())
            .argument("--out")
            .argument(&wheels),
        python("-m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps --no-index")
            .argument("--find-links")
            .argument(&wheels)
            .argument("orogen"),
        python("-m pytest crates/python"),
    ];
    if ships {
        // Lost workers, full disks and damaged chunks.
        steps.push(python("-m pytest crates/python -m faults"));
    }
    steps
}

fn folder() -> PathBuf {
    target_folder().join("python")
}
