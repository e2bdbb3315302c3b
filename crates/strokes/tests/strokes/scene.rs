//! Terrains, brushes and random strokes.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::image::{Image, NoImages, PixelSize, Reading, SampleUnit};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::{Images, Terrain};
use orogen_strokes::brush::{Brush, Grain, Tool};
use orogen_strokes::noise_brush::{Noise, NoiseBrush};
use orogen_strokes::prepared_strokes::PreparedStrokes;
use orogen_strokes::stroke::{Point, Stroke};

/// Metres along a side of [`alps`].
pub(crate) const SIDE: f64 = 16_384.0;

pub(crate) fn terrain(text: &str, spacing: f64) -> Arc<Terrain> {
    Arc::new(Terrain::new(&recipe(text), &NoImages, spacing).unwrap())
}

pub(crate) fn recipe(text: &str) -> Recipe {
    Recipe::parse(Source::new("scene.toml", text), orogen_engine::nodes::registry()).unwrap()
}

pub(crate) fn alps(spacing: f64) -> Arc<Terrain> {
    terrain(include_str!("../../../orogen/recipes/gullies.toml"), spacing)
}

pub(crate) const HILLS: &str = "orogen = 1\ndomain.size = 4096\nheight = { field = \"hills\", scale = 100.0 }\n\
    [fields.hills]\ntype = \"fbm\"\nwavelength = 700.0\noctaves = 4\n";

pub(crate) const MOON: &str = "orogen = 1\ndomain = { kind = \"planet\", radius = 20000.0 }\n\
    height = { field = \"hills\", scale = 100.0 }\n[fields.hills]\ntype = \"fbm\"\nwavelength = 7000.0\noctaves = 4\n";

/// One smooth picture for every name.
pub(crate) struct Pictures;

impl Images for Pictures {
    fn load(&self, _path: &Path, _reading: Reading) -> Result<Arc<Image>, (String, String)> {
        let (width, height) = (12, 9);
        let samples = (0..width * height).map(|i| ((i * 7 + i / width * 5) % 13) as f32 / 12.0).collect();
        let (unit, pixel) = (SampleUnit::Fraction, PixelSize::Unknown);
        Ok(Arc::new(Image { width, height, samples, unit, pixel }))
    }
}

pub(crate) fn stroke(brush: Brush, points: &[[f64; 3]]) -> Stroke {
    Stroke { brush, points: points.iter().map(|&point| Point::from(point)).collect() }
}

/// A terrain with strokes.
pub(crate) fn prepared_strokes(terrain: &Arc<Terrain>, detail: f64, strokes: &[Stroke]) -> PreparedStrokes {
    let mut ground = PreparedStrokes::new(Arc::clone(terrain), detail);
    for stroke in strokes {
        ground.push(stroke, &Pictures).unwrap();
    }
    ground
}

/// Random numbers (Steele et al. 2014: `SplitMix`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn between(&mut self, least: f64, most: f64) -> f64 {
        least + (self.next() >> 11) as f64 / (1_u64 << 53) as f64 * (most - least)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }
}

/// A random tool that reads one position only.
pub(crate) fn pointwise(random: &mut Random) -> Tool {
    let noise = |noise, grain, displacement| {
        let brush = NoiseBrush {
            wavelength: 600.0,
            octaves: 5,
            peaks: 1.4,
            displacement,
            grain,
            ..NoiseBrush::new(noise, 150.0)
        };
        brush.tool().unwrap()
    };
    match random.below(9) {
        0 => Tool::Raise { metres: random.between(-30.0, 30.0) },
        1 => Tool::Level { to: random.between(800.0, 2500.0) },
        2 => Tool::Ledge { step: random.between(20.0, 200.0), riser: random.between(0.1, 1.0) },
        3 => Tool::Stamp { image: "bump.png".to_owned(), metres: random.between(-80.0, 80.0), turn: true },
        4 => Tool::Stamp { image: "bump.png".to_owned(), metres: random.between(-80.0, 80.0), turn: false },
        5 => Tool::Erase,
        6 => noise(Noise::Swiss, Grain::PLAIN, 0.0),
        7 => noise(Noise::Ridged, Grain::Ground { angle: 30.0, ratio: 2.5 }, 90.0),
        _ => noise(Noise::Jordan, Grain::Stroke { ratio: 3.0 }, 0.0),
    }
}

/// A random tool of any kind; one in ten blurs.
pub(crate) fn any(random: &mut Random) -> Tool {
    match random.below(20) {
        0 => Tool::Smooth { radius: random.between(100.0, 400.0) },
        1 => Tool::Sharpen { radius: random.between(100.0, 400.0) },
        _ => pointwise(random),
    }
}

/// Random strokes over a square.
pub(crate) fn strokes(seed: u64, count: usize, tool: impl Fn(&mut Random) -> Tool) -> Vec<Stroke> {
    let mut random = Random(seed);
    (0..count).map(|_| a_stroke(&mut random, &tool)).collect()
}

fn a_stroke(random: &mut Random, tool: &impl Fn(&mut Random) -> Tool) -> Stroke {
    let tool = tool(random);
    let brush = Brush {
        inner: random.between(0.0, 0.9),
        power: random.between(0.5, 4.0),
        strength: random.between(0.1, 1.0),
        spacing: random.between(0.15, 0.6),
        up: random.below(5) > 0,
        down: random.below(5) > 0,
        ..Brush::new(tool, random.between(100.0, 700.0))
    };
    let mut at = [random.between(0.0, SIDE), random.between(0.0, SIDE)];
    let points = (0..1 + random.below(6)).map(|_| {
        at = at.map(|x| x + random.between(-900.0, 900.0));
        Point { position: at, pressure: random.between(0.2, 1.0) }
    });
    let points = points.collect();
    Stroke { brush, points }
}
