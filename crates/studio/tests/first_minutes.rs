//! The first minutes with the program: the start page, the tour and the help page.

mod driver;
mod host;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use driver::{Program, click, shows, text, until};
use egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::kittest::Queryable;
use host::TestHost;
use orogen_engine::nodes;
use orogen_studio::shortcuts::SHORTCUTS;
use orogen_studio::{Startup, Studio};

const SIZE: Vec2 = Vec2::new(1360.0, 860.0);

/// A host that keeps its state in this folder.
fn host(state: &Path) -> TestHost {
    TestHost { state: Some(state.to_owned()), steps: 1, ..TestHost::of(&["downs", "dunes"]) }
}

fn start(state: &Path, startup: Startup) -> Program {
    driver::start(host(state), startup, SIZE)
}

fn downs() -> Startup {
    Startup::Preset(host::preset("downs"))
}

fn settled(program: &Program) -> bool {
    program.state().as_ref().is_some_and(Studio::is_settled)
}

fn contains(program: &Program, label: &str) -> bool {
    program.query_all_by_label_contains(label).next().is_some()
}

/// The kept thumbnails and their contents, by name.
fn thumbnails(state: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(state.join("thumbnails")).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort_unstable();
    files.into_iter().map(|file| (file.clone(), fs::read(file).unwrap())).collect()
}

#[test]
fn thumbnails_are_kept_and_damaged_ones_are_made_again() {
    let state = tempfile::tempdir().unwrap();
    let begin = Instant::now();
    until(&mut start(state.path(), Startup::StartPage), "the thumbnails", settled);
    let first = begin.elapsed();
    let kept = thumbnails(state.path());
    assert_eq!(kept.len(), 2);
    let mut program = start(state.path(), Startup::StartPage);
    let begin = Instant::now();
    until(&mut program, "the kept thumbnails", settled);
    println!("made in {first:?}, read in {:?}", begin.elapsed());
    assert_eq!(thumbnails(state.path()), kept, "nothing is made again");
    drop(program);
    let (damaged, whole) = &kept[1];
    fs::write(damaged, &whole[..whole.len() / 2]).unwrap();
    until(&mut start(state.path(), Startup::StartPage), "the thumbnails", settled);
    assert_eq!(thumbnails(state.path()), kept, "the damaged thumbnail is made again");
}

#[test]
fn a_recent_recipe_is_removed_from_the_list_and_not_from_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let (state, path) = (folder.path().join("state"), folder.path().join("mine.toml"));
    fs::write(&path, host::preset("downs").text).unwrap();
    until(&mut start(&state, Startup::File(path.clone())), "the file", |program| {
        text(program).contains("Downs")
    });
    let mut program = start(&state, Startup::StartPage);
    until(&mut program, "the recent recipe", |program| shows(program, "mine.toml"));
    until(&mut program, "the thumbnails", settled);
    assert_eq!(thumbnails(&state).len(), 2, "the recipe is the preset, and so is its picture");
    click(&mut program, "Remove mine.toml from the list");
    until(&mut program, "the removal", |program| !shows(program, "mine.toml"));
    assert!(path.exists());
    drop(program);
    let mut program = start(&state, Startup::StartPage);
    until(&mut program, "the thumbnails", settled);
    assert!(!shows(&program, "mine.toml"));
}

/// Changes the recipe, and waits until the change is in the recovery file. Then the program ends without saving.
fn end_early(state: &Path, startup: Startup, recovery: &Path) -> String {
    let mut program = start(state, startup);
    until(&mut program, "the recipe", |program| !text(program).is_empty());
    click(&mut program, "Next");
    until(&mut program, "the recovery file", |_| recovery.exists());
    text(&program).to_owned()
}

#[test]
fn recovered_changes_are_listed_opened_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let (state, path) = (folder.path().join("state"), folder.path().join("mine.toml"));
    fs::write(&path, host::preset("dunes").text).unwrap();
    let [of_preset, of_file] =
        [state.join("rescue/downs.toml"), folder.path().join(".mine.toml.orogen-rescue")];
    let preset = end_early(&state, downs(), &of_preset);
    let file = end_early(&state, Startup::File(path.clone()), &of_file);
    let mut program = start(&state, Startup::StartPage);
    until(&mut program, "the list", |program| shows(program, "Recovered"));
    click(&mut program, "Open changes of mine.toml");
    until(&mut program, "the changes", |program| text(program) == file);
    assert!(contains(&program, "Recovered unsaved changes"));
    drop(program);
    let mut program = start(&state, Startup::StartPage);
    until(&mut program, "the list", |program| shows(program, "Remove changes of mine.toml"));
    click(&mut program, "Remove changes of mine.toml");
    assert!(of_file.exists(), "the user is asked first");
    click(&mut program, "Keep changes");
    click(&mut program, "Remove changes of mine.toml");
    click(&mut program, "Remove changes");
    until(&mut program, "the removal", |program| !shows(program, "Open changes of mine.toml"));
    assert!(!of_file.exists() && path.exists() && shows(&program, "Open changes of downs"));
    click(&mut program, "Open changes of downs");
    until(&mut program, "the changes", |program| text(program) == preset);
}

