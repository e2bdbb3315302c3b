//! The coordinates of vector tiles: whole numbers from the north-western corner of a tile, to the east and to the south.

use crate::tiles::layer::CELLS;

/// Units along a side of a tile.
pub(super) const EXTENT: i32 = 4096;

/// Units along a side of a cell: a power of two.
pub(super) const CELL: i32 = EXTENT / CELLS as i32;

/// Units beyond the borders of a tile in which its lines go on. Maps draw wide lines across borders.
pub(super) const BUFFER: i32 = 64;

/// Units that a simplified line may be off. A map that draws the tile 1024 pixels wide shows half a pixel.
pub(super) const TOLERANCE: f64 = 2.0;

/// A point of a tile.
pub(super) type Point = [i32; 2];

/// Twice the area of a ring, positive if its points go round clockwise on the map.
pub(super) fn double_area(ring: &[Point]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    let cross =
        |(a, b): (&Point, &Point)| i64::from(a[0]) * i64::from(b[1]) - i64::from(b[0]) * i64::from(a[1]);
    ring.iter().zip(next).map(cross).sum()
}
