//! Rain from a prevailing wind: more where air rises over windward slopes, less in the shadow behind.
//!
//! Rising air cools and holds less water: what it can hold falls with height by a factor of e every 2.5 km (Roe, 2005). What it
//! cannot hold rains out. Behind a crest it sinks, holds more again, and takes up water slowly, so that little rain falls there.
//! Drops drift with the wind while they grow and fall (Smith and Barstad, 2004).

use rayon::prelude::*;

use crate::grid::Grid;
use crate::raster::halved;

/// A wind that brings rain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wind {
    /// The direction it blows to, in degrees: 0 along x, 90 along y.
    pub direction: f64,
    /// How much rain follows the relief: 0 not at all, 1 as the model says.
    pub strength: f64,
}

/// Lines along the wind, and samples on each.
const LINES: usize = 160;

/// Metres of height over which air loses all but 1/e of the water that it can hold.
const SCALE_HEIGHT: f32 = 2500.0;

/// Metres over which all the water of air that does not rise rains out, and over which dry air takes up water.
const PLAIN_LENGTH: f32 = 30_000.0;
const UPTAKE_LENGTH: f32 = 20_000.0;

/// Metres that drops drift. On small land at most a share of it, as they would all leave it.
const DRIFT: f32 = 2000.0;
const MOST_DRIFT: f32 = 0.1;

/// The least rain, as a factor of the mean.
const LEAST: f32 = 0.05;

/// The rain of each cell as a factor of the mean, which is 1.
pub(crate) fn rain(grid: Grid, height: &[f32], wind: &Wind) -> Vec<f32> {
    let extent = (grid.side as f64 * grid.spacing) as f32;
    // The lines cover the grid in every direction.
    let step = extent * std::f32::consts::SQRT_2 / LINES as f32;
    let (mut coarse, mut raster) = (grid, height.to_vec());
    while coarse.side.is_multiple_of(2) && 1.5 * coarse.spacing as f32 <= step {
        raster = halved(&raster, coarse.side);
        coarse = Grid { side: coarse.side / 2, spacing: 2.0 * coarse.spacing };
    }
    let (sin, cos) = libm::sincos(wind.direction.to_radians());
    let (sin, cos) = (sin as f32, cos as f32);
    let middle = 0.5 * LINES as f32;
    let base = raster.iter().copied().fold(f32::MAX, f32::min);
    let along: Vec<f32> = (0..LINES)
        .into_par_iter()
        .flat_map_iter(|line| {
            let across = (line as f32 + 0.5 - middle) * step;
            let heights: Vec<f32> = (0..LINES)
                .map(|sample| {
                    let ahead = (sample as f32 + 0.5 - middle) * step;
                    let position = [ahead * cos - across * sin, ahead * sin + across * cos];
                    let cell = position.map(|metres| (metres + 0.5 * extent) / coarse.spacing as f32 - 0.5);
                    linear(&raster, coarse.side, cell) - base
                })
                .collect();
            on_line(&heights, step, DRIFT.min(MOST_DRIFT * extent))
        })
        .collect();
    let rain = |cell: usize| {
        let place = [cell % grid.side, cell / grid.side]
            .map(|index| (index as f32 + 0.5) * grid.spacing as f32 - 0.5 * extent);
        let (ahead, across) = (place[0] * cos + place[1] * sin, place[1] * cos - place[0] * sin);
        linear(&along, LINES, [ahead, across].map(|metres| metres / step + middle - 0.5))
    };
    let mut rain: Vec<f32> = (0..grid.cells()).into_par_iter().with_min_len(1 << 14).map(rain).collect();
    let mean = (rain.iter().map(|&rain| f64::from(rain)).sum::<f64>() / rain.len() as f64) as f32;
    let strength = wind.strength as f32;
    rain.iter_mut().for_each(|rain| *rain = (1.0 + strength * (*rain / mean - 1.0)).max(LEAST));
    rain
}

