//! Every control has a name for screen readers, and Tab reaches it, on all pages and in all dialogs.

mod driver;
mod host;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use driver::{Program, click, keep, shows, text, until};
use egui::accesskit::{Action, Role};
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use host::TestHost;
use orogen_studio::Startup;
use orogen_studio::layer::Kind;

/// A recipe whose forms have all kinds of rows.
const RECIPE: &str = r#"
orogen = 1
seed = 4

[domain]
size = "4 km"

[parameters]
steepness = { value = 2.0, range = [0.5, 4.0], help = "How steep it is" }

[fields.hills]
type = "fbm"
wavelength = "1.5 km"
octaves = "auto"
roughness = { coarse = 0.5, fine = 0.4 }
basis = { type = "perlin" }
seed = 3

[fields.shaped]
type = "curve"
input = "hills"
points = [[-1.0, -1.0], [0.0, 0.2], [1.0, 1.0]]
displace = { by = "hills", strength = 30.0 }

[fields.sum]
type = "add"
a = "shaped * steepness"
b = 0.25

[height]
field = "sum"
scale = 300.0
offset = 20.0

[sea]
level = 10.0
"#;

fn start(folder: &Path, startup: Startup, height: f32) -> Program {
    let host = TestHost { state: Some(folder.join("state")), steps: 30, ..TestHost::of(&["downs", "dunes"]) };
    driver::start(host, startup, Vec2::new(1360.0, height))
}

/// The program with the recipe in a file.
fn of_recipe(folder: &Path, height: f32) -> Program {
    let path = folder.join("mine.toml");
    fs::write(&path, RECIPE).unwrap();
    let mut program = start(folder, Startup::File(path), height);
    until(&mut program, "the recipe", |program| text(program).contains("shaped"));
    assert!(!shows(&program, "The recipe has an error. Switch to Text to fix it."));
    until(&mut program, "the brushes", |program| shows(program, "Raise"));
    program
}

/// A control: its identity, its name or place, and whether Tab should reach it.
struct Control {
    id: String,
    name: String,
    takes_focus: bool,
}

/// All controls of the page: whatever takes a click or the focus.
fn controls(program: &Program) -> Vec<Control> {
    let nodes = program.root().children_recursive();
    let nodes = nodes.map(|node| node.accesskit_node()).filter(|node| !node.is_hidden());
    let acting = nodes.filter(|node| {
        let data = node.data();
        // Texts can be selected and copied, scroll bars follow the focus, and containers are backgrounds to drag.
        !matches!(node.role(), Role::Label | Role::ScrollBar | Role::GenericContainer)
            && (data.supports_action(Action::Click) || data.supports_action(Action::Focus))
    });
    acting
        .map(|node| {
            let label = node.label().or_else(|| node.data().placeholder().map(str::to_owned));
            let label = label.unwrap_or_default();
            let is_named = label.chars().any(char::is_alphanumeric);
            let place = format!("{:?} {label:?} at {:?}", node.role(), node.raw_bounds());
            Control {
                id: format!("{:?}", node.id()),
                name: if is_named { label } else { format!("UNNAMED {place}") },
                takes_focus: node.data().supports_action(Action::Focus) && !node.is_disabled(),
            }
        })
        .collect()
}

/// Asserts that all controls of the page have names.
fn all_are_named(program: &mut Program, page: &str) {
    program.run_steps(3);
    keep(program, page);
    let controls = controls(program);
    assert!(!controls.is_empty(), "{page}");
    let unnamed: Vec<_> =
        controls.iter().map(|control| &control.name).filter(|name| name.starts_with("UNNAMED")).collect();
    assert!(unnamed.is_empty(), "{page}: {unnamed:#?}");
}

/// Asserts that Tab reaches all controls of the layer that takes input, and comes back to the first.
fn tab_reaches_all(program: &mut Program, page: &str, is_reachable: impl Fn(&str) -> bool) {
    let focus = |program: &Program| {
        let focused = program.root().children_recursive().map(|node| node.accesskit_node());
        focused.filter(|node| node.is_focused()).map(|node| format!("{:?}", node.id())).last()
    };
    let mut reached = BTreeSet::new();
    let mut first = None;
    for _ in 0..600 {
        program.key_press(Key::Tab);
        program.run_steps(1);
        if shows(program, "Add fbm") {
            // On the empty ground of the graph, Tab opens the menu of nodes, and arrows go to the nodes.
            program.key_press(Key::Escape);
            program.run_steps(2);
            program.key_press(Key::ArrowRight);
            program.run_steps(1);
        }
        let Some(now) = focus(program) else { continue };
        if first.as_ref() == Some(&now) && reached.len() > 1 {
            break;
        }
        first.get_or_insert_with(|| now.clone());
        reached.insert(now);
    }
    // Controls may appear with the focus, as text fields of numbers do.
    let expected: Vec<_> = controls(program)
        .into_iter()
        .filter(|control| control.takes_focus && is_reachable(&control.name))
        .collect();
    let missed: Vec<_> = expected
        .iter()
        .filter(|control| !reached.contains(&control.id))
        .map(|control| &control.name)
        .collect();
    println!("{page}: Tab reaches {} of {} controls", expected.len() - missed.len(), expected.len());
    assert!(expected.len() > 1 && missed.is_empty(), "{page}: Tab does not reach {missed:#?}");
}

