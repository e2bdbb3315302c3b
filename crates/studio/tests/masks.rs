//! Painting masks: a field of the recipe instead of the ground.

mod driver;
mod host;
mod painter;

use std::fs;
use std::path::Path;

use driver::{Program, click, keep, shows, text, until};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use host::{StrokeFiles, TestHost};
use orogen_engine::level::Level;
use orogen_engine::nodes::registry;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use orogen_strokes::brush::Tool;
use orogen_strokes::journal;
use orogen_studio::Startup;
use painter::{WAY, label_contains, stroke, strokes, wait_for_picture};

/// Hills that a mask can raise, and a mask without strokes.
const TEXT: &str = "orogen = 1 # first\ndomain = { size = \"4 km\", samples = 257 }\n\
    height = { field = \"land\", scale = 300.0 }\n\n\
    [fields.forest] # where trees are\ntype = \"painted\"\n\n\
    [fields.hills]\ntype = \"fbm\"\nwavelength = \"1.5 km\"\noctaves = 4\n\n\
    [fields.land]\ntype = \"add\"\na = \"hills\"\nb = \"forest\"\n";

/// A window that is high enough for the forms and wide enough for the map beside the view, and not larger, because the CPU may
/// render its pictures.
fn start(state: &Path, startup: Startup, height: f32) -> Program {
    let host = TestHost { state: Some(state.to_owned()), ..TestHost::of(&["downs"]) };
    driver::start(host, startup, Vec2::new(1300.0, height))
}

/// The height of a window for the form of the first field.
const FIRST: f32 = 680.0;

/// The recipe in its own file, opened.
fn opened(folder: &Path, height: f32) -> Program {
    opened_text(folder, TEXT, height)
}

/// A recipe in its own file, opened.
fn opened_text(folder: &Path, text_of_file: &str, height: f32) -> Program {
    fs::write(folder.join("mine.toml"), text_of_file).unwrap();
    let mut program = start(folder, Startup::File(folder.join("mine.toml")), height);
    until(&mut program, "the file", |program| text(program).contains("first"));
    until(&mut program, "the brushes", |program| shows(program, "Raise"));
    program.run_steps(8);
    program
}

/// Begins to paint the mask of the recipe, by the button in its form.
fn paint(program: &mut Program) {
    if !shows(program, "Paint") {
        click(program, "forest");
        program.run_steps(8);
    }
    click(program, "Paint");
    until(program, "the file of the mask", |program| text(program).contains("forest.strokes"));
    program.run_steps(4);
    assert!(label_contains("Painting mask forest")(program));
}

/// The heights of a recipe in a folder, 40 m apart.
fn heights(text: &str, folder: &Path) -> Vec<f64> {
    let source = Source::new("mine.toml", text).in_folder(folder);
    let recipe = Recipe::parse(source, registry()).unwrap_or_else(|error| panic!("{error}"));
    let terrain = Terrain::new(&recipe, &StrokeFiles, 15.625).unwrap();
    let point = |k: u32| [f64::from(k % 100) * 40.0, f64::from(k / 100) * 40.0, 0.0];
    let points: Vec<_> = (0..10_000).map(point).collect();
    terrain.sample::<f32>(Level::best(), &points).iter().map(|sample| sample.height).collect()
}

/// The brush panel leads to masks: to one that the recipe has, and to a new one. The size of the brush stays.
#[test]
fn masks_begin_beside_the_brushes() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = opened(folder.path(), FIRST);
    click(&mut program, "Raise");
    program.run_steps(4);
    for _ in 0..2 {
        program.key_press(Key::OpenBracket);
        program.run_steps(2);
    }
    let radius = |program: &Program| {
        program.get_by_role_and_label(Role::Slider, "radius").accesskit_node().numeric_value()
    };
    let narrow = radius(&program);
    click(&mut program, "New mask");
    until(&mut program, "the new field", |program| text(program).contains("[fields.painted]"));
    until(&mut program, "its file", |program| text(program).contains("painted.strokes"));
    program.run_steps(4);
    assert!(label_contains("Painting mask painted")(&program));
    assert!(!shows(&program, "New mask"));
    assert_eq!(radius(&program), narrow);
    click(&mut program, "Back to the terrain");
    click(&mut program, "Paint “forest”");
    until(&mut program, "the file of the mask", |program| text(program).contains("forest.strokes"));
    assert!(label_contains("Painting mask forest")(&program));
    assert_eq!(radius(&program), narrow);
}

