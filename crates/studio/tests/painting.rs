//! Brushes in the window: strokes are drawn with the mouse, taken back, kept in their file and found again.

mod driver;
mod host;

use std::fs;
use std::path::{Path, PathBuf};

use driver::{Program, click, keep, shows, text, until};
use egui::{Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable;
use host::TestHost;
use orogen_strokes::brush::Tool;
use orogen_strokes::journal;
use orogen_strokes::stroke::Ground;
use orogen_studio::{Begin, Studio};

fn host(state: &Path) -> TestHost {
    TestHost { presets: &["hills"], state: Some(state.to_owned()), steps: 20 }
}

fn strokes(program: &Program) -> usize {
    program.state().as_ref().map_or(0, Studio::strokes)
}

/// A small window, as its pictures are painted by the processor.
fn begun(host: TestHost, begin: Begin) -> Program {
    driver::begun(host, begin, Vec2::new(1040.0, 640.0))
}

/// About the middle of the view, where there is ground.
const MIDDLE: Pos2 = Pos2::new(540.0, 360.0);

/// A brush in the hand, over ground that is there.
fn with_a_brush(program: &mut Program, name: &str) {
    until(program, "the brushes", |program| shows(program, "Raise"));
    // Panels that have just come find their size in a few frames.
    program.run_steps(8);
    click(program, name);
    assert!(program.query_by_label_contains("Drag over the ground").is_some(), "{name} is in the hand");
    program.hover_at(MIDDLE);
    program.run_steps(2);
}

/// Leads the brush along a way that begins in the middle of the view.
fn stroke(program: &mut Program, way: &[[f32; 2]], modifiers: Modifiers) {
    let button =
        |pos, pressed| egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
    program.hover_at(MIDDLE);
    program.step();
    program.event(button(MIDDLE, true));
    program.step();
    let mut at = MIDDLE;
    for [x, y] in way {
        at = MIDDLE + Vec2::new(*x, *y);
        program.event(egui::Event::PointerMoved(at));
        program.step();
    }
    program.event(button(at, false));
    program.run_steps(2);
}

const WAY: [[f32; 2]; 4] = [[20.0, 0.0], [60.0, 8.0], [100.0, 30.0], [140.0, 10.0]];

/// The recipe in a file of its own.
fn a_file(folder: &Path) -> PathBuf {
    let path = folder.join("mine.toml");
    fs::write(&path, host::preset("hills").text).unwrap();
    path
}

/// Whether something says these words.
fn told(words: &str) -> impl Fn(&Program) -> bool {
    move |program| program.query_all_by_label_contains(words).next().is_some()
}

fn settle(program: &mut Program) {
    until(program, "the picture", |program| program.state().as_ref().is_some_and(Studio::is_settled));
}

#[test]
fn strokes_are_drawn_taken_back_and_kept_beside_the_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let path = a_file(folder.path());
    let mut program = begun(host(folder.path()), Begin::File(path));
    until(&mut program, "the file", |program| text(program).contains("Hills"));
    click(&mut program, "Next");
    let changed = text(&program).to_owned();
    settle(&mut program);
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
    settle(&mut program);
    keep(&mut program, "painted");
    let painted = program.render().unwrap();
    let differ = bare.pixels().zip(painted.pixels()).filter(|(one, other)| one != other).count();
    assert!(differ > 2000, "{differ} pixels differ");
    // Who holds a brush takes back strokes, and not the recipe.
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    program.run_steps(2);
    assert_eq!(strokes(&program), 1);
    until(&mut program, "the mark on the disk", |_| kept().len() == 1);
    program.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    until(&mut program, "the stroke again", |program| strokes(program) == 2);
    click(&mut program, "Undo stroke");
    click(&mut program, "Undo stroke");
    assert_eq!(strokes(&program), 0);
    until(&mut program, "the marks on the disk", |_| kept().is_empty());
    assert!(text(&program).contains("mine.strokes"));
    // Without a brush it is the recipe that is taken back, and where its strokes are is none of that.
    program.key_press(Key::Escape);
    program.run_steps(2);
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    program.run_steps(2);
    assert!(text(&program).contains("mine.strokes") && !text(&program).starts_with(&changed));
    click(&mut program, "Redo stroke");
    until(&mut program, "the first stroke again", |program| strokes(program) == 1);
}

#[test]
fn strokes_are_found_again_and_can_still_be_redone() {
    let folder = tempfile::tempdir().unwrap();
    let path = a_file(folder.path());
    let mut program = begun(host(folder.path()), Begin::File(path.clone()));
    until(&mut program, "the file", |program| text(program).contains("Hills"));
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
    let mut program = begun(host(folder.path()), Begin::File(path));
    until(&mut program, "the strokes", |program| strokes(program) == 1);
    until(&mut program, "the brushes", |program| shows(program, "Redo stroke"));
    click(&mut program, "Redo stroke");
    until(&mut program, "the other", |program| strokes(program) == 2);
}

