//! In which order rasters are made, and how large they have to be.

use std::sync::Arc;

use orogen::raster::Grid;

use crate::bounds::Bounds;
use crate::prepared::Prepared;
use crate::smoothing::taps;

/// A blur, and the strokes until the next one.
#[derive(Clone, Debug)]
pub(super) struct Stage<'a> {
    /// The blur and the part of the raster that it changes.
    pub(super) blur: Option<(&'a Prepared, Grid)>,
    /// The strokes after it that lie on its part, in their order.
    pub(super) strokes: Vec<&'a Prepared>,
    /// The part of the raster that what follows needs.
    pub(super) part: Grid,
}

/// What is to be done for a grid, in order; the first stage has no blur, and its part is the raster to begin with.
///
/// It is worked out backwards: before a blur, the samples are needed that it looks at, around as much of it as is needed after it.
pub(super) fn stages<'a>(strokes: &'a [Arc<Prepared>], grid: &Grid) -> Vec<Stage<'a>> {
    let mut stages = vec![Stage { blur: None, strokes: Vec::new(), part: *grid }];
    for stroke in strokes.iter().rev() {
        let Some(stage) = stages.last_mut() else { unreachable!("there is one to begin with") };
        let Some(touched) = part(&stage.part, &stroke.bounds) else { continue };
        match stroke.blur() {
            None => stage.strokes.push(stroke),
            Some(radius) => {
                stage.blur = Some((stroke, touched));
                let before = hull(&stage.part, &widened(&touched, taps(radius, grid.spacing)));
                stages.push(Stage { blur: None, strokes: Vec::new(), part: before });
            }
        }
    }
    stages.iter_mut().for_each(|stage| stage.strokes.reverse());
    stages.reverse();
    stages
}

/// The box that holds the samples of a grid.
pub(super) fn bounds(grid: &Grid) -> Bounds {
    let [right, bottom] = [grid.x(grid.columns.max(1) - 1), grid.y(grid.rows.max(1) - 1)];
    Bounds::of_plane([grid.x(0), grid.y(0), right, bottom])
}

/// The samples of a grid that lie in a box, and perhaps some more beside it; `None` if there are none.
fn part(grid: &Grid, within: &Bounds) -> Option<Grid> {
    let common = bounds(grid).common(within);
    // Not by the number of samples, which may be more than there are numbers.
    if grid.columns == 0 || grid.rows == 0 || (0..2).any(|axis| common.min[axis] > common.max[axis]) {
        return None;
    }
    // Rounding may put a sample on the other side of the box's edge: one more is taken.
    let ends = |first: i64, count: usize, axis: usize| {
        let last = first + count as i64 - 1;
        let from = ((common.min[axis] / grid.spacing).floor() as i64 - 1).clamp(first, last);
        let to = ((common.max[axis] / grid.spacing).ceil() as i64 + 1).clamp(first, last);
        (from, (to - from + 1) as usize)
    };
    let (first_column, columns) = ends(grid.first_column, grid.columns, 0);
    let (first_row, rows) = ends(grid.first_row, grid.rows, 1);
    Some(Grid { first_column, first_row, columns, rows, spacing: grid.spacing })
}

fn widened(grid: &Grid, by: usize) -> Grid {
    Grid {
        first_column: grid.first_column - by as i64,
        first_row: grid.first_row - by as i64,
        columns: grid.columns + 2 * by,
        rows: grid.rows + 2 * by,
        spacing: grid.spacing,
    }
}

fn hull(one: &Grid, other: &Grid) -> Grid {
    let ends = |[a, b]: [i64; 2], [m, n]: [usize; 2]| {
        let first = a.min(b);
        (first, ((a + m as i64).max(b + n as i64) - first) as usize)
    };
    let (first_column, columns) = ends([one.first_column, other.first_column], [one.columns, other.columns]);
    let (first_row, rows) = ends([one.first_row, other.first_row], [one.rows, other.rows]);
    Grid { first_column, first_row, columns, rows, spacing: one.spacing }
}
