//! The meridians and parallels of a tile's samples.

use orogen_files::web::mercator;

use super::address::Address;

/// The largest coordinate of a quantized mesh.
pub(crate) const QUANTA: u32 = 32_767;

/// Meridians from the west and parallels from the north. Their numbers come from whole numbers and powers of two, so neighbouring
/// tiles have the same bits on a line that both have.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lines {
    /// The fraction of the map's width that is west of each meridian.
    east: Vec<f64>,
    /// The fraction of the map's height that is north of each parallel.
    south: Vec<f64>,
    /// Degrees.
    latitudes: Vec<f64>,
}

impl Lines {
    /// The centres of the pixels of a tile of the Mercator projection.
    pub(crate) fn of_pixels(tile: &Address) -> Self {
        let world = f64::from(tile.side) * f64::from(1_u32 << tile.zoom);
        let middles = |tile_index: u32| {
            let first = f64::from(tile_index) * f64::from(tile.side);
            (0..tile.side).map(|pixel| (first + f64::from(pixel) + 0.5) / world).collect()
        };
        Self::of_mercator(middles(tile.x), middles(tile.y))
    }

    /// The corners of the cells of a tile of the Mercator projection, and of `margin` more cells beyond each of its borders.
    pub(crate) fn of_corners(tile: &Address, margin: u32) -> Self {
        let world = f64::from(tile.side) * f64::from(1_u32 << tile.zoom);
        let corners = |tile_index: u32| {
            let first = f64::from(tile_index) * f64::from(tile.side) - f64::from(margin);
            (0..=tile.side + 2 * margin).map(|corner| (first + f64::from(corner)) / world).collect()
        };
        Self::of_mercator(corners(tile.x), corners(tile.y))
    }

    fn of_mercator(east: Vec<f64>, south: Vec<f64>) -> Self {
        let latitudes = south.iter().map(|&south| mercator::latitude(south)).collect();
        Self { east, south, latitudes }
    }

    /// The vertices of a tile of longitude and latitude. The coordinates of vertices are whole numbers up to [`QUANTA`], so that a
    /// mesh stores their positions exactly.
    pub(crate) fn of_vertices(tile: &Address) -> Self {
        let [columns, rows] = tile.layer.world(tile.zoom).map(f64::from);
        let fraction = |at: u32| f64::from(quantum(at, tile.side)) / f64::from(QUANTA);
        let east = (0..=tile.side).map(|column| (f64::from(tile.x) + fraction(column)) / columns).collect();
        let north = (0..=tile.side).rev().map(|row| (f64::from(tile.y) + fraction(row)) / rows);
        let latitudes: Vec<f64> = north.map(|north| 180.0 * north - 90.0).collect();
        let on_map = |latitude: &f64| latitude.clamp(-mercator::MAX_LATITUDE, mercator::MAX_LATITUDE);
        Self { east, south: latitudes.iter().map(on_map).map(mercator::south).collect(), latitudes }
    }

    pub(crate) fn easts(&self) -> &[f64] {
        &self.east
    }

    pub(crate) fn souths(&self) -> &[f64] {
        &self.south
    }

    /// Degrees, from the north.
    pub(crate) fn latitudes(&self) -> &[f64] {
        &self.latitudes
    }

    /// Degrees.
    pub(crate) fn longitudes(&self) -> Vec<f64> {
        self.east.iter().map(|&east| mercator::longitude(east)).collect()
    }

    /// These pixels, and one more on every side.
    pub(crate) fn widened(&self) -> Self {
        let widened = |lines: &[f64]| {
            let (step, last) = (lines[1] - lines[0], lines[lines.len() - 1]);
            [&[lines[0] - step], lines, &[last + step]].concat()
        };
        Self::of_mercator(widened(&self.east), widened(&self.south))
    }
}

/// The coordinate of a vertex in a mesh: 0 to [`QUANTA`].
pub(crate) fn quantum(at: u32, steps: u32) -> u16 {
    ((2 * at * QUANTA + steps) / (2 * steps)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::layer::Layer;

    #[test]
    fn neighbours_share_lines() {
        for [x, y] in [[0, 0], [5, 2], [30, 14]] {
            let lines = |x, y| Lines::of_vertices(&Address::new(Layer::Terrain, 0, 4, x, y).unwrap());
            let here = lines(x, y);
            assert_eq!(here.easts().last(), lines(x + 1, y).easts().first());
            assert_eq!(here.latitudes().first(), lines(x, y + 1).latitudes().last());
            let lines = |x, y| Lines::of_corners(&Address::new(Layer::Vector, 0, 5, x, y).unwrap(), 4);
            assert_eq!(lines(x, 3).easts()[256..], lines(x + 1, 3).easts()[..9]);
            assert_eq!(lines(3, y).latitudes()[256..], lines(3, y + 1).latitudes()[..9]);
        }
    }

    #[test]
    fn the_map_ends_at_its_corners() {
        let lines = Lines::of_vertices(&Address::new(Layer::Terrain, 0, 0, 1, 0).unwrap());
        assert_eq!((lines.longitudes()[0], lines.longitudes()[64]), (0.0, 180.0));
        assert_eq!((lines.latitudes()[0], lines.latitudes()[64]), (90.0, -90.0));
        let lines = Lines::of_pixels(&Address::new(Layer::Shade, 256, 1, 1, 0).unwrap());
        assert_eq!((lines.easts()[0], lines.souths()[255]), (0.5 + 1.0 / 1024.0, 0.5 - 1.0 / 1024.0));
    }

    #[test]
    fn coordinates_of_vertices_are_even() {
        assert_eq!([0, 1, 32, 63, 64].map(|at| quantum(at, 64)), [0, 512, 16_384, 32_255, 32_767]);
    }
}
