//! Painting: strokes are drawn with the mouse, undone, saved and loaded.

mod driver;
mod host;
mod painter;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use driver::{Program, click, keep, shows, text, until};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use host::TestHost;
use orogen_strokes::brush::Tool;
use orogen_strokes::journal;
use orogen_strokes::stroke::Surface;
use orogen_studio::Startup;
use painter::{MIDDLE, WAY, label_contains, stroke, strokes, wait_for_picture};
use proptest::prelude::*;

fn host(state: &Path) -> TestHost {
    TestHost { state: Some(state.to_owned()), ..TestHost::of(&["downs"]) }
}

/// A small window, because the CPU may render its pictures.
fn start(host: TestHost, startup: Startup) -> Program {
    driver::start(host, startup, Vec2::new(1040.0, 640.0))
}

/// Activates a brush once there is ground.
fn with_a_brush(program: &mut Program, name: &str) {
    until(program, "the brushes", |program| shows(program, "Raise"));
    // New panels need a few frames to find their size.
    program.run_steps(8);
    click(program, name);
    assert!(program.query_by_label_contains("Drag over the terrain").is_some(), "{name} is active");
    program.hover_at(MIDDLE);
    program.run_steps(2);
}

/// The recipe in its own file.
fn recipe_file(folder: &Path) -> PathBuf {
    let path = folder.join("mine.toml");
    fs::write(&path, host::preset("downs").text).unwrap();
    path
}

/// The recipe in its own file, opened.
fn opened(folder: &Path) -> Program {
    let mut program = start(host(folder), Startup::File(recipe_file(folder)));
    until(&mut program, "the file", |program| text(program).contains("Downs"));
    program
}

#[test]
fn strokes_are_drawn_undone_and_saved_beside_the_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = opened(folder.path());
    click(&mut program, "Next");
    let changed = text(&program).to_owned();
    wait_for_picture(&mut program);
    let bare = program.render().unwrap();
    with_a_brush(&mut program, "Raise");
    keep(&mut program, "brush");
    stroke(&mut program, &WAY, Modifiers::NONE);
    assert_eq!(strokes(&program), 1);
    until(&mut program, "the name of the file", |program| {
        text(program).contains("strokes = \"mine.strokes\"")
    });
    let file = folder.path().join("mine.strokes");
    let kept = || journal::read(&file).unwrap().strokes;
    until(&mut program, "the stroke on the disk", |_| kept().len() == 1);
    let drawn = &kept()[0];
    assert!(drawn.points.len() >= 3, "{drawn:?}");
    keep(&mut program, "drawn");
    stroke(&mut program, &WAY[..2], Modifiers::SHIFT);
    assert_eq!(strokes(&program), 2);
    wait_for_picture(&mut program);
    keep(&mut program, "painted");
    let painted = program.render().unwrap();
    let differ = bare.pixels().zip(painted.pixels()).filter(|(one, other)| one != other).count();
    assert!(differ > 2000, "{differ} pixels differ");
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    program.run_steps(2);
    assert_eq!(strokes(&program), 1);
    until(&mut program, "the mark on the disk", |_| kept().len() == 1);
    program.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    until(&mut program, "the stroke again", |program| strokes(program) == 2);
    click(&mut program, "Undo");
    click(&mut program, "Undo");
    assert_eq!(strokes(&program), 0);
    until(&mut program, "the marks on the disk", |_| kept().is_empty());
    assert!(text(&program).contains("mine.strokes"));
    // The change of the recipe was made before the strokes. Undo does not apply to the name of the stroke file.
    program.key_press(Key::Escape);
    program.run_steps(2);
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    program.run_steps(2);
    assert!(text(&program).contains("mine.strokes") && !text(&program).starts_with(&changed));
    program.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    program.run_steps(2);
    assert!(text(&program).starts_with(&changed));
    click(&mut program, "Redo");
    until(&mut program, "the first stroke again", |program| strokes(program) == 1);
}

