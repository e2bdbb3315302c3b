//! Maps, profiles, comparison, variations, the list of undo steps, and the progress of solutions.

mod driver;
mod host;
mod texts;

use driver::{Program, click, keep, shows, text, until};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use host::TestHost;
use orogen_studio::host::Preset;
use orogen_studio::{Startup, Studio};
use texts::texts_in;

fn start(startup: Startup) -> Program {
    let host = TestHost::of(&["downs", "dunes"]);
    driver::start(host, startup, Vec2::new(1040.0, 760.0))
}

fn downs() -> Program {
    start(Startup::Preset(host::preset("downs")))
}

/// Whether a widget of this role has a label that contains these words.
fn has(program: &Program, role: Role, part: &str) -> bool {
    program.query_all_by_label_contains(part).any(|node| node.accesskit_node().role() == role)
}

/// Waits for the label of the legend, and returns it.
fn legend(program: &mut Program, what: &str, holds: impl Fn(&str) -> bool) -> String {
    let found = |program: &Program| {
        let node = program.query_all_by_label_contains("legend from").next()?;
        node.accesskit_node().label().filter(|label| holds(label))
    };
    until(program, what, |program| found(program).is_some());
    found(program).unwrap()
}

/// Shows the map. New panels need a few frames to find their size.
fn with_a_map(program: &mut Program) {
    click(program, "Map view");
    program.run_steps(10);
}

/// The rectangle of a picture.
fn rect_of(program: &Program, label: &str) -> egui::Rect {
    program.get_by_role_and_label(Role::Image, label).rect()
}

/// The number of pictures so far.
fn pictures(program: &Program) -> u64 {
    program.state().as_ref().map_or(0, |studio| studio.liveness(0.0).pictures)
}

/// The number of pictures once the last one is finished.
fn settled_pictures(program: &mut Program) -> u64 {
    until(program, "the picture", |program| program.state().as_ref().is_some_and(Studio::is_settled));
    pictures(program)
}

fn click_at(program: &mut Program, pos: Pos2) {
    drag(program, pos, pos);
}

fn drag(program: &mut Program, from: Pos2, to: Pos2) {
    let modifiers = Modifiers::NONE;
    let button =
        |pos, pressed| egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
    program.hover_at(from);
    program.step();
    program.event(button(from, true));
    program.step();
    if from != to {
        for share in [0.3, 0.7, 1.0] {
            program.event(egui::Event::PointerMoved(from + share * (to - from)));
            program.step();
        }
    }
    program.event(button(to, false));
    program.run_steps(3);
}

/// Asserts that the axes of a plot have numbers with units: along it, below it or below the plot under it, and upwards.
fn has_numbers(program: &Program, plot: egui::Rect, units: [&str; 2]) {
    let below = egui::Rect::from_min_max(plot.left_top(), plot.right_bottom() + Vec2::new(0.0, 120.0));
    let beside = plot.expand2(Vec2::new(60.0, 0.0));
    for (area, unit) in [(below, units[0]), (beside, units[1])] {
        let all = texts_in(program, area);
        let numbers = all.iter().filter(|(text, _)| {
            text.ends_with(unit)
                && text.trim_end_matches(unit).trim_end_matches('k').trim().parse::<f64>().is_ok()
        });
        assert!(numbers.count() >= 2, "{unit}: {all:?}");
    }
}

#[test]
fn the_map_shows_heights_slopes_and_any_field() {
    let mut program = downs();
    with_a_map(&mut program);
    let heights = legend(&mut program, "the map", |label| label.ends_with(" m"));
    assert!(program.query_all_by_label_contains("contours every").next().is_some());
    keep(&mut program, "map");
    click(&mut program, "Slope");
    legend(&mut program, "the slopes", |label| label == "legend from 0° to 90°");
    click(&mut program, "Histogram");
    until(&mut program, "the histogram", |program| has(program, Role::Image, "histogram: lowest"));
    keep(&mut program, "map-slope");
    let histogram = program.query_all_by_label_contains("histogram: lowest").last().unwrap().rect();
    has_numbers(&program, histogram, ["°", " %"]);
    click(&mut program, "Values");
    click(&mut program, "map of: Terrain");
    // The form of the field has the same name; the menu is on top.
    program.query_all_by_label("hills").last().expect("the field in the menu").click();
    program.run_steps(3);
    let values = legend(&mut program, "the field", |label| !label.ends_with(" m") && !label.contains('°'));
    assert_ne!(values, heights);
    click(&mut program, "Mask");
    legend(&mut program, "the mask", |label| label == "legend from 0 to 1");
    keep(&mut program, "map-mask");
}

