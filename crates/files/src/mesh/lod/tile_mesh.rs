//! The triangles of a tile with some error.

use rayon::prelude::*;

use super::errors::Errors;
use super::heights::Heights;
use super::hierarchy::Point;

/// A mesh whose vertices are samples of a tile.
pub(super) struct TileMesh {
    /// The samples of the vertices, in the order of their first use: the hierarchy visits neighbours one after another, so
    /// vertices are near each other in memory when they are used.
    pub(super) vertices: Vec<Point>,
    /// The vertices of each triangle, counter-clockwise as seen from above.
    pub(super) triangles: Vec<[u32; 3]>,
    /// The largest vertical distance in metres between a sample and the mesh.
    pub(super) error: f64,
}

impl TileMesh {
    /// The mesh with the fewest triangles of the hierarchy for which no split has more than the error `threshold`, in metres.
    pub(super) fn new(errors: &Errors, heights: Heights<'_>, threshold: f32) -> Self {
        let columns = errors.hierarchy.samples[0];
        let number = |[x, y]: Point| (y * columns + x) as u32;
        let point = |number: u32| [number as usize % columns, number as usize / columns];
        let mut triangles = Vec::new();
        errors
            .hierarchy
            .mesh(|split| errors.of(split) > threshold, |corners| triangles.push(corners.map(number)));
        let distance = |corners: &[u32; 3]| heights.distance(corners.map(point));
        let error = triangles.par_iter().map(distance).reduce(|| 0.0, f64::max);
        let samples = in_order_of_use(&mut triangles);
        Self { vertices: samples.into_iter().map(point).collect(), triangles, error }
    }

    /// The vertices on a side of the tile, from one end to the other: how far they are from the end, in steps, and their index.
    pub(super) fn side(&self, side: Side, samples: [usize; 2]) -> Vec<(usize, u32)> {
        let on_side =
            |(vertex, point): (usize, &Point)| side.along(*point, samples).map(|at| (at, vertex as u32));
        let mut vertices: Vec<_> = self.vertices.iter().enumerate().filter_map(on_side).collect();
        vertices.sort_unstable();
        vertices
    }
}

/// Replaces the numbers in the triangles by indices in the order of their first use. Returns the numbers in this order.
fn in_order_of_use(triangles: &mut [[u32; 3]]) -> Vec<u32> {
    const UNUSED: u32 = u32::MAX;
    let mut sorted: Vec<u32> = triangles.iter().flatten().copied().collect();
    sorted.par_sort_unstable();
    sorted.dedup();
    let mut indices = vec![UNUSED; sorted.len()];
    let mut numbers = Vec::with_capacity(sorted.len());
    for number in triangles.iter_mut().flatten() {
        let place =
            sorted.binary_search(number).unwrap_or_else(|_| unreachable!("all numbers were collected"));
        if indices[place] == UNUSED {
            indices[place] = numbers.len() as u32;
            numbers.push(*number);
        }
        *number = indices[place];
    }
    numbers
}

/// A side of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    West,
    South,
    East,
    North,
}

impl Side {
    /// Counter-clockwise as seen from above.
    pub(super) const ALL: [Self; 4] = [Self::West, Self::South, Self::East, Self::North];

    pub(super) fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// The tile on the other side, of so many across and down.
    pub(super) fn neighbour(
        self,
        [column, row]: [usize; 2],
        [across, down]: [usize; 2],
    ) -> Option<[usize; 2]> {
        match self {
            Self::West => Some([column.checked_sub(1)?, row]),
            Self::North => Some([column, row.checked_sub(1)?]),
            Self::East => (column + 1 < across).then_some([column + 1, row]),
            Self::South => (row + 1 < down).then_some([column, row + 1]),
        }
    }

    /// Steps from the northern or western end of this side. `None` for samples that are not on it.
    fn along(self, [x, y]: Point, [columns, rows]: [usize; 2]) -> Option<usize> {
        match self {
            Self::West => (x == 0).then_some(y),
            Self::East => (x + 1 == columns).then_some(y),
            Self::North => (y == 0).then_some(x),
            Self::South => (y + 1 == rows).then_some(x),
        }
    }

    /// Whether a walk around the tile, counter-clockwise as seen from above, follows this side from its northern or western
    /// end.
    pub(super) fn is_forward(self) -> bool {
        matches!(self, Self::West | Self::South)
    }
}
