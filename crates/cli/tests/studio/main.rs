//! The studio on a separate display with xdotool as mouse and keyboard: from the start page to the files for Unity.
#![cfg(all(feature = "studio", target_os = "linux"))]

mod stage;
mod ten_nodes;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use orogen_strokes::journal;

use stage::{Frame, SIZE, Stage, until};

#[test]
fn from_the_start_page_to_the_files_for_unity() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::new(folder.path(), SIZE);
    stage.start(folder.path(), &[]);
    stage.find("Button", "alps");
    stage.keep("1-start");
    stage.click("Button", "alps");
    until("the preset", || stage.is_called("alps"));
    stage.keep("2-alps");
    stage.drag("scale", [0.2, 0.4], 4);
    until("the change", || stage.is_called("modified"));
    stage.keep("3-slider");
    stage.press("ctrl+z");
    until("the undo", || !stage.is_called("modified"));
    stage.press("ctrl+shift+z");
    until("the redo", || stage.is_called("modified"));
    // A stroke on the terrain, undone and redone before the recipe is saved.
    stage.click("Button", "Raise");
    stage.drag_over("Image", "terrain", [[0.4, 0.6], [0.65, 0.55]], 8);
    let waiting = folder.path().join("state/orogen/rescue/alps.strokes");
    let strokes = |path: &Path| journal::read(path).map_or(0, |kept| kept.strokes.len());
    until("the stroke", || strokes(&waiting) == 1);
    stage.keep("4-stroke");
    stage.press("ctrl+z");
    until("its undo", || strokes(&waiting) == 0);
    stage.press("ctrl+shift+z");
    until("its redo", || strokes(&waiting) == 1);
    stage.press("Escape");
    stage.press("ctrl+s");
    stage.find("TextInput", "file name");
    stage.keep("5-save");
    stage.press("ctrl+a");
    stage.write("mine.toml");
    stage.press("Return");
    let saved = folder.path().join("mine.toml");
    until("the saved recipe", || saved.exists() && stage.is_called("mine"));
    let text = fs::read_to_string(&saved).unwrap();
    let preset = include_str!("../../../orogen/recipes/alps.toml");
    let changed: Vec<_> = text.lines().zip(preset.lines()).filter(|(new, old)| new != old).collect();
    assert_eq!(changed.len(), 1, "the slider changed one line: {changed:?}");
    assert!(text.contains("# The land rises where `massifs` is high"), "comments stay");
    assert!(text.contains("[sculpt]\nstrokes = \"mine.strokes\""), "{text}");
    assert_eq!(strokes(&folder.path().join("mine.strokes")), 1, "they have come along");
    // Another program changes the file, and the export includes the change.
    fs::write(&saved, text.replace("seed = 7", "seed = 12345").replace("octaves = 3", "octaves = 2"))
        .unwrap();
    stage.find("SpinButton", "seed: 12345");
    stage.keep("6-reloaded");
    stage.press("ctrl+e");
    stage.find("Button", "Export");
    stage.keep("7-export");
    stage.click("Button", "unity");
    stage.click("Button", "Export");
    stage.keep("8-exporting");
    let described = folder.path().join("mine-unity/terrain.json");
    until("the files", || described.exists());
    let described = fs::read_to_string(described).unwrap();
    stage.find("Label", "Done");
    stage.keep("9-exported");
    assert!(described.contains("\"target\": \"unity\"") && described.contains("12345"), "{described}");
    assert!(described.contains("\"mine.strokes\""), "the stroke is in what was exported: {described}");
    assert!(fs::metadata(folder.path().join("mine-unity/mine.raw")).unwrap().len() > 1000);
}

/// The error needs no display, since no window is opened.
#[test]
fn a_misspelt_recipe_is_reported_immediately() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orogen"));
    let output =
        command.args(["studio", "alsp"]).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output();
    let output = output.expect("the program");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("there is no recipe `alsp`") && said.contains("the preset `alps`?"), "{said}");
}