#[test]
fn the_map_zooms_pans_and_moves_the_view() {
    let mut program = downs();
    with_a_map(&mut program);
    let whole = legend(&mut program, "the map", |label| label.ends_with(" m"));
    for _ in 0..6 {
        click(&mut program, "Zoom in");
    }
    let near = legend(&mut program, "a part", |label| label != whole);
    let map = rect_of(&program, "map");
    drag(&mut program, map.center(), map.center() + Vec2::new(90.0, 60.0));
    let aside = legend(&mut program, "another part", |label| label != near);
    assert_ne!(aside, whole);
    click(&mut program, "Fit");
    let lowest = |label: &str| label.split_whitespace().nth(2).and_then(|word| word.parse::<f64>().ok());
    let is_whole =
        |label: &str| lowest(label).zip(lowest(&whole)).is_some_and(|(one, other)| (one - other).abs() < 5.0);
    legend(&mut program, "the whole map", is_whole);
    let before = settled_pictures(&mut program);
    click_at(&mut program, map.center() + Vec2::new(40.0, 40.0));
    until(&mut program, "a picture from the moved camera", |program| pictures(program) > before);
}

#[test]
fn a_line_on_the_map_gives_a_profile() {
    let mut program = downs();
    with_a_map(&mut program);
    legend(&mut program, "the map", |label| label.ends_with(" m"));
    click(&mut program, "Measure in view");
    let map = rect_of(&program, "map");
    let half = Vec2::new(0.3 * map.width(), 30.0);
    drag(&mut program, map.center() - half, map.center() + half);
    until(&mut program, "the profile", |program| has(program, Role::Image, "height over distance"));
    assert!(has(&program, Role::Image, "slope over distance"));
    assert!(program.query_all_by_label_contains("climb").next().is_some());
    keep(&mut program, "profile");
    for (name, unit) in [("height over distance", " m"), ("slope over distance", "°")] {
        let plot = program.query_all_by_label_contains(name).last().unwrap().rect();
        has_numbers(&program, plot, ["m", unit]);
    }
    program.get_by_label("Copy as CSV").click();
    program.step();
    let commands = program.output().platform_output.commands.clone();
    let copied = commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let table = copied.expect("the table is copied");
    assert!(table.starts_with("distance_m,x_m,y_m,height_m,slope_degrees\n0.000,"), "{table}");
    click(&mut program, "Close profile");
    assert!(!has(&program, Role::Image, "height over distance"));
}

#[test]
fn undo_steps_are_listed_and_a_click_jumps() {
    let mut program = downs();
    let before = text(&program).to_owned();
    click(&mut program, "Next");
    click(&mut program, "Next");
    let latest = text(&program).to_owned();
    click(&mut program, "History");
    let seed = latest.lines().find(|line| line.starts_with("seed")).unwrap();
    let seed: u64 = seed.split(['=', '#']).nth(1).unwrap().trim().parse().unwrap();
    let steps = [format!("Set seed to {}", seed - 1), format!("Set seed to {seed}")];
    assert!(steps.iter().all(|step| shows(&program, step)), "{steps:?}");
    keep(&mut program, "history");
    click(&mut program, "Open");
    assert_eq!(text(&program), before);
    click(&mut program, "History");
    click(&mut program, &steps[1]);
    assert_eq!(text(&program), latest);
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    program.run_steps(2);
    assert_ne!(text(&program), latest, "undo continues from there");
}

