//! `orogen bake`: tiles as files.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};

use crate::harness::{self, HILLS, OROGEN, Outcome, names, orogen, send};

/// Runs `bake mine.toml -o tiles` with more arguments in a folder.
fn bake(folder: &Path, more: &[&str]) -> Outcome {
    command(folder, more).output().unwrap().into()
}

fn command(folder: &Path, more: &[&str]) -> Command {
    fs::write(folder.join("mine.toml"), HILLS).unwrap();
    let mut command = Command::new(OROGEN);
    command.args(["bake", "mine.toml", "-o", "tiles", "--at", "46.5,8.0"]).args(more).current_dir(folder);
    command
}

#[test]
fn layers_are_written_with_their_descriptions() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = bake(folder.path(), &["--layers", "shade,terrain", "--zoom", "0..3"]);
    assert_eq!((outcome.status, &*outcome.err), (Some(0), ""));
    assert_eq!(outcome.out, "writing 9 tiles to tiles\n");
    let tiles = folder.path().join("tiles");
    assert_eq!(names(&tiles), ["bake.json", "shade", "shade.json", "terrain"]);
    assert_eq!(names(&tiles.join("shade")), ["0", "1", "2", "3"]);
    // Another layer is added, and a layer of an earlier run is replaced.
    let outcome =
        bake(folder.path(), &["--layers", "mapbox,shade", "--zoom", "0..1", "--pmtiles", "--quiet"]);
    assert_eq!((outcome.status, &*outcome.err, &*outcome.out), (Some(0), "", ""));
    let outcome = bake(folder.path(), &["--layers", "shade", "--zoom", "0..1"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    assert_eq!(
        names(&tiles),
        ["bake.json", "mapbox.pmtiles", "shade", "shade.json", "shade.pmtiles", "terrain"]
    );
    assert_eq!(names(&tiles.join("shade")), ["0", "1"]);
}

/// A job that is writing tiles, long before its end.
fn started(folder: &Path) -> Child {
    let much = ["--layers", "shade,vector", "--zoom", "0..21", "--bounds", "8,46.4,8.01,46.5"];
    let is_writing = || {
        let parts = fs::read_dir(folder.join("tiles")).into_iter().flatten();
        parts.filter_map(Result::ok).any(|part| part.path().join("10").is_dir())
    };
    harness::started(&mut command(folder, &much), is_writing)
}

#[test]
fn a_stopped_job_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let job = started(folder.path());
    send("-INT", &job);
    let outcome = Outcome::from(job.wait_with_output().unwrap());
    assert_eq!(outcome.status, Some(130), "{}", outcome.err);
    assert!(outcome.err.contains("error: stopped: nothing was written"), "{}", outcome.err);
    assert_eq!(names(folder.path()), ["mine.toml"]);
}

#[test]
fn a_killed_job_gives_no_names_and_the_next_one_completes() {
    let folder = tempfile::tempdir().unwrap();
    let tiles = folder.path().join("tiles");
    assert_eq!(bake(folder.path(), &["--layers", "shade", "--zoom", "0..2"]).status, Some(0));
    let older = fs::read(tiles.join("shade/2/2/1.png")).unwrap();
    let mut job = started(folder.path());
    send("-KILL", &job);
    job.wait().unwrap();
    let left: Vec<_> = names(&tiles).into_iter().filter(|name| !name.starts_with(".orogen-")).collect();
    assert_eq!(left, ["bake.json", "shade", "shade.json"], "the layer of the first run");
    assert_eq!(names(&tiles.join("shade")), ["0", "1", "2"]);
    assert!(fs::read(tiles.join("shade/2/2/1.png")).unwrap() == older);
    let outcome = bake(folder.path(), &["--layers", "shade,vector", "--zoom", "0..3"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    assert!(
        outcome.err.starts_with("removed 2 unfinished files that a killed run left in"),
        "{}",
        outcome.err
    );
    assert_eq!(names(&tiles), ["bake.json", "shade", "shade.json", "vector", "vector.json"]);
    assert_eq!(names(&tiles.join("vector")), ["0", "1", "2", "3"]);
}

/// Files that orogen did not write stay, unless `--force` replaces what is in place of a layer.
#[test]
fn foreign_files_stay() {
    let folder = tempfile::tempdir().unwrap();
    let tiles = folder.path().join("tiles");
    fs::create_dir_all(tiles.join("shade")).unwrap();
    let run = |more: &[&str]| bake(folder.path(), &[&["--zoom", "0..1", "--quiet"], more].concat());
    for (file, args) in [
        ("shade/notes.txt", &["--layers", "shade"][..]),
        ("shade.json", &["--layers", "shade"]),
        ("mapbox.pmtiles", &["--layers", "mapbox", "--pmtiles"]),
        ("bake.json", &["--layers", "terrain"]),
    ] {
        fs::write(tiles.join(file), "mine").unwrap();
        run(args).refuses(1, &[Path::new(file).file_name().unwrap().to_str().unwrap()]);
        assert_eq!(fs::read_to_string(tiles.join(file)).unwrap(), "mine");
        fs::remove_file(tiles.join(file)).unwrap();
    }
    fs::write(tiles.join("shade/notes.txt"), "mine").unwrap();
    fs::write(tiles.join("index.html"), "mine").unwrap();
    assert_eq!(run(&["--layers", "shade", "--force"]).status, Some(0));
    assert_eq!(names(&tiles), ["bake.json", "index.html", "shade", "shade.json"]);
    assert_eq!(names(&tiles.join("shade")), ["0", "1"]);
    // A file in a layer of an earlier run is not removed, either.
    fs::write(tiles.join("shade/notes.txt"), "mine").unwrap();
    run(&["--layers", "shade"]).refuses(1, &["notes.txt"]);
}

#[test]
fn wrong_requests_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| bake(folder.path(), more);
    run(&["--layers", "shade,moon"]).refuses(2, &["there is no such layer; the layers are terrarium,"]);
    run(&["--zoom", "12"]).refuses(2, &["give the first and the last zoom level: 0..12"]);
    run(&["--zoom", "5..3"]).refuses(2, &["no zoom levels 5..3"]);
    run(&["--zoom", "0..23"]).refuses(2, &["choose levels within 0..22"]);
    run(&["--bounds", "1,2,3"]).refuses(2, &["give four numbers separated by commas"]);
    run(&["--bounds", "8,46,8,47"]).refuses(2, &["are empty", "WEST,SOUTH,EAST,NORTH"]);
    run(&["--bounds", "-181,46,8,47"]).refuses(2, &["not on the globe"]);
    run(&["--bounds", "8,86,9,87"]).refuses(2, &["outside of the map of terrarium"]);
    let million = ["--zoom", "0..10", "--bounds", "-180,-90,180,90"];
    run(&million).refuses(2, &["these are 1398101 tiles, more than 1000000", "--force"]);
    let edge = orogen(&["bake", "gullies", "-o", "tiles", "--at", "46.5,180"]);
    edge.refuses(2, &["beyond the 180th meridian", "--bounds"]);
    assert_eq!(names(folder.path()), ["mine.toml"]);
    orogen(&["bake", "luna", "-o", "tiles", "--at", "1,2"])
        .refuses(2, &["a planet has no place on the Earth"]);
    fs::write(folder.path().join("tiles"), "a file").unwrap();
    run(&["--zoom", "0..1"]).refuses(1, &["tiles"]);
    assert_eq!(fs::read_to_string(folder.path().join("tiles")).unwrap(), "a file");
}