/// Changes of the recipe and strokes have one order, whether a brush is active or not.
#[test]
fn undo_takes_back_whatever_was_done_last() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = opened(folder.path());
    let seed = |program: &Program| {
        text(program).lines().find(|line| line.starts_with("seed")).map(str::to_owned).unwrap()
    };
    let first = seed(&program);
    let file = folder.path().join("mine.strokes");
    let saved = |count: usize| {
        let file = file.clone();
        move |_: &Program| journal::read(&file).is_ok_and(|kept| kept.strokes.len() == count)
    };
    with_a_brush(&mut program, "Raise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    until(&mut program, "the first stroke", saved(1));
    click(&mut program, "Next");
    let second = seed(&program);
    stroke(&mut program, &WAY[..2], Modifiers::NONE);
    until(&mut program, "the second stroke", saved(2));
    let state = |program: &Program| (strokes(program), seed(program));
    let states = [(0, first.clone()), (1, first), (1, second.clone()), (2, second)];
    let press = |program: &mut Program, key: Key| {
        program.key_press_modifiers(Modifiers::COMMAND, key);
        program.run_steps(2);
    };
    for before in states[..3].iter().rev() {
        press(&mut program, Key::Z);
        assert_eq!(state(&program), *before);
    }
    for after in &states[1..] {
        press(&mut program, Key::Y);
        until(&mut program, "the step again", |program| state(program) == *after);
        program.run_steps(2);
    }
    click(&mut program, "History");
    program.run_steps(2);
    keep(&mut program, "timeline");
    let labels = ["Open", "Stroke 1: Raise", "Set seed to", "Stroke 2: Raise"].map(|label| {
        program.query_all_by_label_contains(label).last().unwrap_or_else(|| panic!("{label}")).rect().top()
    });
    assert!(labels.is_sorted(), "{labels:?}");
    click(&mut program, "Stroke 1: Raise");
    assert_eq!(state(&program), states[1]);
    // A new step drops what was undone.
    let can_redo = |program: &Program| {
        let button = program.get_by_role_and_label(Role::Button, "Redo");
        !button.accesskit_node().is_disabled()
    };
    assert!(can_redo(&program));
    click(&mut program, "Next");
    program.run_steps(2);
    assert!(!can_redo(&program));
    press(&mut program, Key::Y);
    assert_eq!(state(&program), states[2]);
}

#[test]
fn strokes_and_redo_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = recipe_file(folder.path());
    let mut program = start(host(folder.path()), Startup::File(path.clone()));
    until(&mut program, "the file", |program| text(program).contains("Downs"));
    with_a_brush(&mut program, "Ledge");
    stroke(&mut program, &WAY, Modifiers::NONE);
    stroke(&mut program, &WAY[..1], Modifiers::NONE);
    until(&mut program, "the name of the file", |program| text(program).contains("[sculpt]"));
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    program.run_steps(2);
    assert_eq!(strokes(&program), 1);
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    until(&mut program, "the save", |program| shows(program, "saved"));
    assert!(fs::read_to_string(&path).unwrap().contains("[sculpt]"));
    drop(program);
    let mut program = start(host(folder.path()), Startup::File(path));
    until(&mut program, "the strokes", |program| strokes(program) == 1);
    until(&mut program, "the brushes", |program| shows(program, "Raise"));
    click(&mut program, "Redo");
    until(&mut program, "the other", |program| strokes(program) == 2);
}

/// A preset has no file: its strokes are kept in the state folder, are recovered after a crash, and are saved with the recipe.
#[test]
fn strokes_over_a_preset_are_recovered_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let downs = || Startup::Preset(host::preset("downs"));
    let mut program = start(host(&state), downs());
    with_a_brush(&mut program, "Raise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    let waiting = state.join("rescue/downs.strokes");
    until(&mut program, "the strokes", |_| waiting.exists());
    until(&mut program, "the copy of the text", |_| state.join("rescue/downs.toml").exists());
    drop(program);
    let mut program = start(host(&state), downs());
    until(&mut program, "the stroke again", |program| strokes(program) == 1);
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    program.run_steps(3);
    program.key_press_modifiers(Modifiers::COMMAND, Key::A);
    program.event(egui::Event::Text(folder.path().join("mine").display().to_string()));
    program.run_steps(2);
    program.key_press(Key::Enter);
    let saved = folder.path().join("mine.toml");
    until(&mut program, "the file", |_| saved.exists());
    assert!(fs::read_to_string(&saved).unwrap().contains("strokes = \"mine.strokes\""));
    assert_eq!(journal::read(&folder.path().join("mine.strokes")).unwrap().strokes.len(), 1);
    until(&mut program, "the end of what waited", |_| !waiting.exists());
    // Painting continues in the new file.
    with_a_brush(&mut program, "Lower");
    stroke(&mut program, &WAY[..2], Modifiers::NONE);
    until(&mut program, "the second stroke", |_| {
        journal::read(&folder.path().join("mine.strokes")).unwrap().strokes.len() == 2
    });
}

