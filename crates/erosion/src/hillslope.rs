//! Slopes between rivers. Hollows fill with debris, and soil creeps.

use rayon::prelude::*;

use crate::grid::Grid;

/// How fast hollows fill, in square metres per year. Crests wear much more slowly, so they stay sharp.
const FILLING: f64 = 0.016;

/// Ratio of the rate at which crests wear to the rate at which hollows fill.
const WEAR: f64 = 0.03;

/// The largest share of a difference that a pass may remove without overshooting.
const MAX_SHARE: f64 = 0.3;

/// Maximum number of passes for creep. In a step, soil creeps at most this number of cells.
const MAX_PASSES: u32 = 16;

/// The difference between the average of the neighbours and the cell is the Laplacian times this share of a cell's area.
const DIFFERENCE: f64 = 1.0 / 3.0;

/// Fills hollows, and lets soil creep. `creep` is the diffusivity of soil in square metres a year, `time` is in years.
pub(crate) fn smooth(grid: Grid, height: &mut Vec<f32>, outlets: &[bool], creep: f64, time: f64) {
    let cell_area = grid.spacing * grid.spacing;
    let filling = (FILLING * time / cell_area).min(MAX_SHARE);
    pass(grid, height, outlets, filling as f32, (WEAR * filling) as f32);
    let share = creep * time / (DIFFERENCE * cell_area);
    let passes = ((share / MAX_SHARE).ceil() as u32).min(MAX_PASSES);
    for _ in 0..passes {
        let share = (share / f64::from(passes)).min(MAX_SHARE) as f32;
        pass(grid, height, outlets, share, share);
    }
}

/// Moves every cell by a share of the difference to the average around it. The share is `hollows` for cells below the
/// average, `crests` for cells above it.
fn pass(grid: Grid, height: &mut Vec<f32>, outlets: &[bool], hollows: f32, crests: f32) {
    let side = grid.side;
    let mut out = vec![0.0; grid.cells()];
    out.par_chunks_mut(side).enumerate().for_each(|(row, out)| {
        for (column, out) in out.iter_mut().enumerate() {
            let cell = row * side + column;
            let here = height[cell];
            if outlets[cell] {
                *out = here;
                continue;
            }
            let around = grid.neighbours(cell).map(|neighbour| height[neighbour]);
            let axial = around[1] + around[3] + around[4] + around[6];
            let diagonal = around[0] + around[2] + around[5] + around[7];
            let difference = axial * (1.0 / 6.0) + diagonal * (1.0 / 12.0) - here;
            *out = here + difference * if difference > 0.0 { hollows } else { crests };
        }
    });
    *height = out;
}

#[cfg(test)]
mod tests {
    use super::smooth;
    use crate::grid::Grid;

    /// Creep is diffusion: with the diffusivity `D`, a wave in the heights with the wavenumber `k` fades in the time `t` by
    /// the factor `exp(−D·k²·t)`.
    #[test]
    fn waves_fade_as_by_diffusion() {
        let grid = Grid { side: 64, spacing: 10.0 };
        let k = std::f64::consts::TAU / 160.0;
        let wave = |cell: usize| (k * 10.0 * (cell % 64) as f64).sin();
        let mut height: Vec<f32> = (0..grid.cells()).map(|cell| 1000.0 + wave(cell) as f32).collect();
        let (creep, time) = (0.01, 15_000.0);
        smooth(grid, &mut height, &vec![false; grid.cells()], creep, time);
        let middle = (20..44).map(|row| row * 64 + 20);
        let left: f64 =
            middle.map(|cell| (f64::from(height[cell]) - 1000.0) / wave(cell)).sum::<f64>() / 24.0;
        let expected = (-creep * k * k * time).exp();
        assert!((left - expected).abs() < 0.05, "{left} instead of {expected}");
    }
}
