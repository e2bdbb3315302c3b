//! Tiles in the format glTF, for 3D Tiles 1.1.
//!
//! A tile is the grid of a [quantized mesh](super::mesh) with a picture of its colours, and walls below its border, which hide the gaps
//! to neighbours of other levels.

use glam::DVec3;
use orogen_files::mesh::globe::{Vertex, glb};

use super::ellipsoid::bounding_sphere;
use super::grid::GlobeGrid;

/// The bytes of a tile with this picture, a PNG with a pixel for each sample. `depth` is that of the walls in metres.
///
/// # Errors
/// Never: the file is far smaller than the format allows.
pub(crate) fn encode(
    grid: &GlobeGrid<'_>,
    picture: &[u8],
    depth: f64,
) -> Result<Vec<u8>, orogen_files::Problem> {
    let points = grid.points();
    let (middle, _) = bounding_sphere(&points);
    let vertex = |sample: usize, point: DVec3| Vertex {
        position: (point - middle).as_vec3().to_array(),
        normal: grid.normal(sample).as_vec3().to_array(),
        picture: [sample % grid.side(), sample / grid.side()]
            .map(|at| (at as f32 + 0.5) / grid.side() as f32),
    };
    let mut vertices: Vec<_> =
        points.iter().enumerate().map(|(sample, &point)| vertex(sample, point)).collect();
    let mut triangles: Vec<_> = grid.triangles().map(|corners| corners.map(|sample| sample as u32)).collect();
    let border = border(grid.side());
    let first = vertices.len() as u32;
    vertices.extend(border.iter().map(|&sample| {
        let height = f64::from(grid.band.height[sample]) - depth;
        vertex(sample, grid.ellipsoid.point(grid.place(sample), height))
    }));
    for at in 0..border.len() {
        let next = (at + 1) % border.len();
        let [a, b] = [at, next].map(|at| border[at] as u32);
        let [below_a, below_b] = [at, next].map(|at| first + at as u32);
        triangles.extend([[a, below_a, below_b], [a, below_b, b]]);
    }
    Ok(glb(&grid.tile.to_string(), middle.to_array(), &vertices, &triangles, Some(picture))?)
}

/// The samples of the border, counter-clockwise as seen from outside, so that the walls face outwards.
fn border(side: usize) -> Vec<usize> {
    let last = side - 1;
    let south = (0..last).map(|column| last * side + column);
    let east = (0..last).map(|step| (last - step) * side + last);
    let north = (0..last).map(|step| last - step);
    let west = (0..last).map(|row| row * side);
    south.chain(east).chain(north).chain(west).collect()
}