#[test]
fn a_brush_without_its_image_reports_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = opened(folder.path());
    with_a_brush(&mut program, "Stamp");
    stroke(&mut program, &WAY, Modifiers::NONE);
    assert_eq!(strokes(&program), 0);
    until(&mut program, "the message", label_contains("choose an image for the stamp first"));
    assert!(!folder.path().join("mine.strokes").exists());
    // The error disappears with the next brush. Initially a field is selected.
    with_a_brush(&mut program, "Field");
    assert!(!label_contains("choose an image for the stamp first")(&program));
    stroke(&mut program, &WAY, Modifiers::NONE);
    assert_eq!(strokes(&program), 1);
}

/// Strokes that wait for their ground are not lost.
#[test]
fn consecutive_strokes_are_all_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = opened(folder.path());
    with_a_brush(&mut program, "Noise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    stroke(&mut program, &WAY[..2], Modifiers::NONE);
    click(&mut program, "Raise");
    stroke(&mut program, &WAY[..3], Modifiers::NONE);
    assert_eq!(strokes(&program), 3);
    let file = folder.path().join("mine.strokes");
    until(&mut program, "the strokes on the disk", |_| {
        journal::read(&file).is_ok_and(|kept| kept.strokes.len() == 3)
    });
    let tools = journal::read(&file).unwrap().strokes;
    let is_field = |at: usize| matches!(tools[at].brush.tool, Tool::Field { .. });
    assert!(is_field(0) && is_field(1) && !is_field(2), "in the order in which they were drawn");
}

/// Saving and exporting at once includes the last stroke, even if its ground is not built yet.
#[test]
fn saves_and_exports_include_the_last_stroke() {
    let folder = tempfile::tempdir().unwrap();
    let path = recipe_file(folder.path());
    let mut program = start(host(folder.path()), Startup::File(path.clone()));
    until(&mut program, "the file", |program| text(program).contains("Downs"));
    with_a_brush(&mut program, "Noise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    program.run_steps(2);
    assert!(!fs::read_to_string(&path).unwrap().contains("[sculpt]"), "the stroke is not on disk yet");
    stroke(&mut program, &WAY[..2], Modifiers::NONE);
    program.key_press_modifiers(Modifiers::COMMAND, Key::E);
    program.run_steps(3);
    click(&mut program, "Export");
    until(&mut program, "the export", |program| shows(program, "Done"));
    assert!(shows(&program, "with 2 strokes"));
    assert!(fs::read_to_string(&path).unwrap().contains("[sculpt]"), "and it was saved before");
}

/// An unreadable image is detected when the ground is built. The stroke is removed, and nothing is saved.
#[test]
fn a_stamp_with_an_unreadable_image_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = recipe_file(folder.path());
    fs::write(folder.path().join("stamp.png"), "no picture").unwrap();
    let mut program = start(host(folder.path()), Startup::File(path));
    until(&mut program, "the file", |program| text(program).contains("Downs"));
    with_a_brush(&mut program, "Stamp");
    click(&mut program, "Choose…");
    until(&mut program, "the picture's name", |program| shows(program, "stamp.png"));
    click(&mut program, "stamp.png");
    click(&mut program, "Use image");
    stroke(&mut program, &WAY, Modifiers::NONE);
    until(&mut program, "the message", label_contains("Stroke not applied: stroke 1"));
    assert_eq!(strokes(&program), 0);
    assert!(!folder.path().join("mine.strokes").exists());
    // The recipe itself is not refused because of the stroke.
    until(&mut program, "the ground", |program| {
        program.query_all_by_label_contains("last valid terrain").next().is_none()
    });
}

/// A broken stroke file stays unchanged, and is reported with a way out.
#[test]
fn a_broken_stroke_file_is_reported_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let named = format!("{}\n[sculpt]\nstrokes = \"mine.strokes\"\n", host::preset("downs").text);
    fs::write(&path, named).unwrap();
    let file = folder.path().join("mine.strokes");
    fs::write(&file, "this is no file of strokes\n").unwrap();
    let mut program = start(host(folder.path()), Startup::File(path));
    until(&mut program, "the message", label_contains("mine.strokes"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "this is no file of strokes\n");
}

