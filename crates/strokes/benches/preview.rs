//! How long a preview of 512² samples takes with 300 strokes on it, and what a stroke more costs while it is painted: medians.

use std::sync::Arc;
use std::time::{Duration, Instant};

use orogen::image::NoImages;
use orogen::raster::Grid;
use orogen::recipe::{Recipe, Source};
use orogen::terrain::Terrain;
use orogen_strokes::bounds::Bounds;
use orogen_strokes::brush::{Brush, Grain, Tool};
use orogen_strokes::noise_brush::{Noise, NoiseBrush};
use orogen_strokes::sculpted::Sculpted;
use orogen_strokes::stroke::{Point, Stroke};

const ROUNDS: usize = 7;
const STROKES: usize = 300;

fn main() {
    let text = include_str!("../../../recipes/alps.toml");
    let recipe = Recipe::parse(Source::new("alps.toml", text), orogen::nodes::registry());
    let recipe = recipe.expect("the preset is sound");
    let grid = Grid::over(recipe.domain.size, 512, false);
    let terrain = Arc::new(Terrain::new(&recipe, &NoImages, grid.spacing).expect("the preset is sound"));
    let noise = |grain| {
        let noise = NoiseBrush { feature: 500.0, octaves: 6, grain, ..NoiseBrush::new(Noise::Swiss, 100.0) };
        noise.tool().expect("its numbers are in their ranges")
    };
    let plain = |i: usize| match i % 4 {
        0 => Tool::Raise { metres: 20.0 },
        1 => Tool::Level { to: 1500.0 },
        2 => Tool::Ledge { step: 80.0, riser: 0.4 },
        _ => Tool::Erase,
    };
    let none = median(|| drop(Sculpted::new(Arc::clone(&terrain), grid.spacing).rows(grid)));
    println!("the ground alone: {none:.1?}");
    report("raise, level, ledge, erase", &terrain, grid, plain);
    report("swiss turbulence", &terrain, grid, |_| noise(Grain::PLAIN));
    report("swiss turbulence along the strokes", &terrain, grid, |_| noise(Grain::Stroke { ratio: 3.0 }));
    report("all, and one smooth in ten", &terrain, grid, |i| match i % 10 {
        0 => Tool::Smooth { radius: 200.0 },
        1..5 => noise(Grain::PLAIN),
        _ => plain(i),
    });
}

fn report(name: &str, terrain: &Arc<Terrain>, grid: Grid, tool: impl Fn(usize) -> Tool) {
    let mut ground = Sculpted::new(Arc::clone(terrain), grid.spacing);
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

/// A stroke of 3 km with a brush of 200 to 500 m, somewhere.
fn stroke(index: usize, tool: Tool) -> Stroke {
    let fraction = |step: f64| (index as f64 * step).fract();
    let from = [1500.0 + 13_000.0 * fraction(0.618_034), 1500.0 + 13_000.0 * fraction(0.414_214)];
    let angle = fraction(0.732_051) * std::f64::consts::TAU;
    let point = |way: f64| {
        let place = [
            from[0] + way * libm::cos(angle + way / 3000.0),
            from[1] + way * libm::sin(angle + way / 3000.0),
        ];
        Point { place, pressure: 1.0 }
    };
    let brush = Brush { inner: 0.3, strength: 0.5, ..Brush::new(tool, 200.0 + 300.0 * fraction(0.236_068)) };
    Stroke { brush, points: (0..7).map(|i| point(f64::from(i) * 500.0)).collect() }
}

fn median(run: impl Fn()) -> Duration {
    let mut times: Vec<_> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[ROUNDS / 2]
}
