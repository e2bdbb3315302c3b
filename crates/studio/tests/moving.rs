//! Moving the camera and the sun: zoom, flights, walks, and the side file that keeps bookmarks.

mod driver;
mod host;

use std::fs;
use std::path::{Path, PathBuf};

use driver::{Program, click, keep, shows, text, until};
use egui::{Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable;
use host::TestHost;
use orogen_studio::Startup;
use toml_edit::DocumentMut;

/// Near the centre of the view, where there is ground.
const MIDDLE: Pos2 = Pos2::new(540.0, 400.0);

/// Above the horizon.
const SKY: Pos2 = Pos2::new(460.0, 62.0);

/// The program with the preset in a file of its own.
fn start(path: &Path) -> Program {
    if !path.exists() {
        fs::write(path, host::preset("downs").text).unwrap();
    }
    let host = TestHost::of(&["downs"]);
    let mut program = driver::start(host, Startup::File(path.to_owned()), Vec2::new(1040.0, 640.0));
    until(&mut program, "the file", |program| text(program).contains("Downs"));
    // The status bar shows the slope at the pointer once the exact heights are ready.
    program.hover_at(MIDDLE);
    until(&mut program, "the ground", |program| program.query_by_label_contains("Slope").is_some());
    program
}

fn side_file(path: &Path) -> PathBuf {
    path.with_file_name("mine.studio.toml")
}

/// Bookmarks the view, and returns the numbers of the bookmark from the side file.
fn bookmark(program: &mut Program, path: &Path) -> toml_edit::Table {
    let read =
        |path: &Path| fs::read_to_string(side_file(path)).unwrap_or_default().parse::<DocumentMut>().unwrap();
    let count = |path: &Path| {
        let file = read(path);
        file.get("bookmarks").and_then(|list| Some(list.as_array_of_tables()?.len())).unwrap_or(0)
    };
    let before = count(path);
    program.key_press(Key::B);
    until(program, "the bookmark", |_| count(path) > before);
    read(path)["bookmarks"].as_array_of_tables().unwrap().get(before).unwrap().clone()
}

fn number(table: &toml_edit::Table, name: &str) -> f64 {
    table[name].as_float().unwrap()
}

/// Drags from a point of the view.
fn drag(program: &mut Program, from: Pos2, by: Vec2) {
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    program.hover_at(from);
    program.step();
    program.event(button(from, true));
    program.step();
    for step in 1..=10 {
        program.event(egui::Event::PointerMoved(from + by * (step as f32 / 10.0)));
        program.step();
    }
    program.event(button(from + by, false));
    program.run_steps(2);
}

#[test]
fn bookmarks_and_the_sun_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let mut program = start(&path);
    fs::write(side_file(&path), "").unwrap();
    // Up, until there is sky.
    drag(&mut program, MIDDLE, Vec2::new(80.0, -75.0));
    let seen = bookmark(&mut program, &path);
    keep(&mut program, "moving-before");
    // A drag in the sky moves the sun, and not the camera.
    drag(&mut program, SKY, Vec2::new(0.0, -30.0));
    until(&mut program, "the sun", |_| fs::read_to_string(side_file(&path)).unwrap().contains("[sun]"));
    keep(&mut program, "moving-sun");
    let again = bookmark(&mut program, &path);
    assert_eq!(seen.to_string(), again.to_string());
    let kept = fs::read_to_string(side_file(&path)).unwrap();
    let sun: DocumentMut = kept.parse().unwrap();
    let elevation = sun["sun"]["elevation"].as_float().unwrap();
    assert!((33.0..40.0).contains(&elevation), "{elevation}");
    drop(program);
    fs::write(side_file(&path), format!("other = 3 # kept\n{kept}")).unwrap();
    let mut program = start(&path);
    until(&mut program, "the bookmarks", |program| shows(program, "View 2"));
    click(&mut program, "View 1");
    let third = bookmark(&mut program, &path);
    assert_eq!(third.to_string(), seen.to_string());
    click(&mut program, "Delete view 1");
    click(&mut program, "Delete view 1");
    let stored = |path: &Path| fs::read_to_string(side_file(path)).unwrap().matches("[[bookmarks]]").count();
    until(&mut program, "the side file", |_| stored(&path) == 1);
    let kept: DocumentMut = fs::read_to_string(side_file(&path)).unwrap().parse().unwrap();
    assert!(kept.to_string().starts_with("other = 3 # kept\n"));
    assert_eq!(kept["sun"]["elevation"].as_float(), Some(elevation));
}

#[test]
fn a_broken_side_file_is_reported_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(side_file(&path), "bookmarks = [\n").unwrap();
    let mut program = start(&path);
    until(&mut program, "the message", |program| {
        program.query_all_by_label_contains("mine.studio.toml is ignored").next().is_some()
    });
    program.key_press(Key::B);
    until(&mut program, "the bookmark", |program| shows(program, "View 1"));
    drop(program);
    assert_eq!(fs::read_to_string(side_file(&path)).unwrap(), "bookmarks = [\n");
}