/// A stroke file that was deleted is written again with the next save. If it was deleted while nobody painted, the recipe can
/// still be used.
#[test]
fn deleted_strokes_are_restored_or_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let (path, file) = (recipe_file(folder.path()), folder.path().join("mine.strokes"));
    let mut program = start(host(folder.path()), Startup::File(path.clone()));
    until(&mut program, "the file", |program| text(program).contains("Downs"));
    with_a_brush(&mut program, "Raise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    until(&mut program, "the stroke", |program| file.exists() && text(program).contains("[sculpt]"));
    fs::remove_file(&file).unwrap();
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    until(&mut program, "the save", |_| fs::read_to_string(&path).unwrap().contains("[sculpt]"));
    assert_eq!(journal::read(&file).unwrap().strokes.len(), 1);
    drop(program);
    fs::remove_file(&file).unwrap();
    let mut program = start(host(folder.path()), Startup::File(path.clone()));
    until(&mut program, "a way on", |program| shows(program, "Continue without strokes"));
    program.run_steps(8);
    // The recipe can still be edited and saved.
    click(&mut program, "Next");
    let seed = text(&program).to_owned();
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    until(&mut program, "the save", |_| fs::read_to_string(&path).unwrap() == seed);
    // A notice may move the button meanwhile, so a click may miss.
    for _ in 0..20 {
        if shows(&program, "Continue without strokes") {
            click(&mut program, "Continue without strokes");
        }
    }
    assert!(!text(&program).contains("[sculpt]"));
    wait_for_picture(&mut program);
    with_a_brush(&mut program, "Raise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    assert_eq!(strokes(&program), 1);
}

/// Only one program at a time can paint. Another says why it cannot.
#[test]
fn strokes_open_in_another_program_are_locked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let named = format!("{}\n[sculpt]\nstrokes = \"mine.strokes\"\n", host::preset("downs").text);
    fs::write(&path, named).unwrap();
    let other = journal::Journal::open(folder.path().join("mine.strokes"), "mine", Surface::Plane).unwrap();
    let mut program = start(host(folder.path()), Startup::File(path));
    until(&mut program, "the reason", label_contains("is open in another program"));
    drop(other);
}

/// A full disk: neither the recipe nor a stroke is saved, an error is shown, and nothing is lost. With free space all works
/// again.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing_and_is_reported() {
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let disk = |options: &[&str]| {
        let done = std::process::Command::new("mount").args(options).arg(folder.path()).output();
        done.is_ok_and(|done| done.status.success())
    };
    if !disk(&["-t", "tmpfs", "-o", "size=64k", "tmpfs"]) {
        return println!("no disk can be mounted here");
    }
    let path = recipe_file(folder.path());
    let filler = folder.path().join("filler");
    let full = (1..64).rev().any(|pages| fs::write(&filler, vec![1; pages * 4096]).is_ok());
    assert!(full && fs::write(folder.path().join("more"), "x").is_err(), "the disk is full");
    fs::remove_file(folder.path().join("more")).unwrap();
    let mut program = start(host(state.path()), Startup::File(path.clone()));
    until(&mut program, "the file", |program| text(program).contains("Downs"));
    with_a_brush(&mut program, "Raise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    until(&mut program, "the message", label_contains("No space left on device"));
    assert_eq!(strokes(&program), 0);
    click(&mut program, "Next");
    let changed = text(&program).to_owned();
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    until(&mut program, "the message", label_contains("The file is unchanged, and your changes are kept"));
    assert_eq!(fs::read_to_string(&path).unwrap(), host::preset("downs").text);
    assert_eq!(text(&program), changed);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
    fs::remove_file(&filler).unwrap();
    stroke(&mut program, &WAY, Modifiers::NONE);
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    until(&mut program, "the save", |_| fs::read_to_string(&path).unwrap().contains("[sculpt]"));
    assert_eq!(journal::read(&folder.path().join("mine.strokes")).unwrap().strokes.len(), 1);
    drop(program);
    let away = std::process::Command::new("umount").arg(folder.path()).status();
    assert!(away.is_ok_and(|status| status.success()));
}