/// A preset has no file: strokes wait in the program's own folder, come back after an early end, and go along with a save.
#[test]
fn strokes_over_a_preset_survive_an_early_end_and_go_along_with_a_save() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let hills = || Begin::Preset(host::preset("hills"));
    let mut program = begun(host(&state), hills());
    with_a_brush(&mut program, "Raise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    let waiting = state.join("rescue/hills.strokes");
    until(&mut program, "the strokes", |_| waiting.exists());
    until(&mut program, "the copy of the text", |_| state.join("rescue/hills.toml").exists());
    drop(program);
    let mut program = begun(host(&state), hills());
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
    // Painting goes on in the new file.
    with_a_brush(&mut program, "Lower");
    stroke(&mut program, &WAY[..2], Modifiers::NONE);
    until(&mut program, "the second stroke", |_| {
        journal::read(&folder.path().join("mine.strokes")).unwrap().strokes.len() == 2
    });
}

#[test]
fn a_stroke_that_cannot_be_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = a_file(folder.path());
    let mut program = begun(host(folder.path()), Begin::File(path));
    until(&mut program, "the file", |program| text(program).contains("Hills"));
    with_a_brush(&mut program, "Stamp");
    stroke(&mut program, &WAY, Modifiers::NONE);
    assert_eq!(strokes(&program), 0);
    until(&mut program, "the message", told("choose a picture for the stamp first"));
    assert!(!folder.path().join("mine.strokes").exists());
    // What was said is over with the next brush, and a field is chosen from the beginning.
    with_a_brush(&mut program, "Field");
    assert!(!told("choose a picture for the stamp first")(&program));
    stroke(&mut program, &WAY, Modifiers::NONE);
    assert_eq!(strokes(&program), 1);
}

/// Strokes whose ground is not made yet wait for it, and none is lost.
#[test]
fn strokes_that_follow_one_another_are_all_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = a_file(folder.path());
    let mut program = begun(host(folder.path()), Begin::File(path));
    until(&mut program, "the file", |program| text(program).contains("Hills"));
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

/// Whoever saves or exports at once does so with the stroke, be its ground not even made yet.
#[test]
fn what_is_saved_and_exported_at_once_has_the_last_stroke() {
    let folder = tempfile::tempdir().unwrap();
    let path = a_file(folder.path());
    let mut program = begun(host(folder.path()), Begin::File(path.clone()));
    until(&mut program, "the file", |program| text(program).contains("Hills"));
    with_a_brush(&mut program, "Noise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    program.run_steps(2);
    assert!(!fs::read_to_string(&path).unwrap().contains("[sculpt]"), "the stroke is not on the disk yet");
    stroke(&mut program, &WAY[..2], Modifiers::NONE);
    program.key_press_modifiers(Modifiers::COMMAND, Key::E);
    program.run_steps(3);
    click(&mut program, "Export now");
    until(&mut program, "the export", |program| shows(program, "Done"));
    assert!(shows(&program, "with 2 strokes"));
    assert!(fs::read_to_string(&path).unwrap().contains("[sculpt]"), "and it was saved before");
}

/// A picture that cannot be read is known only when the ground is made: the stroke goes, and nothing is kept of it.
#[test]
fn a_stamp_without_its_picture_is_taken_away_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = a_file(folder.path());
    fs::write(folder.path().join("stamp.png"), "no picture").unwrap();
    let mut program = begun(host(folder.path()), Begin::File(path));
    until(&mut program, "the file", |program| text(program).contains("Hills"));
    with_a_brush(&mut program, "Stamp");
    click(&mut program, "Choose…");
    until(&mut program, "the picture's name", |program| shows(program, "stamp.png"));
    click(&mut program, "stamp.png");
    click(&mut program, "Take this one");
    stroke(&mut program, &WAY, Modifiers::NONE);
    until(&mut program, "the message", told("No stroke: stroke 1"));
    assert_eq!(strokes(&program), 0);
    assert!(!folder.path().join("mine.strokes").exists());
    // Nor is the recipe refused because of it.
    until(&mut program, "the ground", |program| {
        program.query_all_by_label_contains("the last that was right").next().is_none()
    });
}

/// Files of strokes that are broken stay as they are, and are told of with the way out.
#[test]
fn a_broken_file_of_strokes_is_told_of_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let named = format!("{}\n[sculpt]\nstrokes = \"mine.strokes\"\n", host::preset("hills").text);
    fs::write(&path, named).unwrap();
    let file = folder.path().join("mine.strokes");
    fs::write(&file, "this is no file of strokes\n").unwrap();
    let mut program = begun(host(folder.path()), Begin::File(path));
    until(&mut program, "the message", told("mine.strokes"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "this is no file of strokes\n");
}

