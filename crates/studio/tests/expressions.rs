//! Parameters and expressions in the forms, without a window system.

mod driver;
mod host;

use driver::{Program, click, keep, shows, text, until};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use host::TestHost;
use orogen_studio::Startup;

const RECIPE: &str = r#"orogen = 1
[domain]
size = "4 km"
[height]
field = "land"
scale = "level * 1 m" # of the peaks
[parameters]
level = { value = "300 m", range = ["100 m", "900 m"], help = "height of the peaks" }
share = 0.5
[fields.land]
type = "add"
a = "noise"
b = "share * noise"
[fields.noise]
type = "fbm"
wavelength = "1 km"
"#;

fn start() -> (tempfile::TempDir, Program) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, RECIPE).unwrap();
    let host = TestHost::of(&["downs"]);
    let mut program = driver::start(host, Startup::File(path), Vec2::new(1360.0, 1200.0));
    until(&mut program, "the file", |program| text(program) == RECIPE);
    program.run_steps(3);
    (folder, program)
}

/// Replaces the text of the box with this label, and leaves it.
fn write(program: &mut Program, label: &str, words: &str) {
    program.get_by_role_and_label(Role::TextInput, label).focus();
    program.run_steps(2);
    program.key_press_modifiers(Modifiers::COMMAND, Key::A);
    program.run_steps(1);
    program.get_by_role_and_label(Role::TextInput, label).type_text(words);
    program.run_steps(2);
    program.key_press(Key::Enter);
    program.run_steps(3);
}

/// Moves the slider with this label one step up.
fn step(program: &mut Program, label: &str) {
    program.get_by_role_and_label(Role::Slider, label).focus();
    program.run_steps(2);
    program.key_press(Key::ArrowRight);
    program.run_steps(3);
}

/// The lines that differ from the first text.
fn changes(program: &Program) -> Vec<&str> {
    text(program).lines().zip(RECIPE.lines()).filter(|(new, old)| new != old).map(|(new, _)| new).collect()
}

#[test]
fn sliders_set_parameters_in_their_ranges_and_units() {
    let (_folder, mut program) = start();
    step(&mut program, "level");
    let changed = changes(&program);
    assert!(matches!(changed[..], [line] if line.starts_with("level = { value = \"")), "{changed:?}");
    assert!(changed[0].ends_with("m\", range = [\"100 m\", \"900 m\"], help = \"height of the peaks\" }"));
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    program.run_steps(2);
    // A parameter without a table.
    step(&mut program, "share");
    let changed = changes(&program);
    assert!(matches!(changed[..], [line] if line.starts_with("share = 0.")), "{changed:?}");
}

/// A number that is an expression has no slider: a slider would replace the expression.
#[test]
fn expressions_are_edited_as_text() {
    let (_folder, mut program) = start();
    assert!(program.query_by_role_and_label(Role::Slider, "scale").is_none());
    assert!(shows(&program, "Parameters") && shows(&program, "= 300 m"));
    keep(&mut program, "expressions");
    write(&mut program, "scale as an expression", "level * 2 m");
    assert_eq!(changes(&program), ["scale = \"level * 2 m\" # of the peaks"]);
    // The field that is the terrain is open.
    write(&mut program, "b as an expression", "max(noise, share)");
    assert_eq!(changes(&program)[1..], ["b = \"max(noise, share)\""]);
    click(&mut program, "noise");
    assert!(program.query_by_role_and_label(Role::Slider, "wavelength").is_some(), "plain numbers stay so");
}

/// An expression that is not valid stays in its box, with the error below it. The forms do not change.
#[test]
fn wrong_expressions_do_not_reach_the_recipe() {
    let (_folder, mut program) = start();
    write(&mut program, "scale as an expression", "levle * 2 m");
    assert_eq!(text(&program), RECIPE);
    keep(&mut program, "wrong");
    assert!(program.query_by_label_contains("levle").is_some(), "the error names the word");
    write(&mut program, "scale as an expression", "level + 1 m");
    assert_eq!(changes(&program), ["scale = \"level + 1 m\" # of the peaks"]);
}