/// A shipped stamp is in the palette once its heights are saved in the state folder. The host of tests reads no pictures, so the
/// stroke is refused when the ground is built, and not because no stamp was chosen.
#[test]
fn a_shipped_stamp_paints() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = opened(folder.path());
    with_a_brush(&mut program, "Stamp");
    until(&mut program, "the first stamp", |program| shows(program, "peak"));
    program.run_steps(3);
    keep(&mut program, "stamps");
    click(&mut program, "peak");
    stroke(&mut program, &WAY[..1], Modifiers::NONE);
    until(&mut program, "the message", label_contains("Stroke not applied: stroke 1"));
    let files: Vec<_> = fs::read_dir(folder.path().join("stamps")).unwrap().flatten().collect();
    assert!(files.iter().any(|file| file.file_name().to_string_lossy().starts_with("peak-")), "{files:?}");
}

/// While a brush is active, the view says when it is outside of the domain.
#[test]
fn painting_outside_of_the_domain_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = opened(folder.path());
    with_a_brush(&mut program, "Raise");
    let is_outside = label_contains("Outside the domain");
    assert!(!is_outside(&program));
    program.hover_at(Pos2::new(390.0, 600.0));
    program.run_steps(3);
    keep(&mut program, "outside");
    assert!(is_outside(&program));
}

/// A brush that is taken near the ground of a planet fits what is seen, and so does the next one.
#[test]
fn a_brush_near_the_ground_of_a_planet_fits_the_view() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, host::preset("terra").text).unwrap();
    let mut program = start(host(folder.path()), Startup::File(path));
    until(&mut program, "the file", |program| text(program).contains("planet"));
    until(&mut program, "the brushes", |program| shows(program, "Raise"));
    program.key_down(Key::Plus);
    program.run_steps(80);
    program.key_up(Key::Plus);
    with_a_brush(&mut program, "Raise");
    keep(&mut program, "terra-brush");
    stroke(&mut program, &WAY, Modifiers::NONE);
    let file = folder.path().join("mine.strokes");
    until(&mut program, "the stroke on the disk", |_| {
        file.exists() && journal::read(&file).is_ok_and(|kept| kept.strokes.len() == 1)
    });
    let brush = journal::read(&file).unwrap().strokes[0].brush.clone();
    let Tool::Raise { metres } = brush.tool else { panic!("{brush:?}") };
    assert!(brush.radius < 100e3, "{brush:?}");
    assert!((0.02..0.06).contains(&(metres / brush.radius)) || metres >= 100.0, "{brush:?}");
}

/// A stroke has all positions of the pointer, also if a slow frame collects them with the release.
#[test]
fn a_quick_stroke_has_all_its_points() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = opened(folder.path());
    with_a_brush(&mut program, "Raise");
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    program.hover_at(MIDDLE);
    program.step();
    program.event(button(MIDDLE, true));
    program.step();
    let places = WAY.map(|[x, y]| MIDDLE + Vec2::new(x, y));
    let end = button(places[3], false);
    program.input_mut().events.extend(places.map(egui::Event::PointerMoved).into_iter().chain([end]));
    program.run_steps(2);
    let file = folder.path().join("mine.strokes");
    until(&mut program, "the stroke on the disk", |_| {
        journal::read(&file).is_ok_and(|kept| kept.strokes.len() == 1)
    });
    assert_eq!(journal::read(&file).unwrap().strokes[0].points.len(), 5);
}

/// On a planet, points are latitudes and longitudes.
#[test]
fn planets_can_be_painted() {
    const TEXT: &str = "orogen = 1\ndomain = { kind = \"planet\", radius = \"60 km\" }\nheight = { field = \"hills\", \
                        scale = 900.0 }\n[fields.hills]\ntype = \"fbm\"\nwavelength = \"30 km\"\noctaves = 4\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ball.toml");
    fs::write(&path, TEXT).unwrap();
    let mut program = start(host(folder.path()), Startup::File(path));
    until(&mut program, "the file", |program| text(program).contains("planet"));
    with_a_brush(&mut program, "Raise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    let file = folder.path().join("ball.strokes");
    until(&mut program, "the stroke on the disk", |_| {
        file.exists() && journal::read(&file).is_ok_and(|kept| kept.strokes.len() == 1)
    });
    let kept = journal::read(&file).unwrap();
    assert!(matches!(kept.surface, Surface::Planet(sphere) if sphere.radius() == 60_000.0));
    // The camera is above the equator, and the stroke goes slightly east.
    let [first, last] = [0, 3].map(|at| kept.strokes[0].points[at].position);
    assert!(first[0].abs() < 30.0 && (2.0..60.0).contains(&(last[1] - first[1])), "{first:?} {last:?}");
    with_a_brush(&mut program, "Smooth");
    stroke(&mut program, &WAY, Modifiers::NONE);
    until(&mut program, "the ground smoothed", |_| {
        let kept = journal::read(&file).unwrap();
        matches!(kept.strokes.get(1), Some(stroke) if matches!(stroke.brush.tool, Tool::Smooth { .. }))
    });
}