#[test]
fn a_variation_is_taken_in_one_step() {
    let mut program = downs();
    until(&mut program, "the recipe", |program| shows(program, "Variations…"));
    let before = text(&program).to_owned();
    program.run_steps(3);
    click(&mut program, "Variations…");
    // The sheet needs a few frames to find its size.
    program.run_steps(8);
    let unmade = |program: &Program| program.query_all_by_label_contains("(generating)").count();
    assert!(unmade(&program) > 0);
    until(&mut program, "the pictures", |program| unmade(program) == 0);
    keep(&mut program, "variations");
    let first: u64 = {
        let seed = before.lines().find(|line| line.starts_with("seed")).unwrap();
        seed.split(['=', '#']).nth(1).unwrap().trim().parse().unwrap()
    };
    click(&mut program, &format!("seed {}", first + 4));
    assert!(text(&program).contains(&format!("seed = {}", first + 4)), "{}", text(&program));
    assert!(!shows(&program, "More seeds"), "the sheet is closed");
    program.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    program.run_steps(3);
    assert_eq!(text(&program), before);
    // Another number, picked from the list.
    click(&mut program, "Variations…");
    click(&mut program, "varied: seed");
    click(&mut program, "hills.wavelength");
    assert!(has(&program, Role::ComboBox, "varied: hills.wavelength"));
    program.key_press(Key::Escape);
    program.run_steps(3);
    assert_eq!(text(&program), before);
}

#[test]
fn two_recipes_are_shown_side_by_side() {
    let mut program = downs();
    click(&mut program, "Store as B");
    click(&mut program, "Next");
    click(&mut program, "Side by side");
    assert!(program.query_by_role_and_label(Role::Image, "terrain of B").is_some());
    program.run_steps(8);
    let [a, b] = ["terrain", "terrain of B"].map(|name| rect_of(&program, name));
    assert!(a.max.x <= b.min.x + 1.0 && (a.width() - b.width()).abs() < 0.2 * a.width(), "{a:?} {b:?}");
    // B's picture arrives from its own renderer.
    let colours = |program: &mut Program| {
        let picture = program.render().unwrap();
        let area = (b.min.x as u32 + 10..b.max.x as u32 - 10).step_by(7);
        let pixels =
            area.flat_map(|x| (b.min.y as u32 + 60..b.max.y as u32 - 10).step_by(9).map(move |y| (x, y)));
        pixels.map(|(x, y)| picture.get_pixel(x, y).0).collect::<std::collections::BTreeSet<_>>().len()
    };
    let begin = std::time::Instant::now();
    while colours(&mut program) < 100 {
        assert!(begin.elapsed().as_secs() < 120, "B is not shown");
        program.run_steps(5);
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    keep(&mut program, "side-by-side");
    let before = settled_pictures(&mut program);
    drag(&mut program, b.center(), b.center() + Vec2::new(60.0, 0.0));
    until(&mut program, "a picture: a drag over B moves the camera of both", |program| {
        pictures(program) > before
    });
    click(&mut program, "Side by side");
    assert!(program.query_by_role_and_label(Role::Image, "terrain of B").is_none());
}

/// Hills that water erodes. The solution takes a while.
const ERODED: &str = "# Eroded\norogen = 1\nseed = 3\ndomain.size = 20_000\n\
    height = { field = \"land\", scale = 1.0 }\n[fields.hills]\ntype = \"fbm\"\nwavelength = 5000\noctaves = 6\n\
    [fields.land]\ntype = \"erosion\"\ninput = \"hills\"\nscale = 900\ndetail = 20\n";

/// The solution of the other recipe may still be in progress.
#[test]
fn the_progress_of_another_recipe_is_hidden() {
    let mut program = start(Startup::Preset(Preset { name: "eroded", text: ERODED }));
    until(&mut program, "the progress", |program| shows(program, "Solving land"));
    click(&mut program, "Presets");
    click(&mut program, "downs");
    assert!(text(&program).contains("Downs"));
    for _ in 0..60 {
        assert!(!shows(&program, "Solving land"));
        program.step();
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn solutions_show_their_progress_and_can_be_cancelled() {
    let mut program = start(Startup::Preset(Preset { name: "eroded", text: ERODED }));
    until(&mut program, "the progress", |program| shows(program, "Solving land"));
    keep(&mut program, "solving");
    click(&mut program, "Cancel solving");
    until(&mut program, "the end", |program| shows(program, "Solve again"));
    let stopped = |program: &Program| {
        program.query_all_by_label_contains("the solution of `land` was stopped").next().is_some()
    };
    until(&mut program, "the error", stopped);
    keep(&mut program, "solving-cancelled");
    click(&mut program, "Solve again");
    program.run_steps(2);
    assert!(!shows(&program, "Solve again"));
    until(&mut program, "the progress again", |program| shows(program, "Solving land"));
    click(&mut program, "Cancel solving");
    // A change of the recipe starts again, too.
    click(&mut program, "Next");
    program.run_steps(2);
    assert!(!shows(&program, "Solve again"));
}
