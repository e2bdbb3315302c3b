//! The forms of the studio, without a window system.

mod driver;
mod host;

use driver::{Program, click, keep, shows, text, until};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use host::TestHost;
use orogen_studio::{Startup, Studio};

const RECIPE: &str = r##"orogen = 1
domain.size = "4 km"
[parameters]
level = "300 m"
[fields.noise]
type = "fbm"
wavelength = "1 km"
gain = 0.4 # rough
[fields.land]
type = "curve"
input = "noise"
points = [[-1.0, 0.0], [0.2, 0.3], [1.0, 1.0]]
[height]
field = "land"
scale = "level"
[[materials]]
name = "rock"
color = "#7a736a"
[[materials]]
name = "grass"
color = "#666d45"
slope = [45, 30]
"##;

fn host() -> TestHost {
    TestHost::of(&["downs", "alps"])
}

fn start() -> (tempfile::TempDir, Program) {
    start_in(Vec2::new(1360.0, 2000.0))
}

fn start_in(window: Vec2) -> (tempfile::TempDir, Program) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, RECIPE).unwrap();
    let mut program = driver::start(host(), Startup::File(path), window);
    until(&mut program, "the file", |program| text(program) == RECIPE);
    program.run_steps(3);
    (folder, program)
}

fn press(program: &mut Program, modifiers: Modifiers, key: Key) {
    program.key_press_modifiers(modifiers, key);
    program.run_steps(3);
}

fn focus(program: &mut Program, role: Role, label: &str) {
    let found = program.query_all_by_role(role).find(|node| {
        use egui_kittest::kittest::NodeT;
        node.accesskit_node().label().is_some_and(|name| name.starts_with(label))
    });
    found.unwrap_or_else(|| panic!("no {role:?} is labelled `{label}`")).focus();
    program.run_steps(2);
}

fn write(program: &mut Program, label: &str, words: &str) {
    focus(program, Role::TextInput, label);
    press(program, Modifiers::COMMAND, Key::A);
    program.get_by_role_and_label(Role::TextInput, label).type_text(words);
    program.run_steps(2);
    press(program, Modifiers::NONE, Key::Enter);
}

fn undo(program: &mut Program) {
    // The focus must not be in a text box.
    press(program, Modifiers::NONE, Key::Escape);
    press(program, Modifiers::COMMAND, Key::Z);
}

#[test]
fn an_empty_recipe_is_a_start() {
    let mut program = driver::start(host(), Startup::StartPage, Vec2::new(960.0, 640.0));
    program.run_steps(3);
    click(&mut program, "New");
    assert!(text(&program).starts_with("orogen = 1\nname = \"Untitled\""), "{}", text(&program));
    press(&mut program, Modifiers::COMMAND, Key::N);
    assert!(text(&program).contains("Untitled"));
}

#[test]
fn a_picture_that_cannot_be_read_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dem.tif");
    std::fs::write(&path, "not a picture").unwrap();
    let mut program = driver::start(host(), Startup::File(path), Vec2::new(960.0, 640.0));
    until(&mut program, "the error", |program| {
        program.query_all_by_label_contains("dem.tif").next().is_some()
    });
    assert_eq!(text(&program), "");
}

#[test]
fn a_type_is_changed_and_what_is_removed_is_named() {
    let (_folder, mut program) = start();
    click(&mut program, "noise");
    click(&mut program, "node: fbm");
    click(&mut program, "perlin");
    assert_eq!(text(&program), RECIPE.replace("\"fbm\"", "\"perlin\"").replace("gain = 0.4 # rough\n", ""));
    assert!(program.query_all_by_label_contains("`gain`").next().is_some(), "a notice");
    keep(&mut program, "retyped");
    undo(&mut program);
    assert_eq!(text(&program), RECIPE);
    // A node that reads a file asks for it first.
    click(&mut program, "node: fbm");
    // The entry is further down in the menu.
    let entry = program.query_all_by_label("image").last().expect("an entry");
    entry.click_accesskit();
    program.run_steps(3);
    assert!(shows(&program, "Choose image") && text(&program) == RECIPE);
    click(&mut program, "Cancel");
    assert_eq!(text(&program), RECIPE);
}

#[test]
fn materials_have_colours_an_order_and_rules() {
    let (_folder, mut program) = start();
    click(&mut program, "Materials (2)");
    click(&mut program, "by slope");
    program.run_steps(20);
    keep(&mut program, "materials");
    assert!(program.query_by_role_and_label(Role::ColorWell, "colour of grass").is_some());
    // Stops move with the arrow keys.
    focus(&mut program, Role::Slider, "slope of grass, stop 1: 30");
    press(&mut program, Modifiers::NONE, Key::ArrowRight);
    assert!(!text(&program).contains("slope = [45, 30]"));
    assert!(text(&program).contains("slope = [45, 3"), "{}", text(&program));
    undo(&mut program);
    assert_eq!(text(&program), RECIPE);
    click(&mut program, "Add material");
    assert!(
        text(&program).ends_with("[[materials]]\nname = \"scree\"\ncolor = \"#9a9286\"\nslope = [35, 25]\n")
    );
    undo(&mut program);
    click(&mut program, "Move rock down in the list");
    assert!(text(&program).find("\"rock\"") > text(&program).find("\"grass\""));
    undo(&mut program);
    write(&mut program, "name of rock", "stone");
    assert_eq!(text(&program), RECIPE.replace("\"rock\"", "\"stone\""));
    click(&mut program, "Remove grass");
    assert!(!text(&program).contains("grass"));
}

