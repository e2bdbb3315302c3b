//! Rain from a prevailing wind. There is more rain where air rises over windward slopes, and less in the rain shadow behind
//! them.
//!
//! Rising air cools and can hold less water: its capacity falls with height by a factor of e every 2.5 km (Roe, 2005). Water
//! above the capacity rains out. Behind a crest, air sinks, its capacity grows again, and it takes up water slowly, so little
//! rain falls there. Drops drift with the wind while they grow and fall (Smith and Barstad, 2004).

use rayon::prelude::*;

use crate::grid::Grid;
use crate::raster::{halved, within};

/// A wind that brings rain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wind {
    /// The direction that the wind blows to, in degrees: 0 is along x, 90 along y.
    pub direction: f64,
    /// How much rain depends on the relief: with 0 it does not, and with 1 it does as much as in the model.
    pub strength: f64,
}

/// Number of steps of the air's path across the land.
const STEPS: f32 = 110.0;

/// The length of the air's path, as a ratio to the side of the land. If land does not repeat, the path begins beyond the
/// border, where border cells continue. On land that repeats, the path is so long that its beginning hardly matters.
const FETCH: f32 = 1.5;
const REPEATED_FETCH: f32 = 3.0;

/// Height difference in metres over which the capacity of air falls to 1/e.
const SCALE_HEIGHT: f32 = 2500.0;

/// Distances in metres over which the water of level air rains out, and over which dry air takes up water.
const PLAIN_LENGTH: f32 = 30_000.0;
const UPTAKE_LENGTH: f32 = 20_000.0;

/// Distance in metres that drops drift. On small land, it is limited to a share of the side, since otherwise all drops would
/// leave the land.
const DRIFT: f32 = 2000.0;
const MOST_DRIFT: f32 = 0.1;

/// The least rain, as a factor of the mean.
const LEAST: f32 = 0.05;

/// The rain of each cell relative to the mean rain, which is 1.
pub(crate) fn rain(grid: Grid, repeats: bool, height: &[f32], wind: &Wind) -> Vec<f32> {
    let extent = (grid.side as f64 * grid.spacing) as f32;
    let step = extent / STEPS;
    let (mut coarse, mut raster) = (grid, height.to_vec());
    while coarse.side.is_multiple_of(2) && 1.5 * coarse.spacing as f32 <= step {
        raster = halved(&raster, coarse.side);
        coarse = Grid { side: coarse.side / 2, spacing: 2.0 * coarse.spacing };
    }
    let base = raster.iter().copied().fold(f32::MAX, f32::min);
    let (sin, cos) = libm::sincos(wind.direction.to_radians());
    let way = [cos, sin].map(|along| along as f32 * step / coarse.spacing as f32);
    let steps = (STEPS * if repeats { REPEATED_FETCH } else { FETCH }) as u32;
    let drift = DRIFT.min(MOST_DRIFT * extent);
    let at = |cell: usize| {
        let place = [cell % coarse.side, cell / coarse.side].map(|index| index as f32);
        let before = |steps: u32| [0, 1].map(|axis| place[axis] - steps as f32 * way[axis]);
        let heights =
            (0..=steps).rev().map(|steps| linear(&raster, coarse.side, repeats, before(steps)) - base);
        falling(heights, step, drift)
    };
    let coarse_rain: Vec<f32> = (0..coarse.cells()).into_par_iter().map(at).collect();
    let share = grid.side as f32 / coarse.side as f32;
    let rain = |cell: usize| {
        let place = [cell % grid.side, cell / grid.side].map(|index| (index as f32 + 0.5) / share - 0.5);
        linear(&coarse_rain, coarse.side, repeats, place)
    };
    let mut rain: Vec<f32> = (0..grid.cells()).into_par_iter().with_min_len(1 << 14).map(rain).collect();
    let mean = (rain.iter().map(|&rain| f64::from(rain)).sum::<f64>() / rain.len() as f64) as f32;
    let strength = wind.strength as f32;
    rain.iter_mut().for_each(|rain| *rain = (1.0 + strength * (*rain / mean - 1.0)).max(LEAST));
    rain
}

/// The rain at the end of the path of air that has passed over these heights. The unit is arbitrary.
fn falling(mut heights: impl Iterator<Item = f32>, step: f32, drift: f32) -> f32 {
    let capacity = |height: f32| libm::expf(-height / SCALE_HEIGHT);
    let mut water = heights.next().map_or(0.0, capacity);
    // At the beginning, rain is in balance with level ground.
    let mut falling = water * (step / PLAIN_LENGTH).min(1.0);
    let keep = libm::expf(-step / drift);
    for most in heights.map(capacity) {
        let lost = (water - most).max(0.0);
        water = water.min(most);
        water += (most - water) * (step / UPTAKE_LENGTH).min(1.0);
        let formed = lost + water * (step / PLAIN_LENGTH).min(1.0);
        falling = keep * falling + (1.0 - keep) * formed;
    }
    falling
}

