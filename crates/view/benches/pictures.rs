//! What a picture of each preset costs, by mesh and by march: 960 × 540 pixels of 8 samples from where `orogen render`
//! stands; and a frame of 2560 × 1440 pixels, one sample each, whose ground is there already, as on a screen.
//!
//! `cargo bench -p orogen-view`, or `-- alps dunes` for some of them.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use orogen::image::NoImages;
use orogen::query::HeightQuery;
use orogen::recipe::{Recipe, Source};
use orogen_gpu::Choice;
use orogen_view::{Painter, Progress, Scout, Shot, Surface, ground_detail};

/// Degrees from the bottom of a picture to its top.
const DEGREES: f64 = 40.0;

/// Frames whose median is taken.
const FRAMES: usize = 5;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recipes");
    let asked: Vec<_> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let files = std::fs::read_dir(folder).expect("the presets are there");
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
    let recipe = Recipe::parse(Source::new(name.as_ref(), text), orogen::nodes::registry());
    let recipe = Arc::new(recipe.expect("the presets are sound"));
    // Planets have pictures of their own.
    if recipe.domain.sphere().is_some() {
        return;
    }
    let ground = HeightQuery::new(&recipe, &NoImages, ground_detail(&recipe));
    let ground = ground.expect("the presets are sound");
    let scout = Scout::new(&recipe, &ground);
    let camera = scout.landscape([960, 540], DEGREES).expect("there is a view");
    let shot = Shot { sun: scout.sun(&camera), ..Shot::new(camera) };

    let gpu = orogen_view::open(&Choice::Gpu).expect("install a Vulkan driver, mesa-vulkan-drivers for one");
    let mut painter = Painter::new(gpu, Arc::clone(&recipe), Arc::new(NoImages)).expect("there is memory");
    let made = Times::of(&mut painter, &shot);
    let large = Shot { size: [2560, 1440], samples: 1, ..shot.clone() };
    // The first of them makes what is finer in a larger picture.
    let mut frames: Vec<_> = (0..=FRAMES).map(|_| Times::of(&mut painter, &large).drawn).skip(1).collect();
    frames.sort_by(f64::total_cmp);
    let marched = Times::of(&mut painter, &Shot { surface: Surface::March, ..shot });
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

/// Seconds from the beginning of a picture.
struct Times {
    /// To the ground around, and shaders.
    around: f64,
    /// To the last tile.
    tiles: f64,
    /// To the last sample on the device.
    drawn: f64,
    /// To the picture in memory.
    all: f64,
}

impl Times {
    fn of(painter: &mut Painter, shot: &Shot) -> Self {
        let begin = Instant::now();
        let [mut around, mut tiles, mut drawn] = [None; 3];
        let told = &mut |progress: Progress| {
            let now = begin.elapsed().as_secs_f64();
            match progress {
                Progress::Surroundings => {}
                Progress::Tiles { .. } => (around, tiles) = (around.or(Some(now)), Some(now)),
                Progress::Samples { .. } => drawn = Some(now),
            }
            progress.unwatched()
        };
        painter.paint(shot, told).expect("a picture");
        let all = begin.elapsed().as_secs_f64();
        let [around, tiles, drawn] = [around, tiles, drawn].map(Option::unwrap_or_default);
        Self { around, tiles, drawn, all }
    }
}
