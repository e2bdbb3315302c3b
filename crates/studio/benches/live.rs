//! How closely the view follows a dragged slider and an orbiting camera: 60 events a second for 10 seconds, with the program's own
//! workers. Run it on idle cores. The processor times of the stages of a draft, which it prints first, depend less on other jobs.

#[path = "../tests/host/mod.rs"]
mod host;

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{Event, Modifiers, PointerButton, Pos2, Rect, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use host::{TestHost, preset};
use orogen_engine::image::NoImages;
use orogen_engine::nodes;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Drafts;
use orogen_studio::draft::DraftShot;
use orogen_studio::eye::{Eye, Pose};
use orogen_studio::height_field::HeightField;
use orogen_studio::host::Preset;
use orogen_studio::{Liveness, Startup, Studio};
use orogen_view::{GroundExtent, Style, Sun};

/// The time between events.
const TICK: Duration = Duration::from_micros(16_667);

/// How long the mouse moves.
const DRAG: Duration = Duration::from_secs(10);

/// How long to wait for the rendered picture before the mouse moves.
const PATIENCE: Duration = Duration::from_secs(30);

const PERLIN: &str = "orogen = 1\nname = \"Perlin\"\ndomain.size = 8000\nheight = { field = \"hills\", scale = 400.0 }\n\
                      [fields.hills]\ntype = \"perlin\"\nwavelength = \"1 km\"\n";

/// The program, in real time.
struct Program {
    harness: Harness<'static, Option<Studio>>,
    begin: Instant,
}

impl Program {
    fn start(preset: Preset) -> Self {
        let host = Arc::new(TestHost { steps: 0, is_fine: true, ..TestHost::of(&[]) });
        let app = move |ui: &mut egui::Ui, state: &mut Option<Studio>| {
            let ctx = ui.ctx().clone();
            let start = || Studio::new(&ctx, host.clone(), Startup::Preset(preset)).expect("threads");
            state.get_or_insert_with(start).show(ui);
        };
        let builder = Harness::builder().with_size(Vec2::new(1360.0, 860.0)).allow_missing_glyphs();
        let mut program = Self { harness: builder.build_ui_state(app, None), begin: Instant::now() };
        let begin = Instant::now();
        while !program.is_settled() && begin.elapsed() < PATIENCE {
            program.frame(None);
            std::thread::sleep(TICK);
        }
        program
    }

    fn is_settled(&self) -> bool {
        let studio = self.harness.state().as_ref();
        studio.is_some_and(|studio| studio.is_settled() && studio.liveness(0.0).pictures > 0)
    }

    /// Shows a frame with an event, at the current time.
    fn frame(&mut self, event: Option<Event>) -> (Liveness, Duration) {
        let now = self.begin.elapsed().as_secs_f64();
        self.harness.input_mut().time = Some(now);
        if let Some(event) = event {
            self.harness.event(event);
        }
        let begin = Instant::now();
        self.harness.step();
        let took = begin.elapsed();
        (self.harness.state().as_ref().map_or_else(Liveness::default, |studio| studio.liveness(now)), took)
    }

    /// The place of the topmost widget with this role and name.
    fn rect(&self, role: Role, label: &str) -> Rect {
        let places = self.harness.query_all_by_role_and_label(role, label).map(|node| node.rect());
        places.min_by(|one, other| one.top().total_cmp(&other.top())).expect("a widget of this name")
    }

    /// Drags along a path, and prints a row of the table.
    fn drag(&mut self, name: &str, path: impl Fn(f32) -> Pos2) {
        let button = |pressed| Event::PointerButton {
            pos: path(0.0),
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.frame(Some(Event::PointerMoved(path(0.0))));
        let (before, _) = self.frame(Some(button(true)));
        let (begin, processor) = (Instant::now(), processor_seconds());
        let (mut ages, mut frames, mut last) = (Vec::new(), Vec::new(), before);
        for tick in 1.. {
            let passed = begin.elapsed();
            if passed > DRAG {
                break;
            }
            let (liveness, took) = self.frame(Some(Event::PointerMoved(path(passed.as_secs_f32()))));
            ages.push(liveness.age * 1e3);
            frames.push(took.as_secs_f64() * 1e3);
            last = liveness;
            std::thread::sleep((TICK * tick).saturating_sub(begin.elapsed()));
        }
        let processor = processor_seconds().zip(processor).map(|(after, before)| after - before);
        self.frame(Some(button(false)));
        let pictures = last.pictures - before.pictures;
        let [ages, frames] = [ages, frames].map(|list| {
            let [most, longest] = largest(list);
            format!("{most:.0} / {longest:.0} ms")
        });
        let each = processor
            .map_or("–".to_owned(), |seconds| format!("{:.0} ms", 1e3 * seconds / pictures.max(1) as f64));
        println!("| {name} | {pictures} | {ages} | {frames} | {each} |");
    }
}

/// The 99th percentile and the maximum.
fn largest(mut list: Vec<f64>) -> [f64; 2] {
    list.sort_by(f64::total_cmp);
    [0.99, 1.0].map(|share| list[((list.len() - 1) as f64 * share) as usize])
}

/// The processor time of this process so far, in seconds. `None` where the system has no `/proc`.
fn processor_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the process may contain spaces, so fields are counted from its end. A tick is 10 ms on all current systems.
    let fields: Vec<_> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some((fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?) / 100.0)
}

/// A swing between 0 and 1 that takes 4 seconds.
fn swing(seconds: f32) -> f32 {
    0.5 - 0.5 * (seconds * std::f32::consts::TAU / 4.0).cos()
}

/// Prints the processor time of the stages of a draft: heights with this many samples per side, their light, and 411 × 300 rays.
fn stages(preset: Preset, samples: usize) {
    const ROUNDS: u32 = 20;
    let recipe = Recipe::parse(Source::new(preset.name, preset.text), nodes::registry()).expect("a preset");
    let images = Drafts(NoImages);
    let make = || HeightField::new(&recipe, &images, samples).expect("a ground");
    let (height_field, eye) = (make(), Eye::of(&recipe));
    let eye = match eye {
        Eye::Plane(eye) => Eye::Plane(Pose::new(eye).on(&height_field)),
        globe => globe,
    };
    let (style, sun, bounds) = (Style::Realistic, Sun::default(), GroundExtent::Endless);
    let (height_field, recipe, colour_range) = (&height_field, &recipe, None);
    let shot = DraftShot { height_field, recipe, style, eye: &eye, sun, bounds, colour_range };
    let shading = shot.shading().expect("a viewpoint");
    let each = |stage: &dyn Fn()| {
        let before = processor_seconds();
        (0..ROUNDS).for_each(|_| stage());
        let spent =
            processor_seconds().zip(before).map(|(after, before)| (after - before) / f64::from(ROUNDS));
        spent.map_or("–".to_owned(), |seconds| format!("{:.1} ms", 1e3 * seconds))
    };
    let heights = each(&|| drop(make()));
    let light = each(&|| drop(shot.shading()));
    let rays = each(&|| drop(shot.draw_while(&shading, [411, 300], &|| true)));
    println!("| `{}` | {samples} | {heights} | {light} | {rays} |", preset.name);
}

fn main() {
    let presets = [Preset { name: "perlin", text: PERLIN }, preset("alps"), preset("terra")];
    println!("| processor time | samples | heights | light | rays |");
    println!("|---|---:|---:|---:|---:|");
    for (preset, samples) in
        presets.iter().flat_map(|preset| [97, 193, 305].map(|samples| (*preset, samples)))
    {
        stages(preset, samples / 2 * 2);
    }
    println!();
    println!(
        "| dragged for 10 s | pictures | age, 99 % / longest | frame, 99 % / longest | processor time a picture |"
    );
    println!("|---|---:|---:|---:|---:|");
    for preset in presets {
        let mut program = Program::start(preset);
        let slider = program.rect(Role::Slider, "scale");
        let along =
            |share: f32| Pos2::new(slider.left() + (0.2 + 0.4 * share) * slider.width(), slider.center().y);
        program.drag(&format!("`{}`: slider", preset.name), |seconds| along(swing(seconds)));
        let view = program.rect(Role::Image, "terrain");
        let orbit = |share: f32| view.center() + Vec2::new((0.6 * share - 0.3) * view.width(), 40.0 * share);
        program.drag(&format!("`{}`: orbit", preset.name), |seconds| orbit(swing(seconds)));
    }
}