/// The strokes are in a file of the mask. Heights change under them, and nowhere else by a bit.
#[test]
fn a_mask_is_painted_undone_and_saved_beside_the_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = opened(folder.path(), FIRST);
    let bare = heights(text(&program), folder.path());
    wait_for_picture(&mut program);
    let unpainted = program.render().unwrap();
    paint(&mut program);
    assert!(text(&program).contains("strokes = \"forest.strokes\""), "{}", text(&program));
    assert!(text(&program).contains("# where trees are"), "comments stay");
    stroke(&mut program, &WAY, Modifiers::NONE);
    assert_eq!(strokes(&program), 1);
    let file = folder.path().join("forest.strokes");
    let kept = || journal::read(&file).unwrap().strokes;
    until(&mut program, "the stroke on the disk", |_| kept().len() == 1);
    assert_eq!(kept()[0].brush.tool, Tool::Level { to: 1.0 });
    assert!(!text(&program).contains("[sculpt]"), "the ground has no strokes");
    wait_for_picture(&mut program);
    keep(&mut program, "mask");
    let painted = program.render().unwrap();
    let differ = unpainted.pixels().zip(painted.pixels()).filter(|(one, other)| one != other).count();
    assert!(differ > 2000, "{differ} pixels differ");
    let raised = heights(text(&program), folder.path());
    let changed = bare.iter().zip(&raised).filter(|(one, other)| one.to_bits() != other.to_bits()).count();
    assert!((20..5000).contains(&changed), "{changed} of 10000 heights differ");
    assert!(
        bare.iter().zip(&raised).any(|(one, other)| other - one > 200.0),
        "the mask is 1 under the brush"
    );
    click(&mut program, "Remove");
    stroke(&mut program, &WAY[..2], Modifiers::NONE);
    until(&mut program, "the second stroke", |_| kept().len() == 2);
    assert_eq!(kept()[1].brush.tool, Tool::Level { to: 0.0 });
    for rest in [1, 0] {
        program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        program.run_steps(2);
        until(&mut program, "the mark on the disk", |_| kept().len() == rest);
    }
    assert!(heights(text(&program), folder.path()) == bare, "an empty mask is 0");
    program.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    until(&mut program, "the stroke again", |_| kept().len() == 1);
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    until(&mut program, "the save", |program| shows(program, "saved"));
    assert!(fs::read_to_string(folder.path().join("mine.toml")).unwrap().contains("forest.strokes"));
    drop(program);
    // The program continues with the strokes.
    let mut program = start(folder.path(), Startup::File(folder.path().join("mine.toml")), FIRST);
    until(&mut program, "the brushes", |program| shows(program, "Raise"));
    program.run_steps(8);
    paint(&mut program);
    until(&mut program, "the strokes of the mask", |program| strokes(program) == 1);
    // The panel has more rows now.
    program.run_steps(8);
    click(&mut program, "Redo");
    until(&mut program, "the other stroke", |program| strokes(program) == 2);
}