/// The rain along a line of heights, in any unit.
fn on_line(heights: &[f32], step: f32, drift: f32) -> Vec<f32> {
    let capacity = |height: f32| libm::expf(-height / SCALE_HEIGHT);
    let mut water = capacity(heights[0]);
    let mut falling = 0.0;
    let keep = libm::expf(-step / drift);
    heights
        .iter()
        .map(|&height| {
            let most = capacity(height);
            let lost = (water - most).max(0.0);
            water = water.min(most);
            water += (most - water) * (step / UPTAKE_LENGTH).min(1.0);
            let formed = lost + water * (step / PLAIN_LENGTH).min(1.0);
            falling = keep * falling + (1.0 - keep) * formed;
            falling
        })
        .collect()
}

/// The value at a position counted in cells, between the four next. Beyond the edges, border cells continue.
fn linear(raster: &[f32], side: usize, position: [f32; 2]) -> f32 {
    let last = (side - 1) as f32;
    let [x, y] = position.map(|place| place.clamp(0.0, last));
    let (column, row) = ((x as usize).min(side - 2), (y as usize).min(side - 2));
    let (x, y) = (x - column as f32, y - row as f32);
    let between = |row: usize| {
        let pair = &raster[row * side + column..][..2];
        pair[0] + x * (pair[1] - pair[0])
    };
    let (above, below) = (between(row), between(row + 1));
    above + y * (below - above)
}

#[cfg(test)]
mod tests {
    use super::{Wind, rain};
    use crate::grid::Grid;

    const GRID: Grid = Grid { side: 200, spacing: 100.0 };

    /// A ridge from edge to edge, 1500 m high, across the middle.
    fn ridge(along_y: bool) -> Vec<f32> {
        let height = |place: usize| 1500.0 * (1.0 - (place as f32 - 99.5).abs() / 40.0).max(0.0);
        (0..GRID.cells()).map(|cell| height(if along_y { cell % 200 } else { cell / 200 })).collect()
    }

    fn mean(rain: &[f32], cells: impl Fn(usize, usize) -> bool) -> f32 {
        let chosen: Vec<f32> =
            (0..GRID.cells()).filter(|cell| cells(cell % 200, cell / 200)).map(|cell| rain[cell]).collect();
        chosen.iter().sum::<f32>() / chosen.len() as f32
    }

    #[test]
    fn windward_slopes_get_more_rain_than_the_shadow_behind() {
        for (direction, along_y) in [(0.0, true), (180.0, true), (90.0, false), (-90.0, false)] {
            let rain = rain(GRID, &ridge(along_y), &Wind { direction, strength: 1.0 });
            let place = |x: usize, y: usize| if along_y { x } else { y };
            let before = mean(&rain, |x, y| (60..100).contains(&place(x, y)));
            let behind = mean(&rain, |x, y| (100..140).contains(&place(x, y)));
            let ratio = if direction == 0.0 || direction == 90.0 { before / behind } else { behind / before };
            assert!(ratio > 1.5, "{direction}°: {ratio}");
            assert!((mean(&rain, |_, _| true) - 1.0).abs() < 0.02);
        }
    }

    /// All directions are alike: a turned ridge has turned rain. Level ground has the same rain everywhere, but for the edge where
    /// drops form that fall farther on.
    #[test]
    fn no_direction_is_preferred() {
        let of = |direction, along_y| rain(GRID, &ridge(along_y), &Wind { direction, strength: 0.7 });
        let (one, other) = (of(0.0, true), of(90.0, false));
        for cell in 0..GRID.cells() {
            let turned = cell % 200 * 200 + cell / 200;
            assert!((one[cell] - other[turned]).abs() < 1e-3);
        }
        let flat = rain(GRID, &vec![10.0; GRID.cells()], &Wind { direction: 30.0, strength: 1.0 });
        assert!(mean(&flat, |x, y| x > 100 && y > 100) < 1.2);
    }

    #[test]
    fn without_strength_rain_is_the_same_everywhere() {
        let rain = rain(GRID, &ridge(true), &Wind { direction: 0.0, strength: 0.0 });
        assert!(rain.iter().all(|&rain| rain == 1.0));
    }
}
