//! Refines a raster to a grid with twice as many cells along a side.

use rayon::prelude::*;

use crate::grid::Grid;
use crate::land::Land;
use crate::raster::within;
use crate::texture::Texture;

/// The changes that refinement makes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    /// How far valleys move, in widths of a parent cell.
    warp: f32,
    /// The amplitude of the new relief on a slope of 1, in widths of a cell of the finer grid.
    roughness: f32,
}

/// Valleys tend to follow the axes and diagonals of the grid. This change bends valleys enough to hide the grid, but too
/// little to break them.
pub(crate) const FREE: Change = Change { warp: 0.28, roughness: 0.27 };

/// Leaves valleys at their places, but bends their straight lines.
pub(crate) const KEPT: Change = Change { warp: 0.14, roughness: 0.05 };

/// Valleys with a larger drainage area than this, in square metres, keep their beds in refinement.
const SMOOTH_AREA: f32 = 3e4;

/// Heights at the cells of finer land, by Catmull and Rom's cubics at positions that a smooth warp displaces.
pub(crate) fn refined(parent: &[f32], area: &[f32], land: &Land, seed: u64, change: Change) -> Vec<f32> {
    let (fine, side, repeats) = (land.grid(), land.side / 2, land.repeats);
    let warp = |axis: u64| {
        let wavelength = 8.0 * fine.spacing;
        Texture { wavelength, octaves: 3, gain: 0.6, seed: seed ^ axis }.over(land)
    };
    let (east, south) = (warp(1), warp(2));
    let wavelength = 5.0 * fine.spacing;
    let rough = Texture { wavelength, octaves: 2, gain: 0.6, seed: seed ^ 3 }.over(land);
    let coarse = Grid { side, spacing: 2.0 * fine.spacing };
    let amplitude: Vec<f32> = (0..coarse.cells())
        .into_par_iter()
        .map(|cell| {
            let around = coarse.neighbours(cell).map(|neighbour| parent[neighbour]);
            let slope =
                libm::hypotf(around[4] - around[3], around[6] - around[1]) / (2.0 * coarse.spacing as f32);
            change.roughness * fine.spacing as f32 * slope.min(1.2) / (1.0 + area[cell] / SMOOTH_AREA)
        })
        .collect();
    let mut out = vec![0.0; fine.cells()];
    out.par_chunks_mut(fine.side).enumerate().for_each(|(row, out)| {
        for (column, out) in out.iter_mut().enumerate() {
            let cell = row * fine.side + column;
            let x = (column as f32 + 0.5) * 0.5 - 0.5 + change.warp * east[cell];
            let y = (row as f32 + 0.5) * 0.5 - 0.5 + change.warp * south[cell];
            *out =
                cubic(parent, side, repeats, [x, y]) + rough[cell] * amplitude[row / 2 * side + column / 2];
        }
    });
    out
}

/// The value at a position in cells. The raster repeats, or its border cells continue beyond the edges.
#[inline(always)]
fn cubic(raster: &[f32], side: usize, repeats: bool, [x, y]: [f32; 2]) -> f32 {
    let (left, top) = (x.floor(), y.floor());
    let (across, down) = (weights(x - left), weights(y - top));
    let (left, top) = (left as isize - 1, top as isize - 1);
    let mut sum = 0.0;
    for (row, down) in down.into_iter().enumerate() {
        let row = within(top + row as isize, side, repeats) * side;
        for (column, across) in across.into_iter().enumerate() {
            sum += down * across * raster[row + within(left + column as isize, side, repeats)];
        }
    }
    sum
}

/// Weights of four neighbours at the place `t` between the middle two (Catmull and Rom, 1974).
fn weights(t: f32) -> [f32; 4] {
    let u = 1.0 - t;
    [-0.5 * t * u * u, 1.0 + t * t * (1.5 * t - 2.5), 1.0 + u * u * (1.5 * u - 2.5), -0.5 * u * t * t]
}