/// A mask and the ground have strokes of their own. The map shows the mask only while it is painted.
#[test]
fn the_ground_and_a_mask_are_painted_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = opened(folder.path(), FIRST);
    click(&mut program, "Raise");
    stroke(&mut program, &WAY, Modifiers::NONE);
    until(&mut program, "the file of the ground", |program| text(program).contains("[sculpt]"));
    paint(&mut program);
    assert!(shows(&program, "Zoom in") && strokes(&program) == 0);
    assert!(!shows(&program, "Raise") && shows(&program, "Smooth"), "brushes for masks");
    stroke(&mut program, &WAY[..3], Modifiers::NONE);
    stroke(&mut program, &WAY[..2], Modifiers::NONE);
    let count =
        |name: &str| journal::read(&folder.path().join(name)).map_or(usize::MAX, |kept| kept.strokes.len());
    until(&mut program, "the strokes of the mask", |_| count("forest.strokes") == 2);
    click(&mut program, "Back to the terrain");
    assert!(!label_contains("Painting mask")(&program) && !shows(&program, "Zoom in"));
    assert_eq!(strokes(&program), 1, "the strokes of the ground");
    // Undo undoes the strokes of both in the order in which they were made, the last one first.
    let counts = || [count("mine.strokes"), count("forest.strokes")];
    // The program hears of a redone stroke after it is in the file. Until then, no step can be undone.
    let press = |program: &mut Program, key: Key, wanted: [usize; 2]| {
        program.key_press_modifiers(Modifiers::COMMAND, key);
        let other = if key == Key::Z { "Redo" } else { "Undo" };
        until(program, "the step", |program| {
            let button = program.get_by_role_and_label(Role::Button, other);
            counts() == wanted && !button.accesskit_node().is_disabled()
        });
    };
    for wanted in [[1, 1], [1, 0], [0, 0]] {
        press(&mut program, Key::Z, wanted);
    }
    for wanted in [[1, 0], [1, 1], [1, 2]] {
        press(&mut program, Key::Y, wanted);
    }
    paint(&mut program);
    assert_eq!(strokes(&program), 2);
    // A mask that is deleted is no longer painted.
    let mask = "[fields.forest] # where trees are\ntype = \"painted\"\nstrokes = \"forest.strokes\"\n";
    let without = text(&program).replace("b = \"forest\"", "b = 0.1").replace(mask, "");
    fs::write(folder.path().join("other.toml"), without).unwrap();
    program.key_press_modifiers(Modifiers::COMMAND, Key::S);
    until(&mut program, "the save", |program| shows(program, "saved"));
    fs::copy(folder.path().join("other.toml"), folder.path().join("mine.toml")).unwrap();
    until(&mut program, "the other text", |program| !text(program).contains("forest"));
    program.run_steps(4);
    assert!(!label_contains("Painting mask")(&program));
    assert!(shows(&program, "Raise"));
}

/// Strokes on a mask keep their place in the order of undo while another mask is painted.
#[test]
fn a_mask_that_is_painted_again_is_undone_in_its_order() {
    let folder = tempfile::tempdir().unwrap();
    let with_two = TEXT.replace("[fields.hills]", "[fields.meadow]\ntype = \"painted\"\n\n[fields.hills]");
    let mut program = opened_text(folder.path(), &with_two, 900.0);
    let select = |program: &mut Program, name: &str| {
        click(program, name);
        program.run_steps(20);
    };
    click(&mut program, "Next");
    let seed = text(&program).lines().find(|line| line.starts_with("seed")).expect("a seed").to_owned();
    paint(&mut program);
    stroke(&mut program, &WAY, Modifiers::NONE);
    let count = || journal::read(&folder.path().join("forest.strokes")).map_or(0, |kept| kept.strokes.len());
    until(&mut program, "the stroke on the disk", |_| count() == 1);
    click(&mut program, "Back to the terrain");
    select(&mut program, "forest");
    select(&mut program, "meadow");
    click(&mut program, "Paint");
    until(&mut program, "the file of the other mask", |program| text(program).contains("meadow.strokes"));
    program.run_steps(4);
    click(&mut program, "Back to the terrain");
    select(&mut program, "meadow");
    paint(&mut program);
    until(&mut program, "the strokes of the first mask", |program| strokes(program) == 1);
    program.run_steps(4);
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    program.run_steps(4);
    assert_eq!(strokes(&program), 0, "the stroke was made after the change of the seed");
    assert!(text(&program).contains(&seed), "{}", text(&program));
}

