//! The shores of lakes as rings, by marching squares on the centres of cells.

use std::collections::BTreeMap;

use super::{beside, centre};
use crate::grid::Grid;

/// Upper limit of the depth of dry cells around a lake, in metres. It is negative. It matters where the lake flows out,
/// because the ground there is not above the lake's level.
const DRY: f32 = -0.05;

/// The corners of a square of cells, in turn, as steps along x and y.
const CORNERS: [[usize; 2]; 4] = [[0, 0], [1, 0], [1, 1], [0, 1]];

/// The rings of points around the cells of a lake: the outer shore first, then the shores of islands. `depth` returns the
/// depth at a cell of the lake, and at most 0 at other cells.
pub(super) fn rings(grid: Grid, cells: &[usize], depth: impl Fn(usize) -> f32) -> Vec<Vec<[f32; 2]>> {
    // Pieces of shore: maps the edge on which a piece begins to the edge on which it ends. An edge is a pair of cells.
    let mut pieces = BTreeMap::new();
    let mut add = |x: usize, y: usize| {
        let corners = CORNERS.map(|[dx, dy]| (y + dy) % grid.side * grid.side + (x + dx) % grid.side);
        let wet = corners.map(|cell| depth(cell) > 0.0);
        let edge = |side: usize| {
            let (a, b) = (corners[side], corners[(side + 1) % 4]);
            (a.min(b), a.max(b))
        };
        // Going around the square, water ends on one side and begins on another. The shore leads from the first side to the
        // second.
        for side in (0..4).filter(|&side| wet[side] && !wet[(side + 1) % 4]) {
            let begins = |turn: &usize| !wet[(side + turn) % 4] && wet[(side + turn + 1) % 4];
            if let Some(turn) = (1..4).find(begins) {
                pieces.insert(edge(side), edge((side + turn) % 4));
            }
        }
    };
    let mut squares: Vec<_> = cells
        .iter()
        .flat_map(|cell| {
            let before = |place: usize, step: usize| (place + grid.side - step) % grid.side;
            CORNERS.map(|[dx, dy]| (before(cell % grid.side, dx), before(cell / grid.side, dy)))
        })
        .collect();
    squares.sort_unstable();
    squares.dedup();
    squares.into_iter().for_each(|(x, y)| add(x, y));
    let point = |(a, b): (usize, usize)| {
        let [near, far] =
            [a, b].map(|cell| if depth(cell) > 0.0 { depth(cell) } else { depth(cell).min(DRY) });
        let share = near / (near - far);
        let a = centre(grid, a);
        let b = beside(grid, centre(grid, b), a);
        [0, 1].map(|axis| a[axis] + share * (b[axis] - a[axis]))
    };
    let mut rings = Vec::new();
    while let Some((first, mut edge)) = pieces.pop_first() {
        let mut ring = vec![point(first)];
        while edge != first {
            let last = ring[ring.len() - 1];
            ring.push(beside(grid, point(edge), last));
            match pieces.remove(&edge) {
                Some(next) => edge = next,
                None => break,
            }
        }
        rings.push(ring);
    }
    rings.sort_by(|a, b| area(b).abs().total_cmp(&area(a).abs()));
    rings
}

/// The area of a ring. Its sign depends on the direction of the ring.
fn area(ring: &[[f32; 2]]) -> f32 {
    let next = ring.iter().cycle().skip(1);
    // Positions are relative to the first point, so that no precision is lost.
    let [x, y] = ring.first().copied().unwrap_or_default();
    ring.iter().zip(next).map(|(a, b)| 0.5 * ((a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y))).sum()
}

#[cfg(test)]
mod tests {
    use super::{area, rings};
    use crate::grid::Grid;

    /// The rings of a round lake with a round island have the areas of circles.
    #[test]
    fn rings_are_shores() {
        let grid = Grid { side: 64, spacing: 10.0 };
        let depth = |cell: usize| {
            let away = (((cell % 64) as f32 - 30.3).hypot((cell / 64) as f32 - 31.6)) * 10.0;
            (250.0 - away).min(away - 100.0)
        };
        let cells: Vec<_> = (0..grid.cells()).filter(|&cell| depth(cell) > 0.0).collect();
        let rings = rings(grid, &cells, depth);
        assert_eq!(rings.len(), 2);
        let areas: Vec<_> = rings.iter().map(|ring| area(ring)).collect();
        for (area, radius) in areas.iter().zip([250.0_f32, 100.0]) {
            let circle = std::f32::consts::PI * radius * radius;
            assert!((area.abs() / circle - 1.0).abs() < 0.01, "{area} for {circle} m²");
        }
        assert!(areas[0] * areas[1] < 0.0, "an island turns the other way");
    }

    /// Two cells that touch at a corner give one or two rings. Each point occurs once, and no piece is left over.
    #[test]
    fn corners_that_touch_are_closed() {
        let grid = Grid { side: 8, spacing: 1.0 };
        let wet = [3 * 8 + 3, 4 * 8 + 4];
        let rings = rings(grid, &wet, |cell| if wet.contains(&cell) { 1.0 } else { -1.0 });
        assert_eq!(rings.iter().map(Vec::len).sum::<usize>(), 8);
        assert!(rings.iter().all(|ring| ring.len() >= 4));
    }
}
