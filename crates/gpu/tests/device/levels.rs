//! Neighbouring tiles of a level, and the same ground at several levels of detail.

use std::sync::Arc;

use orogen_engine::generate::Generator;
use orogen_engine::generate::tile::{Request, Tile};
use orogen_engine::raster::Grid;

use crate::land::{LAND, gpu};
use crate::tiles::{generator, tiles};

/// Samples along a side of a tile.
const SIDE: usize = 65;

/// Heights and both slopes of a sample.
fn sample(tile: &Tile, x: usize, y: usize) -> [u32; 3] {
    let planes = [&tile.planes.height, &tile.planes.dx, &tile.planes.dy];
    planes.map(|plane| plane[y * tile.request.place.grid().unwrap().columns + x].to_bits())
}

/// The tile of a level whose first sample is at this column and row.
fn at(tiles: &[Arc<Tile>], spacing: f64, column: i64, row: i64) -> &Tile {
    let is_it = |tile: &&Arc<Tile>| {
        let grid = tile.request.place.grid().unwrap();
        (grid.spacing, grid.first_column, grid.first_row) == (spacing, column, row)
    };
    tiles.iter().find(is_it).unwrap()
}

/// On each of three levels, four tiles that meet at a corner are equal to the bit where they overlap, including slopes. The
/// test covers corners near the origin and far away.
#[test]
fn edges_and_levels_have_the_same_bits() {
    let last = SIDE as i64 - 1;
    // One terrain with rotated and displaced lattices, and one whose octaves read the slopes of earlier octaves.
    for text in [LAND.to_owned(), LAND.replace("swiss", "jordan")] {
        let gpu = gpu();
        let name = gpu.name().to_owned();
        let generator = generator(gpu, &text);
        for (far_column, far_row) in [(0, 0), (4_000_000, -2_000_000)] {
            let spacings = [10.0, 20.0, 40.0];
            for spacing in spacings {
                let step = (spacing / 10.0) as i64;
                for (column, row) in [(-last, -last), (0, -last), (-last, 0), (0, 0)] {
                    let (first_column, first_row) = (far_column / step + column, far_row / step + row);
                    let grid = Grid { first_column, first_row, ..Grid::square(SIDE, spacing) };
                    generator.ask(Request::new(grid, true), 0);
                }
            }
            let made = tiles(&generator, 4 * spacings.len());
            assert!(made.iter().all(|tile| *tile.made_by == *name));
            for spacing in spacings {
                let step = (spacing / 10.0) as i64;
                let tile = |column, row| at(&made, spacing, far_column / step + column, far_row / step + row);
                let [west, east] = [tile(-last, 0), tile(0, 0)];
                let north = tile(0, -last);
                for along in 0..SIDE {
                    assert_eq!(sample(west, SIDE - 1, along), sample(east, 0, along), "row {along}");
                    assert_eq!(sample(north, along, SIDE - 1), sample(east, along, 0), "column {along}");
                }
            }
            for pair in spacings.windows(2) {
                let tile = |spacing: f64| {
                    let step = (spacing / 10.0) as i64;
                    at(&made, spacing, far_column / step, far_row / step)
                };
                let (fine, coarse) = (tile(pair[0]), tile(pair[1]));
                for (x, y) in (0..SIDE / 2).flat_map(|y| (0..SIDE / 2).map(move |x| (x, y))) {
                    assert_eq!(sample(fine, 2 * x, 2 * y), sample(coarse, x, y), "{x}, {y}, {pair:?}");
                }
            }
        }
    }
}
