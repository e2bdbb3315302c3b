//! Skirts: walls below the border of a tile, which close the gaps to neighbours of other levels.
//!
//! On a border, the edges of two meshes are two lines over the same samples. Where line P of this tile is above line Q of the
//! neighbour, the wall below P closes the gap if it reaches down to Q; where Q is above P, the neighbour's wall does. Both
//! lines are straight between samples, so their largest distance is at a sample. The depth of a wall is the largest P − Q for
//! all levels of the neighbour, and a margin for the rounding of the graphics device. On the border of the terrain, where there
//! is no neighbour, the other levels of the tile itself take its place: the terrain may repeat, or continue in another export.

use super::heights::Heights;
use super::hierarchy::Point;
use super::rounding::down;
use super::tile_mesh::{Side, TileMesh};

/// Margin of the depth, as a fraction of the spacing of samples.
pub(super) const MARGIN: f64 = 1.0 / 64.0;

/// The heights of a border of a mesh at all samples of a side.
pub(super) type Profile = Vec<f64>;

/// The line that a mesh has on a side of its tile.
pub(super) fn profile(mesh: &TileMesh, side: Side, samples: [usize; 2], heights: Heights<'_>) -> Profile {
    let vertices = mesh.side(side, samples);
    let height = |vertex: u32| f64::from(heights.at(mesh.vertices[vertex as usize]));
    let mut line: Vec<_> = vertices.first().map(|&(_, vertex)| height(vertex)).into_iter().collect();
    for pair in vertices.windows(2) {
        let [(first, one), (last, other)] = [pair[0], pair[1]];
        let (from, to) = (height(one), height(other));
        let steps = last - first;
        line.extend((1..=steps).map(|step| from + (to - from) * (step as f64 / steps as f64)));
    }
    line
}

/// The largest height in metres of one line above any of the others, and the margin.
pub(super) fn depth(line: &[f64], others: &[Profile], spacing: f64) -> f64 {
    let above =
        |other: &Profile| line.iter().zip(other).map(|(here, there)| here - there).fold(0.0, f64::max);
    others.iter().map(above).fold(0.0, f64::max) + MARGIN * spacing
}

/// The walls of a mesh.
#[derive(Default)]
pub(super) struct Skirts {
    /// The lower vertices: the vertex of the mesh above each, and its height.
    pub(super) vertices: Vec<(u32, f32)>,
    /// The triangles. Indices from the number of vertices of the mesh on are those of the lower vertices.
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Skirts {
    /// Adds the wall of a side.
    pub(super) fn add(
        &mut self,
        mesh: &TileMesh,
        side: Side,
        samples: [usize; 2],
        heights: Heights<'_>,
        depth: f64,
    ) {
        let mut above: Vec<u32> = mesh.side(side, samples).into_iter().map(|(_, vertex)| vertex).collect();
        if !side.is_forward() {
            above.reverse();
        }
        let first = (mesh.vertices.len() + self.vertices.len()) as u32;
        let lowered = |point: Point| down(f64::from(heights.at(point)) - depth);
        self.vertices.extend(above.iter().map(|&vertex| (vertex, lowered(mesh.vertices[vertex as usize]))));
        for (pair, lower) in above.windows(2).zip(first..) {
            // The surface is on the left of the border, so the front of the wall is on its right.
            self.triangles.extend([[pair[1], pair[0], lower], [pair[1], lower, lower + 1]]);
        }
    }
}