#[test]
fn curves_have_points_to_move() {
    let (_folder, mut program) = start();
    program.run_steps(20);
    keep(&mut program, "curve");
    focus(&mut program, Role::Slider, "points point 2");
    press(&mut program, Modifiers::NONE, Key::ArrowUp);
    let moved = text(&program).to_owned();
    assert!(moved.contains("points = [[-1.0, 0.0], [0.2, 0.3") && moved != RECIPE, "{moved}");
    press(&mut program, Modifiers::NONE, Key::Delete);
    assert!(text(&program).contains("points = [[-1.0, 0.0], [1.0, 1.0]]"), "{}", text(&program));
    undo(&mut program);
    assert_eq!(text(&program), moved);
    undo(&mut program);
    assert_eq!(text(&program), RECIPE);
}

/// To look at a form changes nothing, even where points are closer than the form would place them, and the next seed of the
/// largest one exists.
#[test]
fn unusual_values_are_shown_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let unusual = RECIPE
        .replace("[0.2, 0.3]", "[0.2, 0.3], [0.20000000001, 0.31]")
        .replace("orogen = 1\n", "orogen = 1\nseed = \"18446744073709551615\"\n");
    std::fs::write(&path, &unusual).unwrap();
    let mut program = driver::start(host(), Startup::File(path), Vec2::new(1360.0, 2000.0));
    until(&mut program, "the file", |program| !text(program).is_empty());
    program.run_steps(10);
    assert_eq!(text(&program), unusual);
    click(&mut program, "Next");
    assert_eq!(text(&program), unusual.replace("\"18446744073709551615\"", "0"));
}

#[test]
fn parameters_are_added_renamed_and_removed() {
    let (_folder, mut program) = start();
    click(&mut program, "Add parameter");
    assert!(
        text(&program).contains("level = \"300 m\"\namount = { value = 1.0, range = [0.0, 2.0] }\n"),
        "{}",
        text(&program)
    );
    undo(&mut program);
    click(&mut program, "name, range");
    program.run_steps(20);
    keep(&mut program, "parameters");
    click(&mut program, "set the range of level");
    assert!(
        text(&program).contains("level = { value = \"300 m\", range = [0.0, 600.0] }"),
        "{}",
        text(&program)
    );
    write(&mut program, "name of level", "peaks");
    assert!(text(&program).contains("peaks = {") && text(&program).contains("scale = \"peaks\""));
    click(&mut program, "remove peaks");
    assert!(text(&program).contains("scale = 300\n"), "{}", text(&program));
    assert!(!text(&program).contains("peaks"));
}

/// An error that was typed in the text is shown beside the value that it is about.
#[test]
fn errors_are_shown_at_their_values() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, RECIPE).unwrap();
    let mut program = driver::start(host(), Startup::File(path.clone()), Vec2::new(1360.0, 2000.0));
    until(&mut program, "the file", |program| text(program) == RECIPE);
    click(&mut program, "noise");
    std::fs::write(&path, RECIPE.replace("gain = 0.4", "gain = 4.0")).unwrap();
    let message = |program: &Program| program.query_all_by_label_contains("gain").count();
    let before = message(&program);
    until(&mut program, "the error", |program| text(program).contains("gain = 4.0"));
    program.run_steps(3);
    assert!(message(&program) >= before + 2, "in the banner and in the form");
}

/// The list of nodes is searched by typing, and Enter takes the best match.
#[test]
fn a_node_to_add_is_found_by_typing() {
    let (_folder, mut program) = start();
    click(&mut program, "node: Add field");
    program.run_steps(3);
    program.event(egui::Event::Text("terrac".to_owned()));
    program.run_steps(3);
    keep(&mut program, "add-field");
    assert!(shows(&program, "terrace") && !shows(&program, "billow"));
    program.key_press(Key::Enter);
    program.run_steps(4);
    assert!(text(&program).contains("[fields.terrace]"), "{}", text(&program));
    assert!(!shows(&program, "Search nodes"), "the list is closed");
    keep(&mut program, "added-field");
    // The list forgets what was searched.
    click(&mut program, "node: Add field");
    program.run_steps(3);
    assert!(shows(&program, "billow"));
}

/// A new field is shown in its form, and warned about. As nothing reads it, the picture stays; it changes with a field that the
/// heights read.
#[test]
fn a_field_that_nothing_reads_keeps_the_picture() {
    // Narrow, because the picture is finished three times.
    let (_folder, mut program) = start_in(Vec2::new(960.0, 2000.0));
    let settled = |program: &mut Program| {
        until(program, "the picture", |program| program.state().as_ref().is_some_and(Studio::is_settled));
    };
    let pictures =
        |program: &Program| program.state().as_ref().map_or(0, |studio| studio.liveness(0.0).pictures);
    settled(&mut program);
    let before = pictures(&program);
    assert!(before > 0);
    click(&mut program, "node: Add field");
    program.run_steps(3);
    program.event(egui::Event::Text("terrac".to_owned()));
    program.run_steps(3);
    program.key_press(Key::Enter);
    program.run_steps(4);
    assert!(program.query_by_role_and_label(Role::Slider, "step").is_some(), "its form is open");
    until(&mut program, "the warning", |program| shows(program, "Warning: the field `terrace` is not used"));
    settled(&mut program);
    assert_eq!(pictures(&program), before);
    click(&mut program, "Hide");
    program.run_steps(3);
    assert!(!shows(&program, "Warning: the field `terrace` is not used"));
    click(&mut program, "noise");
    program.run_steps(8);
    program.get_by_label("reset gain").click();
    program.run_steps(3);
    settled(&mut program);
    assert!(pictures(&program) > before);
}
