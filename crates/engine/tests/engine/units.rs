//! The tests inside modules. The library is not compiled with its tests, because that would compile every kernel a second time, so
//! the modules that have tests are part of this program, too.

#![expect(dead_code, unreachable_pub, reason = "the tests use a part of the modules")]

use std::fs;
use std::path::{Path, PathBuf};

#[path = "../../src/blue_noise/mod.rs"]
mod blue_noise;
#[path = "../../src/covering.rs"]
mod covering;
#[path = "../../src/terrain/lake.rs"]
mod lake;
#[path = "../../src/sky.rs"]
mod sky;

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn every_module_with_tests_is_here() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let here = include_str!("units.rs");
    let mut count = 0;
    for file in files(&source) {
        if fs::read_to_string(&file).unwrap().contains("#[cfg(test)]") {
            let name = format!("../../src/{}", file.strip_prefix(&source).unwrap().display());
            assert!(here.contains(&name), "the tests of {name} do not run");
            count += 1;
        }
    }
    assert_eq!(count, 4);
}