/// The value at a position in cells, interpolated linearly between the four nearest cells.
fn linear(raster: &[f32], side: usize, repeats: bool, position: [f32; 2]) -> f32 {
    let floor = position.map(f32::floor);
    let [x, y] = [0, 1].map(|axis| position[axis] - floor[axis]);
    let cell = |axis: usize, step: isize| within(floor[axis] as isize + step, side, repeats);
    let (left, right) = (cell(0, 0), cell(0, 1));
    let between = |row: usize| {
        let row = &raster[row * side..][..side];
        row[left] + x * (row[right] - row[left])
    };
    let (above, below) = (between(cell(1, 0)), between(cell(1, 1)));
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
            let rain = rain(GRID, false, &ridge(along_y), &Wind { direction, strength: 1.0 });
            let place = |x: usize, y: usize| if along_y { x } else { y };
            let before = mean(&rain, |x, y| (60..100).contains(&place(x, y)));
            let behind = mean(&rain, |x, y| (100..140).contains(&place(x, y)));
            let ratio = if direction == 0.0 || direction == 90.0 { before / behind } else { behind / before };
            assert!(ratio > 1.5, "{direction}°: {ratio}");
            assert!((mean(&rain, |_, _| true) - 1.0).abs() < 0.02);
        }
    }

    /// Rain that forms over a step of the ground falls behind it. It decreases by a factor of e every 2 km.
    #[test]
    fn drops_drift_with_the_wind() {
        let step: Vec<f32> =
            (0..GRID.cells()).map(|cell| if cell % 200 < 80 { 0.0 } else { 1500.0 }).collect();
        let rain = rain(GRID, false, &step, &Wind { direction: 0.0, strength: 1.0 });
        let excess = |column: usize| rain[100 * 200 + column] - rain[100 * 200 + 199];
        let ratio = excess(110) / excess(90);
        assert!((ratio - (-1.0_f32).exp()).abs() < 0.03, "{ratio}");
    }

    /// No direction is special: rain over a rotated ridge is rotated, too. Level ground has the same rain everywhere.
    #[test]
    fn no_direction_is_preferred() {
        let of = |direction, along_y| rain(GRID, false, &ridge(along_y), &Wind { direction, strength: 0.7 });
        let (one, other) = (of(0.0, true), of(90.0, false));
        for cell in 0..GRID.cells() {
            let turned = cell % 200 * 200 + cell / 200;
            assert!((one[cell] - other[turned]).abs() < 1e-3);
        }
        let flat = rain(GRID, false, &vec![10.0; GRID.cells()], &Wind { direction: 30.0, strength: 1.0 });
        assert!(flat.iter().all(|rain| (rain - 1.0).abs() < 1e-4));
    }

    /// The rain of land that repeats also repeats: if the cells are shifted, the rain is shifted, too.
    #[test]
    fn rain_repeats_with_the_land() {
        let height: Vec<f32> = (0..GRID.cells())
            .map(|cell| {
                let [x, y] =
                    [cell % 200, cell / 200].map(|place| place as f32 * std::f32::consts::TAU / 200.0);
                800.0 + 500.0 * (x + 0.3).sin() * (2.0 * y).cos()
            })
            .collect();
        let moved = |raster: &[f32]| -> Vec<f32> {
            (0..GRID.cells())
                .map(|cell| raster[(cell / 200 + 60) % 200 * 200 + (cell % 200 + 130) % 200])
                .collect()
        };
        let wind = Wind { direction: 25.0, strength: 1.0 };
        let one = moved(&rain(GRID, true, &height, &wind));
        let other = rain(GRID, true, &moved(&height), &wind);
        let apart = one.iter().zip(&other).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        let range = other.iter().copied().fold(0.0, f32::max) - other.iter().copied().fold(9.0, f32::min);
        assert!(apart < 1e-3 && range > 0.3, "{apart} of {range}");
        // If the land did not repeat, the rain would not shift with the cells.
        let cut = moved(&rain(GRID, false, &height, &wind));
        assert!(cut.iter().zip(&one).any(|(a, b)| (a - b).abs() > 0.05));
    }

    #[test]
    fn without_strength_rain_is_the_same_everywhere() {
        let rain = rain(GRID, false, &ridge(true), &Wind { direction: 0.0, strength: 0.0 });
        assert!(rain.iter().all(|&rain| rain == 1.0));
    }
}
