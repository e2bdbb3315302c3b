//! Measures the error of coarser meshes against the samples of a tile.

use super::SIDE;
use crate::generate::tile::Tile;
use crate::planet::{Sphere, TileAddress};

/// Samples along a side of a half mesh: a mesh of every other sample.
const COARSE: usize = SIDE.div_ceil(2);

/// The greatest error, in metres, of a tile's half mesh at the tile's samples.
pub(super) fn of_half_mesh(tile: &Tile) -> f64 {
    let height = &tile.planes.height;
    deviation(height, |row| std::array::from_fn(|column| height[2 * row * SIDE + 2 * column]))
}

/// The greatest error, in metres, of the mesh of a tile's parent at the tile's samples. It includes the octaves that only the
/// finer level has. The tile is number `child` of the four children.
pub(super) fn of_parent(tile: &Tile, parent: &Tile, child: usize) -> f64 {
    let [left, top] = [child % 2, child / 2].map(|half| half * (COARSE - 1));
    let height = &parent.planes.height;
    deviation(&tile.planes.height, |row| {
        std::array::from_fn(|column| height[(top + row) * SIDE + left + column])
    })
}

/// The greatest difference between the samples `fine` and a coarse mesh, which has every other sample along each side. `coarse`
/// returns the heights of a row of the mesh. The middle of a cell of the mesh is on a diagonal between two triangles. There,
/// the worse of the two possible diagonals counts.
fn deviation(fine: &[f32], coarse: impl Fn(usize) -> [f32; COARSE]) -> f64 {
    let mut most = 0.0_f32;
    let mut above = coarse(0);
    for row in 0..COARSE {
        let fine_row = &fine[2 * row * SIDE..][..SIDE];
        most = most.max(along(fine_row, &above));
        if row + 1 < COARSE {
            let (below, between) = (coarse(row + 1), &fine[(2 * row + 1) * SIDE..][..SIDE]);
            most = most.max(across(between, &above, &below));
            above = below;
        }
    }
    most.into()
}

/// The greatest difference along a row of samples that is also a row of the mesh.
fn along(fine: &[f32], coarse: &[f32; COARSE]) -> f32 {
    let mut most = (fine[SIDE - 1] - coarse[COARSE - 1]).abs();
    for (pair, ends) in fine.chunks_exact(2).zip(coarse.windows(2)) {
        let middle = (ends[0] + ends[1]) * 0.5;
        most = most.max((pair[0] - ends[0]).abs()).max((pair[1] - middle).abs());
    }
    most
}

/// The greatest difference along a row of samples that is between two rows of the mesh.
fn across(fine: &[f32], above: &[f32; COARSE], below: &[f32; COARSE]) -> f32 {
    let mut most = (fine[SIDE - 1] - (above[COARSE - 1] + below[COARSE - 1]) * 0.5).abs();
    for ((pair, above), below) in fine.chunks_exact(2).zip(above.windows(2)).zip(below.windows(2)) {
        let side = (above[0] + below[0]) * 0.5;
        let diagonals = [(above[0] + below[1]) * 0.5, (above[1] + below[0]) * 0.5];
        most = most.max((pair[0] - side).abs());
        most = diagonals.iter().fold(most, |most, middle| most.max((pair[1] - middle).abs()));
    }
    most
}

/// The least and the greatest height.
pub(super) fn range(tile: &Tile) -> [f64; 2] {
    let heights = &tile.planes.height;
    let ends = heights.iter().fold([f32::INFINITY, f32::NEG_INFINITY], |[least, most], &height| {
        [least.min(height), most.max(height)]
    });
    ends.map(f64::from)
}

/// How far the sphere rises over a triangle of a level's mesh. Over a chord of length *s*, a sphere of radius *R* rises by
/// *s*²/(8·*R*). The longest chord is the diagonal of a cell, which is at most √2 times the level's spacing.
pub(super) fn sagitta(tile: TileAddress, sphere: Sphere) -> f64 {
    let spacing = super::samples_of(tile).level_spacing(sphere);
    spacing * spacing / (4.0 * sphere.radius())
}
