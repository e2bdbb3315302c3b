//! The program without a window system: clicks and keys, and their effects.

mod driver;
mod host;
mod texts;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use driver::{Program, click, shows, text, until};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use host::TestHost;
use orogen_studio::host::Preset;
use orogen_studio::{Startup, Studio};
use texts::texts_in;

/// The program in a window of the usual size.
fn start(host: TestHost, startup: Startup) -> Program {
    driver::start(host, startup, Vec2::new(1360.0, 860.0))
}

fn host() -> TestHost {
    TestHost::of(&["downs", "dunes"])
}

fn downs() -> Startup {
    Startup::Preset(host::preset("downs"))
}

/// The preset without trees and stones, for full pictures in tests that do not look at them.
fn bare_downs() -> Startup {
    let preset = host::preset("downs");
    let text = preset.text.replace("[view]\n", "[view]\ntrees = 0\nstones = 0\n");
    assert_ne!(text, preset.text);
    Startup::Preset(Preset { text: text.leak(), ..preset })
}

/// The program with the preset in a file.
fn of_a_file(path: &Path) -> Program {
    fs::write(path, host::preset("downs").text).unwrap();
    let mut program = start(host(), Startup::File(path.to_owned()));
    until(&mut program, "the file", |program| text(program).contains("Downs"));
    program
}

/// Between the panels, there is room for a map below the view, and not beside it.
#[test]
fn the_map_and_the_view_have_room() {
    let mut program = driver::start(host(), downs(), Vec2::new(1040.0, 760.0));
    click(&mut program, "Map view");
    program.run_steps(10);
    for (picture, least) in [("map", Vec2::new(300.0, 150.0)), ("terrain", Vec2::new(300.0, 200.0))] {
        let size = program.get_by_role_and_label(Role::Image, picture).rect().size();
        assert!(size.x >= least.x && size.y >= least.y, "{picture}: {size}");
    }
}

#[test]
fn a_preset_is_opened_from_the_start_page() {
    let mut program = start(host(), Startup::StartPage);
    assert!(shows(&program, "Start from a preset"));
    click(&mut program, "dunes");
    until(&mut program, "the recipe", |program| text(program).contains("name = \"Dunes\""));
    assert!(shows(&program, "Export…") && !shows(&program, "Start from a preset"));
    click(&mut program, "Presets");
    assert!(shows(&program, "Start from a preset"), "without changes, no question is asked");
}

#[test]
fn a_slider_changes_the_text_and_undo_restores_it() {
    let mut program = start(host(), downs());
    let before = text(&program).to_owned();
    let seed = |program: &Program| {
        let line = text(program).lines().find(|line| line.starts_with("seed")).unwrap().to_owned();
        line.split(['=', '#']).nth(1).unwrap().trim().parse::<u64>().unwrap()
    };
    let first = seed(&program);
    click(&mut program, "Next");
    assert_eq!(seed(&program), first + 1);
    assert!(shows(&program, "modified"));
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    program.run_steps(2);
    assert_eq!(text(&program), before);
    program.get_by_role_and_label(Role::Slider, "scale").focus();
    program.run_steps(2);
    program.key_press(Key::ArrowRight);
    program.run_steps(3);
    let changed = text(&program).lines().zip(before.lines()).filter(|(new, old)| new != old).count();
    assert_eq!(changed, 1, "{}", text(&program));
}

#[test]
fn to_look_at_presets_loses_nothing_and_to_take_one_asks_about_unsaved_changes() {
    let mut program = start(host(), downs());
    click(&mut program, "Next");
    let changed = text(&program).to_owned();
    click(&mut program, "Presets");
    assert!(shows(&program, "Start from a preset") && !shows(&program, "Save changes to downs?"));
    // Keys of the recipe have no effect here.
    program.key_press(Key::G);
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    program.run_steps(2);
    click(&mut program, "Back to downs");
    assert!(shows(&program, "Export…") && !shows(&program, "Start from a preset"));
    assert_eq!(text(&program), changed);
    click(&mut program, "Presets");
    click(&mut program, "dunes");
    assert!(shows(&program, "Save changes to downs?"));
    click(&mut program, "Cancel");
    assert_eq!(text(&program), changed);
    click(&mut program, "dunes");
    click(&mut program, "Discard");
    assert!(text(&program).contains("name = \"Dunes\"") && shows(&program, "Export…"));
}

/// A path that is typed into the dialog for opening.
fn open_path(program: &mut Program, path: &Path) {
    program.key_press_modifiers(Modifiers::COMMAND, Key::A);
    program.event(egui::Event::Text(path.display().to_string()));
    program.run_steps(2);
    program.key_press(Key::Enter);
    program.run_steps(2);
}

