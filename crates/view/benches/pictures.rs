//! Times pictures of each preset, by mesh and by ray marching: 960 × 540 pixels with 8 samples, from the view
//! that `orogen render` picks. Then times a frame of 2560 × 1440 pixels with one sample. Its ground is already loaded, as in
//! an interactive view.
//!
//! Run `cargo bench -p orogen-view`, or `cargo bench -p orogen-view -- alps dunes` for some presets.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use orogen_engine::image::NoImages;
use orogen_engine::query::HeightQuery;
use orogen_engine::recipe::{Recipe, Source};
use orogen_gpu::Choice;
use orogen_view::{Progress, Renderer, Shot, Surface, ViewFinder, ground_detail};

/// Vertical angle of view, in degrees.
const DEGREES: f64 = 40.0;

/// Number of frames; the median is reported.
const FRAMES: usize = 5;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../orogen/recipes");
    let asked: Vec<_> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let files = std::fs::read_dir(folder).expect("the folder of presets exists");
    let mut recipes: Vec<_> = files
        .map(|file| file.expect("the presets can be listed").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .filter(|path| asked.is_empty() || asked.iter().any(|name| path.file_stem() == Some(name.as_ref())))
        .collect();
    recipes.sort();
    println!("| preset | surroundings | tiles | 8 samples | all | frame of 1440 lines | by march |");
    println!("|---|---|---|---|---|---|---|");
    for path in recipes {
        measure(&path);
    }
}

fn measure(path: &Path) {
    let name = path.file_stem().expect("files have names").to_string_lossy();
    let text = std::fs::read_to_string(path).expect("the presets can be read");
    let recipe = Recipe::parse(Source::new(name.as_ref(), text), orogen_engine::nodes::registry());
    let recipe = Arc::new(recipe.expect("the presets are valid"));
    // Planets need a `GlobeRenderer`.
    if recipe.domain.sphere().is_some() {
        return;
    }
    let ground = HeightQuery::new(&recipe, &NoImages, ground_detail(&recipe));
    let ground = ground.expect("the presets are valid");
    let finder = ViewFinder::new(&recipe, &ground);
    let camera = finder.landscape([960, 540], DEGREES).expect("the presets have a view");
    let shot = Shot { sun: finder.sun(&camera), ..Shot::new(camera) };

    let gpu =
        orogen_view::open(&Choice::Gpu).expect("install a Vulkan driver, for example mesa-vulkan-drivers");
    let mut renderer =
        Renderer::new(gpu, Arc::clone(&recipe), Arc::new(NoImages)).expect("the device can render");
    let made = Times::of(&mut renderer, &shot);
    let large = Shot { size: [2560, 1440], samples: 1, ..shot.clone() };
    // The first frame loads the finer tiles of the larger picture.
    let mut frames: Vec<_> = (0..=FRAMES).map(|_| Times::of(&mut renderer, &large).drawn).skip(1).collect();
    frames.sort_by(f64::total_cmp);
    let marched = Times::of(&mut renderer, &Shot { surface: Surface::March, ..shot });
    println!(
        "| {name} | {:.2} s | {:.2} s | {:.2} s | {:.2} s | {:.1} ms | {:.1} s |",
        made.around,
        made.tiles - made.around,
        made.drawn - made.tiles,
        made.all,
        1000.0 * frames[FRAMES / 2],
        marched.all,
    );
}

/// Times in seconds since the start of a picture.
struct Times {
    /// Until the surroundings and the shaders are ready.
    around: f64,
    /// Until the last tile is loaded.
    tiles: f64,
    /// Until the device has drawn the last sample.
    drawn: f64,
    /// Until the picture is in memory.
    all: f64,
}

impl Times {
    fn of(renderer: &mut Renderer, shot: &Shot) -> Self {
        let begin = Instant::now();
        let [mut around, mut tiles, mut drawn] = [None; 3];
        let callback = &mut |progress: Progress| {
            let now = begin.elapsed().as_secs_f64();
            match progress {
                Progress::Surroundings => {}
                Progress::Tiles { .. } => (around, tiles) = (around.or(Some(now)), Some(now)),
                Progress::Samples { .. } => drawn = Some(now),
            }
            progress.ignore()
        };
        renderer.render(shot, callback).expect("the preset can be rendered");
        let all = begin.elapsed().as_secs_f64();
        let [around, tiles, drawn] = [around, tiles, drawn].map(Option::unwrap_or_default);
        Self { around, tiles, drawn, all }
    }
}