/// What the user sees after an action: the number of strokes, and the seed.
type Seen = (usize, String);

fn seen(program: &Program) -> Seen {
    let seed = text(program).lines().find(|line| line.starts_with("seed"));
    (strokes(program), seed.unwrap_or_default().to_owned())
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Action {
    Stroke,
    NextSeed,
    Undo,
    Redo,
}

fn actions() -> impl Strategy<Value = Vec<Action>> {
    let action = prop_oneof![
        2 => Just(Action::Stroke),
        1 => Just(Action::NextSeed),
        2 => Just(Action::Undo),
        2 => Just(Action::Redo),
    ];
    prop::collection::vec(action, 30)
}

/// Presses a key. If its button has a step to make, waits first until the button is enabled.
fn press_when_ready(program: &mut Program, key: Key, label: &str, has_step: bool) {
    let is_enabled = |program: &Program| {
        !program.get_by_role_and_label(Role::Button, label).accesskit_node().is_disabled()
    };
    if has_step {
        until(program, label, is_enabled);
    }
    program.key_press_modifiers(Modifiers::COMMAND, key);
}

/// Waits for a state, because redone strokes may wait for their ground. The caller checks whether it has come.
fn wait_for_state(program: &mut Program, state: &Seen) {
    let start = Instant::now();
    while seen(program) != *state && start.elapsed() < Duration::from_secs(20) {
        program.step();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2, max_shrink_iters: 8, ..ProptestConfig::default() })]

    /// Strokes and changes of the recipe, undone and redone in any order, follow one list of states.
    #[test]
    fn strokes_and_changes_undo_in_any_order(actions in actions()) {
        let folder = tempfile::tempdir().unwrap();
        let mut program = opened(folder.path());
        with_a_brush(&mut program, "Raise");
        let (mut states, mut now) = (vec![seen(&program)], 0);
        for (step, action) in actions.iter().enumerate() {
            match action {
                Action::Stroke => stroke(&mut program, &WAY[..1 + step % 4], Modifiers::NONE),
                Action::NextSeed => click(&mut program, "Next"),
                Action::Undo => press_when_ready(&mut program, Key::Z, "Undo", now > 0),
                Action::Redo => press_when_ready(&mut program, Key::Y, "Redo", now + 1 < states.len()),
            }
            program.run_steps(4);
            match action {
                Action::Stroke | Action::NextSeed => {
                    states.truncate(now + 1);
                    states.push(seen(&program));
                    now += 1;
                    let is_stroke = *action == Action::Stroke;
                    prop_assert_eq!(states[now].0, states[now - 1].0 + usize::from(is_stroke), "step {}", step);
                    prop_assert_eq!(states[now].1 == states[now - 1].1, is_stroke, "step {}", step);
                }
                Action::Undo => now = now.saturating_sub(1),
                Action::Redo => now = (now + 1).min(states.len() - 1),
            }
            wait_for_state(&mut program, &states[now]);
            prop_assert_eq!(&seen(&program), &states[now], "step {} of {:?}", step, actions);
        }
        let file = folder.path().join("mine.strokes");
        let count = states[now].0;
        until(&mut program, "the strokes on the disk", |_| {
            journal::read(&file).map_or(0, |kept| kept.strokes.len()) == count
        });
        for state in states[..now].iter().rev() {
            press_when_ready(&mut program, Key::Z, "Undo", true);
            wait_for_state(&mut program, state);
            prop_assert_eq!(&seen(&program), state);
        }
    }
}
