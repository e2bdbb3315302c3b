//! The queue of exports, pictures and frames.

mod driver;
mod host;

use driver::{Program, click, keep, shows, text, until};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::{NodeT, Queryable};
use host::TestHost;
use orogen_studio::Startup;

fn start(steps: u64) -> Program {
    let host = TestHost { steps, ..TestHost::of(&["downs"]) };
    driver::start(host, Startup::Preset(host::preset("downs")), Vec2::new(1200.0, 760.0))
}

fn open(program: &mut Program) {
    program.key_press_modifiers(Modifiers::COMMAND, Key::E);
    program.run_steps(3);
}

/// Whether a label contains these words.
fn says(program: &Program, part: &str) -> bool {
    program.query_all_by_label_contains(part).next().is_some()
}

#[test]
fn exports_wait_for_one_another_and_each_can_be_cancelled() {
    let mut program = start(100_000);
    for target in ["unity", "unreal", "blender"] {
        open(&mut program);
        click(&mut program, target);
        click(&mut program, "Export");
        until(&mut program, "the first export", |program| says(program, "Exporting to"));
        click(&mut program, "Close");
    }
    assert!(says(&program, "Exporting 1 of 3"), "the bar shows the progress without the dialog");
    let button = |program: &mut Program| {
        let nodes = program.query_all_by_label_contains("Exporting 1 of 3");
        nodes.filter(|node| node.accesskit_node().role() == Role::Button).for_each(|node| node.click());
        program.run_steps(3);
    };
    button(&mut program);
    assert!(shows(&program, "Files for unity") && shows(&program, "Files for blender"));
    assert_eq!(program.query_all_by_label_contains("Waiting: ").count(), 2);
    keep(&mut program, "queue");
    // The first waiting export is removed.
    program.query_all_by_label("Remove").last().unwrap().click();
    program.run_steps(3);
    assert!(!shows(&program, "Files for unreal") && shows(&program, "Files for blender"));
    click(&mut program, "Cancel");
    until(&mut program, "the next export", |program| !says(program, "Waiting: "));
    until(&mut program, "its progress", |program| says(program, "Exporting to"));
    assert!(shows(&program, "stopped: nothing was written"));
    assert_eq!(program.query_all_by_label("Copy command").count(), 2);
    click(&mut program, "Cancel");
    until(&mut program, "the end", |program| !says(program, "Exporting "));
}

/// Whether the program ends when its window is closed.
fn ends(program: &mut Program) -> bool {
    let window = program.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    window.events.push(ViewportEvent::Close);
    program.step();
    let commands = &program.output().viewport_output[&ViewportId::ROOT].commands;
    let stays = commands.contains(&ViewportCommand::CancelClose);
    // The harness keeps events of windows until they are taken.
    program.input_mut().viewports.entry(ViewportId::ROOT).or_default().events.clear();
    program.run_steps(2);
    !stays
}

#[test]
fn the_program_ends_during_an_export_only_if_asked_twice() {
    let mut program = start(100_000);
    open(&mut program);
    click(&mut program, "Export");
    until(&mut program, "the export", |program| says(program, "Exporting to"));
    click(&mut program, "Close");
    assert!(!ends(&mut program));
    assert!(shows(&program, "An export is running. Close the window again to cancel it."));
    assert!(ends(&mut program));
}

/// A pointer that waits over *Close* is still there when the export ends. (The old dialog grew.)
#[test]
fn the_dialog_keeps_its_size_when_an_export_ends() {
    let mut program = start(100);
    open(&mut program);
    click(&mut program, "unity");
    click(&mut program, "Export");
    let close = |program: &Program| program.get_by_label("Close").rect();
    until(&mut program, "the queue", |program| shows(program, "Close"));
    program.run_steps(3);
    let before = close(&program);
    assert!(!shows(&program, "Done"));
    until(&mut program, "the export", |program| shows(program, "Done"));
    program.run_steps(20);
    assert_eq!(close(&program), before);
}

/// A list of targets that needs two lines moves the rows below it.
#[test]
fn rows_of_the_dialog_do_not_overlap() {
    let mut program = start(5);
    open(&mut program);
    let formats = program.get_by_label("formats: default").rect();
    let targets = ["unity", "unreal", "godot", "blender", "gis"];
    for target in targets.map(|target| program.get_by_label(target).rect()) {
        assert!(target.bottom() <= formats.top(), "{target:?} and {formats:?}");
    }
    keep(&mut program, "export-rows");
}

#[test]
fn the_default_size_is_a_number() {
    let mut program = start(5);
    open(&mut program);
    assert!(shows(&program, "default: 1024") && says(&program, "custom size: 1024"));
    click(&mut program, "unity");
    program.run_steps(2);
    assert!(shows(&program, "default: 1025") && says(&program, "custom size: 1025"));
}

