//! The graph as an editor: gestures and keys, and the recipe that they make.

mod driver;
mod host;
mod texts;

use std::fs;
use std::path::Path;

use driver::{Program, click, keep, shows, text, until};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable;
use host::TestHost;
use orogen_studio::Startup;
use texts::texts_in;

const RECIPE: &str = "\
orogen = 1
domain.size = \"4 km\"

# the large forms
[fields.base]
type = \"fbm\"
wavelength = \"2 km\"

[fields.land]
type = \"smoothstep\"
input = \"base\"        # kept
low = -1
high = 1

[height]
field = \"land\"
scale = 300
";

/// The program with a recipe in a file, and its graph.
fn start(folder: &Path) -> Program {
    let path = folder.join("mine.toml");
    fs::write(&path, RECIPE).unwrap();
    let host = TestHost::of(&["downs"]);
    let mut program = driver::start(host, Startup::File(path), Vec2::new(1500.0, 1400.0));
    until(&mut program, "the file", |program| text(program).contains("large forms"));
    // The brushes come with the ground, and move the button below them.
    until(&mut program, "the brushes", |program| has(program, "Raise"));
    program.run_steps(2);
    click(&mut program, "Graph");
    until(&mut program, "the graph", |program| shows(program, "Output base"));
    program
}

/// The middle of the widget whose name begins like this.
fn at(program: &Program, name: &str) -> Pos2 {
    let begins = |node: &egui_kittest::Node<'_>| {
        use egui_kittest::kittest::NodeT;
        node.accesskit_node().label().is_some_and(|label| label.starts_with(name))
    };
    let all = program.query_all_by_label_contains(name);
    let found = all.into_iter().find(begins).unwrap_or_else(|| panic!("no widget is named `{name}`"));
    found.rect().center()
}

fn has(program: &Program, name: &str) -> bool {
    program.query_all_by_label_contains(name).next().is_some()
}

/// Drags from one place to another.
fn drag(program: &mut Program, from: Pos2, to: Pos2) {
    program.hover_at(from);
    program.step();
    program.drag_at(from);
    program.step();
    for part in [0.2, 0.5, 0.8, 1.0] {
        program.hover_at(from + part * (to - from));
        program.step();
    }
    program.event(button(to, PointerButton::Primary, false));
    program.run_steps(3);
}

fn button(pos: Pos2, button: PointerButton, pressed: bool) -> Event {
    Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }
}

fn press(program: &mut Program, pos: Pos2, which: PointerButton) {
    program.hover_at(pos);
    program.step();
    program.event(button(pos, which, true));
    program.step();
    program.event(button(pos, which, false));
    program.run_steps(3);
}

fn click_at(program: &mut Program, name: &str) {
    let pos = at(program, name);
    press(program, pos, PointerButton::Primary);
}

fn undo(program: &mut Program) {
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    program.run_steps(3);
}

/// Chooses a node in the open menu by typing.
fn choose(program: &mut Program, query: &str) {
    assert!(shows(program, "Search nodes"), "no menu is open");
    program.event(Event::Text(query.to_owned()));
    program.run_steps(2);
    program.key_press(Key::Enter);
    program.run_steps(4);
}

/// An empty place of the graph.
fn empty(program: &Program) -> Pos2 {
    at(program, "Node base") + Vec2::new(20.0, 130.0)
}

#[test]
fn wires_are_dragged_taken_off_and_put_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = start(folder.path());
    keep(&mut program, "graph");
    let [output, input, displace] =
        ["Output base", "Input input of land", "Input displace of land"].map(|name| at(&program, name));
    drag(&mut program, output, displace);
    let displaced = RECIPE.replace("high = 1\n", "high = 1\ndisplace = { by = \"base\", strength = 80.0 }\n");
    assert_eq!(text(&program), displaced);
    undo(&mut program);
    assert_eq!(text(&program), RECIPE);
    // Off the input and onto nothing.
    drag(&mut program, input, input + Vec2::new(-20.0, 210.0));
    assert_eq!(text(&program), RECIPE.replace("input = \"base\" ", "input = 0.0 "));
    // From the input back to the output.
    let (input, output) = (at(&program, "Input input of land"), at(&program, "Output base"));
    drag(&mut program, input, output);
    assert_eq!(text(&program), RECIPE);
    // A cycle.
    let (output, input) = (at(&program, "Output land"), at(&program, "Input displace of base"));
    drag(&mut program, output, input);
    assert_eq!(text(&program), RECIPE);
    assert!(has(&program, "would form a cycle"));
    // The height reads another field.
    let (output, input) = (at(&program, "Output base"), at(&program, "Input field of height"));
    drag(&mut program, output, input);
    assert_eq!(text(&program), RECIPE.replace("field = \"land\"", "field = \"base\""));
}

