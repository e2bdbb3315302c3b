//! Compares the bits of every preset with stored hashes: the same recipe gives the same heights on every machine, now and in
//! the future.
//!
//! `cargo xtask golden` shows which presets have changed, `cargo xtask golden --accept` writes the new hashes. Every change
//! must be deliberate, with its reason in the commit and in the changelog.

mod hash;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use orogen_engine::level::Level;

use hash::hashes;

fn recipes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes")
}

/// The presets with their hashes as they are now.
fn made() -> BTreeMap<String, String> {
    let files = std::fs::read_dir(recipes()).expect("the presets' folder can be read");
    let paths = files.map(|file| file.expect("the folder can be listed").path());
    let presets = paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    presets
        .map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("the preset can be read");
            let (level_names, levels): (Vec<_>, Vec<_>) = Level::all().into_iter().unzip();
            let mut hashes = hashes(&name, &text, &levels);
            // The best level comes last.
            let best = hashes.pop().expect("there are levels");
            for (hash, level_name) in hashes.iter().zip(level_names) {
                assert_eq!(*hash, best, "{name} at level {level_name} differs from the best level");
            }
            (name, best)
        })
        .collect()
}

#[test]
fn presets_keep_their_bits_at_every_level() {
    let made = made();
    assert!(made.len() >= 10, "there are at least ten presets");
    let kept_in = recipes().join("golden.txt");
    if std::env::var("OROGEN_GOLDEN").is_ok_and(|wish| wish == "accept") {
        let lines: Vec<_> = made.iter().map(|(name, hash)| format!("{name} {hash}\n")).collect();
        std::fs::write(&kept_in, lines.concat()).expect("the hashes can be written");
    }
    let kept = std::fs::read_to_string(&kept_in).expect("golden.txt can be read");
    let kept: BTreeMap<_, _> = kept.lines().filter_map(|line| line.split_once(' ')).collect();
    let made: BTreeMap<_, _> = made.iter().map(|(name, hash)| (name.as_str(), hash.as_str())).collect();
    assert_eq!(
        made, kept,
        "bits have changed (left: now, right: kept); on purpose? `cargo xtask golden --accept`"
    );
}