#[test]
fn a_double_click_flies_there_and_the_wheel_zooms_to_the_pointer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let mut program = start(&path);
    let home = bookmark(&mut program, &path);
    let aside = MIDDLE + Vec2::new(90.0, 60.0);
    program.hover_at(aside);
    program.step();
    for pressed in [true, false, true, false] {
        let (pos, button, modifiers) = (aside, PointerButton::Primary, Modifiers::NONE);
        // All in one frame: frames are too far apart for a double click.
        program.input_mut().events.push(egui::Event::PointerButton { pos, button, pressed, modifiers });
    }
    program.run_steps(20);
    let there = bookmark(&mut program, &path);
    let nearer = number(&there, "distance") / number(&home, "distance");
    assert!((0.2..0.5).contains(&nearer), "{nearer} of the distance");
    assert_eq!(number(&there, "azimuth"), number(&home, "azimuth"));
    assert_ne!(there["target"].to_string(), home["target"].to_string());
    // A zoom out and in at the same point of the picture.
    program.key_press(Key::Home);
    program.run_steps(2);
    program.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: Vec2::new(0.0, 120.0),
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
        phase: egui::TouchPhase::Move,
    });
    program.run_steps(30);
    let zoomed = bookmark(&mut program, &path);
    assert!(number(&zoomed, "distance") < 0.9 * number(&home, "distance"));
    let target =
        |table: &toml_edit::Table| table["target"].as_array().unwrap().get(0).unwrap().as_float().unwrap();
    assert!(target(&zoomed) != target(&home), "towards the pointer, not the centre");
}

#[test]
fn a_walk_is_at_eye_height_and_the_keyboard_reaches_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let mut program = start(&path);
    program.key_press(Key::V);
    program.run_steps(12);
    keep(&mut program, "walking");
    let there = bookmark(&mut program, &path);
    assert_eq!((number(&there, "elevation"), number(&there, "distance")), (0.0, 10.0));
    program.key_down(Key::W);
    program.run_steps(20);
    program.key_up(Key::W);
    program.run_steps(2);
    let further = bookmark(&mut program, &path);
    let way: f64 = (0..2)
        .map(|k| {
            let at = |table: &toml_edit::Table| {
                table["target"].as_array().unwrap().get(k).unwrap().as_float().unwrap()
            };
            (at(&further) - at(&there)).powi(2)
        })
        .sum();
    assert!((1.0..200.0).contains(&way.sqrt()), "{} m", way.sqrt());
    program.key_press(Key::Escape);
    program.run_steps(2);
    // Arrow keys orbit, and the plus key zooms.
    let before = bookmark(&mut program, &path);
    program.key_down(Key::ArrowRight);
    program.run_steps(3);
    program.key_up(Key::ArrowRight);
    program.key_down(Key::Plus);
    program.run_steps(3);
    program.key_up(Key::Plus);
    program.run_steps(2);
    let after = bookmark(&mut program, &path);
    assert_ne!(number(&before, "azimuth"), number(&after, "azimuth"));
    assert!(number(&after, "distance") < number(&before, "distance"));
}

/// The keys of a walk are not those of shortcuts, and a name with the letters of shortcuts can be typed while walking.
#[test]
fn keys_typed_while_walking_are_not_shortcuts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let mut program = start(&path);
    let before = text(&program).to_owned();
    let is_quiet = |program: &Program| {
        let windows = ["Graph of the recipe", "Save recipe", "Export", "Keys", "Variations", "map"];
        text(program) == before && !windows.iter().any(|name| shows(program, name))
    };
    program.key_press(Key::V);
    program.run_steps(12);
    for modifiers in [Modifiers::NONE, Modifiers::SHIFT] {
        for key in [Key::W, Key::A, Key::S, Key::D, Key::ArrowLeft, Key::ArrowUp] {
            program.key_press_modifiers(modifiers, key);
            program.run_steps(2);
            assert!(is_quiet(&program), "{modifiers:?} {key:?}");
        }
    }
    let there = bookmark(&mut program, &path);
    assert_eq!(number(&there, "distance"), 10.0, "still walking");
    // A name of a field that has the letters of shortcuts.
    click(&mut program, "hills");
    program.run_steps(8);
    let entry = program.query_all_by_role(egui::accesskit::Role::TextInput).last().expect("the name");
    entry.focus();
    program.run_steps(2);
    for (key, letter) in
        [(Key::V, "v"), (Key::G, "g"), (Key::M, "m"), (Key::X, "x"), (Key::P, "p"), (Key::B, "b")]
    {
        program.key_press(key);
        program.event(egui::Event::Text(letter.to_owned()));
        program.run_steps(2);
    }
    assert!(is_quiet(&program) && !shows(&program, "View 2"));
    program.key_press(Key::Escape);
    program.run_steps(2);
}