#[test]
fn the_help_page_opens_over_the_dialog() {
    let mut program = start(5);
    open(&mut program);
    program.key_press(Key::F1);
    program.run_steps(3);
    assert!(shows(&program, "Keys"));
    program.key_press(Key::Escape);
    program.run_steps(3);
    assert!(!shows(&program, "Keys") && shows(&program, "Formats"), "the dialog is still open");
    // The page says nothing of the form behind the dialog.
    program.hover_at(program.get_by_label("seed").rect().center());
    program.run_steps(2);
    program.key_press(Key::F1);
    program.run_steps(3);
    assert!(shows(&program, "Keys") && !shows(&program, "Each seed gives another terrain of the same kind"));
    program.key_press(Key::Escape);
    program.run_steps(3);
    // Other keys are the dialog's: M shows the map only without it.
    let shows_map = |program: &mut Program| {
        program.key_press(Key::M);
        program.run_steps(4);
        shows(program, "Zoom in")
    };
    assert!(!shows_map(&mut program));
    click(&mut program, "Cancel");
    assert!(shows_map(&mut program));
}

#[test]
fn tiles_and_fit_are_options_of_the_command() {
    let mut program = start(5);
    assert!(text(&program).contains("Downs"));
    open(&mut program);
    click(&mut program, "Fit range to heights");
    assert!(says(&program, "--fit"));
    let tiles = program.query_all_by_label_contains("tiles per side").next().expect("the number of tiles");
    tiles.focus();
    program.run_steps(2);
    program.event(egui::Event::Text("2".to_owned()));
    program.key_press(Key::Enter);
    program.run_steps(3);
    assert!(says(&program, "--tiles 2 --fit"));
    keep(&mut program, "export-files");
}

/// Types a number into the entry whose name begins like this.
fn enter(program: &mut Program, name: &str, number: &str) {
    program.query_all_by_label_contains(name).next().expect("an entry").focus();
    program.run_steps(2);
    program.event(egui::Event::Text(number.to_owned()));
    program.key_press(Key::Enter);
    program.run_steps(3);
}

#[test]
fn the_rule_for_sizes_is_reported_before_the_export() {
    let mut program = start(5);
    open(&mut program);
    click(&mut program, "unity");
    assert!(says(&program, "unity accepts 33, 65, 129, 257, 513, 1025, 2049, 4097 samples per side"));
    enter(&mut program, "custom size", "1000");
    assert!(shows(&program, "unity does not accept 1000."));
    keep(&mut program, "export-size");
    click(&mut program, "Export");
    assert!(!says(&program, "Files for unity"), "the form stays");
    click(&mut program, "Use 1025");
    assert!(says(&program, "--size 1025") && !says(&program, "does not accept"));
    // Tiles share their borders, so the rule is another one.
    enter(&mut program, "tiles per side", "2");
    assert!(!shows(&program, "unity does not accept 1025.") && says(&program, "65, 129, 257"));
    click(&mut program, "blender");
    assert!(!says(&program, "accepts"), "any size");
    click(&mut program, "Export");
    until(&mut program, "the export", |program| shows(program, "Done"));
}

#[test]
fn a_folder_that_cannot_be_shown_is_reported() {
    let mut program = start(5);
    open(&mut program);
    click(&mut program, "unity");
    click(&mut program, "Export");
    until(&mut program, "the export", |program| shows(program, "Done"));
    click(&mut program, "Open folder");
    until(&mut program, "the reason", |program| says(program, "downs-unity: no file manager"));
    keep(&mut program, "export-done");
}

#[test]
fn pictures_and_frames_have_their_commands() {
    let mut program = start(5);
    open(&mut program);
    click(&mut program, "Picture");
    assert!(says(&program, "orogen render downs -o ") && says(&program, "--size 1920x1080 --samples 16"));
    keep(&mut program, "export-picture");
    click(&mut program, "Turntable");
    assert!(says(&program, "--turntable 90 --orbit "));
    click(&mut program, "Flight");
    assert!(says(&program, "Save at least two views first"));
    program.key_press(Key::Escape);
    program.run_steps(3);
    for _ in 0..2 {
        program.key_press(Key::B);
        program.run_steps(2);
    }
    open(&mut program);
    assert!(says(&program, "2 saved views, 101 frames") && says(&program, "flight.toml"));
    keep(&mut program, "export-flight");
    click(&mut program, "Export");
    until(&mut program, "the frames", |program| shows(program, "Done"));
    assert!(shows(&program, "Flight through 2 views"));
}
