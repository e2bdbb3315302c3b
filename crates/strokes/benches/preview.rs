//! Measures the time of a preview of 512² samples with 300 strokes, and of one more stroke while it is painted. Results are
//! medians. The last line is the latency that a user notices: the time from a stroke until all tiles of a generator that it
//! touches are ready.

use std::sync::Arc;
use std::time::{Duration, Instant};

use orogen_engine::generate::Generator;
use orogen_engine::generate::cpu::CpuMaker;
use orogen_engine::generate::dispatcher::Dispatcher;
use orogen_engine::generate::tile::{Request, Version};
use orogen_engine::image::NoImages;
use orogen_engine::raster::Grid;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use orogen_strokes::bounds::Bounds;
use orogen_strokes::brush::{Brush, Grain, Tool};
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::noise_brush::{Noise, NoiseBrush};
use orogen_strokes::prepared_strokes::PreparedStrokes;
use orogen_strokes::stroke::{Point, Stroke, Surface};

const ROUNDS: usize = 7;
const STROKES: usize = 300;

fn main() {
    let text = include_str!("../../orogen/recipes/alps.toml");
    let recipe = Recipe::parse(Source::new("alps.toml", text), orogen_engine::nodes::registry());
    let recipe = recipe.expect("the preset is sound");
    let grid = Grid::over(recipe.domain.size, 512, false);
    let terrain = Arc::new(Terrain::new(&recipe, &NoImages, grid.spacing).expect("the preset is sound"));
    let noise = |grain| {
        let noise =
            NoiseBrush { wavelength: 500.0, octaves: 6, grain, ..NoiseBrush::new(Noise::Swiss, 100.0) };
        noise.tool().expect("its numbers are in their ranges")
    };
    let plain = |i: usize| match i % 4 {
        0 => Tool::Raise { metres: 20.0 },
        1 => Tool::Level { to: 1500.0 },
        2 => Tool::Ledge { step: 80.0, riser: 0.4 },
        _ => Tool::Erase,
    };
    let none = median(|| drop(PreparedStrokes::new(Arc::clone(&terrain), grid.spacing).rows(grid)));
    println!("the ground alone: {none:.1?}");
    report("raise, level, ledge, erase", &terrain, grid, plain);
    report("swiss turbulence", &terrain, grid, |_| noise(Grain::PLAIN));
    report("swiss turbulence along the strokes", &terrain, grid, |_| noise(Grain::Stroke { ratio: 3.0 }));
    report("all, and one smooth in ten", &terrain, grid, |i| match i % 10 {
        0 => Tool::Smooth { radius: 200.0 },
        1..5 => noise(Grain::PLAIN),
        _ => plain(i),
    });
    painting(recipe, |i| match i % 10 {
        0 => Tool::Smooth { radius: 200.0 },
        1..5 => noise(Grain::PLAIN),
        _ => plain(i),
    });
}

/// Measures one more stroke over 16 × 16 tiles of 65² samples.
fn painting(recipe: Recipe, tool: impl Fn(usize) -> Tool) {
    let spacing = recipe.domain.size / 1024.0;
    let tile =
        |i: i64| Grid { first_column: i % 16 * 64, first_row: i / 16 * 64, columns: 65, rows: 65, spacing };
    let board: Vec<_> = (0..256).map(|i| Request::new(tile(i), true)).collect();
    let maker = CpuMaker::new(CpuMaker::spare_threads()).expect("there are threads");
    let generator = Dispatcher::new(Arc::new(recipe), Arc::new(NoImages), vec![Box::new(maker)], 256 << 20);
    let generator = generator.expect("there are threads");
    let mut layer = StrokeLayer::new(Surface::Plane);
    let mut all = Bounds::NONE;
    for i in 0..STROKES {
        all = all.hull(&layer.push(stroke(i, tool(i))).expect("the stroke is sound"));
    }
    let version = generator.sculpt(Arc::new(layer.clone()), all);
    let mut tiles = board.len();
    wait(&generator, version, &board);
    let mut next = STROKES;
    let time = median_of(|| {
        let start = Instant::now();
        let changed = layer.push(stroke(next, tool(next))).expect("the stroke is sound");
        let version = generator.sculpt(Arc::new(layer.clone()), changed);
        let touched: Vec<_> =
            board.iter().filter(|request| request.place.bounds(None).meets(&changed)).copied().collect();
        wait(&generator, version, &touched);
        (next, tiles) = (next + 1, touched.len());
        start.elapsed()
    });
    println!(
        "a stroke more over {STROKES}, until all tiles under it are there: {time:.1?} ({tiles} tiles the last time)"
    );
}

/// Requests tiles and waits until all have arrived in a version.
fn wait(generator: &Dispatcher, version: Version, requests: &[Request]) {
    while generator.state().version != Some(version) {
        std::thread::sleep(Duration::from_micros(100));
    }
    for request in requests {
        generator.ask(*request, 0);
    }
    let mut taken = 0;
    while taken < requests.len() {
        taken += generator.take().len();
        std::thread::sleep(Duration::from_micros(100));
    }
}

fn report(name: &str, terrain: &Arc<Terrain>, grid: Grid, tool: impl Fn(usize) -> Tool) {
    let mut ground = PreparedStrokes::new(Arc::clone(terrain), grid.spacing);
    let mut last = Bounds::NONE;
    for i in 0..STROKES {
        last = ground.push(&stroke(i, tool(i)), &NoImages).expect("the stroke is sound");
    }
    let whole = median(|| drop(ground.rows(grid)));
    let part =
        grid.crop([last.min[0], last.min[1], last.max[0], last.max[1]]).expect("the stroke lies on it");
    let one = median(|| drop(ground.rows(part)));
    println!(
        "{STROKES} strokes, {name}: {whole:.1?} for 512², {one:.1?} for what the last one changed ({} samples)",
        part.len()
    );
}

/// A stroke of 3 km with a brush of 200 to 500 m. Its position depends on `index`.
fn stroke(index: usize, tool: Tool) -> Stroke {
    let fraction = |step: f64| (index as f64 * step).fract();
    let from = [1500.0 + 13_000.0 * fraction(0.618_034), 1500.0 + 13_000.0 * fraction(0.414_214)];
    let angle = fraction(0.732_051) * std::f64::consts::TAU;
    let point = |way: f64| {
        let place = [
            from[0] + way * libm::cos(angle + way / 3000.0),
            from[1] + way * libm::sin(angle + way / 3000.0),
        ];
        Point { position: place, pressure: 1.0 }
    };
    let brush = Brush { inner: 0.3, strength: 0.5, ..Brush::new(tool, 200.0 + 300.0 * fraction(0.236_068)) };
    Stroke { brush, points: (0..7).map(|i| point(f64::from(i) * 500.0)).collect() }
}

fn median(run: impl Fn()) -> Duration {
    median_of(|| {
        let start = Instant::now();
        run();
        start.elapsed()
    })
}

fn median_of(mut time: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<_> = (0..ROUNDS).map(|_| time()).collect();
    times.sort_unstable();
    times[ROUNDS / 2]
}
