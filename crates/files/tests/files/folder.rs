//! Folders that one run at a time writes to.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use orogen_files::web::{self, Encoding};
use orogen_files::{FileInfo, OutputFolder, PendingOutput, Superseded, TerrainInfo, verify};

use crate::pyramid;
use crate::read_back::info;

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_folder_is_claimed_once_and_left_clean() {
    let parent = tempfile::tempdir().unwrap();
    let path = parent.path().join("deep/er");
    let folder = OutputFolder::claim(&path).unwrap();
    let error = OutputFolder::claim(&path).unwrap_err();
    assert_eq!(error.path, path);
    assert!(error.message.contains("another run of orogen"), "{error}");
    drop(folder);
    // Folders that the claim created are gone too.
    assert_eq!(names(parent.path()), [""; 0]);
    fs::create_dir_all(&path).unwrap();
    drop(OutputFolder::claim(&path).unwrap());
    assert_eq!(names(&path), [""; 0]);
}

/// Without checking the name under the lock, two claims succeed within a few hundred attempts.
#[test]
fn of_many_concurrent_claims_one_holds_the_folder() {
    let parent = tempfile::tempdir().unwrap();
    let (holders, held) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                // Claim a few hundred times, however busy the machine is.
                while held.load(Ordering::Relaxed) < 400 {
                    let Ok(folder) = OutputFolder::claim(parent.path()) else { continue };
                    assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0, "two claims hold it");
                    held.fetch_add(1, Ordering::Relaxed);
                    std::thread::yield_now();
                    assert_eq!(holders.fetch_sub(1, Ordering::SeqCst), 1, "two claims held it");
                    drop(folder);
                }
            });
        }
    });
    assert!(held.into_inner() >= 400);
}

#[test]
fn only_files_of_killed_runs_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let keep = [".orogen-notes", "a.part", "height.png", "x.orogen-1.part"];
    for name in [".orogen-lock", ".orogen-a1B2c3.part", ".orogen-zzzzzz.part"].iter().chain(&keep) {
        fs::write(folder.path().join(name), name).unwrap();
    }
    // An unfinished folder, and one that contains the folder it was to replace.
    fs::create_dir_all(folder.path().join(".orogen-folder.part/4/2")).unwrap();
    fs::create_dir_all(folder.path().join(".orogen-last.part/older/4/2")).unwrap();
    let claimed = OutputFolder::claim(folder.path()).unwrap();
    assert_eq!(claimed.cleared(), 3);
    drop(claimed);
    let mut left = vec![".orogen-last.part"];
    left.extend(keep);
    assert_eq!(names(folder.path()), left);
}

/// A terrain with these files; the content of each is its name.
fn written(folder: &Path, names: &[&str]) -> TerrainInfo {
    let outputs: Vec<_> = names
        .iter()
        .map(|name| PendingOutput::of_bytes(&folder.join(name), name.as_bytes()).unwrap())
        .collect();
    let mut info = info();
    let some = info.files.pop().unwrap();
    info.files =
        names.iter().map(|&name| orogen_files::FileInfo { name: name.to_owned(), ..some.clone() }).collect();
    info.record(&outputs);
    outputs.into_iter().for_each(|output| drop(output.commit().unwrap()));
    info
}

#[test]
fn unchanged_files_of_the_earlier_terrain_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let old = written(folder.path(), &["a", "both", "edited", "gone", "longer", "old"]);
    let digest = old.files[1].digest.clone().unwrap();
    assert_eq!((digest.bytes, digest.blake3), (4, blake3::hash(b"both").to_hex().to_string()));
    fs::remove_file(path("gone")).unwrap();
    fs::write(path("edited"), "EDITED").unwrap();
    fs::write(path("longer"), "longer than before").unwrap();
    fs::write(path("mine"), "not listed").unwrap();
    let claimed = OutputFolder::claim(folder.path()).unwrap();
    let new = written(folder.path(), &["both", "new"]);
    let text = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let outcome = claimed.supersede(&old, &new).unwrap();
    assert_eq!(
        outcome,
        Superseded {
            removed: text(&["a", "old"]),
            kept: text(&["edited", "longer"]),
            ..Superseded::default()
        }
    );
    drop(claimed);
    assert_eq!(names(folder.path()), ["both", "edited", "longer", "mine", "new"]);
}

