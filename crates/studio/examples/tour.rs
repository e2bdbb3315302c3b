//! Screenshots of the program for its page in the documentation, made without a window system.

#[path = "../tests/host/mod.rs"]
mod host;

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use host::TestHost;
use orogen_studio::{Begin, Studio};

/// The presets that are shown.
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

/// The harness leaves so many pixels around the program.
const MARGIN: u32 = 8;

type Program = Harness<'static, Option<Studio>>;

fn begun(begin: Begin) -> Program {
    let host = Arc::new(TestHost { presets: PRESETS, state: None, steps: 30 });
    let app = move |ui: &mut egui::Ui, state: &mut Option<Studio>| {
        let ctx = ui.ctx().clone();
        let begun = || Studio::new(&ctx, host.clone(), begin.clone()).expect("threads");
        state.get_or_insert_with(begun).show(ui);
    };
    Harness::builder()
        .with_size(Vec2::new(1360.0, 860.0) + 2.0 * Vec2::splat(MARGIN as f32))
        .allow_missing_glyphs()
        .wgpu()
        .build_ui_state(app, None)
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

fn click(program: &mut Program, label: &str) {
    let acts = |node: &egui_kittest::Node<'_>| node.accesskit_node().role() != Role::Label;
    program.query_all_by_label(label).find(acts).unwrap_or_else(|| panic!("there is no `{label}`")).click();
    program.run_steps(3);
}

/// A ridge, and terraces across it.
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
    // The dialog of exports shows where one is: nobody's own folder.
    std::env::set_current_dir("/")?;
    let only = std::env::args().nth(2);
    let wants = |name: &str| only.as_deref().is_none_or(|only| only == name);
    let shoot = |program: &mut Program, name: &str| -> Result<(), Box<dyn std::error::Error>> {
        // No cursor, and nothing that it points at.
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
        let mut program = begun(Begin::StartPage);
        wait(&mut program, 60.0, |_| false);
        shoot(&mut program, "start")?;
    }
    if wants("alps") {
        let mut program = begun(Begin::Preset(host::preset("alps")));
        wait(&mut program, 180.0, settled);
        shoot(&mut program, "alps")?;
        click(&mut program, "Graph");
        click(&mut program, "Map beside");
        wait(&mut program, 180.0, settled);
        shoot(&mut program, "graph")?;
        click(&mut program, "Graph");
        click(&mut program, "Map beside");
        click(&mut program, "Text");
        wait(&mut program, 180.0, settled);
        shoot(&mut program, "text")?;
        program.key_press_modifiers(Modifiers::COMMAND, Key::E);
        program.run_steps(3);
        click(&mut program, "unity");
        shoot(&mut program, "export")?;
        click(&mut program, "Export now");
        wait(&mut program, 20.0, |program| program.query_by_label("Done").is_some());
        shoot(&mut program, "typed")?;
    }
    if wants("brushes") {
        let mut program = begun(Begin::Preset(host::preset("mesas")));
        wait(&mut program, 180.0, settled);
        paint(&mut program);
        wait(&mut program, 180.0, settled);
        shoot(&mut program, "brushes")?;
    }
    if wants("error") {
        let preset = host::preset("mesas");
        let text = preset.text.replacen("type = \"", "type = \"not-", 1).leak();
        let mut program = begun(Begin::Preset(orogen_studio::host::Preset { text, ..preset }));
        program.run_steps(5);
        shoot(&mut program, "error")?;
    }
    if wants("planet") {
        let mut program = begun(Begin::Preset(host::preset("terra")));
        wait(&mut program, 180.0, settled);
        shoot(&mut program, "planet")?;
    }
    Ok(())
}
