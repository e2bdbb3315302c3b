//! Plug-ins that are built into the command.

use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use crate::harness::orogen;

/// The sources of the plug-ins.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/plugins");

const PROGRAMS: [&str; 4] = ["blender", "godot", "unity", "unreal"];

/// The files below a folder, relative to it, in order. Python leaves compiled files.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true if path.ends_with("__pycache__") => {}
                true => folders.push(path),
                false => found.push(path.strip_prefix(folder).unwrap().to_owned()),
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_plugin_is_listed_and_written_completely() {
    let listed = orogen(&["plugin"]).out;
    let folder = tempfile::tempdir().unwrap();
    for program in PROGRAMS {
        assert!(listed.lines().any(|line| line.starts_with(program)), "{listed}");
        let (out, source) = (folder.path().join(program), Path::new(SOURCES).join(program));
        let told = orogen(&["plugin", program, "-o", out.to_str().unwrap()]);
        assert_eq!(told.status, Some(0), "{}", told.err);
        let expected = files(&source);
        assert!(expected.len() > 4 && told.out.lines().count() == expected.len());
        assert_eq!(files(&out), expected);
        for file in expected {
            assert_eq!(fs::read(out.join(&file)).unwrap(), fs::read(source.join(&file)).unwrap(), "{file:?}");
        }
    }
}

#[test]
fn an_archive_has_the_files_with_slashes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orogen_terrain.zip");
    assert_eq!(orogen(&["plugin", "blender", "-o", path.to_str().unwrap()]).status, Some(0));
    let mut archive = zip::ZipArchive::new(Cursor::new(fs::read(&path).unwrap())).unwrap();
    let source = Path::new(SOURCES).join("blender");
    let mut names: Vec<_> = archive.file_names().map(|name| PathBuf::from(&*name.unwrap())).collect();
    names.sort();
    assert_eq!(names, files(&source));
    for name in names {
        let mut found = Vec::new();
        archive.by_name(name.to_str().unwrap()).unwrap().read_to_end(&mut found).unwrap();
        assert_eq!(found, fs::read(source.join(&name)).unwrap());
    }
}

#[test]
fn changed_files_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let write = |more: &[&str]| orogen(&[&["plugin", "unreal", "-o", out], more].concat());
    write(&[]);
    assert_eq!(write(&[]).status, Some(0), "the same files may be written again");
    let readme = folder.path().join("README.md");
    fs::write(&readme, "mine").unwrap();
    let refused = write(&[]);
    assert_eq!(refused.status, Some(1));
    assert!(
        refused.err.contains("README.md has other contents") && refused.err.contains("--force"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read_to_string(&readme).unwrap(), "mine");
    assert_eq!(write(&["--force"]).status, Some(0));
    assert_ne!(fs::read_to_string(&readme).unwrap(), "mine");
    orogen(&["plugin", "unreal"]).refuses(2, &["needs a path", "-o MyGame/Plugins/OrogenTerrain"]);
    orogen(&["plugin", "-o", out]).refuses(2, &["no program", "`orogen plugin` lists them"]);
    let archive = folder.path().join("folder.zip");
    fs::create_dir(&archive).unwrap();
    orogen(&["plugin", "blender", "-o", archive.to_str().unwrap()]).refuses(1, &["is a folder"]);
    // The plug-in's own folder in a project stands for the project.
    let own = folder.path().join("game/addons/orogen");
    assert_eq!(orogen(&["plugin", "godot", "-o", own.to_str().unwrap()]).status, Some(0));
    assert!(own.join("plugin.cfg").is_file() && !own.join("addons").exists());
}
