//! Hashes that identify a terrain.

use std::fs;

use orogen::{Hashes, Terrain};

use super::{PLANE, plane};

fn digest(text: &str) -> String {
    Terrain::parse(text).unwrap().digest().unwrap()
}

#[test]
fn a_digest_depends_on_all_that_decides_the_heights_and_on_nothing_else() {
    let usual = plane().digest().unwrap();
    assert_eq!((usual.len(), &usual), (64, &digest(PLANE)));
    assert_eq!(digest(&PLANE.replace("seed = 3", "# three\nseed = 0x3")), usual);
    for (from, to) in [("seed = 3", "seed = 4"), ("4 km", "5 km"), ("300.0", "301.0"), ("1 km", "1.1 km")] {
        assert_ne!(digest(&PLANE.replace(from, to)), usual, "{to}");
    }
    assert_ne!(plane().with_seed(4).unwrap().digest().unwrap(), usual);
}

#[test]
fn a_digest_depends_on_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let (recipe, points) = (folder.path().join("road.toml"), folder.path().join("a.csv"));
    let text = "orogen = 1\ndomain.size = 900\nheight.field = 'road'\n[fields.road]\ntype = 'shapes'\nfile = 'a.csv'";
    fs::write(&recipe, text).unwrap();
    let digest_with = |csv: &str| {
        fs::write(&points, csv).unwrap();
        let terrain = Terrain::open(&recipe).unwrap();
        assert!(Hashes::of(terrain.recipe()).unwrap().files.contains_key("road"));
        terrain.digest().unwrap()
    };
    assert_ne!(digest_with("x,y\n100,100\n800,500\n"), digest_with("x,y\n100,100\n800,501\n"));
    let terrain = Terrain::open(&recipe).unwrap();
    fs::remove_file(&points).unwrap();
    assert!(terrain.digest().unwrap_err().message().contains("cannot read"));
}

/// Undone strokes of a mask do not count, and neither does the name of the file's recipe.
#[test]
fn a_digest_depends_on_the_strokes_of_masks() {
    use orogen_strokes::brush::{Brush, Tool};
    use orogen_strokes::journal::Journal;
    use orogen_strokes::stroke::{Point, Stroke, Surface};

    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("mask.toml");
    let text = "orogen = 1\ndomain.size = 900\nheight.field = 'mask'\n[fields.mask]\ntype = 'painted'\nstrokes = 'a.strokes'";
    fs::write(&recipe, text).unwrap();
    let mut journal = Journal::open(folder.path().join("a.strokes"), "mask", Surface::Plane).unwrap();
    let digest = || Terrain::open(&recipe).unwrap().digest().unwrap();
    let empty = digest();
    let brush = Brush::new(Tool::Level { to: 1.0 }, 90.0);
    let points = vec![Point { position: [400.0, 300.0], pressure: 1.0 }];
    journal.push(&Stroke { brush, points }).unwrap();
    let painted = digest();
    assert_ne!(painted, empty);
    journal.undo().unwrap();
    assert_eq!(digest(), empty);
    journal.redo().unwrap();
    assert_eq!(digest(), painted);
}
