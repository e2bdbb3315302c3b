//! The tiles of a layer that there are: those of a range of zoom levels that touch a region.

use std::ops::{Range, RangeInclusive};

use orogen_files::web::mercator::{self, MAX_LATITUDE};

use super::layer::Layer;

/// The tiles of a layer that there are.
#[derive(Clone, Debug)]
pub(crate) struct Coverage {
    pub(crate) layer: Layer,
    pub(crate) zooms: RangeInclusive<u8>,
    /// West, south, east and north in degrees.
    pub(crate) region: [f64; 4],
}

/// Columns and rows of tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rectangle {
    pub(crate) columns: Range<u32>,
    pub(crate) rows: Range<u32>,
}

/// The globe.
pub(crate) const GLOBE: [f64; 4] = [-180.0, -90.0, 180.0, 90.0];

impl Coverage {
    /// All tiles of a layer.
    pub(crate) fn whole(layer: Layer) -> Self {
        Self { layer, zooms: 0..=layer.max_zoom(), region: GLOBE }
    }

    /// The part of the region that is on the map.
    pub(crate) fn bounds(&self) -> [f64; 4] {
        let [west, south, east, north] = self.region;
        let most = if self.layer.is_mercator() { MAX_LATITUDE } else { 90.0 };
        [west, south.clamp(-most, most), east, north.clamp(-most, most)]
    }

    /// The tiles of a zoom level.
    ///
    /// Viewers of meshes begin with the tiles of level 0, so these are always complete. A tile of [`Layer::Gltf`] disappears when
    /// one of the four tiles below it is shown, so there are all four or none.
    pub(crate) fn tiles(&self, zoom: u8) -> Rectangle {
        let [columns, rows] = self.layer.world(zoom);
        let [west, south, east, north] = self.bounds();
        let x = [west, east].map(mercator::east);
        let y = if self.layer.is_mercator() {
            [north, south].map(mercator::south)
        } else {
            [south, north].map(|latitude| latitude / 180.0 + 0.5)
        };
        let touched = Rectangle { columns: touched(x, columns), rows: touched(y, rows) };
        match self.layer {
            Layer::Terrain | Layer::Gltf if zoom == 0 => Rectangle { columns: 0..columns, rows: 0..rows },
            Layer::Gltf => Rectangle { columns: pairs(touched.columns), rows: pairs(touched.rows) },
            _ => touched,
        }
    }

    /// The number of tiles.
    pub(crate) fn count(&self) -> u64 {
        self.zooms.clone().map(|zoom| self.tiles(zoom).count()).sum()
    }
}

impl Rectangle {
    /// The number of tiles.
    pub(crate) fn count(&self) -> u64 {
        u64::from(self.columns.end - self.columns.start) * u64::from(self.rows.end - self.rows.start)
    }

    /// Column and row of a tile by its number, from 0 to the count.
    pub(crate) fn tile(&self, number: u64) -> [u32; 2] {
        let columns = u64::from(self.columns.end - self.columns.start);
        [self.columns.start + (number % columns) as u32, self.rows.start + (number / columns) as u32]
    }

    pub(crate) fn contains(&self, x: u32, y: u32) -> bool {
        self.columns.contains(&x) && self.rows.contains(&y)
    }

    /// Whether all tiles are there that are `below` levels under the tile at `x` and `y` of an upper level.
    pub(crate) fn contains_all_below(&self, [x, y]: [u32; 2], below: u8) -> bool {
        let last = |upper: u32| (upper << below) + (1 << below) - 1;
        self.contains(x << below, y << below) && self.contains(last(x), last(y))
    }
}

/// The tiles that touch an interval of fractions of the world, of `count` tiles along it.
fn touched([from, to]: [f64; 2], count: u32) -> Range<u32> {
    let last = count - 1;
    // Fractions that are a little less than 0 become 0.
    let first = ((from * f64::from(count)).floor() as u32).min(last);
    first..((to * f64::from(count)).ceil() as u32).clamp(first + 1, count)
}

/// Tiles with their neighbours that are below the same tile.
fn pairs(Range { start, end }: Range<u32>) -> Range<u32> {
    start & !1..end.next_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coverage(layer: Layer, region: [f64; 4]) -> Coverage {
        Coverage { layer, zooms: 0..=20, region }
    }

    #[test]
    fn the_globe_has_all_tiles() {
        for layer in Layer::ALL {
            for zoom in 0..=layer.max_zoom() {
                let [columns, rows] = layer.world(zoom);
                assert_eq!(
                    Coverage::whole(layer).tiles(zoom),
                    Rectangle { columns: 0..columns, rows: 0..rows },
                    "{layer:?} {zoom}"
                );
            }
        }
    }

    /// A point is in the tile that standard formulas give, and regions have the parents of all their tiles.
    #[test]
    fn regions_have_their_tiles_and_all_parents() {
        let tiles = coverage(Layer::Terrarium, [8.0, 46.5, 8.0001, 46.5001]).tiles(14);
        assert_eq!(tiles, Rectangle { columns: 8556..8557, rows: 5795..5796 });
        for layer in Layer::ALL {
            let coverage = coverage(layer, [-91.0, -33.0, 8.0, 46.5]);
            for zoom in 1..=12 {
                let (tiles, parents) = (coverage.tiles(zoom), coverage.tiles(zoom - 1));
                let corners =
                    [[tiles.columns.start, tiles.rows.start], [tiles.columns.end - 1, tiles.rows.end - 1]];
                assert!(corners.iter().all(|[x, y]| parents.contains(x / 2, y / 2)), "{layer:?} {zoom}");
            }
        }
    }

    #[test]
    fn edges_on_the_borders_of_tiles_touch_one_side() {
        let tiles = coverage(Layer::Terrain, [0.0, 0.0, 90.0, 45.0]).tiles(3);
        assert_eq!(tiles, Rectangle { columns: 8..12, rows: 4..6 });
        assert_eq!((tiles.count(), tiles.tile(0), tiles.tile(7)), (8, [8, 4], [11, 5]));
        let tiles = coverage(Layer::Gltf, [46.0, -1.0, 47.0, 1.0]).tiles(3);
        assert_eq!(tiles, Rectangle { columns: 4..6, rows: 2..6 });
    }
}
