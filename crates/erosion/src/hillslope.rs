//! Slopes between the rivers: soil creeps into hollows, and crests stay sharp.

use rayon::prelude::*;

use crate::grid::Grid;

/// The largest share of a difference that one step can take without overshooting.
const MOST: f32 = 0.3;

/// How much less crests wear than hollows fill.
const WEAR: f32 = 0.03;

/// Moves every cell by a share of the difference to the average around it. A creep of 1 is a diffusivity of one cell's area a
/// step.
pub(crate) fn smooth(grid: Grid, height: &mut Vec<f32>, outlets: &[bool], creep: f32) {
    let side = grid.side;
    // The average below differs from a cell by a third of its cell's area times the Laplacian.
    let fill = (32.0 * creep).min(MOST);
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
            *out = here + difference * if difference > 0.0 { fill } else { WEAR * fill };
        }
    });
    *height = out;
}
