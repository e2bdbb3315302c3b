//! Tiles of a sphere: the faces of a cube, bent over it by the tangent map.

use std::f64::consts::FRAC_PI_4;

/// The radius of a planet like the Earth in metres.
pub(crate) const RADIUS: f64 = 6_371_000.0;

/// Steps along a side of a tile.
pub(crate) const STEPS: i64 = 64;

/// A tile: one of `2^level` along each side of a face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tile {
    pub(crate) face: usize,
    pub(crate) level: u32,
    /// Column and row of the tile on its face, from 0.
    pub(crate) at: [i64; 2],
}

impl Tile {
    /// The position of a sample.
    pub(crate) fn position(&self, column: i64, row: i64) -> [f64; 3] {
        let along = |tile: i64, step: i64| {
            let share = (tile * STEPS + step) as f64 / (STEPS << self.level) as f64;
            match share {
                // The tangent of 45° is not 1 to the last bit.
                0.0 => -1.0,
                1.0 => 1.0,
                _ => (FRAC_PI_4 * (2.0 * share - 1.0)).tan(),
            }
        };
        let mut point = [0.0; 3];
        point[self.face / 2] = if self.face.is_multiple_of(2) { 1.0 } else { -1.0 };
        point[(self.face / 2 + 1) % 3] = along(self.at[0], column);
        point[(self.face / 2 + 2) % 3] = along(self.at[1], row);
        // Always summed in this order, so that faces agree where they meet.
        let length = (point[0] * point[0] + point[1] * point[1] + point[2] * point[2]).sqrt();
        point.map(|x| RADIUS * x / length)
    }

    /// All its samples, row by row.
    pub(crate) fn positions(&self) -> Vec<[f64; 3]> {
        (0..=STEPS).flat_map(|row| (0..=STEPS).map(move |column| self.position(column, row))).collect()
    }
}

/// The number of a sample in the list of a tile.
pub(crate) fn sample(column: i64, row: i64) -> usize {
    (row * (STEPS + 1) + column) as usize
}

/// Pairs of samples of two tiles that have the same position.
pub(crate) type Shared = (Tile, Tile, Vec<[usize; 2]>);

/// Tiles that are neighbours on a face, neighbours across the edge of the cube, or parent and child.
pub(crate) fn neighbours(level: u32) -> Vec<Shared> {
    let last = (1 << level) - 1;
    let (x, y) = (last / 2, last / 3);
    let all = || 0..=STEPS;
    let mut pairs = Vec::new();
    let one = Tile { face: 0, level, at: [x, y] };
    if last > 0 {
        let right = Tile { at: [x + 1, y], ..one };
        pairs.push((one, right, all().map(|k| [sample(STEPS, k), sample(0, k)]).collect()));
    }
    // The last column of the face +x is the last row of the face +y: their third coordinates grow in the same direction.
    let (edge, beyond) = (Tile { at: [last, y], ..one }, Tile { face: 2, level, at: [y, last] });
    pairs.push((edge, beyond, all().map(|k| [sample(STEPS, k), sample(k, STEPS)]).collect()));
    let finer = Tile { level: level + 1, at: [2 * x, 2 * y], ..one };
    let common = |k: i64| (0..=STEPS / 2).map(move |i| [sample(i, k), sample(2 * i, 2 * k)]);
    pairs.push((one, finer, (0..=STEPS / 2).flat_map(common).collect()));
    pairs
}
