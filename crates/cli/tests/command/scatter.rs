//! `generate --format scatter-csv` and the other formats of scattered things.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::harness::{description, generate, names, orogen, try_generate};

const MEADOW: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scatter/meadow.toml");
const TABLE: [&str; 4] = ["--format", "scatter-csv", "--no-normal", "--no-preview"];

/// The rows of a table.
fn rows(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap().lines().skip(1).map(str::to_owned).collect()
}

/// Tiles, threads and crops have the points of the whole, byte for byte.
#[test]
fn tiles_threads_and_crops_have_the_same_points() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let recipe = folder.path().join("meadow.toml");
    // Fewer tufts take less time.
    let text = fs::read_to_string(MEADOW).unwrap();
    assert!(text.contains("spacing = 1.2"));
    fs::write(&recipe, text.replace("spacing = 1.2", "spacing = 6.0")).unwrap();
    let recipe = recipe.to_str().unwrap();
    let run = |name: &str, more: &[&str]| generate(recipe, &path(name), &[&TABLE[..], more].concat());
    run("whole", &[]);
    let whole = rows(&path("whole/scatter.csv"));
    for name in ["birch", "boulder", "tuft"] {
        assert!(whole.iter().any(|row| row.starts_with(name)), "no {name}");
    }
    run("one", &["--threads", "1"]);
    assert_eq!(rows(&path("one/scatter.csv")), whole);
    run("tiles", &["--tiles", "2"]);
    let tiles = ["x0_y0", "x1_y0", "x0_y1", "x1_y1"];
    let tiled = tiles.iter().flat_map(|tile| rows(&path(&format!("tiles/scatter_{tile}.csv"))));
    let (tiled, all): (Vec<_>, BTreeSet<_>) = (tiled.collect(), whole.iter().cloned().collect());
    assert_eq!((tiled.len(), tiled.into_iter().collect::<BTreeSet<_>>()), (whole.len(), all.clone()));
    run("crop", &["--region", "250,250,750,750"]);
    let crop = rows(&path("crop/scatter.csv"));
    assert!(crop.len() > whole.len() / 5 && crop.iter().all(|row| all.contains(row)));
    // With another number of samples, the points are the same; their heights are those of finer or coarser ground.
    run("coarse", &["--size", "65"]);
    let places = |rows: &[String]| rows.iter().map(|row| place(row)).collect::<BTreeSet<_>>();
    let (coarse, whole) = (rows(&path("coarse/scatter.csv")), places(&whole));
    assert!(coarse.len() > whole.len() * 9 / 10 && places(&coarse).is_subset(&whole));
}

/// The kind and the position of a row.
fn place(row: &str) -> String {
    row.split(',').take(3).collect::<Vec<_>>().join(",")
}

#[test]
fn every_format_is_written_and_described() {
    let folder = tempfile::tempdir().unwrap();
    let formats = "scatter-csv,scatter-glb,scatter-unity,scatter-unreal,scatter-godot,scatter-masks";
    let more = ["--format", formats, "--region", "0,0,200,200", "--no-normal", "--no-preview"];
    generate(MEADOW, folder.path(), &more);
    let expected = [
        "scatter.csv",
        "scatter.glb",
        "scatter_birch.png",
        "scatter_boulder.png",
        "scatter_godot.json",
        "scatter_tuft.png",
        "scatter_unity.json",
        "scatter_unreal.csv",
        "terrain.json",
    ];
    assert_eq!(names(folder.path()), expected);
    let info = description(folder.path());
    let kinds: BTreeSet<_> =
        info["files"].as_array().unwrap().iter().map(|file| file["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, BTreeSet::from(["density", "scatter"]));
    let verified = orogen(&["verify", folder.path().to_str().unwrap()]);
    assert_eq!(verified.status, Some(0), "{}", verified.err);
}

#[test]
fn recipes_that_scatter_nothing_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = try_generate("hills", folder.path(), &["--format", "scatter-csv"]);
    refused.refuses(2, &["the recipe scatters nothing", "[[scatter]]"]);
}
