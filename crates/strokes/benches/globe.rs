//! Measures the time to make a tile of a planet with smoothing strokes, and to make it again after one more stroke. Results
//! are medians.

use std::sync::Arc;
use std::time::{Duration, Instant};

use orogen_engine::image::NoImages;
use orogen_engine::planet::TileSamples;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use orogen_strokes::brush::{Brush, Tool};
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::stroke::{Point, Stroke, Surface};

const ROUNDS: usize = 5;

/// A tile whose samples are about 50 m apart.
const TILE: &str = "px/11/1024/1000";

fn main() {
    let text = include_str!("../../orogen/recipes/mars.toml");
    let recipe = Recipe::parse(Source::new("mars.toml", text), orogen_engine::nodes::registry());
    let recipe = recipe.expect("the preset is sound");
    let sphere = recipe.domain.sphere().expect("it is a planet");
    let tile = TileSamples::new(TILE.parse().expect("it is a name"), 6, 0).expect("there is such a tile");
    let spacing = tile.level_spacing(sphere);
    let patch = tile.patch(sphere).expect("planets are near enough");
    let ground = Arc::new(Terrain::new(&recipe, &NoImages, spacing).expect("the preset is sound"));
    let place = orogen_engine::planet::LatLon::of(tile.tile().middle().direction());
    let made = |terrain: &Terrain| {
        let relief =
            terrain.patch::<f32>(orogen_engine::level::Level::best(), &patch).expect("planets do not repeat");
        assert_eq!(relief.height.len(), patch.len());
    };
    let over = |layer: &StrokeLayer| {
        (*ground).clone().under(layer, &recipe, &NoImages, spacing).expect("they lie on it")
    };
    println!("a tile of {} samples, {spacing:.0} m apart: {:.1?}", patch.len(), median(|| made(&ground)));
    let mut layer = StrokeLayer::new(Surface::Planet(sphere));
    let mut count = 0;
    for target in [1, 10, 40] {
        while count < target {
            layer.push(stroke(count, place, spacing)).expect("the stroke is sound");
            count += 1;
        }
        let terrain = over(&layer);
        let cold = timed(|| made(&terrain));
        let warm = median(|| made(&terrain));
        layer.push(stroke(count, place, spacing)).expect("the stroke is sound");
        count += 1;
        let terrain = over(&layer);
        let more = timed(|| made(&terrain));
        println!("under {target} blurs: {cold:.1?}, asked for again {warm:.1?}; a blur more {more:.1?}");
    }
}

/// A stroke across the tile with a radius of 20 samples. Its blur has a fifth of that radius.
fn stroke(index: usize, middle: orogen_engine::planet::LatLon, spacing: f64) -> Stroke {
    let aside = |step: f64| 2e-2 * ((index as f64 * step).fract() - 0.5);
    let point = |way: f64| {
        let place = [middle.latitude() + aside(0.618_034) + way, middle.longitude() + aside(0.414_214) - way];
        Point { position: place, pressure: 1.0 }
    };
    let tool = Tool::Smooth { radius: 4.0 * spacing };
    Stroke { brush: Brush::new(tool, 20.0 * spacing), points: vec![point(-1e-2), point(1e-2)] }
}

fn timed(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn median(run: impl Fn()) -> Duration {
    let mut times: Vec<_> = (0..ROUNDS).map(|_| timed(&run)).collect();
    times.sort_unstable();
    times[ROUNDS / 2]
}