#[test]
fn nodes_are_added_by_the_menu() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = start(folder.path());
    let place = empty(&program);
    press(&mut program, place, PointerButton::Secondary);
    choose(&mut program, "billow");
    assert!(
        text(&program).ends_with("[fields.billow]\ntype = \"billow\"\nwavelength = 500.0\n"),
        "{}",
        text(&program)
    );
    let added = at(&program, "Node billow");
    assert!((added - place).length() < 250.0, "{added} is far from {place}");
    // A wire that ends nowhere asks for a node, which is connected at once.
    let (output, place) = (at(&program, "Output billow"), empty(&program) + Vec2::new(300.0, 20.0));
    drag(&mut program, output, place);
    choose(&mut program, "invert");
    assert!(
        text(&program).ends_with("[fields.invert]\ntype = \"invert\"\ninput = \"billow\"\n"),
        "{}",
        text(&program)
    );
    // From an input, too.
    click_at(&mut program, "Fit");
    let (input, place) = (at(&program, "Input displace of billow"), empty(&program) + Vec2::new(-30.0, 30.0));
    drag(&mut program, input, place);
    choose(&mut program, "simplex");
    assert!(text(&program).contains("displace = { by = \"simplex\""), "{}", text(&program));
    let added = text(&program).to_owned();
    undo(&mut program);
    assert!(!text(&program).contains("simplex"), "one step\n{added}");
}

/// A node that reads a file asks for it first.
#[test]
fn nodes_of_files_ask_for_the_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("dem.png"), "").unwrap();
    let mut program = start(folder.path());
    let (input, place) = (at(&program, "Input displace of base"), empty(&program) + Vec2::new(-30.0, 30.0));
    drag(&mut program, input, place);
    choose(&mut program, "image");
    assert!(shows(&program, "Choose image") && text(&program) == RECIPE);
    until(&mut program, "the list of files", |program| shows(program, "dem.png"));
    click(&mut program, "dem.png");
    click(&mut program, "Use image");
    assert!(text(&program).contains("displace = { by = \"image\""), "{}", text(&program));
    assert!(text(&program).contains("type = \"image\"\nfile = \"dem.png\"\n"), "{}", text(&program));
    undo(&mut program);
    assert_eq!(text(&program), RECIPE);
}

/// What cannot be pasted is not cut.
#[test]
fn a_cut_keeps_what_cannot_be_pasted() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = start(folder.path());
    click_at(&mut program, "Add node");
    choose(&mut program, "sea");
    assert!(text(&program).contains("[sea]"), "{}", text(&program));
    click_at(&mut program, "Node land");
    program.event(Event::ModifiersChanged(Modifiers::SHIFT));
    click_at(&mut program, "Node sea");
    program.event(Event::ModifiersChanged(Modifiers::NONE));
    program.event(Event::Cut);
    program.run_steps(3);
    assert!(
        text(&program).contains("[sea]") && !text(&program).contains("[fields.land]"),
        "{}",
        text(&program)
    );
}

#[test]
fn a_node_is_inserted_into_a_wire() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = start(folder.path());
    let middle = at(&program, "Output base").lerp(at(&program, "Input input of land"), 0.5);
    press(&mut program, middle, PointerButton::Secondary);
    choose(&mut program, "terrace");
    assert!(text(&program).contains("input = \"terrace\"        # kept"), "{}", text(&program));
    assert!(text(&program).contains("type = \"terrace\"\ninput = \"base\"\n"), "{}", text(&program));
    undo(&mut program);
    assert_eq!(text(&program), RECIPE);
}