#[test]
fn a_new_recipe_has_a_free_name_and_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let mut program = start(&state, Startup::StartPage);
    click(&mut program, "New");
    assert!(text(&program).contains("Untitled") && shows(&program, "untitled"));
    until(&mut program, "the picture", settled);
    click(&mut program, "Next");
    let changed = text(&program).to_owned();
    until(&mut program, "the recovery file", |_| state.join("rescue/untitled.toml").exists());
    drop(program);
    let mut program = start(&state, Startup::StartPage);
    until(&mut program, "the list", |program| shows(program, "Open changes of untitled"));
    program.key_press_modifiers(Modifiers::COMMAND, Key::N);
    program.run_steps(3);
    assert!(shows(&program, "untitled-2") && text(&program) != changed);
}

#[test]
fn presets_are_searched_by_name() {
    let state = tempfile::tempdir().unwrap();
    let mut program = start(state.path(), Startup::StartPage);
    assert!(shows(&program, "downs") && shows(&program, "dunes"));
    program.key_press_modifiers(Modifiers::COMMAND, Key::F);
    program.run_steps(3);
    program.event(egui::Event::Text("DUN".to_owned()));
    program.run_steps(3);
    assert!(!shows(&program, "downs") && shows(&program, "dunes"));
    program.event(egui::Event::Text("x".to_owned()));
    program.run_steps(3);
    assert!(shows(&program, "No preset matches “DUNx”.") && !shows(&program, "dunes"));
    program.key_press(Key::Backspace);
    program.run_steps(2);
    program.key_press(Key::Enter);
    until(&mut program, "the preset", |program| text(program).contains("name = \"Dunes\""));
}

#[test]
fn help_explains_what_is_under_the_pointer() {
    let state = tempfile::tempdir().unwrap();
    let mut program = start(state.path(), downs());
    let hover = |program: &mut Program, label: &str| {
        let place = program.query_all_by_label(label).next().unwrap().rect().center();
        program.hover_at(place);
        program.run_steps(3);
    };
    // The name of a field that is closed.
    hover(&mut program, "hills");
    program.key_press(Key::F1);
    program.run_steps(3);
    let fbm = nodes::registry().get("fbm").unwrap();
    let sentence = fbm.help.split('\n').next().unwrap();
    let has = |label: &str| program.query_all_by_label(label).next().is_some();
    assert!(has("fbm") && contains(&program, sentence));
    assert!(fbm.params.iter().all(|param| has(param.help)));
    for shortcut in &SHORTCUTS {
        assert!(has(shortcut.words) && has(&shortcut.key_names()), "{shortcut:?}");
    }
    program.key_press(Key::Escape);
    program.run_steps(3);
    assert!(!contains(&program, sentence));
    // A row inside of the field is more specific than the field.
    hover(&mut program, "scale");
    program.key_press(Key::Questionmark);
    program.run_steps(3);
    assert!(contains(&program, "Height where the field is 1") && !contains(&program, sentence));
    driver::keep(&mut program, "help");
    click(&mut program, "Close");
    program.run_steps(3);
    assert!(!contains(&program, "Height where the field is 1"));
    // Over the view, its gestures come first.
    program.hover_at(Pos2::new(700.0, 400.0));
    program.run_steps(3);
    program.key_press(Key::F1);
    program.run_steps(3);
    driver::keep(&mut program, "help over the view");
    let tops = ["Mouse in the view", "Everywhere", "Mouse in the map"]
        .map(|label| program.query_all_by_label(label).next().unwrap().rect().top());
    assert!(tops.is_sorted(), "{tops:?}");
}

/// Also if the last page was scrolled.
#[test]
fn the_help_page_begins_at_its_top() {
    let state = tempfile::tempdir().unwrap();
    let mut program = start(state.path(), downs());
    program.hover_at(Pos2::new(700.0, 400.0));
    program.run_steps(3);
    let top_of_keys = |program: &mut Program| {
        program.key_press(Key::F1);
        program.run_steps(4);
        program.get_by_label("Keys").rect().top()
    };
    let top = top_of_keys(&mut program);
    program.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: Vec2::new(0.0, -400.0),
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
        phase: egui::TouchPhase::Move,
    });
    program.run_steps(20);
    let scrolled = program.query_by_label("Keys").map_or(-400.0, |heading| heading.rect().top());
    assert!(scrolled < top - 50.0, "{scrolled} {top}");
    program.key_press(Key::Escape);
    program.run_steps(4);
    assert_eq!(top_of_keys(&mut program), top);
}