/// A mask whose stroke file is gone is painted again without it.
#[test]
fn a_mask_that_lost_its_file_begins_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("forest.strokes");
    let mut program = opened(folder.path(), FIRST);
    paint(&mut program);
    stroke(&mut program, &WAY, Modifiers::NONE);
    until(&mut program, "the stroke on the disk", |_| {
        journal::read(&file).is_ok_and(|kept| kept.strokes.len() == 1)
    });
    let named = text(&program).to_owned();
    drop(program);
    let mut program = opened_text(folder.path(), &named, FIRST);
    fs::remove_file(&file).unwrap();
    click(&mut program, "Paint “forest”");
    until(&mut program, "the error", label_contains("Brush strokes are unavailable"));
    keep(&mut program, "lost-mask");
    click(&mut program, "Continue without strokes");
    until(&mut program, "the recipe without the file", |program| !text(program).contains("forest.strokes"));
    until(&mut program, "no error", |program| !label_contains("Brush strokes are unavailable")(program));
    program.run_steps(4);
    stroke(&mut program, &WAY, Modifiers::NONE);
    let file = folder.path().join("forest.strokes");
    until(&mut program, "the stroke on the disk", |_| {
        journal::read(&file).is_ok_and(|kept| kept.strokes.len() == 1)
    });
}

/// From the menu of the graph to a stroke that changes the values of the new field.
#[test]
fn a_mask_from_the_menu_is_painted() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = opened(folder.path(), 900.0);
    click(&mut program, "Graph");
    program.run_steps(8);
    program.get_by_label("Graph of the recipe").focus();
    program.run_steps(2);
    program.key_press(Key::Tab);
    program.run_steps(3);
    program.event(egui::Event::Text("painted".to_owned()));
    program.run_steps(2);
    program.key_press(Key::Enter);
    program.run_steps(4);
    assert!(text(&program).ends_with("[fields.painted]\ntype = \"painted\"\n"), "{}", text(&program));
    let values = |program: &Program| {
        let alone = text(program).replace("field = \"land\", scale = 300.0", "field = \"painted\"");
        heights(&alone, folder.path())
    };
    assert!(values(&program).iter().all(|value| *value == 0.0), "a new mask is empty, and no error");
    click(&mut program, "Graph");
    program.run_steps(8);
    for header in ["land", "painted"] {
        click(&mut program, header);
        program.run_steps(8);
    }
    keep(&mut program, "menu");
    click(&mut program, "Paint");
    until(&mut program, "the file of the mask", |program| text(program).contains("painted.strokes"));
    program.run_steps(4);
    stroke(&mut program, &WAY, Modifiers::NONE);
    let file = folder.path().join("painted.strokes");
    until(&mut program, "the stroke on the disk", |_| journal::read(&file).unwrap().strokes.len() == 1);
    let values = values(&program);
    assert!(values.iter().any(|value| *value > 0.9) && values.contains(&0.0));
    assert!(values.iter().all(|value| (0.0..=1.0).contains(value)));
}

/// The strokes of a mask are saved beside the recipe, so it needs a file first.
#[test]
fn a_recipe_without_a_file_is_saved_first() {
    let folder = tempfile::tempdir().unwrap();
    let preset = orogen_studio::host::Preset { text: TEXT, ..host::preset("downs") };
    let mut program = start(folder.path(), Startup::Preset(preset), FIRST);
    until(&mut program, "the brushes", |program| shows(program, "Raise"));
    program.run_steps(8);
    click(&mut program, "forest");
    program.run_steps(8);
    click(&mut program, "Paint");
    assert!(label_contains("Save the recipe first")(&program));
    assert!(!label_contains("Painting mask")(&program) && !text(&program).contains("strokes"));
    // Without a file, the mask is not painted, also not after a later save.
    program.key_press(Key::Escape);
    program.run_steps(4);
    let save = |program: &mut Program, name: &str| {
        program.get_by_label("file name").focus();
        program.run_steps(2);
        program.key_press_modifiers(Modifiers::COMMAND, Key::A);
        program.event(egui::Event::Text(folder.path().join(name).display().to_string()));
        program.run_steps(2);
        program.key_press(Key::Enter);
        until(program, "the file", |_| folder.path().join(name).exists());
        program.run_steps(8);
    };
    program.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    program.run_steps(4);
    save(&mut program, "one.toml");
    assert!(!label_contains("Painting mask")(&program));
    // Once it is saved, painting begins.
    let mut program = start(folder.path(), Startup::Preset(preset), FIRST);
    until(&mut program, "the brushes", |program| shows(program, "Raise"));
    program.run_steps(8);
    click(&mut program, "Paint “forest”");
    program.run_steps(4);
    save(&mut program, "two.toml");
    until(&mut program, "the mask", label_contains("Painting mask forest"));
}