#[test]
fn nodes_are_selected_deleted_duplicated_and_pasted() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = start(folder.path());
    click_at(&mut program, "Node land");
    program.key_press(Key::Delete);
    program.run_steps(3);
    assert!(
        !text(&program).contains("fields.land") && text(&program).contains("field = \"base\""),
        "{}",
        text(&program)
    );
    undo(&mut program);
    assert_eq!(text(&program), RECIPE);
    // A box around all fields.
    let (first, last) = (at(&program, "Node base"), at(&program, "Node land"));
    drag(&mut program, first + Vec2::new(-130.0, -110.0), last + Vec2::new(30.0, 60.0));
    program.key_press_modifiers(Modifiers::COMMAND, Key::D);
    program.run_steps(4);
    assert!(
        text(&program).contains("[fields.base-2]")
            && text(&program).contains("input = \"base-2\"        # kept"),
        "{}",
        text(&program)
    );
    program.key_press(Key::Delete);
    program.run_steps(3);
    assert_eq!(text(&program).trim_end(), RECIPE.trim_end(), "the copies were selected");
    click_at(&mut program, "Node base");
    program.event(Event::Paste("[fields.base]\ntype = \"ridged\"\nwavelength = 90\n".to_owned()));
    program.run_steps(4);
    assert!(text(&program).contains("[fields.base-2]\ntype = \"ridged\""), "{}", text(&program));
    program.event(Event::Paste("nonsense".to_owned()));
    program.run_steps(3);
}

#[test]
fn the_keyboard_reaches_all_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = start(folder.path());
    program.get_by_label("Output base").focus();
    program.run_steps(2);
    program.key_press(Key::Enter);
    program.run_steps(2);
    program.get_by_label("Input displace of land is not connected").focus();
    program.run_steps(2);
    program.key_press(Key::Enter);
    program.run_steps(3);
    assert!(text(&program).contains("displace = { by = \"base\""), "{}", text(&program));
    program.get_by_label("Input displace of land reads base").focus();
    program.run_steps(2);
    program.key_press(Key::Delete);
    program.run_steps(3);
    assert!(!text(&program).contains("displace"), "{}", text(&program));
    // Tab in the empty graph opens the menu, and Escape closes it.
    program.get_by_label("Graph of the recipe").focus();
    program.run_steps(2);
    program.key_press(Key::Tab);
    program.run_steps(3);
    assert!(shows(&program, "Search nodes"));
    program.event(Event::Text("clamp".to_owned()));
    program.run_steps(2);
    keep(&mut program, "menu");
    program.key_press(Key::Escape);
    program.run_steps(3);
    assert!(!shows(&program, "Search nodes"));
}

#[test]
fn a_pinned_field_is_shown_and_a_clicked_one_opens_its_form() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = start(folder.path());
    click_at(&mut program, "Show base in the view");
    assert!(shows(&program, "The view shows base"));
    assert_eq!(text(&program), RECIPE);
    keep(&mut program, "pinned");
    click(&mut program, "Show the terrain");
    assert!(!shows(&program, "The view shows base"));
    click_at(&mut program, "Node base");
    until(&mut program, "the form", |program| has(program, "wavelength"));
}

#[test]
fn frames_surround_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = start(folder.path());
    click_at(&mut program, "Node base");
    program.key_press(Key::J);
    program.run_steps(3);
    program.key_press_modifiers(Modifiers::COMMAND, Key::A);
    program.event(Event::Text("Forms".to_owned()));
    program.run_steps(2);
    program.key_press(Key::Enter);
    program.run_steps(3);
    keep(&mut program, "frame");
    let (title, node) = (at(&program, "Frame Forms"), at(&program, "Node base"));
    drag(&mut program, title, title + Vec2::new(0.0, 60.0));
    let moved = at(&program, "Node base") - node;
    assert!((moved - Vec2::new(0.0, 60.0)).length() < 12.0, "{moved}");
    assert_eq!(text(&program), RECIPE, "frames and places are not in the recipe");
}

/// Chooses an entry of the open menu with the mouse: turns the wheel until the entry is visible, and clicks it.
fn pick(program: &mut Program, entry: &str) {
    let search = program.get_by_label("Search nodes").rect();
    let visible = search.bottom() + 20.0..search.bottom() + 300.0;
    program.hover_at(Pos2::new(search.center().x, search.bottom() + 150.0));
    program.step();
    for _ in 0..400 {
        let place = at(program, &format!("Add {entry}"));
        if visible.contains(&place.y) {
            break;
        }
        let delta = Vec2::new(0.0, if place.y > visible.end { -60.0 } else { 30.0 });
        let unit = egui::MouseWheelUnit::Point;
        let phase = egui::TouchPhase::Move;
        program.event(Event::MouseWheel {
            unit,
            delta,
            phase,
            modifiers: Modifiers::NONE,
            source: egui::MouseWheelSource::Unknown,
        });
        program.run_steps(4);
    }
    click_at(program, &format!("Add {entry}"));
    program.run_steps(3);
}