fn press(program: &mut Program, key: Key) {
    program.key_press_modifiers(Modifiers::COMMAND, key);
    program.run_steps(3);
}

#[test]
fn the_start_page_is_accessible() {
    let folder = tempfile::tempdir().unwrap();
    let rescue = folder.path().join("state/rescue");
    fs::create_dir_all(&rescue).unwrap();
    fs::write(rescue.join("dunes.toml"), RECIPE).unwrap();
    drop(of_recipe(folder.path(), 860.0));
    let mut program = start(folder.path(), Startup::StartPage, 860.0);
    until(&mut program, "the files", |program| {
        shows(program, "mine.toml") && shows(program, "Open changes of dunes")
    });
    all_are_named(&mut program, "start page");
    tab_reaches_all(&mut program, "start page", |_| true);
    click(&mut program, "Remove changes of dunes");
    all_are_named(&mut program, "question about recovered changes");
    click(&mut program, "Help");
    all_are_named(&mut program, "help menu");
    click(&mut program, "Tour");
    all_are_named(&mut program, "tour");
    tab_reaches_all(&mut program, "tour", |_| true);
}

#[test]
fn the_forms_and_the_text_are_accessible() {
    let folder = tempfile::tempdir().unwrap();
    // All forms are visible.
    let mut program = of_recipe(folder.path(), 2600.0);
    // The field of the terrain is open already.
    for header in ["hills", "shaped", "Domain", "Colours and air"] {
        click(&mut program, header);
    }
    program.run_steps(30);
    all_are_named(&mut program, "forms");
    tab_reaches_all(&mut program, "forms", |_| true);
    click(&mut program, "Text");
    all_are_named(&mut program, "text");
    tab_reaches_all(&mut program, "text", |_| true);
}

#[test]
fn the_tools_are_accessible() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = of_recipe(folder.path(), 1600.0);
    for name in ["Save view", "Store as B", "Graph", "Map view"] {
        click(&mut program, name);
    }
    all_are_named(&mut program, "graph and map");
    // The empty ground of the graph takes the focus in the place of the graph.
    tab_reaches_all(&mut program, "graph and map", |name| name != "Graph of the recipe");
    click(&mut program, "Measure in view");
    all_are_named(&mut program, "measuring");
    for kind in Kind::ALL {
        click(&mut program, kind.words()[0]);
        all_are_named(&mut program, kind.words()[0]);
        tab_reaches_all(&mut program, kind.words()[0], |name| name != "Graph of the recipe");
        click(&mut program, kind.words()[0]);
    }
}

#[test]
fn the_dialogs_are_accessible() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = of_recipe(folder.path(), 860.0);
    let behind: BTreeSet<_> = controls(&program).into_iter().map(|control| control.name).collect();
    // Tab stays in a dialog.
    let in_dialog = |name: &str| !behind.contains(name);
    press(&mut program, Key::O);
    until(&mut program, "the list", |program| shows(program, "mine.toml"));
    all_are_named(&mut program, "open dialog");
    tab_reaches_all(&mut program, "open dialog", in_dialog);
    click(&mut program, "Cancel");
    program.key_press(Key::F1);
    program.run_steps(3);
    all_are_named(&mut program, "help page");
    click(&mut program, "Close");
    program.run_steps(3);
    press(&mut program, Key::E);
    all_are_named(&mut program, "export dialog");
    tab_reaches_all(&mut program, "export dialog", in_dialog);
    click(&mut program, "unity");
    all_are_named(&mut program, "export dialog for Unity");
    click(&mut program, "Export");
    until(&mut program, "the progress", |program| {
        program.query_all_by_label_contains("Exporting to").next().is_some()
    });
    all_are_named(&mut program, "export in progress");
    until(&mut program, "the end", |program| shows(program, "Done"));
    all_are_named(&mut program, "finished export");
    tab_reaches_all(&mut program, "finished export", in_dialog);
    click(&mut program, "Close");
    program.run_steps(3);
    click(&mut program, "Next");
    click(&mut program, "Presets");
    all_are_named(&mut program, "start page of an open recipe");
    click(&mut program, "downs");
    all_are_named(&mut program, "question about changes");
    tab_reaches_all(&mut program, "question about changes", |name| {
        ["Save", "Discard", "Cancel"].contains(&name)
    });
}
