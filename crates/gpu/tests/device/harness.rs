//! Terrains computed by the processor, and comparisons with them.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;

pub(crate) fn recipe(text: &str) -> Recipe {
    Recipe::parse(Source::new("land", text), orogen_engine::nodes::registry()).unwrap()
}

/// A terrain with everything that its materials read.
pub(crate) fn terrain(text: &str, spacing: f64) -> Terrain {
    Terrain::with_materials(&recipe(text), &NoImages, spacing).unwrap()
}

/// Rows of a grid, computed by the processor.
pub(crate) fn by_processor(terrain: &Terrain, grid: Grid, curvature: bool) -> Band {
    let mut band = Band::default();
    let rows = terrain.rows(Level::best(), grid).unwrap();
    let rows = if curvature { rows.with_curvature() } else { rows };
    rows.make(0, grid.rows, true, &mut band);
    band
}

/// Checks that at most one sample in 500 differs by more than `most`, and none by more than a hundred times `most`.
#[track_caller]
pub(crate) fn agree(found: &[f32], expected: &[f32], most: f64) {
    assert_eq!(found.len(), expected.len());
    let apart = found.iter().zip(expected).map(|(a, b)| f64::from((a - b).abs()) / most);
    let (far, farthest) = apart.fold((0, 0.0_f64), |(far, farthest), apart| {
        (far + usize::from(apart.is_nan() || apart > 1.0), farthest.max(apart))
    });
    assert!(far * 500 <= found.len() && farthest < 100.0, "{far} of {}, by {farthest}", found.len());
}

pub(crate) fn largest(samples: &[f32]) -> f64 {
    samples.iter().fold(0.0, |most, sample| f64::from(sample.abs()).max(most))
}