/// Somebody deletes the file of strokes: it is there again with the save, and the recipe is whole. Gone while nobody paints, it
/// leaves a recipe that can be gone on with.
#[test]
fn strokes_that_are_deleted_come_back_or_are_gone_on_without() {
    let folder = tempfile::tempdir().unwrap();
    let (path, file) = (a_file(folder.path()), folder.path().join("mine.strokes"));
    let mut program = begun(host(folder.path()), Begin::File(path.clone()));
    until(&mut program, "the file", |program| text(program).contains("Hills"));
    with_a_brush(&mut program, "Raise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    until(&mut program, "the stroke", |program| file.exists() && text(program).contains("[sculpt]"));
    fs::remove_file(&file).unwrap();
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    until(&mut program, "the save", |_| fs::read_to_string(&path).unwrap().contains("[sculpt]"));
    assert_eq!(journal::read(&file).unwrap().strokes.len(), 1);
    drop(program);
    fs::remove_file(&file).unwrap();
    let mut program = begun(host(folder.path()), Begin::File(path.clone()));
    until(&mut program, "a way on", |program| shows(program, "Go on without them"));
    program.run_steps(8);
    // The recipe can still be changed and saved.
    click(&mut program, "Next");
    let seed = text(&program).to_owned();
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    until(&mut program, "the save", |_| fs::read_to_string(&path).unwrap() == seed);
    // What was saved is said meanwhile, and panels may move: a click may miss.
    for _ in 0..20 {
        if shows(&program, "Go on without them") {
            click(&mut program, "Go on without them");
        }
    }
    assert!(!text(&program).contains("[sculpt]"));
    settle(&mut program);
    with_a_brush(&mut program, "Raise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    assert_eq!(strokes(&program), 1);
}

/// One program at a time paints: another says why it does not.
#[test]
fn strokes_that_another_program_has_open_are_not_painted_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let named = format!("{}\n[sculpt]\nstrokes = \"mine.strokes\"\n", host::preset("hills").text);
    fs::write(&path, named).unwrap();
    let other = journal::Journal::open(folder.path().join("mine.strokes"), "mine", Ground::Plane).unwrap();
    let mut program = begun(host(folder.path()), Begin::File(path));
    until(&mut program, "the reason", told("is open in another program"));
    drop(other);
}

/// A disk without room takes neither the recipe nor a stroke, says so, and keeps what it has; with room again all goes on.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_what_it_has_and_says_so() {
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let disk = |options: &[&str]| {
        let done = std::process::Command::new("mount").args(options).arg(folder.path()).output();
        done.is_ok_and(|done| done.status.success())
    };
    if !disk(&["-t", "tmpfs", "-o", "size=64k", "tmpfs"]) {
        return println!("no disk can be mounted here");
    }
    let path = a_file(folder.path());
    let filler = folder.path().join("filler");
    let full = (1..64).rev().any(|pages| fs::write(&filler, vec![1; pages * 4096]).is_ok());
    assert!(full && fs::write(folder.path().join("more"), "x").is_err(), "the disk is full");
    fs::remove_file(folder.path().join("more")).unwrap();
    let mut program = begun(host(state.path()), Begin::File(path.clone()));
    until(&mut program, "the file", |program| text(program).contains("Hills"));
    with_a_brush(&mut program, "Raise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    until(&mut program, "the message", told("No space left on device"));
    assert_eq!(strokes(&program), 0);
    click(&mut program, "Next");
    let changed = text(&program).to_owned();
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    until(&mut program, "the message", told("the file is as it was, and your changes are still here"));
    assert_eq!(fs::read_to_string(&path).unwrap(), host::preset("hills").text);
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

/// On a planet places are latitudes and longitudes.
#[test]
fn planets_are_painted_as_planes_are() {
    const TEXT: &str = "orogen = 1\ndomain = { kind = \"planet\", radius = \"60 km\" }\nheight = { field = \"hills\", \
                        scale = 900.0 }\n[fields.hills]\ntype = \"fbm\"\nfeature = \"30 km\"\noctaves = 4\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ball.toml");
    fs::write(&path, TEXT).unwrap();
    let mut program = begun(host(folder.path()), Begin::File(path));
    until(&mut program, "the file", |program| text(program).contains("planet"));
    with_a_brush(&mut program, "Raise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    let file = folder.path().join("ball.strokes");
    until(&mut program, "the stroke on the disk", |_| {
        file.exists() && journal::read(&file).is_ok_and(|kept| kept.strokes.len() == 1)
    });
    let kept = journal::read(&file).unwrap();
    assert!(matches!(kept.ground, Ground::Planet(sphere) if sphere.radius() == 60_000.0));
    // The eye is above the equator, and the stroke goes a bit to the east.
    let [first, last] = [0, 3].map(|at| kept.strokes[0].points[at].place);
    assert!(first[0].abs() < 30.0 && (2.0..60.0).contains(&(last[1] - first[1])), "{first:?} {last:?}");
    with_a_brush(&mut program, "Smooth");
    stroke(&mut program, &WAY, Modifiers::NONE);
    until(&mut program, "the ground smoothed", |_| {
        let kept = journal::read(&file).unwrap();
        matches!(kept.strokes.get(1), Some(stroke) if matches!(stroke.brush.tool, Tool::Smooth { .. }))
    });
}
