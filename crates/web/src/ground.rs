//! The ground where columns cross rows, such as the pixels of a web map: heights, slopes and colours.

use std::mem;

use orogen::engine::curvature;
use orogen::engine::level::Level;
use orogen::engine::raster::Band;
use orogen::engine::terrain;
use orogen::{DirectionGrid, Error, Terrain};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::pictures::colours;
use crate::surfaces::{Surfaces, sea};

/// The samples of the ground, row by row. Each method gives its numbers away.
#[wasm_bindgen]
pub struct NativeGround {
    numbers: Vec<f32>,
    colours: Vec<u8>,
}

#[wasm_bindgen]
impl NativeGround {
    /// The heights in metres, then the slopes along rows, then those along columns.
    pub fn numbers(&mut self) -> Vec<f32> {
        mem::take(&mut self.numbers)
    }

    /// The colour of each sample in sRGB, and the share of dry ground: four bytes.
    pub fn colours(&mut self) -> Vec<u8> {
        mem::take(&mut self.colours)
    }
}

impl Surfaces {
    /// The ground wherever a column crosses a row, as [`Terrain::crossings`] takes them. `has_water` raises it to the water, which is
    /// level.
    pub(crate) fn ground(
        &self,
        terrain: &Terrain,
        lines: [&[f64]; 2],
        spacing: f64,
        has_water: bool,
    ) -> Result<NativeGround, Error> {
        let prepared = self.level(terrain, spacing)?;
        let mut band = match terrain.is_planet() {
            true => on_planet(&prepared, lines, self.needs_curvature())?,
            false => on_plane(&prepared, lines, spacing, self.needs_curvature())?,
        };
        let depths = self.depths(terrain, &band, has_water);
        let pixels = self.pixels(terrain, &band, has_water);
        let colour = colours(&band, &pixels, &depths, sea(terrain));
        let colours = (0..depths.len()).flat_map(colour).collect();
        for (at, &depth) in depths.iter().enumerate().filter(|&(_, &depth)| depth > 0.0) {
            band.height[at] += depth;
            (band.dx[at], band.dy[at]) = (0.0, 0.0);
        }
        Ok(NativeGround { numbers: [band.height, band.dx, band.dy].concat(), colours })
    }
}

fn on_planet(
    terrain: &terrain::Terrain,
    [columns, rows]: [&[f64]; 2],
    needs_curvature: bool,
) -> Result<Band, Error> {
    let maker = terrain.map(Level::best(), DirectionGrid::graticule(columns, rows)?)?;
    let maker = if needs_curvature { maker.with_curvature() } else { maker };
    let mut band = Band::default();
    maker.make(0, rows.len(), true, &mut band);
    Ok(band)
}

fn on_plane(
    terrain: &terrain::Terrain,
    [columns, rows]: [&[f64]; 2],
    spacing: f64,
    needs_curvature: bool,
) -> Result<Band, Error> {
    if !needs_curvature {
        return Ok(terrain.crossings(Level::best(), [columns, rows], true)?);
    }
    // Curvature is a difference between neighbours, so the lines at the border need some, too.
    let widened = |lines: &[f64]| match *lines {
        [first, .., last] => [&[first - spacing], lines, &[last + spacing]].concat(),
        [only] => vec![only - spacing, only, only + spacing],
        [] => Vec::new(),
    };
    let [columns, rows] = [widened(columns), widened(rows)];
    let around = terrain.crossings(Level::best(), [&columns, &rows], true)?;
    let mut band = Band::default();
    curvature::crop(&around, 0, &mut band);
    band.curvature = curvature::of_crossings(&around, &columns, &rows);
    Ok(band)
}