#[test]
fn a_question_mark_in_a_text_is_a_question_mark() {
    let state = tempfile::tempdir().unwrap();
    let mut program = start(state.path(), Startup::StartPage);
    program.key_press_modifiers(Modifiers::COMMAND, Key::F);
    program.run_steps(3);
    program.key_press(Key::Questionmark);
    program.run_steps(3);
    assert!(!shows(&program, "Everywhere"));
    program.key_press(Key::F1);
    program.run_steps(3);
    assert!(shows(&program, "Everywhere"));
}

#[test]
fn the_page_of_the_studio_has_all_keys() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/studio.md");
    let page = fs::read_to_string(page).unwrap();
    for shortcut in &SHORTCUTS {
        let line = format!("| {} | {} |", shortcut.key_names(), shortcut.words);
        assert!(page.contains(&line), "docs/studio.md lacks `{line}`");
    }
}

#[test]
fn the_tour_leads_through_the_first_steps_once() {
    let state = tempfile::tempdir().unwrap();
    let new_user = || driver::start_as_is(host(state.path()), Startup::StartPage, SIZE);
    let mut program = new_user();
    program.run_steps(2);
    assert!(shows(&program, "Welcome to Orogen") && shows(&program, "1 of 8"));
    click(&mut program, "downs");
    until(&mut program, "the next step", |program| shows(program, "Look around"));
    program.hover_at(Pos2::new(700.0, 300.0));
    program.drag_at(Pos2::new(700.0, 300.0));
    program.step();
    program.hover_at(Pos2::new(760.0, 300.0));
    program.step();
    program.drop_at(Pos2::new(760.0, 300.0));
    program.run_steps(3);
    assert!(shows(&program, "Another terrain of the same kind"));
    driver::keep(&mut program, "tour-seed");
    let card = program.get_by_label("Skip tour").rect();
    let forms = program.get_by_label("Add parameter").rect();
    assert!(card.left() > forms.right(), "the card covers no forms: {card:?}");
    click(&mut program, "Next");
    assert!(shows(&program, "Change its shape"));
    click(&mut program, "Next step");
    driver::keep(&mut program, "tour-undo");
    click(&mut program, "Undo");
    assert!(shows(&program, "Nothing is lost"), "the change is not lost");
    click(&mut program, "Redo");
    assert!(shows(&program, "Paint"));
    click(&mut program, "Next step");
    click(&mut program, "Export…");
    click(&mut program, "Cancel");
    assert!(shows(&program, "8 of 8"));
    // A user who quits before the end sees the tour again.
    drop(program);
    let mut program = new_user();
    program.run_steps(2);
    assert!(shows(&program, "1 of 8"));
    click(&mut program, "Skip tour");
    assert!(!shows(&program, "1 of 8"));
    drop(program);
    let mut program = new_user();
    program.run_steps(2);
    assert!(!shows(&program, "1 of 8"), "the user has seen the tour");
    click(&mut program, "Help");
    click(&mut program, "Tour");
    assert!(shows(&program, "1 of 8"));
}

/// The whole start page with all presets of the project, as in the program.
#[test]
fn kept_thumbnails_of_all_presets_are_shown_at_once() {
    let state = tempfile::tempdir().unwrap();
    let recipes = concat!(env!("CARGO_MANIFEST_DIR"), "/../orogen/recipes");
    let mut names: Vec<&'static str> = fs::read_dir(recipes)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| &*path.file_stem().unwrap().to_string_lossy().into_owned().leak())
        .collect();
    names.sort_unstable();
    let names: &'static [&'static str] = names.leak();
    let all = || TestHost { presets: names, ..host(state.path()) };
    until(&mut driver::start(all(), Startup::StartPage, SIZE), "the thumbnails", settled);
    let mut times: Vec<_> = (0..3)
        .map(|_| {
            let begin = Instant::now();
            let mut program = driver::start(all(), Startup::StartPage, SIZE);
            let opened = begin.elapsed();
            until(&mut program, "the kept thumbnails", settled);
            println!(
                "{} thumbnails: {:?}, of which {opened:?} to the first frame",
                names.len(),
                begin.elapsed()
            );
            begin.elapsed() - opened
        })
        .collect();
    times.sort_unstable();
    // Busy machines delay any thread. The limit detects thumbnails that are made, which takes many seconds.
    assert!(times[0] < Duration::from_secs(2), "{times:?}");
}