/// A terrain with one folder of tiles.
fn with_tiles(folder: &Path) -> TerrainInfo {
    let tileset = pyramid::tileset(Encoding::Terrarium);
    let mut product =
        web::folder(&folder.join("web"), &tileset, pyramid::HEIGHTS, Arc::new(pyramid::Around)).unwrap();
    let grid = tileset.layout.grid();
    product.write(&pyramid::band(&grid, 0, grid.rows)).unwrap();
    let outputs = [product.complete().unwrap()];
    let mut info = TerrainInfo { files: vec![FileInfo::height_tiles("web", Encoding::Terrarium)], ..info() };
    info.record(&outputs);
    outputs.into_iter().for_each(|output| drop(output.commit().unwrap()));
    info
}

#[test]
fn an_unchanged_folder_of_tiles_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let web = folder.path().join("web");
    let none = TerrainInfo { files: Vec::new(), ..info() };
    let claimed = OutputFolder::claim(folder.path()).unwrap();
    let changes: [(bool, &dyn Fn()); 5] = [
        (true, &|| ()),
        (true, &|| fs::write(web.join("14/.DS_Store"), "litter").unwrap()),
        (false, &|| fs::write(web.join("index.html"), "mine").unwrap()),
        (false, &|| fs::create_dir(web.join("mine")).unwrap()),
        (false, &|| fs::write(web.join("14/8540/5765.png"), "painted").unwrap()),
    ];
    for (number, (goes, change)) in changes.into_iter().enumerate() {
        let old = with_tiles(folder.path());
        verify::changes(&old.files[0], &web).unwrap();
        change();
        assert_eq!(verify::changes(&old.files[0], &web).is_ok(), goes, "change {number}");
        let outcome = claimed.supersede(&old, &none).unwrap();
        assert_eq!((outcome.removed.len(), outcome.kept.len()), (usize::from(goes), usize::from(!goes)));
        assert_eq!(web.exists(), !goes, "change {number}");
        // A folder that is also in the new terrain stays.
        assert_eq!(claimed.supersede(&old, &old).unwrap(), Superseded::default());
        if web.exists() {
            fs::remove_dir_all(&web).unwrap();
        }
    }
}

/// On file systems that ignore case, two names can mean one file. A hard link imitates this.
#[cfg(unix)]
#[test]
fn a_file_under_another_spelling_of_its_name_stays() {
    let folder = tempfile::tempdir().unwrap();
    let claimed = OutputFolder::claim(folder.path()).unwrap();
    let new = written(folder.path(), &["hills.png"]);
    let mut old = new.clone();
    old.files[0].name = "Hills.png".to_owned();
    fs::hard_link(folder.path().join("hills.png"), folder.path().join("Hills.png")).unwrap();
    assert_eq!(claimed.supersede(&old, &new).unwrap(), Superseded::default());
    // Here `Hills.png` is another file.
    fs::remove_file(folder.path().join("Hills.png")).unwrap();
    fs::write(folder.path().join("Hills.png"), "hills.png").unwrap();
    assert_eq!(claimed.supersede(&old, &new).unwrap().removed, ["Hills.png"]);
    assert!(folder.path().join("hills.png").exists());
}

#[test]
fn files_outside_the_folder_or_without_a_hash_are_never_removed() {
    let parent = tempfile::tempdir().unwrap();
    let path = parent.path().join("out");
    fs::write(parent.path().join("precious"), "precious").unwrap();
    let claimed = OutputFolder::claim(&path).unwrap();
    let mut old = written(parent.path(), &["precious"]);
    old.files[0].name = "../precious".to_owned();
    let unknown = written(&path, &["unknown"]);
    old.files.extend(unknown.files.into_iter().map(|file| orogen_files::FileInfo { digest: None, ..file }));
    let outcome = claimed.supersede(&old, &TerrainInfo { files: Vec::new(), ..info() }).unwrap();
    assert_eq!(
        outcome,
        Superseded { removed: Vec::new(), kept: vec!["unknown".to_owned()], ..Superseded::default() }
    );
    assert!(parent.path().join("precious").exists() && path.join("unknown").exists());
}