/// The program ends with its display, but keeps the changes of the recipe.
#[test]
fn changes_survive_the_loss_of_the_display() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let preset = include_str!("../../../orogen/recipes/hills.toml");
    fs::write(&path, preset).unwrap();
    let mut stage = Stage::new(folder.path(), SIZE);
    stage.start(folder.path(), &["mine.toml"]);
    stage.click("Button", "Next");
    until("the change", || stage.is_called("modified"));
    let rescue = folder.path().join(".mine.toml.orogen-rescue");
    until("the copy", || rescue.exists());
    _ = stage.server.kill();
    _ = stage.server.wait();
    let mut program = stage.program.take().unwrap();
    let ended = || program.try_wait().unwrap().is_some();
    until("the end of the program", ended);
    assert_eq!(fs::read_to_string(&path).unwrap(), preset, "the file is as it was");
    let kept = fs::read_to_string(&rescue).unwrap();
    let changed = kept.lines().zip(preset.lines()).filter(|(new, old)| new != old).count();
    assert_eq!((kept.lines().count(), changed), (preset.lines().count(), 1), "{kept}");
}

/// The view follows drags. Prints the frame times during a drag and during a large export, for `docs/performance.md`. They are
/// not asserted, since the machine may be busy.
#[test]
fn how_long_frames_take() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::new(folder.path(), SIZE);
    // With OROGEN_SWEEP, the test measures half a minute of dragging and a large export. Otherwise it only checks that both
    // work, with a preset whose export solves no erosion.
    let is_sweep = std::env::var_os("OROGEN_SWEEP").is_some();
    let (preset, drags, size) = if is_sweep { ("alps", 4, "4096") } else { ("ridges", 1, "1024") };
    stage.start(folder.path(), &[preset]);
    stage.find("Slider", "scale");
    sleep(Duration::from_secs(3));
    let begin = stage.frames().len();
    for _ in 0..drags {
        stage.drag("scale", [0.2, 0.5], 25);
        stage.drag("scale", [0.5, 0.2], 25);
    }
    let dragged = stage.frames().split_off(begin);
    assert!(stage.is_called("modified"), "the slider was dragged");
    stage.follows("a dragged slider", begin, 50.0 * f64::from(drags));
    let begin = stage.frames().len();
    stage.drag_over("Image", "terrain", [[0.3, 0.6], [0.7, 0.5]], 25);
    stage.follows("an orbiting camera", begin, 25.0);
    told("a dragged slider", &dragged);
    // The last change is still being rendered when the export begins.
    stage.press("ctrl+e");
    stage.click("Button", size);
    stage.click("Button", "Export");
    until("the progress", || stage.sees("Button", "Export").is_none());
    let begin = stage.frames().len();
    let mut frames = 0;
    until("the files", || {
        for x in [400, 600, 800] {
            stage.does(&format!("mousemove {x} 700"));
            sleep(Duration::from_millis(60));
        }
        frames = stage.frames().len();
        stage.sees("Label", "Done").is_some()
    });
    assert!(folder.path().join(format!("{preset}-files/terrain.json")).exists());
    let mut exported = stage.frames().split_off(begin);
    exported.truncate(frames - begin);
    told(&format!("an export of {size}² samples"), &exported);
}

fn told(what: &str, frames: &[Frame]) {
    println!("{what}: {} frames", frames.len());
    for (part, name) in ["the interface", "with drawing"].into_iter().enumerate() {
        let mut took: Vec<_> = frames.iter().map(|frame| frame[part]).collect();
        took.sort_by(f64::total_cmp);
        let at = |share: f64| took[((took.len() - 1) as f64 * share).round() as usize];
        let (median, most, longest) = (at(0.5), at(0.99), at(1.0));
        println!("{name}: median {median:.1} ms, 99 % within {most:.1} ms, longest {longest:.1} ms");
    }
}
