//! Screenshots of the studio for the documentation, made without a window system.

#[expect(dead_code, reason = "tests use the rest")]
#[path = "../tests/driver/mod.rs"]
mod driver;
#[path = "../tests/host/mod.rs"]
mod host;

use std::path::Path;
use std::time::{Duration, Instant};

use driver::{Program, click};
use egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::kittest::Queryable;
use host::TestHost;
use orogen_studio::{Startup, Studio};

/// The presets of the start page.
const PRESETS: &[&str] = &[
    "alps",
    "archipelago",
    "arrakis",
    "barchans",
    "canyon",
    "craters",
    "desert",
    "dunes",
    "erosion",
    "hills",
    "islands",
    "isle",
    "luna",
    "mars",
    "mesas",
    "ridges",
    "terra",
    "valleys",
    "volcano",
];

/// Margin of the harness around the program, in pixels.
const MARGIN: u32 = 8;

fn start(startup: Startup) -> Program {
    in_state(startup, None)
}

/// Starts the program with a state folder.
fn in_state(startup: Startup, state: Option<&Path>) -> Program {
    let host =
        TestHost { state: state.map(Path::to_owned), steps: 30, is_fine: true, ..TestHost::of(PRESETS) };
    driver::start(host, startup, Vec2::new(1360.0, 860.0) + 2.0 * Vec2::splat(MARGIN as f32))
}

fn wait(program: &mut Program, seconds: f64, done: impl Fn(&Program) -> bool) {
    let start = Instant::now();
    while !done(program) && start.elapsed().as_secs_f64() < seconds {
        program.step();
        std::thread::sleep(Duration::from_millis(20));
    }
    program.run_steps(3);
}

fn settled(program: &Program) -> bool {
    program.state().as_ref().is_some_and(Studio::is_settled)
}

/// Paints a ridge, and terraces across it.
fn paint(program: &mut Program) {
    let lead = |program: &mut Program, way: &[[f32; 2]]| {
        for (at, &[x, y]) in way.iter().enumerate() {
            program.hover_at(Pos2::new(x, y));
            program.step();
            if at == 0 {
                program.drag_at(Pos2::new(x, y));
                program.step();
            }
        }
        let [x, y] = way[way.len() - 1];
        program.drop_at(Pos2::new(x, y));
        program.run_steps(2);
    };
    let bend = |from: [f32; 2], to: [f32; 2], bow: f32| -> Vec<[f32; 2]> {
        (0..=12)
            .map(|at| at as f32 / 12.0)
            .map(|s| {
                [from[0] + s * (to[0] - from[0]), from[1] + s * (to[1] - from[1]) - bow * 4.0 * s * (1.0 - s)]
            })
            .collect()
    };
    click(program, "Noise");
    for _ in 0..2 {
        lead(program, &bend([470.0, 560.0], [920.0, 470.0], 60.0));
    }
    click(program, "Level");
    lead(program, &bend([520.0, 700.0], [900.0, 640.0], -20.0));
    program.hover_at(Pos2::new(700.0, 500.0));
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::path::absolute(std::env::args().nth(1).ok_or("give a folder")?)?;
    // The export dialog shows the current folder, which must not be the author's.
    std::env::set_current_dir("/")?;
    let only = std::env::args().nth(2);
    let wants = |name: &str| only.as_deref().is_none_or(|only| only == name);
    let shoot = |program: &mut Program, name: &str| -> Result<(), Box<dyn std::error::Error>> {
        // Without a cursor or tooltips.
        program.event(egui::Event::PointerGone);
        program.run_steps(3);
        let picture = program.render()?;
        let [columns, rows] = [picture.width(), picture.height()].map(|side| side - 2 * MARGIN);
        let picture = image::imageops::crop_imm(&picture, MARGIN, MARGIN, columns, rows).to_image();
        picture.save(folder.join(format!("{name}.png")))?;
        println!("{name}");
        Ok(())
    };
    if wants("start") {
        let mut program = start(Startup::StartPage);
        wait(&mut program, 180.0, settled);
        shoot(&mut program, "start")?;
    }
    if wants("alps") {
        let mut program = start(Startup::Preset(host::preset("alps")));
        wait(&mut program, 180.0, settled);
        shoot(&mut program, "alps")?;
        click(&mut program, "Graph");
        click(&mut program, "Map view");
        wait(&mut program, 180.0, settled);
        shoot(&mut program, "graph")?;
        click(&mut program, "Graph");
        click(&mut program, "Map view");
        click(&mut program, "Text");
        wait(&mut program, 180.0, settled);
        shoot(&mut program, "text")?;
        program.key_press_modifiers(Modifiers::COMMAND, Key::E);
        program.run_steps(3);
        click(&mut program, "unity");
        shoot(&mut program, "export")?;
        click(&mut program, "Export");
        wait(&mut program, 20.0, |program| program.query_by_label("Done").is_some());
        shoot(&mut program, "typed")?;
    }
    if wants("brushes") {
        let state = tempfile::tempdir()?;
        let mut program = in_state(Startup::Preset(host::preset("mesas")), Some(state.path()));
        wait(&mut program, 180.0, settled);
        paint(&mut program);
        wait(&mut program, 180.0, settled);
        shoot(&mut program, "brushes")?;
    }
    if wants("error") {
        let preset = host::preset("mesas");
        let text = preset.text.replacen("type = \"", "type = \"not-", 1).leak();
        let mut program = start(Startup::Preset(orogen_studio::host::Preset { text, ..preset }));
        program.run_steps(5);
        shoot(&mut program, "error")?;
    }
    if wants("planet") {
        let mut program = start(Startup::Preset(host::preset("terra")));
        wait(&mut program, 180.0, settled);
        shoot(&mut program, "planet")?;
    }
    Ok(())
}
