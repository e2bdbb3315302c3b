//! Routes water to all lower neighbours. Steeper neighbours get more water (Freeman, 1991).

use rayon::prelude::*;

use crate::flood::Flood;
use crate::grid::{Grid, LENGTHS};

/// The sum of the shares of a cell's water.
pub(crate) const WHOLE: f32 = 255.0;

/// The shares of a cell's water that flow to its neighbours. Their sum is [`WHOLE`], or zero at outlets.
pub(crate) type Shares = [u8; 8];

/// Slopes are multiplied by a random factor. This is its greatest difference from 1. It breaks up straight lines of flow
/// along the grid's axes.
const JITTER: f32 = 0.3;

/// The shares of all cells.
pub(crate) fn route(grid: Grid, flood: &Flood, outlets: &[bool], seed: u32, shares: &mut Vec<Shares>) {
    shares.resize(grid.cells(), Shares::default());
    let level = &flood.level;
    let rows = shares.par_chunks_mut(grid.side).enumerate();
    rows.for_each(|(row, shares)| {
        for (column, shares) in shares.iter_mut().enumerate() {
            let cell = row * grid.side + column;
            *shares = if outlets[cell] { Shares::default() } else { of_cell(grid, level, seed, cell) };
        }
    });
}

fn of_cell(grid: Grid, level: &[i32], seed: u32, cell: usize) -> Shares {
    let here = level[cell];
    let neighbours = grid.neighbours(cell);
    let own = noise(cell, seed);
    let (mut weights, mut total, mut steepest) = ([0.0_f32; 8], 0.0, 0);
    for step in 0..8 {
        let drop = here - level[neighbours[step]];
        if drop > 0 {
            // The cells at both ends of an edge use the same noise.
            let noise = if step > 3 {
                own >> (8 * (step - 4))
            } else {
                noise(neighbours[step], seed) >> (8 * (3 - step))
            };
            let jitter = 1.0 + JITTER * ((noise & 255) as f32 * (2.0 / 255.0) - 1.0);
            let slope = drop as f32 / LENGTHS[step] * jitter;
            // Weights are a power of the slope. The exponent 1.5 is a compromise: 1 would spread water over convex ground,
            // and a very large exponent would give a single receiver.
            weights[step] = slope * slope.sqrt();
            total += weights[step];
            if weights[step] > weights[steepest] {
                steepest = step;
            }
        }
    }
    let mut shares = weights.map(|weight| (weight / total * WHOLE) as u8);
    let sum: u32 = shares.iter().map(|&share| u32::from(share)).sum();
    shares[steepest] += (WHOLE as u32 - sum) as u8;
    shares
}

/// Four random bytes of a cell.
#[inline(always)]
fn noise(cell: usize, seed: u32) -> u32 {
    let mut word = (cell as u32).wrapping_mul(0x9E37_79B1) ^ seed;
    word ^= word >> 16;
    word = word.wrapping_mul(0x7FEB_352D);
    word ^= word >> 15;
    word = word.wrapping_mul(0x846C_A68B);
    word ^ (word >> 16)
}

/// Adds to each cell the water that flows in from higher cells, from the highest cell to the lowest. `own` becomes the total.
pub(crate) fn accumulate(grid: Grid, flood: &Flood, shares: &[Shares], own: &mut [f32]) {
    for &cell in flood.order.iter().rev() {
        let cell = cell as usize;
        let amount = own[cell].max(0.0) * (1.0 / WHOLE);
        own[cell] = own[cell].max(0.0);
        let neighbours = grid.neighbours(cell);
        for (step, &share) in shares[cell].iter().enumerate() {
            if share > 0 {
                own[neighbours[step]] += amount * f32::from(share);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Shares, accumulate, route};
    use crate::flood::Flood;
    use crate::grid::Grid;

    /// No water is lost: all water that falls on the grid leaves it.
    #[test]
    fn all_rain_reaches_the_outlets() {
        let grid = Grid { side: 50, spacing: 20.0 };
        let height: Vec<f32> = (0..grid.cells()).map(|cell| (cell * 7919 % 1009) as f32).collect();
        let outlets: Vec<bool> = (0..grid.cells()).map(|cell| grid.is_border(cell)).collect();
        let (mut flood, mut shares) = (Flood::default(), Vec::new());
        flood.run(grid, &height, &outlets, None);
        route(grid, &flood, &outlets, 7, &mut shares);
        for (shares, &outlet) in shares.iter().zip(&outlets) {
            let sum: u32 = shares.iter().map(|&share| u32::from(share)).sum();
            assert_eq!(sum, if outlet { 0 } else { 255 });
        }
        let mut area = vec![1.0; grid.cells()];
        accumulate(grid, &flood, &shares, &mut area);
        let left: f64 =
            area.iter().zip(&outlets).filter(|(_, outlet)| **outlet).map(|(area, _)| f64::from(*area)).sum();
        assert!((left - grid.cells() as f64).abs() < 0.01, "{left} of {} cells", grid.cells());
    }

    /// On a plane of any direction, most water flows straight down, without a bias towards the axes.
    #[test]
    fn water_of_a_plane_flows_down_it() {
        let grid = Grid { side: 40, spacing: 20.0 };
        let outlets: Vec<bool> = (0..grid.cells()).map(|cell| grid.is_border(cell)).collect();
        for degrees in [0.0_f32, 20.0, 45.0, 70.0, 110.0, 200.0] {
            let (east, south) = (degrees.to_radians().cos(), degrees.to_radians().sin());
            let height: Vec<f32> = (0..grid.cells())
                .map(|cell| 5000.0 - 30.0 * (cell % 40) as f32 * east - 30.0 * (cell / 40) as f32 * south)
                .collect();
            let (mut flood, mut shares) = (Flood::default(), Vec::<Shares>::new());
            flood.run(grid, &height, &outlets, None);
            route(grid, &flood, &outlets, 7, &mut shares);
            let ways = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
            let mut sum = [0.0_f32; 2];
            for shares in &shares {
                for (share, way) in shares.iter().zip(ways) {
                    sum[0] += f32::from(*share) * way.0 as f32;
                    sum[1] += f32::from(*share) * way.1 as f32;
                }
            }
            let apart = (sum[1].atan2(sum[0]).to_degrees() - degrees).rem_euclid(360.0);
            assert!(apart.min(360.0 - apart) < 6.0, "{degrees}°: {apart}° away");
        }
    }
}