#[test]
fn the_open_dialog_stays_and_shows_why_a_path_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let [wrong, right] = ["nosuch.toml", "mine.toml"].map(|name| folder.path().join(name));
    fs::write(&right, host::preset("dunes").text).unwrap();
    let mut program = start(host(), downs());
    click(&mut program, "Next");
    let changed = text(&program).to_owned();
    let title = "Open recipe, elevation model or image";
    program.key_press_modifiers(Modifiers::COMMAND, Key::O);
    program.run_steps(3);
    open_path(&mut program, &wrong);
    let reports = |program: &Program| {
        program.query_all_by_label_contains("nosuch.toml").any(|node| {
            use egui_kittest::kittest::NodeT;
            node.accesskit_node().role() == Role::Label
        })
    };
    until(&mut program, "the error", reports);
    assert!(shows(&program, title) && text(&program) == changed);
    assert!(!shows(&program, "Save changes to downs?"), "there is nothing to open");
    program.query_all_by_role(Role::TextInput).last().unwrap().focus();
    program.run_steps(2);
    open_path(&mut program, &right);
    until(&mut program, "the question", |program| shows(program, "Save changes to downs?"));
    assert!(!shows(&program, title));
    click(&mut program, "Discard");
    until(&mut program, "the file", |program| text(program).contains("name = \"Dunes\""));
    program.run_steps(3);
    assert!(!shows(&program, title));
}

/// `scale` has no default that anybody wants: it returns to the preset's, and then has no reset button.
#[test]
fn a_reset_brings_back_the_value_of_the_preset() {
    let mut program = start(host(), downs());
    let before = text(&program).to_owned();
    assert!(!shows(&program, "reset scale"));
    program.get_by_role_and_label(Role::Slider, "scale").focus();
    program.run_steps(2);
    program.key_press(Key::ArrowRight);
    program.run_steps(3);
    assert_ne!(text(&program), before);
    click(&mut program, "reset scale");
    assert_eq!(text(&program), before);
    assert!(!shows(&program, "reset scale"));
}

#[test]
fn the_text_has_line_numbers_and_marks_the_line_of_the_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(
        &path,
        "orogen = 1\n# hills\ndomain.size = 9000\nheight.field = \"a\"\n[fields.a]\ntype = \"nosuch\"\n",
    )
    .unwrap();
    let mut program = start(host(), Startup::File(path));
    until(&mut program, "the text", |program| shows(program, "line numbers, error in line 6"));
    program.run_steps(3);
    driver::keep(&mut program, "line-numbers");
    let gutter = program.get_by_label("line numbers, error in line 6").rect();
    let numbers: Vec<_> = texts_in(&program, gutter).into_iter().map(|(text, _)| text).collect();
    for number in ["1", "3", "6", "7"] {
        assert!(numbers.iter().any(|text| text == number), "{number} in {numbers:?}");
    }
}

#[test]
fn a_file_is_saved_and_reloaded_when_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let mut program = of_a_file(&path);
    click(&mut program, "Next");
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    until(&mut program, "the save", |program| shows(program, "saved"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text(&program));
    fs::write(&path, text(&program).replace("type = ", "type = \"nosuch\" # ")).unwrap();
    until(&mut program, "the reload", |program| text(program).contains("nosuch"));
    let error =
        |program: &Program| program.query_all_by_label_contains("no node is named `nosuch`").next().is_some();
    until(&mut program, "the error", error);
    fs::write(&path, host::preset("dunes").text).unwrap();
    until(&mut program, "the fix", |program| text(program).contains("Dunes") && !error(program));
}

#[test]
fn a_preset_is_saved_under_a_typed_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = start(host(), downs());
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    program.run_steps(3);
    assert!(shows(&program, "Save recipe"));
    let path = folder.path().join("typed");
    program.key_press_modifiers(Modifiers::COMMAND, Key::A);
    program.event(egui::Event::Text(path.display().to_string()));
    program.run_steps(2);
    program.key_press(Key::Enter);
    let saved = folder.path().join("typed.toml");
    until(&mut program, "the file", |_| saved.exists());
    until(&mut program, "the title", |program| shows(program, "saved") && shows(program, "typed"));
    assert_eq!(fs::read_to_string(&saved).unwrap(), text(&program));
}

#[test]
fn recent_recipes_are_on_the_start_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, host::preset("downs").text).unwrap();
    let remembering = || TestHost { state: Some(folder.path().join("state")), ..host() };
    let mut program = start(remembering(), Startup::File(path));
    until(&mut program, "the file", |program| text(program).contains("Downs"));
    drop(program);
    let mut program = start(remembering(), Startup::StartPage);
    until(&mut program, "the file's name", |program| shows(program, "mine.toml"));
    click(&mut program, "mine.toml");
    until(&mut program, "the file again", |program| text(program).contains("Downs"));
}