/// Adds a node with the button above the graph, and arranges all nodes.
fn add(program: &mut Program, entry: &str) {
    click_at(program, "Add node");
    pick(program, entry);
    click_at(program, "Tidy");
    program.run_steps(3);
}

/// Connects two ports with the mouse.
fn wire(program: &mut Program, output: &str, input: &str) {
    let [from, to] = [output, input].map(|name| at(program, name));
    drag(program, from, to);
    click_at(program, "Tidy");
    program.run_steps(3);
}

#[test]
fn a_recipe_of_ten_nodes_is_made_with_the_mouse_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = start(folder.path());
    for entry in ["billow", "ridged", "invert", "mix", "clamp", "material", "material"] {
        add(&mut program, entry);
    }
    for (output, input) in [
        ("Output billow", "Input displace of ridged"),
        ("Output ridged", "Input a of mix"),
        ("Output land", "Input b of mix"),
        ("Output billow", "Input mask of mix"),
        ("Output mix", "Input field of height"),
        ("Output billow", "Input input of invert"),
        ("Output invert", "Input input of clamp"),
        ("Output clamp", "Input noise of grass"),
    ] {
        wire(&mut program, output, input);
    }
    keep(&mut program, "ten");
    let recipe = orogen_studio::document::Document::new("mine", text(&program));
    assert!(recipe.error().is_none(), "{:?}", recipe.error());
    let base = RECIPE.replace("field = \"land\"", "field = \"mix\"");
    assert_eq!(text(&program), format!("{base}{ADDED}"));
}

/// What the mouse makes after the first recipe.
const ADDED: &str = "
[fields.billow]
type = \"billow\"
wavelength = 500.0

[fields.ridged]
type = \"ridged\"
wavelength = 500.0
displace = { by = \"billow\", strength = 80.0 }

[fields.invert]
type = \"invert\"
input = \"billow\"

[fields.mix]
type = \"mix\"
a = \"ridged\"
b = \"land\"
mask = \"billow\"

[fields.clamp]
type = \"clamp\"
input = \"invert\"

[[materials]]
name = \"rock\"
color = \"#7d7568\"

[[materials]]
name = \"grass\"
color = \"#6b7346\"
slope = [35, 25]
noise = { field = \"clamp\", range = [0.0, 0.5] }
";

/// Text that is too small to be read is not drawn, and names are drawn larger.
#[test]
fn a_graph_of_many_nodes_is_legible() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let field = |at: usize| {
        format!(
            "[fields.a-field-with-a-name-{at}]\ntype = \"add\"\na = \"a-field-with-a-name-{}\"\nb = 0.1\n",
            at - 1
        )
    };
    let first = "[fields.a-field-with-a-name-0]\ntype = \"fbm\"\nwavelength = 900\n".to_owned();
    let fields: String = std::iter::once(first).chain((1..14).map(field)).collect();
    let height = "orogen = 1\ndomain.size = 4000\nheight.field = \"a-field-with-a-name-13\"\n";
    fs::write(&path, format!("{height}{fields}")).unwrap();
    let host = TestHost::of(&["downs"]);
    let mut program = driver::start(host, Startup::File(path), Vec2::new(1500.0, 900.0));
    until(&mut program, "the file", |program| text(program).contains("name-13"));
    click(&mut program, "Graph");
    until(&mut program, "the graph", |program| shows(program, "Output a-field-with-a-name-0"));
    click_at(&mut program, "Fit");
    program.run_steps(3);
    keep(&mut program, "graph-far");
    let graph = program.get_by_label("Graph of the recipe").rect();
    let texts = texts_in(&program, graph);
    let names = texts.iter().filter(|(text, _)| text.starts_with("a-field-with-a-name-")).count();
    assert!(names >= 14, "{names} names");
    // A row is higher than its letters.
    let small: Vec<_> = texts.iter().filter(|(_, height)| *height < 10.0).collect();
    assert!(small.is_empty(), "{small:?}");
}
