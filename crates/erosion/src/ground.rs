//! The rasters of a level that stay the same in all its time steps.

use orogen_noise::hash::combine;
use rayon::prelude::*;

use crate::grid::Grid;
use crate::land::{Land, Settings};
use crate::layers::Layers;
use crate::texture::Texture;

/// The erodibility of common rock, in metres^(1 − 2m) per year, with `m` the [concavity](Settings::concavity).
const ERODIBILITY: f32 = 1.2e-5;

/// The uplift of high ground, in metres per year.
const UPLIFT: f32 = 1e-3;

/// The smallest and the largest angle of repose, in degrees.
const ANGLES: [f32; 2] = [5.0, 80.0];

/// Rock, rain and uplift on a grid.
#[derive(Debug)]
pub(crate) struct Ground {
    /// Erodibility `K`, in metres^(1 − 2m) per year, with `m` the concavity.
    pub(crate) erodibility: Vec<f32>,
    /// Uplift in metres per year.
    pub(crate) uplift: Vec<f32>,
    /// The rain on a cell, in units of the average rain on one square metre.
    pub(crate) rain: Vec<f32>,
    /// The steepest slopes that are stable.
    pub(crate) slopes: Slopes,
    /// Cells where water leaves the grid. They keep their height.
    pub(crate) outlets: Vec<bool>,
}

/// The steepest slopes that are stable.
#[derive(Debug, Default)]
pub(crate) struct Slopes {
    /// The steepest stable slope of dry ground, as a tangent. If there are layers of rock, this is the slope of common rock.
    pub(crate) repose: Vec<f32>,
    pub(crate) layers: Option<Layers>,
}

impl Slopes {
    /// The greatest stable height of a cell whose neighbour has the height `low`. Heights are in units of 1/`metre` m. In
    /// common rock, the cell may be `reach` higher than `low`.
    #[inline(always)]
    pub(crate) fn held(&self, cell: usize, low: i32, reach: f32, metre: f32) -> i32 {
        match &self.layers {
            None => low + reach as i32,
            Some(layers) => {
                let level = layers.level(cell, low as f32 / metre) + reach / metre;
                (layers.height_of(cell, level) * metre) as i32
            }
        }
    }
}

/// The least share of the grid that an inland sea covers. Smaller ones are filled, like all depressions.
const INLAND_SEA: f64 = 0.005;

/// The outlets: the cells of the sea and, unless the land repeats, those of the border. Small basins below sea level that are
/// separate from the sea are not outlets.
fn outlets(grid: Grid, land: &Land) -> Vec<bool> {
    let is_border = |cell| !land.repeats && grid.is_border(cell);
    let mut outlets: Vec<bool> =
        (0..grid.cells()).map(|cell| is_border(cell) && !land.is_sea(cell)).collect();
    grid.for_each_region(
        0..grid.cells(),
        |_, cell| land.is_sea(cell),
        |basin| {
            let is_sea = basin.len() as f64 >= INLAND_SEA * grid.cells() as f64
                || basin.iter().any(|&cell| is_border(cell));
            basin.iter().for_each(|&cell| outlets[cell] = is_sea);
        },
    );
    outlets
}

impl Ground {
    /// The rasters for land that rises. The uplift of a cell is proportional to its number in `uplift` and to `factor`.
    pub(crate) fn new(land: &Land, settings: &Settings, uplift: &[f32], factor: f32) -> Self {
        let spacing = land.spacing;
        let grid = land.grid();
        let texture = |wavelength, octaves, gain, salt| {
            let seed = combine(settings.seed, salt);
            Texture { wavelength, octaves, gain, seed }.over(land)
        };
        // Textures for kinds of rock, for faults and joints, for wet and dry valleys, and for differences from cell to cell.
        let rock = texture(6000.0, 4, 0.6, 100);
        let joints = texture(2500.0, 4, 0.7, 200);
        let wet = texture(9000.0, 2, 0.5, 300);
        let fine = texture(4.0 * spacing, 3, 0.8, 400);
        let variation = settings.variation as f32;
        let each = |of: &(dyn Fn(usize) -> f32 + Sync)| -> Vec<f32> {
            (0..grid.cells()).into_par_iter().with_min_len(1 << 14).map(of).collect()
        };
        let erodibility = |cell: usize| {
            let random = libm::expf(variation * (0.3 * rock[cell] + 0.15 * fine[cell]));
            ERODIBILITY * settings.downcutting as f32 * random / land.hardness.at(cell)
        };
        let rain = |cell: usize| {
            (spacing * spacing) as f32 * land.rain.at(cell) * libm::expf(variation * 0.075 * wet[cell])
        };
        let repose = |cell: usize| {
            let random = 3.3 * joints[cell] + 1.5 * fine[cell] - 1.2 * rock[cell];
            let angle = land.repose.at(cell) + variation * random;
            libm::tanf(angle.clamp(ANGLES[0], ANGLES[1]).to_radians())
        };
        let layers =
            land.strata.as_ref().map(|strata| Layers::new(land, strata, combine(settings.seed, 500)));
        Self {
            erodibility: each(&erodibility),
            uplift: each(&|cell| UPLIFT * factor * uplift[cell] * land.uplift.at(cell)),
            rain: each(&rain),
            slopes: Slopes { repose: each(&repose), layers },
            outlets: outlets(grid, land),
        }
    }
}