#[test]
fn files_that_are_not_recipes_are_not_recent() {
    let folder = tempfile::tempdir().unwrap();
    let [mine, other] = ["mine.toml", "other.toml"].map(|name| folder.path().join(name));
    fs::write(&other, "[dependencies]\norogen-strokes = \"1\"\n").unwrap();
    // An invalid recipe is still a recipe.
    fs::write(&mine, "orogen = 1\nheight = 3\n").unwrap();
    let remembering = || TestHost { state: Some(folder.path().join("state")), ..host() };
    for path in [&mine, &other] {
        let mut program = start(remembering(), Startup::File(path.clone()));
        until(&mut program, "the file", |program| !text(program).is_empty());
    }
    let mut program = start(remembering(), Startup::StartPage);
    until(&mut program, "the file's name", |program| shows(program, "mine.toml"));
    assert!(!shows(&program, "other.toml"));
}

#[test]
fn two_recipes_are_compared() {
    let mut program = start(host(), downs());
    let kept = text(&program).to_owned();
    click(&mut program, "Store as B");
    click(&mut program, "Next");
    let changed = text(&program).to_owned();
    assert_ne!(changed, kept);
    click(&mut program, "Swap A and B");
    assert_eq!(text(&program), kept);
    assert!(shows(&program, "Swapped A and B. Press X to swap back."));
    program.key_press(Key::X);
    program.run_steps(3);
    assert_eq!(text(&program), changed);
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    program.run_steps(3);
    assert_eq!(text(&program), kept, "a swap can be undone like any other change");
}

#[test]
fn a_failed_save_is_reported_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gone").join("mine.toml");
    fs::create_dir(path.parent().unwrap()).unwrap();
    let mut program = of_a_file(&path);
    click(&mut program, "Next");
    let changed = text(&program).to_owned();
    // A file is where the folder was.
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path.parent().unwrap(), "").unwrap();
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    let reported =
        |program: &Program| program.query_all_by_label_contains("cannot be saved").next().is_some();
    until(&mut program, "the message", reported);
    assert_eq!(text(&program), changed);
    assert!(shows(&program, "modified"));
    // Without the file, the folder is created.
    fs::remove_file(path.parent().unwrap()).unwrap();
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    until(&mut program, "the save", |_| path.exists());
}

#[test]
fn unsaved_changes_are_recovered_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let mut program = of_a_file(&path);
    click(&mut program, "Next");
    let changed = text(&program).to_owned();
    let rescue = folder.path().join(".mine.toml.orogen-rescue");
    until(&mut program, "the copy", |_| rescue.exists());
    // The program ends without saving.
    drop(program);
    let mut program = start(host(), Startup::File(path));
    until(&mut program, "the changes", |program| text(program) == changed);
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    until(&mut program, "the file again", |program| text(program) == host::preset("downs").text);
    until(&mut program, "the copy's end", |_| !rescue.exists());
}

#[test]
fn an_export_shows_the_values_to_enter_and_can_be_cancelled() {
    let mut program = start(TestHost { steps: 100_000, ..host() }, downs());
    click(&mut program, "Export…");
    click(&mut program, "unity");
    assert!(program.query_all_by_label_contains("--for unity").next().is_some(), "the command line is shown");
    click(&mut program, "Export");
    until(&mut program, "the progress", |program| {
        program.query_all_by_label_contains("Exporting to").next().is_some()
    });
    // The dialog has just become smaller.
    program.run_steps(3);
    click(&mut program, "Cancel");
    until(&mut program, "the end", |program| shows(program, "stopped: nothing was written"));
    click(&mut program, "Close");
    assert!(!shows(&program, "stopped: nothing was written"));
    let mut program = start(host(), downs());
    program.key_press_modifiers(Modifiers::COMMAND, Key::E);
    program.run_steps(2);
    click(&mut program, "unreal");
    click(&mut program, "Export");
    until(&mut program, "the end", |program| shows(program, "Done"));
    assert!(shows(&program, "Terrain Height") && shows(&program, "3421.7"));
    // Escape closes it, and it keeps its settings.
    program.key_press(Key::Escape);
    program.run_steps(3);
    assert!(!shows(&program, "Done"));
    program.key_press_modifiers(Modifiers::COMMAND, Key::E);
    program.run_steps(2);
    assert!(program.query_all_by_label_contains("downs-unreal --for unreal").next().is_some());
}

/// On a CPU driver, rendering pauses during an export.
#[test]
fn rendering_pauses_during_an_export() {
    let settled = |program: &Program| program.state().as_ref().is_some_and(Studio::is_settled);
    let rendering = |program: &Program| program.query_all_by_label_contains("Rendering ").next().is_some();
    let small = |steps| {
        driver::start(TestHost { steps, is_fine: true, ..host() }, bare_downs(), Vec2::new(960.0, 640.0))
    };
    let mut program = small(20);
    until(&mut program, "the renderer", |program| rendering(program) || settled(program));
    let begin = Instant::now();
    until(&mut program, "the picture", settled);
    let usual = begin.elapsed();
    if program.query_all_by_label_contains("(CPU)").next().is_none() {
        println!("a graphics card renders during exports");
        return;
    }
    let mut program = small(100_000);
    until(&mut program, "the renderer", rendering);
    program.key_press_modifiers(Modifiers::COMMAND, Key::E);
    program.run_steps(2);
    click(&mut program, "Export");
    let begin = Instant::now();
    while begin.elapsed() < usual + Duration::from_secs(1) {
        program.step();
        if begin.elapsed() > Duration::from_millis(500) {
            assert!(shows(&program, "Render paused during export"), "after {:?}", begin.elapsed());
        }
        assert!(!settled(&program), "rendered after {:?}, usually {usual:?}", begin.elapsed());
        std::thread::sleep(Duration::from_millis(10));
    }
    click(&mut program, "Cancel");
    until(&mut program, "the picture", settled);
}

/// No frame takes long while pictures are rendered and an export runs. There is no display to wait for here, so the time of a
/// frame is the time of the interface.
#[test]
fn frames_do_not_wait_for_anything() {
    let mut program = start(TestHost { steps: 100_000, is_fine: true, ..host() }, downs());
    let mut longest = Duration::ZERO;
    for frame in 0..300 {
        if frame == 150 {
            program.key_press_modifiers(Modifiers::COMMAND, Key::E);
            program.run_steps(2);
            click(&mut program, "Export");
        }
        let start = Instant::now();
        program.step();
        longest = longest.max(start.elapsed());
        std::thread::sleep(Duration::from_millis(5));
    }
    println!("the longest of 300 frames took {longest:?}");
    // Busy machines delay any thread. The limit detects frames that wait for a picture, which takes seconds.
    assert!(longest < Duration::from_millis(800), "{longest:?}");
}

/// For screen readers: the harness looks for widgets without a name once nothing moves.
#[test]
fn all_widgets_have_names() {
    let mut program = driver::start(host(), downs(), Vec2::new(960.0, 1600.0));
    until(&mut program, "the picture", |program| program.state().as_ref().is_some_and(Studio::is_settled));
    // A field has many kinds of widgets.
    click(&mut program, "hills");
    program.run();
    assert!(program.query_all_by_role(Role::CheckBox).count() > 3);
    program.key_press_modifiers(Modifiers::COMMAND, Key::E);
    program.run();
}

#[test]
fn keys_fly_only_without_dialogs() {
    let settled = |program: &Program| program.state().as_ref().is_some_and(Studio::is_settled);
    let fine = TestHost { is_fine: true, ..host() };
    let mut program = driver::start(fine, bare_downs(), Vec2::new(960.0, 640.0));
    let fly = |program: &mut Program| {
        until(program, "the picture", settled);
        program.key_down(Key::W);
        program.run_steps(5);
        program.key_up(Key::W);
        program.run_steps(1);
        !settled(program)
    };
    assert!(fly(&mut program));
    // Nor with an open list.
    until(&mut program, "the picture", settled);
    program.get_all_by_role(Role::ComboBox).next().unwrap().click();
    program.run_steps(3);
    assert!(!fly(&mut program));
    let widgets = |program: &Program| program.query_all_by_role(Role::Button).count();
    let before = widgets(&program);
    program.key_press(Key::G);
    program.run_steps(3);
    assert_eq!(widgets(&program), before, "the graph stays closed");
    program.key_press(Key::Escape);
    program.run_steps(3);
    program.key_press_modifiers(Modifiers::COMMAND, Key::E);
    program.run_steps(2);
    assert!(!fly(&mut program));
}

/// Not a test of appearance: the view shows some terrain.
#[test]
fn the_terrain_is_shown() {
    let mut program = start(host(), downs());
    until(&mut program, "the picture", |program| program.state().as_ref().is_some_and(Studio::is_settled));
    let picture = program.render().unwrap();
    let colours: std::collections::BTreeSet<_> = (400..1100)
        .flat_map(|x| (100..800).step_by(50).map(move |y| (x, y)))
        .map(|(x, y)| picture.get_pixel(x, y).0)
        .collect();
    assert!(colours.len() > 500, "{}", colours.len());
}
